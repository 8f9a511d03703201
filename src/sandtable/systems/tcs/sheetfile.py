"""Op sheets in a scenario file: `[command.SIDE]`, `[[sheet]]` and its groups, checked (TCS 6.2, 6.9g, 6.15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec

from sandtable.board.fault import Place
from sandtable.board.hexes import Hexside
from sandtable.kernel.errors import ScenarioFault, shown
from sandtable.systems.tcs.commandoptions import CommandOptions
from sandtable.systems.tcs.ground import Ground
from sandtable.systems.tcs.mapfile import hexes_of
from sandtable.systems.tcs.measures import (
    boundary_fault,
    bounded,
    centre,
    connected,
    drawn_axis,
    passable,
    way_to,
)
from sandtable.systems.tcs.sheets import (
    ALL,
    ATTACK,
    DEFENSES,
    HOLD,
    IMPLEMENTED,
    KINDS_OF_SHEET,
    MARCH,
    MISSIONS,
    MOVE,
    PREPARING,
    RESERVE,
    SIGNAL,
    STATES,
    SUPPORT,
    TAKE,
    TURN,
    Alternate,
    Group,
    Measures,
    PhaseLine,
    Sheet,
)
from sandtable.systems.tcs.world import NOBODY

__all__ = [
    "Command",
    "GroupEntry",
    "Listed",
    "OpSheet",
    "check_prep",
    "check_sheets",
    "joins",
    "make_sheets",
    "missions_of",
]

LONGEST_NAME = 40
MOST_GROUPS = 6
MOST_LINES = 4
MOST_ALTERNATES = 2
Mission = Literal["take", "support", "march", "hold", "reserve"]


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How well a side commands: its Command Prep rating, low is good (TCS 6.9c)."""

    prep: int


class LineEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A phase line: crossed from a turn on, when all groups have reached it, or on a signal (TCS 6.15b)."""

    name: str
    hexes: tuple[str, ...]
    turn: int = 0
    all: bool = False
    signal: bool = False


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The measures that a sheet, a group or an alternate draws."""

    objective: tuple[str, ...] = ()
    axis: tuple[str, ...] = ()
    width: int | None = None
    direction: tuple[str, ...] = ()
    boundary: tuple[tuple[str, ...], ...] = ()


