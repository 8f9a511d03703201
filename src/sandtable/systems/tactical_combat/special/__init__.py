"""Special rules of scenarios (TC G4): small pieces that a scenario file names, with their values.

Each is a struct with a `rule` tag and a few hooks (`base.py`), in a module of its own. A scenario designer adds one
by subclassing `Special` and naming it here: in `SpecialRule`, and its procedures and the words of its log below.
"""

from __future__ import annotations

from sandtable.kernel.procedure import Procedure
from sandtable.systems.tactical_combat.special import bogging, entering, exits
from sandtable.systems.tactical_combat.special.base import Special
from sandtable.systems.tactical_combat.special.bogging import Bogging
from sandtable.systems.tactical_combat.special.exits import Exit
from sandtable.systems.tactical_combat.special.mist import Mist

__all__ = ["PHRASES", "PROCEDURES", "Mist", "Special", "SpecialRule"]

SpecialRule = (
    Bogging
    | Exit
    | Mist
)  # fmt: skip
"""Every special rule that a scenario file may name."""

PROCEDURES: tuple[type[Procedure], ...] = (
    entering.EntryRoll,
)  # fmt: skip
"""The procedures of all of them."""

PHRASES: dict[str, str] = {
    **bogging.PHRASES,
    **exits.PHRASES,
}
"""The words of their events."""
