"""Where the stands lie: what rules ask of it again and again, worked out once for as long as nobody moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sandtable.board.stands import Base

if TYPE_CHECKING:
    from sandtable.systems.tactical_combat.board import Board, Stand, World

__all__ = ["NOBODY", "OFF", "Lay", "lay_of", "new_lay"]

OFF = -1
"""The position of a stand that is not on the table."""
NOBODY = -1


class Lay:
    """Where the stands lie. Boards that differ in other things share it; it is no part of a board's value.

    `bases` has the base of every stand, None for those off the table; `standing` the stands of each side that stand on
    the table themselves. `named`, `regions`, `flights`, `holders` and `companions` keep what was worked out of them:
    the bases of a side by name, where each stand could go or flee to, who holds an objective, and who has joined whom.
    """

    __slots__ = ("_pairs", "bases", "companions", "flights", "holders", "named", "regions", "standing")

    def __init__(self, bases: tuple[Base | None, ...], standing: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
        self.bases = bases
        self.standing = standing
        self._pairs: dict[int, list[tuple[int, Base]]] = {}
        self.named: dict[int, dict[str, Base]] = {}
        self.regions: dict[Any, Any] = {}
        self.flights: dict[tuple[int, int, int], tuple[str, int]] = {}
        self.holders: dict[int, int] = {}
        self.companions: dict[int, list[int]] = {}

    def bases_of(self, side: int) -> list[tuple[int, Base]]:
        """The stands of a side that stand on the table, each with its base."""
        pairs = self._pairs.get(side)
        if pairs is None:
            bases = self.bases
            pairs = self._pairs[side] = [(n, bases[n]) for n in self.standing[side]]  # type: ignore[misc]
        return pairs

    def moved(self, world: World, stand: int, now: Stand) -> Lay:
        """The same after one stand has moved."""
        base = None if now.at == OFF else world.base(now.at, now.heading)
        bases = (*self.bases[:stand], base, *self.bases[stand + 1 :])
        side = world.owners[stand]
        mine, other = self.standing[side], self.standing[1 - side]
        stands_now = now.at != OFF and now.carrier == NOBODY
        if (stand in mine) != stands_now:
            mine = tuple(sorted((*mine, stand))) if stands_now else tuple([n for n in mine if n != stand])
        lay = Lay(bases, (mine, other) if side == 0 else (other, mine))
        if 1 - side in self._pairs:
            lay._pairs[1 - side] = self._pairs[1 - side]
        return lay


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
    first, second = (tuple([n for n in stood if world.owners[n] == side]) for side in (0, 1))
    return Lay(bases, (first, second))
