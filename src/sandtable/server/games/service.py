"""The games of a worker: opened when somebody asks, kept while there is room, written to disk before all else."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy.exc import IntegrityError

from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice, DiceNeeded, SeededDice
from sandtable.kernel.errors import DiceError, IllegalAction, RecordError
from sandtable.kernel.game import Game
from sandtable.server.config import Settings
from sandtable.server.elsewhere import elsewhere
from sandtable.server.games.clocks import clock_after, deadline, flag_fallen
from sandtable.server.games.deciding import deciding_of, deciding_sides, timed_sides
from sandtable.server.games.errors import DiceWanted, NotFound, NotYours, Refused, Stale
from sandtable.server.games.messages import Asked, Ended, Need, Trouble
from sandtable.server.games.open import Entry, HandDice, OpenGame, Viewer, throws_of
from sandtable.server.games.orders import Orders
from sandtable.server.games.shipping import shipped
from sandtable.server.games.table import GameTable
from sandtable.server.games.telling import Line, lines_of
from sandtable.server.games.versions import differs, is_old, still
from sandtable.server.operations.figures import counted_action
from sandtable.server.people.person import Person
from sandtable.server.store.beside import load_orders
from sandtable.server.store.database import Store
from sandtable.server.store.games import (
    GameRow,
    NewGameRows,
    Overtaken,
    SeatRow,
    add_entries,
    add_entry_here,
    load_entries,
    load_game,
    load_length,
    load_seats,
    load_snapshot,
)

__all__ = ["Games"]

SNAPSHOT_EVERY = 40
KEPT_OPEN = 500
KEYS_KEPT = 400
ATTEMPTS = 20


class Games:
    """All games of one worker."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.changed: list[Callable[[GameTable], Awaitable[None]]] = []
        """Called after every change of a game: to push views, to wake bots, to send notices."""
        self.looked_at: Callable[[GameTable, str], set[Viewer]] = lambda table, deciding: set()
        """The onlookers who will be shown a game when these sides decide: their views are made with the action."""
        self._open: OrderedDict[str, GameTable] = OrderedDict()
        self._opening: dict[str, asyncio.Task[GameTable]] = {}

    # Opening

    async def table(self, game: str) -> GameTable:
        """An open game; NotFound if there is none of this id."""
        known = self._open.get(game)
        if known is not None:
            self._open.move_to_end(game)
            if self.store.postgres or known.doubt:
                await self._renew(known)
            return known
        task = self._opening.get(game)
        if task is None:
            task = asyncio.create_task(self._read(game))
            self._opening[game] = task
            task.add_done_callback(lambda _: self._opening.pop(game, None))
        return await asyncio.shield(task)

    async def _renew(self, table: GameTable) -> None:
        """Catch up if another worker has written and its notice is still on the way."""
        async with self.store.reading() as connection:
            length = await load_length(connection, table.id)
        if length != table.open.number or table.doubt:
            async with table.lock:
                await self.catch_up(table)
            await self.announce(table)

    async def _read(self, game: str) -> GameTable:
        async with self.store.reading() as connection:
            row = await load_game(self.store, connection, game)
            if row is None:
                raise NotFound("there is no such game")
            seats = await load_seats(connection, game)
            entries = await load_entries(connection, game)
            number, state = await load_snapshot(connection, game, row.length)
            orders = await load_orders(connection, game)
        table = await self._rebuild(row, seats, entries, number, state)
        table.orders = {side: msgspec.convert(told, Orders) for side, told in orders.items()}
        self._open[game] = table
        self._make_room()
        return table

    async def _rebuild(
        self, row: GameRow, seats: tuple[SeatRow, ...], entries: list[Entry], number: int, state: bytes | None
    ) -> GameTable:
        """A game table from what is stored. A game begun on other rules is checked first, and stopped if it differs."""
        game = await elsewhere(shipped, row.scenario, row.options)
        opened = OpenGame(game, SeededDice(row.seed) if row.seed else None)
        wrong = ""
        if is_old(row, game) or row.status == "stopped":
            wrong = await elsewhere(differs, game, row.seed, entries)
            row, entries = await self._on_new_rules(row, game, entries, wrong)
        if not wrong:
            try:
                await elsewhere(_restore, opened, entries, number, state)
            except RecordError as fault:
                row, entries = await self._on_new_rules(row, game, entries, str(fault))
                wrong = str(fault)
        if wrong:
            opened = await elsewhere(still, game, entries, state)
        table = GameTable(row, seats, opened)
        for entry in entries:
            _remember(table, entry)
        return table

    async def _on_new_rules(
        self, row: GameRow, game: Game, entries: list[Entry], wrong: str
    ) -> tuple[GameRow, list[Entry]]:
        """Note in the log that a game was taken over to the present rules, or that it is stopped, and why."""
        if wrong:
            words = (
                f"The game was played with version {row.rules} of the rules, and version {game.system.version}"
                f" plays it differently ({wrong}): it is stopped, and nothing in it is altered"
            )
            changes: dict[str, Any] = (
                {"words": words} if row.status == "over" else {"status": "stopped", "words": words}
            )
        else:
            words = (
                f"The game goes on with version {game.system.version} of the rules: all that was played stays as it is"
            )
            changes = {"rules": game.system.version, "fingerprint": game.fingerprint, "words": ""}
            if row.status == "stopped":
                changes["status"] = "playing"
        if all(getattr(row, name) == value for name, value in changes.items()):
            return row, entries
        entry = Entry(
            number=row.length + 1,
            kind="rules",
            time=self.store.now(),
            digest=entries[-1].digest,
            lines=(Line("rules", words),),
        )
        try:
            await add_entries(self.store, row.id, [entry], changes)
        except Overtaken:  # another worker has noted it
            async with self.store.reading() as connection:
                found = await load_game(self.store, connection, row.id)
                return found or row, await load_entries(connection, row.id)
        return msgspec.structs.replace(row, length=entry.number, **changes), [*entries, entry]

    def _make_room(self) -> None:
        """Let go of the games that were longest not asked for; those that somebody looks at stay."""
        for game in list(self._open):
            if len(self._open) <= KEPT_OPEN:
                return
            table = self._open[game]
            if not any(table.connected.values()) and not table.lock.locked() and table.driver is None:
                del self._open[game]

    def forget(self, game: str) -> None:
        """Let go of an open game."""
        self._open.pop(game, None)

    def all_open(self) -> list[str]:
        """The games that are open in this worker."""
        return list(self._open)

    def opened(self, game: str) -> GameTable | None:
        """A game if it is open in this worker."""
        return self._open.get(game)

    async def catch_up(self, table: GameTable) -> bool:
        """Put on what other workers have written since; whether there was anything. Needs the lock."""
        async with self.store.reading() as connection:
            row = await load_game(self.store, connection, table.id)
            if row is None:
                self.forget(table.id)
                raise NotFound("there is no such game")
            new = await load_entries(connection, table.id, table.open.number)
            seats = await load_seats(connection, table.id)
        if any(entry.kind in ("repair", "rules") for entry in new):
            table.open = (await self._read(table.id)).open  # it is not the same game going on
            self._open[table.id] = table
        else:
            await elsewhere(_put, table.open, new)
        for entry in new:
            _remember(table, entry)
        changed = bool(new) or row != table.row
        table.row, table.seats, table.doubt = row, seats, False
        return changed

    async def renew_orders(self, game: str) -> None:
        """Read the standing orders of an open game again."""
        table = self._open.get(game)
        if table is not None:
            async with self.store.reading() as connection:
                orders = await load_orders(connection, game)
            table.orders = {side: msgspec.convert(told, Orders) for side, told in orders.items()}
            table.asked_player = None
            await self.announce(table)

    async def told(self, game: str, number: int) -> None:
        """Another worker has written entry `number` of a game."""
        table = self._open.get(game)
        if table is None or table.announced >= number:
            return
        async with table.lock:
            if table.open.number < number:
                await self.catch_up(table)
        await self.announce(table)

    # Writing

    async def write(
        self,
        table: GameTable,
        entry: Entry,
        seated: Sequence[SeatRow] = (),
        also: NewGameRows | None = None,
        **changes: Any,
    ) -> None:
        """Add an entry that has been played on the open game already, with a game it makes. Needs the lock."""
        state = None
        if self._wants_snapshot(table, entry):
            state = await elsewhere(table.open.game.encode, table.open.state)
        await add_entries(self.store, table.id, [entry], changes, state=state, seated=seated, also=also)
        self._has_written(table, entry, changes)
        if seated:
            new = {seat.side: seat for seat in seated}
            table.seats = tuple(new.get(seat.side, seat) for seat in table.seats)
        if state is not None:
            table.open.trim()

    def _has_written(self, table: GameTable, entry: Entry, changes: Mapping[str, Any]) -> None:
        """An entry is on disk now: it may be shown."""
        table.open.count(entry)
        _remember(table, entry)
        table.row = msgspec.structs.replace(table.row, length=entry.number, **changes)

    def _wants_snapshot(self, table: GameTable, entry: Entry) -> bool:
        """Now and then, where nothing before it can be undone any more."""
        return entry.kind == "action" and table.open.since_snapshot >= SNAPSHOT_EVERY and table.open.settled

    async def note(
        self,
        table: GameTable,
        kind: str,
        lines: Sequence[Line] = (),
        *,
        side: int | None = None,
        person: int | None = None,
        seated: Sequence[SeatRow] = (),
        target: Any = None,
        verb: str | None = None,
        **changes: Any,
    ) -> None:
        """Add an entry that moves no piece: a seat taken, a draw offered, a flag, a repair. Needs the lock."""
        for _ in range(ATTEMPTS):
            digest = await elsewhere(table.open.game.digest, table.open.state)
            entry = Entry(
                number=table.open.number + 1,
                kind=kind,
                side=side,
                person=person,
                time=self.store.now(),
                verb=verb,
                target=target,
                digest=digest,
                lines=tuple(lines),
            )
            try:
                await self.write(table, entry, seated, **changes)
                return
            except Overtaken:
                await self.catch_up(table)
            except BaseException:
                table.doubt = True
                raise
        raise Refused("the game is too busy: try again")

    async def announce(self, table: GameTable) -> None:
        """Tell everybody who wants to know that a game has changed."""
        table.announced = table.open.number
        for told in self.changed:
            await told(table)

    # Playing

    async def act(
        self,
        table: GameTable,
        person: int | None,
        asked: Asked,
        *,
        remark: Line | None = None,
        viewers: tuple[Viewer, ...] = (),
    ) -> None:
        """Take an action for a side, once: on disk when this returns. The caller may act for the side.

        A remark is a line of the log that goes before what happens. `viewers` are onlookers whose views are wanted
        next, besides those of live connections.
        """
        async with table.lock:
            with counted_action():
                await self._act(table, person, asked, remark, viewers)
        await self.announce(table)

    async def _act(
        self, table: GameTable, person: int | None, asked: Asked, remark: Line | None, viewers: tuple[Viewer, ...]
    ) -> None:
        for _ in range(ATTEMPTS):
            if table.doubt:
                await self.catch_up(table)
            if (asked.side, asked.key) in table.keys:
                return
            self.must_play(table)
            if asked.sequence != table.open.sequence(asked.side):
                view = await table.view(asked.side, self.store.clock())
                raise Stale("the game has gone on since you chose: look again", view)
            kept = table.open.keep()
            try:
                entry, changes, written = await elsewhere(self._played, table, person, asked, remark, viewers)
                if written:
                    self._has_written(table, entry, changes)
                else:
                    await self.write(table, entry, **changes)
                return
            except Refused:
                table.open.put_back(kept)
                raise
            except Overtaken:
                table.open.put_back(kept)
                await self.catch_up(table)
            except IntegrityError:  # the key was used before, longer ago than is remembered
                table.open.put_back(kept)
                return
            except BaseException:
                table.open.put_back(kept)
                table.doubt = True  # it may be on disk or not
                raise
        raise Refused("the game is too busy: try again")

    def must_play(self, table: GameTable) -> None:
        """Refused unless the game is being played."""
        status, words = table.row.status, table.row.words
        if status == "over":
            raise Refused("the game is over")
        if status == "waiting":
            raise Refused("the game has not begun: a side has nobody to play it")
        if status != "playing":
            raise Refused(f"the game is {status}: {words}" if words else f"the game is {status}")
        if flag_fallen(table.row.clock, table.deciding, self.store.clock()):
            raise Refused("the time is over")

    def _played(
        self, table: GameTable, person: int | None, asked: Asked, remark: Line | None, viewers: tuple[Viewer, ...]
    ) -> tuple[Entry, dict[str, Any], bool]:
        """Take an action on the open game, in a thread: its entry for the log, what changes of the game besides, and
        whether that is on disk already.
        """
        opened = table.open
        game, before = opened.game, opened.state
        dice = self._dice(table, asked)
        action = Action(asked.verb, asked.target)
        try:
            events = opened.act(asked.side, action, dice)
        except DiceNeeded as wanted:
            raise _dice_wanted(wanted, dice) from None
        except (IllegalAction, DiceError) as fault:
            raise Refused(str(fault)) from None
        if isinstance(dice, HandDice) and dice.left:
            raise Refused(f"{dice.left} more dice were given than the action needs")
        after = opened.state
        lines = tuple(lines_of(game, events))
        entry = Entry(
            number=opened.number + 1,
            kind="action",
            side=asked.side,
            person=person,
            key=asked.key,
            time=self.store.now(),
            secret=game.hidden_from_others(before, asked.side, after, events),
            verb=asked.verb,
            target=asked.target,
            dice=throws_of(events),
            digest=game.digest(after),
            lines=lines if remark is None else (remark, *lines),
        )
        deciding = deciding_of(game, after)
        opened.look_ahead(lines, self.looked_at(table, deciding).union(viewers))
        changes = self.after(table, deciding)
        here = not self._wants_snapshot(table, entry) and add_entry_here(self.store, table.id, entry, changes)
        return entry, changes, here

    def _dice(self, table: GameTable, asked: Asked) -> Dice:
        if table.row.seed is not None:
            if asked.dice is not None:
                raise Refused("the server throws the dice of this game")
            return table.open.dice
        return HandDice(asked.dice or ())

    def after(self, table: GameTable, deciding: str) -> dict[str, Any]:
        """What changes of a game when its state has: who decides (`deciding_of` says it), the clocks, the end."""
        opened, row = table.open, table.row
        state = opened.state
        clock = clock_after(row.clock, table.timed, timed_sides(deciding, len(table.seats)), self.store.clock())
        changes: dict[str, Any] = {"deciding": deciding}
        if clock != row.clock:
            changes |= {"clock": clock, "deadline": self.deadline(clock, deciding_sides(deciding))}
        if state.result is not None:
            ended = Ended(state.result.winner, state.result.words, state.result.score)
            changes |= {"status": "over", "result": msgspec.structs.asdict(ended), "deadline": None}
        return changes

    def deadline(self, clock: dict[str, Any] | None, deciding: tuple[int, ...]) -> int | None:
        """When the first flag falls if nobody acts, by the calendar: to find games that no worker has open."""
        falls = deadline(clock, deciding)
        return None if falls is None else self.store.now() + falls - self.store.clock()

    # Who may

    def may_act(self, table: GameTable, person: Person | None, side: int) -> None:
        """NotYours unless somebody plays this side; Refused while a bot does it for them."""
        self.own_side(table, person, side)
        if table.seats[side].who == "bot":
            raise Refused("a bot plays this side now: take it back first")

    def own_side(self, table: GameTable, person: Person | None, side: int) -> None:
        """NotYours unless somebody plays this side."""
        if side not in table.sides_of(person):
            raise NotYours("you do not play this side")


