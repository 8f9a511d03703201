"""How a game comes to be and gets its players: made, joined by invitation or from the lobby, played again."""

from __future__ import annotations

import hashlib
import secrets
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from sandtable.bots import levels
from sandtable.kernel.dice import Dice, DiceNeeded, SeededDice
from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import Game
from sandtable.kernel.system import OptionValue
from sandtable.server.elsewhere import elsewhere
from sandtable.server.games.clocks import clock_after, new_clock
from sandtable.server.games.deciding import deciding_of, deciding_sides
from sandtable.server.games.errors import NotFound, NotYours, Refused, TooMany
from sandtable.server.games.lessons import lesson_dice
from sandtable.server.games.open import Entry, OpenGame
from sandtable.server.games.service import ATTEMPTS, Games
from sandtable.server.games.shipping import shipped
from sandtable.server.games.table import GameTable
from sandtable.server.games.telling import Line
from sandtable.server.people.person import Person, fresh_token
from sandtable.server.store.games import GameRow, NewGameRows, Overtaken, SeatRow, running_games, store_game

__all__ = ["ClockAsked", "Invitation", "NewGame", "SeatAsked", "check_bot", "create", "join", "rematch"]


class SeatAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player wanted for a side: the asker, a bot, anybody from the lobby, or the holder of the invitation."""

    who: Literal["me", "bot", "open", "invite"]
    bot: Annotated[str, Meta(max_length=40)] = "best"


class ClockAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds for the whole game with an increment for each decision, or days for each turn."""

    initial_seconds: Annotated[int, Meta(ge=10, le=86_400)] | None = None
    increment_seconds: Annotated[int, Meta(ge=0, le=3_600)] | None = None
    days_per_turn: Annotated[int, Meta(ge=1, le=60)] | None = None

    def plain(self) -> dict[str, int]:
        """The values that were given; Refused if they do not go together."""
        if self.days_per_turn is not None:
            if self.initial_seconds is not None or self.increment_seconds is not None:
                raise Refused("a clock has seconds, or days for each turn, not both")
            return {"days_per_turn": self.days_per_turn}
        if self.initial_seconds is None:
            raise Refused("a clock needs initial_seconds, or days_per_turn")
        return {"initial_seconds": self.initial_seconds, "increment_seconds": self.increment_seconds or 0}


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game as somebody asks for it: a seat for each side, in the order of the sides."""

    scenario: Annotated[str, Meta(max_length=200)]
    seats: Annotated[list[SeatAsked], Meta(min_length=1, max_length=8)]
    options: dict[str, OptionValue] = {}
    pace: Literal["live", "days"] = "live"
    clock: ClockAsked | None = None
    dice: Literal["server", "typed"] = "server"
    listed: bool = False


class Invitation(msgspec.Struct, frozen=True):
    """What to send to whoever shall play a side."""

    side: int
    token: str
    link: str


def fresh_id() -> str:
    """The id of a game: nobody can guess it."""
    return secrets.token_urlsafe(15)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()


def check_bot(level: str, more: tuple[str, ...] = ()) -> str:
    """The bot's level, or Refused with those there are."""
    if level not in levels() + more:
        raise Refused(f"there is no bot {level!r:.60}: there are {', '.join(levels())}")
    return level


async def check_limit(games: Games, person: Person) -> None:
    """TooMany if somebody has as many games as they may."""
    limits = games.settings.limits
    most = limits.games_per_guest if person.guest else limits.games_per_account
    async with games.store.reading() as connection:
        if not person.admin and await running_games(connection, person.id) >= most:
            raise TooMany(f"you have {most} games running: finish or leave one first")


