"""Games, seats, the log, snapshots, chat, notes, standing orders and links."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def _game() -> sa.Column[str]:
    return sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("scenario", sa.String(200), nullable=False),
        sa.Column("system", sa.String(60), nullable=False),
        sa.Column("rules", sa.String(60), nullable=False),
        sa.Column("fingerprint", sa.String(32), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("dice", sa.String(10), nullable=False),
        sa.Column("seed", sa.String(32), nullable=True),
        sa.Column("commitment", sa.String(64), nullable=True),
        sa.Column("start", sa.String(32), nullable=False),
        sa.Column("creator", sa.BigInteger, nullable=True),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("words", sa.Text, nullable=False, server_default=""),
        sa.Column("pace", sa.String(10), nullable=False),
        sa.Column("clock", sa.Text, nullable=False, server_default="null"),
        sa.Column("deadline", sa.BigInteger, nullable=True),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("deciding", sa.String(40), nullable=False, server_default=""),
        sa.Column("result", sa.Text, nullable=True),
        sa.Column("rematch", sa.String(32), nullable=True),
    )
    op.create_index("ix_games_status_changed", "games", ["status", "changed"])
    op.create_index("ix_games_deadline", "games", ["deadline"])
    op.create_table(
        "seats",
        _game(),
        sa.Column("side", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("who", sa.String(10), nullable=False),
        sa.Column("person", sa.BigInteger, nullable=True),
        sa.Column("name", sa.String(60), nullable=False, server_default=""),
        sa.Column("bot", sa.String(40), nullable=True),
        sa.Column("token", sa.String(64), nullable=True),
    )
    op.create_index("ix_seats_person", "seats", ["person"])
    op.create_table(
        "entries",
        _game(),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("side", sa.Integer, nullable=True),
        sa.Column("person", sa.BigInteger, nullable=True),
        sa.Column("key", sa.String(64), nullable=True),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("secret", sa.Boolean, nullable=False),
        sa.Column("verb", sa.String(200), nullable=True),
        sa.Column("target", sa.Text, nullable=True),
        sa.Column("dice", sa.Text, nullable=False, server_default="[]"),
        sa.Column("digest", sa.String(32), nullable=False),
        sa.Column("lines", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("game", "side", "key", name="uq_entries_game_side_key"),
    )
    op.create_table(
        "snapshots",
        _game(),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "chat",
        _game(),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.BigInteger, nullable=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("side", sa.Integer, nullable=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "notes",
        _game(),
        sa.Column("person", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "orders",
        _game(),
        sa.Column("side", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("orders", sa.Text, nullable=False),
    )
    op.create_table(
        "links",
        sa.Column("token", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("moment", sa.Integer, nullable=False),
        sa.Column("side", sa.Integer, nullable=True),
        sa.Column("person", sa.BigInteger, nullable=True),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_links_game", "links", ["game"])
