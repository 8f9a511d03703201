"""How the exact odds of an action go from position to position, through the same code as play."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from sandtable.kernel.errors import OddsTooLarge
from sandtable.kernel.odds import CUT_OFF, NEXT_DECISION, NEXT_PHASE, Assumption, Odds
from sandtable.kernel.procedure import Procedure, Roll
from sandtable.kernel.running import acted, carried_out, settle
from sandtable.kernel.solving import Work, solve
from sandtable.kernel.state import State

if TYPE_CHECKING:
    from sandtable.kernel.field import Field
    from sandtable.kernel.game import Game

__all__ = ["Kept", "followed"]

Kept: TypeAlias = "dict[State[Any, Any], tuple[list[tuple[State[Any, Any], int]] | None, int]]"
"""What follows each position, and the work of finding it: kept from one question to the next."""
MOST_KEPT = 1_000


def followed(
    field: Field,
    limit: int,
    *,
    assuming: Assumption | None = None,
    through_phases: bool = False,
    stop: Procedure | None = None,
    kept: Kept | None = None,
) -> Odds:
    """The odds of whatever a working copy goes on with. They stop at the decision `stop`, whatever is assumed; for the
    rest see `Game.odds`. Questions of one game that go through phases, stop alike and assume alike may share what is
    `kept`.
    """
    work = Work(limit)
    following = _Following(field.game, assuming, work, through_phases or assuming is not None, stop)
    step = following.after if kept is None else partial(following.known_after, kept)
    try:
        work.spend(1)
        chances, explored = solve(following.settled(field), step, work=work)
    except OddsTooLarge as fault:
        cut = fault
        raise OddsTooLarge(str(fault), lambda: Odds(cut.so_far, 0, CUT_OFF, work.done)) from None
    until = NEXT_PHASE if following.stopped else NEXT_DECISION
    return Odds(chances, explored, until if assuming is None else assuming.name, work.done)


class _Following:
    """How the odds of an action go from position to position, and where they stop."""

    def __init__(
        self,
        game: Game[Any, Any],
        assuming: Assumption | None,
        work: Work,
        through_phases: bool,
        stop: Procedure | None,
    ) -> None:
        self.game = game
        self.assuming = assuming
        self.work = work
        self.through_phases = through_phases
        self.stop = stop
        self.stopped: set[State[Any, Any]] = set()
        """The positions before the first dice of another phase."""

    def settled(self, field: Field) -> State[Any, Any]:
        """The position at the next decision, or before the next dice."""
        passed: list[Procedure] = []
        rolls = settle(field, passed)
        end: State[Any, Any] = State(field.freeze(), tuple(field.stack), field.secret, field.result)
        if passed:
            self.work.spend(sum([each.work for each in passed]))
            if rolls and not self.through_phases and any(each.opens_phase for each in passed):
                self.stopped.add(end)
        return end

    def known_after(self, kept: Kept, node: State[Any, Any]) -> list[tuple[State[Any, Any], int]] | None:
        """The same, if it is kept from an earlier question: it counts as much work as then."""
        known = kept.get(node)
        if known is None:
            before = self.work.done
            found = self.after(node)
            if len(kept) >= MOST_KEPT:
                kept.clear()
            kept[node] = found, self.work.done - before
            return found
        found, work = known
        self.work.spend(work)
        return found

    def after(self, node: State[Any, Any]) -> list[tuple[State[Any, Any], int]] | None:
        """What can follow a position, with the number of throws that lead there; None at an end."""
        if node.result is not None or (self.stopped and node in self.stopped):
            return None
        game = self.game
        roll = None if node.secret else node.stack[-1]
        if isinstance(roll, Roll):
            board, waiting = node.board, node.stack[:-1]
            below, cost, make = len(waiting), 1 + roll.work, game.system.field
            after = []
            for outcome, ways in game.system.look(game, board).resolution_of(roll).chances():
                field = make(game, board)
                field.stack, field.below, field.noted = list(waiting), below, False
                self.work.spend(cost)
                roll.then(field, outcome)
                after.append((self.settled(field), ways))
            return after
        if self.assuming is None or (roll is not None and roll == self.stop):
            return None
        for side in range(len(game.sides)):
            if game.asks(node, side) is not None:
                view = game.view(node, side)
                answer = self.assuming.choose(view)
                if answer is not None:
                    self.work.spend(1)
                    # the view's offers are the state's, so that they need not be worked out again to check the answer
                    legal = view.decision is not None and view.decision.allows(answer)
                    field = (carried_out if legal else acted)(game, node, side, answer)
                    return [(self.settled(field), 1)]
        return None
