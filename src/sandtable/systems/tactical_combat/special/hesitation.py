"""Ground on which men lie still: who is there without a leader acts less often."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.kernel.resolution import Modifier
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.special.base import Special, no_side, no_zone, out_of

if TYPE_CHECKING:
    from sandtable.systems.tactical_combat.scenario import TacticalScenario

__all__ = ["Hesitation"]


class Hesitation(Special, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="hesitation"):
    """A side's stands in a zone add to the roll that they make to act without a leader (TC C6)."""

    side: str
    zone: str
    worse: int = 1

    def fault(self) -> str:
        """A number that leaves a chance."""
        return out_of(1, 9, self.worse, "who hesitates adds")

    def misfit(self, scenario: TacticalScenario) -> str:
        """The side and the zone."""
        return no_side(scenario, self.side) or no_zone(scenario, self.zone)

    def command_modifiers(self, look: Situation, stand: int) -> tuple[Modifier, ...]:
        """Worse in the zone."""
        world = look.world
        if look.game.sides[world.owners[stand]] != self.side:
            return ()
        here = world.table.point(look.stands[stand].at)
        return (Modifier(self.worse, f"in {self.zone}", "TC G4"),) if world.table.zone(self.zone).holds(here) else ()
