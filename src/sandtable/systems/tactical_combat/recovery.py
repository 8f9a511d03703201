"""Morale recovery and the end of smoke (TC R, A13)."""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.phrase import Said
from sandtable.kernel.pools import D6, D10
from sandtable.kernel.procedure import Roles, Roll, Step
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tactical_combat.board import OFF
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.tables import NORMAL, PARALYZED, QUALITY, SUPPRESSED, Quality

__all__ = ["CHAPTER", "Recovery", "RecoveryCheck", "improve", "recovery_check"]


def improve(field: Battlefield, stand: int, rule: str) -> None:
    """Lift a stand by one level."""
    morale = field.stands[stand].morale - 1
    field.change(stand, morale=morale)
    field.log("recovers" if morale == NORMAL else "steadies", rule, stand=stand)


def recovery_check(name: str, quality: Quality, die: str = "d10", least: int = 0) -> Resolution:
    """TC R3: the recovery check, with a d10 or with an option a d6; `least` is what it needs, if the scenario says so.

    >>> recovery_check("Rifles", "green").odds()["improves"]
    Fraction(1, 2)
    >>> recovery_check("Rifles", "green", least=7).odds()["improves"]
    Fraction(2, 5)
    """
    least = least or QUALITY[quality].recovers_at_least
    rows = (Row(None, least - 1, "stays"), Row(least, None, "improves"))
    return Resolution("TC R3", f"{name} ({quality}) recovers", D6 if die == "d6" else D10, rows)


class Recovery(Step, frozen=True, array_like=True, tag="recovery"):
    """TC R1, R2: the active side's stands recover: first the Suppressed, then the Paralyzed."""

    opens_phase = True

    side: int

    def run(self, field: Battlefield) -> None:
        """One level each, at once or after a check."""
        if field.smoke:
            field.update(smoke=tuple(each for each in field.smoke if each.side == self.side))
        stands = field.stands
        mine = [n for n in field.world.stands_of[self.side] if stands[n].morale != NORMAL and stands[n].at != OFF]
        if not mine:
            return
        shaken = [n for level in (SUPPRESSED, PARALYZED) for n in mine if stands[n].morale == level]
        if field.world.rules.recovery_check:
            field.next(*(RecoveryCheck(n) for n in shaken))
        else:
            for n in shaken:
                improve(field, n, "TC R1")


class RecoveryCheck(Roll, frozen=True, array_like=True, tag="recovery_check"):
    """TC R3: a stand improves only if its check succeeds."""

    roles = Roles(on="stand")

    stand: int

    def resolution(self, look: Situation) -> Resolution:
        """A die against its quality."""
        world = look.world
        name, quality, least = world.names[self.stand], world.quality(self.stand), world.recovers(self.stand)
        return recovery_check(name, quality, world.rules.recovery_die, least)

    def says(self, look: Situation) -> Said:
        """What is rolled for."""
        return look.say("tries_to_recover", stand=self.stand, quality=look.world.quality(self.stand))

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """It improves, or stays."""
        if outcome == "improves":
            improve(field, self.stand, "TC R3")


CHAPTER = Chapter(
    name="recovery",
    procedures=(
        Recovery,
        RecoveryCheck,
    ),
    phrases={
        "tries_to_recover": "{stand:unit} ({quality}) recovers",
        "recovers": "{stand:unit} recovers",
        "steadies": "{stand:unit} is no longer paralyzed but suppressed",
    },
)
