"""Observers (TCS 18.4): who may call for fire, and why not."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.artilleryoptions import ArtilleryOptions
from sandtable.systems.tcs.batteries import role_of, supported, supports_name
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.orders import standing
from sandtable.systems.tcs.reasons import not_yours
from sandtable.systems.tcs.shells import NONE, Mission
from sandtable.systems.tcs.world import FINE, MOVE_MODE

__all__ = ["can_observe", "stance", "why_not_observe", "why_not_observe_at_all"]

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
    return [n for n in look.on_map(mission.side) if why_not_observe(look, mission, n, calls) is None]
