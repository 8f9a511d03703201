"""A clock that runs evenly: nobody can set it, and it survives a restart of the server.

The calendar of a machine jumps when somebody sets it, or a time server does; a player's clock must not. Processes on
the same machine since the same start of it share one even clock. A time that another machine stored, or this one
before it was started again, can only be compared by the calendar: that is done once, when this process first reads it.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

__all__ = ["Steady"]

REMEMBERED = 10_000
BOOT = Path("/proc/sys/kernel/random/boot_id")


class Steady:
    """The even clock of this process, in milliseconds.

    >>> steady = Steady(lambda: 500, "this boot")
    >>> steady.local(steady.stamp(400, now=9_000), now=9_999_999)
    400
    >>> Steady(lambda: 70, "another boot").local(steady.stamp(400, now=9_000), now=9_200)
    -230
    """

    def __init__(self, now: Callable[[], int] | None = None, boot: str | None = None) -> None:
        self.now = now or _even
        self._boot = boot or _boot()
        self._first_read: dict[tuple[Any, ...], int] = {}

    def stamp(self, at: int, now: int) -> dict[str, Any]:
        """A time of this clock to store; `now` is the calendar's."""
        return {"boot": self._boot, "at": at, "calendar": now - (self.now() - at)}

    def local(self, stored: dict[str, Any] | int, now: int) -> int:
        """A stored time as a time of this clock; older programs stored the calendar's alone."""
        if isinstance(stored, int):
            stored = {"boot": "", "at": 0, "calendar": stored}
        if stored["boot"] == self._boot:
            return int(stored["at"])
        key = stored["boot"], stored["at"], stored["calendar"]
        if key not in self._first_read:
            while len(self._first_read) >= REMEMBERED:
                self._first_read.pop(next(iter(self._first_read)))
            self._first_read[key] = self.now() - max(0, now - int(stored["calendar"]))
        return self._first_read[key]


def _even() -> int:
    """Time since the machine was started, asleep or not."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000
    return time.monotonic_ns() // 1_000_000


def _boot() -> str:
    """What all processes since this start of the machine have in common; elsewhere each process is for itself."""
    try:
        return BOOT.read_text().strip() or secrets.token_hex(16)
    except OSError:
        return secrets.token_hex(16)
