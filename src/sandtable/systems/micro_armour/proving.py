"""The proving ground: a small table on which a question about fire is put to the rules themselves.

The target stands at one place and looks north. A firer stands straight before it, or straight beside it for its flank,
at the range in question.

>>> ends = fired_at((Shooter("M60A3", 15),), Target("T-72"), 14)
>>> for end, chance in ends.by(str).items():
...     print(chance, end)
7/20 disorganized
3/10 no shot
7/24 suppressed
7/120 eliminated
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, Literal, NamedTuple

import msgspec

from sandtable.board.tabledraft import DraftFeature, DraftZone, TableDraft
from sandtable.kernel.errors import OptionError, shown
from sandtable.kernel.game import Game
from sandtable.kernel.odds import Distribution
from sandtable.kernel.question import nearest, played
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.state import State
from sandtable.kernel.system import OptionValue
from sandtable.systems import system
from sandtable.systems.micro_armour.board import CANNON, MISSILE, SECOND, Board, Situation, Stand
from sandtable.systems.micro_armour.fire import Damage, FireTest, Volley, attack_and_defense, damage_at
from sandtable.systems.micro_armour.orders import MoveFirst
from sandtable.systems.micro_armour.scenario import Company, Force, MicroScenario, SightingEntry, TankEntry
from sandtable.systems.micro_armour.tables import TANKS

__all__ = [
    "CONDITIONS",
    "GROUNDS",
    "Condition",
    "Ground",
    "Left",
    "Marks",
    "Shooter",
    "Target",
    "board_of",
    "chain_of",
    "condition",
    "fired_at",
    "marked",
    "proving_ground",
]

Marks = Literal["fresh", "suppressed", "disorganized", "suppressed and disorganized"]
Condition = Literal["fresh", "suppressed", "disorganized", "suppressed and disorganized", "eliminated"]
CONDITIONS: tuple[Condition, ...] = (
    "fresh",
    "suppressed",
    "disorganized",
    "suppressed and disorganized",
    "eliminated",
)
Ground = Literal[
    "clear",
    "grove",
    "woods",
    "light_buildings",
    "heavy_buildings",
    "rough_1",
    "rough_2",
    "rough_3",
    "hilltop",
    "wreck",
    "marsh",
    "smoke",
]
GROUNDS: tuple[Ground, ...] = (
    "clear",
    "grove",
    "woods",
    "light_buildings",
    "heavy_buildings",
    "rough_1",
    "rough_2",
    "rough_3",
    "hilltop",
    "wreck",
    "marsh",
    "smoke",
)
SIZE = 56
"""The table, in inches: room for the longest range from the target's corner of it."""
SPOT = 4
"""Where the target stands, in inches from two edges."""


class Shooter(msgspec.Struct, frozen=True):
    """A stand that fires: what it is, how far off it stands and on which side, with which weapon, and how it is."""

    vehicle: str
    inches: int
    flank: bool = False
    missile: bool = False
    marks: Marks = "fresh"


class Target(msgspec.Struct, frozen=True):
    """The target: its markers and its ground, perhaps of two kinds; whether it has fired this turn, and whether it is
    on the move.
    """

    vehicle: str
    marks: Marks = "fresh"
    ground: Ground = "clear"
    revealed: bool = False
    moving: bool = False
    also: Ground = "clear"

    @property
    def grounds(self) -> tuple[Ground, ...]:
        """Every kind of ground it stands on."""
        return tuple(each for each in (self.ground, self.also) if each != "clear")


class Left(msgspec.Struct, frozen=True):
    """What becomes of the target: how it is then, how many shots came off, and how many firers have no missile left.

    >>> str(Left("fresh", 0)), str(Left("eliminated", 1)), str(Left("suppressed", 1, 1))
    ('no shot', 'eliminated', 'suppressed, and that was the last missile')
    """

    condition: Condition
    shots: int
    depleted: int = 0

    @property
    def severity(self) -> int:
        """How grave it is, as `System.severity` counts."""
        return {"fresh": 0, "suppressed": 1, "eliminated": 3}.get(self.condition, 2)

    def __str__(self) -> str:
        if not self.shots:
            return "no shot"
        last = {0: "", 1: ", and that was the last missile"}.get(
            self.depleted, f", and {self.depleted} have no missile left"
        )
        return self.condition + last


