"""The Modern Expansion of TCS (ME 0 to 9): missiles, helicopters, chemical war, modern artillery and sights.

An expansion made of chapters over the series game. Every chapter has the switch `modern`, the option that puts the
whole expansion in force; switched off, it leaves every game as it is. Its charts are in `charts/`, its rules in the
`rules.csv` of the series, under ids that begin with `ME`.

==============  ============================================================================================
conversion      old dice for new columns, company morale (ME 0)
dual            vehicles that fire and then move (ME 1)
arsenal         what artillery keeps on the board: rounds, tubes, points, plots, mines (ME 2)
bomblets        ICM and DPICM (ME 2.3)
plots           missions that need no adjustment: `mlrs` (ME 2.4), `fascam` (ME 2.2), `copperhead` (ME 2.1)
counterbattery  acquisition and counterfire (ME 2.5); `points` where CB and EW points are
dedicated       a hex that a battery hits at a moment's notice (ME 2.6)
atgm            types of missiles and the ATGM Table (ME 3.1); `missilefire` the roll, `missiles` as an action,
                `missilewatch` as overwatch, `counterfire` the AT-8 (ME 3.2, 3.3)
sky             the layer of helicopters: heights, sight, losses (ME 4.1a); `flying` their movement (ME 4.1b)
antiaircraft    AA fire (ME 4.2)
airweapons      what helicopters fire; `airfire` when, `popups` pop-ups and counter pop-ups (ME 4.1c to 4.1h)
lift            loads inside and in slings (ME 4.3); `station` time on the map (ME 4.1i)
airtoair        bomblets, aircraft and observers (ME 4.4 to 4.6a); `airoverrun` overruns (ME 4.6b)
mopp            levels of protection against chemicals, and what they cost (ME 5.2)
chemicals       chemical missions, agents that stay, attacks on people and crews (ME 5.1, 5.3)
sights          night vision and thermal sights (ME 6)
micv            infantry vehicles, squads inside and on top of them (ME 7)
exchanges       the steps of pop-ups and missile fire in their order, for who draws them
armour          modern armour against AT rolls (ME 8), reactive armour and depleted uranium (ME 9)
==============  ============================================================================================
"""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.systems.tcs.modern import (
    airfire,
    airoverrun,
    airtoair,
    airweapons,
    antiaircraft,
    armour,
    arsenal,
    bomblets,
    chemicals,
    copperhead,
    counterbattery,
    counterfire,
    dedicated,
    dual,
    exchanges,
    fascam,
    flying,
    lift,
    micv,
    missiles,
    missilewatch,
    mlrs,
    mopp,
    plots,
    points,
    popups,
    sights,
    station,
)
from sandtable.systems.tcs.modern.options import ModernOptions

__all__ = ["CHAPTERS"]

CHAPTERS: tuple[Chapter, ...] = (
    Chapter(name="modern", options=ModernOptions, switch="modern"),
    dual.CHAPTER,
    arsenal.CHAPTER,
    points.CHAPTER,
    bomblets.CHAPTER,
    plots.CHAPTER,
    mlrs.CHAPTER,
    fascam.CHAPTER,
    copperhead.CHAPTER,
    counterbattery.CHAPTER,
    dedicated.CHAPTER,
    missiles.CHAPTER,
    missilewatch.CHAPTER,
    counterfire.CHAPTER,
    flying.CHAPTER,
    antiaircraft.CHAPTER,
    airweapons.CHAPTER,
    airfire.CHAPTER,
    popups.CHAPTER,
    airoverrun.CHAPTER,
    lift.CHAPTER,
    station.CHAPTER,
    airtoair.CHAPTER,
    armour.CHAPTER,
    micv.CHAPTER,
    sights.CHAPTER,
    mopp.CHAPTER,
    chemicals.CHAPTER,
    exchanges.CHAPTER,
)
