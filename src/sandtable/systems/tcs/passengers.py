"""Passengers under fire (TCS 10.0c, 20.3b): riders jump off, and who loses its carrier is attacked again."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.procedure import Procedure, Roles, Step
from sandtable.kernel.resolution import Modifier, Outcome
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.firetable import Attack, FireRoll
from sandtable.systems.tcs.losses import TakeLosses
from sandtable.systems.tcs.world import FIRE_MODE, MOVE_MODE, NOBODY

__all__ = ["CHAPTER", "EXPOSED", "PassengerFire", "Passengers", "aboard", "dismount", "second_attack"]

EXPOSED: Seam[Callable[[Situation, int], bool]] = Seam("riders attacked again when point fire destroys their vehicle")


def dismount(field: Battlefield, side: int, hex: int) -> None:
    """TCS 20.3b: who rides on tanks gets off when the hex is fired at by area fire."""
    mode = FIRE_MODE if field.world.options.riders_jump_off == "fire_mode" else MOVE_MODE
    for n in list(field.units_in(hex)):
        if field.world.owners[n] == side and field.units[n].carrier != NOBODY and not field.inside(n):
            field.change(n, carrier=NOBODY, mode=mode, road=False)
            field.log("jumps_off", "TCS 20.3b", unit=n)


class Passengers(Step, frozen=True, array_like=True, tag="passengers"):
    """TCS 10.0c: after a fire, those whose carrier was lost are attacked again on the same column."""

    side: int
    hex: int
    aboard: tuple[int, ...]
    """The units in the carriers of the hex when the fire came."""
    strength: int
    shift: int

    def run(self, field: Battlefield) -> None:
        """Each that had to get out."""
        out = [n for n in self.aboard if field.units[n].at == self.hex and field.units[n].carrier == NOBODY]
        field.next(*(PassengerFire(self.side, n, self.hex, self.strength, self.shift) for n in out))


class PassengerFire(FireRoll, frozen=True, array_like=True, tag="passenger_fire"):
    """The second attack, at one unit."""

    roles = Roles(on="unit")

    side: int
    unit: int
    hex: int
    strength: int
    shift: int

    def facts(self, look: Situation) -> Attack:
        """The same column."""
        shifts = (Modifier(self.shift, "as the fire at its carrier", "TCS 10.0c"),) if self.shift else ()
        return Attack("TCS 10.0c", "", self.strength, shifts)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """Steps of this unit; it is Suppressed already."""
        assert isinstance(outcome, int)
        if outcome > 0:
            field.next(TakeLosses(self.side, self.hex, outcome, outcome, only=(self.unit,)))


def aboard(look: Situation, side: int, hex: int) -> tuple[int, ...]:
    """The units inside carriers of a side in a hex."""
    units, owners = look.units, look.world.owners
    return tuple(n for n in look.units_in(hex) if units[n].carrier != NOBODY and owners[n] == side and look.inside(n))


def exposed(look: Situation, side: int, hex: int) -> tuple[int, ...]:
    """The riders of a side in a hex whom point fire at their vehicle attacks too."""
    bars = look.game.rules.at(EXPOSED)
    if not bars:
        return ()
    riders = [n for n in look.units_in(hex) if look.units[n].carrier != NOBODY and look.world.owners[n] == side]
    return tuple(n for n in riders if not look.inside(n) and any(bar(look, n) for bar in bars))


def second_attack(
    look: Situation, side: int, hex: int, attack: Attack, *, point: bool = False
) -> tuple[Procedure, ...]:
    """What follows the losses of a fire if there were passengers in the hex; `point` of a point fire."""
    if look.world.options.passengers_hit != "again":
        return ()
    units = (*aboard(look, side, hex), *(exposed(look, side, hex) if point else ()))
    return (Passengers(side, hex, units, attack.strength, attack.shift),) if units else ()


CHAPTER = Chapter(
    name="passengers",
    procedures=(
        Passengers,
        PassengerFire,
    ),
    phrases={
        "passenger_fire!": "{unit:unit} gets out of its burning carrier",
        "jumps_off": "{unit:unit} jumps off its tank",
    },
)