async def create(
    games: Games, person: Person, asked: NewGame, more_bots: tuple[str, ...] = ()
) -> tuple[GameTable, list[Invitation]]:
    """A new game, with the invitations to it."""
    await check_limit(games, person)
    game = await elsewhere(_game, asked)
    if len(asked.seats) != len(game.sides):
        raise Refused(f"the scenario has {len(game.sides)} sides: give a seat for each")
    if asked.dice == "typed" and any(seat.who == "bot" for seat in asked.seats):
        raise Refused("nobody can throw the dice of a bot: let the server throw them, or play both sides")
    dice = lesson_dice(asked.scenario) or (Dice.fresh() if asked.dice == "server" else None)
    opened = OpenGame(game, dice)
    try:
        first = await elsewhere(opened.begin)
    except DiceNeeded:
        raise Refused("the scenario begins with a throw of dice: let the server throw them") from None
    invitations, seats = [], []
    number = fresh_id()
    for side, seat in enumerate(asked.seats):
        made, token = _seat(number, side, seat, person, more_bots)
        seats.append(made)
        if token:
            invitations.append(Invitation(side, token, f"/games/{number}?token={token}"))
    row = await elsewhere(_row, games, number, game, dice, opened, person, asked)
    if all(seat.who in ("person", "bot") for seat in seats):
        row = msgspec.structs.replace(row, **started(games, row))
    await store_game(games.store, row, seats, [msgspec.structs.replace(first, time=row.made)])
    table = await games.table(number)
    await games.announce(table)
    return table, invitations


def _game(asked: NewGame) -> Game:
    try:
        return shipped(asked.scenario, dict(asked.options))
    except Refused:
        raise
    except SandtableError as fault:
        raise Refused(str(fault)) from None


def _seat(game: str, side: int, asked: SeatAsked, person: Person, more_bots: tuple[str, ...]) -> tuple[SeatRow, str]:
    if asked.who == "me":
        return SeatRow(game=game, side=side, who="person", person=person.id, name=person.name), ""
    if asked.who == "bot":
        level = check_bot(asked.bot, more_bots)
        return SeatRow(game=game, side=side, who="bot", name=f"Bot ({level})", bot=level), ""
    if asked.who == "open":
        return SeatRow(game=game, side=side, who="open"), ""
    token = fresh_token()
    return SeatRow(game=game, side=side, who="invite", token=_hash(token)), token


def _row(
    games: Games, number: str, game: Game, dice: SeededDice | None, opened: OpenGame, person: Person, asked: NewGame
) -> GameRow:
    now = games.store.now()
    return GameRow(
        id=number,
        scenario=game.name,
        system=game.system.name,
        rules=game.system.version,
        fingerprint=game.fingerprint,
        options=dict(game.options),
        dice="seeded" if dice else "typed",
        seed=dice.seed if dice else None,
        commitment=dice.commitment if dice else None,
        start=game.digest(opened.state),
        creator=person.id,
        made=now,
        changed=now,
        status="waiting",
        pace=asked.pace,
        clock=new_clock(asked.clock.plain() if asked.clock else None, len(game.sides)),
        listed=asked.listed,
        deciding=deciding_of(game, opened.state),
    )


def started(games: Games, row: GameRow) -> dict[str, Any]:
    """What changes of a game when all its seats are taken: it is played, and the clock runs."""
    deciding = deciding_sides(row.deciding)
    clock = clock_after(row.clock, (), deciding, games.store.clock())
    return {"status": "playing", "clock": clock, "deadline": games.deadline(clock, deciding)}


async def join(games: Games, table: GameTable, person: Person, side: int | None, token: str | None) -> None:
    """Take a free seat: by the token of an invitation, or from the lobby."""
    if token is None:  # an invitation is a limit of its own
        await check_limit(games, person)
    async with table.lock:
        for _ in range(2):
            seat = _free_seat(table, person, side, token)
            if seat is None:
                return
            if games.store.postgres and await games.catch_up(table):
                continue  # somebody may have sat down there through another worker
            break
        assert seat is not None
        taken = SeatRow(game=table.id, side=seat.side, who="person", person=person.id, name=person.name)
        full = all(each.who in ("person", "bot") for each in table.seats if each.side != seat.side)
        begun = started(games, table.row) if full and table.row.status == "waiting" else {}
        words = f"{person.name} plays {table.open.game.side_name(seat.side)}"
        await games.note(
            table, "seat", [Line("seat", words)], side=seat.side, person=person.id, seated=[taken], **begun
        )
    await games.announce(table)


