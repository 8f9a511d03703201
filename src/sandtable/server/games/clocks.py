"""Clocks of a game, by the server's time: seconds with an increment, or days for each turn.

A clock is kept as plain values: what it was set to, what each side has left (milliseconds), and since when the sides
that must decide are on the move. That time is of `Store.clock`, which runs on evenly whatever the calendar is set to.
"""

from __future__ import annotations

from typing import Any

from sandtable.server.games.messages import ClockNow

__all__ = ["clock_after", "clocks_now", "deadline", "flag_fallen", "new_clock", "stopped"]

DAY = 86_400_000


def new_clock(asked: dict[str, int] | None, sides: int) -> dict[str, Any] | None:
    """The clock of a new game; it starts when the game does.

    >>> new_clock({"initial_seconds": 60, "increment_seconds": 5}, 2)["left"]
    [60000, 60000]
    """
    if not asked:
        return None
    first = asked["days_per_turn"] * DAY if "days_per_turn" in asked else asked["initial_seconds"] * 1000
    return {**asked, "left": [first] * sides, "since": None}


def clock_after(
    clock: dict[str, Any] | None, before: tuple[int, ...], after: tuple[int, ...], now: int
) -> dict[str, Any] | None:
    """The clock when the decision goes from some sides to others: who has decided gets the increment, or the days.

    >>> clock = {"initial_seconds": 60, "increment_seconds": 5, "left": [60000, 60000], "since": 1000}
    >>> clock_after(clock, (0,), (1,), 3000)["left"]
    [63000, 60000]
    """
    if not clock:
        return clock
    left = list(clock["left"])
    since = clock["since"]
    for side in before:
        if since is not None:
            left[side] = max(0, left[side] - (now - since))
        if side not in after:
            if "days_per_turn" in clock:
                left[side] = clock["days_per_turn"] * DAY
            else:
                left[side] += clock["increment_seconds"] * 1000
    return {**clock, "left": left, "since": now if after else None}


def stopped(clock: dict[str, Any] | None, deciding: tuple[int, ...], now: int) -> dict[str, Any] | None:
    """The clock held still: what has run is taken off, and nobody gets anything for it.

    >>> stopped({"left": [5000, 9000], "since": 100}, (0,), 1100)
    {'left': [4000, 9000], 'since': None}
    """
    if not clock or clock["since"] is None:
        return clock
    gone = now - int(clock["since"])
    left = [max(0, each - gone) if side in deciding else each for side, each in enumerate(clock["left"])]
    return {**clock, "left": left, "since": None}


def deadline(clock: dict[str, Any] | None, deciding: tuple[int, ...]) -> int | None:
    """When the first flag falls if nobody acts.

    >>> deadline({"left": [5000, 9000], "since": 100}, (0, 1))
    5100
    """
    if not clock or clock["since"] is None or not deciding:
        return None
    return int(clock["since"]) + min(int(clock["left"][side]) for side in deciding)


def flag_fallen(clock: dict[str, Any] | None, deciding: tuple[int, ...], now: int) -> tuple[int, ...]:
    """The sides whose time is over.

    >>> flag_fallen({"left": [5000, 9000], "since": 100}, (0, 1), 5100)
    (0,)
    """
    if not clock or clock["since"] is None:
        return ()
    return tuple(side for side in deciding if clock["left"][side] <= now - clock["since"])


def clocks_now(clock: dict[str, Any] | None, deciding: tuple[int, ...], now: int) -> tuple[ClockNow, ...] | None:
    """What the clocks show.

    >>> clocks_now({"left": [5000, 9000], "since": 100}, (1,), 1100)[1]
    ClockNow(side=1, left=8000, running=True)
    """
    if not clock:
        return None
    since = clock["since"]
    return tuple(
        ClockNow(side, max(0, left - (now - since)), True)
        if since is not None and side in deciding
        else ClockNow(side, left, False)
        for side, left in enumerate(clock["left"])
    )
