"""The calculators of modern artillery: bomblets against a stack, and counterfire from acquisition to losses.

Both are played through the rules on the ground of `proving`.

>>> odds = counterfire_odds(CounterfireQuestion(cb="4", ew=1, fires=3, shell="HE"))
>>> odds.chance(lambda end: end.acquired), odds.chance(lambda end: end.lost >= 1)
(Fraction(19, 27), Fraction(38, 81))
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from sandtable.kernel.errors import OptionError
from sandtable.kernel.game import Game
from sandtable.kernel.odds import Distribution
from sandtable.kernel.question import Question, Shifted, played
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.system import Calculator, Total
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.adjustment import Adjust, AdjustRoll
from sandtable.systems.tcs.artilleryodds import OUT_OF_THE_WAY, Guns, Orders
from sandtable.systems.tcs.barrage import Execute, barrage_of
from sandtable.systems.tcs.batteries import stocks
from sandtable.systems.tcs.board import Board, Situation
from sandtable.systems.tcs.modern.arsenal import Arsenal, arsenal_of
from sandtable.systems.tcs.modern.bomblets import DPICM, ICM
from sandtable.systems.tcs.modern.counterbattery import AcquireRoll, CounterRoll, acquisition
from sandtable.systems.tcs.modern.gunnerytables import is_launcher
from sandtable.systems.tcs.modern.mlrs import launch_strengths
from sandtable.systems.tcs.munitions import area_target, point_target
from sandtable.systems.tcs.proving import (
    FARTHEST,
    Left,
    Posted,
    Terrain,
    Units,
    extended,
    ground,
    left_of,
    parse_units,
    put,
    target_hex,
)
from sandtable.systems.tcs.sheets import KINDS_OF_SHEET
from sandtable.systems.tcs.shellfire import ShellFire, ShellRoll
from sandtable.systems.tcs.shells import ARTILLERY, HE, Barrage, Battery, Mission, Special, Support
from sandtable.systems.tcs.tableodds import shifted
from sandtable.systems.tcs.world import NOBODY, OFF

__all__ = [
    "CALCULATORS",
    "BombletQuestion",
    "CounterfireQuestion",
    "Tubes",
    "bomblet_chain",
    "bomblet_odds",
    "counterfire_chain",
    "counterfire_odds",
]

MODERN = (("modern", True),)
PLENTY = 99
MOST_LAUNCHERS = 8


# Bomblets


class BombletQuestion(Question, frozen=True):
    """The question of the `bomblets` calculator: ICM or DPICM of a battery, or of a battalion of three, is called on
    the targets by an observer `hexes` away. Rockets need none: `launchers` fire together. With `ring` the mission is
    aimed one hex to the south of the targets.
    """

    battery: Guns = "us87_m109"
    shell: Literal["ICM", "DPICM"] = "DPICM"
    battalion: bool = False
    launchers: Annotated[int, msgspec.Meta(ge=1, le=MOST_LAUNCHERS)] = 1
    targets: Units = "su87_bmp2, su87_mr_squad"
    terrain: Terrain = "open"
    ring: bool = False
    hexes: Annotated[int, msgspec.Meta(ge=1, le=FARTHEST)] = 3
    orders: Orders = "Attack"

    def agree(self) -> None:
        """A battery that exists and fires so."""
        if self.battery not in ARTILLERY:
            raise OptionError(f"battery: there is no {self.battery!r}: choose {', '.join(ARTILLERY)}")
        rockets = is_launcher(self.battery)
        if rockets and self.shell != "DPICM":
            raise OptionError("shell: MLRS fires DPICM only (ME 2.4.2)")
        if self.launchers > 1 and not rockets:
            raise OptionError(f"launchers: {ARTILLERY[self.battery].name} has none (ME 2.4.1)")
        parse_units(self.targets, "targets")

    def posed(self) -> tuple[Game, Board, Mission]:
        """The game, the board and the mission."""
        targets = parse_units(self.targets, "targets")
        observer = (Posted("us_rifle_plt", ("unassigned",) if self.orders == "Unassigned" else ()),)
        game = ground(observer, targets, self.terrain, 0, MODERN)
        line = ARTILLERY[self.battery]
        rounds = Special(icm=PLENTY, dpicm=PLENTY)
        one = Battery(
            "Battery", 0, line.calibre, line.tubes, line.start_column, "Battalion", id=self.battery, special=rounds
        )
        count = 3 if self.battalion and not is_launcher(self.battery) else 1
        game = game.with_world(replace(game.world, support=Support((one,) * count)))
        board = put(game, observer, targets, self.hexes)
        if self.orders in KINDS_OF_SHEET:
            first = replace(board.sheets[0], kind=KINDS_OF_SHEET.index(self.orders))
            board = replace(board, sheets=(first, *board.sheets[1:]))
        board = replace(board, batteries=stocks(game.world), phasing=NOBODY)
        aim = target_hex(game, -1 if self.ring else 0)
        shell = ICM if self.shell == "ICM" else DPICM
        mission = Mission(0, shell, tuple(range(count)), wide=self.battalion, aim=aim, observer=0)
        return game, extended(game, board, arsenal_of(game.world)), mission

    def rockets(self, mission: Mission) -> Barrage | None:
        """What the launchers bring down; None for guns."""
        if not is_launcher(self.battery):
            return None
        calibre = ARTILLERY[self.battery].calibre
        zone, ring = launch_strengths(self.battery, calibre, self.launchers, wide=self.battalion)
        return Barrage(0, DPICM, mission.aim, self.battalion, zone, ring, good=True, calibre=calibre)


def bomblet_odds(ask: BombletQuestion) -> Distribution[Left]:
    """What a mission of bomblets leaves of each target, the likeliest first.

    >>> odds = bomblet_odds(BombletQuestion(battery="us87_mlrs", targets="su87_t72a"))
    >>> odds.chance(lambda left: left.steps == 0)
    Fraction(7, 12)
    """
    game, board, mission = ask.posed()
    rockets = ask.rockets(mission)
    start = Adjust(0, (mission,)) if rockets is None else Execute(0, (rockets,))
    odds = played(game, board, start, then=Act(0), assuming=OUT_OF_THE_WAY)
    there, units = target_hex(game), game.world.units_of[1]
    return odds.by(
        lambda end: left_of(game, end.board, 1, [n for n in units if end.board.units[n].at not in (there, OFF)], board)
    )


def bomblet_chain(ask: BombletQuestion) -> tuple[Resolution | Shifted | str, ...]:
    """The adjustment, then the attack on men and the roll against each vehicle, for a Good and a Bad Shoot."""
    game, board, mission = ask.posed()
    look, units = Situation(game, board), tuple(game.world.units_of[1])
    rockets, zone = ask.rockets(mission), not ask.ring or mission.wide
    found: list[Resolution | Shifted | str] = [] if rockets else [look.told(AdjustRoll(mission))]
    for words, good in (("Good Shoot:", True), ("Bad Shoot:", False)):
        barrage = rockets or barrage_of(look, mission, mission.aim, good=good)
        if rockets and not good:
            break
        found.append("The rockets land for certain:" if rockets else words)
        strength = barrage.zone if zone else barrage.ring
        if strength and any(area_target(look, barrage, n) for n in units):
            found.append(shifted(look, ShellFire(1, target_hex(game), units, barrage, zone)))
        rolls = [n for n in units if point_target(look, barrage, n, zone=zone) and (zone or barrage.ring)]
        found += [look.told(ShellRoll(n, barrage)) for n in rolls]
    return tuple(found)


# Counterfire


class CounterfireQuestion(Question, frozen=True):
    """The question of the `counterfire` calculator: batteries with these CB points each (`cb = "2 2 2"` is three of
    them) try to acquire a battery with `ew` points that has had `fires` battery fires on this turn and the last. Each
    that fires has `tubes`, or is an MLRS `launcher`; the target has `target_tubes`.
    """

    cb: str = "4"
    ew: Annotated[int, msgspec.Meta(ge=0, le=20)] = 1
    fires: Annotated[int, msgspec.Meta(ge=1, le=20)] = 3
    shell: Literal["HE", "ICM", "DPICM"] = "HE"
    tubes: Annotated[int, msgspec.Meta(ge=1, le=36)] = 6
    launcher: bool = False
    target_tubes: Annotated[int, msgspec.Meta(ge=1, le=36)] = 6

    def agree(self) -> None:
        """Points that are numbers."""
        if not self.points or len(self.points) > MOST_LAUNCHERS or not all(1 <= each <= 20 for each in self.points):
            raise OptionError(f"cb: write the CB points of each battery, such as 4 or 2 2 2, not {self.cb!r}")
        if sum(self.points) > 20:
            raise OptionError("cb: a side has at most 20 CB points (ME 2.5b1)")
        if self.launcher and self.shell != "DPICM":
            raise OptionError("shell: MLRS fires DPICM only (ME 2.4.2)")

    @property
    def points(self) -> tuple[int, ...]:
        """The CB points of each battery."""
        words = self.cb.split()
        return tuple(int(word) for word in words) if all(word.isdecimal() for word in words) else ()

    @property
    def dice(self) -> int:
        """How many dice are rolled."""
        return max(0, sum(self.points) - self.ew)

    def posed(self) -> tuple[Game, Board, AcquireRoll]:
        """The game, the board and the roll that acquires; the target is the first battery."""
        one = (Posted("us_rifle_plt"),)
        game = ground(one, one, "open", 0, MODERN)
        id = "us87_mlrs" if self.launcher else "us87_m109"
        calibre = ARTILLERY[id].calibre
        rounds = Special(icm=PLENTY * (self.shell == "ICM"), dpicm=PLENTY * (self.shell == "DPICM"))
        target = Battery("Target", 1, calibre, self.target_tubes, 8, special=Special(ew=self.ew))
        shells = PLENTY * (self.shell == "HE")
        own = [
            Battery(
                f"Battery {n + 1}", 0, calibre, self.tubes, 11, he=shells, id=id, special=replace(rounds, cb=points)
            )
            for n, points in enumerate(self.points)
        ]
        game = game.with_world(replace(game.world, support=Support((target, *own))))
        board = replace(put(game, one, one, 3), batteries=stocks(game.world), phasing=NOBODY)
        arsenal = arsenal_of(game.world)
        fired = replace(arsenal.pieces[0], turn=board.turn, fires=self.fires, launched=self.fires)
        arsenal = replace(arsenal, pieces=(fired, *arsenal.pieces[1:]))
        committed = tuple(range(1, len(self.points) + 1))
        return game, extended(game, board, arsenal), AcquireRoll(0, 0, (), committed, self.dice)


class Tubes(msgspec.Struct, frozen=True, order=True):
    """What counterfire comes to: whether the target was acquired, and the tubes it has lost.

    >>> str(Tubes(True, 1, 6)), str(Tubes(False, 0, 6))
    ('acquired, 1 of 6 tubes lost', 'not acquired')
    """

    acquired: bool
    lost: int
    tubes: int

    @property
    def severity(self) -> int:
        """How grave it is, as `System.severity` counts."""
        return 0 if not self.acquired else 1 if not self.lost else 3 if self.lost == self.tubes else 2

    def __str__(self) -> str:
        return f"acquired, {self.lost} of {self.tubes} tubes lost" if self.acquired else "not acquired"


def counterfire_odds(ask: CounterfireQuestion) -> Distribution[Tubes]:
    """Whether the target is acquired, and what it loses."""
    game, board, roll = ask.posed()
    if not ask.dice:
        return Distribution({Tubes(False, 0, ask.target_tubes): Fraction(1)})
    odds = played(game, board, roll, then=Act(0), assuming=OUT_OF_THE_WAY)

    def end(board: Board) -> Tubes:
        pieces = Situation(game, board).kept(Arsenal).pieces
        return Tubes(bool(pieces[1].countered), ask.target_tubes - pieces[0].tubes, ask.target_tubes)

    return odds.by(lambda state: end(state.board))


def counterfire_chain(ask: CounterfireQuestion) -> tuple[Resolution | str, ...]:
    """The search, and the fire of each battery."""
    game, board, roll = ask.posed()
    look = Situation(game, board)
    if not ask.dice:
        return ("The EW points of the target jam every die (ME 2.5c1)",)
    shell = {"HE": HE, "ICM": ICM, "DPICM": DPICM}[ask.shell]
    fires = [look.told(CounterRoll(0, n, 0, (), shell)) for n in roll.committed]
    return (acquisition(ask.fires, ask.dice), "If it is acquired, each battery fires:", *fires)


CALCULATORS = (
    Calculator(
        "bomblets",
        "ICM or DPICM against a stack.",
        BombletQuestion,
        bomblet_odds,
        bomblet_chain,
        (
            Total("to have any effect", lambda _, left: left.harmed),
            Total("to cost a step or more", lambda _, left: left.lost > 0),
        ),
    ),
    Calculator(
        "counterfire",
        "Target acquisition and counterfire.",
        CounterfireQuestion,
        counterfire_odds,
        counterfire_chain,
        (
            Total("to silence a tube or more", lambda _, tubes: tubes.lost > 0),
            Total("to acquire the target", lambda _, tubes: tubes.acquired),
        ),
    ),
)
"""What `sandtable odds tcs` can be asked about modern artillery."""
