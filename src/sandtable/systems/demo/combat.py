"""Fire, morale and assault (DS 4, 7 and 8)."""

from __future__ import annotations

from functools import cache

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.pools import D6, TWO_D6
from sandtable.kernel.procedure import Roles, Roll
from sandtable.kernel.resolution import Modifier, Outcome, Resolution
from sandtable.systems.demo.board import Battlefield, Situation
from sandtable.systems.demo.tables import BLOW, FIRE, MODIFIERS, NERVE, RALLY

__all__ = ["CHAPTER", "Blow", "Fire", "Nerve", "Rally", "shot"]


@cache
def shot(*, woods: bool, close: bool, shaken: bool, moving: bool) -> Resolution:
    """DS 4: one shot, with every modifier. The game, the tooltip and the calculator all ask here.

    >>> print(*shot(woods=True, close=False, shaken=False, moving=False).modifiers)
    -1 target in woods (DS 4.1)
    """
    facts = {"woods": woods, "close": close, "shaken": shaken, "moving": moving}
    modifiers = tuple(MODIFIERS[name] for name, holds in facts.items() if holds)
    return Resolution("DS 4", "A squad fires at another", TWO_D6, FIRE, modifiers)


class Fire(Roll, frozen=True, array_like=True, tag="fire"):
    """One squad fires at another."""

    roles = Roles(by="firer", on="target")

    firer: int
    target: int
    moving: bool = False

    def resolution(self, look: Situation) -> Resolution:
        """The shot as it stands on the board."""
        return shot(
            woods=look.in_woods(self.target),
            close=look.adjacent(self.firer, self.target),
            shaken=look.squads[self.firer].shaken,
            moving=self.moving,
        )

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """The fire chart's answer."""
        if outcome == "miss" or (outcome == "hit" and not field.lose_step(self.target)):
            return
        shake(field, self.target)


def shake(field: Battlefield, squad: int) -> None:
    """DS 7: a steady squad is shaken; a shaken one tests its nerve."""
    if field.squads[squad].shaken:
        field.next(Nerve(squad))
    else:
        field.change(squad, shaken=True)
        field.log("shaken", "DS 7", squad=squad)


class Nerve(Roll, frozen=True, array_like=True, tag="nerve"):
    """DS 7.1: a shaken squad was shaken again."""

    roles = Roles(on="squad")

    squad: int

    def resolution(self, look: Situation) -> Resolution:
        """A plain d6."""
        return Resolution("DS 7.1", "", D6, NERVE)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """It breaks, or holds."""
        if outcome == "breaks":
            field.remove(self.squad, "breaks", "DS 7.1")


class Rally(Roll, frozen=True, array_like=True, tag="rally"):
    """DS 7.2: a shaken squad tries to rally."""

    roles = Roles(on="squad")

    squad: int

    def resolution(self, look: Situation) -> Resolution:
        """A plain d6."""
        return Resolution("DS 7.2", "", D6, RALLY)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """It is steady again, or still shaken."""
        if outcome == "steady":
            field.change(self.squad, shaken=False)
            field.log("rallies", "DS 7.2", squad=self.squad)


class Blow(Roll, frozen=True, array_like=True, tag="blow"):
    """DS 8: one blow of an assault. Blow follows blow until one lands, so the odds go round in a loop."""

    roles = Roles(by="striker", on="other")

    striker: int
    other: int
    attacking: bool

    def resolution(self, look: Situation) -> Resolution:
        """A d6; woods shelter the defender."""
        sheltered = self.attacking and look.in_woods(self.other)
        modifiers: tuple[Modifier, ...] = (MODIFIERS["assault_woods"],) if sheltered else ()
        return Resolution("DS 8", "", D6, BLOW, modifiers)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """A miss hands the blow over; a hit ends the assault."""
        if outcome == "miss":
            field.next(Blow(self.other, self.striker, not self.attacking))
            return
        ground = field.squads[self.other].hex
        if field.lose_step(self.other):
            fall_back(field, self.other, self.striker)
        if self.attacking and field.result is None:
            field.enter(self.striker, ground)


def fall_back(field: Battlefield, squad: int, other: int) -> None:
    """DS 8.2: the loser of an assault falls back, shaken, to a hex that is free as far as it knows."""
    here, away = field.squads[squad].hex, field.squads[other].hex
    side = field.world.owners[squad]
    known = field.occupied(known_to=side)
    free = [hex for hex in field.world.neighbours[here] if not known >> hex & 1]
    if not free:
        field.remove(squad, "trapped", "DS 8.2")
        return
    distance = field.world.map.distance
    to = min(free, key=lambda hex: (-distance(hex, away), hex))
    waiting = field.squad_at(to)
    if waiting is not None:
        field.find(waiting)
        field.remove(squad, "trapped", "DS 8.2")
        return
    field.change(squad, shaken=True)
    field.log("falls_back", "DS 8.2", squad=squad, hex=to)
    field.enter(squad, to)


CHAPTER = Chapter(
    name="fire and assault",
    procedures=(Fire, Nerve, Rally, Blow),
    phrases={
        "blow!": "{striker:unit} strikes at {other:unit}",
        "rally!": "{squad:unit} tries to rally",
        "nerve!": "{squad:unit} tests its nerve",
        "fire!": "{firer:unit} fires at {target:unit}",
        "shaken": "{squad:unit} is shaken",
        "rallies": "{squad:unit} rallies",
        "breaks": "{squad:unit} breaks and runs",
        "falls_back": "{squad:unit} falls back to {hex:hex}",
        "trapped": "{squad:unit} has nowhere to go and is lost",
    },
)
