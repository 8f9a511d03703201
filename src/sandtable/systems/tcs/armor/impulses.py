"""Armor impulses (AR 4.3): armor acts in an initial and a final part of its action phase too, with points for each.

`Act` is asked three times: before the normal part and after it only armor, and those who ride on it, do anything. The
movement points of armor are allotted to the parts; what is left of one is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.memo import known_of
from sandtable.kernel.phrase import Said
from sandtable.kernel.picture import Mark
from sandtable.kernel.procedure import Procedure, Step
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.action import IDLE, OPENING, PARTS, Act, Part
from sandtable.systems.tcs.aiming import FIRE_BARS
from sandtable.systems.tcs.armor.definition import is_armor
from sandtable.systems.tcs.armor.fallback import FALL_BACK_BARS
from sandtable.systems.tcs.armor.options import ArmorOptions, switch
from sandtable.systems.tcs.armor.parts import FINAL, INITIAL, NORMAL, PART_ENDS, SPLIT
from sandtable.systems.tcs.armor.tables import LIMITS
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import LOST, Battlefield
from sandtable.systems.tcs.impulses import PACED, SIZES, points_left, sizes_of
from sandtable.systems.tcs.mayfire import ACTION_BARS, FIRE_COST
from sandtable.systems.tcs.modes import MODE_PRICES
from sandtable.systems.tcs.picture import MARKS, NOTES
from sandtable.systems.tcs.spotting import NO_SPOTTERS
from sandtable.systems.tcs.tables import SIXTHS, points_text
from sandtable.systems.tcs.turn import CLEAN_UP, LAST
from sandtable.systems.tcs.world import FIRE_MODE, NOBODY, World

__all__ = ["CHAPTER", "Segment", "allotment", "combat_armor", "part_of"]

NAMES = ("Initial armor impulse", "Normal part", "Final armor impulse")
NOT_ARMOR = Reason("only armor, and those who rode on it when the impulse began, act in an armor impulse", "AR 4.3a2")
NO_POINTS = Reason(
    "{unit:unit} has no movement points in this part of the phase, and may only fire overwatch", "AR 4.3b4"
)
DONE = Reason("{unit:unit} has made its fire action, and does nothing more this turn", "AR 4.3c2")
HAS_ACTED = Reason("{unit:unit} has moved or changed its mode in this part of the phase, and does not fire", "AR 4.3c2")
TOO_FEW = Reason(
    "a fire action costs 6 movement points, and {unit:unit} has fewer in this part of the phase", "AR 4.3c2"
)


class Segment(msgspec.Struct, frozen=True, array_like=True, tag="armor.segment"):
    """The part of the action phase, and what is remembered of it."""

    part: int = INITIAL
    ready: tuple[int, ...] = ()
    """The armor that was in Fire Mode when it began, and so may make a fire action (AR 4.3c2)."""
    riders: tuple[int, ...] = ()
    """Those who rode on armor when it began (AR 4.3a2)."""
    done: tuple[int, ...] = ()
    """The armor that has made a fire action this turn (AR 4.3c2)."""


def allotment(points: int) -> tuple[int, int, int]:
    """The movement points of the three parts: six, six and the rest; slow vehicles have six in the normal part and the
    rest before it (AR 4.3b1, 4.3b2).

    >>> allotment(15), allotment(18), allotment(10), allotment(9)
    ((6, 6, 3), (6, 6, 6), (4, 6, 0), (3, 6, 0))
    """
    return _allotted(points, LIMITS["impulse_points"], LIMITS["slow"])


def _allotted(points: int, most: int, slow: int) -> tuple[int, int, int]:
    if points < slow:
        normal = min(points, most)
        return points - normal, normal, 0
    return most, most, points - 2 * most


def combat_armor(world: World, unit: int) -> bool:
    """Whether a unit uses the impulses: armor that fights, and no carrier (AR 4.3b5)."""
    known: dict[str, tuple[bool, ...]] = known_of(world, "combat armor")
    if "all" not in known:
        known["all"] = tuple(
            is_armor(world, n) and kind.armed and kind.kind != "carrier" for n, kind in enumerate(world.kinds)
        )
    return known["all"][unit]


def part_of(look: Situation) -> int:
    """The part of the action phase that is under way."""
    return look.kept(Segment).part


def sizes(look: Situation, unit: int, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """AR 4.3b: the allotment of armor, of whatever it has together."""
    if not combat_armor(look.world, unit):
        return sizes
    return _allotted(sum(sizes), LIMITS["impulse_points"] * SIXTHS, LIMITS["slow"] * SIXTHS)


def paced(look: Situation, unit: int) -> bool:
    """Whether the impulses of a unit are the parts of the phase."""
    return combat_armor(look.world, unit)


# The parts


def begin(field: Battlefield, side: int, part: int) -> None:
    """A part begins: armor has the points of it, and what it did before does not bar it, unless it fired (AR 4.3c3)."""
    kept, units = field.kept(Segment), field.units
    mine = [n for n in field.on_map(side) if combat_armor(field.world, n)]
    for n in mine:
        answered = units[n].fired and units[n].mode == FIRE_MODE and n not in kept.done
        fired = units[n].fired and not (answered and part != INITIAL)
        field.change(n, impulse=part + 1, spent=0, turned=False, fired=fired)
    riders = tuple(n for n in field.on_map(side) if _rides(field, n))
    ready = tuple(n for n in mine if field.units[n].mode == FIRE_MODE)
    field.keep(Segment(part, ready, riders, kept.done))


def _rides(look: Situation, unit: int) -> bool:
    carrier = look.units[unit].carrier
    return carrier != NOBODY and combat_armor(look.world, carrier)


def opening(field: Battlefield, side: int) -> None:
    """A phase begins with the initial impulse (AR 4.3a1)."""
    begin(field, side, INITIAL)
    field.log("armor.part", "AR 4.3a1", part=NAMES[INITIAL])


def prompt(look: Situation) -> Said | None:
    """What the side is asked."""
    return look.say("armor.act?", turn=look.world.clock(look.turn), part=NAMES[part_of(look)])


def ends(field: Battlefield, side: int) -> Procedure | None:
    """AR 4.3a1: the next part, or nothing after the last."""
    part = part_of(field)
    for end in field.game.rules.at(PART_ENDS):
        end(field)
    if part == FINAL:
        return None
    begin(field, side, part + 1)
    field.log("armor.part", "AR 4.3a1", part=NAMES[part + 1])
    return Act(side)


# Who acts


def _extra(look: Situation) -> bool:
    """Whether it is one of the two armor impulses."""
    return look.board.phasing != NOBODY and part_of(look) != NORMAL


def idle(look: Situation, unit: int) -> Reason | None:
    """Why a unit of the phasing side does nothing in this part (AR 4.3a2, 4.3b4, 4.3c2)."""
    if combat_armor(look.world, unit):
        if unit in look.kept(Segment).done:
            return DONE
        return None if sizes_of(look, unit)[part_of(look)] > 0 else NO_POINTS
    return NOT_ARMOR if _extra(look) and unit not in look.kept(Segment).riders else None


def fire_bar(look: Situation, unit: int) -> Reason | None:
    """Why a unit may not fire at all: it has made its fire action (AR 4.3c2), or it is no armor and its own side's
    armor impulse is on (AR 4.3a2).
    """
    phasing = look.world.owners[unit] == look.board.phasing
    if unit in look.kept(Segment).done:
        ends_turn = look.game.rules.chosen(ArmorOptions).impulse_ends_turn == "turn"
        return DONE if phasing or ends_turn else None
    return NOT_ARMOR if phasing and _extra(look) and not combat_armor(look.world, unit) else None


def action_bar(look: Situation, unit: int) -> Reason | None:
    """Why armor may not make a fire action: it costs six points and the whole of the part (AR 4.3c2)."""
    if not combat_armor(look.world, unit):
        return None
    if look.units[unit].spent or unit not in look.kept(Segment).ready:
        return HAS_ACTED
    return None if points_left(look, unit) >= LIMITS["fire_points"] * SIXTHS else TOO_FEW


def acted(field: Battlefield, units: Sequence[int]) -> None:
    """AR 4.3c2: armor that has made a fire action does nothing more this turn."""
    kept = field.kept(Segment)
    mine = {n for n in units if combat_armor(field.world, n)}
    if mine:
        field.keep(replace(kept, done=tuple(sorted({*kept.done, *mine}))))


def mode_price(look: Situation, unit: int) -> int | None:
    """AR 4.3c1: armor pays three points to go to Move Mode, or all it has in this part if that is fewer."""
    if not combat_armor(look.world, unit):
        return None
    return min(LIMITS["mode_points"] * SIXTHS, sizes_of(look, unit)[part_of(look)])


def no_spotter(look: Situation, unit: int) -> bool:
    """AR 4.3a4: armor does not spot for others in its own armor impulses."""
    return _extra(look) and look.world.owners[unit] == look.board.phasing and is_armor(look.world, unit)


def no_fall_back(look: Situation, unit: int) -> Reason | None:
    """AR 4.10b: only armor falls back in an armor impulse."""
    return ONLY_ARMOR_FALLS_BACK if _extra(look) else None


ONLY_ARMOR_FALLS_BACK = Reason("only armor falls back in an armor impulse", "AR 4.10b")


def forget(field: Battlefield, unit: int) -> None:
    """A unit is lost."""
    kept = field.kept(Segment)
    if unit in kept.ready or unit in kept.riders or unit in kept.done:
        lists = (tuple(n for n in each if n != unit) for each in (kept.ready, kept.riders, kept.done))
        field.keep(Segment(kept.part, *lists))


def mark(look: Situation, unit: int) -> Iterable[Mark]:
    """For a client: the movement points that armor has in this part, and whether it is done for the turn."""
    world, board = look.world, look.board
    if not combat_armor(world, unit) or look.units[unit].at < 0:
        return ()
    if unit in look.kept(Segment).done:
        return (Mark("done", "Has made its fire action: nothing more this turn (AR 4.3c2)"),)
    if world.owners[unit] != board.phasing:
        return ()
    parts = " / ".join(map(points_text, sizes_of(look, unit)))
    left = points_text(max(points_left(look, unit), 0))
    return (Mark("impulse", f"{left} movement points left in this part, of {parts} (AR 4.3b1)", left),)


def note(look: Situation) -> Iterable[str]:
    """For a client: which part of the action phase it is."""
    return () if look.board.phasing == NOBODY else (NAMES[part_of(look)],)


def split(field: Battlefield, unit: int, part: int) -> None:
    """A counter that breaks out of a platoon has done what the platoon has."""
    kept = field.kept(Segment)
    lists = (tuple(sorted({*each, part})) if unit in each else each for each in (kept.ready, kept.riders, kept.done))
    field.keep(Segment(kept.part, *lists))


class NewTurn(Step, frozen=True, array_like=True, tag="armor.new_turn"):
    """AR 4.3c2: when the turn is over all armor may act again."""

    def run(self, field: Battlefield) -> None:
        """Forget who has fired."""
        if field.kept(Segment) != Segment():
            field.keep(Segment())


CHAPTER = Chapter(
    name="armor impulses",
    procedures=(NewTurn,),
    adds=(
        SIZES.add(sizes),
        PACED.add(paced),
        OPENING.add(opening),
        PARTS.add(Part(prompt, ends)),
        IDLE.add(idle),
        FIRE_BARS.add(fire_bar),
        ACTION_BARS.add(action_bar),
        FIRE_COST.add(acted),
        MODE_PRICES.add(mode_price),
        NO_SPOTTERS.add(no_spotter),
        FALL_BACK_BARS.add(no_fall_back),
        LOST.add(forget),
        SPLIT.add(split),
        MARKS.add(mark),
        NOTES.add(note),
        CLEAN_UP.add((LAST, NewTurn())),
    ),
    phrases={
        "armor.act?": "Turn {turn}, {part}: act with a unit, or end this part.",
        "armor.part": "{part}",
    },
    keeps=Segment,
    switch=switch("armor_impulses"),
)
