"""Chemical weapons (ME 5.1, 5.3): missions with persistent or passing agents, and what they do to people and crews.

Each unit on foot in the zone is attacked on the fire table, each crew by two dice; terrain, posture and stacking count
nothing. A persistent agent stays, attacks whoever enters, and goes by a die in Clean Up. Nuclear and biological
weapons are not in the game (ME 5.0).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.option import About, Options
from sandtable.kernel.pools import D6, D66, TWO_D6
from sandtable.kernel.procedure import Caller, Procedure, Roles, Roll, Step
from sandtable.kernel.resolution import Modifier, Outcome, Resolution, Row
from sandtable.systems.tcs.barrage import Strike
from sandtable.systems.tcs.batteries import battalion
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.entering import ENTERED
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.flight import RAN, SaveYourself
from sandtable.systems.tcs.losses import settle
from sandtable.systems.tcs.modern.arsenal import piece_of, spend_round
from sandtable.systems.tcs.modern.micv import enclosed
from sandtable.systems.tcs.modern.mopp import (
    CHEMICALS,
    LEVELS,
    Chemicals,
    Mopp,
    level_of,
    mopp_morale,
    raining,
    shielded_level,
)
from sandtable.systems.tcs.modern.sky import aloft, crash, flying, is_low
from sandtable.systems.tcs.morale import MoraleRoll, VehicleCheck, in_order
from sandtable.systems.tcs.munitions import MUNITIONS, STRENGTHS, Munition
from sandtable.systems.tcs.shells import HE, SHELLS, Barrage, Mission, calibre_class, firepower
from sandtable.systems.tcs.tables import fire_rows, syr_loss
from sandtable.systems.tcs.turn import CHEMICALS as IN_ORDER
from sandtable.systems.tcs.turn import CLEAN_UP
from sandtable.systems.tcs.world import NOBODY, PARALYZED
from sandtable.systems.tcs.zones import ring_of, zone_of

__all__ = [
    "CHAPTER",
    "MIXED_PASSING",
    "MIXED_PERSISTENT",
    "PASSING",
    "PERSISTENT",
    "ChemAttack",
    "ChemFire",
    "ChemMorale",
    "ChemRoll",
    "ChemStrike",
    "ChemicalOptions",
    "area_attack",
    "point_attack",
    "rounds_in",
]

PERSISTENT, PASSING, MIXED_PERSISTENT, MIXED_PASSING = range(len(SHELLS) + 6, len(SHELLS) + 10)
NAMES = {
    PERSISTENT: "persistent chemicals",
    PASSING: "non-persistent chemicals",
    MIXED_PERSISTENT: "HE with persistent chemicals",
    MIXED_PASSING: "HE with non-persistent chemicals",
}
STAYS = (PERSISTENT, MIXED_PERSISTENT)
MIXED = (MIXED_PERSISTENT, MIXED_PASSING)


class ChemicalOptions(Options, frozen=True):
    """Rulings on chemical attacks."""

    chem_no_low: Annotated[
        bool,
        About("A morale check after chemicals without shells has the +1 for fire without a low trajectory.", "ME 5.3d"),
    ] = False
    chem_vehicle_check: Annotated[
        bool, About("The vehicles of a hex check their morale when chemicals kill a crew there.", "ME 5.3c1")
    ] = True


# How strong


def rounds_in(barrage: Barrage) -> int:
    """The chemical rounds that fall in each hex of a zone (ME 5.3j)."""
    if not barrage.good:
        return CHEMICALS["bad"]
    if barrage.shell in MIXED:
        return CHEMICALS["mixed"]
    return CHEMICALS["fast" if barrage.fast else "good_battalion" if barrage.wide else "good_battery"]


def area_attack(level: int, rounds: int) -> Resolution:
    """The attack on a unit of people: MOPP and rounds alone make its strength (ME 5.3b1, 5.3b2).

    >>> area_attack(0, 2).column, area_attack(2, 2).column
    ('65-80', '0')
    """
    counted = min(rounds, CHEMICALS["most_rounds"])
    modifiers = (
        Modifier(LEVELS[level].area, f"{LEVELS[level].level} MOPP", "ME 5.3b1"),
        Modifier(counted, f"{rounds} round{'s' * (rounds != 1)}", "ME 5.3b1"),
    )
    net = max(sum(each.value for each in modifiers), 0)
    found = fire_rows(CHEMICALS["strength"] * net, 0)
    assert found is not None
    heading, rows = found
    return Resolution("ME 5.3b2", "", D66, rows, modifiers, "column", heading)


def point_attack(level: int) -> Resolution:
    """The attack on the crew of a vehicle; more rounds do not matter (ME 5.3c1).

    >>> [number + point_attack(level).shift for level, number in enumerate((7, 8, 11))]
    [10, 10, 10]
    """
    number = CHEMICALS["kill"]
    rows = (Row(None, number - 1, "no effect"), Row(number, None, "destroyed"))
    modifier = Modifier(LEVELS[level].point, f"{LEVELS[level].level} MOPP", "ME 5.3c1")
    return Resolution("ME 5.3c1", "", TWO_D6, rows, (modifier,))


# Whom


def exposed(look: Situation, units: Sequence[int]) -> tuple[int, ...]:
    """Those of some units that are attacked as people: on foot, and not inside a closed vehicle (ME 5.3c2, 5.3c4)."""
    kinds = look.world.kinds
    return tuple(n for n in units if kinds[n].move_class == "foot" and not enclosed(look, n))


def crewed(look: Situation, units: Sequence[int]) -> tuple[int, ...]:
    """Those that are attacked through their crews: vehicles and carriers of either class, and helicopters (ME 5.3c3,
    5.3c4, 5.3h1).
    """
    return tuple(n for n in units if look.world.kinds[n].move_class != "foot")


def hovering(look: Situation, hex: int) -> list[int]:
    """The helicopters of both sides in NOE over a hex; those that fly Low are safe (ME 5.3h1)."""
    every = [n for side in (0, 1) for n in aloft(look, side)]
    return [n for n in every if look.units[n].at == hex and not is_low(look, n)]


class ChemFire(Roll, frozen=True, array_like=True, tag="modern.chem_fire"):
    """ME 5.3b1: chemicals attack a unit of people; the caller gets the result."""

    roles = Roles(on="unit")

    unit: int
    rounds: int

    def resolution(self, look: Situation) -> Resolution:
        """The fire table, without shifts."""
        found = area_attack(shielded_level(look, self.unit), self.rounds)
        return replace(found, modifiers=(*found.modifiers, *self.added(look)))

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """Steps of this unit."""
        assert isinstance(outcome, int)
        field.engage(self.unit)
        lost = min(outcome, field.units[self.unit].steps)
        for _ in range(lost):
            field.lose_step(self.unit, "ME 5.3b1")
        field.answer(lost)


class ChemRoll(Roll, frozen=True, array_like=True, tag="modern.chem_roll"):
    """ME 5.3c1: chemicals attack the crew of a vehicle; the caller learns whether it is lost."""

    roles = Roles(on="unit")

    unit: int

    def resolution(self, look: Situation) -> Resolution:
        """Two dice."""
        return point_attack(shielded_level(look, self.unit))

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """The vehicle is lost with those inside it."""
        field.engage(self.unit)
        if outcome == "destroyed" and flying(field, self.unit):
            crash(field, self.unit, "ME 5.3h1")
        elif outcome == "destroyed":
            field.lose(self.unit, "destroyed", "ME 5.3c1")
        field.answer(outcome == "destroyed")


class ChemAttack(Caller, frozen=True, array_like=True, tag="modern.chem_attack"):
    """ME 5.3b, 5.3c: chemicals attack the units of a side in a hex, one by one; then come the morale checks."""

    side: int
    hex: int
    rounds: int
    people: tuple[int, ...]
    crews: tuple[int, ...]
    hits: tuple[int, ...] = ()
    """The units that have lost steps, one entry for each step."""
    shaken: tuple[int, ...] = ()
    """Those that must check their morale."""

    def resume(self, field: Battlefield, answer: bool | int | str | None) -> None:
        """Note how the last roll went, and make the next."""
        after = self
        if answer is not None and self.people:
            unit, lost = self.people[0], int(answer)
            shaken = (*self.shaken, unit) if lost >= 0 else self.shaken
            after = replace(self, people=self.people[1:], hits=(*self.hits, *(unit,) * max(lost, 0)), shaken=shaken)
        elif answer is not None:
            hits = (*self.hits, self.crews[0]) if answer else self.hits
            after = replace(self, crews=self.crews[1:], hits=hits)
        people = tuple(n for n in after.people if field.units[n].at == self.hex)
        crews = tuple(n for n in after.crews if field.units[n].at == self.hex)
        after = replace(after, people=people, crews=crews)
        if people:
            field.next(ChemFire(people[0], self.rounds), after)
        elif crews:
            field.next(ChemRoll(crews[0]), after)
        else:
            after.finish(field)

    def finish(self, field: Battlefield) -> None:
        """What the losses do to the battalion, twice as much as usual; then nerves (ME 5.3d, 5.3d2)."""
        settle(field, self.hits, area=True, times=CHEMICALS["doubled"])
        units, world = field.units, field.world
        check = [n for n in in_order(field, self.shaken) if units[n].at == self.hex and units[n].carrier == NOBODY]
        rolls: list[Procedure] = [ChemMorale(n, (self.hex,)) for n in check]
        wrecks = sum(world.kinds[n].vehicle for n in self.hits)
        if wrecks and field.game.rules.chosen(ChemicalOptions).chem_vehicle_check:
            rolls.append(VehicleCheck(self.side, self.hex, (self.hex,), wrecks, armoured=False))
        field.next(*rolls)


class ChemMorale(MoraleRoll, frozen=True, array_like=True, tag="modern.chem_morale"):
    """ME 5.3d, 5.3e: a unit that chemicals have attacked checks its morale."""

    def modifiers(self, look: Situation) -> tuple[Modifier, ...]:
        """What chemicals add: by the level, and with shells in the same hex the other column too (ME 5.3e2)."""
        level = LEVELS[level_of(look, self.unit)]
        found = [Modifier(level.chem_morale, f"chemicals in {level.level} MOPP", "ME 5.3d")]
        if look.in_zone(look.units[self.unit].at) and level.other_morale:
            found.append(Modifier(level.other_morale, f"{level.level} MOPP and shells", "ME 5.3e2"))
        for adder in look.game.rules.modifiers(MoraleRoll):
            found += () if adder is mopp_morale else tuple(adder(self, look))
        return tuple(found)

    def resolution(self, look: Situation) -> Resolution:
        """The morale table."""
        no_low = look.game.rules.chosen(ChemicalOptions).chem_no_low or look.in_zone(look.units[self.unit].at)
        return replace(self, no_low=no_low).facts(look).resolution("", (*self.modifiers(look), *self.added(look)))

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """As any check; a surrender tells twice as much on the battalion, and SYR counts the whole total."""
        tells = field.world.options.surrender_tells
        if outcome == "Surrender" and tells:
            by = tells * CHEMICALS["doubled"]
            field.raise_battalion(field.world.battalion_of[self.unit], by, "ME 5.3d2")
            field.lose(self.unit, "surrenders", "TCS 17.6")
        elif outcome == "SYR":
            if field.units[self.unit].morale != PARALYZED:
                total = sum(each.value for each in self.resolution(field).modifiers)
                field.next(SaveYourself(self.unit, self.fire, syr_loss(total)))
        else:
            super().then(field, outcome)


def attack(look: Situation, units: Sequence[int], hex: int, rounds: int) -> tuple[Procedure, ...]:
    """The attacks on some units in a hex, each side's together."""
    found = []
    for side in (0, 1):
        own = [n for n in units if look.world.owners[n] == side]
        people, crews = exposed(look, own), crewed(look, own)
        if people or crews:
            found.append(ChemAttack(side, hex, rounds, people, crews))
    return tuple(found)


