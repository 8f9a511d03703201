"""Defilade (AR 4.5): armor beside a crest hexside shows only its turret to fire that comes over the crest.

Only fire that answers its own reaches it there, and that as on protective ground. So it is safe until it fires.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.aiming import CRESTS, SHELTERED
from sandtable.systems.tcs.armor.definition import is_armor
from sandtable.systems.tcs.armor.options import ArmorOptions, switch
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.conditions import OVERWATCH
from sandtable.systems.tcs.ground import PROTECTIVE
from sandtable.systems.tcs.pointfire import COVERED
from sandtable.systems.tcs.world import World

__all__ = ["CHAPTER", "behind_crest", "in_defilade"]

IN_DEFILADE = Reason("{unit:unit} is in defilade behind a crest: only fire that answers its own reaches it", "AR 4.5b")


def behind_crest(world: World, hex: int, start: int) -> bool:
    """Whether armor in a hex has defilade from fire from another: the line comes in over crest hexsides, from a hex
    that is not adjacent and not higher (AR 4.5a).
    """
    ground = world.ground
    if ground.distance(hex, start) <= 1 or ground.map.elevation[start] > ground.map.elevation[hex]:
        return False
    adjacent = ground.map.adjacent
    return all(world.crest(hex, adjacent[hex * 6 + way]) for way in ground.entry(start, hex))


def in_defilade(look: Situation, unit: int, start: int) -> bool:
    """Whether a unit has defilade from fire from a hex."""
    return is_armor(look.world, unit) and behind_crest(look.world, look.units[unit].at, start)


def sheltered(look: Situation, start: int, unit: int, kind: int) -> Reason | None:
    """Why fire of a kind from a hex does not reach a unit (AR 4.5b)."""
    if not in_defilade(look, unit, start):
        return None
    shown = look.units[unit].fired or look.game.rules.chosen(ArmorOptions).defilade_overwatch == "any"
    return None if kind == OVERWATCH and shown else IN_DEFILADE


def covered(look: Situation, start: int, targets: Sequence[int]) -> int | None:
    """Protective ground for targets that are all in defilade (AR 4.5b)."""
    return PROTECTIVE if targets and all(in_defilade(look, n, start) for n in targets) else None


CHAPTER = Chapter(
    name="armor defilade",
    adds=(SHELTERED.add(sheltered), COVERED.add(covered), CRESTS.add(behind_crest)),
    switch=switch("armor_defilade"),
)
