"""Acting out of command, and recovery."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from sandtable.kernel.errors import OptionError
from sandtable.kernel.odds import Distribution
from sandtable.kernel.question import Question
from sandtable.kernel.resolution import Modifier, Resolution
from sandtable.kernel.solving import solve
from sandtable.systems.tactical_combat.board import Stand
from sandtable.systems.tactical_combat.calculators.drill import (
    MORALES,
    Morale,
    board_of,
    boards_after,
    place,
    small_game,
)
from sandtable.systems.tactical_combat.command import try_to_act
from sandtable.systems.tactical_combat.recovery import Recovery, recovery_check
from sandtable.systems.tactical_combat.scenario import MOST_STANDS
from sandtable.systems.tactical_combat.tables import Quality

__all__ = ["Acting", "Command", "Recoveries", "command", "command_roll", "recovery", "recovery_roll"]


class Command(Question, frozen=True):
    """The question of the `command` calculator: stands out of command that try to act (TC C6, C7).

    `command_numbers` is the option of that name: what green, regular and elite stands act on. `worse` is what a
    scenario adds to the roll, by its special rule hesitation.
    """

    stands: Annotated[int, msgspec.Meta(ge=1, le=MOST_STANDS)] = 1
    quality: Quality = "regular"
    command_numbers: Literal["4/6/8", "6/7/8"] = "4/6/8"
    worse: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0


class Acting(msgspec.Struct, frozen=True):
    """How many stands act, of how many that tried.

    >>> str(Acting(2, 3)), str(Acting(1, 1)), str(Acting(0, 1))
    ('2 of 3 act', 'it acts', 'it does not act')
    """

    act: int
    stands: int

    @property
    def severity(self) -> int:
        """How grave it is, as `System.severity` counts."""
        return 0 if self.act == self.stands else 2

    def __str__(self) -> str:
        if self.stands == 1:
            return "it acts" if self.act else "it does not act"
        return f"{self.act} of {self.stands} act"


def _tried(ask: Command) -> Resolution:
    """The roll of a stand that tries to act."""
    numbers = small_game(options=(("command_numbers", ask.command_numbers),)).world.rules.acts_at_most
    roll = try_to_act("a stand", ask.quality, numbers[ask.quality])
    return replace(roll, modifiers=(Modifier(ask.worse, "hesitation", "TC G4"),)) if ask.worse else roll


def command(ask: Command) -> Distribution[Acting]:
    """How many stands act without a leader, the likeliest first.

    >>> [command(Command(quality=quality))[Acting(1, 1)] for quality in ("green", "regular", "elite")]
    [Fraction(2, 5), Fraction(3, 5), Fraction(4, 5)]
    """
    roll = _tried(ask)

    def tried(node: tuple[int, int]) -> list[tuple[tuple[int, int], int]] | None:
        left, act = node
        return [((left - 1, act + (out == "acts")), ways) for out, ways in roll.chances()] if left else None

    ends, _ = solve((ask.stands, 0), tried)
    return Distribution(ends).by(lambda end: Acting(end[1], ask.stands))


def command_roll(ask: Command) -> tuple[Resolution, ...]:
    """The roll behind the answer."""
    return (_tried(ask),)


class Recoveries(Question, frozen=True):
    """The question of the `recovery` calculator: a stand's morale after a number of its own turns (TC R).

    `check` is the option morale_recovery_check, without which nothing is rolled, and `die` the option recovery_die.
    `at_least` is what the roll needs where a scenario says so; 0 is the number of the quality.

    >>> Recoveries(die="d6")
    Traceback (most recent call last):
    sandtable.kernel.errors.OptionError: without a check nothing is rolled: leave out die and at_least, or add check=on
    """

    morale: Literal["suppressed", "paralyzed"] = "paralyzed"
    turns: Annotated[int, msgspec.Meta(ge=1, le=30)] = 2
    quality: Quality = "regular"
    check: bool = False
    die: Literal["d10", "d6"] = "d10"
    at_least: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0

    def agree(self) -> None:
        """A die and a number are for a check."""
        if (self.die != "d10" or self.at_least) and not self.check:
            raise OptionError("without a check nothing is rolled: leave out die and at_least, or add check=on")
        if self.at_least == 1:
            raise OptionError("at_least is 2 to 10, or 0 for the number of the quality")


def recovery(ask: Recoveries) -> Distribution[Morale]:
    """The morale of a stand after some turns of recovery, the likeliest first.

    >>> dict(recovery(Recoveries(quality="green", check=True)))
    {'suppressed': Fraction(1, 2), 'paralyzed': Fraction(1, 4), 'normal': Fraction(1, 4)}
    """
    options = (("morale_recovery_check", ask.check), ("recovery_die", ask.die))
    game = small_game((ask.quality, "regular"), options=options, recovers=ask.at_least)
    stand = Stand(place(game, 4, 6), hits=3, morale=MORALES.index(ask.morale))
    board = board_of(stand, Stand(place(game, 10, 6), hits=3))
    found = boards_after(game, board, *[Recovery(0)] * ask.turns)
    return found.by(lambda end: MORALES[end.board.stands[0].morale])


def recovery_roll(ask: Recoveries) -> tuple[Resolution | str, ...]:
    """The roll behind the answer."""
    if not ask.check:
        return ("nothing is rolled (TC R1, R2)",)
    return (recovery_check("a stand", ask.quality, ask.die, ask.at_least),)
