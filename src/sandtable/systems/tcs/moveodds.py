"""The `movement` calculator: what a hex costs a unit to enter, and how many such hexes it enters in a turn (TCS 20)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import msgspec
from msgspec.structs import replace

from sandtable.kernel.game import Game
from sandtable.kernel.odds import Distribution
from sandtable.kernel.question import GameOptions, Question
from sandtable.kernel.system import Calculator
from sandtable.systems.tcs.board import Board, Situation
from sandtable.systems.tcs.impulses import sizes_of
from sandtable.systems.tcs.movement import entry_costs
from sandtable.systems.tcs.proving import OneUnit, Posted, Terrain, chosen, ground, one_unit, put, target_hex
from sandtable.systems.tcs.tables import SIXTHS
from sandtable.systems.tcs.world import OFF

__all__ = ["CALCULATOR", "Cost", "Moving", "movement", "movement_chain"]

SOMEONE = (Posted("ge_gren_plt"),)


class Moving(Question, frozen=True):
    """The question of the `movement` calculator: a unit enters a hex of some terrain, across a hexside or by road.
    `mined` is a minefield there.
    """

    unit: OneUnit = "us_m4_75"
    terrain: Terrain = "woods"
    hexside: Literal["none", "hedge", "bocage", "shingle", "stream", "river", "cliff"] = "none"
    road: Literal["none", "primary", "secondary", "railroad"] = "none"
    light: Literal["day", "twilight", "night"] = "day"
    mined: bool = False
    options: GameOptions = ""

    def agree(self) -> None:
        """A unit that exists."""
        one_unit(self.unit, "unit")
        chosen(self.options)

    def board(self) -> tuple[Game, Board]:
        """The game, and the board with the unit beside the hex."""
        unit = one_unit(self.unit, "unit")
        mover = (replace(unit, marks=("move", *unit.marks)),)
        options = chosen(self.options)
        game = ground(mover, SOMEONE, self.terrain, options=options, hexside=self.hexside, road=self.road)
        board = put(game, mover, SOMEONE, 1, light=self.light)
        mines = ((target_hex(game), 1),) if self.mined else ()
        return game, replace(board, units=(board.units[0], replace(board.units[1], at=OFF, steps=0)), mines=mines)


class Cost(msgspec.Struct, frozen=True):
    """What a hex costs, in sixths of a movement point, and how many such hexes are entered in each impulse; a negative
    cost is ground that the unit cannot enter.

    >>> str(Cost(12, (2, 2, 2))), str(Cost(3, (12,))), str(Cost(-1, ()))
    ('2 movement points: 6 such hexes a turn', '1/2 movement point: 12 such hexes a turn', 'it cannot enter')
    """

    sixths: int
    hexes: tuple[int, ...]

    @property
    def severity(self) -> int:
        """How grave it is, as `System.severity` counts."""
        return 3 if self.sixths < 0 else 0

    def __str__(self) -> str:
        if self.sixths < 0:
            return "it cannot enter"
        points, count = Fraction(self.sixths, SIXTHS), sum(self.hexes)
        plural = "s"[: points > 1]
        return f"{points} movement point{plural}: {count} such hex{'es'[: 2 * (count != 1)]} a turn"


def _cost(ask: Moving) -> tuple[Situation, Cost]:
    game, board = ask.board()
    look = Situation(game, board)
    here, there = target_hex(game, 1), target_hex(game)
    cost = look.movement(0).steps[here * 6 + game.world.ground.way(here, there)]
    if cost < 0:
        return look, Cost(-1, ())
    cost += entry_costs(look, 0).get(there, 0)
    return look, Cost(cost, tuple(size // cost for size in sizes_of(look, 0)))


def movement(ask: Moving) -> Distribution[Cost]:
    """What it costs; nothing is rolled.

    >>> str(list(movement(Moving(unit="us_rifle_plt", terrain="forest")))[0])
    '2 movement points: 3 such hexes a turn'
    """
    return Distribution({_cost(ask)[1]: Fraction(1)})


def movement_chain(ask: Moving) -> tuple[str, ...]:
    """The points of the unit, by impulses if it has them, and what is left of them."""
    look, cost = _cost(ask)
    sizes = [Fraction(size, SIXTHS) for size in sizes_of(look, 0)]
    name, line = look.world.names[0], look.world.ground.chart
    if len(sizes) > 1:
        each = ", ".join(map(str, sizes))
        points = f"{name} has {sum(sizes)} movement points, in impulses of {each} (TCS 20.2a)"
    else:
        points = f"{name} has {sizes[0]} movement points (TCS 20.1a)"
    found = [points]
    parts = [("into", ask.terrain), ("across a", ask.hexside), ("by", ask.road)]
    for words, kind in parts:
        if kind != "none":
            own = getattr(line[kind], look.world.kinds[0].move_class, "")
            said = {"P": "prohibited", "NE": "no effect"}.get(
                str(own), f"{own} a hex" if words != "across a" else f"+{own}"
            )
            found.append(f"{words} {kind}: {said} ({line[kind].rule})")
    if ask.light == "night" and look.world.kinds[0].move_class not in ("foot", "helicopter"):
        found.append(f"vehicles pay {look.world.options.night_off_road} times as much off the road at night (TCS 20.4)")
    if ask.mined:
        found.append("a minefield costs more to enter (TCS 21.2a)")
    if cost.sixths > max(sizes_of(look, 0)) and cost.sixths >= 0:
        found.append("it lacks the points for this hex in one impulse")
    return tuple(found)


CALCULATOR = Calculator("movement", "What a hex costs to enter.", Moving, movement, movement_chain)
