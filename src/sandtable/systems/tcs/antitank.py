"""AT rolls (TCS 16): infantry against vehicles in its hex, or in the hex beside it."""

from __future__ import annotations

import msgspec

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.pools import TWO_D6
from sandtable.kernel.procedure import Roles, Roll, Step
from sandtable.kernel.resolution import Modifier, Outcome, Resolution, Row
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.buttoning import button_up
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.firetable import amended, struck
from sandtable.systems.tcs.morale import Shot, VehicleCheck, shot_at
from sandtable.systems.tcs.tables import AT_NUMBERS, LIMITS, SHIFTS, TYPES
from sandtable.systems.tcs.world import FINE, NIGHT

__all__ = ["CHAPTER", "AtFacts", "AtRoll", "AtRolls", "at_facts"]


class AtFacts(msgspec.Struct, frozen=True):
    """What an AT roll depends on."""

    type: str = "open"
    in_hex: bool = False
    smoke: bool = False
    dark: bool = False
    """Visibility of 3 or less, or night, and the area is not lit."""
    escorted: bool = False
    shaken: bool = False
    zone: bool = False
    road: bool = False
    soft: bool = False
    """A B target, P-1 or P-2."""
    engineer: bool = False

    def modifiers(self) -> tuple[Modifier, ...]:
        """All that changes the dice (TCS 16.2)."""
        facts = {
            "at_smoke": self.smoke,
            "at_dark": self.dark,
            "at_escorted": self.escorted,
            "at_shaken": self.shaken,
            "at_zone": self.zone,
            "at_road": self.road,
            "at_soft": self.soft,
            "at_engineer": self.engineer,
        }
        return tuple(SHIFTS[name] for name, holds in facts.items() if holds)

    def resolution(self, words: str) -> Resolution:
        """2d6 to reach the number of the terrain; as rolled, 3 or less costs the roller a step (TCS 16.1, 16.3)."""
        row = AT_NUMBERS[self.type]
        number = row.in_hex if self.in_hex else row.one_hex
        rows = (Row(None, number - 2, "miss"), Row(number - 1, number - 1, "near miss"), Row(number, None, "kill"))
        cost = LIMITS["at_own_loss"]
        also = (Row(None, cost, "step lost"), Row(cost + 1, None, ""))
        return Resolution(row.rule, words, TWO_D6, rows, self.modifiers(), also=also)


def at_facts(look: Situation, unit: int, target: int) -> AtFacts:
    """The facts of an AT roll, as the board has them."""
    world, units = look.world, look.units
    here, there = units[unit].at, units[target].at
    kind = world.kinds[target]
    side = world.owners[target]
    escort = [n for n in look.units_in(there) if world.owners[n] == side and world.kinds[n].infantry]
    return AtFacts(
        type=TYPES[world.ground.type_against((here,), there)],
        in_hex=here == there,
        smoke=look.smoked(there),
        dark=look.light_on(there) != "lit"
        and (look.board.light == NIGHT or 0 < look.visibility <= LIMITS["at_dark_visibility"]),
        escorted=bool(escort),
        shaken=units[unit].morale != FINE,
        zone=look.in_zone(here) or look.in_zone(there),
        road=units[target].road,
        soft=kind.target_class == "B" or (kind.defence or 0) <= 2,
        engineer="engineer" in world.kinds[unit].traits,
    )


class AtRolls(Step, frozen=True, array_like=True, tag="at_rolls"):
    """Each of these units makes its roll at a vehicle, until it is gone."""

    units: tuple[int, ...]
    target: int

    def run(self, field: Battlefield) -> None:
        """The first of them, then the others."""
        if not self.units or field.units[self.target].at < 0:
            return
        rest = AtRolls(self.units[1:], self.target)
        if field.units[self.units[0]].at < 0:
            field.next(rest)
        else:
            field.next(AtRoll(self.units[0], self.target), rest)


class AtRoll(Roll, frozen=True, array_like=True, tag="at_roll"):
    """TCS 16.1 to 16.4: one roll."""

    roles = Roles(by="unit", on="target")

    unit: int
    target: int

    def resolution(self, look: Situation) -> Resolution:
        """Two dice."""
        return amended(look, at_facts(look, self.unit, self.target).resolution(""))

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """A step of the target, of the roller, and the nerve of the other vehicles (TCS 16.3, 16.4, 17.8a)."""
        assert isinstance(outcome, tuple)
        result, cost = outcome
        here, there = field.units[self.unit].at, field.units[self.target].at
        side = field.world.owners[self.target]
        vehicle = field.world.kinds[self.target].vehicle
        field.fire_at(there, self.unit)
        shot_at(field, Shot(side, there, (here,)))
        if cost == "step lost":
            field.lose_step(self.unit, "TCS 16.3")
        if result == "kill" and cost != "step lost":
            struck(field, (self.target,), str(cost))
        asked = field.hit(self.target, "TCS 16.4") if result == "kill" else ()
        button_up(field, (self.target,))
        if vehicle and result != "miss":
            field.next(*asked, VehicleCheck(side, there, (here,), int(result == "kill")))


CHAPTER = Chapter(
    name="antitank",
    procedures=(
        AtRolls,
        AtRoll,
    ),
    phrases={
        "at_roll!": "{unit:unit} attacks {target:unit}",
    },
)
