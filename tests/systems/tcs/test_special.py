"""Special rules that a scenario gives to a formation (SR 1 to 3)."""

import msgspec
import pytest
from msgspec.structs import replace

import sandtable
from sandtable.kernel.errors import ScenarioFault
from sandtable.kernel.game import Game
from sandtable.systems.tcs import SYSTEM
from sandtable.systems.tcs.special import Moves, bound, guided
from sandtable.systems.tcs.watching import POINT, shooters
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule
ARRACOURT = sandtable.load("tcs/arracourt-1944")
ROAD = "0808 open\nroad secondary 0402 0403 0404 0405 0406 0407\n"
QUIET = {"fire_triggers": False, "return_fire": False, "special_rules": True}


class Special(Battle):
    """A battle in which the formations of some units have special rules."""

    def __init__(self, text, visibility=2, units=None, **special):
        options = {name: special.pop(name) for name in tuple(special) if name not in ("road_bound", "alert", "green")}
        super().__init__(text, visibility=visibility, **{**QUIET, **options})
        mine = [self.number(name) for name in units or ("P",)]
        world = self.game.world
        self.game.world = replace(
            world,
            formations=tuple(
                replace(each, **special) if number in [world.member_of[n] for n in mine] else each
                for number, each in enumerate(world.formations)
            ),
        )


# SR 1


def column(*more, **how):
    lines = ("Blue ge_panther P 0404 move", *more)
    return Special(ROAD + "\n".join(lines), **{"road_bound": 2, **how})


@rule("SR 1")
def test_in_poor_visibility_a_vehicle_without_a_leader_keeps_to_the_road():
    b = column()
    b.do("move", "P")
    assert b.offers("to") <= {"0402", "0403", "0405", "0406", "0407"}
    assert "0403" in b.offers("to")
    assert b.why_not("to", "0504") == ("P has no leader near: in such poor visibility it keeps to the road (SR 1)")


@rule("SR 1")
@pytest.mark.parametrize("leader", ["0404", "0403", "0504", "0405"])
def test_a_leader_in_its_hex_or_beside_it_lets_it_leave_the_road(leader):
    b = column(f"Blue ge_panther L {leader} leader")
    assert "0504" in b.do("move", "P").offers("to")


@rule("SR 1")
@pytest.mark.parametrize(
    "line", ["Blue ge_panther L 0406 leader", "Blue ge_panther L 0404", "Red us_m4_75 L 0807 leader move"]
)
def test_a_leader_farther_away_a_plain_vehicle_or_an_enemy_does_not(line):
    assert "0504" not in column(line).do("move", "P").offers("to")


@rule("SR 1")
def test_it_holds_only_while_visibility_is_poor_and_for_vehicles_of_the_formation():
    assert "0504" in column(visibility=3).do("move", "P").offers("to")
    assert "0504" in column(visibility=0).do("move", "P").offers("to"), "0 is no limit"
    assert "0504" in column(road_bound=1).do("move", "P").offers("to")
    assert "0504" in column(special_rules=False).do("move", "P").offers("to")
    assert "0504" in column("Blue ge_panther Q 0404 move").do("move", "Q").offers("to"), "another formation"
    foot = Special(ROAD + "Blue ge_gren_plt P 0404 move", road_bound=2)
    assert "0504" in foot.do("move", "P").offers("to")


@rule("SR 1")
def test_a_leader_leads_itself_and_a_vehicle_off_the_road_goes_where_it_likes():
    alone = Special(ROAD + "Blue ge_panther P 0404 move leader", road_bound=2)
    assert "0504" in alone.do("move", "P").offers("to")
    off = Special(ROAD + "Blue ge_panther P 0604 move", road_bound=2)
    assert "0504" in off.do("move", "P").offers("to")


@rule("SR 1")
def test_what_counts_is_where_the_leader_was_when_the_impulse_began():
    b = column("Blue ge_panther L 0403 leader").go("P", "0405")
    assert guided(b.look, 0)
    assert "0505" in b.do("move", "P").offers("to"), "it had a leader when it set out"
    late = column("Blue ge_panther L 0407 leader").go("P", "0405")
    assert not guided(late.look, 0), "it comes near one on its way"
    late.go("P", "0406")
    assert bound(late.look, 0)
    assert late.look.kept(Moves).made == ((0, 1, False),)
    assert "0505" not in late.do("move", "P").offers("to")


@rule("SR 1")
def test_in_its_next_impulse_it_asks_again():
    b = column("Blue ge_panther L 0407 leader").go("P", "0406").do("impulse", "P")
    assert guided(b.look, 0)
    b.go("P", "0506")
    assert b.look.kept(Moves).made == ((0, 2, True),)


@rule("SR 1")
def test_it_does_not_leave_the_road_to_overrun_or_assault_either():
    lines = ("Red us_truck X 0504", "Red us_truck Y 0405")
    assert column(*lines).do("overrun", "P").offers("to") == {"0405"}
    assert column(*lines, special_rules=False).do("overrun", "P").offers("to") == {"0405", "0504"}


# SR 2


