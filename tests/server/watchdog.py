"""A watchdog over the event loop: how much processor time each callback took of the loop's own thread.

Processor time and not the clock: a busy machine makes everything late, and only we can block the loop.
"""

import asyncio.events
import contextlib
import time

ALLOWED = 0.1
"""Seconds that nothing may take on the event loop."""


@contextlib.contextmanager
def watching():
    """The callbacks that took too long while it watched: seconds, and what each one was."""
    slow = []
    run = asyncio.events.Handle._run

    def measured(handle):
        began = time.thread_time()
        try:
            return run(handle)
        finally:
            taken = time.thread_time() - began
            if taken > ALLOWED:
                slow.append((round(taken, 3), repr(handle)))

    asyncio.events.Handle._run = measured
    try:
        yield slow
    finally:
        asyncio.events.Handle._run = run
