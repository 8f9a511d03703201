"""The smallest and largest numbers of artillery and aircraft in a scenario file (TCS 18, 25, 27.1)."""

import pytest
from msgspec.structs import replace

from sandtable.kernel.chapter import Rules
from sandtable.kernel.errors import ScenarioFault
from sandtable.scenarios import load
from sandtable.systems.tcs import CHAPTERS, SYSTEM
from sandtable.systems.tcs.batteryfile import (
    Ammunition,
    BarrageEntry,
    BatteryEntry,
    Points,
    Registered,
    SortieEntry,
)
from sandtable.systems.tcs.roster import UnitEntry
from sandtable.systems.tcs.scenario import OpSheet, make_world
from sandtable.systems.tcs.sheetfile import joins
from sandtable.systems.tcs.shells import COUNTER, DIRECT_BATTALION, DIRECT_SHEET, GENERAL
from sandtable.systems.tcs.world import NOBODY

rule = pytest.mark.rule
GIVEN = load("tcs/crossroads-1944").scenario
DEFAULTS = {option.name: option.default for option in SYSTEM.options}
RULES = Rules(CHAPTERS, DEFAULTS)
MODERN = Rules(CHAPTERS, {**DEFAULTS, "modern": True})


def world(rules=RULES, **more):
    return make_world(replace(GIVEN, **more), rules)


def refused(rules=RULES, **more):
    with pytest.raises(ScenarioFault) as fault:
        world(rules, **more)
    return fault.value.place, str(fault.value)


def battery(name="A", **more):
    return BatteryEntry(**{"name": name, "side": "US", "id": "us_105_how", "ammo": Ammunition(3), **more})


def flight(**more):
    return SortieEntry(**{"side": "US", "name": "P-47", "area": 20, **more})


@rule("TCS 18.1", "TCS 27.1")
@pytest.mark.parametrize(
    ("key", "low", "high", "words"),
    [
        ("tubes", 1, 36, "the number of tubes"),
        ("column", 1, 13, "a column"),
        ("from_turn", 1, 99, "a turn"),
        ("cb", 0, 20, "the number of CB points"),
        ("ew", 0, 20, "the number of EW points"),
    ],
)
def test_the_numbers_of_a_battery(key, low, high, words):
    for fine in (low, high):
        given = world(battery=(battery(**{key: fine}),)).support.batteries[0]
        where = given.special if key in ("cb", "ew") else given
        assert getattr(where, {"from_turn": "turn"}.get(key, key)) == fine
    for wrong in (low - 1 if key != "tubes" else -1, high + 1):  # 0 tubes: those of the list
        place = ("battery", 0, {"from_turn": "from"}.get(key, key))
        assert refused(battery=(battery(**{key: wrong}),)) == (place, f"{words} is {low} to {high}, not {wrong}")


@rule("TCS 18.3a")
@pytest.mark.parametrize("shell", ["he", "smoke", "illum", "icm", "dpicm", "copperhead", "fascam"])
def test_ammunition_is_0_to_999_of_each_kind(shell):
    for fine in (0, 999):
        given = world(battery=(battery(ammo=Ammunition(**{shell: fine})),)).support.batteries[0]
        assert getattr(given, shell, None) == fine or getattr(given.special, shell) == fine
    for wrong in (-1, 1000):
        place, words = refused(battery=(battery(ammo=Ammunition(**{shell: wrong})),))
        assert (place, words) == (("battery", 0, "ammo", shell), f"ammunition is 0 to 999, not {wrong}")


@rule("TCS 18.1")
def test_what_a_battery_says_itself_goes_before_the_list():
    plain = world(battery=(battery(),)).support.batteries[0]
    assert (plain.tubes, plain.column, plain.turn, plain.quiet) == (4, 11, 1, False)
    other = world(battery=(battery(tubes=2, column=9, from_turn=3, quiet_until="enemy fires"),)).support.batteries[0]
    assert (other.tubes, other.column, other.turn, other.quiet) == (2, 9, 3, True)


