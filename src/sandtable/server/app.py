"""The application: games, people and operations put together."""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator
from typing import Any

from litestar import Litestar, Request, Response
from litestar.openapi import OpenAPIConfig

from sandtable import __version__
from sandtable.board.compiling import warm_up
from sandtable.server import live
from sandtable.server.api import admin as admin_routes
from sandtable.server.api import games as game_routes
from sandtable.server.api import looking as looking_routes
from sandtable.server.api import records as record_routes
from sandtable.server.api import scenarios as scenario_routes
from sandtable.server.api import sight as sight_routes
from sandtable.server.api import systems as system_routes
from sandtable.server.api import turns as turn_routes
from sandtable.server.api import workshop as workshop_routes
from sandtable.server.bots import Thinkers
from sandtable.server.config import Settings
from sandtable.server.folders import database_of
from sandtable.server.games.driver import Driver
from sandtable.server.games.errors import DiceWanted, Refused, Stale, WrongValue
from sandtable.server.games.service import Games
from sandtable.server.live import Hub
from sandtable.server.operations.plugin import Household, behind_the_gate
from sandtable.server.pages import pages
from sandtable.server.store.database import Store
from sandtable.server.store.listening import listen
from sandtable.server.store.migrate import migrate
from sandtable.server.workers import Workers

__all__ = ["asgi", "create_app"]


RARELY = 20_000, 20, 20
"""How much must be made before Python searches for rubbish: states and views are freed without it."""


def create_app(settings: Settings, store: Store | None = None) -> Litestar:
    """The application, before the gate."""
    store = store or Store(database_of(settings))
    games = Games(store, settings)
    hub = Hub(games)
    thinkers = Thinkers(settings.bots.processes, settings.bots.seconds, settings.bots.modules)
    driver = Driver(games, thinkers)
    games.changed += [hub.changed, driver.changed]
    games.looked_at = hub.looked_at
    hub.left.append(driver.left)

    @contextlib.asynccontextmanager
    async def run(app: Litestar) -> AsyncIterator[None]:
        await migrate(store)
        gc.set_threshold(*RARELY)
        gc.freeze()  # what is loaded now stays: a search for rubbish through all of it takes a fifth of a second
        app.state.games, app.state.hub, app.state.driver = games, hub, driver
        app.state.more_bots = thinkers.names
        driver.presence = lambda: app.state.get("presence")
        loops = [asyncio.create_task(driver.run())]
        if settings.preload:
            loops.append(asyncio.create_task(_load_meanwhile()))
        if store.postgres:
            loops.append(asyncio.create_task(listen(store, Workers(games, hub))))
        try:
            yield
        finally:
            for loop in loops:
                loop.cancel()
            await asyncio.gather(*loops, return_exceptions=True)
            hub.close()
            await driver.close()
            await thinkers.close()
            await store.close()

    return Litestar(
        route_handlers=[
            scenario_routes.routes(),
            system_routes.routes(),
            game_routes.routes(),
            turn_routes.routes(),
            admin_routes.routes(),
            record_routes.routes(settings.limits.record_bytes),
            looking_routes.routes(),
            sight_routes.routes(),
            workshop_routes.routes(),
            live.live,
            pages,
        ],
        plugins=[Household(settings, store)],
        lifespan=[run],
        exception_handlers={Refused: _refused},
        openapi_config=OpenAPIConfig(title="Sandtable", version=__version__, path="/api/schema"),
        logging_config=None,
        request_max_body_size=settings.limits.body_bytes,  # Litestar takes it from here only, not from a plugin
    )


async def _load_meanwhile() -> None:
    """Load what games need while the first page is looked at; a battle that is asked for earlier is loaded then."""
    await asyncio.to_thread(warm_up)
    await asyncio.to_thread(scenario_routes.load_all)
    gc.freeze()


def _refused(request: Request[Any, Any, Any], fault: Refused) -> Response[dict[str, Any]]:
    told: dict[str, Any] = {"status_code": fault.status, "detail": str(fault)}
    if isinstance(fault, DiceWanted):
        told["need"] = fault.need
    if isinstance(fault, WrongValue) and fault.about:
        told["about"] = fault.about
    if isinstance(fault, Stale) and fault.view is not None:
        told["view"] = fault.view
    return Response(told, status_code=fault.status, media_type="application/json")


def asgi(settings: Settings) -> Any:
    """The application as a server runs it."""
    return behind_the_gate(create_app(settings), settings)
