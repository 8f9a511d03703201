"""Reasons that several chapters refuse by."""

from __future__ import annotations

from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.board import Situation

__all__ = ["NOT_YOURS", "not_yours"]

NOT_YOURS = Reason("that is not one of your units on the map")


def not_yours(look: Situation, side: int, unit: int) -> Reason | None:
    """Why a side cannot give orders to a unit at all."""
    return None if look.world.owners[unit] == side and look.units[unit].at >= 0 else NOT_YOURS
