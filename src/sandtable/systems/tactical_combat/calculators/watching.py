"""Opportunity fire by one stand or two at a row of movers."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec

from sandtable.kernel.decision import Action
from sandtable.kernel.odds import Assumption, Distribution
from sandtable.kernel.question import Question
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.state import State
from sandtable.kernel.view import View
from sandtable.systems.tactical_combat.action import StandAction
from sandtable.systems.tactical_combat.board import OFF, Smoke, Stand
from sandtable.systems.tactical_combat.calculators.drill import (
    Cover,
    Hits,
    board_of,
    place,
    small_game,
)
from sandtable.systems.tactical_combat.calculators.shooting import Shot, one_roll
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.tables import Quality
from sandtable.systems.tactical_combat.turn import ActionPhase

__all__ = ["Movers", "Opportunity", "opportunity", "watchers_roll"]


class Opportunity(Question, frozen=True):
    """The question of the `opportunity` calculator: one ready stand or two, and enemy stands that move in their sight,
    one after another. One of them fires at each mover as long as it may (TC O5): the first, and the `second` once the
    first is Finished.

    `quality`, `hits` and `cover` are those of the movers. The first stand is a machine gun with `hmg`; `hmg_two_dice`
    is the option of that name.
    """

    movers: Annotated[int, msgspec.Meta(ge=1, le=30)] = 3
    quality: Quality = "regular"
    hits: Hits = 3
    cover: Cover = "none"
    smoke: bool = False
    long_range: bool = False
    hmg: bool = False
    hmg_two_dice: bool = False
    second: Literal["none", "rifle", "hmg"] = "none"

    @property
    def watchers(self) -> tuple[str, ...]:
        """The kinds of the stands that watch."""
        first = "hmg" if self.hmg else "rifle"
        return (first,) if self.second == "none" else (first, self.second)


class Movers(msgspec.Struct, frozen=True):
    """What became of the movers: those who were stopped and are still there, those destroyed, and those who arrived.

    >>> str(Movers(2, 1, 0)), str(Movers(0, 0, 3))
    ('2 stopped, 1 destroyed, 0 get through', '0 stopped, 0 destroyed, 3 get through')
    """

    stopped: int
    destroyed: int
    through: int

    @property
    def severity(self) -> int:
        """How grave it is, as `System.severity` counts."""
        return 3 if self.destroyed else 2 if self.stopped else 0

    def __str__(self) -> str:
        return f"{self.stopped} stopped, {self.destroyed} destroyed, {self.through} get through"


def opportunity(ask: Opportunity) -> Distribution[Movers]:
    """What opportunity fire does to a row of movers (TC O5 to O7), the likeliest first.

    >>> held = opportunity(Opportunity(movers=2))
    >>> held.chance(lambda end: end.stopped >= 1), held[Movers(2, 0, 0)]
    (Fraction(1, 2), Fraction(1, 4))
    """
    chances = {(Movers(0, 0, 0), (True,) * len(ask.watchers)): Fraction(1)}
    for _ in range(ask.movers):
        after: dict[tuple[Movers, tuple[bool, ...]], Fraction] = {}
        for (so_far, ready), chance in chances.items():
            for (one, still), share in _one_move(ask, ready).items():
                ends = zip(msgspec.structs.astuple(so_far), msgspec.structs.astuple(one), strict=True)
                node = Movers(*(a + b for a, b in ends)), still
                after[node] = after.get(node, Fraction(0)) + chance * share
        chances = after
    return Distribution(chances).by(lambda end: end[0])


@lru_cache(maxsize=1024)
def _one_move(ask: Opportunity, ready: tuple[bool, ...]) -> Distribution[tuple[Movers, tuple[bool, ...]]]:
    """One stand moves two inches before watchers of whom the first that may fires: what becomes of it, and which of
    them are ready for the next.
    """
    first, *more = ask.watchers
    options = (("hmg_two_dice", ask.hmg_two_dice),)
    game = small_game(("regular", ask.quality), (first, "rifle"), ask.cover, options, others=(tuple(more), ()))
    column = 16 if ask.long_range else 10
    goal, mover = place(game, column, 7), len(ready)
    board = board_of(
        *(Stand(place(game, 4, 6 - 2 * n), hits=3, finished=not able) for n, able in enumerate(ready)),
        Stand(place(game, column, 5), hits=ask.hits),
        smoke=(Smoke(place(game, 7, 6), 0),) if ask.smoke else (),
    )
    state = State(board, (ActionPhase(1), StandAction(1, mover)))
    found = game.odds(state, 1, Action("move", goal), assuming=Assumption("fire if it may", _fire))

    def told(end: State[Any, Any]) -> tuple[Movers, tuple[bool, ...]]:
        at = end.board.stands[mover].at
        lost, there = at == OFF, at == goal
        look = Situation(game, end.board)
        still = tuple(look.may_watch(n) for n in range(mover))
        return Movers(int(not lost and not there), int(lost), int(there)), still

    return found.by(told)


def _fire(view: View) -> Action | None:
    offer = view.asked.offer("fire") if view.side == 0 else None
    return next(offer.actions()) if offer is not None else None


def watchers_roll(ask: Opportunity) -> tuple[Resolution, ...]:
    """The roll of each watcher."""
    found: tuple[Resolution, ...] = ()
    for kind in dict.fromkeys(ask.watchers):
        found += one_roll(
            Shot(
                quality=ask.quality,
                cover=ask.cover,
                smoke=ask.smoke,
                long_range=ask.long_range,
                hmg=kind == "hmg",
                hmg_two_dice=ask.hmg_two_dice,
            )
        )
    return found
