"""Commissars: the headquarters of a side rally shaken stands, as leaders of platoons and companies may (TC R4).

It is the headquarters' action, so once a turn; the option `leader_rally` need not be on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.special.base import Special, no_side

if TYPE_CHECKING:
    from sandtable.systems.tactical_combat.scenario import TacticalScenario

__all__ = ["Commissars"]


class Commissars(Special, frozen=True, forbid_unknown_fields=True, tag="commissars"):
    """Whose headquarters rally."""

    side: str

    def misfit(self, scenario: TacticalScenario) -> str:
        """A side of the scenario."""
        return no_side(scenario, self.side)

    def may_rally(self, look: Situation, stand: int) -> bool:
        """Headquarters of that side."""
        return look.world.kinds[stand].kind == "hq" and look.game.sides[look.world.owners[stand]] == self.side
