"""The notifier: looks whose turn it is, and sends a notice to players who want one and are away.

It reads the tables of games only, so a crash loses nothing: whoever is up next finds the turn still untold. A turn is
the entry of the log after which a side was asked; one row for each turn, side and way is claimed before anything is
sent, so two workers, or one before and after a crash, never tell the same turn twice.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Protocol

import msgspec
from msgspec import Struct
from sqlalchemy import Row, and_, delete, exists, func, insert, not_, or_, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from sandtable.server.config import Settings
from sandtable.server.notify.choices import Notices, decode_choices
from sandtable.server.notify.hook import send_hook
from sandtable.server.notify.outcome import NotSent, Unknown
from sandtable.server.notify.post import letter, send_mail
from sandtable.server.notify.tables import turn_notices
from sandtable.server.operations.figures import NOTICES
from sandtable.server.people.person import now
from sandtable.server.people.tables import people
from sandtable.server.store.database import Store
from sandtable.server.store.tables import entries, games, seats

__all__ = ["Notifier", "Presence"]

log = logging.getLogger("sandtable.notices")
ROUND_SECONDS = 2.0
FIRST_PAUSE = 30
LOST_SECONDS = 900
AT_A_TIME = 200


class Presence(Protocol):
    """The people looking at a game now, in any worker."""

    async def present(self, game: str, person: int) -> bool:
        """Whether this person has the game open."""


class Turn(Struct, frozen=True):
    """A side that is asked, and who sits there."""

    game: str
    turn: int
    shown: int
    """The turn as others may read it: counted in entries that this side may know of."""
    side: int
    person: int
    name: str
    mail: str
    scenario: str
    since: int
    wants: Notices


class Notifier:
    """One in each worker; they share the work through the table of notices."""

    def __init__(self, store: Store, settings: Settings, presence: Presence) -> None:
        self._store = store
        self._settings = settings
        self._presence = presence

    async def run(self) -> None:
        """Go round until cancelled; a round that fails is logged, and the next one tries again."""
        while True:
            try:
                await self.round()
            except (SQLAlchemyError, OSError) as fault:
                log.warning("notices wait for the database", extra={"reason": type(fault).__name__})
            await asyncio.sleep(ROUND_SECONDS)

    async def round(self) -> None:
        """Note the turns without a notice, then send the notices that are due."""
        turns = {(each.game, each.side): each for each in await self._turns()}
        for turn in turns.values():
            await self._note(turn)
        await self._give_up_lost()
        for row in await self._due():
            current = turns.get((row.game, row.side))
            if current is None or current.turn != row.turn:
                current = await self._turn_of(row)
            await self._tell(row, current)

    async def _turns(self, game: str | None = None) -> list[Turn]:
        """Every turn in a running game whose player wants a notice, and has had time to see it."""
        before = (now() - self._settings.notices.grace_seconds) * 1000
        asked, shown = (
            select(each)
            .where(
                entries.c.game == games.c.id,
                or_(entries.c.side.is_(None), entries.c.side != seats.c.side),
                not_(entries.c.secret),
            )
            .correlate(games, seats)
            .scalar_subquery()
            for each in (func.coalesce(func.max(entries.c.number), 0), func.count())
        )
        query = (
            select(
                games.c.id,
                games.c.scenario,
                games.c.deciding,
                games.c.changed,
                seats.c.side,
                people.c.id.label("person"),
                people.c.name,
                people.c.mail,
                people.c.mail_confirmed,
                people.c.notices,
                asked.label("turn"),
                shown.label("shown"),
            )
            .join(seats, seats.c.game == games.c.id)
            .join(people, people.c.id == seats.c.person)
            .where(
                games.c.status == "playing",
                games.c.changed <= before,
                seats.c.who == "person",
                people.c.notices != "{}",
                not_(people.c.guest),
            )
        )
        if game is not None:
            query = query.where(games.c.id == game)
        async with self._store.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [_turn(row) for row in rows if str(row.side) in row.deciding.split()]

    async def _turn_of(self, row: Row[Any]) -> Turn | None:
        """The turn a notice is about, if it still is that person's turn."""
        for turn in await self._turns(row.game):
            if (turn.side, turn.turn, turn.person) == (row.side, row.turn, row.person):
                return turn
        return None

    async def _note(self, turn: Turn) -> None:
        if not turn.wants.always and await self._presence.present(turn.game, turn.person):
            return
        for way in self._ways(turn):
            key = {"game": turn.game, "turn": turn.turn, "side": turn.side, "way": way}
            noted = exists().where(*(turn_notices.c[name] == value for name, value in key.items()))
            async with self._store.reading() as connection:
                if await connection.scalar(select(noted)):
                    continue
            try:
                async with self._store.writing() as connection:
                    values = {**key, "person": turn.person, "state": "waiting", "due": now(), "made": now()}
                    await connection.execute(insert(turn_notices).values(values))
            except IntegrityError:
                pass  # another worker noted it first

    def _ways(self, turn: Turn) -> list[str]:
        ways = []
        if turn.wants.mail and turn.mail and self._settings.mail.host:
            ways.append("mail")
        if turn.wants.web_hook and self._settings.notices.web_hooks:
            ways.append("hook")
        return ways

    async def _due(self) -> list[Row[Any]]:
        async with self._store.reading() as connection:
            query = select(turn_notices).where(turn_notices.c.state == "waiting", turn_notices.c.due <= now())
            return list((await connection.execute(query.order_by(turn_notices.c.due).limit(AT_A_TIME))).all())

    async def _tell(self, row: Row[Any], turn: Turn | None) -> None:
        """Claim the row, send, and keep what became of it."""
        if not await self._change(row, "waiting", state="trying", attempts=row.attempts + 1, due=now()):
            return  # another worker has it
        outcome, due = "sent", now()
        try:
            if turn is None:
                outcome = "dropped"  # acted, resigned or handed over meanwhile
            elif row.way == "mail":
                await send_mail(self._settings.mail, self._letter(turn))
            else:
                await self._send_hook(turn)
        except NotSent as fault:
            tries = row.attempts + 1
            outcome = "waiting" if tries < self._settings.notices.attempts else "failed"
            due = now() + FIRST_PAUSE * 4 ** (tries - 1)
            self._warn(row, outcome, str(fault))
        except Unknown as fault:
            outcome = "failed"
            self._warn(row, outcome, str(fault))
        await self._change(row, "trying", state=outcome, due=due)
        NOTICES.labels(row.way, outcome).inc()

    async def _send_hook(self, turn: Turn) -> None:
        told = {
            "event": "your_turn",
            "notice": f"{turn.game}-{turn.shown}-{turn.side}",
            "game": turn.game,
            "scenario": turn.scenario,
            "name": turn.name,
            "link": self._link(turn),
        }
        chosen = self._settings.notices
        await send_hook(
            turn.wants.web_hook,
            msgspec.json.encode(told),
            public_only=self._settings.public,
            seconds=chosen.seconds,
        )

    def _letter(self, turn: Turn) -> Any:
        text = (
            f"Hello {turn.name},\n\nit is your turn in {turn.scenario}:\n\n{self._link(turn)}\n\n"
            "You choose in your account whether you get these mails.\n"
        )
        return letter(self._settings.mail, turn.mail, f"Sandtable: your turn in {turn.scenario}", text)

    def _link(self, turn: Turn) -> str:
        base = self._settings.address.rstrip("/") or f"http://{self._settings.host}:{self._settings.port}"
        return f"{base}/games/{turn.game}"

    async def _change(self, row: Row[Any], was: str, **values: Any) -> bool:
        """Change a notice if it is still as it was; whether it did."""
        same = and_(*(turn_notices.c[name] == getattr(row, name) for name in ("game", "turn", "side", "way")))
        async with self._store.writing() as connection:
            change = update(turn_notices).where(same, turn_notices.c.state == was).values(values)
            return bool((await connection.execute(change)).rowcount)

    async def _give_up_lost(self) -> None:
        """A worker died while sending: it may have arrived, so it is not tried again."""
        lost = and_(turn_notices.c.state == "trying", turn_notices.c.due < now() - LOST_SECONDS)
        async with self._store.reading() as connection:
            if not await connection.scalar(select(exists().where(lost))):
                return
        async with self._store.writing() as connection:
            await connection.execute(update(turn_notices).where(lost).values(state="failed"))

    async def sweep(self) -> None:
        """Forget the notices of games that are no longer played."""
        played = select(games.c.id).where(games.c.status.in_(("playing", "paused")))
        async with self._store.writing() as connection:
            await connection.execute(delete(turn_notices).where(turn_notices.c.game.not_in(played)))

    def _warn(self, row: Row[Any], outcome: str, reason: str) -> None:
        words = "notice given up" if outcome == "failed" else "notice not sent yet"
        log.warning(words, extra={"game": row.game, "way": row.way, "attempt": row.attempts + 1, "reason": reason})


def _turn(row: Any) -> Turn:
    return Turn(
        game=row.id,
        turn=row.turn,
        shown=row.shown,
        side=row.side,
        person=row.person,
        name=row.name,
        mail=row.mail if row.mail and row.mail_confirmed else "",
        scenario=row.scenario,
        since=row.changed,
        wants=decode_choices(row.notices),
    )
