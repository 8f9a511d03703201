"""Questions about odds that need no game: what calculators are made of.

A question is a struct of named values with defaults. It is answered by the rules themselves: by the function that
makes a roll, or by a small game whose procedures are followed through every throw of the dice (`played`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from fractions import Fraction
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, get_args, get_origin

import msgspec

from sandtable.kernel.datawords import plain
from sandtable.kernel.errors import OddsTooLarge, OptionError, shown
from sandtable.kernel.following import Kept, followed
from sandtable.kernel.learning import convert
from sandtable.kernel.odds import Assumption, Odds
from sandtable.kernel.option import Option, OptionValue
from sandtable.kernel.procedure import Procedure
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.running import opened
from sandtable.kernel.state import State

if TYPE_CHECKING:
    from sandtable.kernel.game import Game

__all__ = [
    "Curves",
    "GameOptions",
    "Question",
    "Shifted",
    "completed",
    "nearest",
    "played",
    "read_options",
    "read_question",
    "takes",
]

ANSWER_WORK = 200_000
"""How much the answer to a question may cost: some ten seconds."""


@cache
def _kinds(question: type[msgspec.Struct]) -> Mapping[str, Any]:
    """The type of each value of a question."""
    return {field.name: field.type for field in msgspec.structs.fields(question)}


def _check(question: type[msgspec.Struct], name: str, kind: type, value: Any) -> None:
    """OptionError if this cannot be the value. The same ones are asked about again and again: plain ones that can be
    are kept (`kind` is that of the value, for 1 is not True).
    """
    try:
        (_fits_still if kind in (str, int, bool) else _fits)(question, name, kind, value)
    except msgspec.ValidationError as fault:
        raise OptionError(f"{name}: {plain(str(fault))}") from None


def _fits(question: type[msgspec.Struct], name: str, kind: type, value: Any) -> None:
    """A ValidationError if not."""
    convert(value, _kinds(question)[name])


_fits_still = lru_cache(maxsize=1024)(_fits)


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Named values, checked however they are made."""

    def __post_init__(self) -> None:
        for name in _kinds(type(self)):
            value = getattr(self, name)
            _check(type(self), name, type(value), value)
        self.agree()

    def agree(self) -> None:
        """What must hold between the values; OptionError says what does not."""


class Curves(msgspec.Struct, frozen=True):
    """Chances along a scale, such as the range: `lines` has for each name the chance at each number of the scale.

    >>> curves = Curves("inches", {"front": {1: Fraction(1, 2), 2: Fraction(1, 3)}, "flank": {1: Fraction(1)}})
    >>> curves.scale, curves.lines["flank"].get(2)
    ((1, 2), None)
    """

    across: str
    lines: Mapping[str, Mapping[int, Fraction]]

    @property
    def scale(self) -> tuple[int, ...]:
        """Every number at which some line has a chance."""
        return tuple(sorted({number for line in self.lines.values() for number in line}))


class Shifted(msgspec.Struct, frozen=True):
    """A roll on a chart whose columns are shifted, with the column before any shift: a part of a calculator's chain."""

    roll: Resolution
    base: str


def completed(names: str, marks: Iterable[str] = (), *, several: bool = True) -> msgspec.Meta:
    """For a value that people type: which names of the system complete it (`System.names`), the words that may follow
    a name, and whether several may stand there, parted by commas and counted with `2x`.

    >>> completed("units", ("suppressed",)).extra_json_schema
    {'completes': 'units', 'marks': ['suppressed'], 'several': True}
    """
    return msgspec.Meta(extra_json_schema={"completes": names, "marks": list(marks), "several": several})


def nearest(name: str, names: Iterable[str]) -> str:
    """What to add to a refusal of an unknown name: the names that are nearly it, or nothing.

    >>> nearest("T72", ("T-72", "T-80", "M60A3")), nearest("zzz", ("T-72",))
    (', but T-72', '')
    """
    by_plain = {each.casefold(): each for each in names}
    wanted = name.casefold()[:60]
    found = get_close_matches(wanted, by_plain, n=3, cutoff=0.75) or [
        each for each in by_plain if len(wanted) > 2 and wanted in each
    ]
    return f", but {', '.join(by_plain[each] for each in found[:3])}" if found else ""


GameOptions: TypeAlias = Annotated[str, completed("options")]
"""The options of the game, where they are not the usual ones: `stack_limit=15, mine_shifts=off`."""


