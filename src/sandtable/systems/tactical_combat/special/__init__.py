"""Special rules of scenarios (TC G4): small pieces that a scenario file names, with their values.

Each is a struct with a `rule` tag and a few hooks (`base.py`), in a module of its own. A scenario designer adds one
by subclassing `Special` and naming it here: in `SpecialRule`, and its procedures and the words of its log below.
"""

from __future__ import annotations

from sandtable.kernel.procedure import Procedure
from sandtable.systems.tactical_combat.special import (
    ammunition,
    bogging,
    breach,
    demolition,
    entering,
    exits,
    fuel,
    landing,
    obstacles,
    strongpoints,
    tide,
    wrecks,
)
from sandtable.systems.tactical_combat.special.ammunition import Ammunition
from sandtable.systems.tactical_combat.special.base import Special
from sandtable.systems.tactical_combat.special.bogging import Bogging
from sandtable.systems.tactical_combat.special.breach import Breach
from sandtable.systems.tactical_combat.special.column import Column
from sandtable.systems.tactical_combat.special.demolition import Demolition
from sandtable.systems.tactical_combat.special.exits import Exit
from sandtable.systems.tactical_combat.special.foothold import Foothold
from sandtable.systems.tactical_combat.special.fuel import Fuel
from sandtable.systems.tactical_combat.special.hesitation import Hesitation
from sandtable.systems.tactical_combat.special.landing import Landing
from sandtable.systems.tactical_combat.special.losses import Losses
from sandtable.systems.tactical_combat.special.mines import Mines
from sandtable.systems.tactical_combat.special.mist import Mist
from sandtable.systems.tactical_combat.special.obstacles import Obstacles
from sandtable.systems.tactical_combat.special.strongpoints import Strongpoint
from sandtable.systems.tactical_combat.special.tide import Tide
from sandtable.systems.tactical_combat.special.wrecks import Wrecks

__all__ = ["PHRASES", "PROCEDURES", "Mist", "Special", "SpecialRule"]

SpecialRule = (
    Ammunition
    | Bogging
    | Breach
    | Column
    | Demolition
    | Exit
    | Foothold
    | Fuel
    | Hesitation
    | Landing
    | Losses
    | Mines
    | Mist
    | Obstacles
    | Strongpoint
    | Tide
    | Wrecks
)
"""Every special rule that a scenario file may name."""

PROCEDURES: tuple[type[Procedure], ...] = (
    ammunition.LastBelts,
    breach.BreachRoll,
    demolition.Charges,
    demolition.Fuse,
    entering.EntryRoll,
    landing.Ashore,
    landing.Drift,
    strongpoints.Pounding,
)
"""The procedures of all of them."""

PHRASES: dict[str, str] = {
    **ammunition.PHRASES,
    **bogging.PHRASES,
    **breach.PHRASES,
    **demolition.PHRASES,
    **exits.PHRASES,
    **fuel.PHRASES,
    **landing.PHRASES,
    **obstacles.PHRASES,
    **strongpoints.PHRASES,
    **tide.PHRASES,
    **wrecks.PHRASES,
}
"""The words of their events."""
