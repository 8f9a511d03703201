"""The calculators of a force: the initiative, missiles that come up again, and points with ways to balance them."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from sandtable.kernel.errors import OptionError
from sandtable.kernel.game import Game
from sandtable.kernel.odds import Distribution
from sandtable.kernel.question import Question, played
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.system import Calculator, Total
from sandtable.systems.micro_armour.asking import Level, Vehicle, check_vehicle
from sandtable.systems.micro_armour.board import Board, Situation, Stand
from sandtable.systems.micro_armour.command import Initiative as InitiativeRoll
from sandtable.systems.micro_armour.orders import MoveFirst
from sandtable.systems.micro_armour.points import Costing, balance
from sandtable.systems.micro_armour.proving import Marks, marked, proving_ground
from sandtable.systems.micro_armour.removal import Removal
from sandtable.systems.micro_armour.removal import Resupply as ResupplyRoll
from sandtable.systems.micro_armour.tables import LIMITS, TANKS

__all__ = [
    "INITIATIVE",
    "POINTS",
    "RESUPPLY",
    "Balance",
    "Initiative",
    "Resupply",
    "costs",
    "costs_chain",
    "initiative",
    "resupply",
]

TANK = next(iter(TANKS))


# Initiative


class Initiative(Question, frozen=True):
    """The question of the `initiative` calculator: both sides roll two dice and add their cohesion (MA 05.00.1)."""

    cohesion: Level = 14
    enemy: Level = 14


def _sides(ask: Initiative) -> tuple[Game, Board]:
    game = proving_ground((TANK,), TANK)
    game = game.with_world(replace(game.world, cohesion=(ask.cohesion, ask.enemy)))
    return game, Board((Stand(), Stand()), (0, 0))


def initiative(ask: Initiative) -> Distribution[Literal["yours", "the enemy's"]]:
    """Whose initiative it is, the likeliest first.

    >>> str(initiative(Initiative(cohesion=15))["yours"])
    '791/1296'
    """
    game, board = _sides(ask)
    found = played(game, board, InitiativeRoll(), then=MoveFirst(0))
    return found.by(lambda end: "the enemy's" if end.board.initiative else "yours")


def initiative_chain(ask: Initiative) -> tuple[Resolution | str, ...]:
    """Both rolls, and what settles a tie."""
    game, board = _sides(ask)
    look = Situation(game, board)
    return (
        look.told(InitiativeRoll(0)),
        look.told(InitiativeRoll(1)),
        "a tie is rolled again without cohesion (MA 05.00.1b)",
    )


# Resupply


class Resupply(Question, frozen=True):
    """The question of the `resupply` calculator: a stand that has fired its last missile, after some turns (MA
    07.03.04b). Its markers have no effect on that roll.
    """

    cohesion: Level = 14
    turns: Annotated[int, msgspec.Meta(ge=1, le=30)] = 2
    state: Marks = "fresh"


def _empty(ask: Resupply) -> tuple[Game, Board]:
    game = proving_ground((TANK,), TANK, ask.cohesion)
    stand = marked(ask.state, at=game.world.table.position(400, 400), depleted=True)
    return game, Board((stand, Stand()), (0, 0))


def resupply(ask: Resupply) -> Distribution[str]:
    """Whether it has missiles again, the likeliest first.

    >>> resupply(Resupply(turns=1))["missiles again"]
    Fraction(1, 2)
    """
    game, board = _empty(ask)
    found = played(game, board, *[Removal()] * ask.turns, then=MoveFirst(0))

    def told(stand: Stand) -> str:
        if not stand.alive:
            return "eliminated"
        return "no missiles yet" if stand.depleted else "missiles again"

    return found.by(lambda end: told(end.board.stands[0]))


def resupply_chain(ask: Resupply) -> tuple[Resolution, ...]:
    """The roll of each turn."""
    game, board = _empty(ask)
    return (Situation(game, board).told(ResupplyRoll(0)),)


# Points

Count = Annotated[int, msgspec.Meta(ge=1, le=LIMITS["most_stands"])]


class Balance(Question, frozen=True):
    """The question of the `points` calculator: what two forces of one type each cost, and what would make them equal
    (MA SCN points, cohesion).
    """

    first: Vehicle = "T-72"
    first_stands: Count = 10
    first_cohesion: Level = 14
    second: Vehicle = "M60A3"
    second_stands: Count = 10
    second_cohesion: Level = 14

    def agree(self) -> None:
        """Vehicles that there are."""
        for what, name in (("first", self.first), ("second", self.second)):
            try:
                check_vehicle(name)
            except OptionError as fault:
                raise OptionError(f"{what}: {fault}") from None

    @property
    def forces(self) -> tuple[Costing, Costing]:
        """Both forces with their prices."""
        return (
            Costing(self.first_stands, TANKS[self.first].points, self.first_cohesion),
            Costing(self.second_stands, TANKS[self.second].points, self.second_cohesion),
        )


def costs(ask: Balance) -> Distribution[str]:
    """What both cost; nothing is rolled.

    >>> list(costs(Balance(first="T-72", second="T-72")))
    ['both cost 3836 points']
    """
    first, second = ask.forces
    if first.points == second.points:
        words = f"both cost {first.points} points"
    else:
        gap, larger = abs(first.points - second.points), "first" if first.points > second.points else "second"
        words = f"{first.points} against {second.points} points: {gap} more for the {larger}"
    return Distribution({words: Fraction(1)})


_TOOLS = {
    "drop": "fewer stands in the larger force",
    "add": "more stands in the smaller force",
    "lower cohesion": "lower cohesion of the larger force",
    "raise cohesion": "higher cohesion of the smaller force",
    "both cohesions": "both cohesions changed",
}


def costs_chain(ask: Balance) -> tuple[str, ...]:
    """The price of each force, and each way to balance them."""
    first, second = ask.forces
    found = []
    for name, force in ((ask.first, first), (ask.second, second)):
        found.append(
            f"{force.count} x {name} at {force.price}, cohesion {force.cohesion}: {force.points} points (MA SCN points)"
        )
    for setting in balance(first, second):
        one, two = setting.forces
        sides = f"{one.count} at cohesion {one.cohesion} against {two.count} at cohesion {two.cohesion}"
        found.append(f"{_TOOLS[setting.tool]}: {sides}, {setting.gap} points apart (MA SCN cohesion)")
    return tuple(found)


INITIATIVE = Calculator(
    "initiative",
    "Who has the initiative.",
    Initiative,
    initiative,
    initiative_chain,
    (Total("to have the initiative", lambda _, whose: whose == "yours"),),
    "Command",
)
RESUPPLY = Calculator(
    "resupply",
    "Missiles that come up again.",
    Resupply,
    resupply,
    resupply_chain,
    (Total("to have missiles again", lambda _, end: end == "missiles again"),),
    "Recovery and supply",
)
POINTS = Calculator(
    "points", "The points of two forces, and how to balance them.", Balance, costs, costs_chain, topic="Forces"
)
