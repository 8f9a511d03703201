""" "Your turn": by mail and web hook, never twice for one turn."""
