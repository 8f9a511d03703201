"""Options: rules that a game may play with or without, or with another value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import msgspec

from sandtable.kernel.errors import OptionError, shown

__all__ = ["Option", "OptionValue", "choose_options"]

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
