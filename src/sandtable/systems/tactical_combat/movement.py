"""The walk: a stand on its way, and the opportunity fire it may draw (TC M and O)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import pairwise
from operator import or_

from msgspec.structs import replace

from sandtable.board.lattice import STEP, distance, within
from sandtable.board.stands import base_within, heading_to, overlap
from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.picture import Interruption, Route
from sandtable.kernel.pools import D6, TWO_D6
from sandtable.kernel.procedure import Answer, Caller, Decide, Procedure, Reaction, Roles, Roll, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tactical_combat.board import NOBODY
from sandtable.systems.tactical_combat.closecombat import begin
from sandtable.systems.tactical_combat.command import reacting, reaction
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.fire import Shot, shifts_on_foot, shot_at, why_not_react
from sandtable.systems.tactical_combat.region import allowance, lies_on, region, touches_any
from sandtable.systems.tactical_combat.rough import entry, what_impedes
from sandtable.systems.tactical_combat.situation import DIAGONAL, Situation
from sandtable.systems.tactical_combat.tables import LIMITS, NORMAL, TERRAIN

__all__ = ["CHAPTER", "Face", "TerrainDie", "Walk", "WatchMove", "set_out"]

NOT_AN_INCH = Reason("it has not moved an inch in that stand's sight", "TC O4")

SEEN = LIMITS["seen_before_fire"]


def set_out(
    look: Situation, stand: int, path: tuple[int, ...], spent: tuple[int, ...] = (), assault: int = NOBODY
) -> Walk:
    """The walk of a stand along a way; `spent` where dice are rolled for bad ground."""
    limit = allowance(look, stand) if spent else 0
    s = look.stands[stand]
    return Walk(stand, path, morale=s.morale, closed=s.closed, assault=assault, spent=spent, limit=limit)


CLOSED, HALT = "closed", "halt"
"""What a walk is answered: nobody fires at the rest of it, or it ends here."""


class Walk(Caller, frozen=True, array_like=True, tag="walk"):
    """A stand on its way: it goes on until the way ends, somebody may fire, or it is hit."""

    work = 10

    stand: int
    path: tuple[int, ...]
    done: int = 0
    morale: int = NORMAL
    panic: bool = False
    asked: tuple[tuple[int, int], ...] = ()
    closed: bool = False
    """No more opportunity fire at this move (TC M3)."""
    assault: int = NOBODY
    spent: tuple[int, ...] = ()
    """What each point of the way costs, where dice are rolled for bad ground (TC M5)."""
    limit: int = 0
    """What may be spent in all."""
    rolled: int = 0
    """The last point of the way for which a die was rolled."""
    met: int = 0
    """The last point of the way at which a special rule of the scenario spoke."""

    def resume(self, field: Battlefield, answer: str | int | None) -> None:
        """Go on, after what was answered: the enemy fires no more at this move, the stand halts here, or it loses
        this much of its move.
        """
        walk = self
        if answer == CLOSED:
            walk = replace(self, closed=True)
        elif answer == HALT:
            walk = self.halted()
        elif isinstance(answer, int):
            walk = self.slowed(field, answer)
        walk.go_on(field)

    def go_on(self, field: Battlefield) -> None:
        """On to the next window, or to the end."""
        stand = field.stands[self.stand]
        if stand.at != self.path[self.done]:
            return  # lost, or forced back by a shot
        stopped = stand.morale != self.morale and not self.panic
        if stopped and not field.world.kinds[self.stand].vehicle:
            field.log("stopped", "TC O8", stand=self.stand, point=stand.at)
            field.finish_stand(self.stand)
            return
        if stopped:
            field.next(self._no_closer(field))
            return
        window = None if self.closed else self._window(field)
        bad = entry(field.world, self._arm(field), self.path, self.rolled) if self.spent else 0
        meets = self._meets(field) if field.world.specials else None
        if meets and (window is None or meets[0] <= window[0]) and not 0 < bad <= meets[0]:
            field.put_stand(self.stand, stand)
            index, happens = meets
            stop = self._halt_before(field, index)
            self._arrive(field, stop)
            field.next(happens, replace(self, done=stop, met=index))
        elif bad and (window is None or bad <= window[0]):
            field.put_stand(self.stand, stand)
            self._arrive(field, bad - 1)
            ground = what_impedes(field.world, self._arm(field), self.path, bad)
            field.next(TerrainDie(self.stand, ground), replace(self, done=bad - 1, rolled=bad))
        elif window is None:
            self._end(field, len(self.path) - 1)
        else:
            index, could = window
            asks = WatchMove(1 - field.world.owners[self.stand], self.stand, tuple(n for n, _ in could))
            field.next(asks, replace(self, done=index, asked=could))

    def route(self, look: Situation) -> Route:
        """The points of the way, and from where on it enemies who are ready and in range see the stand."""
        side = 1 - look.world.owners[self.stand]
        points = [look.world.table.point(p) for p in self.path]
        danger = []
        shots: list[Interruption] = []
        for n in reacting(look, side):
            seen = look.seen_from(look.stands[n].at, self.path, side, self.stand)
            x, y = look.base(n).centre
            most = (look.max_range(n) + DIAGONAL) ** 2
            near = [(px - x) ** 2 + (py - y) ** 2 <= most for px, py in points]
            exposed = [bool(seen >> index & 1) and near[index] for index in range(len(points))]
            danger += [(first, last, (n,)) for first, last in _runs(exposed)]
            shots += self._shot(look, n, [index for index in range(len(points)) if exposed[index]])
        end, limit = self.path[-1:], allowance(look, self.stand)
        seen_by = [n for n in look.on_table(side) if look.seen_from(look.stands[n].at, end, side, self.stand)]
        cost = region(look, self.stand).reach.cost(self.path[-1]) if self.path[-1] in region(look, self.stand) else 0
        words = f"{cost / 100:g} of {limit / 100:g} inches" if cost else ""
        ground, cover = _ground_at(look, self.path[-1])
        return Route(self.path, tuple(sorted(danger)), tuple(shots), words, ground, cover, tuple(seen_by))

    def _shot(self, look: Situation, firer: int, exposed: list[int]) -> list[Interruption]:
        """What an enemy's fire would be where it is nearest to the way, if he may fire there."""
        table, eye = look.world.table, look.base(firer).centre
        index = min(exposed, key=lambda each: distance(table.point(self.path[each]), eye), default=None)
        if index is None:
            return []
        stands = list(look.stands)
        stands[self.stand] = replace(stands[self.stand], at=self.path[index])
        there = Situation(look.game, replace(look.board, stands=tuple(stands)))
        if why_not_react(there, look.world.owners[firer], firer, self.stand):
            return []
        return [Interruption(index, firer, there.told(Shot(firer, self.stand, reaction=True)))]

    def _meets(self, field: Battlefield) -> tuple[int, Procedure] | None:
        """The next point of the way at which a special rule of the scenario speaks (TC G4)."""
        specials = field.world.specials
        found = [special.on_the_way(field, self.stand, self.path, self.met) for special in specials]
        return min((each for each in found if each), key=lambda each: each[0], default=None)

    def _halt_before(self, field: Battlefield, index: int) -> int:
        """The last point up to this one where the stand can halt: on no friend, and short of an enemy it assaults."""
        world = field.world
        friends = [field.base(n) for n in field.on_table(world.owners[self.stand]) if n != self.stand]
        last = index - (self.assault != NOBODY and index == len(self.path) - 1)
        while last > self.done and lies_on(world.base(self.path[last], 0), friends):
            last -= 1
        return last

    def after(self, walked: tuple[int, ...]) -> Walk:
        """The walk as the end of a longer one: watchers have seen the way so far too (TC O10)."""
        if not walked:
            return self
        gone = len(walked) - 1
        spent = (*(0,) * gone, *self.spent) if self.spent else ()
        return replace(self, path=(*walked, *self.path[1:]), done=gone, rolled=gone, met=gone, spent=spent)

    def halted(self) -> Walk:
        """The walk, if it goes no further."""
        return replace(self, path=self.path[: self.done + 1], assault=NOBODY, closed=True)

    def _arm(self, field: Battlefield) -> str:
        return "vehicle" if field.world.kinds[self.stand].vehicle else "infantry"

    def _end(self, field: Battlefield, index: int) -> None:
        """The end of the way, or of what is left of it: close combat, or a vehicle or gun is turned."""
        self._arrive(field, index)
        if self.assault != NOBODY and index == len(self.path) - 1:
            begin(field, self.stand, self.assault)
        elif field.world.kinds[self.stand].faces and not self.panic:
            field.next(Face(field.world.owners[self.stand], self.stand))

    def slowed(self, field: Battlefield, lost: int) -> Walk:
        """TC M5: the rest of the walk when this much of the move is lost; with nothing left it ends here."""
        world = field.world
        if world.kinds[self.stand].carries or world.kinds[self.stand].leader:
            field.change(self.stand, spent=field.stands[self.stand].spent + lost)
        limit = self.limit - lost
        friends = [field.base(n) for n in field.on_table(world.owners[self.stand]) if n != self.stand]
        last = max([i for i, spent in enumerate(self.spent) if spent <= limit], default=0)
        last = max(last, self.done)
        while last and lies_on(world.base(self.path[last], 0), friends):
            last -= 1
        if last <= self.done:
            self._arrive(field, last)
            field.log("halts", "TC M5", stand=self.stand, point=self.path[last])
        whole = last == len(self.path) - 1
        assault = self.assault if whole else NOBODY
        return replace(self, path=self.path[: last + 1], done=min(self.done, last), assault=assault, limit=limit)

    def _no_closer(self, field: Battlefield) -> Walk:
        """TC V13: the rest of the walk of a vehicle that was suppressed on its way; it makes no contact."""
        last = self._last_no_closer(field)
        path, spent = self.path[: last + 1], self.spent[: last + 1]
        return replace(self, path=path, spent=spent, morale=field.stands[self.stand].morale, assault=NOBODY)

    def _last_no_closer(self, field: Battlefield) -> int:
        """The last point of the way that such a vehicle may reach: it comes no closer to the enemy."""
        world = field.world
        enemies = [field.base(n).centre for n in field.on_table(1 - world.owners[self.stand])]
        friends = [field.base(n) for n in field.on_table(world.owners[self.stand]) if n != self.stand]
        gaps = [min((distance(world.table.point(p), e) for e in enemies), default=0) for p in self.path]
        last = index = self.done
        all_the_way = world.rules.suppressed_vehicle == "all_the_way"
        while index + 1 < len(self.path) - (self.assault != NOBODY):
            index += 1
            closer = gaps[index] < gaps[self.done]
            if closer and all_the_way:
                break
            if not closer and not any(overlap(world.base(self.path[index], 0), friend) for friend in friends):
                last = index
        return last

    def _arrive(self, field: Battlefield, index: int) -> None:
        """Put the stand on this point of its way, turned as it walked."""
        world, kind = field.world, field.world.kinds[self.stand]
        at, now = self.path[index], field.stands[self.stand]
        if not kind.faces:
            field.put_stand(self.stand, replace(now, at=at))
        else:
            heading, on_road = now.heading, now.on_road
            if index:
                heading = heading_to(world.table.point(self.path[index - 1]), world.table.point(at))
            if kind.vehicle and world.table.roads:
                on_road = self._along_road(field, index)
            field.put_stand(self.stand, replace(now, at=at, heading=heading, on_road=on_road))
        if kind.carries:
            for rider in [n for n, s in enumerate(field.stands) if s.carrier == self.stand]:
                field.change(rider, at=at)

    def _along_road(self, field: Battlefield, index: int) -> bool:
        """TC V25: whether the way so far has kept to a road; to cross one is not enough."""
        table = field.world.table
        if field.world.rules.road_target == "whole":
            return index > 0 and all(table.on_road(p) for p in self.path[: index + 1])
        steps = pairwise([(table.on_road(p), table.point(p)) for p in self.path[: index + 1]])
        return sum(distance(a, b) for (by, a), (then, b) in steps if by and then) >= LIMITS["along_road"]

    def _window(self, field: Battlefield) -> tuple[int, tuple[tuple[int, int], ...]] | None:
        """The next point where somebody may fire who could not before, or could not as well (TC O4, O10), and who; the
        stand is put there.
        """
        rules = field.world.rules
        if self.panic and rules.opportunity_at == "no_panic":
            return None
        watchers = self._watchers(field, 1 - field.world.owners[self.stand])
        if not watchers:
            return None
        if rules.opportunity_moment == "shared":
            seen = self._seen_by_all(field, watchers)
        else:
            seen = field.watched(self.path, watchers, self.stand, SEEN)
        return self._first_change(field, dict(zip(watchers, seen, strict=True))) if any(seen) else None

    def _watchers(self, field: Battlefield, side: int) -> tuple[int, ...]:
        """The stands of a side that may fire and from which a box around the way is about in range."""
        world, path = field.world, self.path
        columns, most = world.table.columns, world.longest_range + DIAGONAL
        south, north = min(path) // columns * STEP, max(path) // columns * STEP
        x, aside = path[0] % columns * STEP, most + STEP * len(path)  # each point is beside the one before
        if not field.layout.comes_near(side, x - aside, x + aside, south - most, north + most):
            return ()  # which is mostly so, and found quickly
        across = [each % columns for each in path]
        west, east = min(across) * STEP, max(across) * STEP
        limited, ranges = bool(world.specials), world.max_ranges
        near = []
        for n, base in field.layout.bases_of(side):
            x, y, most = base.x, base.y, (field.max_range(n) if limited else ranges[n]) + DIAGONAL
            dx = west - x if x < west else x - east if x > east else 0
            dy = south - y if y < south else y - north if y > north else 0
            if dx * dx + dy * dy <= most * most:
                near.append(n)
        return reacting(field, side, near) if near else ()

    def _seen_by_all(self, field: Battlefield, watchers: Sequence[int]) -> list[int]:
        """TC O10: optionally every watcher counts the mover as in sight where any of them sees it. For each the
        points, a bit each, where it sees the mover itself, about in range, once all together have seen enough of it.
        """
        points = [field.world.table.point(p) for p in self.path]
        lines = {n: field.fire_lines(n, self.path, self.stand) for n in watchers}
        anybody = reduce(or_, lines.values(), 0)
        gone = 0
        found = dict.fromkeys(watchers, 0)
        for index in range(1, len(points)):
            if anybody >> index & 1 and anybody >> (index - 1) & 1:
                gone += distance(points[index - 1], points[index])
            for n in watchers if gone >= SEEN else ():
                if lines[n] >> index & 1:
                    in_range = within(field.base(n).centre, points[index], field.max_range(n) + DIAGONAL)
                    found[n] |= in_range << index
        return list(found.values())

    def _first_change(self, field: Battlefield, seen: dict[int, int]) -> tuple[int, tuple[tuple[int, int], ...]] | None:
        """As `_window`, among those who have seen enough: for each watcher the points where it has, a bit each."""
        world, path = field.world, self.path
        mine = field.layout.bases_of(world.owners[self.stand])
        kept, kind = field.stands[self.stand], world.kinds[self.stand]
        # On foot only the place matters, so that the stand need not be put on every point.
        on_foot = not (kind.faces or kind.carries or world.specials or world.has(self.stand, "immune_front"))
        larger = [base for n, base in mine if not world.leads[n]] if kind.leader else []
        friends = [base for n, base in mine if n != self.stand]
        contact = self.assault != NOBODY  # closes the window
        anybody = reduce(or_, seen.values()) & (1 << len(path) - contact) - 1
        anybody = anybody >> self.done + 1 << self.done + 1
        moved = False
        while anybody:
            index = (anybody & -anybody).bit_length() - 1
            anybody &= anybody - 1
            base = world.base(path[index], kept.heading)
            ready = [n for n, mask in seen.items() if mask >> index & 1 and (on_foot or field.may_reach(n, base))]
            if not ready or lies_on(base, friends):
                continue
            # TC F21: a leader beside a larger stand is no target.
            if not on_foot:
                self._arrive(field, index)
                moved = True
                could = () if field.joined(self.stand) != NOBODY else self._shifts(field, ready)
            elif larger and touches_any(base, larger):
                could = ()
            else:
                could = shifts_on_foot(field, ready, path[index], base)
            if could and could != self.asked:
                if on_foot:
                    self._arrive(field, index)
                return index, could
        if moved:
            field.put_stand(self.stand, kept)
        return None

    def _shifts(self, field: Battlefield, watchers: Sequence[int]) -> tuple[tuple[int, int], ...]:
        """Those of the watchers who have the stand in range and arc where it is, and how well each would shoot."""
        near = [n for n in watchers if not field.out_of_reach(n, self.stand)]
        return tuple([(n, shot_at(field, n, self.stand).shift) for n in near])


