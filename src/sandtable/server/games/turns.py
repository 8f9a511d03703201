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
from sandtable.server.games.sitting import Sitting
from sandtable.server.games.telling import Line
from sandtable.server.people.person import Person
from sandtable.server.store.games import Overtaken, SeatRow

__all__ = ["ended", "hand_over", "offer_draw", "resign", "undo"]


async def undo(games: Games, sitting: Sitting, person: Person, side: int, sequence: int, count: int | None) -> None:
    """Take back this many of the side's last actions, or (None) all that can be taken back. The log keeps both."""
    games.may_act(sitting, person, side)
    async with sitting.lock:
        for _ in range(ATTEMPTS):
            if sitting.doubt:
                await games.catch_up(sitting)
            games.must_play(sitting)
            if sequence != sitting.open.sequence(side):
                view = await sitting.view(side, games.store.clock())
                raise Stale("the game has gone on since you chose: look again", view)
            kept = sitting.open.keep()
            try:
                entry, deciding = await elsewhere(_taken_back, games, sitting, person, side, count)
            except BaseException:
                sitting.open.put_back(kept)
                raise
            try:
                await games.write(sitting, entry, **games.after(sitting, deciding))
                break
            except Overtaken:
                sitting.open.put_back(kept)
                await games.catch_up(sitting)
            except BaseException:
                sitting.open.put_back(kept)
                sitting.doubt = True
                raise
    await games.announce(sitting)


def _taken_back(games: Games, sitting: Sitting, person: Person, side: int, count: int | None) -> tuple[Entry, str]:
    """Take back on the open game, in a thread: the entry for the log, and who decides then."""
    opened = sitting.open
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


def other_side(sitting: Sitting, side: int) -> int | None:
    """The winner when this side gives up; nobody, if there are more than two."""
    return 1 - side if len(sitting.seats) == 2 else None


async def resign(games: Games, sitting: Sitting, person: Person, side: int) -> None:
    """Give the game up; one that has not begun is called off."""
    games.own_side(sitting, person, side)
    async with sitting.lock:
        name = sitting.open.game.side_name(side)
        if sitting.row.status == "waiting":
            words, changes = f"{person.name} has called the game off", ended(None, "it was called off")
        elif sitting.row.status == "over":
            raise Refused("the game is over")
        else:
            words, changes = f"{name} resigns", ended(other_side(sitting, side), f"{name} resigned")
        await games.note(sitting, "resign", [Line("resign", words)], side=side, person=person.id, **changes)
    await games.announce(sitting)


async def offer_draw(
    games: Games, sitting: Sitting, person: Person, side: int, what: Literal["offer", "accept", "decline"]
) -> None:
    """Offer a draw, or answer an offer. An offer stands until it is answered, or the other side acts."""
    games.own_side(sitting, person, side)
    async with sitting.lock:
        games.must_play(sitting)
        offered, name = sitting.draw_offered, sitting.open.game.side_name(side)
        if what == "offer":
            if any(seat.who == "bot" for seat in sitting.seats if seat.side != side):
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
        await games.note(sitting, "draw", [Line("draw", words)], side=side, person=person.id, verb=what, **changes)
    await games.announce(sitting)


async def hand_over(
    games: Games, sitting: Sitting, person: Person, side: int, level: str | None, more_bots: tuple[str, ...] = ()
) -> None:
    """Give a side to a bot (or to another bot, or the same one once more), or take it (None)."""
    async with sitting.lock:
        if sitting.row.status == "over":
            raise Refused("the game is over")
        if not 0 <= side < len(sitting.seats):
            raise Refused(f"there is no side {side}")
        seat, name = sitting.seats[side], sitting.open.game.side_name(side)
        owner = seat.person == person.id or (seat.who == "bot" and seat.person is None and _made(sitting, person))
        stuck = sitting.trouble is not None and sitting.trouble.side == side
        if not owner and not (level and stuck and sitting.sides_of(person)):
            raise NotYours("this side is not yours to hand over")
        if level is None:
            if seat.who != "bot":
                return
            new = SeatRow(game=sitting.id, side=side, who="person", person=person.id, name=person.name)
            words = f"{person.name} plays {name} now"
        else:
            level = check_bot(level, more_bots)
            if sitting.row.seed is None:
                raise Refused("nobody can throw the dice of a bot in this game")
            new = SeatRow(game=sitting.id, side=side, who="bot", person=seat.person, name=f"Bot ({level})", bot=level)
            words = f"A bot ({level}) plays {name} now"
        full = all(each.who in ("person", "bot") for each in sitting.seats if each.side != side)
        begun = started(games, sitting.row) if full and sitting.row.status == "waiting" else {}
        await games.note(sitting, "seat", [Line("seat", words)], side=side, person=person.id, seated=[new], **begun)
    await games.announce(sitting)


def _made(sitting: Sitting, person: Person) -> bool:
    return sitting.row.creator == person.id
