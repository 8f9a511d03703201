"""Reinforcements: when they come, how many, by which orders, and what awaits them (TCS 27.2)."""

import pytest
from msgspec.structs import replace

from sandtable.contract import check
from sandtable.kernel.errors import ScenarioFault
from sandtable.kernel.game import Game
from sandtable.scenarios import load
from sandtable.systems.tcs import SYSTEM
from sandtable.systems.tcs.arrivals import imagine
from sandtable.systems.tcs.clock import LightEntry
from sandtable.systems.tcs.releases import ReleaseRoll
from sandtable.systems.tcs.sheets import HOLD, MARCH, RESERVE, TAKE, Group
from sandtable.systems.tcs.weatherfile import WeatherEntry
from sandtable.systems.tcs.world import MOVE_MODE, NEVER, NOBODY
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule
GROUND = "0505 open\nRed ge_truck X 0105\nBlue us_truck T 0101\n"


def company(units, *lines, turn=2, area="0501", at=2, due=None, rides=(), **how):
    """A formation of Red with these units (name: type), due in an area; Blue is to act on a turn."""
    options = {key: how.pop(key) for key in list(how) if key == "arrival_triggers"}
    text = GROUND + "\n".join([*lines, *(f"Red {kind} {name} off" for name, kind in units.items())])
    b = Battle(text, turn=turn, **options)
    first, *rest = (b.number(name) for name in units)
    formations = list(b.world.formations)
    hexes = tuple(b.hex(each) for each in area.split())
    formations[first] = replace(formations[first], area=hexes, arrives=at, name="C", **how)
    members = tuple(first if n in rest else n for n in b.world.member_of)
    on = [NOBODY] * len(b.names)
    for rider, tank in rides:
        on[b.number(rider)] = b.number(tank)
    b.game.world = replace(b.world, formations=tuple(formations), member_of=members, rides=tuple(on))
    dues = [0] * len(formations)
    dues[first] = formations[first].due if due is None else due
    b.state = replace(b.state, board=replace(b.state.board, due=tuple(dues)))
    b.first = first
    return b


def next_turn(b, *dice):
    """Red ends its phase; on the next turn Blue goes first and ends its phase."""
    return b.do("end", None, *dice, 6, 1).do("first", "Blue").do("end")


# How many


