"""Tank terror: gunners whose shot does nothing to a tank they cannot pierce may lose heart.

Our rulings: it counts for tanks and anti-tank guns of the other side, for shots and for opportunity fire, at targets
within normal range; the gunners are Suppressed (TC F25, V12) after the shot and before it is answered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.kernel.pools import D10
from sandtable.kernel.procedure import Roles, Roll
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.special.base import Special, no_kind, out_of

if TYPE_CHECKING:
    from sandtable.systems.tactical_combat.scenario import TacticalScenario

__all__ = ["PHRASES", "TankTerror", "Terror"]

PHRASES = {"terror!": "{firer:unit} sees its shot bounce off {target:unit}"}


class TankTerror(Special, frozen=True, forbid_unknown_fields=True, tag="tank_terror"):
    """The kinds of tanks, and the d10 on which who fires at them in vain is Suppressed."""

    kinds: tuple[str, ...]
    at_least: int = 9

    def fault(self) -> str:
        """Nothing out of the ordinary."""
        return out_of(2, 10, self.at_least, "at_least is")

    def misfit(self, scenario: TacticalScenario) -> str:
        """Kinds that somebody has."""
        there = {entry.kind for force in scenario.force for entry in force.stands}
        return no_kind(self.kinds, scenario.kinds(), "stand") or no_kind(self.kinds, there, "stand in this scenario:")

    def after_shot(self, field: Battlefield, firer: int, target: int, effect: bool) -> None:
        """A shot without effect within normal range."""
        if effect or field.world.kinds[target].kind not in self.kinds or not field.world.kinds[firer].faces:
            return
        if not field.gone(firer) and not field.long_range(firer, target):
            field.next(Terror(firer, target, self.at_least))


class Terror(Roll, frozen=True, array_like=True, tag="terror"):
    """Whether the gunners lose heart."""

    roles = Roles(on="firer")

    firer: int
    target: int
    at_least: int

    def resolution(self, look: Situation) -> Resolution:
        """A d10."""
        rows = (Row(None, self.at_least - 1, "steady"), Row(self.at_least, None, "suppressed"))
        return Resolution("TC G4", "", D10, rows)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """Suppressed, or not."""
        if outcome == "suppressed":
            field.suppress(self.firer, "TC G4")
