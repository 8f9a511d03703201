"""What a shot is worth: the chances of the rules, read as the points that the target loses on average."""

from __future__ import annotations

from functools import cache, lru_cache

from sandtable.kernel.resolution import Modifier
from sandtable.systems.micro_armour.board import Situation, Stand
from sandtable.systems.micro_armour.field import Battlefield
from sandtable.systems.micro_armour.fire import damage, damage_at, shot_test
from sandtable.systems.micro_armour.proving import CONDITIONS, Condition, Marks, condition, marked, proving_ground
from sandtable.systems.micro_armour.tables import HIGHEST_COLUMN, RESULTS, TANKS, Below, range_modifier

__all__ = ["GONE", "LOST", "Chances", "after_shot", "far", "harm", "results", "shot_chances", "state_of"]

LOST = (0.0, 0.12, 0.28, 0.45, 1.0)
"""How much of a stand's worth is lost when it is fresh, suppressed, disorganized, both, or gone."""
GONE = CONDITIONS.index("eliminated")
Chances = tuple[float, float, float, float]
"""What a shot that is fired gives: S, (S), D and E."""


def state_of(stand: Stand) -> int:
    """How a stand is, as the number of its condition."""
    return CONDITIONS.index(condition(stand))


@cache
def _after(state: int, result: str) -> int:
    """How a stand is after a result, by the rules."""
    tank = next(iter(TANKS))
    game = proving_ground((tank,), tank)
    before = marked(_marks(CONDITIONS[state]), at=game.world.table.position(400, 400))
    field = Battlefield(game, game.system.board((before, Stand()), (0, 0)))
    field.take(0, result, "MA 07.04d")
    return state_of(field.stands[0])


def _marks(state: Condition) -> Marks:
    assert state != "eliminated"
    return state


@cache
def _table() -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(_after(state, result) for result in RESULTS) for state in range(GONE))


@lru_cache(maxsize=4096)
def results(column: int, shift: int, below: Below) -> Chances:
    """The chances on a column of the table with this much added to the die.

    >>> [round(each, 3) for each in results(3, 1, "clamp")]
    [0.167, 0.25, 0.5, 0.083]
    """
    if column > HIGHEST_COLUMN:
        return (0.0, 0.0, 0.0, 1.0)
    odds = damage("", column, (Modifier(shift, "", ""),), None, below).odds()
    small, middle, large, gone = (float(odds.get(result, 0)) for result in RESULTS)
    return (small, middle, large, gone)


@lru_cache(maxsize=65536)
def harm(state: int, passes: int, chances: Chances) -> float:
    """The mean share of a target's worth that one try takes, which passes its test on this many faces of the d20.

    >>> round(harm(0, 14, results(3, 1, "clamp")), 3)
    0.191
    """
    now = LOST[state]
    after = _table()[state]
    return passes / 20 * sum(chance * (LOST[to] - now) for chance, to in zip(chances, after, strict=True))


def after_shot(spread: tuple[float, ...], passes: int, chances: Chances) -> tuple[float, ...]:
    """How likely the target is in each condition after one more try."""
    share = passes / 20
    found = [chance * (1 - share) for chance in spread[:GONE]]
    found.append(spread[GONE])
    table = _table()
    for state in range(GONE):
        if spread[state]:
            for chance, to in zip(chances, table[state], strict=True):
                found[to] += spread[state] * share * chance
    return tuple(found)


def shot_chances(look: Situation, firer: int, target: int, weapon: int) -> tuple[int, Chances]:
    """A shot as the stands stand: the faces of the d20 that pass, and the chances of the table."""
    test = shot_test(look, firer, target, weapon)
    level = look.world.cohesion[look.world.owners[firer]]
    passes = max(0, min(20, level - test.shift))
    roll = damage_at(look, firer, target, weapon)
    if roll is None:
        return passes, (0.0, 0.0, 0.0, 1.0)
    return passes, results(int(roll.column), roll.shift, look.world.rules.below)


@cache
def far(tech_level: int) -> tuple[int, ...]:
    """What each range in whole inches does to the die."""
    return tuple(range_modifier(tech_level, max(1, inches)) for inches in range(200))
