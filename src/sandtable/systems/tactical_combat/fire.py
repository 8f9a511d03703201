"""Fire, and opportunity fire at a stand that has fired (TC F and O)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from msgspec.structs import replace

from sandtable.board.lattice import within
from sandtable.board.stands import Base, base_within, in_arc
from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.phrase import Said
from sandtable.kernel.pools import D10, lowest
from sandtable.kernel.procedure import Decide, Reaction, Roles, Roll, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Modifier, Outcome, Resolution
from sandtable.systems.tactical_combat.board import NOBODY
from sandtable.systems.tactical_combat.command import may_try, reacting, reaction
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.running import force_back
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.tables import (
    ANTITANK,
    ANTITANK_MODIFIERS,
    INFANTRY,
    INFANTRY_MODIFIERS,
    NORMAL,
    PARALYZED,
    SUPPRESSED,
    Quality,
)

__all__ = [
    "CHAPTER",
    "AfterFire",
    "Answered",
    "Facts",
    "Shot",
    "antitank_shot",
    "apply_result",
    "facts_of",
    "infantry_shot",
    "shifts_on_foot",
    "shot_at",
    "shot_of",
    "why_no_target",
    "why_not_fire",
]

OWN_SIDE = Reason("{target:unit} is on the same side", quiet=True)
OFF_TABLE = Reason("{target:unit} is not on the table")
IS_PARALYZED = Reason("{firer:unit} is paralyzed", "TC F26")
CANNOT_FIRE = Reason("{firer:unit} cannot fire")
NEEDS_SPOTTER = Reason("{firer:unit} fires only where somebody spots for it", "TC A5")
NO_TARGET = Reason("{firer:unit} has no enemy in range with a clear line to it", "TC F6")
OUT_OF_REACH = Reason("{target:unit} cannot be fired at: {why}")
JOINED = Reason("{target:unit} has joined {other:unit} and cannot be fired at", "TC F21")
BLOCKED = Reason("the line to {target:unit} is blocked by {what}", "TC F6")
NOT_YOURS = Reason("that is not a stand of yours on the table", quiet=True)
FINISHED = Reason("{firer:unit} is Finished and may not opportunity fire", "TC O1")
SHAKEN = Reason("{firer:unit} is suppressed or paralyzed and may not opportunity fire", "TC O1")
NO_COMMAND = Reason("{firer:unit}'s battalion has saved no command point for it", "TC C21")
FORBIDDEN = Reason("{firer:unit} may not opportunity fire: {why}", "TC G4")
UNSEEN = Reason("{firer:unit} has not seen {target:unit} fire", "TC O3")


@lru_cache(maxsize=65536)
def infantry_shot(
    firer: str,
    target: str,
    quality: Quality = "regular",
    cover: int = 0,
    smoke: bool = False,
    morale: int = NORMAL,
    long_range: bool = False,
    dice: int = 1,
) -> Resolution:
    """A shot on the infantry table, with every modifier (TC F8 to F17).

    >>> print(*infantry_shot("A", "B", cover=2, long_range=True).modifiers, sep="; ")
    +2 target in hard cover (TC F13); +1 long range (TC F17)
    """
    table = INFANTRY_MODIFIERS
    modifiers: list[Modifier] = []
    if cover == 2:
        modifiers.append(table["hard_cover"])
    elif cover == 1:
        modifiers.append(table["cover"])
    elif smoke:
        modifiers.append(table["smoke"])
    if morale == PARALYZED:
        modifiers.append(table["firer_paralyzed"])
    elif morale == SUPPRESSED:
        modifiers.append(table["firer_suppressed"])
    if long_range:
        modifiers.append(table["long_range"])
    pool = D10 if dice == 1 else lowest(dice, D10)
    return Resolution("TC F8", f"{firer} fires at {target}", pool, INFANTRY[quality], tuple(modifiers))


@lru_cache(maxsize=65536)
def antitank_shot(
    firer: str,
    target: str,
    quality: Quality = "regular",
    *,
    gun: int = 0,
    armour: int = 0,
    flank: bool = False,
    road: bool = False,
    cover: bool = False,
    smoke: bool = False,
    suppressed: bool = False,
    paralyzed: bool = False,
    long_range: bool = False,
    dice: int = 1,
) -> Resolution:
    """A shot on the anti-tank table, with every modifier (TC V6 to V10, V20, V21).

    >>> print(*antitank_shot("Panther", "Sherman", gun=-1, flank=True).modifiers, sep="; ")
    -3 flank shot (TC V9); -1 gun (TC V20)
    """
    table = ANTITANK_MODIFIERS
    modifiers: list[Modifier] = []
    facts = {"flank": flank, "road": road, "cover": cover, "smoke": smoke and not cover}
    facts |= {"firer_suppressed": suppressed, "firer_paralyzed": paralyzed, "long_range": long_range}
    modifiers += [table[name] for name, holds in facts.items() if holds]
    if gun:
        modifiers.append(Modifier(gun, "gun", "TC V20"))
    if armour:
        modifiers.append(Modifier(armour, "armour", "TC V21"))
    pool = D10 if dice == 1 else lowest(dice, D10)
    return Resolution("TC V6", f"{firer} fires at {target}", pool, ANTITANK[quality], tuple(modifiers))


Facts: TypeAlias = tuple[bool, tuple[Any, ...], tuple[Modifier, ...]]
"""All that a shot depends on: whether it is at a vehicle, the facts of the table, and what special rules add."""


def shot_at(look: Situation, firer: int, target: int) -> Resolution:
    """The shot of one stand at another as they stand on the table, with what special rules add to it (TC G4)."""
    return shot_of(facts_of(look, firer, target))


@lru_cache(maxsize=65536)
def shot_of(facts: Facts) -> Resolution:
    """The shot of which these are the facts."""
    at_vehicle, told, added = facts
    if at_vehicle:
        firer, target, quality, gun, armour, flank, road, cover, smoke, suppressed, long_range, dice = told
        shot = antitank_shot(
            firer,
            target,
            quality,
            gun=gun,
            armour=armour,
            flank=flank,
            road=road,
            cover=cover,
            smoke=smoke,
            suppressed=suppressed,
            long_range=long_range,
            dice=dice,
        )
    else:
        shot = infantry_shot(*told)
    return replace(shot, modifiers=(*shot.modifiers, *added)) if added else shot


def facts_of(look: Situation, firer: int, target: int) -> Facts:
    """The facts of a shot: two shots with the same facts have the same chances."""
    world = look.world
    rules = world.speaking("fire_modifiers")
    added = tuple([each for rule in rules for each in rule.fire_modifiers(look, firer, target)]) if rules else ()
    kind, aim = world.kinds[firer], world.kinds[target]
    names = world.names
    morale = look.stands[firer].morale
    long_range = look.long_range(firer, target)
    cover = look.cover(firer, target)
    smoke = look.through_smoke(firer, target)
    hmg = look.machine_gun(firer)
    dice = 2 if hmg and world.rules.hmg_two_dice else 1
    told: tuple[Any, ...]
    if aim.vehicle:
        told = (
            names[firer],
            names[target],
            world.quality(target),
            kind.gun or 0,
            aim.armour,
            look.flank(firer, target),
            look.stands[target].on_road,
            cover > 0,
            smoke,
            morale == SUPPRESSED,
            long_range and kind.faces,
            dice,
        )
        return True, told, added
    if hmg and world.rules.hmg_no_long_range:
        long_range = False
    told = names[firer], names[target], world.quality(target), cover, smoke, morale, long_range, dice
    return False, told, added


def shifts_on_foot(look: Situation, firers: Sequence[int], at: int, base: Base) -> tuple[tuple[int, int], ...]:
    """Those of these stands who would have a stand on foot in range and arc if it stood at a point, with this base, and
    for each the sum of the modifiers of its shot: what `Situation.out_of_reach` and `shot_at` say of it there. Only for
    games without special rules, which may look at more than that.
    """
    world, bases, stands = look.world, look.layout.bases, look.stands
    rules, kinds = world.rules, world.kinds
    apart = _apart_by[rules.range_measured]
    centre = base.centre
    plain = world.cover_at(at)
    walled = [index for index, ground in world.walls if ground.cover > plain and world.touches(at, index)]
    smoke = False
    found = []
    for n in firers:
        own, kind = bases[n], kinds[n]
        assert own is not None
        if not apart(own, base, world.max_ranges[n]):
            continue
        if kind.faces and not in_arc(own, centre, look.fire_arc(n)):
            continue
        long_range = not apart(own, base, world.normal_ranges[n])
        if long_range and rules.hmg_no_long_range and look.machine_gun(n):
            long_range = False
        cover = look.cover_from(own.centre, at, centre) if walled else plain
        if look.smoke:
            smoke = look.smoke_between(own.centre, centre)
        found.append((n, _shift_on_foot(cover, smoke, stands[n].morale, long_range)))
    return tuple(found)


def _centres_within(one: Base, other: Base, limit: int) -> bool:
    """Whether the centres of two bases are no farther apart than this."""
    return within(one.centre, other.centre, limit)


_apart_by = {"edges": base_within, "centres": _centres_within}
"""How ranges are measured (TC F7)."""


@lru_cache(maxsize=64)
def _shift_on_foot(cover: int, smoke: bool, morale: int, long_range: bool) -> int:
    """The sum of the modifiers of a shot at a stand on foot."""
    return infantry_shot("", "", cover=cover, smoke=smoke, morale=morale, long_range=long_range).shift


def why_not_fire(look: Situation, firer: int, target: int) -> Reason | None:
    """Why a stand may not fire at another; None if it may. `Situation.targets` finds all that it may at once."""
    why = _why_not_fire(look, firer, target)
    return None if why is None else why.of(firer=firer, target=target, **why.values)


def why_no_target(look: Situation, firer: int) -> Reason | None:
    """Why a stand may fire at nobody; None if it may at somebody."""
    if look.targets(firer):
        return None
    if look.can_shoot(firer):
        return (NO_TARGET if look.world.aims[firer] else NEEDS_SPOTTER).of(firer=firer)
    return (IS_PARALYZED if look.stands[firer].morale == PARALYZED else CANNOT_FIRE).of(firer=firer)


def _why_not_fire(look: Situation, firer: int, target: int) -> Reason | None:
    world = look.world
    if world.owners[target] == world.owners[firer]:
        return OWN_SIDE
    if target not in look.on_table(world.owners[target]):
        return OFF_TABLE
    if not look.can_shoot(firer):
        return IS_PARALYZED if look.stands[firer].morale == PARALYZED else CANNOT_FIRE
    if not world.aims[firer]:
        return NEEDS_SPOTTER
    reach = look.out_of_reach(firer, target)
    if reach:
        return OUT_OF_REACH.of(why=reach)
    if look.joined(target) != NOBODY:
        return JOINED.of(other=look.joined(target))
    blocked = look.line(firer, target)
    return BLOCKED.of(what=blocked) if blocked else None


def apply_result(field: Battlefield, target: int, outcome: Outcome) -> bool:
    """Carry out a result of either table; whether it had any effect."""
    assert isinstance(outcome, tuple)
    hits, morale, _ = outcome
    if field.world.kinds[target].vehicle:
        rule = "TC V6" if hits else "TC V7"
    else:
        rule = "TC F8" if morale == PARALYZED else "TC F9" if hits else "TC F10"
    if hits and not field.hit(target, rule):
        return True
    if morale == PARALYZED:
        field.paralyze(target, rule)
    elif morale == SUPPRESSED:
        field.suppress(target, rule)
    return bool(hits or morale)


class Shot(Roll, frozen=True, array_like=True, tag="shot"):
    """One stand fires at another. `reaction` is opportunity fire."""

    roles = Roles(by="firer", on="target")

    firer: int
    target: int
    reaction: bool = False

    def resolution(self, look: Situation) -> Resolution:
        """The shot as it stands on the table."""
        return shot_at(look, self.firer, self.target)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """The result; then, after a shot of the active side, the other side may answer (TC O3)."""
        effect = apply_result(field, self.target, outcome)
        if self.reaction and not effect:
            field.finish_stand(self.firer)
            field.log("no_effect", "TC O6", stand=self.firer)
        assert isinstance(outcome, tuple)
        if not self.reaction:
            carrier = field.stands[self.firer].carrier
            field.next(Answered(self.firer if carrier == NOBODY else carrier))
        if outcome[2] and not field.gone(self.target):
            force_back(field, self.target, self.firer, "TC V11")
        for special in field.world.specials:
            special.after_shot(field, self.firer, self.target, effect)


class Answered(Step, frozen=True, array_like=True, tag="answered"):
    """TC O3: the other side is asked only if one of its stands could answer. `retreated`: see TC O9."""

    fired: int
    retreated: bool = False

    def run(self, field: Battlefield) -> None:
        """Ask, or go on."""
        asks = AfterFire(1 - field.world.owners[self.fired], self.fired, self.retreated)
        if asks.watchers(field):
            field.next(asks)


class AfterFire(Decide, frozen=True, array_like=True, tag="after_fire"):
    """TC O3: a stand that sees an enemy fire may shoot at it; optionally also if it `retreated` (TC O9)."""

    fired: int
    retreated: bool = False

    def watchers(self, look: Situation) -> tuple[int, ...]:
        """The stands that may answer."""
        if look.stands[self.fired].at < 0 or look.joined(self.fired) != NOBODY:
            return ()
        near = [n for n in reacting(look, self.side) if not look.out_of_reach(n, self.fired)]
        if not near:
            return ()
        at = look.stands[self.fired].at
        clear = look.seen_from(at, [look.stands[n].at for n in near], self.side)
        return tuple(n for index, n in enumerate(near) if clear >> index & 1 or self._over_leader(look, n, at))

    def _over_leader(self, look: Situation, watcher: int, at: int) -> bool:
        """Whether only those who have joined the watcher stand in its line (TC F21)."""
        return bool(look.companions(watcher)) and bool(look.fire_lines(watcher, [at]))

    def prompt(self, look: Situation) -> Said:
        """What to decide."""
        return look.say("after_retreat?" if self.retreated else "after_fire?", fired=self.fired)

    def reaction(self) -> Reaction:
        """Fire at the one that fired."""
        return Reaction(self.fired)

    @verb("Answer with", "unit", menu="Answer")
    def fire(self, look: Situation) -> Targets:
        """Stands that may answer."""
        return self.watchers(look)

    @fire.then
    def _do_fire(self, field: Battlefield, firer: int) -> None:
        field.log("opportunity", "TC O9" if self.retreated else "TC O3", stand=firer, target=self.fired)
        field.next(reaction(field, firer, Shot(firer, self.fired, reaction=True)))

    @fire.check
    def _why_not_fire(self, look: Situation, firer: int) -> Reason | None:
        if firer in self.watchers(look):
            return None
        why = why_not_react(look, self.side, firer, self.fired)
        return why or UNSEEN.of(firer=firer, target=self.fired)

    @verb("Hold fire")
    def hold(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @hold.then
    def _do_hold(self, field: Battlefield, _: None) -> None:
        pass


def why_not_react(look: Situation, side: int, firer: int, target: int) -> Reason | None:
    """Why a stand may not opportunity fire at another; None if nothing is against it."""
    if firer not in look.on_table(side):
        return NOT_YOURS
    stand = look.stands[firer]
    if stand.finished:
        return FINISHED.of(firer=firer)
    if stand.morale != NORMAL:
        return SHAKEN.of(firer=firer)
    if look.world.rules.reactions_need_command and not may_try(look, firer):
        return NO_COMMAND.of(firer=firer)
    held = look.why_not_react(firer)
    if held:
        return FORBIDDEN.of(firer=firer, why=held)
    return why_not_fire(look, firer, target)


CHAPTER = Chapter(
    name="fire",
    procedures=(
        Shot,
        Answered,
        AfterFire,
    ),
    phrases={
        "shot!": "{firer:unit} fires at {target:unit}",
        "after_fire?": "{fired:unit} has fired: return fire, or hold?",
        "after_retreat?": "{fired:unit} retreats: return fire, or hold?",
        "no_effect": "{stand:unit} misses; done for this turn",
    },
)
