"""What a side is after, by the way its scenario is won: a place to reach, ground to hold, or the enemy himself."""

from __future__ import annotations

from functools import cached_property
from math import isqrt

from sandtable.board.lattice import distance, inches
from sandtable.board.stands import heading_to
from sandtable.bots.tanker.stakes import Stakes
from sandtable.systems.micro_armour.board import Situation
from sandtable.systems.micro_armour.victory import Clause

__all__ = ["Aim"]

CLOSE = 1400
"""Nearer to the enemy than this a tank need not go."""


class Aim:
    """The aim of a side at one moment: how far a stand is from it, and which way it lies."""

    def __init__(self, look: Situation, side: int) -> None:
        self.look = look
        self.side = side
        self.stakes = Stakes(look, side)
        self._near: dict[tuple[int, int], int] = {}

    @cached_property
    def clauses(self) -> list[Clause]:
        """The side's own ways to win that are about ground."""
        sides = self.look.game.sides
        found = self.look.world.victory.clause
        return [each for each in found if each.side == sides[self.side] and not each.draw]

    @cached_property
    def holds(self) -> bool:
        """Whether it is for the other side to come: this one is on the table already, or wins if nothing happens; or
        nothing that it can still do makes the end any better.
        """
        standing = self.stakes.standing
        if standing.keeps or standing.hopeless:
            return True
        world, sides = self.look.world, self.look.game.sides
        deployed = [any(world.deployed[n] for n, owner in enumerate(world.owners) if owner == each) for each in (0, 1)]
        return world.victory.otherwise == sides[self.side] or (deployed[self.side] and not deployed[1 - self.side])

    @cached_property
    def area(self) -> tuple[int, int] | None:
        """The strip across the table that the side must get into: its lower and its upper edge."""
        for clause in self.clauses:
            if (clause.stands or clause.outnumber) and (clause.south_of or clause.north_of):
                high = inches(clause.south_of) if clause.south_of else self.look.world.table.height
                return inches(clause.north_of), high
        return None

    @cached_property
    def enemies(self) -> list[tuple[int, int]]:
        """Where the enemies are; before they have come, where they will come from, as far as the middle."""
        look = self.look
        found = [look.base(n).centre for n in look.on_table(1 - self.side)]
        if found:
            return found
        table = look.world.table
        return [(table.width // 2, table.height // 2)]

    @cached_property
    def goals(self) -> dict[int, tuple[int, int]]:
        """For each stand an objective to take or to keep: those of a company go together."""
        look, world = self.look, self.look.world
        if not world.objectives or not any(clause.spots for clause in self.clauses):
            return {}
        spots = [world.table.point(at) for _, at in world.objectives]
        groups = sorted({world.companies[n] for n in look.alive(self.side)})
        held = look.board.holders
        # Every second company takes the far one once the near one is held.
        order = sorted(range(len(spots)), key=lambda n: (held[n] == self.side, distance(self._middle, spots[n]), n))
        return {n: spots[order[groups.index(world.companies[n]) % len(order)]] for n in look.alive(self.side)}

    @cached_property
    def _middle(self) -> tuple[int, int]:
        look = self.look
        table = look.world.table
        own = [look.base(n).centre for n in look.on_table(self.side)]
        if not own:
            edge = look.alive(self.side)[:1]
            points = look.world.zone_points[look.world.zones[edge[0]]] if edge else ()
            own = [table.point(point) for point in points] or [(table.width // 2, table.height // 2)]
        return sum(x for x, _ in own) // len(own), sum(y for _, y in own) // len(own)

    def distance(self, stand: int, x: int, y: int) -> float:
        """How far a place is from the stand's aim, in inches; less when there is no hurry."""
        if self.area is not None:
            low, high = self.area
            return max(0, y - high + 100, low - y + 100) / 100 * 2
        goal = self.goals.get(stand)
        if goal is not None:
            away = distance((x, y), goal) / 100
            return max(0.0, away - 2) * (0.5 + self.hurry)
        if self.holds:
            return 0.0
        return max(0, self.nearest(x, y) - CLOSE) / 100 * (0.5 + self.hurry)

    def nearest(self, x: int, y: int) -> int:
        """How far the nearest enemy is."""
        known = self._near.get((x, y))
        if known is None:
            known = self._near[x, y] = isqrt(min([(a - x) ** 2 + (b - y) ** 2 for a, b in self.enemies]))
        return known

    @cached_property
    def hurry(self) -> float:
        """From 0 at the start to 1 at the end."""
        return self.look.turn / self.look.world.turns

    def heading(self, stand: int, x: int, y: int) -> int:
        """The way to the enemy, for one who is not threatened."""
        spots = [spot for spot in self.enemies if spot != (x, y)]
        if not spots:
            return self.look.stands[stand].heading
        return heading_to((x, y), min(spots, key=lambda spot: (distance(spot, (x, y)), spot)))
