"""Illumination (TCS 26.2): artillery lights the ground for a turn, mortars until their side acts again."""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.pools import D6
from sandtable.kernel.procedure import Decide, Roles, Roll, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tcs.action import OPENING, Act
from sandtable.systems.tcs.artilleryoptions import IlluminationOptions
from sandtable.systems.tcs.barrage import light, lit_by
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.mayfire import active, made_action, why_not_act
from sandtable.systems.tcs.overwatch import FIRED, Triggered
from sandtable.systems.tcs.reasons import not_yours
from sandtable.systems.tcs.shells import FLARES, Flare
from sandtable.systems.tcs.tables import LIMITS
from sandtable.systems.tcs.turn import CLEAN_UP, ILLUMINATION, LAST
from sandtable.systems.tcs.world import NIGHT

__all__ = ["CHAPTER", "BurnOut", "LightHex", "LightRoll", "why_not_light"]

NO_FLARES = Reason("{unit:unit} has no illumination shells", "TCS 26.2a", quiet=True)
NOT_NIGHT = Reason("illumination is fired at night only", "TCS 26.2a", quiet=True)
OUT_OF_RANGE = Reason("that hex is beyond the range of {unit:unit}", "TCS 26.2a")


def why_not_light(look: Situation, unit: int) -> Reason | None:
    """Why a unit on the map cannot light a hex (TCS 26.2a)."""
    if look.world.kinds[unit].id not in FLARES:
        return NO_FLARES
    return why_not_act(look, unit) if look.board.light == NIGHT else NOT_NIGHT


@verb("Light a hex with", "unit", menu="Light a hex")
def illuminate(act: Act, look: Situation) -> Targets:
    """Mortars with illumination shells, at night (TCS 26.2a)."""
    if look.board.light != NIGHT:
        return ()
    return tuple([n for n in active(look, act.side) if look.world.kinds[n].id in FLARES])


@illuminate.then
def _choose_hex(act: Act, field: Battlefield, unit: int) -> None:
    field.next(LightHex(act.side, unit), act)


illuminate.check(lambda act, look, unit: not_yours(look, act.side, unit) or why_not_light(look, unit))


class LightHex(Decide, frozen=True, array_like=True, tag="light_hex"):
    """TCS 26.2a: which hex a mortar lights; it need not be seen."""

    unit: int

    @verb("Light", "hex", otherwise=OUT_OF_RANGE)
    def at(self, look: Situation) -> Targets:
        """Hexes in range."""
        ground = look.world.ground
        most = look.world.kinds[self.unit].area_range_max or 0
        return tuple(ground.map.indices(ground.within(look.units[self.unit].at, most)))

    @at.then
    def _do_at(self, field: Battlefield, hex: int) -> None:
        made_action(field, (self.unit,))
        field.next(LightRoll(self.side, self.unit, hex), Triggered(self.side, (self.unit,), FIRED))


class LightRoll(Roll, frozen=True, array_like=True, tag="light_roll"):
    """TCS 26.2a: whether there is light, as with smoke."""

    roles = Roles(by="unit", at="hex")

    side: int
    unit: int
    hex: int

    def resolution(self, look: Situation) -> Resolution:
        """A plain die."""
        number = LIMITS["smoke_die"]
        return Resolution("TCS 26.2a", "", D6, (Row(None, number - 1, "no light"), Row(number, None, "light")))

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """A marker, until the side's next action phase begins (TCS 26.2c)."""
        if outcome == "light":
            light(field, Flare(self.hex, self.side, light=True))


class BurnOut(Step, frozen=True, array_like=True, tag="burn_out"):
    """TCS 2.0z, 26.2c: the illumination of artillery goes out in clean up."""

    def run(self, field: Battlefield) -> None:
        """That of mortars stays."""
        if any(not each.light for each in field.board.flares):
            _keep(field, tuple(each for each in field.board.flares if each.light))


def go_out(field: Battlefield, side: int) -> None:
    """TCS 2.0t, 26.2c: the light of a side's own mortars lasts until its next action phase."""
    if any(each.light and each.side == side for each in field.board.flares):
        _keep(field, tuple(each for each in field.board.flares if not each.light or each.side != side))


def _keep(field: Battlefield, flares: tuple[Flare, ...]) -> None:
    """Only these markers are left; a hex stays lit as long as one of them lights it."""
    field.update(flares=flares, lit=lit_by(field, flares))


class ClearGuns(Step, frozen=True, array_like=True, tag="clear_guns"):
    """The turn is over: guns on the map may fire a mission again (TCS 18.11)."""

    def run(self, field: Battlefield) -> None:
        """Forget who has."""
        if field.board.gunned:
            field.update(gunned=())


CHAPTER = Chapter(
    name="illumination",
    procedures=(LightHex, LightRoll, BurnOut, ClearGuns),
    verbs={Act: (illuminate,)},
    adds=(OPENING.add(go_out), CLEAN_UP.add((ILLUMINATION, BurnOut()), (LAST, ClearGuns()))),
    options=IlluminationOptions,
    phrases={
        "light_hex?": "Which hex does {unit:unit} light?",
        "light_roll!": "{unit:unit} lights {hex:hex}",
    },
)
