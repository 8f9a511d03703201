"""Particulars that larger tests pass over: one unit of several, the first hex of the map, the plain case."""

import msgspec
import pytest
from msgspec.structs import replace

from sandtable.kernel.chapter import Rules
from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import OptionError
from sandtable.scenarios import load
from sandtable.systems.tcs import CHAPTERS, SYSTEM
from sandtable.systems.tcs.antitank import AtFacts
from sandtable.systems.tcs.assaultodds import AssaultQuestion, _by_sides, _step_by_step
from sandtable.systems.tcs.bands import later_impulses
from sandtable.systems.tcs.calculators import CALCULATORS
from sandtable.systems.tcs.conditions import posture_of
from sandtable.systems.tcs.ground import OwnTerrain, chart_with
from sandtable.systems.tcs.impulses import ready_for_next
from sandtable.systems.tcs.morale import MoraleFacts, VehicleCheck, VehicleRoll
from sandtable.systems.tcs.proving import Posted, ground, parse_units, put
from sandtable.systems.tcs.scenario import make_world
from sandtable.systems.tcs.spotting import target_shifts
from sandtable.systems.tcs.tables import SHIFTS, UNITS
from sandtable.systems.tcs.world import FIRE_MODE, MOVE_MODE, NIGHT, OFF
from tests.systems.tcs.battle import Battle
from tests.systems.tcs.test_assault import fight
from tests.systems.tcs.test_reactions import shots

rule = pytest.mark.rule
FIELD = "0812 open\n"
DEFAULTS = {option.name: option.default for option in SYSTEM.options}
RULES = Rules(CHAPTERS, DEFAULTS)


def field(*lines, **how):
    return Battle(FIELD + "\n".join(lines), **how)


# The plain case


@rule("TCS 16.2a", "TCS 17.1a")
def test_nothing_counts_that_nobody_says():
    assert AtFacts().modifiers() == ()
    assert [(each.value, each.words) for each in MoraleFacts(3).modifiers()] == [(3, "morale")]
    words = [each.words for each in MoraleFacts(3, lost=2, battalion=1).modifiers()]
    assert words == ["morale", "steps lost", "Battalion Morale"]
    words = [each.words for each in MoraleFacts(3, lost=2, battalion=1, vehicles=True).modifiers()]
    assert words == ["vehicle morale", "vehicles lost in this fire", "Vehicle Morale level"]
    assert VehicleCheck(0, 0, ()) == VehicleCheck(0, 0, (), 0, False, False)
    assert VehicleRoll(0, 0, ()) == VehicleRoll(0, 0, (), 0, False, False)


@rule("TCS 7.1d2")
def test_a_unit_has_not_fired_unless_somebody_says_so():
    b = field("Blue us_rifle_plt A 0404", "Red ge_gren_plt X 0406")
    assert target_shifts(b.look, b.number("X"), b.hex("0404")) == []
    assert target_shifts(b.look, b.number("X"), b.hex("0404"), trigger=True) == [SHIFTS["spot_fired"]]


def test_units_of_a_question_are_as_their_counters_say():
    assert Posted("us_rifle_plt") == parse_units("us_rifle_plt", "firers")[0]
    firers = targets = parse_units("us_rifle_plt", "firers")
    game = ground(firers, targets, "open")
    assert put(game, firers, targets, 3).battalions == (0, 0)


ASKED_ABOUT = {("sights", "smoke")}
"""Values that a calculator is there to ask about: smoke is what thermal sights see through."""


