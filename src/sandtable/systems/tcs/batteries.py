"""Batteries (TCS 18.1 to 18.3): ammunition, roles, and which of them may fire; all of it their owner's secret."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.field import with_entry
from sandtable.kernel.game import Game
from sandtable.kernel.memo import known_of
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.artilleryoptions import ArtilleryOptions
from sandtable.systems.tcs.board import Board, Situation, with_nobody_moved
from sandtable.systems.tcs.command import BEGUN
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.munitions import every_shell, munition, rounds_of
from sandtable.systems.tcs.secrets import IMAGINED, MASKS
from sandtable.systems.tcs.sheets import IMPLEMENTED
from sandtable.systems.tcs.shells import (
    CONTINUOUS,
    COUNTER,
    DIRECT_BATTALION,
    DIRECT_SHEET,
    GENERAL,
    HE,
    ILLUM,
    NONE,
    SMOKE,
    Battery,
    Mission,
    Stock,
    calibre_class,
)
from sandtable.systems.tcs.tables import LIMITS
from sandtable.systems.tcs.world import NIGHT, World

__all__ = [
    "BATTERY_BARS",
    "CHAPTER",
    "UNKNOWN",
    "assign",
    "cost_of",
    "has_fired",
    "mates",
    "pay",
    "refresh",
    "role_of",
    "role_words",
    "stocks",
    "supported",
    "why_not_fire_mission",
    "why_not_ready",
    "why_silent",
]

UNKNOWN = Stock(role=NONE)
"""A battery of the other side: nothing is known of it but that it exists."""

BATTERY_BARS: Seam[Callable[[Situation, int, Sequence[Mission]], Reason | None]] = Seam(
    "why a battery takes no call, beside those made already"
)
NOT_YOURS = Reason("that is not one of your batteries")
NOT_YET = Reason("{battery:battery} fires from turn {turn} on", "TCS 18.1")
QUIET = Reason("{battery:battery} is silent until the enemy fires, or turn {turn}", "TCS 18.1")
HAS_FIRED = Reason("{battery:battery} fires one mission a turn", "TCS 18.2c")
NO_ROUNDS = Reason("{battery:battery} has no ammunition left for that", "TCS 18.3a")
NO_FAST_FIRE = Reason("{battery:battery} cannot fire fast", "TCS 18.3b")
ROCKETS = Reason("{battery:battery} is rocket artillery and fires one salvo", "TCS 18.12")
NOT_NIGHT = Reason("illumination is fired at night only", "TCS 26.2a")
NO_SMOKE_FAST = Reason("only HE and Continuous Fire are fired fast", "TCS 18.3b")
NO_BATTALION = Reason("{battery:battery} has too few batteries of its battalion ready with it", "TCS 18.2b")


def options_of(look: Situation) -> ArtilleryOptions:
    """The options of this chapter."""
    return look.game.rules.chosen(ArtilleryOptions)


def stocks(world: World) -> tuple[Stock, ...]:
    """The batteries of a scenario as they begin."""
    return tuple(Stock(each.he, each.smoke, each.illum, each.role, each.supports) for each in world.support.batteries)


# Roles


def role_of(look: Situation, battery: int) -> tuple[int, int]:
    """The role of a battery now, and the sheet or battalion it supports. The direct support of a sheet that is not in
    force is general support (TCS 18.1).
    """
    stock = look.board.batteries[battery]
    role, supports = stock.role, stock.supports
    if stock.role_next != NONE and stock.changes <= look.turn:
        role, supports = stock.role_next, stock.supports_next
    if role == DIRECT_SHEET and look.board.sheets[supports].state != IMPLEMENTED:
        return GENERAL, NONE
    return role, supports


def assign(field: Battlefield, battery: int, role: int, supports: int = NONE, *, at_once: bool = False) -> None:
    """Give a battery a role: GENERAL, DIRECT_SHEET with the number of a sheet, DIRECT_BATTALION with that of a
    battalion. It works from the next turn on, and the old role holds until then (TCS 18.1); `at_once` is for the
    batteries listed in support of a sheet that is implemented in this command phase.
    """
    stock = field.board.batteries[battery]
    if at_once:
        after = replace(stock, role=role, supports=supports, role_next=NONE, supports_next=NONE, changes=0)
    else:
        now, whom = role_of(field, battery)
        after = replace(stock, role=now, supports=whom, role_next=role, supports_next=supports, changes=field.turn + 1)
    _put(field, battery, after)


def begin_support(field: Battlefield, sheet: int) -> None:
    """The batteries in support of a sheet that comes into force are in direct support of it at once (TCS 18.1)."""
    for battery in field.board.sheets[sheet].support:
        assign(field, battery, DIRECT_SHEET, sheet, at_once=True)


def supported(look: Situation, battery: int, unit: int) -> bool:
    """Whether a unit may observe for a battery, by its role (TCS 18.1)."""
    role, supports = role_of(look, battery)
    if role == DIRECT_SHEET:
        return look.units[unit].sheet == supports
    return role == GENERAL or look.world.battalion_of[unit] == supports


def role_words(look: Situation, battery: int) -> str:
    """The role of a battery in words."""
    role, supports = role_of(look, battery)
    if role in (GENERAL, COUNTER):
        return "GS" if role == GENERAL else "CB"
    return f"DS of {supports_name(look, role, supports)}"


def supports_name(look: Situation, role: int, supports: int) -> str:
    """What the sheet or battalion that a battery supports is called."""
    if role == DIRECT_BATTALION:
        return look.world.battalions[supports]
    return look.board.sheets[supports].name


# Ammunition


def cost_of(look: Situation, shell: int, *, fast: bool) -> int:
    """The battery missions that each battery of a mission uses up (TCS 18.3a, 18.3b)."""
    cost = options_of(look).continuous_ammo if shell == CONTINUOUS else 1
    return cost * LIMITS["fast_rounds"] if fast else cost


def pay(field: Battlefield, mission: Mission) -> None:
    """The batteries of a mission that shoots have fired, and use up their ammunition (TCS 18.3a)."""
    cost = cost_of(field, mission.shell, fast=mission.fast)
    special = munition(field.game.rules, mission.shell)
    if special and special.pay:
        special.pay(field, mission)
    for battery in mission.batteries:
        if special:
            if not special.pay:
                special.spend(field, battery, cost)
            _put(field, battery, replace(field.board.batteries[battery], fired=field.turn))
            continue
        stock = field.board.batteries[battery]
        name = {SMOKE: "smoke", ILLUM: "illum"}.get(mission.shell, "he")
        _put(field, battery, replace(stock, **{name: getattr(stock, name) - cost}, fired=field.turn))


def _put(field: Battlefield, battery: int, stock: Stock) -> None:
    field.update(batteries=with_entry(field.board.batteries, battery, stock))


def refresh(field: Battlefield) -> None:
    """What has changed by the turn: new roles hold, and batteries that wait for the enemy's fire have heard it."""
    heard = [
        any(field.units[n].fired for n in field.world.units_of[side])
        or any(each.fired for n, each in enumerate(field.board.batteries) if owner(field, n) == side)
        for side in (0, 1)
    ]
    for number, stock in enumerate(field.board.batteries):
        after = replace(stock, awake=stock.awake or heard[1 - owner(field, number)])
        if stock.role_next != NONE and stock.changes <= field.turn:
            role, supports = stock.role_next, stock.supports_next
            after = replace(after, role=role, supports=supports, role_next=NONE, supports_next=NONE, changes=0)
        if after != stock:
            _put(field, number, after)


