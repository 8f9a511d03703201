"""Op sheets as a client draws them: the paper, its signs on the map, its chances, and what to think of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.kernel.game import Game
from sandtable.kernel.memo import known_of
from sandtable.kernel.plan import Curve, Member, Plan, PlanLine, Shape
from sandtable.kernel.state import State
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.desk import Desk
from sandtable.systems.tcs.drafting import Draft
from sandtable.systems.tcs.measures import chain
from sandtable.systems.tcs.newsheets import NEW, kept_turns
from sandtable.systems.tcs.orders import members
from sandtable.systems.tcs.planning import RollOrder
from sandtable.systems.tcs.planningoptions import PlanningOptions
from sandtable.systems.tcs.preparation import chance, number_of, rating_of, row_of, size_of
from sandtable.systems.tcs.sheetchecks import faults, warnings
from sandtable.systems.tcs.sheetdrawing import place_of
from sandtable.systems.tcs.sheets import (
    ALL,
    ATTACK,
    DEFENSES,
    IMPLEMENTED,
    KINDS_OF_SHEET,
    MISSIONS,
    MOVE,
    PREPARING,
    RESERVE,
    SIGNAL,
    STATES,
    Fires,
    Measures,
    PhaseLine,
    Sheet,
)
from sandtable.systems.tcs.staffwork import check_chance, curves, reaches, reminders
from sandtable.systems.tcs.world import NOBODY, World
from sandtable.systems.tcs.written import PROSPECTS, Written, planned

__all__ = ["plans", "reminder_lines"]

COSTLY = ("objective", "objectives", "axis", "redraw", "direction", "boundary", "alternate")
"""The verbs of a draft that make it another plan."""
SHELLS = {"he": "HE", "smoke": "smoke", "illum": "illumination", "continuous": "Continuous Fire"}


def plans(game: Game, state: State[Any, Any]) -> tuple[Plan, ...]:
    """The op sheets that the onlooker may read, as changed so far in a round, with the one being written."""
    asks = _own(state)
    acts = asks.acts if isinstance(asks, Desk | Draft | Written) else ()
    board = Situation(game, state.board)
    look = planned(board, acts)
    first = look.turn if isinstance(asks, RollOrder) else look.turn + 1
    open_now = state.result is not None
    found = []
    colours = [0, 0]
    for number, sheet in enumerate(look.board.sheets):
        if sheet.side == NOBODY or not sheet.name or _is_unknown(look, sheet, open_now=open_now):
            continue
        if isinstance(asks, Draft) and asks.number == number:
            continue
        found.append(_kept_plan(look, number, sheet, first, colours[sheet.side], secret=not open_now))
        colours[sheet.side] += 1
    if isinstance(asks, Draft):
        found.append(_draft(board, look, asks, colours[asks.side]))
    return tuple(found)


def _own(state: State[Any, Any]) -> Any:
    """What the onlooker is asked in a secret round, or has answered; None if nothing."""
    tops = [part[-1] for part in state.secret if isinstance(part[-1], Desk | Draft | Written | RollOrder)]
    return tops[0] if len(tops) == 1 else None


def _is_unknown(look: Situation, sheet: Sheet, *, open_now: bool) -> bool:
    """Whether it only stands for the orders of the other side."""
    return not open_now and sheet.name == "an order" and not sheet.measures.objective and not sheet.row


def reminder_lines(game: Game, state: State[Any, Any]) -> tuple[str, ...]:
    """What the onlooker may want to think of while it is at its desk."""
    asks = _own(state)
    if not isinstance(asks, Desk | Draft):
        return ()
    look = planned(Situation(game, state.board), asks.acts)
    known: dict[tuple[Game, int], tuple[str, ...]] = known_of(look.board, "reminder lines")
    found = known.get((game, asks.side))
    if found is None:
        found = known[game, asks.side] = tuple(game.say(each) for each in reminders(look, asks.side))
    return found


def _kept_plan(look: Situation, number: int, sheet: Sheet, first: int, colour: int, *, secret: bool) -> Plan:
    """The plan of a sheet, kept beside the board it follows from: it stays while the next one is written."""
    known: dict[tuple[Game, int, int, int, bool], Plan] = known_of(look.board, "plans drawn")
    asked = look.game, number, first, colour, secret
    found = known.get(asked)
    if found is None:
        found = known[asked] = _plan(look, number, sheet, first, colour, secret=secret)
    return found


def _plan(look: Situation, number: int, sheet: Sheet, first: int, colour: int, *, secret: bool) -> Plan:
    game, prepares = look.game, sheet.state == PREPARING
    units = members(look, number)
    listed = _members(look, number, sheet)
    dashed = sheet.state != IMPLEMENTED
    return Plan(
        id=number,
        name=sheet.name,
        kind=KINDS_OF_SHEET[sheet.kind],
        state=STATES[sheet.state],
        side=sheet.side,
        words=_sentence(look, sheet, len(units)),
        colour=colour,
        secret=secret,
        members=listed,
        shapes=tuple(_shapes(look, sheet, listed, dashed=dashed)),
        rows=tuple(_rows(look, sheet, listed)),
        preparation=tuple(_preparation(look, sheet)) if prepares else (),
        chance=float(chance(look, sheet)) if prepares else 0,
        curve=_kept_curves(look, sheet, first) if prepares and secret else (),
        reach=tuple(reaches(look, sheet, first)) if prepares and secret else (),
        warnings=tuple(game.say(each) for each in warnings(look, sheet, number)) if prepares and secret else (),
    )


def _kept_curves(look: Situation, sheet: Sheet, first: int) -> tuple[Curve, ...]:
    """The chances of a sheet, kept while other sheets are written."""
    known: dict[tuple[Game, Sheet, int], tuple[Curve, ...]] = known_of(look.board, PROSPECTS)
    asked = look.game, sheet, first
    found = known.get(asked)
    if found is None:
        found = known[asked] = tuple(curves(look, sheet, first))
    return found


def _draft(board: Situation, look: Situation, draft: Draft, colour: int) -> Plan:
    sheet, game = draft.sheet, look.game
    listed = _members(look, NEW, sheet)
    wrong = tuple(game.say(each) for each in faults(look, sheet, draft.number))
    first = look.turn + 1
    return Plan(
        id=draft.number,
        name=sheet.name,
        kind=KINDS_OF_SHEET[sheet.kind],
        state="draft",
        side=sheet.side,
        words=_sentence(look, sheet, len(sheet.listed)),
        colour=colour,
        members=listed,
        shapes=tuple(_shapes(look, sheet, listed, dashed=True)),
        rows=tuple(_rows(look, sheet, listed)),
        preparation=tuple(_preparation(look, sheet)),
        chance=float(chance(look, sheet)),
        curve=tuple(curves(look, sheet, first)),
        reach=() if wrong else tuple(reaches(look, sheet, first)),
        faults=wrong,
        warnings=() if wrong else tuple(game.say(each) for each in warnings(look, sheet, draft.number)),
        costs=tuple(_costs(board, draft)),
    )


def _costs(board: Situation, draft: Draft) -> Iterator[tuple[str, str]]:
    sheets = board.board.sheets
    if draft.number == NEW or draft.number >= len(sheets) or not sheets[draft.number].weighted:
        return
    was = sheets[draft.number].weighted
    kept = was * board.game.rules.chosen(PlanningOptions).edit_keeps_sixths // 6
    if kept_turns(board, draft.sheet, draft.number) < was:
        kept = kept_turns(board, draft.sheet, draft.number)
    for verb in COSTLY:
        what = {"objectives": "objective", "redraw": "axis"}.get(verb, verb)
        yield verb, f"A new {what} keeps {kept} of {was} weighted turns."


def _sentence(look: Situation, sheet: Sheet, count: int) -> str:
    world = look.world
    goals = [world.hex_name(hex) for hex in sheet.measures.objective]
    where = (
        f" {'of' if sheet.kind in DEFENSES else 'to' if sheet.kind == MOVE else 'on'} {_listed(goals)}" if goals else ""
    )
    state = {IMPLEMENTED: "in force", PREPARING: "in preparation"}.get(sheet.state, STATES[sheet.state])
    return f"{KINDS_OF_SHEET[sheet.kind]}{where} by {count} unit{'' if count == 1 else 's'}: {state}."


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _members(look: Situation, number: int, sheet: Sheet) -> tuple[Member, ...]:
    now = look.units
    if sheet.state == IMPLEMENTED:
        on = [(n, sheet.groups[now[n].group]) for n in members(look, number)]
    else:
        on = [(n, group) for group in sheet.groups for n in group.units if now[n].steps]
    return tuple([Member(n, group.name, MISSIONS[group.mission]) for n, group in on])


# Signs on the map


def _shapes(look: Situation, sheet: Sheet, listed: tuple[Member, ...], *, dashed: bool) -> Iterator[Shape]:
    yield from _measure_shapes(look.world, sheet.measures, sheet.name, dashed=dashed)
    for group in sheet.groups:
        if group.measures is not None:
            yield from _measure_shapes(look.world, group.measures, group.name, dashed=dashed, group=group.name)
    for line in sheet.lines:
        yield Shape("line", line.name, line.hexes, dashed=dashed, words=_when(look, line))
    for other in sheet.alternates:
        for shape in _measure_shapes(look.world, other.measures, other.name, dashed=True):
            kind = "alternate" if shape.kind == "axis" else shape.kind
            yield Shape(kind, other.name, shape.cells, shape.points, shape.width, True, shape.edges, words="alternate")
    if sheet.assembly:
        yield Shape("assembly", "Assembly area", sheet.assembly, dashed=dashed)
    if sheet.rally and sheet.kind in (ATTACK, MOVE):
        yield Shape("rally", "Rally area", sheet.rally, dashed=dashed)
    for each in listed:
        if each.mission == MISSIONS[RESERVE]:
            yield Shape("reserve", each.group, (place_of(look, each.piece),), dashed=True, group=each.group)
    for fire in sheet.fires:
        yield Shape("fires", SHELLS[fire.shell], (fire.hex,), dashed=dashed, words=_fire_words(look, fire))


def _measure_shapes(world: World, measures: Measures, name: str, *, dashed: bool, group: str = "") -> Iterator[Shape]:
    if measures.objective:
        yield Shape("objective", name, measures.objective, dashed=dashed, group=group)
    if measures.axis:
        cells = chain(world.ground.map, measures.axis)
        yield Shape("axis", name, cells, measures.axis, measures.width, dashed, group=group)
    if measures.direction:
        yield Shape("direction", name, measures.direction, dashed=dashed, group=group)
    for sides in measures.boundary:
        yield Shape("boundary", name, edges=sides, dashed=dashed, group=group)


# The paper


def _when(look: Situation, line: PhaseLine) -> str:
    if line.open:
        return "open"
    if line.condition == ALL:
        return "when all groups have reached it"
    return "on signal" if line.condition == SIGNAL else f"from {look.world.clock(line.turn)} on"


def _fire_words(look: Situation, fire: Fires) -> str:
    when = f"at {look.world.clock(fire.turn)}" if fire.turn else f"at {fire.line}" if fire.line else "on call"
    return f"{SHELLS[fire.shell]} on {look.world.hex_name(fire.hex)} {when}"


def _hexes(world: World, hexes: tuple[int, ...]) -> str:
    return " ".join(world.hex_name(hex) for hex in hexes)


def _rows(look: Situation, sheet: Sheet, listed: tuple[Member, ...]) -> Iterator[PlanLine]:
    world, measures = look.world, sheet.measures
    yield PlanLine("Objective", _hexes(world, measures.objective) or "none yet", "objective", "objectives")
    if measures.axis:
        yield PlanLine("Axis", f"{measures.width} wide: {_hexes(world, measures.axis)}", "axis", "axis")
    if measures.direction:
        yield PlanLine("Direction", _hexes(world, measures.direction), "direction", "direction")
    for sides in measures.boundary:
        (one, two), (three, four) = sides[0], sides[-1]
        ends = f"from {world.hex_name(one)}/{world.hex_name(two)} to {world.hex_name(three)}/{world.hex_name(four)}"
        yield PlanLine("Boundary", ends, "boundary", "boundary")
    for line in sheet.lines:
        yield PlanLine("Phase line", f"{line.name}, {_when(look, line)}: {_hexes(world, line.hexes)}", "line", "line")
    units = [each.piece for each in listed]
    check = str(check_chance(rating_of(world, units))) if units else ""
    waiting = [world.names[each.piece] for each in listed if each.mission == "reserve"]
    if waiting:
        yield PlanLine("Reserve", f"{_listed(waiting)}; committed with {check}", "reserve", "mission")
    for other in sheet.alternates:
        goal = _hexes(world, other.measures.objective)
        yield PlanLine("Alternate", f"{other.name}, to {goal}; taken with {check}", "alternate", "alternate")
    if sheet.assembly:
        yield PlanLine("Assembly", _hexes(world, sheet.assembly), "assembly", "assembly")
    for fire in sheet.fires:
        yield PlanLine("Fires", _fire_words(look, fire), "fires", "fires")
    if sheet.support:
        names = [world.support.batteries[n].name for n in sheet.support]
        yield PlanLine("Support", _listed(names), "", "support")
    if sheet.kind not in DEFENSES:
        yield PlanLine(
            "If it fails", f"go back to {_hexes(world, sheet.rally)}" if sheet.rally else "stay", "rally", "rally"
        )
    if sheet.state == PREPARING:
        yield PlanLine("Roll", sheet.roll, "", "roll")
    if sheet.note:
        yield PlanLine("Note", sheet.note, "", "note")


def _preparation(look: Situation, sheet: Sheet) -> Iterator[str]:
    units = [n for n in sheet.listed if look.units[n].steps]
    if not units:
        return
    world = look.world
    last = f", {sheet.gained} of them last turn" if sheet.gained else ""
    yield f"{sheet.weighted} weighted turns{last}"
    size = size_of(world, units)
    plural = "" if size == 1 else "s"
    number = number_of(look, sheet)
    needed = f"{number} or more on d66" if number is not None else "no roll yet"
    yield f"Prep {rating_of(world, units)} and {size} battalion{plural}: row {row_of(world, units)}; {needed}"
