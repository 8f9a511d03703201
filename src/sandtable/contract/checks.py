"""The promises, each as a function that plays a game from a seed and raises Broken when one is not kept."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from itertools import islice, takewhile
from typing import Any

import msgspec

from sandtable.contract.playing import ODDS, SOME, STEP_CAP, Broken, level_of, play_out, played, states_of
from sandtable.contract.reasons import check_reasons
from sandtable.contract.secrets import a_view_tells_the_truth, keeps_secrets
from sandtable.kernel import record
from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import IllegalAction, OddsTooLarge
from sandtable.kernel.game import Game
from sandtable.kernel.match import Entry, Match
from sandtable.kernel.phrase import PLACES, Phrase, joined
from sandtable.kernel.resolution import Rolled
from sandtable.kernel.scene import HexScene
from sandtable.kernel.state import State
from sandtable.kernel.targets import Built
from sandtable.systems import rulebook_of

__all__ = ["CHECKS", "Broken", "check"]

ODD_TARGETS: tuple[Any, ...] = (
    None,
    -1,
    0,
    1,
    True,
    False,
    1.0,
    10**9,
    1 << 70,
    "",
    "x",
    "0" * 500,
    (1,),
    [1],
    b"1",
)
ODD_VERBS: tuple[Any, ...] = ("", "undo", "__class__", "mask", "side", None, 0, True, ("move",))
SAMPLES = 400
LUMP = 5
"""Among thousands of rare ends some come up a few times more often than their spread allows."""
STATES = 40
LONG = 100
"""In games of more actions only some of those made in secret are taken back."""


def plays_to_the_end(game: Game, seed: int) -> int:
    """No crash, never stuck, an end within the step cap."""
    return len(played(game, seed, level_of(seed)).entries)


def same_seed_same_game(game: Game, seed: int) -> int:
    """The same seed gives the same game, to the last digest."""
    one, two = played(game, seed, "random"), play_out(game, seed)
    if [game.digest(state) for state in states_of(one)] != [game.digest(state) for state in states_of(two)]:
        raise Broken(f"{game.name}: seed {seed} gave two different games")
    return len(one.entries)


def a_playout_is_the_same_game(game: Game, seed: int) -> int:
    """A game that is played out in one go, or in two, ends as it does decision by decision."""
    dice, draw = Dice.seeded(seed), random.Random(seed)
    start = state = game.start(dice)
    made = 0
    while state.result is None and made < STEP_CAP:
        side, action = game.pick(state, draw.randrange)
        state, _ = game.apply(state, side, action, dice)
        made += 1
    for first in (0, made // 2):
        draw = random.Random(seed)
        middle, before = game.playout(start, draw.randrange, dice, first)
        end, after = game.playout(middle, draw.randrange, dice, STEP_CAP - first)
        if (before, before + after) != (first, made) or game.digest(end) != game.digest(state):
            raise Broken(f"{game.name}, seed {seed}: played out after {first} decisions it is another game")
    return made


def refuses_what_is_not_offered(game: Game, seed: int, tries: int = 2000) -> int:
    """Arguments seen elsewhere but not offered now are refused with a sentence, and change nothing."""
    draw = random.Random(seed)
    match = played(game, seed, level_of(seed))
    verbs: set[Any] = set()
    targets: dict[Any, None] = {}
    states = [state for state in states_of(match) if state.result is None]
    for state in states:
        for offer in (offer for decision in game.decisions(state) for offer in decision.offers):
            verbs.add(offer.verb)
            some = islice(offer.actions(), SOME) if isinstance(offer.targets, Built) else offer.actions()
            targets.update(dict.fromkeys(action.target for action in some))
    all_verbs = [*sorted(verbs), *ODD_VERBS]
    all_targets = [*targets, *ODD_TARGETS]
    dice = Dice.seeded(seed)
    offered: dict[tuple[int, int], set[tuple[Any, Any, type]]] = {}
    refused = 0
    states.append(match.state)
    while refused < tries:
        number = draw.randrange(len(states))
        state = states[number]
        side = draw.choice([*range(len(game.sides)), *range(len(game.sides)), -1, len(game.sides), True])
        action = Action(draw.choice(all_verbs), draw.choice(all_targets))
        # What is legal is taken from the plain list of actions, not asked of the code under test.
        if type(side) is int and (number, side) not in offered:
            decision = game.decision(state, side)
            plain = [each for each in decision.offers if not isinstance(each.targets, Built)] if decision else []
            actions = [each for offer in plain for each in offer.actions()]
            offered[number, side] = {_plainly(each) for each in actions}
        if type(side) is int and (_plainly(action) in offered[number, side] or _built(game, state, side, action)):
            continue
        before = game.digest(state)
        try:
            game.apply(state, side, action, dice)
        except IllegalAction as fault:
            if not str(fault) or "\n" in str(fault):
                raise Broken(f"{game.name}, seed {seed}: {action!r} was refused without a sentence") from None
        else:
            raise Broken(f"{game.name}, seed {seed}: {action!r} by side {side!r} was accepted but not offered")
        if game.digest(state) != before:
            raise Broken(f"{game.name}, seed {seed}: refusing {action!r} changed the state")
        refused += 1
    return refused


def _plainly(action: Action) -> tuple[Any, Any, type]:
    """An action that can be looked up; True is not 1."""
    target = action.target if isinstance(action.target, int | str | None) else repr(action.target)
    return action.verb, target, type(action.target)


def _built(game: Game, state: State[Any, Any], side: int, action: Action) -> bool:
    """Whether the target is one of very many that are put together of several values, which nobody lists."""
    decision = game.decision(state, side)
    offer = decision.offer(action.verb) if decision else None
    return offer is not None and isinstance(offer.targets, Built) and offer.takes(action.target)


def reasons_go_with_offers(game: Game, seed: int) -> int:
    """For every unit, hex and point the reason is empty exactly when the target is offered."""
    draw = random.Random(seed)
    states = [state for state in states_of(played(game, seed, level_of(seed))) if state.result is None]
    return check_reasons(game, draw.sample(states, min(len(states), STATES)), draw)


def records_read_back(game: Game, seed: int) -> int:
    """A record at a random point, written and read again, replays to the same states; replay equals play."""
    draw = random.Random(seed)
    match = play_out(game, seed, level_of(seed), steps=draw.randrange(1, 200), finish=False)
    written = record.write_down(match, with_seed=True)
    back = record.parse(written.text().encode())
    if back != written:
        raise Broken(f"{game.name}, seed {seed}: the record does not read back")
    record.verify(game, back)
    again = record.resume(game, back)
    if [game.digest(state) for state in states_of(again)] != [game.digest(state) for state in states_of(match)]:
        raise Broken(f"{game.name}, seed {seed}: the replay differs from the play")
    if again.events(everything=True) != match.events(everything=True):
        raise Broken(f"{game.name}, seed {seed}: the replay gives another log")
    return len(match.entries)


def undo_is_never_having_acted(game: Game, seed: int) -> int:
    """Undo leads back to the very state; what is forecast as undoable is undoable, and nothing else."""
    match = played(game, seed, level_of(seed))
    undone = 0
    for number, entry in enumerate(match.entries):
        if entry.before.secret and len(match.entries) > LONG and number % SOME:
            continue  # every one of them is taken back with all before it
        forecast = game.barrier(entry.before, entry.side, entry.action)
        thrown = [event for event in entry.events if event.roll is not None]
        unread = bool(thrown) and not thrown[0].seen_by(entry.side)  # the reason does not speak of another's dice
        if bool(forecast) != bool(entry.barrier) or (forecast != entry.barrier and not unread):
            raise Broken(f"{game.name}, seed {seed}: action {number} was forecast {forecast!r}, is {entry.barrier!r}")
        part = _cut(match, number + 1)
        why_not = part.why_not_undo(entry.side)
        if bool(why_not) != bool(entry.barrier):
            raise Broken(
                f"{game.name}, seed {seed}: action {number} has barrier {entry.barrier!r} but undo {why_not!r}"
            )
        if why_not:
            continue
        part.undo(entry.side)
        if part.state != entry.before or game.digest(part.state) != game.digest(entry.before):
            raise Broken(f"{game.name}, seed {seed}: undoing action {number} leads elsewhere")
        part.act(entry.side, entry.action)
        if part.state != entry.after:
            raise Broken(f"{game.name}, seed {seed}: doing action {number} again leads elsewhere")
        part.reset_turn(entry.side)
        if any(left.side == entry.side and not left.barrier for left in part.entries[-1:]):
            raise Broken(f"{game.name}, seed {seed}: the turn was not reset at action {number}")
        undone += 1
    return undone


def _cut(match: Match, length: int) -> Match:
    part = Match(match.game, match.dice)
    part.entries = match.entries[:length]
    return part


def secret_order_has_no_effect(game: Game, seed: int) -> int:
    """While both sides decide in secret, whoever is first, the result is the same."""
    match = played(game, seed, "random")
    draw = random.Random(seed)
    looked = first = 0
    while first < len(match.entries):
        section = _round(game, match.entries[first:])
        by_side = [[entry for entry in section if entry.side == side] for side in range(len(game.sides))]
        for _ in range(10 if section else 0):
            queues = [list(queue) for queue in by_side]
            other = _cut(match, first)
            while any(queues):
                entry: Entry = draw.choice([queue for queue in queues if queue]).pop(0)
                other.act(entry.side, entry.action)
            if game.digest(other.state) != game.digest(section[-1].after):
                raise Broken(f"{game.name}, seed {seed}: the order of secret choices changed the result")
        looked += len(section)
        first += len(section) or 1
    return looked


def _round(game: Game, entries: list[Entry]) -> list[Entry]:
    """The actions of one secret round, with which these entries begin; none if it is not secret."""
    found = list(
        takewhile(
            lambda entry: entry.before.secret and game.secret_goes_on(entry.before, entry.side, entry.after), entries
        )
    )
    return entries[: len(found) + 1] if entries[0].before.secret else []


def everything_has_words(game: Game, seed: int) -> int:
    """Every event and question has words, in parts that name what there is, and every event has a rule of the book;
    every board can be drawn, for each side.
    """
    known = rulebook_of(game.system)
    match = played(game, seed, level_of(seed))
    before = None
    drawn: dict[int | None, Any] = {}
    for state in states_of(match):
        for side in (None, *range(len(game.sides))):
            board = game.masked(state, side).board
            if board != drawn.get(side) and not game.system.draw(game.system.look(game, board)):
                raise Broken(f"{game.name}, seed {seed}: a board is drawn as nothing")
            drawn[side] = board
        if before is not None:
            game.system.changes(game.look(before), game.look(state))
        before = state
        for decision in game.decisions(state):
            _phrase_holds(game, seed, decision.phrase, decision.prompt)
    for event in match.events(everything=True):
        _phrase_holds(game, seed, game.parts(event), game.tell(event))
        if event.roll is not None:
            _roles_are_named(game, seed, event.roll)
        rules = [event.rule, *([each.rule for each in event.roll.resolution.modifiers] if event.roll else [])]
        for rule in rules:
            if rule not in known:
                raise Broken(f"{game.name}, seed {seed}: {event.what} names {rule!r}, which is no rule of the book")
    return len(match.events(everything=True))


def _phrase_holds(game: Game, seed: int, phrase: Phrase, words: str) -> None:
    """The words are the parts, and each part that names something is called as that is."""
    if not words.strip() or joined(phrase) != words:
        raise Broken(f"{game.name}, seed {seed}: the parts {phrase} are not the words {words!r}")
    for part in phrase:
        if part.id is not None and game.system.name_of(game, part.kind, part.id) != part.text:
            raise Broken(f"{game.name}, seed {seed}: {part} is called otherwise")


def _roles_are_named(game: Game, seed: int, roll: Rolled) -> None:
    """Who acts on whom and where is no more than the words of the roll say; its outcome is graded."""
    asked = roll.resolution
    units = {part.id for part in asked.phrase if part.kind == "unit"}
    places = {None, *(part.id for part in asked.phrase if part.kind in PLACES)}
    if not {*asked.by, *asked.on} <= units or asked.at not in places:
        raise Broken(f"{game.name}, seed {seed}: {asked.words!r} does not name all who take part in it")
    if game.system.severity(roll.outcome) not in range(4):
        raise Broken(f"{game.name}, seed {seed}: {roll.outcome!r} has no severity from 0 to 3")


def pictures_hold_together(game: Game, seed: int) -> int:
    """For every onlooker: each piece of the scene once, on a place of the scene, and the whole as JSON."""
    scene = game.scene()
    places = len(scene.cells) if isinstance(scene, HexScene) else scene.columns * scene.rows
    msgspec.json.encode(scene)
    match = played(game, seed, level_of(seed))
    drawn: dict[int | None, Any] = {}
    for state in states_of(match):
        for side in (None, *range(len(game.sides))):
            known = game.masked(state, side)
            if known == drawn.get(side):
                continue  # the others have chosen something in secret
            drawn[side] = known
            picture = game.drawn(known)
            msgspec.json.encode(picture)
            if [piece.id for piece in picture.pieces] != [piece.id for piece in scene.pieces]:
                raise Broken(f"{game.name}, seed {seed}: the pieces of a picture are not those of the scene")
            spots = [piece.at for piece in picture.pieces if piece.at is not None]
            spots += [patch.at for patch in picture.patches] + [goal.at for goal in picture.goals]
            if not all(0 <= at < places for at in spots):
                raise Broken(f"{game.name}, seed {seed}: a picture has something off the map")
    return len(match.entries)


def odds_agree_with_dice(game: Game, seed: int, samples: int = SAMPLES) -> int:
    """Exact odds sum to 1, and many throws fall as they say, within five standard deviations."""
    draw = random.Random(seed)
    match = played(game, seed, level_of(seed))
    rolled = [entry for entry in match.entries if any(event.roll for event in entry.events)]
    if not rolled:
        return 0
    entry = draw.choice(rolled)
    try:
        odds = game.odds(entry.before, entry.side, entry.action, through_phases=True, limit=ODDS)
    except OddsTooLarge:
        return 0
    if sum(odds.values()) != 1:
        raise Broken(f"{game.name}, seed {seed}: the odds of {entry.action} sum to {sum(odds.values())}")
    seen: dict[Any, int] = {}
    for number in range(samples):
        end = game.after(entry.before, entry.side, entry.action, Dice.seeded(seed * samples + number)).position
        seen[end] = seen.get(end, 0) + 1
    for end, count in seen.items():
        if end not in odds:
            raise Broken(f"{game.name}, seed {seed}: {entry.action} led where the odds say it cannot")
        chance = float(odds[end])
        spread = math.sqrt(samples * chance * (1 - chance))
        if abs(count - samples * chance) > 5 * spread + LUMP:
            raise Broken(
                f"{game.name}, seed {seed}: {entry.action} led {count} times of {samples}"
                f" to an end whose chance is {odds[end]}"
            )
    return samples


CHECKS: dict[str, Callable[[Game, int], int]] = {
    "plays to the end": plays_to_the_end,
    "same seed, same game": same_seed_same_game,
    "a playout is the same game": a_playout_is_the_same_game,
    "refuses what is not offered": refuses_what_is_not_offered,
    "reasons go with offers": reasons_go_with_offers,
    "records read back": records_read_back,
    "undo is never having acted": undo_is_never_having_acted,
    "secret order has no effect": secret_order_has_no_effect,
    "keeps secrets": keeps_secrets,
    "a view tells the truth": a_view_tells_the_truth,
    "everything has words": everything_has_words,
    "pictures hold together": pictures_hold_together,
    "odds agree with dice": odds_agree_with_dice,
}
"""Each returns how much it looked at: actions, refusals, samples."""


def check(game: Game, name: str, seed: int) -> int:
    """Run one check; any crash counts as a broken promise.

    >>> import sandtable
    >>> check(sandtable.load("demo/duel"), "same seed, same game", 1) > 0
    True
    """
    try:
        return CHECKS[name](game, seed)
    except Broken:
        raise
    except Exception as fault:
        raise Broken(f"{game.name}, seed {seed}: {name!r} crashed with {type(fault).__name__}: {fault}") from fault
