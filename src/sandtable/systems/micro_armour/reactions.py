"""What the shots at a mover are good for: what standing orders ask of opportunity fire (MA 07.06.05)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sandtable.kernel.decision import Action
from sandtable.kernel.game import Game
from sandtable.kernel.procedure import Shot
from sandtable.kernel.state import State
from sandtable.systems.micro_armour.board import CANNON, MISSILE, Situation
from sandtable.systems.micro_armour.fire import Designate, damage_at, shot_test
from sandtable.systems.micro_armour.movement import WatchMove

__all__ = ["harm", "shots"]

_VERBS = {CANNON: "cannon", MISSILE: "missile"}


def harm(outcome: Any) -> int:
    """2 for an eliminated target, 1 for any other result on the combat results table.

    >>> [harm(outcome) for outcome in ("-", "(S)", "D", ("E", "depleted"), "passed")]
    [0, 1, 1, 2, 0]
    """
    result = outcome[0] if isinstance(outcome, tuple) and outcome else outcome
    return {"S": 1, "(S)": 1, "D": 1, "E": 2}.get(result, 0) if isinstance(result, str) else 0


def shots(game: Game, known: State[Any, Any], side: int) -> list[Shot]:
    """The shots that a side could fire at a mover, or add to those it has named already."""
    decision = game.decision(known, side)
    asks = game.asks(known, side)
    look = game.look(known)
    assert isinstance(look, Situation)
    if decision is None:
        return []
    if isinstance(asks, WatchMove):
        attack = Action("attack")
        pairs = [(n, weapon) for n in asks.could for weapon in look.weapons(n, asks.mover)]
        return [_shot(game, look, attack, n, asks.mover, weapon) for n, weapon in pairs]
    if isinstance(asks, Designate):
        offers = [(weapon, decision.offer(verb)) for weapon, verb in _VERBS.items()]
        named = [(weapon, n) for weapon, offer in offers if offer for n in offer.targets or () if isinstance(n, int)]
        return [_shot(game, look, Action(_VERBS[weapon], n), n, asks.target, weapon) for weapon, n in named]
    return []


def _shot(game: Game, look: Situation, action: Action, firer: int, target: int, weapon: int) -> Shot:
    fires = shot_test(look, firer, target, weapon).odds().get("passed", Fraction(0))
    roll = damage_at(look, firer, target, weapon)
    effect, hit = (Fraction(1) if roll is None else game.system.chance_of_harm(roll, least) for least in (1, 2))
    return Shot(action, firer, look.range_to(firer, target), fires * effect, fires * hit)
