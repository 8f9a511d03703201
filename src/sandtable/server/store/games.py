"""Games in the database: read whole, added to entry by entry."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import Connection, Dialect, and_, bindparam, delete, insert, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.kernel.decision import Target
from sandtable.server.games.open import Entry
from sandtable.server.games.telling import Line
from sandtable.server.store.database import Store
from sandtable.server.store.ready import Ready
from sandtable.server.store.tables import entries, games, seats, snapshots

__all__ = [
    "GameRow",
    "NewGameRows",
    "Overtaken",
    "SeatRow",
    "add_entries",
    "add_entry_here",
    "load_entries",
    "load_game",
    "load_seats",
    "store_game",
]

CHANNEL = "sandtable"
_lines = msgspec.json.Decoder(tuple[Line, ...])
_target: msgspec.json.Decoder[Target] = msgspec.json.Decoder(Target)
_throws = msgspec.json.Decoder(tuple[tuple[str, tuple[int, ...]], ...])


class Overtaken(Exception):
    """Somebody else has written to the game's log first: read what they wrote and look again."""


class GameRow(msgspec.Struct, frozen=True, kw_only=True):
    """A game as the database knows it."""

    id: str
    scenario: str
    system: str
    rules: str
    fingerprint: str
    options: dict[str, Any]
    dice: str
    seed: str | None
    commitment: str | None
    past_seeds: list[str] = []
    start: str
    creator: int | None
    made: int
    changed: int
    status: str
    words: str = ""
    pace: str = "live"
    clock: dict[str, Any] | None = None
    deadline: int | None = None
    listed: bool = False
    length: int = 0
    deciding: str = ""
    result: dict[str, Any] | None = None
    rematch: str | None = None


class SeatRow(msgspec.Struct, frozen=True, kw_only=True):
    """The player of a side of a game."""

    game: str
    side: int
    who: str
    person: int | None = None
    name: str = ""
    bot: str | None = None
    token: str | None = None


class NewGameRows(msgspec.Struct, frozen=True):
    """A new game, ready to be stored."""

    row: GameRow
    seats: Sequence[SeatRow]
    entries: Sequence[Entry]
    state: bytes | None = None


JSON_COLUMNS = ("options", "clock", "result", "past_seeds")


def _columns(store: Store, changes: Mapping[str, Any]) -> dict[str, Any]:
    clock = changes.get("clock")
    if clock:
        changes = {**changes, "clock": {**clock, "since": store.stamp(clock["since"])}}
    return {name: json.dumps(value) if name in JSON_COLUMNS else value for name, value in changes.items()}


def _game_row(row: Any) -> GameRow:
    plain = {name: json.loads(row[name] or "null") if name in JSON_COLUMNS else row[name] for name in row}
    return GameRow(**plain)


def _entry(row: Any) -> Entry:
    return Entry(
        number=row.number,
        kind=row.kind,
        side=row.side,
        person=row.person,
        key=row.key,
        time=row.time,
        secret=bool(row.secret),
        verb=row.verb,
        target=_target.decode(row.target) if row.target is not None else None,
        dice=_throws.decode(row.dice),
        digest=row.digest,
        roll=row.roll,
        seal=row.seal,
        lines=_lines.decode(row.lines),
    )


def _entry_columns(game: str, entry: Entry) -> dict[str, Any]:
    return {
        "game": game,
        "number": entry.number,
        "kind": entry.kind,
        "side": entry.side,
        "person": entry.person,
        "key": entry.key,
        "time": entry.time,
        "secret": entry.secret,
        "verb": entry.verb,
        "target": None if entry.target is None else json.dumps(entry.target),
        "dice": msgspec.json.encode(entry.dice).decode(),
        "digest": entry.digest,
        "roll": entry.roll,
        "seal": entry.seal,
        "lines": msgspec.json.encode(entry.lines),
    }


_insert_entry = Ready(insert(entries))


