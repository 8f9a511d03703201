"""The options of Micro Armour: the toggles of the rules, and our rulings with their alternatives."""

from __future__ import annotations

from typing import Annotated, Literal

from sandtable.kernel.option import About, Options

__all__ = ["MicroArmourOptions"]


class MicroArmourOptions(Options, frozen=True):
    """The toggles of the rules, and our rulings."""

    turns: Annotated[int, About("How many turns the game lasts.", "MA 01.00c", low=1, high=40)] = 12
    front_arc: Annotated[
        Literal["90", "120", "180"],
        About(
            ("How wide the front of a stand is, in degrees: fire from outside it meets half the defense."),
            "MA 07.08.01c",
        ),
    ] = "90"
    below_minus_3: Annotated[
        Literal["clamp", "extrapolate", "no_effect"],
        About("What a differential under -3 does: as -3, as the table would go on, or nothing.", "MA CRT under"),
    ] = "clamp"
    reveal_scope: Annotated[
        Literal["all_terrain", "concealing"],
        About(
            ("Once a target has fired, which terrain no longer hides it: all of it, or only concealing terrain."),
            "MA 07.01.03b",
        ),
    ] = "all_terrain"
    reveal_needs_shot: Annotated[
        bool,
        About(
            ("Only a stand whose test passed has fired and is revealed; off: a failed try reveals it too."),
            "MA 07.01.03d",
        ),
    ] = True
    committed_shots_lost: Annotated[
        bool, About("Stands named for an attack whose target is already gone have used their try.", "MA 07.04e")
    ] = True
    continue_with_movement_modifiers: Annotated[
        bool,
        About(
            (
                "A stand that was fired at on the move goes on with the modifiers of its movement test; "
                "off: its markers only."
            ),
            "MA 07.06.05e",
        ),
    ] = True
    slope_uphill_only: Annotated[bool, About("Only the way up a slope costs extra.", "MA TEC slope dir")] = False
    same_feature_sight: Annotated[
        int,
        About(
            "How many inches two stands in one concealing feature see each other; 0 is no limit.",
            "MA 07.01.05",
            low=0,
            high=60,
        ),
    ] = 0
    hq_double_points: Annotated[
        bool, About("Headquarters count double in the points of a force, as in the complete game.", "MA SCN HQ")
    ] = False
    break_point: Annotated[
        int,
        About("A force that has lost more stands than this loses at once; 0 is off.", "MA SCN break", low=0, high=60),
    ] = 0
    late_stands_lost: Annotated[
        bool,
        About("A stand that could have come on and is still off the table at the end counts as lost.", "MA SCN entry"),
    ] = True
    victory_each_turn: Annotated[
        bool, About("Victory is checked after every turn; off: at the end only.", "MA SCN draw")
    ] = True
    smoke: Annotated[bool, About("Smoke drawn on the map is in force; off: it is left out.", "MA TEC smoke")] = False
    recon_groups: Annotated[
        bool, About("Reconnaissance stands and groups move without an order at no penalty.", "MA MCC R")
    ] = True
    each_stand_tries: Annotated[
        bool,
        About(
            (
                "Each stand that a failed test has left behind may try alone without an order, even if "
                "its whole group failed."
            ),
            "MA 08.02.08c",
        ),
    ] = False
    sighting: Annotated[
        int, About("How far anybody sees, in inches; 0 is as the scenario says.", "MA 07.01.01a", low=0, high=100)
    ] = 0
    sighting_mixed: Annotated[
        Literal["20", "30"],
        About(
            (
                "How far stands see, in inches, where a scenario calls the ground mixed: 20, or the "
                "sample scenario's 30."
            ),
            "MA 07.01.01b",
        ),
    ] = "20"
    generation_modifiers: Annotated[
        bool,
        About(
            "The generation of a force changes its command roll; off: all generations command alike.", "MA 08.02.01c"
        ),
    ] = True
    ghq_command_value: Annotated[
        int, About("The command value of a GHQ to which the scenario gives none.", "MA 08.02.01c", low=-5, high=5)
    ] = 0
