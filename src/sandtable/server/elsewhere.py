"""Work that takes long runs in a thread, never on the event loop: everybody else's requests wait for that."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

__all__ = ["elsewhere"]

P = ParamSpec("P")
T = TypeVar("T")


async def elsewhere(work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """What `work` returns, run in a thread. Its end is awaited even if the caller is cancelled meanwhile.

    So a game is never let go of while a thread still changes it.

    >>> asyncio.run(elsewhere(max, 3, 4))
    4
    """
    task = asyncio.ensure_future(asyncio.to_thread(work, *given, **named))
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError as fault:
            cancelled = fault
    if cancelled is not None:
        task.exception()  # nobody is left to hear of it
        raise cancelled
    return task.result()
