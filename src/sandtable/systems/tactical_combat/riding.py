"""Riding in trucks and half-tracks: mounting and dismounting cost half a move each (TC V4)."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.board.lattice import STEP
from sandtable.board.stands import base_within
from sandtable.board.walking import Step as Passed
from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.phrase import Said
from sandtable.kernel.procedure import Decide, Step, verb
from sandtable.systems.tactical_combat.board import NOBODY
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.movement import set_out
from sandtable.systems.tactical_combat.region import (
    Way,
    allowance,
    around,
    full_move,
    lies_on,
    region,
    region_within,
    taken,
)
from sandtable.systems.tactical_combat.situation import CONTACT, Situation
from sandtable.systems.tactical_combat.tables import NORMAL

__all__ = [
    "CHAPTER",
    "Mounted",
    "MoveOn",
    "carriers",
    "dismount",
    "dismount_points",
    "drive_on",
    "drove",
    "may_dismount",
    "mount",
]


def half_move(look: Situation, stand: int) -> int:
    """What getting on or off costs a stand or its carrier."""
    return full_move(look, stand) // 2


def can_pay(look: Situation, carrier: int) -> bool:
    """TC V4: whether a carrier has half its move left. With the option carriers_wait it must not have acted yet."""
    if look.world.rules.carriers_wait and look.stands[carrier].finished:
        return False
    return allowance(look, carrier) >= half_move(look, carrier)


def carriers(look: Situation, stand: int) -> dict[int, Way]:
    """TC V4: the friendly carriers with room that the stand can mount, and the way to each.

    It must touch the carrier, or come to touch it with the half of its move that is left. The carrier must have half
    its own move left, whether it has driven or not.
    """
    world = look.world
    half = allowance(look, stand) - half_move(look, stand)
    found: dict[int, Way] = {}
    for n in world.carriers_of[world.owners[stand]]:
        if n not in look.on_table(world.owners[stand]):
            continue
        room = world.kinds[n].carries - sum(s.carrier == n for s in look.stands)
        if n == stand or room <= 0 or not can_pay(look, n):
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
    left = allowance(field, stand) - half_move(field, stand)
    field.finish_stand(stand)
    if len(way) == 1:
        field.next(Mounted(stand, carrier))
        return
    field.log("moves", "TC V4", stand=stand, point=way[-1].position)
    walk = replace(set_out(field, stand, *taken(field.world, way)), limit=left)
    field.next(walk, Mounted(stand, carrier))


class Mounted(Step, frozen=True, array_like=True, tag="mounted"):
    """TC V4: a stand that has reached its carrier rides; it is Finished, and the carrier has paid half its move."""

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
        drive_on(field, self.carrier)


def may_dismount(look: Situation, stand: int) -> bool:
    """TC V4: whether a passenger can get off now: its carrier must be able to pay for it."""
    return can_pay(look, look.stands[stand].carrier) and bool(dismount_points(look, stand))


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
    field.change(stand, carrier=NOBODY, at=point, spent=half_move(field, stand))
    _pay_half(field, carrier)


def _pay_half(field: Battlefield, carrier: int) -> None:
    """A carrier that has no move left is Finished."""
    field.change(carrier, spent=field.stands[carrier].spent + half_move(field, carrier))
    if allowance(field, carrier) < STEP:
        field.finish_stand(carrier, driving=True)


def drive_on(field: Battlefield, carrier: int) -> None:
    """TC V4: a carrier that halted on its move to let somebody on or off may use what is left of it."""
    halted = field.stands[carrier].finished and not field.why_not_move(carrier)
    if halted and allowance(field, carrier) >= STEP:
        field.next(MoveOn(field.world.owners[carrier], carrier))


class MoveOn(Decide, frozen=True, array_like=True, tag="move_on"):
    """TC V4, R4: a stand that has got off, the carrier it used, or a leader who has rallied somebody may go on with
    what is left of its move. `walked` is the way so far, if the enemy has watched it.
    """

    stand: int
    walked: tuple[int, ...] = ()

    def prompt(self, look: Situation) -> Said:
        """What to decide."""
        return look.say("move_on?", stand=self.stand, inches=f"{allowance(look, self.stand) / 100:g}")

    @verb("Move to", "point", menu="Move")
    def move(self, look: Situation) -> Targets:
        """Any point in reach, its own included."""
        return region(look, self.stand)

    @move.then
    def _do_move(self, field: Battlefield, point: int) -> None:
        where = region(field, self.stand)
        path, spent = where.walk(point)
        walk = set_out(field, self.stand, path, spent).after(self.walked)
        field.finish_stand(self.stand, driving=True)
        drove(field, self.stand, where.reach.cost(point))
        field.log("moves", "TC R4" if self.walked else "TC V4", stand=self.stand, point=point)
        field.next(walk)


def drove(field: Battlefield, stand: int, cost: int) -> None:
    """TC V4: a carrier loses this much of its move."""
    if field.world.kinds[stand].carries:
        field.change(stand, spent=field.stands[stand].spent + cost)


CHAPTER = Chapter(
    name="riding",
    procedures=(
        Mounted,
        MoveOn,
    ),
    phrases={
        "move_on?": "{stand:unit} has {inches} inches left: where to?",
        "mounts": "{stand:unit} mounts {other:unit}",
        "dismounts": "{stand:unit} dismounts from {other:unit}",
    },
)
