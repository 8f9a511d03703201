"""The survey of the table before a decision: who threatens whom, and what it is worth to wait."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from sandtable.board.lattice import STEP
from sandtable.bots.fighter.ground import EDGE, Covered, Fire, Ground, moved
from sandtable.bots.fighter.lines import ASK, NO_SHOT, Lines, Shots, lines_of, on_foot, plain, shots_of
from sandtable.bots.fighter.memory import Memory
from sandtable.bots.fighter.plan import Plan
from sandtable.bots.fighter.stakes import Stakes
from sandtable.bots.fighter.worth import Ends, chance_of_effect, harm_of_shot
from sandtable.bots.standing import LATE
from sandtable.kernel.memo import cached_property
from sandtable.systems.tactical_combat.board import NOBODY
from sandtable.systems.tactical_combat.fire import antitank_shot, infantry_shot
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.tables import LIMITS, NORMAL, PARALYZED
from sandtable.systems.tactical_combat.victory import holder_of

__all__ = ["DIAGONAL", "WEIGHTS", "Survey", "Temper"]

WEIGHTS = (100, 60, 35, 20, 10)
"""The worst shot counts in full, the next ones less: nobody knows at whom the enemy will fire."""
MANY = 24
NO_POINTS, A_POINT = 75, 25
"""What a stand counts in the last turns if its loss costs no points, and for each point, in percent."""
STRONG = 150
"""How strong a side must be near a goal to go in although fire has failed, in percent of the enemy."""
TIME_TO_WAIT = 3
"""How many turns a stand must have to spare to try fire again before it goes in."""
PRESSING = ((3, 250), (6, 175))
"""How much more an enemy on a goal counts, in percent, with this many turns left or fewer."""
AWAY = {1: 10, 2: 40, 3: 60}
"""And what one elsewhere still counts."""
DIAGONAL = 142
"""And a little more from corner to corner."""

_AT_MEN = tuple(
    (
        chance_of_effect(infantry_shot("", "", cover=cover)),
        chance_of_effect(infantry_shot("", "", cover=cover, long_range=True)),
    )
    for cover in (0, 1, 2)
)
"""The chance of a shot at an ordinary stand, in percent, by its cover and whether the range is long."""
_AT_VEHICLES = {
    gun: tuple(
        (
            chance_of_effect(antitank_shot("", "", gun=gun, cover=cover > 0)),
            chance_of_effect(antitank_shot("", "", gun=gun, cover=cover > 0, long_range=True)),
        )
        for cover in (0, 1, 2)
    )
    for gun in range(-4, 5)
}
"""The same of a gun at an ordinary vehicle."""


class Temper(msgspec.Struct, frozen=True):
    """How the bot weighs things against each other; found by playing it against itself."""

    ready_attacking: int = 150
    ready_defending: int = 800
    """The value of staying ready while enemies are about to come."""
    step_hasty: int = 400
    step_soon: int = 330
    step_calm: int = 280
    """What an inch nearer to the goal is worth, with no turn, one turn, or more to spare."""
    danger: int = 60
    """How much danger counts, in percent."""
    prospect: int = 60
    """What a shot from the new place is worth there, in percent."""
    goal: int = 1500
    """To clear an enemy off an objective in close combat."""
    answer: int = 20
    """How much the enemy's answer to a shot counts, in percent."""
    least_move: int = 150
    """A move must gain this much."""
    stopped: int = 700
    """The value of stopping a move."""
    kept_ready: int = 700
    """What a shot that may yet come is worth."""
    daring: int = 50
    """What danger counts, in percent of that, when the side must take something now or has lost."""
    keeping: int = 130
    """The same when the side has won if it keeps what it has."""
    vital: int = 150
    """The same for a stand without which the side cannot win."""
    failed: int = 150
    """The same for those who would go where fire has suppressed nobody this turn."""


class Threat(NamedTuple):
    """A stand that may fire at another, or that another may fire at: who, where it is, and how far off it is of no
    account. If both are on foot, with the lines between them and what the shots do.
    """

    who: int
    x: int
    y: int
    most: int
    at: int
    lines: Lines | None
    shots: Shots | None


