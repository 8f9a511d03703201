"""The temptation to withdraw: a formation whose neighbours are lost may give up its ground in the dark.

Our rulings: the die is thrown once, at the end of the named turn, if the enemy holds enough objectives then. On a
high roll every stand of the formation makes a Panic Move (TC M9, M10) the way the rule says, and may be fired at;
vehicles stay, and so does who rides in one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from sandtable.kernel.pools import D10
from sandtable.kernel.procedure import Roll, Step
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tactical_combat.board import NOBODY
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.panic import run_toward
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.special.base import (
    Special,
    formation_named,
    no_formation,
    out_of,
    stands_of,
)

if TYPE_CHECKING:
    from sandtable.systems.tactical_combat.scenario import TacticalScenario

__all__ = ["PHRASES", "PROCEDURES", "Withdrawal"]

PHRASES = {
    "thinks_of_withdrawing": "Does {formation:formation} withdraw",
    "withdraws": "{formation:formation} gives up its ground",
    "stays_on": "{formation:formation} stays",
}

WAYS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}


class Withdrawal(Special, frozen=True, forbid_unknown_fields=True, tag="withdrawal"):
    """A formation that runs on a high d10 at the end of a turn, if the enemy holds enough."""

    formation: str
    turn: int
    objectives: int
    at_least: int
    toward: Literal["north", "east", "south", "west"]

    def fault(self) -> str:
        """Nothing out of the ordinary."""
        return (
            out_of(1, 99, self.turn, "the turn is")
            or out_of(1, 99, self.objectives, "objectives are")
            or out_of(1, 10, self.at_least, "at_least is")
        )

    def misfit(self, scenario: TacticalScenario) -> str:
        """A formation of the scenario."""
        return no_formation(scenario, self.formation)

    def turn_end(self, field: Battlefield, side: int) -> None:
        """After the second side's part of the turn."""
        owner = field.world.formations[formation_named(field.world, self.formation)].side
        if field.turn != self.turn or side == field.world.first_side:
            return
        if sum(holder == 1 - owner for holder in field.board.holders) >= self.objectives:
            field.next(Temptation(self.number(field)))


class Temptation(Roll, frozen=True, array_like=True, tag="temptation"):
    """Whether they stay."""

    rule: int

    def resolution(self, look: Situation) -> Resolution:
        """A d10."""
        rule = look.world.specials[self.rule]
        rows = (Row(rule.at_least, None, "withdraws"), Row(None, rule.at_least - 1, "stays"))
        formation = formation_named(look.world, rule.formation)
        return Resolution("TC G4", look.say("thinks_of_withdrawing", formation=formation), D10, rows)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """All of them run, one after another, or nobody does."""
        rule = field.world.specials[self.rule]
        formation = formation_named(field.world, rule.formation)
        field.log("withdraws" if outcome == "withdraws" else "stays_on", "TC G4", formation=formation)
        if outcome == "withdraws":
            field.next(*(Withdraws(self.rule, stand) for stand in stands_of(field.world, rule.formation)))


class Withdraws(Step, frozen=True, array_like=True, tag="withdraws"):
    """One stand runs."""

    rule: int
    stand: int

    def run(self, field: Battlefield) -> None:
        """If it is there, and on foot."""
        stand = field.stands[self.stand]
        if not field.gone(self.stand) and stand.carrier == NOBODY and not field.world.kinds[self.stand].vehicle:
            run_toward(field, self.stand, WAYS[field.world.specials[self.rule].toward])


PROCEDURES = (Temptation, Withdraws)
