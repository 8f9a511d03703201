"""FASCAM (ME 2.2): mines that artillery scatters over nine hexes, and that destroy themselves after a set time.

The mines are those of the series but for this: they attack both sides alike, and units on which they drop are attacked
when they leave their hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec.structs import replace

from sandtable.board.hexes import STEPS, Hex
from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.option import About, Options
from sandtable.kernel.picture import Patch
from sandtable.kernel.procedure import Procedure, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.batteries import has_fired
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.calling import Call
from sandtable.systems.tcs.entering import ENTERED
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.flight import RAN
from sandtable.systems.tcs.ground import Ground
from sandtable.systems.tcs.mines import SPARED, MineFire, MineRoll
from sandtable.systems.tcs.modern.arsenal import (
    FASCAM,
    Arsenal,
    Field,
    Plot,
    Salvo,
    add_salvo,
    launcher,
    piece_of,
    spend_round,
)
from sandtable.systems.tcs.modern.bomblets import burst
from sandtable.systems.tcs.modern.conversion import NUMBERS
from sandtable.systems.tcs.modern.counterbattery import Completed
from sandtable.systems.tcs.modern.plots import (
    DELIVERIES,
    Deliver,
    Plotting,
    booked,
    take_plots,
    why_no_plot,
    with_plot,
)
from sandtable.systems.tcs.movement import EXTRA
from sandtable.systems.tcs.picture import PATCHES
from sandtable.systems.tcs.tables import LIMITS, SIXTHS
from sandtable.systems.tcs.turn import CLEAN_UP, MINES
from sandtable.systems.tcs.world import DAY, NOBODY

__all__ = ["CHAPTER", "FascamOptions", "Lay", "layouts", "longest_life"]

NO_MINES = Reason("{battery:battery} has no FASCAM left", "ME 2.2.1")
HAS_FIRED = Reason("{battery:battery} fires one mission a turn", "TCS 18.2c")
HOUR = 60


class FascamOptions(Options, frozen=True):
    """What the rules of FASCAM leave open."""

    fascam_foot_crossing: Annotated[
        bool, About("By day units on foot pay triple for a hex of FASCAM, and are not attacked.", "ME 2.2d")
    ] = False


# The pattern


def layouts(ground: Ground, hex: int) -> Mapping[int, tuple[int, ...]]:
    """The patterns that have a hex as a corner, each by its far corner: rhombs of three by three hexes; what lies
    beyond the map is left out (ME 2.2a1).
    """
    here, map, size = ground.map.hex(hex), ground.map, NUMBERS["fascam_side"]
    found: dict[int, tuple[int, ...]] = {}
    for way in range(6):
        for turn in (1, 2):
            one, other = STEPS[way], STEPS[(way + turn) % 6]
            cells = [
                Hex(here.q + i * one[0] + j * other[0], here.r + i * one[1] + j * other[1])
                for i in range(size)
                for j in range(size)
            ]
            if cells[-1] in map:
                found[map.index(cells[-1])] = tuple(sorted(map.index(each) for each in cells if each in map))
    return found


def longest_life(look: Situation) -> int:
    """For how many turns, this one included, the mines can be set: six hours (ME 2.2b)."""
    calendar, turn = look.world.calendar, look.turn
    most = NUMBERS["fascam_hours"] * HOUR
    life = 1
    while calendar.minute(turn + life + 1) - calendar.minute(turn) <= most:
        life += 1
    return life


# Plotting


def why_no_fascam(look: Situation, call: Call, battery: int) -> Reason | None:
    """Why a battery scatters no mines now."""
    if why := why_no_plot(look, call, battery):
        return why
    if launcher(look, battery) or not piece_of(look, battery).fascam:
        return NO_MINES.of(battery=battery)
    taken = booked(look, call, battery) or any(plot.battery == battery for plot in look.kept(Arsenal).plots)
    return HAS_FIRED.of(battery=battery) if taken else None


@verb("Scatter mines with", "battery", menu="Scatter mines", name="modern.fascam")
def fascam(call: Call, look: Situation) -> Targets:
    """Batteries with FASCAM that have nothing else to fire (ME 2.2)."""
    return with_plot(look, call, why_no_fascam)


@fascam.then
def _aim(call: Call, field: Battlefield, battery: int) -> None:
    field.next(MinesAim(call.side, battery, call.calls, call.changes + 1))


fascam.check(lambda call, look, battery: why_no_fascam(look, call, battery))


class MinesAim(Plotting, frozen=True, array_like=True, tag="modern.mines_aim"):
    """ME 2.2a1, 2.2a3: the corner of the pattern, any hex of the map."""

    @verb("Plot the corner at", "hex", menu="Corner here")
    def aim(self, look: Situation) -> Targets:
        """Every hex."""
        return range(look.world.ground.size)

    @aim.then
    def _do_aim(self, field: Battlefield, hex: int) -> None:
        field.next(MinesCorner(self.side, self.battery, self.calls, self.changes, hex))


class MinesCorner(Plotting, frozen=True, array_like=True, tag="modern.mines_corner"):
    """ME 2.2a1: the owner picks the layout by its far corner."""

    hex: int = -1

    @verb("Far corner at", "hex", menu="Far corner here", otherwise=Reason("no pattern ends there", "ME 2.2a1"))
    def corner(self, look: Situation) -> Targets:
        """Those of the patterns."""
        return tuple(sorted(layouts(look.world.ground, self.hex)))

    @corner.then
    def _do_corner(self, field: Battlefield, corner: int) -> None:
        field.next(MinesLife(self.side, self.battery, self.calls, self.changes, self.hex, corner))


class MinesLife(Plotting, frozen=True, array_like=True, tag="modern.mines_life"):
    """ME 2.2b: how long the mines stay."""

    hex: int = -1
    corner: int = -1

    @verb("Turns until they destroy themselves:", "turns")
    def life(self, look: Situation) -> Targets:
        """One turn to six hours."""
        return tuple(range(1, longest_life(look) + 1))

    @life.then
    def _do_life(self, field: Battlefield, turns: int) -> None:
        last = field.turn + turns - 1
        field.log("modern.mines_plotted", "ME 2.2b", to=self.side, battery=self.battery, hex=self.hex, turn=last)
        self.back(field, Plot(FASCAM, self.battery, self.hex, corner=self.corner, last=last))


# Falling


def deliver(field: Battlefield, step: Deliver, plots: tuple[Plot, ...]) -> bool:
    """The next pattern falls: always as plotted (ME 2.2a2)."""
    first = next((each for each in plots if each.kind == FASCAM), None)
    if first is None:
        return False
    take_plots(field, (first,))
    spend_round(field, first.battery, "fascam")
    has_fired(field, first.battery)
    add_salvo(field, Salvo(step.side, (first.battery,), (), (1,)))
    hexes = layouts(field.world.ground, first.aim)[first.corner]
    field.next(Lay(step.side, hexes, first.last), Completed(step.side), Deliver(step.side))
    return True


class Lay(Step, frozen=True, array_like=True, tag="modern.lay"):
    """ME 2.2.2: the mines are put on the map, for everybody to see."""

    side: int
    hexes: tuple[int, ...]
    last: int

    def run(self, field: Battlefield) -> None:
        """They belong to nobody. Units under them are attacked when they leave (ME 2.2c1)."""
        arsenal = field.kept(Arsenal)
        until = {each.at: each.last for each in arsenal.fields}
        for hex in self.hexes:
            until[hex] = max(self.last, until.get(hex, 0))
        new = {(hex, NOBODY) for hex in self.hexes}
        known = dict(arsenal.under)
        known.update({n: hex for hex in self.hexes for n in field.units_in(hex)})
        field.update(mines=tuple(sorted({*field.board.mines, *new})))
        field.keep(
            replace(
                arsenal,
                fields=tuple(Field(at, last) for at, last in sorted(until.items())),
                under=tuple(sorted(known.items())),
            )
        )
        field.log("modern.mines_fall", "ME 2.2.2", side=self.side, hexes=self.hexes, turn=self.last, reveals=True)
        burst(field, self.side, self.hexes)


def leaving(field: Battlefield, group: tuple[int, ...], hex: int) -> tuple[Procedure, ...]:
    """Units on which mines had dropped have left their hex: the mines attack them as they go (ME 2.2c1, 2.2c2)."""
    under = dict(field.kept(Arsenal).under)
    if not under:
        return ()
    units, world = field.units, field.world
    along = [n for n in field.units_in(hex) if n in group or units[n].carrier in group]
    marked = [n for n in along if n in under]
    mined = [n for n in marked if not field.inside(n) and (under[n], NOBODY) in field.board.mines]
    _forget(field, marked)
    struck = [n for n in mined if not spared(field, n, under[n])]
    if not struck:
        return ()
    people = tuple(n for n in struck if not world.kinds[n].vehicle)
    side, left = world.owners[struck[0]], under[struck[0]]
    fire = (MineFire(side, people, hex, left, LIMITS["mines_area"]),) if people else ()
    return (*fire, *(MineRoll(n) for n in struck if world.kinds[n].vehicle))


def ran(field: Battlefield, unit: int, hex: int) -> None:
    """A unit that runs from newly mined ground is attacked too (ME 2.2c1)."""
    field.next(*leaving(field, (unit,), hex))


def _forget(field: Battlefield, units: Iterable[int]) -> None:
    arsenal, gone = field.kept(Arsenal), set(units)
    if gone:
        field.keep(replace(arsenal, under=tuple(each for each in arsenal.under if each[0] not in gone)))


class Expire(Step, frozen=True, array_like=True, tag="modern.expire"):
    """ME 0.9, 2.2b: the mines whose time has come vanish, and hurt nobody."""

    def run(self, field: Battlefield) -> None:
        """Those of this turn, and what is known of fields that were breached."""
        arsenal, mines = field.kept(Arsenal), field.board.mines
        over = {each.at for each in arsenal.fields if each.last <= field.turn}
        kept = tuple(each for each in arsenal.fields if each.at not in over and (each.at, NOBODY) in mines)
        gone = tuple(sorted(hex for hex in over if (hex, NOBODY) in mines))
        if kept == arsenal.fields:
            return
        there = {each.at for each in kept}
        left = tuple(each for each in arsenal.under if each[1] in there)
        field.keep(replace(arsenal, fields=kept, under=left))
        if gone:
            field.update(mines=tuple(each for each in mines if each[1] != NOBODY or each[0] not in over))
            field.log("modern.mines_expire", "ME 2.2b", hexes=gone)


# Crossing on foot


def scattered(look: Situation, hex: int) -> bool:
    """Whether FASCAM mines alone are in a hex."""
    return [owner for mined, owner in look.board.mines if mined == hex] == [NOBODY]


def crosses(look: Situation, unit: int) -> bool:
    """Whether a unit crosses FASCAM with care: on foot, by day, with the option (ME 2.2d)."""
    kind = look.world.kinds[unit]
    allowed = look.game.rules.chosen(FascamOptions).fascam_foot_crossing
    return allowed and look.board.light == DAY and kind.move_class == "foot"


def spared(look: Situation, unit: int, hex: int) -> bool:
    """Whether the mines of a hex do not attack a unit, for it crosses them with care (ME 2.2d)."""
    return crosses(look, unit) and scattered(look, hex)


def care(look: Situation, unit: int) -> Mapping[int, int]:
    """What care costs a unit more, in sixths: a hex of FASCAM three times its cost, mines included (ME 2.2d)."""
    if not look.board.mines or not crosses(look, unit):
        return {}
    ground, times = look.world.ground, NUMBERS["foot_crossing"]
    terrain = ground.movements["foot"].costs.terrain
    extra = LIMITS["mines_extra"] * SIXTHS
    found = {}
    for hex, _ in look.board.mines:
        cost = terrain[ground.map.terrain[hex]]
        if scattered(look, hex) and cost is not None:
            found[hex] = (times - 1) * (cost + extra)
    return found


def patches(look: Situation) -> Iterable[Patch]:
    """The fields of FASCAM, each with the turn at whose end it vanishes."""
    for each in look.kept(Arsenal).fields:
        if (each.at, NOBODY) in look.board.mines:
            left = each.last - look.turn + 1
            turns = "this turn" if left == 1 else f"{left} turns"
            yield Patch("mines", each.at, 0, f"FASCAM mines, until the end of turn {each.last} ({turns})", str(left))


CHAPTER = Chapter(
    name="modern.fascam",
    procedures=(MinesAim, MinesCorner, MinesLife, Lay, Expire),
    verbs={Call: (fascam,)},
    adds=(
        DELIVERIES.add(deliver),
        ENTERED.add(leaving),
        RAN.add(ran),
        CLEAN_UP.add((MINES, Expire())),
        SPARED.add(spared),
        EXTRA.add(care),
        PATCHES.add(patches),
    ),
    phrases={
        "modern.mines_aim?": "{battery:battery}: choose a corner of the minefield.",
        "modern.mines_corner?": "{battery:battery}: choose the far corner of the minefield from {hex:hex}.",
        "modern.mines_life?": "{battery:battery}: for how many turns, this one included, do the mines stay?",
        "modern.mines_plotted": "{battery:battery} will scatter mines from {hex:hex}, to the end of turn {turn}",
        "modern.mines_fall": "{side:side} scatters mines over {hexes:hexes}, to the end of turn {turn}",
        "modern.mines_expire": "The scattered mines in {hexes:hexes} destroy themselves",
    },
    options=FascamOptions,
    switch="modern",
)
