"""Fuel: a side's vehicles have a limited amount, and there may be a dump to take or to burn.

Every vehicle of the side that moves spends a point, a thirsty one (a flag of the vehicle chart) `thirsty`. One
that the fuel does not reach for stays, and is not forced back; it turns and fires as before. A stand of the side
within an inch of the dump's marker at the end of its turn takes it: `gain` points of fuel and `worth` points for
victory. A stand of the other side as near to it may burn it for its action.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.kernel.field import with_entry
from sandtable.kernel.game import Game
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.situation import Situation, base_near_point
from sandtable.systems.tactical_combat.special.base import Special, marker_at, no_marker, no_side, out_of
from sandtable.systems.tactical_combat.world import World

if TYPE_CHECKING:
    from sandtable.systems.tactical_combat.scenario import TacticalScenario

__all__ = ["PHRASES", "Fuel"]

PHRASES = {
    "burns_fuel": "{side:side} has fuel for {left} more",
    "takes_fuel": "{stand:unit} takes the fuel: {gain} more",
    "burns_dump": "{stand:unit} burns the fuel",
}
INTACT, GONE = 0, 1
REACH = 100
"""An inch: who is so near the marker is at the dump."""


class Fuel(Special, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="fuel"):
    """A side's vehicles move as long as there is fuel."""

    side: str
    points: int
    thirsty: int = 2
    dump: str = ""
    gain: int = 10
    worth: int = 0

    def fault(self) -> str:
        """Every number in its bounds."""
        return (
            out_of(1, 999, self.points, "fuel is")
            or out_of(1, 9, self.thirsty, "a thirsty vehicle spends")
            or out_of(0, 999, self.gain, "a dump holds")
            or out_of(0, 20, self.worth, "a dump is worth")
        )

    def misfit(self, scenario: TacticalScenario) -> str:
        """The side and the marker."""
        return no_side(scenario, self.side) or (no_marker(scenario, self.dump) if self.dump else "")

    def memory(self, game: Game) -> tuple[int, ...]:
        """The fuel, and whether the dump is gone."""
        return self.points, INTACT if self.dump else GONE

    def _mine(self, look: Situation, stand: int) -> bool:
        return look.game.sides[look.world.owners[stand]] == self.side

    def price(self, look: Situation, stand: int) -> int:
        """What a move of the stand costs."""
        kind = look.world.kinds[stand]
        if not kind.vehicle or not self._mine(look, stand):
            return 0
        return self.thirsty if "thirsty" in kind.flags else 1

    def may_not_move(self, look: Situation, stand: int) -> str:
        """There must be enough."""
        return "there is no fuel for it" if look.recall(self)[0] < self.price(look, stand) else ""

    def sets_out(self, field: Battlefield, stand: int) -> None:
        """Spend it."""
        price = self.price(field, stand)
        if price:
            fuel, dump = field.recall(self)
            field.remember(self, fuel - price, dump)
            field.log("burns_fuel", "TC G4", side=field.world.owners[stand], left=fuel - price)

    def notes(self, look: Situation) -> tuple[str, ...]:
        """How much is left."""
        fuel, dump = look.recall(self)
        there = f"; {self.dump} is still there" if dump == INTACT else ""
        return (f"{self.side} has {fuel} points of fuel{there}",)

    def _at_the_dump(self, look: Situation, stand: int) -> bool:
        return base_near_point(look.base(stand), marker_at(look, self.dump), REACH)

    def turn_end(self, field: Battlefield, side: int) -> None:
        """The dump is taken."""
        fuel, dump = field.recall(self)
        if dump == GONE or field.game.sides[side] != self.side:
            return
        for stand in field.on_table(side):
            if self._at_the_dump(field, stand):
                field.remember(self, fuel + self.gain, GONE)
                field.update(score=with_entry(field.board.score, side, field.board.score[side] + self.worth))
                field.log("takes_fuel", "TC G4", stand=stand, gain=self.gain)
                return

    def tasks(self, look: Situation, stand: int) -> tuple[int, ...]:
        """The other side may burn it."""
        there = look.recall(self)[1] == INTACT and not self._mine(look, stand) and self._at_the_dump(look, stand)
        return (0,) if there else ()

    def task_words(self, world: World, task: int) -> str:
        """What is done."""
        return "burn the fuel"

    def do_task(self, field: Battlefield, stand: int, task: int) -> None:
        """It burns."""
        field.remember(self, field.recall(self)[0], GONE)
        field.log("burns_dump", "TC G4", stand=stand)
