"""An assault played through in the head, a few times with its own dice, where a guess does not settle the matter."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sandtable.bots.captain.guessing import guess
from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import RulesFault
from sandtable.kernel.game import Game
from sandtable.kernel.memo import known_of
from sandtable.kernel.running import advance, carried_out, closed, settle
from sandtable.kernel.state import State
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.assault import AssaultRound, ComeIn, GoIn
from sandtable.systems.tcs.board import Board, Situation
from sandtable.systems.tcs.overwatch import Watch
from sandtable.systems.tcs.world import MOVE_MODE

__all__ = ["TIMES", "Rehearsal", "Trial"]

WEIGHT, TIMES = 8, 4
"""As many tries the guess counts for, and how often an assault is played through."""
UNDER_WAY = ComeIn, GoIn, AssaultRound
"""While one of these is still to be done, an assault is not over."""
LONGEST = 80
"""After this many decisions it is given up."""


class Trial:
    """An assault: what is guessed of it, how often it has been played through, and how often the hex fell."""

    def __init__(self, game: Game, start: State[Any, Any], side: int, hex: int, group: tuple[int, ...]) -> None:
        self._game = game
        self._side = side
        self.start = start
        """The state in which they are beside the hex."""
        self._ready: State[Any, Any] | None = None
        """The state before they go in, once it is known that they may."""
        self.hex = hex
        self.group = group
        look = game.look(start)
        assert isinstance(look, Situation)
        self.guess = guess(look, side, hex, group)
        """How many times in a hundred the hex falls, before it has been played through; 0 if they may not go in."""
        self.played = 0
        self.wins = 0

    @property
    def at_least(self) -> int:
        """How many times in a hundred the hex seems to fall if it falls in no try that is left."""
        return (WEIGHT * self.guess + 100 * self.wins) // (WEIGHT + TIMES)

    @property
    def at_most(self) -> int:
        """How many times in a hundred the hex seems to fall if it falls in every try that is left."""
        return (WEIGHT * self.guess + 100 * (self.wins + TIMES - self.played)) // (WEIGHT + TIMES)

    @property
    def over(self) -> bool:
        """Whether it has been played through as often as it ever is."""
        return self.played == TIMES

    def begins(self) -> bool:
        """Whether they may go in; if not, it never succeeds."""
        if self._ready is None and not (self.over and not self.guess):
            self._ready = self._begun()
            if self._ready is None:
                self.played, self.wins, self.guess = TIMES, 0, 0
        return self._ready is not None

    def play(self) -> None:
        """Play it through once more, or never if they may not go in."""
        if self.begins():
            assert self._ready is not None
            self.wins += self._taken(self._ready)
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

    def _taken(self, state: State[Any, Any]) -> bool:
        """Whether the hex falls with the next dice. Where the beaten go when the last round is over decides nothing
        more.
        """
        game, dice, side, action = self._game, Dice.seeded(self.played), self._side, Action("go")
        for _ in range(LONGEST):
            field = carried_out(game, state, side, action, noted=False)
            rolls = advance(field, dice, state.rolls)
            if field.result is not None or field.secret or not any(isinstance(each, UNDER_WAY) for each in field.stack):
                break
            state = closed(field, rolls)
            (decision,) = game.asking(state)
            side = decision.side
            action = Action("hold") if isinstance(state.stack[-1], Watch) else decision.pick(_first)
        return any(field.board.units[n].at == self.hex for n in self.group)


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
