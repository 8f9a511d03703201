"""What a client draws of a game of Tactical Combat."""

from __future__ import annotations

from typing import Any

from sandtable.board.lattice import STEP
from sandtable.board.tablescene import table_scene
from sandtable.board.tablesight import sight, visible
from sandtable.kernel.game import Game
from sandtable.kernel.picture import Goal, Mark, Patch, Picture, Standing, kept_beside_the_board
from sandtable.kernel.scene import Piece, TableScene
from sandtable.kernel.state import State
from sandtable.systems.tactical_combat import setup
from sandtable.systems.tactical_combat.board import NOBODY, OFF, Stand
from sandtable.systems.tactical_combat.drawing import support_words
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.tables import PARALYZED, SUPPRESSED, SYMBOLS, TERRAIN, Ground, Kind
from sandtable.systems.tactical_combat.world import World

__all__ = ["line", "picture", "scene", "seen"]


def scene(game: Game) -> TableScene:
    """The table and the roster."""
    world: World = game.world
    pieces = (_piece(world, n) for n in range(len(world.names)))
    return table_scene(world.table, pieces, lambda kind: _words(TERRAIN[kind]))


def _words(ground: Ground) -> str:
    """The effect of a piece of ground on stands in it, in a line."""
    cover = {0: "no cover", 1: "cover +1", 2: "hard cover +2"}[ground.cover]
    if ground.cover and ground.shelter != "inside":
        cover += " behind it" if ground.shelter == "behind" else " touching it"
    costs = [("infantry", ground.infantry), ("vehicles", ground.vehicle)]
    moves = [f"{who} pay x{cost}" if cost else f"closed to {who}" for who, cost in costs if cost != 1]
    return "; ".join([ground.name, cover, *moves, *(["blocks sight"] if ground.blocks else [])])


def _piece(world: World, n: int) -> Piece:
    kind = world.kinds[n]
    formation = world.formations[world.member_of[n]]
    return Piece(
        id=n,
        name=world.names[n],
        side=world.owners[n],
        symbol=_symbol(kind),
        kind=kind.name,
        formation=formation.name,
        faces=kind.faces,
        arc=world.rules.flank_arc if kind.faces else 0,
        leader=kind.leader,
        facts=tuple(_facts(world, n)),
        rings=tuple(zip(("move", "range", "long"), _reaches(world, n), strict=True)),
    )


def _symbol(kind: Kind) -> str:
    keys = [kind.kind, *sorted(kind.flags), kind.arm, "rifle"]
    return next(SYMBOLS[key] for key in keys if key in SYMBOLS)


def _reaches(world: World, n: int) -> list[int]:
    """How far a stand moves and fires, and its long range, in hundredths of an inch."""
    return [
        length * percent // 100 for length, percent in _lengths(world.kinds[n], world.rules.move_percent, world.rules)
    ]


def _facts(world: World, n: int) -> list[tuple[str, str]]:
    kind = world.kinds[n]
    rules = world.rules
    inches = [f'{reach / 100:g}"' for reach in _reaches(world, n)]
    facts = [
        ("Quality", world.quality(n)),
        ("Hits", str(world.full_hits[n])),
        ("Move", inches[0]),
        ("Range", f"{inches[1]}, long {inches[2]}"),
    ]
    if kind.gun is not None:
        facts.append(("Gun", f"{kind.gun:+d}"))
    if kind.vehicle:
        facts.append(("Armour", f"{kind.armour:+d}"))
    if rules.recovery_check:
        facts.append(("Recovers", f"on {world.recovers(n)} or more"))
    if kind.carries:
        facts.append(("Carries", str(kind.carries)))
    facts += [("Also", flag.replace("_", " ")) for flag in sorted(kind.flags)]
    return facts


def _lengths(kind: Kind, moves: int, rules: Any) -> list[tuple[int, int]]:
    return [(kind.move, moves), (kind.normal_range, rules.range_percent), (kind.max_range, rules.range_percent)]


@kept_beside_the_board
def picture(game: Game, state: State[Any, Any]) -> Picture:
    """One moment; `state` is what the onlooker may know, with what his own side has placed in secret."""
    look = Situation(game, state.board)
    placed = {n: p for part in state.secret for n, p in _placed(look, part[-1])}
    supports = [n for n, each in enumerate(look.world.supports) if each.on_call(look.turn)]
    return Picture(
        turn=look.turn,
        turns=look.world.turns,
        pieces=tuple(_standing(look, n, s, placed.get(n)) for n, s in enumerate(look.stands)),
        patches=tuple(
            Patch("smoke", smoke.at, smoke.radius, f"Smoke of {game.side_name(smoke.side)}") for smoke in look.smoke
        )
        + tuple(
            Patch("marker", at, STEP, words) for special in look.world.specials for at, _, words in special.marks(look)
        ),
        goals=tuple(
            Goal(name, at, points, None if holder == NOBODY else holder)
            for (name, at, points), holder in zip(look.world.objectives, look.board.holders, strict=True)
        ),
        aims=() if state.secret else look.world.victory.aims(look),
        tallies=() if state.secret else look.world.victory.tallies(look),
        notes=(
            *(support_words(look, n) for n in supports),
            *(note for special in look.world.specials for note in special.notes(look)),
        ),
        absent=look.lifted(),
    )


def _placed(look: Situation, part: Any) -> list[tuple[int, int]]:
    if not isinstance(part, setup.Deploy | setup.Deployed):
        return []
    return list(zip(setup.to_place(look, part.side), part.points, strict=False))


def _standing(look: Situation, n: int, stand: Stand, placed: int | None) -> Standing:
    world = look.world
    waits = world.arrivals[n] > 0 and stand.at == OFF and stand.hits > 0
    if placed is not None:
        return Standing(n, placed, 0, world.full_hits[n], world.full_hits[n])
    return Standing(
        id=n,
        at=None if stand.at == OFF else stand.at,
        heading=stand.heading * 15,
        strength=stand.hits,
        full=world.full_hits[n],
        marks=(*_marks(stand, waits), *(Mark("special", words.capitalize()) for words in look.conditions(n))),
        carrier=None if stand.carrier == NOBODY else stand.carrier,
        gone=stand.hits == 0,
    )


def _marks(stand: Stand, waits: bool) -> list[Mark]:
    marks = []
    if waits:
        marks.append(Mark("waiting", "Not on the table yet"))
    if stand.morale == SUPPRESSED:
        marks.append(Mark("suppressed", "Suppressed"))
    if stand.morale == PARALYZED:
        marks.append(Mark("paralyzed", "Paralyzed"))
    if stand.finished:
        marks.append(Mark("finished", "Finished for this turn"))
    if stand.on_road:
        marks.append(Mark("on_road", "Moved along a road: easier to hit"))
    return marks


def seen(game: Game, state: State[Any, Any], side: int | None, place: int) -> tuple[int, ...]:
    """The points that a stand of the side would see from here (TC F6), by the function the rules use."""
    look = Situation(game, state.board)
    table = look.world.table
    everywhere = range(table.columns * table.rows)
    stands = look.blockers(side) if side is not None else {}
    mask = visible(table, place, everywhere, look.world.rules.sight, stands, look.sight_limit())
    return tuple(point for point in everywhere if mask >> point & 1)


def line(game: Game, state: State[Any, Any], side: int | None, place: int, to: int) -> str:
    """What blocks the line between two points, in words; empty if it is clear."""
    look = Situation(game, state.board)
    stands = look.blockers(side) if side is not None else {}
    return sight(look.world.table, place, to, look.world.rules.sight, stands, look.sight_limit()).by
