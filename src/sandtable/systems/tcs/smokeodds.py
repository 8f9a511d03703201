"""The `smoke` calculator: mortars and infantry guns that try to lay smoke on a hex (TCS 19.1)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from sandtable.kernel.errors import OptionError
from sandtable.kernel.game import Game
from sandtable.kernel.odds import Distribution
from sandtable.kernel.question import GameOptions, Question, played
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.system import Calculator, Total
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.board import Board, Situation
from sandtable.systems.tcs.proving import FARTHEST, Light, Posted, Units, chosen, ground, parse_units, put, target_hex
from sandtable.systems.tcs.smoke import OUT_OF_REACH, SmokeRoll, smoke_hexes, why_not_smoke
from sandtable.systems.tcs.tables import SHIFTS

__all__ = ["CALCULATOR", "LaidSmoke", "laid_smoke", "laid_smoke_chain"]

SOMEONE = (Posted("ge_gren_plt"),)


class LaidSmoke(Question, frozen=True):
    """The question of the `smoke` calculator: each of the `layers` tries once to lay smoke on a hex."""

    layers: Units = "us_60mm_sec"
    hexes: Annotated[int, msgspec.Meta(ge=0, le=FARTHEST)] = 4
    light: Light = "day"
    options: GameOptions = ""

    def agree(self) -> None:
        """Weapons that have smoke, and reach."""
        game, board = self.board()
        look = Situation(game, board)
        for n in game.world.units_of[0]:
            why = why_not_smoke(look, n)
            if why is None and target_hex(game) not in smoke_hexes(look, n):
                why = OUT_OF_REACH
            if why is not None:
                raise OptionError(f"layers: {game.say(why.of(unit=n, **why.values))}")

    def board(self) -> tuple[Game, Board]:
        """The game and the board of the question."""
        layers = parse_units(self.layers, "layers")
        game = ground(layers, SOMEONE, options=chosen(self.options))
        return game, put(game, layers, SOMEONE, self.hexes, light=self.light)


def laid_smoke(ask: LaidSmoke) -> Distribution[str]:
    """Whether there is smoke, the likeliest first.

    >>> dict(laid_smoke(LaidSmoke()))
    {'no smoke': Fraction(1, 2), 'smoke': Fraction(1, 2)}
    """
    game, board = ask.board()
    rolls = [SmokeRoll(0, n, target_hex(game)) for n in game.world.units_of[0]]
    odds = played(game, board, *rolls, then=Act(0))
    return odds.by(lambda end: "smoke" if end.board.smoke else "no smoke")


def laid_smoke_chain(ask: LaidSmoke) -> tuple[Resolution | str, ...]:
    """The roll, how long smoke lasts, and what it does."""
    game, board = ask.board()
    roll = Situation(game, board).told(SmokeRoll(0, 0, target_hex(game)))
    out, into = SHIFTS["firer_smoke"], SHIFTS["target_smoke"]
    return (
        roll,
        "it lasts until the next action phase of the side that laid it (TCS 19.1b)",
        f"fire out of it: {out}",
        f"fire into it: {into}",
    )


CALCULATOR = Calculator(
    "smoke",
    "Smoke of mortars and infantry guns.",
    LaidSmoke,
    laid_smoke,
    laid_smoke_chain,
    (Total("to have smoke in the hex", lambda _, end: end == "smoke"),),
)
