"""Smoke of mortars and infantry guns (TCS 19.1)."""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.pools import D6
from sandtable.kernel.procedure import Decide, Roles, Roll, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tcs.action import OPENING, Act
from sandtable.systems.tcs.board import TO_FIRE, TO_OBSERVE, Situation, Smoke
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.mayfire import active, made_action, why_not_act
from sandtable.systems.tcs.overwatch import FIRED, Triggered
from sandtable.systems.tcs.reasons import not_yours
from sandtable.systems.tcs.spotting import observers
from sandtable.systems.tcs.tables import LIMITS
from sandtable.systems.tcs.turn import CLEAN_UP, SMOKE

__all__ = ["CHAPTER", "LaySmoke", "SmokeRoll", "smoke_hexes", "smokers", "why_not_smoke"]

LAYERS = frozenset({"mortar", "infantry_gun"})
"""The kinds of unit that have smoke shells."""

NO_SMOKE = Reason("{unit:unit} is not a mortar or an infantry gun, and has no smoke", "TCS 19.1a", quiet=True)
OUT_OF_REACH = Reason("{unit:unit} does not reach that hex, or has no spotter for it", "TCS 19.1a")


def smokers(look: Situation, side: int) -> Targets:
    """The units of a side that may lay smoke: it is their fire action (TCS 19.1a)."""
    return tuple([n for n in active(look, side) if look.world.kinds[n].kind in LAYERS])


def why_not_smoke(look: Situation, unit: int) -> Reason | None:
    """Why a unit on the map may not lay smoke (TCS 19.1a)."""
    return why_not_act(look, unit) if look.world.kinds[unit].kind in LAYERS else NO_SMOKE


def smoke_hexes(look: Situation, unit: int) -> tuple[int, ...]:
    """The hexes in range of a unit that it, or who spots for it, sees."""
    at = look.units[unit].at
    seen = look.view_of(unit, TO_FIRE)
    for n in observers(look, unit):
        seen |= look.view_of(n, TO_OBSERVE)
    ground = look.world.ground
    return tuple(ground.map.indices(seen & ground.within(at, look.world.kinds[unit].area_range_max or 0)))


class LaySmoke(Decide, frozen=True, array_like=True, tag="lay_smoke"):
    """TCS 19.1a: where a unit lays smoke."""

    unit: int

    @verb("Smoke on", "hex", otherwise=OUT_OF_REACH)
    def at(self, look: Situation) -> Targets:
        """Hexes in range that it or its spotter sees."""
        return smoke_hexes(look, self.unit)

    @at.then
    def _do_at(self, field: Battlefield, hex: int) -> None:
        made_action(field, (self.unit,))
        field.next(SmokeRoll(self.side, self.unit, hex), Triggered(self.side, (self.unit,), FIRED))


class SmokeRoll(Roll, frozen=True, array_like=True, tag="smoke_roll"):
    """TCS 19.1a: whether there is smoke."""

    roles = Roles(by="unit", at="hex")

    side: int
    unit: int
    hex: int

    def resolution(self, look: Situation) -> Resolution:
        """A plain die."""
        number = LIMITS["smoke_die"]
        rows = (Row(None, number - 1, "no smoke"), Row(number, None, "smoke"))
        return Resolution("TCS 19.1a", "", D6, rows)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """A marker, until the side's next action phase begins (TCS 19.1b)."""
        field.engage(self.unit)
        if outcome == "smoke":
            marker = Smoke(self.hex, self.side)
            if marker not in field.board.smoke:
                field.update(smoke=(*field.board.smoke, marker))
            field.log("smoke", "TCS 19.1a", hex=self.hex)


class Thin(Step, frozen=True, array_like=True, tag="thin_smoke"):
    """TCS 2.0z: artillery smoke of level 1 goes, then level 2 becomes level 1."""

    def run(self, field: Battlefield) -> None:
        """In this order, so that flipped smoke stays another turn."""
        smoke = field.board.smoke
        if not smoke:
            return
        kept = []
        for each in smoke:
            if each.light:
                kept.append(each)
            elif each.level == 2:
                kept.append(Smoke(each.at, each.side, 1, False))
        field.update(smoke=tuple(kept))


def blow_away(field: Battlefield, side: int) -> None:
    """TCS 19.1b: the smoke of a side's own mortars and guns lasts until its next action phase."""
    smoke = field.board.smoke
    if smoke:
        field.update(smoke=tuple(each for each in smoke if not (each.light and each.side == side)))


@verb("Lay smoke with", "unit", menu="Lay smoke")
def smoke(act: Act, look: Situation) -> Targets:
    """Mortars and infantry guns (TCS 19.1a)."""
    return smokers(look, act.side)


@smoke.then
def _choose_hex(act: Act, field: Battlefield, unit: int) -> None:
    field.next(LaySmoke(act.side, unit), act)


smoke.check(lambda act, look, unit: not_yours(look, act.side, unit) or why_not_smoke(look, unit))


CHAPTER = Chapter(
    name="smoke",
    procedures=(LaySmoke, SmokeRoll, Thin),
    verbs={Act: (smoke,)},
    adds=(OPENING.add(blow_away), CLEAN_UP.add((SMOKE, Thin()))),
    phrases={
        "smoke_roll!": "{unit:unit} lays smoke on {hex:hex}",
        "lay_smoke?": "Where does {unit:unit} lay smoke?",
        "smoke": "There is smoke in {hex:hex}",
    },
)
