"""Aids for the staff (cmd 5): when an order will be in force, how far its groups get, and what is easily forgotten."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from msgspec.structs import replace

from sandtable.board.hexpaths import PROHIBITED, Movement
from sandtable.kernel.game import Game
from sandtable.kernel.memo import known_of
from sandtable.kernel.plan import Curve, Reach
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.measures import chain
from sandtable.systems.tcs.orders import ground, measures_of, standing, units_on
from sandtable.systems.tcs.preparation import VEHICLES, chance_of, gain, on_vehicles, rating_of, row_of
from sandtable.systems.tcs.review import parts, reached
from sandtable.systems.tcs.sheetdrawing import centre_of, movers_of
from sandtable.systems.tcs.sheets import (
    ATTACK,
    CANCELLED,
    COMPLETED,
    DEFENSES,
    FAILED,
    IMPLEMENTED,
    KINDS_OF_SHEET,
    MOVE,
    PREPARING,
    RESERVE,
    Sheet,
)
from sandtable.systems.tcs.shells import DIRECT_SHEET
from sandtable.systems.tcs.tables import command_number
from sandtable.systems.tcs.world import NOBODY

__all__ = ["by_turns", "check_chance", "curves", "gain_now", "reaches", "reminders"]

ENDED = (COMPLETED, FAILED, CANCELLED)
HALF, MOST = Fraction(1, 2), Fraction(4, 5)
LONGEST = 24
"""The most turns that a curve looks ahead."""


@lru_cache(maxsize=4096)
def by_turns(kind: int, row: int, weighted: int, gained: int, turns: int) -> tuple[Fraction, ...]:
    """The chance that a sheet is in force by each of some command phases, if it is rolled for in every one.

    A US company attack that is left alone (row 4, 3 weighted turns a phase):

    >>> print(*by_turns(ATTACK, 4, 0, 3, 3))
    1/18 29/216 56/243
    """
    waits, found = Fraction(1), []
    for number in range(1, turns + 1):
        waits *= 1 - chance_of(command_number(KINDS_OF_SHEET[kind], row, weighted + number * gained))
        found.append(1 - waits)
    return tuple(found)


@lru_cache(maxsize=4096)
def _total(kind: int, row: int, weighted: int, gained: int, turns: int) -> Fraction:
    """The chances of `by_turns` added up: how good a prospect is on the whole."""
    return sum(by_turns(kind, row, weighted, gained, turns), Fraction(0))


@lru_cache(maxsize=4096)
def _written(
    kind: int, row: int, weighted: int, gained: int, turns: int
) -> tuple[tuple[float, ...], tuple[str, ...], int | None, int | None]:
    """The chances of `by_turns` as numbers and as fractions, and the first of them that is a half, and four fifths."""
    chances = by_turns(kind, row, weighted, gained, turns)
    half, most = (next((n for n, each in enumerate(chances) if each >= least), None) for least in (HALF, MOST))
    return tuple(float(each) for each in chances), tuple(str(each) for each in chances), half, most


def check_chance(rating: int) -> Fraction:
    """The chance of a check for a reserve or an alternate: a die above the rating, and a 6 always (TCS 6.14d).

    >>> [str(check_chance(rating)) for rating in (0, 1, 3, 5, 6, 9)]
    ['1', '5/6', '1/2', '1/6', '1/6', '1/6']
    """
    return Fraction(min(6, max(1, 6 - rating)), 6)


def gain_now(look: Situation, sheet: Sheet) -> int:
    """The weighted turns that a sheet gains in a turn in which its units are left alone."""
    return gain(_left_alone(look), sheet)


def _left_alone(look: Situation) -> Situation:
    """The board as if no unit had fired or been fired at: kept beside it, for every sheet asks for it."""
    known: dict[Game, Situation] = known_of(look.board, "left alone")
    found = known.get(look.game)
    if found is None:
        quiet = tuple([replace(unit, engaged=False) if unit.engaged else unit for unit in look.units])
        found = known[look.game] = Situation(look.game, replace(look.board, units=quiet))
    return found


def _under_fire(look: Situation, sheet: Sheet) -> int:
    units = [n for n in sheet.listed if look.units[n].steps]
    return (VEHICLES if on_vehicles(look, units) else 1) * look.world.command.command_pace


def curves(look: Situation, sheet: Sheet, first: int) -> Iterator[Curve]:
    """The chance that a sheet in preparation is in force by each turn from `first` on: left alone, as last turn, under
    fire, and with the best single change.
    """
    units = [n for n in sheet.listed if look.units[n].steps]
    turns = tuple(range(first, min(look.world.turns, first + LONGEST - 1) + 1))
    if not units or not turns:
        return
    row, alone = row_of(look.world, units), gain_now(look, sheet)
    yield _curve(look, "alone", f"left alone, +{alone} a turn", turns, sheet, row, alone)
    if sheet.gained and sheet.gained != alone:
        yield _curve(look, "last", f"as last turn, +{sheet.gained}", turns, sheet, row, sheet.gained)
    fire = _under_fire(look, sheet)
    yield _curve(look, "fire", f"under fire, +{fire} a turn", turns, sheet, row, fire)
    best = _best_change(look, sheet, units, turns)
    if best is not None:
        yield best


def _curve(look: Situation, kind: str, words: str, turns: Sequence[int], sheet: Sheet, row: int, gained: int) -> Curve:
    chances, exact, half, most = _written(sheet.kind, row, sheet.weighted, gained, len(turns))
    return Curve(
        kind,
        words,
        tuple(turns),
        tuple(look.world.clock(turn) for turn in turns),
        chances,
        exact,
        None if half is None else turns[half],
        None if most is None else turns[most],
    )


def _best_change(look: Situation, sheet: Sheet, units: list[int], turns: Sequence[int]) -> Curve | None:
    """The best of: without one battalion, without those on foot, and with units that have no order."""
    world = look.world
    found: list[tuple[Fraction, str, int, int]] = []
    now = _total(sheet.kind, row_of(world, units), sheet.weighted, gain_now(look, sheet), len(turns))
    for battalion in sorted({world.battalion_of[n] for n in units}):
        _without(look, sheet, [n for n in units if world.battalion_of[n] == battalion], found, turns)
    _without(look, sheet, [n for n in units if not on_vehicles(look, [n])], found, turns)
    best = max(found, key=lambda each: each[:2], default=None)
    if best is None or best[0] <= now:
        return None
    return _curve(look, "best", best[1], turns, sheet, best[2], best[3])


def _without(
    look: Situation,
    sheet: Sheet,
    out: list[int],
    found: list[tuple[Fraction, str, int, int]],
    turns: Sequence[int],
) -> None:
    world = look.world
    left = [n for n in sheet.listed if look.units[n].steps and n not in out]
    if not out or not any(world.kinds[n].armed for n in left):
        return
    groups = tuple(replace(each, units=tuple(n for n in each.units if n in left)) for each in sheet.groups)
    smaller = replace(sheet, groups=groups)
    row, gained = row_of(world, left), gain_now(look, smaller)
    names = ", ".join(dict.fromkeys(world.formations[world.member_of[n]].name for n in out))
    total = _total(sheet.kind, row, sheet.weighted, gained, len(turns))
    found.append((total, f"without {names}: row {row}, +{gained} a turn", row, gained))


# What if


def reaches(look: Situation, sheet: Sheet, first: int) -> Iterator[Reach]:
    """How far each group gets along its axis by the last turn if the order is given on each turn from `first` on, met
    by no enemy.
    """
    if sheet.kind in DEFENSES:
        return
    for index, group in enumerate(sheet.groups):
        units = [n for n in group.units or units_of_group(look, sheet, index) if look.units[n].steps]
        measures = measures_of(sheet, index)
        route = measures.direction or (chain(look.world.ground.map, measures.axis) if measures.axis else ())
        if group.mission == RESERVE or not units or len(route) < 2:
            continue
        slowest = min(look.world.allowances[n] for n in units)
        costs = _costs(look, units, (centre_of(look, units), *route[1:]))
        for turn in range(first, look.world.turns + 1):
            phases = look.world.turns - turn + 1
            yield _reach(look, turn, group.name, route, costs, slowest, phases)


def units_of_group(look: Situation, sheet: Sheet, index: int) -> list[int]:
    """The units of a group of a sheet in force."""
    if sheet not in look.board.sheets:
        return []
    return [n for n in units_on(look, look.board.sheets.index(sheet)) if look.units[n].group == index]


def _costs(look: Situation, units: Sequence[int], route: Sequence[int]) -> list[int]:
    """What the way along a route costs up to each of its hexes, for the slowest; where the line itself is barred the
    way round.
    """
    movements = [look.world.ground.movements[mover] for mover in movers_of(look, units)]
    steps = [max(_way_round(each, here, there) for each in movements) for here, there in itertools.pairwise(route)]
    return [0, *itertools.accumulate(steps)]


@lru_cache(maxsize=20_000)
def _way_round(movement: Movement, here: int, there: int) -> int:
    """What it costs to get from one hex to another, by the cheapest way on the map."""
    beside = movement.hexmap.adjacent[here * 6 : here * 6 + 6]
    step = movement.steps[here * 6 + beside.index(there)] if there in beside else PROHIBITED
    reach = movement.reach(here, None if step == PROHIBITED else step)  # no way that costs more than the step matters
    return reach.cost(there) if there in reach else 1 << 20


def _reach(
    look: Situation, turn: int, group: str, route: Sequence[int], costs: Sequence[int], allowance: int, phases: int
) -> Reach:
    covered = bisect_right(costs, allowance * phases) - 1
    there = covered == len(route) - 1
    needed = -(-costs[-1] // allowance) if allowance else phases
    arrives = turn + max(needed, 1) - 1 if there else None
    hex, clock = look.world.hex_name(route[covered]), look.world.clock(turn)
    words = (
        f"Given at {clock}, {group} is at the objective by {look.world.clock(arrives)}."
        if arrives is not None
        else f"Given at {clock}, {group} is at {hex} by the end."
    )
    return Reach(turn, group, tuple(route[: covered + 1]), arrives, words)


# Reminders

NO_ORDERS = Reason("{units} without orders.")
MIXED = Reason('"{name}" would be prepared three times as fast without {unit:unit}, who is on foot.')
COMMIT = Reason('"{name}": {group} can be committed, {chance}.')
OUTSIDE = Reason('{unit:unit} is outside the ground of "{name}".')
NEXT = Reason('"{name}" has no order to follow it.')
ENDS = Reason('"{name}" ends in the next command phase: its objective is reached.')
FREED = Reason('{battery:battery} supported "{name}", which has ended: give it another role.')
ARRIVES = Reason("{formation} may arrive next turn.")
FIRE_DUE = Reason('"{name}" wants {shell} on {hex:hex} now.')


def reminders(look: Situation, side: int) -> Iterator[Reason]:
    """What a side may want to think of before it is done with its orders."""
    world = look.world
    free = [n for n in look.on_map(side) if look.units[n].sheet == NOBODY and world.kinds[n].armed]
    planned = {
        n for sheet in look.board.sheets if sheet.side == side and sheet.state == PREPARING for n in sheet.listed
    }
    idle = [n for n in free if n not in planned]
    if idle:
        yield NO_ORDERS.of(units=f"{len(idle)} unit{'s' if len(idle) > 1 else ''}")
    for number, sheet in enumerate(look.board.sheets):
        if sheet.side != side:
            continue
        if sheet.state == PREPARING:
            yield from _mixed(look, sheet)
        elif sheet.state == IMPLEMENTED:
            yield from _in_force(look, number, sheet, planned)
    yield from _freed(look, side)
    for formation, due in zip(world.formations, look.board.due, strict=True):
        if formation.side == side and due == look.turn + 1:
            yield ARRIVES.of(formation=formation.name)


def _freed(look: Situation, side: int) -> Iterator[Reason]:
    """The batteries in direct support of a sheet that has ended, as long as they get no other role (TCS 18.1)."""
    batteries = look.world.support.batteries
    for number, (battery, stock) in enumerate(zip(batteries, look.board.batteries, strict=True)):
        if battery.side == side and stock.role == DIRECT_SHEET and stock.role_next == NOBODY:
            sheet = look.board.sheets[stock.supports]
            if sheet.state in ENDED:
                yield FREED.of(battery=number, name=sheet.name)


def _mixed(look: Situation, sheet: Sheet) -> Iterator[Reason]:
    units = [n for n in sheet.listed if look.units[n].steps and look.world.kinds[n].armed]
    walking = [n for n in units if not on_vehicles(look, [n])]
    if len(walking) == 1 and len(units) > 1:
        yield MIXED.of(name=sheet.name, unit=walking[0])


def _in_force(look: Situation, number: int, sheet: Sheet, planned: set[int]) -> Iterator[Reason]:
    units = units_on(look, number)
    for index, group in enumerate(sheet.groups):
        own = [n for n in units if look.units[n].group == index]
        if group.mission == RESERVE and own:
            yield COMMIT.of(name=sheet.name, group=group.name, chance=str(check_chance(rating_of(look.world, units))))
    if look.world.command.completion == "automatic" and any(
        reached(look, number, measures, groups) for measures, groups in parts(sheet)
    ):
        yield ENDS.of(name=sheet.name)
    if sheet.kind in (ATTACK, MOVE) and units and not planned & set(units):
        yield NEXT.of(name=sheet.name)
    for n in units:
        at = look.units[n].at
        if at >= 0 and standing(look, n).assigned and not ground(look, n) >> at & 1:
            yield OUTSIDE.of(name=sheet.name, unit=n)
    for fire in sheet.fires:
        opened = [line.name for line in sheet.lines if line.open]
        if (fire.turn and fire.turn == look.turn) or (fire.line and fire.line in opened):
            yield FIRE_DUE.of(name=sheet.name, shell=fire.shell, hex=fire.hex)
