"""A shot by the names of the stands and the inches between them (TC F, V)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from sandtable.board.stands import heading_to
from sandtable.kernel.errors import OptionError
from sandtable.kernel.game import Game
from sandtable.kernel.odds import Distribution, distribution
from sandtable.kernel.question import GameOptions, Question
from sandtable.kernel.resolution import Resolution
from sandtable.systems.tactical_combat.board import Board, Smoke, Stand
from sandtable.systems.tactical_combat.calculators.drill import (
    MORALES,
    Cover,
    StandName,
    board_of,
    chosen,
    place,
    small_game,
    stand_named,
)
from sandtable.systems.tactical_combat.calculators.shooting import ShotResult, result_of
from sandtable.systems.tactical_combat.fire import Shot as FireShot
from sandtable.systems.tactical_combat.fire import why_not_fire
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.tables import Quality

__all__ = ["Distance", "distance", "distance_roll"]

WIDE = 40
"""The table, in inches: room for the longest range."""


class Distance(Question, frozen=True):
    """The question of the `distance` calculator: one stand fires at another, some inches away from base to base.

    `flank` is fire from outside the front of a vehicle. `quality` is the target's.
    """

    firer: StandName = "rifle"
    target: StandName = "rifle"
    inches: Annotated[int, msgspec.Meta(ge=0, le=36)] = 6
    quality: Quality = "regular"
    cover: Cover = "none"
    smoke: bool = False
    firer_suppressed: bool = False
    flank: bool = False
    road: bool = False
    options: GameOptions = ""

    def agree(self) -> None:
        """Stands that there are, and that can fire so far."""
        aim = stand_named(self.target, "target")
        stand_named(self.firer, "firer")
        if (self.flank or self.road) and not aim.vehicle:
            raise OptionError("target: flank and road are for a vehicle: leave them off, or name one (TC V22, V25)")
        game, board = self.board()
        look = Situation(game, board)
        why = why_not_fire(look, 0, 1)
        if why is not None:
            raise OptionError(f"inches: {game.say(why)}")

    def board(self) -> tuple[Game, Board]:
        """The game and the board: the firer to the west of the target."""
        kinds = stand_named(self.firer, "firer"), stand_named(self.target, "target")
        options = chosen(self.options)
        names = (self.firer, self.target)
        game = small_game(("regular", self.quality), names, self.cover, options, width=WIDE)
        here, there = place(game, 1, 6), place(game, 2 + self.inches, 6)
        table = game.world.table
        ahead = heading_to(table.point(here), table.point(there))
        facing = (ahead if self.flank else ahead + 12) % 24
        hits = game.world.full_hits
        return game, board_of(
            Stand(
                here,
                ahead if kinds[0].faces else 0,
                hits[0],
                MORALES.index("suppressed") if self.firer_suppressed else 0,
            ),
            Stand(there, facing if kinds[1].faces else 0, hits[1], on_road=self.road),
            smoke=(Smoke(place(game, (3 + self.inches) // 2, 6), 0),) if self.smoke else (),
        )


def distance(ask: Distance) -> Distribution[ShotResult]:
    """What the shot does, the likeliest first.

    >>> near, far = (distance(Distance(inches=inches)).chance(lambda end: end.hits > 0) for inches in (8, 9))
    >>> near > far
    True
    """
    (roll,) = distance_roll(ask)
    return distribution(lambda throw: throw(roll)).by(result_of)


def distance_roll(ask: Distance) -> tuple[Resolution, ...]:
    """The roll, as the game makes it."""
    game, board = ask.board()
    return (Situation(game, board).told(FireShot(0, 1)),)
