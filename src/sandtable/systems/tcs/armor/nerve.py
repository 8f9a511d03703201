"""Armor morale (AR 4.1): armor that could have been hit checks by platoon, and hits on high rolls shake the battalion.

Every shot that could destroy armor in a hex makes a check due there: AT rolls, point fire, sorties and heavy shells. It
is made once for the hex in a part of the phase, when the fire of that action is over, and its result is for every
platoon with vehicles there, wherever its other vehicles are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.pools import D66
from sandtable.kernel.procedure import Roles, Roll, Step
from sandtable.kernel.resolution import Modifier, Outcome, Resolution, Row
from sandtable.systems.tcs.action import OPENING
from sandtable.systems.tcs.armor.definition import armor, is_armor, platoon
from sandtable.systems.tcs.armor.options import switch
from sandtable.systems.tcs.armor.parts import PART_ENDS
from sandtable.systems.tcs.armor.tables import LIMITS
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.buttoning import OPEN_HATCHES
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.firetable import FIRE_DONE, TALES, Tale
from sandtable.systems.tcs.flight import SaveYourself
from sandtable.systems.tcs.ground import PARTLY
from sandtable.systems.tcs.morale import EXEMPT, SHOT_AT, MoraleFacts, Shot
from sandtable.systems.tcs.scenario import WORLDS
from sandtable.systems.tcs.tables import morale_rows
from sandtable.systems.tcs.turn import CLEAN_UP, LAST
from sandtable.systems.tcs.world import NIGHT, NOBODY, PARALYZED, SUPPRESSED, World

__all__ = ["CHAPTER", "ArmorFire", "ArmorRoll", "Due", "few_vehicles", "platoons_in"]

HIGH, HIGHEST = "high roll", "highest roll"
PLATOON = "platoon"


class Due(msgspec.Struct, frozen=True, array_like=True):
    """A check that is due: whose armor, where, and the fire that calls for it."""

    side: int
    hex: int
    fire: tuple[int, ...]
    cross_fire: bool = False
    shells: bool = False


class ArmorFire(msgspec.Struct, frozen=True, array_like=True, tag="armor.fire"):
    """The checks that are due, and the hexes whose armor has checked in this part of the phase (AR 4.1b2)."""

    due: tuple[Due, ...] = ()
    checked: tuple[tuple[int, int], ...] = ()
    """Each hex with its side."""


# Who checks, and when


def armor_in(look: Situation, hex: int, side: int) -> list[int]:
    """The armor of a side in a hex."""
    mine = armor(look.world)
    return [n for n in look.point_targets(hex, side) if mine[n]]


def platoons_in(look: Situation, hex: int, side: int) -> list[int]:
    """All armor on the map of the platoons that have vehicles in a hex, and lone vehicles there (AR 4.1c2)."""
    found = {n for unit in armor_in(look, hex, side) for n in platoon(look.world, unit)}
    return [n for n in sorted(found) if look.units[n].at >= 0]


def fired_at(field: Battlefield, shot: Shot) -> None:
    """AR 4.1b1: a check is due where armor could have been hit; shells must be heavy, and once is enough."""
    kept = field.kept(ArmorFire)
    if 0 < shot.calibre < LIMITS["heavy_mm"] or (shot.hex, shot.side) in kept.checked:
        return
    if not armor_in(field, shot.hex, shot.side):
        return
    others = [each for each in kept.due if (each.hex, each.side) != (shot.hex, shot.side)]
    before = [each for each in kept.due if (each.hex, each.side) == (shot.hex, shot.side)]
    fire = tuple(dict.fromkeys((*(hex for each in before for hex in each.fire), *shot.fire)))
    crossed = shot.cross_fire or any(each.cross_fire for each in before)
    due = Due(shot.side, shot.hex, fire, crossed, shells=bool(shot.calibre) and all(each.shells for each in before))
    field.keep(replace(kept, due=(*others, due)))


class ArmorChecks(Step, frozen=True, array_like=True, tag="armor.checks"):
    """AR 4.1b4: when the fire of an action is over, the checks that it called for are made."""

    def run(self, field: Battlefield) -> None:
        """The next of them."""
        kept = field.kept(ArmorFire)
        if not kept.due:
            return
        due, rest = kept.due[0], kept.due[1:]
        there = bool(armor_in(field, due.hex, due.side))
        checked = tuple(sorted({*kept.checked, (due.hex, due.side)})) if there else kept.checked
        field.keep(ArmorFire(rest, checked))
        if there:
            field.next(ArmorRoll(due.side, due.hex, due.fire, due.cross_fire, due.shells), self)
        else:
            field.next(self)


# The check


def few_vehicles(look: Situation, units: Sequence[int]) -> Modifier | None:
    """AR 4.1d: the modifier for armor that is left in a hex; platoon counters have their hits instead (AR 4.2B5)."""
    if any(PLATOON in look.world.kinds[n].traits for n in units):
        hits = max(look.lost_steps(n) for n in units)
        return Modifier(hits, "hits on the platoon", "AR 4.2B2") if hits else None
    missing = LIMITS["small_group"] - len(units)
    return Modifier(missing, "few vehicles in the hex", "AR 4.1d") if missing > 0 else None


class ArmorRoll(Roll, frozen=True, array_like=True, tag="armor.roll"):
    """AR 4.1b: the armor of a side in a hex checks its morale, with one roll for all its platoons."""

    roles = Roles(at="hex")

    side: int
    hex: int
    fire: tuple[int, ...]
    cross_fire: bool = False
    shells: bool = False

    def modifiers(self, look: Situation) -> tuple[Modifier, ...]:
        """The morale of the worst battalion there, and all that counts for other units too (AR 4.1b3, 4.1b4)."""
        world, units = look.world, armor_in(look, self.hex, self.side)
        base = [world.formations[world.member_of[n]].morale for n in units]
        printed = [world.options.vehicle_morale if each is None else each for each in base]
        levels = [look.board.battalions[world.battalion_of[n]] for n in units]
        worst = max(range(len(units)), key=lambda i: (printed[i] + levels[i], -i))
        found = [Modifier(printed[worst], "armor morale", "AR 4.1a2")]
        if levels[worst]:
            found.append(Modifier(levels[worst], "Battalion Morale", "AR 4.1e1"))
        few = few_vehicles(look, units)
        if few is not None:
            found.append(few)
        facts = MoraleFacts(
            morale=0,
            zone=look.in_zone(self.hex),
            paralyzed=all(look.units[n].morale == PARALYZED for n in units),
            night=look.board.light == NIGHT,
            dug_in=all(look.units[n].dug_in for n in units),
            armour=look.armour_in(self.hex, self.side),
            cross_fire=self.cross_fire,
            cover=world.ground.type_against(self.fire, self.hex) >= PARTLY,
            no_low=self.shells,
            unassigned=any(look.units[n].sheet == NOBODY for n in units),
        )
        return (*found, *facts.modifiers()[1:])

    def resolution(self, look: Situation) -> Resolution:
        """The morale table."""
        modifiers = (*self.modifiers(look), *self.added(look))
        heading, rows = morale_rows(sum(each.value for each in modifiers))
        return Resolution("AR 4.1b1", "", D66, rows, modifiers, "column", heading)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """AR 4.1c: what the results mean to armor, all of each platoon."""
        units = platoons_in(field, self.hex, self.side)
        if outcome in ("Suppressed", "Paralyzed"):
            for n in units:
                button(field, n)
                if outcome == "Paralyzed":
                    field.shake(n, SUPPRESSED, "AR 4.1c1")
        elif outcome == "SYR":
            field.next(*(SaveYourself(n, self.fire, 0) for n in units if field.units[n].morale != PARALYZED))
        elif outcome == "Surrender":
            tells = field.world.options.surrender_tells
            for battalion in sorted({field.world.battalion_of[n] for n in units}) if tells else ():
                field.raise_battalion(battalion, tells, "TCS 17.6")
            for n in units:
                field.lose(n, "surrenders", "AR 4.1c1")


def button(field: Battlefield, unit: int) -> None:
    """A vehicle buttons up until clean up."""
    if not field.units[unit].buttoned:
        field.change(unit, buttoned=True)
        field.log("armor.buttons_up", "AR 4.1c1", unit=unit)


# Hits that tell on the battalion


def amend(look: Situation, resolution: Resolution) -> Resolution:
    """AR 4.1e: the answer says whether the roll was one that tells: 61 or more of a d66, 10 or more of two dice."""
    if resolution.dice is D66:
        rows = tuple(part for row in resolution.rows for part in _split(row))
        return replace(resolution, rows=rows)
    least, most = LIMITS["kill_adds_1"], LIMITS["kill_adds_2"]
    before = [row for row in resolution.also if row.outcome] or [Row(None, 1, "")]
    low = (before[-1].high or 1) + 1
    tells = (Row(low, least - 1, ""), Row(least, most - 1, HIGH), Row(most, None, HIGHEST))
    return replace(resolution, also=(*before, *tells))


def _split(row: Row) -> tuple[Row, ...]:
    """A line of the fire table, parted where a hit begins to tell."""
    if not isinstance(row.outcome, int) or row.outcome < 1:
        return (row,)
    low, high = row.low or 11, row.high or 66
    edges = ((11, LIMITS["hit_adds_1"] - 1, ""), (LIMITS["hit_adds_1"], LIMITS["hit_adds_2"] - 1, HIGH))
    found = []
    for least, most, word in (*edges, (LIMITS["hit_adds_2"], 66, HIGHEST)):
        if low <= most and high >= least:
            answer: Outcome = (row.outcome, word) if word else row.outcome
            found.append(Row(max(low, least), min(high, most), answer))
    return tuple(found)


def hit(field: Battlefield, targets: Sequence[int], word: str) -> None:
    """AR 4.1e1: the battalion of the armor that was hit loses heart; where there are several, that with most of it."""
    battalions = Counter(field.world.battalion_of[n] for n in targets if is_armor(field.world, n))
    adds = {HIGH: 1, HIGHEST: 2}.get(word, 0)
    if battalions and adds:
        hurt = min(battalions, key=lambda each: (-battalions[each], each))
        field.raise_battalion(hurt, adds, "AR 4.1e1")


# What it replaces


def exempt(look: Situation, unit: int) -> bool:
    """Armor takes no part in the check of vehicles (TCS 17.8), and fire does not button it up (AR 4.1c1)."""
    return is_armor(look.world, unit)


def halt(world: World) -> World:
    """Suppressed armor does not move, like other units: buttoned up is a marker of its own (AR 4.1c1)."""
    return msgspec.structs.replace(world, halted=frozenset(n for n, each in enumerate(armor(world)) if each))


def begin(field: Battlefield) -> None:
    """A part of the phase is over: every hex may have to check again (AR 4.1b2)."""
    if field.kept(ArmorFire).checked:
        field.keep(replace(field.kept(ArmorFire), checked=()))


class ForgetChecks(Step, frozen=True, array_like=True, tag="armor.forget_checks"):
    """The turn is over."""

    def run(self, field: Battlefield) -> None:
        """Nobody has checked yet."""
        begin(field)


CHAPTER = Chapter(
    name="armor morale",
    procedures=(ArmorChecks, ArmorRoll, ForgetChecks),
    adds=(
        SHOT_AT.add(fired_at),
        FIRE_DONE.add(ArmorChecks()),
        TALES.add(Tale(amend, hit)),
        EXEMPT.add(exempt),
        OPEN_HATCHES.add(exempt),
        WORLDS.add(halt),
        OPENING.add(lambda field, side: begin(field)),
        PART_ENDS.add(begin),
        CLEAN_UP.add((LAST, ForgetChecks())),
    ),
    phrases={
        "armor.roll!": "The armor of {side:side} in {hex:hex} checks its morale",
        "armor.buttons_up": "{unit:unit} buttons up",
    },
    keeps=ArmorFire,
    switch=switch("armor_morale"),
)
