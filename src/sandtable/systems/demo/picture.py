"""What a client draws of a game of Picket."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.game import Game
from sandtable.kernel.picture import Goal, Mark, Picture, Standing
from sandtable.kernel.scene import Cell, HexScene, Piece, Spot
from sandtable.kernel.state import State
from sandtable.systems.demo.board import NOBODY, Board, Squad, World
from sandtable.systems.demo.tables import STEPS
from sandtable.systems.demo.turn import Place, Placed

__all__ = ["picture", "scene"]

INFANTRY = "UCI---"


def scene(game: Game) -> HexScene:
    """The map and the roster."""
    world: World = game.world
    map = world.map
    return HexScene(
        columns=map.width,
        rows=map.height,
        cells=tuple(
            Cell(index, str(hex), hex.column, hex.row, map.terrain[index], map.elevation[index])
            for index, hex in enumerate(map)
        ),
        pieces=tuple(
            Piece(n, name, world.owners[n], INFANTRY, "Squad", facts=(("Steps", str(STEPS)),))
            for n, name in enumerate(world.names)
        ),
        spots=(Spot("objective", world.objective),),
    )


def picture(game: Game, state: State[Any, Any]) -> Picture:
    """One moment; `state` is what the onlooker may know, with what his own side has placed in secret."""
    world: World = game.world
    board: Board = state.board
    placed: dict[int, int] = {}
    for part in state.secret:
        if isinstance(part[-1], Place | Placed):
            mine = [n for n, owner in enumerate(world.owners) if owner == part[-1].side]
            placed.update(zip(mine, part[-1].hexes, strict=False))
    return Picture(
        turn=board.turn,
        turns=world.options.turns,
        pieces=tuple(_standing(n, squad, placed.get(n)) for n, squad in enumerate(board.squads)),
        goals=(Goal("objective", world.objective, 1, None if board.holder == NOBODY else board.holder),),
    )


def _standing(n: int, squad: Squad, placed: int | None) -> Standing:
    if placed is not None:
        return Standing(n, placed, strength=STEPS, full=STEPS)
    signs = [
        ("shaken", "Shaken", squad.shaken),
        ("finished", "Has acted", squad.acted),
        ("hidden", "Hidden", squad.hidden),
    ]
    return Standing(
        id=n,
        at=squad.hex if squad.hex >= 0 else None,
        strength=squad.steps,
        full=STEPS,
        marks=tuple(Mark(kind, words) for kind, words, holds in signs if holds),
        gone=squad.steps == 0,
    )
