"""Set-up and arrivals: how stands come on to the table."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec.structs import replace

from sandtable.board.freepoints import FreePoints
from sandtable.board.lattice import STEP
from sandtable.board.stands import Base, base_within, heading_to, overlap
from sandtable.board.table import Table
from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.phrase import Said
from sandtable.kernel.procedure import Decide, Sealed, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tactical_combat.board import OFF
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.situation import CONTACT, Situation

__all__ = [
    "CHAPTER",
    "Arrive",
    "Deploy",
    "Deployed",
    "SetUp",
    "arrival_zone",
    "arriving",
    "closed_by",
    "free_points",
    "in_the_way",
    "places_for",
    "to_place",
]

OUT_OF_ZONE = Reason("set it up in zone {zone}, on no other stand and on ground it can enter")
NOT_FREE = Reason("a stand arrives in its zone, on ground it can enter, on no other stand and not touching an enemy")

NEAR = 200
"""Two bases whose centres are farther apart than this, east or north, neither overlap nor touch."""


class SetUp(Step, frozen=True, array_like=True, tag="set_up"):
    """Both sides place their stands at the same time and in secret, each in its zones."""

    def run(self, field: Battlefield) -> None:
        """Ask both."""
        field.together(*(self._part(field, side) for side in (0, 1)))

    def _part(self, field: Battlefield, side: int) -> Deploy | Deployed:
        return Deploy(side) if to_place(field, side) else Deployed(side)


def to_place(look: Situation, side: int) -> tuple[int, ...]:
    """The stands that a side sets up before play."""
    return look.world.set_up_by[side]


def places_for(look: Situation, stand: int, taken: Iterable[int]) -> FreePoints:
    """The points of a stand's zone where its base lies on none of those at `taken`, on ground it can enter."""
    world = look.world
    zone, vehicle = world.formations[world.member_of[stand]].zone, world.kinds[stand].vehicle
    points, rank = world.zone_points(zone, vehicle=vehicle), world.zone_ranks(zone, vehicle=vehicle)
    return FreePoints(points, rank, _beside(world.table, taken))


def _beside(table: Table, taken: Iterable[int]) -> set[int]:
    """The points at which a base would lie on one at these points, on a table to which all bases are square."""
    columns = table.columns
    steps = (-columns - 1, -columns, -columns + 1, -1, 0, 1, columns - 1, columns, columns + 1)
    return {point + step for point in taken for step in steps}


class Deploy(Decide, frozen=True, array_like=True, tag="deploy"):
    """One side sets up, stand by stand."""

    sets_up = True

    points: tuple[int, ...] = ()

    def _next(self, look: Situation) -> int:
        return to_place(look, self.side)[len(self.points)]

    def prompt(self, look: Situation) -> Said:
        """Which stand is next."""
        return look.say("deploy?", stand=self._next(look))

    @verb("Place at", "point", menu="Place")
    def place(self, look: Situation) -> Targets:
        """Free points of the stand's zone."""
        return places_for(look, self._next(look), self.points)

    @place.then
    def _do_place(self, field: Battlefield, point: int) -> None:
        points = (*self.points, point)
        done = len(points) == len(to_place(field, self.side))
        field.next(Deployed(self.side, points) if done else Deploy(self.side, points))

    @place.check
    def _why_not_place(self, look: Situation, point: int) -> Reason | None:
        world, stand = look.world, self._next(look)
        if point in places_for(look, stand, self.points):
            return None
        return OUT_OF_ZONE.of(zone=world.formations[world.member_of[stand]].zone)

    @verb("Set up the rest as suggested")
    def rest(self, look: Situation) -> bool:
        """As long as nothing was placed where the suggestion needs room."""
        return not self.points or self._fits(look)

    def _fits(self, look: Situation) -> bool:
        left = [look.world.places[n] for n in to_place(look, self.side)[len(self.points) :]]
        return _beside(look.world.table, self.points).isdisjoint(left)

    @rest.then
    def _do_rest(self, field: Battlefield, _: None) -> None:
        mine = to_place(field, self.side)
        rest = tuple(field.world.places[n] for n in mine[len(self.points) :])
        field.next(Deployed(self.side, (*self.points, *rest)))


