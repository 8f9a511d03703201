"""The calculators of fire with an answer: an exchange of fire over some turns, and a mover under opportunity fire."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from sandtable.kernel.errors import OptionError
from sandtable.kernel.game import Game
from sandtable.kernel.odds import Distribution
from sandtable.kernel.procedure import Step
from sandtable.kernel.question import GameOptions, Question, played
from sandtable.kernel.resolution import Modifier, Resolution
from sandtable.kernel.state import State
from sandtable.kernel.system import Calculator, Total
from sandtable.systems.micro_armour.asking import Firers, Inches, Level, Vehicle, check_vehicle, chosen, shooters
from sandtable.systems.micro_armour.board import CANNON, MISSILE, OPPORTUNITY, SECOND, Board, Situation
from sandtable.systems.micro_armour.field import Battlefield
from sandtable.systems.micro_armour.fire import FireTest, Volley
from sandtable.systems.micro_armour.movement import Continue, MoveStand, Survived
from sandtable.systems.micro_armour.orders import MoveFirst, group_modifiers
from sandtable.systems.micro_armour.proving import (
    Condition,
    Ground,
    Marks,
    Shooter,
    Target,
    board_of,
    chain_of,
    condition,
    proving_ground,
)
from sandtable.systems.micro_armour.removal import Removal

__all__ = [
    "CALCULATORS",
    "Exchange",
    "Exchanged",
    "Moved",
    "Mover",
    "exchange",
    "exchange_chain",
    "mover",
    "mover_chain",
]


# An exchange of fire


class Exchange(Question, frozen=True):
    """The question of the `exchange` calculator: two stands fire at each other, turn after turn; between
    the turns they may lose their markers (MA 07.07). `ground` is that of the second, which is the defender.
    """

    first: Vehicle = "M60A3"
    second: Vehicle = "T-72"
    inches: Inches = 15
    turns: Annotated[int, msgspec.Meta(ge=1, le=6)] = 2
    first_weapon: Literal["cannon", "missile"] = "cannon"
    second_weapon: Literal["cannon", "missile"] = "cannon"
    first_cohesion: Level = 14
    second_cohesion: Level = 14
    first_state: Marks = "fresh"
    second_state: Marks = "fresh"
    ground: Ground = "clear"
    options: GameOptions = ""

    def agree(self) -> None:
        """Vehicles that there are, and weapons that reach."""
        for what, name in (("first", self.first), ("second", self.second)):
            try:
                check_vehicle(name)
            except OptionError as fault:
                raise OptionError(f"{what}: {fault}") from None
        self.board()
        _ranges(self.second, self.inches, missile=self.second_weapon == "missile")

    def board(self) -> tuple[Game, Board]:
        """The game and the board: both look at each other."""
        shooter = Shooter(self.first, self.inches, missile=self.first_weapon == "missile", marks=self.first_state)
        aim = Target(self.second, self.second_state, self.ground)
        game = proving_ground((self.first,), self.second, 14, aim.grounds, chosen(self.options))
        levels = (self.first_cohesion, self.second_cohesion)
        game = game.with_world(replace(game.world, cohesion=levels))
        return game, board_of(game, (shooter,), aim)


def _ranges(vehicle: str, inches: int, *, missile: bool) -> None:
    """OptionError if a weapon of a vehicle does not reach so far."""
    chain_of(Shooter(vehicle, inches, missile=missile), Target(vehicle))


class Return(Step, frozen=True, array_like=True, tag="return_fire"):
    """A stand of an exchange fires, if it is still there."""

    firer: int
    weapon: int

    def run(self, field: Battlefield) -> None:
        """One try."""
        if field.stands[self.firer].alive:
            field.next(Volley(1 - self.firer, SECOND, ((self.firer, self.weapon),)))


class Exchanged(msgspec.Struct, frozen=True):
    """How both are at the end.

    >>> str(Exchanged("fresh", "eliminated"))
    'first fresh, second eliminated'
    """

    first: Condition
    second: Condition

    @property
    def severity(self) -> int:
        """How grave it is for the second, as `System.severity` counts."""
        return {"fresh": 0, "suppressed": 1, "eliminated": 3}.get(self.second, 2)

    def __str__(self) -> str:
        return f"first {self.first}, second {self.second}"


def _weapons(ask: Exchange) -> tuple[int, int]:
    one, two = (MISSILE if each == "missile" else CANNON for each in (ask.first_weapon, ask.second_weapon))
    return one, two


def exchange(ask: Exchange) -> Distribution[Exchanged]:
    """How both stands are after some turns, the likeliest first.

    >>> ends = exchange(Exchange(turns=1))
    >>> ends.chance(lambda end: end.second == "eliminated")
    Fraction(7, 120)
    """
    game, board = ask.board()
    one, two = _weapons(ask)
    turn: list[Step] = [Return(0, one), Return(1, two), Removal()]
    found = played(game, board, *turn * ask.turns, then=MoveFirst(0))

    def told(end: State[Any, Any]) -> Exchanged:
        first, second = (condition(stand) for stand in end.board.stands)
        return Exchanged(first, second)

    return found.by(told)


def exchange_chain(ask: Exchange) -> tuple[Resolution | str, ...]:
    """The first try of each, as if nothing had happened before."""
    game, board = ask.board()
    look = Situation(game, board)
    one, two = _weapons(ask)
    return (
        "The first fires:",
        look.told(FireTest(0, 1, one, SECOND)),
        "The second fires, if it is still there:",
        look.told(FireTest(1, 0, two, SECOND)),
    )


# A mover


class Mover(Question, frozen=True):
    """The question of the `mover` calculator: a moving stand is halted and attacked by opportunity fire; if it survives
    it takes a test to go on (MA 07.06.05d). Without an order the test of its movement was harder, and so is this one.
    """

    mover: Vehicle = "T-72"
    mover_state: Marks = "fresh"
    ground: Ground = "clear"
    ordered: bool = True
    firers: Firers = "2x M60A3"
    inches: Inches = 15
    cohesion: Level = 14
    options: GameOptions = ""

    def agree(self) -> None:
        """Vehicles that there are, and firers that reach."""
        check_vehicle(self.mover)
        self.board()

    def board(self) -> tuple[Game, Board]:
        """The game and the board: the mover is the last of the stands."""
        firers = shooters(self.firers, self.inches)
        aim = Target(self.mover, self.mover_state, self.ground, moving=True)
        names = tuple(each.vehicle for each in firers)
        game = proving_ground(names, self.mover, self.cohesion, aim.grounds, chosen(self.options))
        roles = (*game.world.roles[:-1], "line")
        game = game.with_world(replace(game.world, roles=roles))
        return game, board_of(game, firers, aim)


class Moved(msgspec.Struct, frozen=True):
    """Whether a mover goes on, and how it is.

    >>> str(Moved(True, "fresh")), str(Moved(False, "suppressed")), str(Moved(False, "eliminated"))
    ('goes on, fresh', 'stays, suppressed', 'eliminated')
    """

    goes_on: bool
    state: Condition

    @property
    def severity(self) -> int:
        """How grave it is, as `System.severity` counts."""
        return 3 if self.state == "eliminated" else 0 if self.goes_on else 2

    def __str__(self) -> str:
        if self.state == "eliminated":
            return "eliminated"
        return f"{'goes on' if self.goes_on else 'stays'}, {self.state}"


def _modifiers(ask: Mover, look: Situation) -> tuple[Modifier, ...]:
    """What the test of its movement had."""
    return group_modifiers(look, [len(look.stands) - 1], ask.ordered)


def mover(ask: Mover) -> Distribution[Moved]:
    """What becomes of a mover, the likeliest first.

    >>> mover(Mover()).chance(lambda end: end.goes_on) > mover(Mover(ordered=False)).chance(lambda end: end.goes_on)
    True
    """
    game, board = ask.board()
    aim = len(board.stands) - 1
    firers = shooters(ask.firers, ask.inches)
    volley = Volley(aim, OPPORTUNITY, tuple((n, MISSILE if each.missile else CANNON) for n, each in enumerate(firers)))
    modifiers = _modifiers(ask, Situation(game, board))
    found = played(game, board, volley, Survived(1, aim, modifiers, ()), then=MoveFirst(0))

    def told(end: State[Any, Any]) -> Moved:
        return Moved(isinstance(game.asks(end, 1), MoveStand), condition(end.board.stands[aim]))

    return found.by(told)


def mover_chain(ask: Mover) -> tuple[Resolution | str, ...]:
    """The shot of each firer, as if it were the first, and the test of a mover that was missed."""
    game, board = ask.board()
    look, aim = Situation(game, board), len(board.stands) - 1
    target = Target(ask.mover, ask.mover_state, ask.ground, moving=True)
    found: list[Resolution | str] = []
    for each in dict.fromkeys(shooters(ask.firers, ask.inches)):
        found += chain_of(each, target, ask.cohesion, chosen(ask.options))
    return (*found, "if it survives:", look.told(Continue(1, aim, _modifiers(ask, look), ())))


CALCULATORS = (
    Calculator(
        "exchange",
        "An exchange of fire over some turns.",
        Exchange,
        exchange,
        exchange_chain,
        (
            Total("that the second is eliminated", lambda _, end: end.second == "eliminated"),
            Total("that the first is eliminated", lambda _, end: end.first == "eliminated"),
            Total("that both are still there", lambda _, end: "eliminated" not in (end.first, end.second)),
        ),
        "Fire",
    ),
    Calculator(
        "mover",
        "A mover under opportunity fire, with its test to go on.",
        Mover,
        mover,
        mover_chain,
        (
            Total("to go on", lambda _, end: end.goes_on),
            Total("to be eliminated", lambda _, end: end.state == "eliminated"),
        ),
        "Fire",
    ),
)
