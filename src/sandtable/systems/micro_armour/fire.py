"""Fire: an attack by named stands on one target, resolved shot by shot (MA 07.02 to 07.06)."""

from __future__ import annotations

from functools import lru_cache

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.memo import known_of
from sandtable.kernel.phrase import Said
from sandtable.kernel.pools import D20, TWO_D6
from sandtable.kernel.procedure import Decide, Reaction, Roles, Roll, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Modifier, Outcome, Resolution, Row
from sandtable.systems.micro_armour.board import CANNON, FIRST, MISSILE, OPPORTUNITY, Situation
from sandtable.systems.micro_armour.cover import cover
from sandtable.systems.micro_armour.field import Battlefield
from sandtable.systems.micro_armour.tables import HIGHEST_COLUMN, MODIFIERS, Below, Tank, damage_rows

__all__ = [
    "CHAPTER",
    "NOT_YOURS",
    "Damage",
    "Designate",
    "Destroyed",
    "FireTest",
    "Volley",
    "all_targets",
    "cohesion_test",
    "column_at",
    "hindrances",
    "shot_test",
    "why_not_fire",
]

NOT_YOURS = Reason("that is not a stand of yours on the table", quiet=True)
NO_TRIES = Reason("{firer:unit} may not fire (again) in this phase", "MA 07.02.06")
ATTACKED = Reason("{aim:unit} has been attacked in this phase already", "MA 07.02.03")
ENGAGED = Reason("{firer:unit} is engaged and may fire only at stands it is engaged with", "MA 07.08.04b")
NO_MISSILES = Reason("{firer:unit} has no missiles", quiet=True)
DEPLETED = Reason("{firer:unit} has no missiles left", "MA 07.03.04a")
OUT_OF_REACH = Reason("{aim:unit} is out of reach of the {weapon} of {firer:unit}", "MA 07.08.05, 07.03.02b")
BLOCKED = Reason("the line to {aim:unit} is blocked by {what}", "MA 07.01")
NAMED = Reason("it fires already")

NAMES = {CANNON: "cannon", MISSILE: "missile"}


@lru_cache(maxsize=4096)
def cohesion_test(rule: str, words: str, level: int, modifiers: tuple[Modifier, ...]) -> Resolution:
    """A cohesion roll: the modified d20 must be no higher than the force's level (MA 04.00).

    >>> cohesion_test("MA 04.00", "A test", 14, (MODIFIERS["suppressed"],)).odds()["passed"]
    Fraction(1, 2)
    """
    rows = (Row(None, level, "passed"), Row(level + 1, None, "failed"))
    return Resolution(rule, words, D20, rows, modifiers)


def hindrances(look: Situation, firer: int, target: int, weapon: int) -> list[Modifier]:
    """What hinders a shot: the stand's markers, the missile and the target's ground (MA 07.04b)."""
    world = look.world
    modifiers = list(look.markers(firer))
    if weapon == MISSILE:
        modifiers.append(MODIFIERS["missile_4" if world.tanks[firer].tech_level >= 4 else "missile_3"])
    revealed = look.stands[target].revealed
    for each in cover(look, firer, target):
        if not revealed or (not world.rules.reveals_all and not each.concealing):
            modifiers.append(each.modifier)
    return modifiers


def shot_test(look: Situation, firer: int, target: int, weapon: int) -> Resolution:
    """Whether a stand gets its shot off: cohesion with what hinders it (MA 07.04b)."""
    world = look.world
    level, modifiers = world.cohesion[world.owners[firer]], hindrances(look, firer, target, weapon)
    return cohesion_test("MA 07.04b", "", level, tuple(modifiers))


def attack_and_defense(firer: Tank, target: Tank, weapon: int, flank: bool) -> tuple[int, int]:
    """Firepower, and the defense it meets: halved, rounded up, from outside the front arc (MA 07.08.01a)."""
    attack = firer.cannon_attack if weapon == CANNON else firer.atgm_attack
    assert attack is not None
    return attack, (target.defense + 1) // 2 if flank else target.defense


