"""Places: how good it is to stand somewhere, and how to face there: shelter, the front to the enemy, a shot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from sandtable.board.lattice import distance
from sandtable.board.stands import HEADINGS, heading_to
from sandtable.board.watching import watched
from sandtable.bots.arrays import arrays
from sandtable.bots.tanker.aims import Aim
from sandtable.bots.tanker.ground import Ground, Post
from sandtable.bots.tanker.shots import far, harm, results, state_of
from sandtable.kernel.memo import known_of
from sandtable.systems.micro_armour.board import CANNON, MISSILE, OPPORTUNITY, SIGHT, Situation
from sandtable.systems.micro_armour.fire import differential
from sandtable.systems.micro_armour.region import Region
from sandtable.systems.micro_armour.tables import LIMITS, MODIFIERS, Tank

__all__ = ["Place", "Places", "Temper", "plain_likely", "plain_weighed"]

CANDIDATES = 22
"""How many posts are looked at closely for one stand."""
ANY_WAY = -1
"""The heading of a place where nothing is to be feared."""
UNSEEN = 0.2
"""How much an enemy counts that cannot see the place now, for which way to face."""


FAR = 10_000
"""Farther than this, in hundredths of an inch, nobody looks."""


TURNS = tuple(tuple(min((a - b) % HEADINGS, (b - a) % HEADINGS) for b in range(HEADINGS)) for a in range(HEADINGS))
"""How far it is to turn from one heading to another."""


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


Sight = tuple[Enemy, int, bool]
"""An enemy, how far off it is, and whether the terrain lets one see it."""


class Outlook(NamedTuple):
    """What can be seen and fired at from a post."""

    post: Post
    sights: list[Sight]
    shots: list[float]


class Places:
    """The places of a table for one side, at one moment."""

    def __init__(self, look: Situation, side: int, aim: Aim, temper: Temper, caution: Callable[[], float]) -> None:
        self._caution = caution
        self.look = look
        self.side = side
        self.aim = aim
        self.temper = temper
        self.ground = Ground.of(look.world)
        self.half_arc = look.world.rules.front_arc // 30
        self.level = look.world.cohesion[side]
        self._harms: dict[tuple[object, ...], float] = known_of(look.world, "harms_for_bots")
        self.foes: Any = None
        """The enemies as the compiled loop reads them, once somebody has asked for them."""

    @cached_property
    def caution(self) -> float:
        """How much danger counts; worked out only for those who ask."""
        return self._caution()

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
        return self.choices(stand, region, taken)[0]

    def choices(self, stand: int, region: Region, taken: Sequence[int] = ()) -> tuple[Place, Place]:
        """The best place that a stand can go to, or where it is; and the place where it is."""
        here = self.look.stands[stand].at
        sweep, weighing = arrays("sandtable.bots.tanker.sweep"), arrays("sandtable.bots.tanker.weighing")
        points: list[int] = (sweep.likely if sweep else plain_likely)(self, stand, region, taken, CANDIDATES)
        if here not in points:
            points.append(here)
        found: list[Place] = (weighing.weighed if weighing else plain_weighed)(self, stand, points)
        table, least = self.look.world.table, self.temper.least
        x, y = table.point(here)
        most = max([place.worth + least if place.point == here else place.worth for place in found])

        def away(place: Place) -> tuple[int, int]:
            to_x, to_y = table.point(place.point)
            return (to_x - x) ** 2 + (to_y - y) ** 2, place.point

        ends = [place for place in found if (place.worth + least if place.point == here else place.worth) == most]
        now = next(place for place in found if place.point == here)
        return self._faced(stand, min(ends, key=away)), self._faced(stand, now)

    def _faced(self, stand: int, place: Place) -> Place:
        """The place with a way to face there, if nobody threatens it."""
        if place.heading != ANY_WAY:
            return place
        return Place(place.point, self.aim.heading(stand, *self.look.world.table.point(place.point)), place.worth)

    def guess(self, post: Post, stand: int) -> float:
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
        weighing = arrays("sandtable.bots.tanker.weighing")
        found: list[Place] = (weighing.weighed if weighing else plain_weighed)(self, stand, points)
        return [self._faced(stand, place) for place in found]

    def outlooks(self, stand: int, points: Sequence[int]) -> list[Outlook]:
        """What can be seen and fired at from each of these points."""
        return [Outlook(post, sights, self._shots(stand, post, sights)) for post, sights in self._sights(points)]

    def _sights(self, points: Sequence[int]) -> list[tuple[Post, list[Sight]]]:
        """Each of these points, and what can be seen from there."""
        watchers = [(enemy.point, FAR, ()) for enemy in self.enemies]
        seen = watched(self.look.world.table, points, watchers, 0, SIGHT, limit=FAR)
        masks = list(zip(self.enemies, seen, strict=True))
        found = []
        for index, point in enumerate(points):
            post = self.ground.post(point)
            here = post.x, post.y
            sights = [
                (enemy, distance((enemy.x, enemy.y), here), bool(mask >> index & 1))
                for enemy, mask in masks
                if enemy.point != point
            ]
            found.append((post, sights))
        return found

    def _shots(self, stand: int, post: Post, sights: list[Sight]) -> list[float]:
        """What the shots from a place would take, the best first."""
        length, fired = self.own_sight
        length += LIMITS["level_sight"] * post.level
        return sorted(
            [
                self._shot(stand, post, enemy, apart)
                for enemy, apart, clear in sights
                if clear and apart <= length + fired * enemy.revealed
            ],
            reverse=True,
        )

    def _worth(self, stand: int, outlook: Outlook, danger: float) -> float:
        """What a place is worth if it costs this much to be in danger there."""
        post, shots, temper = outlook.post, outlook.shots, self.temper
        prospect = sum(shots[:1]) + temper.second * sum(shots[1:2])
        worth = temper.prospect * prospect
        worth -= danger
        worth += temper.shelter * (post.cover + post.crest) + self.approach(stand, post.x, post.y)
        if not shots and not self.aim.holds:
            worth -= temper.idle * (0.3 + self.aim.hurry)
        return worth

    def weighed(self, stand: int, outlook: Outlook) -> Place:
        """What a place is worth, and the way to face there; `ANY_WAY` if nobody threatens it."""
        temper, tank = self.temper, self.look.world.tanks[stand]
        heading, danger, passing = self._stance(stand, outlook.post, outlook.sights)
        price = self.caution * tank.points * (temper.danger * danger + temper.passing * passing)
        return Place(outlook.post.point, heading, self._worth(stand, outlook, price))

    def _stance(self, stand: int, post: Post, sights: list[Sight]) -> tuple[int, float, float]:
        """The best way to face at a place, the danger that is left there, and that of being fired at on the way."""
        look = self.look
        tank, state = look.world.tanks[stand], self.state(stand)
        threats: list[tuple[int, float, float]] = []
        passing = 0.0
        stays = post.point == look.stands[stand].at
        for enemy, apart, clear in sights:
            seen = clear and apart <= enemy.sees
            share = 1.0 if seen else UNSEEN if apart <= enemy.sees + 100 * enemy.tank.speed else 0.0
            if not share:
                continue
            front, flank = self._threat(enemy, tank, post, apart, state)
            if flank:
                bearing = heading_to((post.x, post.y), (enemy.x, enemy.y))
                threats.append((bearing, front * share, flank * share))
            if seen and enemy.watches and not stays:
                passing += front
        return *self._face(threats), passing

    def state(self, stand: int) -> int:
        """How a stand is, as the number of its condition."""
        return state_of(self.look.stands[stand])

    def _threat(self, enemy: Enemy, tank: Tank, post: Post, apart: int, state: int) -> tuple[float, float]:
        """The share of a tank that an enemy's shot takes on average, from the front and from the flank."""
        cover = post.cover + (post.crest if enemy.level < post.level else 0)
        passes = max(0, enemy.passes - cover)
        fired = enemy.tank, tank, apart, cover, passes, state
        return self.harm_of(*fired, False, enemy.missile), self.harm_of(*fired, True, enemy.missile)

    def _shot(self, stand: int, post: Post, enemy: Enemy, apart: int) -> float:
        """The points that a shot from a place takes of an enemy."""
        s, tank = self.look.stands[stand], self.look.world.tanks[stand]
        markers = MODIFIERS["disorganized"].value * s.disorganized + MODIFIERS["suppressed"].value * s.suppressed // 2
        cover = enemy.cover + (enemy.crest if post.level < enemy.level else 0)
        passes = max(0, min(20, self.level - markers) - cover)
        facing = self.look.stands[enemy.number].heading
        bearing = heading_to((enemy.x, enemy.y), (post.x, post.y))
        flank = TURNS[facing][bearing] > self.half_arc
        missile = tank.atgm_attack is not None and not s.depleted
        # An enemy that is fired at from the flank will turn about when it can: it does not last.
        share = self.harm_of(tank, enemy.tank, apart, cover, passes, enemy.state, False, missile)
        if flank:
            share = (share + self.harm_of(tank, enemy.tank, apart, cover, passes, enemy.state, True, missile)) / 2
        return enemy.tank.points * share

    def harm_of(
        self, firer: Tank, target: Tank, apart: int, cover: int, passes: int, state: int, flank: bool, missile: bool
    ) -> float:
        """The mean share of a target's worth that the better of a tank's shots takes."""
        inches = -(-apart // 100)
        close = apart < (firer.atgm_min_range or 0) * 100
        key = firer.weapon, target.weapon, inches, close, cover, passes, state, flank, missile
        found = self._harms.get(key)
        if found is None:
            found = self._harms[key] = self._new_harm(firer, target, apart, cover, passes, state, flank, missile)
        return found

    def _new_harm(
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

    def _face(self, threats: list[tuple[int, float, float]]) -> tuple[int, float]:
        """The heading that meets the threats with the front, and the danger that is left."""
        if not threats:
            return ANY_WAY, 0.0
        best = (float("inf"), 0)
        for heading in sorted({bearing for bearing, _, _ in threats}):
            turns = TURNS[heading]
            danger = sum([front if turns[bearing] <= self.half_arc else flank for bearing, front, flank in threats])
            best = min(best, (danger, heading))
        return best[1], best[0]

    def facing(self, stand: int, point: int) -> int:
        """The way to face at a point."""
        ((post, sights),) = self._sights([point])
        heading = self._stance(stand, post, sights)[0]
        return self.aim.heading(stand, post.x, post.y) if heading == ANY_WAY else heading


def plain_weighed(places: Places, stand: int, points: Sequence[int]) -> list[Place]:
    """These points with the best way to face at each, and what they are worth: what `weighing.weighed` means, in plain
    Python.
    """
    return [places.weighed(stand, outlook) for outlook in places.outlooks(stand, points)]


def plain_likely(places: Places, stand: int, region: Region, taken: Sequence[int], most: int) -> list[int]:
    """Up to `most` of the posts in reach that look best at first: what `sweep.likely` means, in plain Python."""
    look = places.look
    table = look.world.table
    inside = set(region)
    kept = [table.point(point) for point in taken]
    x, y = table.point(look.stands[stand].at)
    reach = 2 * look.world.tanks[stand].speed * 100 + 100
    rough = []
    for post in places.ground.posts:
        if abs(post.x - x) > reach or abs(post.y - y) > reach or post.point not in inside:
            continue
        if any(abs(px - post.x) < 125 and abs(py - post.y) < 125 for px, py in kept):
            continue
        away = (post.x - x) ** 2 + (post.y - y) ** 2
        rough.append((-places.guess(post, stand), away, post.point))
    return [point for _, _, point in sorted(rough)[:most]]
