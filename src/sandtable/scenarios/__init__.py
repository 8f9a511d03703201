"""The shipped battles, and how a battle is loaded: by name, or from a file of one's own."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

import msgspec

from sandtable.kernel.datafile import complaint, load_toml
from sandtable.kernel.errors import OptionError, SandtableError, ScenarioError, ScenarioFault
from sandtable.kernel.game import Game
from sandtable.kernel.system import choose_options
from sandtable.systems import playable, system

__all__ = ["load", "names"]


def names() -> tuple[str, ...]:
    """The shipped scenarios, as `system/scenario`.

    >>> "demo/bridge" in names()
    True
    """
    found = []
    for each in playable():
        folder = files("sandtable.scenarios") / each
        found += sorted(
            f"{each}/{file.name.removesuffix('.toml')}" for file in folder.iterdir() if file.name.endswith(".toml")
        )
    return tuple(found)


def load(name: str, options: Mapping[str, object] | None = None) -> Game:
    """The game of a scenario: a shipped one by name, or a `.toml` file by its path.

    >>> load("demo/bridge", options={"turns": 2}).options["turns"]
    2
    >>> load("demo/bridges")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    sandtable.kernel.errors.SandtableError: there is no scenario 'demo/bridges': there are demo/bridge, ...
    """
    if name in names():
        of, _, scenario = name.partition("/")
        text = (files("sandtable.scenarios") / of / f"{scenario}.toml").read_text(encoding="utf-8")
        return _game(text, name, of, options)
    if not name.endswith(".toml"):
        raise SandtableError(f"there is no scenario {name!r:.60}: there are {', '.join(names())}")
    try:
        text = Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or "it is not UTF-8 text"
        raise ScenarioError(f"{name}: it cannot be read ({reason})") from None
    return _game(text, name, _system_named(text, name), options)


class _Named(msgspec.Struct):
    """The one key that tells how to read the others."""

    system: str


def _system_named(text: str, file: str) -> str:
    named = load_toml(text, file, _Named).system
    if named not in playable():
        raise complaint(text, file, ("system",), f"there is no system {named!r:.40}: there are {', '.join(playable())}")
    return named


def _game(text: str, name: str, of: str, options: Mapping[str, object] | None) -> Game:
    rules = system(of)
    scenario = load_toml(text, name, rules.scenario)
    for option, value in scenario.options.items():
        try:
            choose_options(rules.options, {option: value})
        except OptionError as fault:
            raise complaint(text, name, ("options", option), str(fault)) from None
    try:
        return Game(rules, scenario, options, name=name)
    except ScenarioFault as fault:
        raise complaint(text, name, fault.place, str(fault)) from None
