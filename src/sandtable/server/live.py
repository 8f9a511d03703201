"""Live connections: a WebSocket for each seat that is looked through. Views are pushed when they have changed."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import Parameter
from msgspec import Meta

from sandtable.kernel.decision import Target
from sandtable.server.games.deciding import deciding_sides
from sandtable.server.games.errors import DiceWanted, NotYours, Refused, Stale
from sandtable.server.games.messages import Asked, Need, SeatInfo, ViewMessage
from sandtable.server.games.open import Viewer
from sandtable.server.games.service import Games
from sandtable.server.games.table import GameTable, Shown
from sandtable.server.operations.figures import SOCKETS
from sandtable.server.people.person import Person

__all__ = ["Connection", "Hub", "live"]

WAITING_MESSAGES = 200
GOING_AWAY, POLICY, TOO_BIG, TRY_LATER = 1001, 1008, 1009, 1013


class Act(msgspec.Struct, frozen=True, tag="act", tag_field="type", forbid_unknown_fields=True):
    """An action, over a live connection."""

    side: int
    sequence: int
    key: Annotated[str, Meta(min_length=1, max_length=64, pattern="^[!-~]+$")]
    verb: Annotated[str, Meta(max_length=200)]
    target: Target = None
    dice: Annotated[tuple[int, ...], Meta(max_length=1000)] | None = None


class Ping(msgspec.Struct, frozen=True, tag="ping", tag_field="type"):
    """Are you there?"""


class Pong(msgspec.Struct, frozen=True, tag="pong", tag_field="type"):
    """I am here."""

    time: int


class RefusedMessage(msgspec.Struct, frozen=True, tag="refused", tag_field="type"):
    """An action that was not taken: why, and the view it should have been chosen from."""

    key: str | None
    status: int
    detail: str
    view: ViewMessage | None = None
    need: Need | None = None


class Presence(msgspec.Struct, frozen=True, tag="presence", tag_field="type"):
    """The people present."""

    seats: tuple[SeatInfo, ...]


class Notice(msgspec.Struct, frozen=True, tag="notice", tag_field="type"):
    """Something the players should know."""

    words: str
    side: int | None = None


class ChatMessage(msgspec.Struct, frozen=True, tag="chat", tag_field="type"):
    """A line of chat."""

    number: int
    name: str
    side: int | None
    text: str
    time: int


_decoder = msgspec.json.Decoder(Act | Ping)
_encode = msgspec.json.Encoder().encode


class _Sent(NamedTuple):
    """What a connection has been sent of a side: lines of the log, how often they were cut, and the last view."""

    lines: int
    cuts: int
    shown: Shown | None


NOTHING_SENT = _Sent(0, 0, None)


class Connection:
    """One live connection: whom it shows the game to, and what it has been sent."""

    def __init__(
        self, table: GameTable, person: Person | None, viewer: Viewer | Literal["auto"], *, changes: bool = False
    ) -> None:
        self.table = table
        self.person = person
        self.auto = viewer == "auto"
        self.viewer: Viewer = table.own_view(person) if viewer == "auto" else viewer
        self.outgoing: asyncio.Queue[bytes | None] = asyncio.Queue(WAITING_MESSAGES)
        self.session: bytes | None = None
        """The session it was opened with: it ends when that does."""
        self.gone = False
        self.answering: tuple[int, str] | None = None
        """The action whose answer is awaited: its side and key."""
        self.changes = changes
        """Whether it is sent differences from views that it has."""
        self._sent: dict[Viewer, _Sent] = {}
        """What it has been sent last of each side that it looks through; without differences of one side only."""
        self._seats = table.seats

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides it looks through now: an automatic one through all that its person plays, also taken since."""
        if self.auto:
            return self.table.sides_of(self.person)
        return () if self.viewer is None else (self.viewer,)

    def began_at(self, since: int) -> None:
        """The client has this many lines of the log already."""
        self._sent[self.viewer] = _Sent(since, 0, None)

    async def show(self, clock: Callable[[], int]) -> None:
        """Send the view if it is not the one that was sent last, or if it answers an action; before it, new seats."""
        table = self.table
        while True:
            opened, viewer = table.open, table.own_view(self.person) if self.auto else self.viewer
            sent = self._sent_of(viewer)
            await opened.prepare(viewer, sent.lines, sent.cuts)
            table = self.table
            if table.open is opened and viewer == (table.own_view(self.person) if self.auto else self.viewer):
                break
        if self._seats != table.seats:
            self._seats = table.seats
            self.send(Presence(table.seats_told(self.person)))
        answers = None
        if self.answering is not None and self.answering in table.keys:
            answers, self.answering = self.answering[1], None
        turned, sent = viewer != self.viewer, self._sent_of(viewer)
        self.viewer = viewer
        view = table.ready_view(viewer, clock(), since=sent.lines, cuts=sent.cuts, answers=answers)
        cuts = table.open.cuts(viewer)
        shown = table.shown(view)
        if answers is None and not turned and sent.shown is shown and not view.log and cuts == sent.cuts:
            return
        if not self.changes:
            self._sent.clear()
        self._sent[viewer] = _Sent(view.log_from + len(view.log), cuts, shown)
        self.send(table.told(view, sent.shown if self.changes else None, shown) if self.changes else view)

    def _sent_of(self, viewer: Viewer) -> _Sent:
        return self._sent.get(viewer, NOTHING_SENT)

    def send(self, message: Any) -> None:
        """Put a message on its way; a client that does not read is let go."""
        self.send_bytes(_encode(message))

    def send_bytes(self, data: bytes) -> None:
        """Put an encoded message on its way."""
        if self.gone:
            return
        try:
            self.outgoing.put_nowait(data)
        except asyncio.QueueFull:
            self.let_go()

    def let_go(self) -> None:
        """Close it; what was on its way is not sent any more, and nothing is taken from it."""
        self.gone = True
        while not self.outgoing.empty():
            self.outgoing.get_nowait()
        self.outgoing.put_nowait(None)


