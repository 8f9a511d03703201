"""The `chemicals` calculator: a chemical attack on a unit, or on the crew of a vehicle, by its level of MOPP.

>>> ends = chem_odds(Chem(target="su87_mr_squad", mopp="high", rounds=2))
>>> ends.chance(lambda left: left.steps == 2)
Fraction(305, 324)
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from sandtable.kernel.errors import OptionError
from sandtable.kernel.game import Game
from sandtable.kernel.odds import Distribution
from sandtable.kernel.question import Question, played
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.system import Calculator, Total
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.board import Board, Situation
from sandtable.systems.tcs.gear import MOPP_LEVELS
from sandtable.systems.tcs.modern.chemicals import ChemFire, ChemMorale, ChemRoll, attack
from sandtable.systems.tcs.modern.mopp import Chemicals
from sandtable.systems.tcs.proving import (
    ALL_OUT,
    Left,
    Posted,
    Units,
    extended,
    ground,
    left_of,
    parse_units,
    put,
    ran_from,
    target_hex,
)

__all__ = ["CALCULATOR", "Chem", "chem_chain", "chem_odds"]


class Chem(Question, frozen=True):
    """The question of the `chemicals` calculator: `rounds` fall on the hex of a target at a level of MOPP; `shells`:
    HE falls there too. A battery that shoots well drops 2, a battalion 3, a bad shoot 1; a marker counts as 1.
    """

    target: Units = "us87_mech_squad"
    mopp: Literal["low", "medium", "high"] = "low"
    rounds: Annotated[int, msgspec.Meta(ge=1, le=9)] = 2
    shells: bool = False
    battalion: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0

    def agree(self) -> None:
        """Units that there are."""
        if len(parse_units(self.target, "target")) > 3:
            raise OptionError("target: name one to three units")


def _board(ask: Chem) -> tuple[Game, Board]:
    firers, targets = (Posted("us87_m1a1"),), parse_units(ask.target, "target")
    game = ground(firers, targets, "open", 0, (("modern", True),))
    board = put(game, firers, targets, 12, battalion=ask.battalion, zones=(False, ask.shells))
    level = MOPP_LEVELS.index(ask.mopp)
    return game, extended(game, board, Chemicals((level,) * len(board.units)))


def chem_odds(ask: Chem) -> Distribution[Left]:
    """What a chemical attack leaves of each unit, the likeliest first.

    >>> crew = Chem(target="us87_m113", mopp="low")
    >>> chem_odds(crew).chance(lambda left: left.steps == 0)
    Fraction(7, 12)
    """
    game, board = _board(ask)
    look, hex = Situation(game, board), target_hex(game)
    steps = attack(look, look.units_in(hex), hex, ask.rounds)
    odds = played(game, board, *steps, then=Act(0), assuming=ALL_OUT)
    return odds.by(lambda end: left_of(game, end.board, 1, ran_from(game, end.board, hex, 1), board))


def chem_chain(ask: Chem) -> tuple[Resolution | str, ...]:
    """The roll for each unit, and the morale check of people who have lost nothing."""
    game, board = _board(ask)
    look = Situation(game, board)
    found: list[Resolution | str] = []
    for n in game.world.units_of[1]:
        if game.world.kinds[n].vehicle:
            found.append(look.told(ChemRoll(n)))
        else:
            found += [look.told(ChemFire(n, ask.rounds)), look.told(ChemMorale(n, (look.units[n].at,)))]
    return tuple(found)


CALCULATOR = Calculator(
    "chemicals",
    "A chemical attack on units or crews, by their MOPP level.",
    Chem,
    chem_odds,
    chem_chain,
    (
        Total("to have any effect", lambda _, left: left.harmed),
        Total("to cost a step or more", lambda _, left: left.lost > 0),
    ),
)