@rule("TCS 27.2")
def test_a_formation_comes_on_in_move_mode_and_has_paid_for_the_hex():
    b = company({"C1": "ge_gren_plt", "C2": "ge_pz4"}).do("end")
    assert [(b.where(n), b[n].mode, b[n].spent // 6) for n in ("C1", "C2")] == [
        ("0501", MOVE_MODE, 1),
        ("0501", MOVE_MODE, 1),
    ]
    assert (b["C2"].impulse, b.state.board.due[b.first]) == (1, 0)


@rule("TCS 27.2")
def test_only_so_many_units_come_on_a_turn_and_the_rest_on_the_next():
    b = company({"C1": "ge_gren_plt", "C2": "ge_gren_plt", "C3": "ge_gren_plt"}, per_turn=2).do("end")
    assert [b.where(n) for n in ("C1", "C2", "C3")] == ["0501", "0501", ""]
    assert (b.told().count("arrives_partly"), b.state.board.due[b.first]) == (1, 3)
    next_turn(b)
    assert (b.where("C3"), b.told().count("arrives"), b.state.board.due[b.first]) == ("0501", 1, 0)


@rule("TCS 27.2", "TCS 20.3b")
def test_riders_come_with_their_tanks_and_do_not_count():
    units = {"C1": "ge_gren_plt", "C2": "ge_pz4", "C3": "ge_pz4"}
    b = company(units, per_turn=1, rides=[("C1", "C3")]).do("end")
    assert [b.where(n) for n in units] == ["", "0501", ""]
    next_turn(b)
    assert [b.where(n) for n in units] == ["0501", "0501", "0501"]
    assert b["C1"].carrier == b.number("C3")


@rule("TCS 27.2", "TCS 5.0b")
def test_a_formation_comes_on_in_a_full_hex_and_the_stack_is_settled_later():
    """Edge case 71."""
    full = [f"Red ge_gren_plt F{n} 0501" for n in range(4)]
    b = company({"C1": "ge_gren_plt"}, *full).do("end")
    assert (b.where("C1"), b.look.steps_in(b.hex("0501"))) == ("0501", 25)
    b.do("end")
    assert (b.decides(), b.verbs() & {"end", "first"}, b.state.board.turn) == ("Red", set(), 2), "somebody has to go"


# Where


@rule("TCS 27.2")
def test_a_truck_comes_on_where_trucks_can_go():
    b = company({"C1": "ge_truck"}, "0501 swamp", area="0501 0502 0503").do("end")
    assert b.offers("at") == {"0502", "0503"}
    b = company({"C1": "ge_gren_plt"}, "0501 swamp", area="0501 0502 0503").do("end")
    assert b.offers("at") == {"0501", "0502", "0503"}


@rule("TCS 27.2")
def test_after_it_was_kept_out_a_formation_that_comes_in_parts_begins_again():
    b = company({"C1": "ge_gren_plt", "C2": "ge_gren_plt"}, "Blue us_rifle_plt A 0501", per_turn=1).do("end")
    assert (b.state.board.kept_out, b.state.board.due[b.first]) == ((b.first,), 3)
    next_turn(b)
    assert b.offers("at") == {"0401", "0502"}
    b.do("at", "0502")
    assert (b.state.board.kept_out, b.where("C1"), b.where("C2")) == ((), "0502", "")


@rule("TCS 27.2", "TCS 27.4")
def test_a_hidden_enemy_in_the_only_entry_hex_is_found_and_blocks_it():
    b = company({"C1": "ge_gren_plt"}, "Blue us_rifle_plt A 0501 hidden").do("end")
    assert (b["A"].hidden, b.where("C1"), b.state.board.kept_out) == (False, "", (b.first,))


# Triggers


@rule("TCS 27.2", "TCS 15.1a")
@pytest.mark.parametrize("option", [True, False])
def test_coming_on_is_a_trigger_only_by_an_option(option):
    b = company({"C1": "ge_gren_plt"}, "Blue us_hmg_sec A 0503", arrival_triggers=option).do("end")
    assert b.decides() == ("Blue" if option else "Red")


@rule("TCS 27.2", "TCS 15.1a")
def test_the_next_step_is_a_trigger():
    b = company({"C1": "ge_gren_plt"}, "Blue us_hmg_sec A 0503").do("end").go("C1", "0401")
    assert b.decides() == "Blue"


# Control and orders


@rule("TCS 27.2", "TCS 6.11a")
def test_who_comes_on_holds_the_entry_hex():
    b = company({"C1": "ge_gren_plt"}).do("end")
    assert b.look.holder(b.hex("0501")) == 1


@rule("TCS 27.2")
@pytest.mark.parametrize(("mission", "post"), [(HOLD, NOBODY), (TAKE, NOBODY), (RESERVE, "0501"), (MARCH, "0501")])
def test_units_that_come_on_are_on_their_sheet_and_have_a_post_only_in_reserve_or_on_the_march(mission, post):
    b = company({"C1": "ge_gren_plt"})
    number = b["C1"].sheet
    sheets = list(b.state.board.sheets)
    sheets[number] = replace(sheets[number], groups=(Group("All", mission),), on_arrival=True)
    b.state = replace(b.state, board=replace(b.state.board, sheets=tuple(sheets)))
    b.do("end")
    assert (b["C1"].sheet, b["C1"].post) == (number, NOBODY if post == NOBODY else b.hex(post))


@rule("TCS 27.2")
def test_units_without_a_sheet_come_unassigned():
    """Edge case 73."""
    b = company({"C1": "ge_gren_plt"})
    units = list(b.state.board.units)
    units[b.number("C1")] = replace(units[b.number("C1")], sheet=NOBODY)
    b.state = replace(b.state, board=replace(b.state.board, units=tuple(units)))
    assert (b.do("end").where("C1"), b["C1"].sheet) == ("0501", NOBODY)


# Release


def held_back(turn, **how):
    return company({"C1": "ge_gren_plt"}, turn=turn, release=True, **how)


@rule("TCS 27.2", "TCS 6.14d")
@pytest.mark.parametrize(("prep", "die", "comes"), [(2, 2, False), (2, 3, True), (5, 5, False), (9, 6, True)])
def test_a_formation_is_released_by_a_die_above_the_rating_and_always_by_a_6(prep, die, comes):
    b = held_back(1, prep=prep, release_from=2).do("end")
    assert b.where("C1") == ""
    next_turn(b, die)
    assert (b.where("C1"), b.state.board.due[b.first]) == (("0501", 0) if comes else ("", NEVER))


@rule("TCS 27.2")
def test_the_best_rating_needs_no_die():
    b = held_back(1, prep=0, release_from=2).do("end")
    assert next_turn(b).where("C1") == "0501"


@rule("TCS 27.2")
def test_nobody_is_released_before_the_turn_and_comes_after_the_delay():
    b = held_back(1, prep=2, release_from=3, delay=1).do("end")
    next_turn(b)
    assert b.state.board.due[b.first] == NEVER
    next_turn(b, 6)
    assert (b.where("C1"), b.state.board.due[b.first]) == ("", 4)
    assert next_turn(b).where("C1") == "0501"


@rule("TCS 27.2")
def test_a_released_formation_does_not_come_before_its_turn():
    b = held_back(1, prep=2, release_from=2, at=4).do("end")
    assert next_turn(b, 6).state.board.due[b.first] == 4


@rule("TCS 27.2")
def test_the_enemy_knows_neither_the_dice_nor_the_turn():
    b = held_back(1, prep=2, release_from=2, at=2, delay=5).do("end").do("end", None, 6, 6, 1)
    own, theirs = (b.game.view(b.state, side).state.board.due[b.first] for side in (1, 0))
    assert (own, theirs) == (7, 2)
    secret = [each for each in b.events if each.what in ("released", "rolled")]
    assert [each.to for each in secret if each.values.get("formation") == b.first or each.to is not None] == [1, 1]
    assert ReleaseRoll(b.first).audience(b.look) == 1


@rule("TCS 27.2")
def test_to_the_enemy_a_formation_might_come_on_another_turn():
    b = held_back(2, prep=2, release_from=2, at=3, due=5)
    dues = {imagine(b.game, b.state.board, 0, lambda count, n=n: n % count).due[b.first] for n in range(4)}
    assert dues == {3, NEVER}
    assert imagine(b.game, b.state.board, 1, lambda count: 0) is b.state.board, "its owner knows"
    b = company({"C1": "ge_gren_plt"}, turn=2, at=3, varies=True, due=4)
    dues = {imagine(b.game, b.state.board, 0, lambda count, n=n: n % count).due[b.first] for n in range(4)}
    assert dues == {3, 4}


@rule("TCS 27.2", "TCS 27.4", "TCS 26.1a")
@pytest.mark.parametrize("promise", ["plays to the end", "keeps secrets", "a view tells the truth"])
def test_a_night_with_weather_and_late_companies_keeps_the_contract(promise):
    scenario = load("tcs/crossroads-1944").scenario
    forces = tuple(
        replace(each, varies=False, release=True, arrives=1, delay=1, per_turn=1) if each.arrives else each
        for each in scenario.force
    )
    light = LightEntry("twilight"), LightEntry("night", "2300")
    weather = WeatherEntry(track=(1, 2, 4, 8, 0), every="turn")
    scenario = replace(scenario, start="2240", light=light, weather=weather, force=forces)
    assert check(Game(SYSTEM, scenario, {"turns": 2}, name="night"), promise, 0) > 0


# The file


@rule("TCS 27.1")
@pytest.mark.parametrize(
    ("changed", "key", "words"),
    [
        ({"arrives": 0, "varies": False, "release": True}, "release", "arrives on a turn, and does not vary"),
        ({"arrives": 3, "varies": True, "release": True}, "release", "arrives on a turn, and does not vary"),
        ({"varies": False, "delay": 1}, "delay", "only a formation with release = true waits for its release"),
        ({"varies": False, "release_from": 2}, "release_from", "only a formation with release = true waits"),
        ({"varies": False, "release": True, "release_from": 0}, "release_from", "it is 1 to 99, not 0"),
        ({"varies": False, "release": True, "delay": 100}, "delay", "it is 0 to 99, not 100"),
        ({"per_turn": -1}, "per_turn", "it is 0 to 99, not -1"),
    ],
)
def test_arrivals_that_make_no_sense_are_refused_with_a_sentence(changed, key, words):
    scenario = load("tcs/crossroads-1944").scenario
    number = next(n for n, force in enumerate(scenario.force) if force.arrives)
    forces = list(scenario.force)
    forces[number] = replace(
        forces[number], units=tuple(replace(each, rides=False) for each in forces[number].units), **changed
    )
    with pytest.raises(ScenarioFault, match=words) as fault:
        Game(SYSTEM, replace(scenario, force=tuple(forces)), name="test")
    assert fault.value.place == ("force", number, key)


@rule("TCS 27.1")
def test_what_is_set_up_before_play_comes_all_at_once():
    scenario = load("tcs/crossroads-1944").scenario
    forces = (replace(scenario.force[0], per_turn=1), *scenario.force[1:])
    with pytest.raises(ScenarioFault, match="what is set up before play comes all at once"):
        Game(SYSTEM, replace(scenario, force=forces), name="test")
