"""Golden numbers and readable playthroughs: a change of rules shows as a readable difference."""

from __future__ import annotations

from typing import Any

from sandtable.contract.playing import STEP_CAP, play_out
from sandtable.kernel.decision import Offer
from sandtable.kernel.dice import Dice
from sandtable.kernel.game import Game
from sandtable.kernel.state import State
from sandtable.kernel.targets import Built

__all__ = ["perft", "playthrough"]


def perft(game: Game, state: State[Any, Any], depth: int, dice: Dice) -> int:
    """How many sequences of that many actions there are from here (with these counter-based dice).

    >>> import sandtable
    >>> game, dice = sandtable.load("demo/duel"), Dice.seeded(1)
    >>> [perft(game, game.start(dice), depth, dice) for depth in (1, 2)]
    [3, 9]
    """
    if depth == 0 or game.over(state):
        return 1
    decision = game.decisions(state)[0]
    if depth == 1:
        return sum(_count(offer) for offer in decision.offers)
    return sum(
        perft(game, game.after(state, decision.side, action, dice), depth - 1, dice) for action in decision.actions()
    )


def _count(offer: Offer) -> int:
    """How many actions it has; the length of targets that are put together is only a bound."""
    return sum(1 for _ in offer.actions()) if isinstance(offer.targets, Built) else len(offer)


def playthrough(game: Game, seed: int, level: str = "best", turns: int = STEP_CAP) -> str:
    """A game as text: for each action the prompt, the choice, and what happened and why; then the map and the result.

    With `turns` the text breaks off after that turn: it is the beginning of the whole one.
    """
    match = play_out(game, seed, level, turns=turns)
    told = [f"{game.scenario.title} ({game.name}), {game.system.title} rules {game.system.version}"]
    usual = {option.name: option.default for option in game.system.options}
    chosen = [f"{name} {value}" for name, value in sorted(game.options.items()) if value != usual[name]]
    told += [f"options: {', '.join(chosen) or 'as usual'}", f"seed {seed}, bots: {level}", ""]
    told += _events(game, match.first_events)
    for number, entry in enumerate(match.entries, 1):
        decision = game.decision(entry.before, entry.side)
        assert decision is not None
        offered = sum(len(offer) for offer in decision.offers)
        told.append(f"{number}. {game.side_name(entry.side)}: {decision.prompt} [{offered} offers]")
        offer = decision.offer(entry.action.verb)
        assert offer is not None
        target = "" if offer.targets is None else " " + game.target_name(offer, entry.action.target)
        told.append(f"   > {offer.label}{target}")
        told += _events(game, entry.events)
    if not game.over(match.state):
        return "\n".join([*told, ""])
    told += ["", game.system.draw(game.look(match.state)), ""]
    result = match.state.result
    assert result is not None
    winner = "nobody" if result.winner is None else game.side_name(result.winner)
    told += [f"Winner: {winner} ({result.words})", f"digest {game.digest(match.state)}", ""]
    return "\n".join(told)


def _events(game: Game, events: Any) -> list[str]:
    return [f"     {game.tell(event)} [{event.rule}]" for event in events]
