"""The command points of a battalion (TC C11 to C20)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from sandtable.kernel.errors import OptionError
from sandtable.kernel.odds import Distribution
from sandtable.kernel.question import Question
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.system import OptionValue
from sandtable.systems.tactical_combat.board import OFF, Stand
from sandtable.systems.tactical_combat.calculators.drill import board_of, boards_after, place, small_game
from sandtable.systems.tactical_combat.command import CommandRoll
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.tables import Quality

__all__ = ["Points", "Staff", "points", "points_roll"]

MOST_LOST = 30


class Points(Question, frozen=True):
    """The question of the `points` calculator: the command points of a battalion in a turn.

    `lost` are the stands it has lost so far, `saved` the points that its headquarters has kept, and `stands` how many
    you want to act. `extra_die` and `no_minimum` are the options extra_command_die and no_command_minimum.
    """

    quality: Quality = "regular"
    lost: Annotated[int, msgspec.Meta(ge=0, le=MOST_LOST)] = 0
    saved: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    stands: Annotated[int, msgspec.Meta(ge=1, le=120)] = 6
    extra_die: bool = False
    no_minimum: bool = False

    def agree(self) -> None:
        """Stands that the points could ever be enough for."""
        most = 20 if self.extra_die else 10
        if self.stands > most + self.saved:
            raise OptionError(
                f"stands: with {self.saved} saved there are never points for more than {most + self.saved}"
            )


class Staff(msgspec.Struct, frozen=True):
    """The points that a battalion has this turn, with those it saved.

    >>> str(Staff(1)), str(Staff(7))
    ('1 command point', '7 command points')
    """

    points: int

    @property
    def severity(self) -> int:
        """How grave it is, as `System.severity` counts: more is better."""
        return 3 if self.points <= 2 else 2 if self.points <= 4 else 1 if self.points <= 7 else 0

    def __str__(self) -> str:
        return f"{self.points} command point{'s'[: self.points != 1]}"


def _staff(ask: Points) -> tuple[Situation, CommandRoll]:
    options: list[tuple[str, OptionValue]] = []
    if ask.extra_die:
        options.append(("extra_command_die", "first"))
    if ask.no_minimum:
        options.append(("no_command_minimum", "first"))
    lost = ("rifle",) * ask.lost
    game = small_game((ask.quality, "regular"), options=tuple(options), others=(lost, ()))
    board = board_of(
        Stand(place(game, 4, 6), hits=3),
        *[Stand(OFF, hits=0)] * ask.lost,
        Stand(place(game, 12, 6), hits=3),
    )
    board = msgspec.structs.replace(board, bank=(ask.saved, 0))
    return Situation(game, board), CommandRoll(0)


def points(ask: Points) -> Distribution[Staff]:
    """How many points there are, the likeliest first.

    >>> points(Points()).chance(lambda staff: staff.points >= 6)
    Fraction(1, 2)
    """
    look, roll = _staff(ask)
    found = boards_after(look.game, look.board, roll)
    return found.by(lambda end: Staff(end.board.points[0] + end.board.bank[0]))


def points_roll(ask: Points) -> tuple[Resolution | str, ...]:
    """The roll, and what was saved."""
    look, roll = _staff(ask)
    saved = (f"and {ask.saved} saved by the headquarters (TC C16)",) if ask.saved else ()
    return (look.told(roll), *saved)
