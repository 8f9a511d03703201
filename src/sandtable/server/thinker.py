"""A process in which bots think: questions come in on standard input, answers go out on standard output.

It is given what a bot's side may know and nothing else: no seed, no dice, no state.
"""

from __future__ import annotations

import os
import sys
from collections import OrderedDict
from importlib import import_module
from typing import Any, BinaryIO

import msgspec

from sandtable.bots import bot
from sandtable.kernel.decision import Target
from sandtable.kernel.game import Game
from sandtable.kernel.view import View
from sandtable.scenarios import load

__all__ = ["Answer", "Question", "answer", "main"]

GAMES_KEPT = 16
SIZE = 4
READY = bytes(SIZE)
"""Said once, when all is loaded: the time a bot has does not begin before."""


class Question(msgspec.Struct, frozen=True, array_like=True):
    """What a bot is asked: the game, its side, and the state as that side may know it."""

    scenario: str
    options: dict[str, Any]
    level: str
    side: int
    seed: int
    state: bytes
    deciding: tuple[int, ...]
    modules: tuple[str, ...] = ()
    """Modules with further bots, by name in their `BOTS`."""


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """The action chosen, or what went wrong."""

    verb: str = ""
    target: Target = None
    fault: str = ""


_games: OrderedDict[bytes, Game] = OrderedDict()


def _game(question: Question) -> Game:
    key = msgspec.msgpack.encode((question.scenario, question.options), order="deterministic")
    if key not in _games:
        _games[key] = load(question.scenario, question.options)
        while len(_games) > GAMES_KEPT:
            _games.popitem(last=False)
    _games.move_to_end(key)
    return _games[key]


def answer(question: Question) -> Answer:
    """What the bot does."""
    game = _game(question)
    state = game.decode_known(question.state)
    decision = game.decision(state, question.side)
    if decision is None:
        return Answer(fault="it has nothing to decide")
    more = {name: made for module in question.modules for name, made in import_module(module).BOTS.items()}
    player = (
        more[question.level](game, question.seed)
        if question.level in more
        else bot(question.level, game, question.seed)
    )
    chosen = player.choose(View(game, question.side, state, question.deciding))
    return Answer(chosen.verb, chosen.target)


def main(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer until the questions end."""
    decoder = msgspec.msgpack.Decoder(Question)
    answers.write(READY)
    answers.flush()
    while True:
        size = questions.read(SIZE)
        if len(size) < SIZE:
            return
        question = decoder.decode(questions.read(int.from_bytes(size, "big")))
        try:
            told = answer(question)
        except Exception as fault:
            told = Answer(fault=f"{type(fault).__name__}: {fault}"[:300])
        data = msgspec.msgpack.encode(told)
        answers.write(len(data).to_bytes(SIZE, "big") + data)
        answers.flush()


if __name__ == "__main__":
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)  # whatever a bot prints must not stand among the answers
        main(sys.stdin.buffer, out)
