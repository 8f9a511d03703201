"""Routes: what an administrator may do to a game."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Router, delete, post
from litestar.di import Provide
from msgspec import Meta

from sandtable.server.api.games import Id, provide_table
from sandtable.server.games import admin
from sandtable.server.games.messages import GameInfo
from sandtable.server.games.service import Games
from sandtable.server.games.table import GameTable
from sandtable.server.games.telling import one_line
from sandtable.server.people.guards import administrators
from sandtable.server.people.person import Person
from sandtable.server.people.recognise import provide_account

__all__ = ["remove", "routes"]

AnyRequest = Request[Any, Any, Any]
Words = Annotated[str, Meta(min_length=1, max_length=500)]


class PauseAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why a game is paused, for its players."""

    words: Words


class RepairAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many actions to take back, and why, for the players."""

    back: Annotated[int, Meta(ge=1, le=1_000_000)]
    words: Words


def _games(request: AnyRequest) -> Games:
    games: Games = request.app.state.games
    return games


@post("/games/{game:str}/pause", status_code=200)
async def pause(game: Id, data: PauseAsked, table: GameTable, account: Person, request: AnyRequest) -> GameInfo:
    """Pause a game: its clocks stand still."""
    await admin.pause(_games(request), table, account, one_line(data.words))
    return table.info(account)


@post("/games/{game:str}/resume", status_code=200)
async def resume(game: Id, table: GameTable, account: Person, request: AnyRequest) -> GameInfo:
    """Let a paused game go on."""
    await admin.resume(_games(request), table, account)
    return table.info(account)


@post("/games/{game:str}/repair", status_code=200)
async def repair(game: Id, data: RepairAsked, table: GameTable, account: Person, request: AnyRequest) -> GameInfo:
    """Take back the last actions of a game, whoever made them; the players see it in the log."""
    await admin.repair(_games(request), table, account, data.back, one_line(data.words))
    return table.info(account)


@delete("/games/{game:str}", guards=[administrators], dependencies={"account": Provide(provide_account)})
async def remove(game: Id, table: GameTable, account: Person, request: AnyRequest) -> None:
    """Remove a game for good."""
    await admin.remove(_games(request), table)
    request.app.state.hub.end(table.id, "an administrator has removed the game")


def routes() -> Router:
    """The routes of administrators, but for `remove`, which shares its address with others."""
    return Router(
        "/api",
        route_handlers=[pause, resume, repair],
        guards=[administrators],
        dependencies={"account": Provide(provide_account), "table": Provide(provide_table)},
        tags=["administrators"],
    )
