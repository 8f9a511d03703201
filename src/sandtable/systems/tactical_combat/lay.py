"""Where the stands lie: what rules ask of it again and again, worked out once for as long as nobody moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.board.stands import Base, Screen
from sandtable.board.watching import Watch
from sandtable.kernel.field import with_entry
from sandtable.systems.tactical_combat.board import NOBODY, OFF, Board, Stand
from sandtable.systems.tactical_combat.world import World

__all__ = ["Lay", "Part", "lay_of", "new_lay"]


class Part:
    """How the stands of one side lie: kept for as long as none of them moves, whatever the other side does.

    `standing` are the stands that stand on the table themselves. `named`, `companions`, `stops`, `watches` and `near`
    keep what was worked out of them: their bases by name, who has joined whom, what stops their fire, those of them who
    watch together, and whether any of them is near an objective.
    """

    __slots__ = ("_box", "_pairs", "companions", "named", "near", "standing", "stops", "watches")

    def __init__(self, standing: tuple[int, ...]) -> None:
        self.standing = standing
        self._pairs: list[tuple[int, Base]] | None = None
        self._box: tuple[int, int, int, int] | None = None
        self.named: Screen | None = None
        self.companions: dict[int, tuple[int, ...]] | None = None
        self.stops: dict[tuple[int, ...], Screen] = {}
        self.watches: dict[tuple[tuple[int, ...], tuple[int, ...]], Watch] = {}
        self.near: dict[int, bool] = {}

    def pairs(self, bases: tuple[Base | None, ...]) -> list[tuple[int, Base]]:
        """Its stands, each with its base."""
        if self._pairs is None:
            self._pairs = [(n, base) for n in self.standing if (base := bases[n]) is not None]
        return self._pairs

    def box(self, bases: tuple[Base | None, ...]) -> tuple[int, int, int, int]:
        """How far west, east, south and north the centres of its stands lie; there must be some."""
        if self._box is None:
            xs = [base.x for _, base in self.pairs(bases)]
            ys = [base.y for _, base in self.pairs(bases)]
            self._box = min(xs), max(xs), min(ys), max(ys)
        return self._box


class Lay:
    """Where the stands lie. Boards that differ in other things share it; it is no part of a board's value.

    `bases` has the base of every stand, None for those off the table; `parts` how the stands of each side lie;
    `regions` and `flights` keep where each stand could go or flee to, `openings` where a new leader could stand.
    """

    __slots__ = ("bases", "flights", "openings", "parts", "regions")

    def __init__(self, bases: tuple[Base | None, ...], parts: tuple[Part, Part]) -> None:
        self.bases = bases
        self.parts = parts
        self.regions: dict[Any, Any] = {}
        self.flights: dict[tuple[int, int, int], tuple[str, int]] = {}
        self.openings: dict[int, tuple[int, ...]] = {}

    def bases_of(self, side: int) -> list[tuple[int, Base]]:
        """The stands of a side that stand on the table, each with its base."""
        return self.parts[side].pairs(self.bases)

    def comes_near(self, side: int, west: int, east: int, south: int, north: int) -> bool:
        """Whether stands of a side may have their centres between these lines: mostly not, which is found quickly."""
        part = self.parts[side]
        if not part.standing:
            return False
        least_x, most_x, least_y, most_y = part.box(self.bases)
        return west <= most_x and least_x <= east and south <= most_y and least_y <= north

    def moved(self, world: World, stand: int, now: Stand) -> Lay:
        """The same after one stand has moved."""
        base = None if now.at == OFF else world.base(now.at, now.heading)
        bases = with_entry(self.bases, stand, base)
        side = world.owners[stand]
        standing = self.parts[side].standing
        stands_now = now.at != OFF and now.carrier == NOBODY
        if (stand in standing) != stands_now:
            without = [n for n in standing if n != stand]
            standing = tuple(sorted((*without, stand)) if stands_now else without)
        mine, other = Part(standing), self.parts[1 - side]
        return Lay(bases, (mine, other) if side == 0 else (other, mine))


def lay_of(world: World, board: Board) -> Lay:
    """Where the stands of a board lie; kept beside the board."""
    lay: Lay | None = board.__dict__.get("lay")
    if lay is None:
        lay = board.__dict__["lay"] = new_lay(world, board.stands)
    return lay


def new_lay(world: World, stands: Sequence[Stand]) -> Lay:
    """Where these stands lie."""
    bases = tuple([None if s.at == OFF else world.base(s.at, s.heading) for s in stands])
    stood = [n for n, s in enumerate(stands) if s.at != OFF and s.carrier == NOBODY]
    first, second = (Part(tuple([n for n in stood if world.owners[n] == side])) for side in (0, 1))
    return Lay(bases, (first, second))
