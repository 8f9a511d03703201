"""What is drawn on an op sheet in its author's hands (TCS 6.15): objective, axis, direction, boundaries, phase lines,
alternates, and the areas of assembly and rally.
"""

from __future__ import annotations

import itertools
from typing import Any

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.procedure import verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.targets import Chain, Parts, Points, Text
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.drafting import FULL, Draft
from sandtable.systems.tcs.drawables import (
    AXIS_POINTS,
    LINE_HEXES,
    NAMES,
    ROUTE_HEXES,
    area,
    boundaries,
    every_hex,
    way_points,
)
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.sheetchecks import (
    AXIS_ENDS,
    LARGE_OBJECTIVE,
    NOT_BESIDE,
)
from sandtable.systems.tcs.sheetdrawing import (
    place_of,
    side_hexes,
    through,
)
from sandtable.systems.tcs.sheets import (
    ALL,
    SIGNAL,
    TURN,
    Alternate,
    PhaseLine,
)

__all__ = ["CHAPTER"]

MOST_LINES, MOST_ALTERNATES, MOST_BOUNDARIES = 4, 2, 2
OFF_THE_MAP = Reason("choose hexes of the map, from {least} to {most} of them")


@verb("Objective", "hex")
def objectives(draft: Draft, look: Situation) -> Targets:
    """Hexes."""
    return area(look.world, look.world.command.objective_hexes) if draft.open() else ()


@objectives.check
def _why_not_objectives(draft: Draft, look: Situation, target: Any) -> Reason | None:
    most = look.world.command.objective_hexes
    if type(target) is tuple and len(target) > most:
        return LARGE_OBJECTIVE.of(most=most, n=len(target))
    if not draft.open():
        return FULL
    return None if target in area(look.world, most) else OFF_THE_MAP.of(least=1, most=most)


@objectives.then
def _do_objectives(draft: Draft, field: Battlefield, hexes: tuple[int, ...]) -> None:
    draft.aim(field, hexes)


@verb("Axis", "hex")
def axis(draft: Draft, look: Situation) -> Targets:
    """Way-points; the last is in the objective."""
    return _axes(draft, look) or ()


def _axes(draft: Draft, look: Situation) -> Points | None:
    if not draft.open() or not draft.moves() or not draft.sheet.measures.objective or not draft.living(look):
        return None
    return way_points(look.world, draft.sheet.measures.objective, least=1)


@axis.check
def _why_not_axis(draft: Draft, look: Situation, target: Any) -> Reason | None:
    offered = _axes(draft, look)
    if offered is not None and target in offered:
        return None
    if offered is not None and target in way_points(look.world, least=1):
        return AXIS_ENDS.of(hex=target[-1])
    return OFF_THE_MAP.of(least=1, most=AXIS_POINTS) if draft.open() else FULL


@axis.then
def _do_axis(draft: Draft, field: Battlefield, points: tuple[int, ...]) -> None:
    axis = through(field, draft.living(field), draft.sheet.measures.objective, points)
    width = draft.sheet.measures.width or field.world.command.axis_width
    draft.mark(field, axis=axis, width=width, direction=())


@verb("Draw the axis for me")
def redraw(draft: Draft, look: Situation) -> bool:
    """When there is an objective to draw it to."""
    return draft.open() and draft.moves() and bool(draft.sheet.measures.objective and draft.living(look))


@redraw.then
def _do_redraw(draft: Draft, field: Battlefield, _: None) -> None:
    drawn = draft.drawn(field, draft.sheet.measures.objective)
    draft.mark(field, axis=drawn.axis, width=drawn.width, direction=())


@verb("Width of the axis", "number")
def width(draft: Draft, look: Situation) -> Targets:
    """Other widths."""
    measures = draft.sheet.measures
    widest = look.world.command.axis_width_most
    return tuple(n for n in range(1, widest + 1) if n != measures.width) if draft.open() and measures.axis else ()


@width.then
def _do_width(draft: Draft, field: Battlefield, width: int) -> None:
    draft.mark(field, width=width)


@verb("Direction of advance", "hex")
def direction(draft: Draft, look: Situation) -> Targets:
    """Hexes, each beside the next, from where the units are."""
    return _routes(draft, look) or ()


