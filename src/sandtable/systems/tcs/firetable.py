"""The fire table (TCS 9.1): one roll for every attack on it, whatever makes the attack.

Units, mines and shells attack alike: a strength, a hex, and the shifts that lead from the column of the strength to the
one that is rolled on. What harm the answer does is up to the attack.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from sandtable.kernel.chapter import Seam
from sandtable.kernel.phrase import Said
from sandtable.kernel.pools import D66
from sandtable.kernel.procedure import Procedure, Roll
from sandtable.kernel.resolution import Modifier, Outcome, Resolution, Row
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.tables import fire_rows

if TYPE_CHECKING:
    from sandtable.systems.tcs.field import Battlefield

__all__ = ["FIRE_DONE", "TALES", "Attack", "FireRoll", "Tale", "amended", "fire_resolution", "parted", "struck"]

NOTHING = (Row(None, None, -1),)


class Tale(NamedTuple):
    """What else the dice of a shot at vehicles tell: how a chapter amends the roll, so that its answer is a pair with
    a word, and what follows when a shot with this word has hit.
    """

    amend: Callable[[Situation, Resolution], Resolution]
    hit: Callable[[Battlefield, Sequence[int], str], None]


FIRE_DONE: Seam[Procedure] = Seam("steps when the fire of one action is over, or that of a side at one trigger")
TALES: Seam[Tale] = Seam("what else the dice of a shot at vehicles tell")


def amended(look: Situation, resolution: Resolution) -> Resolution:
    """The roll of a shot at vehicles with what chapters want to know of its dice."""
    for tale in look.game.rules.at(TALES):
        resolution = tale.amend(look, resolution)
    return resolution


def parted(outcome: Outcome) -> tuple[Outcome, str]:
    """The answer of a chart, and the word that the dice tell beside it; empty if there is none.

    >>> parted(2), parted((2, "61 or more"))
    ((2, ''), (2, '61 or more'))
    """
    return (outcome[0], str(outcome[1])) if isinstance(outcome, tuple) else (outcome, "")


def struck(field: Battlefield, targets: Sequence[int], word: str) -> None:
    """A shot at some targets has hit, and its dice tell this beside."""
    if word:
        for tale in field.game.rules.at(TALES):
            tale.hit(field, targets, word)


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
