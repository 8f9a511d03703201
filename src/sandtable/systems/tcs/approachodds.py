"""A move through watched hexes: what overwatch does to a stack that goes straight towards the enemy (TCS 15)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from sandtable.kernel.errors import OptionError
from sandtable.kernel.game import Game
from sandtable.kernel.odds import Distribution
from sandtable.kernel.procedure import Decide, Step, verb
from sandtable.kernel.question import GameOptions, Question, Shifted, played
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.state import State
from sandtable.kernel.system import Calculator, Total
from sandtable.systems.tcs.antitank import AtRoll
from sandtable.systems.tcs.areafire import OVERWATCH, AreaFire
from sandtable.systems.tcs.board import Board, Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.overwatch import MOVED, Triggered, Watch
from sandtable.systems.tcs.pointfire import PointFire
from sandtable.systems.tcs.proving import (
    ALL_OUT,
    FARTHEST,
    Left,
    Light,
    Posted,
    Units,
    chosen,
    ground,
    left_of,
    parse_units,
    put,
    target_hex,
)
from sandtable.systems.tcs.tableodds import shifted
from sandtable.systems.tcs.watching import ROLLS, firers_of, openings
from sandtable.systems.tcs.world import FINE, OFF

__all__ = ["CALCULATOR", "Approach", "approach"]


class Approach(Question, frozen=True):
    """The question of the `approach` calculator: a stack goes straight towards watching stacks, which fire at every
    chance they have, and stops when it is shaken.

    `movers` begin `hexes` away and enter `enter` hexes; `watchers` are in one hex. There is no return fire.
    """

    movers: Units = "us_rifle_plt"
    watchers: Units = "ge_gren_plt dug_in"
    hexes: Annotated[int, msgspec.Meta(ge=2, le=FARTHEST)] = 5
    enter: Annotated[int, msgspec.Meta(ge=1, le=6)] = 2
    light: Light = "day"
    options: GameOptions = ""

    def agree(self) -> None:
        """Units that there are, and room between them."""
        chosen(self.options)
        for each in parse_units(self.movers, "movers"):
            if {"suppressed", "paralyzed", "dug_in"} & set(each.marks):
                raise OptionError(f"movers: {each.kind} moves unshaken and not dug in: leave its mark out (TCS 20.1a)")
        if any("move" in each.marks for each in parse_units(self.watchers, "watchers")):
            raise OptionError("watchers: a unit in Move Mode does not fire overwatch: leave out move (TCS 4.1e)")
        if self.enter >= self.hexes:
            raise OptionError(f"enter: from {self.hexes} hexes away a stack enters at most {self.hexes - 1}")


class _Arrived(Decide, frozen=True, array_like=True, tag="arrived"):
    """The end of an approach: nobody goes on, and these have run."""

    ran: tuple[int, ...] = ()

    def prompt(self, look: Situation) -> str:
        """Nobody is asked: a question ends here."""
        return ""

    @verb("End")
    def end(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @end.then
    def _do_end(self, field: Battlefield, _: None) -> None:
        pass


class _Advance(Step, frozen=True, array_like=True, tag="advance"):
    """Those who still can enter the next hex, and may be fired at."""

    path: tuple[int, ...]
    entered: tuple[int, ...] = ()
    """Those who have just entered `here`."""
    here: int = OFF
    ran: tuple[int, ...] = ()

    def run(self, field: Battlefield) -> None:
        """One hex, then the others."""
        units = field.units
        ran = (*self.ran, *(n for n in self.entered if units[n].at not in (self.here, OFF)))
        group = tuple(n for n in field.world.units_of[0] if units[n].steps and units[n].morale == FINE)
        if not self.path or not group:
            field.next(_Arrived(0, ran))
            return
        for n in group:
            field.enter(n, self.path[0])
        field.next(Triggered(0, group, MOVED), _Advance(self.path[1:], group, self.path[0], ran))


def _approached(ask: Approach) -> tuple[Game, Board]:
    movers, watchers = parse_units(ask.movers, "movers"), parse_units(ask.watchers, "watchers")
    moving = tuple(Posted(each.kind, ("move", *each.marks), each.steps, each.morale) for each in movers)
    game = ground(moving, watchers, options=chosen(ask.options))
    board = put(game, moving, watchers, ask.hexes, light=ask.light)
    if ask.light == "lit":
        way = tuple(target_hex(game, ask.hexes - step) for step in range(ask.enter + 1))
        board = msgspec.structs.replace(board, lit=tuple(sorted({target_hex(game), *way})))
    return game, board


def approach(ask: Approach) -> Distribution[Left]:
    """What becomes of the movers, the likeliest first.

    >>> ends = approach(Approach(enter=1))
    >>> ends.chance(lambda left: left.units[0].state == "steady")
    Fraction(899, 1296)
    """
    game, board = _approached(ask)
    path = tuple(target_hex(game, ask.hexes - step) for step in range(1, ask.enter + 1))
    odds = played(game, board, _Advance(path), assuming=ALL_OUT)

    def left(end: State[Any, Any]) -> Left:
        arrived = game.asks(end, 0)
        assert isinstance(arrived, _Arrived)
        return left_of(game, end.board, 0, arrived.ran, board)

    return odds.by(left)


def approach_chain(ask: Approach) -> tuple[Resolution | Shifted | str, ...]:
    """The first fire in each hex, as if nothing had happened before."""
    game, board = _approached(ask)
    found: list[Resolution | Shifted | str] = []
    for step in range(1, ask.enter + 1):
        hex = target_hex(game, ask.hexes - step)
        field = Battlefield(game, board)
        group = tuple(game.world.units_of[0])
        for n in group:
            field.enter(n, hex)
        look, stack = Situation(game, field.freeze()), target_hex(game)
        form = next((form for form, found in enumerate(openings(look, Watch(1, MOVED, group))) if found), None)
        apart = f"{ask.hexes - step} hex{'es'[: 2 * (ask.hexes - step != 1)]} away"
        found.append(f"{apart}: nobody fires" if form is None else f"{apart}:")
        if form is None:
            continue
        firers = tuple(firers_of(look, stack, hex, form, group, fired=False))
        if form == ROLLS:
            vehicle = look.point_targets(hex, 0)[0]
            found += [look.told(AtRoll(n, vehicle)) for n in firers]
        else:
            found.append(shifted(look, (AreaFire, PointFire)[form](firers, hex, 0, OVERWATCH)))
    return tuple(found)


ARRIVED = (
    Total("to arrive unshaken, all of it", lambda _, left: all(each.state == "steady" for each in left.units)),
    Total("to arrive unharmed", lambda _, left: not left.harmed),
    Total("to lose a step or more", lambda _, left: left.lost > 0),
)
CALCULATOR = Calculator("approach", "A move through watched hexes.", Approach, approach, approach_chain, ARRIVED)
