"""The fire phases: who attacks first, and attacks by turns until both pass (MA 05.00.2, 05.00.3, 07.02.04)."""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.memo import known_of
from sandtable.kernel.phrase import Said
from sandtable.kernel.procedure import Decide, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.micro_armour.board import CANNON, FIRST, MISSILE, Situation
from sandtable.systems.micro_armour.field import Battlefield
from sandtable.systems.micro_armour.fire import NOT_YOURS, Designate, all_targets, why_not_fire

__all__ = ["CHAPTER", "AttackFirst", "ChooseAttack", "FireGoesOn", "FirePhase"]

NO_ENEMY = Reason("that is not an enemy stand on the table", quiet=True)
NO_TARGET = Reason("{unit:unit} has no enemy in reach and sight that it may still attack", "MA 07.02.01a")
ATTACKED = Reason("{unit:unit} has been attacked in this phase already", "MA 07.02.03")
OUT_OF_FIRE = Reason("no stand of yours may fire at {unit:unit} now: out of sight, of reach or of tries")

RULES = {1: "MA 05.00.2", 2: "MA 05.00.3"}


def attackable(look: Situation, side: int, phase: int) -> list[int]:
    """The enemies that a side may attack now; kept beside the board."""
    known: dict[tuple[int, int], list[int]] = known_of(look.board, "attackable")
    there = known.get((side, phase))
    if there is None:
        there = known[side, phase] = sorted(set().union(*all_targets(look, side, phase).values()))
    return there


class FirePhase(Step, frozen=True, array_like=True, tag="fire_phase"):
    """A fire phase begins: the side with the initiative says who attacks first, if anybody can."""

    opens_phase = True
    work = 40

    phase: int

    def run(self, field: Battlefield) -> None:
        """Ask, or pass over the phase."""
        phase = self.phase
        if phase == FIRST and not any(field.world.fires_first):
            return
        able = [side for side in (0, 1) if attackable(field, side, phase)]
        if not able:
            return
        field.log("fire_phase", RULES[self.phase], phase=self.phase)
        if len(able) == 1:
            field.next(FireGoesOn(able[0], self.phase))
        else:
            field.next(AttackFirst(field.board.initiative, self.phase))


class AttackFirst(Decide, frozen=True, array_like=True, tag="attack_first"):
    """MA 07.02.04a: the side with the initiative says who attacks first."""

    phase: int

    @verb("First is", "side")
    def first(self, look: Situation) -> Targets:
        """Either side."""
        return (self.side, 1 - self.side)

    @first.then
    def _do_first(self, field: Battlefield, side: int) -> None:
        field.next(FireGoesOn(side, self.phase))


class FireGoesOn(Step, frozen=True, array_like=True, tag="fire_goes_on"):
    """MA 07.02.04b, c: attacks by turns; two passes in a row end the phase; who cannot attack passes."""

    work = 40

    side: int
    phase: int
    passes: int = 0

    def run(self, field: Battlefield) -> None:
        """Ask the side whose turn it is, or pass for it."""
        if self.passes == 2:
            return
        if attackable(field, self.side, self.phase):
            field.next(ChooseAttack(self.side, self.phase, self.passes))
        else:
            field.next(FireGoesOn(1 - self.side, self.phase, self.passes + 1))


class ChooseAttack(Decide, frozen=True, array_like=True, tag="choose_attack"):
    """MA 07.02.01a: an attack is fire by one or more stands at one target."""

    phase: int
    passes: int = 0

    def prompt(self, look: Situation) -> Said:
        """What to decide."""
        return look.say("choose_first_attack?" if self.phase == FIRST else "choose_attack?")

    @verb("Attack", "unit")
    def attack(self, look: Situation) -> Targets:
        """Enemies that at least one stand may fire at."""
        return tuple(attackable(look, self.side, self.phase))

    @attack.then
    def _do_attack(self, field: Battlefield, target: int) -> None:
        field.next(Designate(self.side, target, self.phase), FireGoesOn(1 - self.side, self.phase))

    @attack.check
    def _why_not_attack(self, look: Situation, target: int) -> Reason | None:
        if target not in look.on_table(1 - self.side):
            return NO_ENEMY
        if look.stands[target].attacked & self.phase:
            return ATTACKED
        return None if target in attackable(look, self.side, self.phase) else OUT_OF_FIRE

    @attack.check_by
    def _why_not_attack_by(self, look: Situation, target: int | None, unit: int) -> Reason | None:
        if unit not in look.on_table(self.side):
            return NOT_YOURS
        if target is None:
            return None if look.targets(unit, self.phase) else NO_TARGET.of(unit=unit)
        if target not in look.on_table(1 - self.side):
            return NO_ENEMY
        why = why_not_fire(look, self.side, unit, target, self.phase, CANNON)
        return why and why_not_fire(look, self.side, unit, target, self.phase, MISSILE) and why

    @verb("Pass")
    def skip(self, look: Situation) -> bool:
        """Not final, unless the other side passes too."""
        return True

    @skip.then
    def _do_skip(self, field: Battlefield, _: None) -> None:
        field.log("passes", "MA 07.02.04c", side=self.side)
        field.next(FireGoesOn(1 - self.side, self.phase, self.passes + 1))


CHAPTER = Chapter(
    name="phases",
    procedures=(
        FirePhase,
        AttackFirst,
        FireGoesOn,
        ChooseAttack,
    ),
    phrases={
        "choose_first_attack?": "The first (tech level 4) fire phase: attack a stand, or pass.",
        "choose_attack?": "The second fire phase: attack a stand, or pass.",
        "attack_first?": "You have the initiative: who attacks first in fire phase {phase}?",
        "fire_phase": "Fire phase {phase}",
        "passes": "{side:side} passes",
    },
)
