"""A chapter of the rules as a value, and the rules of a game as the chapters in force.

A rules module exports one `Chapter`: its procedures, the verbs it adds to decisions of other modules, the modifiers it
adds to their rolls, the phrases of its events, its options, and what it adds at a `Seam`. A system is a tuple of
chapters. An expansion is another tuple: it is added to the end, and an option switches it on.

A seam is a place where a module lets others add something: the steps of a phase, reasons why a unit may not fire. It is
declared in the module that asks for it, and typed by what can be added there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, NamedTuple, NoReturn, Protocol, TypeAlias, TypeVar

import msgspec

from sandtable.kernel.errors import RulesFault
from sandtable.kernel.option import Options, OptionValue
from sandtable.kernel.phrase import fields_of
from sandtable.kernel.procedure import Decide, Procedure, Roll, Verb
from sandtable.kernel.resolution import Modifier

__all__ = ["Added", "Chapter", "Rules", "Seam"]

T = TypeVar("T")
Chosen = TypeVar("Chosen", bound=Options)
Adder: TypeAlias = Callable[[Any, Any], Iterable[Modifier]]
"""What a chapter adds to a roll: a function of the roll and the look."""


class Added(NamedTuple):
    """What a chapter adds at a seam; made with `Seam.add`."""

    seam: Seam[Any]
    values: tuple[Any, ...]


class Seam(Generic[T]):
    """A place where chapters add to the rules of another module.

    >>> STEPS: Seam[str] = Seam("steps of the last phase")
    >>> rules = Rules((Chapter(name="tide", adds=(STEPS.add("the tide turns"),)),), {})
    >>> rules.at(STEPS)
    ('the tide turns',)
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def add(self, *values: T) -> Added:
        """These values, for the `adds` of a chapter."""
        return Added(self, values)

    def __repr__(self) -> str:
        return f"Seam({self.name!r})"

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"{self!r} is found by what it is, not by its name: pickle the system instead")


