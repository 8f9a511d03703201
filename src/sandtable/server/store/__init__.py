"""The database: games, actions, people; SQLite or PostgreSQL."""