@rule("TCS 18.1")
def test_the_roles_of_batteries():
    sheet = next(n for n, each in enumerate(GIVEN.sheet) if each.side == "US")
    own = next(force.battalion for force in GIVEN.force if force.side == "US" and force.battalion)
    given = world(
        battery=(
            battery("A"),
            battery("B", role="DS", supports=GIVEN.sheet[sheet].name),
            battery("C", role="DS", supports=own),
            battery("D", role="CB"),
        )
    )
    roles = [(each.role, each.supports) for each in given.support.batteries]
    number = given.battalions.index(own)
    assert roles == [(GENERAL, -1), (DIRECT_SHEET, sheet), (DIRECT_BATTALION, number), (GENERAL, -1)]
    assert world(MODERN, battery=(battery(role="CB"),)).support.batteries[0].role == COUNTER
    place, words = refused(battery=(battery(role="CB", supports=own),))
    assert (place, words) == (
        ("battery", 0, "supports"),
        f"a battery in CB supports nobody: write DS to support {own}",
    )


@rule("ME 2.6a")
def test_only_direct_support_has_a_dedicated_mission():
    place, words = refused(battery=(battery(dedicated="0805"),))
    assert (place, words) == (("battery", 0, "dedicated"), "A has a dedicated mission only in DS (ME 2.6a)")
    name = next(each.name for each in GIVEN.sheet if each.side == "US")
    given = world(battery=(battery(role="DS", supports=name, dedicated="0805"), battery("B")))
    at = given.ground.map.index("0805")
    assert [each.special.dedicated for each in given.support.batteries] == [at, -1]


@rule("ME 2.5b1")
@pytest.mark.parametrize("kind", ["cb", "ew"])
def test_the_points_of_a_side(kind):
    guns = (battery("A", **{kind: 2}), battery("B", **{kind: 1}))
    place = ("points", "US", kind)
    letters = kind.upper()
    number = ("cb", "ew").index(kind)
    assert world(battery=guns).support.points[0][number] == 3, "those of its batteries"
    assert world(battery=guns, points={"US": Points(**{kind: 3})}).support.points[0][number] == 3
    assert world(battery=guns, points={"US": Points(**{kind: 20})}).support.points[0][number] == 20
    few = refused(battery=guns, points={"US": Points(**{kind: 2})})
    assert few == (place, f"the batteries of US have 3 {letters} points, not 2")
    many = refused(battery=guns, points={"US": Points(**{kind: 21})})
    assert many == (place, f"the number of {letters} points is 0 to 20, not 21")
    nobody = refused(points={"US": Points(**{kind: 1})})
    assert nobody == (place, f"US has no battery to give {letters} points to")
    negative = refused(points={"US": Points(**{kind: -1})})
    assert negative == (place, f"the number of {letters} points is 0 to 20, not -1")
    assert world(points={"US": Points()}).support.points == ((0, 0), (0, 0))
    crowd = refused(battery=tuple(battery(f"B{n}", **{kind: 20}) for n in range(2)))
    assert crowd == (place, f"the number of {letters} points is 0 to 20, not 40")
    stranger = refused(points={"French": Points()})
    assert stranger == (("points", "French"), "'French' is not one of the sides US, German")


@rule("TCS 27.1")
def test_a_battle_has_at_most_so_many_batteries():
    from sandtable.systems.tcs.tables import LIMITS

    most = LIMITS["most_batteries"]
    assert len(world(battery=tuple(battery(f"B{n}") for n in range(most))).support.batteries) == most
    assert refused(battery=tuple(battery(f"B{n}") for n in range(most + 1))) == (
        ("battery",),
        f"a battle has at most {most} batteries, not {most + 1}",
    )


@rule("TCS 18.13")
def test_the_points_to_register():
    for fine in (1, 20):
        assert world(registered=(Registered("German", choose=fine),)).support.to_register == (0, fine)
    both = world(registered=(Registered("US", choose=2), Registered("US", ("0805",), choose=3)))
    assert both.support.to_register == (5, 0), "they add up"
    assert both.support.registered == ((both.ground.map.index("0805"), 0),)
    for wrong in (-1, 21):
        where, words = refused(registered=(Registered("US", ("0805",), choose=wrong),))
        assert where == ("registered", 0, "choose")
        assert words == f"the number of points to choose is 0 to 20, not {wrong}"


