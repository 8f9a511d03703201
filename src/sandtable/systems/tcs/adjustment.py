"""Adjustment (TCS 18.5): whether a mission shoots, scatters or lands where it was aimed, and how well."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.phrase import Said
from sandtable.kernel.pools import D66
from sandtable.kernel.procedure import Caller, Procedure, Roll
from sandtable.kernel.resolution import Modifier, Outcome, Resolution
from sandtable.systems.tcs.artilleryoptions import ArtilleryOptions, IlluminationOptions
from sandtable.systems.tcs.barrage import Execute, barrage_of
from sandtable.systems.tcs.batteries import pay, role_of
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.command import engage
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.observing import observer_metres, stance
from sandtable.systems.tcs.scatter import ScatterDirection
from sandtable.systems.tcs.sheets import MOVE, PREPARED
from sandtable.systems.tcs.shells import (
    CONTINUOUS,
    GENERAL,
    ILLUM,
    NONE,
    Barrage,
    Mission,
    adjustment_rows,
    start_column,
)
from sandtable.systems.tcs.tables import LIMITS, SHIFTS
from sandtable.systems.tcs.world import OFF

__all__ = [
    "CHAPTER",
    "SHOT",
    "SURE",
    "Adjust",
    "AdjustRoll",
    "AdjustmentFacts",
    "adjustment_of",
    "facts_of",
    "far_rockets",
    "noted",
    "rockets",
    "sure_hexes",
]

SURE: Seam[Callable[[Situation, Mission], int]] = Seam(
    "hexes that a mission hits without observer or adjustment, as a bit mask"
)
SHOT: Seam[Callable[[Battlefield, Mission], None]] = Seam("what is noted of a mission that will come down")


class AdjustmentFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What an adjustment depends on: what the board shows, or what somebody asks a calculator (TCS 18.5a to 18.5d)."""

    start: int
    prepared: bool = False
    loose: bool = False
    """Whether the observer is Unassigned or on a Move order."""
    high: bool = False
    light: str = "day"
    """Day, twilight, night; or lit, if the aim hex is illuminated at night."""
    hexes: int = 0
    """From the observer to the aim hex."""
    registered: int = 0
    """The columns for a registration point."""
    general: int = 0
    """The columns for general support."""

    def modifiers(self) -> tuple[Modifier, ...]:
        """The start column and all that shifts it."""
        found = [Modifier(self.start, "start column", "TCS 18.5a")]
        facts = {
            "adjust_prepared": self.prepared,
            "adjust_loose": self.loose,
            "adjust_high": self.high,
            "adjust_twilight": self.light == "twilight",
            "adjust_night": self.light == "night",
            "adjust_lit": self.light == "lit",
            "adjust_far": self.hexes >= LIMITS["observer_far"],
            "adjust_farther": self.hexes >= LIMITS["observer_farther"],
        }
        found += [SHIFTS[name] for name, holds in facts.items() if holds]
        if self.registered:
            found.append(Modifier(self.registered, "registration point", "TCS 18.13"))
        if self.general:
            found.append(Modifier(self.general, "general support", "TCS 18.1"))
        return tuple(found)

    def resolution(self, words: str = "", added: tuple[Modifier, ...] = ()) -> Resolution:
        """The roll on the adjustment table; `added` is what other chapters add to it."""
        modifiers = (*self.modifiers(), *added)
        heading, rows = adjustment_rows(sum(each.value for each in modifiers))
        return Resolution("TCS 18.5d", words, D66, rows, modifiers, "column", heading)


def facts_of(look: Situation, mission: Mission) -> AdjustmentFacts:
    """The facts of a mission, as the board has them."""
    world, options = look.world, look.game.rules.chosen(ArtilleryOptions)
    observer = mission.observer
    here = mission.aim if observer == NONE else look.units[observer].at
    kind = stance(look, observer) if observer != NONE else NONE
    above = observer_metres(look, observer) if observer != NONE else 0
    if mission.batteries:
        start = min(world.support.batteries[n].column for n in mission.batteries)
        general = all(role_of(look, n)[0] == GENERAL for n in mission.batteries)
    else:
        start, general = start_column(world.kinds[mission.guns[0]].nation), False
    elevation = world.ground.map.elevation
    return AdjustmentFacts(
        start=start,
        prepared=kind == PREPARED,
        loose=observer != NONE and kind in (NONE, MOVE),
        high=elevation[here] + above - elevation[mission.aim] >= LIMITS["observer_high"],
        light="day" if mission.shell == ILLUM else look.light_on(mission.aim),
        hexes=world.ground.distance(here, mission.aim),
        registered=options.trp_columns if (mission.aim, mission.side) in look.board.registered else 0,
        general=options.gs_shift if general else 0,
    )


def adjustment_of(look: Situation, mission: Mission) -> Resolution:
    """The roll of a mission, with every modifier."""
    return look.resolution_of(AdjustRoll(mission))


class AdjustRoll(Roll, frozen=True, array_like=True, tag="adjust_roll"):
    """TCS 2.0n, 18.5: a mission is adjusted; only its side sees the roll. The caller below gets a word, or the hex that
    it has scattered to.
    """

    mission: Mission

    def says(self, look: Situation) -> Said | None:
        """Where it is aimed."""
        return look.say("adjust_roll!", hex=self.mission.aim)

    def audience(self, look: Situation) -> int | None:
        """Its own side."""
        return self.mission.side

    def resolution(self, look: Situation) -> Resolution:
        """The adjustment table."""
        return facts_of(look, self.mission).resolution("", self.added(look))

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """Scatter first (TCS 18.5i); all else is for the caller."""
        if outcome == "Scatter":
            field.next(ScatterDirection(self.mission))
        else:
            field.answer(str(outcome))


