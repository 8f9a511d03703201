"""Assault (TCS 22): units go into an enemy hex together, and it is fought out there in at most three rounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.decision import Targets
from sandtable.kernel.procedure import Decide, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs import hiding, mines
from sandtable.systems.tcs.action import Act, idle
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.closefire import CloseFire, volleys
from sandtable.systems.tcs.entering import entry_fire
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.flight import SaveYourself
from sandtable.systems.tcs.impulses import another, points_left, spend
from sandtable.systems.tcs.morale import MoraleRoll
from sandtable.systems.tcs.movement import entry_costs, may_always
from sandtable.systems.tcs.overwatch import MOVED, Triggered
from sandtable.systems.tcs.reasons import NOT_YOURS, not_yours
from sandtable.systems.tcs.tables import syr_loss
from sandtable.systems.tcs.victory import hold
from sandtable.systems.tcs.world import FINE, MOVE_MODE, NOBODY, PARALYZED, World

__all__ = [
    "ATTACK_BARS",
    "CHAPTER",
    "AfterAssault",
    "Assault",
    "AssaultRound",
    "DriveOut",
    "GoIn",
    "Standing",
    "attackers",
    "attackers_fire",
    "hexes_to_assault",
    "still_fights",
    "verdict",
    "why_not_assault",
]

ATTACK_BARS: Seam[Callable[[Situation, int, int], Reason | None]] = Seam("why a unit may not assault or overrun a hex")
NO_ENEMY = Reason("there is no enemy to assault", "TCS 22.1", quiet=True)
NOTHING_TO_ASSAULT = Reason("there is no enemy beside {unit:unit} that it could assault", "TCS 22.1", quiet=True)
ASSAULTED = Reason("{hex:hex} has been assaulted in this phase already", "TCS 22.1")
NOBODY_BESIDE = Reason("none of your units is beside {hex:hex}", "TCS 22.1")
NOBODY_ABLE = Reason("an assaulting unit is Assigned, in Move Mode, unshaken, and has not fired", "TCS 22.1")
NO_POINTS = Reason("no unit there has the movement points to go in", "TCS 22.1")
CANNOT_JOIN = Reason(
    "{unit:unit} must be beside {hex:hex}, in Move Mode, unshaken, and have the points, to assault it", "TCS 22.1"
)
GOES_ALREADY = Reason("it goes in already")
WHO_ASSAULTS = Reason(
    "an assaulting unit is beside the hex, Assigned, in Move Mode, unshaken, and has the points", "TCS 22.1"
)


def cost_of(look: Situation, unit: int, hex: int) -> int:
    """What entering an adjacent hex costs a unit, in sixths; -1 if it is prohibited."""
    ground = look.world.ground
    here = look.units[unit].at
    cost = look.movement(unit).steps[here * 6 + ground.way(here, hex)]
    return cost + entry_costs(look, unit).get(hex, 0) if cost >= 0 else cost


def able(look: Situation, unit: int) -> bool:
    """Whether a unit could assault anything: Assigned, armed, in Move Mode, unshaken and not Fired (TCS 22.1)."""
    return look.units[unit].sheet != NOBODY and fit(look, unit)


def fit(look: Situation, unit: int) -> bool:
    """Whether a unit could assault if it had the orders for it."""
    u = look.units[unit]
    return (
        u.at >= 0
        and u.mode == MOVE_MODE
        and u.morale == FINE
        and not u.fired
        and u.carrier == NOBODY
        and look.world.kinds[unit].armed
        and idle(look, unit) is None
    )


def why_ordered_not(look: Situation, unit: int, hex: int) -> Reason | None:
    """Why the orders of a unit do not let it assault or overrun a hex."""
    for bar in look.game.rules.at(ATTACK_BARS):
        why = bar(look, unit, hex)
        if why is not None:
            return why
    return None


def can_enter(look: Situation, unit: int, hex: int) -> bool:
    """Whether a unit beside a hex has the movement points to enter it."""
    cost = cost_of(look, unit, hex)
    most = max(points_left(look, unit), another(look, unit))
    return cost >= 0 and (cost <= most or may_always(look, unit))


def attackers(look: Situation, side: int, hex: int) -> list[int]:
    """The units of a side that may assault a hex (TCS 22.1)."""
    ground = look.world.ground
    return [
        n
        for at in ground.neighbours[hex]
        for n in look.units_in(at)
        if look.world.owners[n] == side
        and able(look, n)
        and can_enter(look, n, hex)
        and why_ordered_not(look, n, hex) is None
    ]


def hexes_to_assault(look: Situation, side: int) -> Targets:
    """The enemy hexes that a side may assault now: each once in a phase."""
    if not look.beset(1 - side) & look.places(side):
        return ()
    ground, units = look.world.ground, look.units
    beside, foes = 0, look.occupied(1 - side)
    for n in look.world.units_of[side]:
        if units[n].mode == MOVE_MODE and units[n].at >= 0 and ground.beside[units[n].at] & foes and able(look, n):
            beside |= ground.beside[units[n].at]
    beside &= foes
    if not beside:
        return ()
    done = look.board.assaulted if look.world.options.assault_once else ()
    return tuple([hex for hex in ground.map.indices(beside) if hex not in done and attackers(look, side, hex)])


def why_not_assault(look: Situation, side: int, hex: int) -> Reason | None:
    """Why a side may not assault a hex (TCS 22.1)."""
    if look.held_by(hex) != 1 - side:
        return NO_ENEMY
    if hex in look.board.assaulted and look.world.options.assault_once:
        return ASSAULTED
    ground = look.world.ground
    beside = [n for at in ground.neighbours[hex] for n in look.units_in(at) if look.world.owners[n] == side]
    if not beside:
        return NOBODY_BESIDE
    if attackers(look, side, hex):
        return None
    ready = [n for n in beside if fit(look, n)]
    if not ready:
        return next((why.of(unit=n) for n in beside if (why := idle(look, n))), NOBODY_ABLE)
    held = [n for n in ready if can_enter(look, n, hex)]
    return why_ordered_not(look, held[0], hex) if held else NO_POINTS


def why_not_join(look: Situation, side: int, hex: int | None, unit: int) -> Reason | None:
    """Why a unit does not go into an assault on a hex, or (None) on any."""
    if not_yours(look, side, unit) is not None:
        return NOT_YOURS
    if hex is None:
        beside = any(unit in attackers(look, side, each) for each in hexes_to_assault(look, side))
        return None if beside else NOTHING_TO_ASSAULT.of(unit=unit)
    if unit in attackers(look, side, hex):
        return why_not_assault(look, side, hex)
    why = why_not_assault(look, side, hex) if look.held_by(hex) != 1 - side else None
    return why or (why_ordered_not(look, unit, hex) if able(look, unit) else None) or CANNOT_JOIN.of(unit=unit, hex=hex)


class Assault(Decide, frozen=True, array_like=True, tag="assault"):
    """TCS 22.1: who goes in."""

    hex: int
    group: tuple[int, ...] = ()

    def rest(self, look: Situation) -> list[int]:
        """The units that could join."""
        return [n for n in attackers(look, self.side, self.hex) if n not in self.group]

    @verb("With", "unit", otherwise=WHO_ASSAULTS)
    def add(self, look: Situation) -> Targets:
        """Units beside it."""
        return tuple(self.rest(look))

    @add.then
    def _do_add(self, field: Battlefield, unit: int) -> None:
        field.next(replace(self, group=(*self.group, unit)))

    @add.check
    def _why_not_add(self, look: Situation, unit: int) -> Reason | None:
        if unit in self.group:
            return GOES_ALREADY
        near = look.units[unit].at >= 0 and look.world.ground.beside[self.hex] >> look.units[unit].at & 1
        own = look.world.owners[unit] == self.side
        return why_ordered_not(look, unit, self.hex) if own and near and fit(look, unit) else None

    @verb("With all of them", "dice")
    def all_in(self, look: Situation) -> bool:
        """If anybody is left to join."""
        return bool(self.rest(look))

    @all_in.then
    def _do_all_in(self, field: Battlefield, _: None) -> None:
        _begin(field, replace(self, group=(*self.group, *self.rest(field))))

    @verb("Go in", "dice")
    def go(self, look: Situation) -> bool:
        """When somebody does."""
        return bool(self.group)

    @go.then
    def _do_go(self, field: Battlefield, _: None) -> None:
        _begin(field, self)


def _begin(field: Battlefield, assault: Assault) -> None:
    """They pay; shells that lie on the hex attack them first (TCS 18.10b), then the enemy may fire (TCS 22.2)."""
    group = tuple(sorted(assault.group))
    for n in group:
        spend(field, n, cost_of(field, n, assault.hex))
    field.update(assaulted=(*field.board.assaulted, assault.hex))
    secret = field.world.options.secret_minefields or bool(field.world.hides)
    field.log("assaults", "TCS 22.1", units=group, hex=assault.hex, reveals=secret)
    starts = tuple(field.units[n].at for n in group)
    come = ComeIn(assault.side, assault.hex, group, starts)
    shells = entry_fire(field, group, assault.hex)
    if shells:
        for n in group:
            field.enter(n, assault.hex, road=False)
        field.next(*shells, come)
    else:
        come.run(field)


class ComeIn(Step, frozen=True, array_like=True, tag="come_in"):
    """TCS 22.2: the enemy may fire at those who come, from where they set out. A unit that Continuous Fire has shaken
    on its way in stays outside.
    """

    side: int
    hex: int
    group: tuple[int, ...]
    starts: tuple[int, ...]

    def run(self, field: Battlefield) -> None:
        """Back before the hex, then overwatch."""
        for n, start in zip(self.group, self.starts, strict=True):
            if field.units[n].at == self.hex:
                field.enter(n, start, road=False)
        coming = tuple(n for n, start in zip(self.group, self.starts, strict=True) if field.units[n].at == start)
        asks = bool(coming) and field.world.options.assault_entry_fire
        trigger = (Triggered(self.side, coming, MOVED),) if asks else ()
        field.next(*trigger, GoIn(self.side, self.hex, self.group, self.starts))


class GoIn(Step, frozen=True, array_like=True, tag="go_in"):
    """Those who got through the fire enter together."""

    side: int
    hex: int
    group: tuple[int, ...]
    starts: tuple[int, ...]

    def run(self, field: Battlefield) -> None:
        """The units that still can."""
        going = [
            (n, start)
            for n, start in zip(self.group, self.starts, strict=True)
            if field.units[n].at == start and field.units[n].morale == FINE
        ]
        if not going:
            field.log("assault_stopped", "TCS 22.2", hex=self.hex)
            return
        group, starts = (tuple(each) for each in zip(*going, strict=True))
        guard = tuple(n for n in field.units_in(self.hex) if not field.inside(n))
        field.engage(*group, *field.units_in(self.hex))
        for n in group:
            field.enter(n, self.hex, road=False)
        mines.stumble(field, group, self.hex)
        hiding.search(field, group)
        nerve = tuple(field.units[n].morale for n in (*group, *guard))
        fight = AssaultRound(self.side, self.hex, group, starts, guard, nerve)
        if mines.harmed(field, group, self.hex):
            field.next(mines.Mines(self.side, group, self.hex), fight)
        else:
            field.next(fight)


class Standing(NamedTuple):
    """How a side stands in the hex: whether any of it is there, whether any may fire, and its unshaken steps."""

    there: bool
    able: bool
    steady: int


def verdict(attackers: Standing, defenders: Standing, *, over: bool) -> str:
    """How a fight stands before the next fire (TCS 22.5, 22.6): "goes on", or "won" by the attackers who drive the
    others out, "lost" by them, or "alone" if there is one side left at most. `over`: the last round has been fought.
    """
    if not (attackers.there and defenders.there):
        return "alone"
    if not over and (attackers.able or defenders.able):
        return "goes on"
    return "won" if attackers.steady > defenders.steady else "lost"


def still_fights(world: World, before: int, now: int) -> bool:
    """Whether a unit fires on that was so shaken before the assault and is so shaken now (TCS 22.5)."""
    return now <= before or world.options.assault_shaken_fire


def attackers_fire(world: World, *, second: bool) -> bool:
    """Whether it is the attackers who fire first, or second, in a round (TCS 22.3)."""
    return second == (world.options.assault_first == "defender")


class AssaultRound(Step, frozen=True, array_like=True, tag="assault_round"):
    """TCS 22.3 to 22.6: the defender fires, then the attacker, and again."""

    side: int
    hex: int
    group: tuple[int, ...]
    starts: tuple[int, ...]
    guard: tuple[int, ...]
    nerve: tuple[int, ...]
    """How shaken each of the group and the guard was at the start: who gets worse fires no more (TCS 22.5)."""
    number: int = 1
    answer: bool = False
    """Whether it is the turn of those who fire second."""

    def fighting(self, look: Situation) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Those of the group, and of the guard, that are in the hex and have not been shaken here."""
        now, world, hex = look.units, look.world, self.hex
        before = dict(zip((*self.group, *self.guard), self.nerve, strict=True))
        able = [n for n, nerve in before.items() if now[n].at == hex and still_fights(world, nerve, now[n].morale)]
        return tuple([n for n in self.group if n in able]), tuple([n for n in self.guard if n in able])

    def standing(self, look: Situation, side: int, able: tuple[int, ...]) -> Standing:
        """How a side stands, of which these may fire."""
        owners = look.world.owners
        there = [look.units[n] for n in look.units_in(self.hex) if owners[n] == side]
        return Standing(bool(there), bool(able), sum([unit.steps for unit in there if unit.morale == FINE]))

    def run(self, field: Battlefield) -> None:
        """Half a round; or the end."""
        able = self.fighting(field)
        over = self.number > field.world.options.assault_rounds
        sides = (self.side, 1 - self.side)
        stands = [self.standing(field, side, units) for side, units in zip(sides, able, strict=True)]
        how = verdict(*stands, over=over)
        if how != "goes on":
            self._end(field, how)
            return
        attacking = attackers_fire(field.world, second=self.answer)
        side, units = (self.side, able[0]) if attacking else (1 - self.side, able[1])
        fires = volleys(field, self._fire(field, side, units), able[attacking], second=self.answer)
        field.next(*fires, replace(self, number=self.number + self.answer, answer=not self.answer))

    def _fire(self, field: Battlefield, side: int, units: tuple[int, ...]) -> CloseFire:
        rollers = tuple(n for n in units if field.world.kinds[n].infantry)
        return CloseFire(side, self.hex, units, rollers)

    def _end(self, field: Battlefield, how: str) -> None:
        """TCS 22.6: who has not won leaves."""
        field.next(AfterAssault(self.hex, (*self.group, *self.guard)))
        if how == "alone":
            return
        if how == "won":
            field.next(DriveOut(self.hex, 1 - self.side))
            return
        for n, start in zip(self.group, self.starts, strict=True):
            if field.units[n].at == self.hex:
                field.enter(n, start, road=False)
                field.log("goes_back", "TCS 22.6", unit=n, hex=start)
        thrown_out = [n for n in field.enemies_in(self.hex, 1 - self.side) if field.units[n].carrier == NOBODY]
        field.next(*(SaveYourself(n, (self.hex,), 0) for n in thrown_out))
        for start in sorted(set(self.starts)):
            back = tuple(n for n, other in zip(self.group, self.starts, strict=True) if other == start)
            field.next(*entry_fire(field, tuple(n for n in back if field.units[n].at == start), start))


