"""Figures for Prometheus, at `/metrics`: not public unless the settings say so."""

from __future__ import annotations

import atexit
import contextlib
import hmac
import os
import shutil
import tempfile
from collections.abc import Iterator
from typing import Any

from litestar.connection import ASGIConnection
from litestar.exceptions import NotFoundException
from litestar.handlers import BaseRouteHandler
from litestar.plugins.prometheus import PrometheusConfig, PrometheusController
from prometheus_client import Counter, Gauge

from sandtable.kernel.errors import SandtableError
from sandtable.server.config import Settings

__all__ = ["ACTIONS", "NOTICES", "SOCKETS", "Figures", "counted_action", "requests_measured", "share_between_workers"]

SOCKETS = Gauge("sandtable_sockets", "WebSockets that are open", multiprocess_mode="livesum")
ACTIONS = Counter("sandtable_actions", "Actions by what became of them", ["outcome"])
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
        ACTIONS.labels("refused").inc()
        raise
    ACTIONS.labels("taken").inc()


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


def requests_measured() -> PrometheusConfig:
    """Counts and times of requests, by the pattern of their address."""
    return PrometheusConfig(app_name="sandtable", prefix="sandtable", group_path=True)
