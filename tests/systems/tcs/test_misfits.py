"""What a scenario of TCS may not say, and what a player may not do: each in one sentence (TCS 27.1, 15, 20 to 23)."""

import pytest
from msgspec.structs import replace

from sandtable.kernel.chapter import Rules
from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import OptionError, ScenarioFault
from sandtable.scenarios import load
from sandtable.systems.tcs import CHAPTERS, SYSTEM
from sandtable.systems.tcs.antitank import AtRoll, AtRolls
from sandtable.systems.tcs.assaultodds import AssaultQuestion, assault_chain
from sandtable.systems.tcs.impulses import ready_for_next, why_not_next
from sandtable.systems.tcs.mapfile import map_of
from sandtable.systems.tcs.proving import parse_units
from sandtable.systems.tcs.roster import Force, UnitEntry
from sandtable.systems.tcs.scenario import OpSheet, make_world
from sandtable.systems.tcs.tables import UNITS
from sandtable.systems.tcs.victory import Level
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule
GIVEN = load("tcs/crossroads-1944").scenario
DEFAULTS = {option.name: option.default for option in SYSTEM.options}
RULES = Rules(CHAPTERS, DEFAULTS)
LONG = "x" * 61
FIELD = "0808 open\n"


def field(*lines, **how):
    return Battle(FIELD + "\n".join(lines), **how)


def refused(scenario):
    with pytest.raises(ScenarioFault) as fault:
        make_world(scenario, RULES)
    return fault.value.place, str(fault.value)


def with_force(number=0, **changed):
    force = list(GIVEN.force)
    force[number] = replace(force[number], **changed)
    return replace(GIVEN, force=tuple(force))


def units(*entries):
    return with_force(units=entries)


# Scenarios


