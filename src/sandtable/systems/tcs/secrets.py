"""What a side may not know: each chapter that keeps a secret says how it looks to the other side."""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress
from operator import attrgetter, is_not
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from sandtable.kernel.chapter import Seam
from sandtable.kernel.game import Game
from sandtable.kernel.memo import known_of
from sandtable.systems.tcs.board import Board, Unit, Whereabouts
from sandtable.systems.tcs.world import World

__all__ = ["IMAGINED", "MASKS", "VEILS", "Veil", "masked"]

MASKS: Seam[Callable[[Game[Board, World], Board, int | None], Board]] = Seam("the board as a side may know it")
"""A mask reads and changes nothing but the fields of `SECRET`."""
Veil: TypeAlias = Callable[[World, int, Unit], Unit]
"""A unit as others may know it, by its number and how it is."""
VEILS: Seam[Callable[[Game[Board, World], Board, int | None, int], Veil | None]] = Seam(
    "how the units of a side look to another side, or to a spectator"
)
"""Which veil it is follows from the fields of `SECRET`, and from nothing else."""
IMAGINED: Seam[Callable[[Game[Board, World], Board, int, Callable[[int], int]], Board]] = Seam(
    "the board with other secrets, that a side could not tell from this one"
)

SECRET = ("sheets", "due", "batteries", "registered", "plots", "hidden")
"""The fields of a board with something secret in them; `extras` is another, where chapters keep anything."""
_secrets = attrgetter(*SECRET)
_secrets_and_extras = attrgetter(*SECRET, "extras")


class _Veiled(NamedTuple):
    """The units of a side, and how others know them."""

    veils: list[Veil]
    units: tuple[Unit | None, ...]
    known: tuple[Unit, ...]
    unplaced: tuple[int, ...]
    """Those whose hex the others do not know."""


def masked(game: Game[Board, World], board: Board, side: int | None) -> Board:
    """The board as a side may know it, None for a spectator."""
    if side is None:
        return _masked_for_all(game, board)
    # Mostly only units have changed since it was masked last, and few of them.
    memo: dict[int, tuple[tuple[Any, ...], dict[str, Any], _Veiled]] = known_of(game.world, "masked")
    units, secrets = board.units, (_secrets_and_extras if game.rules.keeps else _secrets)(board)
    first, end = game.world.spans[1 - side]
    now = units[first:end]
    last = memo.get(side)
    if last is None or last[0] != secrets:
        veils = _veils(game, board, side, 1 - side)
        veil = _veiled(game.world, board, 1 - side, veils, None if last is None else last[2])
        last = memo[side] = secrets, _fields(game, board, side), veil
    elif last[2].units != now:
        last = memo[side] = secrets, last[1], _veiled(game.world, board, 1 - side, last[2].veils, last[2])
    _, fields, veil = last
    if not fields and veil.known == now:
        return board
    found = replace(board, units=units[:first] + veil.known + units[end:], **fields)
    return _placed(game, board, found, side, veil.unplaced)


def _masked_for_all(game: Game[Board, World], board: Board) -> Board:
    """The board as a spectator may know it."""
    world, units = game.world, list(board.units)
    unplaced: list[int] = []
    for owner in (0, 1):
        veiled = _veiled(world, board, owner, _veils(game, board, None, owner), None)
        for n in world.roster_of[owner]:
            units[n] = veiled.known[n - world.spans[owner][0]]
        unplaced += veiled.unplaced
    found = replace(board, units=tuple(units), **_fields(game, board, None))
    return _placed(game, board, found, None, tuple(unplaced))


def _fields(game: Game[Board, World], board: Board, side: int | None) -> dict[str, Any]:
    """The fields of a board that are otherwise as a side knows them, by asking each chapter."""
    found = board
    for mask in game.rules.at(MASKS):
        found = mask(game, found, side)
    names = (*SECRET, "extras") if game.rules.keeps else SECRET
    return {name: getattr(found, name) for name in names if getattr(found, name) is not getattr(board, name)}


def _veils(game: Game[Board, World], board: Board, side: int | None, owner: int) -> list[Veil]:
    """What hides the units of a side from another."""
    return [veil for each in game.rules.at(VEILS) if (veil := each(game, board, side, owner)) is not None]


def _veiled(world: World, board: Board, owner: int, veils: list[Veil], last: _Veiled | None) -> _Veiled:
    """The units of a side as another knows them; `last` is what it knew before some of them changed."""
    first, end = world.spans[owner]
    now = board.units[first:end]
    if last is None or last.veils != veils:
        last = _Veiled(veils, (None,) * len(now), now, ())
    known, unplaced = list(last.known), last.unplaced
    for place in compress(range(len(now)), map(is_not, last.units, now)):
        unit = seen = now[place]
        n = first + place
        if world.owners[n] == owner:
            for veil in veils:
                seen = veil(world, n, seen)
        known[place] = seen
        if seen.at != unit.at or n in unplaced:
            others = {each for each in unplaced if each != n}
            unplaced = tuple(sorted(others if seen.at == unit.at else {*others, n}))
    return _Veiled(veils, now, tuple(known), unplaced)


def _placed(game: Game[Board, World], board: Board, found: Board, side: int | None, unplaced: tuple[int, ...]) -> Board:
    """A masked board, with what is known of who is where."""
    where: Whereabouts | None = board.__dict__.get("whereabouts")
    if where is not None:
        known = _known_whereabouts(game.world, board, where, side, unplaced) if unplaced else where
        found.__dict__["whereabouts"] = known
    return found


def _known_whereabouts(
    world: World, board: Board, where: Whereabouts, side: int | None, unplaced: tuple[int, ...]
) -> Whereabouts:
    """The hex of every unit that a side knows of: without those that hide from it."""
    kept: dict[int | None, tuple[Whereabouts, tuple[int, ...], Whereabouts]] = known_of(world, "known whereabouts")
    last = kept.get(side)
    if last is None or last[0] is not where or last[1] != unplaced:
        stacks = dict(where.stacks)
        for hex in {board.units[n].at for n in unplaced} & stacks.keys():
            left = [n for n in stacks.pop(hex) if n not in unplaced]
            if left:
                stacks[hex] = left
        last = kept[side] = where, unplaced, Whereabouts(stacks)
    return last[2]
