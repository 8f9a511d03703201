"""The routes of games, scenarios and systems."""
