"""The calculators of Tactical Combat: questions about odds that need no game, answered with exact fractions.

Every answer comes from the rules themselves: from the function that makes a roll, or from a game of two stands
on a small table that is played through every throw of the dice. No rule is stated here a second time.

>>> from sandtable.systems.tactical_combat.calculators import Shot, shot
>>> for result, chance in shot(Shot(cover="soft")).items():
...     print(chance, result)
3/5 no effect
1/5 a hit and suppressed
1/5 suppressed
"""

from __future__ import annotations

from sandtable.kernel.system import Calculator
from sandtable.systems.tactical_combat.calculators.assault import CloseCombat, Ending, close_combat, first_round
from sandtable.systems.tactical_combat.calculators.nerve import (
    Acting,
    Command,
    Recoveries,
    command,
    command_roll,
    recovery,
    recovery_roll,
)
from sandtable.systems.tactical_combat.calculators.shooting import Left, Shot, ShotResult, Shots, one_roll, shot, shots
from sandtable.systems.tactical_combat.calculators.watching import Movers, Opportunity, opportunity, watchers_roll

__all__ = [
    "CALCULATORS",
    "Acting",
    "CloseCombat",
    "Command",
    "Ending",
    "Left",
    "Movers",
    "Opportunity",
    "Recoveries",
    "Shot",
    "ShotResult",
    "Shots",
    "close_combat",
    "command",
    "opportunity",
    "recovery",
    "shot",
    "shots",
]

CALCULATORS = (
    Calculator("shot", "One shot at a stand, or at a vehicle.", Shot, shot, one_roll),
    Calculator("shots", "What is left of a stand after a series of shots.", Shots, shots, one_roll),
    Calculator(
        "opportunity", "One stand's opportunity fire at a row of movers.", Opportunity, opportunity, watchers_roll
    ),
    Calculator(
        "close_combat", "A close combat to its end, with the hits left.", CloseCombat, close_combat, first_round
    ),
    Calculator("command", "Stands that try to act out of command.", Command, command, command_roll),
    Calculator("recovery", "The morale of a stand after some turns.", Recoveries, recovery, recovery_roll),
)
"""What `sandtable odds tactical_combat` can be asked."""
