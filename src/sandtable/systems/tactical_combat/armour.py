"""Close combat with vehicles (TC V15 to V18, V24)."""

from __future__ import annotations

from sandtable.board.stands import in_arc
from sandtable.kernel.chapter import Chapter
from sandtable.kernel.procedure import Roles, Roll, Step
from sandtable.kernel.resolution import Outcome, Resolution
from sandtable.systems.tactical_combat.board import NOBODY
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.fire import Answered, antitank_shot, apply_result, infantry_shot
from sandtable.systems.tactical_combat.running import force_back, retreat
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.tables import NORMAL, PARALYZED, SUPPRESSED

__all__ = [
    "CHAPTER",
    "Decided",
    "FallsBackAgain",
    "VehicleMelee",
    "begin_with_vehicle",
    "can_fight",
    "close_dice",
    "defended",
    "smoke_counts",
]


def can_fight(look: Situation, shooter: int, target: int) -> bool:
    """Whether a stand has a weapon against the other in close combat.

    Infantry always has; a truck has none, and a half-track none against a vehicle (TC V5). A special rule may take it.
    """
    kind = look.world.kinds[shooter]
    if "unarmed" in kind.flags or any(
        special.cannot_fight(look, shooter) for special in look.world.speaking("cannot_fight")
    ):
        return False
    return not (look.world.kinds[target].vehicle and kind.faces and kind.gun is None)


def close_dice(look: Situation, shooter: int) -> int:
    """TC X8: a machine gun keeps its two dice in close combat, but for an option."""
    rules = look.world.rules
    two = rules.hmg_two_dice and rules.close_combat_modifiers != "one_die"
    return 2 if two and look.machine_gun(shooter) else 1


def smoke_counts(look: Situation, shooter: int, target: int) -> bool:
    """TC X8: smoke has no effect in close combat, except with an option."""
    return look.world.rules.close_combat_modifiers == "smoke" and look.through_smoke(shooter, target)


def defended(field: Battlefield, stand: int) -> None:
    """TC X11: defensive fire costs nothing, except with an option."""
    if field.world.rules.defence_finishes:
        field.finish_stand(stand)


def begin_with_vehicle(field: Battlefield, attacker: int, defender: int) -> None:
    """TC V15: one round; the defender fires first, if it can."""
    if can_fight(field, defender, attacker) and _can_turn_to(field, defender, attacker):
        field.next(VehicleMelee(defender, attacker, attacker))
    else:
        field.next(VehicleMelee(attacker, defender, attacker))


def _can_turn_to(look: Situation, defender: int, attacker: int) -> bool:
    """TC V15: in close combat a vehicle fires all round; optionally only into its arc (TC V14, V26)."""
    if look.world.rules.defence_arc == "all_round" or not look.world.kinds[defender].vehicle:
        return True
    return in_arc(look.base(defender), look.base(attacker).centre, look.fire_arc(defender))


