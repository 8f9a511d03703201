"""What a special rule of a scenario is (TC G4): values from the scenario file, and the moments at which it speaks.

A rule that remembers something through the game keeps it as whole numbers: `memory` is what it starts with,
`field.recall(rule)` reads it and `field.keep(rule, ...)` changes it. Rules name sides, markers, zones and features as
the scenario file does; `misfit` says what the scenario does not have.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from sandtable.kernel.errors import shown
from sandtable.kernel.game import Game
from sandtable.kernel.procedure import Procedure
from sandtable.systems.tactical_combat.board import Situation
from sandtable.systems.tactical_combat.field import Battlefield

if TYPE_CHECKING:
    from sandtable.systems.tactical_combat.scenario import TacticalScenario

__all__ = ["Special", "marker_at", "no_kind", "no_marker", "no_side", "out_of"]


class Special(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="rule"):
    """A special rule: by default it changes nothing."""

    def fault(self) -> str:
        """What is wrong with its values, in words; empty if nothing is."""
        return ""

    def misfit(self, scenario: TacticalScenario) -> str:
        """What it names that the scenario does not have, in words; empty if it has everything."""
        return ""

    def memory(self, game: Game) -> tuple[int, ...]:
        """What the rule remembers when the game starts."""
        return ()

    def number(self, look: Situation) -> int:
        """Which of the scenario's rules this is: procedures name it so."""
        return look.world.specials.index(self)

    # Who may do what

    def sight_limit(self, look: Situation) -> int | None:
        """How far anybody sees now; None if this rule does not say."""
        return None

    def may_not_act(self, look: Situation, stand: int) -> str:
        """Why a stand may not act, in words; empty if it may."""
        return ""

    def may_not_move(self, look: Situation, stand: int) -> str:
        """Why a stand may not move, in words; empty if it may. It is not forced back either."""
        return ""

    def kept_away(self, look: Situation, stand: int) -> bool:
        """Whether a stand that is due does not arrive now: it has left the table, or waits for something."""
        return False

    # What happens

    def turn_start(self, field: Battlefield, side: int) -> None:
        """What happens when a side's turn begins."""

    def turn_end(self, field: Battlefield, side: int) -> None:
        """What happens when a side's turn ends."""

    def on_the_way(self, look: Situation, stand: int, path: Sequence[int], after: int) -> tuple[int, Procedure] | None:
        """The next point of a stand's way, after this one, at which something happens to it, and what."""
        return None

    # The end

    def final_points(self, field: Battlefield) -> tuple[int, int]:
        """Points of each side that are counted when the last turn is over."""
        return 0, 0


def no_side(scenario: TacticalScenario, name: str) -> str:
    """The complaint if there is no such side; empty if there is."""
    sides = scenario.sides
    return "" if name in sides else f"{shown(name)} is not one of the sides {', '.join(sides)}"


def no_marker(scenario: TacticalScenario, name: str) -> str:
    """The complaint if there is no such marker; empty if there is."""
    known = [marker.name for marker in scenario.table.marker]
    return "" if name in known else f"there is no marker {shown(name)}: there are {', '.join(known) or 'none'}"


def no_kind(kinds: Iterable[str], known: Iterable[str], what: str) -> str:
    """The complaint if one of the kinds is not known; empty if all are."""
    unknown = [kind for kind in kinds if kind not in known]
    return f"there is no kind of {what} {shown(unknown[0])}" if unknown else ""


def out_of(low: int, high: int, value: int, what: str) -> str:
    """The complaint if a value is out of bounds; empty if it is not.

    >>> out_of(1, 9, 12, "mines go off on a d10 of at most")
    'mines go off on a d10 of at most 1 to 9, not 12'
    """
    return "" if low <= value <= high else f"{what} {low} to {high}, not {shown(value)}"


def marker_at(look: Situation, name: str) -> tuple[int, int]:
    """Where a marker lies."""
    return next(marker.at for marker in look.world.table.markers if marker.name == name)
