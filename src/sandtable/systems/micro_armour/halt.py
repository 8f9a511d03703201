"""The end of a stand's move: room for it, and the way it faces (MA 08.03.05b, 08.03.08)."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from sandtable.board.stands import HEADINGS, Base, overlap
from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.procedure import Decide, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.micro_armour.board import Situation
from sandtable.systems.micro_armour.field import Battlefield
from sandtable.systems.micro_armour.region import NEAR


def _least_turns(own: int) -> tuple[int, ...]:
    return tuple(sorted(range(HEADINGS), key=lambda to: min((to - own) % HEADINGS, (own - to) % HEADINGS)))


LEAST_TURNS = tuple(_least_turns(own) for own in range(HEADINGS))
"""For each heading the others, the least turn first."""
ALL_FREE = (1 << HEADINGS) - 1
EVERY_WAY = tuple(range(HEADINGS))

__all__ = ["CHAPTER", "Face", "Halted", "headings_in_order"]

NO_ROOM = Reason("turned so, it would lie on another stand", "MA 08.03.05a")


def free_headings(look: Situation, stand: int, at: int) -> list[int]:
    """The headings in which a stand would lie on no other there, the least turn first."""
    turns = LEAST_TURNS[look.stands[stand].heading]
    x, y = look.world.table.point(at)
    free = ALL_FREE
    for n, base in enumerate(look.layout.bases):
        if base is not None and n != stand and -NEAR < base.x - x < NEAR and -NEAR < base.y - y < NEAR:
            free &= _free_beside(base.x - x, base.y - y, base.heading)
    if free == ALL_FREE:
        return list(turns)
    return [heading for heading in turns if free >> heading & 1]


def headings_in_order(look: Situation, stand: int, at: int) -> tuple[int, ...]:
    """The same headings in their own order."""
    free = free_headings(look, stand, at)
    return EVERY_WAY if len(free) == HEADINGS else tuple(sorted(free))


@lru_cache(maxsize=4096)
def _free_beside(east: int, north: int, heading: int) -> int:
    """The headings, a bit each, in which a stand does not lie on one that is so far off and faces this way."""
    other = Base(east, north, heading)
    return sum(1 << own for own in range(HEADINGS) if not overlap(Base(0, 0, own), other))


class Halted(Step, frozen=True, array_like=True, tag="halted"):
    """A move is over. `went` says whether it has moved; None: it was forced to halt."""

    stand: int
    went: bool | None
    trail: tuple[int, ...]

    def run(self, field: Battlefield) -> None:
        """MA 08.03.05b: off a friend it goes back; then its owner turns it, unless it was stopped."""
        s = field.stands[self.stand]
        moved = self.went is not False or s.spent > 0
        at, heading = self._settled(field)
        field.put(self.stand, replace(s, at=at, heading=heading, moving=False, by_road=False, moved=moved))
        if at != s.at:
            field.log("goes_back", "MA 08.03.05b", stand=self.stand, point=at)
        if self.went is not None:
            field.next(Face(field.world.owners[self.stand], self.stand))

    def _settled(self, look: Situation) -> tuple[int, int]:
        """Where it is, turned as little as needed; or back along its way to the first point with room for it."""
        s = look.stands[self.stand]
        for point in (s.at, *reversed(self.trail)):
            fitting = free_headings(look, self.stand, point)
            if fitting:
                return point, fitting[0]
        return s.at, s.heading


class Face(Decide, frozen=True, array_like=True, tag="face"):
    """MA 08.03.08: at the end of its move a stand is turned as its owner likes."""

    stand: int

    @verb("Face", "heading", otherwise=NO_ROOM)
    def face(self, look: Situation) -> Targets:
        """Any heading in which the base lies on no other."""
        return headings_in_order(look, self.stand, look.stands[self.stand].at)

    @face.then
    def _do_face(self, field: Battlefield, heading: int) -> None:
        if heading != field.stands[self.stand].heading:
            field.change(self.stand, heading=heading, moved=True)
            field.log("turns", "MA 08.03.08", stand=self.stand)

    @verb("Stay as it is")
    def stay(self, look: Situation) -> bool:
        """Keep the heading."""
        return True

    @stay.then
    def _do_stay(self, field: Battlefield, _: None) -> None:
        pass


CHAPTER = Chapter(
    name="halt",
    procedures=(
        Halted,
        Face,
    ),
    phrases={
        "face?": "Which way does {stand:unit} face?",
        "turns": "{stand:unit} turns",
        "goes_back": "{stand:unit} goes back to {point:point} to make room",
    },
)
