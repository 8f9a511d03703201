"""Rates: a number of events in a number of seconds, for requests, attempts, guests and WebSocket messages alike.

Litestar's own limiter knows requests only and keeps every time stamp; this keeps one number a key (the moment at which
the key would be quite rested again), in the memory of the worker.
"""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable
from functools import lru_cache

__all__ = ["Rate", "Rates", "address_key"]

MOST_KEYS = 100_000


class Rate:
    """One limit: `many` at once, and as many again in each `seconds`.

    >>> moment = [0.0]
    >>> rate = Rate(2, 60, lambda: moment[0])
    >>> [rate.wait("anna") for _ in range(3)], rate.wait("ben")
    ([0, 0, 30], 0)
    >>> moment[0] = 30.0
    >>> rate.wait("anna")
    0
    """

    def __init__(self, many: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._step = seconds / many
        self._slack = seconds
        self._clock = clock
        self._rested: dict[str, float] = {}

    def wait(self, key: str) -> int:
        """Take one: 0 if it may be, or else the whole seconds to wait, and nothing is taken."""
        moment = self._clock()
        rested = max(self._rested.get(key, moment), moment)
        if rested + self._step > moment + self._slack + 1e-9:
            return max(1, round(rested + self._step - moment - self._slack))
        if len(self._rested) >= MOST_KEYS:
            self._rested = {each: until for each, until in self._rested.items() if until > moment}
        self._rested[key] = rested + self._step
        return 0


class Rates:
    """The limits of one worker, from the settings."""

    def __init__(self, requests: int, attempts: int, guests: int, costly: int = 120) -> None:
        self.requests = Rate(requests, 60)
        self.addresses = Rate(requests * 10, 60)
        self.attempts = Rate(attempts, 60)
        self.names = Rate(attempts * 3, 60)
        self.guests = Rate(guests, 3600)
        self.costly = Rate(costly, 60)


@lru_cache(maxsize=10_000)
def address_key(host: str | None) -> str:
    """What counts as one address: an IPv6 customer holds 2^64 of them.

    >>> address_key("192.0.2.7"), address_key("2001:db8::7") == address_key("2001:db8::8")
    ('192.0.2.7', True)
    """
    try:
        address = ipaddress.ip_address(host or "")
    except ValueError:
        return host or "?"
    if address.version == 6:
        mapped = address.ipv4_mapped
        return str(mapped) if mapped else str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))
    return str(address)
