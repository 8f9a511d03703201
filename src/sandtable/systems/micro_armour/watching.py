"""The stands that could fire at a stand on its way, and how well (MA 07.06.05a)."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.board.lattice import STEP
from sandtable.board.watching import watched
from sandtable.kernel.picture import Interruption
from sandtable.systems.micro_armour.board import OPPORTUNITY, SIGHT, Situation
from sandtable.systems.micro_armour.fire import Damage, FireTest, column_at, damage_at, hindrances, shot_test
from sandtable.systems.micro_armour.tables import GROUND, TERRAIN

__all__ = ["Chances", "chances", "ground_at", "shot_ahead", "watchers"]

Chances = tuple[tuple[int, ...], ...]
"""The stands that could fire at a mover, with their weapons, and the test and result of each: when they change, so
does the question."""
CERTAIN = 1000
"""For a shot that destroys without a roll: better than any column."""


def watchers(look: Situation, mover: int, path: Sequence[int], *, armed: bool = False) -> list[tuple[int, int]]:
    """The enemies with a try left that see some point of the way, each with those points as a bit mask; of those that
    no weapon lets fire at any of these points, `armed` leaves out most.
    """
    world, layout = look.world, look.layout
    table, owner = world.table, 1 - world.owners[mover]
    x, y = table.point(path[0])
    most = look.sees_at_most(owner, mover)
    far = STEP * (len(path) - 1) + most  # from point to point it goes a step at the most
    bases, stands = layout.bases, look.stands
    near = [
        (n, base)
        for n in layout.standing[owner]
        if (base := bases[n]) is not None and -far <= base.x - x <= far and -far <= base.y - y <= far
    ]
    if not near:
        return []
    east, north = zip(*table.points(path), strict=True)
    west, east_most, south, north_most = min(east), max(east), min(north), max(north)
    by_level: dict[int, list[int]] = {}
    for n, base in near:
        x, y = base.x, base.y
        aside = west - x if x < west else x - east_most if x > east_most else 0
        ahead = south - y if y < south else y - north_most if y > north_most else 0
        if aside > most or ahead > most or (armed and aside * aside + ahead * ahead > world.longest[n]):
            continue
        if look.tries_left(n, OPPORTUNITY):
            by_level.setdefault(table.level_at(stands[n].at), []).append(n)
    found = []
    for firers in by_level.values():
        # From one level all see as far, and the same stands are in their way.
        limit, screen = look.sees_to(firers[0], mover), look.screen(firers[0], mover)
        watch = [(look.stands[n].at, limit, ()) for n in firers]
        masks = watched(world.table, path, watch, 0, SIGHT, screen, limit)
        found += [(n, mask) for n, mask in zip(firers, masks, strict=True) if mask]
    return sorted(found) if len(by_level) > 1 else found


def chances(look: Situation, mover: int, among: Sequence[int]) -> Chances:
    """Which of the stands that see a mover could fire at it where it is now, and how well."""
    found = []
    for n in among:
        weapons = look.weapons(n, mover)
        if not weapons or look.hidden_in(look.stands[n].at, look.stands[mover].at):
            continue
        engaged = look.engaged_with(n)
        if not engaged or mover in engaged:
            found.append((n, *(value for weapon in weapons for value in _shot(look, n, mover, weapon))))
    return tuple(found)


def _shot(look: Situation, firer: int, mover: int, weapon: int) -> tuple[int, int, int]:
    hit = column_at(look, firer, mover, weapon)
    column = CERTAIN if hit is None else hit[0] * 32 - sum([each.value for each in hit[1]])
    return weapon, sum([each.value for each in hindrances(look, firer, mover, weapon)]), column


def shot_ahead(look: Situation, index: int, firer: int, mover: int) -> Interruption:
    """What a stand's fire at a mover where it is now would do: it must pass its test first (MA 07.04b)."""
    weapon = look.weapons(firer, mover)[0]
    test = shot_test(look, firer, mover, weapon)
    if damage_at(look, firer, mover, weapon) is None:  # it destroys without a roll, if it fires
        return Interruption(index, firer, look.told(FireTest(firer, mover, weapon, OPPORTUNITY)))
    return Interruption(index, firer, look.told(Damage(firer, mover, weapon)), test.odds()["passed"])


def ground_at(look: Situation, point: int) -> tuple[str, int]:
    """What a point lies in, in words, and what that adds to rolls against a vehicle there (MA TEC)."""
    rows = {GROUND[feature.kind].terrain: feature.kind for feature in look.world.table.features_at(point)}
    words, cover = [], 0
    for terrain, kind in rows.items():
        value = TERRAIN[terrain].mod_vehicle
        words.append(f"{kind.replace('_', ' ')}, cover +{value}" if value > 0 else kind.replace("_", " "))
        cover += max(0, value)
    return "; ".join(words) or "open ground", cover
