"""People: guests who play at once, accounts, sessions, and who may do what."""
