"""The Panic Move (TC M9 to M11)."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.board.lattice import Point, toward
from sandtable.board.stands import base_within, overlap
from sandtable.board.steps import LENGTHS, STEPS
from sandtable.board.tablesight import visible
from sandtable.kernel.chapter import Chapter
from sandtable.kernel.procedure import Step
from sandtable.systems.tactical_combat.board import OFF
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.movement import Walk
from sandtable.systems.tactical_combat.region import lies_on, touches_any
from sandtable.systems.tactical_combat.situation import CONTACT, Situation

__all__ = ["CHAPTER", "Panicked", "flees_from", "panic", "panic_way", "run_toward"]


def panic(field: Battlefield, stand: int, enemy: int) -> None:
    """TC M9, M10: flee from the nearest enemy; then the stand is Paralyzed and takes a hit."""
    _run(field, stand, panic_way(field, stand, enemy))


def run_toward(field: Battlefield, stand: int, direction: Point) -> None:
    """The same, but in a direction that a special rule gives (TC G4)."""
    _run(field, stand, _way(field, stand, direction))


def _run(field: Battlefield, stand: int, way: tuple[int, ...]) -> None:
    off = way[-1] == OFF
    path = way[:-1] if off else way
    field.log("panics", "TC M9", stand=stand)
    field.finish_stand(stand)
    field.next(Walk(stand, path, morale=field.stands[stand].morale, panic=True), Panicked(stand, off))


class Panicked(Step, frozen=True, array_like=True, tag="panicked"):
    """TC M10: the price of a panic move."""

    stand: int
    off: bool

    def run(self, field: Battlefield) -> None:
        """Pay it."""
        if field.gone(self.stand):
            return
        if self.off:
            field.leave_table(self.stand, "TC M11")
            return
        field.paralyze(self.stand, "TC M10")
        field.hit(self.stand, "TC M10")


def flees_from(look: Situation, stand: int) -> list[int]:
    """TC M9, M11: the nearest enemies, several only if equal; optionally the nearest of those it sees, if any."""
    if look.world.rules.panic_from == "seen":
        enemies = look.on_table(1 - look.world.owners[stand])
        world, places = look.world, [look.stands[n].at for n in enemies]
        seen = visible(world.table, look.stands[stand].at, places, world.rules.sight, {}, look.sight_limit())
        near = {n: look.apart(stand, n) for index, n in enumerate(enemies) if seen >> index & 1}
        if near:
            return [n for n in near if near[n] == min(near.values())]
    return look.nearest_enemies(stand)


def panic_way(look: Situation, stand: int, enemy: int) -> tuple[int, ...]:
    """TC M9, M11: straight away from the enemy; a barred line slides along what bars it, or stops there. The way ends
    with OFF where it leaves the table, and never on a friend.
    """
    here, there = look.base(stand).centre, look.base(enemy).centre
    away = (here[0] - there[0], here[1] - there[1])
    return _way(look, stand, away if any(away) else (0, -1))


def _way(look: Situation, stand: int, away: Point) -> tuple[int, ...]:
    world = look.world
    free = _free(look, stand)
    way, left = [look.stands[stand].at], look.forced_move("panic_move")
    origin, gone = look.base(stand).centre, 0
    while gone + 50 <= left:
        gone += 50
        x, y = toward(origin, (origin[0] - away[0], origin[1] - away[1]), -gone)
        if not world.inside(x, y):
            if world.rules.table_edge == "lost":
                return (*way, OFF)
            break
        point = world.table.snap(x, y)
        if point == way[-1]:
            continue
        if free(point):
            way.append(point)
            continue
        left -= gone - 50
        slide = _slide(look, way[-1], away, free) if world.rules.barred_flight == "turns" else None
        if slide is None or slide[1] > left:
            break
        way.append(slide[0])
        left -= slide[1]
        origin, gone = world.table.point(slide[0]), 0
    return _last_stop(look, stand, way)


def _free(look: Situation, stand: int) -> Callable[[int], bool]:
    """Whether a stand can run over a point: not on impassable ground, nor into an enemy it does not touch yet."""
    world = look.world
    ground = world.goings["infantry"].ground
    start = look.base(stand)
    enemies = [look.base(n) for n in look.on_table(1 - world.owners[stand])]
    held = [base_within(start, base, CONTACT) for base in enemies]

    def free(point: int) -> bool:
        if ground.get(world.table.ground_at(point), 1) == 0 and not world.table.on_road(point):
            return False
        base = world.base(point, start.heading)
        return not any(
            overlap(base, enemy) if touched else base_within(base, enemy, CONTACT)
            for enemy, touched in zip(enemies, held, strict=True)
        )

    return free


def _slide(look: Situation, position: int, away: Point, free: Callable[[int], bool]) -> tuple[int, int] | None:
    """The step to a free point that leads most nearly away, with its length; none if all lead back or sideways."""
    table = look.world.table
    x, y = table.point(position)
    found: list[tuple[int, int, int]] = []
    for (east, north), length in zip(STEPS[:8], LENGTHS[:8], strict=True):
        leads = east * away[0] + north * away[1]
        if leads > 0 and look.world.inside(x + 50 * east, y + 50 * north):
            point = table.position(x + 50 * east, y + 50 * north)
            if free(point):
                # Compared exactly: the square of the cosine, up to a common factor.
                found.append((-leads * leads * (1 if length == 71 else 2), point, length))
    return min(found)[1:] if found else None


def _last_stop(look: Situation, stand: int, way: list[int]) -> tuple[int, ...]:
    """The way up to the last point where the stand may end: on no friend and touching no enemy."""
    world = look.world
    heading = look.stands[stand].heading
    side = world.owners[stand]
    friends = [look.base(n) for n in look.on_table(side) if n != stand]
    enemies = [look.base(n) for n in look.on_table(1 - side)]
    for last in range(len(way) - 1, 0, -1):
        base = world.base(way[last], heading)
        if not lies_on(base, friends) and not touches_any(base, enemies):
            return tuple(way[: last + 1])
    return tuple(way[:1])


CHAPTER = Chapter(
    name="panic",
    procedures=(Panicked,),
    phrases={
        "panics": "{stand:unit} panics",
    },
)