@pytest.mark.parametrize("calculator", CALCULATORS, ids=[each.name for each in CALCULATORS])
def test_a_question_asks_of_nothing_by_itself(calculator):
    """Day, no smoke, nobody shaken, nothing lost."""
    plain = {
        "visibility": 0,
        "battalion": 0,
        "lost": 0,
        "morale": 3,
        "smoke": ("nowhere", False),
        "zone": ("nowhere", False),
    }
    plain |= dict.fromkeys(["overwatch", "cross_fire", "dark", "shaken", "engineer", "cover", "soft", "night"], False)
    for each in msgspec.structs.fields(calculator.parameters):
        if each.name in plain and (calculator.name, each.name) not in ASKED_ABOUT:
            assert (each.default or False) == plain[each.name] or each.default in (plain[each.name] or ()), each.name


@rule("TCS 11.2g")
def test_nobody_is_in_fire_mode():
    assert posture_of(field("Blue us_rifle_plt A 0101").look, []) == "fire"


@rule("TCS 7.1c")
def test_the_lines_of_the_spotting_chart():
    lines = {"us_57mm_atg": "at_gun", "ge_75ig": "gun", "us_rifle_plt": "people", "us_truck": "vehicle"}
    assert {name: UNITS[name].spotted_as for name in lines} == lines


def test_a_question_has_at_most_twenty_units():
    assert len(parse_units("20x us_rifle_plt", "firers")) == 20
    with pytest.raises(OptionError, match="name 1 to 20 units, not 21"):
        parse_units("21x us_rifle_plt", "firers")


# The first hex of the map


@rule("TCS 20.2a")
@pytest.mark.parametrize("spent", ["1/6", "5"])
def test_a_vehicle_in_the_first_hex_that_has_moved_a_little_may_begin_its_next_impulse(spent):
    b = field(f"Blue us_m4_75 T 0101 move impulse=1 spent={spent}")
    assert ready_for_next(b.look, 0) == [b.number("T")]


@rule("TCS 20.1a", "TCS 21.2a")
def test_the_first_hex_is_not_mined_where_nothing_is():
    b = Battle("0102 open\nBlue us_rifle_plt A 0102 move spent=5")
    assert b.offers("move") == {"A"}
    assert b.do("move", "A").offers("to") == {"0101"}


@rule("TCS 20.1a", "TCS 4.1b", "TCS 27.4")
def test_units_in_the_first_hex_act_like_others():
    b = field("Blue us_rifle_plt A 0102 move", "Red ge_truck X 0101").do("move", "A")
    assert "assault or an overrun" in b.why_not("to", "0101")
    assert field("Blue us_rifle_plt A 0101").offers("to_move") == {"A"}
    b = field("Blue us_rifle_plt A 0101", "Red ge_gren_plt X 0102 hidden")
    assert "found" in b.do("end").told(), "it looks around at the start of a phase"


def test_the_range_between_two_units():
    b = field("Blue us_rifle_plt A 0104", "Red ge_truck X 0101", "Red ge_truck Y off")
    apart = [b.game.system.range_between(b.look, b.number(one), b.number(two)) for one, two in ("AX", "XA", "AY", "YA")]
    assert apart == [3, 3, None, None]


@rule("TCS 5.0b")
def test_passengers_of_the_first_unit_do_not_leave_a_full_hex_by_themselves():
    lines = "Blue us_truck C 0404 move", "Blue us_rifle_plt P 0404 move carrier=C", "Blue us_rifle_plt A 0404"
    b = field(*lines, stack_limit=5).do("end")
    assert b.offers("out") == {"C", "A"}


@rule("TCS 21.3b")
def test_who_is_not_on_the_map_breaches_nothing():
    """The hex beside the last hex of the map is mined."""
    b = Battle("0505 open\nmines 0504 Red\nBlue us_rifle_plt A off\nBlue us_rifle_plt B 0505")
    assert b.offers("breach") == {"B"}


# One of several


@rule("TCS 10.0a")
def test_one_unit_is_not_asked_about_even_if_losses_are_free():
    b = field("Blue us_hmg_sec A 0404", "Red ge_gren_plt X 0406 fired", loss_spread="free", fire_triggers=False)
    b.do("suppress", "0406").do("add", "A")
    roll = b.forecast("fire")
    b.do("fire", None, next(face for face in sorted(roll.dice.ways) if roll.read(face) == 1), 11)
    assert (b["X"].steps, b.decides()) == (4, "Blue")


