"""A person, as the server knows them."""

from __future__ import annotations

import hashlib
import secrets
import time

from msgspec import Struct

__all__ = ["Person", "fresh_token", "now", "token_hash"]


class Person(Struct, frozen=True):
    """A guest or the holder of an account.

    >>> Person(7, "Anna", guest=False, admin=False).name
    'Anna'
    """

    id: int
    name: str
    guest: bool
    admin: bool


def now() -> int:
    """The time as tables keep it: whole seconds since 1970."""
    return int(time.time())


def fresh_token() -> str:
    """A secret nobody can guess: 256 bits, fit for a cookie or a link.

    >>> len(fresh_token())
    43
    """
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> bytes:
    """What is kept of a token.

    >>> len(token_hash("x"))
    32
    """
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()
