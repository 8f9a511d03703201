"""How a stand of an air drop comes down: its drift, what it lands on, and who fires at it (see `airdrop.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from sandtable.board.stands import base_within, overlap
from sandtable.kernel.decision import Targets
from sandtable.kernel.phrase import Said
from sandtable.kernel.pools import D10
from sandtable.kernel.procedure import Decide, Procedure, Roles, Roll, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Modifier, Outcome, Resolution, Row
from sandtable.systems.tactical_combat.board import OFF
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.fire import apply_result, shot_at, why_not_react
from sandtable.systems.tactical_combat.situation import CONTACT, Situation, base_near_point

if TYPE_CHECKING:
    from sandtable.systems.tactical_combat.special.airdrop import Airdrop

__all__ = [
    "PHRASES",
    "PROCEDURES",
    "Drift",
    "DriftInches",
    "Jump",
    "Landed",
    "LandingCheck",
    "LandingFire",
    "LandingShot",
]

TOO_FAR = Reason("it is too far from the landing", "TC G4")

PHRASES = {
    "drifts_twice": "{stand:unit} drifts, in inches, doubled by ground fire",
    "landing_shot!": "{firer:unit} fires at {target:unit}",
    "jump?": "Next comes {stand:unit}, aimed at {aimed:point}.",
    "landing_fire?": "{mover:unit} comes down in sight: fire at it, or let it land?",
    "landing_check!": "{stand:unit} comes down hard",
    "drifts_inches": "{stand:unit} drifts, in inches",
    "drifts_way": "{stand:unit} drifts: {turn} degrees a pip",
    "container_down": "A container comes down at {point:point}",
    "container_lost": "A container is lost",
    "comes_down": "{stand:unit} comes down at {point:point}",
    "lost_in_drop": "{stand:unit} is lost in the drop",
    "landing_fire": "{stand:unit} fires at {target:unit} as it comes down",
}

TURN = 36
"""Degrees to each pip of the die, by the clock from north."""
UNIT = 1_000_000
COMPASS = (
    (0, 1_000_000),
    (587_785, 809_017),
    (951_057, 309_017),
    (951_057, -309_017),
    (587_785, -809_017),
    (0, -1_000_000),
    (-587_785, -809_017),
    (-951_057, -309_017),
    (-951_057, 309_017),
    (-587_785, 809_017),
)
"""East and north of a full circle in steps of `TURN` degrees, in millionths."""
PIPS = tuple(Row(pip, pip, pip) for pip in D10.ways)


def away(start: tuple[int, int], way: int, length: int) -> tuple[int, int]:
    """The point so far from another, the way a d10 says.

    >>> away((1000, 1000), 10, 500), away((1000, 1000), 5, 500), away((1000, 1000), 2, 1000)
    ((1000, 1500), (1000, 500), (1951, 1309))
    """
    east, north = COMPASS[way % len(COMPASS)]
    return start[0] + _nearest(east * length), start[1] + _nearest(north * length)


def _nearest(millionths: int) -> int:
    size = (2 * abs(millionths) + UNIT) // (2 * UNIT)
    return -size if millionths < 0 else size


def drop_of(look: Situation, rule: int) -> Airdrop:
    """The air drop with this number."""
    drop: Airdrop = look.world.specials[rule]
    return drop


class Jump(Decide, frozen=True, array_like=True, tag="jump"):
    """The next one jumps. There is nothing to choose, but the odds of each can be seen before it does."""

    rule: int
    stand: int
    stick: int
    aimed: int

    def prompt(self, look: Situation) -> Said:
        """The next stand, and where it was aimed."""
        return look.say("jump?", stand=_name(self), aimed=self.aimed)

    @verb("Jump")
    def jump(self, look: Situation) -> bool:
        """Always."""
        return True

    @jump.then
    def _do_jump(self, field: Battlefield, _: None) -> None:
        field.next(Drift(self.rule, self.stand, self.stick, self.aimed))


class Drift(Roll, frozen=True, array_like=True, tag="drift_way"):
    """Which way a stand drifts; `stand` is OFF for the container of its stick."""

    rule: int
    stand: int
    stick: int
    aimed: int

    def resolution(self, look: Situation) -> Resolution:
        """A d10: 36 degrees a pip."""
        return Resolution("TC G4", look.say("drifts_way", stand=_name(self), turn=TURN), D10, PIPS)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """How far is another die."""
        assert isinstance(outcome, int)
        field.next(DriftInches(self.rule, self.stand, self.stick, self.aimed, outcome))


def _name(fall: Jump | Drift | DriftInches) -> int | str:
    """The stand that comes down, or what a container is called."""
    return f"the container of stick {fall.stick + 1}" if fall.stand == OFF else fall.stand


class DriftInches(Roll, frozen=True, array_like=True, tag="drift_inches"):
    """How far it drifts, and where it comes down."""

    rule: int
    stand: int
    stick: int
    aimed: int
    way: int

    def resolution(self, look: Situation) -> Resolution:
        """A d10; twice as far if ground fire breaks the stick up."""
        drop = drop_of(look, self.rule)
        times = 2 if self._under_fire(look) else 1
        rows = tuple(Row(pip, pip, times * -(-pip * drop.drift // 100)) for pip in D10.ways)
        says = look.say("drifts_twice" if times == 2 else "drifts_inches", stand=_name(self))
        return Resolution("TC G4", says, D10, rows)

    def _under_fire(self, look: Situation) -> bool:
        drop = drop_of(look, self.rule)
        side = look.world.owners[drop.stands(look.world)[0]]
        point, most = look.world.table.point(self.aimed), drop.ground_fire * 100
        return most > 0 and any(base_near_point(look.base(n), point, most) for n in look.on_table(1 - side))

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """Down it comes."""
        assert isinstance(outcome, int)
        world, drop = field.world, drop_of(field, self.rule)
        x, y = away(world.table.point(self.aimed), self.way, outcome * 100)
        at = world.table.snap(x, y) if world.inside(x, y) else OFF
        if at != OFF and (world.table.ground_at(at) in drop.lost_in or not world.fits(at)):
            at = OFF
        if self.stand == OFF:
            drop.drop_container(field, self.stick, at)
            field.log(*(("container_lost", "TC G4") if at == OFF else ("container_down", "TC G4")), point=at)
        elif at == OFF:
            field.lose(self.stand, "lost_in_drop", "TC G4")
        else:
            self._land(field, at)

    def _land(self, field: Battlefield, at: int) -> None:
        drop, side = drop_of(field, self.rule), field.world.owners[self.stand]
        base = field.world.base(at, 0)
        on_enemy = any(base_within(base, field.base(n), CONTACT) for n in field.on_table(1 - side))
        field.change(self.stand, at=free_point(field, side, at))
        field.log("comes_down", "TC G4", stand=self.stand, point=field.stands[self.stand].at)
        bad = on_enemy or field.world.table.ground_at(at) in drop.hurt_in
        least = [drop.hurt_at_least] * bad + [drop.crash_at_least] * bool(drop.crash_at_least)
        checks: list[Procedure] = [LandingCheck(self.stand, min(least))] if least else []
        field.next(*checks, Landed(self.rule, self.stand))


def free_point(look: Situation, side: int, at: int) -> int:
    """The point nearest to this one where a base lies on no other and touches no enemy, on ground it can stand on."""
    world = look.world
    friends = [look.base(n) for n in look.on_table(side)]
    enemies = [look.base(n) for n in look.on_table(1 - side)]

    def free(point: int) -> bool:
        base = world.base(point, 0)
        return not any(overlap(base, friend) for friend in friends) and not any(
            base_within(base, enemy, CONTACT) for enemy in enemies
        )

    return next(point for point in world.table.outward(at) if world.fits(point) and free(point))


class LandingCheck(Roll, frozen=True, array_like=True, tag="landing_check"):
    """Whether a stand is hurt as it comes down."""

    roles = Roles(on="stand")

    stand: int
    at_least: int

    def resolution(self, look: Situation) -> Resolution:
        """A d10."""
        rows = (Row(None, self.at_least - 1, "safe"), Row(self.at_least, None, "hurt"))
        return Resolution("TC G4", "", D10, rows)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """A hit, or nothing."""
        if outcome == "hurt":
            field.hit(self.stand, "TC G4")


class Landed(Step, frozen=True, array_like=True, tag="landed"):
    """The enemy is asked only if one of his stands could fire."""

    rule: int
    stand: int

    def run(self, field: Battlefield) -> None:
        """Ask, or go on."""
        if field.gone(self.stand):
            return
        side = 1 - field.world.owners[self.stand]
        near = drop_of(field, self.rule).shot_within * 100
        ready = [n for n in field.on_table(side) if near and field.within(n, self.stand, near) and field.may_watch(n)]
        could = tuple(n for n in ready if field.may_fire_at(n, self.stand))
        if could:
            field.next(LandingFire(side, self.stand, could, drop_of(field, self.rule).helpless))


class LandingFire(Decide, frozen=True, array_like=True, tag="landing_fire"):
    """One stand may fire at another that has just come down: opportunity fire, at its helplessness."""

    mover: int
    could: tuple[int, ...]
    helpless: int

    @verb("Fire with", "unit", menu="Fire")
    def fire(self, look: Situation) -> Targets:
        """Stands that may fire."""
        return self.could

    @fire.then
    def _do_fire(self, field: Battlefield, firer: int) -> None:
        field.log("landing_fire", "TC G4", stand=firer, target=self.mover)
        field.next(LandingShot(firer, self.mover, self.helpless))

    @fire.check
    def _why_not_fire(self, look: Situation, firer: int) -> Reason | None:
        if firer in self.could:
            return None
        return why_not_react(look, self.side, firer, self.mover) or TOO_FAR

    @verb("Let it land")
    def hold(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @hold.then
    def _do_hold(self, field: Battlefield, _: None) -> None:
        pass


class LandingShot(Roll, frozen=True, array_like=True, tag="landing_shot"):
    """A shot at a stand that has just come down."""

    roles = Roles(by="firer", on="target")

    firer: int
    target: int
    helpless: int

    def resolution(self, look: Situation) -> Resolution:
        """As any shot, and the target is helpless."""
        shot = shot_at(look, self.firer, self.target)
        helpless = (Modifier(self.helpless, "helpless as it lands", "TC G4"),) if self.helpless else ()
        return replace(shot, modifiers=(*shot.modifiers, *helpless))

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """As opportunity fire: without effect the firer is Finished (TC O6)."""
        effect = apply_result(field, self.target, outcome)
        if not effect:
            field.finish_stand(self.firer)
            field.log("no_effect", "TC O6", stand=self.firer)
        for special in field.world.specials:
            special.after_shot(field, self.firer, self.target, effect)


PROCEDURES = (Jump, Drift, DriftInches, LandingCheck, Landed, LandingFire, LandingShot)
