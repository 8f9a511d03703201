"""How the tables came to be: Alembic migrations, run when a server starts."""
