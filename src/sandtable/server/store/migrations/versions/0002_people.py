"""People, their sessions, mailed links, shared secrets and notices."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def _person() -> sa.Column[int]:
    return sa.Column("person", KEY, sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "people",
        sa.Column("id", KEY, primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("name_key", sa.String(120), nullable=True, unique=True),
        sa.Column("guest", sa.Boolean, nullable=False),
        sa.Column("admin", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("password", sa.Text, nullable=True),
        sa.Column("mail", sa.String(254), nullable=True, index=True),
        sa.Column("mail_confirmed", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("notices", sa.Text, nullable=False, server_default="{}"),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_people_seen_guest", "people", ["seen", "guest"])
    op.create_table(
        "sessions",
        sa.Column("token", sa.LargeBinary(32), primary_key=True),
        _person(),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False, index=True),
    )
    op.create_table(
        "account_links",
        sa.Column("token", sa.LargeBinary(32), primary_key=True),
        _person(),
        sa.Column("purpose", sa.String(10), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "turn_notices",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("turn", sa.Integer, primary_key=True),
        sa.Column("side", sa.Integer, primary_key=True),
        sa.Column("way", sa.String(10), primary_key=True),
        _person(),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_turn_notices_state_due", "turn_notices", ["state", "due"])
    op.create_table(
        "looking",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("person", KEY, primary_key=True, autoincrement=False),
        sa.Column("worker", sa.String(16), primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
