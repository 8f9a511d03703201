"""The table of notices: one row for each turn, side and way, so that nobody hears of one turn twice."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table

from sandtable.server.people.tables import Key
from sandtable.server.store.metadata import metadata

__all__ = ["turn_notices"]

turn_notices = Table(
    "turn_notices",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("turn", Integer, primary_key=True),  # the number of actions taken when the turn began
    Column("side", Integer, primary_key=True),
    Column("way", String(10), primary_key=True),  # mail or hook
    Column("person", Key, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("state", String(10), nullable=False),  # waiting, trying, sent, dropped, failed
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("due", BigInteger, nullable=False),
    Column("made", BigInteger, nullable=False),
)
Index("ix_turn_notices_state_due", turn_notices.c.state, turn_notices.c.due)
