"""Special rules of scenarios (TC G4): small pieces that a scenario file names, with their values.

Each is a struct with a `rule` tag and a few hooks (`base.py`), in a module of its own. A scenario designer adds one
by subclassing `Special` and naming it here: in `SpecialRule`, and its procedures and the words of its log below.
"""

from __future__ import annotations

from sandtable.kernel.procedure import Procedure
from sandtable.systems.tactical_combat.special import (
    airdrop,
    airlanding,
    bogging,
    breakdown,
    entering,
    exits,
    responsibility,
    sleeping,
    terror,
    touchdown,
    withdrawal,
)
from sandtable.systems.tactical_combat.special.airdrop import Airdrop
from sandtable.systems.tactical_combat.special.airlanding import AirLanding
from sandtable.systems.tactical_combat.special.base import Special
from sandtable.systems.tactical_combat.special.bogging import Bogging
from sandtable.systems.tactical_combat.special.breakdown import Breakdowns
from sandtable.systems.tactical_combat.special.commissars import Commissars
from sandtable.systems.tactical_combat.special.exits import Exit
from sandtable.systems.tactical_combat.special.mist import Mist
from sandtable.systems.tactical_combat.special.radios import NoRadios
from sandtable.systems.tactical_combat.special.responsibility import Responsibility
from sandtable.systems.tactical_combat.special.sleeping import Sleeping
from sandtable.systems.tactical_combat.special.staff import PoorStaff
from sandtable.systems.tactical_combat.special.strongpoints import Strongpoint
from sandtable.systems.tactical_combat.special.terror import TankTerror
from sandtable.systems.tactical_combat.special.withdrawal import Withdrawal

__all__ = ["PHRASES", "PROCEDURES", "Mist", "Special", "SpecialRule"]

SpecialRule = (
    AirLanding
    | Airdrop
    | Bogging
    | Breakdowns
    | Commissars
    | Exit
    | Mist
    | NoRadios
    | PoorStaff
    | Responsibility
    | Sleeping
    | Strongpoint
    | TankTerror
    | Withdrawal
)
"""Every special rule that a scenario file may name."""

PROCEDURES: tuple[type[Procedure], ...] = (
    airdrop.Aim,
    airlanding.LandHere,
    breakdown.BreakdownRoll,
    entering.EntryRoll,
    sleeping.Wake,
    terror.Terror,
    *touchdown.PROCEDURES,
    *withdrawal.PROCEDURES,
)
"""The procedures of all of them."""

PHRASES: dict[str, str] = {
    **airdrop.PHRASES,
    **airlanding.PHRASES,
    **bogging.PHRASES,
    **breakdown.PHRASES,
    **exits.PHRASES,
    **responsibility.PHRASES,
    **sleeping.PHRASES,
    **touchdown.PHRASES,
    **withdrawal.PHRASES,
}
"""The words of their events."""
