"""What awaits units in a hex that they enter, before the enemy may fire at them: a place for other chapters."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.kernel.chapter import Seam
from sandtable.kernel.procedure import Procedure, Step
from sandtable.systems.tcs import mines
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.overwatch import MOVED, Triggered

__all__ = ["ENTERED", "AfterShells", "entry_fire"]

ENTERED: Seam[Callable[[Battlefield, tuple[int, ...], int], tuple[Procedure, ...]]] = Seam(
    "what attacks units that have entered a hex"
)


def entry_fire(field: Battlefield, group: tuple[int, ...], hex: int) -> tuple[Procedure, ...]:
    """What attacks units of a side that have just entered a hex; nothing, as a rule."""
    found: tuple[Procedure, ...] = ()
    for attacks in field.game.rules.at(ENTERED):
        found += attacks(field, group, hex)
    return found


class AfterShells(Step, frozen=True, array_like=True, tag="after_shells"):
    """After the shells come overwatch and mines, for those who are still there; the stack goes no farther."""

    side: int
    group: tuple[int, ...]
    hex: int

    def run(self, field: Battlefield) -> None:
        """Overwatch, then the mines (TCS 21.2)."""
        left = tuple(n for n in self.group if field.units[n].at == self.hex)
        if left:
            field.next(Triggered(self.side, left, MOVED), mines.Mines(self.side, left, self.hex))
