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
from sandtable.systems.tcs.assault import AssaultRound, ComeIn, GoIn
from sandtable.systems.tcs.board import Board, Situation
from sandtable.systems.tcs.overwatch import Watch
from sandtable.systems.tcs.world import MOVE_MODE

__all__ = ["TIMES", "Rehearsal", "Trial"]

TIMES = 8
"""How often an assault is played through."""
UNDER_WAY = ComeIn, GoIn, AssaultRound
"""While one of these is still to be done, an assault is not over."""
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

    def __init__(self, game: Game, start: State[Any, Any], side: int, hex: int, group: tuple[int, ...]) -> None:
        self._game = game
        self._side = side
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
    def at_least(self) -> int:
        """How many times in a hundred the hex falls if it falls in no try that is left."""
        return 100 * self.wins // TIMES

    @property
    def at_most(self) -> int:
        """How many times in a hundred the hex falls if it falls in every try that is left."""
        return 100 * (self.wins + TIMES - self.played) // TIMES

    @property
    def over(self) -> bool:
        """Whether it has been played through as often as it ever is."""
        return self.played == TIMES

    def play(self) -> None:
        """Play it through once more, or never if they may not go in."""
        if self.ready is None:
            self.ready = self._begun()
        if self.ready is None:
            self.played = TIMES
        else:
            self.wins += self._once(self.ready)
            self.played += 1

    def _begun(self) -> State[Any, Any] | None:
        """The state before they go in; None if they may not. No dice are thrown until then."""
        game, side, state = self._game, self._side, self.start
        for action in (Action("assault", self.hex), *(Action("add", n) for n in self.group), Action("go")):
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

    def _once(self, ready: State[Any, Any]) -> bool:
        """Whether the hex falls with the next dice. What the same answers led to before is not played again."""
        dice, rolls = Dice.seeded(self.played), ready.rolls
        field: Field | None = None
        if self.first is None:
            field = carried_out(self._game, ready, self._side, Action("go"))
            self.first, field = self._run_on(field, 0)
        now = self.first
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
                after, field = self._run_on(field, now.asked)
                now.after[outcome] = after
            else:
                field = None
            now = after
        return now

    def _run_on(self, field: Field, asked: int) -> tuple[Fork | bool, Field]:
        """Up to the next throw, or to the end of the fight: whether the hex is taken; and the working copy. Nobody
        reads what happens on the way. Where the beaten go when the last round is over decides nothing more.
        """
        game = self._game
        field.noted = False
        while not settle(field):
            asks = None if field.result is not None or field.secret else field.stack[-1]
            if asks is None or asked == LONGEST or not any(isinstance(each, UNDER_WAY) for each in field.stack):
                return any(field.board.units[n].at == self.hex for n in self.group), field
            asked += 1
            state = closed(field, 0)
            (decision,) = game.asking(state)
            action = Action("hold") if isinstance(asks, Watch) else decision.pick(_first)
            field = carried_out(game, state, decision.side, action)
            field.noted = False
        roll = field.stack[-1]
        assert isinstance(roll, Roll)
        return Fork(closed(field, 0), field.resolution_of(roll), asked), field


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

    def trial(self, state: State[Any, Any], side: int, hex: int, starts: dict[int, int]) -> Trial:
        """How it goes if these assault a hex and begin in `starts`, as far as it has been played through."""
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
            trial = self._known[key] = Trial(self._game, there, side, hex, tuple(starts))
        return trial


def _first(_: int) -> int:
    return 0
