"""The calculators of Micro Armour: questions about odds that need no game, answered with exact fractions.

Every answer comes from the rules themselves, on the proving ground (`proving.py`). No rule is stated a second time.

>>> from sandtable.systems.micro_armour.calculators import Shot, shot
>>> for result, chance in shot(Shot(firer="M1A1 Abrams", target="T-72", inches=20, cohesion=16)).items():
...     print(chance, result)
2/5 disorganized
1/3 eliminated
1/5 no shot
1/15 suppressed
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

import msgspec

from sandtable.kernel.errors import OptionError
from sandtable.kernel.odds import Distribution
from sandtable.kernel.question import Curves, Question, played
from sandtable.kernel.resolution import Modifier, Resolution
from sandtable.kernel.solving import solve
from sandtable.kernel.system import Calculator, OptionValue, Total
from sandtable.systems.micro_armour.asking import Firers, Inches, Level, Vehicle, check_vehicle, shooters
from sandtable.systems.micro_armour.board import Board, Situation, Stand
from sandtable.systems.micro_armour.command import OrdersRoll
from sandtable.systems.micro_armour.exchangeodds import CALCULATORS as EXCHANGES
from sandtable.systems.micro_armour.forceodds import INITIATIVE, POINTS, RESUPPLY
from sandtable.systems.micro_armour.orders import GroupTest, MoveFirst
from sandtable.systems.micro_armour.proving import (
    CONDITIONS,
    Condition,
    Ground,
    Left,
    Marks,
    Shooter,
    Target,
    chain_of,
    condition,
    fired_at,
    marked,
    proving_ground,
)
from sandtable.systems.micro_armour.removal import Removal
from sandtable.systems.micro_armour.scenario import command_modifiers
from sandtable.systems.micro_armour.tables import BELOW, TANKS, Below

__all__ = [
    "CALCULATORS",
    "Attack",
    "ByRange",
    "Group",
    "Level",
    "Moving",
    "Orders",
    "Recovery",
    "Shot",
    "Vehicle",
    "attack",
    "by_range",
    "check_vehicle",
    "group",
    "orders",
    "recovery",
    "shooters",
    "shot",
]

Some = Annotated[int, msgspec.Meta(ge=0, le=10)]
Weapon = Literal["cannon", "missile"]


class _Aimed(Question, frozen=True):
    """What every question about fire asks of the target and of the rules.

    `revealed` is a target that has fired this turn, `moving` one that is fired at on the move; `also_ground` is
    a second kind of ground that it stands on, such as a grove on a hilltop. `below_minus_3` and `reveal_scope` are
    the options of these names.
    """

    target: Vehicle = "T-72"
    target_state: Marks = "fresh"
    ground: Ground = "clear"
    revealed: bool = False
    moving: bool = False
    cohesion: Level = 14
    below_minus_3: Below = BELOW[0]
    reveal_scope: Literal["all_terrain", "concealing"] = "all_terrain"
    also_ground: Ground = "clear"

    def agree(self) -> None:
        """Vehicles that there are, and two kinds of ground that differ."""
        check_vehicle(self.target)
        if self.also_ground != "clear" and self.also_ground == self.ground:
            raise OptionError(
                "also_ground: each kind of ground counts once: choose another, or clear (MA TEC cumulative)"
            )

    @property
    def aim(self) -> Target:
        """The target as it stands on the proving ground."""
        return Target(self.target, self.target_state, self.ground, self.revealed, self.moving, self.also_ground)

    @property
    def options(self) -> tuple[tuple[str, OptionValue], ...]:
        """The options of the game."""
        return (("below_minus_3", self.below_minus_3), ("reveal_scope", self.reveal_scope))


# One shot


class Shot(_Aimed, frozen=True):
    """The question of the `shot` calculator: one stand's try to fire at another, from any state to any state."""

    firer: Vehicle = "M60A3"
    inches: Inches = 15
    flank: bool = False
    weapon: Weapon = "cannon"
    firer_state: Marks = "fresh"

    def agree(self) -> None:
        """Vehicles that there are, and a weapon that reaches."""
        super().agree()
        check_vehicle(self.firer)
        chain(self)

    @property
    def shooter(self) -> Shooter:
        """The firer as it stands on the proving ground."""
        return Shooter(self.firer, self.inches, self.flank, self.weapon == "missile", self.firer_state)


