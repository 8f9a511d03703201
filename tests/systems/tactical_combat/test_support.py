"""Air strikes, artillery, mortars and smoke (TC A), by the id of each rule."""

from fractions import Fraction

import pytest

from sandtable import Action, IllegalAction
from sandtable.systems.tactical_combat.special import Mist
from tests.systems.tactical_combat.battle import Battle

rule = pytest.mark.rule


def battle(text, **how):
    return Battle(text, **{"command": "none", **how})


# A1: what may be called, and when

GUNS = """
    support US artillery Guns {}
    support German artillery Howitzers
    US leader L 5,2
    German rifle R 12,12
"""


@rule("TC A1")
def test_support_is_called_in_ones_own_action_phase_as_often_as_the_scenario_says():
    b = battle(GUNS.format("missions=2"))
    assert b.offers("call") == {"Guns"}, "not the other side's"
    b = battle("US leader K 8,2\nUS leader J 10,2\n" + GUNS.format("missions=2"))
    b.do("call", 0).do("spotter", "L").do("attack", "20,10")
    assert b.decides() == "US"
    assert b.offers("call") == {"Guns"}, "there is a second mission"
    b.do("call", 0).do("spotter", "K").do("attack", "20,10")
    assert b.offers("call") == set(), "two missions are all, though there is a leader left to spot"
    assert not b["J"].finished
    with pytest.raises(IllegalAction):
        b.do("call", 0)
    b.do("end")
    assert b.decides() == "German"
    assert b.offers("call") == set(), "it takes a leader to spot for the howitzers"
    b.do("end")
    assert b.offers("call") == {"Guns"}, "missions are counted by the turn"


@rule("TC A1")
@pytest.mark.parametrize(("turn", "offered"), [(1, False), (2, True), (4, True), (5, False)])
def test_support_comes_only_on_its_turns(turn, offered):
    b = battle(GUNS.format("turns=2-4"), turn=turn)
    assert b.offers("call") == ({"Guns"} if offered else set())


@rule("TC A1")
@pytest.mark.parametrize(("turn", "offered"), [(2, True), (3, False), (4, False), (5, True), (8, True), (9, False)])
def test_some_support_comes_only_every_so_many_turns(turn, offered):
    b = battle(GUNS.format("turns=2-9 every=3"), turn=turn)
    assert b.offers("call") == ({"Guns"} if offered else set())


@rule("TC A1")
def test_support_cannot_be_called_in_the_middle_of_a_stands_action():
    b = battle(GUNS.format("")).do("stand", "L")
    assert "call" not in b.verbs()


# A2 to A4: aircraft

AIR = """
    woods Wood 8,5 14,5 14,8 8,8
    support US air Stuka {}
    US rifle A 11,2
    German rifle R 11,12
    German leader C 12,12
    German rifle S 23,15
"""


@rule("TC A2")
@rule("TC F21")
def test_an_air_strike_hits_one_stand_anywhere_on_the_table():
    b = battle(AIR.format("")).do("call", 0)
    assert b.offers("strike") == {"R", "S"}, "seen or not, near or far; but no leader who has joined a stand"
    assert b.why_not("strike", "C") == "a joined leader cannot be picked out (TC F21)"
    assert b.why_not("strike", "A") == "that is not an enemy stand on the table"
    assert b.why_not("attack", "5,5"), "it is no template"
    b.do("strike", "R", 1)
    assert (b["R"].hits, b["R"].morale) == (2, 2)
    assert b["S"].hits == 3
    assert b.decides() == "US", "nobody answers aircraft"
    assert b.offers("call") == set()


@rule("TC A2")
@pytest.mark.parametrize(("ground", "modifier"), [("woods", (1, "TC F14")), ("buildings", (2, "TC F13"))])
def test_an_air_strike_is_a_standard_attack_in_which_cover_counts_and_range_does_not(ground, modifier):
    text = f"{ground} G 10,11 12,11 12,13 10,13\n support US air P47\n US rifle A 1,1\n German rifle R 11,12"
    b = battle(text).do("call", 0).do("strike", "R", 3)
    assert b.modifiers() == {modifier}
    assert b["R"].hits == 3, "3 and cover only suppresses"
    assert len(b.rolls()) == 1


