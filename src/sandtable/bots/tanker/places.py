"""Places: how good it is to stand somewhere, and how to face there: shelter, the front to the enemy, a shot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import msgspec

from sandtable.board.lattice import distance
from sandtable.board.stands import HEADINGS, heading_to
from sandtable.board.tablesight import visible
from sandtable.bots.tanker.aims import Aim
from sandtable.bots.tanker.ground import Ground, Post
from sandtable.bots.tanker.shots import far, harm, results, state_of
from sandtable.systems.micro_armour.board import CANNON, MISSILE, OPPORTUNITY, SIGHT, Situation
from sandtable.systems.micro_armour.fire import differential
from sandtable.systems.micro_armour.region import Region
from sandtable.systems.micro_armour.tables import LIMITS, MODIFIERS, Tank

__all__ = ["Place", "Places", "Temper"]

CANDIDATES = 22
"""How many posts are looked at closely for one stand."""
UNSEEN = 0.2
"""How much an enemy counts that cannot see the place now, for which way to face."""


class Temper(msgspec.Struct, frozen=True):
    """How the bot weighs things against each other; found by playing it against itself."""

    danger: float = 0.42
    """What the harm of an enemy's shot counts: he may fire at another."""
    prospect: float = 1.0
    second: float = 0.25
    """What the second best shot from a place counts."""
    step: float = 2.2
    """What an inch nearer to the aim is worth, in points for a tank of 300."""
    shelter: float = 4.0
    """The value of shelter by itself, for each point of it."""
    idle: float = 40.0
    """What it costs to have nobody to fire at, at the end of the game; less before."""
    passing: float = 0.3
    """What the harm of opportunity fire counts on the way to a place."""
    least: float = 6.0
    """A move must gain this many points."""
    daring: float = 0.6
    """What danger counts when the side must take something now or has lost."""
    keeping: float = 1.4
    """The same when the side has won if it keeps what it has, or can no longer end any better."""
    sparing: tuple[float, ...] = (1.5, 1.2)
    """The same with no stand to spare, and with one."""
    failed: float = 1.05
    """The same when the side has fired this turn and shaken nobody."""


class Place(msgspec.Struct, frozen=True):
    """A place with the way to face there, and what it is worth."""

    point: int
    heading: int
    worth: float


class Enemy(msgspec.Struct, frozen=True):
    """What is asked of an enemy again and again."""

    number: int
    tank: Tank
    point: int
    x: int
    y: int
    cover: int
    crest: int
    level: int
    passes: int
    """The faces of the d20 that pass its test against a target in the open."""
    sees: int
    state: int
    revealed: bool
    missile: bool
    watches: bool
    """Whether it may still fire at movers this turn."""