# Missions


class ChemStrike(Step, frozen=True, array_like=True, tag="modern.chem_strike"):
    """ME 5.3a: chemicals fall on the hexes of a zone, one after the other; units that hide there are found."""

    side: int
    hexes: tuple[int, ...]
    rounds: int
    stays: bool
    zone: tuple[int, ...]

    def run(self, field: Battlefield) -> None:
        """The next hex with anybody in it; then the markers, and both sides may change their protection."""
        for number, hex in enumerate(self.hexes):
            if field.units_in(hex):
                field.find(hex)
            units = [*field.units_in(hex), *hovering(field, hex)]
            if units:
                rest = replace(self, hexes=self.hexes[number + 1 :])
                field.next(*attack(field, units, hex, self.rounds), rest)
                return
        if self.stays:
            kept = field.kept(Chemicals)
            markers = [hex for hex in self.zone for _ in range(min(self.rounds, CHEMICALS["most_rounds"]))]
            field.keep(replace(kept, markers=tuple(sorted((*kept.markers, *markers)))))
        field.next(*(Mopp(side) for side in (1 - self.side, self.side) if field.left(side)))


def lands(field: Battlefield, barrage: Barrage) -> None:
    """Chemicals come down; with HE the shells burst first (ME 5.3e)."""
    ground = field.world.ground
    zone = zone_of(ground, barrage.at, wide=barrage.wide)
    quality = "Good Shoot" if barrage.good else "Bad Shoot"
    calibre, shell = calibre_class(barrage.calibre), NAMES[barrage.shell]
    field.log(
        "lands",
        "ME 5.1a",
        reveals=True,
        side=barrage.side,
        hex=barrage.at,
        calibre=calibre,
        quality=quality,
        shell=shell,
    )
    chemicals = ChemStrike(barrage.side, zone, rounds_in(barrage), barrage.shell in STAYS, zone)
    if barrage.shell in MIXED and barrage.zone:
        field.update(zones=tuple(sorted({*field.board.zones, *zone})), ran=())
        ring = ring_of(ground, barrage.at, wide=barrage.wide) if barrage.ring else ()
        field.next(Strike(replace(barrage, shell=HE), (*zone, *ring)), chemicals)
    else:
        field.next(chemicals)


