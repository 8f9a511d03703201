"""The turn and its phases (TC S)."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.phrase import Said
from sandtable.kernel.procedure import Decide, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tactical_combat import riding
from sandtable.systems.tactical_combat.action import acts_with
from sandtable.systems.tactical_combat.board import NOBODY, OFF
from sandtable.systems.tactical_combat.command import Command, battalion_of, may_try, save_points
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.recovery import Recovery
from sandtable.systems.tactical_combat.region import around
from sandtable.systems.tactical_combat.setup import Arrive, arriving, closed_by
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.support import CallFire, CallSupport, available, needs_spotter

__all__ = ["CHAPTER", "ActionPhase", "EndTurn", "NextTurn", "ReplaceLeader", "TurnStart"]

IN_CONTACT = Reason(
    "a new leader stands in contact with a stand of his formation, on free ground and off the enemy", "TC F22"
)
NOT_YOURS = Reason("that is not one of your stands", quiet=True)
OFF_TABLE = Reason("{unit:unit} is not on the table")
FINISHED = Reason("{unit:unit} is Finished", "TC S7")
NO_COMMAND = Reason("{unit:unit}'s battalion has no command points left", "TC C13")
LITTLE_COMMAND = Reason("{unit:unit}'s battalion does not have enough command points left", "TC C13")
FORBIDDEN = Reason("{unit:unit} may not act: {why}")
MOUNTED = Reason("{unit:unit} cannot dismount now", "TC V4")


class TurnStart(Step, frozen=True, array_like=True, tag="turn_start"):
    """TC S2, S3: a side's turn begins: Finished markers come off, then the phases follow."""

    opens_phase = True

    side: int

    def run(self, field: Battlefield) -> None:
        """Ready the stands and line up the phases."""
        side, world = self.side, field.world
        field.log("turn", "TC S1", turn=field.turn, side=side)
        stands = field.stands
        acted = [n for n in world.stands_of[side] if (s := stands[n]).finished or s.spent or s.tried or s.closed]
        if acted:
            ready = {n: replace(stands[n], finished=False, spent=0, tried=False, closed=False) for n in acted}
            field.put_stands(ready, moved=False)
        if world.supports and any(field.called()):
            mine = [each.side == side for each in world.supports]
            field.update(called=tuple(0 if own else count for own, count in zip(mine, field.called(), strict=True)))
        if field.due or world.late[side]:
            replaced = self._replaced(field) if field.due else []
            arrivals = [Arrive(side, n) for n in arriving(field, side)]
            field.next(*replaced, *arrivals, *PHASES[side])
        elif world.rules.command[side] == "points":
            field.next(*PHASES[side])
        else:  # nobody rolls for command
            field.next(*WITHOUT_POINTS[side])
        for special in world.specials:
            special.turn_start(field, side)

    def _replaced(self, field: Battlefield) -> list[ReplaceLeader]:
        """TC F22: the new leaders who come now; those without room stay due."""
        due = [n for n, turn in field.due if turn <= field.turn and field.world.owners[n] == self.side]
        replaced = [ReplaceLeader(self.side, n) for n in due if ReplaceLeader(self.side, n).points(field)]
        if replaced:
            placed = [each.leader for each in replaced]
            field.update(due=tuple(each for each in field.due if each[0] not in placed))
        return replaced


class ReplaceLeader(Decide, frozen=True, array_like=True, tag="replace_leader"):
    """TC F22: a lost leader comes back beside a stand of his formation, or of one under it."""

    leader: int

    def points(self, look: Situation) -> tuple[int, ...]:
        """Free points that touch a friendly stand of the formation, and no enemy."""
        found = look.layout.openings.get(self.leader)
        if found is None:
            found = look.layout.openings[self.leader] = self._points(look)
        return found

    def _points(self, look: Situation) -> tuple[int, ...]:
        world = look.world
        own = world.member_of[self.leader]
        found: set[int] = set()
        for n in look.on_table(self.side):
            if own in world.formations[world.member_of[n]].chain and not world.kinds[n].leader:
                found.update(around(look, n))
        for side in (0, 1) if found else ():
            for _, base in look.layout.bases_of(side):
                found.difference_update(closed_by(world.table, base, friend=side == self.side))
        return tuple([point for point in sorted(found) if world.fits(point)])

    @verb("Place at", "point", menu="Place", otherwise=IN_CONTACT)
    def place(self, look: Situation) -> Targets:
        """Free points that touch a friendly stand of the formation."""
        return self.points(look)

    @place.then
    def _do_place(self, field: Battlefield, point: int) -> None:
        field.change(self.leader, at=point, hits=field.world.full_hits[self.leader])
        field.log("replaced", "TC F22", stand=self.leader, point=point)

    @verb("No room: he comes next turn")
    def wait(self, look: Situation) -> bool:
        """Only if another new leader has taken the last place."""
        return not self.points(look)

    @wait.then
    def _do_wait(self, field: Battlefield, _: None) -> None:
        field.update(due=(*field.due, (self.leader, field.turn + 1)))


