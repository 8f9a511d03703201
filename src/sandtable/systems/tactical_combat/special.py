"""Special rules of scenarios (TC G4): small pieces that a scenario file names, with their values.

Each is a struct with a `rule` tag and a few hooks. A scenario designer adds one by subclassing `Special` and naming
it in `SPECIALS`.
"""

from __future__ import annotations

import msgspec

from sandtable.kernel.errors import shown
from sandtable.systems.tactical_combat.board import Situation
from sandtable.systems.tactical_combat.field import Battlefield

__all__ = ["Mist", "Special", "SpecialRule"]


class Special(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="rule"):
    """A special rule: by default it changes nothing."""

    def fault(self) -> str:
        """What is wrong with its values, in words; empty if nothing is."""
        return ""

    def sight_limit(self, look: Situation) -> int | None:
        """How far anybody sees now; None if this rule does not say."""
        return None

    def may_not_act(self, look: Situation, stand: int) -> str:
        """Why a stand may not act, in words; empty if it may."""
        return ""

    def turn_start(self, field: Battlefield, side: int) -> None:
        """What happens when a side's turn begins."""

    def turn_end(self, field: Battlefield, side: int) -> None:
        """What happens when a side's turn ends."""


class Mist(Special, frozen=True, forbid_unknown_fields=True, tag="mist"):
    """Sight and fire are limited on some turns."""

    inches: int
    until_turn: int

    def fault(self) -> str:
        """Neither may be out of the ordinary."""
        if not 1 <= self.inches <= 400:
            return f"in mist one sees 1 to 400 inches, not {shown(self.inches)}"
        if not 1 <= self.until_turn <= 99:
            return f"mist lasts until turn 1 to 99, not {shown(self.until_turn)}"
        return ""

    def sight_limit(self, look: Situation) -> int | None:
        """The limit while the mist lasts."""
        return self.inches * 100 if look.turn <= self.until_turn else None


SpecialRule = Mist
"""Every special rule that a scenario file may name."""