@rule("SR 2")
def test_an_outpost_on_its_guard_fires_at_what_is_beside_it_without_spotting_it():
    lines = """
        0808 open
        0405 woods
        smoke 0404 Red
        smoke 0405 Red
        zone 0404
        zone 0405
        Blue us_rifle_plt A 0406 move
        Red us_hmg_sec P 0404 suppressed
    """

    def asked(turn=1, to="0405", **how):
        b = Special(lines, alert=1, turn=turn, **how).go("A", to)
        return b.decides() == "Red" and bool(b.offers("area"))

    assert asked()
    assert not asked(turn=2), "only in the first turn"
    assert not asked(special_rules=False)
    assert not asked(units=("A",)), "nor another formation"


@rule("SR 2")
def test_it_does_so_beside_it_only():
    lines = """
        0808 open
        0406 woods
        smoke 0404 Red
        zone 0404
        Blue us_rifle_plt A 0407 move
        Red us_hmg_sec P 0404 suppressed
    """
    assert Special(lines, alert=1).go("A", "0406").decides() == "Blue", "two hexes away it must be spotted"


# SR 3


def crew(*more, **how):
    lines = ("Blue ge_panther P 0402 move", "Red us_m4_75 X 0405 move", *more)
    return Special(ROAD + "\n".join(lines), **{"green": 2, "armor_impulses": True, **how})


@rule("SR 3")
def test_a_green_crew_that_has_moved_makes_no_point_fire_action_in_poor_visibility():
    def fires(**how):
        b = crew(**how).go("P", "0403").do("to_fire", "P").do("end")
        assert b.decides() == "Blue", "the normal part"
        return b

    b = fires()
    assert b.offers("point") == set()
    assert b.why_not("point", "0405") == (
        "P has moved: in such poor visibility its crew makes no point fire action in the same phase (SR 3)"
    )
    assert fires(special_rules=False).offers("point") == {"0405"}
    assert fires(green=1).offers("point") == {"0405"}
    assert fires(visibility=3).offers("point") == {"0405"}


@rule("SR 3")
def test_a_crew_that_has_not_moved_fires_and_in_the_next_phase_so_does_the_other():
    still = Special(ROAD + "Blue ge_panther P 0403\nRed us_m4_75 X 0405", green=2)
    assert still.offers("point") == {"0405"}
    b = crew().go("P", "0403").do("to_fire", "P")
    assert b.look.kept(Moves).made
    b.do("end").do("end").do("end")
    assert b.decides() == "Red"
    assert not b.look.kept(Moves).made


@rule("SR 3")
def test_a_green_crew_still_fires_area_fire_and_overwatch():
    b = crew("Red us_rifle_plt Y 0305 move").go("P", "0403").do("to_fire", "P").do("end")
    assert b.offers("suppress") == {"0305"}
    b.do("end").do("end")
    b.go("X", "0404")
    assert b.decides() == "Blue"
    assert b.look.units[0].at in shooters(b.look, b.state.stack[-1], POINT)


# In the file


def test_a_file_with_special_rules_must_turn_them_on_and_they_make_sense():
    def made(**how):
        force = tuple(replace(each, **how) for each in ARRACOURT.scenario.force)
        options = {**ARRACOURT.scenario.options, "special_rules": how.get("green") == 100}
        return Game(SYSTEM, replace(ARRACOURT.scenario, force=force, options=options), {}, name="x")

    with pytest.raises(ScenarioFault, match="set special_rules = true"):
        made(green=2)
    with pytest.raises(ScenarioFault, match="1 to 99, or 0 for none, not 100"):
        made(green=100)


def test_arracourt_has_them_as_its_draft_says():
    world = ARRACOURT.world
    by_name = {each.name: each for each in world.formations}
    assert [name for name, each in by_name.items() if each.alert] == ["Outpost, C/37th Tank"]
    assert by_name["Outpost, C/37th Tank"].alert == 1
    german = [each for each in world.formations if each.side == 1]
    assert all(each.road_bound == 2 for each in german)
    assert {each.name: each.green for each in german if not each.green} == {
        "I Battalion, Panzergrenadier Regiment 2113": 0
    }
    assert {each.green for each in german if "Panther" in each.name} == {2}
    assert not any(each.road_bound or each.green for each in world.formations if each.side == 0)


def test_arracourt_has_the_morale_of_the_source():
    morale = {each.name: each.morale for each in ARRACOURT.world.formations}
    assert {name: value for name, value in morale.items() if "37th" in name} == dict.fromkeys(
        (name for name in morale if "37th" in name), 2
    )
    assert {morale[name] for name in morale if "704th" in name or "53rd" in name} == {3}
    assert {morale[name] for name in morale if "Panther" in name} == {5}


def test_switched_off_nothing_is_kept_and_nothing_is_asked():
    plain = Battle("0303 open\nBlue us_m4_75 A 0101 move")
    assert not any(isinstance(each, Moves) for each in getattr(plain.state.board, "extras", ()))
    assert msgspec.structs.asdict(plain.game.world.formations[0])["green"] == 0