def strengths(look: Situation, mission: Mission, good: bool) -> tuple[int, int] | None:
    """Chemicals have no strength; in a mixed mission HE has that of its own batteries (ME 5.1b)."""
    if mission.shell not in NAMES:
        return None
    shelling = len(mission.batteries) - 1
    if mission.shell not in MIXED or shelling < 1:
        return 0, 0
    batteries = look.world.support.batteries
    whole = max(len(battalion(look, mission.batteries[0])), len(mission.batteries))
    value = firepower(batteries[mission.batteries[0]].calibre, battalion=True, good=good)
    value = (2 * value * shelling + whole) // (2 * whole)
    return 2 * value, value


def stock(look: Situation, battery: int) -> int:
    """The chemical missions that a battery has left."""
    return piece_of(look, battery).chem


def mixed_stock(look: Situation, battery: int) -> int:
    """The mixed missions that a battery can take part in: it has HE, and one of its battalion has chemicals."""
    mates = battalion(look, battery)
    if len(mates) < 2 or not any(stock(look, n) for n in mates):
        return 0
    return look.board.batteries[battery].he


def spend(field: Battlefield, battery: int, count: int) -> None:
    """A battery uses up chemicals."""
    spend_round(field, battery, "chem", count)


def pay_mixed(field: Battlefield, mission: Mission) -> None:
    """In a mixed mission one battery fires chemicals, the first that has them, and all others HE (ME 5.1a)."""
    fires = next((n for n in mission.batteries if stock(field, n)), NOBODY)
    for n in mission.batteries:
        if n == fires:
            spend_round(field, n, "chem", 1)
        else:
            now = field.board.batteries
            field.update(
                batteries=tuple(replace(each, he=each.he - 1) if i == n else each for i, each in enumerate(now))
            )


