"""The calculators of artillery and aircraft: a mission to its end, and a sortie.

Both are played through the rules on the ground of `proving`: the observer stands to the north of the targets.

>>> odds = barrage_odds(BarrageQuestion(targets="ge_gren_plt dug_in", terrain="village", hexes=5))
>>> odds.chance(lambda left: left.steps < 5)
Fraction(163, 864)
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from sandtable.kernel.decision import Action
from sandtable.kernel.errors import OptionError, shown
from sandtable.kernel.game import Game
from sandtable.kernel.odds import Assumption, Distribution
from sandtable.kernel.question import GameOptions, Question, Shifted, completed, nearest, played
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.view import View
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.adjustment import Adjust, AdjustRoll
from sandtable.systems.tcs.aircraft import SortieRoll, Strafe, strafe_attack, strafe_roll
from sandtable.systems.tcs.barrage import barrage_of
from sandtable.systems.tcs.batteries import stocks
from sandtable.systems.tcs.board import Board, Situation
from sandtable.systems.tcs.proving import (
    ALL_OUT,
    FARTHEST,
    Left,
    Light,
    Posted,
    Terrain,
    Units,
    chosen,
    ground,
    left_of,
    parse_units,
    put,
    target_hex,
)
from sandtable.systems.tcs.scatter import PlaceScatter
from sandtable.systems.tcs.sheets import KINDS_OF_SHEET
from sandtable.systems.tcs.shellfire import ShellFire
from sandtable.systems.tcs.shells import ARTILLERY, CONTINUOUS, HE, Battery, Flight, Mission, Support
from sandtable.systems.tcs.tableodds import attack_shifted, shifted
from sandtable.systems.tcs.tables import LIMITS
from sandtable.systems.tcs.world import LIGHTS, NOBODY, OFF, SUPPRESSED

__all__ = ["BarrageQuestion", "SortieQuestion", "barrage_chain", "barrage_odds", "sortie_chain", "sortie_odds"]

Orders = Literal["Attack", "Move", "Hasty Defense", "Prepared Defense", "Unassigned"]
Guns: TypeAlias = Annotated[str, completed("batteries", several=False)]
"""A line of the artillery chart."""


class BarrageQuestion(Question, frozen=True):
    """The question of the `barrage` calculator: a mission of a battery, or of a battalion of three, is called on the
    targets by an observer `hexes` away; with `ring` it is aimed one hex to the south of them. The opponent puts a
    scattered mission out of the way.
    """

    battery: Guns = "us_105_how"
    battalion: bool = False
    shell: Literal["HE", "Continuous Fire"] = "HE"
    fast: bool = False
    targets: Units = "ge_gren_plt"
    terrain: Terrain = "open"
    ring: bool = False
    hexes: Annotated[int, msgspec.Meta(ge=1, le=FARTHEST)] = 3
    orders: Orders = "Attack"
    light: Light = "day"
    registered: bool = False
    options: GameOptions = ""

    def agree(self) -> None:
        """A battery that exists and can fire so."""
        if self.battery not in ARTILLERY:
            near = nearest(self.battery, ARTILLERY)
            raise OptionError(f"battery: there is no {shown(self.battery)}{near}: choose {', '.join(ARTILLERY)}")
        line = ARTILLERY[self.battery]
        if self.fast and not line.fast_fire:
            raise OptionError(f"fast: {line.name} cannot fire fast: leave it off (TCS 18.3b)")
        if line.rocket and (self.battalion or self.shell != "HE"):
            raise OptionError("battery: rockets fire one salvo of HE: leave battalion off, and shell HE (TCS 18.12)")
        parse_units(self.targets, "targets")
        chosen(self.options)

    def posed(self) -> tuple[Game, Board, Mission]:
        """The game, the board and the mission."""
        targets = parse_units(self.targets, "targets")
        observer = (Posted("us_rifle_plt", ("unassigned",) if self.orders == "Unassigned" else ()),)
        game = ground(observer, targets, self.terrain, options=chosen(self.options))
        line = ARTILLERY[self.battery]
        one = Battery("Battery", 0, line.calibre, line.tubes, line.start_column, "Battalion", he=99, rocket=line.rocket)
        count = 3 if self.battalion else 1
        game = game.with_world(replace(game.world, support=Support((one,) * count)))
        board = put(game, observer, targets, self.hexes)
        aim = target_hex(game, -1 if self.ring else 0)
        sheets = board.sheets
        if self.orders in KINDS_OF_SHEET:
            sheets = (replace(sheets[0], kind=KINDS_OF_SHEET.index(self.orders)), *sheets[1:])
        board = replace(
            board,
            sheets=sheets,
            batteries=stocks(game.world),
            light=LIGHTS.index("night" if self.light == "lit" else self.light),
            lit=(aim,) if self.light == "lit" else (),
            registered=((aim, 0),) if self.registered else (),
            phasing=NOBODY,
        )
        shell = HE if self.shell == "HE" else CONTINUOUS
        wide = self.battalion or line.rocket
        return game, board, Mission(0, shell, tuple(range(count)), wide=wide, fast=self.fast, aim=aim, observer=0)


def _out_of_the_way(view: View) -> Action | None:
    """A scattered mission lands as far away as it may; all else as usual. The first vehicle is struck at."""
    asked, decision = view.asks, view.asked
    if isinstance(asked, PlaceScatter):
        ground_of = view.game.world.ground
        offer = decision.offer("at")
        assert offer is not None
        return Action("at", max(offer.targets or (), key=lambda hex: (ground_of.distance(hex, asked.aim), -hex)))
    if isinstance(asked, Strafe):
        return next(decision.actions())
    return ALL_OUT.choose(view)


OUT_OF_THE_WAY = Assumption("losses to the strongest unit, and scattered shells out of the way", _out_of_the_way)


def barrage_odds(ask: BarrageQuestion) -> Distribution[Left]:
    """What a mission leaves of each target, the likeliest first."""
    game, board, mission = ask.posed()
    odds = played(game, board, Adjust(0, (mission,)), then=Act(0), assuming=OUT_OF_THE_WAY)
    there = target_hex(game)
    units = game.world.units_of[1]
    return odds.by(
        lambda end: left_of(game, end.board, 1, [n for n in units if end.board.units[n].at not in (there, OFF)], board)
    )


def barrage_chain(ask: BarrageQuestion) -> tuple[Resolution | Shifted | str, ...]:
    """The adjustment, and what a Good and a Bad Shoot roll on the targets."""
    game, board, mission = ask.posed()
    look = Situation(game, board)
    found: list[Resolution | Shifted | str] = [look.told(AdjustRoll(mission))]
    units = tuple(game.world.units_of[1])
    for words, good in (("Good Shoot:", True), ("Bad Shoot:", False)):
        barrage = barrage_of(look, mission, mission.aim, good=good)
        if any(not game.world.armour[n] for n in units):
            zone = not ask.ring or mission.wide
            found += [words, shifted(look, ShellFire(1, target_hex(game), units, barrage, zone))]
    return tuple(found)


# Sorties


class SortieQuestion(Question, frozen=True):
    """The question of the `sortie` calculator: a sortie attacks the targets in their hex. `aa` is an AA gun near them,
    `spotter` a unit that sees them.
    """

    area: Annotated[int, msgspec.Meta(ge=0, le=200)] = 20
    point_kill: Annotated[int, msgspec.Meta(ge=2, le=13)] = 9
    targets: Units = "ge_gren_plt move"
    terrain: Terrain = "open"
    aa: bool = False
    spotter: bool = True
    light: Literal["day", "twilight"] = "day"
    options: GameOptions = ""

    def agree(self) -> None:
        """Units that exist, and a strength."""
        parse_units(self.targets, "targets")
        chosen(self.options)
        if not self.area and self.point_kill > 12:
            raise OptionError("area: a sortie needs an area strength, or a point_kill of 12 or less (TCS 25.1d)")

    def posed(self) -> tuple[Game, Board]:
        """The game and the board; an AA gun is the last of the units."""
        targets = parse_units(self.targets, "targets")
        gun = (Posted("ge_flak20"),) if self.aa else ()
        game = ground((Posted("us_rifle_plt"),), (*targets, *gun), self.terrain, options=chosen(self.options))
        flight = Flight("Aircraft", 0, self.area, self.point_kill)
        game = game.with_world(replace(game.world, support=Support(flights=(flight,))))
        board = put(game, (Posted("us_rifle_plt"),), (*targets, *gun), LIMITS["observer_farther"])
        units = list(board.units)
        if not self.spotter:
            units[0] = replace(units[0], morale=SUPPRESSED)
        if self.aa:
            units[-1] = replace(units[-1], at=target_hex(game, -3))
        return game, replace(board, units=tuple(units), light=LIGHTS.index(self.light))


def sortie_odds(ask: SortieQuestion) -> Distribution[Left]:
    """What a sortie leaves of each target, the likeliest first; it strikes at the first vehicle.

    >>> column = SortieQuestion(targets="ge_panther move", terrain="village", point_kill=8, spotter=False)
    >>> sortie_odds(column).chance(lambda left: left.steps == 0)
    Fraction(1, 24)
    """
    game, board = ask.posed()
    there = target_hex(game)
    odds = played(game, board, SortieRoll(0, 0, there), then=Act(0), assuming=OUT_OF_THE_WAY)
    units = game.world.units_of[1]

    def left(end: Board) -> Left:
        found = left_of(game, end, 1, [n for n in units if end.units[n].at not in (there, OFF)], board)
        return replace(found, units=found.units[:-1]) if ask.aa else found

    return odds.by(lambda end: left(end.board))


def sortie_chain(ask: SortieQuestion) -> tuple[Resolution | Shifted | str, ...]:
    """Whether it gets through, the attack on people, and the strike at the first vehicle."""
    game, board = ask.posed()
    look, there = Situation(game, board), target_hex(game)
    found: list[Resolution | Shifted | str] = [look.told(SortieRoll(0, 0, there))]
    units = [n for n in game.world.units_of[1] if board.units[n].at == there]
    vehicles = [n for n in units if game.world.kinds[n].vehicle and ask.point_kill <= 12]
    soft = [n for n in units if not game.world.armour[n] and n not in vehicles[:1]]
    if soft and ask.area:
        found.append(attack_shifted(look, strafe_attack(look, soft, there, ask.area)))
    if vehicles:
        found.append(strafe_roll(look, vehicles[0], ask.point_kill))
    return tuple(found)
