"""Points at the end for every stand of a side that is in a zone and not Paralyzed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.special.base import Special, no_side, no_zone, out_of
from sandtable.systems.tactical_combat.tables import PARALYZED

if TYPE_CHECKING:
    from sandtable.systems.tactical_combat.scenario import TacticalScenario

__all__ = ["Foothold"]


class Foothold(Special, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="foothold"):
    """Stands in a zone at the end are worth points, up to `most` in all."""

    side: str
    zone: str
    points: int = 1
    most: int = 99

    def fault(self) -> str:
        """Every number in its bounds."""
        return out_of(1, 20, self.points, "a stand in the zone is worth") or out_of(
            1, 99, self.most, "all in the zone are worth at most"
        )

    def misfit(self, scenario: TacticalScenario) -> str:
        """The side and the zone."""
        return no_side(scenario, self.side) or no_zone(scenario, self.zone)

    def final_points(self, look: Situation) -> tuple[int, int]:
        """Count them."""
        side = look.game.sides.index(self.side)
        area = look.world.table.zone(self.zone)
        there = [
            n for n in look.on_table(side) if area.holds(look.base(n).centre) and look.stands[n].morale != PARALYZED
        ]
        points = min(self.most, self.points * len(there))
        return (points, 0) if side == 0 else (0, points)