def shot(ask: Shot) -> Distribution[Left]:
    """What one try to fire leaves of the target, the likeliest first.

    >>> flank = Shot(firer="T-72", target="M1A1 Abrams", inches=10, flank=True, cohesion=12)
    >>> shot(flank).chance(lambda left: left.condition == "eliminated")
    Fraction(7, 12)
    """
    return fired_at((ask.shooter,), ask.aim, ask.cohesion, ask.options)


def chain(ask: Shot) -> tuple[Resolution | str, ...]:
    """How it comes about: the test, the differential, the die."""
    return chain_of(ask.shooter, ask.aim, ask.cohesion, ask.options)


# An attack


class Attack(_Aimed, frozen=True):
    """The question of the `attack` calculator: several stands fire at one target, one after another.

    `firers` names them in their order: a vehicle, and what is not usual about it: a number of such stands (3x before
    the name), missile, flank, suppressed, disorganized, and inches=12 for another range than `inches`.
    """

    firers: Firers = "3x M60A3"
    inches: Inches = 15

    def agree(self) -> None:
        """Vehicles that there are, and firers that can be read."""
        super().agree()
        for each in shooters(self.firers, self.inches):
            chain_of(each, self.aim, self.cohesion, self.options)


def attack(ask: Attack) -> Distribution[Condition]:
    """What an attack leaves of the target, the likeliest first.

    >>> str(attack(Attack(firers="2x M60A3"))["eliminated"])
    '679/2880'
    """
    left = fired_at(shooters(ask.firers, ask.inches), ask.aim, ask.cohesion, ask.options)
    return left.by(lambda end: end.condition)


def attack_chain(ask: Attack) -> tuple[Resolution | str, ...]:
    """The shot of each firer, as if it were the first."""
    found: list[Resolution | str] = []
    for each in dict.fromkeys(shooters(ask.firers, ask.inches)):
        found += chain_of(each, ask.aim, ask.cohesion, ask.options)
    return tuple(found)


# By range


class ByRange(_Aimed, frozen=True):
    """The question of the `by_range` calculator: one try to fire at every range, from the front and from the flank.

    The chance is to do at least this to the target.
    """

    firer: Vehicle = "M60A3"
    firer_state: Marks = "fresh"
    at_least: Literal["eliminated", "disorganized", "suppressed"] = "eliminated"

    def agree(self) -> None:
        """Vehicles that there are."""
        super().agree()
        check_vehicle(self.firer)


def by_range(ask: ByRange) -> Curves:
    """The chance at every inch that a weapon of the firer reaches.

    >>> curves = by_range(ByRange(firer="T-80U/AT-11", target="M1A1 Abrams", at_least="disorganized"))
    >>> list(curves.lines)
    ['cannon, front', 'cannon, flank', 'missile, front', 'missile, flank']
    >>> str(curves.lines["cannon, front"][10]), curves.lines["cannon, front"].get(31)
    ('7/60', None)
    """
    tank = TANKS[ask.firer]
    lowest = CONDITIONS.index(ask.at_least)
    reaches = {"cannon": range(1, tank.cannon_range + 1)}
    if tank.atgm_range is not None:
        reaches["missile"] = range(tank.atgm_min_range or 1, tank.atgm_range + 1)
    lines = {}
    for weapon, reach in reaches.items():
        for flank in (False, True):
            chances = {}
            for inches in reach:
                shooter = Shooter(ask.firer, inches, flank, weapon == "missile", ask.firer_state)
                ends = fired_at((shooter,), ask.aim, ask.cohesion, ask.options)
                chances[inches] = ends.chance(lambda left: left.shots > 0 and _worse(left.condition, lowest))
            lines[f"{weapon}, {'flank' if flank else 'front'}"] = chances
    return Curves("inches", lines)


def _worse(state: Condition, lowest: int) -> bool:
    """Whether a stand is at least so: a disorganized one is worse off than a suppressed one."""
    return CONDITIONS.index(state) >= lowest


# Recovery


