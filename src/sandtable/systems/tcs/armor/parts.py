"""The parts of an action phase with armor impulses (AR 4.3), for chapters that reckon by them."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.kernel.chapter import Seam
from sandtable.systems.tcs.field import Battlefield

__all__ = ["FINAL", "INITIAL", "NORMAL", "PART_ENDS", "SPLIT"]

INITIAL, NORMAL, FINAL = range(3)
PART_ENDS: Seam[Callable[[Battlefield], None]] = Seam("what ends with a part of an action phase")
SPLIT: Seam[Callable[[Battlefield, int, int], None]] = Seam("what follows when a counter breaks out of a platoon")
