"""Where the stands lie: what rules ask of it again and again, worked out once for as long as nobody moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.board.stands import Base, Screen
from sandtable.board.watching import Watch
from sandtable.systems.tactical_combat.board import NOBODY, OFF, Board, Stand
from sandtable.systems.tactical_combat.world import World

__all__ = ["Layout", "Part", "layout_of", "new_layout"]


class Part:
    """How the stands of one side lie: kept for as long as none of them moves, whatever the other side does.

    `standing` are the stands that stand on the table themselves. `named`, `companions`, `stops`, `watches`, `watched`,
    `near` and `passages` keep what was worked out of them: their bases by name, who has joined whom, what stops their
    fire, those of them who watch together, what they saw last of a mover and its way, whether any of them is near an
    objective, and where the other side's stands can pass them.
    """

    __slots__ = (
        *("companions", "known_box", "known_pairs", "named", "near"),
        *("passages", "standing", "stops", "watched", "watches"),
    )

    def __init__(self, standing: tuple[int, ...]) -> None:
        self.standing = standing
        self.known_pairs: list[tuple[int, Base]] | None = None
        self.known_box: tuple[int, int, int, int] | None = None
        self.named: Screen | None = None
        self.companions: dict[int, tuple[int, ...]] | None = None
        self.stops: dict[tuple[int, ...], Screen] = {}
        self.watches: dict[tuple[tuple[int, ...], tuple[int, ...]], Watch] = {}
        self.watched: tuple[list[int], tuple[int, ...], tuple[int, ...], int] | None = None
        self.near: dict[int, bool] = {}
        self.passages: dict[Any, Any] = {}

    def moved(self, stand: int, was: Base | None, now: Base) -> Part:
        """The same after one of its stands has moved on the table, with what is easily known of it."""
        other = Part(self.standing)
        if self.known_pairs is not None:
            other.known_pairs = self.known_pairs.copy()
            other.known_pairs[self.standing.index(stand)] = stand, now
        if self.known_box is not None and was is not None:
            west, east, south, north = self.known_box
            if west < was.x < east and south < was.y < north:  # others lie on all sides of the box
                x, y = now.x, now.y
                if west <= x <= east and south <= y <= north:
                    other.known_box = self.known_box
                else:
                    other.known_box = min(west, x), max(east, x), min(south, y), max(north, y)
        return other

    def pairs(self, bases: tuple[Base | None, ...]) -> list[tuple[int, Base]]:
        """Its stands, each with its base."""
        if self.known_pairs is None:
            self.known_pairs = [(n, base) for n in self.standing if (base := bases[n]) is not None]
        return self.known_pairs

    def box(self, bases: tuple[Base | None, ...]) -> tuple[int, int, int, int]:
        """How far west, east, south and north the centres of its stands lie; there must be some."""
        if self.known_box is None:
            xs = [base.x for _, base in self.pairs(bases)]
            ys = [base.y for _, base in self.pairs(bases)]
            self.known_box = min(xs), max(xs), min(ys), max(ys)
        return self.known_box


class Layout:
    """Where the stands lie. Boards that differ in other things share it; it is no part of a board's value.

    `bases` has the base of every stand, None for those off the table; `parts` how the stands of each side lie;
    `regions` and `flights` keep where each stand could go or flee to, `fled` how the stands lie when one has fled to a
    point or is lost, `openings` where a new leader could stand, `targets` at whom each stand could fire.
    """

    __slots__ = ("bases", "fled", "flights", "openings", "parts", "regions", "targets")

    def __init__(self, bases: tuple[Base | None, ...], parts: tuple[Part, Part]) -> None:
        self.bases = bases
        self.parts = parts
        self.regions: dict[Any, Any] = {}
        self.flights: dict[tuple[int, int, int], tuple[str, int]] = {}
        self.fled: dict[tuple[int, int], Layout] = {}
        self.openings: dict[int, tuple[int, ...]] = {}
        self.targets: dict[int, tuple[int, ...]] = {}

    def bases_of(self, side: int) -> list[tuple[int, Base]]:
        """The stands of a side that stand on the table, each with its base."""
        part = self.parts[side]
        return part.pairs(self.bases) if part.known_pairs is None else part.known_pairs

    def comes_near(self, side: int, west: int, east: int, south: int, north: int) -> bool:
        """Whether stands of a side may have their centres between these lines: mostly not, which is found quickly."""
        part = self.parts[side]
        if part.known_box is None and not part.standing:
            return False
        least_x, most_x, least_y, most_y = part.known_box or part.box(self.bases)
        return west <= most_x and least_x <= east and south <= most_y and least_y <= north

    def moved(self, world: World, stand: int, now: Stand) -> Layout:
        """The same after one stand has moved."""
        base = None if now.at == OFF else world.base(now.at, now.heading)
        bases, was = list(self.bases), self.bases[stand]
        bases[stand] = base
        side = world.owners[stand]
        part, other = self.parts[side], self.parts[1 - side]
        stands_now, stood = base is not None and now.carrier == NOBODY, stand in part.standing
        if stands_now and stood:
            assert base is not None
            mine = part.moved(stand, was, base)
            if part.near and was is not None:
                west, east, south, north = world.objective_box
                if not (west <= base.x <= east and south <= base.y <= north) and not (
                    west <= was.x <= east and south <= was.y <= north
                ):
                    mine.near = part.near  # nobody has come near an objective, or gone from one
        elif stands_now or stood:
            without = [n for n in part.standing if n != stand]
            mine = Part(tuple(sorted((*without, stand)) if stands_now else without))
        else:
            mine = Part(part.standing)
        return Layout(tuple(bases), (mine, other) if side == 0 else (other, mine))


def layout_of(world: World, board: Board) -> Layout:
    """Where the stands of a board lie; kept beside the board."""
    layout: Layout | None = board.__dict__.get("layout")
    if layout is None:
        layout = board.__dict__["layout"] = new_layout(world, board.stands)
    return layout


def new_layout(world: World, stands: Sequence[Stand]) -> Layout:
    """Where these stands lie."""
    bases = tuple([None if s.at == OFF else world.base(s.at, s.heading) for s in stands])
    stood = [n for n, s in enumerate(stands) if s.at != OFF and s.carrier == NOBODY]
    first, second = (Part(tuple([n for n in stood if world.owners[n] == side])) for side in (0, 1))
    return Layout(bases, (first, second))
