"""The calculator of an assault to its end (TCS 22): exact, on the proving ground, by the rules themselves."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

import msgspec

from sandtable.kernel.errors import OptionError
from sandtable.kernel.game import Game
from sandtable.kernel.odds import Distribution
from sandtable.kernel.procedure import Step
from sandtable.kernel.question import Question, played
from sandtable.kernel.resolution import Resolution
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.areafire import CLOSE, AreaFire
from sandtable.systems.tcs.assault import GoIn
from sandtable.systems.tcs.assaultsides import Left, Melee
from sandtable.systems.tcs.board import Board, Situation
from sandtable.systems.tcs.closefire import area_firers, point_firers
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.overwatch import MOVED, Triggered
from sandtable.systems.tcs.pointfire import PointFire
from sandtable.systems.tcs.proving import ALL_OUT, Posted, ground, parse_units, put, target_hex
from sandtable.systems.tcs.tables import UNITS
from sandtable.systems.tcs.world import FINE

__all__ = ["AssaultQuestion", "Fought", "assault_chain", "assault_odds"]


class AssaultQuestion(Question, frozen=True):
    """The question of the `assault` calculator: `attackers` go from the hex beside into that of the `defenders`.

    With `entry_fire` the defenders fire overwatch while they come, once. The strongest unit loses the next step.
    """

    attackers: str = "us_rifle_plt"
    defenders: str = "ge_gren_plt suppressed"
    terrain: Literal["open", "woods", "forest", "swamp", "beach", "village", "city", "buildings"] = "open"
    rounds: Annotated[int, msgspec.Meta(ge=1, le=9)] = 3
    entry_fire: bool = False
    battalion: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0

    def agree(self) -> None:
        """Attackers that can go in, and defenders that are there."""
        for each in parse_units(self.attackers, "attackers"):
            if {"suppressed", "paralyzed", "fired", "unassigned"} & set(each.marks):
                raise OptionError("attackers: an assaulting unit is Assigned, unshaken and has not fired (TCS 22.1)")
            if not UNITS[each.kind].armed or not UNITS[each.kind].movement_allowance:
                raise OptionError(f"attackers: {each.kind} cannot assault (TCS 22.1)")
        parse_units(self.defenders, "defenders")

    def board(self) -> tuple[Game, Board]:
        """The game and the board of the question."""
        attackers, defenders = parse_units(self.attackers, "attackers"), parse_units(self.defenders, "defenders")
        moving = tuple(Posted(each.kind, ("move", *each.marks), each.steps, each.morale) for each in attackers)
        options = (("assault_rounds", self.rounds),)
        game = ground(moving, defenders, self.terrain, options=options)
        return game, put(game, moving, defenders, 1, battalion=self.battalion)


class Fought(msgspec.Struct, frozen=True):
    """How an assault ended: who has the hex, and the steps that are left to each side.

    >>> str(Fought(True, 8, 2)), str(Fought(False, 0, 5))
    ('taken, 8 against 2 steps left', 'held, 0 against 5 steps left')
    """

    taken: bool
    attackers: int
    defenders: int

    @property
    def severity(self) -> int:
        """How grave it is, as `System.severity` counts."""
        return 3 if self.taken else 0

    def __str__(self) -> str:
        return f"{'taken' if self.taken else 'held'}, {self.attackers} against {self.defenders} steps left"


def assault_odds(ask: AssaultQuestion) -> Distribution[Fought]:
    """How an assault ends, the likeliest first.

    >>> ends = assault_odds(AssaultQuestion("us_rifle_plt", "ge_truck", rounds=1))
    >>> ends.chance(lambda end: end.taken)
    Fraction(1, 1)
    """
    game, board = ask.board()
    if not any(kind.vehicle for kind in game.world.kinds):
        return _by_sides(ask, game, board)
    return _step_by_step(ask, game, board)


def _by_sides(ask: AssaultQuestion, game: Game, board: Board) -> Distribution[Fought]:
    """Men and guns: both sides followed by themselves."""
    hex, start = target_hex(game), target_hex(game, 1)
    group = tuple(game.world.units_of[0])
    inside = _gone_in(game, board, group, hex)
    melee = Melee(game, hex, inside)
    begin: dict[tuple[Left, Left], Fraction] = {(melee.part(inside, 0), melee.part(inside, 1)): Fraction(1)}
    stopped: dict[Fought, Fraction] = {}
    if ask.entry_fire:
        begin = {}
        shot = played(game, board, Triggered(0, group, MOVED), then=Act(0), policy=ALL_OUT)
        for end, chance in shot.items():
            after: Board = end.board
            able = tuple(n for n in group if after.units[n].at == start and after.units[n].morale == FINE)
            if able:
                gone = _gone_in(game, after, able, hex)
                pair = melee.part(gone, 0), melee.part(gone, 1)
                begin[pair] = begin.get(pair, Fraction(0)) + chance
            else:
                steps = [sum(after.units[n].steps for n in game.world.units_of[side]) for side in (0, 1)]
                fought = Fought(False, steps[0], steps[1])
                stopped[fought] = stopped.get(fought, Fraction(0)) + chance
    for (taken, attackers, defenders), chance in (melee.fight(begin) if begin else {}).items():
        fought = Fought(taken, attackers, defenders)
        stopped[fought] = stopped.get(fought, Fraction(0)) + chance
    return Distribution(stopped).by(lambda fought: fought)


def _gone_in(game: Game, board: Board, group: tuple[int, ...], hex: int) -> Board:
    """The board when these are in the hex."""
    field = Battlefield(game, board)
    for n in group:
        field.enter(n, hex, road=False)
    return field.freeze()


def _step_by_step(ask: AssaultQuestion, game: Game, board: Board) -> Distribution[Fought]:
    """With vehicles: by all the procedures of the game, one throw after the other."""
    hex, start = target_hex(game), target_hex(game, 1)
    group = tuple(game.world.units_of[0])
    going: list[Step] = [GoIn(0, hex, group, (start,) * len(group))]
    if ask.entry_fire:
        going.insert(0, Triggered(0, group, MOVED))
    odds = played(game, board, *going, then=Act(0), policy=ALL_OUT)

    def fought(end: Board) -> Fought:
        steps = [sum(end.units[n].steps for n in game.world.units_of[side]) for side in (0, 1)]
        taken = any(end.units[n].at == hex for n in group)
        return Fought(taken, steps[0], steps[1])

    return odds.by(lambda end: fought(end.board))


def assault_chain(ask: AssaultQuestion) -> tuple[Resolution | str, ...]:
    """The first fires of both sides within the hex, as if nothing had happened before."""
    game, board = ask.board()
    hex = target_hex(game)
    field = Battlefield(game, board)
    for n in game.world.units_of[0]:
        field.enter(n, hex)
    look = Situation(game, field.freeze())
    found: list[Resolution | str] = []
    for side, name in ((1, "The defenders fire:"), (0, "The attackers fire:")):
        found.append(name)
        units = game.world.units_of[side]
        area, point = area_firers(look, units, hex), point_firers(look, units, hex)
        if area and look.area_targets(hex, 1 - side):
            found.append(look.told(AreaFire(area, hex, 1 - side, CLOSE)))
        if point:
            found.append(look.told(PointFire(point, hex, 1 - side, CLOSE)))
    return tuple(found)
