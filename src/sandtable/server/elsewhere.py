"""Work that takes long runs in a thread, never on the event loop: everybody else's requests wait for that."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

__all__ = ["elsewhere", "settle"]

P = ParamSpec("P")
T = TypeVar("T")
THREADS = min(32, (os.cpu_count() or 1) + 4)
_threads = ThreadPoolExecutor(THREADS, "sandtable-elsewhere")


async def elsewhere(work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """What `work` returns, run in a thread. Its end is awaited even if the caller is cancelled meanwhile.

    So a game is never let go of while a thread still changes it.

    >>> asyncio.run(elsewhere(max, 3, 4))
    4
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def run() -> None:
        try:
            found = work(*given, **named)
        except BaseException as fault:
            loop.call_soon_threadsafe(settle, future, None, fault)
        else:
            loop.call_soon_threadsafe(settle, future, found, None)

    _threads.submit(run)
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        while not future.done():
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.wait([future])
        if not future.cancelled():
            future.exception()  # nobody is left to hear of it
        raise


def settle(future: asyncio.Future[Any], given: Any, fault: BaseException | None) -> None:
    """Give a future what a thread has found, on the event loop."""
    if future.cancelled():
        return
    if fault is not None:
        future.set_exception(fault)
    else:
        future.set_result(given)
