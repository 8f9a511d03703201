"""Continuous Fire (TCS 18.10): it stays on the map, and attacks whoever enters its zone or the ring around it."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.field import with_entry
from sandtable.kernel.procedure import Procedure, Step
from sandtable.systems.tcs.action import OPENING
from sandtable.systems.tcs.artilleryoptions import ArtilleryOptions
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.entering import ENTERED, AfterShells
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.flight import RAN
from sandtable.systems.tcs.shellfire import fall_on
from sandtable.systems.tcs.shells import Barrage
from sandtable.systems.tcs.world import NOBODY
from sandtable.systems.tcs.zones import ring_of, zone_of

__all__ = ["CHAPTER", "EntryFire", "attacks", "covers"]


def covers(look: Situation, mission: Barrage, hex: int) -> int:
    """The strength with which a mission attacks a unit that enters a hex; 0 if it does not."""
    ground = look.world.ground
    if hex in zone_of(ground, mission.at, wide=mission.wide):
        return mission.zone
    return mission.ring if hex in ring_of(ground, mission.at, wide=mission.wide) else 0


def attacks(field: Battlefield, group: tuple[int, ...], hex: int) -> tuple[Procedure, ...]:
    """The attacks on units that have entered a hex in an action phase, mission by mission (TCS 18.10b)."""
    missions = field.board.missions
    if not missions or field.board.phasing == NOBODY:
        return ()
    again = field.game.rules.chosen(ArtilleryOptions).continuous_each_hex
    return tuple(
        EntryFire(n, group, hex)
        for n, each in enumerate(missions)
        if covers(field, each, hex) and (again or not set(group) <= set(each.hit))
    )


class EntryFire(Step, frozen=True, array_like=True, tag="entry_fire"):
    """TCS 18.10b: Continuous Fire attacks those who have entered a hex, as one stack, with all who ride on them."""

    mission: int
    group: tuple[int, ...]
    hex: int

    def run(self, field: Battlefield) -> None:
        """Those who are still there."""
        mission, units = field.board.missions[self.mission], field.units
        entered = [n for n in field.units_in(self.hex) if n in self.group or units[n].carrier in self.group]
        if not field.game.rules.chosen(ArtilleryOptions).continuous_each_hex:
            entered = [n for n in entered if n not in mission.hit]
            after = replace(mission, hit=tuple(sorted({*mission.hit, *entered})))
            field.update(missions=with_entry(field.board.missions, self.mission, after))
        if entered:
            zone = self.hex in zone_of(field.world.ground, mission.at, wide=mission.wide)
            field.next(*fall_on(field, tuple(entered), self.hex, mission, zone=zone, road=True))


def ran(field: Battlefield, unit: int, hex: int) -> None:
    """A unit that runs into Continuous Fire is attacked there (TCS 18.10b)."""
    if field.board.missions and field.game.rules.chosen(ArtilleryOptions).continuous_hits_runners:
        field.next(*attacks(field, (unit,), hex))


def opening(field: Battlefield, side: int) -> None:
    """A phase begins: nobody has been attacked in it; guns that have fired a mission are still marked (TCS 18.11)."""
    if any(each.hit for each in field.board.missions):
        field.update(missions=tuple(replace(each, hit=()) for each in field.board.missions))
    for n in field.board.gunned:
        if field.world.owners[n] == side and field.units[n].steps:
            field.change(n, fired=True)


CHAPTER = Chapter(
    name="continuous fire",
    procedures=(EntryFire, AfterShells),
    adds=(ENTERED.add(attacks), RAN.add(ran), OPENING.add(opening)),
)