@lru_cache(maxsize=64)
def _update_game(names: tuple[str, ...]) -> Ready:
    """Change these columns of a game, if its log is as long as is supposed."""
    wanted = update(games).where(games.c.id == bindparam("of_game"), games.c.length == bindparam("of_length"))
    return Ready(wanted.values({name: bindparam(name) for name in names}))


class _Addition:
    """Entries for the log of a game, with what changes of the game besides, as they are written.

    `changed` is in lists that both sides read, so a secret entry does not move it.
    """

    def __init__(self, store: Store, game: str, new: Sequence[Entry], changes: Mapping[str, Any]) -> None:
        self.game, self.last = game, new[-1].number
        self._rows = [_entry_columns(game, entry) for entry in new]
        columns = {"length": self.last, **_columns(store, changes)}
        if not all(entry.secret for entry in new):
            columns["changed"] = store.now()
        self._changed = _update_game(tuple(columns))
        self._values = {**columns, "of_game": game, "of_length": new[0].number - 1}

    def plainly(self, connection: sqlite3.Connection, dialect: Dialect) -> None:
        """Write it on the driver's own connection."""
        if self._changed.plainly(connection, dialect, self._values) != 1:
            raise Overtaken(self.game)
        for row in self._rows:
            _insert_entry.plainly(connection, dialect, row)

    def __call__(self, connection: Connection) -> None:
        """Write it."""
        if self._changed(connection, self._values).rowcount != 1:
            raise Overtaken(self.game)
        for row in self._rows:
            _insert_entry(connection, row)


def add_entry_here(store: Store, game: str, entry: Entry, changes: Mapping[str, Any]) -> bool:
    """Add to the log of a game like `add_entries`, in the calling thread, if it can be written at once: whether it is
    on disk now. A thread that has made an entry need not have another one write it.
    """
    return store.write_here(_Addition(store, game, [entry], changes).plainly)


async def add_entries(
    store: Store,
    game: str,
    new: Sequence[Entry],
    changes: Mapping[str, Any],
    *,
    state: bytes | None = None,
    seated: Sequence[SeatRow] = (),
    also: NewGameRows | None = None,
) -> None:
    """Add to the log of a game, with what changes of the game besides: on disk when this returns.

    `also` is a new game that is made together with the entry. Raises Overtaken, and writes nothing, if the log is not
    as long as the first new entry supposes.
    """
    addition = _Addition(store, game, new, changes)

    def write(connection: Connection) -> None:
        addition(connection)
        if state is not None:
            connection.execute(insert(snapshots).values(game=game, number=addition.last, state=state))
        for seat in seated:
            connection.execute(
                update(seats)
                .where(seats.c.game == game, seats.c.side == seat.side)
                .values(who=seat.who, person=seat.person, name=seat.name, bot=seat.bot, token=seat.token)
            )
        if also is not None:
            _insert_game(store, connection, also)
        tell_workers(store, connection, game, str(addition.last))

    if store.postgres or state is not None or seated or also is not None:
        await store.write(write)
    else:
        await store.write_plainly(addition.plainly)


def tell_workers(store: Store, connection: Connection, game: str, what: str) -> None:
    """Let the other workers know, when this transaction is on disk."""
    if store.postgres:
        told = {"channel": CHANNEL, "told": f"{game} {what}"}
        connection.execute(text("SELECT pg_notify(:channel, :told)"), told)


async def store_game(
    store: Store, row: GameRow, seated: Sequence[SeatRow], new: Sequence[Entry], state: bytes | None = None
) -> None:
    """A new game, with the first entries of its log."""
    made = NewGameRows(row, seated, new, state)
    await store.write(lambda connection: _insert_game(store, connection, made))


