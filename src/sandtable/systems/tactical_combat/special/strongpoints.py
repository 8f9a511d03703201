"""Strongpoints: concrete that looks one way.

Who stands in one of the features fires only into the arc (`arc` degrees wide, around the compass direction `faces`),
opportunity fire included; close combat is fought to all sides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.board.stands import Base, in_arc
from sandtable.kernel.errors import shown
from sandtable.systems.tactical_combat.board import Situation
from sandtable.systems.tactical_combat.special.base import Special

if TYPE_CHECKING:
    from sandtable.systems.tactical_combat.scenario import TacticalScenario

__all__ = ["Strongpoint"]

DEGREES = 15
"""Of one heading."""


class Strongpoint(Special, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="strongpoint"):
    """Some features are strongpoints that look one way."""

    features: tuple[str, ...]
    faces: int = 0
    arc: int = 360

    def fault(self) -> str:
        """A direction and an arc that the table can measure."""
        if self.faces % DEGREES or not 0 <= self.faces < 360:
            return f"a strongpoint faces a multiple of {DEGREES} degrees from 0 to 345, not {self.faces}"
        if self.arc % 30 or not 30 <= self.arc <= 360:
            return f"the arc of a strongpoint is a multiple of 30 degrees from 30 to 360, not {self.arc}"
        return ""

    def misfit(self, scenario: TacticalScenario) -> str:
        """Features of the table."""
        known = [feature.name for feature in scenario.table.feature if feature.name]
        missing = [name for name in self.features if name not in known]
        return f"the table has no feature {shown(missing[0])}: it has {', '.join(known)}" if missing else ""

    def cannot_aim(self, look: Situation, firer: int, target: int) -> str:
        """Only into the arc."""
        table, at = look.world.table, look.stands[firer].at
        if not any(feature.name in self.features for feature in table.features_at(at)):
            return ""
        x, y = look.base(firer).centre
        there = look.base(target).centre
        if (x, y) == there or in_arc(Base(x, y, self.faces // DEGREES), there, self.arc):
            return ""
        return "it is outside the arc of the strongpoint"