def condition(stand: Stand) -> Condition:
    """How a stand is.

    >>> condition(Stand(suppressed=True)), condition(Stand(alive=False))
    ('suppressed', 'eliminated')
    """
    return CONDITIONS[stand.suppressed + 2 * stand.disorganized] if stand.alive else "eliminated"


@lru_cache(maxsize=512)
def proving_ground(
    firers: tuple[str, ...],
    target: str,
    cohesion: int = 14,
    grounds: tuple[Ground, ...] = (),
    options: tuple[tuple[str, OptionValue], ...] = (),
) -> Game:
    """Stands of one side against one of the other, on a table that is open but for the target's ground."""
    for name in (*firers, target):
        if name not in TANKS:
            near = nearest(name, TANKS)
            raise OptionError(f"there is no vehicle {shown(name)}{near}: sandtable vehicles lists them all")
    if not 1 <= cohesion <= 20:
        raise OptionError(f"a cohesion level is 1 to 20, not {cohesion}")
    game = _table(grounds, options)
    names = [f"{name} {number + 1}" if len(firers) > 1 else name for number, name in enumerate(firers)]
    world = msgspec.structs.replace(
        game.world,
        names=(*names, f"the other {target}" if target in names else target),
        tanks=tuple(TANKS[name] for name in (*firers, target)),
        owners=(0,) * len(firers) + (1,),
        roles=("GHQ", *["line"] * (len(firers) - 1), "GHQ"),
        recon=(False,) * (len(firers) + 1),
        cohesion=(cohesion, cohesion),
    )
    return game.with_world(world)


@lru_cache(maxsize=64)
def _table(grounds: tuple[Ground, ...], options: tuple[tuple[str, OptionValue], ...]) -> Game:
    """A table with the target's ground, and a stand a side that will be others."""
    low, high = SPOT - 0.75, SPOT + 0.75
    patch = ((low, low), (high, low), (high, high), (low, high))
    features: tuple[DraftFeature, ...] = ()
    for ground in grounds:
        if ground == "hilltop":
            features += (DraftFeature("hill", patch, level=1), DraftFeature("hilltop", patch, level=1))
        elif ground not in ("clear", "wreck"):
            features += (DraftFeature(ground, patch),)
    sides = ("First", "Second")
    company = Company("Stands", (TankEntry(next(iter(TANKS)), 1, "GHQ"),))
    edge = {"edge": DraftZone(((0, 0), (SIZE, 0), (SIZE, 1), (0, 1)))}
    scenario = MicroScenario(
        title="A question",
        system="micro_armour",
        briefing="",
        sides=sides,
        sighting=(SightingEntry(100),),
        table=TableDraft(SIZE, SIZE, feature=features, zone=edge),
        force=tuple(Force(side, 14, "edge", (company,)) for side in sides),
    )
    drawn: dict[str, OptionValue] = {"smoke": True} if "smoke" in grounds else {}
    return Game(system("micro_armour"), scenario, {**drawn, **dict(options)}, name="a question")


def marked(marks: Marks, **others: Any) -> Stand:
    """A stand with these markers.

    >>> marked("suppressed").suppressed
    True
    """
    number = CONDITIONS.index(marks)
    return Stand(suppressed=bool(number & 1), disorganized=bool(number & 2), **others)


def board_of(game: Game, shooters: Sequence[Shooter], target: Target) -> Board:
    """The board: firers before the target or beside it, and the target last; OptionError if one does not reach."""
    table = game.world.table
    spot = table.position(SPOT * 100, SPOT * 100)
    stands = []
    for each in shooters:
        tank = TANKS[each.vehicle]
        x, y = (SPOT + each.inches, SPOT) if each.flank else (SPOT, SPOT + each.inches)
        if each.missile:
            if tank.atgm_attack is None:
                raise OptionError(f"{each.vehicle} has no missiles: fire its cannon")
            low, high = tank.atgm_min_range or 0, tank.atgm_range or 0
        else:
            low, high = 1, tank.cannon_range
        if not low <= each.inches <= high:
            weapon = "missile" if each.missile else "cannon"
            raise OptionError(f"the {weapon} of {each.vehicle} reaches {low} to {high} inches, not {each.inches}")
        stands.append(marked(each.marks, at=table.position(x * 100, y * 100), heading=12))
    stands.append(marked(target.marks, at=spot, heading=0, revealed=target.revealed, moving=target.moving))
    return Board(tuple(stands), (0,) * len(stands), wrecks=(spot,) if "wreck" in target.grounds else ())


