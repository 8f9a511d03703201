"""Ground that does something to those who enter it on foot or on tracks: the roll that bogs, wrecks or mines.

Who keeps to a road enters nothing. A stand that comes out of such ground and into it again rolls again; one that
moves about inside it does not, nor one that retreats or is forced back. The roll is made on the first point
inside; where the stand cannot halt there, because of a friend or an enemy, on the last free point before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sandtable.kernel.phrase import Said
from sandtable.kernel.pools import D10
from sandtable.kernel.procedure import Procedure, Roles, Roll
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.special.base import Special, no_kind, no_side, out_of
from sandtable.systems.tactical_combat.tables import TERRAIN

if TYPE_CHECKING:
    from sandtable.systems.tactical_combat.scenario import TacticalScenario

__all__ = ["Entering", "EntryRoll"]


class Entering(Special, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A rule for those who enter some kinds of ground; `side` limits it to one side."""

    ground: tuple[str, ...]
    at_most: int
    side: str = ""

    def fault(self) -> str:
        """Kinds of the terrain chart, and a number of a d10."""
        return no_kind(self.ground, TERRAIN, "ground") or out_of(1, 10, self.at_most, "it happens on a d10 of at most")

    def misfit(self, scenario: TacticalScenario) -> str:
        """The side must be one of the two."""
        return no_side(scenario, self.side) if self.side else ""

    def concerns(self, look: Situation, stand: int) -> bool:
        """Whether the stand is of the side that the rule is for."""
        return not self.side or look.game.sides[look.world.owners[stand]] == self.side

    def phrase(self) -> str:
        """The name of the phrase that says what is rolled for."""
        raise TypeError(f"{type(self).__name__} has no phrase for its roll")

    def caught(self, field: Battlefield, stand: int) -> None:
        """What happens to a stand that rolls low."""
        raise TypeError(f"{type(self).__name__} does nothing to who rolls low")

    def on_the_way(self, look: Situation, stand: int, path: Sequence[int], after: int) -> tuple[int, Procedure] | None:
        """The next point where the way goes into such ground."""
        if not self.concerns(look, stand):
            return None
        for index in range(after + 1, len(path)):
            if self.holds(look, path[index]) and not self.holds(look, path[index - 1]):
                return index, EntryRoll(stand, self.number(look))
        return None

    def holds(self, look: Situation, position: int) -> bool:
        """Whether a point lies in such ground, off the road."""
        table = look.world.table
        return table.ground_at(position) in self.ground and not table.on_road(position)


class EntryRoll(Roll, frozen=True, array_like=True, tag="special_entry"):
    """TC G4: a stand enters such ground."""

    roles = Roles(on="stand")

    stand: int
    rule: int

    def resolution(self, look: Situation) -> Resolution:
        """One d10, low is bad."""
        special = look.world.specials[self.rule]
        rows = (Row(None, special.at_most, "caught"), Row(special.at_most + 1, None, "through"))
        return Resolution("TC G4", "", D10, rows)

    def says(self, look: Situation) -> Said:
        """What is rolled for."""
        return look.say(look.world.specials[self.rule].phrase(), stand=self.stand)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """It is caught, or goes on."""
        if outcome == "caught":
            field.world.specials[self.rule].caught(field, self.stand)
