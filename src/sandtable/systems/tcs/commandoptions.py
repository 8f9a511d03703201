"""The options of the command rules (TCS 4.2, 6): every ruling about orders by its name."""

from __future__ import annotations

from typing import Annotated, Literal

from sandtable.kernel.option import About, Options

__all__ = ["CommandOptions"]


class CommandOptions(Options, frozen=True):
    """What the rules of command leave open."""

    command: Annotated[
        Literal["full", "orders", "off"],
        About(
            (
                "Orders: written by the players and binding; only those of the scenario, which bind; or off, so that"
                " orders bind nobody."
            ),
            "TCS 6.1",
        ),
    ] = "full"
    preliminary_instructions: Annotated[
        bool,
        About(
            "Units whose order is in preparation may go to its assembly area, out of the enemy's sight.", "TCS 6.14a"
        ),
    ] = True
    objective_hexes: Annotated[
        int, About("The most hexes of an objective, an assembly area or a rally area.", "TCS 6.15d", low=1, high=99)
    ] = 19
    axis_width: Annotated[
        int, About("How far from its axis an order lets its units go, if it does not say.", "TCS 6.15e", low=0, high=9)
    ] = 3
    axis_width_most: Annotated[int, About("The greatest width of an axis.", "TCS 6.15e", low=1, high=9)] = 4
    objective_margin: Annotated[
        int, About("How far around the objective an axis opens the ground.", "TCS 6.15d", low=0, high=9)
    ] = 2
    unmarked_sheet: Annotated[
        Literal["free", "axis"],
        About(
            "An Attack or Move of the scenario that draws no measures: opens the whole map; or gets an axis.",
            "TCS 6.5",
        ),
    ] = "free"
    hasty_hexes: Annotated[
        int,
        About("How far from its post or the objective a unit on Hasty Defense goes.", "TCS 6.6", low=0, high=9),
    ] = 3
    prepared_hexes: Annotated[
        int,
        About("How far from its post or the objective a unit on Prepared Defense goes.", "TCS 6.7", low=0, high=9),
    ] = 1
    reserve_hexes: Annotated[
        int, About("How far from its post a reserve goes before it is committed.", "TCS 6.14b", low=0, high=9)
    ] = 3
    march_backward: Annotated[
        int,
        About(
            "How many movement points farther from its objective than it began the phase a marching unit may end.",
            "TCS 6.4",
            low=0,
            high=99,
        ),
    ] = 2
    march_fire: Annotated[
        int,
        About("How far from its route a unit on a Move order makes fire actions.", "TCS 6.4", low=0, high=99),
    ] = 5
    assault_margin: Annotated[
        int,
        About("How far outside the ground of an Attack its units may assault and overrun.", "TCS 6.5", low=0, high=9),
    ] = 1
    unassigned_far: Annotated[
        int,
        About("From this many hexes on Unassigned units may come nearer to the enemy.", "TCS 6.3c", low=1, high=99),
    ] = 12
    unassigned_sees: Annotated[
        Literal["sight", "spotted", "known"],
        About(
            "Which enemies Unassigned units keep away from: those in sight, those spotted, or all known.", "TCS 6.3c"
        ),
    ] = "sight"
    fire_bounds: Annotated[
        Literal["free", "margin"],
        About(
            "Fire actions of units with orders: anywhere; or only as near to their ground as `march_fire` says.",
            "TCS 6.5",
        ),
    ] = "free"
    attack_from_march: Annotated[
        bool,
        About(
            "A Move order that is fired at from near lets its units attack until the next command phase; then it ends.",
            "TCS 6.4",
        ),
    ] = False
    dig_in_later: Annotated[
        bool,
        About(
            "A unit that could not dig in when its Prepared Defense came into force does so after a quiet turn.",
            "TCS 4.2a",
        ),
    ] = True
    reserve_digs_in: Annotated[bool, About("Reserves on a Prepared Defense dig in too.", "TCS 4.2a")] = False
    first_turn_accrual: Annotated[
        bool, About("Orders are reviewed and gain weighted turns on the first turn too.", "TCS 6.9d1")
    ] = False
    sheet_size: Annotated[
        Literal["battalions", "companies"],
        About(
            "The size of an op sheet: its battalions; or the same, but 0 for a sheet of one formation.",
            "TCS 6.9b",
        ),
    ] = "battalions"
    weighted_worst: Annotated[
        Literal["any", "most"],
        About(
            "Which line an op sheet gains weighted turns by: its worst unit's; or that of most of its steps.",
            "TCS 6.9d2",
        ),
    ] = "any"
    command_pace: Annotated[
        int, About("How many times the charted weighted turns are gained.", "TCS 6.9d1", low=1, high=9)
    ] = 1
    objective_share: Annotated[
        Literal["all", "most"],
        About("How much of its objective completes an Attack: all hexes; or more than half.", "TCS 6.11a"),
    ] = "all"
    arrival_quarters: Annotated[
        int,
        About("How many quarters of its steps complete a Move by their arrival.", "TCS 6.11a", low=1, high=4),
    ] = 3
    arrival_hexes: Annotated[int, About("How near to the objective counts as arrived.", "TCS 6.11a", low=0, high=9)] = 1
    completion: Annotated[
        Literal["automatic", "declared"],
        About("A reached objective completes an order: by itself; or when its owner says so.", "TCS 6.11a"),
    ] = "automatic"
    consolidate: Annotated[
        bool, About("Units whose order is completed hold as on a Hasty Defense until they get another.", "TCS 6.11a")
    ] = False
    failure_half: Annotated[
        int,
        About(
            "An order that has lost half its steps fails on this or less with two dice; 0 is never.",
            "TCS 6.11b",
            low=0,
            high=12,
        ),
    ] = 6
    failure_most: Annotated[
        int,
        About("An order that has lost three quarters of its steps fails on this or less.", "TCS 6.11b", low=0, high=12),
    ] = 8
    withdraw_hexes: Annotated[
        int,
        About(
            "How far from all enemies in sight a withdrawal ends, if no enemy sees the unit.",
            "TCS 6.11c",
            low=0,
            high=99,
        ),
    ] = 5
