"""The action phase: support and fire first, then assaults, then movement, the leaders last; whoever gains nothing
by acting stays ready.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandtable.bots.fighter.calling import best_call, best_mortar
from sandtable.bots.fighter.firing import assaults, shots
from sandtable.bots.fighter.lastchance import keeps_back
from sandtable.bots.fighter.leading import leader_move
from sandtable.bots.fighter.memory import Choice, Memory
from sandtable.bots.fighter.moving import best_move
from sandtable.bots.fighter.places import supports
from sandtable.bots.fighter.riding import fetches, ride, waits_for_riders
from sandtable.bots.fighter.survey import Survey
from sandtable.bots.fighter.tasks import best_task
from sandtable.kernel.decision import Action, Offer
from sandtable.systems.tactical_combat.board import NOBODY
from sandtable.systems.tactical_combat.command import needs_roll
from sandtable.systems.tactical_combat.tables import NORMAL, PARALYZED

__all__ = ["Acting"]

COMPARED = 3
"""For how many of those with the best shots it is asked whether they had better move."""

PRESSING = 400
"""A task of at least this worth comes before everything else."""


class Acting:
    """What each stand would do now. One is made for each state of the table, and remembers what it has worked out."""

    def __init__(self, survey: Survey, memory: Memory) -> None:
        self.survey = survey
        self._memory = memory
        self._new_fights: set[int] = set()
        self._new_moves: set[int] = set()

    def next(self, verbs: dict[str, Offer]) -> Action:
        """The stand that acts next, or the end of the phase."""
        survey = self.survey
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
        choices = [self.fight(stand), self.move(stand), self._lead(stand), self._rally(stand, verbs)]
        if "mortar" in verbs:
            choices.append(best_mortar(self.survey, stand, verbs["mortar"]))
        if "task" in verbs:
            choices.append(best_task(self.survey, stand))
        legal = [each for each in choices if each is not None and _offered(each.action, verbs)]
        return max(legal, key=lambda each: each.worth).action if legal else None

    # Each kind of action

    def fight(self, stand: int, *, new: bool = True) -> Choice | None:
        """The best shot or assault of a stand; what is remembered is good enough if it need not be `new`."""
        known = self._memory.fights
        if stand not in known or (new and stand not in self._new_fights):
            self._new_fights.add(stand)
            known[stand] = self._fight(stand)
        return known[stand]

    def _fight(self, stand: int) -> Choice | None:
        found: list[Choice] = []
        s, kind = self.survey.look.stands[stand], self.survey.look.world.kinds[stand]
        if s.carrier == NOBODY and s.morale != PARALYZED:
            if "mortar" in kind.kind and (fall := best_mortar(self.survey, stand)):
                found.append(fall)
            if not kind.leader:
                found += shots(self.survey, stand)
                found += assaults(self.survey, stand, max((each.worth for each in found), default=0))
        return max(found, default=None, key=lambda each: each.worth)

    def move(self, stand: int, *, new: bool = True) -> Choice | None:
        """The best move of a stand that is no leader."""
        known = self._memory.moves
        if stand not in known or (new and stand not in self._new_moves):
            self._new_moves.add(stand)
            leads = self.survey.look.world.kinds[stand].leader
            known[stand] = None if leads else ride(self.survey, stand) or best_move(self.survey, stand)
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
        worths = {n: self._tried(n, fight) for n in stands if (fight := self.fight(n, new=False)) is not None}
        passed = 0
        while worths and passed < COMPARED:
            worth, number = max((worth, -n) for n, worth in worths.items())
            if worth <= 0:
                return None
            if -number not in self._new_fights:
                fight = self.fight(-number)
                worths[-number] = 0 if fight is None else self._tried(-number, fight)
                continue
            move = self.move(-number, new=False) if self._may_want(-number) else None
            if move is None or self._tried(-number, move) < worth:
                return -number
            del worths[-number]
            passed += 1
        return None

    def _mover(self, stands: Sequence[int]) -> int | None:
        """The first stand that gains by moving: a carrier that fetches others, then the soundest, to draw the fire."""
        look, plan = self.survey.look, self.survey.plan
        fetching = {n for n in stands if look.world.kinds[n].carries and fetches(self.survey, n)}
        order = sorted(
            stands,
            key=lambda n: (n not in fetching, supports(self.survey, n), -look.stands[n].hits, plan.distance(n), n),
        )
        for n in order:
            if self._may_want(n) and self._gains(n, new=False) and self._gains(n, new=True):
                return n
        return None

    def _gains(self, stand: int, *, new: bool) -> bool:
        move = self.move(stand, new=new)
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


def _offered(action: Action, verbs: dict[str, Offer]) -> bool:
    return action.verb in verbs and verbs[action.verb].takes(action.target)