class Recovery(Question, frozen=True):
    """The question of the `recovery` calculator: how a stand is after a number of marker removal phases (MA 07.07)."""

    state: Literal["suppressed", "disorganized", "suppressed and disorganized"] = "suppressed"
    turns: Annotated[int, msgspec.Meta(ge=1, le=30)] = 1
    cohesion: Level = 14


def recovery(ask: Recovery) -> Distribution[Condition]:
    """How a stand is after some turns out of fire, the likeliest first.

    >>> dict(recovery(Recovery(cohesion=14)))["fresh"]
    Fraction(1, 2)
    """
    tank = next(iter(TANKS))
    game = proving_ground((tank,), tank, ask.cohesion)
    stands = (marked(ask.state, at=game.world.table.position(400, 400)), Stand())
    found = played(game, Board(stands, (0, 0)), *[Removal()] * ask.turns, then=MoveFirst(0))
    return found.by(lambda end: condition(end.board.stands[0]))


# Orders


class Orders(Question, frozen=True):
    """The question of the `orders` calculator: the command value of a GHQ and the generation of its force (MA CMD)."""

    command: Annotated[int, msgspec.Meta(ge=-5, le=5)] = 0
    generation: Literal["I", "II", "III", "IV"] = "III"


def orders(ask: Orders) -> Distribution[int]:
    """How many orders a side has in a turn, the likeliest first.

    >>> {count: str(chance) for count, chance in orders(Orders()).items()}
    {1: '1/3', 2: '11/36', 3: '7/36', 0: '1/12', 4: '1/12'}
    """
    roll = orders_roll(ask)
    return Distribution({int(str(count)): chance for count, chance in roll.odds().items()}).by(lambda count: count)


def orders_roll(ask: Orders) -> Resolution:
    """The command roll."""
    tank = next(iter(TANKS))
    game = proving_ground((tank,), tank)
    command: tuple[Modifier, ...] = command_modifiers(ask.command, ask.generation)
    with_it = game.with_world(msgspec.structs.replace(game.world, command=(command, ())))
    return Situation(with_it, Board((Stand(), Stand()), (0, 0))).told(OrdersRoll(0))


# Groups


class Group(Question, frozen=True):
    """The question of the `group` calculator: a battle group of some size that tries to move (MA 08.02).

    `headquarters` are among them; `recon` is a group of reconnaissance stands only. With orders it may try again for
    those that have not moved, an order each time; without an order it tries once.
    """

    fresh: Some = 3
    suppressed: Some = 0
    disorganized: Some = 0
    both: Some = 0
    headquarters: Some = 0
    recon: bool = False
    ordered: bool = True
    tries: Annotated[int, msgspec.Meta(ge=1, le=5)] = 1
    cohesion: Level = 14

    def agree(self) -> None:
        """A group that there can be."""
        if self.size < 1:
            raise OptionError("a group has at least one stand: give fresh, suppressed, disorganized or both")
        if self.headquarters > self.size:
            raise OptionError(f"there are {self.headquarters} headquarters among {self.size} stands")
        if self.tries > 1 and not self.ordered:
            raise OptionError("without an order a group tries once (MA 08.02.08a): tries=1")

    @property
    def size(self) -> int:
        """How many stands it has."""
        return self.fresh + self.suppressed + self.disorganized + self.both


class Moving(msgspec.Struct, frozen=True):
    """How many stands of a group may move.

    >>> str(Moving(2, 3)), str(Moving(3, 3)), str(Moving(0, 3)), str(Moving(1, 1))
    ('2 of 3 move', 'all 3 move', 'none moves', 'it moves')
    """

    move: int
    stands: int

    @property
    def severity(self) -> int:
        """How grave it is, as `System.severity` counts."""
        return int(self.move > 0)

    def __str__(self) -> str:
        if not self.move:
            return "none moves"
        if self.move < self.stands:
            return f"{self.move} of {self.stands} move"
        return "it moves" if self.stands == 1 else f"all {self.stands} move"


