"""Alembic's entry: migrations run on the connection that the server hands over."""

from __future__ import annotations

from alembic import context

from sandtable.server.store.metadata import metadata


def run() -> None:
    """Run what Alembic has chosen."""
    connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    context.run_migrations()


if hasattr(context, "config"):  # Alembic runs this file; whoever only imports it has no context
    run()
