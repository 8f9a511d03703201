"""A poor staff: low rolls for command points are nothing at all, and little can be saved.

Our ruling: the low numbers are read on the dice as thrown, before losses are taken off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from sandtable.kernel.resolution import Resolution, Row
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.special.base import Special, no_side, out_of

if TYPE_CHECKING:
    from sandtable.systems.tactical_combat.scenario import TacticalScenario

__all__ = ["PoorStaff"]


class PoorStaff(Special, frozen=True, forbid_unknown_fields=True, tag="poor_staff"):
    """The battalions of a side get nothing on a low roll, and save a limited number of points."""

    side: str
    nothing_at_most: int = 0
    most_saved_points: int = 99

    def fault(self) -> str:
        """Nothing out of the ordinary."""
        return out_of(0, 9, self.nothing_at_most, "nothing_at_most is") or out_of(
            0, 99, self.most_saved_points, "most_saved_points is"
        )

    def misfit(self, scenario: TacticalScenario) -> str:
        """A side of the scenario."""
        return no_side(scenario, self.side)

    def _concerns(self, look: Situation, battalion: int) -> bool:
        return look.game.sides[look.world.formations[battalion].side] == self.side

    def command_roll(self, look: Situation, battalion: int, roll: Resolution) -> Resolution:
        """A natural low roll is nothing."""
        if not self.nothing_at_most or not self._concerns(look, battalion):
            return roll
        return replace(roll, naturals=(Row(None, self.nothing_at_most, 0), *roll.naturals))

    def most_saved(self, look: Situation, battalion: int) -> int | None:
        """The points it can save."""
        return self.most_saved_points if self._concerns(look, battalion) else None