def _munition(shell: int) -> Munition:
    mixed = shell in MIXED
    return Munition(
        shell=shell,
        name=NAMES[shell],
        rounds=mixed_stock if mixed else stock,
        spend=spend,
        fast=not mixed,
        area=lambda look, unit: False,
        point=lambda look, unit, zone: False,
        modifiers=lambda look, unit, zone: (),
        lands=lands,
        pay=pay_mixed if mixed else None,
    )


# Persistent agents


class ChemEntry(Step, frozen=True, array_like=True, tag="modern.chem_entry"):
    """ME 5.3a2: units that have entered a hex with a persistent agent are attacked as by one round."""

    group: tuple[int, ...]
    hex: int

    def run(self, field: Battlefield) -> None:
        """Those who are still there, and whom they carry; then their side may change its protection."""
        units = field.units
        entered = [n for n in field.units_in(self.hex) if n in self.group or units[n].carrier in self.group]
        found = attack(field, entered, self.hex, CHEMICALS["marker"])
        if found:
            field.log("modern.chem_entered", "ME 5.3a2", units=tuple(entered), hex=self.hex)
            field.next(*found, Mopp(field.world.owners[entered[0]]))


def entered(field: Battlefield, group: tuple[int, ...], hex: int) -> tuple[Procedure, ...]:
    """What awaits units in a hex with a persistent agent."""
    return (ChemEntry(group, hex),) if hex in field.kept(Chemicals).markers else ()


