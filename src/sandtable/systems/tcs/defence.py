"""The defence of a target against a kind of fire (TCS 12.0c): what its counter prints, and what its armour adds."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sandtable.kernel.chapter import Seam
from sandtable.systems.tcs.board import Situation

__all__ = ["ARMOUR", "HEAT", "SHOT", "TIP_CHARGE", "best_defence", "best_of", "defence_of"]

SHOT, HEAT, TIP_CHARGE = range(3)
"""What hits: shot and all else without a line of its own; missiles, ICM and DPICM; a missile with a tip charge."""

ARMOUR: Seam[Callable[[Situation, int, int], int]] = Seam("what the armour of a target adds against a kind of fire")


def defence_of(look: Situation, unit: int, fire: int = SHOT) -> int:
    """The defence of a target against a kind of fire."""
    found = look.world.kinds[unit].defence or 0
    for armour in look.game.rules.at(ARMOUR):
        found += armour(look, unit, fire)
    return found


def best_of(look: Situation, targets: Iterable[int]) -> int:
    """The best defence against shot among some point targets (TCS 12.0c)."""
    return max((defence_of(look, n) for n in targets), default=0)


def best_defence(look: Situation, hex: int, side: int) -> int:
    """The best defence against shot among the point targets of a side in a hex (TCS 12.0c)."""
    return best_of(look, look.point_targets(hex, side))