class AlternateEntry(Drawn, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Another plan that the order can change to (TCS 6.14c)."""

    name: str


class GroupEntry(Drawn, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Units with a mission of their own (TCS 6.2a)."""

    name: str
    mission: Mission | None = None
    joins: str = ""
    """For a reserve: the group whose mission it takes when it is committed; the first one if it does not say."""


class OpSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An op sheet of the scenario: in force at the start, in preparation, or a template for its side."""

    name: str
    side: str
    kind: Literal["Attack", "Move", "Hasty Defense", "Prepared Defense"]
    objective: tuple[str, ...] = ()
    state: Literal["implemented", "preparing", "template"] = "implemented"
    weighted: int = 0
    axis: tuple[str, ...] = ()
    width: int | None = None
    direction: tuple[str, ...] = ()
    boundary: tuple[tuple[str, ...], ...] = ()
    lines: tuple[LineEntry, ...] = ()
    alternate: tuple[AlternateEntry, ...] = ()
    assembly: tuple[str, ...] = ()
    rally: tuple[str, ...] | Literal["stay"] | None = None
    """Where the units of a failed order go; `stay` is nowhere."""
    on_arrival: bool = False
    """Its formations follow it from the moment they come on."""
    from_turn: int = 0
    """It comes into force by itself in the command phase of this turn."""
    roll: Literal["always", "ask", "never"] = "always"
    """For a sheet in preparation: whether it is rolled for every turn, when its side says so, or not yet."""
    group: tuple[GroupEntry, ...] = ()
    note: str = ""


class Listed(NamedTuple):
    """A unit of the roster, as its op sheets need to know it."""

    unit: int
    force: int
    mover: str
    """Its class of movement; empty if it is carried."""
    at: int
    """Where it begins, or comes on."""
    fights: bool


def missions_of(kind: int) -> tuple[int, ...]:
    """The missions on a kind of sheet, the usual one first (TCS 6.2a)."""
    return {ATTACK: (TAKE, SUPPORT, RESERVE), MOVE: (MARCH, RESERVE)}.get(kind, (HOLD, RESERVE))


def _an(kind: str) -> str:
    return f"an {kind}" if kind.startswith("A") else f"a {kind}"


def check_prep(prep: int, place: Place) -> int:
    """A Command Prep rating; ScenarioFault if it is none."""
    if not 0 <= prep <= 9:
        raise ScenarioFault(place, f"a Command Prep rating is 0 to 9, not {shown(prep)}")
    return prep


# Which formation is on which sheet


class Joined(NamedTuple):
    """The sheets of a formation: the one in force, and its group on each sheet that lists it in preparation."""

    sheet: int = NOBODY
    group: int = 0
    listed: tuple[tuple[int, int], ...] = ()


def joins(sheets: Sequence[OpSheet], force: int, side: str, names: Sequence[str], group: str) -> Joined:
    """The sheets that a formation names, the first as its `sheet` and the others as `listed`."""
    place: Place = ("force", force)
    known = [each.name for each in sheets]
    found = Joined()
    for number, name in enumerate(names):
        key = (*place, "sheet" if not number else "listed")
        if not name:
            continue
        if name not in known:
            raise ScenarioFault(key, f"there is no op sheet {shown(name)}: {', '.join(known)}")
        sheet = known.index(name)
        entry = sheets[sheet]
        if entry.side != side:
            raise ScenarioFault(key, f"the op sheet {shown(name)} is the other side's")
        if number and (entry.state == "implemented" and entry.from_turn < 2):
            raise ScenarioFault(
                key, f"{shown(name)} is in force: name it as the sheet, and only those in preparation here"
            )
        groups = [each.name for each in entry.group]
        if group and group not in groups and not number:
            there = ", ".join(groups) or "none"
            raise ScenarioFault((*place, "group"), f"the op sheet {shown(name)} has no group {shown(group)}: {there}")
        own = groups.index(group) if group in groups else 0
        if entry.state == "implemented" and entry.from_turn < 2:
            found = found._replace(sheet=sheet, group=own)
        elif sheet in [each for each, _ in found.listed]:
            raise ScenarioFault(key, f"it is on the op sheet {shown(name)} twice; a unit has one mission (TCS 6.2a)")
        else:
            found = found._replace(listed=(*found.listed, (sheet, own)))
    if group and not names[0]:
        raise ScenarioFault((*place, "group"), "only a formation on an op sheet has a group")
    return found


# The sheets themselves


def check_sheets(sheets: Sequence[OpSheet], sides: Sequence[str]) -> None:
    """Each op sheet has a name of its own and belongs to a side; ScenarioFault says which has not."""
    for number, entry in enumerate(sheets):
        place: Place = ("sheet", number)
        if not entry.name.strip() or not entry.name.isprintable() or len(entry.name) > LONGEST_NAME:
            raise ScenarioFault(
                (*place, "name"), f"a name is 1 to {LONGEST_NAME} printable characters, not {shown(entry.name)}"
            )
        if entry.name in [other.name for other in sheets[:number]]:
            raise ScenarioFault((*place, "name"), f"there is another op sheet called {shown(entry.name)}")
        if entry.side not in sides:
            raise ScenarioFault((*place, "side"), f"{shown(entry.side)} is not one of the sides {', '.join(sides)}")


def make_sheets(
    sheets: Sequence[OpSheet],
    sides: Sequence[str],
    ground: Ground,
    options: CommandOptions,
    units: Sequence[Listed],
    joined: Mapping[int, Joined],
) -> tuple[Sheet, ...]:
    """The op sheets of a scenario as the board begins with them; ScenarioFault says what is wrong with one."""
    made = []
    for number, entry in enumerate(sheets):
        place: Place = ("sheet", number)
        made.append(_Maker(entry, place, ground, options, _of(units, joined, number)).sheet(sides.index(entry.side)))
    return tuple(made)


def _of(units: Sequence[Listed], joined: Mapping[int, Joined], number: int) -> dict[int, list[Listed]]:
    """The units on a sheet by group, in force or listed."""
    found: dict[int, list[Listed]] = {}
    for each in units:
        on = joined[each.force]
        for sheet, group in (((on.sheet, on.group),) if on.sheet == number else ()) + on.listed:
            if sheet == number:
                found.setdefault(group, []).append(each)
    return found


class _Maker:
    """One sheet in the making."""

    def __init__(
        self,
        entry: OpSheet,
        place: Place,
        ground: Ground,
        options: CommandOptions,
        units: Mapping[int, Sequence[Listed]],
    ) -> None:
        self.entry = entry
        self.place = place
        self.ground = ground
        self.options = options
        self.units = units
        self.kind = KINDS_OF_SHEET.index(entry.kind)
        self.ready = entry.state == "implemented" and entry.from_turn < 2

    def sheet(self, side: int) -> Sheet:
        """The sheet, checked."""
        entry, everybody = self.entry, [each for group in self.units.values() for each in group]
        self._check_numbers()
        own = Drawn(
            objective=entry.objective,
            axis=entry.axis,
            width=entry.width,
            direction=entry.direction,
            boundary=entry.boundary,
        )
        measures = self._measures(own, self.place, everybody)
        lines = tuple(self._line(number, measures, everybody) for number in range(len(entry.lines)))
        if not self.ready and entry.state != "template" and not any(each.fights for each in everybody):
            raise self._fault("name", "an order needs at least one unit that can fight (TCS 6.2)")
        return Sheet(
            name=entry.name,
            side=side,
            kind=self.kind,
            state=IMPLEMENTED if self.ready else PREPARING if entry.from_turn else STATES.index(entry.state),
            groups=self._groups(),
            measures=measures,
            lines=lines,
            alternates=tuple(
                Alternate(each.name, self._measures(each, (*self.place, "alternate", number), everybody))
                for number, each in enumerate(entry.alternate)
            ),
            assembly=self._hexes(entry.assembly, (*self.place, "assembly")),
            rally=self._rally(everybody),
            weighted=entry.weighted,
            roll=entry.roll,
            from_turn=entry.from_turn if entry.from_turn > 1 else 0,
            on_arrival=entry.on_arrival,
            note=entry.note,
        )

    def _fault(self, key: str, words: str) -> ScenarioFault:
        return ScenarioFault((*self.place, key), words)

    def _check_numbers(self) -> None:
        entry = self.entry
        if not 0 <= entry.weighted <= 999:
            raise self._fault("weighted", f"weighted turns are 0 to 999, not {shown(entry.weighted)}")
        if entry.weighted and entry.state != "preparing":
            raise self._fault("weighted", "only a sheet in preparation has weighted turns")
        if entry.roll != "always" and entry.state == "implemented":
            raise self._fault("roll", "a sheet that is in force is not rolled for")
        if not 0 <= entry.from_turn <= 99:
            raise self._fault("from_turn", f"a turn is 1 to 99, or 0 for the start, not {shown(entry.from_turn)}")
        if entry.from_turn and (entry.state != "implemented" or entry.on_arrival):
            raise self._fault("from_turn", "a sheet that comes into force by itself has no other state")
        if entry.on_arrival and entry.state != "implemented":
            raise self._fault("on_arrival", "a sheet in force on arrival is not in preparation")
        for key, most in (("group", MOST_GROUPS), ("lines", MOST_LINES), ("alternate", MOST_ALTERNATES)):
            if len(getattr(entry, key)) > most:
                raise self._fault(key, f"an op sheet has at most {most} of these, not {len(getattr(entry, key))}")
            names = [each.name for each in getattr(entry, key)]
            if len(set(names)) < len(names):
                raise self._fault(key, "two of them have the same name")

    # Groups

    def _groups(self) -> tuple[Group, ...]:
        entry, allowed = self.entry, missions_of(self.kind)
        if not entry.group:
            return (Group("All", allowed[0], units=self._listed(0)),)
        found = []
        names = [each.name for each in entry.group]
        for number, each in enumerate(entry.group):
            place: Place = (*self.place, "group", number)
            mission = allowed[0] if each.mission is None else MISSIONS.index(each.mission)
            if mission not in allowed:
                raise ScenarioFault(
                    (*place, "mission"), f"{MISSIONS[mission]} is no mission of {_an(entry.kind)} order (TCS 6.2a)"
                )
            if each.joins and (mission != RESERVE or each.joins not in names):
                raise ScenarioFault(
                    (*place, "joins"), "a reserve joins one of the groups of its sheet when it is committed"
                )
            own = None
            if each.objective or each.axis or each.direction or each.boundary:
                own = self._measures(each, place, self.units.get(number, ()))
            found.append(
                Group(each.name, mission, own, names.index(each.joins) if each.joins else 0, self._listed(number))
            )
        if all(group.mission == RESERVE for group in found):
            raise self._fault("group", "somebody has to carry it out: not every group can be reserve (TCS 6.14b)")
        first = next(number for number, group in enumerate(found) if group.mission != RESERVE)
        for number, group in enumerate(found):
            if group.mission == RESERVE:
                if found[group.joins].mission == RESERVE and entry.group[number].joins:
                    raise ScenarioFault(
                        (*self.place, "group", number, "joins"), "a reserve joins a group that is no reserve itself"
                    )
                if not entry.group[number].joins:
                    found[number] = msgspec.structs.replace(group, joins=first)
        return tuple(found)

    def _listed(self, group: int) -> tuple[int, ...]:
        return () if self.ready else tuple(each.unit for each in self.units.get(group, ()))

    # Measures

    def _hexes(self, printed: Sequence[str], place: Place) -> tuple[int, ...]:
        if not printed:
            return ()
        found = hexes_of(self.ground.map, " ".join(printed), place)
        if len(found) > self.options.objective_hexes:
            raise ScenarioFault(place, f"it has at most {self.options.objective_hexes} hexes, not {len(found)}")
        return found

    def _chain(self, printed: Sequence[str], place: Place) -> tuple[int, ...]:
        """Hexes in the order in which they are named."""
        return tuple(hexes_of(self.ground.map, each, place)[0] for each in printed)

    def _measures(self, drawn: Drawn, place: Place, units: Sequence[Listed]) -> Measures:
        options, map = self.options, self.ground.map
        objective = self._hexes(drawn.objective, (*place, "objective"))
        if not objective and self.kind in DEFENSES and place == self.place:
            objective = tuple(sorted({each.at for each in units if each.at >= 0}))[: options.objective_hexes]
        axis = self._chain(drawn.axis, (*place, "axis"))
        direction = self._chain(drawn.direction, (*place, "direction"))
        boundary = tuple(self._boundary(each, (*place, "boundary", n)) for n, each in enumerate(drawn.boundary))
        marked = bool(axis or direction or boundary)
        if not objective and (marked or place != self.place or not self.ready) and self.kind not in DEFENSES:
            raise ScenarioFault((*place, "objective"), f"say where to: {_an(self.entry.kind)} order needs an objective")
        if marked and self.kind in DEFENSES:
            raise ScenarioFault(place, "a defense holds its objective: it has no axis, direction or boundary")
        draws = options.unmarked_sheet == "axis" or not self.ready or place != self.place
        if draws and not marked and objective and self.kind not in DEFENSES and units:
            axis = drawn_axis(map, self._way(units, objective, (*place, "objective")))
        if axis and direction:
            raise ScenarioFault((*place, "direction"), "an order has an axis or a direction of advance, not both")
        if drawn.width is not None and not 0 <= drawn.width <= options.axis_width_most:
            raise ScenarioFault(
                (*place, "width"), f"the width of an axis is 0 to {options.axis_width_most}, not {shown(drawn.width)}"
            )
        width = options.axis_width if drawn.width is None else drawn.width
        found = Measures(objective, axis, width if axis else 0, direction, boundary)
        self._check(found, place, units)
        return found

    def _check(self, measures: Measures, place: Place, units: Sequence[Listed]) -> None:
        """V7 to V10: there is a way, and the measures lead to the objective."""
        map = self.ground.map
        for key, way in (("axis", measures.axis), ("direction", measures.direction)):
            if way and way[-1] not in measures.objective:
                what = "an axis" if key == "axis" else "a direction of advance"
                raise ScenarioFault((*place, key), f"{what} ends in its objective; this one ends in {map.hex(way[-1])}")
        for here, there in zip(measures.direction, measures.direction[1:], strict=False):
            if there not in self.ground.neighbours[here]:
                words = f"{map.hex(there)} is not beside {map.hex(here)}: a direction of advance names every hex"
                raise ScenarioFault((*place, "direction"), words)
        if not measures.marked or not units:
            return
        way = self._way(units, measures.objective, (*place, "objective"))
        for mover in {each.mover for each in units if each.mover}:
            steps = self.ground.movements[mover].steps
            for here, there in zip(measures.direction, measures.direction[1:], strict=False):
                if steps[here * 6 + self.ground.way(here, there)] < 0:
                    words = f"{mover} movement cannot go from {map.hex(here)} to {map.hex(there)}"
                    raise ScenarioFault((*place, "direction"), words)
        if not bounded(self.ground, measures) >> way[0] & 1:
            raise ScenarioFault((*place, "boundary"), "the boundary lies between the units and their objective")

    def _way(self, units: Sequence[Listed], objective: Sequence[int], place: Place) -> tuple[int, ...]:
        movers = {each.mover for each in units if each.mover} or {"foot"}
        way = way_to(self.ground, movers, self._centre(units), objective)
        if not way:
            here = self.ground.map.hex(objective[0])
            raise ScenarioFault(place, f"its units cannot get to {here}: there is no way for all of them")
        return way

    def _centre(self, units: Sequence[Listed]) -> int:
        return centre(self.ground, [each.at for each in units])

    def _boundary(self, sides: Sequence[str], place: Place) -> tuple[tuple[int, int], ...]:
        map, found = self.ground.map, []
        for printed in sides:
            try:
                side = Hexside(printed)
                found.append((map.index(side.first), map.index(side.second)))
            except ValueError as fault:
                raise ScenarioFault(place, str(fault)) from None
        if not found:
            raise ScenarioFault(place, "a boundary names hexsides such as 0605-0705")
        wrong = boundary_fault(map, found)
        if wrong:
            raise ScenarioFault(place, wrong)
        return tuple(found)

    def _rally(self, units: Sequence[Listed]) -> tuple[int, ...]:
        if self.entry.rally == "stay":
            return ()
        if self.entry.rally is None:
            return (self._centre(units),) if units else ()
        return self._hexes(self.entry.rally, (*self.place, "rally"))

    def _line(self, number: int, measures: Measures, units: Sequence[Listed]) -> PhaseLine:
        entry, place = self.entry.lines[number], (*self.place, "lines", number)
        if (entry.turn > 0) + entry.all + entry.signal != 1 or entry.turn < 0:
            raise ScenarioFault(
                place, "a phase line is crossed from a turn on, when all have reached it, or on a signal"
            )
        if not measures.marked:
            raise ScenarioFault(place, "a phase line crosses an axis, a direction or the ground within a boundary")
        condition = ALL if entry.all else SIGNAL if entry.signal else TURN
        hexes = hexes_of(self.ground.map, " ".join(entry.hexes), (*place, "hexes"))
        line = PhaseLine(entry.name, hexes, condition, entry.turn, open=condition == TURN and entry.turn <= 1)
        opened = passable(self.ground, measures, (), self.options.objective_margin)
        start = self._centre(units) if units else NOBODY
        if start < 0 or not opened >> start & 1:
            start = (measures.axis or measures.direction or (NOBODY,))[0]
        rest = connected(self.ground, self.ground.map.mask(measures.objective), opened & ~self.ground.map.mask(hexes))
        if start >= 0 and rest >> start & 1:
            raise ScenarioFault(
                (*place, "hexes"), f"there is a way round {entry.name}: it must cross the whole axis (TCS 6.15b)"
            )
        return line
