"""The tide: at the end of some turns a strip of ground is covered by the sea.

The strip is a feature of the table (of kind `sea`) that is not there until its turn is over. Stands in it take a hit
and wade to the nearest free point on dry ground; one that finds none is lost. From then on stands that come later
arrive in the strip's zone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from sandtable.kernel.game import Game
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.setup import in_the_way
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.special.base import (
    Special,
    features_called,
    no_feature,
    no_side,
    no_zone,
    out_of,
)

if TYPE_CHECKING:
    from sandtable.systems.tactical_combat.scenario import TacticalScenario

__all__ = ["PHRASES", "Rise", "Tide"]

PHRASES = {
    "tide": "the tide rises: {feature} is under water",
    "drowned": "{stand:unit} finds no way out of the water",
}


class Rise(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One strip: covered at the end of a turn; then `zone` is where stands arrive."""

    turn: int
    feature: str
    zone: str


class Tide(Special, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="tide"):
    """The sea rises, strip by strip, and the side that lands comes ashore at its edge."""

    side: str
    rises: tuple[Rise, ...]

    def fault(self) -> str:
        """Turns that follow each other."""
        turns = [rise.turn for rise in self.rises]
        if turns != sorted(set(turns)) or not turns:
            return "the rises of a tide are on turns that follow each other"
        return next(filter(None, (out_of(1, 99, turn, "the tide rises on turn") for turn in turns)), "")

    def misfit(self, scenario: TacticalScenario) -> str:
        """The side, the features and the zones."""
        places = (no_feature(scenario, r.feature) or no_zone(scenario, r.zone) for r in self.rises)
        return no_side(scenario, self.side) or next(filter(None, places), "")

    def absent(self, game: Game) -> tuple[int, ...]:
        """All the strips: they are dry at first."""
        return tuple(number for rise in self.rises for number in features_called(game, rise.feature))

    def arrival_zone(self, look: Situation, stand: int) -> str:
        """The edge of the sea now, once it has risen."""
        if look.game.sides[look.world.owners[stand]] != self.side:
            return ""
        return next((rise.zone for rise in reversed(self.rises) if rise.turn < look.turn), "")

    def turn_end(self, field: Battlefield, side: int) -> None:
        """At the end of the game turn the sea covers its strip."""
        rise = next((each for each in self.rises if each.turn == field.turn), None)
        if rise is None or side == field.world.first_side:
            return
        strip = features_called(field.game, rise.feature)
        field.lay_down(*strip)
        field.log("tide", "TC G4", feature=rise.feature)
        covered = [field.game.world.table.features[number] for number in strip]
        for stand in (*field.on_table(0), *field.on_table(1)):
            wet = not field.gone(stand) and any(each.holds(field.base(stand).centre) for each in covered)
            if wet and field.hit(stand, "TC G4"):
                self._wade(field, stand)

    def _wade(self, field: Battlefield, stand: int) -> None:
        """To the nearest point that the sea has left free."""
        world = field.world
        for point in world.table.outward(field.stands[stand].at):
            if world.fits(point, vehicle=world.kinds[stand].vehicle) and not in_the_way(field, stand, point):
                for each in (stand, *(n for n, s in enumerate(field.stands) if s.carrier == stand)):
                    field.change(each, at=point)
                return
        field.lose(stand, "drowned", "TC G4")
