"""What a client draws of a game of Micro Armour."""

from __future__ import annotations

from typing import Any

from sandtable.board.stands import Base
from sandtable.board.tablescene import table_scene
from sandtable.board.tablesight import sight, visible
from sandtable.kernel.game import Game
from sandtable.kernel.picture import Goal, Mark, Patch, Picture, Standing, kept_beside_the_board
from sandtable.kernel.scene import Piece, TableScene
from sandtable.kernel.state import State
from sandtable.systems.micro_armour import setup
from sandtable.systems.micro_armour.board import NOBODY, OFF, SIGHT, Situation, Stand, World
from sandtable.systems.micro_armour.tables import GROUND, LIMITS, TERRAIN, Ground

__all__ = ["line", "picture", "scene", "seen"]

ARMOUR, AMPHIBIOUS = "UCA---", "UCAT--"


def scene(game: Game) -> TableScene:
    """The table and the roster."""
    world: World = game.world
    pieces = (_piece(world, n) for n in range(len(world.names)))
    return table_scene(world.table, pieces, lambda kind: _words(GROUND[kind]))


def _words(ground: Ground) -> str:
    row = TERRAIN[ground.terrain]
    more = "adds" if row.cost_is_surcharge else "costs"
    words = [ground.name, f"{more} {float(row.cost_tracked):g} an inch" if row.cost_tracked else "closed"]
    words += [f"{row.mod_vehicle:+d} against fire"] if row.mod_vehicle else []
    words += ["blocks sight"] if row.los_blocked_vehicle else []
    return "; ".join(words)


def _piece(world: World, n: int) -> Piece:
    tank = world.tanks[n]
    side = world.owners[n]
    facts = [
        ("Tech level", str(tank.tech_level)),
        ("Cannon", f'{tank.cannon_attack} to {tank.cannon_range}"'),
        ("Defense", f"{tank.defense}, flank {(tank.defense + 1) // 2}"),
        ("Speed", f'{tank.speed}"'),
        ("Cohesion", str(world.cohesion[side])),
        ("Price", str(tank.points)),
    ]
    if tank.atgm_attack is not None:
        facts.append(("Missile", f'{tank.atgm_attack} from {tank.atgm_min_range}" to {tank.atgm_range}"'))
    if world.roles[n] != "line":
        facts.append(("Role", world.roles[n]))
    return Piece(
        id=n,
        name=world.names[n],
        side=side,
        symbol=AMPHIBIOUS if tank.amphibious_speed else ARMOUR,
        kind=tank.weapon,
        formation=world.group_names[side][world.companies[n]],
        faces=True,
        arc=world.rules.front_arc,
        leader=world.roles[n] != "line",
        facts=tuple(facts),
        rating=world.cohesion[side],
    )


@kept_beside_the_board
def picture(game: Game, state: State[Any, Any]) -> Picture:
    """One moment; `state` is what the onlooker may know, with what his own side has placed in secret."""
    look = Situation(game, state.board)
    placed: dict[int, int] = {}
    for part in state.secret:
        if isinstance(part[-1], setup.Deploy | setup.Ready):
            placed.update(zip(setup.to_place(look, part[-1].side), part[-1].points, strict=False))
    orders = [f"Orders of {game.side_name(side)}: {count}" for side, count in enumerate(look.board.orders) if count]
    return Picture(
        turn=look.turn,
        turns=look.world.turns,
        pieces=tuple(
            _standing(n, s, placed.get(n), "" if state.secret else _group(look, n)) for n, s in enumerate(look.stands)
        ),
        patches=tuple(Patch("wreck", at, 50, "A wreck") for at in look.board.wrecks),
        goals=tuple(
            Goal(name, at, 1, None if holder == NOBODY else holder)
            for (name, at), holder in zip(look.world.objectives, look.board.holders, strict=True)
        ),
        aims=look.world.victory.aims(look),
        tallies=look.world.victory.tallies(look),
        notes=tuple(orders),
    )


def _group(look: Situation, n: int) -> str:
    return str(look.world.group_names[look.world.owners[n]][look.board.groups[n]])


def _standing(n: int, stand: Stand, placed: int | None, group: str) -> Standing:
    if placed is not None:
        return Standing(n, placed, group=group)
    signs = (
        ("waiting", "Not on the table yet", stand.alive and stand.at == OFF),
        ("suppressed", "Suppressed", stand.suppressed),
        ("disorganized", "Disorganized", stand.disorganized),
        ("fired", "Has tried to fire this turn", stand.tries > 0),
        ("finished", "Has moved this turn", stand.moved),
        ("depleted", "No missiles left", stand.depleted),
    )
    return Standing(
        id=n,
        at=None if stand.at == OFF else stand.at,
        heading=stand.heading * 15,
        strength=int(stand.alive),
        marks=tuple(Mark(kind, words) for kind, words, holds in signs if holds),
        gone=not stand.alive,
        group=group,
    )


def seen(game: Game, state: State[Any, Any], side: int | None, place: int) -> tuple[int, ...]:
    """The points that a stand of the side would see from here (MA 07.01), by the function the rules use."""
    look = Situation(game, state.board)
    table = look.world.table
    everywhere = range(table.columns * table.rows)
    mask = visible(table, place, everywhere, SIGHT, _in_the_way(look, side, place), _far(look, side, place))
    return tuple(point for point in everywhere if mask >> point & 1 and not look.hidden_in(place, point))


def line(game: Game, state: State[Any, Any], side: int | None, place: int, to: int) -> str:
    """What blocks the line between two points, in words; empty if it is clear."""
    look = Situation(game, state.board)
    hidden = look.hidden_in(place, to)
    if hidden:
        return hidden
    return sight(look.world.table, place, to, SIGHT, _in_the_way(look, side, place, to), _far(look, side, place)).by


def _in_the_way(look: Situation, side: int | None, *ends: int) -> dict[str, Base]:
    """The stands that would block a line from the first end: as in `Situation.blockers`, for a stand that is there."""
    world, level = look.world, look.world.table.level_at(ends[0])
    return {
        world.names[n]: look.base(n)
        for n, stand in enumerate(look.stands)
        if stand.at not in (OFF, *ends) and (world.owners[n] != side or world.table.level_at(stand.at) >= level)
    }


def _far(look: Situation, side: int | None, place: int) -> int:
    far = [look.world.sighting(each, look.turn).length for each in (0, 1) if side in (None, each)]
    return int(max(far)) + LIMITS["level_sight"] * look.world.table.level_at(place)