def _restore(opened: OpenGame, entries: Sequence[Entry], number: int, state: bytes | None) -> None:
    opened.restore(entries, number, opened.game.decode(state) if state is not None else None)


def _put(opened: OpenGame, entries: Sequence[Entry]) -> None:
    for entry in entries:
        opened.put(entry)


def _remember(table: GameTable, entry: Entry) -> None:
    """What a game table keeps of the log's entries besides the match."""
    if entry.key is not None:
        table.keys[entry.side, entry.key] = entry.number
        while len(table.keys) > KEYS_KEPT:
            table.keys.pop(next(iter(table.keys)))
    if entry.kind == "draw":
        table.draw_offered = entry.side if entry.verb == "offer" else None
    elif entry.kind == "action" and entry.side != table.draw_offered and not entry.secret:
        table.draw_offered = None  # a secret choice leaves the offer: its end would show that the other side chose
    if entry.kind == "trouble" and entry.side is not None:
        table.trouble = Trouble(entry.side, entry.lines[0].words)
    elif entry.kind in ("action", "seat") and table.trouble is not None and table.trouble.side == entry.side:
        table.trouble = None


def _dice_wanted(wanted: DiceNeeded, dice: Dice) -> DiceWanted:
    used = dice.used if isinstance(dice, HandDice) else 0
    asked = wanted.resolution
    words = asked.words if asked else ""
    rule = asked.rule if asked else ""
    need = Need(words, rule, str(wanted.pool), wanted.pool.faces, used)
    return DiceWanted(f"throw {wanted.pool} for this: {words}", need)
