"""Tactical Combat, miniatures rules by David Newport.

A game of company and battalion actions of the Second World War and after, played with stands of infantry and
vehicles on a table: a stand is a squad or a platoon.

This is an independent implementation. It is neither made nor endorsed by the author, and states the rules in
its own words in `rules.csv`; the charts lie in `charts/`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, cast

import msgspec

from sandtable.board.tabletext import heading_named, letter, point_named
from sandtable.kernel.chapter import Chapter, Rules
from sandtable.kernel.decision import Target
from sandtable.kernel.game import Game
from sandtable.kernel.memo import known_of
from sandtable.kernel.picture import Picture
from sandtable.kernel.procedure import Procedure
from sandtable.kernel.reason import Reason
from sandtable.kernel.scene import Scene
from sandtable.kernel.state import Known, State
from sandtable.kernel.system import Change, Named, System
from sandtable.systems.tactical_combat import (
    action,
    armour,
    closecombat,
    command,
    field,
    fire,
    movement,
    panic,
    recovery,
    riding,
    running,
    setup,
    special,
    support,
    turn,
    victory,
)
from sandtable.systems.tactical_combat.board import OFF, Board, Stand
from sandtable.systems.tactical_combat.calculators import CALCULATORS
from sandtable.systems.tactical_combat.drawing import draw
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.options import TacticalCombatOptions
from sandtable.systems.tactical_combat.picture import line, picture, scene, seen
from sandtable.systems.tactical_combat.scenario import TacticalScenario, advice, make_world
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.tables import MORALE, NORMAL, PARALYZED, SUPPRESSED, stand_kinds
from sandtable.systems.tactical_combat.world import World

__all__ = ["SYSTEM", "TacticalCombat"]


class TacticalCombat(System[Board, World]):
    """The rules of Tactical Combat."""

    name = "tactical_combat"
    title = "Tactical Combat"
    version = "4"
    credits = "Tactical Combat is by David Newport. This is an independent implementation."
    board = Board
    chapters = (
        Chapter(name="options", options=TacticalCombatOptions),
        setup.CHAPTER,
        turn.CHAPTER,
        action.CHAPTER,
        command.CHAPTER,
        movement.CHAPTER,
        panic.CHAPTER,
        fire.CHAPTER,
        closecombat.CHAPTER,
        armour.CHAPTER,
        riding.CHAPTER,
        running.CHAPTER,
        support.CHAPTER,
        recovery.CHAPTER,
        field.CHAPTER,
        victory.CHAPTER,
        Chapter(name="special rules", procedures=special.PROCEDURES, phrases=special.PHRASES),
    )
    look = Situation
    field = Battlefield
    scenario = TacticalScenario
    calculators = CALCULATORS
    names = MappingProxyType(
        {
            "stands": tuple(
                Named(key, f"{kind.name}, {kind.nation}, {kind.theatre}" if kind.nation else kind.name)
                for key, kind in stand_kinds().items()
            )
        }
    )
    phases = (("command", "Command"), ("action_phase", "Action"), ("recovery", "Recovery"), ("end_turn", ""))
    severities = (
        ("acts", "improves", "through", "runs", "steady", "safe", "enough", "it holds", "lands", "sleeps", "normal"),
        ("stays", "suppressed", "opened", "wakes", "not opened", "nothing happens", "straight"),
        ("fails", "caught", "hurt", "none left", "withdraws", "broken", "blown"),
        ("breaks down", "lost", "paralyzed"),
    )
    unknown = MappingProxyType({"point": Reason("say a point of the table in inches, such as 14,9.5")})

    def world(self, scenario: TacticalScenario, rules: Rules) -> Any:
        """The table, the roster and the options, checked."""
        return make_world(scenario, rules.chosen(TacticalCombatOptions))

    def advice(self, game: Game) -> tuple[str, ...]:
        """What would make the scenario faster to play."""
        assert isinstance(game.scenario, TacticalScenario)
        return advice(game.scenario, game.world)

    def start(self, game: Game) -> tuple[Board, Sequence[Procedure]]:
        """An empty table; both sides set up at once."""
        kept = known_of(game.world, "start")  # it is the same for every battle
        if not kept:
            kept["board"] = self._empty(game)
        return kept["board"], (setup.SetUp(), turn.TurnStart(game.world.first_side))

    def _empty(self, game: Game) -> Board:
        world, scenario = game.world, cast(TacticalScenario, game.scenario)
        held = [_holder(game, each.holder) for each in scenario.objective]
        return Board(
            tuple(Stand(hits=world.full_hits[n] if world.arrivals[n] else 0) for n in range(len(world.names))),
            points=(0,) * len(world.formations),
            bank=(0,) * len(world.formations),
            called=(0,) * len(world.supports),
            holders=tuple(held),
            score=(0, 0),
            memories=tuple(rule.memory(game) for rule in world.specials),
            lifted=tuple(sorted({number for rule in world.specials for number in rule.absent(game)})),
        )

    def draw(self, look: Situation, over: Mapping[int, str] | None = None) -> str:
        """The table as text."""
        return draw(look, over)

    def aims(self, game: Game) -> str:
        """How the scenario is won."""
        return str(game.world.victory.words(game.world, game.sides))

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
        """Stands by name, points in inches."""
        world = game.world
        if kind == "unit":
            return str(world.names[value])
        if kind == "point":
            return str(world.table.text(value))
        if kind == "side":
            return game.side_name(value)
        if kind == "formation":
            return str(world.formations[value].name)
        if kind == "objective":
            return str(world.objectives[value][0])
        if kind == "choice":
            return str(world.supports[value].name)
        if kind == "heading":
            return f"{value * 15} degrees"
        if kind == "task":
            rule, task = value
            return str(world.specials[rule].task_words(world, task))
        if kind == "outcome":
            return _outcome(value)
        return str(value)

    def every(self, game: Game, kind: str) -> Collection[Any]:
        """Stands, points of the table, headings and support by number."""
        table = game.world.table
        counts = {
            "unit": len(game.world.names),
            "point": table.columns * table.rows,
            "heading": 24,
            "choice": len(game.world.supports),
        }
        return range(counts.get(kind, 0))

    def range_between(self, look: Situation, one: int, other: int) -> int | None:
        """Inches between the nearest edges of two bases, begun inches counted whole."""
        if look.stands[one].at < 0 or look.stands[other].at < 0:
            return None
        return -(-look.apart(one, other) // 100)

    def harm(self, outcome: Any) -> int:
        """Hits, then suppression or being forced back."""
        if not isinstance(outcome, tuple):
            return 0
        return 2 if outcome[0] else 1 if any(outcome) else 0

    def target_named(self, game: Game, kind: str, text: str) -> Target:
        """A point by its inches: `14,9.5`; a heading by its degrees or by the compass: `90`, `SE`; a stand by its
        name, or by its letter on the drawn table.
        """
        if kind == "point":
            return point_named(game.world.table, text)
        if kind == "unit":
            return _stand_named(game.world, text)
        return heading_named(text) if kind == "heading" else None

    def target_of_record(self, verb: str, target: Target) -> Target:
        """Tasks were once written as one number: a million for each special rule before theirs."""
        return divmod(target, 1_000_000) if verb == "task" and isinstance(target, int) else target

    def severity(self, outcome: Any) -> int:
        """A result of fire by its hits, its morale and how far it throws back; all others by their words."""
        if not isinstance(outcome, tuple):
            return super().severity(outcome)
        hits, morale, back = outcome
        return 3 if morale == PARALYZED else 2 if hits or back else int(morale == SUPPRESSED)

    def owner(self, game: Game, kind: str, value: Any) -> int | None:
        """Whose a stand or a formation is."""
        if kind == "unit":
            return int(game.world.owners[value])
        if kind == "formation":
            return int(game.world.formations[value].side)
        return super().owner(game, kind, value)

    def changes(self, before: Situation, after: Situation) -> list[Change]:
        """What changed, stand by stand."""
        found = []
        for n, (was, now) in enumerate(zip(before.stands, after.stands, strict=True)):
            if was.hits and not now.hits:
                found.append(Change(before.say("changed.destroyed", stand=n), 3))
                continue
            if now.hits < was.hits:
                what = "changed.hits" if was.hits - now.hits > 1 else "changed.hit"
                found.append(Change(before.say(what, stand=n, hits=was.hits - now.hits), 2))
            if now.morale != was.morale:
                what = ("changed.recovered", "changed.suppressed", "changed.paralyzed")[now.morale]
                found.append(Change(before.say(what, stand=n), (0, 1, 3)[now.morale]))
            if now.at != was.at and now.at != OFF:
                found.append(Change(before.say("changed.at", stand=n, point=now.at), 0))
        return found

    def worth(self, look: Situation, side: int) -> int:
        """Hits left, morale and cover, the objectives and nearness to them."""
        total = 0
        world = look.world
        for n, stand in enumerate(look.stands):
            if not stand.hits:
                continue
            value = 40 + 20 * stand.hits * (2 if world.kinds[n].vehicle else 1)
            value -= {NORMAL: 0, SUPPRESSED: 15, PARALYZED: 30}[stand.morale]
            if stand.at != OFF:
                value += 4 * world.cover_at(stand.at)
                if world.objectives:
                    value -= min(look.inches_to(n, at) for _, at, _ in world.objectives)
            total += value if world.owners[n] == side else -value
        for held in look.board.holders:
            total += 0 if held < 0 else 60 if held == side else -60
        return total

    def imagine(self, game: Game, state: State[Any, Any], side: int, below: Callable[[int], int]) -> State[Any, Any]:
        """In set-up, other places chosen by the enemy."""
        if not state.secret:
            return state
        enemy = 1 - side
        part = state.secret[enemy][-1]
        look = self.look(game, state.board)
        mine = setup.to_place(look, enemy)
        done = isinstance(part, setup.Deployed)
        count = len(mine) if done else below(len(mine))
        points: list[int] = []
        for n in mine[:count]:
            free = list(setup.places_for(look, n, points))
            points.append(free[below(len(free))])
        secret = list(state.secret)
        secret[enemy] = (msgspec.structs.replace(part, points=tuple(points)),)
        return msgspec.structs.replace(state, secret=tuple(secret))


def _stand_named(world: World, text: str) -> int | None:
    names = [name.casefold() for name in world.names]
    letters = [letter(world.owners, n) for n in range(len(names))]
    if text.casefold() in names:
        return names.index(text.casefold())
    return letters.index(text) if letters.count(text) == 1 else None


def _holder(game: Game, name: str) -> int:
    return game.sides.index(name) if name in game.sides else -1


def _outcome(value: Any) -> str:
    if not isinstance(value, tuple):
        return str(value)
    hits, morale, back = value
    words = ["a hit"] if hits else []
    words += [MORALE[morale]] if morale else []
    words += [f"forced back {back // 100} inches"] if back else []
    return " and ".join(words) or "no effect"


SYSTEM = TacticalCombat()
