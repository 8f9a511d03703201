"""The options of TCS: every ruling of ours by its name.

Who reads the rulebook otherwise chooses another value in the options of a scenario or of a game, or corrects the
default here.
"""

from __future__ import annotations

from typing import Annotated, Literal

from sandtable.kernel.option import About, Options

__all__ = ["TcsOptions"]


class TcsOptions(Options, frozen=True):
    """What the rules leave open, and the optional rules."""

    turns: Annotated[int, About("How many turns the game lasts.", "TCS 27.1", low=1, high=72)] = 8
    stack_limit: Annotated[
        int, About("How many steps a hex holds when an action phase ends.", "TCS 5.0b", low=5, high=99)
    ] = 20
    overstack: Annotated[
        Literal["move", "lose"],
        About(
            "What happens to steps over the limit: units move to an adjacent hex with room; or they are lost.",
            "TCS 5.0b",
        ),
    ] = "move"
    move_mode_once: Annotated[
        bool,
        About(
            (
                "A unit goes to Move Mode at most once in an action phase; off: as often as its movement "
                "points pay for it."
            ),
            "TCS 4.1b",
        ),
    ] = True
    vehicle_mode_sixths: Annotated[
        int,
        About(
            "What a vehicle pays to go to Move Mode in sixths of one of its three impulses.", "TCS 4.1c", low=0, high=6
        ),
    ] = 3
    fired_blocks_move_mode: Annotated[
        bool, About("A unit with a Fired marker may not go to Move Mode.", "TCS 4.1g")
    ] = True
    mode_change_triggers: Annotated[
        bool, About("Going to Move Mode in sight of the enemy is a movement trigger.", "TCS 4.1h")
    ] = True
    minimum_move: Annotated[
        bool, About("A unit that has not moved may always move one hex that is not prohibited to it.", "TCS 20.1b")
    ] = True
    own_mines_safe: Annotated[
        bool, About("Assigned units are not attacked by the mines of their own side.", "TCS 21.1")
    ] = True
    breach_die: Annotated[
        int, About("The die on which a minefield is breached; 7 is never.", "TCS 21.3b", low=2, high=7)
    ] = 4
    breach_engineers: Annotated[
        int, About("The die on which engineers breach a minefield; 7 is never.", "TCS 21.3b", low=2, high=7)
    ] = 2
    passenger_sixths: Annotated[
        int,
        About("What loading or unloading costs the passenger in sixths of its allowance.", "TCS 20.3a", low=0, high=6),
    ] = 3
    riders_tanks: Annotated[
        int,
        About(
            "How many tanks together carry one unit of riders; 0 is that nobody rides on tanks.",
            "TCS 20.3b",
            low=0,
            high=9,
        ),
    ] = 3
    riders_jump_off: Annotated[
        Literal["fire_mode", "move_mode"],
        About("In which mode riders get off when their hex is fired at.", "TCS 20.3b"),
    ] = "fire_mode"
    assault_rounds: Annotated[int, About("How many rounds an assault lasts at most.", "TCS 22.6", low=1, high=9)] = 3
    overrun_extra: Annotated[
        int, About("What an overrun costs beside the hex in movement points.", "TCS 23.1", low=0, high=9)
    ] = 2
    flame_hexes: Annotated[
        int,
        About(
            "How far flamethrowers reach: there the ground of the target covers one class less.",
            "TCS 24.2",
            low=0,
            high=3,
        ),
    ] = 1
    passengers_hit: Annotated[
        Literal["again", "suppressed", "lost"],
        About(
            (
                "What happens to the passengers of a carrier lost to fire: they are attacked again; they "
                "are only Suppressed; or they are lost with it."
            ),
            "TCS 10.0c",
        ),
    ] = "again"
    vehicle_impulses: Annotated[
        int, About("How many impulses a vehicle has in an action phase.", "TCS 20.2a", low=1, high=6)
    ] = 3
    fire_takes_impulse: Annotated[
        bool, About("A vehicle fires only in an impulse in which it has not moved.", "TCS 20.2b")
    ] = True
    unarmed_impulses: Annotated[bool, About("Unarmed carriers move by impulses too.", "TCS 20.2c")] = False
    mine_shifts: Annotated[bool, About("Terrain and stacking shift the attack of mines.", "TCS 21.2d")] = True
    assault_once: Annotated[bool, About("A hex is assaulted only once in an action phase.", "TCS 22.1")] = True
    assault_entry_fire: Annotated[bool, About("Beginning an assault is a trigger for overwatch.", "TCS 22.2")] = True
    assault_first: Annotated[
        Literal["defender", "attacker"], About("Who fires first in each round of an assault.", "TCS 22.3")
    ] = "defender"
    assault_shaken_fire: Annotated[bool, About("Units shaken in an assault go on firing in it.", "TCS 22.5")] = False
    overrun_marked: Annotated[bool, About("Defenders marked Fired fire at vehicles that overrun them.", "TCS 23.2")] = (
        True
    )
    night_off_road: Annotated[
        int, About("How many times as much ground off the road costs vehicles at night.", "TCS 20.4", low=1, high=6)
    ] = 2
    secret_minefields: Annotated[
        bool, About("Minefields are not on the map until the enemy moves into them.", "TCS 21.4")
    ] = False
    visibility: Annotated[
        int, About("The longest sight in hexes; 0 is as the scenario says.", "TCS 7.0a", low=0, high=99)
    ] = 0
    roll_first_turn: Annotated[
        bool,
        About(
            ("Initiative is rolled on the first turn too; off: where the scenario names a side it goes first."),
            "TCS 2.0r",
        ),
    ] = False
    smoke_blocks: Annotated[
        bool, About("Smoke in a hex between two others blocks their line of sight.", "TCS 8.0e")
    ] = True
    left_of_column_0: Annotated[
        Literal["no_effect", "column_0"],
        About("What a fire shifted left of column 0 does: nothing at all; or it is read on column 0.", "TCS 1.0i"),
    ] = "no_effect"
    density_counts: Annotated[
        Literal["targets", "all"],
        About("Whose steps make a hex dense for area fire: those of A and B targets; or all.", "TCS 5.0e"),
    ] = "targets"
    mixed_firers: Annotated[
        Literal["worst", "best"],
        About("The range shift of a fire by several units: the least favourable of theirs; or the best.", "TCS 11.1f"),
    ] = "worst"
    mixed_postures: Annotated[
        Literal["majority", "best", "worst"],
        About(
            (
                "The posture of a hex with several: that of most steps with ties to the defender; the "
                "best for the firer; or the worst."
            ),
            "TCS 11.2g",
        ),
    ] = "majority"
    cross_fire_sides: Annotated[
        int, About("How many hexsides apart two lines must come in for cross fire.", "TCS 11.4b", low=1, high=3)
    ] = 2
    cross_fire_remembered: Annotated[
        bool, About("Effective fire earlier in the phase from another direction gives cross fire too.", "TCS 11.4b")
    ] = True
    tough_b_targets: Annotated[
        bool, About("A B target of defence n loses a step to area fire only from a result of n+1 steps.", "TCS 3.0f")
    ] = True
    loss_spread: Annotated[
        Literal["even", "free"],
        About(
            ("How steps lost are shared out in a hex: no unit twice before all once; or as the owner likes."),
            "TCS 10.0a",
        ),
    ] = "even"
    sfa_after_move: Annotated[
        bool,
        About(
            ("A unit other than a vehicle may make a suppressive fire action after it has spent movement points."),
            "TCS 13.0a",
        ),
    ] = False
    sfa_joined: Annotated[
        Literal["any", "hex"],
        About("Who may join in a suppressive fire action: units in any hexes; or of one hex.", "TCS 13.0b"),
    ] = "any"
    spotter_hexes: Annotated[
        int,
        About("How far from its weapon the spotter of a mortar or infantry gun may be.", "TCS 13.0d", low=0, high=99),
    ] = 12
    vehicle_morale: Annotated[
        int, About("The vehicle morale of formations to which the scenario gives none.", "TCS 17.8a", low=1, high=9)
    ] = 3
    surrender_tells: Annotated[
        int, About("What a unit that surrenders adds to the Battalion Morale.", "TCS 17.6", low=0, high=9)
    ] = 1
    paralyzed_hexes: Annotated[int, About("How far a Paralyzed unit fires.", "TCS 17.4", low=0, high=9)] = 1
    point_kills_capped: Annotated[bool, About("A point fire destroys no more steps than fired.", "TCS 12.0h")] = False
    point_cross_fire: Annotated[bool, About("Cross fire counts for point fire too.", "TCS 12.0g")] = False
    overwatch_near: Annotated[
        int, About("Any stack within this many hexes of a trigger may fire at it.", "TCS 15.2b", low=0, high=99)
    ] = 3
    overwatch_far: Annotated[
        int, About("How many stacks farther away may fire at a trigger.", "TCS 15.2b", low=0, high=99)
    ] = 1
    overwatch_again: Annotated[
        int,
        About(
            "The die on which a stack marked Fired fires again with what sees for itself; 7 is never.",
            "TCS 15.2c",
            low=2,
            high=7,
        ),
    ] = 5
    overwatch_again_spotted: Annotated[
        int,
        About(
            ("The die on which a stack marked Fired fires again with what a spotter directs; 7 is never."),
            "TCS 15.2c",
            low=2,
            high=7,
        ),
    ] = 6
    overwatch_marks: Annotated[
        Literal["stack", "firers"],
        About("Who is marked Fired after overwatch: the whole stack; or those that fired.", "TCS 15.2d"),
    ] = "stack"
    fire_triggers: Annotated[bool, About("Fire is a trigger for the overwatch of the other side.", "TCS 15.1b")] = True
    return_fire: Annotated[
        bool, About("After overwatch the triggering side may answer with one stack.", "TCS 15.3")
    ] = True
    mortar_overwatch: Annotated[
        int, About("How often a mortar fires overwatch in an action phase.", "TCS 15.5a", low=0, high=1)
    ] = 1
    recovery_fresh: Annotated[
        bool, About("Markers that came in this action phase may be taken off too.", "TCS 17.7b")
    ] = False
    spotting_shared: Annotated[bool, About("What one unit of a side spots all its units spot.", "TCS 7.1f")] = False
    eye_metres: Annotated[
        int, About("How many metres above the ground eyes and targets are.", "TCS 8.0a", low=0, high=20)
    ] = 0
    crest_metres: Annotated[
        int, About("How much lower the ground behind a crest hexside lies in metres.", "TCS 8.0f", low=1, high=200)
    ] = 20
    point_fire_morale: Annotated[
        bool,
        About("Point fire that is not without effect makes gun crews and vehicles check their morale.", "TCS 12.0i"),
    ] = True
    vehicle_checks: Annotated[bool, About("Vehicles check their morale.", "TCS 17.8a")] = True
    suppressed_vehicles_move: Annotated[
        bool, About("A Suppressed vehicle is buttoned up: it fires worse but moves as before.", "TCS 17.8b")
    ] = True
    buttoning_up: Annotated[
        bool,
        About("Armoured vehicles under area fire or AT rolls are buttoned up until clean up.", "TCS 16.7"),
    ] = False
    weather_table: Annotated[
        bool, About("On every full hour a die may make visibility better or worse.", "TCS 7.0b")
    ] = False
    hidden_setup: Annotated[
        bool,
        About("Forces that the scenario sets up hidden are not shown to the enemy until they are found.", "TCS 27.4"),
    ] = True