def differential(firer: Tank, target: Tank, weapon: int, flank: bool) -> int:
    """Firepower less defense (MA 07.04c)."""
    attack, defense = attack_and_defense(firer, target, weapon, flank)
    return attack - defense


@lru_cache(maxsize=65536)
def damage(words: str, column: int, modifiers: tuple[Modifier, ...], depletion: int | None, below: Below) -> Resolution:
    """The roll on the combat results table; the dice of a missile may be its last (MA 07.04d, 07.03.03)."""
    also = () if depletion is None else (Row(None, depletion, "depleted"), Row(depletion + 1, None, ""))
    return Resolution(
        "MA 07.04d", words, TWO_D6, damage_rows(column, below), modifiers, column=f"{column:+d}", also=also
    )


def column_at(look: Situation, firer: int, target: int, weapon: int) -> tuple[int, list[Modifier]] | None:
    """The column of a shot as the stands stand, and what is added to its die; None if it destroys the target without a
    roll (MA CRT over).
    """
    tanks = look.world.tanks
    column = differential(tanks[firer], tanks[target], weapon, look.flank(firer, target))
    if column > HIGHEST_COLUMN:
        return None
    modifiers = [each.modifier for each in cover(look, firer, target)]
    reach = look.range_die(firer, target) if weapon == CANNON else None
    if reach is not None:
        modifiers.append(reach)
    return column, modifiers


def damage_at(look: Situation, firer: int, target: int, weapon: int) -> Resolution | None:
    """What the shot does, as the stands stand; None if it destroys the target without a roll (MA CRT over)."""
    world = look.world
    found = column_at(look, firer, target, weapon)
    if found is None:
        return None
    column, modifiers = found
    depletion = world.tanks[firer].atgm_depletion if weapon == MISSILE else None
    return damage("", column, tuple(modifiers), depletion, world.rules.below)


class Designate(Decide, frozen=True, array_like=True, tag="designate"):
    """MA 07.04a: after the target, all attacking stands are named before any shot."""

    target: int
    phase: int
    firers: tuple[tuple[int, int], ...] = ()

    def _able(self, look: Situation, weapon: int) -> tuple[int, ...]:
        named = [n for n, _ in self.firers]
        return tuple(n for n in able_firers(look, self.side, self.target, self.phase, weapon) if n not in named)

    def prompt(self, look: Situation) -> Said:
        """The stands that fire so far."""
        firers = tuple(n for n, _ in self.firers)
        return look.say("designate_more?" if firers else "designate?", target=self.target, firers=firers)

    def reaction(self) -> Reaction | None:
        """Part of the answer to a mover, if that is what is fired at."""
        return Reaction(self.target, "cannon", "fire", begun=True) if self.phase == OPPORTUNITY else None

    @verb("Cannon of", "unit", menu="Cannon")
    def cannon(self, look: Situation) -> Targets:
        """Stands that may fire their cannon."""
        return self._able(look, CANNON)

    @cannon.then
    def _do_cannon(self, field: Battlefield, firer: int) -> None:
        self._name(field, firer, CANNON)

    @cannon.check
    def _why_not_cannon(self, look: Situation, firer: int) -> Reason | None:
        return self._why_not(look, firer, CANNON)

    @verb("Missile of", "unit", menu="Missile")
    def missile(self, look: Situation) -> Targets:
        """Stands that may fire a missile."""
        return self._able(look, MISSILE)

    @missile.then
    def _do_missile(self, field: Battlefield, firer: int) -> None:
        self._name(field, firer, MISSILE)

    @missile.check
    def _why_not_missile(self, look: Situation, firer: int) -> Reason | None:
        return self._why_not(look, firer, MISSILE)

    def _why_not(self, look: Situation, firer: int, weapon: int) -> Reason | None:
        why = why_not_fire(look, self.side, firer, self.target, self.phase, weapon)
        return NAMED if why is None and any(firer == n for n, _ in self.firers) else why

    def _name(self, field: Battlefield, firer: int, weapon: int) -> None:
        field.next(Designate(self.side, self.target, self.phase, (*self.firers, (firer, weapon))))

    @verb("Open fire", "dice")
    def fire(self, look: Situation) -> bool:
        """With at least one stand."""
        return bool(self.firers)

    @fire.then
    def _do_fire(self, field: Battlefield, _: None) -> None:
        target = field.stands[self.target]
        field.change(self.target, attacked=target.attacked | self.phase)
        field.log("attack", "MA 07.02.01a", side=self.side, target=self.target, count=len(self.firers))
        field.next(Volley(self.target, self.phase, self.firers))


