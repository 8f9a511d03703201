"""The calculator of an assault to its end (TCS 22): exact, on the proving ground, by the rules themselves."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from sandtable.kernel.errors import OptionError
from sandtable.kernel.game import Game
from sandtable.kernel.odds import Distribution
from sandtable.kernel.procedure import Step
from sandtable.kernel.question import GameOptions, Question, Shifted, played
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.system import Calculator, Total
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.areafire import CLOSE, AreaFire
from sandtable.systems.tcs.assault import GoIn
from sandtable.systems.tcs.assaultparts import Left
from sandtable.systems.tcs.assaultsides import melee
from sandtable.systems.tcs.board import Board, Situation
from sandtable.systems.tcs.closefire import area_firers, point_firers
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.overrun import OverrunFight, why_not_overrun
from sandtable.systems.tcs.overwatch import MOVED, Triggered
from sandtable.systems.tcs.pointfire import PointFire
from sandtable.systems.tcs.proving import (
    ALL_OUT,
    Light,
    Posted,
    Terrain,
    Units,
    chosen,
    ground,
    parse_units,
    put,
    target_hex,
)
from sandtable.systems.tcs.tableodds import shifted
from sandtable.systems.tcs.tables import UNITS
from sandtable.systems.tcs.world import FINE

__all__ = [
    "OVERRUN",
    "TAKEN",
    "AssaultQuestion",
    "Fought",
    "OverrunQuestion",
    "assault_chain",
    "assault_odds",
    "overrun_chain",
    "overrun_odds",
]


class AssaultQuestion(Question, frozen=True):
    """The question of the `assault` calculator: `attackers` go from the hex beside into that of the `defenders`.

    With `entry_fire` the defenders fire overwatch while they come, once. The strongest unit loses the next step.
    """

    attackers: Units = "us_rifle_plt"
    defenders: Units = "ge_gren_plt suppressed"
    terrain: Terrain = "open"
    rounds: Annotated[int, msgspec.Meta(ge=1, le=9)] = 3
    entry_fire: bool = False
    battalion: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    light: Light = "day"
    options: GameOptions = ""

    def agree(self) -> None:
        """Attackers that can go in, and defenders that are there."""
        for each in parse_units(self.attackers, "attackers"):
            if {"suppressed", "paralyzed", "fired", "unassigned"} & set(each.marks):
                raise OptionError("attackers: an assaulting unit is Assigned, unshaken and has not fired (TCS 22.1)")
            if not UNITS[each.kind].armed or not UNITS[each.kind].movement_allowance:
                raise OptionError(f"attackers: {each.kind} cannot assault: only armed units that move can (TCS 22.1)")
        parse_units(self.defenders, "defenders")
        if "assault_rounds" in dict(chosen(self.options)):
            raise OptionError("options: assault_rounds is the value rounds of this question: give it there")

    def board(self) -> tuple[Game, Board]:
        """The game and the board of the question."""
        attackers, defenders = parse_units(self.attackers, "attackers"), parse_units(self.defenders, "defenders")
        moving = tuple(Posted(each.kind, ("move", *each.marks), each.steps, each.morale) for each in attackers)
        game = ground(moving, defenders, self.terrain, options=chosen(self.options))
        return game, put(game, moving, defenders, 1, battalion=self.battalion, light=self.light)


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
    fight = melee(game, hex, inside)
    begin: dict[tuple[Left, Left], Fraction] = {(fight.part(inside, 0), fight.part(inside, 1)): Fraction(1)}
    stopped: dict[Fought, Fraction] = {}
    if ask.entry_fire:
        begin = {}
        shot = played(game, board, Triggered(0, group, MOVED), then=Act(0), assuming=ALL_OUT)
        for end, chance in shot.items():
            after: Board = end.board
            able = tuple(n for n in group if after.units[n].at == start and after.units[n].morale == FINE)
            if able:
                gone = _gone_in(game, after, able, hex)
                pair = fight.part(gone, 0), fight.part(gone, 1)
                begin[pair] = begin.get(pair, Fraction(0)) + chance
            else:
                steps = [sum(after.units[n].steps for n in game.world.units_of[side]) for side in (0, 1)]
                fought = Fought(False, steps[0], steps[1])
                stopped[fought] = stopped.get(fought, Fraction(0)) + chance
    ends = fight.fight(begin, ask.rounds)
    fights = {Fought(*ended): chance for ended, chance in ends.items()}
    if not stopped:
        return Distribution(fights)
    for fought, chance in fights.items():
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
    options = replace(game.world.options, assault_rounds=ask.rounds)
    game = game.with_world(replace(game.world, options=options))
    hex, start = target_hex(game), target_hex(game, 1)
    group = tuple(game.world.units_of[0])
    going: list[Step] = [GoIn(0, hex, group, (start,) * len(group))]
    if ask.entry_fire:
        going.insert(0, Triggered(0, group, MOVED))
    odds = played(game, board, *going, then=Act(0), assuming=ALL_OUT)

    def fought(end: Board) -> Fought:
        steps = [sum(end.units[n].steps for n in game.world.units_of[side]) for side in (0, 1)]
        taken = any(end.units[n].at == hex for n in group)
        return Fought(taken, steps[0], steps[1])

    return odds.by(lambda end: fought(end.board))


def assault_chain(ask: AssaultQuestion) -> tuple[Resolution | Shifted | str, ...]:
    """The first fires of both sides within the hex, as if nothing had happened before."""
    return _first_fires(*ask.board())


def _first_fires(game: Game, board: Board) -> tuple[Resolution | Shifted | str, ...]:
    hex = target_hex(game)
    field = Battlefield(game, board)
    for n in game.world.units_of[0]:
        field.enter(n, hex)
    look = Situation(game, field.freeze())
    found: list[Resolution | Shifted | str] = []
    for side, name in ((1, "The defenders fire:"), (0, "The attackers fire:")):
        found.append(name)
        units = game.world.units_of[side]
        area, point = area_firers(look, units, hex), point_firers(look, units, hex)
        if area and look.area_targets(hex, 1 - side):
            found.append(shifted(look, AreaFire(area, hex, 1 - side, CLOSE)))
        if point:
            found.append(shifted(look, PointFire(point, hex, 1 - side, CLOSE)))
    return tuple(found)


TAKEN = (
    Total("to take the hex", lambda _, fought: fought.taken),
    Total("to destroy all defenders", lambda _, fought: fought.defenders == 0),
    Total("to lose all attackers", lambda _, fought: fought.attackers == 0),
)


# Overruns


class OverrunQuestion(Question, frozen=True):
    """The question of the `overrun` calculator: `vehicles` drive over the `defenders` in the open hex beside them."""

    vehicles: Units = "3x us_m4_75"
    defenders: Units = "ge_gren_plt"
    terrain: Literal["open", "beach"] = "open"
    battalion: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    light: Light = "day"
    options: GameOptions = ""

    def agree(self) -> None:
        """Vehicles that may overrun, and defenders that exist."""
        game, board = self.board()
        look = Situation(game, board)
        for n in game.world.units_of[0]:
            why = why_not_overrun(look, n)
            if why is not None:
                raise OptionError(f"vehicles: {game.say(why.of(unit=n, **why.values))}")

    def board(self) -> tuple[Game, Board]:
        """The game and the board of the question."""
        vehicles, defenders = parse_units(self.vehicles, "vehicles"), parse_units(self.defenders, "defenders")
        moving = tuple(Posted(each.kind, ("move", *each.marks), each.steps, each.morale) for each in vehicles)
        game = ground(moving, defenders, self.terrain, options=chosen(self.options))
        return game, put(game, moving, defenders, 1, battalion=self.battalion, light=self.light)


def overrun_odds(ask: OverrunQuestion) -> Distribution[Fought]:
    """How an overrun ends, the likeliest first.

    >>> overrun_odds(OverrunQuestion(vehicles="us_m4_75", defenders="ge_truck")).chance(lambda end: end.attackers == 1)
    Fraction(1, 1)
    """
    game, board = ask.board()
    hex, start = target_hex(game), target_hex(game, 1)
    group = tuple(game.world.units_of[0])
    fight = OverrunFight(0, hex, start, group)
    odds = played(game, _gone_in(game, board, group, hex), fight, then=Act(0), assuming=ALL_OUT)

    def fought(end: Board) -> Fought:
        steps = [sum(end.units[n].steps for n in game.world.units_of[side]) for side in (0, 1)]
        return Fought(any(end.units[n].at == hex for n in group), steps[0], steps[1])

    return odds.by(lambda end: fought(end.board))


def overrun_chain(ask: OverrunQuestion) -> tuple[Resolution | Shifted | str, ...]:
    """The first fires of both sides, as if nothing had happened before."""
    return _first_fires(*ask.board())


OVERRUN = Calculator(
    "overrun",
    "Vehicles overrun a hex.",
    OverrunQuestion,
    overrun_odds,
    overrun_chain,
    (
        Total("to clear the hex", lambda _, fought: fought.taken),
        Total("to lose a vehicle or more", lambda ask, fought: fought.attackers < _steps(ask.vehicles)),
        Total("to cost the defenders a step or more", lambda ask, fought: fought.defenders < _steps(ask.defenders)),
    ),
)


def _steps(text: str) -> int:
    """The steps of units as a question names them."""
    return sum(each.steps or UNITS[each.kind].steps for each in parse_units(text, "units"))