def _free_seat(table: GameTable, person: Person, side: int | None, token: str | None) -> SeatRow | None:
    """The seat somebody may take; None if they sit there already."""
    if token is not None:
        for seat in table.seats:
            if seat.who == "invite" and seat.token and secrets.compare_digest(seat.token, _hash(token)):
                return seat
        if table.sides_of(person):
            return None
        raise NotFound("this invitation is not valid, or somebody has used it")
    if side is not None and side in table.sides_of(person):
        return None
    free = [seat for seat in table.seats if seat.who == "open" and side in (None, seat.side)]
    if not free:
        raise NotYours("no seat of this game is open to you")
    return free[0]


async def rematch(games: Games, table: GameTable, person: Person) -> GameTable:
    """The same battle again with sides changed; the second who asks gets the game the first one made.

    The new game and the entry that names it are written together, and only if nobody has written since: so there is
    one rematch, whoever asks at the same moment and through whichever worker.
    """
    if not table.sides_of(person):
        raise NotYours("you do not play this game")
    if table.row.status != "over":
        raise Refused("the game is not over yet")
    if not table.row.rematch:
        await check_limit(games, person)
        await _make_rematch(games, table, person)
        await games.announce(table)
    assert table.row.rematch is not None
    made = await games.table(table.row.rematch)
    await games.announce(made)
    return made


async def _make_rematch(games: Games, table: GameTable, person: Person) -> None:
    async with table.lock:
        for _ in range(ATTEMPTS):
            if table.doubt:
                await games.catch_up(table)
            if table.row.rematch:
                return
            if table.row.status != "over":
                raise Refused("the game is not over any more")
            made = await elsewhere(_again, games, table, person)
            words = f"{person.name} wants a rematch: sides are changed in the new game"
            entry = Entry(
                number=table.open.number + 1,
                kind="rematch",
                person=person.id,
                time=made.row.made,
                digest=await elsewhere(table.open.game.digest, table.open.state),
                lines=(Line("rematch", words),),
            )
            try:
                await games.write(table, entry, also=made, rematch=made.row.id)
                return
            except Overtaken:
                await games.catch_up(table)
            except BaseException:
                table.doubt = True
                raise
    raise Refused("the game is too busy: try again")


def _again(games: Games, table: GameTable, person: Person) -> NewGameRows:
    """The rematch, before it is stored."""
    row, game = table.row, table.open.game
    dice = Dice.fresh() if row.seed else None
    opened = OpenGame(game, dice)
    first = opened.begin()
    number = fresh_id()
    now = games.store.now()
    swapped = tuple(reversed(table.seats))
    seats = [
        SeatRow(game=number, side=side, who=seat.who, person=seat.person, name=seat.name, bot=seat.bot)
        for side, seat in enumerate(swapped)
    ]
    clock = row.clock and {name: row.clock[name] for name in row.clock if name not in ("left", "since")}
    new = msgspec.structs.replace(
        row,
        id=number,
        rules=game.system.version,
        fingerprint=game.fingerprint,
        seed=dice.seed if dice else None,
        past_seeds=[],
        commitment=dice.commitment if dice else None,
        dice="seeded" if dice else "typed",
        start=game.digest(opened.state),
        creator=person.id,
        made=now,
        changed=now,
        status="waiting",
        words="",
        clock=new_clock(clock, len(game.sides)),
        deadline=None,
        deciding=deciding_of(game, opened.state),
        result=None,
        rematch=None,
    )
    new = msgspec.structs.replace(new, **started(games, new))
    return NewGameRows(new, seats, [msgspec.structs.replace(first, time=now)])