def _runs(marks: Sequence[bool]) -> list[tuple[int, int]]:
    """The first and last index of each run of marks.

    >>> _runs([False, True, True, False, True])
    [(1, 2), (4, 4)]
    """
    found: list[tuple[int, int]] = []
    for index, mark in enumerate(marks):
        if mark and found and found[-1][1] == index - 1:
            found[-1] = (found[-1][0], index)
        elif mark:
            found.append((index, index))
    return found


def _ground_at(look: Situation, point: int) -> tuple[str, int]:
    """What a point lies in, in words, and the cover it gives (TC F13)."""
    row = TERRAIN.get(look.world.table.ground_at(point))
    if row is None:
        return "open ground", 0
    name = row.name.lower()
    return (f"{name}, cover +{row.cover}" if row.cover else name), row.cover


class WatchMove(Decide, frozen=True, array_like=True, tag="watch_move"):
    """TC O4: a stand may fire at a mover that has gone an inch or more in its sight."""

    mover: int
    could: tuple[int, ...]

    def reaction(self) -> Reaction:
        """Fire at the mover; to hold is to let this move pass."""
        return Reaction(self.mover, lasts=True)

    @verb("Fire with", "unit", menu="Fire")
    def fire(self, look: Situation) -> Targets:
        """Stands that may fire."""
        return self.could

    @fire.then
    def _do_fire(self, field: Battlefield, firer: int) -> None:
        field.log("opportunity", "TC O4", stand=firer, target=self.mover)
        shot = reaction(field, firer, Shot(firer, self.mover, reaction=True))
        _close(field, self.mover)
        field.next(shot, Answer(CLOSED))

    @fire.check
    def _why_not_fire(self, look: Situation, firer: int) -> Reason | None:
        if firer in self.could:
            return None
        return why_not_react(look, self.side, firer, self.mover) or NOT_AN_INCH

    @verb("Wait")
    def wait(self, look: Situation) -> bool:
        """Ask again when the chances change; not where the first moment is the only one (TC O10)."""
        return look.world.rules.opportunity_moment != "first"

    @wait.then
    def _do_wait(self, field: Battlefield, _: None) -> None:
        pass

    @verb("Hold fire for this move")
    def hold(self, look: Situation) -> bool:
        """Do not ask again."""
        return True

    @hold.then
    def _do_hold(self, field: Battlefield, _: None) -> None:
        _close(field, self.mover)
        field.answer(CLOSED)