@rule("TCS 27.1")
@pytest.mark.parametrize(
    ("scenario", "place", "words"),
    [
        (replace(GIVEN, sides=("US", "German", "French")), ("sides",), "TCS has two sides, not 3"),
        (replace(GIVEN, force=GIVEN.force[:3]), ("force",), "German has no units at the start"),
        (replace(GIVEN, place={"La Croix": "0805-0806"}), ("place", "La Croix"), "name one hex, not '0805-0806'"),
        (replace(GIVEN, place={"La Croix": "9901"}), ("place", "La Croix"), "hex 9901 is not on the map"),
        (replace(GIVEN, place={"": "0805"}), ("place",), "a name is 1 to 60 printable characters, not ''"),
        (replace(GIVEN, place={LONG: "0805"}), ("place",), "a name is 1 to 60 printable characters"),
        (replace(GIVEN, place={"A": "0805", "B": "0805"}), ("place",), "each name has a hex of its own"),
        (
            with_force(units=(UnitEntry("us_truck", 99), UnitEntry("us_m4_75", 91))),
            ("force",),
            "a battle has at most 200 units, not 207",
        ),
        (replace(GIVEN, area={**GIVEN.area, "X": " "}), ("area", "X"), "no hex is named"),
        (
            replace(GIVEN, sheet=(*GIVEN.sheet, OpSheet("Counter-attack", "US", "Attack"))),
            ("sheet", 3, "name"),
            "there is another op sheet called 'Counter-attack'",
        ),
        (
            with_force(1, formation="A Company"),
            ("force", 1, "formation"),
            "there is another formation called 'A Company'",
        ),
        (with_force(formation=" "), ("force", 0, "formation"), "a name is 1 to 60 printable characters"),
        (with_force(formation="A\nB"), ("force", 0, "formation"), "a name is 1 to 60 printable characters"),
        (with_force(battalion=LONG), ("force", 0, "formation"), "a name is 1 to 60 printable characters"),
        (with_force(morale=0), ("force", 0, "morale"), "a morale is 1 to 9, not 0"),
        (with_force(morale=10), ("force", 0, "morale"), "a morale is 1 to 9, not 10"),
        (with_force(arrives=100), ("force", 0, "arrives"), "a turn is 1 to 99, or 0 for the start, not 100"),
        (with_force(arrives=-1), ("force", 0, "arrives"), "a turn is 1 to 99, or 0 for the start, not -1"),
        (
            with_force(sheet="Hold the crossroads"),
            ("force", 0, "sheet"),
            "the op sheet 'Hold the crossroads' is the other side's",
        ),
        (units(), ("force", 0, "units"), "A Company has no units"),
        (units(UnitEntry("us87_uh60")), ("force", 0, "units"), "us87_uh60 is a helicopter"),
        (units(UnitEntry("us_truck", 0)), ("force", 0, "units"), "a count is 1 to 99, not 0"),
        (units(UnitEntry("us_truck", 100)), ("force", 0, "units"), "a count is 1 to 99, not 100"),
        (
            units(UnitEntry("us_truck", 3, at=("0204", "0205"))),
            ("force", 0, "units"),
            "us_truck: 3 units, but 2 places",
        ),
        (units(UnitEntry("us_truck", name=LONG)), ("force", 0, "units"), "a name is at most 60 printable characters"),
        (units(UnitEntry("us_truck", name="a\tb")), ("force", 0, "units"), "a name is at most 60 printable characters"),
        (
            replace(GIVEN, victory=replace(GIVEN.victory, hexes=())),
            ("victory", "hexes"),
            "name the hexes to hold, each once",
        ),
        (
            replace(GIVEN, victory=replace(GIVEN.victory, hexes=("0805", "0805"))),
            ("victory", "hexes"),
            "name the hexes to hold, each once",
        ),
        (
            replace(GIVEN, victory=replace(GIVEN.victory, level=(Level(5, "x"), Level(0, "y")))),
            ("victory", "level"),
            "the lines go down from at most 4 hexes to 0",
        ),
        (
            replace(GIVEN, victory=replace(GIVEN.victory, level=(Level(2, "x"), Level(2, "z"), Level(0, "y")))),
            ("victory", "level"),
            "the lines go down from at most 4 hexes to 0",
        ),
        (
            replace(GIVEN, victory=replace(GIVEN.victory, level=(Level(4, "x"), Level(1, "y")))),
            ("victory", "level"),
            "the lines go down from at most 4 hexes to 0",
        ),
        (
            replace(GIVEN, victory=replace(GIVEN.victory, level=())),
            ("victory", "level"),
            "the lines go down from at most 4 hexes to 0",
        ),
        (
            replace(GIVEN, victory=replace(GIVEN.victory, level=(Level(1, "x", "US"), Level(0, "y", "Nobody")))),
            ("victory", "level", 1),
            "'Nobody' is not one of the sides",
        ),
    ],
)
def test_what_a_scenario_may_not_say(scenario, place, words):
    where, why = refused(scenario)
    assert where == place
    assert why.startswith(words)


@rule("TCS 27.1")
def test_the_limits_themselves_are_allowed():
    make_world(with_force(morale=1, formation="x" * 60), RULES)
    make_world(with_force(1, morale=9, arrives=99), RULES)
    make_world(units(UnitEntry("us_truck", 99)), RULES)
    level = (Level(4, "all", "US"), Level(0, "none", "German"))
    make_world(replace(GIVEN, victory=replace(GIVEN.victory, level=level)), RULES)


@rule("TCS 27.1")
def test_a_formation_needs_ground_that_its_units_can_enter():
    swamp = replace(GIVEN.map, terrain=GIVEN.map.terrain.replace("w..www", "s..www", 1))
    scenario = replace(
        GIVEN,
        map=swamp,
        area={**GIVEN.area, "bog": "0101"},
        force=(*GIVEN.force, Force("US", "Trucks", "bog", (UnitEntry("us_truck"),))),
    )
    assert refused(scenario) == (("force", 5, "area"), "Trucks 2.5-ton truck can enter no hex of its area")


def test_terrain_that_is_wrong_is_told_of_when_the_scenario_is_read():
    """A map file is read all the same."""
    drawn = map_of('width = 1\nheight = 1\nterrain = "."\n', "mine.toml", {"terrain": [{"kind": "bog", "foot": "x"}]})
    assert drawn["terrain"] == "."


