"""Passwords: argon2, in a thread, never many at once (each takes 64 MB), and as slow for a name that does not exist."""

from __future__ import annotations

import asyncio

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from sandtable.kernel.errors import SandtableError

__all__ = ["BadPassword", "Passwords", "check_password"]

SHORTEST, LONGEST = 8, 200
AT_ONCE = 2


class BadPassword(SandtableError):
    """A password that cannot be chosen; says why."""


def check_password(password: str, name: str = "") -> None:
    """Raise BadPassword unless this may be somebody's password.

    >>> check_password("short")
    Traceback (most recent call last):
    sandtable.server.people.passwords.BadPassword: a password has 8 to 200 characters
    """
    if not SHORTEST <= len(password) <= LONGEST:
        raise BadPassword(f"a password has {SHORTEST} to {LONGEST} characters")
    if len(set(password)) < 4 or password.casefold() == name.casefold():
        raise BadPassword("this password is too easy to guess")


class Passwords:
    """Makes and checks hashes."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._nobody: str | None = None

    async def hashed(self, password: str) -> str:
        """The hash to keep of a password."""
        async with self._turns:
            return await asyncio.to_thread(self._hasher.hash, _encoded(password))

    async def fits(self, password: str, kept: str | None) -> bool:
        """Whether the password is the one kept; None (no such account) takes as long, and never fits."""
        if self._nobody is None:
            self._nobody = await self.hashed("no account has this")
        async with self._turns:
            right = await asyncio.to_thread(self._verify, kept or self._nobody, password)
        return right and kept is not None

    def outdated(self, kept: str) -> bool:
        """Whether a hash was made with weaker settings than today's."""
        return self._hasher.check_needs_rehash(kept)

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return len(password) <= LONGEST and self._hasher.verify(kept, _encoded(password))
        except (Argon2Error, InvalidHashError):
            return False


def _encoded(password: str) -> bytes:
    return password.encode("utf-8", "surrogatepass")
