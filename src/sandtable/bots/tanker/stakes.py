"""The stakes: where the side stands by the scenario's victory rule, and how many stands it can still spare."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from msgspec.structs import replace

from sandtable.bots.standing import WIN, Standing, outcome_of
from sandtable.systems.micro_armour.board import OFF, Situation, Stand
from sandtable.systems.micro_armour.field import Battlefield

__all__ = ["Stakes", "outcome"]

MOST_SPARED = 3
"""With this many stands to spare nobody counts them."""
KILLS_A_TURN = 1
"""A stand may well destroy this many a turn: it fires in two phases, and at movers."""


def outcome(look: Situation, side: int, lost: Collection[int] = (), came: Collection[int] = ()) -> int:
    """How the game ends for the side by the victory rule if it ends with this turn, once these stands have come on
    and those are lost.
    """
    stands = list(look.stands)
    for stand in came:
        stands[stand] = replace(stands[stand], at=look.world.zone_points[look.world.zones[stand]][0])
    for stand in lost:
        stands[stand] = Stand(alive=False)
    field = Battlefield(look.game, replace(look.board, stands=tuple(stands)) if lost or came else look.board)
    victory = look.world.victory
    victory.hold(field)
    victory.decide(field, last=True)
    assert field.result is not None
    return outcome_of(field.result.winner, side)


class Stakes:
    """What is at stake for a side at one moment."""

    def __init__(self, look: Situation, side: int) -> None:
        self._look = look
        self._side = side

    @cached_property
    def standing(self) -> Standing:
        """Where the side stands."""
        look, side = self._look, self._side
        turns_left = look.world.turns - look.turn + 1
        kills = KILLS_A_TURN * len((*look.on_table(side), *self._coming)) * turns_left
        now = outcome(look, side)
        best = max(now, outcome(look, side, look.alive(1 - side)[:kills], self._coming))
        return Standing(now, WIN if self._ground else best, turns_left)

    @cached_property
    def _coming(self) -> tuple[int, ...]:
        """The stands behind the edge that can still come on: only those that never do count as lost (MA SCN entry)."""
        look, world = self._look, self._look.world
        return tuple(
            n for n in look.alive(self._side) if look.stands[n].at == OFF and world.idle_until[n] <= world.turns
        )

    @property
    def _ground(self) -> bool:
        """Whether the side can win by being somewhere."""
        name = self._look.game.sides[self._side]
        clauses = [each for each in self._look.world.victory.clause if each.side == name]
        return any(each.stands or each.outnumber or each.spots for each in clauses)

    @cached_property
    def spare(self) -> int:
        """How many of its stands the side can lose and still win by destroying the enemy; -1 if it no longer can."""
        look, side = self._look, self._side
        own, enemies = look.alive(side), look.alive(1 - side)
        for count in range(min(MOST_SPARED, len(own) - 1), -1, -1):
            if outcome(look, side, (*enemies, *own[:count]), self._coming) == WIN:
                return count
        return -1
