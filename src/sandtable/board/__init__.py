"""Boards: hex maps and inch tables, with their distances, sight and ways of moving."""
