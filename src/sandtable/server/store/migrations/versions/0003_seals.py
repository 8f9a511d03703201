"""Published commitments in the log, seeds from before a repair, a row to test writing; `changed` leaks no secrets."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the columns, and take over what was published for the games there are."""
    op.add_column("games", sa.Column("past_seeds", sa.Text, nullable=False, server_default="[]"))
    op.add_column("entries", sa.Column("roll", sa.Integer, nullable=True))
    op.add_column("entries", sa.Column("seal", sa.String(64), nullable=True))
    op.execute(
        "UPDATE entries SET roll = 0, seal = (SELECT commitment FROM games WHERE games.id = entries.game)"
        " WHERE number = 1 AND game IN (SELECT id FROM games WHERE commitment IS NOT NULL)"
    )
    op.execute(
        "UPDATE games SET changed = (SELECT max(time) FROM entries WHERE entries.game = games.id AND NOT secret)"
        " WHERE EXISTS (SELECT 1 FROM entries WHERE entries.game = games.id AND NOT secret)"
    )
    readiness = op.create_table(
        "readiness",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("written", sa.BigInteger, nullable=False),
    )
    op.bulk_insert(readiness, [{"number": 1, "written": 0}])