@rule("TC A2")
def test_aircraft_need_somebody_to_attack():
    text = "support US air P47\n US rifle A 1,1\n German rifle R 11,12 hits=1\n German w44_truck T 15,12 hits=1"
    b = battle(text + "\n support US air P51")
    b.do("call", 0).do("strike", "R", 1).do("call", 1).do("strike", "T", 1)
    assert b.offers("call") == set()


@rule("TC A2")
def test_aircraft_never_lay_smoke():
    b = battle(AIR.format("smoke=yes")).do("call", 0)
    assert "smoke" not in b.verbs()
    assert b.why_not("smoke", "5,5") == "it cannot lay smoke (TC A12)"


SPOTTED_AIR = """
    woods Wood 8,5 14,5 14,8 8,8
    support US air Stuka
    US leader L 11,2
    US rifle A 2,2
    German rifle R 11,12
    German rifle S 2,12
"""


@rule("TC A3")
def test_with_the_option_an_air_strike_needs_a_spotter_who_sees_the_target():
    b = battle(SPOTTED_AIR.replace("L 11,2", "L 4,2"), air_needs_spotter=True).do("call", 0)
    assert b.verbs() == {"spotter"}
    assert b.offers("spotter") == {"L"}, "at squad scale a leader"
    b.do("spotter", "L")
    assert b.offers("strike") == {"S"}
    assert b.why_not("strike", "R") == "the spotter's line is blocked by Wood (TC A5)"
    b.do("strike", "S", 10)
    assert b["L"].finished
    free = battle(SPOTTED_AIR).do("call", 0)
    assert free.offers("strike") == {"R", "S"}, "without the option nobody need see it"
    free.do("strike", "R", 10)
    assert not free["L"].finished


@rule("TC A3")
def test_a_strike_that_no_spotter_could_direct_is_not_offered():
    blind = SPOTTED_AIR.replace("German rifle S 2,12", "")
    assert battle(blind, air_needs_spotter=True).offers("call") == set()
    assert battle(blind).offers("call") == {"Stuka"}
    assert battle(blind, air_needs_spotter=True, scale="platoon").do("call", 0).offers("spotter") == {"A"}


@rule("TC A4")
@pytest.mark.parametrize("dice", [1, 2, 3])
def test_better_aircraft_roll_more_dice_and_keep_the_best(dice):
    b = battle(AIR.format(f"dice={dice}")).do("call", 0)
    odds = b.game.odds(b.state, 0, Action("strike", b.target("S")))
    hit = odds.chance(lambda end: end.board.stands[b.number("S")].hits < 3)
    assert hit == 1 - Fraction(7, 10) ** dice
    if dice > 1:
        b.do("strike", "S", *([(10, 2), (9, 10, 2)][dice - 2],))
        assert (b["S"].hits, b["S"].morale) == (2, 1)


# A5 to A7: spotters

SPOTTING = """
    woods Wood 8,5 14,5 14,8 8,8
    support US artillery Guns
    US leader L 11,2
    US leader K 3,2 {}
    US rifle A 20,2
    German rifle R 11,12
"""


@rule("TC A5")
def test_artillery_falls_only_where_the_spotter_sees():
    b = battle(SPOTTING.format("")).do("call", 0).do("spotter", "L")
    assert b.why_not("attack", "11,12") == "the spotter does not see that place (TC A5)"
    assert b.why_not("attack", "11,4") == ""
    assert b.why_not("attack", "11,6") == "", "into the wood he sees"
    b = battle(SPOTTING.format("")).do("call", 0).do("spotter", "K")
    assert b.why_not("attack", "20,14") == "the spotter does not see that place (TC A5)"
    b.do("attack", "3,15")
    assert b["K"].finished
    assert not b["L"].finished


