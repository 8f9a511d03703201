"""Close combat between infantry (TC X): fire in turn until one side is Paralyzed or wiped out."""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.procedure import Roles, Roll, Step
from sandtable.kernel.resolution import Outcome, Resolution
from sandtable.systems.tactical_combat.armour import begin_with_vehicle, close_dice, defended, smoke_counts
from sandtable.systems.tactical_combat.board import NOBODY
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.fire import Answered, apply_result, infantry_shot
from sandtable.systems.tactical_combat.running import retreat
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.tables import PARALYZED, Quality

__all__ = ["CHAPTER", "Melee", "begin", "close_shot"]


def begin(field: Battlefield, attacker: int, defender: int) -> None:
    """Contact is made: close combat is resolved at once (TC M6)."""
    if field.gone(defender):
        return
    field.log("close_combat", "TC M6", stand=attacker, other=defender)
    field.finish_stand(attacker)
    kinds = field.world.kinds
    if kinds[attacker].vehicle or kinds[defender].vehicle:
        begin_with_vehicle(field, attacker, defender)
        return
    helpless = field.stands[defender].morale == PARALYZED
    field.next(Melee(defender, attacker, attacker, helpless), Next(attacker))


class Next(Step, frozen=True, array_like=True, tag="next_defender"):
    """TC X9: optionally a victorious attacker fights the next stand it touches, a joined leader never apart."""

    attacker: int

    def run(self, field: Battlefield) -> None:
        """Look for another defender."""
        if not field.world.rules.wide_contact or field.gone(self.attacker):
            return
        if field.stands[self.attacker].morale == PARALYZED:
            return
        for enemy in field.on_table(1 - field.world.owners[self.attacker]):
            if field.touching(self.attacker, enemy) and field.joined(enemy) == NOBODY:
                begin(field, self.attacker, enemy)
                return


def close_shot(
    shooter: str, target: str, quality: Quality, *, cover: int, morale: int, dice: int, smoke: bool = False
) -> Resolution:
    """A shot in close combat: cover and the shooter's morale, nothing else (TC X8); optionally smoke.

    >>> print(*close_shot("A", "B", "regular", cover=0, morale=2, dice=1).modifiers)
    +2 firer paralyzed (TC F16)
    """
    return infantry_shot(shooter, target, quality, cover, smoke, morale, False, dice)


class Melee(Roll, frozen=True, array_like=True, tag="melee"):
    """One shot of a close combat. `helpless`: the defender was Paralyzed when it began (TC X6)."""

    roles = Roles(by="shooter", on="target")

    shooter: int
    target: int
    attacker: int
    helpless: bool

    def resolution(self, look: Situation) -> Resolution:
        """The attacker is always in the open (TC X2)."""
        world = look.world
        return close_shot(
            world.names[self.shooter],
            world.names[self.target],
            world.quality(self.target),
            cover=0 if self.target == self.attacker else look.cover(self.shooter, self.target, close=True),
            morale=look.stands[self.shooter].morale,
            dice=close_dice(look, self.shooter),
            smoke=smoke_counts(look, self.shooter, self.target),
        )

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """The loser retreats; otherwise the other one fires (TC X3 to X6)."""
        attacking, target = self.shooter == self.attacker, self.target
        if not attacking:
            defended(field, self.shooter)
        if apply_result(field, target, outcome) and field.gone(target):
            return
        if field.stands[target].morale == PARALYZED:
            rule = "TC X3" if not attacking else "TC X6" if self.helpless else "TC X4"
            retreat(field, target, self.shooter, rule)
            if not attacking and field.world.rules.opportunity_at == "retreats_too":
                field.next(Answered(target, retreated=True))
        else:
            field.next(Melee(target, self.shooter, self.attacker, self.helpless))


CHAPTER = Chapter(
    name="closecombat",
    procedures=(
        Melee,
        Next,
    ),
    phrases={
        "melee!": "{shooter:unit} fires at {target:unit}",
        "close_combat": "{stand:unit} assaults {other:unit}",
    },
)
