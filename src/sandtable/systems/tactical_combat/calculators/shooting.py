"""One shot, and several at the same stand."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, cast

import msgspec

from sandtable.kernel.errors import OptionError
from sandtable.kernel.odds import Distribution, distribution
from sandtable.kernel.question import Question
from sandtable.kernel.resolution import Outcome, Resolution
from sandtable.kernel.solving import solve
from sandtable.systems.tactical_combat.board import Stand
from sandtable.systems.tactical_combat.calculators.drill import (
    COVERS,
    MORALES,
    Cover,
    Hits,
    Morale,
    SuppressedAgain,
    board_of,
    place,
    small_game,
)
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.fire import antitank_shot, apply_result, infantry_shot
from sandtable.systems.tactical_combat.tables import MORALE, Quality

__all__ = ["Left", "Shot", "ShotResult", "Shots", "left_of", "one_roll", "result_of", "shot", "shots"]

Scale = Annotated[int, msgspec.Meta(ge=-4, le=4)]


class Shot(Question, frozen=True):
    """The question of the `shot` calculator.

    `quality` and `cover` are the target's, `firer` is the morale of the firer, and `hmg` a machine gun. By the option
    `hmg_two_dice` it rolls two dice and keeps the lowest; aircraft roll `dice` and keep the lowest. With `vehicle` the
    target is one, and the anti-tank table is used: only then count `gun` (of the firer), `armour`, `flank` and `road`.

    >>> Shot(flank=True)
    Traceback (most recent call last):
    sandtable.kernel.errors.OptionError: gun, armour, flank and road are for a shot at a vehicle: add vehicle=on
    """

    quality: Quality = "regular"
    cover: Cover = "none"
    smoke: bool = False
    firer: Morale = "normal"
    long_range: bool = False
    hmg: bool = False
    vehicle: bool = False
    gun: Scale = 0
    armour: Scale = 0
    flank: bool = False
    road: bool = False
    dice: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1
    hmg_two_dice: bool = False

    def agree(self) -> None:
        """Modifiers that go together."""
        if not self.vehicle and (self.gun or self.armour or self.flank or self.road):
            raise OptionError("gun, armour, flank and road are for a shot at a vehicle: add vehicle=on")
        if self.vehicle and self.hmg and (self.gun or self.long_range):
            raise OptionError("a machine gun fires at vehicles within 2 inches: no gun and no long_range (TC V17)")
        if self.hmg and self.dice > 1:
            raise OptionError("hmg=on is a machine gun, and dice are for aircraft: leave one of them out")
        if self.firer == "paralyzed" and (self.long_range or self.smoke):
            raise OptionError("firer=paralyzed is for close combat, without smoke and long_range (TC F16, X8)")


class ShotResult(msgspec.Struct, frozen=True):
    """What a shot does: hits, the morale result, and the inches that a vehicle is forced back.

    >>> str(ShotResult(1, "suppressed")), str(ShotResult(1, "suppressed", 8)), str(ShotResult(0, "none"))
    ('a hit and suppressed', 'a hit and suppressed and forced back 8 inches', 'no effect')
    """

    hits: int
    morale: Literal["none", "suppressed", "paralyzed"]
    forced_back: int = 0

    @property
    def severity(self) -> int:
        """How grave it is, as `System.severity` counts."""
        return 3 if self.morale == "paralyzed" else 2 if self.hits or self.forced_back else int(self.morale != "none")

    def __str__(self) -> str:
        outcome = (self.hits, MORALE.index(self.morale), self.forced_back * 100)
        game = small_game()
        return game.system.name_of(game, "outcome", outcome)


def _aimed(ask: Shot) -> Resolution:
    """The roll of a shot."""
    if ask.vehicle:
        return antitank_shot(
            "a stand",
            "a vehicle",
            ask.quality,
            gun=ask.gun,
            armour=ask.armour,
            flank=ask.flank,
            road=ask.road,
            cover=ask.cover != "none",
            smoke=ask.smoke,
            suppressed=ask.firer == "suppressed",
            paralyzed=ask.firer == "paralyzed",
            long_range=ask.long_range,
            dice=2 if ask.hmg and ask.hmg_two_dice else ask.dice,
        )
    return infantry_shot(
        "a stand",
        "another",
        ask.quality,
        cover=COVERS.index(ask.cover),
        smoke=ask.smoke,
        morale=MORALES.index(ask.firer),
        long_range=ask.long_range,
        dice=2 if ask.hmg and ask.hmg_two_dice else ask.dice,
    )


def shot(ask: Shot) -> Distribution[ShotResult]:
    """What one shot does, the likeliest first.

    >>> shot(Shot())[ShotResult(1, "paralyzed")]
    Fraction(1, 10)
    >>> shot(Shot(vehicle=True, flank=True)).chance(lambda result: result.hits == 1)
    Fraction(3, 5)
    """
    resolution = _aimed(ask)
    return distribution(lambda roll: roll(resolution)).by(result_of)


def result_of(outcome: Outcome) -> ShotResult:
    """The answer of a chart of fire as a value."""
    assert isinstance(outcome, tuple)
    hits, morale, back = outcome
    return ShotResult(hits, cast(Any, MORALE[morale]), back // 100)


def one_roll(ask: Shot) -> tuple[Resolution, ...]:
    """The roll behind the answer."""
    return (_aimed(ask),)


class Shots(Shot, frozen=True):
    """The question of the `shots` calculator: equal shots at one stand with these hits left and this morale.

    The modifiers stay as they are, also for a vehicle that is forced back. `suppressed_again` is the option of that
    name: what a Suppressed result does to a stand that is Paralyzed already.
    """

    shots: Annotated[int, msgspec.Meta(ge=1, le=50)] = 3
    hits: Hits = 3
    morale: Morale = "normal"
    suppressed_again: SuppressedAgain = "nothing"

    def agree(self) -> None:
        """Modifiers that go together."""
        super().agree()
        if self.firer == "paralyzed":
            raise OptionError("a paralyzed stand does not fire (TC F26): see close_combat for its one shot there")
        if self.vehicle and self.morale == "paralyzed":
            raise OptionError("a vehicle is never paralyzed (TC V12)")


class Left(msgspec.Struct, frozen=True):
    """What is left of a stand: the hits it can still take, and its morale. One with 0 hits is destroyed.

    >>> str(Left(2, "suppressed")), str(Left(1, "normal")), str(Left(0, "normal"))
    ('2 hits left, suppressed', '1 hit left, normal', 'destroyed')
    """

    hits: int
    morale: Morale

    @property
    def severity(self) -> int:
        """How grave it is, as `System.severity` counts."""
        return 3 if not self.hits or self.morale == "paralyzed" else int(self.morale == "suppressed")

    def __str__(self) -> str:
        return f"{_hits(self.hits)} left, {self.morale}" if self.hits else "destroyed"


def _hits(number: int) -> str:
    return f"{number} hit{'' if number == 1 else 's'}"


def shots(ask: Shots) -> Distribution[Left]:
    """What is left of a stand after a series of shots, the likeliest first.

    >>> left = shots(Shots(shots=2))
    >>> left[Left(3, "normal")], left.chance(lambda end: end.morale == "paralyzed")
    (Fraction(1, 4), Fraction(7, 20))
    """
    resolution = _aimed(ask)
    start = Left(ask.hits, ask.morale)

    def fired(node: tuple[int, Left]) -> list[tuple[tuple[int, Left], int]] | None:
        left, stand = node
        if not left or not stand.hits:
            return None
        ends = [(_shot_at(stand, ask.vehicle, ask.suppressed_again, out), ways) for out, ways in resolution.chances()]
        return [((left - 1, end), ways) for end, ways in ends]

    ends, _ = solve((ask.shots, start), fired)
    return Distribution(ends).by(lambda end: end[1])


@cache
def _shot_at(target: Left, vehicle: bool, again: SuppressedAgain, outcome: Outcome) -> Left:
    """What is left of a stand after one result."""
    kinds = ("rifle", "w44_m4_75" if vehicle else "rifle")
    game = small_game(kinds=kinds, options=(("suppressed_again", again),))
    stand = Stand(place(game, 10, 6), hits=target.hits, morale=MORALES.index(target.morale))
    field = Battlefield(game, board_of(Stand(place(game, 4, 6), hits=3), stand))
    apply_result(field, 1, outcome)
    return left_of(field.stands[1])


def left_of(stand: Stand) -> Left:
    """What is left of a stand; one that is destroyed has no morale to speak of."""
    return Left(stand.hits, MORALES[stand.morale] if stand.hits else "normal")
