"""Hard cover (AR 4.11): fire that includes small arms or tank guns costs men in hard cover two steps fewer.

It does not hold for mortars, guns and shells of 75 mm and more on their own, nor for fire within a hex.
"""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.systems.tcs.areafire import CLOSE, SPARED, AreaFire, AreaShot
from sandtable.systems.tcs.armor.options import switch
from sandtable.systems.tcs.armor.tables import HEAVY, LIMITS
from sandtable.systems.tcs.board import Situation

__all__ = ["CHAPTER", "spared"]


def spared(look: Situation, fire: AreaFire, shot: AreaShot) -> int:
    """The steps of a result that hard cover saves."""
    if fire.kind == CLOSE or not (shot.posture == "dug_in" or shot.type == "protective"):
        return 0
    light = any(look.world.kinds[n].id not in HEAVY for n in fire.firers)
    return LIMITS["hard_cover_steps"] if light else 0


CHAPTER = Chapter(name="hard cover", adds=(SPARED.add(spared),), switch=switch("hard_cover"))
