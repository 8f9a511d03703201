"""Special rules of scenarios (TC G4): small pieces that a scenario file names, with their values.

Each is a struct with a `rule` tag and a few hooks (`base.py`), in a module of its own. A scenario designer adds one
by subclassing `Special` and naming it here: in `SpecialRule`, and its procedures and the words of its log below.
"""

from __future__ import annotations

from sandtable.kernel.procedure import Procedure
from sandtable.systems.tactical_combat.special import (
    airdrop,
    airlanding,
    ammunition,
    bogging,
    breach,
    breakdown,
    demolition,
    entering,
    exits,
    fuel,
    landing,
    mines,
    obstacles,
    responsibility,
    sleeping,
    strongpoints,
    terror,
    tide,
    touchdown,
    withdrawal,
    wrecks,
)
from sandtable.systems.tactical_combat.special.airdrop import Airdrop
from sandtable.systems.tactical_combat.special.airlanding import AirLanding
from sandtable.systems.tactical_combat.special.ammunition import Ammunition
from sandtable.systems.tactical_combat.special.base import Special
from sandtable.systems.tactical_combat.special.bogging import Bogging
from sandtable.systems.tactical_combat.special.breach import Breach
from sandtable.systems.tactical_combat.special.breakdown import Breakdowns
from sandtable.systems.tactical_combat.special.column import Column
from sandtable.systems.tactical_combat.special.commissars import Commissars
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
from sandtable.systems.tactical_combat.special.radios import NoRadios
from sandtable.systems.tactical_combat.special.responsibility import Responsibility
from sandtable.systems.tactical_combat.special.sleeping import Sleeping
from sandtable.systems.tactical_combat.special.staff import PoorStaff
from sandtable.systems.tactical_combat.special.strongpoints import Strongpoint
from sandtable.systems.tactical_combat.special.terror import TankTerror
from sandtable.systems.tactical_combat.special.tide import Tide
from sandtable.systems.tactical_combat.special.withdrawal import Withdrawal
from sandtable.systems.tactical_combat.special.wrecks import Wrecks

__all__ = ["PHRASES", "PROCEDURES", "Mist", "Special", "SpecialRule"]

SpecialRule = (
    AirLanding
    | Airdrop
    | Ammunition
    | Bogging
    | Breach
    | Breakdowns
    | Column
    | Commissars
    | Demolition
    | Exit
    | Foothold
    | Fuel
    | Hesitation
    | Landing
    | Losses
    | Mines
    | Mist
    | NoRadios
    | Obstacles
    | PoorStaff
    | Responsibility
    | Sleeping
    | Strongpoint
    | TankTerror
    | Tide
    | Withdrawal
    | Wrecks
)
"""Every special rule that a scenario file may name."""

PROCEDURES: tuple[type[Procedure], ...] = (
    airdrop.Aim,
    airlanding.LandHere,
    ammunition.LastBelts,
    breach.BreachRoll,
    breakdown.BreakdownRoll,
    demolition.Charges,
    demolition.Fuse,
    entering.EntryRoll,
    landing.Ashore,
    landing.Drift,
    sleeping.Wake,
    strongpoints.Pounding,
    terror.Terror,
    *touchdown.PROCEDURES,
    *withdrawal.PROCEDURES,
)
"""The procedures of all of them."""

PHRASES: dict[str, str] = {
    **airdrop.PHRASES,
    **airlanding.PHRASES,
    **ammunition.PHRASES,
    **bogging.PHRASES,
    **breach.PHRASES,
    **breakdown.PHRASES,
    **demolition.PHRASES,
    **exits.PHRASES,
    **fuel.PHRASES,
    **landing.PHRASES,
    **mines.PHRASES,
    **obstacles.PHRASES,
    **responsibility.PHRASES,
    **sleeping.PHRASES,
    **strongpoints.PHRASES,
    **terror.PHRASES,
    **tide.PHRASES,
    **touchdown.PHRASES,
    **withdrawal.PHRASES,
    **wrecks.PHRASES,
}
"""The words of their events."""
