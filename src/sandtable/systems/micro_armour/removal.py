"""The marker removal phase: fire marks off, markers rolled for, missiles brought up (MA 07.07, 07.03.04)."""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.pools import D20
from sandtable.kernel.procedure import Roles, Roll, Step
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.micro_armour.board import Situation, Stand
from sandtable.systems.micro_armour.field import Battlefield
from sandtable.systems.micro_armour.fire import cohesion_test
from sandtable.systems.micro_armour.tables import MODIFIERS

__all__ = ["CHAPTER", "Removal", "RemovalRoll", "Resupply"]

NATURALS = (Row(1, 1, "all off"), Row(20, 20, "worse"))


class Removal(Step, frozen=True, array_like=True, tag="removal"):
    """MA 05.00.5, 07.07: the last phase of the turn."""

    opens_phase = True

    def run(self, field: Battlefield) -> None:
        """Fire marks come off and orders lapse (MA 07.07b, 08.02.01b); then who has a marker or no missiles rolls."""
        rested, marked = {}, []
        for n, s in enumerate(field.stands):
            gone = s.independent or s.moved or s.straggler or s.spent or s.moving or s.by_road
            if s.alive and (gone or s.tries or s.phase or s.attacked or s.revealed):
                rested[n] = Stand(s.at, s.heading, True, s.suppressed, s.disorganized, s.depleted)
            if s.suppressed or s.disorganized or s.depleted:
                marked.append(n)
        field.put_all(rested)
        field.update(tried=(), lost_moving=(), orders=(0, 0))
        if marked:
            field.next(*[roll for n in marked for roll in _rolls(field, n)])


def _rolls(look: Situation, stand: int) -> tuple[Roll, ...]:
    """What a stand rolls for: its markers, and then its missiles if it is still there."""
    s = look.stands[stand]
    if s.suppressed or s.disorganized:
        return (RemovalRoll(stand),)
    return (Resupply(stand),) if s.depleted else ()


class RemovalRoll(Roll, frozen=True, array_like=True, tag="removal_roll"):
    """MA 07.07: a stand with markers must roll."""

    roles = Roles(on="stand")

    stand: int

    def resolution(self, look: Situation) -> Resolution:
        """Naturals first (MA 07.07c), then cohesion with the markers (MA 07.07.1)."""
        world = look.world
        level = world.cohesion[world.owners[self.stand]]
        rows = (Row(None, level, "S off"), Row(level + 1, None, "nothing"))
        return Resolution("MA 07.07a", "", D20, rows, look.markers(self.stand), naturals=NATURALS)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """What comes off, or on."""
        s = field.stands[self.stand]
        if outcome == "all off":
            field.change(self.stand, suppressed=False, disorganized=False)
            field.log("recovers", "MA 07.07.2", stand=self.stand)
        elif outcome == "worse":
            field.take(self.stand, "(S)", "MA 07.07.3")
        elif outcome == "S off" and s.suppressed:
            field.change(self.stand, suppressed=False)
            field.log("unsuppressed", "MA 07.07.1", stand=self.stand)
        if field.stands[self.stand].depleted:
            field.next(Resupply(self.stand))


class Resupply(Roll, frozen=True, array_like=True, tag="resupply"):
    """MA 07.03.04b, c: missiles come up on a cohesion roll of their own, again and again until they do."""

    roles = Roles(on="stand")

    stand: int

    def resolution(self, look: Situation) -> Resolution:
        """Cohesion at +4, markers or not."""
        world = look.world
        level = world.cohesion[world.owners[self.stand]]
        return cohesion_test("MA 07.03.04b", "", level, (MODIFIERS["resupply"],))

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """Missiles again, or not yet."""
        if outcome == "passed":
            field.change(self.stand, depleted=False)
            field.log("resupplied", "MA 07.03.04b", stand=self.stand)


CHAPTER = Chapter(
    name="removal",
    procedures=(
        Removal,
        RemovalRoll,
        Resupply,
    ),
    phrases={
        "resupply!": "{stand:unit} brings up missiles",
        "removal_roll!": "{stand:unit} rallies",
        "resupplied": "{stand:unit} has missiles again",
        "recovers": "{stand:unit} is itself again",
        "unsuppressed": "{stand:unit} is no longer suppressed",
    },
)
