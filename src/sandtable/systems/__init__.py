"""The rule systems, by name: our own, and those that other packages bring. One is loaded when it is first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable

from sandtable.charts.rulebook import Rulebook
from sandtable.kernel.errors import SandtableError
from sandtable.kernel.system import System

__all__ = ["folder", "playable", "rulebook", "rulebook_of", "rulebooks", "scenario_folder", "system", "title"]

_TITLES = {
    "demo": "Picket",
    "tactical_combat": "Tactical Combat",
    "micro_armour": "Micro Armour",
    "tcs": "Tactical Combat Series",
}
GROUP = "sandtable.systems"
"""The entry points by which another package brings systems: a name, and the module whose `SYSTEM` it is. Its
`rules.csv` and a folder `scenarios` are beside that module.
"""


@cache
def _brought() -> dict[str, EntryPoint]:
    """The systems that other packages bring, by name."""
    return {each.name: each for each in entry_points(group=GROUP) if each.name not in _TITLES}


def playable() -> tuple[str, ...]:
    """The systems that can be played.

    >>> "demo" in playable()
    True
    """
    return (*_TITLES, *_brought())


def folder(name: str) -> Traversable:
    """Where a playable system keeps its `rules.csv`.

    >>> folder("demo").joinpath("rules.csv").is_file()
    True
    """
    return files("sandtable.systems") / name if name in _TITLES else files(_brought()[name].module)


def scenario_folder(name: str) -> Traversable:
    """Where the scenarios of a playable system are.

    >>> scenario_folder("demo").joinpath("bridge.toml").is_file()
    True
    """
    return files("sandtable.scenarios") / name if name in _TITLES else folder(name) / "scenarios"


def title(name: str) -> str:
    """What a playable system is called: known without loading it.

    >>> title("demo")
    'Picket'
    """
    return _TITLES[name] if name in _TITLES else system(name).title


@cache
def system(name: str) -> System:
    """The system of this name.

    >>> system("demo").title
    'Picket'
    """
    if name not in playable():
        raise SandtableError(f"there is no playable system {name!r:.40}: there are {', '.join(playable())}")
    module = f"sandtable.systems.{name}" if name in _TITLES else _brought()[name].module
    found: System = import_module(module).SYSTEM
    return found


def rulebooks() -> tuple[str, ...]:
    """The systems whose rules are written down.

    >>> "tcs" in rulebooks()
    True
    """
    return playable()


@cache
def rulebook(name: str) -> Rulebook:
    """The rules of a system, each with its id and statement.

    >>> rulebook("demo").rule("DS 5").title
    'Watch fire'
    """
    if name not in playable():
        raise SandtableError(f"there is no system {name!r:.40}: there are {', '.join(playable())}")
    return Rulebook.load(folder(name) / "rules.csv")


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