def read_options(known: Iterable[Option], text: str) -> tuple[tuple[str, OptionValue], ...]:
    """Options of the game as people type them into a question: `name=value`, parted by commas.

    >>> read_options([Option("long_rifles", False, "Rifles reach farther.")], "long_rifles=on")
    (('long_rifles', True),)
    >>> read_options([Option("long_rifles", False, "Rifles reach farther.")], "long_rifle")
    Traceback (most recent call last):
    sandtable.kernel.errors.OptionError: options: write name=value, such as long_rifles=on, not 'long_rifle'
    """
    options = {option.name: option for option in known}
    found: dict[str, OptionValue] = {}
    for part in filter(None, (each.strip() for each in text.split(","))):
        name, equals, value = (each.strip() for each in part.partition("="))
        if not equals:
            raise OptionError(f"options: write name=value, such as {next(iter(options), 'name')}=on, not {shown(part)}")
        if name not in options:
            raise OptionError(f"options: there is no option {shown(name)}{nearest(name, options)}")
        if name in found:
            raise OptionError(f"options: {name} is given twice: say it once")
        found[name] = options[name].check(options[name].parse(value))
    return tuple(found.items())


def takes(kind: Any) -> str:
    """What a value of this type can be, in words.

    >>> takes(bool), takes(Literal["day", "night"]), takes(str)
    ('on or off', 'day or night', 'text')
    """
    if get_origin(kind) is Literal:
        return " or ".join(map(str, get_args(kind)))
    known = msgspec.inspect.type_info(kind)
    if isinstance(known, msgspec.inspect.IntType) and known.ge is not None and known.le is not None:
        return f"a whole number from {known.ge} to {known.le}"
    return "on or off" if kind is bool else "a whole number" if isinstance(known, msgspec.inspect.IntType) else "text"


def read_question(kind: type[msgspec.Struct], values: Mapping[str, Any], *, strict: bool = True) -> Any:
    """A question from its values; an OptionError says in one sentence which of them is wrong, and what would be right,
    and names it (a complaint about one value begins with its name). Without `strict` the values are text, as somebody
    types them.

    >>> class Shot(Question, frozen=True):
    ...     inches: int = 3
    >>> read_question(Shot, {"inches": "4"}, strict=False)
    Shot(inches=4)
    >>> read_question(Shot, {"inches": "many"}, strict=False)
    Traceback (most recent call last):
    sandtable.kernel.errors.OptionError: inches is a whole number, not 'many'
    >>> read_question(Shot, {"feet": 4})
    Traceback (most recent call last):
    sandtable.kernel.errors.OptionError: there is no 'feet' here: it takes inches
    """
    fields = _kinds(kind)
    try:
        return _read(kind, fields, values, strict=strict)
    except OptionError as fault:
        name = re.match(r"\w*", str(fault))
        fault.about = name[0] if name and name[0] in fields else ""
        raise


def _read(kind: type[msgspec.Struct], fields: Mapping[str, Any], values: Mapping[str, Any], *, strict: bool) -> Any:
    unknown = next((name for name in values if name not in fields), None)
    if unknown is not None:
        raise OptionError(f"there is no {shown(unknown)} here: it takes {', '.join(fields)}")
    given = dict(values)
    if not strict:
        switches = {"on": "true", "yes": "true", "off": "false", "no": "false"}
        given = {
            name: switches.get(text.lower(), text) if fields[name] is bool else text for name, text in given.items()
        }
    try:
        return convert(given, kind, strict=strict)
    except msgspec.ValidationError as fault:
        where = re.search(r" - at `\$\.(\w+)`$", str(fault))
        if where is None:  # the values do not agree, and say so themselves
            raise OptionError(str(fault)) from None
        raise OptionError(f"{where[1]} is {takes(fields[where[1]])}, not {shown(values[where[1]])}") from None


def played(
    game: Game,
    board: Any,
    *procedures: Procedure,
    then: Procedure | None = None,
    assuming: Assumption | None = None,
    kept: Kept | None = None,
) -> Odds:
    """The boards that these procedures, one after another, can lead to; `then` is a decision at which they stop, and
    `assuming` answers those on the way. If that is too much, an OddsTooLarge says what to do. `kept` is what was found
    by earlier questions of this game that stop alike and assume alike.
    """
    stack = (*(() if then is None else (then,)), *reversed(procedures))
    field = opened(game, State(board, stack))
    try:
        return followed(field, ANSWER_WORK, assuming=assuming, through_phases=True, stop=then, kept=kept)
    except OddsTooLarge as fault:
        raise OddsTooLarge(f"{fault}; ask a smaller question, with fewer units or turns") from None
