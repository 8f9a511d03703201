"""A column on one road: only a few stands of it can come on to the table in a turn.

Of those that wait, the first in the order of the scenario file may come; a stand that is held back keeps its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.systems.tactical_combat.board import OFF
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.special.base import Special, no_formation, out_of

if TYPE_CHECKING:
    from sandtable.systems.tactical_combat.scenario import TacticalScenario

__all__ = ["Column"]


class Column(Special, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="column"):
    """Of these formations only a few stands arrive in a turn."""

    formations: tuple[str, ...]
    most: int

    def fault(self) -> str:
        """At least one."""
        return out_of(1, 20, self.most, "of a column come in a turn")

    def misfit(self, scenario: TacticalScenario) -> str:
        """The formations."""
        return next(filter(None, (no_formation(scenario, name) for name in self.formations)), "")

    def kept_away(self, look: Situation, stand: int) -> bool:
        """Whether enough others are before it."""
        world = look.world
        column = [n for n, member in enumerate(world.member_of) if world.formations[member].name in self.formations]
        if stand not in column:
            return False
        before = [n for n in column if n < stand and world.arrivals[n] <= look.turn]
        return sum(look.stands[n].at == OFF and look.stands[n].hits > 0 for n in before) >= self.most
