"""The options of Picket."""

from __future__ import annotations

from typing import Annotated

from sandtable.kernel.option import About, Options

__all__ = ["PicketOptions"]


class PicketOptions(Options, frozen=True):
    """How long it lasts, and two rules to play without."""

    turns: Annotated[int, About("How many turns the game lasts.", "DS 9.1", low=1, high=50)] = 4
    watch_fire: Annotated[bool, About("Squads that have not acted may fire at enemies that move in sight.", "DS 5")] = (
        True
    )
    hidden_squads: Annotated[
        bool, About("Squads that set up in woods are hidden until they act or are met.", "DS 6")
    ] = True
