"""The gate: all that comes in passes here first, and all that goes out carries the same headers.

It turns away a request for another host (a page that points its own name at this machine), a request or a WebSocket
handshake that another site's page makes in a visitor's name, an address that asks without end, and one WebSocket too
many.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

import msgspec

from sandtable.server.config import Settings
from sandtable.server.operations.rates import Rates, address_key

__all__ = ["CONTENT_POLICY", "PARTS", "Gate"]

log = logging.getLogger("sandtable.access")
Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]
"""Any ASGI application; this one does not depend on Litestar."""

CONTENT_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # counters are placed on the map by style attributes
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self' blob:",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),  # addresses can hold invitations
    (b"cross-origin-resource-policy", b"same-origin"),
]
"""Every answer carries these."""
OF_PAGES = [
    (b"content-security-policy", CONTENT_POLICY.encode()),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
]
"""Only pages heed these. Every answer carries them but the parts of the client: a page fetches a dozen before it
shows."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
PARTS = "/assets/"
"""Where the parts of the client are; they are kept for ever by their names, and hand out no cookie."""
UNGUARDED = frozenset({"/healthz", "/readyz"})
"""Asked for by machines that know the address only."""


class Gate:
    """Wraps the whole application."""

    def __init__(self, app: Application, settings: Settings, rates: Rates) -> None:
        self._app = app
        self._settings = settings
        self._rates = rates
        self._headers = list(HEADERS)
        if settings.secure:
            self._headers.append((b"strict-transport-security", b"max-age=31536000"))
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a connection in, or turn it away."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        status = [0]
        send = self._dressed(send, status, scope["path"])
        address = address_key(scope["client"][0] if scope.get("client") else None)
        refusal = self._refusal(scope, address)
        if refusal is not None:
            await _turn_away(scope, send, *refusal)
        elif scope["type"] == "websocket":
            self._open.update([address, ""])
            try:
                await self._app(scope, receive, send)
            finally:
                self._open.subtract([address, ""])
                self._open += Counter()  # forget the zeros
        else:
            await self._app(scope, receive, send)
        self._note(scope, status[0], time.perf_counter() - began)

    def _refusal(self, scope: Scope, address: str) -> tuple[int, str] | tuple[int, str, int] | None:
        headers = {name.lower(): value for name, value in scope["headers"]}
        host, origin = headers.get(b"host", b"").decode("latin-1"), headers.get(b"origin")
        path: str = scope["path"]
        if path not in UNGUARDED and not self._known_host(host):
            return 400, "this server does not go by that host name"
        if "\0" in path or "\\" in path:
            return 400, "this address is not well formed"
        unsafe = scope["type"] == "websocket" or scope["method"] not in SAFE
        if unsafe and origin is not None and not self._same_site(origin.decode("latin-1"), host):
            return 403, "requests from other sites are not taken"
        if unsafe and origin is None and headers.get(b"sec-fetch-site", b"none") not in (b"none", b"same-origin"):
            return 403, "requests from other sites are not taken"
        wait = self._rates.addresses.wait(address)
        if wait:
            return 429, f"too many requests: try again in {wait} s", wait
        if scope["type"] == "websocket":
            limits = self._settings.limits
            if self._open[address] >= limits.connections_per_person:
                return 429, "too many connections are open: close another one first"
            if self._open[""] >= limits.connections:
                return 503, "the server is full: try again later"
        return None

    def _known_host(self, host: str) -> bool:
        name = _host_name(host)
        if self._settings.address and name == _host_name(urlsplit(self._settings.address).netloc):
            return True
        if self._settings.public:
            return not self._settings.address and bool(name)
        return name in LOCAL or name == self._settings.host

    def _same_site(self, origin: str, host: str) -> bool:
        if self._settings.address and origin == _origin(self._settings.address):
            return True
        if self._settings.public and self._settings.address:
            return False
        parts = urlsplit(origin)
        return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()

    def _dressed(self, send: Send, status: list[int], path: str) -> Send:
        async def dressed(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status[0] = message["status"]
                headers = list(message.get("headers", []))
                names = {name.lower() for name, _ in headers}
                part = path.startswith(PARTS) and status[0] == 200
                headers += [each for each in (*self._headers, *([] if part else OF_PAGES)) if each[0] not in names]
                message = {**message, "headers": headers}
            elif message["type"] == "websocket.accept":
                status[0] = 101
            elif message["type"] == "websocket.close" and not status[0]:
                status[0] = 403
            await send(message)

        return dressed

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        level = logging.WARNING if status >= 500 else logging.INFO
        if not log.isEnabledFor(level):
            return
        pattern = scope.get("path_template") or ("(unknown)" if status in (400, 404) else "(refused)")
        told: dict[str, Any] = {
            "method": scope.get("method", "WEBSOCKET"),
            "path": pattern,
            "status": status,
            "milliseconds": round(seconds * 1000, 1),
            "client": scope["client"][0] if scope.get("client") else "",
        }
        user = scope.get("user")
        if user is not None:
            told["person"] = user.id
        log.log(level, "request", extra=told)


@lru_cache(maxsize=1000)
def _host_name(host: str) -> str:
    """The name in a Host header, without the port.

    >>> _host_name("Localhost:8642"), _host_name("[::1]:80")
    ('localhost', '::1')
    """
    try:
        return (urlsplit("//" + host).hostname or "").lower()
    except ValueError:
        return ""


@lru_cache(maxsize=10)
def _origin(address: str) -> str:
    """The origin of an address, as a browser writes it.

    >>> _origin("https://Games.example:443/")
    'https://games.example'
    """
    parts = urlsplit(address)
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    name = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return f"{parts.scheme}://{name}" + (f":{parts.port}" if parts.port not in (None, usual) else "")


async def _turn_away(scope: Scope, send: Send, status: int, detail: str, wait: int = 0) -> None:
    body = msgspec.json.encode({"status_code": status, "detail": detail})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if wait:
        headers.append((b"retry-after", str(wait).encode()))
    kind = "http.response"
    if scope["type"] == "websocket":
        if "websocket.http.response" not in (scope.get("extensions") or {}):
            await send({"type": "websocket.close", "code": 4000 + status, "reason": detail})
            return
        kind = "websocket.http.response"
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body, "more_body": False})
