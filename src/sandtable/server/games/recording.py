"""Games as records: written down, checked, brought in from a file; and the game as it stood at any moment."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import msgspec

from sandtable.kernel import record as records
from sandtable.kernel.dice import Dice, SeededDice
from sandtable.kernel.errors import RecordError, SandtableError
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match, Seal
from sandtable.kernel.record import Record
from sandtable.scenarios import is_generated, names
from sandtable.server.elsewhere import elsewhere
from sandtable.server.games.deciding import deciding_of
from sandtable.server.games.errors import NotFound, NotYours, Refused
from sandtable.server.games.making import check_limit, fresh_id
from sandtable.server.games.messages import Ended, SealTold, UndoNow, ViewMessage
from sandtable.server.games.open import Entry, OpenGame, Viewer, throws_of
from sandtable.server.games.service import Games
from sandtable.server.games.shipping import shipped
from sandtable.server.games.table import GameTable
from sandtable.server.games.telling import Line, lines_of
from sandtable.server.people.person import Person
from sandtable.server.store.games import GameRow, SeatRow, load_entries, load_snapshot, store_game

__all__ = ["Checked", "bring_in", "checked", "moment", "moment_number", "new_seal", "whole", "written_down"]


class Checked(msgspec.Struct, frozen=True):
    """What a check of a finished game found. `commitment` and `seed` are of the last dice, `seals` of all."""

    right: bool
    words: str
    actions: int
    rolls: int
    seed_checked: bool
    commitment: str | None
    seed: str | None
    seals: tuple[SealTold, ...] = ()


def whole(game: Game, row: GameRow, entries: Sequence[Entry]) -> OpenGame:
    """A game replayed from its first entry, with every state, the commitments of its log and the seeds of its row."""
    opened = OpenGame(game, SeededDice(row.seed) if row.seed else None)
    opened.restore(entries, 0, None)
    match = opened.match
    seeds = iter([*row.past_seeds, row.seed])
    match.seal = match.seal and Seal(match.seal.commitment, next(seeds, None))
    for number, each in enumerate(match.renewals):
        if each.seal is not None:
            seal = Seal(each.seal.commitment, next(seeds, None))
            match.renewals[number] = msgspec.structs.replace(each, seal=seal)
    return opened


def new_seal(roll: int, seal: str | None) -> list[Line]:
    """What the log says of new dice."""
    return [Line("seal", f"New dice are used from roll {roll + 1} on. Their seal is {seal}")] if seal else []


async def _record(games: Games, table: GameTable) -> Record:
    row = table.row
    async with games.store.reading() as connection:
        entries = await load_entries(connection, table.id)
    game = table.open.game

    def write() -> Record:
        match = whole(game, row, entries).match
        match.mixed = row.dice == "mixed"
        return records.write_down(match, with_seed=row.status == "over")

    return await elsewhere(write)


async def written_down(games: Games, table: GameTable, person: Person | None) -> str:
    """The record of a game: for all when it is over; before that only for somebody who plays every side."""
    alone = bool(table.seats) and all(
        seat.who == "person" and person is not None and seat.person == person.id for seat in table.seats
    )
    if table.row.status != "over" and not alone:
        raise NotYours("a record holds what the other side may not show yet: it can be had when the game is over")
    record = await _record(games, table)
    return await elsewhere(record.text)


async def checked(games: Games, table: GameTable) -> Checked:
    """Whether the dice of a finished game are those of the seed that was committed to, and every state follows."""
    row = table.row
    if row.status != "over":
        raise Refused("the seed is published when the game is over: then it can be checked")
    try:
        record = await _record(games, table)
        found = await elsewhere(records.verify, table.open.game, record)
    except RecordError as fault:
        return Checked(False, str(fault), 0, 0, False, row.commitment, row.seed, table.seals_told)
    dice = "the dice were not the server's alone"
    if found.seed_checked:
        dice = "every die is the one the seed gives. Compare the seal with the one you were shown during the game"
    words = f"{found.actions} actions lead where they led, and {dice}"
    return Checked(
        True, words, found.actions, found.rolls, found.seed_checked, row.commitment, row.seed, table.seals_told
    )


# Bringing in


async def bring_in(games: Games, person: Person, data: bytes) -> GameTable:
    """A record as a game of your own: to look through, and to continue if it is not over."""
    await check_limit(games, person)
    try:
        record = await elsewhere(records.parse, data)
        if record.header.scenario not in names() and not is_generated(record.header.scenario):
            raise RecordError("the record's scenario is not one of this server's")
        game = await elsewhere(shipped, record.header.scenario, dict(record.header.options))
        match = await elsewhere(_played_again, game, record)
    except SandtableError as fault:
        raise Refused(str(fault)) from None
    row, entries = await elsewhere(_as_game, games, person, record, match)
    seats = [
        SeatRow(game=row.id, side=side, who="person", person=person.id, name=person.name)
        for side in range(len(game.sides))
    ]
    state = await elsewhere(game.encode, match.state) if match.settled else None
    await store_game(games.store, row, seats, entries, state)
    return await games.table(row.id)


def _played_again(game: Game, record: Record) -> Match:
    records.verify(game, record)
    return records.replay(game, record)


def _as_game(games: Games, person: Person, record: Record, match: Match) -> tuple[GameRow, list[Entry]]:
    game, state, now = match.game, match.state, games.store.now()
    seeds = [record.closing.seed, *record.closing.new_seeds]
    kind, fresh = record.header.dice, None
    if state.result is None and kind != "typed":  # whoever has the record knows its seed: it goes on with new dice
        fresh = Dice.fresh()
    if (seeds[-1] is None and fresh is not None) or kind not in ("seeded", "typed"):
        kind = "mixed"
    if fresh is not None:
        seeds.append(fresh.seed)
    sealed = kind == "seeded"
    first = Entry(
        number=1,
        kind="start",
        person=person.id,
        time=now,
        dice=throws_of(match.first_events),
        digest=game.digest(match.first),
        roll=0 if sealed else None,
        seal=record.header.commitment if sealed else None,
        lines=tuple(lines_of(game, match.first_events)),
    )
    entries = [first]

    def renew(digest: str, roll: int, seal: str | None) -> None:
        lines = tuple(new_seal(roll, seal))
        number = len(entries) + 1
        entries.append(Entry(number=number, kind="dice", time=now, digest=digest, roll=roll, seal=seal, lines=lines))

    def renewed(after: int) -> None:
        for each in match.renewals:
            if each.after == after:
                renew(game.digest(each.state), each.state.rolls, each.seal.commitment if each.seal and sealed else None)

    renewed(0)
    for count, each in enumerate(match.entries, 1):
        entries.append(
            Entry(
                number=len(entries) + 1,
                kind="action",
                side=each.side,
                person=person.id,
                time=now,
                secret=bool(each.before.secret and each.after.secret),
                verb=each.action.verb,
                target=each.action.target,
                dice=throws_of(each.events),
                digest=game.digest(each.after),
                lines=tuple(lines_of(game, each.events)),
            )
        )
        renewed(count)
    if fresh is not None and sealed:
        renew(game.digest(state), state.rolls, fresh.commitment)
    ended = state.result and Ended(state.result.winner, state.result.words, state.result.score)
    row = GameRow(
        id=fresh_id(),
        scenario=game.name,
        system=game.system.name,
        rules=game.system.version,
        fingerprint=game.fingerprint,
        options=dict(game.options),
        dice=kind,
        seed=seeds[-1],
        past_seeds=[each for each in seeds[:-1] if each is not None] if sealed else [],
        commitment=next(each.seal for each in reversed(entries) if each.seal) if sealed else None,
        start=first.digest,
        creator=person.id,
        made=now,
        changed=now,
        status="over" if ended else "playing",
        deciding="" if ended else deciding_of(game, state),
        result=msgspec.structs.asdict(ended) if ended else None,
    )
    return row, entries


# Moments


async def moment_number(games: Games, table: GameTable, viewer: Viewer, sequence: int) -> int:
    """The entry of the log that an onlooker means by a sequence: the last one it then knew of."""
    if not 1 <= sequence <= table.open.sequence(viewer):
        raise NotFound(f"there is no moment {sequence}: they go from 1 to {table.open.sequence(viewer)}")
    return table.open.number_of(viewer, sequence)


async def moment(games: Games, table: GameTable, viewer: Viewer, number: int, since: int = 0) -> ViewMessage:
    """The game as it stood after entry `number` of its log, for an onlooker."""
    async with games.store.reading() as connection:
        entries = await load_entries(connection, table.id, 0, number)
        kept, state = await load_snapshot(connection, table.id, number)
    game = table.open.game

    def rebuild() -> OpenGame:
        opened = OpenGame(game, None)
        opened.restore(entries, kept, game.decode(state) if state is not None else None)
        opened.drawn(viewer)
        opened.log(viewer, since)
        return opened

    opened = await elsewhere(rebuild)
    picture, _ = opened.drawn(viewer)
    log_from, log = opened.log(viewer, since)
    result = opened.state.result
    return ViewMessage(
        game=table.id,
        sequence=opened.sequence(viewer),
        side=viewer,
        status=table.row.status,  # type: ignore[arg-type]
        words="",
        picture=picture,
        decision=None,
        deciding=game.deciding(opened.state, viewer),
        undo=UndoNow(False, "this is a moment of the past"),
        let_go=None,
        log_from=log_from,
        log=log,
        result=Ended(result.winner, result.words, result.score) if result else None,
        clocks=None,
        draw_offered=None,
        trouble=None,
        moment=True,
    )


def fresh_link() -> str:
    """The token of a link."""
    return secrets.token_urlsafe(18)
