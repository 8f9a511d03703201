"""Tank smoke (AR 4.6): smoke rounds in place of fire, gone when the part of the phase is over; and Panthers' smoke.

A smoke round is direct fire: no die, no scatter, and the hex must be in sight and range. It takes the place of a fire
action, or of overwatch. A Panther leaves ordinary smoke in its own hex while it moves.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.pools import D6
from sandtable.kernel.procedure import Decide, Roles, Roll, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tcs.action import AFTER_ACTING, OPENING, Act
from sandtable.systems.tcs.aiming import ready
from sandtable.systems.tcs.armor.options import switch
from sandtable.systems.tcs.armor.parts import PART_ENDS
from sandtable.systems.tcs.board import Situation, Smoke
from sandtable.systems.tcs.field import LOST, Battlefield
from sandtable.systems.tcs.mayfire import active, made_action, why_not_act
from sandtable.systems.tcs.movement import why_it_stays
from sandtable.systems.tcs.overwatch import FIRED, Triggered, Watch, done
from sandtable.systems.tcs.reasons import not_yours
from sandtable.systems.tcs.watching import AREA, POINT, shooters, trigger_hexes
from sandtable.systems.tcs.world import World

__all__ = ["CHAPTER", "ClearSmoke", "TankSmoke", "clear_smoke", "smoke_reach"]

ROUNDS, DISCHARGER = "smoke_rounds", "smoke_discharger"
NO_ROUNDS = Reason("{unit:unit} has no smoke rounds", "AR 4.6a")
NO_DISCHARGER = Reason("{unit:unit} cannot drop smoke", "AR 4.6c")
HAS_DROPPED = Reason("{unit:unit} has dropped smoke in this part of the phase already", "AR 4.6c")
OUT_OF_REACH = Reason("{unit:unit} does not see that hex, or it is out of range", "AR 4.6a2")
CANNOT_FIRE = Reason("{unit:unit} could not fire at this trigger, and so may not answer it with smoke", "AR 4.6a2")


class TankSmoke(msgspec.Struct, frozen=True, array_like=True, tag="armor.smoke"):
    """The smoke rounds on the map, each with its side, and the Panthers that have dropped smoke in this part of the
    phase.
    """

    rounds: tuple[tuple[int, int], ...] = ()
    dropped: tuple[int, ...] = ()


def smoke_reach(world: World, unit: int) -> int:
    """How far a unit fires smoke rounds: its maximum range (AR 4.6a)."""
    return max(world.area_reach[unit], world.point_reach[unit])


def smoke_hexes(look: Situation, unit: int) -> tuple[int, ...]:
    """The hexes in range and sight of a unit (AR 4.6a2)."""
    ground, at = look.world.ground, look.units[unit].at
    return tuple(ground.map.indices(look.view(at) & ground.within(at, smoke_reach(look.world, unit))))


def _has(look: Situation, unit: int, trait: str) -> bool:
    return trait in look.world.kinds[unit].traits


def lay(field: Battlefield, side: int, unit: int, hex: int) -> None:
    """AR 4.6a: there is smoke in a hex, until this part of the phase is over (AR 4.6b)."""
    kept = field.kept(TankSmoke)
    if (hex, side) not in kept.rounds:
        field.update(smoke=(*field.board.smoke, Smoke(hex, side, 1, light=False)))
        field.keep(replace(kept, rounds=(*kept.rounds, (hex, side))))
    field.engage(unit)
    field.log("armor.smoke", "AR 4.6a", unit=unit, hex=hex)


def clear_smoke(field: Battlefield) -> None:
    """AR 4.6b: smoke rounds are gone, and Panthers may drop smoke again."""
    kept = field.kept(TankSmoke)
    left = list(field.board.smoke)
    for hex, side in kept.rounds:
        marker = Smoke(hex, side, 1, light=False)
        if marker in left:
            left.remove(marker)
    if kept.rounds:
        field.update(smoke=tuple(left))
    if kept != TankSmoke():
        field.keep(TankSmoke())


class ClearSmoke(Step, frozen=True, array_like=True, tag="armor.clear_smoke"):
    """AR 4.6b, 4.6b2: without the armor impulses the whole action phase is one part."""

    side: int

    def run(self, field: Battlefield) -> None:
        """All of it."""
        clear_smoke(field)


# As a fire action


def why_not_lay(look: Situation, unit: int) -> Reason | None:
    """Why a unit may not fire smoke rounds as its fire action."""
    return why_not_act(look, unit) if _has(look, unit, ROUNDS) else NO_ROUNDS


@verb("Fire smoke with", "unit", menu="Fire smoke", name="armor.smoke")
def fire_smoke(act: Act, look: Situation) -> Targets:
    """Tanks with smoke rounds (AR 4.6a)."""
    return tuple(n for n in active(look, act.side) if _has(look, n, ROUNDS))


@fire_smoke.then
def _choose_hex(act: Act, field: Battlefield, unit: int) -> None:
    field.next(AimSmoke(act.side, unit), act)


fire_smoke.check(lambda act, look, unit: not_yours(look, act.side, unit) or why_not_lay(look, unit))


class AimSmoke(Decide, frozen=True, array_like=True, tag="armor.aim_smoke"):
    """AR 4.6a: where a tank fires smoke."""

    unit: int

    @verb("Smoke on", "hex", otherwise=OUT_OF_REACH)
    def at(self, look: Situation) -> Targets:
        """Hexes in sight and range."""
        return smoke_hexes(look, self.unit)

    @at.then
    def _do_at(self, field: Battlefield, hex: int) -> None:
        made_action(field, (self.unit,))
        lay(field, self.side, self.unit, hex)
        field.next(Triggered(self.side, (self.unit,), FIRED))


# As overwatch


def answering(look: Situation, watch: Watch) -> list[int]:
    """The tanks with smoke rounds whose stack may fire at a trigger."""
    stacks = {*shooters(look, watch, AREA), *shooters(look, watch, POINT)}
    return [
        n for n in look.on_map(watch.side) if _has(look, n, ROUNDS) and look.units[n].at in stacks and ready(look, n)
    ]


@verb("Answer with smoke from", "unit", menu="Fire smoke", name="armor.answer_smoke", otherwise=CANNOT_FIRE)
def answer_smoke(watch: Watch, look: Situation) -> Targets:
    """Tanks that could fire (AR 4.6a2)."""
    return tuple(answering(look, watch))


@answer_smoke.then
def _choose_answer(watch: Watch, field: Battlefield, unit: int) -> None:
    field.next(AnswerSmoke(watch.side, watch, unit))


class AnswerSmoke(Decide, frozen=True, array_like=True, tag="armor.answer_smoke"):
    """AR 4.6a2: where a tank fires smoke in place of overwatch."""

    watch: Watch
    unit: int

    def opened_by(self) -> Watch:
        """To fire was chosen there."""
        return self.watch

    @verb("Smoke on", "hex", otherwise=OUT_OF_REACH)
    def at(self, look: Situation) -> Targets:
        """Hexes in sight and range."""
        return smoke_hexes(look, self.unit)

    @at.then
    def _do_at(self, field: Battlefield, hex: int) -> None:
        if any(field.units[n].fired for n in field.units_in(field.units[self.unit].at)):
            field.next(SmokeAgain(self.watch, self.unit, hex))
        else:
            _answer(field, self.watch, self.unit, hex)


def _trigger(look: Situation, watch: Watch, stack: int) -> int:
    """The nearest hex of those that a trigger came from."""
    return min(trigger_hexes(look, watch.units), key=lambda hex: (look.world.ground.distance(stack, hex), hex))


def _answer(field: Battlefield, watch: Watch, unit: int, hex: int) -> None:
    stack = field.units[unit].at
    done(field, watch, stack, _trigger(field, watch, stack), AREA, shot=True)
    all_of_it = field.world.options.overwatch_marks == "stack"
    field.mark_fired(*(field.units_in(stack) if all_of_it else (unit,)))
    lay(field, watch.side, unit, hex)


class SmokeAgain(Roll, frozen=True, array_like=True, tag="armor.smoke_again"):
    """TCS 15.2c: a stack that has fired before rolls whether it can fire again."""

    roles = Roles(by="unit")

    watch: Watch
    unit: int
    hex: int

    def resolution(self, look: Situation) -> Resolution:
        """A plain die."""
        least = look.world.options.overwatch_again
        return Resolution("TCS 15.2c", "", D6, (Row(None, least - 1, "no fire"), Row(least, None, "fire")))

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """It fires, or has had its try."""
        if outcome == "fire":
            _answer(field, self.watch, self.unit, self.hex)
        else:
            stack = field.units[self.unit].at
            done(field, self.watch, stack, _trigger(field, self.watch, stack), AREA, shot=False)


# Panthers


def why_not_drop(look: Situation, unit: int) -> Reason | None:
    """Why a unit may not drop smoke where it is (AR 4.6c)."""
    if not _has(look, unit, DISCHARGER):
        return NO_DISCHARGER
    if unit in look.kept(TankSmoke).dropped:
        return HAS_DROPPED
    return why_it_stays(look, unit, look.units[unit])


@verb("Drop smoke from", "unit", menu="Drop smoke", name="armor.drop_smoke")
def drop_smoke(act: Act, look: Situation) -> Targets:
    """Panthers on the move (AR 4.6c)."""
    return tuple(n for n in look.on_map(act.side) if why_not_drop(look, n) is None)


@drop_smoke.then
def _drop(act: Act, field: Battlefield, unit: int) -> None:
    kept, hex = field.kept(TankSmoke), field.units[unit].at
    field.keep(replace(kept, dropped=tuple(sorted({*kept.dropped, unit}))))
    marker = Smoke(hex, act.side)
    if marker not in field.board.smoke:
        field.update(smoke=(*field.board.smoke, marker))
    field.log("armor.drops_smoke", "AR 4.6c", unit=unit, hex=hex)
    field.next(act)


drop_smoke.check(lambda act, look, unit: not_yours(look, act.side, unit) or why_not_drop(look, unit))


def opening(field: Battlefield, side: int) -> None:
    """A phase begins without tank smoke."""
    clear_smoke(field)


def forget(field: Battlefield, unit: int) -> None:
    """A unit is lost."""
    kept = field.kept(TankSmoke)
    if unit in kept.dropped:
        field.keep(replace(kept, dropped=tuple(n for n in kept.dropped if n != unit)))


CHAPTER = Chapter(
    name="armor smoke",
    procedures=(ClearSmoke, AimSmoke, AnswerSmoke, SmokeAgain),
    verbs={Act: (fire_smoke, drop_smoke), Watch: (answer_smoke,)},
    adds=(AFTER_ACTING.add(ClearSmoke), OPENING.add(opening), PART_ENDS.add(clear_smoke), LOST.add(forget)),
    phrases={
        "armor.aim_smoke?": "Where does {unit:unit} fire smoke?",
        "armor.answer_smoke?": "Where does {unit:unit} fire smoke?",
        "armor.smoke_again!": "Can {unit:unit} fire again",
        "armor.smoke": "{unit:unit} fires smoke on {hex:hex}",
        "armor.drops_smoke": "{unit:unit} drops smoke in {hex:hex}",
    },
    keeps=TankSmoke,
    switch=switch("armor_smoke"),
)
