"""Ammunition: stands of some kind that have fired on many turns may run out.

At the start of its own turn each stand that has fired on `turns` turns or more rolls; on a d10 of `at_most` or less it
has nothing left to fire for the rest of the game. In close combat it fights on as before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.kernel.game import Game
from sandtable.kernel.pools import D10
from sandtable.kernel.procedure import Roles, Roll
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.special.base import Special, no_kind, no_side, out_of

if TYPE_CHECKING:
    from sandtable.systems.tactical_combat.scenario import TacticalScenario

__all__ = ["PHRASES", "Ammunition", "LastBelts"]

PHRASES = {
    "special_belts!": "{stand:unit} counts its ammunition",
    "out_of_ammunition": "{stand:unit} has no ammunition left",
}
EMPTY = -1
TURNS = 1000
"""A stand's number holds how many turns it has fired on, and the last of them; or EMPTY."""


class Ammunition(Special, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="ammunition"):
    """Stands of one kind and side may run out."""

    side: str
    kind: str = "hmg"
    turns: int = 6
    at_most: int = 3

    def fault(self) -> str:
        """Some turns, and a number of a d10."""
        return out_of(1, 99, self.turns, "ammunition lasts for turns:") or out_of(
            1, 10, self.at_most, "it runs out on a d10 of at most"
        )

    def misfit(self, scenario: TacticalScenario) -> str:
        """One of the two sides, and a kind of stand."""
        return no_side(scenario, self.side) or no_kind((self.kind,), scenario.kinds(), "stand")

    def memory(self, game: Game) -> tuple[int, ...]:
        """Nobody has fired."""
        return (0,) * len(game.world.names)

    def _concerns(self, look: Situation, stand: int) -> bool:
        world = look.world
        return world.kinds[stand].kind == self.kind and look.game.sides[world.owners[stand]] == self.side

    def after_shot(self, field: Battlefield, firer: int, target: int, effect: bool) -> None:
        """A turn of fire, once."""
        fired = field.recall(self)
        if self._concerns(field, firer) and fired[firer] != EMPTY and fired[firer] % TURNS != field.turn:
            turns = fired[firer] // TURNS + 1
            self.note(field, firer, turns * TURNS + field.turn)

    def note(self, field: Battlefield, stand: int, number: int) -> None:
        """Remember the number of a stand."""
        row = list(field.recall(self))
        row[stand] = number
        field.remember(self, *row)

    def turn_start(self, field: Battlefield, side: int) -> None:
        """Those who have fired a lot look into the boxes."""
        fired = field.recall(self)
        low = [n for n in field.on_table(side) if self._concerns(field, n) and fired[n] // TURNS >= self.turns]
        field.next(*(LastBelts(n, self.number(field)) for n in low))

    def cannot_aim(self, look: Situation, firer: int, target: int) -> str:
        """Nothing to fire with."""
        return "there is no ammunition left" if look.recall(self)[firer] == EMPTY else ""


class LastBelts(Roll, frozen=True, array_like=True, tag="special_belts"):
    """TC G4: whether a stand runs out of ammunition."""

    roles = Roles(on="stand")

    stand: int
    rule: int

    def resolution(self, look: Situation) -> Resolution:
        """One d10, low is bad."""
        most = look.world.specials[self.rule].at_most
        rows = (Row(None, most, "none left"), Row(most + 1, None, "enough"))
        return Resolution("TC G4", "", D10, rows)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """It has enough, or nothing."""
        if outcome == "none left":
            field.world.specials[self.rule].note(field, self.stand, EMPTY)
            field.log("out_of_ammunition", "TC G4", stand=self.stand)
