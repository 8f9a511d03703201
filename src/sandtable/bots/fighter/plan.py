"""The plan: which place each formation makes for, whether to take it, to hold it or to leave by it, and how much time
there is.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sandtable.board.lattice import distance
from sandtable.bots.fighter.ground import Ground
from sandtable.bots.fighter.worth import life
from sandtable.kernel.memo import cached_property
from sandtable.systems.tactical_combat.board import NOBODY, OFF
from sandtable.systems.tactical_combat.region import allowance
from sandtable.systems.tactical_combat.scenario import Objective
from sandtable.systems.tactical_combat.situation import Situation, base_near_point
from sandtable.systems.tactical_combat.special.base import marker_at
from sandtable.systems.tactical_combat.special.exits import Exit
from sandtable.systems.tactical_combat.special.foothold import Foothold
from sandtable.systems.tactical_combat.tables import LIMITS, PARALYZED

__all__ = ["THERE", "Aim", "Aims", "Plan"]

NEAR = 2000
"""An enemy within 20 inches of a place threatens it."""
TURN_ON_THE_WAY = 60
POINT = 300
"""A point for an objective weighs as much as five turns on the way."""
QUIET = 5
"""To hold what nobody threatens is worth a fifth."""
GUARD = 3
"""An attacker leaves only a guard at what it has taken: a third of what threatens it."""
ENOUGH = 1
"""Where as much as the enemy has is bound already, others had better go elsewhere."""
STEADY = 300
"""It takes a good reason to make for something else than in the last turn."""
DEFENDED = 100
"""What is strongly held is worth less: this much enemy life is a point of worth."""
THERE = 250
"""A stand this near to its goal is there."""
BARRED = 2
"""An exit at which a vehicle is worth this many points is worth barring."""
BESIDE = 50
"""A stand that fetches something goes right up to it."""
RESERVED = 2
"""Where there is more than one place to take, this many turns are kept for the next."""
POSTED = 1400
"""A prepared position this near to a place covers it."""


class Aim(msgspec.Struct, frozen=True):
    """A place to make for. With `hold` it is ours and to be kept, with `leave` one leaves the table there; else it is
    to be taken.
    """

    at: int
    hold: bool = False
    leave: bool = False
    near: int = THERE
    """A stand this near is there, in hundredths of an inch."""


class Goal(msgspec.Struct, frozen=True):
    """What a formation may be sent to: an objective, or a way off the table (ours to use, or the enemy's to bar)."""

    aim: Aim
    points: int
    each: int = 0
    """Points for every vehicle that leaves there."""
    other: int = 0
    """And for every other stand."""
    room: int = 0
    """The points that can still be had so."""


class Aims(msgspec.Struct):
    """What has been decided: the aim of each stand, and what is bound at each place."""

    of: dict[int, Aim | None] = {}
    before: dict[int, int] = {}
    """Where each stand made for in the last turn."""
    sent: dict[int, int] = {}

    def clear(self) -> None:
        """Decide again, but remember."""
        self.before.update((stand, aim.at) for stand, aim in self.of.items() if aim is not None)
        self.of.clear()
        self.sent.clear()


class Plan:
    """What a side wants, as far as the table shows it now."""

    def __init__(self, look: Situation, side: int, ground: Ground, aims: Aims | None = None) -> None:
        self._look = look
        self._side = side
        self._ground = ground
        self._aims = Aims() if aims is None else aims
        self._on_goal: dict[int, bool] = {}

    def aim(self, stand: int) -> Aim | None:
        """Where the stand should go."""
        found = self._aims.of
        if stand not in found:
            errand = self._errand(stand)
            if errand is not None:
                found[stand] = errand
            else:
                group = [stand, *(n for n in self._group(stand) if n not in found and self._errand(n) is None)]
                found.update(dict.fromkeys(group, None))
                self._send([n for n in group if self._look.stands[n].at != OFF and self._look.stands[n].hits > 0])
        return found[stand]

    @cached_property
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

    def way(self, stand: int, place: int) -> int:
        """How far the stand has to go to a place."""
        return self._ground.way_to(place, self._ground.legs(self._look, stand), self._look.stands[stand].at)

    def slack(self, stand: int) -> int:
        """How many turns the stand can spare on its way."""
        aim = self.aim(stand)
        left = max(0, self.distance(stand) - (THERE if aim is None else aim.near))
        step = max(1, allowance(self._look, stand))
        reserved = RESERVED if len(self._look.world.objectives) > 1 else 0
        return self.turns_left - reserved - -(-left // step)

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

    @cached_property
    def _defending(self) -> bool:
        """Whether the side had more to hold than to take when the battle began."""
        sides = self._look.game.sides
        held = [each.points for each in self._objectives if each.holder == sides[self._side]]
        return sum(held) > sum(each.points for each in self._objectives if each.holder == sides[1 - self._side])

    @property
    def _objectives(self) -> tuple[Objective, ...]:
        return tuple(getattr(self._look.game.scenario, "objective", ()))

    def on_goal(self, stand: int) -> bool:
        """Whether the stand counts for an objective where it is."""
        found = self._on_goal.get(stand)
        if found is None:
            base, radius = self._look.base(stand), LIMITS["objective_radius"]
            points = self._look.world.objective_points
            found = self._on_goal[stand] = any(base_near_point(base, point, radius) for point in points)
        return found

    def strength_near(self, place: int, side: int) -> int:
        """What a side has near a place that can still fight."""
        look, table = self._look, self._look.world.table
        here = table.point(place)
        return sum(
            life(look.world, n)
            for n in look.on_table(side)
            if look.stands[n].morale != PARALYZED and distance(look.base(n).centre, here) <= NEAR
        )

    # Who goes together

    def _group(self, stand: int) -> list[int]:
        """The others of its formation who go where it goes: vehicles by themselves, and each leader with his own men;
        those in a prepared position stay in it.
        """
        look, world = self._look, self._look.world
        return [
            n
            for n, s in enumerate(look.stands)
            if n != stand
            and world.member_of[n] == world.member_of[stand]
            and s.at != OFF
            and s.hits > 0
            and world.kinds[n].vehicle == world.kinds[stand].vehicle
            and self._leader(n) == self._leader(stand)
            and not self._posted(n)
        ]

    def _leader(self, stand: int) -> int:
        """Of several leaders of a formation the nearest; NOBODY if it has but one."""
        look, world = self._look, self._look.world
        leaders = [
            n for n in world.leaders if world.member_of[n] == world.member_of[stand] and look.stands[n].at != OFF
        ]
        if len(leaders) < 2 or world.rules.command[self._side] != "leaders" or look.stands[stand].at == OFF:
            return NOBODY
        point = world.table.point
        here = point(look.stands[stand].at)
        return min(leaders, key=lambda n: (distance(here, point(look.stands[n].at)), n))

    def _posted(self, stand: int) -> bool:
        """Whether a stand of a side that defends several places covers one of them from a prepared position."""
        look, world = self._look, self._look.world
        s, kind = look.stands[stand], world.kinds[stand]
        if len(world.objectives) < 2 or not self._defending or s.at == OFF or kind.vehicle or kind.leader:
            return False
        here = world.table.point(s.at)
        gap, nearest = min((distance(here, world.table.point(at)), n) for n, (_, at, _) in enumerate(world.objectives))
        held = look.board.holders[nearest] == self._side
        return held and gap <= POSTED and (world.cover_at(s.at) > 1 or kind.arm == "gun")

    def _errand(self, stand: int) -> Aim | None:
        """What one stand does by itself: fetch what a special rule has laid down for it, or stay at its post."""
        look = self._look
        if look.stands[stand].at == OFF:
            return None
        for special in look.world.specials:
            place = None if isinstance(special, Exit) else special.errand(look, stand)
            if place is not None:
                return Aim(place, near=BESIDE)
        return Aim(look.stands[stand].at, hold=True) if self._posted(stand) else None

    # What it goes for

    def arriving(self, stand: int, places: Sequence[int]) -> Aim | None:
        """Where a stand makes for that has yet to come, at one of these places: with the others of its formation, or
        else to what is best from the place that is best for it.
        """
        look, world = self._look, self._look.world
        mates = [
            n
            for n in look.on_table(self._side)
            if world.member_of[n] == world.member_of[stand] and world.kinds[n].vehicle == world.kinds[stand].vehicle
        ]
        if mates:
            self._aims.of[stand] = self.aim(mates[0])
            return self._aims.of[stand]
        legs = self._ground.legs(look, stand)
        nearest = [[min(self._ground.way_to(goal.aim.at, legs, place) for place in places)] for goal in self.goals]
        worths = [
            (self._worth(goal, [stand], ways), -number)
            for number, (goal, ways) in enumerate(zip(self.goals, nearest, strict=True))
        ]
        self._aims.of[stand] = self.goals[-max(worths)[1]].aim if worths else None
        return self._aims.of[stand]

    def _send(self, members: list[int]) -> None:
        """Give a group its aim. If enough have left by an exit already, it is sent elsewhere."""
        if not members:
            return
        look, sent = self._look, self._aims.sent
        ways = [
            [self._ground.way_to(goal.aim.at, self._ground.legs(look, n), look.stands[n].at) for n in members]
            for goal in self.goals
        ]
        worths = [(self._worth(goal, members, ways[number]), -number) for number, goal in enumerate(self.goals)]
        if not worths:
            self._aims.of.update(dict.fromkeys(members, self._hunt(members)))
            return
        number = -max(worths)[1]
        goal = self.goals[number]
        at, gone = goal.aim.at, members
        if goal.aim.leave:
            nearest = sorted(zip(ways[number], members, strict=True))
            gone = [n for _, n in nearest][: max(1, -(-(goal.room - sent.get(at, 0)) // max(1, goal.each)))]
        brought = (self._each(goal, n) if goal.aim.leave else life(look.world, n) for n in gone)
        sent[at] = sent.get(at, 0) + sum(brought)
        self._aims.of.update(dict.fromkeys(gone, goal.aim))
        self._send([n for n in members if n not in gone])

    @cached_property
    def goals(self) -> tuple[Goal, ...]:
        """All that is worth going to."""
        look = self._look
        held = look.board.holders
        found = [
            Goal(Aim(at, hold=held[number] == self._side), points * (2 if name in self._musts else 1))
            for number, (name, at, points) in enumerate(look.world.objectives)
            if held[number] == self._side or not self._stays_home
        ]
        for special in look.world.specials:
            if isinstance(special, Exit):
                at = look.world.table.snap(*marker_at(look, special.marker))
                room = special.most - special.points(look)
                if look.game.sides[self._side] != special.side:
                    if special.vehicle >= BARRED:
                        found.append(Goal(Aim(at, hold=True), special.vehicle))
                elif room > 0 and not self._must_still_take:
                    found.append(
                        Goal(Aim(at, leave=True, near=special.inches * 100), 0, special.vehicle, special.other, room)
                    )
        return tuple(found)

    @property
    def _stays_home(self) -> bool:
        """A side that only has to deny the attacker his goal does not leave it while it is held."""
        return bool(self._attacker) and not self.attacking and self._side in self._look.board.holders

    @property
    def _musts(self) -> dict[str, str]:
        """The places without which a side cannot win, each with that side."""
        places: dict[str, str] = getattr(self._look.world.victory, "must_hold", {})
        return {place: side for side, place in places.items()}

    @property
    def _must_still_take(self) -> bool:
        """Whether there is such a place, and the side does not hold it."""
        look = self._look
        return any(
            self._musts.get(name) == look.game.sides[self._side] and holder != self._side
            for (name, _, _), holder in zip(look.world.objectives, look.board.holders, strict=True)
        )

    def _worth(self, goal: Goal, members: list[int], ways: list[int]) -> int:
        """What a goal is worth to a formation: its points, less the way there; enough are soon enough."""
        look, at = self._look, goal.aim.at
        steps = [way // max(1, allowance(look, n)) for n, way in zip(members, ways, strict=True)]
        travel = sum(steps) // len(steps)
        steady = STEADY * (2 * sum(self._aims.before.get(n) == at for n in members) > len(members))
        if goal.aim.leave:
            soon = [n for n, step in zip(members, steps, strict=True) if step < self.turns_left]
            points = min(goal.room - self._aims.sent.get(at, 0), sum(self._each(goal, n) for n in soon))
            return POINT * points + steady - TURN_ON_THE_WAY * travel
        worth = POINT * (max(1, goal.points) + self._footholds(goal, len(members)))
        sent = self._aims.sent.get(at, 0)
        if goal.aim.hold:
            guards = not self._defending and not self._attacker
            threat = self.strength_near(at, 1 - self._side)
            if sent >= (threat // GUARD if guards else threat):
                worth //= QUIET
        elif travel > self.turns_left:
            worth = 0
        else:
            threat = self.strength_near(at, 1 - self._side)
            if sent > ENOUGH * threat:
                worth //= 2
            worth -= threat // DEFENDED
        return worth + steady - TURN_ON_THE_WAY * travel

    def _footholds(self, goal: Goal, stands: int) -> int:
        """The points that this many stands are worth at a goal at the end."""
        look = self._look
        here = look.world.table.point(goal.aim.at)
        return sum(
            min(special.most, special.points * stands)
            for special in look.world.specials
            if isinstance(special, Foothold) and look.game.sides[self._side] == special.side
            if look.world.table.zone(special.zone).holds(here)
        )

    def _each(self, goal: Goal, stand: int) -> int:
        return goal.each if self._look.world.kinds[stand].vehicle else goal.other

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
