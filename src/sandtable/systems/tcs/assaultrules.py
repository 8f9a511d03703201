"""What the rules do to the sides of an assault of men and guns (TCS 22.3 to 22.6), each asked once.

They are those of play: `area_shot` has the facts of a shot, `fire_resolution` its table, `TakeLosses` takes the steps,
`MoraleRoll` checks a unit, `SaveYourself` lets it run, `DriveOut` ends it. They are not asked again for every position,
but once for all that comes to the same: firers are kept apart from targets, and a check goes by its total.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from sandtable.kernel.game import Game
from sandtable.kernel.question import played
from sandtable.kernel.resolution import Modifier, Outcome
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.areafire import CLOSE, AreaFire, AreaShot, area_shot
from sandtable.systems.tcs.assault import DriveOut, Standing, still_fights
from sandtable.systems.tcs.assaultparts import Chances, Hit, Inside, Left, Part, Shot, Side, Waiting
from sandtable.systems.tcs.board import Board, Situation, Unit
from sandtable.systems.tcs.closefire import area_firers
from sandtable.systems.tcs.conditions import CONDITIONS
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.firetable import Attack, fire_resolution
from sandtable.systems.tcs.flight import SaveYourself
from sandtable.systems.tcs.losses import TakeLosses, settle
from sandtable.systems.tcs.morale import MoraleFacts, MoraleRoll, checked_in_order
from sandtable.systems.tcs.proving import ALL_OUT, strongest
from sandtable.systems.tcs.world import FINE, OFF

__all__ = ["FACES", "Sides"]

FACES = 36
"""The ways a d66 falls."""

Target = tuple[int, str, bool, bool]
"""What a side is as a target: its steps, its posture, whether all are vehicles, and whether any has armour."""


class Checked(Struct, frozen=True):
    """What becomes of a unit by its morale check."""

    left: tuple[tuple[int, int], ...]
    """Its steps and morale, if it is still in the hex."""
    battalion: int
    """The Battalion Morale after it."""
    away: int
    """The steps that leave the hex."""


class Answer(NamedTuple):
    """What an answer of the morale table does to a unit: its morale after it, None if it is gone; how much worse the
    Battalion Morale gets; and whether the unit runs.
    """

    morale: int | None
    gain: int
    runs: bool


class Sides:
    """The sides of an assault on a hex by the units of side 0; `board` has all of them in it, before any has fired."""

    def __init__(self, game: Game, hex: int, board: Board) -> None:
        self.game, self.hex, self._start = game, hex, board
        world = game.world
        alike: tuple[dict[Any, list[int]], dict[Any, list[int]]] = ({}, {})
        for n, unit in enumerate(board.units):
            same = world.kinds[n].name, world.morale[n], replace(unit, steps=0)
            alike[world.owners[n]].setdefault(same, []).append(n)
        self._types = tuple(list(each.values()) for each in alike)
        """The units of each side, type by type."""
        self._kind_of = {n: number for types in self._types for number, same in enumerate(types) for n in same}
        self._nobody = (Unit(OFF, 0),) * len(board.units)
        self._throws = tuple([FACES**count for count in range(len(units) + 1)] for units in world.units_of)
        self._sides: dict[tuple[int, Part], Side] = {}
        self._hits: dict[tuple[int, Part, Waiting, bool], Hit] = {}
        self._losses: dict[tuple[int, Inside, int], tuple[Waiting, int]] = {}
        self._losses_alone: dict[tuple[int, int, int], int] = {}
        """The steps that a unit of a side and type loses by a result, if it is alone, whole and steady."""
        self._battalions: dict[tuple[int, int, int], int] = {}
        self._driven_out: dict[Part, int] = {}
        # shots
        self._firing: dict[AreaShot, int] = {}
        """What sides make of a shot, by number: 1, 2, 3."""
        self._facts_of_firers: list[AreaShot] = []
        """The same in the order of the numbers."""
        self._but_strength: list[AreaShot] = []
        """The same without the strength: what sides have in common that differ in their steps alone."""
        self._aimed_at: dict[Target, int] = {}
        """What they are as its targets, by number."""
        self._firers: dict[tuple[int, Inside], int] = {}
        self._targets: dict[Any, int] = {}
        self._met: dict[tuple[int, int], int] = {}
        """The number of the shot of firers at targets, by theirs."""
        self._shifts: dict[tuple[AreaShot, int], tuple[Modifier, ...]] = {}
        self._columns: dict[tuple[int, int], Chances] = {}
        self._shots: dict[Shot, int] = {}
        self._shot_by_number: list[Shot] = []
        self._lumped: dict[tuple[int, int], list[tuple[int, int]]] = {}
        # checks
        self._checks: dict[tuple[int, ...], dict[Checked, int]] = {}
        self._morale: dict[tuple[int, int, int, bool], MoraleFacts] = {}
        self._tables: dict[int, Chances] = {}
        self._answers: dict[tuple[int, int, Outcome], Answer] = {}
        self._runs: dict[tuple[int, int], int] = {}
        self._saved: dict[tuple[int, int, int], tuple[int, int]] = {}

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
        units = list(self._nobody)
        battalions = list(self._start.battalions)
        for side, part in parts:
            battalions[side] = part.battalion
            for n, steps, morale in self._named(side, part):
                units[n] = replace(self._start.units[n], at=self.hex, steps=steps, morale=morale)
        return replace(self._start, units=tuple(units), battalions=tuple(battalions))

    def _alone(self, unit: int, steps: int, morale: int, battalion: int = 0) -> Board:
        """A board with one unit in the hex, and nobody else on the map."""
        units = list(self._nobody)
        units[unit] = replace(self._start.units[unit], at=self.hex, steps=steps, morale=morale)
        levels = (0, battalion) if self.game.world.owners[unit] else (battalion, 0)
        return replace(self._start, units=tuple(units), battalions=levels)

    def _field(self, board: Board) -> Battlefield:
        """A working copy of a board, with nothing under way."""
        field = Battlefield(self.game, board)
        field.stack, field.noted = [], False
        return field

    def _named(self, side: int, part: Part) -> list[tuple[int, int, int]]:
        """The units of a side in the hex, with their steps and morale."""
        return [
            (n, steps, morale)
            for alike, states in zip(self._types[side], part.inside, strict=True)
            for n, (steps, morale) in zip(alike, states, strict=False)
        ]

    def side(self, side: int, part: Part) -> Side:
        """All about a part of a side."""
        found = self._sides.get((side, part))
        if found is None:
            steady = sum([steps for alike in part.inside for steps, morale in alike if morale == FINE])
            standing = Standing(any(part.inside), self._able(side, part), steady)
            found = self._sides[side, part] = Side(side, part, standing, self._room(side, part))
        return found

    def _room(self, side: int, part: Part) -> int:
        away = 0
        for alike, states in zip(self._types[side], part.inside, strict=True):
            if len(states) < len(alike):
                steps = sorted((self._start.units[n].steps for n in alike), reverse=True)
                away += sum(steps[: len(alike) - len(states)])
        return 1 + away

    def _able(self, side: int, part: Part) -> bool:
        """Whether any unit of a side fires: all of a type were as shaken before."""
        before, world = self._start.units, self.game.world
        for alike, states in zip(self._types[side], part.inside, strict=True):
            for _, morale in states:
                if still_fights(world, before[alike[0]].morale, morale):
                    return True
        return False

    def fires(self, side: int, part: Part) -> tuple[int, ...]:
        """The units of a side that fire (TCS 22.5)."""
        before, world = self._start.units, self.game.world
        named = self._named(side, part)
        return tuple([n for n, _, morale in named if still_fights(world, before[n].morale, morale)])

    def _look(self, one: Side, other: Side) -> Situation:
        return Situation(self.game, self.board((one.side, one.part), (other.side, other.part)))

    # Shots

    def shot(self, mine: Side, other: Side) -> int:
        """The number of the shot of one side at the other; 0 if there is none. Shots with the same facts are one."""
        firers = self.as_firers(mine, other) if mine.firers is None else mine.firers
        if not firers:
            return 0
        targets = self._as_targets(other, mine) if other.targets is None else other.targets
        if not targets:
            return 0
        number = self._met.get((firers, targets))
        if number is None:
            shot = self._made(mine, other, firers, targets)
            number = self._met[firers, targets] = self._shots.setdefault(shot, len(self._shots) + 1)
            if number > len(self._shot_by_number):
                self._shot_by_number.append(shot)
        return number

    def _made(self, mine: Side, other: Side, firers: int, targets: int) -> Shot:
        """A shot from what its firers make of it and what its targets are; where chapters add to it, from the board."""
        facts = self._facts_of_firers[firers - 1]
        if self.game.rules.modifiers(AreaFire):
            look = self._look(mine, other)
            fire = AreaFire(area_firers(look, self.fires(mine.side, mine.part), self.hex), self.hex, other.side, CLOSE)
            return Shot(tuple(look.resolution_of(fire).chances()), facts.low)
        key = self._but_strength[firers - 1], targets
        shifts = self._shifts.get(key)
        if shifts is None:
            steps, posture, vehicles, armour = list(self._aimed_at)[targets - 1]
            aimed = replace(facts, steps=steps, posture=posture, vehicles=vehicles, armour=armour)
            shifts = self._shifts[key] = aimed.shifts()
        attack = Attack("", "", facts.strength, shifts)
        column = attack.strength, attack.shift
        chances = self._columns.get(column)
        if chances is None:
            left = self.game.world.options.left_of_column_0
            chances = self._columns[column] = tuple(fire_resolution(left, attack).chances())
        return Shot(chances, facts.low)

    def as_firers(self, mine: Side, other: Side) -> int:
        """The number of what a side makes of a shot at another, whoever that is; 0 if nobody can fire."""
        mine.firers = 0
        if mine.standing.able:
            key = mine.side, mine.part.inside
            found = self._firers.get(key)
            if found is None:
                look = self._look(mine, other)
                firers = area_firers(look, self.fires(mine.side, mine.part), self.hex)
                found = self._firers[key] = self._fired(look, firers, other)[0] if firers else 0
            mine.firers = found
        return mine.firers

    def _as_targets(self, mine: Side, other: Side) -> int:
        key = self._key_of_target(mine)
        found = self._targets.get(key)
        if found is None:
            look = self._look(mine, other)
            found = self._fired(look, self.fires(other.side, other.part), mine)[1]
        mine.targets = found
        return found

    def _fired(self, look: Situation, firers: tuple[int, ...], other: Side) -> tuple[int, int]:
        """The numbers of what both make of a shot, the firers and those it is aimed at (0 if nobody can be harmed)."""
        shot = area_shot(look, firers, self.hex, other.side, CLOSE, trigger=False)
        key = self._key_of_target(other)
        targets = self._targets.get(key)
        if targets is None:
            targets = 0
            if look.area_targets(self.hex, other.side):
                target = shot.steps, shot.posture, shot.vehicles, shot.armour
                targets = self._aimed_at.setdefault(target, len(self._aimed_at) + 1)
            self._targets[key] = targets
        plain = replace(shot, steps=0, posture="fire", vehicles=False, armour=False)
        number = self._firing.setdefault(plain, len(self._firing) + 1)
        if number > len(self._facts_of_firers):
            self._facts_of_firers.append(plain)
            self._but_strength.append(replace(plain, strength=0))
        return number, targets

    def _key_of_target(self, mine: Side) -> Any:
        """What makes a side a target of its own: not how shaken it is, unless a chapter asks for that."""
        inside = mine.part.inside
        if self.game.rules.at(CONDITIONS):
            return mine.side, inside
        return mine.side, tuple([tuple([steps for steps, _ in alike]) for alike in inside])

    # Losses

    def hits(self, mine: Side, number: int) -> list[tuple[Hit, int]]:
        """What such a fire does to a side at once: its losses, and who must check; in ways of one throw for the fire
        and one for each of its units, so that those who need not check throw for nothing.
        """
        shot = self._shot_by_number[number - 1]
        low, throws = shot.low, self._throws[mine.side]
        losses = mine.low_losses if low else mine.other_losses
        ways: dict[Hit, int] = {}
        for lost, some in self._results(shot, number, mine.steps):
            after = losses.get(lost)
            if after is None:
                after = losses[lost] = self._lose(mine, lost, low)
            more = some * throws[-1 - after.to_check]
            ways[after] = ways[after] + more if after in ways else more
        return list(ways.items())

    def _results(self, shot: Shot, number: int, steps: int) -> list[tuple[int, int]]:
        """The results of a shot at a side with this many steps to lose, in ways of a throw."""
        key = number, steps
        found = self._lumped.get(key)
        if found is None:
            losses: dict[int, int] = {}
            for result, some in shot.chances:
                assert isinstance(result, int)
                lost = min(result, steps)
                losses[lost] = losses.get(lost, 0) + some
            found = self._lumped[key] = list(losses.items())
        return found

    def _lose(self, mine: Side, result: int, low: bool) -> Hit:
        """A side after this many steps lost; below 0 the fire has had no effect."""
        side, (inside, battalion) = mine.side, (mine.part.inside, mine.part.battalion)
        if result < 0:
            return self._hit(side, mine.part, (), low=True)
        alone = len(inside) == 1 == len(inside[0]) or sum(map(len, inside)) == 1
        waiting, lost = (self._taken_alone if alone else self._taken)(side, inside, result)
        return self._hit(side, Part(((),) * len(inside), self._settled(side, battalion, lost)), waiting, low)

    def _taken(self, side: int, inside: Inside, result: int) -> tuple[Waiting, int]:
        """Those who are left in the hex after losses, as they check; and the steps lost."""
        key = side, inside, result
        found = self._losses.get(key)
        if found is None:
            found = self._losses[key] = self._take(side, inside, result)
        return found

    def _take(self, side: int, inside: Inside, result: int) -> tuple[Waiting, int]:
        field = self._field(self.board((side, Part(inside, 0))))
        TakeLosses(side, self.hex, result, result, fire=(self.hex,)).take(field, _from_the_strongest)
        order = checked_in_order(field, self.hex, side)
        waiting = tuple([(self._kind_of[n], field.units[n].steps, field.units[n].morale) for n in order])
        steps = sum([steps for alike in inside for steps, _ in alike])
        return waiting, steps - sum([field.units[n].steps for n in field.units_in(self.hex)])

    def _taken_alone(self, side: int, inside: Inside, result: int) -> tuple[Waiting, int]:
        """A unit alone in the hex loses what it would if it were whole and steady, or all it has: nobody chooses."""
        number = 0
        while not inside[number]:
            number += 1
        ((steps, morale),) = inside[number]
        key = side, number, result
        lost = self._losses_alone.get(key)
        if lost is None:
            whole = self._start.units[self._types[side][number][0]].steps
            others = ((),) * (len(inside) - number - 1)
            lost = self._losses_alone[key] = self._take(side, (*((),) * number, ((whole, FINE),), *others), result)[1]
        return (((number, steps - lost, morale),), lost) if lost < steps else ((), steps)

    def _settled(self, side: int, battalion: int, lost: int) -> int:
        """The Battalion Morale after this many steps lost at once."""
        key = side, battalion, lost
        found = self._battalions.get(key)
        if found is None:
            levels = (0, battalion) if side else (battalion, 0)
            field = self._field(replace(self._start, battalions=levels))
            settle(field, (self.game.world.units_of[side][0],) * lost)
            found = self._battalions[key] = field.board.battalions[side]
        return found

    def _hit(self, side: int, left: Part, waiting: Waiting, low: bool) -> Hit:
        key = side, left, waiting, low or not waiting
        found = self._hits.get(key)
        if found is None:
            found = self._hits[key] = Hit(*key)
        return found

    # Checks

    def check(self, hit: Hit) -> list[tuple[Hit, int, int]]:
        """What becomes of a side when its next unit checks: the side, steps that leave the hex, in ways of a throw."""
        (number, steps, morale), *rest = hit.waiting
        unit, after, inside = self._types[hit.side][number][0], tuple(rest), hit.left.inside
        found = []
        for own, ways in self._checked(unit, steps, morale, hit.left.battalion, hit.low).items():
            alike = tuple(sorted((*inside[number], *own.left), reverse=True)) if own.left else inside[number]
            part = Part((*inside[:number], alike, *inside[number + 1 :]), own.battalion)
            found.append((self._hit(hit.side, part, after, hit.low), own.away, ways))
        return found

    def _checked(self, unit: int, steps: int, morale: int, battalion: int, low: bool) -> dict[Checked, int]:
        """What becomes of a unit that checks its morale, in ways of one throw."""
        key = unit, steps, morale, battalion, low
        found = self._checks.get(key)
        if found is None:
            check = self._played if self.game.rules.modifiers(MoraleRoll) else self._worked_out
            found = self._checks[key] = check(unit, steps, morale, battalion, low)
        return found

    def _played(self, unit: int, steps: int, morale: int, battalion: int, low: bool) -> dict[Checked, int]:
        """By all the procedures of the game: where chapters add to the check."""
        side = self.game.world.owners[unit]
        roll = MoraleRoll(unit, (self.hex,), no_low=not low)
        board = self._alone(unit, steps, morale, battalion)
        found: dict[Checked, int] = {}
        for end, chance in played(self.game, board, roll, then=Act(0), assuming=ALL_OUT).items():
            now = end.board.units[unit]
            there = now.at == self.hex
            own = Checked(
                ((now.steps, now.morale),) if there else (), end.board.battalions[side], 0 if there else now.steps
            )
            found[own] = found.get(own, 0) + (chance * FACES).numerator
        return found

    def _worked_out(self, unit: int, steps: int, morale: int, battalion: int, low: bool) -> dict[Checked, int]:
        """By the total of the check, and by what each answer of its table does."""
        roll = MoraleRoll(unit, (self.hex,), no_low=not low)
        known = unit, steps, morale, low
        if known not in self._morale:
            self._morale[known] = roll.facts(Situation(self.game, self._alone(unit, steps, morale)))
        facts = replace(self._morale[known], battalion=battalion)
        total = sum([each.value for each in facts.modifiers()])
        chances = self._tables.get(total)
        if chances is None:
            chances = self._tables[total] = tuple(facts.resolution("").chances())
        found: dict[Checked, int] = {}
        for outcome, ways in chances:
            after, gain, runs = self._answered(roll, steps, morale, outcome)
            if runs:
                if (unit, total) not in self._runs:
                    field = self._field(self._alone(unit, steps, morale, battalion))
                    roll.then(field, outcome)
                    (run,) = field.stack
                    assert isinstance(run, SaveYourself)
                    self._runs[unit, total] = run.loss
                away, more = self._run(unit, steps, self._runs[unit, total])
                own = Checked((), battalion + gain + more, away)
            else:
                own = Checked(() if after is None else ((steps, after),), battalion + gain, 0)
            found[own] = found[own] + ways if own in found else ways
        return found

    def _answered(self, roll: MoraleRoll, steps: int, morale: int, outcome: Outcome) -> Answer:
        """What an answer of the table does to a unit that is so shaken, whatever its steps and its battalion are."""
        key = roll.unit, morale, outcome
        found = self._answers.get(key)
        if found is None:
            field = self._field(self._alone(roll.unit, steps, morale))
            roll.then(field, outcome)
            now = field.units[roll.unit]
            gain = field.board.battalions[self.game.world.owners[roll.unit]]
            left = now.morale if now.at == self.hex else None
            found = self._answers[key] = Answer(left, gain, bool(field.stack))
        return found

    def _run(self, unit: int, steps: int, loss: int) -> tuple[int, int]:
        """The steps that are left to a unit that runs, wherever to; and how much worse the Battalion Morale gets."""
        key = unit, steps, loss
        found = self._saved.get(key)
        if found is None:
            field = self._field(self._alone(unit, steps, FINE))
            SaveYourself(unit, (self.hex,), loss).run(field)
            gain = field.board.battalions[self.game.world.owners[unit]]
            found = self._saved[key] = field.units[unit].steps, gain
        return found

    def driven_out(self, part: Part) -> int:
        """The steps that are left to the defenders in the hex when they must run (TCS 22.6)."""
        found = self._driven_out.get(part)
        if found is None:
            field = self._field(self.board((1, part)))
            DriveOut(self.hex, 1).run(field)
            found = 0
            for run in field.stack:
                assert isinstance(run, SaveYourself)
                alike = self._types[1][self._kind_of[run.unit]][0]
                found += self._run(alike, field.units[run.unit].steps, run.loss)[0]
            self._driven_out[part] = found
        return found


def _from_the_strongest(field: Battlefield, among: Any) -> int:
    return strongest(field.units, among)
