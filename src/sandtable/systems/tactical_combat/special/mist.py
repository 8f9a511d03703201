"""Mist, fog, smoke of burning fields: nobody sees far for some turns."""

from __future__ import annotations

from sandtable.kernel.errors import shown
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.special.base import Complaint, Special

__all__ = ["Mist"]


class Mist(Special, frozen=True, forbid_unknown_fields=True, tag="mist"):
    """Sight and fire are limited on some turns."""

    inches: int
    until_turn: int

    def fault(self) -> str:
        """Neither may be out of the ordinary."""
        if not 1 <= self.inches <= 400:
            return Complaint(f"visibility in mist is 1 to 400 inches, not {shown(self.inches)}", self.inches)
        if not 1 <= self.until_turn <= 99:
            return Complaint(f"mist lasts until turn 1 to 99, not {shown(self.until_turn)}", self.until_turn)
        return ""

    def sight_limit(self, look: Situation) -> int | None:
        """The limit while the mist lasts."""
        return self.inches * 100 if look.turn <= self.until_turn else None