@rule("TCS 11.3e")
def test_one_shaken_firer_is_enough():
    lines = "Blue us_hmg_sec A 0404", "Blue us_hmg_sec B 0404 suppressed", "Red ge_gren_plt X 0406 fired"
    for firers, shaken in (("A", False), ("B", True), ("AB", True)):
        b = field(*lines).do("suppress", "0406")
        for each in firers:
            b.do("add", each)
        assert ((-2, "TCS 11.3e") in [(each.value, each.rule) for each in b.forecast("fire").modifiers]) == shaken


@rule("TCS 17.8a", "TCS 17.1c2")
@pytest.mark.parametrize(("dug_in", "counts"), [("XY", True), ("X", False), ("", False)])
def test_vehicles_are_dug_in_if_all_of_them_are(dug_in, counts):
    lines = [f"Red ge_pz4 {name} 0406 {'dug_in' * (name in dug_in)}" for name in "XY"]
    b = field("Blue us_m4_75 T 0404", *lines)
    assert VehicleRoll(1, b.hex("0406"), (b.hex("0404"),)).facts(b.look).dug_in == counts


@rule("TCS 23.1")
def test_a_stack_overruns_only_what_all_of_it_can():
    """The armoured car has five points left, and the hedge makes it six."""
    lines = "Blue us_m4_75 T 0404 move", "Blue us_m8_ac W 0404 move impulse=3 spent=4"
    b = field(*lines, "0404-0504 hedge", "Red ge_truck X 0403", "Red ge_truck Y 0504")
    b.do("overrun", "T")
    assert b.offers("to") == {"0403", "0504"}
    assert b.do("along", "W").offers("to") == {"0403"}


@rule("TCS 23.1", "TCS 20.1h")
def test_nobody_overruns_across_a_river():
    assert field("Blue us_m4_75 T 0404 move", "0403-0404 river", "Red ge_truck X 0403").offers("overrun") == set()


@rule("TCS 13.0d")
def test_a_friend_who_does_not_see_the_target_is_no_spotter():
    """B sees the target for itself; A, of the mortar's battalion, does not."""
    lines = ("0105 woods", "Blue us_81mm_sec M 0101 bn=1", "Blue us_rifle_plt B 0107 bn=2", "Red ge_gren_plt X 0106")
    assert field(*lines, "Blue us_rifle_plt A 0104 bn=1").do("suppress", "0106").offers("add") == {"B"}
    assert field(*lines, "Blue us_rifle_plt A 0108 bn=1").do("suppress", "0106").offers("add") == {"A", "B", "M"}


@rule("TCS 14.0a", "TCS 13.0a")
def test_who_has_fired_is_told_so_before_all_else():
    b = field("Blue us_m4_75 A 0404", "Blue us_m4_75 B 0404 fired", "Red ge_pz4 X 0406 fired").do("point", "0406")
    assert b.why_not("add", "B") == "B has fired already (TCS 13.0a)"


@rule("TCS 16.0a", "TCS 13.0a")
@pytest.mark.parametrize(
    ("marks", "may"), [("spent=1", False), ("move spent=1", True), ("", True), ("carrier=C", False)]
)
def test_infantry_in_fire_mode_that_has_moved_makes_no_at_roll(marks, may):
    b = field("Blue us_truck C 0404", f"Blue us_rifle_plt A 0404 {marks}", "Red ge_pz4 X 0405")
    assert b.offers("antitank") == ({"A"} if may else set())


@rule("TCS 20.2b")
def test_a_vehicle_fires_in_an_impulse_that_has_no_points():
    """Nine points in six impulses are 2, 2, 2, 2, 1 and none."""
    b = field("Blue cw_matilda T 0404 impulse=5 spent=1", "Red ge_gren_plt X 0406 fired", vehicle_impulses=6)
    assert b.world.impulses[b.number("T")][-2:] == (6, 0)
    assert b.offers("suppress") == {"0406"}