@rule("TC A5")
def test_friends_do_not_stand_in_the_way_of_a_spotter():
    text = "support US artillery Guns\n US leader L 5,2\n US rifle A 5,4\n German rifle R 5,12"
    b = battle(text).do("call", 0).do("spotter", "L")
    assert b.why_not("attack", "5,12") == ""


@rule("TC A5")
def test_a_scenario_may_do_without_spotters():
    b = battle(SPOTTING.format("").replace("Guns", "Guns spotter=none")).do("call", 0)
    b.do("attack", "11,12", 10)
    assert not b["L"].finished
    assert not b["K"].finished


@rule("TC A5")
def test_mist_limits_what_a_spotter_sees():
    text = "support US artillery Guns\n US leader L 5,1\n German rifle R 5,12"
    b = battle(text, special=(Mist(inches=9, until_turn=3),)).do("call", 0).do("spotter", "L")
    assert b.why_not("attack", "5,10") == ""
    assert b.why_not("attack", "5,10.5") == "the spotter does not see that place (TC A5)"


@rule("TC A6")
def test_at_squad_scale_a_leader_spots_and_is_finished_by_it():
    b = battle(SPOTTING.format("")).do("call", 0)
    assert b.offers("spotter") == {"L", "K"}
    assert "at squad scale an unmarked leader must spot" in b.why_not("spotter", "A")
    b.do("spotter", "K").do("attack", "3,14")
    assert b["K"].finished
    assert b.offers("stand") == {"L", "A"}, "spotting was his action"
    for mark, spots in (("finished", {"L"}), ("paralyzed", {"L"}), ("suppressed", {"L", "K"})):
        assert battle(SPOTTING.format(mark)).do("call", 0).offers("spotter") == spots, mark
    alone = SPOTTING.format("finished").replace("US leader L 11,2", "")
    assert battle(alone).offers("call") == set(), "nobody to spot"


@rule("TC A6")
def test_the_spotting_of_a_leader_costs_his_battalion_a_command_point():
    b = battle(SPOTTING.format(""), command="points").do("call", 0).do("spotter", "K").do("attack", "3,14")
    assert b.state.board.points == (8, 9)
    text = SPOTTING.format("").replace("US rifle A 20,2", "US heavy_mortar M 20,2 formation=mortars")
    b = battle(text, command="points").act("M", "mortar", "K").do("attack", "3,14")
    assert b.state.board.points == (9, 8, 9), "for a mortar on the table only the mortar pays"


@rule("TC A7")
def test_at_platoon_scale_any_stand_spots_and_is_not_marked():
    b = battle(SPOTTING.format("paralyzed").replace("A 20,2", "A 20,2 finished"), scale="platoon").do("call", 0)
    assert b.offers("spotter") == {"L", "A"}, "but not a Paralyzed one"
    b.do("spotter", "L").do("attack", "11,4")
    assert not b["L"].finished
    free = battle(SPOTTING.format(""), scale="platoon", command="points")
    free.do("call", 0).do("spotter", "A").do("attack", "20,4")
    assert not free["A"].finished
    assert free.state.board.points == (9, 9), "calling costs nothing"


@rule("TC A5", "TC C13")
def test_support_that_nobody_spots_costs_no_command_point():
    text = GUNS.format("spotter=none")
    b = battle(text, command="points", scale="platoon", spotting_costs_point=True).do("call", 0).do("attack", "12,14.5")
    assert b.state.board.points == (9, 9)


@rule("TC A9")
@pytest.mark.parametrize(("side", "number", "hit"), [("US", 0, "R"), ("German", 1, "A")])
def test_with_the_option_a_template_spares_the_side_that_calls_it(side, number, hit):
    text = "support US artillery Guns spotter=none\nsupport German artillery Howitzers spotter=none\n"
    text += "US rifle A 12,11\nUS rifle B 2,2\nGerman rifle R 12,12\nGerman rifle S 22,2"
    b = battle(text, side=side, template_catches="enemies").do("call", number).do("attack", "12,11.5", 3)
    assert [b[name].hits for name in "AR"] == [2 if name == hit else 3 for name in "AR"]