def _close(field: Battlefield, stand: int) -> None:
    """TC M3: nobody may fire at the rest of the move, nor at how a carrier or a leader goes on after a halt."""
    kind = field.world.kinds[stand]
    if kind.carries or kind.leader:
        field.change(stand, closed=True)


class TerrainDie(Roll, frozen=True, array_like=True, tag="terrain_die"):
    """TC M5, V3b: a stand that enters bad ground rolls for the inches it loses."""

    roles = Roles(on="stand")

    stand: int
    ground: str

    def resolution(self, look: Situation) -> Resolution:
        """One d6, or two for a vehicle: every pip is an inch."""
        vehicle = look.world.kinds[self.stand].vehicle
        dice = TWO_D6 if vehicle else D6
        rows = tuple(Row(inches, inches, inches) for inches in dice.ways)
        return Resolution("TC V3b" if vehicle else "TC M5", "", dice, rows)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """The walk goes on with what is left."""
        assert isinstance(outcome, int)
        rule = "TC V3b" if field.world.kinds[self.stand].vehicle else "TC M5"
        field.log("slowed", rule, stand=self.stand, ground=self.ground, inches=outcome)
        field.answer(outcome * 100)


class Face(Decide, frozen=True, array_like=True, tag="face"):
    """A vehicle or gun that has moved is turned as its owner likes."""

    stand: int

    @verb("Face", "heading")
    def face(self, look: Situation) -> Targets:
        """Any of the 24 headings in which the base lies on no other."""
        at = look.stands[self.stand].at
        others = [look.base(n) for side in (0, 1) for n in look.on_table(side) if n != self.stand]
        near = [b for b in others if base_within(b, look.world.base(at, 0), 100)]
        return tuple(h for h in range(24) if not any(overlap(look.world.base(at, h), b) for b in near))

    @face.then
    def _do_face(self, field: Battlefield, heading: int) -> None:
        field.change(self.stand, heading=heading)

    @verb("Stay as it is")
    def stay(self, look: Situation) -> bool:
        """Keep the heading."""
        return True

    @stay.then
    def _do_stay(self, field: Battlefield, _: None) -> None:
        pass


CHAPTER = Chapter(
    name="movement",
    procedures=(
        Walk,
        WatchMove,
        TerrainDie,
        Face,
    ),
    phrases={
        "terrain_die!": "{stand:unit} enters {ground}",
        "watch_move?": "{mover:unit} moves in sight: fire, or hold?",
        "face?": "Which way does {stand:unit} face?",
        "stopped": "{stand:unit} is stopped at {point:point}",
        "opportunity": "{stand:unit} opens fire on {target:unit}",
        "slowed": "{stand:unit} enters {ground} and loses {inches} inches",
        "halts": "{stand:unit} has no move left and halts at {point:point}",
    },
)