def owner(look: Situation, battery: int) -> int:
    """The side of a battery."""
    return look.world.support.batteries[battery].side


# Who may fire


def _booked(calls: Sequence[Mission], battery: int) -> bool:
    return any(battery in call.batteries for call in calls)


def why_silent(look: Situation, side: int, battery: int) -> Reason | None:
    """Why a battery fires nothing of any kind on this turn (TCS 18.1)."""
    data, stock = look.world.support.batteries[battery], look.board.batteries[battery]
    if data.side != side:
        return NOT_YOURS
    if data.turn > look.turn and not (data.quiet and stock.awake):
        return (QUIET if data.quiet else NOT_YET).of(battery=battery, turn=data.turn)
    return None


def has_fired(field: Battlefield, battery: int) -> None:
    """A battery has fired on this turn (TCS 18.2c)."""
    _put(field, battery, replace(field.board.batteries[battery], fired=field.turn))


def why_not_ready(look: Situation, side: int, battery: int, calls: Sequence[Mission] = ()) -> Reason | None:
    """Why a battery takes no call at all now; `calls` are those made already this turn (TCS 18.2c)."""
    if why := why_silent(look, side, battery):
        return why
    stock = look.board.batteries[battery]
    if stock.fired == look.turn or _booked(calls, battery):
        return HAS_FIRED.of(battery=battery)
    for bar in look.game.rules.at(BATTERY_BARS):
        if why := bar(look, battery, calls):
            return why
    if all(why_not_fire_mission(look, battery, shell, fast=False) for shell in every_shell(look.game.rules)):
        return NO_ROUNDS.of(battery=battery)
    return None