class Hub:
    """All live connections of this worker."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self._by_game: dict[str, set[Connection]] = {}
        self.closing = False
        self.left: list[Callable[[GameTable], None]] = []
        """Called when somebody has gone: standing orders may answer now."""

    def __len__(self) -> int:
        return sum(map(len, self._by_game.values()))

    def add(self, connection: Connection) -> None:
        """Somebody has come."""
        table = connection.table
        self._by_game.setdefault(table.id, set()).add(connection)
        SOCKETS.inc()
        self._presence(table)

    def remove(self, connection: Connection) -> None:
        """Somebody has gone."""
        table = connection.table
        left = self._by_game.get(table.id, set())
        left.discard(connection)
        SOCKETS.dec()
        if not left:
            self._by_game.pop(table.id, None)
        self._presence(table)
        for told in self.left:
            told(table)

    def _count(self, table: GameTable) -> None:
        """Whether each side's player is present."""
        there = self._by_game.get(table.id, ())
        table.connected = Counter(side for each in there for side in each.sides)

    def _presence(self, table: GameTable) -> None:
        self._count(table)
        for each in self._by_game.get(table.id, ()):
            each.send(Presence(table.seats_told(each.person)))

    async def changed(self, table: GameTable) -> None:
        """A game has changed: show it to those who look at it."""
        there = list(self._by_game.get(table.id, ()))
        for each in there:
            each.table = table
        self._count(table)  # a side may have been taken or given away
        for each in there:
            await each.show(self.games.store.clock)

    def looked_at(self, table: GameTable, deciding: str) -> set[Viewer]:
        """The sides that are looked through when these sides decide."""
        sides = deciding_sides(deciding)
        return {
            table.view_when(each.person, sides) if each.auto else each.viewer
            for each in list(self._by_game.get(table.id, ()))
        }

    def end(self, game: str, words: str) -> None:
        """Tell all at a game that it is gone, and let them go."""
        self.tell(game, Notice(words))
        for each in list(self._by_game.get(game, ())):
            with contextlib.suppress(asyncio.QueueFull):
                each.outgoing.put_nowait(None)

    def tell(self, game: str, message: Any) -> None:
        """Send everybody at a game a message."""
        data = _encode(message)
        for each in list(self._by_game.get(game, ())):
            each.send_bytes(data)

    def open_sessions(self) -> set[bytes]:
        """The sessions behind the connections."""
        return {each.session for each in self._all() if each.session is not None}

    def lookers(self) -> set[tuple[str, int]]:
        """Each game that is open on a screen, with the person."""
        return {(each.table.id, each.person.id) for each in self._all() if each.person is not None}

    def others(self, lookers: set[tuple[str, int]]) -> None:
        """The people looking at the same games in other workers: the seats show it."""
        for game, connections in self._by_game.items():
            table = next(iter(connections)).table
            there = {seat.side for seat in table.seats if (game, seat.person) in lookers}
            if there != table.elsewhere:
                table.elsewhere = there
                self._presence(table)

    def part(self, ended: Iterable[bytes]) -> None:
        """Somebody has logged out: let their connections go."""
        gone = set(ended)
        for each in self._all():
            if each.session in gone:
                each.let_go()

    def _all(self) -> list[Connection]:
        return [each for connections in self._by_game.values() for each in connections]

    def close(self) -> None:
        """Let all go: the server stops."""
        self.closing = True
        for connections in self._by_game.values():
            for each in connections:
                with contextlib.suppress(asyncio.QueueFull):
                    each.outgoing.put_nowait(None)


