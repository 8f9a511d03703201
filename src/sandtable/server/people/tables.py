"""The tables of people: who they are, their sessions, their one-time links, and what the server keeps to itself.

Times are whole seconds since 1970. A session or a link is kept as the hash of its token: who reads the database
cannot log in with what stands there.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, LargeBinary, String, Table, Text, text

from sandtable.server.store.metadata import metadata

__all__ = ["Key", "account_links", "looking", "people", "secrets", "sessions"]

Key = BigInteger().with_variant(Integer, "sqlite")
"""SQLite counts up only a plain INTEGER key."""

people = Table(
    "people",
    metadata,
    Column("id", Key, primary_key=True),
    Column("name", String(60), nullable=False),
    Column("name_key", String(120), nullable=True, unique=True),  # null for guests: only accounts own a name
    Column("guest", Boolean, nullable=False),
    Column("admin", Boolean, nullable=False, server_default=text("false")),
    Column("password", Text, nullable=True),  # an argon2 hash
    Column("mail", String(254), nullable=True, index=True),  # several accounts may share one: each is secret
    Column("mail_confirmed", Boolean, nullable=False, server_default=text("false")),
    Column("notices", Text, nullable=False, server_default="{}"),  # JSON: how this person hears that it is their turn
    Column("made", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", LargeBinary(32), primary_key=True),
    Column("person", Key, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("made", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False, index=True),
)

account_links = Table(
    "account_links",
    metadata,
    Column("token", LargeBinary(32), primary_key=True),
    Column("person", Key, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("purpose", String(10), nullable=False),  # reset: a new password; confirm: this mail address is mine
    Column("until", BigInteger, nullable=False),
)
"""Links that were mailed: gone when used."""

secrets = Table(
    "secrets",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
"""What all workers share and nobody else may know: the key that signs CSRF tokens."""

looking = Table(
    "looking",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("person", Key, primary_key=True, autoincrement=False),
    Column("worker", String(16), primary_key=True),
    Column("until", BigInteger, nullable=False),
)
"""The people who have a game open, and in which worker, on PostgreSQL."""

Index("ix_people_seen_guest", people.c.seen, people.c.guest)
