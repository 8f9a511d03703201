"""Figures for Prometheus, at `/metrics`: not public unless the settings say so."""

from __future__ import annotations

import atexit
import contextlib
import hmac
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from typing import Any

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.exceptions import NotFoundException
from litestar.handlers import BaseRouteHandler
from litestar.plugins.prometheus import PrometheusController
from litestar.status_codes import HTTP_500_INTERNAL_SERVER_ERROR
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client import Counter, Gauge, Histogram

from sandtable.kernel.errors import SandtableError
from sandtable.server.config import Settings

__all__ = ["ACTIONS", "NOTICES", "SOCKETS", "Figures", "Measured", "counted_action", "share_between_workers"]

SOCKETS = Gauge("sandtable_sockets", "WebSockets that are open", multiprocess_mode="livesum")
ACTIONS = Counter("sandtable_actions", "Actions by what became of them", ["outcome"])
_TAKEN, _REFUSED = ACTIONS.labels("taken"), ACTIONS.labels("refused")
NOTICES = Counter("sandtable_notices", "Notices of a turn by way and by what became of them", ["way", "outcome"])
MULTIPROC = "PROMETHEUS_MULTIPROC_DIR"


def share_between_workers() -> None:
    """Let the workers about to be started keep their figures where each can read them all."""
    if MULTIPROC not in os.environ:
        folder = os.environ[MULTIPROC] = tempfile.mkdtemp(prefix="sandtable-metrics-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)


@contextlib.contextmanager
def counted_action() -> Iterator[None]:
    """Count an action by whether it was taken or refused."""
    try:
        yield
    except SandtableError:
        _REFUSED.inc()
        raise
    _TAKEN.inc()


def _may_read(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    settings: Settings = connection.app.state.settings
    given = connection.headers.get("authorization", "")
    token = settings.metrics.token
    by_token = bool(token) and hmac.compare_digest(given.encode(), f"Bearer {token}".encode())
    if not (settings.metrics.public or by_token or (not settings.public and not token)):
        raise NotFoundException


class Figures(PrometheusController):
    """The page of figures."""

    path = "/metrics"
    include_in_schema = False
    guards = [_may_read]


LABELS = ["method", "path", "status_code", "app_name"]
NAME = "sandtable"
REQUESTS = Counter("sandtable_requests", "Total requests", LABELS)
DURATIONS = Histogram("sandtable_request_duration_seconds", "Request duration, in seconds", LABELS)
ERRORS = Counter("sandtable_requests_error", "Total errors in requests", LABELS)
IN_PROGRESS = Gauge(
    "sandtable_requests_in_progress", "Total requests currently in progress", LABELS, multiprocess_mode="livesum"
)


class Measured:
    """Counts and times of requests, by the pattern of their address: Litestar's figures, whose series are looked up
    once and not four times for each request."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._in_progress: dict[tuple[str, str], Gauge] = {}
        self._done: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Measure, and go on."""
        method = scope["method"] if scope["type"] == ScopeType.HTTP else str(scope["type"])
        path = scope["path_template"]
        gauge = self._in_progress.get((method, path))
        if gauge is None:
            gauge = self._in_progress[method, path] = IN_PROGRESS.labels(method, path, 200, NAME)
        began, status, seconds = time.perf_counter(), 200, 0.0

        async def noted(message: Message) -> None:
            nonlocal status, seconds
            if message["type"] == "http.response.start":
                status = message["status"]
            elif message["type"] == "http.response.body":
                seconds = time.perf_counter() - began
            await send(message)

        gauge.inc()
        try:
            await self._app(scope, receive, noted if scope["type"] == ScopeType.HTTP else send)
        finally:
            gauge.dec()
            self._count(method, path, status, seconds)

    def _count(self, method: str, path: str, status: int, seconds: float) -> None:
        labels = method, path, status, NAME
        if status >= HTTP_500_INTERNAL_SERVER_ERROR:
            ERRORS.labels(*labels).inc()
        known = self._done.get((method, path, status))
        if known is None:
            known = self._done[method, path, status] = REQUESTS.labels(*labels), DURATIONS.labels(*labels)
        known[0].inc()
        known[1].observe(seconds)
