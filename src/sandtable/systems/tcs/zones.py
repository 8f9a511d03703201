"""The hexes of an artillery mission: its Attack Zone and the ring around it (TCS 18.7)."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.board.hexes import STEPS, Hex
from sandtable.systems.tcs.ground import Ground

__all__ = ["ring_of", "zone_of"]


def _around(ground: Ground, hex: int, steps: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    here, map = ground.map.hex(hex), ground.map
    found = [Hex(here.q + q, here.r + r) for q, r in steps]
    return tuple(map.index(each) for each in found if each in map)


_FAR = tuple(
    step
    for way in range(6)
    for step in (
        (2 * STEPS[way][0], 2 * STEPS[way][1]),
        (STEPS[way][0] + STEPS[(way + 1) % 6][0], STEPS[way][1] + STEPS[(way + 1) % 6][1]),
    )
)
"""The twelve hexes two away, clockwise from the top."""


def zone_of(ground: Ground, hex: int, *, wide: bool) -> tuple[int, ...]:
    """The Attack Zone: the target hex, of a battalion mission its neighbours too, clockwise (TCS 18.2a, 18.2b)."""
    return (hex, *_around(ground, hex, STEPS)) if wide else (hex,)


def ring_of(ground: Ground, hex: int, *, wide: bool) -> tuple[int, ...]:
    """The hexes beside the zone, clockwise from the top (TCS 18.7a)."""
    return _around(ground, hex, _FAR if wide else STEPS)