@lru_cache(maxsize=256)
def _group_look(ask: Group) -> Situation:
    tank = next(iter(TANKS))
    counts: dict[Marks, int] = {
        "fresh": ask.fresh,
        "suppressed": ask.suppressed,
        "disorganized": ask.disorganized,
        "suppressed and disorganized": ask.both,
    }
    states = [marks for marks, count in counts.items() for _ in range(count)]
    game = proving_ground((tank,) * ask.size, tank, ask.cohesion)
    roles = ("HQ",) * ask.headquarters + ("line",) * (ask.size - ask.headquarters) + ("GHQ",)
    recon = (ask.recon,) * ask.size + (False,)
    game = game.with_world(msgspec.structs.replace(game.world, roles=roles, recon=recon))
    spots = [game.world.table.position(200 * n + 200, 400) for n in range(ask.size)]
    stands = [marked(state, at=at) for state, at in zip(states, spots, strict=True)]
    return Situation(game, Board((*stands, Stand()), (0,) * (ask.size + 1)))


def _test(ask: Group, left: tuple[int, ...]) -> Resolution:
    return _group_look(ask).told(GroupTest(0, left, 0, ask.ordered))


def group(ask: Group) -> Distribution[Moving]:
    """How many stands of a group may move, the likeliest first.

    >>> str(group(Group())[Moving(3, 3)]), str(group(Group(ordered=False))[Moving(3, 3)])
    ('7/10', '11/20')
    >>> str(group(Group(fresh=2, suppressed=1))[Moving(2, 3)])
    '1/5'
    >>> str(group(Group(recon=True, ordered=False))[Moving(3, 3)])
    '7/10'
    """
    everybody = tuple(range(ask.size))

    def tried(node: tuple[int, tuple[int, ...]]) -> list[tuple[tuple[int, tuple[int, ...]], int]] | None:
        tries, left = node
        if not tries or not left:
            return None
        found = []
        for able, ways in _test(ask, left).chances():
            assert isinstance(able, tuple)
            found.append(((tries - 1, tuple(n for n in left if n not in able)), ways))
        return found

    ends, _ = solve((ask.tries, everybody), tried)
    return Distribution(ends).by(lambda end: Moving(ask.size - len(end[1]), ask.size))


def group_chain(ask: Group) -> tuple[Resolution | str, ...]:
    """The first roll of the group."""
    return (_test(ask, tuple(range(ask.size))),)


KILLED = (
    Total("to eliminate the target", lambda _, left: left == "eliminated"),
    Total("to have any effect", lambda ask, left: left != ask.target_state),
)

CALCULATORS = (
    Calculator(
        "shot",
        "One stand fires at another.",
        Shot,
        shot,
        chain,
        (
            Total("to eliminate the target", lambda _, left: left.condition == "eliminated"),
            Total("to have any effect", lambda ask, left: left.condition != ask.target_state),
            Total("to get a shot at all", lambda _, left: left.shots > 0),
        ),
        "Fire",
    ),
    Calculator(
        "attack", "An attack by several stands, one after another.", Attack, attack, attack_chain, KILLED, "Fire"
    ),
    Calculator(
        "by_range",
        "The chance to kill by range, from the front and from the flank.",
        ByRange,
        by_range,
        topic="Fire",
    ),
    *EXCHANGES,
    Calculator(
        "recovery",
        "How a stand is after some turns out of fire.",
        Recovery,
        recovery,
        totals=(Total("to be fresh again", lambda _, state: state == "fresh"),),
        topic="Recovery and supply",
    ),
    RESUPPLY,
    INITIATIVE,
    Calculator(
        "orders",
        "The orders of a side in a turn.",
        Orders,
        orders,
        lambda ask: (orders_roll(ask),),
        (
            Total("to have at least one order", lambda _, count: count >= 1),
            Total("to have three or more", lambda _, count: count >= 3),
        ),
        "Command",
        lambda count: "no order" if not count else f"{count} order{'s'[: count != 1]}",
    ),
    Calculator(
        "group",
        "How much of a battle group moves.",
        Group,
        group,
        group_chain,
        (
            Total("that all move", lambda ask, moving: moving.move == ask.size),
            Total("that some move", lambda _, moving: moving.move > 0),
        ),
        "Command",
    ),
    POINTS,
)
"""What `sandtable odds micro_armour` can be asked."""
