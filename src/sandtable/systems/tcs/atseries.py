"""The `at_rolls` calculator: a series of AT rolls at one vehicle (TCS 16)."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.kernel.errors import OptionError
from sandtable.kernel.game import Game
from sandtable.kernel.odds import Distribution
from sandtable.kernel.question import GameOptions, Question, played
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.system import Calculator, Total
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.aiming import can_roll
from sandtable.systems.tcs.antitank import AtRoll, AtRolls
from sandtable.systems.tcs.board import Board, Situation
from sandtable.systems.tcs.proving import (
    ALL_OUT,
    Hexside,
    Left,
    Light,
    OneUnit,
    Terrain,
    Units,
    chosen,
    ground,
    left_of,
    one_unit,
    parse_units,
    put,
    ran_from,
    target_hex,
)

__all__ = ["CALCULATOR", "AtSeries", "Struck", "at_series", "at_series_chain"]


class AtSeries(Question, frozen=True):
    """The question of the `at_rolls` calculator: each of the `rollers` makes its AT roll at the `vehicle`, until it is
    gone. They are in its hex, or beside it; `smoke` lies in the hex of the vehicle.
    """

    rollers: Units = "3x us_rifle_plt"
    vehicle: OneUnit = "ge_panther"
    where: Literal["beside", "in its hex"] = "beside"
    terrain: Terrain = "woods"
    hexside: Hexside = "none"
    light: Light = "day"
    smoke: bool = False
    zone: bool = False
    options: GameOptions = ""

    def agree(self) -> None:
        """Infantry, and a vehicle."""
        parse_units(self.rollers, "rollers")
        one_unit(self.vehicle, "vehicle")
        game, board = self.board()
        look = Situation(game, board)
        if not look.world.kinds[-1].vehicle:
            raise OptionError("vehicle: an AT roll is made at a vehicle: name a tank or a carrier (TCS 16.0a)")
        for n in game.world.units_of[0]:
            if not can_roll(look, n, target_hex(game)):
                raise OptionError(
                    f"rollers: {look.world.kinds[n].id} is not infantry, which alone makes AT rolls (TCS 16.0a)"
                )

    def board(self) -> tuple[Game, Board]:
        """The game and the board of the question."""
        rollers, vehicle = parse_units(self.rollers, "rollers"), (one_unit(self.vehicle, "vehicle"),)
        game = ground(rollers, vehicle, self.terrain, options=chosen(self.options), hexside=self.hexside)
        ends = (False, self.smoke), (False, self.zone)
        away = int(self.where == "beside")
        return game, put(game, rollers, vehicle, away, smoke=ends[0], zones=ends[1], light=self.light)


class Struck(msgspec.Struct, frozen=True):
    """What became of the vehicle, and the steps that the rollers lost.

    >>> from sandtable.systems.tcs.proving import Fate
    >>> str(Struck(Left((Fate("Panther", 0, "lost"),), 1), 2)), str(Struck(Left((Fate("Panther", 1, "steady"),)), 1))
    ('Panther lost; rollers lose 2 steps', 'Panther 1 step steady; rollers lose 1 step')
    """

    vehicle: Left
    own: int

    @property
    def severity(self) -> int:
        """How grave it is, as `System.severity` counts."""
        return self.vehicle.severity

    def __str__(self) -> str:
        return f"{self.vehicle}; rollers lose {self.own} step{'s'[: self.own != 1]}" if self.own else str(self.vehicle)


def at_series(ask: AtSeries) -> Distribution[Struck]:
    """What a series of AT rolls does, the likeliest first.

    >>> one, three = (at_series(AtSeries(rollers=f"{count}x us_rifle_plt")) for count in (1, 3))
    >>> one.chance(lambda end: not end.vehicle.steps) < three.chance(lambda end: not end.vehicle.steps)
    True
    """
    game, board = ask.board()
    rollers, hex = game.world.units_of[0], target_hex(game)
    before = sum(board.units[n].steps for n in rollers)
    odds = played(game, board, AtRolls(tuple(rollers), len(rollers)), then=Act(0), assuming=ALL_OUT)

    def struck(end: Board) -> Struck:
        own = before - sum(end.units[n].steps for n in rollers)
        return Struck(left_of(game, end, 1, ran_from(game, end, hex, 1), board), own)

    return odds.by(lambda end: struck(end.board))


def at_series_chain(ask: AtSeries) -> tuple[Resolution, ...]:
    """The roll of each kind of roller, as if it were the first."""
    game, board = ask.board()
    look = Situation(game, board)
    rollers = game.world.units_of[0]
    kinds = {(game.world.kinds[n].id, board.units[n].morale): n for n in reversed(rollers)}
    return tuple(look.told(AtRoll(n, len(rollers))) for n in sorted(kinds.values()))


CALCULATOR = Calculator(
    "at_rolls",
    "A series of AT rolls at a vehicle.",
    AtSeries,
    at_series,
    at_series_chain,
    (
        Total("to destroy a step of the vehicle", lambda _, end: end.vehicle.lost > 0),
        Total(
            "to destroy it or drive it off",
            lambda _, end: not end.vehicle.steps or end.vehicle.units[0].state == "running",
        ),
        Total("to lose a step of your own", lambda _, end: end.own > 0),
    ),
)