@rule("TCS 3.0a")
@pytest.mark.parametrize(
    ("unit", "changed", "words"),
    [
        (
            "us_rifle_plt",
            {"area_range_max": None},
            "us_rifle_plt needs strength, trajectory and range of its area fire",
        ),
        ("us_rifle_plt", {"trajectory_class": None}, "us_rifle_plt needs strength, trajectory and range"),
        ("us_m4_75", {"point_range_nominal": None}, "us_m4_75 needs strength and range of its point fire, or neither"),
        ("us_m4_75", {"defence": None}, "us_m4_75 has a defence if it is a target of class P or B, and only then"),
        ("us_rifle_plt", {"defence": 1}, "us_rifle_plt has a defence if it is a target of class P or B"),
    ],
)
def test_a_counter_is_complete(unit, changed, words):
    with pytest.raises(ValueError, match=words):
        replace(UNITS[unit], **changed)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("us_lmg_sec steps=3", "us_lmg_sec has 2 steps, not 3"),
        ("us87_uh60", "us87_uh60 is a helicopter"),
    ],
)
def test_units_of_a_question_are_checked(text, words):
    with pytest.raises(OptionError, match=words):
        parse_units(text, "the firers")
    assert parse_units("us_lmg_sec steps=2", "the firers")[0].steps == 2


@rule("TCS 22.3", "TCS 9.0b")
def test_the_chain_of_an_assault_shows_the_point_fire_of_guns():
    chain = assault_chain(AssaultQuestion("us_m4_75", "ge_pak40, ge_gren_plt"))
    words = [each if isinstance(each, str) else each.roll.words.partition(" in ")[0] for each in chain]
    assert any("fires at armour" in each for each in words)


# Refusals


ARMOUR = "Red ge_pz4 X 0406 fired"


@rule("TCS 14.0a", "TCS 7.1e")
def test_who_may_not_join_a_point_fire():
    lines = "Blue us_m4_75 A 0404", "Blue us_m4_75 B 0504", "Blue us_m4_75 C 0404 move", "Blue us_m4_75 D off"
    b = field(*lines, ARMOUR).do("point", "0406").do("add", "A")
    assert "only units of one stack" in b.why_not("add", "B")
    assert "Move Mode" in b.why_not("add", "C")
    assert b.why_not("add", "D") == "that is not one of your units on the map"
    assert b.why_not("add", "X") == "that is not one of your units on the map"
    b = field("Blue us_m4_75 A 0403", "Blue us_m4_75 B 0408", "Red ge_pak40 X 0407 dug_in").do("point", "0407")
    assert b.why_not("add", "A") == "A does not spot a target in 0407 (TCS 7.1e)"


@rule("TCS 22.1")
def test_who_may_not_join_an_assault():
    b = field("Blue us_rifle_plt A 0404 move", "Blue us_rifle_plt B 0404", "Red ge_gren_plt X 0403").do(
        "assault", "0403"
    )
    b.do("add", "A")
    assert b.why_not("add", "A") == "it goes in already"
    assert "beside the hex, Assigned, in Move Mode" in b.why_not("add", "B")


@rule("TCS 23.1")
def test_where_an_overrun_may_not_go():
    b = field("Blue us_m4_75 T 0404 move", "Red ge_truck X 0403").do("overrun", "T")
    assert "Billiard or Open ground" in b.why_not("to", "0405")


@rule("TCS 10.0a")
def test_nobody_loses_a_second_step_before_all_have_lost_one():
    b = field(
        "Blue us_hmg_sec A 0404", "Blue us_hmg_sec B 0404", "Red ge_gren_plt X 0406 fired", "Red ge_smg_sec Y 0406"
    )
    b.do("suppress", "0406").do("add", "A").do("add", "B")
    roll = b.forecast("fire")
    face = next(face for face in sorted(roll.dice.ways) if roll.read(face) == 1)
    b.do("fire", None, face)
    assert (b.decides(), b.offers("lose")) == ("Red", {"X", "Y"})
    assert "before any loses a second" in b.why_not("lose", "A")


