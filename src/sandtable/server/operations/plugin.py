"""Everything around the games, in one plug: people, notices, limits, health, figures, and how errors are reported."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator

from litestar import Litestar
from litestar.config.app import AppConfig
from litestar.config.csrf import CSRFConfig
from litestar.middleware import DefineMiddleware
from litestar.plugins import InitPlugin, ReceiveRoutePlugin
from litestar.routes import BaseRoute, HTTPRoute
from sqlalchemy.exc import SQLAlchemyError

from sandtable.server.config import Settings
from sandtable.server.notify.notifier import Notifier
from sandtable.server.operations.csrf import Csrf
from sandtable.server.operations.errands import Errands
from sandtable.server.operations.figures import Figures, Measured
from sandtable.server.operations.gate import PARTS, Gate
from sandtable.server.operations.health import Readiness, healthz, readyz
from sandtable.server.operations.pace import Pace
from sandtable.server.operations.problems import Refusable, problem_handlers
from sandtable.server.operations.rates import Rates
from sandtable.server.operations.strictly import StrictRequest
from sandtable.server.people.accounts import Accounts
from sandtable.server.people.recognise import Recognise
from sandtable.server.people.routes import routes
from sandtable.server.people.secrets import shared_secret
from sandtable.server.people.watch import Watch
from sandtable.server.store.database import Store

__all__ = ["Household", "behind_the_gate"]

log = logging.getLogger("sandtable.server")
SWEEP_SECONDS = 3600
FINISH_SECONDS = 10.0


class Household(InitPlugin, ReceiveRoutePlugin):
    """Give it to Litestar: `Litestar(plugins=[Household(settings, store)])`, after which `app.state` has
    `settings`, `store`, `accounts`, `rates` and `errands`, and each request its `user`.

    When the application starts, the store must be migrated and `app.state.hub` must hold the live connections.
    """

    def __init__(self, settings: Settings, store: Store) -> None:
        self._settings = settings
        self._store = store
        self._csrf = CSRFConfig(
            secret="set when the application starts",
            cookie_secure=settings.secure,
            cookie_samesite="lax",
            exclude=["^/healthz$", "^/readyz$", "^/metrics$", f"^{PARTS}"],
        )

    def on_app_init(self, app_config: AppConfig) -> AppConfig:
        """Add the routes, the middleware and the rest."""
        limits = self._settings.limits
        state = app_config.state
        state.settings = self._settings
        state.store = self._store
        state.accounts = Accounts(self._store, self._settings)
        state.rates = Rates(
            limits.requests_per_minute, limits.attempts_per_minute, limits.guests_per_hour, limits.costly_per_minute
        )
        state.errands = Errands()
        state.readiness = Readiness(self._store)
        app_config.request_class = StrictRequest
        app_config.logging_config = None  # set up once for all loggers, by operations.logs
        csrf = DefineMiddleware(Csrf, config=self._csrf)
        app_config.middleware = [
            Measured,
            csrf,
            DefineMiddleware(Recognise, settings=self._settings, accounts=state.accounts),
            DefineMiddleware(Pace, rates=state.rates),
            *app_config.middleware,
        ]
        app_config.route_handlers.extend([routes(), healthz, readyz, Figures])
        app_config.exception_handlers = {**problem_handlers(), **app_config.exception_handlers}
        app_config.lifespan.append(self._live)
        return app_config

    def receive_route(self, route: BaseRoute) -> None:
        """Document the refusals of each route. The document itself is made when it is first asked for."""
        if isinstance(route, HTTPRoute):
            for handler in route.route_handlers:
                handler.operation_class = Refusable

    @contextlib.asynccontextmanager
    async def _live(self, app: Litestar) -> AsyncIterator[None]:
        self._csrf.secret = await shared_secret(self._store, "csrf")
        watch = app.state.presence = Watch(self._store, app.state.hub)
        notifier = Notifier(self._store, self._settings, watch)
        loops = [asyncio.create_task(each) for each in (notifier.run(), watch.run(), _sweep(app, notifier))]
        try:
            yield
        finally:
            app.state.stopping = True
            for loop in loops:
                loop.cancel()
            await asyncio.gather(*loops, return_exceptions=True)
            await app.state.errands.finish(FINISH_SECONDS)


async def _sweep(app: Litestar, notifier: Notifier) -> None:
    """Forget what is over, now and then."""
    while True:
        try:
            await app.state.accounts.sessions.sweep()
            await notifier.sweep()
        except (SQLAlchemyError, OSError) as fault:
            log.warning("the sweep waits for the database", extra={"reason": type(fault).__name__})
        await asyncio.sleep(SWEEP_SECONDS)


def behind_the_gate(app: Litestar, settings: Settings) -> Gate:
    """The application as a server runs it: behind the gate."""
    return Gate(app, settings, app.state.rates)
