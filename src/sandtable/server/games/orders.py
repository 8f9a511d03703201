"""Standing orders: what a side answers to questions of opportunity fire while its player is away.

Each order has conditions and says fire, hold or ask; the first that fits is followed. The conditions are about the
shot: how far, how likely it does anything, or hits, and what it is fired at; all worked out on what the side may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sandtable.kernel.decision import Action
from sandtable.kernel.game import Game
from sandtable.kernel.procedure import Reaction, Shot
from sandtable.kernel.view import View

__all__ = ["Hush", "Order", "Orders", "follow"]

Percent = Annotated[int, Meta(ge=0, le=100)]
Far = Annotated[int, Meta(ge=0, le=10_000)]
Do = Literal["fire", "hold", "ask"]


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One order. A condition that is left out always holds."""

    do: Do
    within: Far | None = None
    """At most this many inches (hexes) away."""
    beyond: Far | None = None
    """Farther away than this."""
    effect_at_least: Percent | None = None
    """The chance, in percent, that the shot does anything."""
    hit_at_least: Percent | None = None
    """The chance, in percent, that the shot hits."""
    kinds: Annotated[Sequence[Annotated[str, Meta(max_length=60)]], Meta(max_length=40)] = ()
    """The kinds of pieces it is fired at; any, if none is named."""


class Hush(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Fire is held without asking until a turn is over: at everybody, or at one piece for what it is doing now."""

    turn: Annotated[int, Meta(ge=0, le=10_000)]
    against: Annotated[int, Meta(ge=0, le=10**6)] | None = None
    occasion: Annotated[str, Meta(max_length=60)] = ""


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The orders of a side. `always`: they answer even while the player is there. `hush` and `ask_above` always do."""

    orders: Annotated[Sequence[Order], Meta(max_length=20)] = ()
    otherwise: Do = "ask"
    always: bool = False
    hush: Hush | None = None
    ask_above: Percent | None = None
    """Fire is held without asking where no shot has at least this chance, in percent, to do anything."""

    @property
    def here(self) -> bool:
        """Whether they may have an answer while the player is there."""
        return self.always or self.hush is not None or self.ask_above is not None

    @property
    def ask(self) -> bool:
        """Whether they ever leave an answer to the player.

        >>> Orders().ask, Orders((Order("ask", within=3),), "hold").ask, Orders((Order("fire"),), "hold").ask
        (True, True, False)
        """
        return "ask" in (self.otherwise, *(order.do for order in self.orders))


def follow(view: View, orders: Orders, *, here: bool = False) -> tuple[Action, str] | None:
    """The answer that the orders give to what the side is asked, and what to note of it; None to ask the player.

    `here`: the player is there, and only what he wants answered all the same is.
    """
    game, reaction = view.game, view.reaction
    if reaction is None:
        return None
    shots = view.shots()
    if not reaction.begun and _hushed(view, orders, reaction, shots):
        return _answer(game, "hold", reaction, shots, "your order")
    if here and not orders.always:
        return None
    shots.sort(key=lambda shot: (-shot.hit, -shot.effect, shot.firer))
    kind = next((piece.kind for piece in game.scene().pieces if piece.id == reaction.against), "")
    if not shots and not reaction.begun:
        # nobody can fire, and an answer at once must not tell the enemy so: who is asked otherwise is asked now too
        return None if orders.ask else _answer(game, "hold", reaction, shots, "standing orders")
    if reaction.begun:
        return _name_next(view, reaction, [shot for shot in shots if _does(orders, shot, kind) == "fire"])
    for number, order in enumerate(orders.orders, 1):
        fitting = [shot for shot in shots if _fits(order, shot, kind)]
        if fitting:
            return _answer(game, order.do, reaction, fitting, f"standing order {number}")
    return _answer(game, orders.otherwise, reaction, shots, "standing orders")


def _hushed(view: View, orders: Orders, reaction: Reaction, shots: list[Shot]) -> bool:
    """Whether the player does not want to be asked this."""
    hush = orders.hush
    if hush is not None and view.picture().turn == hush.turn:
        same = hush.against is None or (hush.against, hush.occasion) == (reaction.against, reaction.occasion)
        if same:
            return True
    best = max((shot.effect for shot in shots), default=Fraction(0))
    return orders.ask_above is not None and best * 100 < orders.ask_above


def _name_next(view: View, reaction: Reaction, wanted: list[Shot]) -> tuple[Action, str] | None:
    """Fire has been opened: the next of those who fire by the orders is named, or there are no more of them."""
    game = view.game
    if wanted:
        return wanted[0].action, f"By standing orders: {game.system.name_of(game, 'unit', wanted[0].firer)} fires too"
    done = view.asked.offer(reaction.hold) is not None
    return (Action(reaction.hold), "By standing orders: nobody else fires") if done else None


def _does(orders: Orders, shot: Shot, kind: str) -> Do:
    """What the orders say of one shot."""
    return next((order.do for order in orders.orders if _fits(order, shot, kind)), orders.otherwise)


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
    return shots[0].action, f"By {what}: {game.system.name_of(game, 'unit', shots[0].firer)} fires at {target}"
