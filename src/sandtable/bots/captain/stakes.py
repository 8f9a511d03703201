"""The stakes: where the side stands by the scenario's victory table, and whether it can spare more losses."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.bots.standing import Standing, outcome_of
from sandtable.kernel.field import with_entry
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.world import FINE

__all__ = ["outcome", "short_of_steps", "standing_of"]

FEW = 3
"""The side is careful when the loss of this many steps would make its result worse."""


def outcome(look: Situation, side: int, held: Iterable[int] = (), steps: int = 0) -> int:
    """How the game ends for the side if it ends now, holding these objectives too, with this many more steps lost."""
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
