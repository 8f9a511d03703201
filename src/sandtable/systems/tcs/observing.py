"""Observers (TCS 18.4): who may call for fire, and why not."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from sandtable.kernel.chapter import Seam
from sandtable.kernel.memo import known_of
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.artilleryoptions import ArtilleryOptions
from sandtable.systems.tcs.batteries import role_of, supported, supports_name
from sandtable.systems.tcs.board import TO_OBSERVE, Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.orders import standing
from sandtable.systems.tcs.reasons import not_yours
from sandtable.systems.tcs.shells import NONE, Mission
from sandtable.systems.tcs.world import FINE, MOVE_MODE

__all__ = [
    "EYES",
    "Eyes",
    "can_observe",
    "observer_metres",
    "observer_view",
    "stance",
    "why_not_observe",
    "why_not_observe_at_all",
]


class Eyes(NamedTuple):
    """Observers of another chapter: who they are, what each sees as a bit mask, and how high above the ground it is."""

    units: Callable[[Situation, int], Sequence[int]]
    view: Callable[[Situation, int], int]
    metres: Callable[[Situation, int], int]


EYES: Seam[Eyes] = Seam("observers in the air")

UNARMED = Reason("{unit:unit} cannot fight, and so cannot observe", "TCS 18.4")
SHAKEN = Reason("{unit:unit} is Suppressed or Paralyzed and cannot observe", "TCS 18.4")
CARRIED = Reason("{unit:unit} is carried and cannot observe", "TCS 18.4")
MOVING = Reason("{unit:unit} is in Move Mode and cannot observe", "TCS 18.4")
BUSY = Reason("{unit:unit} has observed all it can this turn", "TCS 18.4")
NOT_SUPPORTED = Reason('{battery:battery} supports "{name}", and {unit:unit} is not on it', "TCS 18.1")
OTHER_BATTALION = Reason("{unit:unit} is not of the battalion of the guns", "TCS 18.11")
UNSEEN = Reason("{unit:unit} does not see {hex:hex}", "TCS 18.4")


def stance(look: Situation, unit: int) -> int:
    """The kind of op sheet a unit is on; NONE if it is Unassigned (TCS 18.5b)."""
    order = standing(look, unit)
    return order.kind if order.assigned else NONE


def why_not_observe_at_all(look: Situation, side: int, unit: int) -> Reason | None:
    """Why a unit can observe for nobody (TCS 18.4)."""
    if any(unit in eyes.units(look, side) for eyes in look.game.rules.at(EYES)):
        return None
    if why := not_yours(look, side, unit):
        return why
    u, kind = look.units[unit], look.world.kinds[unit]
    if not kind.armed:
        return UNARMED.of(unit=unit)
    if u.morale != FINE:
        return SHAKEN.of(unit=unit)
    if look.inside(unit):
        return CARRIED.of(unit=unit)
    if u.mode == MOVE_MODE and not kind.vehicle and "recon" not in kind.traits:
        return MOVING.of(unit=unit)
    return None


def why_not_observe(look: Situation, mission: Mission, unit: int, calls: Sequence[Mission] = ()) -> Reason | None:
    """Why a unit cannot observe for the guns of a mission, wherever it is aimed; `calls` are those made already."""
    if why := why_not_observe_at_all(look, mission.side, unit):
        return why
    if sum(call.observer == unit for call in calls) >= look.game.rules.chosen(ArtilleryOptions).observer_missions:
        return BUSY.of(unit=unit)
    for battery in mission.batteries:
        if not supported(look, battery, unit):
            name = supports_name(look, *role_of(look, battery))
            return NOT_SUPPORTED.of(battery=battery, name=name, unit=unit)
    battalions = look.world.battalion_of
    if mission.guns and battalions[unit] != battalions[mission.guns[0]]:
        return OTHER_BATTALION.of(unit=unit)
    return None


def can_observe(look: Situation, mission: Mission, calls: Sequence[Mission] = ()) -> list[int]:
    """The units that can observe for the guns of a mission."""
    if isinstance(look, Battlefield):
        return _can_observe(look, mission, calls)
    known: dict[Hashable, list[int]] = known_of(look, "can_observe")
    key = mission.side, mission.batteries, mission.guns, tuple(call.observer for call in calls)
    if key not in known:
        known[key] = _can_observe(look, mission, calls)
    return known[key]


def _can_observe(look: Situation, mission: Mission, calls: Sequence[Mission]) -> list[int]:
    units = [
        *look.on_map(mission.side),
        *(n for eyes in look.game.rules.at(EYES) for n in eyes.units(look, mission.side)),
    ]
    return [n for n in units if why_not_observe(look, mission, n, calls) is None]


def observer_view(look: Situation, unit: int) -> int:
    """The hexes that an observer sees, as a bit mask."""
    if unit in look.world.flyers:
        for eyes in look.game.rules.at(EYES):
            return eyes.view(look, unit)
    return look.view_of(unit, TO_OBSERVE)


def observer_metres(look: Situation, unit: int) -> int:
    """How high above the ground an observer is."""
    return sum(eyes.metres(look, unit) for eyes in look.game.rules.at(EYES)) if unit in look.world.flyers else 0
