"""Going back: retreats and forced moves, which nobody may fire at (TC X10, V11)."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.board.lattice import squared, toward, within
from sandtable.board.stands import DIRECTIONS, base_within, heading_to, overlap
from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.memo import known_of
from sandtable.kernel.procedure import Decide, verb
from sandtable.systems.tactical_combat.board import OFF
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.region import lies_on, touches_any
from sandtable.systems.tactical_combat.situation import CONTACT, Situation

__all__ = ["CHAPTER", "FallBack", "away_from", "flee", "force_back", "retreat", "run_along"]


def away_from(look: Situation, stand: int, enemy: int, length: int, turned: int = 0) -> tuple[int, ...]:
    """The way away from an enemy in half-inch steps, straight or turned by a multiple of 15 degrees; it ends with
    OFF where the base would hang over the edge of the table.
    """
    world = look.world
    here, there = look.base(stand).centre, look.base(enemy).centre
    if here == there:
        there = (there[0], there[1] + 1)
    if turned:
        east, north = DIRECTIONS[(heading_to(there, here) + turned) % 24]
        there = (here[0] - east, here[1] - north)
    way = [look.stands[stand].at]
    for travelled in range(50, length + 1, 50):
        x, y = toward(here, there, -travelled)
        if not world.inside(x, y):
            return (*way, OFF) if world.rules.table_edge == "lost" else tuple(way)
        point = world.table.snap(x, y)
        if point != way[-1]:
            way.append(point)
    return tuple(way)


def run_along(field: Situation, stand: int, way: tuple[int, ...]) -> tuple[int, ...]:
    """How much of a way a stand can really run: it stops before impassable ground and before enemies, and ends neither
    on a friend nor in contact with an enemy.
    """
    world = field.world
    side = world.owners[stand]
    heading = field.stands[stand].heading
    going = world.goings["vehicle" if world.kinds[stand].vehicle else "infantry"]
    enemies = [field.base(n) for n in field.on_table(1 - side)]
    friends = [field.base(n) for n in field.on_table(side) if n != stand]
    start = world.base(way[0], heading)
    barriers = [b for special in world.specials for b in special.barriers(field, stand) if not overlap(start, b)]
    fresh = [e for e in enemies if not base_within(start, e, CONTACT)]
    held = [e for e in enemies if base_within(start, e, CONTACT)]
    free = [way[0]]
    last = 0
    for point in way[1:]:
        if point == OFF:
            return (*free, OFF)
        base = world.base(point, heading)
        if going.ground.get(world.table.ground_at(point), 1) == 0 and not world.table.on_road(point):
            break
        if touches_any(base, fresh) or lies_on(base, held) or any(overlap(base, e) for e in barriers):
            break
        free.append(point)
        if not lies_on(base, friends) and not touches_any(base, held):
            last = len(free) - 1
    return tuple(free[: last + 1])


def retreat(field: Battlefield, stand: int, enemy: int, rule: str) -> None:
    """The loser of a close combat retreats 4 inches and takes a hit more (TC X3, X4, X10); leaders who have joined
    it go with it (TC X9).
    """
    leaders = field.followers(stand)
    if not field.hit(stand, rule):
        return
    before = field.base(stand).centre
    flee(field, stand, enemy, field.forced_move("retreat"), rule)
    for leader in leaders:
        _follow(field, leader, stand, before)


LINES = (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6)
"""The lines of a retreat, the nearest to the straight one first: up to a right angle, in steps of 15 degrees."""


def flee(field: Battlefield, stand: int, enemy: int, length: int, rule: str) -> None:
    """Move a stand away from an enemy, without anybody firing (TC X10).

    The straight line is taken if it is free, else the free one nearest to it. A line is free if only bases near
    its end, in its last inch, cut it short. With no free line the stand goes as far as it can; with no way
    at all, or straight over the edge of the table, it is lost. By options only the straight line counts, and the
    edge of the table stops a stand like any bar, which then stays if it cannot move at all.
    """
    flights, key = field.layout.flights, (stand, enemy, length)
    known = flights.get(key)
    if known is None:
        known = flights[key] = _flight(field, stand, enemy, length)
    what, end = known
    if what == "retreats":
        field.send(stand, replace(field.stands[stand], at=end))
        field.log("retreats", rule, stand=stand, point=end)
    elif what == "leaves":
        field.leave_table(stand, "TC X10")
    elif what != "stays":
        field.lose(stand, what, "TC X10")


def _flight(look: Situation, stand: int, enemy: int, length: int) -> tuple[str, int]:
    """How a stand gets away from an enemy, and where to: it retreats, leaves the table, stays, or is lost."""
    rules, point = look.world.rules, look.world.table.point
    ends: list[int] = []
    lost = "trapped"
    for turned in LINES if rules.barred_flight == "turns" else LINES[:1]:
        whole = away_from(look, stand, enemy, length, turned)
        way = run_along(look, stand, whole)
        end, full = way[-1], whole[-1]
        if end == OFF:
            if turned == 0:
                return "leaves", OFF
            lost = "ran_off"
        elif len(way) > 1:
            if full != OFF and within(point(end), point(full), 100):
                return "retreats", end
            ends.append(end)
    here, there = look.base(stand).centre, look.base(enemy).centre
    if not ends and rules.table_edge == "stops" and not look.world.inside(*toward(here, there, -length)):
        return "stays", OFF  # it has its back to the edge
    if not ends:
        return lost, OFF
    return "retreats", max(ends, key=lambda each: squared(here, point(each)))


def _follow(field: Battlefield, leader: int, stand: int, before: tuple[int, int]) -> None:
    """TC X9: a joined leader goes with its stand, and keeps his place beside it as well as he can."""
    if field.gone(leader) or field.gone(stand):
        return
    world = field.world
    base, old = field.base(stand), field.base(leader)
    place = base.x + old.x - before[0], base.y + old.y - before[1]
    others = [field.base(n) for n in field.on_table(world.owners[leader]) if n != leader]
    enemies = [field.base(n) for n in field.on_table(1 - world.owners[leader])]
    steps = range(-100, 101, 50)
    beside = [(base.x + dx, base.y + dy) for dx in steps for dy in steps if max(abs(dx), abs(dy)) == 100]
    for x, y in sorted(beside, key=lambda point: (squared(point, place), point)):
        if not world.inside(x, y) or not world.fits(at := world.table.position(x, y)):
            continue
        own = world.base(at, 0)
        if not any(overlap(own, each) for each in others) and not any(base_within(own, e, CONTACT) for e in enemies):
            field.change(leader, at=at)
            return


TURNS = (0, 1, -1, 2, -2, 3, -3)
"""Up to 45 degrees to either side, in steps of 15."""


def force_back(field: Battlefield, stand: int, enemy: int, rule: str) -> None:
    """TC V11, V16: the vehicle goes back 8 inches from the enemy; its owner picks the line within 45 degrees.

    One that a special rule of the scenario holds fast stays where it is (TC G4).
    """
    if field.why_not_move(stand):
        return
    field.log("forced_back", rule, stand=stand)
    field.next(FallBack(field.world.owners[stand], stand, enemy))


class FallBack(Decide, frozen=True, array_like=True, tag="fall_back"):
    """TC V11: which way a vehicle falls back."""

    stand: int
    enemy: int

    def ways(self, look: Situation) -> dict[int, int]:
        """Where each line ends, with the number of the line: those that go the full distance; if there are none, the
        longest; OFF if all leave the table.
        """
        known: dict[FallBack, dict[int, int]] = known_of(look, "ways_back")  # each verb asks
        if self not in known:
            known[self] = self._ways(look)
        return known[self]

    def _ways(self, look: Situation) -> dict[int, int]:
        length = look.forced_move("fall_back")
        found: dict[int, list[tuple[int, int]]] = {}
        for turned in TURNS if look.world.rules.forced_back_line == "owner" else TURNS[:1]:
            whole = away_from(look, self.stand, self.enemy, length, turned)
            way = run_along(look, self.stand, whole)
            rank = -1 if way[-1] == OFF else 1000 if way == whole else len(way)
            found.setdefault(rank, []).append((way[-1], turned))
        return dict(reversed(found[max(found)]))

    @verb("Fall back to", "point", menu="Fall back")
    def back(self, look: Situation) -> Targets:
        """The ends of the lines that stay on the table."""
        return tuple(sorted(point for point in self.ways(look) if point != OFF))

    @back.then
    def _do_back(self, field: Battlefield, point: int) -> None:
        field.change(self.stand, at=point)
        for rider in [n for n, s in enumerate(field.stands) if s.carrier == self.stand]:
            field.change(rider, at=point)
        field.log("falls_back", "TC V11", stand=self.stand, point=point)

    @verb("Leave the table")
    def leave(self, look: Situation) -> bool:
        """Only where every line leads off it."""
        return set(self.ways(look)) == {OFF}

    @leave.then
    def _do_leave(self, field: Battlefield, _: None) -> None:
        field.leave_table(self.stand, "TC V11")


CHAPTER = Chapter(
    name="running",
    procedures=(FallBack,),
    phrases={
        "fall_back?": "{stand:unit} falls back 8 inches: where to?",
        "ran_off": "{stand:unit} runs off the table",
        "trapped": "{stand:unit} cannot get away and is lost",
        "retreats": "{stand:unit} retreats to {point:point}",
        "forced_back": "{stand:unit} is forced back",
        "falls_back": "{stand:unit} falls back to {point:point}",
    },
)