# Assault


@rule("TCS 22.3", "TCS 20.3a")
def test_passengers_who_are_assaulted_do_not_fire():
    b = field("Blue us_rifle_plt A 0404 move", "Red ge_truck C 0403", "Red ge_gren_plt P 0403 carrier=C")
    fight(b.do("assault", "0403"), "all_in")
    assert {roll.resolution.words.split()[0] for roll in b.rolls()} == {"A"}


@rule("TCS 22.1")
def test_either_side_is_told_why_it_cannot_assault():
    b = field("Red us_rifle_plt A 0408 move", "Blue ge_gren_plt X 0403", side="Red")
    assert "beside" in b.why_not("assault", "0403")
    assert "no enemy" in b.why_not("assault", "0408")


@rule("TCS 22.2", "TCS 22.3")
@pytest.mark.parametrize(
    ("attackers", "defenders"),
    [("us_hmg_sec, us_hmg_sec", "ge_smg_sec"), ("us_lmg_sec, us_rifle_plt steps=1", "ge_smg_sec")],
)
def test_attackers_who_run_from_the_fire_are_counted_once(attackers, defenders):
    """Both ways to work it out give the same chances, fire on the way in included."""
    ask = AssaultQuestion(attackers, defenders, rounds=1, entry_fire=True)
    game, board = ask.board()
    assert dict(_by_sides(ask, game, board).items()) == dict(_step_by_step(ask, game, board).items())


# Overwatch


@rule("TCS 15.3", "TCS 15.2c")
def test_who_fails_to_fire_again_is_not_answered():
    lines = "Blue us_rifle_plt A 0403 move", "Blue us_hmg_sec B 0402", "Red ge_gren_plt X 0407 fired"
    b = field(*lines).go("A", "0404").do("area", "0407", 4)
    assert (b.decides(), "move" in b.verbs()) == ("Blue", True)
    b = field(*lines).go("A", "0404").do("area", "0407", 5, 11)
    assert (b.decides(), b.offers("area")) == ("Blue", {"0402"})


@rule("TCS 15.2a", "TCS 7.1e")
def test_fire_from_two_hexes_is_answered_only_where_the_firers_are_spotted():
    """B has fired eight hexes away, dug in in the woods: X sees as far, but spots six hexes."""
    lines = "Blue us_rifle_plt A 0407", "0401 woods", "Blue us_81mm_sec B 0401 dug_in", "Red us_hmg_sec X 0409"
    b = field(*lines).do("suppress", "0409").do("add", "A").do("add", "B").do("fire", None, 11)
    fight(b, "area", "0409")
    assert [roll.resolution.words for roll in b.rolls()] == ["X fires on 0407, strength 5"], "there was no choice"


@rule("TCS 15.2a")
def test_point_fire_and_at_rolls_are_shots_with_their_own_chances():
    b = field("Blue us_m4_75 T 0402 move", "Red ge_pak40 G 0408", "Red ge_gren_plt X 0405").go("T", "0404").do("hold")
    found = {shot.action.verb: shot for shot in shots(b)}
    assert set(found) == {"point", "rolls_at"}
    for verb, at in (("point", "0408"), ("rolls_at", "0405")):
        roll = b.forecast(verb, at)
        assert found[verb].effect == b.game.system.chance_of_harm(roll, 1)
        assert 0 < found[verb].hit == b.game.system.chance_of_harm(roll, 2)


# Later impulses


