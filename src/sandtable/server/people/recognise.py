"""The person asking: the cookie of a request or a WebSocket handshake becomes a Person, before any route sees it.

A cookie the server did not hand out means nobody: a token is only ever made here, a new one at every log in.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import NotAuthorizedException
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from sandtable.server.config import Settings
from sandtable.server.operations.rates import address_key
from sandtable.server.people.accounts import Accounts, LoggedIn
from sandtable.server.people.guards import too_many
from sandtable.server.people.person import Person

__all__ = [
    "Recognise",
    "cookie_name",
    "provide_account",
    "provide_person",
    "provide_visitor",
    "recognised",
    "set_session",
]

PENDING = "sandtable_session_cookie"
LONGEST_TOKEN = 100
PLAIN = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
"""What our tokens are made of."""


def cookie_name(settings: Settings) -> str:
    """The name of the cookie; with https it has the prefix that forbids other hosts to set it.

    >>> cookie_name(Settings()), cookie_name(Settings(address="https://a.example"))
    ('sandtable_session', '__Host-sandtable_session')
    """
    return "__Host-sandtable_session" if settings.secure else "sandtable_session"


def _read_plainly(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> str | None:
    """A token in a cookie with this name, empty without one; None if it is not as we write it, or if another is named
    like it, so that Litestar must read it. That takes longer than to find the session.

    >>> _read_plainly([(b"cookie", b"theme=dark; session=x-Y_2; a=b")], b"session"), _read_plainly([], b"session")
    ('x-Y_2', '')
    >>> [_read_plainly([(b"cookie", each)], b"session") for each in (b'session="x"', b"my-session=x", b"session=")]
    [None, None, None]
    >>> _read_plainly([(b"cookie", b"session=x; session=y")], b"session")
    """
    found = [value for header, value in headers if header == b"cookie"]
    if not any(name in each for each in found):
        return ""
    before, _, after = found[0].partition(name + b"=")
    token = after.partition(b";")[0].strip()
    alone = len(found) == 1 and found[0].count(name) == 1 and before[-2:] in (b"", b"; ")
    return token.decode() if alone and token and PLAIN.issuperset(token) else None


class Recognise:
    """Sets `user` (a Person or None) and `auth` (the hash of the session's token or None)."""

    def __init__(self, app: ASGIApp, settings: Settings, accounts: Accounts) -> None:
        self._app = app
        self._settings = settings
        self._sessions = accounts.sessions
        self._cookie_name = cookie_name(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Recognise, then go on; a cookie that a route asked for is added to the answer."""
        token = self._token(scope)
        found = await self._sessions.find(token) if 0 < len(token) <= LONGEST_TOKEN else None
        scope["user"] = found.person if found else None
        scope["auth"] = found.token if found else None
        if scope["type"] == ScopeType.WEBSOCKET:
            await self._app(scope, receive, send)  # it hands out no cookie, and sends much
            return

        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start" and PENDING in scope["state"]:
                headers = MutableScopeHeaders.from_message(message)
                headers.add("set-cookie", self._cookie(scope["state"][PENDING]))
                headers["cache-control"] = "no-store"
            await send(message)

        await self._app(scope, receive, with_cookie)

    def _token(self, scope: Scope) -> str:
        """The token in the cookie of a request; empty if there is none."""
        token = _read_plainly(scope["headers"], self._cookie_name.encode())
        if token is not None:
            return token
        connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
        return connection.cookies.get(self._cookie_name, "")

    def _cookie(self, token: str) -> str:
        chosen = self._settings.people
        days = max(chosen.session_days, chosen.guest_days)
        cookie = Cookie(
            cookie_name(self._settings),
            value=token or "none",
            path="/",
            max_age=86400 * days if token else 0,
            httponly=True,
            secure=self._settings.secure,
            samesite="lax",
        )
        return cookie.to_header(header="")


def set_session(request: Request[Any, Any, Any], logged_in: LoggedIn | None) -> None:
    """Let the answer to this request carry the cookie of a session, or take the cookie away."""
    request.scope["state"][PENDING] = logged_in.token if logged_in else ""
    request.scope["user"] = logged_in.person if logged_in else None


def recognised(request: Request[Any, Any, Any]) -> Person | None:
    """The person who asks, or None."""
    visitor: Person | None = request.scope["user"]
    return visitor


async def provide_visitor(request: Request[Any, Any, Any]) -> Person | None:
    """For routes that anybody may read: whoever asks, or None."""
    return recognised(request)


async def provide_person(request: Request[Any, Any, Any]) -> Person:
    """For routes that need somebody: a newcomer becomes a guest at once, by an unsafe request only."""
    person: Person | None = request.scope["user"]
    if person is not None:
        return person
    settings: Settings = request.app.state.settings
    if request.method in ("GET", "HEAD", "OPTIONS") or not settings.people.guests:
        raise NotAuthorizedException("log in first, or come by an invitation")
    wait = request.app.state.rates.guests.wait(address_key(request.client.host if request.client else None))
    if wait:
        raise too_many(wait)
    newcomer = await request.app.state.accounts.new_guest()
    set_session(request, newcomer)
    return newcomer.person  # type: ignore[no-any-return]


async def provide_account(request: Request[Any, Any, Any]) -> Person:
    """For routes that are for accounts."""
    person: Person | None = request.scope["user"]
    if person is None or person.guest:
        raise NotAuthorizedException("this needs an account: log in first")
    return person