@rule("TC A10")
def test_a_template_may_fall_on_the_very_corner_of_the_table():
    b = battle(GUNS.format("spotter=none")).do("call", 0)
    assert [b.why_not("attack", corner) for corner in ("0,0", "24,16")] == ["", ""]
    assert -1 not in b.decision().offer("attack").targets


# A8 to A10: templates

TEMPLATE = """
    table 48 16
    buildings House 11,11 12,11 12,12 11,12
    support US artillery Guns {}
    US leader L 5,12
    US rifle F 11.5,10
    German rifle R 11.5,11.5
    German rifle S 11.5,13
    German rifle T 11.5,13.5 hits=3
    German rifle U 13,11.5
    German rifle V 13.5,11.5
"""


@rule("TC A8")
def test_every_stand_under_the_template_is_attacked_by_itself():
    text = TEMPLATE.format("").replace("German rifle T 11.5,13.5 hits=3", "").replace("V 13.5", "V 14.5")
    b = battle(text).do("call", 0).do("spotter", "L").do("attack", "11.5,11.5", 1, 2, 4, 10)
    assert [roll.resolution.words for roll in b.rolls()] == [
        "Guns fires at F",
        "Guns fires at R",
        "Guns fires at S",
        "Guns fires at U",
    ]
    state = {name: (b[name].hits, b[name].morale) for name in "FRSUV"}
    assert state == {"F": (2, 2), "R": (3, 1), "S": (3, 1), "U": (3, 0), "V": (3, 0)}, "each with its own cover"
    assert [{(m.value, m.rule) for m in roll.resolution.modifiers} for roll in b.rolls()] == [
        set(),
        {(2, "TC F13")},
        set(),
        set(),
    ]
    assert b.decides() == "US", "off-table guns are not answered"


@rule("TC A8")
def test_a_heavy_mortar_has_a_template_and_is_finished_by_firing():
    text = "US heavy_mortar M 2,2\n US leader L 5,12\n German rifle R 11.5,11.5 finished\n"
    text += "German rifle S 12.5,11.5 finished"
    b = battle(text).do("stand", "M")
    assert "fire" not in b.verbs(), "it has no direct fire"
    b.do("mortar", "L")
    assert b.verbs() == {"attack", "smoke"}
    assert b.why_not("strike", "R") == "it falls on a place, not on one stand (TC A8)"
    b.do("attack", "12,11.5", 5, 5)
    assert (b["R"].morale, b["S"].morale) == (1, 1)
    assert b["M"].finished
    assert b["L"].finished


@rule("TC A8")
@rule("TC F21")
def test_a_leader_in_a_stand_is_attacked_only_when_the_stand_is_gone():
    text = "support US artillery Guns\n US leader L 5,12\n German leader C 12,12\n German rifle R 11,12 hits={}"
    b = battle(text.format(2)).do("call", 0).do("spotter", "L").do("attack", "11.5,12", 1)
    assert (b["R"].hits, b["C"].hits) == (1, 1)
    b = battle(text.format(1) + "\n German rifle S 20,2").do("call", 0).do("spotter", "L").do("attack", "11.5,12", 1, 3)
    assert (b["R"].hits, b["C"].hits) == (0, 0)
    alone = battle(text.format(1).replace("C 12,12", "C 12.5,12")).do("call", 0).do("spotter", "L")
    alone.do("attack", "12,12", 10, 10)
    assert len(alone.rolls()) == 2, "a leader by himself is a stand like others"


@rule("TC A8")
def test_no_die_is_rolled_for_a_leader_who_falls_with_his_stand():
    text = "support US artillery Guns\n US leader L 5,12\n German leader C 12,12\n German rifle R 11,12 hits=1"
    text += "\n German rifle S 20,2"
    b = battle(text, leader_dies_with_stand=True).do("call", 0).do("spotter", "L").do("attack", "11.5,12", 1)
    assert (b["R"].hits, b["C"].hits) == (0, 0)


