"""What a player does besides acting: take back, resign, offer a draw, hand a side to a bot and take it again."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from sandtable.kernel.errors import IllegalAction
from sandtable.server.elsewhere import elsewhere
from sandtable.server.games.deciding import deciding_of
from sandtable.server.games.errors import NotYours, Refused, Stale
from sandtable.server.games.making import check_bot, started
from sandtable.server.games.messages import Ended
from sandtable.server.games.open import Entry
from sandtable.server.games.service import ATTEMPTS, Games
from sandtable.server.games.table import GameTable
from sandtable.server.games.telling import Line
from sandtable.server.people.person import Person
from sandtable.server.store.games import Overtaken, SeatRow

__all__ = ["ended", "hand_over", "offer_draw", "resign", "undo"]


async def undo(games: Games, table: GameTable, person: Person, side: int, sequence: int, count: int | None) -> None:
    """Take back this many of the side's last actions, or (None) all that can be taken back. The log keeps both."""
    games.may_act(table, person, side)
    async with table.lock:
        for _ in range(ATTEMPTS):
            if table.doubt:
                await games.catch_up(table)
            games.must_play(table)
            if sequence != table.open.sequence(side):
                view = await table.view(side, games.store.clock())
                raise Stale("the game has gone on since you chose: look again", view)
            kept = table.open.keep()
            try:
                entry, deciding = await elsewhere(_taken_back, games, table, person, side, count)
            except BaseException:
                table.open.put_back(kept)
                raise
            try:
                await games.write(table, entry, **games.after(table, deciding))
                break
            except Overtaken:
                table.open.put_back(kept)
                await games.catch_up(table)
            except BaseException:
                table.open.put_back(kept)
                table.doubt = True
                raise
    await games.announce(table)


def _taken_back(games: Games, table: GameTable, person: Person, side: int, count: int | None) -> tuple[Entry, str]:
    """Take back on the open game, in a thread: the entry for the log, and who decides then."""
    opened = table.open
    before = opened.state
    try:
        taken = opened.undo(side, count)
    except IllegalAction as fault:
        raise Refused(str(fault)) from None
    entry = Entry(
        number=opened.number + 1,
        kind="undo",
        side=side,
        person=person.id,
        time=games.store.now(),
        secret=bool(before.secret and opened.state.secret),
        target=taken,
        digest=opened.game.digest(opened.state),
    )
    return entry, deciding_of(opened.game, opened.state)


def ended(winner: int | None, reason: str) -> dict[str, Any]:
    """What changes of a game when it ends by the players' will, or by the clock."""
    result = msgspec.structs.asdict(Ended(winner, reason))
    return {"status": "over", "result": result, "deciding": "", "deadline": None}


def other_side(table: GameTable, side: int) -> int | None:
    """The winner when this side gives up; nobody, if there are more than two."""
    return 1 - side if len(table.seats) == 2 else None


async def resign(games: Games, table: GameTable, person: Person, side: int) -> None:
    """Give the game up; one that has not begun is called off."""
    games.own_side(table, person, side)
    async with table.lock:
        name = table.open.game.side_name(side)
        if table.row.status == "waiting":
            words, changes = f"{person.name} has called the game off", ended(None, "it was called off")
        elif table.row.status == "over":
            raise Refused("the game is over")
        else:
            words, changes = f"{name} resigns", ended(other_side(table, side), f"{name} resigned")
        await games.note(table, "resign", [Line("resign", words)], side=side, person=person.id, **changes)
    await games.announce(table)


async def offer_draw(
    games: Games, table: GameTable, person: Person, side: int, what: Literal["offer", "accept", "decline"]
) -> None:
    """Offer a draw, or answer an offer. An offer stands until it is answered, or the other side acts."""
    games.own_side(table, person, side)
    async with table.lock:
        games.must_play(table)
        offered, name = table.draw_offered, table.open.game.side_name(side)
        if what == "offer":
            if any(seat.who == "bot" for seat in table.seats if seat.side != side):
                raise Refused("a bot does not answer an offer")
            if offered is not None:
                raise Refused("a draw is offered already")
            changes: dict[str, Any] = {}
            words = f"{name} offers a draw"
        else:
            if offered is None or offered == side:
                raise Refused("no draw is offered to you")
            changes = ended(None, "agreed to a draw") if what == "accept" else {}
            words = f"{name} accepts: the game is drawn" if what == "accept" else f"{name} declines the draw"
        await games.note(table, "draw", [Line("draw", words)], side=side, person=person.id, verb=what, **changes)
    await games.announce(table)


async def hand_over(
    games: Games, table: GameTable, person: Person, side: int, level: str | None, more_bots: tuple[str, ...] = ()
) -> None:
    """Give a side to a bot (or to another bot, or the same one once more), or take it (None)."""
    async with table.lock:
        if table.row.status == "over":
            raise Refused("the game is over")
        if not 0 <= side < len(table.seats):
            raise Refused(f"there is no side {side}")
        seat, name = table.seats[side], table.open.game.side_name(side)
        owner = seat.person == person.id or (seat.who == "bot" and seat.person is None and _made(table, person))
        stuck = table.trouble is not None and table.trouble.side == side
        if not owner and not (level and stuck and table.sides_of(person)):
            raise NotYours("this side is not yours to hand over")
        if level is None:
            if seat.who != "bot":
                return
            new = SeatRow(game=table.id, side=side, who="person", person=person.id, name=person.name)
            words = f"{person.name} plays {name} now"
        else:
            level = check_bot(level, more_bots)
            if table.row.seed is None:
                raise Refused("nobody can throw the dice of a bot in this game")
            new = SeatRow(game=table.id, side=side, who="bot", person=seat.person, name=f"Bot ({level})", bot=level)
            words = f"A bot ({level}) plays {name} now"
        full = all(each.who in ("person", "bot") for each in table.seats if each.side != side)
        begun = started(games, table.row) if full and table.row.status == "waiting" else {}
        await games.note(table, "seat", [Line("seat", words)], side=side, person=person.id, seated=[new], **begun)
    await games.announce(table)


def _made(table: GameTable, person: Person) -> bool:
    return table.row.creator == person.id
