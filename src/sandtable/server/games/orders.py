"""Standing orders: what a side answers to questions of opportunity fire while its player is away.

Each order has conditions and says fire, hold or ask; the first that fits is followed. The conditions are about the
shot: how far, how likely it does anything, or hits, and what it is fired at; all worked out on what the side may know.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from sandtable.kernel.decision import Action
from sandtable.kernel.game import Game
from sandtable.kernel.procedure import Reaction
from sandtable.kernel.state import State

__all__ = ["Order", "Orders", "follow"]

Percent = Annotated[int, Meta(ge=0, le=100)]
Far = Annotated[int, Meta(ge=0, le=10_000)]
Do = Literal["fire", "hold", "ask"]


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One order. A condition that is left out always holds."""

    do: Do
    within: Far | None = None
    """At most so many inches (hexes) away."""
    beyond: Far | None = None
    """Farther away than this."""
    effect_at_least: Percent | None = None
    """The chance, in percent, that the shot does anything."""
    hit_at_least: Percent | None = None
    """The chance, in percent, that the shot hits."""
    kinds: Annotated[tuple[Annotated[str, Meta(max_length=60)], ...], Meta(max_length=40)] = ()
    """The kinds of pieces it is fired at; any, if none is named."""


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The orders of a side. `always`: they answer even while the player is there."""

    orders: Annotated[tuple[Order, ...], Meta(max_length=20)] = ()
    otherwise: Do = "ask"
    always: bool = False


class Shot(msgspec.Struct, frozen=True):
    """What one of the side's pieces could do."""

    firer: int | str
    far: int | None
    effect: Fraction
    hit: Fraction


def follow(game: Game, state: State[Any, Any], side: int, orders: Orders) -> tuple[Action, str] | None:
    """The answer that the orders give to what the side is asked, and what to note of it; None to ask the player."""
    known = game.masked(state, side)
    reaction = game.reaction(known, side)
    if reaction is None:
        return None
    shots = _shots(game, known, side, reaction)
    kind = next((piece.kind for piece in game.scene().pieces if piece.id == reaction.against), "")
    for number, order in enumerate(orders.orders, 1):
        fitting = [shot for shot in shots if _fits(order, shot, kind)]
        if fitting or (not shots and order.do == "hold" and not _conditions(order)):
            return _answer(game, order.do, reaction, fitting, f"standing order {number}")
    return _answer(game, orders.otherwise, reaction, shots, "standing orders")


def _shots(game: Game, known: State[Any, Any], side: int, reaction: Reaction) -> list[Shot]:
    """The shots that are offered, the best first."""
    decision = game.decision(known, side)
    offer = decision.offer(reaction.fire) if decision else None
    look = game.look(known)
    found = []
    for firer in offer.targets or () if offer else ():
        roll = game.forecast(known, side, Action(reaction.fire, firer))
        odds = roll.odds() if roll else {}
        effect = sum((chance for outcome, chance in odds.items() if game.system.harm(outcome)), Fraction(0))
        hit = sum((chance for outcome, chance in odds.items() if game.system.harm(outcome) > 1), Fraction(0))
        far = game.system.range_between(look, firer, reaction.against)
        found.append(Shot(firer, far, effect, hit))
    return sorted(found, key=lambda shot: (-shot.hit, -shot.effect, str(shot.firer)))


def _conditions(order: Order) -> bool:
    asked = (order.within, order.beyond, order.effect_at_least, order.hit_at_least)
    return bool(order.kinds) or any(each is not None for each in asked)


def _fits(order: Order, shot: Shot, kind: str) -> bool:
    if order.kinds and kind not in order.kinds:
        return False
    if order.within is not None and (shot.far is None or shot.far > order.within):
        return False
    if order.beyond is not None and (shot.far is None or shot.far <= order.beyond):
        return False
    if order.effect_at_least is not None and shot.effect * 100 < order.effect_at_least:
        return False
    return order.hit_at_least is None or shot.hit * 100 >= order.hit_at_least


def _answer(game: Game, do: Do, reaction: Reaction, shots: list[Shot], what: str) -> tuple[Action, str] | None:
    target = game.system.name_of(game, "unit", reaction.against)
    if do == "ask" or (do == "fire" and not shots):
        return None
    if do == "hold":
        return Action(reaction.hold), f"By {what}: fire is held at {target}"
    firer = shots[0].firer
    return Action(reaction.fire, firer), f"By {what}: {game.system.name_of(game, 'unit', firer)} fires at {target}"
