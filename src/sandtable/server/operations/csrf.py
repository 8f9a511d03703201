"""CSRF tokens are Litestar's; a cookie that this server did not sign is replaced, or its browser could never act."""

from __future__ import annotations

from secrets import compare_digest

from litestar.enums import ScopeType
from litestar.middleware.csrf import CSRFMiddleware
from litestar.types import HTTPScope, Receive, Scope, Send

__all__ = ["Csrf"]

REMEMBERED = 10_000
_signed: set[tuple[str, bytes]] = set()
"""Tokens that were found to be signed, each with the secret that signed it."""


class Csrf(CSRFMiddleware):
    """Litestar's, and a page that is read with a stale cookie hands out a new one."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let through at once whoever has one good token; forget a stale cookie before Litestar looks at it."""
        if scope["type"] != ScopeType.HTTP or self._is_good(scope):
            await self.app(scope, receive, send)
            return
        if scope["method"] in self.config.safe_methods:
            scope["headers"] = [self._kept(*each) for each in scope["headers"]]
        await super().__call__(scope, receive, send)

    def _is_good(self, scope: HTTPScope) -> bool:
        """Whether there is one cookie with a token of ours, and a request that changes something repeats it."""
        mark, name = self.config.cookie_name.encode() + b"=", self.config.header_name.encode()
        cookies = [
            part.strip()
            for key, value in scope["headers"]
            if key == b"cookie" and mark in value
            for part in value.split(b";")
            if part.strip().startswith(mark)
        ]
        if len(cookies) != 1 or not self._signed(cookies[0]):
            return False
        if scope["method"] in self.config.safe_methods:
            return True
        given = [value for key, value in scope["headers"] if key == name]
        return len(given) == 1 and compare_digest(given[0], cookies[0][len(mark) :])

    def _kept(self, name: bytes, value: bytes) -> tuple[bytes, bytes]:
        mark = self.config.cookie_name.encode() + b"="
        if name.lower() != b"cookie" or mark not in value:
            return name, value
        kept = [each for each in value.split(b";") if not each.strip().startswith(mark) or self._signed(each)]
        return name, b";".join(kept)

    def _signed(self, cookie: bytes) -> bool:
        token = cookie.partition(b"=")[2].strip()
        known = self.config.secret, token
        if known in _signed:
            return True
        if self._decode_csrf_token(token.decode("latin-1")) is None:
            return False
        if len(_signed) >= REMEMBERED:
            _signed.clear()
        _signed.add(known)
        return True

    def _decode_csrf_token(self, token: str) -> str | None:
        return super()._decode_csrf_token(token) if token.isascii() else None  # others cannot even be compared
