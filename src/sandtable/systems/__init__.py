"""The rule systems, by name. A system is loaded when it is first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.resources import files

from sandtable.charts.rulebook import Rulebook
from sandtable.kernel.errors import SandtableError
from sandtable.kernel.system import System

__all__ = ["playable", "rulebook", "rulebook_of", "rulebooks", "system", "title"]

_TITLES = {
    "demo": "Picket",
    "tactical_combat": "Tactical Combat",
    "micro_armour": "Micro Armour",
    "tcs": "Tactical Combat Series",
}
_PLAYABLE = tuple(_TITLES)
_RULEBOOKS = ("demo", "tactical_combat", "micro_armour", "tcs")


def playable() -> tuple[str, ...]:
    """The systems that can be played.

    >>> "demo" in playable()
    True
    """
    return _PLAYABLE


def title(name: str) -> str:
    """What a playable system is called: known without loading it.

    >>> title("demo")
    'Picket'
    """
    return _TITLES[name]


@cache
def system(name: str) -> System:
    """The system of this name.

    >>> system("demo").title
    'Picket'
    """
    if name not in _PLAYABLE:
        raise SandtableError(f"there is no playable system {name!r:.40}: there are {', '.join(_PLAYABLE)}")
    found: System = import_module(f"sandtable.systems.{name}").SYSTEM
    return found


def rulebooks() -> tuple[str, ...]:
    """The systems whose rules are written down.

    >>> "tcs" in rulebooks()
    True
    """
    return _RULEBOOKS


@cache
def rulebook(name: str) -> Rulebook:
    """The rules of a system, each with its id and statement.

    >>> rulebook("demo").rule("DS 5").title
    'Watch fire'
    """
    if name not in _RULEBOOKS:
        raise SandtableError(f"there is no system {name!r:.40}: there are {', '.join(_RULEBOOKS)}")
    return Rulebook.load(files("sandtable.systems") / name / "rules.csv")


def rulebook_of(system: System) -> Rulebook:
    """The rules of a system with those that its chapters bring in a file of their own.

    >>> len(rulebook_of(system("demo"))) == len(rulebook("demo"))
    True
    """
    book = rulebook(system.name)
    for chapter in system.chapters:
        if chapter.rules is not None:
            book = book.joined(Rulebook.load(chapter.rules))
    return book
