"""Memory: what each stand would do is kept through a phase, until something changes that matters to it.

What was worked out for a stand is still good when a friend far off has moved, or when an enemy is hit whom it would
neither fire at nor rush. It may be a little out of date: that is good enough to choose who acts next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

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
RUSH = 200
"""How much farther than its move a stand may be from an enemy whom it could rush."""


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


class Facing:
    """What has been worked out of the enemies, and of our stands against them: it holds until one of them changes."""

    def __init__(self) -> None:
        self.of: dict[str, Any] = {}
        """What concerns the enemies alone."""
        self.exposed: dict[int, bool] = {}
        self.threats: dict[int, list[Any]] = {}
        self.marks: dict[int, list[Any]] = {}
        self.watchers: dict[int, list[Any]] = {}
        self.ready_worths: dict[int, int] = {}
        self.prizes: dict[int, int] = {}
        """What harm to each enemy counts."""
        self.rushes: dict[int, dict[int, tuple[int, ...] | None]] = {}
        """What the rush of each of our stands at each enemy would gain, or None if he is too far off."""

    def forget(self, stand: int) -> None:
        """One of our stands has changed."""
        for known in (self.exposed, self.threats, self.marks, self.watchers, self.ready_worths):
            known.pop(stand, None)
        for rushes in self.rushes.values():
            rushes.pop(stand, None)


class Memory:
    """What one bot knows of the phase that is under way."""

    def __init__(self) -> None:
        self.fights: dict[int, Choice | None] = {}
        self.shots_of: dict[int, Choice | None] = {}
        """The best shot of each."""
        self.moves: dict[int, Choice | None] = {}
        self.looked_at: set[int] = set()
        """The stands whose rushes have been looked at closely."""
        self.intended: tuple[int, Action] | None = None
        """The stand that was chosen to act, and for what."""
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
        self.facing = Facing()
        self._fire: tuple[object, ...] = ()
        self.fired_at: set[int] = set()
        """The enemies that the side has fired at in its turn."""
        self.failed_before = False
        """Whether there has been an earlier turn in which the side fired and suppressed nobody."""
        self._failed = False
        self.stakes: tuple[object, Stakes] | None = None
        self._turn = 0, 0
        self._memories: tuple[tuple[int, ...], ...] = ()
        self._phase: tuple[object, ...] = ()
        self._stands: tuple[Stand, ...] = ()

    def intended_for(self, stand: int) -> Action | None:
        """What a stand was chosen for, if it was."""
        return self.intended[1] if self.intended is not None and self.intended[0] == stand else None

    def follow(self, look: Situation, side: int) -> None:
        """Forget what is no longer so."""
        if self._turn != (look.turn, side):
            self._turn = look.turn, side
            self.failed_before = self.failed_before or self._failed
            self.fired_at.clear()
        there = [n for n in self.fired_at if look.stands[n].hits]
        self._failed = bool(there) and all(look.stands[n].morale == NORMAL for n in there)
        fire = look.turn, look.lifted(), look.smoke, _fire_rules(look)
        if fire != self._fire or look.board.memories != self._memories:
            self._memories = look.board.memories
            self.facing = Facing()
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
            self.facing = Facing()
            self.tolls.clear()
            self.aims.clear()
            self.forget_all()
            return
        if stands is before or stands == before:
            return
        if any(before[n] != stands[n] for n in look.world.stands_of[1 - side]):
            self.facing = Facing()
        for k, (was, now) in enumerate(zip(before, stands, strict=True)):
            if was is not now and was != now:
                self._changed(look, side, k, was, now)

    def _changed(self, look: Situation, side: int, changed: int, was: Stand, now: Stand) -> None:
        """Forget what may be quite different since a stand has changed."""
        self.forget(changed)
        table, ours = look.world.table, look.world.owners[changed] == side
        if ours:
            self.facing.forget(changed)
        moved, hurt = was.at != now.at, _health(was) != _health(now)
        if ours and not moved:
            return
        places = [table.point(place) for place in {was.at, now.at} - {OFF}]
        for n in {*self.fights, *self.moves}:
            at = look.stands[n].at
            most = FRIENDS if ours else max(look.world.max_ranges[n], look.world.max_ranges[changed]) + ENEMIES
            if at == OFF or not _near(table.point(at), places, most):
                continue
            self.moves.pop(n, None)
            fight = self.fights.get(n)
            if ours:
                stale = fight is None  # the friend may have been in the way
            elif moved:
                stale = True
            else:
                would = fight is not None and fight.action.target == changed
                stale = hurt and (would or _near(table.point(at), places, look.world.moves[n] + RUSH))
            if stale:
                self._forget_fight(n)

    def forget_all(self) -> None:
        """Forget what each stand would do."""
        for known in (self.fights, self.moves, self.looked_at):
            known.clear()

    def forget(self, stand: int) -> None:
        """Forget what a stand would do."""
        self._forget_fight(stand)
        self.moves.pop(stand, None)

    def _forget_fight(self, stand: int) -> None:
        self.fights.pop(stand, None)
        self.looked_at.discard(stand)


def _near(here: Point, places: Sequence[Point], most: int) -> bool:
    return any(within(here, place, most) for place in places)


def _health(stand: Stand) -> tuple[int, ...]:
    """What of an enemy counts for those who would fight it."""
    return stand.at, stand.heading, stand.hits, stand.morale, stand.carrier
