"""The options of planning (TCS 6.8 to 6.14): every ruling about writing op sheets by its name."""

from __future__ import annotations

from typing import Annotated

from sandtable.kernel.option import About, Options

__all__ = ["PlanningOptions"]


class PlanningOptions(Options, frozen=True):
    """What the rules leave open about making and changing op sheets, and about who may know them."""

    sheets_per_unit: Annotated[
        int, About("How many op sheets in preparation may list a unit; 0 is no limit.", "TCS 6.8", low=0, high=9)
    ] = 2
    sheets_most: Annotated[
        int, About("How many op sheets a side may have in preparation.", "TCS 6.8", low=1, high=99)
    ] = 12
    edit_keeps_sixths: Annotated[
        int,
        About(
            "How many sixths of its weighted turns an op sheet keeps when its objective or its measures are changed.",
            "TCS 6.8",
            low=0,
            high=6,
        ),
    ] = 3
    checks_per_sheet: Annotated[
        int,
        About(
            "How many checks for reserves and alternates an op sheet may make on a turn.", "TCS 6.14d", low=1, high=9
        ),
    ] = 1
    add_hexes: Annotated[
        int,
        About("How near to a unit of an op sheet in force another must be to join it.", "TCS 6.13", low=0, high=99),
    ] = 5
    unassigned_known: Annotated[bool, About("The enemy knows which units are Unassigned.", "TCS 6.3b")] = True
    reveal_sheets: Annotated[bool, About("When the game is over all op sheets are shown.", "TCS 6.2")] = True
