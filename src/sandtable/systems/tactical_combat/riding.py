"""Riding in trucks and half-tracks: mounting and dismounting cost half a move each (TC V4)."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.board.stands import base_within
from sandtable.board.walking import Step as Passed
from sandtable.kernel.procedure import Step
from sandtable.systems.tactical_combat.board import NOBODY
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.movement import set_out
from sandtable.systems.tactical_combat.region import Way, allowance, around, lies_on, region_within, taken
from sandtable.systems.tactical_combat.situation import CONTACT, Situation
from sandtable.systems.tactical_combat.tables import NORMAL

__all__ = ["Mounted", "carriers", "dismount", "dismount_points", "may_dismount", "mount"]


def carriers(look: Situation, stand: int) -> dict[int, Way]:
    """TC V4: the friendly carriers with room that the stand can mount, and the way to each.

    It must touch the carrier, or come to touch it with the half of its move that is left. The carrier must not be
    Finished: it pays half its own move, and drives on afterwards.
    """
    world = look.world
    half = allowance(look, stand) // 2
    found: dict[int, Way] = {}
    for n in world.carriers_of[world.owners[stand]]:
        if n not in look.on_table(world.owners[stand]):
            continue
        room = world.kinds[n].carries - sum(s.carrier == n for s in look.stands)
        if n == stand or room <= 0 or look.stands[n].finished:
            continue
        if look.touching(stand, n):
            found[n] = (Passed(look.stands[stand].at, 0, 0),)
        elif look.within(stand, n, half + CONTACT):
            where = region_within(look, stand, half)
            beside = [point for point in around(look, n) if point in where]
            if beside:
                found[n] = where.way(min(beside, key=lambda p: (where.reach.cost(p), p)))
    return found


def mount(field: Battlefield, stand: int, carrier: int) -> None:
    """TC V4: the stand goes to the carrier, which may draw fire, and gets on."""
    way = carriers(field, stand)[carrier]
    field.finish_stand(stand)
    if len(way) == 1:
        field.next(Mounted(stand, carrier))
        return
    field.log("moves", "TC V4", stand=stand, point=way[-1].position)
    walk = replace(set_out(field, stand, *taken(field.world, way)), limit=allowance(field, stand) // 2)
    field.next(walk, Mounted(stand, carrier))


class Mounted(Step, frozen=True, array_like=True, tag="mounted"):
    """TC V4: a stand that has reached its carrier rides; it is Finished, and the carrier has half its move left."""

    stand: int
    carrier: int

    def run(self, field: Battlefield) -> None:
        """If it got there."""
        if field.gone(self.stand) or field.gone(self.carrier) or field.stands[self.stand].morale != NORMAL:
            return
        if not field.touching(self.stand, self.carrier):
            return
        field.log("mounts", "TC V4", stand=self.stand, other=self.carrier)
        field.change(self.stand, carrier=self.carrier, at=field.stands[self.carrier].at)
        _pay_half(field, self.carrier)


def may_dismount(look: Situation, stand: int) -> bool:
    """TC V4: whether a passenger can get off now: its carrier pays for it, so it must not be Finished."""
    return not look.stands[look.stands[stand].carrier].finished and bool(dismount_points(look, stand))


def dismount_points(look: Situation, stand: int) -> tuple[int, ...]:
    """TC V4: points beside the carrier where the stand lies on no other and touches no enemy."""
    world = look.world
    side = world.owners[stand]
    carrier = look.stands[stand].carrier
    friends = [look.base(n) for n in look.on_table(side)]
    enemies = [look.base(n) for n in look.on_table(1 - side)]
    found = []
    for point in around(look, carrier):
        base = world.base(point, 0)
        touched = any(base_within(base, enemy, CONTACT) for enemy in enemies)
        if world.fits(point) and not touched and not lies_on(base, friends):
            found.append(point)
    return tuple(sorted(found))


def dismount(field: Battlefield, stand: int, point: int) -> None:
    """TC V4: the stand gets off; both have spent half their move."""
    carrier = field.stands[stand].carrier
    field.log("dismounts", "TC V4", stand=stand, other=carrier, point=point)
    field.change(stand, carrier=NOBODY, at=point, halved=True)
    _pay_half(field, carrier)


def _pay_half(field: Battlefield, carrier: int) -> None:
    """A carrier that pays for the second time has no move left, and is Finished."""
    if field.stands[carrier].halved:
        field.finish_stand(carrier)
    field.change(carrier, halved=True)