def why_not_fire_mission(look: Situation, battery: int, shell: int, *, fast: bool) -> Reason | None:
    """Why a battery that is ready cannot fire a mission of this kind (TCS 18.3, 18.12, 26.2a)."""
    data, special = look.world.support.batteries[battery], munition(look.game.rules, shell)
    if fast and shell not in (HE, CONTINUOUS) and not (special and special.fast):
        return NO_SMOKE_FAST
    if shell == CONTINUOUS and data.rocket:
        return ROCKETS.of(battery=battery)
    if fast and (not data.fast or (shell == CONTINUOUS and not options_of(look).fast_continuous)):
        return NO_FAST_FIRE.of(battery=battery)
    if shell == ILLUM and look.board.light != NIGHT:
        return NOT_NIGHT
    if rounds_of(look, battery, shell) < cost_of(look, shell, fast=fast):
        return NO_ROUNDS.of(battery=battery)
    return None


def battalion(look: Situation, battery: int) -> tuple[int, ...]:
    """All batteries of the same artillery battalion and chart class, this one included (TCS 18.2b)."""
    batteries = look.world.support.batteries
    own: Battery = batteries[battery]
    if not own.battalion:
        return (battery,)
    return tuple(
        n
        for n, each in enumerate(batteries)
        if (each.side, each.battalion, calibre_class(each.calibre), each.rocket)
        == (own.side, own.battalion, calibre_class(own.calibre), own.rocket)
    )


def mates(look: Situation, battery: int, shell: int, calls: Sequence[Mission], *, fast: bool) -> tuple[int, ...]:
    """The batteries that would fire a battalion mission with this one; none if they are too few (TCS 18.2b)."""
    if look.world.support.batteries[battery].rocket:
        return ()
    side = owner(look, battery)
    ready = tuple(
        n
        for n in battalion(look, battery)
        if why_not_ready(look, side, n, calls) is None and why_not_fire_mission(look, n, shell, fast=fast) is None
    )
    return ready if battery in ready and len(ready) >= options_of(look).battalion_least else ()


# Secrets


def mask(game: Game[Board, World], board: Board, side: int | None) -> Board:
    """The board without the ammunition and the roles of the other side's batteries, and without what it has registered
    or plotted.
    """
    support = game.world.support
    if not (board.batteries or board.registered or board.plots):
        return board
    known: dict[int | None, tuple[tuple[object, ...], tuple[Any, ...]]] = known_of(game.world, "masked batteries")
    last = known.get(side)
    now = board.batteries, board.registered, board.plots
    if last is None or last[0] != now:
        stocks = zip(support.batteries, board.batteries, strict=True)
        plotted = zip(support.plotted, board.plots, strict=True)
        masked = (
            tuple(stock if each.side == side else UNKNOWN for each, stock in stocks),
            tuple(each for each in board.registered if each[1] == side),
            tuple(hex if each.side == side else NONE for each, hex in plotted),
        )
        last = known[side] = now, masked
    batteries, registered, plots = last[1]
    return with_nobody_moved(board, batteries=batteries, registered=registered, plots=plots)


def imagine(game: Game[Board, World], board: Board, side: int, below: Callable[[int], int]) -> Board:
    """The same board with other ammunition in the batteries of the other side, and other points registered."""
    if not (board.batteries or board.registered):
        return board
    size = game.world.ground.size
    return replace(
        board,
        batteries=tuple(
            stock if each.side == side else replace(stock, he=below(6), smoke=below(3), illum=below(3))
            for each, stock in zip(game.world.support.batteries, board.batteries, strict=True)
        ),
        registered=tuple(sorted({each if each[1] == side else (below(size), each[1]) for each in board.registered})),
    )


CHAPTER = Chapter(
    name="batteries", options=ArtilleryOptions, adds=(MASKS.add(mask), IMAGINED.add(imagine), BEGUN.add(begin_support))
)