class Deployed(Sealed, frozen=True, array_like=True, tag="deployed"):
    """A side's set-up, until both are done."""

    side: int
    points: tuple[int, ...] = ()

    def reveal(self, field: Battlefield) -> None:
        """The stands are put on the table, facing the enemy's side of it."""
        world = field.world
        table = world.table
        middle = (table.width // 2, table.height // 2)
        placed = {}
        for n, point in zip(to_place(field, self.side), self.points, strict=True):
            heading = 0
            if world.kinds[n].faces and table.point(point) != middle:
                heading = (heading_to(table.point(point), middle) + 3) // 6 * 6 % 24  # square, to lie on no other
            placed[n] = replace(field.stands[n], at=point, hits=world.full_hits[n], heading=heading)
        field.put_stands(placed)
        field.log("deployed", "TC S1", side=self.side)


def arriving(look: Situation, side: int) -> list[int]:
    """The stands of a side that are due and not on the table yet."""
    world, stands = look.world, look.stands
    if not world.late[side]:
        return []
    off = [n for n in world.stands_of[side] if stands[n].at == OFF and stands[n].hits]
    due = [n for n in off if world.arrivals[n] <= look.turn]
    return [n for n in due if not any(special.kept_away(look, n) for special in world.specials)]


def arrival_zone(look: Situation, stand: int) -> str:
    """Where a stand arrives: its formation's zone, unless a special rule names another (TC G4)."""
    world = look.world
    named = [special.arrival_zone(look, stand) for special in world.specials]
    return next((zone for zone in named if zone), world.formations[world.member_of[stand]].zone)


def free_points(look: Situation, stand: int) -> tuple[int, ...]:
    """The points of a stand's arrival zone where its base lies on no friend and touches no enemy."""
    world = look.world
    side = world.owners[stand]
    zone, vehicle = arrival_zone(look, stand), world.kinds[stand].vehicle
    points, rank = world.zone_points(zone, vehicle=vehicle), world.zone_ranks(zone, vehicle=vehicle)
    west, east, south, north = world.zone_box(zone, vehicle=vehicle)
    closed: set[int] = set()
    for each in (0, 1):
        for other, base in look.layout.bases_of(each):
            if west <= base.x <= east and south <= base.y <= north and other != stand:
                closed.update(closed_by(world.table, base, friend=each == side))
    free: list[int] = []
    first = 0
    for number in sorted([rank[point] for point in closed if point in rank]):
        free += points[first:number]
        first = number + 1
    return (*free, *points[first:]) if free or first else points


def closed_by(table: Table, base: Base, *, friend: bool) -> list[int]:
    """The points of the table on which another base would lie on this one or, if it is an enemy's, touch it."""
    columns, rows = table.columns, table.rows
    column, row = base.x // STEP, base.y // STEP
    there = [(column + east, row + north) for east, north in _closed_around(base.heading, base.side, friend)]
    return [north * columns + east for east, north in there if 0 <= east < columns and 0 <= north < rows]


@lru_cache(maxsize=256)
def _closed_around(heading: int, side: int, friend: bool) -> tuple[tuple[int, int], ...]:
    """The same around a base of this heading and side, as columns and rows from its centre."""
    base, steps = Base(0, 0, heading, side), range(-NEAR // STEP, NEAR // STEP + 1)
    around = [(east, north, Base(STEP * east, STEP * north)) for east in steps for north in steps]
    return tuple(
        (east, north)
        for east, north, own in around
        if (overlap(own, base) if friend else base_within(own, base, CONTACT))
    )


def in_the_way(look: Situation, stand: int, point: int) -> bool:
    """Whether a stand's base would lie on a friend there, or touch an enemy."""
    world = look.world
    side = world.owners[stand]
    own = world.base(point, 0)
    x, y = own.centre
    others = [n for each in (0, 1) for n in look.on_table(each) if n != stand]
    near = [n for n in others if abs(look.base(n).x - x) <= NEAR and abs(look.base(n).y - y) <= NEAR]
    return any(
        overlap(own, look.base(n)) if world.owners[n] == side else base_within(own, look.base(n), CONTACT) for n in near
    )


class Arrive(Decide, frozen=True, array_like=True, tag="arrive"):
    """TC G4: a stand that comes later is placed in its zone, clear of the enemy, or held back."""

    stand: int

    @verb("Place at", "point", menu="Place", otherwise=NOT_FREE)
    def place(self, look: Situation) -> Targets:
        """Free points of its zone that touch no enemy."""
        return free_points(look, self.stand)

    @place.then
    def _do_place(self, field: Battlefield, point: int) -> None:
        table = field.world.table
        heading = heading_to(table.point(point), (table.width // 2, table.height // 2))
        field.change(self.stand, at=point, heading=heading if field.world.kinds[self.stand].faces else 0)
        field.log("arrives", "TC G4", stand=self.stand, point=point)
        for special in field.world.specials:
            special.arrived(field, self.stand)

    @verb("Hold it back")
    def later(self, look: Situation) -> bool:
        """It may come on a later turn."""
        return True

    @later.then
    def _do_later(self, field: Battlefield, _: None) -> None:
        pass


CHAPTER = Chapter(
    name="setup",
    procedures=(
        SetUp,
        Deploy,
        Deployed,
        Arrive,
    ),
    phrases={
        "deploy?": "Set up your stands: {stand:unit} next.",
        "arrive?": "{stand:unit} arrives: where?",
        "deployed": "{side:side} has set up",
        "arrives": "{stand:unit} arrives at {point:point}",
    },
)
