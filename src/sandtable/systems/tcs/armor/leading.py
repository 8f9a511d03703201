"""Leader vehicles (AR 4.2a, 4.2b): another takes the hit for them, and armor far from any is buttoned up."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.picture import Mark
from sandtable.kernel.procedure import Decide, Procedure, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.action import OPENING
from sandtable.systems.tcs.armor.definition import is_armor
from sandtable.systems.tcs.armor.options import switch
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import HITS, Battlefield
from sandtable.systems.tcs.picture import MARKS
from sandtable.systems.tcs.world import NOBODY

__all__ = ["CHAPTER", "Substitute", "leaders_of", "led", "like_it"]

NOT_LIKE_IT = Reason("only a vehicle of the same type in the same hex takes the hit", "AR 4.2a")


def leaders_of(look: Situation, side: int) -> list[int]:
    """The leader vehicles of a side on the map: those that the scenario marks (AR 4.2a2)."""
    world = look.world
    return [n for n in look.on_map(side) if world.leaders[n] and is_armor(world, n)]


def like_it(look: Situation, leader: int) -> tuple[int, ...]:
    """The vehicles that may take a hit in place of a leader: of its type, in its hex, and no leaders (AR 4.2a)."""
    world, units = look.world, look.units
    return tuple(
        n
        for n in look.units_in(units[leader].at)
        if world.owners[n] == world.owners[leader]
        and world.kinds[n].id == world.kinds[leader].id
        and not world.leaders[n]
        and units[n].carrier == NOBODY
    )


def instead(field: Battlefield, unit: int, rule: str) -> Procedure | None:
    """AR 4.2a: the owner of a leader vehicle that is hit may let another be lost."""
    if not field.world.leaders[unit] or not is_armor(field.world, unit) or not like_it(field, unit):
        return None
    return Substitute(field.world.owners[unit], unit, rule)


class Substitute(Decide, frozen=True, array_like=True, tag="armor.substitute"):
    """AR 4.2a: who is lost when a leader vehicle is hit."""

    leader: int
    rule: str

    @verb("Lose", "unit", otherwise=NOT_LIKE_IT)
    def lose(self, look: Situation) -> Targets:
        """Vehicles like it, or the leader itself."""
        return *like_it(look, self.leader), self.leader

    @lose.then
    def _do_lose(self, field: Battlefield, unit: int) -> None:
        if unit != self.leader:
            field.log("armor.takes_hit", "AR 4.2a", unit=unit, leader=self.leader)
        field.lose_step(unit, self.rule)


def led(look: Situation, unit: int) -> bool:
    """Whether a leader vehicle is in the hex of a unit or beside it (AR 4.2b1)."""
    ground, at = look.world.ground, look.units[unit].at
    near = ground.beside[at] | 1 << at
    return any(near >> look.units[n].at & 1 for n in leaders_of(look, look.world.owners[unit]))


def opening(field: Battlefield, side: int) -> None:
    """AR 4.2b1: armor without a leader is buttoned up when its side's action phase begins, until clean up."""
    alone = [n for n in field.on_map(side) if is_armor(field.world, n) and not led(field, n)]
    for n in alone:
        if not field.units[n].buttoned:
            field.change(n, buttoned=True)
            field.log("armor.no_leader", "AR 4.2b1", unit=n, to=side if field.units[n].hidden else None)


def mark(look: Situation, unit: int) -> Iterable[Mark]:
    """For a client: armor that has no leader near, and would button up when its phase begins."""
    if look.units[unit].at < 0 or look.units[unit].buttoned or not is_armor(look.world, unit) or led(look, unit):
        return ()
    return (Mark("no_leader", "No leader in its hex or beside it: buttons up when its phase begins (AR 4.2b1)"),)


CHAPTER = Chapter(
    name="armor leaders",
    procedures=(Substitute,),
    adds=(HITS.add(instead), OPENING.add(opening), MARKS.add(mark)),
    phrases={
        "armor.substitute?": "{leader:unit} is hit: choose the vehicle that is lost.",
        "armor.takes_hit": "{unit:unit} is lost in place of {leader:unit}",
        "armor.no_leader": "{unit:unit} has no leader near and buttons up",
    },
    switch=switch("armor_leaders"),
)
