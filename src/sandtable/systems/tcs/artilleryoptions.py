"""The options of artillery and aircraft: our rulings by name (TCS 18, 19, 25, 26.2)."""

from __future__ import annotations

from typing import Annotated, Literal

from sandtable.kernel.option import About, Options

__all__ = ["AircraftOptions", "ArtilleryOptions", "IlluminationOptions"]


class ArtilleryOptions(Options, frozen=True):
    """What the rules of artillery leave open."""

    battalion_least: Annotated[
        int, About("How many batteries of a battalion fire a battalion mission at least.", "TCS 18.2b", low=1, high=9)
    ] = 2
    fast_continuous: Annotated[bool, About("Continuous Fire may be Fast Fire.", "TCS 18.3b")] = True
    continuous_ammo: Annotated[
        int, About("The battery missions that Continuous Fire uses up.", "TCS 18.3a", low=1, high=9)
    ] = 1
    danger_close: Annotated[
        int, About("How near to a unit of its own side a mission may be aimed, in hexes.", "TCS 18.8a", low=0, high=9)
    ] = 0
    observer_missions: Annotated[
        int, About("How many missions a unit observes in a turn.", "TCS 18.4", low=1, high=9)
    ] = 1
    trp_columns: Annotated[
        int, About("The columns that a registration point is worth.", "TCS 18.13", low=0, high=9)
    ] = 2
    gs_shift: Annotated[int, About("The columns that general support costs a battery.", "TCS 18.1", low=-3, high=0)] = 0
    scatter_quality: Annotated[
        Literal["bad", "good"], About("What a mission that scatters counts as.", "TCS 18.5j")
    ] = "bad"
    barrage_road: Annotated[
        Literal["moving", "always"],
        About("When Road Moving counts: for a stack that moves into Continuous Fire; or always.", "TCS 18.8b"),
    ] = "moving"
    continuous_hits_runners: Annotated[
        bool, About("Continuous Fire attacks a unit that runs into it to save itself.", "TCS 18.10b")
    ] = True
    continuous_each_hex: Annotated[
        bool,
        About("Continuous Fire attacks in every hex entered; off: once in a phase for each unit.", "TCS 18.10b"),
    ] = True
    continuous_renewal: Annotated[
        Literal["adjust", "keep"],
        About(
            "Continuous Fire that is called again on the same hex by the same observer is adjusted again; or not.",
            "TCS 18.10a",
        ),
    ] = "adjust"
    barrage_finds: Annotated[
        Literal["hit", "always"],
        About("Hidden units under shells are found when the result has an effect; or whenever attacked.", "TCS 27.4"),
    ] = "hit"
    rocket_hexes: Annotated[
        int, About("How near the observer of rockets must be for a Good Shoot, in hexes.", "TCS 18.12", low=0, high=99)
    ] = 3


class IlluminationOptions(Options, frozen=True):
    """What the rules of illumination leave open."""

    illum_adjusts: Annotated[
        bool, About("Illumination by artillery needs an observer and is adjusted.", "TCS 26.2a")
    ] = False
    illum_hexes: Annotated[int, About("How far illumination lights, in hexes.", "TCS 26.2a", low=0, high=9)] = 2


class AircraftOptions(Options, frozen=True):
    """What the rules of aircraft leave open."""

    sortie_visibility: Annotated[
        int, About("The visibility in hexes under which nobody flies.", "TCS 25.3", low=0, high=99)
    ] = 8
    aa_hexes: Annotated[
        int, About("How far from the target hex an AA gun counts, in hexes.", "TCS 25.1e", low=0, high=99)
    ] = 5
    sortie_spotter: Annotated[
        int, About("How far from the target hex a spotter may be, in hexes.", "TCS 25.2", low=0, high=99)
    ] = 12
    sortie_point_targets: Annotated[int, About("How many vehicles a sortie rolls for.", "TCS 25.1d", low=1, high=9)] = 1
