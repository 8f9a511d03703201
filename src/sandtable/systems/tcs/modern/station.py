"""Station time (ME 4.1i): six hours on the map, then three off it; a helicopter that stays longer is lost."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.field import with_entry
from sandtable.kernel.picture import Mark
from sandtable.kernel.procedure import Decide, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.modern.atgm import AIR_LIMITS
from sandtable.systems.tcs.modern.sky import Sky, crash, not_your_helicopter
from sandtable.systems.tcs.picture import MARKS
from sandtable.systems.tcs.tables import LIMITS
from sandtable.systems.tcs.turn import CLEAN_UP, LAST
from sandtable.systems.tcs.world import AWAY, NIGHT

__all__ = ["CHAPTER", "Return", "StationTime", "exits", "minutes_of"]

HOUR = 60
NOT_AT_EXIT = Reason("{unit:unit} leaves the map only from the hexes of its off-map area: fly there first", "ME 4.1i2")
NOT_AWAY = Reason("{unit:unit} is not in the off-map area", "ME 4.1i2")
RESTS = Reason("{unit:unit} returns after {hours} hours off the map, and has been there {minutes} minutes", "ME 4.1i2")
NOT_AN_EXIT = Reason("helicopters come back by the hexes of their off-map area", "ME 4.1i2")


def minutes_of(look: Situation, unit: int) -> int:
    """How long a helicopter has been on the map, or off it if it is away, in minutes."""
    kept = look.kept(Sky).minutes
    if kept:
        return kept[unit]
    station = look.world.air.station
    return HOUR * station[unit] if station else 0


def _set(field: Battlefield, unit: int, minutes: int) -> None:
    kept = field.kept(Sky).minutes or tuple(minutes_of(field, n) for n in range(len(field.units)))
    field.keep(replace(field.kept(Sky), minutes=with_entry(kept, unit, minutes)))


def exits(look: Situation, side: int) -> tuple[int, ...]:
    """The hexes by which a side's helicopters leave and return: its off-map area, or the edge of the map."""
    ground, given = look.world.ground, look.world.air.exits[side]
    return given or tuple(hex for hex in range(ground.size) if len(ground.neighbours[hex]) < 6)


class StationTime(Step, frozen=True, array_like=True, tag="station_time"):
    """ME 4.1i: when a turn ends its minutes count; a helicopter that is past its time is lost."""

    def run(self, field: Battlefield) -> None:
        """All helicopters, on the map and away."""
        if not field.world.flyers:
            return
        turn = LIMITS["night_minutes" if field.board.light == NIGHT else "day_minutes"]
        most = HOUR * AIR_LIMITS["station_hours"]
        for n in sorted(field.world.flyers):
            now = field.units[n]
            if not now.steps or (now.at < 0 and now.at != AWAY):
                continue
            _set(field, n, minutes_of(field, n) + turn)
            if now.at >= 0 and minutes_of(field, n) > most:
                field.log("overstays", "ME 4.1i", unit=n)
                crash(field, n, "ME 4.1i")


def why_not_leave(look: Situation, unit: int) -> Reason | None:
    """Why a helicopter may not leave the map."""
    at_exit = look.units[unit].at in exits(look, look.world.owners[unit])
    return None if at_exit else NOT_AT_EXIT.of(unit=unit)


def why_not_return(look: Situation, side: int, unit: int) -> Reason | None:
    """Why a helicopter may not return to the map."""
    if look.world.owners[unit] != side or look.units[unit].at != AWAY:
        return NOT_AWAY.of(unit=unit)
    hours, minutes = AIR_LIMITS["rest_hours"], minutes_of(look, unit)
    return None if minutes >= HOUR * hours else RESTS.of(unit=unit, hours=hours, minutes=minutes)


class Return(Decide, frozen=True, array_like=True, tag="air_return"):
    """ME 4.1i2: by which hex a helicopter comes back."""

    unit: int

    @verb("Come back at", "hex", menu="Come back", otherwise=NOT_AN_EXIT)
    def at(self, look: Situation) -> Targets:
        """Hexes of its off-map area."""
        return exits(look, self.side)

    @at.then
    def _do_at(self, field: Battlefield, hex: int) -> None:
        field.change(self.unit, at=hex)
        _set(field, self.unit, 0)
        field.log("returns", "ME 4.1i2", unit=self.unit, hex=hex)


@verb("Leave the map with", "unit", menu="Leave the map", name="leave")
def leave(act: Act, look: Situation) -> Targets:
    """Helicopters in the hexes of their off-map area (ME 4.1i2)."""
    mine = [n for n in look.world.flyers_of[act.side] if look.units[n].at >= 0]
    return tuple(n for n in mine if why_not_leave(look, n) is None)


@leave.then
def _leave(act: Act, field: Battlefield, unit: int) -> None:
    field.change(unit, at=AWAY)
    _set(field, unit, 0)
    field.log("leaves", "ME 4.1i2", unit=unit)
    field.next(act)


leave.check(lambda act, look, unit: not_your_helicopter(look, act.side, unit) or why_not_leave(look, unit))


@verb("Bring back", "unit", name="come_back")
def come_back(act: Act, look: Situation) -> Targets:
    """Helicopters that have rested (ME 4.1i2)."""
    return tuple(n for n in look.world.flyers_of[act.side] if why_not_return(look, act.side, n) is None)


@come_back.then
def _choose_hex(act: Act, field: Battlefield, unit: int) -> None:
    field.next(Return(act.side, unit), act)


come_back.check(lambda act, look, unit: why_not_return(look, act.side, unit))


def marks(look: Situation, unit: int) -> list[Mark]:
    """How long a helicopter has been on the map, or off it."""
    now = look.units[unit]
    if unit not in look.world.flyers or not now.steps or (now.at < 0 and now.at != AWAY):
        return []
    minutes = minutes_of(look, unit)
    where = "on the map" if now.at >= 0 else "off the map"
    return [Mark("station", f"{minutes // HOUR} h {minutes % HOUR:02} {where}")]


CHAPTER = Chapter(
    name="station time",
    procedures=(StationTime, Return),
    verbs={Act: (leave, come_back)},
    adds=(CLEAN_UP.add((LAST, StationTime())), MARKS.add(marks)),
    phrases={
        "air_return?": "Click the hex where {unit:unit} comes back.",
        "overstays": "{unit:unit} has been on the map for more than six hours",
        "leaves": "{unit:unit} leaves the map",
        "returns": "{unit:unit} comes back at {hex:hex}",
    },
    switch="modern",
)