def all_targets(look: Situation, side: int, phase: int) -> dict[int, list[int]]:
    """The stands of a side that may fire in a fire phase, and the enemies each may fire at; kept beside the board."""
    known: dict[tuple[int, int], dict[int, list[int]]] = known_of(look.board, "all targets")
    found = known.get((side, phase))
    if found is None:
        able = look.near_enemies(side) if phase != FIRST or look.world.fires_first[side] else ()
        found = known[side, phase] = {n: there for n in able if (there := look.targets(n, phase))}
    return found


def able_firers(look: Situation, side: int, target: int, phase: int, weapon: int) -> list[int]:
    """The stands of a side that may fire this weapon at a target; kept beside the board."""
    known: dict[tuple[int, int, int], tuple[list[int], list[int]]] = known_of(look.board, "firers")
    able = known.get((side, target, phase))
    if able is None:
        cannon: list[int] = []
        missile: list[int] = []
        for n in _firers(look, side, target, phase):
            weapons = look.weapons(n, target)
            if CANNON in weapons:
                cannon.append(n)
            if MISSILE in weapons:
                missile.append(n)
        able = known[side, target, phase] = cannon, missile
    return able[weapon]


def _firers(look: Situation, side: int, target: int, phase: int) -> list[int]:
    if phase != OPPORTUNITY:
        return [n for n, there in all_targets(look, side, phase).items() if target in there]
    return [n for n in look.reaching(target) if look.targets(n, phase, (target,))]


def why_not_fire(look: Situation, side: int, firer: int, target: int, phase: int, weapon: int) -> Reason | None:
    """Why a stand may not fire at another; None if it may. `able_firers` finds all that may."""
    if firer not in look.on_table(side):
        return NOT_YOURS
    why = _why_not_shot(look, firer, target, phase, weapon)
    return None if why is None else why.of(firer=firer, aim=target, **why.values)


def _why_not_shot(look: Situation, firer: int, target: int, phase: int, weapon: int) -> Reason | None:
    if not look.tries_left(firer, phase):
        return NO_TRIES
    if look.stands[target].attacked & phase:
        return ATTACKED
    engaged = look.engaged_with(firer)
    if engaged and target not in engaged:
        return ENGAGED
    if weapon == MISSILE and look.world.tanks[firer].atgm_attack is None:
        return NO_MISSILES
    if weapon == MISSILE and look.stands[firer].depleted:
        return DEPLETED
    if weapon not in look.weapons(firer, target):
        return OUT_OF_REACH.of(weapon=NAMES[weapon])
    blocked = look.line(firer, target)
    return BLOCKED.of(what=blocked) if blocked else None


class Volley(Step, frozen=True, array_like=True, tag="volley"):
    """MA 07.02.02a: the named stands fire one by one, each result before the next shot."""

    target: int
    phase: int
    firers: tuple[tuple[int, int], ...]

    def run(self, field: Battlefield) -> None:
        """The next one, if the target is still there."""
        if not self.firers:
            return
        if not field.stands[self.target].alive:
            self._too_late(field)
            return
        (firer, weapon), *rest = self.firers
        field.next(FireTest(firer, self.target, weapon, self.phase), Volley(self.target, self.phase, tuple(rest)))

    def _too_late(self, field: Battlefield) -> None:
        """MA 07.04e: the others have tried to fire."""
        if field.world.rules.committed_lost:
            for firer, _ in self.firers:
                _tried(field, firer, self.phase)
                field.log("too_late", "MA 07.04e", stand=firer)


def _tried(field: Battlefield, firer: int, phase: int) -> None:
    field.change(firer, tries=field.stands[firer].tries + 1, phase=phase)


