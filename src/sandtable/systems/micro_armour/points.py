"""What a force costs, and what would make two forces cost the same (MA SCN points, HQ, balance)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from sandtable.systems.micro_armour.tables import LIMITS

__all__ = ["Costing", "Setting", "Tool", "balance", "force_points"]

Tool = Literal["drop", "add", "lower cohesion", "raise cohesion", "both cohesions"]
"""The tools of balance that have a number to set."""


def force_points(prices: Sequence[int], cohesion: int) -> int:
    """The prices of all stands times a tenth of the cohesion level, to the nearest whole point (MA SCN points).

    >>> force_points([427] * 10, 15)
    6405
    """
    if not 1 <= cohesion <= 20:
        raise ValueError(f"a cohesion level is 1 to 20, not {cohesion}")
    return (sum(prices) * cohesion + 5) // 10


class Costing(msgspec.Struct, frozen=True):
    """A force of one type of tank: how many, at what price each, and how good it is.

    >>> Costing(10, 427, 15).points
    6405
    """

    count: int
    price: int
    cohesion: int

    def __post_init__(self) -> None:
        if not 1 <= self.count <= LIMITS["most_stands"]:
            raise ValueError(f"a force has 1 to {LIMITS['most_stands']} tanks, not {self.count}")

    @property
    def points(self) -> int:
        """What it costs."""
        return force_points([self.price] * self.count, self.cohesion)


class Setting(msgspec.Struct, frozen=True):
    """A way to balance two forces: the tool, the forces as they then are, and the points between them."""

    tool: Tool
    forces: tuple[Costing, Costing]

    @property
    def gap(self) -> int:
        """How many points the two still differ by."""
        return abs(self.forces[0].points - self.forces[1].points)


def balance(first: Costing, second: Costing) -> tuple[Setting, ...]:
    """For each tool of the rules the setting that leaves the smallest gap; of two, the smaller change.

    Tanks dropped from the larger force, tanks added to the smaller, the larger's cohesion lowered, the smaller's
    raised, or both at once (MA SCN cohesion). The last tool, to give the better force to the less experienced player,
    has no number to set.

    >>> russians, americans = Costing(10, 427, 15), Costing(10, 574, 16)
    >>> [(each.tool, each.forces[1], each.gap) for each in balance(russians, americans)][0]
    ('drop', Costing(count=7, price=574, cohesion=16), 24)
    """
    forces = (first, second)
    larger = 0 if first.points >= second.points else 1
    a, b = forces[larger], forces[1 - larger]
    most = LIMITS["most_stands"]
    lower = [Costing(a.count, a.price, level) for level in range(a.cohesion, 0, -1)]
    higher = [Costing(b.count, b.price, level) for level in range(b.cohesion, 21)]
    pairs = [(one, other) for one in lower[1:] for other in higher[1:]]
    both = [(a, b), *sorted(pairs, key=lambda pair: pair[1].cohesion - pair[0].cohesion)]
    tools: dict[Tool, list[tuple[Costing, Costing]]] = {
        "drop": [(Costing(count, a.price, a.cohesion), b) for count in range(a.count, 0, -1)],
        "add": [(a, Costing(count, b.price, b.cohesion)) for count in range(b.count, most + 1)],
        "lower cohesion": [(one, b) for one in lower],
        "raise cohesion": [(a, other) for other in higher],
        "both cohesions": both,
    }
    found = []
    for tool, ways in tools.items():
        settings = [Setting(tool, way if larger == 0 else (way[1], way[0])) for way in ways]
        found.append(min(settings, key=lambda setting: setting.gap))
    return tuple(found)
