"""The shipped battles, and how a battle is loaded: by name, or from your own file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

import msgspec

from sandtable.kernel.datafile import complaint, load_toml
from sandtable.kernel.errors import OptionError, SandtableError, ScenarioError, ScenarioFault
from sandtable.kernel.game import Game
from sandtable.kernel.learning import convert
from sandtable.kernel.system import Generated, OptionValue, choose_options
from sandtable.systems import playable, scenario_folder, system

__all__ = [
    "Heading",
    "chosen_options",
    "generated",
    "generated_name",
    "heading",
    "is_generated",
    "lesson_seed",
    "lessons",
    "load",
    "names",
]

_MARK = "/generated?"
_FIRST_TABLE = re.compile(r"^\[", re.MULTILINE)
LESSONS = "lessons"
LONGEST = 500
"""No name of a generated battle has more characters after its mark."""


def names() -> tuple[str, ...]:
    """The shipped scenarios, as `system/scenario`.

    >>> "demo/bridge" in names()
    True
    """
    found = []
    for each in playable():
        found += sorted(
            f"{each}/{file.name.removesuffix('.toml')}"
            for file in scenario_folder(each).iterdir()
            if file.name.endswith(".toml")
        )
    return tuple(found)


def lessons() -> tuple[str, ...]:
    """The small battles that lessons are given in: they can be played, and are in no list.

    >>> "tactical_combat/lesson" in lessons()
    True
    """
    found = []
    for each in playable():
        folder = scenario_folder(each) / LESSONS
        if folder.is_dir():
            found += sorted(f"{each}/{file.name.removesuffix('.toml')}" for file in folder.iterdir())
    return tuple(found)


def lesson_seed(name: str) -> int:
    """The seed of the dice of a lesson, from the remark in the first line of its file.

    >>> lesson_seed("tactical_combat/lesson") > 0
    True
    """
    return int(_shipped(name).split(":", 1)[0].removeprefix("# dice "))


class Heading(msgspec.Struct, frozen=True):
    """What stands at the head of a shipped scenario."""

    title: str
    sides: tuple[str, ...]
    briefing: str = ""


def heading(name: str) -> Heading:
    """The head of a shipped scenario, without reading its map and forces and without loading its system.

    >>> heading("demo/bridge").sides
    ('Blue', 'Red')
    """
    text = _shipped(name)
    try:
        return load_toml(_FIRST_TABLE.split(text, 1)[0], name, Heading)
    except ScenarioError:  # a line of the briefing looks like the first table
        return load_toml(text, name, Heading)


class _Options(msgspec.Struct):
    options: dict[str, Any] = {}


def chosen_options(name: str) -> dict[str, OptionValue]:
    """The value of every option in a shipped scenario, without loading its map and forces.

    >>> chosen_options("demo/duel")["turns"]
    3
    """
    own = load_toml(_shipped(name), name, _Options).options
    return choose_options(system(name.partition("/")[0]).options, own)


def load(name: str, options: Mapping[str, object] | None = None) -> Game:
    """The game of a scenario: a shipped one by name, one to be generated, or a `.toml` file by its path.

    >>> load("demo/bridge", options={"turns": 2}).options["turns"]
    2
    >>> load("demo/bridges")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    sandtable.kernel.errors.SandtableError: there is no scenario 'demo/bridges': there are demo/bridge, ...
    """
    if is_generated(name):
        return generated(name, options)[0]
    if name in names() or name in lessons():
        return _game(_shipped(name), name, name.partition("/")[0], options)
    if not name.endswith(".toml"):
        raise SandtableError(f"there is no scenario {name!r:.60}: there are {', '.join(names())}")
    text = _read(name)
    return _game(text, name, _system_named(text, name), options, Path(name).parent)


def _shipped(name: str) -> str:
    of, _, scenario = name.partition("/")
    folder = scenario_folder(of)
    return (folder / LESSONS / f"{scenario}.toml" if name in lessons() else folder / f"{scenario}.toml").read_text(
        encoding="utf-8"
    )


def is_generated(name: str) -> bool:
    """Whether a name says how to make a battle.

    >>> is_generated("micro_armour/generated?blue=T-72&seed=7"), is_generated("demo/bridge")
    (True, False)
    """
    return _MARK in name and name.partition(_MARK)[0] in playable()


def generated_name(of: str, question: msgspec.Struct) -> str:
    """The name under which a generated battle is loaded: the system, and what is not usual about it.

    >>> from sandtable.systems.micro_armour.generator import Battle
    >>> generated_name("micro_armour", Battle(blue="M1A1 Abrams", seed=7))
    'micro_armour/generated?blue=M1A1+Abrams&seed=7'
    """
    usual = type(question)()
    fields = [field.name for field in msgspec.structs.fields(question)]
    pairs = [(each, getattr(question, each)) for each in fields if getattr(question, each) != getattr(usual, each)]
    return f"{of}{_MARK}{urlencode(pairs, safe='/()')}"


def generated(name: str, options: Mapping[str, object] | None = None) -> tuple[Game, Generated]:
    """The game of a generated battle by its name, and what there is to say about it.

    >>> game, made = generated("micro_armour/generated?blue=M1A1 Abrams&balance=drop")
    >>> game.name
    'micro_armour/generated?blue=M1A1+Abrams&balance=drop'
    >>> made.notes[0]
    'Blue: 9 tanks at cohesion 14, generation III, 3956 points'
    """
    of, _, query = name.partition(_MARK)
    rules = system(of)
    if rules.generator is None:
        raise SandtableError(f"{rules.title} has no generator of battles")
    values = dict(parse_qsl(query, keep_blank_values=True)) if len(query) < LONGEST else {"": ""}
    try:
        question = convert(values, rules.generator.parameters, strict=False)
    except (msgspec.ValidationError, OptionError) as fault:
        raise OptionError(f"this battle cannot be generated: {fault}") from None
    made = rules.generator.make(question)
    return Game(rules, made.scenario, options, name=generated_name(of, question)), made


def _read(file: str) -> str:
    """The text of a file, or a ScenarioError that says why it cannot be read."""
    try:
        return Path(file).read_text(encoding="utf-8-sig")  # some editors begin a file with a mark of its encoding
    except UnicodeDecodeError as fault:
        line = fault.object[: fault.start].count(b"\n") + 1
        raise ScenarioError(f"{file} line {line}: it is not UTF-8 text") from None
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or "no file can have this name"
        raise ScenarioError(f"{file}: it cannot be read ({reason})") from None


class _Named(msgspec.Struct):
    """The one key that says how to read the others."""

    system: str


def _system_named(text: str, file: str) -> str:
    named = load_toml(text, file, _Named).system
    if named not in playable():
        raise complaint(text, file, ("system",), f"there is no system {named!r:.40}: there are {', '.join(playable())}")
    return named


def _game(text: str, name: str, of: str, options: Mapping[str, object] | None, folder: Path | None = None) -> Game:
    rules = system(of)

    def with_map(values: dict[str, Any]) -> dict[str, Any]:
        """A map may lie in a file beside the scenario."""
        beside = values.get("map")
        if not isinstance(beside, str) or folder is None:
            return values
        if Path(beside).name != beside:
            raise complaint(text, name, ("map",), "name a file that lies beside the scenario")
        return {**values, "map": rules.read_map(_read(str(folder / beside)), beside, values)}

    scenario = load_toml(text, name, rules.scenario, with_map)
    for option, value in scenario.options.items():
        try:
            choose_options(rules.options, {option: value})
        except OptionError as fault:
            raise complaint(text, name, ("options", option), str(fault)) from None
    try:
        return Game(rules, scenario, options, name=name)
    except ScenarioFault as fault:
        raise complaint(text, name, fault.place, str(fault)) from None
