"""Reasons that several chapters refuse by."""

from __future__ import annotations

from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.board import Situation

__all__ = ["AIRBORNE", "NOT_YOURS", "not_yours"]

NOT_YOURS = Reason("that is not one of your units on the map", quiet=True)
AIRBORNE = Reason("{unit:unit} is a helicopter: use its own orders, such as Fly and Pop up", "ME 4.1.1")


def not_yours(look: Situation, side: int, unit: int) -> Reason | None:
    """Why a side cannot give orders to a unit on the ground at all."""
    if look.world.owners[unit] != side or look.units[unit].at < 0:
        return NOT_YOURS
    return AIRBORNE.of(unit=unit) if unit in look.world.flyers else None