class Adjust(Caller, frozen=True, array_like=True, tag="adjust"):
    """TCS 2.0n: each mission is adjusted in the order of the calls; those that shoot wait for all the others."""

    side: int
    waiting: tuple[Mission, ...]
    shooting: tuple[Barrage, ...] = ()

    def mask(self, side: int | None) -> Procedure:
        """Calls are the business of their side."""
        return self if side == self.side or not (self.waiting or self.shooting) else Adjust(self.side, ())

    def resume(self, field: Battlefield, answer: bool | int | str | None) -> None:
        """Roll for the first that waits; or note how it went."""
        waiting, shooting = self.waiting, self.shooting
        if answer is not None and waiting:
            mission, waiting = waiting[0], waiting[1:]
            shooting = (*shooting, *_shot(field, mission, answer))
        while waiting and (sure := _sure(field, waiting[0])) is not None:
            shooting = (*shooting, *_shot(field, waiting[0], sure))
            waiting = waiting[1:]
        if waiting:
            field.next(AdjustRoll(waiting[0]), Adjust(self.side, waiting, shooting))
        else:
            field.next(Execute(self.side, shooting))


def _sure(look: Situation, mission: Mission) -> str | None:
    """How a mission goes that needs no roll: illumination by the map, and Continuous Fire that is kept up."""
    rules = look.game.rules
    if sure_hexes(look, mission) >> mission.aim & 1:
        return "Good Shoot"
    if mission.shell == ILLUM and not rules.chosen(IlluminationOptions).illum_adjusts:
        return "Good Shoot"
    if mission.shell == CONTINUOUS and rules.chosen(ArtilleryOptions).continuous_renewal == "keep":
        stocks = [look.board.batteries[n] for n in mission.batteries]
        same = [(each.aim, each.observer) == (mission.aim, mission.observer) for each in stocks]
        if stocks and all(same):
            return "Good Shoot" if stocks[0].good else "Bad Shoot"
    return None


def sure_hexes(look: Situation, mission: Mission) -> int:
    """The hexes on which other chapters let a mission land without observer or adjustment, as a bit mask."""
    mask = 0
    for each in look.game.rules.at(SURE):
        mask |= each(look, mission)
    return mask


def noted(field: Battlefield, mission: Mission, barrage: Barrage) -> Barrage:
    """What a mission brings down, noted by the chapters that want to know whose it is."""
    for note in field.game.rules.at(SHOT):
        note(field, mission)
    return barrage


def _shot(field: Battlefield, mission: Mission, answer: bool | int | str) -> tuple[Barrage, ...]:
    """What a mission brings down by its adjustment: a word of the table, or the hex it has scattered to."""
    options = field.game.rules.chosen(ArtilleryOptions)
    if answer == "No Shoot":
        field.log("no_shoot", "TCS 18.5h", to=mission.side, hex=mission.aim)
        return ()
    pay(field, mission)
    at, good = mission.aim, answer == "Good Shoot"
    if isinstance(answer, int):
        at, good = answer, options.scatter_quality == "good"
    good = good and not far_rockets(field, mission)
    if mission.guns:
        field.mark_fired(*mission.guns)
        engage(field, mission.guns)
        field.update(gunned=tuple(sorted({*field.board.gunned, *mission.guns})))
    _remember(field, mission, at, good=good)
    if at == OFF:
        field.log("off_map", "TCS 18.5i", to=mission.side, hex=mission.aim)
        return ()
    return (noted(field, mission, barrage_of(field, mission, at, good=good)),)


def far_rockets(look: Situation, mission: Mission) -> bool:
    """Whether rockets are fired for an observer too far away for a Good Shoot (TCS 18.12)."""
    if not rockets(look, mission.batteries) or mission.observer == NONE:
        return False
    apart = look.world.ground.distance(look.units[mission.observer].at, mission.aim)
    return apart > look.game.rules.chosen(ArtilleryOptions).rocket_hexes


def _remember(field: Battlefield, mission: Mission, at: int, *, good: bool) -> None:
    """What Continuous Fire needs to be kept up next turn (TCS 18.10a)."""
    kept = mission.shell == CONTINUOUS and at == mission.aim
    aim, observer = (mission.aim, mission.observer) if kept else (NONE, NONE)
    field.update(
        batteries=tuple(
            replace(stock, aim=aim, observer=observer, good=kept and good) if n in mission.batteries else stock
            for n, stock in enumerate(field.board.batteries)
        )
    )


def rockets(look: Situation, batteries: tuple[int, ...]) -> bool:
    """Whether any of some batteries is rocket artillery (TCS 18.12)."""
    return any(look.world.support.batteries[n].rocket for n in batteries)


CHAPTER = Chapter(
    name="adjustment",
    procedures=(AdjustRoll, Adjust),
    phrases={
        "adjust_roll!": "Adjustment on {hex:hex}",
        "no_shoot": "The mission on {hex:hex} does not shoot",
        "off_map": "The mission on {hex:hex} lands beyond the map",
    },
)