@rule("TC A9")
@pytest.mark.parametrize("mortar", [False, True])
def test_the_template_is_a_circle_three_inches_across_and_counts_centres(mortar):
    text = "support US artillery Guns\n US heavy_mortar M 2,2\n US leader L 5,12\n German rifle R 12,12 finished\n"

    def call(more):
        b = battle(text + more)
        return b.act("M", "mortar", "L") if mortar else b.do("call", 0).do("spotter", "L")

    b = call("German rifle S 12,15 finished").do("attack", "12,13.5", 5, 5)
    assert (b["R"].morale, b["S"].morale) == (1, 1), "exactly an inch and a half away is under it"
    b = call("German rifle S 11,12 finished").do("attack", "12.5,13.5")
    assert (b["R"].morale, b["S"].morale) == (0, 0), "1.58 inches away is not, though the base is touched"


@rule("TC A9")
def test_friends_under_the_template_are_attacked_too():
    b = battle("support US artillery Guns\n US leader L 5,12\n US rifle A 12,12\n German rifle R 13,12")
    b.do("call", 0).do("spotter", "L").do("attack", "12.5,12", 2, 10)
    assert (b["A"].hits, b["A"].morale) == (2, 1)
    assert (b["R"].hits, b["R"].morale) == (3, 0)


@rule("TC A9")
def test_a_scenario_may_have_another_template():
    text = "support US artillery Guns template=6\n US leader L 5,12\n German rifle R 12,12\n German rifle S 12,15"
    b = battle(text).do("call", 0).do("spotter", "L").do("attack", "12,12", 5, 5)
    assert (b["R"].morale, b["S"].morale) == (1, 1)
    smoke = battle(text).do("call", 0).do("spotter", "L").do("smoke", "12,9")
    assert smoke.state.board.smoke[0].radius == 300


@rule("TC A10")
def test_artillery_and_heavy_mortars_reach_any_place_on_the_table():
    text = "table 60 40\n support US artillery Guns\n US heavy_mortar M 1,1\n US leader L 30,38\n German rifle R 58,38"
    b = battle(text).do("call", 0).do("spotter", "L").do("attack", "58,38", 3)
    assert b.modifiers() == set(), "and range has no effect"
    assert b["R"].hits == 2
    b = battle(text).act("M", "mortar", "L").do("attack", "58,38", 3)
    assert b.modifiers() == set()
    assert b["R"].hits == 2


# A11: light mortars

LIGHT = """
    table 48 16
    woods Wood 20,4 24,4 24,6 20,6
    US light_mortar M 2,10 {}
    US leader L 10,2
    German rifle N 11,10
    German rifle F 11.5,14
    German rifle G 19,10
    German rifle H 19.5,11
    German rifle W 30,8
"""


@rule("TC A5")
@rule("TC A11")
def test_a_light_mortar_attacks_one_spotted_stand_within_16_inches():
    b = battle(LIGHT.format("")).act("M", "mortar", "L")
    assert "attack" not in b.verbs()
    assert b.offers("strike") == {"N", "F", "G"}
    assert b.why_not("strike", "H") == "it is beyond the light mortar's range (TC A11)"
    assert b.why_not("strike", "W") == "it is beyond the light mortar's range (TC A11)"
    near = battle(LIGHT.replace("M 2,10", "M 15,10").format("")).act("M", "mortar", "L")
    assert near.why_not("strike", "W") == "the spotter's line is blocked by Wood (TC A5)"


@rule("TC A11")
@pytest.mark.parametrize(("target", "modifiers"), [("N", set()), ("F", {(1, "TC F17")}), ("G", {(1, "TC F17")})])
def test_a_light_mortar_has_long_range_above_8_inches(target, modifiers):
    b = battle(LIGHT.format("")).act("M", "mortar", "L").do("strike", target, 3)
    assert b.modifiers() == modifiers
    assert b[target].hits == (2 if not modifiers else 3)
    assert b["M"].finished
    assert b["L"].finished


