"""Strongpoints: concrete that looks one way, and can be taken from behind or broken by heavy guns.

Who stands in one of the features fires only into the arc (`arc` degrees wide, around the compass direction `faces`).
Its cover is lost in close combat, and against the gun of a tank that fires from outside the arc. When the template of
the support `pounded_by` covers the middle of the feature, a d10 of `pounded` or less breaks it: the feature is gone,
before the stands under the template are attacked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.board.shapes import Circle
from sandtable.board.stands import Base, in_arc
from sandtable.kernel.pools import D10
from sandtable.kernel.procedure import Roll
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tactical_combat.board import NOBODY
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.special.base import Special, features_called, no_feature, out_of

if TYPE_CHECKING:
    from sandtable.systems.tactical_combat.scenario import TacticalScenario

__all__ = ["PHRASES", "Pounding", "Strongpoint"]

PHRASES = {"is_pounded": "{feature} is pounded", "broken": "{feature} is broken: it gives no cover any more"}
DEGREES = 15
"""Of one heading."""


class Strongpoint(Special, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="strongpoint"):
    """Some features are strongpoints that look one way."""

    features: tuple[str, ...]
    faces: int = 0
    arc: int = 360
    pounded_by: str = ""
    pounded: int = 1

    def fault(self) -> str:
        """A direction and an arc that the table can measure."""
        if self.faces % DEGREES or not 0 <= self.faces < 360:
            return f"a strongpoint faces a multiple of {DEGREES} degrees from 0 to 345, not {self.faces}"
        if self.arc % 30 or not 30 <= self.arc <= 360:
            return f"the arc of a strongpoint is a multiple of 30 degrees from 30 to 360, not {self.arc}"
        return out_of(1, 10, self.pounded, "a strongpoint is broken on a d10 of at most")

    def misfit(self, scenario: TacticalScenario) -> str:
        """The features and the support."""
        known = [support.name for support in scenario.support]
        missing = next(filter(None, (no_feature(scenario, name) for name in self.features)), "")
        if not missing and self.pounded_by and self.pounded_by not in known:
            return f"there is no support {self.pounded_by!r}: there are {', '.join(known) or 'none'}"
        return missing

    def _inside(self, look: Situation, stand: int) -> bool:
        at = look.stands[stand].at
        table = look.world.table
        return any(table.features[number].name in self.features for number in table.held_by(at))

    def _front(self, look: Situation, stand: int, other: int) -> bool:
        """Whether the other is in the arc, seen from the stand."""
        x, y = look.base(stand).centre
        there = look.base(other).centre
        return (x, y) == there or in_arc(Base(x, y, self.faces // DEGREES), there, self.arc)

    def cannot_aim(self, look: Situation, firer: int, target: int) -> str:
        """Only into the arc."""
        if self.arc < 360 and self._inside(look, firer) and not self._front(look, firer, target):
            return "it is outside the arc of the strongpoint"
        return ""

    def cover(self, look: Situation, firer: int, target: int, cover: int, close: bool) -> int:
        """No cover from who comes close, or shoots at the side with a tank's gun."""
        if not cover or not self._inside(look, target):
            return cover
        kind = look.world.kinds[firer]
        gun = kind.vehicle and kind.gun is not None
        return 0 if close or (gun and not self._front(look, target, firer)) else cover

    def shelled(self, field: Battlefield, support: int, point: int) -> None:
        """Heavy guns may break it."""
        if support == NOBODY or field.world.supports[support].name != self.pounded_by:
            return
        circle = Circle(*field.world.table.point(point), field.world.supports[support].radius)
        for name in self.features:
            for number in features_called(field.game, name):
                xs, ys = zip(*field.game.world.table.features[number].polygon, strict=True)
                middle = (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
                if number not in field.lifted() and circle.covers(middle):
                    field.next(Pounding(self.number(field), number))


class Pounding(Roll, frozen=True, array_like=True, tag="special_pounding"):
    """TC G4: whether heavy guns break a strongpoint."""

    rule: int
    feature: int

    def resolution(self, look: Situation) -> Resolution:
        """One d10, low breaks it."""
        most = look.world.specials[self.rule].pounded
        name = look.game.world.table.features[self.feature].name
        rows = (Row(None, most, "broken"), Row(most + 1, None, "it holds"))
        return Resolution("TC G4", look.say("is_pounded", feature=name), D10, rows)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """The feature is gone, or holds."""
        if outcome == "broken":
            field.log("broken", "TC G4", feature=field.game.world.table.features[self.feature].name)
            field.lift(self.feature)
