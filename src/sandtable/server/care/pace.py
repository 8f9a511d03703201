"""How fast one person may ask: after they are recognised, before any route."""

from __future__ import annotations

from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from sandtable.server.care.rates import Rates
from sandtable.server.people.guards import too_many

__all__ = ["Pace"]


class Pace(ASGIMiddleware):
    """Refuses one request too many of one person; addresses are counted at the door."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Count, then go on."""
        rates: Rates = scope["litestar_app"].state.rates
        if scope["user"] is not None:
            wait = rates.requests.wait(str(scope["user"].id))
            if wait:
                raise too_many(wait)
        await next_app(scope, receive, send)
