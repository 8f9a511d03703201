"""What a side may not know: views, offers, refusals and logs are the same whatever the other side hides."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from itertools import chain, islice
from typing import Any

from sandtable.contract.playing import ODDS, SOME, Broken, level_of, played, states_of
from sandtable.kernel.decision import Action, Decision
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import OddsTooLarge
from sandtable.kernel.event import Event
from sandtable.kernel.game import Game
from sandtable.kernel.match import Entry
from sandtable.kernel.state import State
from sandtable.kernel.targets import Built, Parts

__all__ = ["a_view_tells_the_truth", "keeps_secrets"]

ENOUGH = 40
"""After this many states with secrets only some of the others are looked at."""


def keeps_secrets(game: Game, seed: int) -> int:
    """A side's view, offers, refusals and log are the same when only the other side's secrets differ."""
    draw = random.Random(seed)
    match = played(game, seed, level_of(seed))
    changed = 0
    entries: list[Entry | None] = [*match.entries, None]
    for number, (state, entry) in enumerate(zip(states_of(match), entries, strict=True)):
        if state.result is not None or (changed > ENOUGH and number % SOME):
            continue  # when a game is over its secrets may be open
        for side in range(len(game.sides)):
            other = game.system.imagine(game, state, side, draw.randrange)
            if other == state:
                continue
            changed += 1
            if _known(game, state, side, _many_odd) != _known(game, other, side, _many_odd):
                raise Broken(f"{game.name}, seed {seed}: side {side} can tell two states apart that it should not")
            if entry is not None:
                more = 40 if state.secret and not entry.after.secret else 0
                others = (game.system.imagine(game, state, side, draw.randrange) for _ in range(more))
                _same_log(game, seed, side, state, chain((other,), others), entry)
            _undoable_tells_nothing(game, seed, side, state, other)
    return changed


def _same_log(game: Game, seed: int, side: int, state: Any, others: Iterable[Any], entry: Entry) -> None:
    """The same action and dice in all: if the side ends up knowing the same, it has read the same."""
    dice = Dice.seeded(seed)
    one = game.apply(state, entry.side, entry.action, dice)
    known = _known(game, one[0], side)
    for other in others:
        if game.why_not(other, entry.side, entry.action):
            continue
        two = game.apply(other, entry.side, entry.action, dice)
        if known != _known(game, two[0], side):
            continue
        read = [[event for event in events if event.seen_by(side)] for _, events in (one, two)]
        unread = [[event.seen_by(side) for event in events if event.roll] for _, events in (one, two)]
        if unread[0] != unread[1]:  # the dice that it reads are others, because others were thrown between them
            read = [[_without_faces(event) for event in events] for events in read]
        if read[0] != read[1]:
            raise Broken(f"{game.name}, seed {seed}: the log of {entry.action} shows side {side} a secret")


def _without_faces(event: Event) -> Any:
    return event.what, event.rule, event.values, event.roll and event.roll.resolution


def _undoable_tells_nothing(game: Game, seed: int, side: int, state: Any, other: Any) -> None:
    view = game.view(state, side)
    for action in _some(view.decision) if view.decision else ():
        if not game.barrier(view.state if state.secret else state, side, action):
            one, two = (game.apply(each, side, action, Dice.scripted())[0] for each in (state, other))
            if _known(game, one, side) != _known(game, two, side):
                raise Broken(f"{game.name}, seed {seed}: {action} can be undone but shows a secret")


def _some(decision: Decision) -> list[Action]:
    """Actions of every offer, the first few of each: a region of a table has hundreds."""
    few = SOME if len(decision.offers) < SOME else 1
    return [action for offer in decision.offers for action in islice(offer.actions(), few)]


def _many_odd(decision: Decision) -> list[Action]:
    """Actions most of which are refused: every verb with some numbers, and with what the other verbs are offered."""
    few = SOME if len(decision.offers) < SOME else 2
    offered = [action.target for offer in decision.offers for action in islice(offer.actions(), few)]
    targets = [*range(-1, 40 if few > 2 else 8), *offered, "x"]
    return [Action(offer.verb, target) for offer in decision.offers for target in targets]


def _few_odd(decision: Decision) -> list[Action]:
    """The same for each of the many states that follow from one: every verb with three targets, one verb with these and
    the next with others.
    """
    kinds = {offer.kind: next(offer.actions()).target for offer in decision.offers}
    targets = [-1, *kinds.values(), 0, "x", 1]
    return [
        Action(offer.verb, targets[(number + each) % len(targets)])
        for number, offer in enumerate(decision.offers)
        for each in range(3)
    ]


def _known(
    game: Game, state: State[Any, Any], side: int, odd_actions: Callable[[Decision], list[Action]] = _few_odd
) -> Any:
    """All that a side receives: the view, with the targets of every offer and the refusals of odd actions."""
    view = game.view(state, side)
    if game.view(view.state, side).state != view.state:
        raise Broken(f"{game.name}: a view of a view is another view")
    decision = view.decision
    if decision is None:
        return game.encode(view.state), view.deciding, game.why_not(state, side, Action("x"))
    offers = [(offer.verb, _makeup(offer.targets)) for offer in decision.offers]
    refusals = [game.why_not(state, side, action) for action in odd_actions(decision)]
    asked = decision.name, decision.phrase, decision.sets_up
    return game.encode(view.state), view.deciding, asked, offers, refusals


def _makeup(targets: Any) -> Any:
    """The targets of an offer, to compare. Of those that are put together of several values: what they are put together
    of, and some of them, for nobody lists them all.
    """
    if isinstance(targets, Parts):
        return [(kind, _makeup(part)) for kind, part in targets.parts]
    if isinstance(targets, Built):
        made_of = {name: value for name, value in vars(targets).items() if not callable(value)}
        return targets.shape, made_of, tuple(islice(targets, SOME))
    return None if targets is None else tuple(targets)


def a_view_tells_the_truth(game: Game, seed: int) -> int:
    """What a player learns from his view (undo, who decides next, the chance that the game ends) is so, unless
    something hidden comes to light.
    """
    match = played(game, seed, level_of(seed))
    draw = random.Random(seed)
    for entry in draw.sample(match.entries, min(20, len(match.entries))):
        known = game.view(entry.before, entry.side).state
        if any(event.reveals for event in entry.events) or entry.before.secret:
            continue
        forecast = game.barrier(known, entry.side, entry.action)
        if forecast != entry.barrier:
            raise Broken(
                f"{game.name}, seed {seed}: {entry.action} but its side is shown {forecast!r}, not {entry.barrier!r}"
            )
        try:
            seen, true = (game.odds(each, entry.side, entry.action, limit=ODDS) for each in (known, entry.before))
        except OddsTooLarge:
            continue
        ends = [odds.chance(lambda end: end.result is not None) for odds in (seen, true)]
        if seen.until == true.until and ends[0] != ends[1]:
            raise Broken(
                f"{game.name}, seed {seed}: {entry.action} ends the game with {ends[1]}, its side is shown {ends[0]}"
            )
    return len(match.entries)
