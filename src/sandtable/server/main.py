"""Running the server: one process, or several workers that get the settings from the one that started them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import msgspec
import uvicorn

from sandtable.board import compiling
from sandtable.server.config import Settings
from sandtable.server.folders import database_of
from sandtable.server.operations.figures import share_between_workers
from sandtable.server.operations.logs import set_up_logs
from sandtable.server.store.alone import alone

__all__ = ["app", "serve"]

HANDED_OVER = "SANDTABLE__SETTINGS"
"""Two underscores: between our own processes, not for people."""
FINISH_SECONDS = 15


def app() -> Any:
    """The application of a worker, with the settings that `serve` handed over."""
    from sandtable.server.app import asgi

    settings = msgspec.json.decode(os.environ[HANDED_OVER], type=Settings)
    set_up_logs(settings.log)
    return asgi(settings)


def serve(settings: Settings, say: Callable[[str], None] = lambda words: None) -> None:
    """Serve until stopped; accepted requests are finished first. `say` gets a line about what takes long."""
    os.environ[HANDED_OVER] = msgspec.json.encode(settings).decode()
    if settings.workers > 1:
        share_between_workers()
    set_up_logs(settings.log)
    with ExitStack() as stack:
        stack.enter_context(alone(database_of(settings)))
        if settings.preload and not compiling.is_kept():
            _compile(stack, say)
        uvicorn.run(
            "sandtable.server.main:app",
            factory=True,
            host=settings.host,
            port=settings.port,
            workers=settings.workers if settings.workers > 1 else None,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=bool(settings.trusted_proxies),
            forwarded_allow_ips=list(settings.trusted_proxies) or None,
            ws_max_size=settings.limits.message_bytes * 4,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=FINISH_SECONDS,
            lifespan="on",
        )


def _compile(stack: ExitStack, say: Callable[[str], None]) -> None:
    """Compile what is fast only when compiled, before anybody waits for it; workers and bots find it on disk.

    Where it cannot be kept, as on a machine that is only to be read, it is kept in a folder of our own until the end.
    """
    if not compiling.has_a_place():
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="sandtable-"))
        compiling.keep_in(folder)
    compiling.warm_up(lambda: say("Compiling the fast parts (once) ..."))
