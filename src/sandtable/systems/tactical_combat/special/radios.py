"""Tanks without radios: those far from their headquarters cost more command points.

Our ruling: with no headquarters left on the table they are all far from it. It counts only for battalions that roll for
command points (TC C12), and for vehicles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.systems.tactical_combat.board import NOBODY
from sandtable.systems.tactical_combat.command import battalion_of, headquarters
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.special.base import Special, no_side, out_of

if TYPE_CHECKING:
    from sandtable.systems.tactical_combat.scenario import TacticalScenario

__all__ = ["NoRadios"]


class NoRadios(Special, frozen=True, forbid_unknown_fields=True, tag="no_radios"):
    """Vehicles of a side far from their headquarters cost command points."""

    side: str
    inches: int = 6
    points: int = 2

    def fault(self) -> str:
        """Nothing out of the ordinary."""
        return out_of(0, 99, self.inches, "the distance in inches is") or out_of(1, 9, self.points, "points are")

    def misfit(self, scenario: TacticalScenario) -> str:
        """A side of the scenario."""
        return no_side(scenario, self.side)

    def extra_cost(self, look: Situation, stand: int) -> int:
        """What it costs more than one point."""
        world = look.world
        if look.game.sides[world.owners[stand]] != self.side or not world.kinds[stand].vehicle:
            return 0
        chief = headquarters(look, battalion_of(look, stand))
        near = chief != NOBODY and look.within(stand, chief, self.inches * 100)
        return 0 if near else self.points - 1
