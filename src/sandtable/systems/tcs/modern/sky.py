"""The air above the map (ME 4.1a): the heights of helicopters, what is seen from there, and how they are lost.

Helicopters are a layer of their own. No rule of the ground finds them: they are in no stack, hold no hex, and only
what this package has fires at them. Low is 100 m above the ground, NOE is the ground itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
from msgspec.structs import replace

from sandtable.board.hexsight import view_from
from sandtable.kernel.chapter import Seam
from sandtable.kernel.memo import known_of
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.board import TO_HIT, Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.modern.atgm import AIR_LIMITS
from sandtable.systems.tcs.spotting import spotted_to
from sandtable.systems.tcs.world import ABOARD, NOBODY

__all__ = [
    "GLASSES",
    "NOT_A_HELICOPTER",
    "Sky",
    "aloft",
    "crash",
    "flying",
    "is_low",
    "loads_of",
    "not_your_helicopter",
    "seen_by_glasses",
    "seen_from",
    "sees",
    "set_height",
    "slung_units",
    "spots_from",
    "spots_seen",
]

NOT_A_HELICOPTER = Reason("that is not one of your helicopters on the map", "ME 4.1.1")
VIEWS_KEPT = 20_000
GLASSES: Seam[Callable[[Situation, int], tuple[int, bool] | None]] = Seam(
    "how far other sights of a unit see, 0 for any range, and whether smoke blocks them"
)


class Sky(msgspec.Struct, frozen=True, array_like=True, tag="sky"):
    """What the helicopter chapters keep on the board."""

    low: tuple[int, ...] | None = None
    """The helicopters that fly Low; None is those that the scenario begins with."""
    popped: tuple[int, ...] = ()
    """The helicopters that have popped up in this action phase (ME 4.1e2)."""
    gunned: tuple[int, ...] = ()
    """The helicopters of the phasing side that have fired their guns in this action phase."""
    overran: tuple[tuple[int, int], ...] = ()
    """Helicopters with the hexes that they have overrun in this action phase (ME 4.6b1)."""
    guarded: tuple[int, ...] = ()
    """The units of the phasing side that have made their AA fire of this action phase (ME 4.2b)."""
    slung: tuple[int, ...] | None = None
    """The units that hang in slings; None is those that the scenario begins with."""
    minutes: tuple[int, ...] = ()
    """How long each unit has been on the map, or off it, in minutes of this battle; empty before the first turn."""


def aloft(look: Situation, side: int) -> list[int]:
    """The helicopters of a side on the map."""
    units = look.units
    return [n for n in look.world.flyers_of[side] if units[n].at >= 0]


def flying(look: Situation, unit: int) -> bool:
    """Whether a unit is a helicopter on the map."""
    return unit in look.world.flyers and look.units[unit].at >= 0


def is_low(look: Situation, unit: int) -> bool:
    """Whether a helicopter flies Low; otherwise it is in NOE (ME 4.1a1, 4.1a2)."""
    low = look.kept(Sky).low
    return unit in (look.world.air.low if low is None else low)


def set_height(field: Battlefield, unit: int, *, low: bool) -> None:
    """A helicopter climbs to Low, or drops to NOE."""
    sky = field.kept(Sky)
    now = set(field.world.air.low if sky.low is None else sky.low) - {unit}
    field.keep(replace(sky, low=tuple(sorted(now | {unit} if low else now))))


def not_your_helicopter(look: Situation, side: int, unit: int) -> Reason | None:
    """Why a side cannot give orders to a helicopter at all."""
    mine = look.world.owners[unit] == side and flying(look, unit)
    return None if mine else NOT_A_HELICOPTER


# Sight


def seen_from(look: Situation, hex: int, *, low: bool, target_low: bool = False) -> int:
    """The hexes that are in sight from a height above a hex, for targets on the ground or at Low, as a bit mask
    (ME 4.1a1, 4.1a2). By smoke, weather and light it is as sight on the ground.
    """
    if not low and not target_low:
        return look.view(hex)
    found = _view(look, hex, look.visibility, low=low, target_low=target_low)
    lit = look.lit_mask
    return found | _view(look, hex, look.weather_limit, low=low, target_low=target_low) & lit if lit else found


def _view(
    look: Situation, hex: int, visibility: int, *, low: bool, target_low: bool, through_smoke: bool = False
) -> int:
    world = look.world
    smoke = look.smoke_mask if world.options.smoke_blocks and not through_smoke else 0
    known: dict[object, int] = known_of(world.ground, "air_views")
    key = hex, smoke, visibility, low, target_low, world.eye
    found = known.get(key)
    if found is None:
        if len(known) >= VIEWS_KEPT:
            known.clear()
        above = AIR_LIMITS["low_metres"]
        eye, target = world.eye + above * low, world.eye + above * target_low
        found = view_from(world.ground.map, hex, smoke=smoke, eye=eye, target=target)
        found = known[key] = found & world.ground.within(hex, visibility) if visibility else found
    return found


def sees(look: Situation, unit: int, target: int, *, low: bool | None = None, target_low: bool | None = None) -> bool:
    """Whether a unit has a line of sight to another, each from its height; `low` and `target_low` are for a helicopter
    that would be at another height.
    """
    here, there = look.units[unit].at, look.units[target].at
    if low is None:
        low = flying(look, unit) and is_low(look, unit)
    if target_low is None:
        target_low = flying(look, target) and is_low(look, target)
    if not low and not target_low:
        return look.spies(unit, there, TO_HIT)
    if seen_from(look, here, low=low, target_low=target_low) >> there & 1:
        return True
    return bool(seen_by_glasses(look, unit, here, low=low, target_low=target_low) >> there & 1)


def seen_by_glasses(look: Situation, unit: int, hex: int, *, low: bool, target_low: bool = False) -> int:
    """The hexes that a unit in a hex sees with other sights from a height, or at one, as a bit mask."""
    mask = 0
    for glasses in look.game.rules.at(GLASSES):
        found = glasses(look, unit)
        if found is not None:
            limit, smoke = found
            mask |= _view(look, hex, limit, low=low, target_low=target_low, through_smoke=not smoke)
    return mask


def spots_from(look: Situation, unit: int, target: int, *, low: bool | None = None, trigger: bool = False) -> bool:
    """Whether a unit spots a target from its height (TCS 7.1a, ME 4.1c); a helicopter is always spotted if it is seen.

    Spotting is not shared, but for the option of the series.
    """
    return sees(look, unit, target, low=low) and spots_seen(look, unit, target, trigger=trigger)


def spots_seen(look: Situation, unit: int, target: int, *, trigger: bool = False) -> bool:
    """The same for a target that the unit sees."""
    if target in look.world.flyers:
        return True
    here, there = look.units[unit].at, look.units[target].at
    friends: Iterable[int] = (unit,)
    if look.world.options.spotting_shared:
        friends = (unit, *look.on_map(look.world.owners[unit]))
    apart = look.world.ground.distance(here, there)
    return any(
        (apart if each == unit else look.world.ground.distance(look.units[each].at, there))
        <= spotted_to(look, each, target, trigger=trigger)
        and (each == unit or look.sees(look.units[each].at, there))
        for each in friends
    )


# Losses


def loads_of(look: Situation, helicopter: int) -> list[int]:
    """The units that a helicopter carries, inside or slung."""
    return [n for n, unit in enumerate(look.units) if unit.carrier == helicopter and unit.at == ABOARD]


def crash(field: Battlefield, helicopter: int, rule: str) -> None:
    """A helicopter is destroyed, and all that it carries with it (ME 4.3b)."""
    loads = loads_of(field, helicopter)
    for n in loads:
        field.change(n, carrier=NOBODY)
    field.lose(helicopter, "shot_down", rule)
    for n in loads:
        field.lose(n, "destroyed", "ME 4.3b")
    sky = field.kept(Sky)
    gone = {helicopter, *loads}
    now = field.world.air.low if sky.low is None else sky.low
    hung = slung_units(field)
    field.keep(
        replace(
            sky,
            low=tuple(n for n in now if n not in gone),
            slung=tuple(n for n in hung if n not in gone),
        )
    )


def slung_units(look: Situation) -> tuple[int, ...]:
    """The units that hang in slings."""
    slung = look.kept(Sky).slung
    return tuple(load.unit for load in look.world.air.loads if load.slung) if slung is None else slung
