"""Games begun on other rules: replayed on the present ones first. One that differs is stopped, never altered."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

import msgspec
from sqlalchemy import select

from sandtable.kernel.dice import SeededDice
from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match
from sandtable.server.games.open import Entry, OpenGame
from sandtable.server.games.shipping import shipped
from sandtable.server.store.database import Store
from sandtable.server.store.games import GameRow, load_entries, load_game
from sandtable.server.store.tables import games

__all__ = ["Report", "differs", "is_old", "report", "still"]


class Report(msgspec.Struct, frozen=True):
    """What a check of a stored game found: `same` on the present rules, `old` but the same, or it `differs`."""

    game: str
    scenario: str
    status: str
    rules: str
    found: str
    words: str = ""


def is_old(row: GameRow, game: Game) -> bool:
    """Whether a game was last played on other rules, or on another form of its scenario."""
    return row.rules != game.system.version or row.fingerprint != game.fingerprint


def differs(game: Game, seed: str | None, entries: Sequence[Entry]) -> str:
    """Why the log does not lead to the same states on the present rules, in a sentence; empty if it does."""
    try:
        opened = OpenGame(game, SeededDice(seed) if seed else None)
        opened.restore(entries, 0, None)
    except SandtableError as fault:
        return str(fault)
    except Exception as fault:  # a rule that fails on an old state is a difference like any other
        return f"the rules fail on it ({type(fault).__name__})"
    return ""


def still(game: Game, entries: Sequence[Entry], state: bytes | None) -> OpenGame:
    """A game that cannot be played on: its log to read, and the last state there is a snapshot of."""
    opened = OpenGame(game, None)
    kept = None
    if state is not None:
        try:
            kept = game.decode(state)
            for viewer in opened.viewers:
                game.picture(kept, viewer)
        except Exception:  # a state of other rules may not be readable at all
            kept = None
    start = kept if kept is not None else Match(game, SeededDice(0)).first
    opened.go_on_from(start)
    for entry in entries:
        opened.put(entry, told_only=True)
    return opened


async def report(store: Store) -> AsyncIterator[Report]:
    """Check every stored game, the oldest first; nothing is changed."""
    async with store.reading() as connection:
        ids = list((await connection.execute(select(games.c.id).order_by(games.c.made, games.c.id))).scalars())
    for each in ids:
        async with store.reading() as connection:
            row = await load_game(store, connection, each)
            entries = await load_entries(connection, each)
        if row is not None:
            yield await asyncio.to_thread(_check, row, entries)


def _check(row: GameRow, entries: Sequence[Entry]) -> Report:
    try:
        game = shipped(row.scenario, row.options)
    except SandtableError as fault:
        return Report(row.id, row.scenario, row.status, row.rules, "differs", str(fault))
    words = differs(game, row.seed, entries)
    found = "differs" if words else "old" if is_old(row, game) else "same"
    return Report(row.id, row.scenario, row.status, row.rules, found, words)
