"""Micro Armour: The Game - Modern, the introductory tank rules.

A game of modern tank battles by GHQ (2002), played with 1/285th scale models on a table: a stand is a platoon
and an inch is a hundred metres. Micro Armour is a registered trademark of GHQ.

This is an independent implementation. It is neither made nor endorsed by GHQ, and states the rules in its own
words in `rules.csv`; the charts lie in `charts/`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from sandtable.board.tabletext import heading_named, point_named
from sandtable.kernel.chapter import Chapter, Rules
from sandtable.kernel.decision import Target
from sandtable.kernel.game import Game
from sandtable.kernel.picture import Picture, Scene
from sandtable.kernel.procedure import Procedure, Reaction, Shot
from sandtable.kernel.state import Known, State
from sandtable.kernel.system import OptionValue, System
from sandtable.systems.micro_armour import (
    command,
    field,
    fire,
    halt,
    movement,
    orders,
    phases,
    reactions,
    removal,
    setup,
    turn,
    victory,
)
from sandtable.systems.micro_armour.board import NOBODY, OFF, Board, Situation, Stand, World
from sandtable.systems.micro_armour.calculators import CALCULATORS
from sandtable.systems.micro_armour.drawing import draw
from sandtable.systems.micro_armour.field import Battlefield
from sandtable.systems.micro_armour.freepoints import FreePoints
from sandtable.systems.micro_armour.generator import GENERATOR
from sandtable.systems.micro_armour.options import OPTIONS
from sandtable.systems.micro_armour.picture import line, picture, scene, seen
from sandtable.systems.micro_armour.scenario import MicroScenario, make_world
from sandtable.systems.micro_armour.tables import GROUND, TERRAIN

__all__ = ["SYSTEM", "MicroArmour"]


class MicroArmour(System[Board, World]):
    """The rules of Micro Armour."""

    name = "micro_armour"
    title = "Micro Armour"
    version = "3"
    credits = "Micro Armour: The Game - Modern is by GHQ. This is an independent implementation."
    board = Board
    chapters = (
        Chapter(name="options", options=OPTIONS),
        setup.CHAPTER,
        turn.CHAPTER,
        command.CHAPTER,
        phases.CHAPTER,
        fire.CHAPTER,
        orders.CHAPTER,
        movement.CHAPTER,
        halt.CHAPTER,
        removal.CHAPTER,
        field.CHAPTER,
        victory.CHAPTER,
    )
    scenario = MicroScenario
    calculators = CALCULATORS
    generator = GENERATOR

    def world(self, scenario: MicroScenario, options: Mapping[str, OptionValue], rules: Rules) -> Any:
        """The table, the roster and the options, checked."""
        return make_world(scenario, options)

    def start(self, game: Game) -> tuple[Board, Sequence[Procedure]]:
        """An empty table; both sides organise at once."""
        world: World = game.world
        count = len(world.names)
        board = Board(
            tuple(Stand() for _ in range(count)), groups=(0,) * count, holders=(NOBODY,) * len(world.objectives)
        )
        return board, (setup.SetUp(), turn.Turn())

    def look(self, game: Game, board: Board) -> Situation:
        """The table to read."""
        return Situation(game, board)

    def field(self, game: Game, board: Board) -> Battlefield:
        """A working copy."""
        return Battlefield(game, board)

    def draw(self, look: Situation, over: Mapping[int, str] | None = None) -> str:
        """The table as text."""
        return draw(look, over)

    def scene(self, game: Game) -> Scene:
        """The table and the roster, for a client."""
        return scene(game)

    def picture(self, game: Game, state: Known) -> Picture:
        """One moment, for a client."""
        return picture(game, state)

    def sight(self, game: Game, state: Known, side: int | None, place: int) -> Sequence[int]:
        """The points in sight of a point."""
        return seen(game, state, side, place)

    def line(self, game: Game, state: Known, side: int | None, place: int, to: int) -> str:
        """What blocks a line."""
        return line(game, state, side, place, to)

    def name_of(self, game: Game, kind: str, value: Any) -> str:
        """Stands and groups by name, points in inches."""
        world: World = game.world
        if kind == "unit":
            return str(world.names[value])
        if kind == "point":
            return world.table.text(value)
        if kind == "side":
            return game.side_name(value)
        if kind == "group":
            return str(world.group_names[value % 2][value // 2])
        if kind == "objective":
            return str(world.objectives[value][0])
        if kind == "heading":
            return f"{value * 15} degrees"
        if kind == "outcome":
            return _outcome(world, value)
        return str(value)

    def target_named(self, game: Game, kind: str, text: str) -> Target:
        """A point by its inches: `14,9.5`; a heading by its degrees or by the compass: `90`, `SE`."""
        if kind == "point":
            return point_named(game.world.table, text)
        return heading_named(text) if kind == "heading" else None

    def difference(self, before: Situation, after: Situation) -> str:
        """What changed, stand by stand."""
        changes = []
        for name, was, now in zip(before.world.names, before.stands, after.stands, strict=True):
            if was.alive and not now.alive:
                changes.append(f"{name} eliminated")
                continue
            for what in ("suppressed", "disorganized", "depleted"):
                if getattr(now, what) and not getattr(was, what):
                    changes.append(f"{name} {what}")
                elif getattr(was, what) and not getattr(now, what):
                    changes.append(f"{name} no longer {what}")
            if now.at != was.at and now.at != OFF:
                changes.append(f"{name} at {before.world.table.text(now.at)}")
        return ", ".join(changes)

    def range_between(self, look: Situation, one: int, other: int) -> int | None:
        """Inches as fire measures them."""
        both = look.stands[one].at != OFF and look.stands[other].at != OFF
        return look.range_to(one, other) if both else None

    def harm(self, outcome: Any) -> int:
        """An eliminated target, or one with a marker."""
        return reactions.harm(outcome)

    def shots(self, game: Game, known: Known, side: int, reaction: Reaction) -> list[Shot]:
        """The shots that could be fired at a mover."""
        return reactions.shots(game, known, side)

    def worth(self, look: Situation, side: int) -> int:
        """Tanks by their price, their markers, their ground."""
        total = 0
        for n, s in enumerate(look.stands):
            if not s.alive:
                continue
            value = look.world.tanks[n].points
            value -= value * (2 * s.suppressed + 3 * s.disorganized) // 10
            if s.at != OFF:
                ground = GROUND.get(look.world.table.ground_at(s.at))
                value += 5 * TERRAIN[ground.terrain].mod_vehicle if ground else 0
            total += value if look.world.owners[n] == side else -value
        return total

    def imagine(self, game: Game, state: State[Any, Any], side: int, below: Callable[[int], int]) -> State[Any, Any]:
        """In set-up, other groups and places chosen by the enemy."""
        if not state.secret:
            return state
        enemy = 1 - side
        part = state.secret[enemy][-1]
        look = self.look(game, state.board)
        mine = setup.own(look, enemy)
        count = len(part.groups) if isinstance(part, setup.Organise) else len(mine)
        groups: list[int] = []
        for _ in range(count):
            groups.append(below(max(groups, default=-1) + 2))
        changes: dict[str, Any] = {"groups": tuple(groups)}
        if isinstance(part, setup.Deploy | setup.Ready):
            points: list[int] = []
            for n in setup.to_place(look, enemy)[: len(part.points)]:
                free = FreePoints(game.world, game.world.zones[n], [game.world.base(p, 0) for p in points])
                points.append(free[below(len(free))])
            changes["points"] = tuple(points)
        secret = list(state.secret)
        secret[enemy] = (replace(part, **changes),)
        return State(state.board, state.stack, tuple(secret), state.result, state.rolls)


def _outcome(world: World, value: Any) -> str:
    if value == ():
        return "nobody may move"
    if isinstance(value, tuple) and all(type(each) is int for each in value):
        return f"{', '.join(world.names[n] for n in value)} may move"
    if isinstance(value, tuple):
        return " and ".join(str(each) for each in value if each)
    return str(value)


SYSTEM = MicroArmour()
