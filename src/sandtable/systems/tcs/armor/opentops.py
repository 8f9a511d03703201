"""Open armored vehicles (AR 4.7): without a roof they are soft targets from above and in close assault, and hard ones
otherwise.
"""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.systems.tcs.armor.definition import is_armor
from sandtable.systems.tcs.armor.options import switch
from sandtable.systems.tcs.armor.tables import LIMITS
from sandtable.systems.tcs.board import DIRECT, SOFT, Situation
from sandtable.systems.tcs.world import World

__all__ = ["CHAPTER", "open_topped"]

HARD = -1


def open_topped(world: World, unit: int) -> bool:
    """Whether a unit is armor without a roof: those that are marked so, and armored carriers (AR 4.7b)."""
    kind = world.kinds[unit]
    return is_armor(world, unit) and ("open_topped" in kind.traits or kind.kind == "carrier")


def soft(look: Situation, unit: int, way: int) -> int | None:
    """AR 4.7a: the defence of an open vehicle against area fire; straight fire of this kind does not harm it."""
    if not open_topped(look.world, unit):
        return None
    return HARD if way == DIRECT else LIMITS["open_defence"]


CHAPTER = Chapter(
    name="open armored vehicles",
    adds=(SOFT.add(soft),),
    switch=switch("open_armored_vehicles"),
)
