"""The log: one JSON object a line (or plain lines for a person at a terminal), and nothing secret in it.

Addresses of pages are logged by their pattern, `/api/games/{id}/join`, never as they came: they can hold tokens.
"""

from __future__ import annotations

import datetime
import logging
import re
import sys
from typing import Any

import msgspec

from sandtable.server.config import Log

__all__ = ["JsonLines", "set_up_logs", "without_secrets"]

OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}
SECRETS = re.compile(
    r"(?i)(\b[a-z+]+://[^\s:/@]*):[^\s@]+@"  # a password in an address
    r"|\b(token|password|authorization|cookie|session|secret)(['\"]?\s*[=:]\s*['\"]?)[^\s'\",;&]+"
)


def without_secrets(text: str) -> str:
    """The text with what looks like a password, a token or a cookie taken out.

    >>> without_secrets("postgresql://club:hush@db/games?token=abc")
    'postgresql://club:***@db/games?token=***'
    """
    return SECRETS.sub(lambda found: f"{found[1]}:***@" if found[1] else f"{found[2]}{found[3]}***", text)


class JsonLines(logging.Formatter):
    """Each record as one JSON object: time, level, logger, message and what was passed as `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        moment = datetime.datetime.fromtimestamp(record.created, datetime.UTC)
        told: dict[str, Any] = {
            "time": moment.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        told |= {name: value for name, value in vars(record).items() if name not in OWN}
        if record.exc_info:
            told["traceback"] = without_secrets(self.formatException(record.exc_info))
        return msgspec.json.encode(told, enc_hook=str).decode()


class PlainLines(logging.Formatter):
    """Lines for a person."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        extra = {name: value for name, value in vars(record).items() if name not in OWN}
        return without_secrets(super().format(record)) + "".join(f" {name}={value}" for name, value in extra.items())


def set_up_logs(settings: Log) -> None:
    """Let all loggers, uvicorn's too, write to the file or to standard error, in the form the settings ask for."""
    plain = settings.form == "plain" or (settings.form == "auto" and not settings.file and sys.stderr.isatty())
    handler = logging.FileHandler(settings.file, encoding="utf-8") if settings.file else logging.StreamHandler()
    handler.setFormatter(PlainLines("%(asctime)s %(levelname)s %(message)s") if plain else JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.asgi", "sandtable"):
        logger = logging.getLogger(name)
        logger.handlers[:] = []
        logger.propagate = True
        logger.setLevel(logging.NOTSET)
    logging.getLogger("uvicorn.access").disabled = True  # the gate writes its own, without tokens
    for name in ("alembic", "aiosqlite", "sqlalchemy", "httpx", "asyncio"):
        logging.getLogger(name).setLevel(logging.WARNING)