@rule("TCS 20.2a", "TCS 20.2c")
@pytest.mark.parametrize(
    ("marks", "words"),
    [
        ("", "is in Fire Mode, or Suppressed or Paralyzed"),
        ("move paralyzed impulse=1 spent=1", "is in Fire Mode, or Suppressed or Paralyzed"),
        ("move fired impulse=1 spent=1", "has fired and takes no further impulse"),
        ("move impulse=1", "has a whole impulse left"),
        ("move impulse=3 spent=1", "has had its three impulses"),
    ],
)
def test_why_a_vehicle_begins_no_impulse(marks, words):
    b = field(f"Blue us_m4_75 T 0404 {marks}", "Blue us_m4_75 U 0405 move impulse=2 spent=1")
    assert ready_for_next(b.look, 0) == [b.number("U")]
    assert words in why_not_next(b.look, b.number("T")).phrase


@rule("TCS 20.3a")
def test_passengers_neither_change_mode_nor_get_on_again():
    b = field("Blue us_truck C 0404 move", "Blue us_rifle_plt P 0404 move carrier=C")
    assert b.why_not("to_fire", "P") == "P is carried, and must get off first (TCS 20.3a)"
    assert b.why_not("load", "P") == "P is carried already"
    b = field("Blue us_truck C 0404 move", "Blue us_m4_75 T 0404 move")
    assert b.offers("load") == set()
    assert b.why_not("load", "T") == "T drives itself"


@rule("TCS 5.0b", "TCS 27.3")
def test_a_full_hex_takes_nobody_at_set_up():
    game = load("tcs/crossroads-1944", {"stack_limit": 5})
    state = game.start(Dice.seeded(1))
    hex = game.world.ground.map.index("0707")
    (decision,) = game.decisions(state)
    state, _ = game.apply(state, decision.side, Action("place", hex), Dice.seeded(1))
    why = game.why_not(state, decision.side, Action("place", hex))
    assert why == "7 Grenadier Platoon 2 cannot stand there, or the hex is full (TCS 5.0b)"


# Hidden enemies in the way


@rule("TCS 27.4", "TCS 5.0b")
def test_who_makes_room_where_an_enemy_hides_finds_it_and_chooses_again():
    lines = [f"Blue us_rifle_plt {name} 0404" for name in "ABCDE"]
    b = field(*lines, "0405 village", "Red ge_gren_plt X 0405 hidden dug_in", "0404 village").do("end").do("out", "E")
    assert "0405" in b.offers("to"), "nobody knows"
    b.do("to", "0405")
    assert (b["X"].hidden, b.where("E")) == (False, "0404")
    assert "0405" not in b.do("out", "E").offers("to")


@rule("TCS 27.4", "TCS 23.3")
def test_vehicles_that_leave_an_overrun_to_where_an_enemy_hides_go_elsewhere():
    b = field(
        "0402 woods", "Blue us_m4_75 T 0404 move", "Red ge_gren_plt X 0403", "Red ge_gren_plt Y 0402 hidden dug_in"
    )
    b.do("overrun", "T").do("to", "0403", 7, 11)
    if "0402" in b.offers("to"):
        b.do("to", "0402")
    assert not b["Y"].hidden
    assert b.where("T") == "0403"
    assert "0402" not in b.offers("to")
    assert "0404" in b.offers("to")


# Running and rolling


@rule("TCS 17.5a")
@pytest.mark.parametrize(("end", "where"), [("0107", "0107"), ("0106", "")])
def test_who_has_one_way_out_runs_there_unasked(end, where):
    """The map is one hex wide, and ends behind the unit or beneath it."""
    b = Battle(f"{end} open\nBlue us_hmg_sec A 0102\nRed ge_gren_plt X 0106 fired", fire_triggers=False)
    b.do("suppress", "0106").do("add", "A").do("fire", None, 61, 63)
    assert b.rolls()[1].outcome == "SYR"
    assert b.where("X") == where


@rule("TCS 16.0a")
def test_at_rolls_go_on_without_those_who_are_lost():
    b = field("Blue us_rifle_plt A 0404 lost", "Blue us_rifle_plt B 0404", "Red ge_pz4 X 0405")
    a, other, target = (b.number(name) for name in "ABX")
    after = b.game.system.field(b.game, b.state.board)
    AtRolls((a, other), target).run(after)
    assert after.stack == [AtRolls((other,), target)]
    after.stack.clear()
    AtRolls((other,), target).run(after)
    assert sorted(after.stack, key=str) == [AtRoll(other, target), AtRolls((), target)]