@rule("TCS 20.2a", "TCS 20.4")
def test_a_hex_that_costs_more_than_an_impulse_is_in_no_later_one():
    """At night a swamp costs a tank eight points, and it has five in an impulse."""
    ring = "0503 swamp\n0403 swamp\n0505 swamp\n0405 swamp\n0304 swamp\n0305 swamp\n0504 swamp\n"
    b = Battle(FIELD + ring + "Blue us_m4_75 T 0404 move impulse=1 spent=1", light=NIGHT)
    assert later_impulses(b.look, (b.number("T"),)) == {}
    b = Battle(FIELD + ring + "Blue us_m4_75 T 0404 move impulse=1 spent=1")
    assert later_impulses(b.look, (b.number("T"),))


@rule("TCS 20.2a", "TCS 20.1g")
def test_later_impulses_go_by_road():
    road = "road primary " + " ".join(f"04{row:02}" for row in range(1, 13)) + "\n"
    b = Battle(FIELD + road + "".join(f"04{row:02} woods\n" for row in range(2, 13)) + "Blue us_m4_75 T 0401 move")
    tank = (b.number("T"),)
    assert later_impulses(b.look, tank) == later_impulses(b.look, tank, roads=True)
    assert later_impulses(b.look, tank) != later_impulses(b.look, tank, roads=False)


# Set-up


GIVEN = load("tcs/crossroads-1944").scenario


@rule("TCS 27.3")
def test_the_second_side_sets_up_first_unless_the_scenario_says_otherwise():
    for named, order in (("", (1, 0)), ("US", (0, 1)), ("German", (1, 0))):
        assert make_world(replace(GIVEN, set_up_first=named), RULES).setup_order == order


@rule("TCS 27.3", "TCS 27.2")
def test_who_arrives_later_has_no_place_at_the_start():
    world = make_world(GIVEN, RULES)
    assert {world.places[n] for n, name in enumerate(world.names) if name.startswith(("StuG", "Escort"))} == {OFF}


@rule("TCS 27.3")
def test_a_side_that_has_placed_a_unit_places_the_others_itself():
    game = load("tcs/crossroads-1944")
    state = game.start(Dice.seeded(1))
    (decision,) = game.decisions(state)
    assert decision.offer("suggested") is not None
    state, _ = game.apply(state, decision.side, Action("place", game.world.ground.map.index("0904")), Dice.seeded(1))
    assert game.decisions(state)[0].offer("suggested") is None


@rule("TCS 4.2a", "TCS 27.3")
@pytest.mark.parametrize(("mode", "dug_in"), [("fire", True), ("move", False)])
def test_who_is_set_up_in_move_mode_is_not_dug_in(mode, dug_in):
    sheets = tuple(replace(each, kind="Prepared Defense") for each in GIVEN.sheet)
    forces = tuple(replace(each, mode=mode, hidden=False) if not each.arrives else each for each in GIVEN.force)
    game = load("tcs/crossroads-1944")
    game = type(game)(game.system, replace(GIVEN, sheet=sheets, force=forces), name="test")
    state = game.start(Dice.seeded(1))
    state, _ = game.apply(state, 1, Action("suggested"), Dice.seeded(1))
    placed = [unit for unit in state.board.units if unit.at >= 0]
    assert {unit.dug_in for unit in placed} == {dug_in}
    assert {unit.mode for unit in placed} == {FIRE_MODE if mode == "fire" else MOVE_MODE}


@rule("TCS 1.0e")
@pytest.mark.parametrize("cost", ["1/4", "100", "-1", "x", "1/0"])
def test_what_ground_cannot_cost(cost):
    with pytest.raises(ValueError, match="write movement points such as 1, 1/2, 1/3, P or NE"):
        chart_with([OwnTerrain("woods", foot=cost)])
    assert chart_with([OwnTerrain("woods", foot="99")])["woods"].foot == 99


@rule("TCS 27.4")
def test_a_side_with_nobody_on_the_map_looks_for_nobody():
    b = field("Blue us_truck A off", "Red ge_gren_plt X 0404 hidden").do("end")
    assert b.decides() == "Red"