@websocket("/api/games/{game:str}/live")
async def live(
    socket: WebSocket[Any, Any, Any],
    game: str,
    side: Annotated[str, Parameter(max_length=8)] = "auto",
    since: Annotated[int, Parameter(ge=0, le=10**9)] = 0,
    changes: bool = False,
) -> None:
    """A live connection to a game, through one side: `0`, `1`, `none`, or `auto` for the one that must decide.

    With `changes`, a view that follows another of the same side is sent as the difference from it.
    """
    hub: Hub = socket.app.state.hub
    person: Person | None = socket.scope["user"]
    await socket.accept()
    try:
        table = await hub.games.table(game)
        viewer = _viewer(table, person, side)
    except Refused as fault:
        await socket.send_text(_encode(RefusedMessage(None, fault.status, str(fault))).decode())
        await socket.close(POLICY, str(fault))
        return
    connection = Connection(table, person, viewer, changes=changes)
    connection.session = socket.scope["auth"]
    connection.began_at(since)
    hub.add(connection)
    sender = asyncio.create_task(_send(socket, connection))
    try:
        await connection.show(hub.games.store.clock)
        socket.app.state.driver.wake(table)
        await _receive(socket, hub, connection)
    finally:
        hub.remove(connection)
        sender.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await sender


def _viewer(table: GameTable, person: Person | None, side: str) -> Viewer | Literal["auto"]:
    if side == "auto":
        return "auto"
    viewer = None if side == "none" else int(side) if side.isdecimal() and len(side) < 3 else -1
    if viewer is not None and not 0 <= viewer < len(table.seats):
        raise Refused("side is 0, 1, none or auto")
    if not table.may_look(person, viewer):
        raise NotYours("you do not play this side")
    return viewer


async def _send(socket: WebSocket[Any, Any, Any], connection: Connection) -> None:
    while True:
        data = await connection.outgoing.get()
        if data is None:
            await socket.close(GOING_AWAY, "the connection is let go")
            return
        await socket.send_data(data, mode="text")


async def _receive(socket: WebSocket[Any, Any, Any], hub: Hub, connection: Connection) -> None:
    limits = hub.games.settings.limits
    window, count = time.monotonic(), 0
    while not hub.closing and not connection.gone:
        try:
            data = await socket.receive_data(mode="text")
        except WebSocketDisconnect:
            return
        if len(data) > limits.message_bytes:
            await socket.close(TOO_BIG, "the message is too long")
            return
        now = time.monotonic()
        if now - window >= 1:
            window, count = now, 0
        count += 1
        if count > limits.messages_per_second:
            await socket.close(TRY_LATER, "too many messages")
            return
        await _answer(hub, connection, data)


async def _answer(hub: Hub, connection: Connection, data: str) -> None:
    if connection.gone:
        return
    store = hub.games.store
    try:
        message = _decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
        connection.send(RefusedMessage(None, 400, f"this is not a message: {str(fault)[:200]}"))
        return
    if isinstance(message, Ping):
        connection.send(Pong(store.now()))
        return
    key, side = message.key, message.side
    table = connection.table
    try:
        connection.answering = None
        hub.games.may_act(table, connection.person, side)
        if side not in connection.sides:
            raise NotYours("this connection looks through another side")
        assert connection.person is not None
        asked = Asked(side, message.sequence, key, message.verb, message.target, message.dice)
        connection.answering = (side, key)
        await hub.games.act(table, connection.person.id, asked)
        if connection.answering is not None:  # it was applied before
            await connection.show(store.clock)
    except Stale as fault:
        connection.send(RefusedMessage(key, fault.status, str(fault), fault.view))
    except DiceWanted as fault:
        connection.send(RefusedMessage(key, fault.status, str(fault), None, fault.need))
    except Refused as fault:
        connection.send(RefusedMessage(key, fault.status, str(fault)))
