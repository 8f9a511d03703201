"""The `hourly` calculator: Battalion Morale or Vehicle Morale after some full hours (TCS 17.1d, 17.8d)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec.structs import replace

from sandtable.kernel.game import Game
from sandtable.kernel.odds import Distribution
from sandtable.kernel.question import Question, played
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.system import Calculator, Total
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.board import Board, Situation
from sandtable.systems.tcs.proving import Posted, ground, put
from sandtable.systems.tcs.recovery import HourlyRolls, LevelRoll

__all__ = ["CALCULATOR", "Hourly", "hourly", "hourly_chain"]


class Hourly(Question, frozen=True):
    """The question of the `hourly` calculator: the Battalion Morale of a battalion, or with `vehicles` its Vehicle
    Morale, after some hours in which it gets no worse.
    """

    level: Annotated[int, msgspec.Meta(ge=1, le=20)] = 3
    hours: Annotated[int, msgspec.Meta(ge=1, le=24)] = 2
    vehicles: bool = False

    def board(self) -> tuple[Game, Board]:
        """The game and the board of the question."""
        someone = (Posted("us_rifle_plt"),)
        game = ground(someone, someone)
        levels = {"vehicles" if self.vehicles else "battalions": (self.level, 0)}
        board = replace(put(game, someone, someone, 3), battalions=(0, 0), vehicles=(0, 0))
        return game, replace(board, **levels)


def hourly(ask: Hourly) -> Distribution[int]:
    """The level after some hours, the likeliest first.

    >>> {level: str(chance) for level, chance in hourly(Hourly(level=3, hours=1)).items()}
    {2: '1/2', 3: '1/2'}
    """
    game, board = ask.board()
    odds = played(game, board, *[HourlyRolls()] * ask.hours, then=Act(0))
    return odds.by(lambda end: int((end.board.vehicles if ask.vehicles else end.board.battalions)[0]))


def hourly_chain(ask: Hourly) -> tuple[Resolution, ...]:
    """The first roll."""
    game, board = ask.board()
    return (Situation(game, board).told(LevelRoll(ask.vehicles, 0)),)


CALCULATOR = Calculator(
    "hourly",
    "Battalion or Vehicle Morale after some full hours.",
    Hourly,
    hourly,
    hourly_chain,
    (
        Total("to get better", lambda ask, level: level < ask.level),
        Total("to be back at 0", lambda _, level: level == 0),
    ),
    says=lambda level: f"level {level}",
)
