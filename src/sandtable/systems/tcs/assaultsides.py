"""An assault of men and guns followed to its end exactly, side by side (TCS 22.3 to 22.6).

What the rules do is asked in `assaultrules`. What a fire does to those it hits depends on its result alone, not on who
fired, and a check tells on later ones by the Battalion Morale alone. So each side is a position of its own, and the two
together are followed fire by fire and check by check. Units of one type are alike, and of those who have left the hex
only the steps count: that keeps the positions few. Vehicles are left to the general way, since AT rolls touch both
sides at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm
from threading import Lock

from sandtable.kernel.errors import OddsTooLarge
from sandtable.kernel.game import Game
from sandtable.kernel.odds import Distribution
from sandtable.systems.tcs.assault import Standing, attackers_fire, verdict
from sandtable.systems.tcs.assaultparts import Firers, Hit, Left, Side
from sandtable.systems.tcs.assaultrules import FACES, Sides
from sandtable.systems.tcs.board import Board

__all__ = ["Ended", "Melee", "melee"]

MOST_PAIRS = 3_000_000
"""The positions of both sides together that are followed at most."""
WORD = 8
"""The bytes that are moved at once."""
FEW = 4
"""The units of an assault that is kept: what is worked out about more of them takes much room."""

Ended = tuple[bool, int, int]
"""Whether the hex is taken, and the steps that are left to attackers and defenders."""


def melee(game: Game, hex: int, board: Board) -> Melee:
    """An assault, kept for the next question about the same few units on the same ground."""
    return _kept(game, hex, board) if len(board.units) <= FEW else Melee(game, hex, board)


class Melee(Sides):
    """An assault on a hex by the units of side 0; `board` has all of them in it, before anybody has fired."""

    def __init__(self, game: Game, hex: int, board: Board) -> None:
        super().__init__(game, hex, board)
        self._lock = Lock()
        """One fight at a time: all of them add to what is worked out."""
        self._ends: dict[tuple[int, int, int, Standing, int], Side] = {}
        self._last: dict[tuple[Side, int], Side] = {}
        self._digit = 0
        """The bytes of a number in a table."""

    # Sides that come to the same

    def _end_like(self, mine: Side) -> Side:
        run = self.driven_out(mine.part) if mine.side and mine.steps else 0
        key = mine.side, mine.room, mine.steps, mine.standing, run
        mine.end_like = self._ends.setdefault(key, mine)
        return mine.end_like

    def _alike(self, mine: Side, other: Side, to_come: int) -> Side:
        """The first side that comes to the same as one that was fired at, with this many fires to come."""
        if to_come == 1 or not mine.there:
            return mine.end_like or self._end_like(mine)
        if to_come == 2:
            return mine.fires_like or self._fires_like(mine, other)
        return mine

    def _fires_like(self, mine: Side, other: Side) -> Side:
        """Sides that fire last, at others: what they are as targets has no effect any more."""
        firers = self.as_firers(mine, other) if mine.firers is None else mine.firers
        end = mine.end_like or self._end_like(mine)
        mine.fires_like = self._last.setdefault((end, firers), mine)
        return mine.fires_like

    # The fight

    def fight(self, begin: Mapping[tuple[Left, Left], Fraction], rounds: int) -> Distribution[Ended]:
        """How it ends after these rounds at most, from these chances to begin with."""
        with self._lock:
            return self._fought(begin, rounds)

    def _fought(self, begin: Mapping[tuple[Left, Left], Fraction], rounds: int) -> Distribution[Ended]:
        world = self.game.world
        scales = [FACES ** (1 + len(units)) for units in world.units_of]
        whole = lcm(*(chance.denominator for chance in begin.values()))
        rest = (scales[0] * scales[1]) ** rounds
        """In how many ways the dice that are still to be thrown can fall."""
        every = whole * rest
        self._digit = (every.bit_length() // (8 * WORD) + 1) * WORD
        firing = 0 if attackers_fire(world, second=False) else 1
        first: dict[Side, Firers] = {}
        for both, chance in begin.items():
            (one, away), (other, away_too) = both[firing], both[1 - firing]
            firers, targets = self.side(firing, one), self.side(1 - firing, other)
            met = first.setdefault(firers, Firers({firers: 0}, firers.room, {})).met
            ways = int(chance * whole) << 8 * self._digit * (away_too * firers.room + away)
            met[targets] = met.get(targets, 0) + ways
        groups = list(first.values())
        done: dict[Ended, int] = {}
        for half in range(2 * rounds + 1):
            scale = scales[1 - firing]
            left = self._half(groups, firing, scale, 2 * rounds - half, rest, done)
            groups = self._regrouped(left)
            rest //= scale
            firing = 1 - firing
        ends = sorted(done.items(), key=_ways, reverse=True)
        return Distribution({ended: Fraction(ways, every) for ended, ways in ends})

    def _regrouped(self, left: list[Firers]) -> list[Firers]:
        """Those who were met fire next: in groups, with all that they meet."""
        groups: dict[tuple[int, bool, bool], Firers] = {}
        group_of: dict[Side, Firers] = {}
        for before in left:
            some = next(iter(before.among))
            for mine in before.met:
                if mine in group_of:
                    continue
                number = self.as_firers(mine, some) if mine.firers is None else mine.firers
                group = groups.setdefault((number, *mine.standing[:2]), Firers({}, 0, {}))
                group_of[mine] = group
                group.take(mine)
        digit, count = self._digit, 0
        tables: dict[Firers, dict[Side, bytearray]] = {group: {} for group in groups.values()}
        places = {
            mine: (tables[group], group.among[mine] * digit, group.columns * digit) for mine, group in group_of.items()
        }
        while left:
            before = left.pop()
            spans = [(other, column * digit, other.room) for other, column in before.among.items()]
            for mine, ways in before.met.items():
                into, first, wide = places[mine]
                rows = mine.room
                size = rows * digit
                table = self._turned(ways.to_bytes(before.columns * size, "little"), rows, before.columns * digit)
                nothing = bytes(size)
                for other, start, room in spans:
                    start *= rows
                    seen = table[start : start + room * size]
                    if seen == nothing or (room > 1 and seen.count(0) == len(seen)):
                        continue
                    count += 1
                    theirs = into.get(other)
                    if theirs is None:
                        theirs = into[other] = bytearray(room * wide)
                    if room == 1:
                        theirs[first : first + size] = seen
                        continue
                    for row in range(room):
                        place = first + row * wide
                        theirs[place : place + size] = seen[row * size : (row + 1) * size]
            if count > MOST_PAIRS:
                raise OddsTooLarge(
                    f"exact odds stopped at {count} positions of an assault: ask for fewer units or rounds"
                )
        for group, into in tables.items():
            group.met = {other: int.from_bytes(table, "little") for other, table in into.items()}
            into.clear()
        return list(groups.values())

    def _half(
        self, groups: list[Firers], side: int, scale: int, to_come: int, rest: int, ends: dict[Ended, int]
    ) -> list[Firers]:
        """One side fires at the other, if any fire is to come: the groups with what they meet after it. Fights that are
        over go to the `ends`; before the fire the dice to come can fall in `rest` ways.
        """
        after: list[Firers] = []
        most = len(self.game.world.units_of[1 - side])
        while groups:
            group = groups.pop()
            new: dict[Side, int] = {}
            levels: list[dict[Hit, int]] = [{} for _ in range(most + 1)]
            some = next(iter(group.among))
            for targets, ways in group.met.items():
                attackers, defenders = (some, targets) if side == 0 else (targets, some)
                if verdict(attackers.standing, defenders.standing, over=not to_come) != "goes on":
                    self._end(group, targets, ways, ends, rest, over=not to_come)
                    continue
                firers = self.as_firers(some, targets) if some.firers is None else some.firers
                found = targets.hit_by.get(firers)
                if found is None:
                    found = targets.hit_by[firers] = self._hit_by(some, targets)
                if not found:
                    same = self._alike(targets, some, to_come)
                    new[same] = new.get(same, 0) + ways * scale
                    continue
                for hit, more in found:
                    level = levels[hit.to_check]
                    level[hit] = level[hit] + ways * more if hit in level else ways * more
            for left, ways in self._all_checked(levels, group.columns * self._digit * 8).items():
                if left.side_left is None:
                    left.side_left = self.side(1 - side, left.left)
                same = left.side_left
                if to_come < 3 or not same.there:
                    same = self._alike(same, some, to_come)
                new[same] = new[same] + ways if same in new else ways
            for gone in [each for each in new if not each.there]:
                self._end(group, gone, new.pop(gone), ends, rest // scale, over=False)
            after.append(Firers(group.among, group.columns, new))
        return after

    def _hit_by(self, firers: Side, targets: Side) -> list[tuple[Hit, int]]:
        """What the shot of one side does to the other; nothing if there is none."""
        shot = self.shot(firers, targets)
        if not shot:
            return []
        found = targets.hits.get(shot)
        if found is None:
            found = targets.hits[shot] = self.hits(targets, shot)
        return found

    def _turned(self, table: bytes, rows: int, size: int) -> bytes:
        """A table whose rows have this many bytes, with its columns as rows."""
        if rows == 1 or size == self._digit:
            return table
        turned, words = bytearray(len(table)), self._digit // WORD
        old, new = memoryview(table).cast("Q"), memoryview(turned).cast("Q")
        for row in range(rows):
            whole = old[row * size // WORD : (row + 1) * size // WORD]
            for word in range(words):
                new[row * words + word :: rows * words] = whole[word::words]
        return bytes(turned)

    def _end(self, group: Firers, targets: Side, ways: int, ends: dict[Ended, int], rest: int, *, over: bool) -> None:
        """The fights of a group with those it meets are over, however the rest of the dice would fall."""
        digit, columns = self._digit, group.columns
        table = ways.to_bytes(targets.room * columns * digit, "little")
        for firers, column in group.among.items():
            attackers, defenders = (firers, targets) if firers.side == 0 else (targets, firers)
            how = verdict(attackers.standing, defenders.standing, over=over)
            taken, one, other = self._ended(how, attackers, defenders)
            for gone in range(firers.room):
                for gone_too in range(targets.room):
                    place = (gone_too * columns + column + gone) * digit
                    some = int.from_bytes(table[place : place + digit], "little")
                    if some:
                        gains = (gone_too, gone) if firers.side else (gone, gone_too)
                        ended = taken, one + gains[0], other + gains[1]
                        ends[ended] = ends[ended] + some * rest if ended in ends else some * rest

    def _all_checked(self, levels: list[dict[Hit, int]], row: int) -> dict[Hit, int]:
        """What is left of a side when all have checked, one by one; at each level are those of whom as many have yet to
        check, and `row` is the bits of a row of its tables.
        """
        while len(levels) > 1:
            level, below = levels.pop(), levels[-1]
            for hit, ways in level.items():
                following = hit.after
                if following is None:
                    following = hit.after = self.check(hit)
                for after, gone, more in following:
                    some = ways * more << gone * row if gone else ways * more
                    below[after] = below[after] + some if after in below else some
        return levels[0]

    def _ended(self, how: str, attackers: Side, defenders: Side) -> Ended:
        """How a fight has ended for those in the hex."""
        if how == "won":
            return True, attackers.steps, self.driven_out(defenders.part)
        return how == "alone" and attackers.steps > 0, attackers.steps, defenders.steps


def _ways(end: tuple[Ended, int]) -> int:
    return end[1]


_kept = lru_cache(maxsize=16)(Melee)
