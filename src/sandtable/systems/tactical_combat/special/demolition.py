"""A bridge that is ready to be blown: its owner may try at the start of each of his turns.

On a d10 of `at_most` or less the feature is gone, and every stand on it is lost. The roads must end at the banks: a
road leads over any ground.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.kernel.phrase import Said
from sandtable.kernel.pools import D10
from sandtable.kernel.procedure import Decide, Roll, verb
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.special.base import Special, features_called, no_feature, no_side, out_of

if TYPE_CHECKING:
    from sandtable.systems.tactical_combat.scenario import TacticalScenario

__all__ = ["PHRASES", "Charges", "Demolition", "Fuse"]

PHRASES = {
    "special_fuse?": "Blow {feature} now?",
    "special_charges": "the charges at {feature}",
    "blown": "{feature} is blown",
    "not_blown": "the charges at {feature} do not go off",
    "falls_with_bridge": "{stand:unit} falls with the bridge",
}


class Demolition(Special, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="demolition"):
    """A side may blow a feature of the table."""

    side: str
    feature: str
    from_turn: int = 1
    at_most: int = 6

    def fault(self) -> str:
        """A turn, and a number of a d10."""
        return out_of(1, 99, self.from_turn, "charges are ready on turn") or out_of(
            1, 10, self.at_most, "charges go off on a d10 of at most"
        )

    def misfit(self, scenario: TacticalScenario) -> str:
        """The side and the feature."""
        return no_side(scenario, self.side) or no_feature(scenario, self.feature)

    def stands_yet(self, look: Situation) -> bool:
        """Whether the feature is still there."""
        return not set(features_called(look.game, self.feature)) <= set(look.lifted())

    def turn_start(self, field: Battlefield, side: int) -> None:
        """Ask."""
        if field.game.sides[side] == self.side and field.turn >= self.from_turn and self.stands_yet(field):
            field.next(Fuse(side, self.number(field)))

    def blow(self, field: Battlefield) -> None:
        """The feature is gone, and who is on it."""
        numbers = features_called(field.game, self.feature)
        parts = [field.game.world.table.features[number] for number in numbers]
        field.log("blown", "TC G4", feature=self.feature)
        for stand in (*field.on_table(0), *field.on_table(1)):
            if not field.gone(stand) and any(part.holds(field.base(stand).centre) for part in parts):
                field.lose(stand, "falls_with_bridge", "TC G4")
        field.lift(*numbers)


class Fuse(Decide, frozen=True, array_like=True, tag="special_fuse"):
    """TC G4: blow it now, or wait?"""

    rule: int

    def prompt(self, look: Situation) -> Said:
        """What to decide."""
        return look.say("special_fuse?", feature=look.world.specials[self.rule].feature)

    @verb("Blow it", "dice")
    def blow(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @blow.then
    def _do_blow(self, field: Battlefield, _: None) -> None:
        field.next(Charges(self.rule))

    @verb("Not yet")
    def later(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @later.then
    def _do_later(self, field: Battlefield, _: None) -> None:
        pass


class Charges(Roll, frozen=True, array_like=True, tag="special_charges"):
    """TC G4: whether the charges go off."""

    rule: int

    def resolution(self, look: Situation) -> Resolution:
        """One d10, low is good."""
        special = look.world.specials[self.rule]
        rows = (Row(None, special.at_most, "blown"), Row(special.at_most + 1, None, "nothing happens"))
        return Resolution("TC G4", look.say("special_charges", feature=special.feature), D10, rows)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """It falls, or not."""
        special = field.world.specials[self.rule]
        if outcome == "blown":
            special.blow(field)
        else:
            field.log("not_blown", "TC G4", feature=special.feature)
