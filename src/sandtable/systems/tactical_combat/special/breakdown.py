"""Machines that cannot be trusted: a die each time one is to act, and some are not ready before a turn.

Our ruling: one that has broken down stays where it is for the rest of the game, does nothing and fires at nobody, not
even in close combat; it is not forced back either, but can be fired at and is still in the way. It is worth points
only if it is destroyed. One that may not act yet does not opportunity fire either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.kernel.pools import D10
from sandtable.kernel.procedure import Procedure, Roles, Roll
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.special.base import Special, no_kind, out_of

if TYPE_CHECKING:
    from sandtable.systems.tactical_combat.scenario import TacticalScenario

__all__ = ["PHRASES", "BreakdownRoll", "Breakdowns"]

PHRASES = {"breakdown_roll!": "{stand:unit} starts its engine", "breaks_down": "{stand:unit} breaks down"}


class Breakdowns(Special, frozen=True, forbid_unknown_fields=True, tag="breakdowns"):
    """Kinds of vehicles that break down on a low d10, and may not act before a turn."""

    kinds: tuple[str, ...]
    at_most: int
    from_turn: int = 1

    def fault(self) -> str:
        """Nothing out of the ordinary."""
        return out_of(1, 9, self.at_most, "machines break down on a d10 of at most") or out_of(
            1, 99, self.from_turn, "from_turn is"
        )

    def misfit(self, scenario: TacticalScenario) -> str:
        """Kinds that somebody has."""
        there = {entry.kind for force in scenario.force for entry in force.stands}
        return no_kind(self.kinds, scenario.kinds(), "stand") or no_kind(self.kinds, there, "stand in this scenario:")

    def broken(self, look: Situation, stand: int) -> bool:
        """Whether a stand has broken down: the rule remembers those."""
        return stand in look.recall(self)

    def may_not_act(self, look: Situation, stand: int) -> str:
        """Not before its turn, and never again once it has broken down."""
        if look.world.kinds[stand].kind not in self.kinds:
            return ""
        if self.broken(look, stand):
            return "it has broken down"
        return f"it is not ready before turn {self.from_turn}" if look.turn < self.from_turn else ""

    def may_not_react(self, look: Situation, stand: int) -> str:
        """Nor does it fire."""
        return self.may_not_act(look, stand)

    def may_not_move(self, look: Situation, stand: int) -> str:
        """Nor is it forced back, once it has broken down."""
        return "it has broken down" if self.broken(look, stand) else ""

    def cannot_fight(self, look: Situation, stand: int) -> bool:
        """Nor does it defend itself."""
        return self.broken(look, stand)

    def condition(self, look: Situation, stand: int) -> str:
        """The stands that have broken down."""
        return "broken down" if self.broken(look, stand) else ""

    def before_acting(self, look: Situation, stand: int, action: Procedure) -> Procedure:
        """A die first."""
        return BreakdownRoll(self.number(look), stand, action) if look.world.kinds[stand].kind in self.kinds else action


class BreakdownRoll(Roll, frozen=True, array_like=True, tag="breakdown_roll"):
    """Whether a machine runs when it is wanted."""

    roles = Roles(on="stand")

    rule: int
    stand: int
    then_do: Procedure

    def resolution(self, look: Situation) -> Resolution:
        """A d10."""
        at_most = look.world.specials[self.rule].at_most
        rows = (Row(None, at_most, "breaks down"), Row(at_most + 1, None, "runs"))
        return Resolution("TC G4", "", D10, rows)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """It acts, or never again."""
        if outcome == "runs":
            field.next(self.then_do)
            return
        rule = field.world.specials[self.rule]
        field.remember(rule, *sorted((*field.recall(rule), self.stand)))
        field.log("breaks_down", "TC G4", stand=self.stand)
        field.finish_stand(self.stand)
