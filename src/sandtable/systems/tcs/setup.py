"""Before play: each side sets up in its areas, the defender first (TCS 27.3)."""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.phrase import Said
from sandtable.kernel.procedure import Decide, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.command import digs
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.orders import post_of
from sandtable.systems.tcs.victory import hold
from sandtable.systems.tcs.world import NOBODY, OFF

__all__ = ["CHAPTER", "Place", "SetUp"]

OUTSIDE = Reason("{unit:unit} is set up in its own area", "TCS 27.3")
NO_ROOM = Reason("{unit:unit} cannot stand there, or the hex is full", "TCS 5.0b")


def to_place(look: Situation, side: int) -> list[int]:
    """The units that a side sets up before play and has not set up yet."""
    units = look.units
    return [n for n in look.world.there_at_start[side] if units[n].at == OFF and units[n].steps]


def next_to_place(look: Situation, side: int) -> int | None:
    """The first of them; None if all are set up."""
    units = look.units
    for n in look.world.there_at_start[side]:
        if units[n].at == OFF and units[n].steps:
            return n
    return None


def may_place(look: Situation, unit: int) -> tuple[int, ...]:
    """The hexes of its area that a unit can stand in: it may enter the ground, and there is room (TCS 5.0b); if there
    is room nowhere, any of them.
    """
    world = look.world
    room, side, stacks = world.options.stack_limit - look.units[unit].steps, world.owners[unit], look.stacks
    open_to_it = [hex for hex in world.footholds[unit] if hex not in stacks or not look.barred(hex, side)]
    return tuple([hex for hex in open_to_it if hex not in stacks or look.steps_in(hex) <= room] or open_to_it)


class SetUp(Step, frozen=True, array_like=True, tag="set_up"):
    """A side sets up."""

    side: int

    def run(self, field: Battlefield) -> None:
        """Ask for the next unit, if there is one."""
        if next_to_place(field, self.side) is not None:
            field.next(Place(self.side), self)


class Place(Decide, frozen=True, array_like=True, tag="place"):
    """TCS 27.3: one unit after the other is put into its area."""

    sets_up = True

    def prompt(self, look: Situation) -> Said:
        """Which unit is next."""
        return look.say("place?", unit=to_place(look, self.side)[0])

    @verb("Place in", "hex", menu="Place")
    def place(self, look: Situation) -> Targets:
        """Hexes of its area with room."""
        unit = next_to_place(look, self.side)
        return () if unit is None else may_place(look, unit)

    @place.then
    def _do_place(self, field: Battlefield, hex: int) -> None:
        unit = next_to_place(field, self.side)
        if unit is not None:
            put(field, unit, hex)

    @place.check
    def _why_not_place(self, look: Situation, hex: int) -> Reason | None:
        unit = to_place(look, self.side)[0]
        if hex not in look.world.formations[look.world.member_of[unit]].area:
            return OUTSIDE.of(unit=unit)
        return None if hex in may_place(look, unit) else NO_ROOM.of(unit=unit)

    @verb("Set up as suggested")
    def suggested(self, look: Situation) -> bool:
        """Before anything else was placed."""
        units = look.units
        return not any(units[n].at >= 0 for n in look.world.units_of[self.side])

    @suggested.then
    def _do_suggested(self, field: Battlefield, _: None) -> None:
        for unit in to_place(field, self.side):
            put(field, unit, field.world.places[unit])


def put(field: Battlefield, unit: int, hex: int) -> None:
    """A unit is set up: in the mode of its formation, dug in on Prepared Defense, or hidden (TCS 27.3, 27.4, 4.2a)."""
    world = field.world
    formation = world.formations[world.member_of[unit]]
    sheet = field.units[unit].sheet
    post = NOBODY if sheet == NOBODY else post_of(field.board.sheets[sheet], field.units[unit].group, hex)
    field.change(unit, at=hex, mode=formation.mode, post=post, hidden=formation.hidden)
    if digs(field, unit):
        field.change(unit, dug_in=True)
    field.log("placed", "TCS 27.3", unit=unit, hex=hex, to=formation.side if formation.hidden else None)
    field.gather(hex)
    if hex not in world.objectives:  # the scenario says who controls those
        hold(field, hex)


CHAPTER = Chapter(
    name="setup",
    procedures=(
        SetUp,
        Place,
    ),
    phrases={
        "place?": "Set up your units: {unit:unit} next.",
        "placed": "{unit:unit} is set up in {hex:hex}",
    },
)
