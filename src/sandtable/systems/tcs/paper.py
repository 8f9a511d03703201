"""Op sheets are secret (TCS 6.2): what the other side knows of them, and what it might imagine instead.

It knows which units have an order, if the option says so, and nothing else: neither which sheets there are, nor how
many, nor who is on which, nor posts, nor who was fired at. In its view every unit with an order is on one sheet that
says nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.game import Game
from sandtable.kernel.memo import known_of
from sandtable.kernel.procedure import Sealed
from sandtable.systems.tcs.board import Board, Unit
from sandtable.systems.tcs.desk import Desk
from sandtable.systems.tcs.drafting import Draft
from sandtable.systems.tcs.planning import Checked, CheckOrders, Rolled, RollOrder
from sandtable.systems.tcs.planningoptions import PlanningOptions
from sandtable.systems.tcs.secrets import IMAGINED, MASKS, VEILS, Veil
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
    """The board without the op sheets of other sides."""
    return replace(board, sheets=_shown(game, board.sheets, side)[0]) if board.sheets else board


def veil_of(game: Game, board: Board, side: int | None, owner: int) -> Veil | None:
    """The veil over the units of a side: they are without what would tell of its op sheets."""
    if not board.sheets:
        return None
    return _veil(_shown(game, board.sheets, side)[1][owner], game.rules.chosen(PlanningOptions).unassigned_known)


@cache
def _veil(number: int, known: bool) -> Veil:
    """All units with an order are on this sheet, which says nothing; `known`: whether others know which have one."""

    def veil(world: World, unit: int, now: Unit) -> Unit:
        if unit in world.flyers:  # they are on no sheet
            return now
        ordered = now.steps > 0 and (now.sheet != NOBODY or not known)
        return replace(
            now,
            sheet=number if ordered else NOBODY,
            group=0,
            post=NOBODY,
            engaged=False,
            withdrawing=False,
            dug_in=dug_in_at_start(world, unit) if now.hidden else now.dug_in,
        )

    return veil


def _shown(game: Game, sheets: tuple[Sheet, ...], side: int | None) -> tuple[tuple[Sheet, ...], dict[int, int]]:
    """The op sheets as a side may know them, and the number of the sheet that says nothing, for each other side."""
    known: dict[int | None, tuple[tuple[Sheet, ...], tuple[tuple[Sheet, ...], dict[int, int]]]]
    known = known_of(game.world, "masked sheets")
    last = known.get(side)
    if last is None or last[0] is not sheets:
        last = known[side] = sheets, _masked_sheets(sheets, side)
    return last[1]


def _masked_sheets(sheets: tuple[Sheet, ...], side: int | None) -> tuple[tuple[Sheet, ...], dict[int, int]]:
    own = [n for n, sheet in enumerate(sheets) if sheet.side == side and side is not None]
    kept = tuple(sheet if n in own else BLANK for n, sheet in enumerate(sheets[: own[-1] + 1 if own else 0]))
    others = [owner for owner in (0, 1) if owner != side]
    return (*kept, *map(_unknown, others)), {owner: len(kept) + index for index, owner in enumerate(others)}


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


CHAPTER = Chapter(name="secret orders", adds=(MASKS.add(mask), VEILS.add(veil_of), IMAGINED.add(imagine)))
