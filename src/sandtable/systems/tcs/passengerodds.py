"""The `passengers` calculator: fire at a carrier with those who ride in it, or on it (TCS 10.0c, 20.3b)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from sandtable.kernel.errors import OptionError
from sandtable.kernel.game import Game
from sandtable.kernel.odds import Distribution
from sandtable.kernel.question import GameOptions, Question, Shifted, played
from sandtable.kernel.system import Calculator, Total
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.aiming import why_not_fire
from sandtable.systems.tcs.areafire import OVERWATCH, AreaFire
from sandtable.systems.tcs.board import Board, Situation
from sandtable.systems.tcs.pointfire import PointFire
from sandtable.systems.tcs.proving import (
    ALL_OUT,
    FARTHEST,
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
from sandtable.systems.tcs.tableodds import shifted
from sandtable.systems.tcs.transport import fits

__all__ = ["CALCULATOR", "Carried", "carried", "carried_chain"]


class Carried(Question, frozen=True):
    """The question of the `passengers` calculator: overwatch fire at a carrier in Move Mode and its passenger, who is
    inside it, or on top if it is a tank.
    """

    firers: Units = "us_57mm_atg"
    fire: Literal["area", "point"] = "point"
    carrier: OneUnit = "ge_sdkfz251"
    passenger: OneUnit = "ge_gren_plt"
    hexes: Annotated[int, msgspec.Meta(ge=0, le=FARTHEST)] = 4
    terrain: Terrain = "open"
    light: Light = "day"
    options: GameOptions = ""

    def agree(self) -> None:
        """A passenger that the carrier takes, and fire that reaches them."""
        one_unit(self.carrier, "carrier")
        one_unit(self.passenger, "passenger")
        game, board = self.board()
        look = Situation(game, board)
        *_, carrier, passenger = range(len(board.units))
        if not fits(look, passenger, carrier):
            kinds = look.world.kinds
            lifts = f"{kinds[carrier].id} does not carry {kinds[passenger].id}"
            raise OptionError(f"passenger: {lifts}: a carrier takes a platoon, or a gun it can tow (TCS 3.0g)")
        for n in game.world.units_of[0]:
            why = why_not_fire(look, n, target_hex(game), 1, point=self.fire == "point", fire=OVERWATCH)
            if why:
                raise OptionError(f"firers: {game.say(why)}")
        harmed = look.point_targets if self.fire == "point" else look.area_targets
        if not harmed(target_hex(game), 1):
            raise OptionError(
                f"fire: {self.fire} fire does not harm {look.world.kinds[carrier].id}: try the other (TCS 3.0e)"
            )

    def board(self) -> tuple[Game, Board]:
        """The game and the board of the question; the passenger is the last of the units."""
        firers = parse_units(self.firers, "firers")
        both = (one_unit(self.carrier, "carrier"), one_unit(self.passenger, "passenger"))
        moving = tuple(replace(each, marks=tuple(dict.fromkeys(("move", *each.marks)))) for each in both)
        game = ground(firers, moving, self.terrain, options=chosen(self.options))
        board = put(game, firers, moving, self.hexes, light=self.light)
        rides = replace(board.units[-1], carrier=len(board.units) - 2)
        return game, replace(board, units=(*board.units[:-1], rides))


def _fire(ask: Carried, game: Game) -> AreaFire | PointFire:
    firers = tuple(game.world.units_of[0])
    return (PointFire if ask.fire == "point" else AreaFire)(firers, target_hex(game), 1, OVERWATCH)


def carried(ask: Carried) -> Distribution[Left]:
    """What the fire leaves of carrier and passenger, the likeliest first.

    >>> ends = carried(Carried())
    >>> ends.chance(lambda left: not left.units[0].steps) > ends.chance(lambda left: left.units[1].steps < 5) > 0
    True
    """
    game, board = ask.board()
    odds = played(game, board, _fire(ask, game), then=Act(0), assuming=ALL_OUT)
    return odds.by(lambda end: left_of(game, end.board, 1, ran_from(game, end.board, target_hex(game), 1), board))


def carried_chain(ask: Carried) -> tuple[Shifted | str, ...]:
    """The roll at the carrier, and what follows for the passenger."""
    game, board = ask.board()
    look = Situation(game, board)
    after = "a passenger whose carrier is destroyed gets out, and is attacked again on the same column (TCS 10.0c)"
    if not look.inside(len(board.units) - 1):
        after = "riders jump off when the hex is fired at by area fire (TCS 20.3b)"
    return (shifted(look, _fire(ask, game)), after)


CALCULATOR = Calculator(
    "passengers",
    "Fire at a carrier and its passengers.",
    Carried,
    carried,
    carried_chain,
    (
        Total("to destroy the carrier", lambda _, left: not left.units[0].steps),
        Total("to cost the passengers a step or more", lambda ask, left: left.units[1].steps < _steps(ask)),
        Total("to have any effect", lambda _, left: left.harmed),
    ),
)


def _steps(ask: Carried) -> int:
    """The steps of the passenger before the fire."""
    return int(ask.board()[1].units[-1].steps)