def ran(field: Battlefield, unit: int, hex: int) -> None:
    """A unit that runs into a persistent agent is attacked there."""
    field.next(*entered(field, (unit,), hex))


class Disperse(Step, frozen=True, array_like=True, tag="modern.disperse"):
    """ME 5.3f: in Clean Up each marker may go."""

    def run(self, field: Battlefield) -> None:
        """A roll for each."""
        field.next(*(DisperseRoll(hex) for hex in field.kept(Chemicals).markers))


class DisperseRoll(Roll, frozen=True, array_like=True, tag="modern.disperse_roll"):
    """ME 5.3f, 5.3g: a marker goes on a 6, in rain on 4 or more; smoke rules do not touch it."""

    roles = Roles(at="hex")

    hex: int

    def resolution(self, look: Situation) -> Resolution:
        """A die."""
        rain = raining(look)
        number = CHEMICALS["remove_rain" if rain else "remove"]
        rows = (Row(None, number - 1, "no change"), Row(number, None, "gone"))
        return Resolution("ME 5.3g" if rain else "ME 5.3f", "", D6, rows)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """One marker less."""
        if outcome == "gone":
            kept = field.kept(Chemicals)
            left = list(kept.markers)
            left.remove(self.hex)
            field.keep(replace(kept, markers=tuple(left)))
            field.log("modern.chem_gone", "ME 5.3f", hex=self.hex)


CHAPTER = Chapter(
    name="chemicals",
    procedures=(ChemFire, ChemRoll, ChemAttack, ChemMorale, ChemStrike, ChemEntry, Disperse, DisperseRoll),
    adds=(
        MUNITIONS.add(*(_munition(shell) for shell in NAMES)),
        STRENGTHS.add(strengths),
        ENTERED.add(entered),
        RAN.add(ran),
        CLEAN_UP.add((IN_ORDER, Disperse())),
    ),
    phrases={
        "modern.chem_fire!": "Chemicals attack {unit:unit}",
        "modern.chem_roll!": "Chemicals attack the crew of {unit:unit}",
        "modern.chem_morale!": "{unit:unit} checks its morale under chemicals",
        "modern.chem_entered": "{units:units} enters the chemicals in {hex:hex}",
        "modern.disperse_roll!": "Do the chemicals in {hex:hex} disperse",
        "modern.chem_gone": "Chemicals in {hex:hex} disperse",
    },
    options=ChemicalOptions,
    switch="modern",
)
