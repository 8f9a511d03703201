"""What else brings helicopters down (ME 4.4, 4.5a): bomblets and scattered mines, and aircraft."""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.pools import TWO_D6
from sandtable.kernel.procedure import Procedure, Roles, Roll, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Modifier, Outcome, Resolution, Row
from sandtable.systems.tcs.aircraft import Fly, flight_of
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.modern.atgm import AIR_LIMITS
from sandtable.systems.tcs.modern.bomblets import BURSTS
from sandtable.systems.tcs.modern.sky import aloft, crash, flying, is_low, seen_from
from sandtable.systems.tcs.observing import EYES, Eyes
from sandtable.systems.tcs.orders import STANDINGS, Standing
from sandtable.systems.tcs.sheets import ATTACK, SUPPORT

__all__ = ["CHAPTER", "BombletRoll", "InterceptRoll", "bursts", "intercept"]

NOT_A_HELICOPTER = Reason("that is not an enemy helicopter on the map", "ME 4.5a")


class BombletRoll(Roll, frozen=True, array_like=True, tag="bomblet_roll"):
    """ME 4.4: bomblets or scattered mines fall on a hex with a helicopter, at either height."""

    roles = Roles(on="unit")

    unit: int

    def resolution(self, look: Situation) -> Resolution:
        """Two dice, once, however many rounds have fallen."""
        number = AIR_LIMITS["bomblets"]
        return Resolution("ME 4.4", "", TWO_D6, (Row(None, number - 1, "miss"), Row(number, None, "destroyed")))

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """It is gone, or not."""
        if outcome == "destroyed":
            crash(field, self.unit, "ME 4.4")


def bursts(field: Battlefield, side: int, hexes: tuple[int, ...]) -> tuple[Procedure, ...]:
    """A roll for each helicopter of either side in the hexes that were struck, once each."""
    return tuple(BombletRoll(n) for owner in (0, 1) for n in aloft(field, owner) if field.units[n].at in hexes)


# Aircraft


def intercept(strength: int) -> Resolution:
    """The roll of a sortie at a helicopter: two dice and a tenth of its strength, to the nearest (ME 4.5a).

    >>> intercept(16).modifiers[0].value, intercept(14).modifiers[0].value
    (2, 1)
    """
    by, number = AIR_LIMITS["sortie_divisor"], AIR_LIMITS["sortie_number"]
    added = (2 * strength + by) // (2 * by)
    modifiers = (Modifier(added, f"a tenth of strength {strength}", "ME 4.5a"),) if added else ()
    rows = (Row(None, number - 1, "miss"), Row(number, None, "destroyed"))
    return Resolution("ME 4.5a", "", TWO_D6, rows, modifiers)


class InterceptRoll(Roll, frozen=True, array_like=True, tag="intercept_roll"):
    """ME 4.5a: a sortie attacks a helicopter."""

    roles = Roles(on="unit")

    flight: int
    unit: int

    def resolution(self, look: Situation) -> Resolution:
        """Two dice."""
        return intercept(flight_of(look, self.flight).area)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """It is gone, or not."""
        field.engage(self.unit)
        if outcome == "destroyed":
            crash(field, self.unit, "ME 4.5a")


@verb("Attack helicopter", "unit", name="intercept")
def attack(fly: Fly, look: Situation) -> Targets:
    """Enemy helicopters on the map; it uses one of the sortie's attacks. Aircraft never attack aircraft (ME 4.5c)."""
    return tuple(aloft(look, 1 - fly.side))


@attack.then
def _attack(fly: Fly, field: Battlefield, unit: int) -> None:
    name = flight_of(field, fly.flight).name
    left = (Fly(fly.side, fly.flight, fly.attacks - 1),) if fly.attacks > 1 else ()
    field.log("intercepts", "ME 4.5a", side=fly.side, name=name, unit=unit)
    field.next(InterceptRoll(fly.flight, unit), *left)


attack.check(lambda fly, look, unit: None if unit in aloft(look, 1 - fly.side) else NOT_A_HELICOPTER)


# Observers


def view(look: Situation, unit: int) -> int:
    """What a helicopter sees from its height, without a pop-up (ME 4.6a)."""
    return seen_from(look, look.units[unit].at, low=is_low(look, unit))


def metres(look: Situation, unit: int) -> int:
    """How high a helicopter is above the ground."""
    return AIR_LIMITS["low_metres"] if is_low(look, unit) else 0


def standing(look: Situation, unit: int) -> Standing | None:
    """Helicopters are bound by no op sheet, and count as on an attack."""
    return Standing(kind=ATTACK, mission=SUPPORT) if flying(look, unit) else None


CHAPTER = Chapter(
    name="air to air",
    procedures=(BombletRoll, InterceptRoll),
    verbs={Fly: (attack,)},
    adds=(BURSTS.add(bursts), EYES.add(Eyes(aloft, view, metres)), STANDINGS.add(standing)),
    phrases={
        "bomblet_roll!": "Bomblets fall around {unit:unit}",
        "intercept_roll!": "The aircraft attack {unit:unit}",
        "intercepts": "{name} of {side:side} attack {unit:unit}",
    },
    switch="modern",
)
