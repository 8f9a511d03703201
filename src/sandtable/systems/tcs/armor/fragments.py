"""Fragmentary orders (AR 4.8): a unit may act on an order that is still in preparation, in place of 6.14a.

A unit with a fragmentary order is on the sheet in preparation (`Unit.sheet`), as if it were in force. It is Assigned
and follows its mission, at half speed and with overwatch fire only. When the sheet comes into force it is an ordinary
unit of it.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.phrase import Said
from sandtable.kernel.pools import D6
from sandtable.kernel.procedure import Roll, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Modifier, Outcome, Resolution, Row
from sandtable.systems.tcs.adjustment import AdjustRoll, facts_of
from sandtable.systems.tcs.armor.options import ArmorOptions, switch
from sandtable.systems.tcs.armor.tables import LIMITS
from sandtable.systems.tcs.assault import ATTACK_BARS
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.command import end_withdrawal, release
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.impulses import SIZES
from sandtable.systems.tcs.mayfire import ACTION_BARS
from sandtable.systems.tcs.orders import post_of
from sandtable.systems.tcs.planning import TRIES, CheckOrders, Try
from sandtable.systems.tcs.preparation import rating_of
from sandtable.systems.tcs.scenario import WORLDS
from sandtable.systems.tcs.sheets import PREPARING
from sandtable.systems.tcs.shells import NONE
from sandtable.systems.tcs.staffwork import check_chance
from sandtable.systems.tcs.tables import LIMITS as SERIES
from sandtable.systems.tcs.tables import SHIFTS
from sandtable.systems.tcs.world import NOBODY, World, impulse_points
from sandtable.systems.tcs.written import REWRITTEN

__all__ = ["CHAPTER", "FragRoll", "by_fragment", "fragments"]

WHAT = "frag"
ONLY_OVERWATCH = Reason("{unit:unit} acts on a fragmentary order and may only fire overwatch", "AR 4.8b")
NO_ATTACK = Reason("{unit:unit} acts on a fragmentary order, and neither assaults nor overruns", "AR 4.8b")


def by_fragment(look: Situation, unit: int) -> bool:
    """Whether a unit acts on a fragmentary order: the sheet it is on is in preparation."""
    number, sheets = look.units[unit].sheet, look.board.sheets
    return 0 <= number < len(sheets) and sheets[number].state == PREPARING


def fragments(look: Situation, side: int) -> tuple[tuple[int, int], ...]:
    """The units of a side that may try for a fragmentary order, each with the sheet in preparation (AR 4.8a)."""
    return tuple(
        (number, n)
        for number, sheet in enumerate(look.board.sheets)
        if sheet.side == side and sheet.state == PREPARING and not sheet.from_turn
        for n in sheet.listed
        if look.units[n].at >= 0 and look.units[n].sheet != number
    )


@verb("Fragmentary order for", "frag_order", menu="Fragmentary order", name="armor.frag")
def try_fragment(asks: CheckOrders, look: Situation) -> Targets:
    """Units on sheets in preparation, each once in a turn."""
    tried = [n for what, _, n in asks.checks if what == WHAT]
    return tuple(pair for pair in fragments(look, asks.side) if pair[1] not in tried)


@try_fragment.then
def _note(asks: CheckOrders, field: Battlefield, pair: tuple[int, int]) -> None:
    field.next(CheckOrders(asks.side, (*asks.checks, (WHAT, *pair))))


class FragRoll(Roll, frozen=True, array_like=True, tag="armor.frag_roll"):
    """AR 4.8a: the check of a reserve, for a unit and an order in preparation. Its owner alone reads the die."""

    sheet: int
    unit: int

    def resolution(self, look: Situation) -> Resolution:
        """A die above the Command Prep rating; a 6 always (TCS 6.14d)."""
        least = 7 - int(6 * check_chance(rating_of(look.world, [self.unit])))
        rows = (Row(None, least - 1, "not now"), Row(least, None, "done"))
        return Resolution("AR 4.8a", "", D6, rows if least > 1 else rows[1:])

    def says(self, look: Situation) -> Said:
        """The unit that tries."""
        return look.say("armor.frag_roll!", unit=self.unit, order=look.board.sheets[self.sheet].name)

    def audience(self, look: Situation) -> int | None:
        """The owner of the sheet."""
        return look.board.sheets[self.sheet].side

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """AR 4.8a, 4.8d: it is on the order from now on, and its battalion is in some confusion."""
        unit, number = self.unit, self.sheet
        sheet = field.board.sheets[number]
        if outcome != "done" or sheet.state != PREPARING or unit not in sheet.listed:
            return
        field.raise_battalion(field.world.battalion_of[unit], LIMITS["frag_morale"], "TCS 17.1e")
        release(field, [unit])
        if field.units[unit].withdrawing:
            end_withdrawal(field, unit)
        _put_on(field, unit, number)
        field.log("armor.frag_given", "AR 4.8d", unit=unit, order=sheet.name, to=sheet.side)


def _put_on(field: Battlefield, unit: int, number: int) -> None:
    sheet = field.board.sheets[number]
    group = next(index for index, each in enumerate(sheet.groups) if unit in each.units)
    field.change(unit, sheet=number, group=group, post=post_of(sheet, group, field.units[unit].at))


def written(field: Battlefield, number: int) -> None:
    """An order in preparation is changed: those who act on it keep to it, unless they are off it."""
    sheet = field.board.sheets[number]
    for n in field.world.units_of[sheet.side]:
        if field.units[n].sheet == number and field.units[n].steps:
            if n in sheet.listed:
                _put_on(field, n, number)
            else:
                field.change(n, sheet=NOBODY, group=0, post=NOBODY)


# What it allows


def halved(look: Situation, unit: int, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """AR 4.8b: half the movement points, and impulses of that."""
    if not by_fragment(look, unit):
        return sizes
    half = sum(sizes) // 2
    if len(sizes) == 1:
        return (half,)
    size = impulse_points(half, len(sizes))
    return tuple(max(0, min(size, half - size * n)) for n in range(len(sizes)))


def only_overwatch(look: Situation, unit: int) -> Reason | None:
    """AR 4.8b: no fire action."""
    return ONLY_OVERWATCH if by_fragment(look, unit) else None


def no_attack(look: Situation, unit: int, hex: int) -> Reason | None:
    """AR 4.8b: assault and overrun are fire too; optionally they are allowed."""
    if by_fragment(look, unit) and not look.game.rules.chosen(ArmorOptions).frag_assault:
        return NO_ATTACK.of(unit=unit)
    return None


def as_from_afar(roll: AdjustRoll, look: Situation) -> Iterable[Modifier]:
    """AR 4.8c: artillery that such a unit spots for is adjusted as at the greatest range."""
    observer = roll.mission.observer
    if observer == NONE or not by_fragment(look, observer):
        return ()
    hexes = facts_of(look, roll.mission).hexes
    lines = (("adjust_far", "observer_far"), ("adjust_farther", "observer_farther"))
    return tuple(
        Modifier(SHIFTS[shift].value, "a fragmentary order counts as far away", "AR 4.8c")
        for shift, limit in lines
        if hexes < SERIES[limit]
    )


def no_instructions(world: World) -> World:
    """AR 4.8a: it takes the place of preliminary instructions (TCS 6.14a)."""
    return replace(world, command=replace(world.command, preliminary_instructions=False))


CHAPTER = Chapter(
    name="fragmentary orders",
    procedures=(FragRoll,),
    verbs={CheckOrders: (try_fragment,)},
    modifiers={AdjustRoll: (as_from_afar,)},
    adds=(
        TRIES.add(Try(WHAT, fragments, FragRoll)),
        REWRITTEN.add(written),
        SIZES.add(halved),
        ACTION_BARS.add(only_overwatch),
        ATTACK_BARS.add(no_attack),
        WORLDS.add(no_instructions),
    ),
    phrases={
        "armor.frag_roll!": 'Does {unit:unit} act on "{order}"',
        "armor.frag_given": '{unit:unit} acts on a fragmentary order of "{order}"',
    },
    switch=switch("frag_orders"),
)