def _routes(draft: Draft, look: Situation) -> Chain | None:
    units = draft.living(look)
    if not draft.open() or not draft.moves() or not draft.sheet.measures.objective or not units:
        return None
    first = sorted({place_of(look, n) for n in units})
    return Chain(every_hex(look.world), look.world.ground.neighbours.__getitem__, ROUTE_HEXES, least=2, first=first)


@direction.check
def _why_not_direction(draft: Draft, look: Situation, target: Any) -> Reason | None:
    offered = _routes(draft, look)
    if offered is not None and target in offered:
        return None
    if offered is not None and type(target) is tuple and all(type(hex) is int for hex in target):
        on_map = all(0 <= hex < look.world.ground.size for hex in target)
        for here, there in itertools.pairwise(target) if on_map else ():
            if there not in look.world.ground.neighbours[here]:
                return NOT_BESIDE.of(hex=here, other=there)
    return OFF_THE_MAP.of(least=2, most=ROUTE_HEXES) if draft.open() else FULL


@direction.then
def _do_direction(draft: Draft, field: Battlefield, route: tuple[int, ...]) -> None:
    draft.mark(field, direction=route, axis=(), width=0)


@verb("Boundary", "hexside")
def boundary(draft: Draft, look: Situation) -> Targets:
    """A chain of hexsides."""
    room = len(draft.sheet.measures.boundary) < MOST_BOUNDARIES
    return boundaries(look.world) if draft.open() and draft.moves() and room else ()


@boundary.then
def _do_boundary(draft: Draft, field: Battlefield, sides: tuple[int, ...]) -> None:
    chain = tuple(side_hexes(field.world, side) for side in sides)
    draft.mark(field, boundary=(*draft.sheet.measures.boundary, chain))


@verb("Phase line", "line")
def line(draft: Draft, look: Situation) -> Targets:
    """A name, hexes, and when it may be crossed."""
    if not draft.open() or not draft.moves() or len(draft.sheet.lines) >= MOST_LINES:
        return ()
    later = (f"turn {turn}" for turn in range(look.turn + 1, look.world.turns + 1))
    return Parts(
        ("name", Text(40, such=NAMES)),
        ("hex", area(look.world, LINE_HEXES)),
        ("condition", ("all", "signal", *later)),
    )


@line.then
def _do_line(draft: Draft, field: Battlefield, target: tuple[str, tuple[int, ...], str]) -> None:
    name, hexes, when = target
    condition = {"all": ALL, "signal": SIGNAL}.get(when, TURN)
    turn = int(when.split()[1]) if condition == TURN else 0
    draft.go_on(field, lines=(*draft.sheet.lines, PhaseLine(name, hexes, condition, turn)))


@verb("Alternate", "alternate")
def alternate(draft: Draft, look: Situation) -> Targets:
    """A name, an objective, and way-points of its axis if it is not to be drawn."""
    if not draft.open() or len(draft.sheet.alternates) >= MOST_ALTERNATES or not draft.sheet.measures.objective:
        return ()
    return Parts(
        ("name", Text(40, such=NAMES)),
        ("hex", area(look.world, look.world.command.objective_hexes)),
        ("hex", way_points(look.world)),
    )


@alternate.then
def _do_alternate(draft: Draft, field: Battlefield, target: tuple[str, tuple[int, ...], tuple[int, ...]]) -> None:
    name, goal, points = target
    measures = draft.measured(field, draft.living(field), goal, points)
    draft.go_on(field, alternates=(*draft.sheet.alternates, Alternate(name, measures)))


@verb("Assembly area", "hex")
def assembly(draft: Draft, look: Situation) -> Targets:
    """Hexes."""
    return area(look.world, look.world.command.objective_hexes) if draft.open() else ()


@assembly.then
def _do_assembly(draft: Draft, field: Battlefield, hexes: tuple[int, ...]) -> None:
    draft.go_on(field, assembly=hexes)


@verb("Rally area", "hex")
def rally(draft: Draft, look: Situation) -> Targets:
    """Hexes."""
    return area(look.world, look.world.command.objective_hexes) if draft.open() else ()


@rally.then
def _do_rally(draft: Draft, field: Battlefield, hexes: tuple[int, ...]) -> None:
    draft.go_on(field, rally=hexes)


CHAPTER = Chapter(
    name="draftmeasures",
    verbs={
        Draft: (
            objectives,
            axis,
            redraw,
            width,
            direction,
            boundary,
            line,
            alternate,
            assembly,
            rally,
        )
    },
)
