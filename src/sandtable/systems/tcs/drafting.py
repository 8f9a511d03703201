"""An op sheet being written (TCS 6.8, 6.15): three clicks make a sound order, and everything on it can be changed.

A draft is kept in its owner's secret part of the round. "Prepare" puts it among what the side has written down.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.memo import known_of
from sandtable.kernel.phrase import Said
from sandtable.kernel.procedure import Decide, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.targets import Chain, Parts, Points, Subset, Text
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.desk import MOST_CHANGES, Act, number_for, planned
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.planningoptions import PlanningOptions
from sandtable.systems.tcs.sheetchecks import (
    AXIS_ENDS,
    LARGE_OBJECTIVE,
    NOT_BESIDE,
    WRONG_MISSION,
    a_kind,
    batteries_of,
    cannot_list,
    fault_of,
    missions_of,
)
from sandtable.systems.tcs.sheetdrawing import (
    axis_to,
    centre_of,
    corner_sides,
    place_of,
    side_hexes,
    sides_of_map,
    through,
)
from sandtable.systems.tcs.sheets import (
    ALL,
    DEFENSES,
    KINDS_OF_SHEET,
    MISSIONS,
    PREPARING,
    RESERVE,
    SIGNAL,
    TURN,
    Alternate,
    Fires,
    Group,
    Measures,
    PhaseLine,
    Sheet,
)
from sandtable.systems.tcs.world import NOBODY, World

__all__ = ["CHAPTER", "NEW", "Draft", "as_kind", "default_name", "drafted", "kept_turns", "roll_words"]

NEW = -1
"""The number of a sheet that is not in preparation yet."""
MOST_GROUPS, MOST_LINES, MOST_ALTERNATES, MOST_FIRES, MOST_BOUNDARIES = 6, 4, 2, 8, 2
LINE_HEXES, AXIS_POINTS, ROUTE_HEXES, BOUNDARY_SIDES = 40, 8, 40, 60
NAMES = ("Anvil", "Coral", "Heron", "Lily", "Rose", "Sable", "Thistle", "Willow")
NOTES = ("Keep off the skyline.", "Wait for the smoke.")
SHELLS = ("he", "smoke", "illum", "continuous")
MEASURES = ("direction", "boundary", "lines", "alternates", "assembly", "rally", "fires", "support", "groups")
FULL = Reason("That is enough for one command phase: prepare this order, or cancel it.")
NO_MORE_GROUPS = Reason("An order has at most 6 groups.", "TCS 6.2a")
OFF_THE_MAP = Reason("choose hexes of the map, from {least} to {most} of them")


def roll_words(look: Situation) -> tuple[str, ...]:
    """When a sheet may be rolled for, as words (TCS 6.9f3)."""
    later = range(look.turn + 1, min(look.world.turns, look.turn + 9) + 1)
    return ("always", "ask", "never", *(f"turn {turn}" for turn in later), *(f"chance {p}" for p in (25, 50, 75)))


# What can be drawn: worked out once for a map


def _hexes(world: World) -> tuple[int, ...]:
    return tuple(range(world.ground.size))


def area(world: World, most: int) -> Subset:
    """Any hexes of the map, up to this many."""
    known: dict[int, Subset] = known_of(world, "areas drawn")
    found = known.get(most)
    if found is None:
        found = known[most] = Subset(_hexes(world), most=most)
    return found


def way_points(world: World, last: Iterable[int] | None = None, least: int = 0) -> Points:
    """Way-points of an axis, that ends in one of these hexes."""
    return Points(_hexes(world), most=AXIS_POINTS, least=least, last=last)


def boundaries(world: World) -> Chain:
    """Chains of hexsides."""
    known: dict[str, Chain] = known_of(world, "boundaries drawn")
    if "all" not in known:
        sides = tuple(sides_of_map(world))
        meet = {side: tuple(corner_sides(world, side)) for side in sides}
        known["all"] = Chain(sides, lambda side: meet[side], most=BOUNDARY_SIDES)
    return known["all"]


# A new sheet


def default_name(look: Situation, side: int, kind: int, formation: int) -> str:
    """`Attack 3: B Company`, with a number that no sheet of the side has yet."""
    names = {sheet.name for sheet in look.board.sheets if sheet.side == side}
    count = sum(sheet.side == side for sheet in look.board.sheets) + 1
    whose = look.world.formations[formation].name
    while (name := f"{KINDS_OF_SHEET[kind]} {count}: {whose}"[:40].rstrip()) in names:
        count += 1
    return name


def drafted(look: Situation, side: int, kind: int, units: Sequence[int], formation: int) -> Sheet:
    """A sheet for some units with everything but the objective of an Attack or a Move."""
    measures = Measures()
    if kind in DEFENSES:
        most = look.world.command.objective_hexes
        measures = Measures(tuple(sorted({place_of(look, n) for n in units}))[:most])
    return Sheet(
        name=default_name(look, side, kind, formation),
        side=side,
        kind=kind,
        groups=(Group("All", missions_of(kind)[0], units=tuple(sorted(units))),),
        measures=measures,
        rally=(centre_of(look, units),),
    )


def kept_turns(look: Situation, sheet: Sheet, number: int) -> int:
    """The weighted turns that a sheet has after it was changed: all, or a part if its plan is another (TCS 6.8)."""
    sheets = look.board.sheets
    if not 0 <= number < len(sheets) or sheets[number].state != PREPARING or sheets[number].side != sheet.side:
        return 0
    before = sheets[number]
    if _plan_of(before) == _plan_of(sheet):
        return before.weighted
    return before.weighted * look.game.rules.chosen(PlanningOptions).edit_keeps_sixths // 6


def _plan_of(sheet: Sheet) -> tuple[Any, ...]:
    return sheet.measures, sheet.alternates, tuple(group.measures for group in sheet.groups if group.measures)


class Draft(Decide, frozen=True, array_like=True, tag="draft"):
    """An op sheet in the hands of its author."""

    acts: tuple[Act, ...]
    """What was written down before, at the desk."""
    count: int
    number: int
    sheet: Sheet

    idle = "drop"

    def prompt(self, look: Situation) -> Said:
        """What is missing, or that it can be prepared."""
        fault = self._fault(look)
        if fault is None:
            return look.say("draft?", order=self.sheet.name)
        return look.say("draft_fault?", order=self.sheet.name, fault=look.game.say(fault))

    # Helpers

    def _look(self, look: Situation) -> Situation:
        return planned(look, self.acts)

    def _open(self) -> bool:
        """Whether there may be more changes in this round."""
        return self.count < MOST_CHANGES

    def _fault(self, look: Situation) -> Reason | None:
        return fault_of(self._look(look), self.sheet, self.number)

    def _living(self, look: Situation) -> list[int]:
        return [n for n in self.sheet.listed if look.units[n].steps]

    def _moves(self) -> bool:
        return self.sheet.kind not in DEFENSES

    def _back(self, field: Battlefield, acts: tuple[Act, ...]) -> None:
        """To the desk, with this written down."""
        from sandtable.systems.tcs.planning import Desk  # the desk hands out drafts

        field.next(Desk(self.side, acts, self.count + 1))

    def _with(self, field: Battlefield, **how: Any) -> None:
        """Go on with the sheet changed."""
        sheet = replace(self.sheet, **how)
        field.next(Draft(self.side, self.acts, self.count + 1, self.number, sheet))

    def _marked(self, field: Battlefield, **how: Any) -> None:
        """Go on with other measures of the sheet."""
        self._with(field, measures=replace(self.sheet.measures, **how))

    def _aimed(self, field: Battlefield, objective: Iterable[int]) -> None:
        """Go on with another objective; an axis that does not end in it is drawn again."""
        goal, measures = tuple(sorted(objective)), self.sheet.measures
        if (
            not self._moves()
            or (measures.direction and measures.direction[-1] in goal)
            or (measures.axis and measures.axis[-1] in goal)
        ):
            self._marked(field, objective=goal)
        else:
            drawn = self._drawn(field, goal)
            self._marked(field, objective=goal, axis=drawn.axis, width=drawn.width, direction=())

    def _drawn(self, look: Situation, goal: Iterable[int]) -> Measures:
        width = self.sheet.measures.width or look.world.command.axis_width
        units = self._living(look)
        return axis_to(look, units, goal, width) if units else Measures(tuple(sorted(goal)))

    def _regrouped(self, field: Battlefield, groups: Iterable[Group]) -> None:
        """Go on with these groups; those without units go, and a reserve joins the first of the others by default."""
        left = [group for group in groups if group.units]
        kept = [
            replace(group, joins=group.joins if group.joins < len(left) and group.joins != index else _first(left))
            for index, group in enumerate(left)
        ]
        self._with(field, groups=tuple(kept))

    # The three clicks

    @verb("Prepare")
    def prepare(self, look: Situation) -> bool:
        """When it is sound."""
        return self._fault(look) is None

    @prepare.check
    def _(self, look: Situation, _: None) -> Reason | None:
        return self._fault(look)

    @prepare.then
    def _(self, field: Battlefield, _: None) -> None:
        number = number_for(self._look(field), self.side) if self.number == NEW else self.number
        sheet = replace(self.sheet, weighted=kept_turns(field, self.sheet, self.number))
        acts = (*self.acts, Act("write", number, sheet=sheet))
        self._back(field, acts)

    @verb("Objective", "hex", menu="Objective")
    def objective(self, look: Situation) -> Targets:
        """Any hex."""
        return range(look.world.ground.size) if self._open() else ()

    @objective.then
    def _(self, field: Battlefield, hex: int) -> None:
        self._aimed(field, (hex,))

    @verb("Cancel", last=True)
    def drop(self, look: Situation) -> bool:
        """Always."""
        return True

    @drop.then
    def _(self, field: Battlefield, _: None) -> None:
        self._back(field, self.acts)

    # Units, groups and missions

    @verb("Add to the order", "unit", menu="Add to the order")
    def take_on(self, look: Situation) -> Targets:
        """Units of the side that are not on it."""
        if not self._open():
            return ()
        now = self._look(look)
        return tuple(n for n in look.left(self.side) if cannot_list(now, self.sheet, self.number, n) is None)

    @take_on.check
    def _(self, look: Situation, unit: int) -> Reason | None:
        return cannot_list(self._look(look), self.sheet, self.number, unit) or (None if self._open() else FULL)

    @take_on.then
    def _(self, field: Battlefield, unit: int) -> None:
        self._regrouped(field, self._listing((unit,)))

    def _listing(self, units: Iterable[int]) -> list[Group]:
        """The groups with more units in the first of them."""
        first, *others = self.sheet.groups or (Group("All", missions_of(self.sheet.kind)[0]),)
        return [replace(first, units=tuple(sorted({*first.units, *units}))), *others]

    @verb("Add all of", "formation", menu="Add all of it")
    def take_formation(self, look: Situation) -> Targets:
        """Formations of which some unit can be listed."""
        if not self._open():
            return ()
        now, world = self._look(look), look.world
        free = [n for n in look.left(self.side) if cannot_list(now, self.sheet, self.number, n) is None]
        return tuple(sorted({world.member_of[n] for n in free}))

    @take_formation.then
    def _(self, field: Battlefield, formation: int) -> None:
        now = self._look(field)
        free = [n for n in field.left(self.side) if cannot_list(now, self.sheet, self.number, n) is None]
        self._regrouped(field, self._listing(n for n in free if field.world.member_of[n] == formation))

    @verb("Take off the order", "unit", menu="Take off the order")
    def take_off(self, look: Situation) -> Targets:
        """Its units, but not the last one."""
        return tuple(sorted(self.sheet.listed)) if self._open() and len(self.sheet.listed) > 1 else ()

    @take_off.then
    def _(self, field: Battlefield, unit: int) -> None:
        self._regrouped(field, [_less(group, (unit,)) for group in self.sheet.groups])

    @verb("Mission", "mission", menu="Mission")
    def mission(self, look: Situation) -> Targets:
        """Each unit with each mission that fits the kind of order and is not its own."""
        return self._missions()

    def _missions(self) -> tuple[tuple[int, int], ...]:
        if not self._open():
            return ()
        fitting = missions_of(self.sheet.kind)
        has = {n: group.mission for group in self.sheet.groups for n in group.units}
        room = len(self.sheet.groups) < MOST_GROUPS
        there = {group.mission for group in self.sheet.groups}
        return tuple((n, each) for n in sorted(has) for each in fitting if each != has[n] and (room or each in there))

    @mission.check
    def _(self, look: Situation, target: tuple[int, int]) -> Reason | None:
        unit, mission = target
        if target in self._missions():
            return None
        if unit not in self.sheet.listed:
            return NOT_ON_IT.of(unit=unit)
        if mission not in missions_of(self.sheet.kind):
            return WRONG_MISSION.of(mission=MISSIONS[mission].capitalize(), a_kind=a_kind(self.sheet.kind))
        return HAS_THAT.of(unit=unit, mission=MISSIONS[mission]) if self._open() else FULL

    @mission.then
    def _(self, field: Battlefield, target: tuple[int, int]) -> None:
        unit, mission = target
        groups = [_less(group, (unit,)) for group in self.sheet.groups]
        for index, group in enumerate(groups):
            if group.mission == mission:
                groups[index] = replace(group, units=tuple(sorted((*group.units, unit))))
                break
        else:
            groups.append(Group(MISSIONS[mission].capitalize(), mission, units=(unit,)))
        self._regrouped(field, groups)

    @verb("New group", "group")
    def group(self, look: Situation) -> Targets | bool:
        """A name, a mission and units of the order."""
        if not self._open() or len(self.sheet.groups) >= MOST_GROUPS or len(self.sheet.listed) < 2:
            return ()
        return Parts(
            ("name", Text(40, such=NAMES)),
            ("mission_kind", missions_of(self.sheet.kind)),
            ("unit", Subset(self.sheet.listed, most=len(self.sheet.listed) - 1)),
        )

    @group.then
    def _(self, field: Battlefield, target: tuple[str, int, tuple[int, ...]]) -> None:
        name, mission, units = target
        groups = [_less(group, units) for group in self.sheet.groups]
        self._regrouped(field, [*groups, Group(name, mission, units=units)])

    @verb("Own objective of a group", "group")
    def group_objective(self, look: Situation) -> Targets:
        """A group, its objective, and way-points of its axis if it is not to be drawn."""
        if not self._open() or len(self.sheet.groups) < 2:
            return ()
        most = look.world.command.objective_hexes
        return Parts(
            ("group", tuple(range(len(self.sheet.groups)))),
            ("hex", area(look.world, most)),
            ("hex", way_points(look.world)),
        )

    @group_objective.then
    def _(self, field: Battlefield, target: tuple[int, tuple[int, ...], tuple[int, ...]]) -> None:
        index, goal, points = target
        groups = list(self.sheet.groups)
        units = [n for n in groups[index].units if field.units[n].steps] or self._living(field)
        groups[index] = replace(groups[index], measures=self._measures(field, units, goal, points))
        self._with(field, groups=tuple(groups))

    def _measures(
        self, look: Situation, units: Sequence[int], goal: tuple[int, ...], points: Sequence[int]
    ) -> Measures:
        width = self.sheet.measures.width or look.world.command.axis_width
        if not self._moves():
            return Measures(goal)
        if points and units:
            return Measures(goal, through(look, units, goal, points), width)
        return axis_to(look, units, goal, width) if units else Measures(goal)

    @verb("Reserve joins", "joins")
    def joins(self, look: Situation) -> Targets:
        """Each reserve group with each other group that is none."""
        if not self._open():
            return ()
        groups = list(enumerate(self.sheet.groups))
        return tuple(
            (index, other)
            for index, group in groups
            for other, whom in groups
            if group.mission == RESERVE and whom.mission != RESERVE and group.joins != other
        )

    @joins.then
    def _(self, field: Battlefield, target: tuple[int, int]) -> None:
        index, other = target
        groups = list(self.sheet.groups)
        groups[index] = replace(groups[index], joins=other)
        self._with(field, groups=tuple(groups))

    # Measures

    @verb("Objective", "hex")
    def objectives(self, look: Situation) -> Targets:
        """Hexes."""
        return area(look.world, look.world.command.objective_hexes) if self._open() else ()

    @objectives.check
    def _(self, look: Situation, target: Any) -> Reason | None:
        most = look.world.command.objective_hexes
        if type(target) is tuple and len(target) > most:
            return LARGE_OBJECTIVE.of(most=most, n=len(target))
        if not self._open():
            return FULL
        return None if target in area(look.world, most) else OFF_THE_MAP.of(least=1, most=most)

    @objectives.then
    def _(self, field: Battlefield, hexes: tuple[int, ...]) -> None:
        self._aimed(field, hexes)

    @verb("Axis", "hex")
    def axis(self, look: Situation) -> Targets:
        """Way-points; the last is in the objective."""
        return self._axes(look) or ()

    def _axes(self, look: Situation) -> Points | None:
        if not self._open() or not self._moves() or not self.sheet.measures.objective or not self._living(look):
            return None
        return way_points(look.world, self.sheet.measures.objective, least=1)

    @axis.check
    def _(self, look: Situation, target: Any) -> Reason | None:
        offered = self._axes(look)
        if offered is not None and target in offered:
            return None
        if offered is not None and target in way_points(look.world, least=1):
            return AXIS_ENDS.of(hex=target[-1])
        return OFF_THE_MAP.of(least=1, most=AXIS_POINTS) if self._open() else FULL

    @axis.then
    def _(self, field: Battlefield, points: tuple[int, ...]) -> None:
        axis = through(field, self._living(field), self.sheet.measures.objective, points)
        width = self.sheet.measures.width or field.world.command.axis_width
        self._marked(field, axis=axis, width=width, direction=())

    @verb("Draw the axis for me")
    def redraw(self, look: Situation) -> bool:
        """When there is an objective to draw it to."""
        return self._open() and self._moves() and bool(self.sheet.measures.objective and self._living(look))

    @redraw.then
    def _(self, field: Battlefield, _: None) -> None:
        drawn = self._drawn(field, self.sheet.measures.objective)
        self._marked(field, axis=drawn.axis, width=drawn.width, direction=())

    @verb("Width of the axis", "number")
    def width(self, look: Situation) -> Targets:
        """Other widths."""
        measures = self.sheet.measures
        widest = look.world.command.axis_width_most
        return tuple(n for n in range(1, widest + 1) if n != measures.width) if self._open() and measures.axis else ()

    @width.then
    def _(self, field: Battlefield, width: int) -> None:
        self._marked(field, width=width)

    @verb("Direction of advance", "hex")
    def direction(self, look: Situation) -> Targets:
        """Hexes, each beside the next, from where the units are."""
        return self._routes(look) or ()

    def _routes(self, look: Situation) -> Chain | None:
        units = self._living(look)
        if not self._open() or not self._moves() or not self.sheet.measures.objective or not units:
            return None
        first = sorted({place_of(look, n) for n in units})
        return Chain(_hexes(look.world), look.world.ground.neighbours.__getitem__, ROUTE_HEXES, least=2, first=first)

    @direction.check
    def _(self, look: Situation, target: Any) -> Reason | None:
        offered = self._routes(look)
        if offered is not None and target in offered:
            return None
        if offered is not None and type(target) is tuple and all(type(hex) is int for hex in target):
            on_map = all(0 <= hex < look.world.ground.size for hex in target)
            for here, there in itertools.pairwise(target) if on_map else ():
                if there not in look.world.ground.neighbours[here]:
                    return NOT_BESIDE.of(hex=here, other=there)
        return OFF_THE_MAP.of(least=2, most=ROUTE_HEXES) if self._open() else FULL

    @direction.then
    def _(self, field: Battlefield, route: tuple[int, ...]) -> None:
        self._marked(field, direction=route, axis=(), width=0)

    @verb("Boundary", "hexside")
    def boundary(self, look: Situation) -> Targets:
        """A chain of hexsides."""
        room = len(self.sheet.measures.boundary) < MOST_BOUNDARIES
        return boundaries(look.world) if self._open() and self._moves() and room else ()

    @boundary.then
    def _(self, field: Battlefield, sides: tuple[int, ...]) -> None:
        chain = tuple(side_hexes(field.world, side) for side in sides)
        self._marked(field, boundary=(*self.sheet.measures.boundary, chain))

    @verb("Phase line", "line")
    def line(self, look: Situation) -> Targets:
        """A name, hexes, and when it may be crossed."""
        if not self._open() or not self._moves() or len(self.sheet.lines) >= MOST_LINES:
            return ()
        later = (f"turn {turn}" for turn in range(look.turn + 1, look.world.turns + 1))
        return Parts(
            ("name", Text(40, such=NAMES)),
            ("hex", area(look.world, LINE_HEXES)),
            ("condition", ("all", "signal", *later)),
        )

    @line.then
    def _(self, field: Battlefield, target: tuple[str, tuple[int, ...], str]) -> None:
        name, hexes, when = target
        condition = {"all": ALL, "signal": SIGNAL}.get(when, TURN)
        turn = int(when.split()[1]) if condition == TURN else 0
        self._with(field, lines=(*self.sheet.lines, PhaseLine(name, hexes, condition, turn)))

    @verb("Alternate", "alternate")
    def alternate(self, look: Situation) -> Targets:
        """A name, an objective, and way-points of its axis if it is not to be drawn."""
        if not self._open() or len(self.sheet.alternates) >= MOST_ALTERNATES or not self.sheet.measures.objective:
            return ()
        return Parts(
            ("name", Text(40, such=NAMES)),
            ("hex", area(look.world, look.world.command.objective_hexes)),
            ("hex", way_points(look.world)),
        )

    @alternate.then
    def _(self, field: Battlefield, target: tuple[str, tuple[int, ...], tuple[int, ...]]) -> None:
        name, goal, points = target
        measures = self._measures(field, self._living(field), goal, points)
        self._with(field, alternates=(*self.sheet.alternates, Alternate(name, measures)))

    @verb("Assembly area", "hex")
    def assembly(self, look: Situation) -> Targets:
        """Hexes."""
        return area(look.world, look.world.command.objective_hexes) if self._open() else ()

    @assembly.then
    def _(self, field: Battlefield, hexes: tuple[int, ...]) -> None:
        self._with(field, assembly=hexes)

    @verb("Rally area", "hex")
    def rally(self, look: Situation) -> Targets:
        """Hexes."""
        return area(look.world, look.world.command.objective_hexes) if self._open() else ()

    @rally.then
    def _(self, field: Battlefield, hexes: tuple[int, ...]) -> None:
        self._with(field, rally=hexes)

    # Fire

    @verb("Planned fire", "fires")
    def fires(self, look: Situation) -> Targets:
        """A shell, a hex, a battery or any, and when."""
        if not self._open() or len(self.sheet.fires) >= MOST_FIRES:
            return ()
        later = (f"turn {turn}" for turn in range(look.turn, look.world.turns + 1))
        when = ("on call", *later, *dict.fromkeys(f"line {line.name}" for line in self.sheet.lines))
        return Parts(
            ("shell", SHELLS),
            ("hex", _hexes(look.world)),
            ("battery", (NOBODY, *batteries_of(look, self.side))),
            ("when", when),
        )

    @fires.then
    def _(self, field: Battlefield, target: tuple[str, int, int, str]) -> None:
        shell, hex, battery, when = target
        word, _, rest = when.partition(" ")
        fire = Fires(hex, shell, battery, int(rest) if word == "turn" else 0, rest if word == "line" else "")
        self._with(field, fires=(*self.sheet.fires, fire))

    @verb("Batteries in support", "battery")
    def support(self, look: Situation) -> Targets:
        """Batteries of the side."""
        own = batteries_of(look, self.side)
        return Subset(own, most=len(own)) if self._open() and own else ()

    @support.then
    def _(self, field: Battlefield, batteries: tuple[int, ...]) -> None:
        self._with(field, support=batteries)

    @verb("Remove", "measure")
    def clear(self, look: Situation) -> Targets:
        """What has been drawn."""
        sheet = self.sheet
        there = {
            "direction": bool(sheet.measures.direction),
            "boundary": bool(sheet.measures.boundary),
            "groups": len(sheet.groups) > 1,
            **{name: bool(getattr(sheet, name)) for name in MEASURES if hasattr(sheet, name) and name != "groups"},
        }
        return tuple(name for name in MEASURES if there[name]) if self._open() else ()

    @clear.then
    def _(self, field: Battlefield, name: str) -> None:
        if name == "groups":
            units = tuple(sorted(self.sheet.listed))
            self._with(field, groups=(Group("All", missions_of(self.sheet.kind)[0], units=units),))
        elif name == "boundary":
            self._marked(field, boundary=())
        elif name == "direction":
            drawn = self._drawn(field, self.sheet.measures.objective)
            self._marked(field, direction=(), axis=drawn.axis, width=drawn.width)
        else:
            self._with(field, **{name: ()})

    # Words

    @verb("Name", "name")
    def name(self, look: Situation) -> Targets:
        """Up to 40 characters."""
        return Text(40, such=NAMES) if self._open() else ()

    @name.then
    def _(self, field: Battlefield, name: str) -> None:
        self._with(field, name=name)

    @verb("Note", "note")
    def note(self, look: Situation) -> Targets:
        """Up to 500 characters."""
        return Text(500, such=NOTES, least=0) if self._open() else ()

    @note.then
    def _(self, field: Battlefield, note: str) -> None:
        self._with(field, note=note)

    @verb("Roll for it", "roll")
    def roll(self, look: Situation) -> Targets:
        """Always, when asked, from a turn or a chance on, or never."""
        return tuple(each for each in roll_words(look) if each != self.sheet.roll) if self._open() else ()

    @roll.then
    def _(self, field: Battlefield, when: str) -> None:
        self._with(field, roll=when)

    @verb("Change to", "order")
    def kind(self, look: Situation) -> Targets:
        """Another kind, as long as the sheet is not in preparation."""
        if not self._open() or self.number != NEW:
            return ()
        return tuple(kind for kind in range(len(KINDS_OF_SHEET)) if kind != self.sheet.kind)

    @kind.then
    def _(self, field: Battlefield, kind: int) -> None:
        sheet = as_kind(self._look(field), self.sheet, kind)
        field.next(Draft(self.side, self.acts, self.count + 1, self.number, sheet))


NOT_ON_IT = Reason("{unit:unit} is not on this order.", "TCS 6.2a")
HAS_THAT = Reason("The mission of {unit:unit} is {mission} already.", "TCS 6.2a")


def _first(groups: Sequence[Group]) -> int:
    return next((index for index, group in enumerate(groups) if group.mission != RESERVE), 0)


def _less(group: Group, units: Iterable[int]) -> Group:
    out = set(units)
    return replace(group, units=tuple(n for n in group.units if n not in out))


def as_kind(look: Situation, sheet: Sheet, kind: int) -> Sheet:
    """A sheet as another kind: missions that do not fit become the usual one, and measures are drawn or left out."""
    fitting = missions_of(kind)
    groups = tuple(
        replace(
            group,
            mission=group.mission if group.mission in fitting else fitting[0],
            measures=None if kind in DEFENSES else group.measures,
        )
        for group in sheet.groups
    )
    units = [n for n in sheet.listed if look.units[n].steps]
    goal, measures = sheet.measures.objective, sheet.measures
    if kind in DEFENSES:
        measures = Measures(goal)
    elif goal and not measures.marked and units:
        measures = axis_to(look, units, goal, look.world.command.axis_width)
    formation = look.world.member_of[units[0]] if units else 0
    return replace(
        sheet,
        name=default_name(look, sheet.side, kind, formation),
        kind=kind,
        state=PREPARING,
        groups=groups,
        measures=measures,
        lines=() if kind in DEFENSES else sheet.lines,
        alternates=tuple(replace(each, measures=Measures(each.measures.objective)) for each in sheet.alternates)
        if kind in DEFENSES
        else sheet.alternates,
        weighted=0,
        gained=0,
        row=0,
        steps=0,
        lost=0,
        from_turn=0,
        on_arrival=False,
    )


CHAPTER = Chapter(
    name="drafting",
    procedures=(Draft,),
    options=PlanningOptions,
    phrases={
        "draft?": 'The order "{order}" is sound: prepare it, or change it.',
        "draft_fault?": 'The order "{order}": {fault}',
    },
)