@rule("TCS 2.0l", "TCS 18.2c")
def test_barrages_written_before_the_battle():
    guns = (battery("A", battalion="94th"), battery("B", battalion="94th"), battery("C", battalion="95th"))

    def plotted(*barrages):
        return world(battery=guns, barrage=barrages).support.plotted

    def wrong(*barrages):
        return refused(battery=guns, barrage=barrages)

    here = BarrageEntry("US", 1, ("A",), "0805")
    (first,) = plotted(here)
    assert (first.side, first.turn, first.batteries, first.wide, first.pays) == (0, 1, (0,), False, False)
    assert len(plotted(here, replace(here, turn=2))) == 2, "a barrage a turn"
    assert len(plotted(here, replace(here, batteries=("B",)))) == 2
    (wide,) = plotted(replace(here, batteries=("A", "B"), size="battalion", turn=99))
    assert (wide.batteries, wide.wide, wide.turn) == ((0, 1), True, 99)
    assert plotted(replace(here, batteries=("A",), size="battalion"))[0].wide, "what is left of a battalion"
    assert wrong(here, here)[1] == "A has a barrage on turn 1 already (TCS 18.2c)"
    assert wrong(replace(here, batteries=("A", "B")))[1] == "a battery barrage names one battery"
    assert wrong(replace(here, batteries=(), size="battalion"))[1] == "a battalion barrage names its batteries"
    assert wrong(replace(here, batteries=("A", "C"), size="battalion"))[1].startswith("a battalion barrage is fired by")
    for turn in (0, 100):
        assert wrong(replace(here, turn=turn)) == (("barrage", 0, "turn"), f"a turn is 1 to 99, not {turn}")


@rule("TCS 25.1d", "TCS 27.1")
@pytest.mark.parametrize(
    ("key", "low", "high", "words"),
    [
        ("area", 0, 200, "an area strength"),
        ("point_kill", 2, 13, "a Point Kill number"),
        ("from_turn", 1, 99, "a turn"),
        ("until", 1, 99, "a turn"),
        ("per_turn", 1, 9, "the number of sorties"),
        ("die", 1, 6, "a die"),
        ("attacks", 1, 9, "the number of attacks"),
    ],
)
def test_the_numbers_of_a_flight(key, low, high, words):
    base = {"area": 20, "point_kill": 9}
    for fine in (low, high):
        given = world(sortie=(flight(**{**base, key: fine}),)).support.flights[0]
        assert getattr(given, {"from_turn": "turn"}.get(key, key)) == fine
    for wrong in (low - 1, high + 1):
        place = ("sortie", 0, {"from_turn": "from"}.get(key, key))
        assert refused(sortie=(flight(**{**base, key: wrong}),)) == (place, f"{words} is {low} to {high}, not {wrong}")


@rule("TCS 25.1d")
def test_a_flight_has_a_strength_and_an_end_after_its_beginning():
    assert world(sortie=(flight(area=0, point_kill=12),)).support.flights[0].point_kill == 12
    assert world(sortie=(flight(area=1),)).support.flights[0].point_kill == 13
    assert refused(sortie=(flight(area=0),))[0] == ("sortie", 0, "area")
    assert world(sortie=(flight(from_turn=5, until=5),)).support.flights[0].until == 5
    place, words = refused(sortie=(flight(from_turn=5, until=4),))
    assert (place, words) == (("sortie", 0, "until"), "a turn is 5 to 99, not 4")
    assert refused(sortie=(flight(), flight()))[1] == "there is another flight called 'P-47'"


# Sheets and riders


def joined(*names, group="", **entry):
    sheets = (
        OpSheet("One", "US", "Attack", **{"objective": ("0805",), **entry}),
        OpSheet("Two", "US", "Attack", objective=("0805",), state="preparing"),
        OpSheet("Theirs", "German", "Attack", objective=("0805",)),
    )
    found = joins(sheets, 0, "US", names, group)
    return found.sheet, found.listed


