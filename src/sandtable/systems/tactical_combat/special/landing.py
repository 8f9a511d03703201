"""Landing on a beach from the sea: waves that drift, craft that sink, and a short move up the sand.

A stand of the side that comes later is placed as its owner likes, and rolls. On foot (d10): 1-2 it lands `inches`
further west, 3-6 where it was placed, 7-8 `inches` east, 9 twice as far east; on a 10 its craft is sunk or
stuck: it takes a hit and tries again `delay` turns later. It lands on the free point of its zone that is nearest
to where it drifted. A vehicle does not drift: it lands on `tanks` or more; if not it is lost on the turns
`swimming`, and on others comes `delay` turns later. A landed stand may move half a move at once, and is Finished.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.board.lattice import squared
from sandtable.kernel.game import Game
from sandtable.kernel.pools import D10
from sandtable.kernel.procedure import Roles, Roll
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tactical_combat.board import OFF
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.region import full_move
from sandtable.systems.tactical_combat.riding import MoveOn
from sandtable.systems.tactical_combat.setup import free_points
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.special.base import Special, no_side, out_of

if TYPE_CHECKING:
    from sandtable.systems.tactical_combat.scenario import TacticalScenario

__all__ = ["PHRASES", "Ashore", "Drift", "Landing"]

PHRASES = {
    "special_ashore!": "{stand:unit} comes ashore",
    "special_drift!": "{stand:unit} runs in to the beach",
    "drifts": "{stand:unit} drifts and lands at {point:point}",
    "lands": "{stand:unit} lands",
    "craft_stuck": "the craft of {stand:unit} is stuck: it tries again on turn {turn}",
    "swamped": "{stand:unit} is swamped and lost",
}
DRIFT = (Row(None, 2, "west"), Row(3, 6, "straight"), Row(7, 8, "east"), Row(9, 9, "far east"), Row(10, None, "stuck"))
STEPS = {"west": -1, "straight": 0, "east": 1, "far east": 2}


class Landing(Special, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="landing"):
    """The stands of a side that come later come by sea."""

    side: str
    inches: int = 6
    tanks: int = 5
    swimming: tuple[int, ...] = ()
    delay: int = 2

    def fault(self) -> str:
        """Every number in its bounds."""
        return (
            out_of(0, 24, self.inches, "a craft drifts")
            or out_of(1, 10, self.tanks, "a vehicle lands on a d10 of at least")
            or out_of(1, 20, self.delay, "a craft that is stuck needs turns:")
        )

    def misfit(self, scenario: TacticalScenario) -> str:
        """The side must be one of the two."""
        return no_side(scenario, self.side)

    def memory(self, game: Game) -> tuple[int, ...]:
        """For each stand the turn until which its craft is stuck."""
        return (0,) * len(game.world.names)

    def kept_away(self, look: Situation, stand: int) -> bool:
        """A craft that is stuck does not land yet."""
        return look.recall(self)[stand] > look.turn

    def arrived(self, field: Battlefield, stand: int) -> None:
        """Roll for what the sea does."""
        if field.game.sides[field.world.owners[stand]] == self.side:
            rolls = Ashore if field.world.kinds[stand].vehicle else Drift
            field.next(rolls(stand, self.number(field)))

    def stick(self, field: Battlefield, stand: int) -> None:
        """The stand waits off the table."""
        turns = list(field.recall(self))
        turns[stand] = field.turn + self.delay
        field.remember(self, *turns)
        field.change(stand, at=OFF)
        field.log("craft_stuck", "TC G4", stand=stand, turn=turns[stand])

    def land(self, field: Battlefield, stand: int) -> None:
        """The stand is ashore, and may make its short move."""
        field.change(stand, spent=full_move(field, stand) // 2)
        field.next(MoveOn(field.world.owners[stand], stand))


class Drift(Roll, frozen=True, array_like=True, tag="special_drift"):
    """TC G4: where the craft of an infantry stand lands."""

    roles = Roles(on="stand")

    work = 40

    stand: int
    rule: int

    def resolution(self, look: Situation) -> Resolution:
        """One d10: the current sets to the east."""
        return Resolution("TC G4", "", D10, DRIFT)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """Land there, or not at all."""
        special = field.world.specials[self.rule]
        if outcome == "stuck":
            if field.hit(self.stand, "TC G4"):
                special.stick(field, self.stand)
            return
        shift = STEPS[str(outcome)] * special.inches * 100
        if shift:
            point = self._nearest(field, shift)
            field.change(self.stand, at=point)
            field.log("drifts", "TC G4", stand=self.stand, point=point)
        else:
            field.log("lands", "TC G4", stand=self.stand)
        special.land(field, self.stand)

    def _nearest(self, field: Battlefield, shift: int) -> int:
        """The free point of the zone nearest to where the current has carried the craft."""
        x, y = field.base(self.stand).centre
        free = free_points(field, self.stand)
        gaps = [squared(point, (x + shift, y)) for point in field.world.table.points(free)]
        return min(zip(gaps, free, strict=True), default=(0, field.stands[self.stand].at))[1]


class Ashore(Roll, frozen=True, array_like=True, tag="special_ashore"):
    """TC G4: whether a vehicle comes ashore."""

    roles = Roles(on="stand")

    stand: int
    rule: int

    def resolution(self, look: Situation) -> Resolution:
        """One d10, high is good."""
        least = look.world.specials[self.rule].tanks
        rows = (Row(None, least - 1, "does not land"), Row(least, None, "lands"))
        return Resolution("TC G4", "", D10, rows)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """It lands, comes later, or is lost."""
        special = field.world.specials[self.rule]
        if outcome == "lands":
            field.log("lands", "TC G4", stand=self.stand)
            special.land(field, self.stand)
        elif field.turn in special.swimming:
            field.lose(self.stand, "swamped", "TC G4")
        else:
            special.stick(field, self.stand)
