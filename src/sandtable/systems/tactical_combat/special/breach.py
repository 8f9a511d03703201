"""Gaps in the wire, a ditch that is filled, a road block that is cleared: infantry opens ground that stopped it.

A stand that touches a feature of this kind may spend its action on it. Engineers open it on a d10 of `engineers` or
less, rifle stands on `others` or less (0: they cannot; 10: they need not roll). The whole feature is gone then,
so a belt of wire is drawn as pieces as wide as a gap.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.kernel.pools import D10
from sandtable.kernel.procedure import Roles, Roll
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.special.base import Special, no_kind, no_side, out_of
from sandtable.systems.tactical_combat.tables import TERRAIN
from sandtable.systems.tactical_combat.world import World

if TYPE_CHECKING:
    from sandtable.systems.tactical_combat.scenario import TacticalScenario

__all__ = ["PHRASES", "Breach", "BreachRoll"]

PHRASES = {
    "tries_to_open": "{stand:unit} tries to open {feature}",
    "breached": "{stand:unit} opens a gap: {feature} is no obstacle any more",
    "not_breached": "{stand:unit} does not get through {feature}",
}
SURE = 10


class Breach(Special, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="breach"):
    """A side may open features of one kind."""

    side: str
    ground: str
    engineers: int = 6
    others: int = 2

    def fault(self) -> str:
        """A kind of the terrain chart, and two numbers of a d10."""
        return (
            no_kind((self.ground,), TERRAIN, "ground")
            or out_of(0, SURE, self.engineers, "engineers succeed on a d10 of at most")
            or out_of(0, SURE, self.others, "others succeed on a d10 of at most")
        )

    def misfit(self, scenario: TacticalScenario) -> str:
        """The side must be one of the two."""
        return no_side(scenario, self.side)

    def at_most(self, look: Situation, stand: int) -> int:
        """What the stand must roll: 0 for who cannot do it."""
        return {"engineer": self.engineers, "rifle": self.others}.get(look.world.kinds[stand].kind, 0)

    def tasks(self, look: Situation, stand: int) -> tuple[int, ...]:
        """The features that the stand touches and could open."""
        world = look.game.world
        if look.game.sides[world.owners[stand]] != self.side or not self.at_most(look, stand):
            return ()
        at, gone = look.stands[stand].at, look.lifted()
        return tuple(
            number
            for number, feature in enumerate(world.table.features)
            if feature.kind == self.ground and number not in gone and world.touches(at, number)
        )

    def task_words(self, world: World, task: int) -> str:
        """Which feature is opened."""
        return f"open a gap in {world.table.features[task].name}"

    def do_task(self, field: Battlefield, stand: int, task: int) -> None:
        """Roll for it, if it is not certain."""
        if self.at_most(field, stand) == SURE:
            self.open(field, stand, task)
        else:
            field.next(BreachRoll(stand, self.number(field), task))

    def open(self, field: Battlefield, stand: int, feature: int) -> None:
        """The feature is gone."""
        field.log("breached", "TC G4", stand=stand, feature=field.game.world.table.features[feature].name)
        field.lift(feature)


class BreachRoll(Roll, frozen=True, array_like=True, tag="special_breach"):
    """TC G4: a stand tries to open a feature."""

    roles = Roles(on="stand")

    stand: int
    rule: int
    feature: int

    def resolution(self, look: Situation) -> Resolution:
        """One d10, low is good."""
        most = look.world.specials[self.rule].at_most(look, self.stand)
        rows = (Row(None, most, "opened"), Row(most + 1, None, "not opened"))
        name = look.game.world.table.features[self.feature].name
        return Resolution("TC G4", look.say("tries_to_open", stand=self.stand, feature=name), D10, rows)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """A gap, or not."""
        if outcome == "opened":
            field.world.specials[self.rule].open(field, self.stand, self.feature)
        else:
            name = field.game.world.table.features[self.feature].name
            field.log("not_breached", "TC G4", stand=self.stand, feature=name)