class VehicleMelee(Roll, frozen=True, array_like=True, tag="vehicle_melee"):
    """One shot of a close combat with a vehicle in it."""

    roles = Roles(by="shooter", on="target")

    shooter: int
    target: int
    attacker: int

    def resolution(self, look: Situation) -> Resolution:
        """TC V18: if infantry attacks, no modifier but the vehicle's own suppression; else all but range and smoke.
        Optionally infantry and vehicles have none then either.
        """
        world = look.world
        kinds = world.kinds
        names = world.names[self.shooter], world.names[self.target]
        morale = look.stands[self.shooter].morale
        plain = not kinds[self.attacker].vehicle
        if not plain and world.rules.infantry_against_vehicles == "always":
            plain = not kinds[self.shooter].faces or not kinds[self.target].faces
            morale = NORMAL if plain else morale
        quality = world.quality(self.target)
        cover = 0 if plain or self.target == self.attacker else look.cover(self.shooter, self.target, close=True)
        dice = close_dice(look, self.shooter)
        smoke = not plain and smoke_counts(look, self.shooter, self.target)
        if not kinds[self.target].vehicle:
            return infantry_shot(*names, quality, cover=cover, smoke=smoke, morale=morale, dice=dice)
        if plain:
            return antitank_shot(*names, quality, dice=dice)
        return antitank_shot(
            *names,
            quality,
            gun=kinds[self.shooter].gun or 0,
            armour=kinds[self.target].armour,
            flank=look.flank(self.shooter, self.target),
            road=look.stands[self.target].on_road,
            cover=cover > 0,
            smoke=smoke,
            suppressed=morale == SUPPRESSED,
            paralyzed=morale == PARALYZED,
            dice=dice,
        )

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """To win is to destroy, paralyze or force back the other; after the attacker's shot it is over."""
        if self.shooter != self.attacker:
            defended(field, self.shooter)
        apply_result(field, self.target, outcome)
        assert isinstance(outcome, tuple)
        beaten = field.gone(self.target) or bool(outcome[2]) or field.stands[self.target].morale == PARALYZED
        if beaten or self.shooter == self.attacker:
            field.next(Decided(self.shooter, self.target, self.attacker, beaten))
        else:
            field.next(VehicleMelee(self.target, self.shooter, self.attacker))


class FallsBackAgain(Step, frozen=True, array_like=True, tag="falls_back_again"):
    """TC V24: optionally a vehicle that was forced back in close combat falls back as well."""

    stand: int
    enemy: int

    def run(self, field: Battlefield) -> None:
        """If both are still there."""
        if not field.gone(self.stand) and not field.gone(self.enemy):
            force_back(field, self.stand, self.enemy, "TC V24")


class Decided(Step, frozen=True, array_like=True, tag="decided"):
    """The end of a close combat with a vehicle: `shooter` beat `other`, or nobody won."""

    shooter: int
    other: int
    attacker: int
    won: bool

    def run(self, field: Battlefield) -> None:
        """The beaten stand goes back; if nobody is beaten, every vehicle goes back, since none has won (TC V24).

        TC V16: with an option a vehicle in better order than the other has won too. TC V24: with an option only the
        attacker goes back if nobody has won, or a vehicle that is forced back goes twice as far.
        """
        rules, kinds = field.world.rules, field.world.kinds
        if self.won:
            if rules.vehicle_fall_back == "twice" and kinds[self.other].vehicle:
                field.next(FallsBackAgain(self.other, self.shooter))
            self._back(field, self.other, self.shooter)
        elif rules.vehicle_wins == "steadier" and (winner := self._steadier(field)) != NOBODY:
            loser = self.other if winner == self.shooter else self.shooter
            if kinds[loser].vehicle:
                self._back(field, loser, winner)
        elif kinds[self.shooter].vehicle:
            if rules.vehicle_fall_back != "attacker" and kinds[self.other].vehicle:
                self._back(field, self.other, self.shooter)
            self._back(field, self.shooter, self.other)
        else:
            self._back(field, self.other, self.shooter)

    def _steadier(self, field: Battlefield) -> int:
        """The vehicle whose enemy is Suppressed while it is not, or NOBODY."""
        for one, other in ((self.shooter, self.other), (self.other, self.shooter)):
            shaken = field.stands[other].morale != NORMAL
            if field.world.kinds[one].vehicle and shaken and field.stands[one].morale == NORMAL:
                return one
        return NOBODY

    def _back(self, field: Battlefield, stand: int, enemy: int) -> None:
        if field.gone(stand):
            return
        if stand == self.attacker and field.world.rules.opportunity_at == "retreats_too":
            field.next(Answered(stand, retreated=True))
        if field.world.kinds[stand].vehicle:
            force_back(field, stand, enemy, "TC V16")
        else:
            retreat(field, stand, enemy, "TC X3" if stand == self.attacker else "TC X4")


CHAPTER = Chapter(
    name="armour",
    procedures=(
        VehicleMelee,
        Decided,
        FallsBackAgain,
    ),
    phrases={
        "vehicle_melee!": "{shooter:unit} fires at {target:unit}",
    },
)