class DriveOut(Step, frozen=True, array_like=True, tag="drive_out"):
    """TCS 22.6: the defenders must save themselves; who is Paralyzed cannot, and surrenders."""

    hex: int
    side: int

    def run(self, field: Battlefield) -> None:
        """One after the other."""
        runs, hex, units = [], self.hex, field.units
        for n in [n for n in field.units_in(hex) if field.world.owners[n] == self.side and units[n].carrier == NOBODY]:
            if units[n].morale == PARALYZED:
                field.lose(n, "surrenders", "TCS 22.6")
                continue
            facts = MoraleRoll(n, (hex,)).facts(field)
            total = sum(each.value for each in facts.modifiers())
            runs.append(SaveYourself(n, (hex,), 0 if field.world.kinds[n].vehicle else syr_loss(total)))
        field.next(*runs)


class AfterAssault(Step, frozen=True, array_like=True, tag="after_assault"):
    """TCS 22.6: all who took part are marked Fired, and the hex may have changed hands."""

    hex: int
    units: tuple[int, ...]

    def run(self, field: Battlefield) -> None:
        """When everybody has gone who must."""
        field.mark_fired(*(n for n in self.units if field.units[n].at >= 0))
        hold(field, self.hex)


@verb("Assault", "hex")
def assault(act: Act, look: Situation) -> Targets:
    """Enemy hexes beside units that may assault (TCS 22)."""
    return hexes_to_assault(look, act.side)


@assault.then
def _gather_assault(act: Act, field: Battlefield, hex: int) -> None:
    field.next(Assault(act.side, hex), act)


assault.check(lambda act, look, hex: why_not_assault(look, act.side, hex))
assault.check_by(lambda act, look, hex, unit: why_not_join(look, act.side, hex, unit))


CHAPTER = Chapter(
    name="assault",
    procedures=(
        Assault,
        ComeIn,
        GoIn,
        AssaultRound,
        DriveOut,
        AfterAssault,
    ),
    verbs={Act: (assault,)},
    phrases={
        "assault?": "Assault on {hex:hex}: who goes in?",
        "assaults": "{units:units} assaults {hex:hex}",
        "assault_stopped": "The assault on {hex:hex} does not get that far",
        "goes_back": "{unit:unit} goes back to {hex:hex}",
    },
)
