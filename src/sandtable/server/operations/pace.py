"""How fast one person may ask: after they are recognised, before any route."""

from __future__ import annotations

from litestar.types import ASGIApp, Receive, Scope, Send

from sandtable.server.operations.rates import Rates
from sandtable.server.people.guards import too_many

__all__ = ["Pace"]


class Pace:
    """Refuses one request too many of one person; addresses are counted at the gate."""

    def __init__(self, app: ASGIApp, rates: Rates) -> None:
        self._app = app
        self._rate = rates.requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count, then go on."""
        person = scope["user"]
        if person is not None:
            wait = self._rate.wait(str(person.id))
            if wait:
                raise too_many(wait)
        await self._app(scope, receive, send)