class ActionPhase(Decide, frozen=True, array_like=True, tag="action_phase"):
    """TC S6: stands act one after another, in any order, until the side ends the phase (TC S10)."""

    def prompt(self, look: Situation) -> Said:
        """What to decide."""
        return look.say("action_phase_support?" if available(look, self.side) else "action_phase?")

    @verb("Act with", "unit", menu="Act")
    def stand(self, look: Situation) -> Targets:
        """Stands that are not Finished and that command allows to act."""
        stands = look.stands
        ready = [n for n in look.world.stands_of[self.side] if stands[n].at != OFF and not stands[n].finished]
        return tuple([n for n in ready if self._why_not(look, n) is None] if look.world.held_back[self.side] else ready)

    def _why_not(self, look: Situation, stand: int) -> Reason | None:
        s = look.stands[stand]
        if s.at == OFF:
            return OFF_TABLE
        if s.finished:
            return FINISHED
        if not may_try(look, stand):
            return LITTLE_COMMAND if look.board_points(battalion_of(look, stand)) else NO_COMMAND
        if s.carrier != NOBODY and not riding.may_dismount(look, stand) and not look.targets(stand):
            return MOUNTED
        for special in look.world.speaking("may_not_act"):
            why: str = special.may_not_act(look, stand)
            if why:
                return FORBIDDEN.of(unit=stand, why=why)
        return None

    @stand.then
    def _do_stand(self, field: Battlefield, stand: int) -> None:
        field.next(acts_with(field, self.side, stand), self)

    @stand.check
    def _why_not_stand(self, look: Situation, stand: int) -> Reason | None:
        return NOT_YOURS if look.world.owners[stand] != self.side else self._why_not(look, stand)

    @verb("Call", "choice")
    def call(self, look: Situation) -> Targets:
        """TC A1: the support that may be called now."""
        return available(look, self.side)

    @call.then
    def _do_call(self, field: Battlefield, support: int) -> None:
        spotted = needs_spotter(field, field.world.supports[support])
        asks = CallSupport(self.side, support) if spotted else CallFire(self.side, support, NOBODY)
        field.next(asks, self)

    @verb("End the phase")
    def end(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @end.then
    def _do_end(self, field: Battlefield, _: None) -> None:
        pass


class EndTurn(Step, frozen=True, array_like=True, tag="end_turn"):
    """TC S4: a side's turn ends: points are saved, objectives held, and special rules speak."""

    opens_phase = True
    work = 2

    side: int

    def run(self, field: Battlefield) -> None:
        """Close the turn."""
        save_points(field, self.side)
        field.world.victory.hold(field)
        if not field.world.specials:
            NextTurn(self.side).run(field)
            return
        field.next(NextTurn(self.side))
        for special in field.world.specials:
            special.turn_end(field, self.side)


class NextTurn(Step, frozen=True, array_like=True, tag="next_turn"):
    """TC S4: when everything that ends a turn has happened, the other side's turn, the next turn, or the end."""

    work = 2

    side: int

    def run(self, field: Battlefield) -> None:
        """Go on."""
        if field.result is not None or field.world.victory.early(field):
            return
        if self.side == field.world.first_side:
            TurnStart(1 - self.side).run(field)
        elif field.turn < field.world.turns:
            field.update(turn=field.turn + 1)
            TurnStart(1 - self.side).run(field)
        else:
            field.world.victory.decide(field)


PHASES = tuple((Command(side), ActionPhase(side), Recovery(side), EndTurn(side)) for side in (0, 1))
"""TC S3: the phases of each side's turn."""
WITHOUT_POINTS = tuple(phases[1:] for phases in PHASES)
"""The same where nobody rolls for command points."""

CHAPTER = Chapter(
    name="turn",
    procedures=(
        TurnStart,
        ReplaceLeader,
        ActionPhase,
        EndTurn,
        NextTurn,
    ),
    phrases={
        "replace_leader?": "{leader:unit} is replaced: where does the new leader stand?",
        "action_phase?": "Choose a stand to act, or end the phase.",
        "action_phase_support?": "Choose a stand to act, call support, or end the phase.",
        "turn": "Turn {turn}: {side:side}",
        "replaced": "{stand:unit} is replaced at {point:point}",
    },
)
