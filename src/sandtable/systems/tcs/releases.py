"""Reinforcements that wait for their release (TCS 27.2): a check in the command phase sets them on their way."""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.field import with_entry
from sandtable.kernel.pools import D6
from sandtable.kernel.procedure import Roll, Step
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.world import NEVER

__all__ = ["CHAPTER", "ReleaseRoll", "Releases"]


class Releases(Step, frozen=True, array_like=True, tag="releases"):
    """Formations of both sides that may be released on this turn."""

    def run(self, field: Battlefield) -> None:
        """A check for each; the best rating needs none."""
        for n, each in enumerate(field.world.formations):
            if field.board.due[n] == NEVER and field.turn >= each.release_from:
                if each.prep:
                    field.next(ReleaseRoll(n))
                else:
                    release(field, n)


class ReleaseRoll(Roll, frozen=True, array_like=True, tag="release_roll"):
    """TCS 27.2, 6.14d: a die above the Command Prep rating releases a formation; a 6 always does."""

    formation: int

    def resolution(self, look: Situation) -> Resolution:
        """A plain die."""
        most = min(look.world.formations[self.formation].prep, 5)
        return Resolution("TCS 6.14d", "", D6, (Row(None, most, "waits"), Row(most + 1, None, "released")))

    def audience(self, look: Situation) -> int | None:
        """Its owner alone knows before it comes."""
        return look.world.formations[self.formation].side

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """It is on its way, or asks again next turn."""
        if outcome == "released":
            release(field, self.formation)


def release(field: Battlefield, formation: int) -> None:
    """A formation comes after its delay, and not before its turn."""
    each = field.world.formations[formation]
    due = max(each.arrives, field.turn + each.delay)
    field.update(due=with_entry(field.board.due, formation, due))
    field.log("released", "TCS 27.2", formation=formation, clock=field.world.clock(due), to=each.side)


CHAPTER = Chapter(
    name="releases",
    procedures=(Releases, ReleaseRoll),
    phrases={
        "release_roll!": "Is {formation:formation} released",
        "released": "{formation:formation} is released, and comes at {clock}",
    },
)
