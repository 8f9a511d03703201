"""CSRF tokens are Litestar's; a cookie that this server did not sign is replaced, or its browser could never act."""

from __future__ import annotations

from litestar.enums import ScopeType
from litestar.middleware.csrf import CSRFMiddleware
from litestar.types import Receive, Scope, Send

__all__ = ["Csrf"]


class Csrf(CSRFMiddleware):
    """Litestar's, and a page that is read with a stale cookie hands out a new one."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forget a stale cookie before the rest looks at it."""
        if scope["type"] == ScopeType.HTTP and scope["method"] in self.config.safe_methods:
            scope["headers"] = [self._kept(*each) for each in scope["headers"]]
        await super().__call__(scope, receive, send)

    def _kept(self, name: bytes, value: bytes) -> tuple[bytes, bytes]:
        mark = self.config.cookie_name.encode() + b"="
        if name.lower() != b"cookie" or mark not in value:
            return name, value
        kept = [each for each in value.split(b";") if not each.strip().startswith(mark) or self._signed(each)]
        return name, b";".join(kept)

    def _signed(self, cookie: bytes) -> bool:
        token = cookie.partition(b"=")[2].strip().decode("latin-1")
        return self._decode_csrf_token(token) is not None

    def _decode_csrf_token(self, token: str) -> str | None:
        return super()._decode_csrf_token(token) if token.isascii() else None  # others cannot even be compared
