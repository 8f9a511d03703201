"""The stakes: where the side stands by the scenario's victory table, and whether it can spare more losses."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from sandtable.bots.standing import Standing, outcome_of
from sandtable.kernel.field import with_entry
from sandtable.kernel.memo import known_of
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.world import FINE

__all__ = ["outcome", "short_of_steps", "standing_of"]

KEPT = 500
"""How many answers are kept for one game."""
FEW = 3
"""The side is careful when the loss of this many steps would make its result worse."""


def outcome(look: Situation, side: int, held: Iterable[int] = (), steps: int = 0) -> int:
    """How the game ends for the side if it ends now, holding these objectives too, with this many more steps lost.

    A table without points goes by who holds what and what is lost: while that is so, so is the answer.
    """
    if look.world.victory.score:
        return _outcome(look, side, held, steps)
    known: dict[Hashable, int] = known_of(look.world, "outcomes")
    left = tuple([unit.steps if unit.at >= 0 else -unit.steps for unit in look.units])
    key = side, tuple(held), steps, look.board.holders, left
    found = known.get(key)
    if found is None:
        if len(known) >= KEPT:
            known.clear()
        found = known[key] = _outcome(look, side, held, steps)
    return found


def _outcome(look: Situation, side: int, held: Iterable[int], steps: int) -> int:
    field = Battlefield(look.game, look.board)
    for number in held:
        field.update(holders=with_entry(field.board.holders, number, side))
    for unit in look.on_map(side) if steps else ():
        lost = min(steps, field.units[unit].steps)
        field.change(unit, steps=field.units[unit].steps - lost)
        steps -= lost
    look.world.victory.decide(field)
    assert field.result is not None
    return outcome_of(field.result.winner, side)


def standing_of(look: Situation, side: int) -> Standing:
    """Where the side stands."""
    world = look.world
    turns_left = world.turns - look.turn + 1
    able = [n for n in look.on_map(side) if world.kinds[n].armed and look.units[n].morale == FINE]
    reached = [
        number
        for number, hex in enumerate(world.objectives)
        if any(world.ground.distance(look.units[n].at, hex) * 6 <= turns_left * sum(world.impulses[n]) for n in able)
    ]
    now = outcome(look, side)
    return Standing(now, max(now, outcome(look, side, reached)), turns_left)


def short_of_steps(look: Situation, side: int) -> bool:
    """Whether a few more losses would spoil a result that the side can still have."""
    everything = range(len(look.world.objectives))
    return any(outcome(look, side, held, FEW) < outcome(look, side, held) for held in ((), everything, everything[:-1]))
