"""Routes: the shipped battles."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

import msgspec
from litestar import Router, get
from litestar.params import Parameter

from sandtable.kernel.game import Game
from sandtable.kernel.scene import HexScene, TableScene
from sandtable.kernel.system import Option, OptionValue
from sandtable.scenarios import names
from sandtable.server.games.errors import NotFound
from sandtable.server.games.shipping import shipped

__all__ = ["ScenarioCard", "load_all", "routes", "scenario_card"]

Name = Annotated[str, Parameter(max_length=100)]


class OptionCard(msgspec.Struct, frozen=True):
    """A rule that a game may play with or without, or with another value."""

    name: str
    words: str
    rule: str
    kind: Literal["bool", "int", "choice"]
    default: OptionValue
    low: int | None
    high: int | None
    choices: tuple[str, ...]


class ScenarioCard(msgspec.Struct, frozen=True):
    """A battle in the list."""

    name: str
    title: str
    system: str
    system_title: str
    credits: str
    sides: tuple[str, ...]
    briefing: str
    turns: int
    pieces: tuple[int, ...]
    board: Literal["table", "hexes"]
    width: int
    height: int
    example: bool
    """Whether its system is there to show how one is written: put it last."""


class ScenarioPage(msgspec.Struct, frozen=True):
    """A battle with its options and its map."""

    card: ScenarioCard
    options: tuple[OptionCard, ...]
    scene: TableScene | HexScene


def _turns(game: Game) -> int:
    """How many turns it lasts, by the option or the field of that name; 0 if it has neither."""
    for value in (game.options.get("turns"), getattr(game.scenario, "turns", 0)):
        if type(value) is int:
            return value
    return 0


@lru_cache(maxsize=256)
def scenario_card(name: str) -> ScenarioCard:
    """A battle as it stands in the list."""
    game = shipped(name, {})
    scene = game.scene()
    table = isinstance(scene, TableScene)
    return ScenarioCard(
        name=name,
        title=game.scenario.title,
        system=game.system.name,
        system_title=game.system.title,
        credits=game.system.credits,
        sides=game.sides,
        briefing=game.scenario.briefing,
        turns=_turns(game),
        pieces=tuple(sum(piece.side == side for piece in scene.pieces) for side in range(len(game.sides))),
        board="table" if table else "hexes",
        width=scene.width if isinstance(scene, TableScene) else scene.columns,
        height=scene.height if isinstance(scene, TableScene) else scene.rows,
        example=game.system.example,
    )


def _option(option: Option, value: OptionValue) -> OptionCard:
    whole = isinstance(option.default, int) and not isinstance(option.default, bool)
    kind: Literal["bool", "int", "choice"] = (
        "bool" if isinstance(option.default, bool) else "int" if whole else "choice"
    )
    low, high = (option.low, option.high) if whole else (None, None)
    return OptionCard(option.name, option.words, option.rule, kind, value, low, high, option.choices)


def load_all() -> None:
    """Load every battle, so that nobody waits for it."""
    for name in names():
        scenario_card(name)


@get("/scenarios", sync_to_thread=True, cache_control=None)
def list_scenarios() -> tuple[ScenarioCard, ...]:
    """All shipped battles."""
    return tuple(scenario_card(name) for name in names())


@get("/scenarios/{system:str}/{scenario:str}", sync_to_thread=True)
def show_scenario(system: Name, scenario: Name) -> ScenarioPage:
    """A battle with its options, each with the value it has unless one chooses another, and its map."""
    name = f"{system}/{scenario}"
    if name not in names():
        raise NotFound("there is no such scenario")
    game = shipped(name, {})
    options = tuple(_option(option, game.options[option.name]) for option in game.system.options)
    return ScenarioPage(scenario_card(name), options, game.scene())


def routes() -> Router:
    """The routes of scenarios."""
    return Router("/api", route_handlers=[list_scenarios, show_scenario], tags=["scenarios"])