@rule("TC A11")
def test_a_suppressed_mortar_fires_at_one_more_and_a_paralyzed_one_not_at_all():
    b = battle(LIGHT.format("suppressed")).act("M", "mortar", "L").do("strike", "N", 3)
    assert b.modifiers() == {(1, "TC F15")}
    heavy = battle(LIGHT.format("suppressed").replace("light", "heavy")).act("M", "mortar", "L")
    heavy.do("attack", "11,10", 3)
    assert heavy.modifiers() == {(1, "TC F15")}
    assert "mortar" not in battle(LIGHT.format("paralyzed")).do("stand", "M").verbs()


@rule("TC A11")
@rule("TC A12")
def test_a_mortar_on_the_table_that_fires_in_sight_may_be_answered():
    b = battle(LIGHT.format("")).act("M", "mortar", "L").do("strike", "N", 10)
    assert b.decides() == "German"
    assert b.offers("fire") == {"N", "F"}, "N stands in the way of G"
    b = battle(LIGHT.format("")).act("M", "mortar", "L").do("smoke", "10,10")
    assert b.decides() == "US", "laying smoke is no fire"


@rule("TC A11")
def test_a_spotter_who_is_of_no_use_to_the_mortar_is_not_offered():
    text = "table 60 16\n US light_mortar M 2,10\n US leader L 50,2\n US leader K 8,8\n German rifle R 50,10"
    b = battle(text, smoke=False).do("stand", "M")
    assert b.offers("mortar") == set()
    b = battle(text + "\n woods Wall 40,0 41,0 41,16 40,16").do("stand", "M")
    assert b.offers("mortar") == {"K"}, "he can at least see smoke fall"


CREW = "US light_mortar M 2,2\nUS leader L 5,8\nGerman rifle R 2,12"


@rule("TC A11")
@pytest.mark.parametrize("crews", [True, False])
def test_the_crew_of_a_light_mortar_fires_at_what_it_sees_only_with_the_option(crews):
    b = battle(CREW.replace("R 2,12", "R 2,12 finished"), mortar_crews_fire=crews).do("stand", "M")
    assert b.offers("fire") == ({"R"} if crews else set())
    assert b.why_not("fire", "R") == ("" if crews else "M fires only where somebody spots for it (TC A5)")
    assert b.do("mortar", "L").offers("strike") == {"R"}, "and fires with the mortar in any case"
    watch = battle(CREW, mortar_crews_fire=crews, side="German").act("R", "move", "2,10")
    assert watch.decides() == "US"
    assert watch.offers("fire") == ({"M", "L"} if crews else {"L"})
    assert (
        len(
            battle(CREW.replace("2,12", "2,4"), mortar_crews_fire=crews, side="German")
            .act("R", "assault", "M", 1)
            .rolls()
        )
        == 1
    )


@rule("TC A11")
def test_a_light_mortar_fires_only_where_a_leader_spots_and_finishes_him():
    b = battle(CREW.replace("R 2,12", "R 2,12 finished")).do("stand", "M")
    assert b.offers("fire") == set()
    b.do("mortar", "L").do("strike", "R", 10)
    assert b["L"].finished, "that is the price (TC A6)"
    alone = battle("US light_mortar M 2,2\nUS rifle A 5,8\nGerman rifle R 2,12 finished").do("stand", "M")
    assert alone.offers("mortar") == set()


@rule("TC A10")
def test_a_heavy_mortar_never_fires_at_what_it_sees():
    text = CREW.replace("light", "heavy")
    b = battle(text).do("stand", "M")
    assert "fire" not in b.verbs()
    assert b.why_not("fire", "R") == "M fires only where somebody spots for it (TC A5)"
    assert battle(text, side="German").act("R", "move", "2,10").offers("fire") == {"L"}


# A12, A13: smoke

