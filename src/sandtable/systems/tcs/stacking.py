"""Stacking (TCS 5): no limit while moving; what is too much when the action phase ends is moved out, or lost."""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.phrase import Said
from sandtable.kernel.procedure import Decide, Step, verb
from sandtable.systems.tcs import hiding
from sandtable.systems.tcs.action import AFTER_ACTING
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.victory import hold

__all__ = ["CHAPTER", "Aside", "Overstacking", "Unstack"]


def overfull(look: Situation, side: int) -> list[int]:
    """The hexes with more steps of a side than they hold, by their first units (TCS 5.0b)."""
    limit, owners, units = look.world.options.stack_limit, look.world.owners, look.units
    few = limit // look.world.largest  # no more units than this are ever too much
    found = [
        (stack[0], hex)
        for hex, stack in look.stacks.items()
        if len(stack) > few and owners[stack[0]] == side and sum([units[n].steps for n in stack]) > limit
    ]
    return [hex for _, hex in sorted(found)]


def room_beside(look: Situation, unit: int) -> tuple[int, ...]:
    """The hexes beside a unit that it can enter and that have room for it and for whom it carries."""
    world = look.world
    if world.options.overstack == "lose":
        return ()
    at, side = look.units[unit].at, world.owners[unit]
    steps = world.ground.movements[world.kinds[unit].move_class].steps
    together = [n for n in look.units_in(at) if n == unit or look.units[n].carrier == unit]
    limit = world.options.stack_limit - sum([look.units[n].steps for n in together])
    return tuple(
        there
        for way, there in enumerate(world.ground.map.adjacent[at * 6 : at * 6 + 6])
        if there >= 0 and steps[at * 6 + way] >= 0 and not look.barred(there, side) and look.steps_in(there) <= limit
    )


class Overstacking(Step, frozen=True, array_like=True, tag="overstacking"):
    """TCS 5.0a, 5.0b: the end of an action phase; hexes of the side that are too full are thinned out."""

    side: int

    def run(self, field: Battlefield) -> None:
        """Ask, until none is."""
        if overfull(field, self.side):
            field.next(Unstack(self.side), self)


class Unstack(Decide, frozen=True, array_like=True, tag="unstack"):
    """TCS 5.0b: which unit leaves a hex that is too full."""

    def prompt(self, look: Situation) -> Said:
        """Where."""
        return look.say("unstack?", hexes=tuple(overfull(look, self.side)))

    @verb("Move out", "unit")
    def out(self, look: Situation) -> Targets:
        """Any unit there that is not carried."""
        return tuple(n for hex in overfull(look, self.side) for n in look.units_in(hex) if look.units[n].carrier < 0)

    @out.then
    def _do_out(self, field: Battlefield, unit: int) -> None:
        hexes = room_beside(field, unit)
        if hexes:
            field.next(Aside(self.side, unit))
        else:
            field.lose(unit, "crowded_out", "TCS 5.0b")


class Aside(Decide, frozen=True, array_like=True, tag="aside"):
    """TCS 5.0b: where the unit goes."""

    unit: int

    @verb("To", "hex")
    def to(self, look: Situation) -> Targets:
        """Hexes beside it with room."""
        return room_beside(look, self.unit)

    @to.then
    def _do_to(self, field: Battlefield, hex: int) -> None:
        if hiding.hides_in(field, hex, 1 - self.side):
            field.find(hex)
            return
        field.enter(self.unit, hex)
        field.log("aside", "TCS 5.0b", unit=self.unit, hex=hex, reveals=hiding.might_find(field, (self.unit,)))
        hold(field, hex)
        hiding.search(field, (self.unit,))


CHAPTER = Chapter(
    name="stacking",
    procedures=(
        Overstacking,
        Unstack,
        Aside,
    ),
    adds=(AFTER_ACTING.add(Overstacking),),
    phrases={
        "unstack?": "Too many steps in {hexes:hexes}: which unit leaves?",
        "aside?": "Where does {unit:unit} go?",
        "aside": "{unit:unit} makes room and goes to {hex:hex}",
        "crowded_out": "{unit:unit} finds no room and is lost",
    },
)
