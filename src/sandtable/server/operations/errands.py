"""Errands: work that goes on after the answer was given, known by name and finished before the server stops."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

__all__ = ["Errands"]

log = logging.getLogger("sandtable.errands")


class Errands:
    """The errands of one worker.

    >>> async def day():
    ...     errands = Errands()
    ...     errands.run("greet", asyncio.sleep(0))
    ...     await errands.finish(1)
    ...     return len(errands)
    >>> asyncio.run(day())
    0
    """

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def run(self, name: str, errand: Coroutine[Any, Any, Any]) -> None:
        """Start one; what goes wrong is logged."""
        task = asyncio.create_task(errand, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("errand failed", exc_info=task.exception(), extra={"errand": task.get_name()})

    async def finish(self, seconds: float) -> None:
        """Wait for what is under way, then end the rest."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