SMOKE = """
    {}
    support US artillery Guns {}
    US leader L 2,2
    US rifle A 5,2
    German rifle R 5,8 {}
"""


def smoked(ground="", at="5,5", more="", **how):
    b = battle(SMOKE.format(ground, more, "finished"), **how).do("call", 0).do("spotter", "L")
    return b.do("smoke", at)


@rule("TC A12")
@pytest.mark.parametrize(
    ("at", "through"),
    [("5,5", True), ("6.5,5", True), ("7,5", False), ("5,8", True), ("5,2", True), ("5,10", False), ("5,9.5", True)],
)
def test_fire_through_smoke_takes_one_more(at, through):
    b = smoked(at=at).act("A", "fire", "R", 3)
    assert b.modifiers() == ({(1, "TC A12")} if through else set())
    assert b["R"].hits == (3 if through else 2)


@rule("TC A12")
@pytest.mark.parametrize(
    ("ground", "modifier"),
    [("woods W 4,7 6,7 6,9 4,9", (1, "TC F14")), ("buildings B 4,7 6,7 6,9 4,9", (2, "TC F13"))],
)
def test_smoke_is_not_added_to_other_cover(ground, modifier):
    assert smoked(ground).act("A", "fire", "R", 3).modifiers() == {modifier}


@rule("TC A12")
@pytest.mark.parametrize(("ground", "modifier"), [("", (1, "TC A12")), ("woods W 4,7 6,7 6,9 4,9", (1, "TC V10"))])
def test_smoke_counts_on_the_anti_tank_table_too(ground, modifier):
    text = SMOKE.format(ground, "", "finished").replace("US rifle A", "US w44_m4_75 A")
    text = text.replace("German rifle R 5,8", "German w44_pz4 R 5,8 heading=12")
    b = battle(text).do("call", 0).do("spotter", "L").do("smoke", "5,5").act("A", "fire", "R", 3)
    assert b.modifiers() == {modifier}


@rule("TC A12")
def test_smoke_is_laid_instead_of_an_attack_and_only_if_it_may_be():
    b = battle(SMOKE.format("", "", "")).do("call", 0).do("spotter", "L").do("smoke", "5,8")
    assert b.rolls() == []
    assert b["R"].hits == 3
    assert b["L"].finished
    assert b.offers("call") == set()
    off = battle(SMOKE.format("", "", ""), smoke=False).do("call", 0).do("spotter", "L")
    assert off.verbs() == {"attack"}
    none = battle(SMOKE.format("", "smoke=no", "")).do("call", 0).do("spotter", "L")
    assert none.verbs() == {"attack"}
    assert none.why_not("smoke", "5,8") == "it cannot lay smoke (TC A12)"


@rule("TC A12")
def test_mortars_lay_smoke_and_light_ones_only_within_16_inches():
    text = "table 48 16\n US {} M 2,2\n US leader L 20,2\n German rifle R 40,10"
    light = battle(text.format("light_mortar")).act("M", "mortar", "L")
    assert light.why_not("smoke", "18.5,2") == ""
    assert light.why_not("smoke", "19,2") == "the spotter does not see that place, or it is out of range (TC A5, A11)"
    light.do("smoke", "18.5,2")
    assert light["M"].finished
    heavy = battle(text.format("heavy_mortar")).act("M", "mortar", "L")
    assert heavy.why_not("smoke", "40,2") == ""


@rule("TC A12")
def test_close_combat_and_support_are_not_hampered_by_smoke():
    text = SMOKE.format("support US air Stuka", "", "finished").replace("A 5,2", "A 5,6")
    b = battle(text).do("call", 1).do("spotter", "L").do("smoke", "5,7")
    assert b.act("A", "assault", "R", 10, 1).modifiers() == set()
    b = battle(text).do("call", 1).do("spotter", "L").do("smoke", "5,7").do("call", 0).do("strike", "R", 10)
    assert b.modifiers() == set()