def _insert_game(store: Store, connection: Connection, made: NewGameRows) -> None:
    row, last = made.row, made.entries[-1].number
    columns = _columns(store, {**msgspec.structs.asdict(row), "length": last})
    connection.execute(insert(games).values(**columns))
    connection.execute(insert(seats), [msgspec.structs.asdict(seat) for seat in made.seats])
    for entry in made.entries:
        _insert_entry(connection, _entry_columns(row.id, entry))
    if made.state is not None:
        connection.execute(insert(snapshots).values(game=row.id, number=last, state=made.state))


async def load_game(store: Store, connection: AsyncConnection, game: str) -> GameRow | None:
    """A game by its id."""
    found = (await connection.execute(select(games).where(games.c.id == game))).mappings().first()
    if found is None:
        return None
    row = _game_row(found)
    if not row.clock:
        return row
    return msgspec.structs.replace(row, clock={**row.clock, "since": store.clock_of(row.clock["since"])})


async def load_length(connection: AsyncConnection, game: str) -> int:
    """How many entries the log of a game has; 0 if there is no such game."""
    return await connection.scalar(select(games.c.length).where(games.c.id == game)) or 0


async def load_seats(connection: AsyncConnection, game: str) -> tuple[SeatRow, ...]:
    """The players, in the order of the sides."""
    found = await connection.execute(select(seats).where(seats.c.game == game).order_by(seats.c.side))
    return tuple(SeatRow(**row) for row in found.mappings())


async def load_entries(connection: AsyncConnection, game: str, after: int = 0, until: int | None = None) -> list[Entry]:
    """The log of a game, from a number on."""
    wanted = select(entries).where(entries.c.game == game, entries.c.number > after).order_by(entries.c.number)
    if until is not None:
        wanted = wanted.where(entries.c.number <= until)
    return [_entry(row) for row in await connection.execute(wanted)]


async def load_snapshot(connection: AsyncConnection, game: str, until: int) -> tuple[int, bytes | None]:
    """The last snapshot of a game that is not beyond this entry: its number and the state; 0 and None without."""
    found = await connection.execute(
        select(snapshots.c.number, snapshots.c.state)
        .where(snapshots.c.game == game, snapshots.c.number <= until)
        .order_by(snapshots.c.number.desc())
        .limit(1)
    )
    row = found.first()
    return (row.number, bytes(row.state)) if row else (0, None)


async def list_games(
    connection: AsyncConnection, which: str, person: int | None, most: int, find: str = ""
) -> list[GameRow]:
    """The games of a person, those with an open seat, those that may be watched, or all; the latest first."""
    wanted = select(games).order_by(games.c.changed.desc()).limit(most)
    if find:
        named = select(seats.c.game).where(seats.c.name.icontains(find, autoescape=True))
        spoken = games.c.scenario.icontains(find, autoescape=True)
        wanted = wanted.where(or_(games.c.id == find, spoken, games.c.id.in_(named)))
    if which == "mine":
        wanted = wanted.where(
            or_(games.c.id.in_(select(seats.c.game).where(seats.c.person == person)), games.c.creator == person)
        )
    elif which == "open":
        free = select(seats.c.game).where(seats.c.who == "open")
        wanted = wanted.where(and_(games.c.listed, games.c.status == "waiting", games.c.id.in_(free)))
    elif which == "watch":
        wanted = wanted.where(and_(games.c.listed, games.c.status.in_(("playing", "over"))))
    return [_game_row(row) for row in (await connection.execute(wanted)).mappings()]


async def running_games(connection: AsyncConnection, person: int) -> int:
    """How many games a person has that are not over."""
    found = await connection.execute(
        select(games.c.id)
        .where(games.c.status.in_(("waiting", "playing", "paused")))
        .where(or_(games.c.creator == person, games.c.id.in_(select(seats.c.game).where(seats.c.person == person))))
    )
    return len(found.all())


async def remove_game(store: Store, game: str) -> None:
    """Take a game away for good."""

    def write(connection: Connection) -> None:
        connection.execute(delete(games).where(games.c.id == game))
        tell_workers(store, connection, game, "removed")

    await store.write(write)
