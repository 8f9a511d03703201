"""The plan: which place each formation makes for, whether to take it or to hold it, and how much time there is."""

from __future__ import annotations

from functools import cached_property

import msgspec

from sandtable.board.lattice import distance
from sandtable.bots.fighter.ground import Ground
from sandtable.bots.fighter.worth import life
from sandtable.systems.tactical_combat.board import NOBODY, OFF, Situation, base_near_point
from sandtable.systems.tactical_combat.region import allowance
from sandtable.systems.tactical_combat.tables import LIMITS, PARALYZED

__all__ = ["Aim", "Plan"]

NEAR = 2000
"""An enemy within 20 inches of a place threatens it."""
TURN_ON_THE_WAY = 60
POINT = 300
"""A point for an objective weighs as much as five turns on the way."""
QUIET = 5
"""To hold what nobody threatens is worth a fifth."""
THERE = 250
"""A stand this near to its goal is there."""


class Aim(msgspec.Struct, frozen=True):
    """A place to make for. With `hold` it is ours and to be kept; else it is to be taken."""

    at: int
    hold: bool


class Plan:
    """What a side wants, as far as the table shows it now."""

    def __init__(self, look: Situation, side: int, ground: Ground) -> None:
        self._look = look
        self._side = side
        self._ground = ground
        self._aims: dict[int, Aim | None] = {}
        self._sent: dict[int, int] = {}

    def aim(self, stand: int) -> Aim | None:
        """Where the stand's formation should go."""
        formation = self._look.world.member_of[stand]
        if formation not in self._aims:
            self._aims[formation] = self._choose(formation)
        return self._aims[formation]

    @property
    def turns_left(self) -> int:
        """The turns that are left, this one included."""
        return self._look.world.turns - self._look.turn + 1

    def distance(self, stand: int, place: int | None = None) -> int:
        """How far the stand has to go from a place, or from where it is, to its goal."""
        aim = self.aim(stand)
        if aim is None:
            return 0
        place = self._look.stands[stand].at if place is None else place
        return self._ground.way_to(aim.at, self._ground.legs(self._look, stand), place)

    def slack(self, stand: int) -> int:
        """How many turns the stand can spare on its way."""
        left = max(0, self.distance(stand) - THERE)
        step = max(1, allowance(self._look, stand))
        return self.turns_left - -(-left // step)

    @property
    def _attacker(self) -> str:
        """The side that a scenario names as the attacker; scenarios with victory rules of their own may not."""
        return getattr(self._look.world.victory, "attacker", "")

    @cached_property
    def attacking(self) -> bool:
        """Whether the side must take something to win."""
        if self._attacker:
            return bool(self._look.game.sides[self._side] == self._attacker)
        return any(holder != self._side for holder in self._look.board.holders)

    def on_goal(self, stand: int) -> bool:
        """Whether the stand counts for an objective where it is."""
        look = self._look
        return any(
            base_near_point(look.base(stand), look.world.table.point(at), LIMITS["objective_radius"])
            for _, at, _ in look.world.objectives
        )

    def strength_near(self, place: int, side: int) -> int:
        """What a side has near a place that can still fight."""
        look, table = self._look, self._look.world.table
        here = table.point(place)
        return sum(
            life(look.world, n)
            for n in look.on_table(side)
            if look.stands[n].morale != PARALYZED and distance(look.base(n).centre, here) <= NEAR
        )

    def _choose(self, formation: int) -> Aim | None:
        world, look = self._look.world, self._look
        members = [
            n for n, s in enumerate(look.stands) if world.member_of[n] == formation and s.at != OFF and s.hits > 0
        ]
        if not members:
            return None
        worths = [
            (self._worth(number, members), -number)
            for number in range(len(world.objectives))
            if look.board.holders[number] == self._side or not self._stays_home
        ]
        if not worths:
            return self._hunt(members)
        number = -max(worths)[1]
        held = look.board.holders[number] == self._side
        self._sent[number] = self._sent.get(number, 0) + sum(life(world, n) for n in members)
        return Aim(world.objectives[number][1], held)

    @property
    def _stays_home(self) -> bool:
        """A side that only has to deny the attacker his goal does not leave it while it is held."""
        return bool(self._attacker) and not self.attacking and self._side in self._look.board.holders

    def _worth(self, number: int, members: list[int]) -> int:
        """What an objective is worth to a formation: its points, less the way there; enough are soon enough."""
        look = self._look
        _, at, points = look.world.objectives[number]
        steps = [
            self._ground.way_to(at, self._ground.legs(look, n), look.stands[n].at) // max(1, allowance(look, n))
            for n in members
        ]
        travel = sum(steps) // len(steps)
        worth = POINT * max(1, points)
        if look.board.holders[number] == self._side:
            threat = self.strength_near(at, 1 - self._side)
            if self._sent.get(number, 0) >= threat:
                worth //= QUIET
        elif travel > self.turns_left:
            worth = 0
        return worth - TURN_ON_THE_WAY * travel

    def _hunt(self, members: list[int]) -> Aim | None:
        """Without objectives the stronger side goes for the nearest enemy; the weaker waits for him."""
        look = self._look
        enemies = look.on_table(1 - self._side)
        ours, theirs = (sum(life(look.world, n) for n in look.on_table(side)) for side in (self._side, 1 - self._side))
        if not enemies or ours <= theirs:
            return None
        lead = next((n for n in members if look.stands[n].carrier == NOBODY), members[0])
        at = min(enemies, key=lambda n: (distance(look.base(lead).centre, look.base(n).centre), n))
        return Aim(look.stands[at].at, False)
