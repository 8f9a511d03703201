"""The tables of games: what is played, who sits where, the log of each game, and what people keep beside it.

Times are whole milliseconds since 1970. The log (`entries`) is only ever added to.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from sandtable.server.store.metadata import metadata

__all__ = ["chat", "entries", "games", "links", "notes", "orders", "readiness", "seats", "snapshots"]


def _game() -> Column[str]:
    return Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)


games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("scenario", String(200), nullable=False),
    Column("system", String(60), nullable=False),
    Column("rules", String(60), nullable=False),  # the version that the log was last played with
    Column("fingerprint", String(32), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("dice", String(10), nullable=False),  # seeded, typed or mixed
    Column("seed", String(32), nullable=True),  # of the dice that are thrown now
    Column("past_seeds", Text, nullable=False, server_default="[]"),  # JSON: of the dice before a repair
    Column("commitment", String(64), nullable=True),  # to the seed; the log has every one that was published
    Column("start", String(32), nullable=False),  # the digest of the first state
    Column("creator", BigInteger, nullable=True),
    Column("made", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),  # the last entry that everybody may know of
    Column("status", String(10), nullable=False),
    Column("words", Text, nullable=False, server_default=""),  # why it is stopped or paused
    Column("pace", String(10), nullable=False),
    Column("clock", Text, nullable=False, server_default="null"),  # JSON
    Column("deadline", BigInteger, nullable=True),  # when a flag falls if nobody acts
    Column("listed", Boolean, nullable=False),
    Column("length", Integer, nullable=False),  # entries in the log
    Column("deciding", String(40), nullable=False, server_default=""),  # sides, such as "0" or "0 1"
    Column("result", Text, nullable=True),  # JSON
    Column("rematch", String(32), nullable=True),
    Index("ix_games_status_changed", "status", "changed"),
    Index("ix_games_deadline", "deadline"),
)

seats = Table(
    "seats",
    metadata,
    _game(),
    Column("side", Integer, primary_key=True),
    Column("who", String(10), nullable=False),  # person, bot, open or invite
    Column("person", BigInteger, nullable=True, index=True),
    Column("name", String(60), nullable=False, server_default=""),
    Column("bot", String(40), nullable=True),
    Column("token", String(64), nullable=True),  # the hash of an invitation
)

entries = Table(
    "entries",
    metadata,
    _game(),
    Column("number", Integer, primary_key=True),
    Column("kind", String(12), nullable=False),  # start, action, undo, resign, draw, flag, seat, repair, ...
    Column("side", Integer, nullable=True),
    Column("person", BigInteger, nullable=True),
    Column("key", String(64), nullable=True),
    Column("time", BigInteger, nullable=False),
    Column("secret", Boolean, nullable=False),  # made while all sides choose in secret
    Column("verb", String(200), nullable=True),
    Column("target", Text, nullable=True),  # JSON
    Column("dice", Text, nullable=False, server_default="[]"),  # JSON: the throws of this entry
    Column("digest", String(32), nullable=False),  # of the state it led to
    Column("roll", Integer, nullable=True),  # from here on the dice are new, beginning with this roll number
    Column("seal", String(64), nullable=True),  # the commitment to their seed, as it was published
    Column("lines", LargeBinary, nullable=False),  # JSON: what the log says, and to whom
    UniqueConstraint("game", "side", "key"),
)

snapshots = Table(
    "snapshots",
    metadata,
    _game(),
    Column("number", Integer, primary_key=True),
    Column("state", LargeBinary, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    _game(),
    Column("number", Integer, primary_key=True),
    Column("person", BigInteger, nullable=True),
    Column("name", String(60), nullable=False),
    Column("side", Integer, nullable=True),
    Column("text", Text, nullable=False),
    Column("time", BigInteger, nullable=False),
)

notes = Table(
    "notes",
    metadata,
    _game(),
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
)

orders = Table(
    "orders",
    metadata,
    _game(),
    Column("side", Integer, primary_key=True),
    Column("orders", Text, nullable=False),  # JSON
)

links = Table(
    "links",
    metadata,
    Column("token", String(32), primary_key=True),
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("moment", Integer, nullable=False),  # the number of the log's entry
    Column("side", Integer, nullable=True),
    Column("person", BigInteger, nullable=True),
    Column("made", BigInteger, nullable=False),
)

readiness = Table(
    "readiness",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("written", BigInteger, nullable=False),
)
"""One row, written to see whether the database takes writes."""
