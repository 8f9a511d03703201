"""Micro Armour: The Game - Modern, the introductory tank rules.

A game of modern tank battles by GHQ (2002), played with 1/285th scale models on a table: a stand is a platoon
and an inch is a hundred metres. Micro Armour is a registered trademark of GHQ.

This is an independent implementation. It is neither made nor endorsed by GHQ, and states the rules in its own
words in `rules.csv`; the charts lie in `charts/`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from sandtable.board.tabletext import heading_named, point_named
from sandtable.kernel.chapter import Chapter, Rules
from sandtable.kernel.decision import Target
from sandtable.kernel.game import Game
from sandtable.kernel.picture import Picture
from sandtable.kernel.procedure import Procedure, Reaction, Shot
from sandtable.kernel.scene import Scene
from sandtable.kernel.state import Known, State
from sandtable.kernel.system import Change, Named, System
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
from sandtable.systems.micro_armour.freepoints import free_points
from sandtable.systems.micro_armour.generator import GENERATOR
from sandtable.systems.micro_armour.options import MicroArmourOptions
from sandtable.systems.micro_armour.picture import line, picture, scene, seen
from sandtable.systems.micro_armour.scenario import MicroScenario, make_world
from sandtable.systems.micro_armour.showing import VEHICLES
from sandtable.systems.micro_armour.tables import GROUND, TANKS, TERRAIN

__all__ = ["SYSTEM", "MicroArmour"]


class MicroArmour(System[Board, World]):
    """The rules of Micro Armour."""

    name = "micro_armour"
    title = "Micro Armour"
    version = "3"
    credits = "Micro Armour: The Game - Modern is by GHQ. This is an independent implementation."
    board = Board
    chapters = (
        Chapter(name="options", options=MicroArmourOptions),
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
    look = Situation
    field = Battlefield
    scenario = MicroScenario
    calculators = CALCULATORS
    names = MappingProxyType({"vehicles": tuple(Named(name, f"{tank.points} points") for name, tank in TANKS.items())})
    generator = GENERATOR
    vehicles = VEHICLES
    phases = (
        ("initiative", "Initiative"),
        ("fire_phase", "Fire 1"),
        ("fire_phase", "Fire 2"),
        ("command_rolls", "Orders"),
        ("move_phase", "Movement"),
        ("removal", "Removal"),
        ("end_turn", ""),
    )
    severities = (
        ("-", "", "passed", "nothing", "fresh"),
        ("S", "(S)", "depleted", "suppressed", "S off", "all off"),
        ("D", "failed", "worse", "disorganized", "suppressed and disorganized"),
        ("E", "eliminated"),
    )

    def world(self, scenario: MicroScenario, rules: Rules) -> Any:
        """The table, the roster and the options, checked."""
        return make_world(scenario, rules.chosen(MicroArmourOptions))

    def start(self, game: Game) -> tuple[Board, Sequence[Procedure]]:
        """An empty table; both sides organise at once."""
        world: World = game.world
        count = len(world.names)
        board = Board(
            tuple(Stand() for _ in range(count)), groups=(0,) * count, holders=(NOBODY,) * len(world.objectives)
        )
        return board, (setup.SetUp(), turn.Turn())

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
            side, number = value
            return str(world.group_names[side][number])
        if kind == "objective":
            return str(world.objectives[value][0])
        if kind == "weapon":
            return fire.NAMES[value]
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

    def every(self, game: Game, kind: str) -> Collection[Any]:
        """Stands, points of the table and headings by number; groups by side and number."""
        world: World = game.world
        if kind == "group":
            return tuple((side, number) for side in (0, 1) for number in range(len(world.group_names[side])))
        counts = {"unit": len(world.names), "point": world.table.columns * world.table.rows, "heading": 24}
        return range(counts.get(kind, 0))

    def target_of_record(self, verb: str, target: Target) -> Target:
        """Groups were once written as one number: twice that of the group, and one more for the second side."""
        if verb in ("into", "order", "independent") and isinstance(target, int):
            return target % 2, target // 2
        return target

    def severity(self, outcome: Any) -> int:
        """A test by who may move; all others by their words."""
        if isinstance(outcome, tuple) and all(type(each) is int for each in outcome):
            return int(bool(outcome))
        return super().severity(outcome)

    def owner(self, game: Game, kind: str, value: Any) -> int | None:
        """Whose a stand or a group is."""
        if kind == "unit":
            return int(game.world.owners[value])
        if kind == "group":
            return int(value[0])
        return super().owner(game, kind, value)

    def changes(self, before: Situation, after: Situation) -> list[Change]:
        """What changed, stand by stand."""
        found = []
        for n, (was, now) in enumerate(zip(before.stands, after.stands, strict=True)):
            if was.alive and not now.alive:
                found.append(Change(before.say("changed.eliminated", stand=n), 3))
                continue
            for what, severity in (("suppressed", 1), ("disorganized", 2), ("depleted", 1)):
                if getattr(now, what) and not getattr(was, what):
                    found.append(Change(before.say(f"changed.{what}", stand=n), severity))
                elif getattr(was, what) and not getattr(now, what):
                    found.append(Change(before.say(f"changed.no_longer_{what}", stand=n), 0))
            if now.at != was.at and now.at != OFF:
                found.append(Change(before.say("changed.at", stand=n, point=now.at), 0))
        return found

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
                free = free_points(game.world, game.world.zones[n], [game.world.base(p, 0) for p in points])
                points.append(free[below(len(free))])
            changes["points"] = tuple(points)
        secret = list(state.secret)
        secret[enemy] = (replace(part, **changes),)
        return replace(state, secret=tuple(secret))


def _outcome(world: World, value: Any) -> str:
    if value == ():
        return "nobody may move"
    if isinstance(value, tuple) and all(type(each) is int for each in value):
        return f"{', '.join(world.names[n] for n in value)} may move"
    if isinstance(value, tuple):
        return " and ".join(str(each) for each in value if each)
    return str(value)


SYSTEM = MicroArmour()
