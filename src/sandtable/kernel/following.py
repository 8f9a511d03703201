"""How the exact odds of an action go from position to position, through the same code as play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.kernel.procedure import Procedure, Roll
from sandtable.kernel.running import acted, closed, opened, settle
from sandtable.kernel.state import State

if TYPE_CHECKING:
    from sandtable.kernel.field import Field
    from sandtable.kernel.game import Game
    from sandtable.kernel.odds import Assumption
    from sandtable.kernel.solving import Work

__all__ = ["Following"]


class Following:
    """How the odds of an action go from position to position, and where they stop."""

    def __init__(self, game: Game[Any, Any], assuming: Assumption | None, work: Work, through_phases: bool) -> None:
        self.game = game
        self.assuming = assuming
        self.work = work
        self.through_phases = through_phases
        self.stopped: set[State[Any, Any]] = set()
        """The positions before the first dice of another phase."""

    def settled(self, field: Field) -> State[Any, Any]:
        """The position at the next decision, or before the next dice."""
        passed: list[Procedure] = []
        rolls = settle(field, passed)
        self.work.spend(1 + sum(each.work for each in passed))
        end = closed(field, 0)
        if rolls and not self.through_phases and any(each.opens_phase for each in passed):
            self.stopped.add(end)
        return end

    def after(self, node: State[Any, Any]) -> list[tuple[State[Any, Any], int]] | None:
        """What can follow a position, with the number of throws that lead there; None at an end."""
        if node.result is not None or node in self.stopped:
            return None
        game = self.game
        roll = None if node.secret else node.stack[-1]
        if isinstance(roll, Roll):
            after = []
            for outcome, ways in game.system.look(game, node.board).resolution_of(roll).chances():
                field = opened(game, node)
                field.stack.pop()
                field.below = len(field.stack)
                self.work.spend(roll.work)
                roll.then(field, outcome)
                after.append((self.settled(field), ways))
            return after
        if self.assuming is None:
            return None
        for decision in game.decisions(node):
            answer = self.assuming.choose(game.view(node, decision.side))
            if answer is not None:
                return [(self.settled(acted(game, node, decision.side, answer)), 1)]
        return None
