"""Memory: what each stand would do is kept through a phase, until something changes that matters to it.

A big battle has dozens of stands and each acts by itself. What was worked out for one is still good when a friend far
off has moved; whoever is chosen by what is remembered is looked at again before it acts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.board.lattice import Point, within
from sandtable.bots.fighter.ground import Covered
from sandtable.bots.fighter.lines import FIRE_HOOKS, Shots
from sandtable.bots.fighter.plan import Aims
from sandtable.bots.fighter.stakes import Stakes
from sandtable.kernel.decision import Action
from sandtable.systems.tactical_combat.board import OFF, Stand
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.tables import NORMAL

__all__ = ["Choice", "Memory"]

FRIENDS = 400
"""A friend who was or is as near as this is in the way, or was."""
ENEMIES = 600
"""An enemy matters who is no farther beyond a stand's range than this."""


def _fire_rules(look: Situation) -> list[tuple[int, ...]]:
    """What the special rules remember that have a say in what a shot does."""
    if not look.world.specials:
        return []
    speaking = [each for hook in ("sight_limit", *FIRE_HOOKS) for each in look.world.speaking(hook)]
    memories = zip(look.world.specials, look.board.memories, strict=True)
    return [kept for special, kept in memories if any(special is each for each in speaking)]


class Choice(NamedTuple):
    """An action and what the bot expects of it."""

    worth: int
    action: Action


class Memory:
    """What one bot knows of the phase that is under way."""

    def __init__(self) -> None:
        self.fights: dict[int, Choice | None] = {}
        self.moves: dict[int, Choice | None] = {}
        self.aims = Aims()
        self.tolls: dict[bool, Covered] = {}
        self.harms: dict[tuple[int, ...], int] = {}
        """What shots would do, by who fires at whom, and where and how both are."""
        self.rough: dict[tuple[object, ...], tuple[int, ...]] = {}
        """The same about, by who fires at what kind of vehicle."""
        self.shots: dict[tuple[int, ...], Shots | None] = {}
        """The same of stands on foot, by who fires at whom, and how both are."""
        self.duels: dict[tuple[int, ...], list[tuple[int, int, int]]] = {}
        """What close combats would do, by who attacks whom, and where and how both are."""
        self._fire: tuple[object, ...] = ()
        self.fired_at: set[int] = set()
        """The enemies that the side has fired at in its turn."""
        self.failed_before = False
        """Whether there has been an earlier turn in which the side fired and suppressed nobody."""
        self._failed = False
        self.stakes: tuple[object, Stakes] | None = None
        self._turn = 0, 0
        self._phase: tuple[object, ...] = ()
        self._stands: tuple[Stand, ...] = ()

    def follow(self, look: Situation, side: int) -> None:
        """Forget what is no longer so."""
        if self._turn != (look.turn, side):
            self._turn = look.turn, side
            self.failed_before = self.failed_before or self._failed
            self.fired_at.clear()
        there = [n for n in self.fired_at if look.stands[n].hits]
        self._failed = bool(there) and all(look.stands[n].morale == NORMAL for n in there)
        fire = look.turn, look.lifted(), look.smoke, _fire_rules(look)
        if fire != self._fire:
            self._fire = fire
            self.harms.clear()
            self.rough.clear()
            self.shots.clear()
            self.duels.clear()
        phase = look.turn, side, look.lifted(), look.board.holders
        stands, before = look.stands, self._stands
        self._stands = stands
        if phase != self._phase or len(before) != len(stands):
            self._phase = phase
            for known in (self.fights, self.moves, self.tolls):
                known.clear()
            self.aims.clear()
            return
        if stands is before or stands == before:
            return
        point = look.world.table.point
        changed = [
            (k, [point(place) for place in {was.at, now.at} - {OFF}])
            for k, (was, now) in enumerate(zip(before, stands, strict=True))
            if was is not now and was != now
        ]
        for n in {*self.fights, *self.moves}:
            if _matters(look, n, changed):
                self.fights.pop(n, None)
                self.moves.pop(n, None)


def _matters(look: Situation, stand: int, changed: Sequence[tuple[int, Sequence[Point]]]) -> bool:
    """Whether it can matter to a stand that others have changed, each with the places where it was and is."""
    world, at = look.world, look.stands[stand].at
    here = None if at == OFF else world.table.point(at)
    for other, places in changed:
        if other == stand:
            return True
        if here is None:
            continue
        friend = world.owners[stand] == world.owners[other]
        most = FRIENDS if friend else max(world.max_ranges[stand], world.max_ranges[other]) + ENEMIES
        if any(within(here, place, most) for place in places):
            return True
    return False
