"""Op sheets are secret (TCS 6.2): what the other side knows of them, and what it might imagine instead.

It knows which units have an order, if the option says so, and nothing else: neither which sheets there are, nor how
many, nor who is on which, nor posts, nor who was fired at. In its view every unit with an order is on one sheet that
says nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress
from operator import is_not
from typing import Any

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.game import Game
from sandtable.kernel.memo import known_of
from sandtable.kernel.procedure import Sealed
from sandtable.systems.tcs.board import Board, Unit, with_nobody_moved
from sandtable.systems.tcs.desk import Desk
from sandtable.systems.tcs.drafting import Draft
from sandtable.systems.tcs.planning import Checked, CheckOrders, Rolled, RollOrder
from sandtable.systems.tcs.planningoptions import PlanningOptions
from sandtable.systems.tcs.secrets import IMAGINED, MASKS
from sandtable.systems.tcs.sheets import (
    ATTACK,
    BLANK,
    HASTY,
    IMPLEMENTED,
    MOVE,
    PREPARED,
    PREPARING,
    RESERVE,
    TAKE,
    Group,
    Measures,
    Sheet,
    next_number,
    with_sheet,
)
from sandtable.systems.tcs.world import FIRE_MODE, NOBODY, World
from sandtable.systems.tcs.written import Act, Written

__all__ = ["CHAPTER", "dug_in_at_start", "imagine", "imagined_secret", "mask"]


def _unknown(side: int) -> Sheet:
    """All that is known of the orders of a side: there are some."""
    return Sheet("an order", side, ATTACK, IMPLEMENTED, (Group("All", TAKE),))


def dug_in_at_start(world: World, unit: int) -> bool:
    """Whether a unit is set up dug in, as everybody can read in the scenario (TCS 4.2a)."""
    formation = world.formations[world.member_of[unit]]
    return formation.sheet >= 0 and world.sheets[formation.sheet].kind == PREPARED and formation.mode == FIRE_MODE


def mask(game: Game, board: Board, side: int | None) -> Board:
    """The board without the op sheets of other sides, and without what would tell of them."""
    if not board.sheets:
        return board
    world: World = game.world
    shown: dict[int | None, tuple[tuple[Sheet, ...], tuple[Sheet, ...], dict[int, int], bool]]
    shown = known_of(world, "masked sheets")
    last = shown.get(side)
    if last is None or last[0] is not board.sheets:
        known = game.rules.chosen(PlanningOptions).unassigned_known
        last = shown[side] = board.sheets, *_masked_sheets(board.sheets, side), known
    _, sheets, number, known = last
    units = board.units
    for owner, orders in number.items():
        units = _with_masked(world, units, owner, orders, known=known)
    return with_nobody_moved(board, units=units, sheets=sheets)


def _masked_sheets(sheets: tuple[Sheet, ...], side: int | None) -> tuple[tuple[Sheet, ...], dict[int, int]]:
    """The op sheets as a side may know them, and the number of the sheet that says nothing, for each other side."""
    own = [n for n, sheet in enumerate(sheets) if sheet.side == side and side is not None]
    kept = tuple(sheet if n in own else BLANK for n, sheet in enumerate(sheets[: own[-1] + 1 if own else 0]))
    others = [owner for owner in (0, 1) if owner != side]
    return (*kept, *map(_unknown, others)), {owner: len(kept) + index for index, owner in enumerate(others)}


def _with_masked(world: World, units: tuple[Unit, ...], owner: int, number: int, *, known: bool) -> tuple[Unit, ...]:
    """All units, those of a side as others may know them; most are those of the board that was masked last."""
    mine = world.units_of[owner]
    if not mine:
        return units
    first, last = mine[0], mine[-1] + 1
    now = units[first:last]
    memo: dict[object, tuple[tuple[Unit, ...], tuple[Unit, ...]]] = known_of(world, "masked units")
    key = owner, number, known
    kept = memo.get(key)
    if kept is None or kept[0] != now:
        every = range(len(now))
        changed = every if kept is None else compress(every, map(is_not, kept[0], now))
        masked, flyers = list(now if kept is None else kept[1]), world.flyers
        for place in changed:
            n, unit = first + place, now[place]
            own = world.owners[n] == owner and n not in flyers
            masked[place] = _masked(world, n, unit, number, known=known) if own else unit
        kept = memo[key] = now, tuple(masked)
    return units[:first] + kept[1] + units[last:]


def _masked(world: World, n: int, unit: Unit, number: int, *, known: bool) -> Unit:
    ordered = unit.steps > 0 and (unit.sheet != NOBODY or not known)
    dug_in = dug_in_at_start(world, n) if unit.hidden else unit.dug_in
    return replace(
        unit,
        sheet=number if ordered else NOBODY,
        group=0,
        post=NOBODY,
        engaged=False,
        withdrawing=False,
        dug_in=dug_in,
    )


def imagine(game: Game, board: Board, side: int, below: Callable[[int], int]) -> Board:
    """The same board with other sheets of the enemy, as far as the side could know: his units follow another one, one
    is prepared that does not exist, and another is further on.
    """
    if not board.sheets or game.world.command.command == "off":
        return board
    world: World = game.world
    enemy = 1 - side
    sheets = board.sheets
    number = next_number(sheets, len(world.sheets), enemy)
    hexes = world.ground.size
    alive = [n for n in world.units_of[enemy] if board.units[n].steps]
    if not alive:
        return board
    writes = game.world.command.command == "full"  # else a side has only the sheets of the scenario
    kind = (ATTACK, MOVE, HASTY)[below(3)]
    mission = {ATTACK: 0, MOVE: 2, HASTY: 3}[kind]
    goal = below(hexes)
    other = Sheet(
        f"Other {below(90)}",
        enemy,
        kind,
        IMPLEMENTED,
        (Group("All", mission), Group("Reserve", RESERVE if writes else mission)),
        Measures((goal,)),
        rally=(below(hexes),),
        row=9,
        steps=99,
    )
    sheets = with_sheet(sheets, number, other)
    if writes and below(2):
        later = next_number(sheets, len(world.sheets), enemy)
        listed = (Group("All", mission, units=(alive[below(len(alive))],)),)
        sheets = with_sheet(sheets, later, replace(other, name="Later", state=PREPARING, groups=listed, weighted=9))
    sheets = tuple(
        replace(each, weighted=each.weighted + 3 * below(3)) if each.side == enemy and each.state == PREPARING else each
        for each in sheets
    )
    units = list(board.units)
    for n in alive:
        if units[n].sheet != NOBODY and below(2):
            post = units[n].at if units[n].at >= 0 else NOBODY
            units[n] = replace(units[n], sheet=number, group=below(2), post=post)
        units[n] = replace(units[n], engaged=bool(below(2)))
    return replace(board, units=tuple(units), sheets=sheets)


def imagined_secret(
    game: Game, board: Board, secret: tuple[tuple[Any, ...], ...], side: int, below: Callable[[int], int]
) -> tuple[tuple[Any, ...], ...]:
    """The enemy's part of a secret round as it might be instead: further on, or done."""
    enemy = 1 - side
    part = secret[enemy]
    mine_done = isinstance(secret[side][-1], Sealed)
    top = part[-1]
    if isinstance(top, Desk | Draft | Written):
        sheet = Sheet(
            "Another", enemy, HASTY, PREPARING, (Group("All", 3),), Measures((below(game.world.ground.size),))
        )
        number = next_number(board.sheets, len(game.world.sheets), enemy)
        acts = (Act("write", number, sheet=sheet),) if below(2) else ()
        now: Any = Desk(enemy, acts) if mine_done or below(2) else Written(enemy, acts)
    elif isinstance(top, RollOrder | Rolled | CheckOrders | Checked):
        kinds = (RollOrder, Rolled) if isinstance(top, RollOrder | Rolled) else (CheckOrders, Checked)
        if isinstance(top, kinds[1]) or mine_done:
            return secret
        now = kinds[1](enemy)
    else:
        return secret
    return tuple((now,) if owner == enemy else each for owner, each in enumerate(secret))


CHAPTER = Chapter(name="secret orders", adds=(MASKS.add(mask), IMAGINED.add(imagine)))
