"""What a client draws of a game of TCS."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.game import Game
from sandtable.kernel.picture import (
    Cell,
    Edge,
    Goal,
    HexScene,
    Line,
    Mark,
    Patch,
    Picture,
    Piece,
    Spot,
    Standing,
)
from sandtable.kernel.state import State
from sandtable.systems.tcs.artillerypicture import fire_patches, shoot, support
from sandtable.systems.tcs.bands import ahead
from sandtable.systems.tcs.board import Board, Situation, Unit
from sandtable.systems.tcs.planpicture import plans, reminder_lines
from sandtable.systems.tcs.skypicture import sky
from sandtable.systems.tcs.tables import LIMITS, Kind
from sandtable.systems.tcs.world import MOVE_MODE, NOBODY, OFF, PARALYZED, SUPPRESSED, UNKNOWN, World

__all__ = ["SYMBOLS", "picture", "scene"]

SYMBOLS = {
    "infantry": "UCI---",
    "squad": "UCI---",
    "team": "UCI---",
    "engineer": "UCE---",
    "mg": "UCIM--",
    "mortar": "UCFM--",
    "at_gun": "UCAA--",
    "infantry_gun": "UCFH--",
    "artillery": "UCF---",
    "aa": "UCD---",
    "tank": "UCA---",
    "tank_destroyer": "UCAAS-",
    "assault_gun": "UCAAS-",
    "atgm_vehicle": "UCAAS-",
    "armoured_car": "UCRVA-",
    "recon": "UCR---",
    "micv": "UCIZ--",
    "carrier": "UST---",
    "engineer_vehicle": "UCE---",
    "helicopter": "UCVR--",
}
"""The 2525C symbol of each kind of unit, without affiliation."""


def scene(game: Game) -> HexScene:
    """The map and the roster."""
    world: World = game.world
    map = world.ground.map
    return HexScene(
        columns=map.width,
        rows=map.height,
        cells=tuple(
            Cell(index, str(hex), hex.column, hex.row, map.terrain[index], map.elevation[index])
            for index, hex in enumerate(map)
        ),
        pieces=tuple(_piece(world, n) for n in range(len(world.names))),
        edges=tuple(
            Edge(kind, map.index(side.first), map.index(side.second))
            for kind, sides in sorted(map.hexsides.items())
            for side in sorted(sides)
        ),
        roads=tuple(
            Line(kind, "", cells=(map.index(side.first), map.index(side.second)))
            for kind, sides in sorted(map.roads.items())
            for side in sorted(sides)
        ),
        spots=tuple(Spot(world.hex_name(hex), hex) for hex in world.objectives),
        metres=LIMITS["metres"],
    )


def _piece(world: World, n: int) -> Piece:
    kind = world.kinds[n]
    return Piece(
        id=n,
        name=world.names[n],
        side=world.owners[n],
        symbol=SYMBOLS[kind.kind],
        kind=kind.name,
        formation=world.formations[world.member_of[n]].name,
        leader=world.leaders[n],
        facts=_facts(kind, world.morale[n]),
        left=_fire(kind),
        right=str(world.morale[n]),
    )


def _fire(kind: Kind) -> str:
    """The fire strength on the counter: point fire is marked."""
    if kind.point_strength is not None:
        return f"{kind.point_strength}p"
    return "" if kind.area_strength is None else str(kind.area_strength)


def _facts(kind: Kind, morale: int) -> tuple[tuple[str, str], ...]:
    facts = [("Steps", str(kind.steps)), ("Morale", str(morale))]
    if kind.area_strength is not None:
        facts.append(("Area fire", f"{kind.area_strength} {kind.trajectory_class} to {kind.area_range_max}"))
    if kind.point_strength is not None:
        facts.append(("Point fire", f"{kind.point_strength}, nominal range {kind.point_range_nominal}"))
    target = kind.target_class if kind.defence is None else f"{kind.target_class}-{kind.defence}"
    facts += [("Target", target), ("Movement", f"{kind.movement_allowance} {kind.move_class}")]
    return tuple(facts)


def picture(game: Game, state: State[Any, Any]) -> Picture:
    """One moment."""
    world: World = game.world
    board: Board = state.board
    levels = [
        f"Battalion Morale of {name}: {level}"
        for name, level in zip(world.battalions, board.battalions, strict=True)
        if level
    ]
    phasing = [] if board.phasing == NOBODY else [f"Action phase of {game.side_name(board.phasing)}"]
    return Picture(
        turn=board.turn,
        turns=world.turns,
        pieces=tuple(_standing(world, n, unit) for n, unit in enumerate(board.units)),
        patches=(
            *(Patch("smoke", each.at, 0, f"Smoke, level {each.level}") for each in board.smoke),
            *(Patch("mines", at, 0, "A minefield") for at, _ in board.mines),
            *(Patch("mines", at, 0, "A minefield that the enemy has not found") for at, _ in board.hidden),
            *fire_patches(game, board),
        ),
        goals=tuple(
            Goal(world.hex_name(hex), hex, 1, None if holder == NOBODY else holder)
            for hex, holder in zip(world.objectives, board.holders, strict=True)
        ),
        tallies=world.victory.tallies(Situation(game, board)),
        ahead=ahead(game, state),
        support=support(game, state),
        shoot=shoot(game, state),
        sky=sky(game, board),
        plans=plans(game, state),
        reminders=reminder_lines(game, state),
        notes=(f"Turn of {world.clock(board.turn)}", *phasing, *levels),
    )


def _standing(world: World, n: int, unit: Unit) -> Standing:
    signs = (
        ("waiting", "Not on the map yet", unit.at == OFF and unit.steps > 0),
        ("hidden", "Hidden, not found yet" if unit.at == UNKNOWN else "Hidden from the enemy", unit.hidden),
        ("move_mode", "Move Mode", unit.at != OFF and unit.mode == MOVE_MODE),
        ("dug_in", "Dug in", unit.dug_in),
        ("road", "Road Moving", unit.road),
        ("suppressed", "Suppressed", unit.morale == SUPPRESSED),
        ("paralyzed", "Paralyzed", unit.morale == PARALYZED),
        ("buttoned", "Buttoned up", unit.buttoned),
        ("fired", "Fired", unit.fired),
        ("unassigned", "Unassigned", unit.steps > 0 and unit.sheet == NOBODY),
    )
    return Standing(
        id=n,
        at=unit.at if unit.at >= 0 else None,
        strength=unit.steps,
        full=world.kinds[n].steps,
        marks=tuple(Mark(kind, words) for kind, words, holds in signs if holds),
        carrier=None if unit.carrier == NOBODY else unit.carrier,
        gone=unit.steps == 0,
    )
