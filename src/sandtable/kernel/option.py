"""Options: rules that a game may play with or without, or with another value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, TypeAlias, get_args, get_origin, get_type_hints

import msgspec

from sandtable.kernel.errors import OptionError, shown

__all__ = ["About", "Option", "OptionValue", "Options", "choose_options"]

OptionValue: TypeAlias = bool | int | str


class Option(msgspec.Struct, frozen=True):
    """A rule that a game may play with or without, or with another value.

    >>> Option("long_rifles", False, "Rifles reach one hex farther.").check(True)
    True
    >>> Option("turns", 6, "How long the game lasts.", low=1, high=20).check(0)
    Traceback (most recent call last):
    sandtable.kernel.errors.OptionError: option 'turns' must be a whole number from 1 to 20, not 0
    """

    name: str
    default: OptionValue
    words: str
    rule: str = ""
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 1_000_000

    @property
    def takes(self) -> str:
        """The values it can have, in words."""
        if isinstance(self.default, bool):
            return "on or off"
        if isinstance(self.default, int):
            return f"a whole number from {self.low} to {self.high}"
        return "one of " + ", ".join(self.choices)

    def check(self, value: object) -> OptionValue:
        """The value if the option can take it; OptionError with what would be right otherwise."""
        if isinstance(self.default, bool):
            if isinstance(value, bool):
                return value
        elif isinstance(self.default, int):
            if type(value) is int and self.low <= value <= self.high:
                return value
        elif isinstance(value, str) and value in self.choices:
            return value
        raise OptionError(f"option {self.name!r} must be {self.takes}, not {shown(value)}")

    def parse(self, text: str) -> OptionValue:
        """The value as typed on a command line.

        >>> Option("long_rifles", False, "").parse("on")
        True
        """
        words: dict[str, object] = {
            "on": True,
            "true": True,
            "yes": True,
            "off": False,
            "false": False,
            "no": False,
        }
        if isinstance(self.default, bool):
            return self.check(words.get(text.lower(), text))
        if isinstance(self.default, int):
            short = len(text) < 12 and text.lstrip("-").isdecimal()
            return self.check(int(text) if short else text)
        return self.check(text)


class About(msgspec.Struct, frozen=True):
    """The description of an option: its words, its rule, and the bounds of a whole number."""

    words: str
    rule: str = ""
    low: int = 0
    high: int = 1_000_000


class Options(msgspec.Struct, frozen=True):
    """The options of a chapter: each field is one. It is a `bool`, an `int`, or one of several words (`Literal`), has
    its usual value as its default, and is annotated with what there is to say `About` it.

    >>> class Rifles(Options, frozen=True):
    ...     long_rifles: Annotated[bool, About("Rifles reach one hex farther.", "TC F3")] = False
    ...     aim: Annotated[Literal["near", "best"], About("Whom they fire at.")] = "near"
    >>> Rifles.described()[1].takes, Rifles(long_rifles=True).long_rifles
    ('one of near, best', True)
    """

    @classmethod
    def described(cls) -> tuple[Option, ...]:
        """Each option as a value, with its name, in the order of the fields."""
        hints = get_type_hints(cls, include_extras=True)
        defaults = cls()
        return tuple(_described(name, getattr(defaults, name), hints[name]) for name in cls.__struct_fields__)


def _described(name: str, default: OptionValue, hint: object) -> Option:
    kind, about = get_args(hint) if get_origin(hint) is Annotated else (hint, None)
    if not isinstance(about, About):
        raise TypeError(f"the option {name} says nothing about itself: write Annotated[..., About(...)]")
    choices = get_args(kind) if get_origin(kind) is Literal else ()
    return Option(name, default, about.words, about.rule, choices, about.low, about.high)


def choose_options(
    options: Iterable[Option], *choices: Mapping[str, object] | Mapping[str, OptionValue]
) -> dict[str, OptionValue]:
    """The value of every option: its default, then each of the choices in turn (scenario, player).

    >>> choose_options([Option("turns", 6, "", low=1, high=9)], {"turns": 4})
    {'turns': 4}
    >>> choose_options([Option("turns", 6, "")], {"truns": 4})
    Traceback (most recent call last):
    sandtable.kernel.errors.OptionError: there is no option 'truns': the options are turns
    """
    known = {option.name: option for option in options}
    chosen = {name: option.default for name, option in known.items()}
    for choice in choices:
        for name, value in choice.items():
            if name not in known:
                names = ", ".join(known) or "none"
                raise OptionError(f"there is no option {shown(name)}: the options are {names}")
            chosen[name] = known[name].check(value)
    return chosen
