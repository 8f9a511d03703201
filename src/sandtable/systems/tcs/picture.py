"""What a client draws of a game of TCS."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from sandtable.kernel.chapter import Seam
from sandtable.kernel.game import Game
from sandtable.kernel.memo import known_of
from sandtable.kernel.picture import Goal, Mark, Patch, Picture, Standing
from sandtable.kernel.scene import Cell, Edge, HexScene, Line, Piece, Span, Spot
from sandtable.kernel.state import State
from sandtable.systems.tcs.artillerypicture import fire_patches, shoot, support
from sandtable.systems.tcs.bands import ahead
from sandtable.systems.tcs.board import Board, Situation, Unit
from sandtable.systems.tcs.exchange import exchange
from sandtable.systems.tcs.planpicture import plans, reminder_lines
from sandtable.systems.tcs.skypicture import sky
from sandtable.systems.tcs.tables import LIMITS, Kind
from sandtable.systems.tcs.unitnames import card_name
from sandtable.systems.tcs.world import MOVE_MODE, NOBODY, OFF, PARALYZED, SUPPRESSED, UNKNOWN, World

__all__ = ["FACTS", "HEADINGS", "MARKS", "NOTES", "PATCHES", "SPANS", "SYMBOLS", "picture", "scene"]

MARKS: Seam[Callable[[Situation, int], Iterable[Mark]]] = Seam("what else a client marks a unit with")
HEADINGS: Seam[Callable[[Situation, int], int | None]] = Seam("the direction a unit faces, as a number from 0 to 5")
NOTES: Seam[Callable[[Situation], Iterable[str]]] = Seam("what else is to be said of a moment")
PATCHES: Seam[Callable[[Situation], Iterable[Patch]]] = Seam("what else a client draws in hexes")
FACTS: Seam[Callable[[Kind], Iterable[tuple[str, str]]]] = Seam("what a counter says of a type of unit")
SPANS: Seam[Callable[[World, int], Iterable[Span]]] = Seam("how far other weapons of a unit reach")

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
KEPT = 5_000
"""How many counters are kept for one battle."""


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
        pieces=tuple(_piece(game, n) for n in range(len(world.names))),
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
        names=tuple(Spot(name, hex) for name, hex in world.landmarks),
        metres=LIMITS["metres"],
    )


def _piece(game: Game, n: int) -> Piece:
    world: World = game.world
    kind = world.kinds[n]
    more = [fact for facts in game.rules.at(FACTS) for fact in facts(kind)]
    return Piece(
        id=n,
        name=world.names[n],
        side=world.owners[n],
        symbol=SYMBOLS[kind.kind],
        kind=card_name(kind),
        formation=world.formations[world.member_of[n]].name,
        leader=world.leaders[n],
        facts=(*_facts(kind, world.morale[n]), *more),
        spans=(*_spans(world, n), *(span for spans in game.rules.at(SPANS) for span in spans(world, n))),
        left=_fire(kind),
        right=str(world.morale[n]),
    )


def _fire(kind: Kind) -> str:
    """The fire strength on the counter: point fire is marked."""
    if kind.point_strength is not None:
        return f"{kind.point_strength}p"
    return "" if kind.area_strength is None else str(kind.area_strength)


def _spans(world: World, n: int) -> Iterable[Span]:
    """How far a unit fires: area fire to its range, point fire to its nominal range and to the double of it."""
    kind = world.kinds[n]
    if world.area_reach[n] > 0:
        yield Span("area fire", world.area_reach[n])
    if kind.point_strength is not None and kind.point_range_nominal:
        yield Span("point fire, nominal range", kind.point_range_nominal)
        yield Span("point fire", world.point_reach[n])


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
    return replace(
        _table(game, state.board),
        ahead=ahead(game, state),
        shoot=shoot(game, state),
        exchange=exchange(game, state),
        plans=plans(game, state),
        reminders=reminder_lines(game, state),
    )


def _table(game: Game, board: Board) -> Picture:
    """All of a moment that follows from the board alone; kept beside it, for many a choice leaves it as it is."""
    known: dict[Game, Picture] = known_of(board, "drawn")
    found = known.get(game)
    if found is None:
        found = known[game] = _drawn(game, board)
    return found


def _drawn(game: Game, board: Board) -> Picture:
    world: World = game.world
    look = Situation(game, board)
    levels = [
        f"Battalion Morale of {name}: {level}"
        for name, level in zip(world.battalions, board.battalions, strict=True)
        if level
    ]
    phasing = [] if board.phasing == NOBODY else [f"Action phase of {game.side_name(board.phasing)}"]
    return Picture(
        turn=board.turn,
        turns=world.turns,
        pieces=tuple(_standing(look, n, unit) for n, unit in enumerate(board.units)),
        patches=(
            *(Patch("smoke", each.at, 0, f"Smoke, level {each.level}") for each in board.smoke),
            *(Patch("mines", at, 0, "A minefield") for at, owner in board.mines if owner != NOBODY),
            *(Patch("mines", at, 0, "A minefield that the enemy has not found") for at, _ in board.hidden),
            *fire_patches(game, board),
            *(patch for each in game.rules.at(PATCHES) for patch in each(look)),
        ),
        goals=tuple(
            Goal(world.hex_name(hex), hex, 1, None if holder == NOBODY else holder)
            for hex, holder in zip(world.objectives, board.holders, strict=True)
        ),
        aims=world.victory.aims(look),
        tallies=world.victory.tallies(look),
        support=support(game, board),
        sky=sky(game, board),
        notes=(
            f"Turn of {world.clock(board.turn)}",
            *phasing,
            *(note for each in game.rules.at(NOTES) for note in each(look)),
            *levels,
        ),
    )


def _standing(look: Situation, n: int, unit: Unit) -> Standing:
    counter = _counter(look.world, n, unit)
    rules = look.game.rules
    heading = next((way for each in rules.at(HEADINGS) if (way := each(look, n)) is not None), 0)
    marks = [mark for each in rules.at(MARKS) for mark in each(look, n)]
    if not heading and not marks:
        return counter
    return replace(counter, heading=60 * heading, marks=(*counter.marks, *marks))


def _counter(world: World, n: int, unit: Unit) -> Standing:
    """A unit without what the chapters of an expansion mark; it is kept, for most units stay as they are."""
    known: dict[tuple[int, Unit], Standing] = known_of(world, "counters")
    found = known.get((n, unit))
    if found is not None:
        return found
    ground = n not in world.flyers
    signs = (
        ("waiting", "Not on the map yet", unit.at == OFF and unit.steps > 0),
        ("hidden", "Hidden, not found yet" if unit.at == UNKNOWN else "Hidden from the enemy", unit.hidden),
        ("move_mode", "Move Mode", unit.at != OFF and unit.mode == MOVE_MODE and ground),
        ("dug_in", "Dug in", unit.dug_in),
        ("road", "Road Moving", unit.road),
        ("suppressed", "Suppressed", unit.morale == SUPPRESSED),
        ("paralyzed", "Paralyzed", unit.morale == PARALYZED),
        ("buttoned", "Buttoned up", unit.buttoned),
        ("fired", "Fired", unit.fired),
        ("unassigned", "Unassigned", unit.steps > 0 and unit.sheet == NOBODY and ground),
    )
    if len(known) >= KEPT:
        known.clear()
    found = known[n, unit] = Standing(
        id=n,
        at=unit.at if unit.at >= 0 else None,
        strength=unit.steps,
        full=world.kinds[n].steps,
        marks=tuple(Mark(kind, words) for kind, words, holds in signs if holds),
        carrier=None if unit.carrier == NOBODY else unit.carrier,
        gone=unit.steps == 0,
    )
    return found