def fired_at(
    shooters: tuple[Shooter, ...],
    target: Target,
    cohesion: int = 14,
    options: tuple[tuple[str, OptionValue], ...] = (),
) -> Distribution[Left]:
    """What an attack by these stands, in this order, leaves of the target; the likeliest first (MA 07.04).

    It is followed shot by shot: of those who have fired only the number of shots and of missiles left counts, and equal
    shots at a target in the same state are worked out once.
    """
    grounds = target.grounds
    shots: dict[tuple[Shooter, Stand], Distribution[_Fired]] = {}
    ends: dict[_Fired, int] = {}
    whole = 1
    for number, each in enumerate(shooters):
        game = proving_ground((each.vehicle,), target.vehicle, cohesion, grounds, options)
        board = board_of(game, (each,), target)
        before = ends if number else {_Fired(board.stands[1], 0, 0): 1}
        states = dict.fromkeys(so_far.target for so_far in before)
        for stand in states:
            if (each, stand) not in shots:
                shots[each, stand] = _shot_at(game, board, each, stand)
        parts = lcm(*(ways.denominator for stand in states for ways in shots[each, stand].values()))
        after = {
            stand: [(fired, ways.numerator * (parts // ways.denominator)) for fired, ways in shots[each, stand].items()]
            for stand in states
        }
        whole *= parts
        ends = {}
        for so_far, chance in before.items():
            for fired, ways in after[so_far.target]:
                end = _Fired(fired.target, so_far.shots + fired.shots, so_far.depleted + fired.depleted)
                ends[end] = ends.get(end, 0) + chance * ways
    left: dict[Left, int] = {}
    for end, chance in ends.items():
        what = Left(condition(end.target), end.shots, end.depleted)
        left[what] = left.get(what, 0) + chance
    return Distribution({what: Fraction(chance, whole) for what, chance in left.items()}).by(lambda what: what)


class _Fired(NamedTuple):
    """The target after some shots, how many there were, and how many firers have no missile left."""

    target: Stand
    shots: int
    depleted: int


def _shot_at(game: Game, board: Board, shooter: Shooter, target: Stand) -> Distribution[_Fired]:
    """What one try to fire leaves of a target in this state: nothing happens if it is gone (MA 07.04e)."""
    volley = Volley(1, SECOND, ((0, MISSILE if shooter.missile else CANNON),))
    board = msgspec.structs.replace(board, stands=(board.stands[0], target))
    return played(game, board, volley, then=MoveFirst(0)).by(_told)


def _told(end: State[Any, Any]) -> _Fired:
    firer, target = end.board.stands
    return _Fired(target, int(firer.revealed), int(firer.depleted))


def chain_of(
    shooter: Shooter, target: Target, cohesion: int = 14, options: tuple[tuple[str, OptionValue], ...] = ()
) -> tuple[Resolution | str, ...]:
    """How one shot comes about: the test, the differential in words, and the die, as the rules make them.

    >>> test, sum_of_it, die = chain_of(Shooter("M60A3", 15), Target("T-72"))
    >>> sum_of_it
    'differential: attack 18 - defense 15 = +3'
    """
    game = proving_ground((shooter.vehicle,), target.vehicle, cohesion, target.grounds, options)
    look = Situation(game, board_of(game, (shooter,), target))
    weapon = MISSILE if shooter.missile else CANNON
    firing, aimed_at = TANKS[shooter.vehicle], TANKS[target.vehicle]
    attack, defense = attack_and_defense(firing, aimed_at, weapon, look.flank(0, 1))
    halved = f", half of {aimed_at.defense} from the flank" if look.flank(0, 1) else ""
    words = f"differential: attack {attack} - defense {defense}{halved} = {attack - defense:+d}"
    test: Resolution | str = look.told(FireTest(0, 1, weapon, SECOND))
    if damage_at(look, 0, 1, weapon) is None:
        return test, words, "more than the table has: eliminated without a roll (MA CRT over)"
    return test, words, look.told(Damage(0, 1, weapon))
