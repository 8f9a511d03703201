"""Troops that are flown in to an airfield, a stand a turn, as long as nobody fires on it.

Our ruling: at the start of each of its turns from the turn of its force on, one stand lands near the marker unless an
enemy who is neither Suppressed nor Paralyzed is near the marker and sees it. It may act at once. A stand that cannot
land waits; only one comes a turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.board.stands import base_within, overlap
from sandtable.kernel.decision import Targets
from sandtable.kernel.procedure import Decide, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tactical_combat.board import OFF
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.situation import CONTACT, Situation, base_near_point
from sandtable.systems.tactical_combat.special.base import (
    Special,
    marker_at,
    no_formation,
    no_marker,
    out_of,
    stands_of,
)
from sandtable.systems.tactical_combat.tables import NORMAL

if TYPE_CHECKING:
    from sandtable.systems.tactical_combat.scenario import TacticalScenario

__all__ = ["PHRASES", "AirLanding", "LandHere"]

TOO_FAR = Reason("a stand lands within {near} inches of {marker}, on no other stand, off the enemy", "TC G4")

PHRASES = {
    "land_here?": "{stand:unit} lands: where?",
    "flown_in": "{stand:unit} is flown in at {point:point}",
    "under_fire": "{formation:formation} cannot land: the airfield is under fire",
}


class AirLanding(Special, frozen=True, forbid_unknown_fields=True, tag="air_landing"):
    """A formation whose stands are flown in, one a turn, within `near` inches of a marker."""

    formation: str
    marker: str
    clear: int = 16
    """Enemies in good order within this many inches, in sight of the marker, keep the aircraft away."""
    near: int = 3

    def fault(self) -> str:
        """Nothing out of the ordinary."""
        return out_of(0, 99, self.clear, "clear in inches is") or out_of(1, 12, self.near, "near in inches is")

    def misfit(self, scenario: TacticalScenario) -> str:
        """A formation that comes later, and a marker."""
        unknown = no_formation(scenario, self.formation) or no_marker(scenario, self.marker)
        if unknown:
            return unknown
        late = next(force.turn for force in scenario.force if force.formation == self.formation)
        return "" if late else f"{self.formation} lands during the game: give its force a turn"

    def kept_away(self, look: Situation, stand: int) -> bool:
        """Its stands do not walk on to the table."""
        return stand in stands_of(look.world, self.formation)

    def under_fire(self, look: Situation, side: int) -> bool:
        """Whether the enemies of a side keep its aircraft away."""
        point = marker_at(look, self.marker)
        near = [
            n
            for n in look.on_table(1 - side)
            if look.stands[n].morale == NORMAL and base_near_point(look.base(n), point, self.clear * 100)
        ]
        at = [look.world.table.snap(*point)]
        return any(look.seen_from(look.stands[n].at, at, 1 - side) for n in near)

    def turn_start(self, field: Battlefield, side: int) -> None:
        """The next stand, if the field is clear."""
        world = field.world
        mine = stands_of(world, self.formation)
        waiting = [n for n in mine if field.stands[n].hits and field.stands[n].at == OFF]
        if not waiting or world.owners[waiting[0]] != side or world.arrivals[waiting[0]] > field.turn:
            return
        if self.under_fire(field, side):
            field.log("under_fire", "TC G4", formation=world.member_of[waiting[0]])
        elif (asks := LandHere(side, waiting[0], self.number(field))).points(field):
            field.next(asks)


class LandHere(Decide, frozen=True, array_like=True, tag="land_here"):
    """Where a stand gets out of its aircraft."""

    stand: int
    rule: int

    def points(self, look: Situation) -> tuple[int, ...]:
        """Free points near the marker that touch no enemy."""
        world = look.world
        landing = world.specials[self.rule]
        x, y = marker_at(look, landing.marker)
        friends = [look.base(n) for n in look.on_table(self.side)]
        enemies = [look.base(n) for n in look.on_table(1 - self.side)]
        found = []
        reach = range(-landing.near * 100, landing.near * 100 + 1, 50)
        for point in sorted(
            {world.table.snap(x + dx, y + dy) for dx in reach for dy in reach if world.inside(x + dx, y + dy)}
        ):
            base = world.base(point, 0)
            free = not any(overlap(base, friend) for friend in friends)
            if free and world.fits(point) and not any(base_within(base, enemy, CONTACT) for enemy in enemies):
                found.append(point)
        return tuple(found)

    @verb("Land at", "point", menu="Land")
    def place(self, look: Situation) -> Targets:
        """Free points near the marker."""
        return self.points(look)

    @place.then
    def _do_place(self, field: Battlefield, point: int) -> None:
        field.change(self.stand, at=point)
        field.log("flown_in", "TC G4", stand=self.stand, point=point)

    @place.check
    def _why_not_place(self, look: Situation, point: int) -> Reason | None:
        landing = look.world.specials[self.rule]
        return None if point in self.points(look) else TOO_FAR.of(near=landing.near, marker=landing.marker)

    @verb("Not this turn")
    def later(self, look: Situation) -> bool:
        """It waits."""
        return True

    @later.then
    def _do_later(self, field: Battlefield, _: None) -> None:
        pass
