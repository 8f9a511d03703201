"""Alembic's entry: migrations run on the connection that the server hands over."""

from __future__ import annotations

from alembic import context

from sandtable.server.store.metadata import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
context.run_migrations()
