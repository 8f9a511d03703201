"""An assault of men and guns followed to its end exactly, side by side (TCS 22.3 to 22.6).

What a fire does to those it hits depends on its result alone, not on who fired. So each side is a position of its own,
and what becomes of it after each result is worked out once, by the procedures of the game; the two together are
followed half a round at a time. Units of one type are alike, and who has left the hex counts with its steps only: that
keeps the positions few. Vehicles are left to the general way, since AT rolls touch both sides at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

import msgspec
from msgspec.structs import replace

from sandtable.kernel.errors import OddsTooLarge
from sandtable.kernel.game import Game
from sandtable.kernel.odds import Distribution
from sandtable.kernel.question import played
from sandtable.kernel.resolution import Outcome
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.areafire import CLOSE, AreaShot, area_shot
from sandtable.systems.tcs.assault import DriveOut
from sandtable.systems.tcs.board import Board, Situation, Unit
from sandtable.systems.tcs.closefire import area_firers
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.firetable import Attack, fire_resolution
from sandtable.systems.tcs.losses import ChooseLoss, TakeLosses, eligible, next_hit
from sandtable.systems.tcs.morale import MoraleRoll, checked_in_order
from sandtable.systems.tcs.proving import ALL_OUT, strongest
from sandtable.systems.tcs.world import FINE, OFF

__all__ = ["Ended", "Left", "Melee", "Part"]

MOST_PAIRS = 250_000
"""The positions of both sides together that are followed at most."""
FACES = 36
"""The ways a d66 falls."""

Chances = tuple[tuple[Outcome, int], ...]
Ended = tuple[bool, int, int]
"""Whether the hex is taken, and the steps that are left to attackers and defenders."""


class Part(msgspec.Struct, frozen=True, cache_hash=True, dict=True):
    """One side in the hex: its units type by type as (steps, morale), and its Battalion Morale."""

    inside: tuple[tuple[tuple[int, int], ...], ...]
    battalion: int

    @cached_property
    def steps(self) -> int:
        """All steps in the hex."""
        return sum(steps for alike in self.inside for steps, _ in alike)

    @cached_property
    def steady(self) -> int:
        """The steps of those who are not shaken."""
        return sum(steps for alike in self.inside for steps, morale in alike if morale == FINE)


Left = tuple[Part, int]
"""A side, and the steps of those who have left the hex."""
Pairs = dict[Part, dict[Part, int]]
"""The sides that fire next, each with those it meets, and in how many ways."""


class Melee:
    """An assault on a hex by the units of side 0; `board` has all of them in it, before anybody has fired."""

    def __init__(self, game: Game, hex: int, board: Board) -> None:
        self.game, self.hex, self._start = game, hex, board
        self._memo: dict[Any, Any] = {}
        world = game.world
        alike: tuple[dict[Any, list[int]], dict[Any, list[int]]] = ({}, {})
        for n, unit in enumerate(board.units):
            same = world.kinds[n].name, world.morale[n], replace(unit, steps=0)
            alike[world.owners[n]].setdefault(same, []).append(n)
        self._types = tuple(list(each.values()) for each in alike)
        """The units of each side, type by type."""

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

    def fires(self, side: int, part: Part) -> tuple[int, ...]:
        """Who of a side fires: who is not worse than at the start (TCS 22.5)."""
        key = "fires", side, part
        if key not in self._memo:
            anybody = self.game.world.options["assault_shaken_fire"]
            before = self._start.units
            named = self._named(side, part)
            self._memo[key] = tuple(n for n, _, morale in named if anybody or morale <= before[n].morale)
        found: tuple[int, ...] = self._memo[key]
        return found

    def shot(self, side: int, part: Part, other: Part) -> tuple[Chances, bool] | None:
        """The chances of each result when a side fires at the other, and whether anybody fires low; None if nobody
        does.
        """
        mine, theirs = self._firers(side, part, other), self._targets(1 - side, other, part)
        if mine is None or theirs is None:
            return None
        key = "shot", mine, theirs
        if key not in self._memo:
            steps, posture, vehicles, armour = theirs
            shot = replace(mine, steps=steps, posture=posture, vehicles=vehicles, armour=armour)
            left = str(self.game.world.options["left_of_column_0"])
            roll = fire_resolution(left, Attack("TCS 22.3", "fire", shot.strength, shot.shifts()))
            self._memo[key] = tuple(roll.chances()), shot.low
        found: tuple[Chances, bool] = self._memo[key]
        return found

    def _firers(self, side: int, part: Part, other: Part) -> AreaShot | None:
        """What those who fire make of the shot; None if nobody does."""
        key = "firers", side, part
        if key not in self._memo:
            look = Situation(self.game, self.board((side, part), (1 - side, other)))
            firers = area_firers(look, self.fires(side, part), self.hex)
            shot = area_shot(look, firers, self.hex, 1 - side, CLOSE, trigger=False) if firers else None
            self._memo[key] = shot and replace(shot, steps=0, posture="fire", vehicles=False, armour=False)
        found: AreaShot | None = self._memo[key]
        return found

    def _targets(self, side: int, part: Part, other: Part) -> tuple[int, str, bool, bool] | None:
        """What those who are fired at make of it; None if there is nobody to harm."""
        key = "targets", side, part
        if key not in self._memo:
            look = Situation(self.game, self.board((side, part), (1 - side, other)))
            shot = None
            if look.area_targets(self.hex, side):
                shot = area_shot(look, self.fires(1 - side, other), self.hex, side, CLOSE, trigger=False)
            self._memo[key] = shot and (shot.steps, shot.posture, shot.vehicles, shot.armour)
        found: tuple[int, str, bool, bool] | None = self._memo[key]
        return found

    def hit(self, side: int, part: Part, chances: Chances, low: bool, *, last: bool) -> list[tuple[Part, int, int]]:
        """What becomes of a side by fire with these chances: what is left, the steps that leave the hex, and in how
        many ways of one throw more than it has units. After the `last` fire sides that end alike are one.
        """
        key = "hit", side, part, chances, low, last
        if key not in self._memo:
            found: Counter[Left] = Counter()
            for result, ways in chances:
                assert isinstance(result, int)
                for (left, gone), more in self._after(side, part, result, low).items():
                    found[self._same(side, left, last=last), gone] += ways * more
            self._memo[key] = [(left, gone, ways) for (left, gone), ways in found.items()]
        known: list[tuple[Part, int, int]] = self._memo[key]
        return known

    def _same(self, side: int, part: Part, *, last: bool) -> Part:
        """The first side that was like this one: in all, or in what counts when the fire is over."""
        key: tuple[Any, ...] = "part", part
        if last:
            run = self.driven_out(part) if side and part.steps else 0
            key = "end", side, part.steps, part.steady, run
        found: Part = self._memo.setdefault(key, part)
        return found

    def _after(self, side: int, part: Part, result: int, low: bool) -> dict[Left, int]:
        """The same for one result of the fire, in ways of as many throws as it has units: losses, then the checks of
        those who are left, one by one. A check tells on the later ones by the Battalion Morale alone.
        """
        key = "after", side, part, result, low
        if key not in self._memo:
            self._memo[key] = Counter({(part, 0): 1}) if result < 0 else self._checked(side, part, result, low)
            spare = FACES ** len(self.game.world.units_of[side]) // sum(self._memo[key].values())
            for left in self._memo[key]:
                self._memo[key][left] *= spare
        known: Counter[Left] = self._memo[key]
        return known

    def _checked(self, side: int, part: Part, result: int, low: bool) -> Counter[Left]:
        field = Battlefield(self.game, self.board((side, part)))
        field.next(TakeLosses(side, self.hex, result, result, fire=(self.hex,)))
        while field.stack:
            step = field.stack.pop()
            if isinstance(step, ChooseLoss):
                step.take(field, strongest(field.units, next_hit(field, eligible(field, step), step.hits)))
            else:
                assert isinstance(step, TakeLosses)
                step.run(field)
        units, level = field.units, field.board.battalions[side]
        waiting = checked_in_order(field, self.hex, side)
        blank = tuple(() for _ in part.inside)
        so_far: Counter[Left] = Counter({(Part(blank, level), 0): 1})
        for n in waiting:
            number = next(place for place, alike in enumerate(self._types[side]) if n in alike)
            after: Counter[Left] = Counter()
            for (others, gone), ways in so_far.items():
                chances = self._check(side, n, units[n].steps, units[n].morale, others.battalion, low)
                for (own, away), more in chances.items():
                    inside = list(others.inside)
                    inside[number] = tuple(sorted((*inside[number], *own.inside[number]), reverse=True))
                    after[Part(tuple(inside), own.battalion), gone + away] += ways * more
            so_far = after
        return so_far

    def _check(self, side: int, unit: int, steps: int, morale: int, battalion: int, low: bool) -> Counter[Left]:
        """What becomes of a unit that checks its morale, in ways of one throw."""
        key = "check", side, unit, steps, morale, battalion, low
        if key not in self._memo:
            units = [Unit(OFF, 0)] * len(self._start.units)
            units[unit] = replace(self._start.units[unit], at=self.hex, steps=steps, morale=morale)
            levels = tuple(battalion if each == side else 0 for each in (0, 1))
            board = replace(self._start, units=tuple(units), battalions=levels)
            ends = played(self.game, board, MoraleRoll(unit, (self.hex,), no_low=not low), then=Act(0), policy=ALL_OUT)
            found: Counter[Left] = Counter()
            for end, chance in ends.items():
                found[self.part(end.board, side)] += (chance * FACES).numerator
            self._memo[key] = found
        known: Counter[Left] = self._memo[key]
        return known

    def driven_out(self, part: Part) -> int:
        """The steps that are left to the defenders in the hex when they must run (TCS 22.6)."""
        key = "driven out", part
        if key not in self._memo:
            (end,) = played(self.game, self.board((1, part)), DriveOut(self.hex, 1), then=Act(0), policy=ALL_OUT)
            self._memo[key] = sum(unit.steps for unit in end.board.units)
        found: int = self._memo[key]
        return found

    # The fight

    def fight(self, begin: Mapping[tuple[Left, Left], Fraction]) -> Distribution[Ended]:
        """How it ends, from these chances to begin with.

        The ways to a pair of sides are one number for every count of steps that have left the hex: a row of numbers,
        kept as the digits of one very large number, so that all of them are multiplied and added at once.
        """
        world = self.game.world
        rounds, sizes = int(world.options["assault_rounds"]), [len(units) for units in world.units_of]
        scales = [FACES ** (1 + size) for size in sizes]
        whole = lcm(*(chance.denominator for chance in begin.values()))
        digit = (whole * (scales[0] * scales[1]) ** rounds).bit_length()
        row = 1 + sum(self._start.units[n].steps for n in world.units_of[1])
        place = digit * row, digit
        firing = 1 if world.options["assault_first"] == "defender" else 0
        pairs: Pairs = {}
        for sides, chance in begin.items():
            ways = int(chance * whole) << sides[0][1] * place[0] + sides[1][1] * place[1]
            row_of = pairs.setdefault(sides[firing][0], {})
            row_of[sides[1 - firing][0]] = row_of.get(sides[1 - firing][0], 0) + ways
        done: dict[Ended, Fraction] = {}
        for half in range(2 * rounds + 1):
            pairs, ends = self._half(pairs, firing, scales[1 - firing], place[1 - firing], 2 * rounds - half)
            for (taken, one, other), ways in ends.items():
                for (gone, gone_too), some in _digits(ways, digit, row):
                    ended = taken, one + gone, other + gone_too
                    done[ended] = done.get(ended, Fraction(0)) + Fraction(some, whole)
            whole *= scales[1 - firing]
            firing = 1 - firing
        return Distribution(done)

    def _half(self, pairs: Pairs, side: int, scale: int, place: int, to_come: int) -> tuple[Pairs, Counter[Ended]]:
        """One side fires at the other, if any fire is to come: the pairs after it, seen from the other side, and the
        fights that are over.
        """
        ends: Counter[Ended] = Counter()
        after: Pairs = {}
        count = 0
        for firers, row in pairs.items():
            new: dict[Part, int] = {}
            for targets, ways in row.items():
                end = self._end((firers, targets) if side == 0 else (targets, firers), last=not to_come)
                if end is not None:
                    ends[end] += ways
                    continue
                shot = self.shot(side, firers, targets)
                if shot is None:
                    new[targets] = new.get(targets, 0) + ways * scale
                    continue
                for left, gone, more in self.hit(1 - side, targets, *shot, last=to_come == 1):
                    new[left] = new.get(left, 0) + (ways * more << gone * place)
            count += len(new)
            if count > MOST_PAIRS:
                raise OddsTooLarge(
                    f"exact odds stopped at {count} positions of an assault: ask for fewer units or rounds"
                )
            for targets, ways in new.items():
                after.setdefault(targets, {})[firers] = ways
        return after, ends

    def _end(self, pair: tuple[Part, Part], *, last: bool) -> Ended | None:
        """How the fight has ended for those in the hex; None if it goes on (TCS 22.6)."""
        attackers, defenders = pair
        if attackers.steps and defenders.steps:
            if not last and any(self.fires(side, part) for side, part in enumerate(pair)):
                return None
            if attackers.steady > defenders.steady:
                return True, attackers.steps, self.driven_out(defenders)
            return False, attackers.steps, defenders.steps
        return attackers.steps > 0, attackers.steps, defenders.steps


def _digits(ways: int, digit: int, row: int) -> Iterator[tuple[tuple[int, int], int]]:
    """The numbers in a row of digits that are not 0, each with its two places.

    >>> list(_digits((5 << 16 * 3) + 7, digit=16, row=2))
    [((0, 0), 7), ((1, 1), 5)]
    """
    place = 0
    while ways:
        some = ways & ((1 << digit) - 1)
        if some:
            yield divmod(place, row), some
        ways >>= digit
        place += 1