class FireTest(Roll, frozen=True, array_like=True, tag="fire_test"):
    """MA 07.04b: a stand must pass a cohesion test to fire; passed or not, it has tried."""

    roles = Roles(by="firer", on="target")

    firer: int
    target: int
    weapon: int
    phase: int

    def resolution(self, look: Situation) -> Resolution:
        """Cohesion, with what hinders the shot."""
        return shot_test(look, self.firer, self.target, self.weapon)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """A shot, or none."""
        _tried(field, self.firer, self.phase)
        fired = outcome == "passed"
        if fired or not field.world.rules.reveal_needs_shot:
            field.change(self.firer, revealed=True)
        if not fired:
            field.log("no_shot", "MA 07.04b", stand=self.firer)
        elif damage_at(field, self.firer, self.target, self.weapon) is None:
            field.next(*_overwhelmed(field, self.firer, self.target, self.weapon))
        else:
            field.next(Damage(self.firer, self.target, self.weapon))


def _overwhelmed(field: Battlefield, firer: int, target: int, weapon: int) -> tuple[Roll | Step, ...]:
    """MA CRT over: no roll is needed, but a missile may be the last."""
    spent = (Spent(firer),) if weapon == MISSILE else ()
    return (*spent, Destroyed(target))


class Damage(Roll, frozen=True, array_like=True, tag="damage"):
    """MA 07.04d: the shot on the combat results table."""

    roles = Roles(by="firer", on="target")

    firer: int
    target: int
    weapon: int

    def resolution(self, look: Situation) -> Resolution:
        """2d6 with ground and range."""
        asked = damage_at(look, self.firer, self.target, self.weapon)
        assert asked is not None
        return asked

    def says(self, look: Situation) -> Said:
        """What is rolled for."""
        what = "hits_flank" if look.flank(self.firer, self.target) else "hits"
        return look.say(what, firer=self.firer, target=self.target)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """The result, and whether that was the last missile."""
        result, note = outcome if isinstance(outcome, tuple) else (outcome, "")
        assert isinstance(result, str)
        field.take(self.target, result, "MA 07.04d")
        if note:
            _deplete(field, self.firer)


def _deplete(field: Battlefield, firer: int) -> None:
    field.change(firer, depleted=True)
    field.log("depleted", "MA 07.03.03", stand=firer)


class Spent(Roll, frozen=True, array_like=True, tag="spent"):
    """MA 07.03.03: the dice of a missile that destroys outright are thrown for depletion alone."""

    roles = Roles(on="firer")

    firer: int

    def resolution(self, look: Situation) -> Resolution:
        """2d6 against the weapon's number."""
        depletion = look.world.tanks[self.firer].atgm_depletion
        assert depletion is not None
        rows = (Row(None, depletion, "depleted"), Row(depletion + 1, None, "ready"))
        return Resolution("MA 07.03.03", "", TWO_D6, rows)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """None left, or some."""
        if outcome == "depleted":
            _deplete(field, self.firer)


class Destroyed(Step, frozen=True, array_like=True, tag="destroyed"):
    """MA CRT over: a differential above the table eliminates the target."""

    target: int

    def run(self, field: Battlefield) -> None:
        """It is gone."""
        field.eliminate(self.target, "MA CRT over")


CHAPTER = Chapter(
    name="fire",
    procedures=(
        Designate,
        Volley,
        FireTest,
        Damage,
        Spent,
        Destroyed,
    ),
    phrases={
        "hits": "{firer:unit} hits {target:unit}",
        "hits_flank": "{firer:unit} hits {target:unit} in the flank",
        "spent!": "{firer:unit} counts its missiles",
        "fire_test!": "{firer:unit} fires its {weapon:weapon} at {target:unit}",
        "designate?": "Who fires at {target:unit}?",
        "designate_more?": "Who fires at {target:unit}? So far: {firers:units}.",
        "attack": "{side:side} attacks {target:unit}; stands that fire: {count}",
        "no_shot": "{stand:unit} does not get its shot off",
        "too_late": "{stand:unit} comes too late: its target is gone",
        "depleted": "{stand:unit} has fired its last missile",
    },
)
