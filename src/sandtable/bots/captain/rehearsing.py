"""An assault played through in the head, a few times with its own dice: how often the hex is taken."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice
from sandtable.kernel.game import Game
from sandtable.kernel.state import State
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.board import Board, Situation
from sandtable.systems.tcs.overwatch import Watch
from sandtable.systems.tcs.world import MOVE_MODE

__all__ = ["Rehearsal"]

TIMES = 8
"""How often an assault is played through."""
LONGEST = 80
"""After this many decisions it is given up."""


class Trial:
    """An assault that is played through as often as need be: how often it has been, and how often the hex fell."""

    def __init__(self, start: State[Any, Any], hex: int, group: tuple[int, ...]) -> None:
        self.start = start
        """The state in which they are beside the hex."""
        self.ready: State[Any, Any] | None = None
        """The state before they go in, once it has been played through."""
        self.hex = hex
        self.group = group
        self.played = 0
        self.wins = 0

    @property
    def at_most(self) -> int:
        """How many times in a hundred the hex falls if it falls in every try that is left."""
        return 100 * (self.wins + TIMES - self.played) // TIMES


class Rehearsal:
    """Remembers how assaults went, by what matters to them. Nobody fires while they come: the way is weighed apart."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._known: dict[Any, Trial] = {}

    def taken(self, state: State[Any, Any], side: int, hex: int, starts: dict[int, int], least: int = 0) -> int:
        """How many times in a hundred these take a hex if they begin their assault in `starts`. It is played through
        only until that must be less than `least`; then the answer is less than `least`, too.
        """
        look = self._game.look(state)
        assert isinstance(look, Situation)
        guard = look.enemies_in(hex, side)
        key = (
            look.type_of(hex),
            tuple((n, look.units[n].steps) for n in starts),
            tuple((n, u.steps, u.morale, u.dug_in, u.mode) for n in guard for u in (look.units[n],)),
            look.smoked(hex),
        )
        trial = self._known.get(key)
        if trial is None:
            board: Board = state.board
            units = list(board.units)
            for n, at in starts.items():
                units[n] = replace(units[n], at=at, mode=MOVE_MODE, spent=0, impulse=0, fired=False, road=False)
            there = State(replace(board, units=tuple(units), assaulted=()), (Act(side),), rolls=state.rolls)
            trial = self._known[key] = Trial(there, hex, tuple(starts))
        while trial.played < TIMES and trial.at_most >= least:
            self._play(trial, side)
        return trial.at_most

    def _play(self, trial: Trial, side: int) -> None:
        """Play an assault through once more, or never if they may not go in."""
        if trial.ready is None:
            trial.ready = self._begun(trial.start, side, trial.hex, trial.group)
        if trial.ready is None:
            trial.played = TIMES
        else:
            trial.wins += self._once(trial.ready, side, trial.hex, trial.group, trial.played)
            trial.played += 1

    def _begun(self, state: State[Any, Any], side: int, hex: int, group: tuple[int, ...]) -> State[Any, Any] | None:
        """The state before they go in; None if they may not. No dice are thrown until then."""
        for action in (Action("assault", hex), *(Action("add", n) for n in group)):
            after = self._after(state, side, action, Dice.seeded(0))
            if after is None:
                return None
            state = after
        return state

    def _after(self, state: State[Any, Any], side: int, action: Action, dice: Dice) -> State[Any, Any] | None:
        decision = self._game.decision(state, side)
        if decision is None or not decision.allows(action):
            return None
        return self._game.apply(state, side, action, dice)[0]

    def _once(self, ready: State[Any, Any], side: int, hex: int, group: tuple[int, ...], number: int) -> bool:
        game, dice = self._game, Dice.seeded(number)
        state = self._after(ready, side, Action("go"), dice)
        if state is None:
            return False
        for _ in range(LONGEST):
            if state.result is not None or isinstance(game.asks(state, side), Act):
                break
            (decision,) = game.decisions(state)
            asks = game.asks(state, decision.side)
            action = Action("hold") if isinstance(asks, Watch) else next(decision.actions())
            state, _ = game.apply(state, decision.side, action, dice)
        return any(state.board.units[n].at == hex for n in group)
