"""The table and the stands on it at a moment: the questions that rules ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from sandtable.board.lattice import Point, distance, within
from sandtable.board.shapes import Circle, Meeting, holds, meeting, segment_gap
from sandtable.board.stands import Base, Screen, base_distance, base_within, in_arc
from sandtable.board.tablesight import sight, visible
from sandtable.board.watching import Watch, watched
from sandtable.kernel.field import Look, with_entry
from sandtable.kernel.game import Game
from sandtable.kernel.memo import known_of
from sandtable.kernel.procedure import Roll
from sandtable.kernel.resolution import Resolution
from sandtable.systems.tactical_combat.board import NOBODY, OFF, Board, Smoke, Stand
from sandtable.systems.tactical_combat.layout import Layout, layout_of
from sandtable.systems.tactical_combat.tables import LIMITS, NORMAL, PARALYZED
from sandtable.systems.tactical_combat.world import World

__all__ = ["CONTACT", "Situation", "base_near_point"]

CONTACT = 49
"""Bases nearer than half an inch touch: the lattice is no finer (our ruling)."""
DIAGONAL = 142
"""Of a base: centres are at most this much farther apart than edges."""
TURNED = 25
"""Of a base: no corner of it, however it is turned, is farther than this from the same base turned otherwise."""


@lru_cache(maxsize=65536)
def base_near_point(base: Base, point: tuple[int, int], limit: int) -> bool:
    """Whether a point is no farther than this from the nearest edge of a base.

    >>> base_near_point(Base(0, 0), (350, 0), 300), base_near_point(Base(0, 0), (351, 0), 300)
    (True, False)
    """
    most = limit + base.side
    if abs(base.x - point[0]) > most or abs(base.y - point[1]) > most:
        return False
    corners = base.corners
    if holds(corners, point):
        return True
    edges = zip(corners, (*corners[1:], corners[0]), strict=True)
    gaps = (segment_gap(point, start, end) for start, end in edges)
    return any(gap <= limit * limit * parts for gap, parts in gaps)


class Situation(Look[Board, World]):
    """Questions about the table."""

    def __init__(self, game: Game[Board, World], board: Board) -> None:
        self.game = game
        self.board = board
        self.world = game.world.without(board.lifted) if board.lifted else game.world
        self.stands = board.stands
        self.layout: Layout = board.__dict__.get("layout") or layout_of(game.world, board)

    def told(self, roll: Roll) -> Resolution:
        """A roll for somebody to read."""
        return self._always(Look.told, roll)

    def resolution_of(self, roll: Roll) -> Resolution:
        """What a roll is made with, with every modifier."""
        return self._always(Look.resolution_of, roll)

    def _always(self, find: Callable[[Situation, Roll], Resolution], roll: Roll) -> Resolution:
        """What is found of a roll. One that is always the same for a stand is kept, unless special rules speak."""
        stand: int | None = getattr(roll, "always_for", None)
        if stand is None or self.world.specials:
            return find(self, roll)
        kept: dict[tuple[object, type[Roll], int], tuple[Game[Board, World], Resolution]]
        kept = known_of(self.world, "always")
        key = find, type(roll), stand
        known = kept.get(key)
        if known is None or known[0] is not self.game:
            known = kept[key] = self.game, find(self, roll)
        return known[1]

    def with_stand(self, stand: int, now: Stand) -> Situation:
        """The table as it would be with one stand like this."""
        other = object.__new__(Situation)
        other.game, other.world = self.game, self.world
        other.stands = with_entry(self.stands, stand, now)
        other.board = replace(self.board, stands=other.stands)
        other.layout = self.layout.moved(self.world, stand, now)
        return other

    @property
    def smoke(self) -> Sequence[Smoke]:
        """The smoke on the table."""
        return self.board.smoke

    @property
    def turn(self) -> int:
        """The game turn."""
        return self.board.turn

    def called(self) -> Sequence[int]:
        """How often each support was called this turn."""
        return self.board.called

    def recall(self, special: Any) -> tuple[int, ...]:
        """What a special rule of the scenario remembers now."""
        return self.board.memories[self.world.specials.index(special)]

    def lifted(self) -> tuple[int, ...]:
        """The features of the scenario's table that are not there now."""
        return self.board.lifted

    def board_points(self, formation: int) -> int:
        """The command points a battalion has left, this turn's and saved ones."""
        return self.board.points[formation] + self.board.bank[formation]

    def on_table(self, side: int) -> tuple[int, ...]:
        """The stands of a side that stand on the table; passengers do not."""
        return self.layout.parts[side].standing

    def base(self, stand: int) -> Base:
        """Where the stand's base lies."""
        base = self.layout.bases[stand]
        assert base is not None, f"{self.world.names[stand]} is not on the table"
        return base

    def bases(self, side: int, but: int = NOBODY) -> Mapping[str, Base]:
        """The bases of a side's stands by name."""
        part = self.layout.parts[side]
        if part.named is None:
            names = self.world.names
            part.named = Screen({names[n]: base for n, base in self.layout.bases_of(side)})
        known = part.named
        return known if but == NOBODY else {name: base for name, base in known.items() if name != self.world.names[but]}

    def apart(self, one: int, other: int) -> int:
        """The distance between the nearest edges of two bases (TC F7)."""
        return base_distance(self.base(one), self.base(other))

    def within(self, one: int, other: int, limit: int) -> bool:
        """Whether two bases are no farther apart than this."""
        bases = self.layout.bases
        a, b = bases[one], bases[other]
        assert a is not None, f"{self.world.names[one]} is not on the table"
        assert b is not None, f"{self.world.names[other]} is not on the table"
        most = limit + DIAGONAL
        if not (-most <= a.x - b.x <= most and -most <= a.y - b.y <= most):
            return False
        return base_within(a, b, limit)

    def nearby(self, stand: int, side: int, limit: int) -> list[int]:
        """The stands of a side that are no farther from this one than the limit."""
        own = self.base(stand)
        x, y, most = own.x, own.y, limit + DIAGONAL
        if not self.layout.comes_near(side, x - most, x + most, y - most, y + most):
            return []
        return [
            n
            for n, base in self.layout.bases_of(side)
            if -most <= base.x - x <= most and -most <= base.y - y <= most and base_within(own, base, limit)
        ]

    def touching(self, one: int, other: int) -> bool:
        """Whether two bases touch."""
        return self.within(one, other, CONTACT)

    def joined(self, leader: int) -> int:
        """The larger friendly stand that a leader has joined (TC F21), or NOBODY."""
        if not self.world.leads[leader]:
            return NOBODY
        companions = self.companions(leader)
        return companions[0] if companions else NOBODY

    def followers(self, stand: int) -> list[int]:
        """The leaders who have joined this stand and no other: they share its fate (TC F21b, X9)."""
        world = self.world
        if not world.leaders_of[world.owners[stand]][0]:
            return []
        if world.kinds[stand].leader or self.stands[stand].at == OFF or self.stands[stand].carrier != NOBODY:
            return []
        friends = self.on_table(world.owners[stand])
        larger = [n for n in friends if n != stand and not world.kinds[n].leader]
        return [
            n
            for n in friends
            if world.kinds[n].leader
            and self.touching(n, stand)
            and not any(self.touching(n, other) for other in larger)
        ]

    # Lines

    def blockers(self, side: int, but: int = NOBODY, firer: int = NOBODY) -> Mapping[str, Base]:
        """The bases that stop a side's fire: its own stands (TC F6), and optionally the enemy's too.

        `but` is a stand on the move: where it stands now does not matter. A leader who has joined the firer is
        within it, and stops nothing (TC F21); nor does the stand that the firer has joined.
        """
        within = () if firer == NOBODY else self.companions(firer)
        stops = self._stops_without(side, within) if within else self.bases(side)
        return {**stops, **self.bases(1 - side, but)} if self.world.rules.enemies_block else stops

    def _stops_without(self, side: int, within: tuple[int, ...]) -> Mapping[str, Base]:
        """The bases of a side's stands without those within the firer."""
        kept = self.layout.parts[side].stops
        if within not in kept:
            left_out = [self.world.names[n] for n in within]
            stops = {name: base for name, base in self.bases(side).items() if name not in left_out}
            kept[within] = Screen(stops)
        return kept[within]

    def companions(self, stand: int) -> tuple[int, ...]:
        """The leaders who have joined a stand, or the stand that a leader has joined (TC F21)."""
        return self._companions(self.world.owners[stand]).get(stand, ())

    def _companions(self, side: int) -> Mapping[int, tuple[int, ...]]:
        """The companions of all stands of a side that have any."""
        part = self.layout.parts[side]
        if part.companions is None:
            part.companions = self._joined_together(side)
        return part.companions

    def _joined_together(self, side: int) -> dict[int, tuple[int, ...]]:
        bases, standing = self.layout.bases, self.on_table(side)
        leaders, larger = self.world.leaders_of[side]
        most = CONTACT + DIAGONAL
        found: dict[int, tuple[int, ...]] = {}
        for leader in leaders:
            own = bases[leader]
            if own is None:
                continue
            x, y = own.x, own.y
            for stand in larger:
                base = bases[stand]
                if base is None or not (-most <= base.x - x <= most and -most <= base.y - y <= most):
                    continue
                if base_within(own, base, CONTACT):
                    if stand in standing:
                        found.setdefault(leader, (stand,))
                    if leader in standing:
                        found[stand] = (*found.get(stand, ()), leader)
        return found

    def fire_lines(self, firer: int, targets: Sequence[int], but: int = NOBODY) -> int:
        """Which of these positions a stand has a clear line of fire to, as a bit mask."""
        stops = self.blockers(self.world.owners[firer], but, firer)
        at = self.stands[firer].at
        return visible(self.world.table, at, targets, self.world.rules.sight, stops, self.sight_limit())

    def seen_from(self, position: int, targets: Sequence[int], side: int, but: int = NOBODY) -> int:
        """Which of these positions a stand of the side at `position` has a clear line to, as a bit mask."""
        stops = self.blockers(side, but)
        return visible(self.world.table, position, targets, self.world.rules.sight, stops, self.sight_limit())

    def watched(self, path: tuple[int, ...], watchers: tuple[int, ...], mover: int, least: int) -> list[int]:
        """For each of these watchers, of one side, the points of a mover's way, a bit each, at which it sees the mover
        about in range, counted from centre to centre, and has seen it go `least`.
        """
        if not watchers:
            return []
        world = self.world
        side = world.owners[watchers[0]]
        # A mover who was let go on is watched as before, unless others than the watchers' own side have a say.
        part = None if world.specials or world.rules.enemies_block else self.layout.parts[side]
        if part is not None and part.watched is not None:
            known, *asked = part.watched
            if asked == [path, watchers, least]:
                return known
        who, stops = self._watch(side, watchers), self.blockers(side, mover)
        found = watched(world.table, path, who, least, world.rules.sight, stops, self.sight_limit())
        if part is not None:
            part.watched = found, path, watchers, least
        return found

    def _watch(self, side: int, watchers: tuple[int, ...]) -> Watch:
        """These stands of a side as watchers: kept, because they watch one mover after another."""
        kept, ranges = self.layout.parts[side].watches, self.world.max_ranges
        limits: tuple[int, ...] = ()
        if self.world.specials and self.world.speaking("fire_limit"):
            limits = tuple([self.max_range(n) for n in watchers])
        found = kept.get((watchers, limits))
        if found is None:
            stands, joined = self.stands, self._companions(side)
            if limits or joined:
                place, who = (
                    self.on_table(side).index,
                    zip(watchers, limits or [ranges[n] for n in watchers], strict=True),
                )
                within = {n: tuple(map(place, others)) for n, others in joined.items()}
                found = Watch([(stands[n].at, most + DIAGONAL, within.get(n, ())) for n, most in who])
            else:
                found = Watch([(stands[n].at, ranges[n] + DIAGONAL, ()) for n in watchers])
            kept[watchers, limits] = found
        return found

    def sight_limit(self) -> int | None:
        """How far anybody sees this turn; None without a limit (TC G4: mist)."""
        if not self.world.specials:
            return None
        limits: list[int | None] = [special.sight_limit(self) for special in self.world.speaking("sight_limit")]
        return min((limit for limit in limits if limit is not None), default=None)

    def line(self, firer: int, target: int) -> str:
        """What blocks the line between two stands, in words; empty if it is clear."""
        found = sight(
            self.world.table,
            self.stands[firer].at,
            self.stands[target].at,
            self.world.rules.sight,
            self.blockers(self.world.owners[firer], firer=firer),
            self.sight_limit(),
        )
        return found.by

    def why_not_move(self, stand: int) -> str:
        """Why a special rule forbids a stand to move, in words; empty if none does (TC G4)."""
        if not self.world.specials:
            return ""
        for special in self.world.speaking("may_not_move"):
            why: str = special.may_not_move(self, stand)
            if why:
                return why
        return ""

    def conditions(self, stand: int) -> list[str]:
        """What special rules let everybody see of a stand (TC G4)."""
        return [words for special in self.world.specials if (words := special.condition(self, stand))]

    # Fire

    def max_range(self, stand: int) -> int:
        """How far a stand fires (TC F3, V19), unless a special rule of the scenario limits it."""
        most = self.world.max_ranges[stand]
        for special in self.world.speaking("fire_limit") if self.world.specials else ():
            limit: int | None = special.fire_limit(self, stand)
            most = most if limit is None else min(most, limit)
        return most

    def normal_range(self, stand: int) -> int:
        """How far it fires without the long range modifier."""
        return self.world.normal_ranges[stand]

    def forced_move(self, name: str) -> int:
        """How far a stand runs, retreats or falls back: a move like others, to the scale of the game (TC G2)."""
        return LIMITS[name] * self.world.rules.move_percent // 100

    def can_shoot(self, stand: int) -> bool:
        """Whether the stand has anything to shoot with, and the nerve to (TC F26)."""
        s, kind = self.stands[stand], self.world.kinds[stand]
        free = s.carrier == NOBODY or self.world.rules.passengers == "may_fire"
        return s.at != OFF and free and s.morale != PARALYZED and "unarmed" not in kind.flags

    def machine_gun(self, stand: int) -> bool:
        """Whether a stand has a machine gun to fire: one of that kind may have lost it (TC G4)."""
        if self.world.kinds[stand].kind != "hmg":
            return False
        return not any(special.without_gun(self, stand) for special in self.world.speaking("without_gun"))

    def in_range(self, firer: int, target: int, limit: int) -> bool:
        """Whether a target is no farther off than this, as ranges are measured (TC F7)."""
        if self.world.rules.range_measured == "edges":
            return self.within(firer, target, limit)
        return within(self.base(firer).centre, self.base(target).centre, limit)

    def may_reach(self, firer: int, base: Base) -> bool:
        """Whether a stand with this base, however it is turned, may be in range of a firer: quicker than to be sure."""
        return base_within(self.base(firer), base, self.world.farthest[firer] + TURNED)

    def targets(self, firer: int) -> list[int]:
        """The enemies that the stand may fire at now."""
        if not self.world.aims[firer] or not self.can_shoot(firer):
            return []
        # Special rules may have a say; without them it matters only how the stands lie.
        known = None if self.world.specials else self.layout.targets.get(firer)
        if known is None:
            near = self.nearby(firer, 1 - self.world.owners[firer], self.world.farthest[firer])
            known = self.layout.targets[firer] = tuple(self._targets_among(firer, near))
        return list(known)

    def may_fire_at(self, firer: int, target: int) -> bool:
        """Whether this enemy is one of its targets."""
        able = self.can_shoot(firer) and self.world.aims[firer]
        return able and bool(self._targets_among(firer, [target]))

    def _targets_among(self, firer: int, enemies: list[int]) -> list[int]:
        near = [n for n in enemies if not self.out_of_reach(firer, n)]
        if not near:
            return []
        clear = self.fire_lines(firer, [self.stands[n].at for n in near])
        return [n for index, n in enumerate(near) if clear >> index & 1 and self.joined(n) == NOBODY]

    def out_of_reach(self, firer: int, target: int) -> str:
        """Why the target is out of range or arc, in words; empty if it is not."""
        kinds = self.world.kinds
        limit = self.max_range(firer)
        if kinds[target].vehicle:
            if kinds[firer].arm in ("infantry", "leader"):
                limit = LIMITS["infantry_reach"] * self.world.rules.range_percent // 100
            elif kinds[firer].gun is None:
                return f"{self.world.names[firer]} has nothing that hurts armour (TC V5)"
        if not self.in_range(firer, target, limit):
            return f"it is beyond {limit / 100:g} inches (TC F3)"
        if kinds[firer].faces and not in_arc(self.base(firer), self.base(target).centre, self.fire_arc(firer)):
            rule = "TC V26" if self.world.has(firer, "hull_gun") else "TC V14"
            return f"it is not in the front {self.fire_arc(firer)} degrees ({rule})"
        weak = (kinds[firer].gun or 0) >= LIMITS["weak_gun"]
        if weak and self.world.has(target, "immune_front") and not self.flank(firer, target):
            return "its front is proof against so light a gun (TC V26)"
        for special in self.world.speaking("cannot_aim") if self.world.specials else ():
            why: str = special.cannot_aim(self, firer, target)
            if why:
                return why
        return ""

    def fire_arc(self, stand: int) -> int:
        """How wide the front is into which a vehicle or gun fires, in degrees (TC V14, V26)."""
        return LIMITS["hull_gun_arc"] if self.world.has(stand, "hull_gun") else LIMITS["fire_arc"]

    def long_range(self, firer: int, target: int) -> bool:
        """Whether the target is beyond normal range."""
        return not self.in_range(firer, target, self.normal_range(firer))

    def cover(self, firer: int, target: int, close: bool = False) -> int:
        """The cover the target has against this firer: 0, 1 or 2 (TC F13, F14). Special rules may say otherwise."""
        best = self._ground_cover(firer, target)
        for special in self.world.speaking("cover") if self.world.specials else ():
            best = special.cover(self, firer, target, best, close)
        return best

    def _ground_cover(self, firer: int, target: int) -> int:
        at = self.stands[target].at
        if not self.world.walls:
            return self.world.cover_at(at)
        return self.cover_from(self.base(firer).centre, at, self.base(target).centre)

    def cover_from(self, start: Point, at: int, centre: Point) -> int:
        """The cover that the ground gives a stand at a position, with its centre here, against fire from a point."""
        best = self.world.cover_at(at)
        for index, ground in self.world.walls:
            if ground.cover > best and self.world.touches(at, index):
                feature = self.world.table.features[index]
                crossed = meeting(start, centre, feature.polygon)
                if crossed is Meeting.CROSSES and not feature.holds(start):
                    best = ground.cover
        return best

    def through_smoke(self, firer: int, target: int) -> bool:
        """Whether the line touches smoke (TC A12)."""
        return bool(self.smoke) and self.smoke_between(self.base(firer).centre, self.base(target).centre)

    def smoke_between(self, a: Point, b: Point) -> bool:
        """Whether the line between two points touches smoke."""
        point = self.world.table.point
        return any(Circle(*point(each.at), each.radius).meeting(a, b) is not Meeting.CLEAR for each in self.smoke)

    def flank(self, firer: int, target: int) -> bool:
        """Whether the shot comes from outside the target's front (TC V22)."""
        return not in_arc(self.base(target), self.base(firer).centre, self.world.rules.flank_arc)

    # Command

    def leader_near(self, stand: int) -> bool:
        """Whether a leader who commands the stand is within the command radius (TC C4, C5)."""
        world = self.world
        radius = world.rules.command_radius[world.owners[stand]]
        for leader in world.leaders_over[stand]:
            if self.stands[leader].at != OFF and self.within(leader, stand, radius):
                return True
        return False

    def nearest_enemies(self, stand: int) -> list[int]:
        """The enemy stands at the least distance: several only if equal."""
        enemies = self.on_table(1 - self.world.owners[stand])
        distances = {n: self.apart(stand, n) for n in enemies}
        least = min(distances.values(), default=0)
        return [n for n in enemies if distances[n] == least]

    def inches_to(self, stand: int, position: int) -> int:
        """Whole inches from a stand to a point."""
        return distance(self.base(stand).centre, self.world.table.point(position)) // 100

    def may_watch(self, stand: int) -> bool:
        """TC O1: not Finished, not Suppressed, not Paralyzed, and something to shoot with."""
        s = self.stands[stand]
        if s.finished or s.morale != NORMAL or not self.can_shoot(stand):
            return False
        return not self.why_not_react(stand)

    def why_not_react(self, stand: int) -> str:
        """Why a special rule forbids a stand to opportunity fire, in words; empty if none does (TC G4)."""
        for special in self.world.speaking("may_not_react"):
            why: str = special.may_not_react(self, stand)
            if why:
                return why
        return ""