class Survey:
    """Everything that the decisions of one moment ask about the table."""

    def __init__(self, look: Situation, side: int, ground: Ground, temper: Temper, memory: Memory) -> None:
        self.look = look
        self.side = side
        self.ground = ground
        self.temper = temper
        self.plan = Plan(look, side, ground, memory.aims)
        self._weighed: dict[tuple[int, ...], int] = {}
        self._tolls = memory.tolls
        self.templates: dict[int, list[tuple[int, int]]] = {}
        """What templates of a radius would do, and where."""
        self._reaches: dict[int, int] = {}
        self._known_lines: dict[int, Lines] = {}
        self.lies: dict[int, Any] = {}
        """The lie of the land for each stand, and what it is worth to stay: see the module of places."""
        self.stays: dict[int, int] = {}
        self.rushes: dict[int, dict[int, tuple[int, ...]]] = {}
        """The stands that could rush each enemy: see the module of following up."""
        self.best_rushes: dict[tuple[int, int], tuple[int, ...]] = {}
        self.rushers: list[tuple[int, int]] | None = None
        self.leads: dict[int, Any] = {}
        """The move of each leader: see the module of leading."""
        self._cautions: dict[int, int] = {}
        self.memory = memory
        self.facing = memory.facing

    @cached_property
    def enemies(self) -> Sequence[int]:
        """The enemies on the table."""
        return self.look.on_table(1 - self.side)

    @cached_property
    def ready(self) -> list[int]:
        """The enemies that may opportunity fire."""
        return [n for n in self.enemies if self.look.may_watch(n) and self.look.world.aims[n]]

    @cached_property
    def shooters(self) -> list[int]:
        """The enemies that can fire in their next turn."""
        return [n for n in self.enemies if self.look.can_shoot(n)]

    @cached_property
    def big(self) -> bool:
        """Whether the fight is so large that each stand gets less thought."""
        return sum(len(self.look.on_table(side)) for side in (0, 1)) > MANY

    @cached_property
    def limit(self) -> int | None:
        """How far anybody sees."""
        return self.look.sight_limit()

    # Risk

    @cached_property
    def stakes(self) -> Stakes:
        """What is at stake by the scenario's victory rule; it changes only with what that rule counts. The stands
        near an objective in the middle of a turn count in the last turns alone.
        """
        look, memory = self.look, self.memory
        late = self.plan.turns_left <= LATE
        near = [holder_of(look, number) for number in range(len(look.world.objectives)) if late]
        key = look.turn, self.side, look.board.score, look.board.holders, near, [s.hits > 0 for s in look.stands]
        if memory.stakes is None or memory.stakes[0] != key:
            memory.stakes = key, Stakes(look, self.side, self.plan)
        return memory.stakes[1]

    def caution(self, stand: int) -> int:
        """How much danger counts for a stand, in percent."""
        if stand not in self._cautions:
            self._cautions[stand] = self._caution(stand)
        return self._cautions[stand]

    def _caution(self, stand: int) -> int:
        temper, standing = self.temper, self.stakes.standing
        percent = temper.danger
        if standing.dares:
            percent = percent * temper.daring // 100
        elif standing.keeps or standing.hopeless:
            percent = percent * temper.keeping // 100
        elif self.waits(stand):
            percent = percent * temper.failed // 100
        if self.stakes.vital(stand):
            percent = percent * temper.vital // 100
        return percent * self.counts(stand) // 100

    def counts(self, stand: int) -> int:
        """What the loss of a stand counts by the victory rule, in percent: it counts only in the last turns."""
        if self.look.world.victory.attacker or not self.stakes.standing.late:
            return 100
        return NO_POINTS + A_POINT * self.stakes.price(stand)

    @cached_property
    def last_chance(self) -> bool:
        """Whether the side loses what it can still win unless it takes a place now."""
        return self.plan.turns_left == 1 and self.plan.attacking and self.stakes.standing.dares

    @cached_property
    def failed(self) -> bool:
        """Whether the side has fired in its turn and suppressed nobody that it fired at."""
        look = self.look
        there = [n for n in self.memory.fired_at if look.stands[n].hits]
        return bool(there) and all(look.stands[n].morale == NORMAL for n in there)

    def waits(self, stand: int) -> bool:
        """Whether a stand that would go in had better bring its fire to bear: suppression has failed for the first
        time, there is time to try again, and the side is not strong enough to go in all the same.
        """
        if not self.failed or self.memory.failed_before or self._holds(stand):
            return False
        aim, plan = self.plan.aim(stand), self.plan
        if aim is None or plan.slack(stand) < TIME_TO_WAIT:
            return False
        ours, theirs = (plan.strength_near(aim.at, side) for side in (self.side, 1 - self.side))
        return 100 * ours <= STRONG * theirs

    def _holds(self, stand: int) -> bool:
        aim = self.plan.aim(stand)
        return aim is None or aim.hold

    @cached_property
    def pressing(self) -> int:
        """What an enemy on a goal counts more than others, in percent, where an attack is won by the goals alone: the
        more, the fewer turns are left to clear them.
        """
        if not self.look.world.victory.attacker:
            return 100
        return next((percent for turns, percent in PRESSING if self.plan.turns_left <= turns), 100)

    @cached_property
    def away(self) -> int:
        """What an enemy elsewhere still counts for an attacker who wins by the goals alone, in percent."""
        if not self.look.world.victory.attacker or not self.plan.attacking:
            return 100
        return AWAY.get(self.plan.turns_left, 100)

    @cached_property
    def goal_worth(self) -> int:
        """The value of clearing an enemy off an objective in close combat."""
        urgent = 200 if self.plan.turns_left <= 2 else 100
        return self.temper.goal * max(urgent, self.pressing) // 100

    # Danger

    def harm_from(self, firer: int, target: int, look: Situation | None = None, *, lasting: bool = True) -> int:
        """What a shot does on average, if it can be made at all; 0 if not."""
        look = look or self.look
        a, b = look.stands[firer], look.stands[target]
        key = (
            *(firer, a.at, a.heading, a.morale, a.carrier),
            *(target, b.at, b.heading, b.morale, b.hits, b.on_road, lasting),
        )
        found = self.memory.harms.get(key)
        if found is None:
            found = self.memory.harms[key] = self._harm_from(firer, target, look, lasting)
        return found

    def _harm_from(self, firer: int, target: int, look: Situation, lasting: bool) -> int:
        if not look.can_shoot(firer) or not look.world.aims[firer]:
            return 0
        eye, place = look.stands[firer].at, look.stands[target].at
        if look.world.owners[firer] == self.side:
            eye, place = place, eye  # the enemy's end: ours may be a place that is only thought of
        if not self.ground.sees(eye, place, self.limit) or look.out_of_reach(firer, target):
            return 0
        return harm_of_shot(look, firer, target, lasting=lasting)

    def best_shot(self, stand: int, place: int, only: Sequence[int] = ()) -> int:
        """The most that a stand could do to anybody from this place, or to `only` these."""
        x, y = self._point(place)
        best = 0
        there: Situation | None = None
        for n, u, v, most, at, lines, shots in self._marks_of(stand):
            if not (-most <= x - u <= most and -most <= y - v <= most) or (only and n not in only):
                continue
            line = ASK if lines is None else lines[place * lines.size + at]
            if line == ASK:
                there = there or moved(self.look, stand, place)
                best = max(best, self.harm_from(stand, n, there))
            elif line != NO_SHOT and shots is not None and shots.harms[line] > best:
                best = shots.harms[line]
        return best

    def _marks_of(self, stand: int) -> list[Threat]:
        """The enemies that a stand may fire at."""
        if stand not in self.facing.marks:
            most = self.reach(stand) + DIAGONAL
            lines = self._lines(stand, stand)
            self.facing.marks[stand] = [
                Threat(
                    n, u, v, most, self.look.stands[n].at, between, None if between is None else self.shots(stand, n)
                )
                for n, u, v, _ in self._foes
                for between in [lines if on_foot(self.look, n) else None]
            ]
        return self.facing.marks[stand]

    def watchers_of(self, stand: int) -> list[Threat]:
        """The enemies that may opportunity fire at a stand."""
        if stand not in self.facing.watchers:
            look = self.look
            self.facing.watchers[stand] = [
                Threat(
                    *(n, *look.base(n).centre, look.world.max_ranges[n] + DIAGONAL, look.stands[n].at),
                    *(between, None if between is None else self.shots(n, stand)),
                )
                for n in self.ready
                for between in [self._lines(n, stand)]
            ]
        return self.facing.watchers[stand]

    def shot_of(self, firer: int, target: int) -> tuple[int, Ends | None]:
        """What the shot of a stand does on average to one of its targets as they stand, and how it ends, if that is
        known without asking the table.
        """
        look = self.look
        if self._plain and on_foot(look, firer) and on_foot(look, target):
            lines, shots = self._lines_of(firer), self.shots(firer, target)
            line = lines[look.stands[firer].at * lines.size + look.stands[target].at]
            if line >= 0 and shots is not None:
                return shots.harms[line], shots.ends[line]
        return harm_of_shot(look, firer, target), None

    def harm_now(self, firer: int, target: int, *, lasting: bool = True) -> int:
        """What a shot does on average with the table as it is; 0 if it cannot be made."""
        look = self.look
        if self._plain and on_foot(look, firer) and on_foot(look, target):
            lines, shots = self._lines_of(firer), self.shots(firer, target)
            line = lines[look.stands[firer].at * lines.size + look.stands[target].at]
            if line != ASK:
                harms = None if shots is None else shots.harms if lasting else shots.passing
                return 0 if harms is None or line == NO_SHOT else harms[line]
        return self.harm_from(firer, target, lasting=lasting)

    def _lines_of(self, firer: int) -> Lines:
        found = self._known_lines.get(firer)
        if found is None:
            ours = self.look.world.owners[firer] == self.side
            found = self._known_lines[firer] = lines_of(self.look, self.ground, firer, self.limit, backward=ours)
        return found

    @cached_property
    def all_on_foot(self) -> bool:
        """Whether the shots at and by all enemies depend on the places alone, between them and stands on foot."""
        return self._plain and all(on_foot(self.look, n) for n in self.enemies)

    def _lines(self, firer: int, stand: int) -> Lines | None:
        """The lines of fire of a stand, if all that counts are the places, as far as it and a stand of ours go."""
        look = self.look
        if not self._plain or not on_foot(look, stand) or look.world.leads[stand] or not on_foot(look, firer):
            return None
        return self._lines_of(firer)

    @cached_property
    def _plain(self) -> bool:
        return plain(self.look)

    def shots(self, firer: int, target: int) -> Shots | None:
        """What the shots of one stand on foot do to another."""
        a, b = self.look.stands[firer], self.look.stands[target]
        key, known = (firer, a.morale, target, b.hits, b.morale), self.memory.shots
        if key not in known:
            known[key] = shots_of(self.look, firer, target)
        return known[key]

    def _point(self, place: int) -> tuple[int, int]:
        row, column = divmod(place, self._columns)
        return column * STEP, row * STEP

    @cached_property
    def _columns(self) -> int:
        return self.look.world.table.columns

    @cached_property
    def _foes(self) -> list[tuple[int, int, int, int]]:
        """Every enemy: where it is, and how far off it can hurt anybody, or less than nothing."""
        shooters = set(self.shooters)
        found = []
        for n in self.enemies:
            base = self.look.base(n)
            found.append((n, base.x, base.y, self.reach(n) + DIAGONAL if n in shooters else -1))
        return found

    def reach(self, stand: int) -> int:
        """How far a stand can hurt anybody."""
        if stand not in self._reaches:
            least = LIMITS["infantry_reach"] * self.look.world.rules.range_percent // 100
            self._reaches[stand] = max(self.look.max_range(stand), least)
        return self._reaches[stand]

    def danger(self, stand: int, place: int) -> int:
        """What the enemy's next turn may cost a stand at this place, with the table as it would then be."""
        look: Situation | None = self.look if place == self.look.stands[stand].at else None
        if self.look.world.leads[stand]:
            look = look or moved(self.look, stand, place)
            if look.joined(stand) != NOBODY:
                return 0
        x, y = self._point(place)
        harms = []
        for n, u, v, most, at, lines, shots in self._threats_to(stand):
            if not (-most <= x - u <= most and -most <= y - v <= most):
                continue
            line = ASK if lines is None else lines[at * lines.size + place]
            if line == ASK:
                look = look or moved(self.look, stand, place)
                harms.append(self.harm_from(n, stand, look))
            elif line != NO_SHOT and shots is not None:
                harms.append(shots.harms[line])
        return self.weigh(harms)

    def _threats_to(self, stand: int) -> list[Threat]:
        """The enemies that may fire at a stand in their next turn."""
        if stand not in self.facing.threats:
            self.facing.threats[stand] = [
                Threat(
                    n, u, v, most, self.look.stands[n].at, between, None if between is None else self.shots(n, stand)
                )
                for n, u, v, most in self._foes
                if most >= 0
                for between in [self._lines(n, stand)]
            ]
        return self.facing.threats[stand]

    def weigh(self, harms: Sequence[int]) -> int:
        """Several shots that may come; each enemy fires once, and not all of them at the same stand."""
        if not harms:
            return 0
        key = tuple(harms)
        known = self._weighed.get(key)
        if known is None:
            worst = sorted([each for each in harms if each], reverse=True)
            total = sum(weight * each for weight, each in zip(WEIGHTS, worst, strict=False)) // 100
            known = self._weighed[key] = 2 * total // (1 + max(1, self.crowd)) if total else 0
        return known

    @cached_property
    def crowd(self) -> int:
        """How many of our stands some enemy sees in range, up to four: they share his fire."""
        return sum(1 for _ in islice(filter(self.exposed, self.look.on_table(self.side)), 4))

    def exposed(self, stand: int) -> bool:
        """Whether an enemy that can shoot sees the stand in range."""
        if stand not in self.facing.exposed:
            look = self.look
            here = look.stands[stand].at
            base = look.base(stand)
            x, y = base.x, base.y
            self.facing.exposed[stand] = any(
                -most <= x - u <= most
                and -most <= y - v <= most
                and look.within(enemy, stand, self.reach(enemy))
                and self.ground.sees(look.stands[enemy].at, here, self.limit)
                for enemy, u, v, most in self._foes
            )
        return self.facing.exposed[stand]

    # Tolls: the ground a covered approach goes around

    def tolls(self, stand: int) -> Covered:
        """What the enemies' fire makes the ground cost for this stand."""
        vehicle = self.look.world.kinds[stand].vehicle
        if vehicle not in self._tolls:
            fires = [fire for enemy in self.enemies if (fire := self._fire(enemy, vehicle=vehicle)) is not None]
            self._tolls[vehicle] = Covered(self.limit, tuple(fires))
        return self._tolls[vehicle]

    def _fire(self, enemy: int, *, vehicle: bool) -> Fire | None:
        look, kind = self.look, self.look.world.kinds[enemy]
        if vehicle and not (kind.faces and kind.gun is not None):
            return None  # men on foot hurt only the vehicles that come to them
        reach = look.max_range(enemy) + EDGE, look.normal_range(enemy) + EDGE
        return Fire(look.stands[enemy].at, *reach, _AT_VEHICLES[kind.gun or 0] if vehicle else _AT_MEN)

    # Waiting

    def ready_worth(self, stand: int) -> int:
        """The value of keeping the stand ready: something only if an enemy may come within its range."""
        if stand not in self.facing.ready_worths:
            self.facing.ready_worths[stand] = self._ready_worth(stand)
        return self.facing.ready_worths[stand]

    def _ready_worth(self, stand: int) -> int:
        look = self.look
        if look.stands[stand].morale != NORMAL or not look.can_shoot(stand) or look.world.kinds[stand].leader:
            return 0
        if not look.world.aims[stand]:
            return 0
        reach = self.reach(stand)
        if not any(
            look.stands[n].morale != PARALYZED and look.within(stand, n, reach + look.world.kinds[n].move)
            for n in self.enemies
        ):
            return 0
        return self.temper.ready_defending if self._holds(stand) else self.temper.ready_attacking
