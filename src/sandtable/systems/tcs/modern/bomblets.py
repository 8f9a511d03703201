"""ICM and DPICM (ME 2.3): rounds that scatter bomblets, called and adjusted like HE.

Men and guns are attacked on the fire table with a higher value. Every vehicle and carrier takes a roll of two dice
instead, of whatever class it is; ICM does nothing to those of defence 2 or more. Eight-inch rounds and rockets strike
the adjacent hexes too, at a fifth of their strength.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.option import About, Options
from sandtable.kernel.procedure import Procedure
from sandtable.kernel.resolution import Modifier
from sandtable.systems.tcs.board import Situation, Smoke
from sandtable.systems.tcs.defence import HEAT, defence_of
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.modern.arsenal import COPPERHEAD, piece_of, plotted, spend_round
from sandtable.systems.tcs.modern.conversion import NUMBERS
from sandtable.systems.tcs.modern.gunnerytables import MODIFIERS, round_value
from sandtable.systems.tcs.munitions import MUNITIONS, STRENGTHS, Munition
from sandtable.systems.tcs.shells import CONTINUOUS, HE, SHELLS, Barrage, Battery, Mission, calibre_class, firepower
from sandtable.systems.tcs.zones import ring_of, zone_of

__all__ = [
    "BURSTS",
    "CHAPTER",
    "DPICM",
    "ICM",
    "BombletOptions",
    "bomblet_modifiers",
    "burst",
    "share_of",
    "value_of",
]

ICM, DPICM = len(SHELLS), len(SHELLS) + 1
"""The numbers of these shells, behind those of the series."""
BURSTS: Seam[Callable[[Battlefield, int, tuple[int, ...]], tuple[Procedure, ...]]] = Seam(
    "what bomblets and scattered mines of a side do to units that shells leave alone, in the hexes they fall on"
)


class BombletOptions(Options, frozen=True):
    """What the rules of ICM and DPICM leave open."""

    hit_smoke: Annotated[
        bool, About("A Good Shoot of ICM or DPICM raises smoke in the hexes of its zone, for this turn.", "ME 2.3c")
    ] = False


# Values


def _rounded(number: Fraction) -> int:
    """To the nearest, .5 up (TCS 1.0g)."""
    return int(number + Fraction(1, 2))


def value_of(calibre: int, *, battalion: bool, good: bool, id: str = "") -> int:
    """The value of a mission of bomblets: the printed one for a good battery mission, the others in the proportion of
    the barrage chart (ME 2.3a1, 2.3e).

    >>> [value_of(calibre, battalion=False, good=False) for calibre in (105, 155, 203)]
    [6, 9, 17]
    >>> [value_of(calibre, battalion=True, good=True) for calibre in (105, 155, 203)]
    [20, 28, 52]
    """
    value, _ = round_value(calibre, id)
    chart, best = firepower(calibre, battalion=battalion, good=good), firepower(calibre, battalion=False, good=True)
    return _rounded(Fraction(value * chart, best))


def share_of(look: Situation, mission: Mission) -> Fraction:
    """How much of its value a mission has: tubes that are left and do not fire Copperheads, over those it began with;
    in a battalion mission, over all batteries of the battalion (ME 2.5j, 2.1d).
    """
    batteries = look.world.support.batteries
    total = Fraction(0)
    for n in mission.batteries:
        free = piece_of(look, n).tubes - len(plotted(look, COPPERHEAD, n))
        total += Fraction(max(0, free), batteries[n].tubes)
    return total / _whole(batteries, mission)


def _whole(batteries: tuple[Battery, ...], mission: Mission) -> int:
    """How many batteries a whole mission of this size has."""
    own = batteries[mission.batteries[0]]
    if not mission.wide or own.rocket:
        return 1
    if not own.battalion:
        return len(mission.batteries)
    of = (own.side, own.battalion, calibre_class(own.calibre))
    return sum((each.side, each.battalion, calibre_class(each.calibre)) == of for each in batteries)


def strengths(look: Situation, mission: Mission, good: bool) -> tuple[int, int] | None:
    """The strength in zone and ring of bomblets, and of shells of a battery that is short of tubes."""
    own = look.world.support.batteries[mission.batteries[0]]
    share = share_of(look, mission)
    battalion = mission.wide and not own.rocket
    if mission.shell in (ICM, DPICM):
        value = _rounded(value_of(own.calibre, battalion=battalion, good=good, id=own.id) * share)
        return bomblet_strengths(value, adjacent=round_value(own.calibre, own.id)[1], fast=mission.fast)
    if mission.shell not in (HE, CONTINUOUS) or share == Fraction(len(mission.batteries), _whole_of(look, mission)):
        return None
    value = _rounded(firepower(own.calibre, battalion=battalion, good=good) * share)
    if mission.shell == CONTINUOUS:
        return (2 * value, value) if mission.fast else (value, (value + 1) // 2)
    return (4 * value, 2 * value) if mission.fast else (2 * value, value)


def _whole_of(look: Situation, mission: Mission) -> int:
    return _whole(look.world.support.batteries, mission)


def bomblet_strengths(value: int, *, adjacent: bool, fast: bool = False) -> tuple[int, int]:
    """The strength of bomblets in the zone, and in the adjacent hexes where they reach them (ME 2.3a2, 2.3e).

    >>> bomblet_strengths(20, adjacent=False), bomblet_strengths(36, adjacent=True)
    ((40, 0), (72, 14))
    >>> bomblet_strengths(50, adjacent=True)
    (100, 20)
    """
    zone = 2 * value * (2 if fast else 1)
    return zone, _rounded(Fraction(zone, NUMBERS["adjacent_share"])) if adjacent else 0


# What they do


def on_the_table(look: Situation, unit: int) -> bool:
    """Bomblets attack men and guns on the fire table, and no vehicles (ME 2.3a6)."""
    kind = look.world.kinds[unit]
    return not kind.vehicle and kind.move_class != "helicopter" and not look.world.armour[unit]


def dpicm_rolls(look: Situation, unit: int, zone: bool) -> bool:
    """DPICM rolls against every vehicle and carrier (ME 2.3a5)."""
    return look.world.kinds[unit].vehicle


def icm_rolls(look: Situation, unit: int, zone: bool) -> bool:
    """ICM rolls only against those of defence 1 or less (ME 2.3a4)."""
    return look.world.kinds[unit].vehicle and (look.world.kinds[unit].defence or 0) <= NUMBERS["icm_defence"]


def bomblet_modifiers(look: Situation, unit: int, zone: bool) -> tuple[Modifier, ...]:
    """What bomblets add to the roll against a vehicle: less for each point of defence above eight (ME 2.3a3)."""
    found = (MODIFIERS["zone" if zone else "ring"],)
    over = defence_of(look, unit, HEAT) - NUMBERS["hard_defence"]
    return (*found, Modifier(-over, f"defence {over + NUMBERS['hard_defence']}", "ME 2.3a3")) if over > 0 else found


def after(field: Battlefield, barrage: Barrage) -> None:
    """What follows a mission: smoke where it was good, and what it does to those that shells leave alone."""
    ground = field.world.ground
    zone = zone_of(ground, barrage.at, wide=barrage.wide)
    if barrage.good and field.game.rules.chosen(BombletOptions).hit_smoke:
        bare = [hex for hex in sorted(zone) if not field.smoked(hex)]
        field.update(smoke=(*field.board.smoke, *(Smoke(hex, barrage.side, 1, light=False) for hex in bare)))
        field.log("smoke_lands", "ME 2.3c", side=barrage.side, hexes=tuple(bare))
    ring = ring_of(ground, barrage.at, wide=barrage.wide) if barrage.ring else ()
    burst(field, barrage.side, (*zone, *ring))


def burst(field: Battlefield, side: int, hexes: tuple[int, ...]) -> None:
    """Bomblets or scattered mines have fallen on these hexes (ME 2.2c1, 4.4)."""
    field.next(*(step for each in field.game.rules.at(BURSTS) for step in each(field, side, hexes)))


def _munition(shell: int, name: str, stock: str, rolls: Callable[[Situation, int, bool], bool]) -> Munition:
    return Munition(
        shell=shell,
        name=name,
        rounds=lambda look, battery: int(getattr(piece_of(look, battery), stock)),
        spend=lambda field, battery, count: spend_round(field, battery, stock, count),
        fast=True,
        area=on_the_table,
        point=rolls,
        modifiers=bomblet_modifiers,
        after=after,
    )


CHAPTER = Chapter(
    name="modern.bomblets",
    adds=(
        MUNITIONS.add(_munition(ICM, "ICM", "icm", icm_rolls), _munition(DPICM, "DPICM", "dpicm", dpicm_rolls)),
        STRENGTHS.add(strengths),
    ),
    options=BombletOptions,
    switch="modern",
)
