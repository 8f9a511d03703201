"""What armor is (AR 4.0), and which vehicles make up a platoon."""

from __future__ import annotations

from sandtable.kernel.memo import known_of
from sandtable.systems.tcs.world import World

__all__ = ["armor", "is_armor", "platoon"]


def armor(world: World) -> tuple[bool, ...]:
    """Whether each unit is armor: a vehicle that buttons up, which is a P target or a B target with armour (AR 4.0)."""
    known: dict[str, tuple[bool, ...]] = known_of(world, "armor")
    if "all" not in known:
        known["all"] = tuple(
            kind.vehicle and (kind.target_class == "P" or (kind.defence or 0) >= 1) for kind in world.kinds
        )
    return known["all"]


def is_armor(world: World, unit: int) -> bool:
    """Whether a unit is armor (AR 4.0)."""
    return armor(world)[unit]


def platoon(world: World, unit: int) -> tuple[int, ...]:
    """The armor of the platoon of a unit: what the scenario lists together (AR 4.1a1)."""
    known: dict[str, dict[int, tuple[int, ...]]] = known_of(world, "armor platoons")
    if "all" not in known:
        found: dict[int, list[int]] = {}
        for n, number in enumerate(world.platoons):
            if is_armor(world, n):
                found.setdefault(number, []).append(n)
        known["all"] = {number: tuple(units) for number, units in found.items()}
    return known["all"][world.platoons[unit]]