@rule("TC A13")
def test_smoke_goes_in_the_morale_recovery_of_the_opponents_next_turn():
    b = smoked()
    b.do("end")
    assert b.decides() == "German"
    assert len(b.state.board.smoke) == 1, "it stands through the enemy's action phase"
    b.act("R", "fire", "A", 10)
    assert b.modifiers() == {(1, "TC A12")}
    if b.decides() == "US":
        b.do("hold")
    b.do("end")
    assert b.decides() == "US"
    assert b.state.board.smoke == ()


@rule("TC A13")
def test_the_smoke_of_the_second_side_lasts_through_the_next_turn_of_the_first():
    text = "support German artillery Guns\n German leader L 2,2\n US rifle A 5,2 finished\n German rifle R 5,8"
    b = battle(text, side="German").do("call", 0).do("spotter", "L").do("smoke", "5,5").do("end")
    assert (b.decides(), b.state.board.turn, len(b.state.board.smoke)) == ("US", 2, 1)
    b.do("end")
    assert b.state.board.smoke == ()


# A14: vehicles under fire

VEHICLE = """
    table 30 30
    {}
    support US artillery Guns
    support US air Stuka dice=2
    US leader L 12,2
    German {} T 12,12 heading=0 {}
    German rifle R 20,15
"""


def bombed(verb, *dice, ground="", kind="w44_pz4", marks="", scale="platoon"):
    b = battle(VEHICLE.format(ground, kind, marks), scale=scale)
    if verb == "strike":
        return b.do("call", 1).do("strike", "T", *dice)
    return b.do("call", 0).do("spotter", "L").do("attack", "12,12", *dice)


@rule("TC A14")
@pytest.mark.parametrize(("verb", "dice"), [("attack", (3,)), ("strike", ((10, 3),))])
def test_vehicles_under_air_or_artillery_use_the_anti_tank_table_and_are_never_flanked(verb, dice):
    b = bombed(verb, *dice)
    assert b.rolls()[0].resolution.rule == "TC V6"
    assert b.modifiers() == set(), "the enemy is all behind it, and the gun is 0"
    assert (b["T"].hits, b["T"].morale) == (2, 1)
    assert b.decides() == "German", "it falls back"
    assert b.verbs() == {"back"}


@rule("TC A14")
def test_armour_cover_and_a_road_move_count_under_air_and_artillery():
    assert bombed("attack", 10, kind="w44_panther").modifiers() == {(1, "TC V21")}
    assert bombed("attack", 10, kind="w44_truck").modifiers() == {(-2, "TC V21")}
    assert bombed("attack", 10, ground="buildings H 11,11 13,11 13,13 11,13").modifiers() == {(1, "TC V10")}
    assert bombed("attack", 10, marks="on_road").modifiers() == {(-2, "TC V9")}


@rule("TC A14")
def test_a_vehicle_hit_by_support_falls_back_from_the_nearest_enemy():
    b = battle(VEHICLE.format("", "w44_pz4", ""), scale="platoon")
    b.do("call", 0).do("spotter", "L").do("attack", "12,12", 3)
    assert "12.0,20.0" in b.offers("back")
    b.do("back", "12,20")
    assert (b.where("T"), b["T"].morale) == ("12.0,20.0", 1)
    gone = battle(VEHICLE.format("", "w44_pz4", "")).do("call", 0).do("spotter", "L").do("attack", "12,12", 3)
    assert gone["T"].hits == 0, "at squad scale one hit is the end"


@rule("TC A14")
def test_a_light_mortar_at_a_vehicle_keeps_its_long_range():
    text = "US light_mortar M 2,10\n US leader L 5,5\n German w44_pz4 {} heading=12\n German rifle R 20,15 finished"
    b = battle(text.format("T 11.5,10")).act("M", "mortar", "L").do("strike", "T", 10)
    assert b.modifiers() == {(1, "TC V10")}
    b = battle(text.format("T 11,10")).act("M", "mortar", "L").do("strike", "T", 10)
    assert b.modifiers() == set()
