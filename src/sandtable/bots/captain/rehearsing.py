"""An assault played through in the head, a few times with its own dice: how often the hex is taken."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import RulesFault
from sandtable.kernel.field import Field
from sandtable.kernel.game import Game
from sandtable.kernel.memo import known_of
from sandtable.kernel.procedure import Roll
from sandtable.kernel.resolution import Outcome, Resolution
from sandtable.kernel.running import carried_out, closed, opened, settle
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


class Fork:
    """A position before a throw, and what has been found to follow each of its answers."""

    __slots__ = ("after", "asked", "resolution", "state")

    def __init__(self, state: State[Any, Any], resolution: Resolution, asked: int) -> None:
        self.state = state
        self.resolution = resolution
        self.asked = asked
        """How many decisions there were on the way."""
        self.after: dict[Outcome, Fork | bool] = {}
        """The next position by the answer; or, at the end, whether the hex is taken."""


class Trial:
    """An assault that is played through as often as need be: how often it has been, and how often the hex fell."""

    def __init__(self, start: State[Any, Any], hex: int, group: tuple[int, ...]) -> None:
        self.start = start
        """The state in which they are beside the hex."""
        self.ready: State[Any, Any] | None = None
        """The state before they go in, once it has been played through."""
        self.first: Fork | bool | None = None
        """The first throw, once it has been played through."""
        self.hex = hex
        self.group = group
        self.played = 0
        self.wins = 0

    @property
    def at_most(self) -> int:
        """How many times in a hundred the hex falls if it falls in every try that is left."""
        return 100 * (self.wins + TIMES - self.played) // TIMES


def _calm(game: Game) -> Game:
    """The game as it is rehearsed: nobody is asked to fire at those who come."""
    known: dict[str, Game] = known_of(game, "rehearsed")
    if not known:
        options = replace(game.world.options, assault_entry_fire=False)
        known["calm"] = game.with_world(replace(game.world, options=options))
    return known["calm"]


class Rehearsal:
    """Remembers how assaults went, by what matters to them. Nobody fires while they come: the way is weighed apart."""

    def __init__(self, game: Game) -> None:
        self._game = _calm(game)
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
            trial.wins += self._once(trial, trial.ready, side)
            trial.played += 1

    def _begun(self, state: State[Any, Any], side: int, hex: int, group: tuple[int, ...]) -> State[Any, Any] | None:
        """The state before they go in; None if they may not. No dice are thrown until then."""
        game = self._game
        for action in (Action("assault", hex), *(Action("add", n) for n in group), Action("go")):
            asked = next((each for each in game.asking(state) if each.side == side), None)
            if asked is None or not asked.allows(action):
                return None
            if action.verb == "go":
                break
            field = carried_out(game, state, side, action)
            if settle(field):
                raise RulesFault("dice are thrown before an assault has begun")
            state = closed(field, state.rolls)
        return state

    def _once(self, trial: Trial, ready: State[Any, Any], side: int) -> bool:
        """Whether the hex falls with the next dice. What the same answers led to before is not played again."""
        dice, rolls = Dice.seeded(trial.played), ready.rolls
        field: Field | None = None
        if trial.first is None:
            trial.first, field = self._run_on(carried_out(self._game, ready, side, Action("go")), trial, side, 0)
        now = trial.first
        while isinstance(now, Fork):
            resolution = now.resolution
            outcome = resolution.roll(dice.throw(rolls, resolution.dice, resolution)).outcome
            rolls += 1
            after = now.after.get(outcome)
            if after is None:
                if field is None:
                    field = opened(self._game, now.state)
                roll = field.stack.pop()
                field.below = len(field.stack)
                assert isinstance(roll, Roll)
                roll.then(field, outcome)
                after, field = self._run_on(field, trial, side, now.asked)
                now.after[outcome] = after
            else:
                field = None
            now = after
        return now

    def _run_on(self, field: Field, trial: Trial, side: int, asked: int) -> tuple[Fork | bool, Field]:
        """Up to the next throw, or to the end of the assault: whether the hex is taken; and the working copy."""
        game = self._game
        while not settle(field):
            asks = None if field.result is not None or field.secret else field.stack[-1]
            if asks is None or (isinstance(asks, Act) and asks.side == side) or asked == LONGEST:
                return any(field.board.units[n].at == trial.hex for n in trial.group), field
            asked += 1
            state = closed(field, 0)
            (decision,) = game.asking(state)
            action = Action("hold") if isinstance(asks, Watch) else decision.pick(_first)
            field = carried_out(game, state, decision.side, action)
        roll = field.stack[-1]
        assert isinstance(roll, Roll)
        return Fork(closed(field, 0), field.resolution_of(roll), asked), field


def _first(_: int) -> int:
    return 0
