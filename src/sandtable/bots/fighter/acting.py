"""The action phase: support and fire first, then assaults, then movement, the leaders last; whoever gains nothing
by acting stays ready.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandtable.bots.fighter.calling import best_call, best_mortar
from sandtable.bots.fighter.firing import best_assault, best_shot, first_look
from sandtable.bots.fighter.lastchance import keeps_back
from sandtable.bots.fighter.leading import leader_move
from sandtable.bots.fighter.memory import Choice, Memory
from sandtable.bots.fighter.moving import best_move
from sandtable.bots.fighter.places import supports
from sandtable.bots.fighter.plan import THERE
from sandtable.bots.fighter.riding import fetches, ride, waits_for_riders
from sandtable.bots.fighter.survey import Survey
from sandtable.bots.fighter.tasks import best_task
from sandtable.kernel.decision import Action, Offer
from sandtable.systems.tactical_combat.board import NOBODY
from sandtable.systems.tactical_combat.command import needs_roll
from sandtable.systems.tactical_combat.region import region
from sandtable.systems.tactical_combat.tables import NORMAL, PARALYZED

__all__ = ["Acting"]

COMPARED = 3
"""For how many of those with the best shots it is asked whether they had better move."""

SURE = 1500
"""A shot or an assault of this worth is better than to move, but for a stand that has something to fetch."""

PRESSING = 400
"""A task of at least this worth comes before everything else."""


class Acting:
    """What each stand would do now. One is made for each state of the table, and remembers what it has worked out."""

    def __init__(self, survey: Survey, memory: Memory) -> None:
        self.survey = survey
        self._memory = memory

    def next(self, verbs: dict[str, Offer]) -> Action:
        """The stand that acts next, or the end of the phase."""
        survey = self.survey
        self._memory.intended = None
        if survey.last_chance:
            self._memory.forget_all()  # who may fire and who must wait changes with everyone who acts
        if "call" in verbs and (call := best_call(survey, verbs["call"])):
            return call.action
        stands: list[int] = list(verbs["stand"].targets or ()) if "stand" in verbs else []
        for find in (self._worker, self._fighter, self._mover, self._follower):
            chosen = find(stands)
            if chosen is not None:
                return Action("stand", chosen)
        return Action("end")

    def best(self, stand: int, verbs: dict[str, Offer]) -> Action | None:
        """What a stand that has been chosen does; None if the bot sees no good in any of it."""
        memory = self._memory
        memory.forget(stand)  # it cannot do what it was chosen for
        choices = [self._closely(stand), self.move(stand), self._lead(stand), self._rally(stand, verbs)]
        if "mortar" in verbs:
            choices.append(best_mortar(self.survey, stand, verbs["mortar"]))
        if "task" in verbs:
            choices.append(best_task(self.survey, stand))
        legal = [each for each in choices if each is not None and _offered(each.action, verbs)]
        if not legal:
            memory.fights[stand] = memory.moves[stand] = None
        return max(legal, key=lambda each: each.worth).action if legal else None

    # Each kind of action

    def fight(self, stand: int) -> Choice | None:
        """The best shot or assault of a stand, as far as a first look tells; what is remembered is good enough."""
        known = self._memory.fights
        if stand not in known:
            shot = self._memory.shots_of[stand] = self._shot(stand)
            rush = first_look(self.survey, stand)
            known[stand] = _better(shot, rush)
        return known[stand]

    def _closely(self, stand: int) -> Choice | None:
        """The same, with the way of a rush and what may stop it."""
        memory = self._memory
        fight = self.fight(stand)
        if fight is not None and fight.action.verb == "assault" and stand not in memory.looked_at:
            memory.looked_at.add(stand)
            shot = memory.shots_of[stand]
            rush = best_assault(self.survey, stand, 0 if shot is None else shot.worth)
            fight = memory.fights[stand] = _better(shot, rush)
        return fight

    def _shot(self, stand: int) -> Choice | None:
        """The best shot of a stand, or of a mortar without seeing its target."""
        s, kind = self.survey.look.stands[stand], self.survey.look.world.kinds[stand]
        if s.carrier != NOBODY or s.morale == PARALYZED:
            return None
        fall = best_mortar(self.survey, stand) if "mortar" in kind.kind else None
        return fall if kind.leader else _better(fall, best_shot(self.survey, stand))

    def move(self, stand: int) -> Choice | None:
        """The best move of a stand that is no leader; what is remembered is good enough if the place is still free."""
        known, survey = self._memory.moves, self.survey
        move = known.get(stand)
        taken = move is not None and move.action.verb == "move" and move.action.target not in region(survey.look, stand)
        if stand not in known or taken:
            leads = survey.look.world.kinds[stand].leader
            known[stand] = None if leads else ride(survey, stand) or best_move(survey, stand)
        return known[stand]

    def _lead(self, stand: int) -> Choice | None:
        return leader_move(self.survey, stand) if self.survey.look.world.kinds[stand].leader else None

    def _rally(self, stand: int, verbs: dict[str, Offer]) -> Choice | None:
        if "rally" not in verbs:
            return None
        look = self.survey.look
        worst = max(verbs["rally"].targets or (), key=lambda n: (look.stands[n].morale, -n))
        return Choice(900 + look.stands[worst].morale, Action("rally", worst))

    # Who is next

    def _worker(self, stands: Iterable[int]) -> int | None:
        """A stand with a task of a special rule to do."""
        if not self.survey.look.world.specials:
            return None
        tasks = [(task.worth, -n) for n in stands if (task := best_task(self.survey, n)) is not None]
        worth, number = max(tasks, default=(0, 0))
        return -number if worth >= PRESSING else None

    def _fighter(self, stands: Iterable[int]) -> int | None:
        """The stand with the best shot or assault, unless it had better move."""
        worths = {n: self._tried(n, fight) for n in stands if (fight := self.fight(n)) is not None}
        passed = 0
        while worths and passed < COMPARED:
            worth, number = max((worth, -n) for n, worth in worths.items())
            if worth <= 0:
                return None
            stand = -number
            fight = self._closely(stand)
            now = 0 if fight is None else self._tried(stand, fight)
            if now < worth:
                worths[stand] = now
                continue
            sure = worth >= SURE and not self._on_errand(stand)
            move = self.move(stand) if not sure and self._may_want(stand) else None
            if move is None or self._tried(stand, move) < worth:
                return self._intend(stand, fight)
            del worths[stand]
            passed += 1
        return None

    def _on_errand(self, stand: int) -> bool:
        """Whether the stand has something to fetch for a special rule."""
        aim = self.survey.plan.aim(stand)
        return aim is not None and aim.near < THERE

    def _mover(self, stands: Sequence[int]) -> int | None:
        """The first stand that gains by moving: a carrier that fetches others, then the soundest, to draw the fire."""
        look, plan = self.survey.look, self.survey.plan
        fetching = {n for n in stands if look.world.kinds[n].carries and fetches(self.survey, n)}
        order = sorted(
            stands,
            key=lambda n: (n not in fetching, supports(self.survey, n), -look.stands[n].hits, plan.distance(n), n),
        )
        for n in order:
            if self._may_want(n) and self._gains(n):
                return self._intend(n, self.move(n))
        return None

    def _intend(self, stand: int, choice: Choice | None) -> int:
        """Remember for what a stand is chosen."""
        self._memory.intended = None if choice is None else (stand, choice.action)
        return stand

    def _gains(self, stand: int) -> bool:
        move = self.move(stand)
        return move is not None and self._tried(stand, move) > 0

    def _may_want(self, stand: int) -> bool:
        """Whether it is worth working out a move: not for who is shaken, nor for a garrison in cover."""
        look, plan = self.survey.look, self.survey.plan
        s = look.stands[stand]
        if look.world.kinds[stand].leader or (s.morale != NORMAL and not look.world.kinds[stand].vehicle):
            return False
        if keeps_back(self.survey, stand):
            return False
        if look.world.kinds[stand].carries and waits_for_riders(self.survey, stand):
            return False
        aim = plan.aim(stand)
        return not (aim is not None and aim.hold and plan.on_goal(stand) and look.world.cover_at(s.at))

    def _follower(self, stands: Iterable[int]) -> int | None:
        """A leader who can rally somebody, or get nearer to his men."""
        look = self.survey.look
        for n in stands:
            if not look.world.kinds[n].leader or look.stands[n].morale != NORMAL:
                continue
            rally = look.world.rules.leader_rally and look.world.kinds[n].kind != "hq" and self._shaken_near(n)
            if rally or leader_move(self.survey, n) is not None:
                return n
        return None

    def _shaken_near(self, leader: int) -> bool:
        look = self.survey.look
        return any(
            look.stands[n].morale != NORMAL and look.within(leader, n, 400)
            for n in look.on_table(self.survey.side)
            if n != leader
        )

    def _tried(self, stand: int, choice: Choice) -> int:
        """What a choice is worth if the stand may have to roll before it acts: a failure costs its readiness."""
        survey, look = self.survey, self.survey.look
        if not needs_roll(look, stand):
            return choice.worth
        acts = look.world.rules.acts_at_most[look.world.quality(stand)]
        return (choice.worth * acts - (10 - acts) * survey.ready_worth(stand)) // 10


def _better(one: Choice | None, other: Choice | None) -> Choice | None:
    """The one that is worth more; the first of two that are equal."""
    return one if other is None or (one is not None and one.worth >= other.worth) else other


def _offered(action: Action, verbs: dict[str, Offer]) -> bool:
    return action.verb in verbs and verbs[action.verb].takes(action.target)