@rule("TCS 6.2", "TCS 6.9c")
@pytest.mark.parametrize(("turn", "now"), [(0, True), (1, True), (2, False), (9, False)])
def test_a_formation_is_on_a_sheet_that_is_in_force_and_listed_on_one_that_comes_later(turn, now):
    assert joined("One", from_turn=turn) == ((0, ()) if now else (NOBODY, ((0, 0),)))
    if now:
        with pytest.raises(ScenarioFault, match="is in force: name it as the sheet"):
            joined("Two", "One", from_turn=turn)
    else:
        assert joined("Two", "One", from_turn=turn) == (NOBODY, ((1, 0), (0, 0)))


@rule("TCS 6.2a")
@pytest.mark.parametrize(
    ("names", "group", "place", "words"),
    [
        (("Three",), "", "sheet", "there is no op sheet 'Three'"),
        (("One", "Three"), "", "listed", "there is no op sheet 'Three'"),
        (("Theirs",), "", "sheet", "is the other side's"),
        (("Two", "Two"), "", "listed", "twice"),
        (("One",), "Lead", "group", "has no group 'Lead': none"),
        (("",), "Lead", "group", "only a formation on an op sheet has a group"),
    ],
)
def test_what_a_formation_may_not_say_of_its_sheets(names, group, place, words):
    with pytest.raises(ScenarioFault) as fault:
        joined(*names, group=group)
    assert fault.value.place == ("force", 0, place)
    assert words in str(fault.value)
    assert joined("", "Two") == (NOBODY, ((1, 0),)), "no sheet now, one later"


@rule("TCS 27.2", "TCS 20.3b")
def test_who_rides_when_it_arrives():
    def rides(*entries, arrives=2):
        force = (replace(GIVEN.force[0], units=entries, arrives=arrives, per_turn=0), *GIVEN.force[1:])
        made = world(force=force)
        return [-1 if n < 0 else made.names[n] for n in made.rides[: len(entries)]]

    tank, truck = UnitEntry("us_m4_75", name="Tank"), UnitEntry("us_truck", name="Truck")
    rifles, jeep = UnitEntry("us_rifle_plt", name="Rifles", rides=True), UnitEntry("us_jeep", name="Jeep")
    assert rides(tank, rifles) == [-1, "Tank"]
    assert rides(truck, rifles) == [-1, "Truck"], "it carries a platoon of five steps"
    assert rides(truck, tank, rifles) == [-1, -1, "Tank"], "tanks first"
    for wrong in ((jeep, rifles), (rifles,), (tank, rifles, replace(rifles, name="More"))):
        with pytest.raises(ScenarioFault, match="cannot ride"):
            rides(*wrong)
    with pytest.raises(ScenarioFault, match="cannot ride"):
        rides(tank, rifles, arrives=0)
    with pytest.raises(ScenarioFault, match="cannot ride"):
        rides(tank, replace(truck, name="Lorry", rides=True))


@rule("TCS 27.4")
def test_who_may_not_hide():
    def hidden(number, **changed):
        forces = list(GIVEN.force)
        forces[number] = replace(forces[number], hidden=True, **changed)
        return tuple(forces)

    number = next(n for n, each in enumerate(GIVEN.force) if not each.arrives and each.mode != "move")
    other = next(n for n, each in enumerate(GIVEN.force) if each.side != GIVEN.force[number].side and not each.arrives)
    assert world(force=hidden(number)).hides
    assert not world(force=tuple(replace(each, hidden=False) for each in GIVEN.force)).hides
    place = ("force", number, "hidden")
    moving = refused(force=hidden(number, mode="move"))
    assert moving[0] == place
    assert "sets up in Fire Mode before play" in moving[1]
    here = refused(force=hidden(number, area=GIVEN.force[other].area))
    assert here == (
        place,
        f"{GIVEN.force[number].formation} cannot hide where {GIVEN.force[other].formation} is set up",
    )
