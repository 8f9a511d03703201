"""An assault of men and guns followed to its end exactly, side by side (TCS 22.3 to 22.6).

The rules are those of play: `verdict` says how the fight stands, `AreaFire` makes the shot, `TakeLosses` takes the
steps, `MoraleRoll` checks a unit, `DriveOut` ends it. What is done here is to work out each of them once, and not again
for every position. What a fire does to those it hits depends on its result alone, not on who fired, and a check tells
on later ones by the Battalion Morale alone. So each side is a position of its own, and the two together are followed
fire by fire and check by check. Units of one type are alike, and of those who have left the hex only the steps count:
that keeps the positions few. Vehicles are left to the general way, since AT rolls touch both sides at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from threading import Lock
from typing import Any

from msgspec.structs import replace

from sandtable.kernel.errors import OddsTooLarge
from sandtable.kernel.game import Game
from sandtable.kernel.odds import Distribution
from sandtable.kernel.question import played
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.areafire import CLOSE, AreaFire, area_shot
from sandtable.systems.tcs.assault import DriveOut, Standing, attackers_fire, still_fights, verdict
from sandtable.systems.tcs.assaultparts import Firers, Hit, Inside, Left, Part, Shot, Side
from sandtable.systems.tcs.board import Board, Situation, Unit
from sandtable.systems.tcs.closefire import area_firers
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.losses import TakeLosses, settle
from sandtable.systems.tcs.morale import MoraleRoll, checked_in_order
from sandtable.systems.tcs.proving import ALL_OUT, strongest
from sandtable.systems.tcs.world import FINE, OFF

__all__ = ["Ended", "Melee", "melee"]

MOST_PAIRS = 3_000_000
"""The positions of both sides together that are followed at most."""
WORD = 8
"""The bytes that are moved at once."""
FACES = 36
"""The ways a d66 falls."""
FEW = 4
"""The units of an assault that is kept: what is worked out about more of them takes much room."""

Ended = tuple[bool, int, int]
"""Whether the hex is taken, and the steps that are left to attackers and defenders."""


def melee(game: Game, hex: int, board: Board) -> Melee:
    """An assault, kept for the next question about the same few units on the same ground."""
    return _kept(game, hex, board) if len(board.units) <= FEW else Melee(game, hex, board)


class Melee:
    """An assault on a hex by the units of side 0; `board` has all of them in it, before anybody has fired."""

    def __init__(self, game: Game, hex: int, board: Board) -> None:
        self.game, self.hex, self._start = game, hex, board
        self._lock = Lock()
        """One fight at a time: all of them add to what is worked out."""
        world = game.world
        alike: tuple[dict[Any, list[int]], dict[Any, list[int]]] = ({}, {})
        for n, unit in enumerate(board.units):
            same = world.kinds[n].name, world.morale[n], replace(unit, steps=0)
            alike[world.owners[n]].setdefault(same, []).append(n)
        self._types = tuple(list(each.values()) for each in alike)
        """The units of each side, type by type."""
        self._sides: dict[tuple[int, Part], Side] = {}
        self._hits: dict[tuple[int, Part, tuple[tuple[int, int, int], ...], bool], Hit] = {}
        self._ends: dict[tuple[int, int, int, Standing, int], Side] = {}
        self._last: dict[tuple[Side, int], Side] = {}
        self._checks: dict[tuple[int, ...], Counter[Left]] = {}
        self._losses: dict[tuple[int, Inside, int], tuple[tuple[tuple[int, int, int], ...], int]] = {}
        self._battalions: dict[tuple[int, int, int], int] = {}
        self._driven_out: dict[Part, int] = {}
        self._numbers: dict[Any, int] = {}
        """What sides make of a shot, and are as its targets, by number: 1, 2, 3."""
        self._met: dict[tuple[int, int], int] = {}
        """The number of the shot of firers at targets, by theirs."""
        self._shots: dict[Shot, int] = {}
        self._digit = 0
        """The bytes of a number in a table."""

    # Between boards and sides

    def part(self, board: Board, side: int) -> Left:
        """A side of a board."""
        inside = []
        away = 0
        for alike in self._types[side]:
            units = [board.units[n] for n in alike]
            inside.append(tuple(sorted(((u.steps, u.morale) for u in units if u.at == self.hex), reverse=True)))
            away += sum(u.steps for u in units if u.at != self.hex)
        return Part(tuple(inside), board.battalions[side]), away

    def board(self, *parts: tuple[int, Part]) -> Board:
        """A board with these sides in the hex, and nobody else on the map."""
        units = [Unit(OFF, 0)] * len(self._start.units)
        battalions = list(self._start.battalions)
        for side, part in parts:
            battalions[side] = part.battalion
            for n, steps, morale in self._named(side, part):
                units[n] = replace(self._start.units[n], at=self.hex, steps=steps, morale=morale)
        return replace(self._start, units=tuple(units), battalions=tuple(battalions))

    def _named(self, side: int, part: Part) -> list[tuple[int, int, int]]:
        """The units of a side in the hex, with their steps and morale."""
        return [
            (n, steps, morale)
            for alike, states in zip(self._types[side], part.inside, strict=True)
            for n, (steps, morale) in zip(alike, states, strict=False)
        ]

    # What a side can do, and what becomes of it

    def side(self, side: int, part: Part) -> Side:
        """All about a part of a side."""
        found = self._sides.get((side, part))
        if found is None:
            steady = sum(steps for alike in part.inside for steps, morale in alike if morale == FINE)
            standing = Standing(any(part.inside), bool(self.fires(side, part)), steady)
            found = self._sides[side, part] = Side(side, part, standing, self._room(side, part))
        return found

    def _room(self, side: int, part: Part) -> int:
        away = 0
        for alike, states in zip(self._types[side], part.inside, strict=True):
            steps = sorted((self._start.units[n].steps for n in alike), reverse=True)
            away += sum(steps[: len(alike) - len(states)])
        return 1 + away

    def fires(self, side: int, part: Part) -> tuple[int, ...]:
        """The units of a side that fire (TCS 22.5)."""
        before, world = self._start.units, self.game.world
        named = self._named(side, part)
        return tuple(n for n, _, morale in named if still_fights(world, before[n].morale, morale))

    def shot(self, mine: Side, other: Side) -> int:
        """The number of the shot of one side at the other; 0 if there is none. Shots with the same facts are one."""
        firers = self._as_firers(mine, other) if mine.firers is None else mine.firers
        if not firers:
            return 0
        targets = self._as_targets(other, mine) if other.targets is None else other.targets
        if not targets:
            return 0
        number = self._met.get((firers, targets))
        if number is None:
            look = self._look(mine, other)
            fire = AreaFire(area_firers(look, self.fires(mine.side, mine.part), self.hex), self.hex, other.side, CLOSE)
            low = any(self.game.world.direct[n] for n in fire.firers)
            shot = Shot(tuple(look.resolution_of(fire).chances()), low)
            number = self._met[firers, targets] = self._shots.setdefault(shot, len(self._shots) + 1)
        return number

    def _as_firers(self, mine: Side, other: Side) -> int:
        look = self._look(mine, other)
        firers = area_firers(look, self.fires(mine.side, mine.part), self.hex)
        mine.firers = 0
        if firers:
            shot = area_shot(look, firers, self.hex, other.side, CLOSE, trigger=False)
            mine.firers = self._number(replace(shot, steps=0, posture="fire", vehicles=False, armour=False))
        return mine.firers

    def _as_targets(self, mine: Side, other: Side) -> int:
        look = self._look(mine, other)
        mine.targets = 0
        if look.area_targets(self.hex, mine.side):
            shot = area_shot(look, self.fires(other.side, other.part), self.hex, mine.side, CLOSE, trigger=False)
            mine.targets = self._number((shot.steps, shot.posture, shot.vehicles, shot.armour))
        return mine.targets

    def _number(self, what: Any) -> int:
        return self._numbers.setdefault(what, len(self._numbers) + 1)

    def _look(self, one: Side, other: Side) -> Situation:
        return Situation(self.game, self.board((one.side, one.part), (other.side, other.part)))

    def hits(self, mine: Side, shot: Shot) -> list[tuple[Hit, int]]:
        """What such a fire does to a side at once: its losses, and who must check; in ways of one throw for the fire
        and one for each of its units, so that those who need not check throw for nothing.
        """
        count = len(self.game.world.units_of[mine.side])
        losses: Counter[int] = Counter()
        for result, some in shot.chances:
            assert isinstance(result, int)
            losses[min(result, mine.steps)] += some
        ways: Counter[Hit] = Counter()
        for lost, some in losses.items():
            after = self._hit(mine.side, mine.part, (), low=True) if lost < 0 else self._lose(mine, lost, shot.low)
            ways[after] += some * FACES ** (count - len(after.waiting))
        return list(ways.items())

    def _lose(self, mine: Side, result: int, low: bool) -> Hit:
        """A side after this many steps lost."""
        inside, battalion = mine.part.inside, mine.part.battalion
        key = mine.side, inside, result
        if key not in self._losses:
            field = Battlefield(self.game, self.board((mine.side, mine.part)))
            TakeLosses(mine.side, self.hex, result, result, fire=(self.hex,)).take(field, _from_the_strongest)
            kind_of = {n: number for number, alike in enumerate(self._types[mine.side]) for n in alike}
            order = checked_in_order(field, self.hex, mine.side)
            waiting = tuple((kind_of[n], field.units[n].steps, field.units[n].morale) for n in order)
            self._losses[key] = waiting, mine.steps - sum(field.units[n].steps for n in field.units_in(self.hex))
        waiting, lost = self._losses[key]
        left = Part(((),) * len(inside), self._settled(mine.side, battalion, lost))
        return self._hit(mine.side, left, waiting, low)

    def _settled(self, side: int, battalion: int, lost: int) -> int:
        """The Battalion Morale after this many steps lost at once."""
        key = side, battalion, lost
        if key not in self._battalions:
            levels = tuple(battalion if each == side else 0 for each in (0, 1))
            field = Battlefield(self.game, replace(self._start, battalions=levels))
            settle(field, (self.game.world.units_of[side][0],) * lost)
            self._battalions[key] = field.board.battalions[side]
        return self._battalions[key]

    def _hit(self, side: int, left: Part, waiting: tuple[tuple[int, int, int], ...], low: bool) -> Hit:
        key = side, left, waiting, low or not waiting
        if key not in self._hits:
            self._hits[key] = Hit(*key)
        return self._hits[key]

    def check(self, hit: Hit) -> list[tuple[Hit, int, int]]:
        """What becomes of a side when its next unit checks: the side, steps that leave the hex, in ways of a throw."""
        (number, steps, morale), *rest = hit.waiting
        unit = self._types[hit.side][number][0]
        found = []
        for (own, away), ways in self._checked(hit.side, unit, steps, morale, hit.left.battalion, hit.low).items():
            inside = list(hit.left.inside)
            inside[number] = tuple(sorted((*inside[number], *own.inside[number]), reverse=True))
            after = self._hit(hit.side, Part(tuple(inside), own.battalion), tuple(rest), hit.low)
            found.append((after, away, ways))
        return found

    def _checked(self, side: int, unit: int, steps: int, morale: int, battalion: int, low: bool) -> Counter[Left]:
        """What becomes of a unit that checks its morale, in ways of one throw."""
        key = side, unit, steps, morale, battalion, low
        if key not in self._checks:
            units = [Unit(OFF, 0)] * len(self._start.units)
            units[unit] = replace(self._start.units[unit], at=self.hex, steps=steps, morale=morale)
            levels = tuple(battalion if each == side else 0 for each in (0, 1))
            board = replace(self._start, units=tuple(units), battalions=levels)
            ends = played(
                self.game, board, MoraleRoll(unit, (self.hex,), no_low=not low), then=Act(0), assuming=ALL_OUT
            )
            found: Counter[Left] = Counter()
            for end, chance in ends.items():
                found[self.part(end.board, side)] += (chance * FACES).numerator
            self._checks[key] = found
        return self._checks[key]

    def _end_like(self, mine: Side) -> Side:
        run = self.driven_out(mine.part) if mine.side and mine.steps else 0
        key = mine.side, mine.room, mine.steps, mine.standing, run
        mine.end_like = self._ends.setdefault(key, mine)
        return mine.end_like

    def _alike(self, mine: Side, other: Side, to_come: int) -> Side:
        """The first side that comes to the same as one that was fired at, with this many fires to come."""
        if to_come == 1:
            return mine.end_like or self._end_like(mine)
        if to_come == 2:
            return mine.fires_like or self._fires_like(mine, other)
        return mine

    def _fires_like(self, mine: Side, other: Side) -> Side:
        """Sides that fire last, at others: what they are as targets has no effect any more."""
        firers = self._as_firers(mine, other) if mine.firers is None else mine.firers
        end = mine.end_like or self._end_like(mine)
        mine.fires_like = self._last.setdefault((end, firers), mine)
        return mine.fires_like

    def driven_out(self, part: Part) -> int:
        """The steps that are left to the defenders in the hex when they must run (TCS 22.6)."""
        if part not in self._driven_out:
            (end,) = played(self.game, self.board((1, part)), DriveOut(self.hex, 1), then=Act(0), assuming=ALL_OUT)
            self._driven_out[part] = sum(unit.steps for unit in end.board.units)
        return self._driven_out[part]

    # The fight

    def fight(self, begin: Mapping[tuple[Left, Left], Fraction], rounds: int) -> Distribution[Ended]:
        """How it ends after these rounds at most, from these chances to begin with."""
        with self._lock:
            return self._fought(begin, rounds)

    def _fought(self, begin: Mapping[tuple[Left, Left], Fraction], rounds: int) -> Distribution[Ended]:
        world = self.game.world
        sizes = [len(units) for units in world.units_of]
        scales = [FACES ** (1 + size) for size in sizes]
        whole = lcm(*(chance.denominator for chance in begin.values()))
        most = (whole * (scales[0] * scales[1]) ** rounds).bit_length()
        self._digit = (most // (8 * WORD) + 1) * WORD
        firing = 0 if attackers_fire(world, second=False) else 1
        first: dict[Side, Firers] = {}
        for both, chance in begin.items():
            (one, away), (other, away_too) = both[firing], both[1 - firing]
            firers, targets = self.side(firing, one), self.side(1 - firing, other)
            met = first.setdefault(firers, Firers({firers: 0}, firers.room, {})).met
            ways = int(chance * whole) << 8 * self._digit * (away_too * firers.room + away)
            met[targets] = met.get(targets, 0) + ways
        groups = list(first.values())
        done: dict[Ended, Fraction] = {}
        for half in range(2 * rounds + 1):
            left, ends = self._half(groups, firing, scales[1 - firing], 2 * rounds - half)
            for ended, some in ends.items():
                done[ended] = done.get(ended, Fraction(0)) + Fraction(some, whole)
            groups = self._regrouped(left)
            whole *= scales[1 - firing]
            firing = 1 - firing
        return Distribution(done)

    def _regrouped(self, left: list[Firers]) -> list[Firers]:
        """Those who were met fire next: in groups, with all that they meet."""
        groups: dict[tuple[int, bool, bool], Firers] = {}
        group_of: dict[Side, Firers] = {}
        for before in left:
            there = next((other for other in before.among if other.standing.there), None)
            for mine in before.met:
                if mine in group_of:
                    continue
                number = 0
                if there is not None and mine.standing.there:
                    number = self._as_firers(mine, there) if mine.firers is None else mine.firers
                group = groups.setdefault((number, *mine.standing[:2]), Firers({}, 0, {}))
                group_of[mine] = group
                group.take(mine)
        digit, count = self._digit, 0
        tables: dict[Firers, dict[Side, bytearray]] = {group: {} for group in groups.values()}
        while left:
            before = left.pop()
            for mine, ways in before.met.items():
                group = group_of[mine]
                into, first = tables[group], group.among[mine] * digit
                size, wide = mine.room * digit, group.columns * digit
                for other, seen in self._seen_from(mine, before, ways):
                    count += 1
                    table = into.get(other)
                    if table is None:
                        table = into[other] = bytearray(other.room * wide)
                    place = first
                    for start in range(0, len(seen), size):
                        table[place : place + size] = seen[start : start + size]
                        place += wide
            if count > MOST_PAIRS:
                raise OddsTooLarge(
                    f"exact odds stopped at {count} positions of an assault: ask for fewer units or rounds"
                )
        for group, into in tables.items():
            group.met = {other: int.from_bytes(table, "little") for other, table in into.items()}
            into.clear()
        return list(groups.values())

    def _half(self, groups: list[Firers], side: int, scale: int, to_come: int) -> tuple[list[Firers], dict[Ended, int]]:
        """One side fires at the other, if any fire is to come: the groups with what they meet after it, and the fights
        that are over.
        """
        ends: dict[Ended, int] = {}
        after: list[Firers] = []
        while groups:
            group = groups.pop()
            new: dict[Side, int] = {}
            hits: dict[Hit, int] = {}
            some = next(iter(group.among))
            for targets, ways in group.met.items():
                attackers, defenders = (some, targets) if side == 0 else (targets, some)
                if verdict(attackers.standing, defenders.standing, over=not to_come) != "goes on":
                    self._end(group, targets, ways, ends, over=not to_come)
                    continue
                shot = self.shot(some, targets)
                if not shot:
                    same = self._alike(targets, some, to_come)
                    new[same] = new.get(same, 0) + ways * scale
                    continue
                found = targets.hits.get(shot)
                if found is None:
                    found = targets.hits[shot] = self.hits(targets, list(self._shots)[shot - 1])
                for hit, more in found:
                    hits[hit] = hits[hit] + ways * more if hit in hits else ways * more
            for left, ways in self._all_checked(hits, group.columns * self._digit * 8).items():
                if left.side_left is None:
                    left.side_left = self.side(1 - side, left.left)
                same = self._alike(left.side_left, some, to_come)
                new[same] = new[same] + ways if same in new else ways
            after.append(Firers(group.among, group.columns, new))
        return after, ends

    def _seen_from(self, mine: Side, group: Firers, ways: int) -> Iterator[tuple[Side, bytes]]:
        """The firers that a side can meet now, each with a table that has a row for each of their counts."""
        digit, rows = self._digit, mine.room
        size = group.columns * digit
        table = ways.to_bytes(rows * size, "little")
        if rows > 1:
            turned, words = bytearray(len(table)), digit // WORD
            old, new = memoryview(table).cast("Q"), memoryview(turned).cast("Q")
            for row in range(rows):
                whole = old[row * size // WORD : (row + 1) * size // WORD]
                for word in range(words):
                    new[row * words + word :: rows * words] = whole[word::words]
            table = bytes(turned)
        for firers, column in group.among.items():
            own = table[column * rows * digit : (column + firers.room) * rows * digit]
            if own.count(0) < len(own):
                yield firers, own

    def _end(self, group: Firers, targets: Side, ways: int, ends: dict[Ended, int], *, over: bool) -> None:
        """The fights of a group with those it meets are over."""
        digit = self._digit
        for firers, table in self._seen_from(targets, group, ways):
            attackers, defenders = (firers, targets) if firers.side == 0 else (targets, firers)
            how = verdict(attackers.standing, defenders.standing, over=over)
            taken, one, other = self._ended(how, attackers, defenders)
            for place in range(len(table) // digit):
                some = int.from_bytes(table[place * digit : (place + 1) * digit], "little")
                if some:
                    gone, gone_too = divmod(place, targets.room)
                    if firers.side:
                        gone, gone_too = gone_too, gone
                    ended = taken, one + gone, other + gone_too
                    ends[ended] = ends.get(ended, 0) + some

    def _all_checked(self, hits: Mapping[Hit, int], row: int) -> dict[Hit, int]:
        """What is left of a side when all have checked, one by one; `row` is the bits of a row of its tables."""
        levels: list[dict[Hit, int]] = []
        for hit, ways in hits.items():
            while len(levels) <= len(hit.waiting):
                levels.append({})
            levels[len(hit.waiting)][hit] = ways
        while len(levels) > 1:
            level, below = levels.pop(), levels[-1]
            for hit, ways in level.items():
                following = hit.after
                if following is None:
                    following = hit.after = self.check(hit)
                for after, gone, more in following:
                    some = ways * more << gone * row if gone else ways * more
                    below[after] = below[after] + some if after in below else some
        return levels[0] if levels else {}

    def _ended(self, how: str, attackers: Side, defenders: Side) -> Ended:
        """How a fight has ended for those in the hex."""
        if how == "won":
            return True, attackers.steps, self.driven_out(defenders.part)
        return how == "alone" and attackers.steps > 0, attackers.steps, defenders.steps


_kept = lru_cache(maxsize=16)(Melee)


def _from_the_strongest(field: Battlefield, among: Sequence[int]) -> int:
    return strongest(field.units, among)
