"""Minefields: a stand that enters a minefield may take a hit and be Suppressed, and so be stopped.

Those who laid the mines know the way through: the rule is for the other side.
"""

from __future__ import annotations

from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.special.entering import Entering

__all__ = ["PHRASES", "Mines"]

PHRASES = {
    "goes_into_mines": "{stand:unit} goes into the minefield",
}


class Mines(Entering, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="mines"):
    """Every stand of the side rolls when it enters a minefield."""

    ground: tuple[str, ...] = ("mines",)

    def phrase(self) -> str:
        """What is rolled for."""
        return "goes_into_mines"

    def caught(self, field: Battlefield, stand: int) -> None:
        """A hit, and Suppressed."""
        if field.hit(stand, "TC G4"):
            field.suppress(stand, "TC G4")