class Places:
    """The places of a table for one side, at one moment."""

    def __init__(self, look: Situation, side: int, aim: Aim, temper: Temper, caution: float = 1.0) -> None:
        self.caution = caution
        self.look = look
        self.side = side
        self.aim = aim
        self.temper = temper
        self.ground = Ground.of(look.world)
        self.half_arc = look.world.rules.front_arc // 30
        self.level = look.world.cohesion[side]

    @cached_property
    def enemies(self) -> tuple[Enemy, ...]:
        """The enemies on the table."""
        look, world = self.look, self.look.world
        sighting = world.sighting(1 - self.side, min(look.turn + 1, world.turns))
        found = []
        for n in look.on_table(1 - self.side):
            s = look.stands[n]
            post = self.ground.post(s.at)
            # By the next fire phase some of its suppression will be off.
            markers = (
                MODIFIERS["disorganized"].value * s.disorganized + MODIFIERS["suppressed"].value * s.suppressed // 2
            )
            passes = max(0, min(20, world.cohesion[1 - self.side] - markers))
            sees = sighting.length + LIMITS["level_sight"] * post.level
            missile = world.tanks[n].atgm_attack is not None and not s.depleted
            found.append(
                Enemy(n, world.tanks[n], s.at, post.x, post.y, post.cover, post.crest, post.level, passes, sees,
                      state_of(s), s.revealed, missile, look.tries_left(n, OPPORTUNITY))
            )  # fmt: skip
        return tuple(found)

    @cached_property
    def own_sight(self) -> tuple[int, int]:
        """How far our side sees from the lowest level, and how much farther to a stand that has fired."""
        look, world = self.look, self.look.world
        sighting = world.sighting(self.side, min(look.turn + 1, world.turns))
        return sighting.length, sighting.fired

    def best(self, stand: int, region: Region, taken: Sequence[int] = ()) -> Place:
        """The best place that a stand can go to, or where it is."""
        look = self.look
        here = look.stands[stand].at
        inside = set(region)
        table = look.world.table
        kept = [table.point(point) for point in taken]
        x, y = table.point(here)
        most = 2 * look.world.tanks[stand].speed * 100 + 100
        rough = []
        for post in self.ground.posts:
            if abs(post.x - x) > most or abs(post.y - y) > most or post.point not in inside:
                continue
            if any(abs(px - post.x) < 125 and abs(py - post.y) < 125 for px, py in kept):
                continue
            away = (post.x - x) ** 2 + (post.y - y) ** 2
            rough.append((-self._rough(post, stand), away, post.point))
        rough.sort()
        points = [point for _, _, point in rough[:CANDIDATES]]
        if here not in points:
            points.append(here)

        def order(place: Place) -> tuple[float, int, int]:
            stays = self.temper.least if place.point == here else 0.0
            px, py = table.point(place.point)
            return place.worth + stays, -((px - x) ** 2 + (py - y) ** 2), -place.point

        return max(self.weigh(stand, points), key=order)

    def _rough(self, post: Post, stand: int) -> float:
        """A first guess at what a post is worth: shelter, and the way to the aim."""
        guess = 3 * self.temper.shelter * (post.cover + post.crest) + self.approach(stand, post.x, post.y)
        reach = self.look.world.tanks[stand].cannon_range * 100
        near = self.aim.nearest(post.x, post.y)
        if self.enemies and not 300 <= near <= reach:
            guess -= 30
        return guess

    def approach(self, stand: int, x: int, y: int) -> float:
        """What the way to the aim takes off."""
        price = self.look.world.tanks[stand].points / 300
        return -self.temper.step * price * self.aim.distance(stand, x, y)

    def weigh(self, stand: int, points: Sequence[int]) -> list[Place]:
        """These points with the best way to face at each, and what they are worth."""
        table = self.look.world.table
        masks = [(enemy, visible(table, enemy.point, points, SIGHT, limit=10_000)) for enemy in self.enemies]
        return [
            self._weigh(stand, self.ground.post(point), [(enemy, bool(mask >> index & 1)) for enemy, mask in masks])
            for index, point in enumerate(points)
        ]

    def _weigh(self, stand: int, post: Post, enemies: list[tuple[Enemy, bool]]) -> Place:
        look, temper = self.look, self.temper
        tank = look.world.tanks[stand]
        state = state_of(look.stands[stand])
        threats: list[tuple[int, float, float]] = []
        shots: list[float] = []
        passing = 0.0
        stays = post.point == look.stands[stand].at
        for enemy, clear in enemies:
            if enemy.point == post.point:
                continue
            apart = distance((enemy.x, enemy.y), (post.x, post.y))
            front, flank = self._threat(enemy, tank, post, apart, state)
            bearing = heading_to((post.x, post.y), (enemy.x, enemy.y))
            seen = clear and apart <= enemy.sees
            share = 1.0 if seen else UNSEEN if apart <= enemy.sees + 100 * enemy.tank.speed else 0.0
            if share and flank:
                threats.append((bearing, front * share, flank * share))
            if seen and enemy.watches and not stays:
                passing += front
            length, fired = self.own_sight
            if clear and apart <= length + LIMITS["level_sight"] * post.level + fired * enemy.revealed:
                shots.append(self._shot(stand, tank, post, enemy, apart))
        heading, danger = self._face(stand, post, threats)
        shots.sort(reverse=True)
        prospect = sum(shots[:1]) + temper.second * sum(shots[1:2])
        worth = temper.prospect * prospect
        worth -= self.caution * tank.points * (temper.danger * danger + temper.passing * passing)
        worth += temper.shelter * (post.cover + post.crest) + self.approach(stand, post.x, post.y)
        if not shots and not self.aim.holds:
            worth -= temper.idle * (0.3 + self.aim.hurry)
        return Place(post.point, heading, worth)

    def _threat(self, enemy: Enemy, tank: Tank, post: Post, apart: int, state: int) -> tuple[float, float]:
        """The share of a tank that an enemy's shot takes on average, from the front and from the flank."""
        cover = post.cover + (post.crest if enemy.level < post.level else 0)
        passes = max(0, enemy.passes - cover)
        return tuple(  # type: ignore[return-value]
            self._harm(enemy.tank, tank, apart, cover, passes, state, flank, enemy.missile) for flank in (False, True)
        )

    def _shot(self, stand: int, tank: Tank, post: Post, enemy: Enemy, apart: int) -> float:
        """The points that a shot from a place takes of an enemy."""
        s = self.look.stands[stand]
        markers = MODIFIERS["disorganized"].value * s.disorganized + MODIFIERS["suppressed"].value * s.suppressed // 2
        cover = enemy.cover + (enemy.crest if post.level < enemy.level else 0)
        passes = max(0, min(20, self.level - markers) - cover)
        facing = self.look.stands[enemy.number].heading
        bearing = heading_to((enemy.x, enemy.y), (post.x, post.y))
        flank = _turn(facing, bearing) > self.half_arc
        missile = tank.atgm_attack is not None and not s.depleted
        # An enemy that is fired at from the flank will turn about when it can: it does not last.
        share = self._harm(tank, enemy.tank, apart, cover, passes, enemy.state, False, missile)
        if flank:
            share = (share + self._harm(tank, enemy.tank, apart, cover, passes, enemy.state, True, missile)) / 2
        return enemy.tank.points * share

    def _harm(
        self, firer: Tank, target: Tank, apart: int, cover: int, passes: int, state: int, flank: bool, missile: bool
    ) -> float:
        below = self.look.world.rules.below
        inches = -(-apart // 100)
        best = 0.0
        if inches <= firer.cannon_range:
            column = differential(firer, target, CANNON, flank)
            shift = cover + far(firer.tech_level)[inches]
            best = harm(state, passes, results(column, shift, below))
        if missile and (firer.atgm_min_range or 0) * 100 <= apart <= (firer.atgm_range or 0) * 100:
            hard = MODIFIERS["missile_4" if firer.tech_level >= 4 else "missile_3"].value
            column = differential(firer, target, MISSILE, flank)
            best = max(best, harm(state, max(0, passes - hard), results(column, cover, below)))
        return best

    def _face(self, stand: int, post: Post, threats: list[tuple[int, float, float]]) -> tuple[int, float]:
        """The heading that meets the threats with the front, and the danger that is left."""
        if not threats:
            return self.aim.heading(stand, post.x, post.y), 0.0
        best = (float("inf"), 0)
        for heading in sorted({bearing for bearing, _, _ in threats}):
            danger = sum(
                front if _turn(bearing, heading) <= self.half_arc else flank for bearing, front, flank in threats
            )
            best = min(best, (danger, heading))
        return best[1], best[0]

    def facing(self, stand: int, point: int) -> int:
        """The way to face at a point."""
        return self.weigh(stand, [point])[0].heading


def _turn(a: int, b: int) -> int:
    return min((a - b) % HEADINGS, (b - a) % HEADINGS)
