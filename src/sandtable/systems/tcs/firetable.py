"""The fire table (TCS 9.1): one roll for every attack on it, whatever makes the attack.

Units, mines and shells attack alike: a strength, a hex, and the shifts that lead from the column of the strength to the
one that is rolled on. What harm the answer does is up to the attack.
"""

from __future__ import annotations

import msgspec

from sandtable.kernel.phrase import Said
from sandtable.kernel.pools import D66
from sandtable.kernel.procedure import Roll
from sandtable.kernel.resolution import Modifier, Resolution, Row
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.tables import fire_rows

__all__ = ["Attack", "FireRoll", "fire_resolution"]

NOTHING = (Row(None, None, -1),)


class Attack(msgspec.Struct, frozen=True):
    """An attack on the fire table: its rule and words, its strength, and all its shifts."""

    rule: str
    says: Said | str
    strength: int
    shifts: tuple[Modifier, ...] = ()

    @property
    def shift(self) -> int:
        """The sum of the shifts."""
        return sum(each.value for each in self.shifts)


class FireRoll(Roll, frozen=True, array_like=True):
    """A roll on the fire table."""

    def facts(self, look: Situation) -> Attack:
        """The attack by the rules of the series."""
        raise TypeError(f"{type(self).__name__} has no attack: write its facts")

    def attack(self, look: Situation) -> Attack:
        """The attack with what other chapters add to it."""
        attack, added = self.facts(look), self.added(look)
        return msgspec.structs.replace(attack, shifts=(*attack.shifts, *added)) if added else attack

    def resolution(self, look: Situation) -> Resolution:
        """The fire table, with every shift."""
        return fire_resolution(look.world.options.left_of_column_0, self.attack(look))


def fire_resolution(left_of_column_0: str, attack: Attack) -> Resolution:
    """The roll on the fire table for an attack (TCS 1.0h, 1.0i, 9.1)."""
    found = fire_rows(attack.strength, attack.shift)
    if found is None and left_of_column_0 == "column_0":
        found = fire_rows(0, 0)
    heading, rows = ("left of 0", NOTHING) if found is None else found
    return Resolution(attack.rule, attack.says, D66, rows, attack.shifts, "column", heading)
