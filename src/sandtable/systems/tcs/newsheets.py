"""A new op sheet (TCS 6.8): what is on it before anybody has drawn anything, and a sheet as another kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.planningoptions import PlanningOptions
from sandtable.systems.tcs.sheetchecks import (
    missions_of,
)
from sandtable.systems.tcs.sheetdrawing import (
    axis_to,
    centre_of,
    place_of,
)
from sandtable.systems.tcs.sheets import (
    DEFENSES,
    KINDS_OF_SHEET,
    PREPARING,
    Group,
    Measures,
    Sheet,
)

__all__ = ["NEW", "as_kind", "default_name", "drafted", "kept_turns", "roll_words"]

NEW = -1
"""The number of a sheet that is not in preparation yet."""


def roll_words(look: Situation) -> tuple[str, ...]:
    """When a sheet may be rolled for, as words (TCS 6.9f3)."""
    later = range(look.turn + 1, min(look.world.turns, look.turn + 9) + 1)
    return ("always", "ask", "never", *(f"turn {turn}" for turn in later), *(f"chance {p}" for p in (25, 50, 75)))


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
