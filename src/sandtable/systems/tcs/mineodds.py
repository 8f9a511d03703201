"""The calculators of minefields (TCS 21): what they do to a stack that moves in, and to a unit that breaches one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec.structs import replace

from sandtable.kernel.errors import OptionError
from sandtable.kernel.game import Game
from sandtable.kernel.odds import Distribution
from sandtable.kernel.question import GameOptions, Question, Shifted, played
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.system import Calculator, Total
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.board import Board, Situation
from sandtable.systems.tcs.mines import BreachRoll, MineFire, MineRoll, Mines, TryBreach, why_not_breach
from sandtable.systems.tcs.proving import (
    ALL_OUT,
    Left,
    Light,
    OneUnit,
    Posted,
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
from sandtable.systems.tcs.tableodds import shifted
from sandtable.systems.tcs.tables import LIMITS
from sandtable.systems.tcs.world import OFF

__all__ = [
    "CALCULATORS",
    "BreachQuestion",
    "Breached",
    "MinesQuestion",
    "breach_chain",
    "breach_odds",
    "mines_chain",
    "mines_odds",
]

ENEMY = (Posted("ge_gren_plt"),)
"""Those who laid the mines; they are not on the map."""


def _mined(
    movers: Sequence[Posted], terrain: Terrain, light: Light, options: str, away: int, battalion: int = 0
) -> tuple[Game, Board]:
    """Movers at a distance from a mined hex of some terrain."""
    game = ground(tuple(movers), ENEMY, terrain, options=chosen(options))
    board = put(game, tuple(movers), ENEMY, away, light=light)
    units = (*board.units[:-1], replace(board.units[-1], at=OFF, steps=0))
    mines = ((target_hex(game), 1),)
    return game, replace(board, units=units, mines=mines, battalions=(battalion, 0), vehicles=(battalion, 0))


class MinesQuestion(Question, frozen=True):
    """The question of the `mines` calculator: units move into an enemy minefield. `battalion` is their Battalion and
    Vehicle Morale.
    """

    movers: Units = "us_rifle_plt"
    terrain: Terrain = "open"
    light: Light = "day"
    battalion: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    options: GameOptions = ""

    def agree(self) -> None:
        """Units that can move."""
        for each in parse_units(self.movers, "movers"):
            if {"dug_in", "paralyzed", "suppressed"} & set(each.marks):
                raise OptionError(
                    f"movers: {each.kind} moves in unshaken and not dug in: leave its mark out (TCS 21.2)"
                )
        chosen(self.options)

    def board(self) -> tuple[Game, Board]:
        """The game, and the board with the stack in the mines."""
        movers = [Posted(each.kind, ("move", *each.marks), each.steps, each.morale) for each in self.units]
        return _mined(movers, self.terrain, self.light, self.options, 0, self.battalion)

    @property
    def units(self) -> tuple[Posted, ...]:
        """The movers."""
        return parse_units(self.movers, "movers")


def mines_odds(ask: MinesQuestion) -> Distribution[Left]:
    """What mines leave of each unit that moves in, the likeliest first.

    >>> mines_odds(MinesQuestion(movers="us_m4_75")).chance(lambda left: left.steps == 0)
    Fraction(5, 12)
    """
    game, board = ask.board()
    hex = target_hex(game)
    odds = played(game, board, Mines(0, tuple(game.world.units_of[0]), hex), then=Act(0), assuming=ALL_OUT)
    return odds.by(lambda end: left_of(game, end.board, 0, ran_from(game, end.board, hex, 0), board))


def mines_chain(ask: MinesQuestion) -> tuple[Resolution | Shifted | str, ...]:
    """The attack on people, and the roll for each vehicle."""
    game, board = ask.board()
    look, units, kinds = Situation(game, board), game.world.units_of[0], game.world.kinds
    people = tuple(n for n in units if not kinds[n].vehicle)
    hex = target_hex(game)
    fire = [shifted(look, MineFire(0, people, hex, hex, LIMITS["mines_area"]))] if people else []
    return (*fire, *(look.told(MineRoll(n)) for n in units if kinds[n].vehicle))


class BreachQuestion(Question, frozen=True):
    """The question of the `breach` calculator: a unit on foot tries once to breach the minefield beside it."""

    unit: OneUnit = "us_engineer_plt"
    terrain: Terrain = "open"
    light: Light = "day"
    options: GameOptions = ""

    def agree(self) -> None:
        """A unit that may breach."""
        one_unit(self.unit, "unit")
        game, board = self.board()
        why = why_not_breach(Situation(game, board), 0)
        if why is not None:
            raise OptionError(f"unit: {game.say(why.of(unit=0, **why.values))}")

    def board(self) -> tuple[Game, Board]:
        """The game, and the board with the unit beside the mines."""
        return _mined((one_unit(self.unit, "unit"),), self.terrain, self.light, self.options, 1)


class Breached(msgspec.Struct, frozen=True):
    """Whether the field is cleared, and how the unit is.

    >>> from sandtable.systems.tcs.proving import Fate
    >>> str(Breached(True, Left((Fate("Engineers", 5, "steady"),))))
    'cleared; Engineers 5 steps steady'
    """

    cleared: bool
    unit: Left

    @property
    def severity(self) -> int:
        """How grave it is, as `System.severity` counts."""
        return self.unit.severity

    def __str__(self) -> str:
        return f"{'cleared' if self.cleared else 'not cleared'}; {self.unit}"


def breach_odds(ask: BreachQuestion) -> Distribution[Breached]:
    """Whether a minefield is cleared, and what that costs, the likeliest first.

    >>> ends = breach_odds(BreachQuestion())
    >>> 0 < ends.chance(lambda end: end.cleared) < 1
    True
    """
    game, board = ask.board()
    here, hex = target_hex(game, 1), target_hex(game)
    odds = played(game, board, TryBreach(0, here, hex), then=Act(0), assuming=ALL_OUT)
    return odds.by(
        lambda end: Breached(
            not end.board.mines, left_of(game, end.board, 0, ran_from(game, end.board, here, 0), board)
        )
    )


def breach_chain(ask: BreachQuestion) -> tuple[Resolution | Shifted | str, ...]:
    """The attack of the mines, and the roll of a unit that goes on."""
    game, board = ask.board()
    look = Situation(game, board)
    fire = MineFire(0, (0,), target_hex(game, 1), target_hex(game), LIMITS["breach_area"])
    return (shifted(look, fire), "if it is still there and unshaken:", look.told(BreachRoll(0, target_hex(game))))


CALCULATORS = (
    Calculator(
        "mines",
        "Units that move into a minefield.",
        MinesQuestion,
        mines_odds,
        mines_chain,
        (
            Total("to come through unharmed", lambda _, left: not left.harmed),
            Total("to lose a step or more", lambda _, left: left.lost > 0),
        ),
        topic="Movement",
    ),
    Calculator(
        "breach",
        "A unit that tries to breach a minefield.",
        BreachQuestion,
        breach_odds,
        breach_chain,
        (
            Total("to clear the minefield", lambda _, end: end.cleared),
            Total("to lose a step or more", lambda _, end: end.unit.lost > 0),
        ),
        topic="Movement",
    ),
)