class Chapter(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """One chapter of the rules. Equal only to itself.

    `verbs` go to a decision after its own, in the order of the chapters; `modifiers` to a class of roll. `keeps` is
    what the chapter keeps on the board, a struct with defaults; `rules` a rules.csv of its own, where its rules are not
    in that of the system. `switch` names the option that puts the chapter in force, or several options of which any
    does; `name=value` is an option that must have this value. A chapter without a switch is always in force.

    >>> Chapter(name="weather", switch="weather_table").in_force({"weather_table": False})
    False
    >>> Chapter(name="smoke", switch=("smoke", "rules=all")).in_force({"smoke": False, "rules": "all"})
    True
    """

    name: str
    procedures: tuple[type[Procedure], ...] = ()
    verbs: Mapping[type[Decide], tuple[Verb, ...]] = {}
    modifiers: Mapping[type[Roll], tuple[Adder, ...]] = {}
    adds: tuple[Added, ...] = ()
    phrases: Mapping[str, str] = {}
    options: type[Options] | None = None
    keeps: type[msgspec.Struct] | None = None
    rules: Any = None
    switch: str | tuple[str, ...] = ""

    def in_force(self, options: Mapping[str, OptionValue]) -> bool:
        """Whether a game with these options plays by it."""
        if not self.switch:
            return True
        return any(_is_on(each, options) for each in ((self.switch,) if isinstance(self.switch, str) else self.switch))


def _is_on(switch: str, options: Mapping[str, OptionValue]) -> bool:
    """Whether an option is on, or has the value that a switch asks for."""
    name, _, value = switch.partition("=")
    return options[name] == value if value else bool(options[name])


class _VerbsOf(dict[type[Decide], dict[str, Verb]]):
    """Verbs by decision; a decision to which no chapter adds anything has its own."""

    def __missing__(self, decision: type[Decide]) -> dict[str, Verb]:
        return self.setdefault(decision, decision.verbs)


class _PhrasesOf(dict[type[Procedure], "tuple[str, tuple[str, ...]] | None"]):
    """Phrases by procedure: the one that is called as the procedure with this mark, and the fields that fill it; None
    for a procedure without one.
    """

    def __init__(self, phrases: Mapping[str, str], mark: str) -> None:
        self._phrases = phrases
        self._mark = mark

    def __missing__(self, procedure: type[Procedure]) -> tuple[str, tuple[str, ...]] | None:
        what = procedure.key() + self._mark
        template = self._phrases.get(what)
        return self.setdefault(procedure, None if template is None else (what, fields_of(template)))


class _Seams(dict["Seam[Any]", "tuple[Any, ...]"]):
    """What chapters add by seam: nothing at most of them."""

    def __missing__(self, seam: Seam[Any]) -> tuple[Any, ...]:
        return self.setdefault(seam, ())


class _At(Protocol):
    """How what is added at a seam is found."""

    def __call__(self, seam: Seam[T], /) -> tuple[T, ...]:
        """All that chapters add there."""


class Rules:
    """The chapters in force in a game, ready to look things up in."""

    def __init__(self, chapters: Iterable[Chapter], options: Mapping[str, OptionValue]) -> None:
        self.chapters = tuple(chapter for chapter in chapters if chapter.in_force(options))
        self.procedures = tuple(procedure for chapter in self.chapters for procedure in chapter.procedures)
        self.keeps = tuple(chapter.keeps for chapter in self.chapters if chapter.keeps is not None)
        self.kept_at = {kept: place for place, kept in enumerate(self.keeps)}
        """The place of what each chapter keeps among the extras of the board."""
        self.phrases: dict[str, str] = {}
        self.questions = _PhrasesOf(self.phrases, "?")
        """The phrase of each decision's question."""
        self.rolls = _PhrasesOf(self.phrases, "!")
        """The phrase of what each roll is made for."""
        self._chosen = {
            kind: kind(**{name: options[name] for name in kind.__struct_fields__})
            for kind in {chapter.options: None for chapter in self.chapters}
            if kind is not None
        }
        self.verbs = _VerbsOf()
        """The verbs of each decision: its own, then those that chapters add, then those that are to come last."""
        self._modifiers: dict[type[Roll], tuple[Adder, ...]] = {}
        seams = self._seams = _Seams()
        self.at: _At = seams.__getitem__
        """All that chapters add at a seam, in the order of the chapters. Rules ask it all the time, so that it is no
        function of ours."""
        added: dict[type[Decide], list[Verb]] = {}
        for chapter in self.chapters:
            self._take_phrases(chapter)
            for decision, verbs in chapter.verbs.items():
                added.setdefault(decision, []).extend(verbs)
            for roll, adders in chapter.modifiers.items():
                self._modifiers[roll] = self._modifiers.get(roll, ()) + adders
            for seam, values in chapter.adds:
                seams[seam] = seams[seam] + values
        for decision, extra in added.items():
            self.verbs[decision] = _in_order(decision, extra)

    def chosen(self, options: type[Chosen]) -> Chosen:
        """The options of a chapter in force, as they are chosen in this game."""
        found = self._chosen[options]
        assert isinstance(found, options)
        return found

    def modifiers(self, roll: type[Roll]) -> tuple[Adder, ...]:
        """What chapters add to a roll."""
        return self._modifiers.get(roll, ())

    def _take_phrases(self, chapter: Chapter) -> None:
        for name, words in chapter.phrases.items():
            if self.phrases.setdefault(name, words) is not words:
                raise RulesFault(f"the chapter {chapter.name} has a phrase {name!r} that another chapter has already")


def _in_order(decision: type[Decide], added: list[Verb]) -> dict[str, Verb]:
    """All verbs of a decision by name, those marked `last` at the end."""
    every = [*decision.verbs.values(), *added]
    found: dict[str, Verb] = {}
    for each in sorted(every, key=lambda each: each.last):
        if not each.finished:
            raise RulesFault(f"the verb {each.name!r} of {decision.__name__} has no effect: write one below it")
        if found.setdefault(each.name, each) is not each:
            raise RulesFault(f"two chapters give {decision.__name__} a verb {each.name!r}")
    return found
