"""Fire of Tactical Combat: ranges, lines, the table and its modifiers, hits and morale (TC F1 to F19, F24 to F28)."""

from fractions import Fraction

import pytest

from sandtable import Action, IllegalAction
from sandtable.kernel.pools import D10
from tests.systems.tactical_combat.battle import Battle

rule = pytest.mark.rule

NORMAL, SUPPRESSED, PARALYZED = 0, 1, 2

FACING = """
    US rifle A 5,2 {}
    German rifle G 5,8 finished {}
"""


def battle(text, **how):
    return Battle(text, **{"command": "none", **how})


def facing(us="", german="", **how):
    return battle(FACING.format(us, german), **how)


def harm(b, name):
    """The hits a stand has left, and its morale."""
    return b[name].hits, b[name].morale


@rule("TC F1")
def test_each_stand_fires_alone_at_one_target_with_a_die_of_its_own():
    b = battle(
        """
        US rifle A 5,2
        US rifle B 7,2
        US rifle C 9,2
        German rifle G 7,8 finished
        """
    )
    b.act("A", "fire", "G", 10)
    assert [(str(roll.resolution.dice), roll.faces) for roll in b.rolls()] == [("d10", (10,))]
    assert b.rolls()[0].resolution.words == "A fires at G"
    b.act("B", "fire", "G", 7)
    assert b.modifiers() == set(), "a second shot at the same stand is no better than the first"
    b.act("C", "fire", "G", 7)
    assert b.modifiers() == set()
    assert harm(b, "G") == (3, NORMAL)
    assert all(b[name].finished for name in "ABC")


@rule("TC F2")
@pytest.mark.parametrize("heading", [0, 6, 12, 18])
def test_infantry_fires_all_round_whichever_way_it_was_put_down(heading):
    b = battle(
        f"""
        US rifle A 12,8 heading={heading}
        German rifle North 12,12
        German rifle East 16,8
        German rifle South 12,4
        German rifle West 8,8
        German rifle Behind 9,5
        """
    ).do("stand", "A")
    assert b.offers("fire") == {"North", "East", "South", "West", "Behind"}


RANGES = [
    ("10,2", set()),  # bases exactly 8 inches apart
    ("10,3.5", {(1, "TC F17")}),  # 8 inches east and half an inch north: just beyond 8
    ("10.5,2", {(1, "TC F17")}),
    ("18,2", {(1, "TC F17")}),  # exactly 16 inches
]


@rule("TC F3")
@rule("TC F17")
@pytest.mark.parametrize(("place", "modifiers"), RANGES)
def test_range_is_8_inches_without_and_16_with_the_long_range_modifier(place, modifiers):
    b = battle(f"US rifle A 1,2\n German rifle G {place} finished").act("A", "fire", "G", 3)
    assert b.modifiers() == modifiers
    assert b["G"].hits == (3 if modifiers else 2), "3 hits, 3 + 1 = 4 only suppresses"


@rule("TC F3")
@pytest.mark.parametrize("place", ["18,3.5", "18.5,2", "20,2"])
def test_nobody_fires_beyond_16_inches(place):
    b = battle(f"US rifle A 1,2\n German rifle G {place}").do("stand", "A")
    assert b.offers("fire") == set()
    assert b.why_not("fire", "G") == "G cannot be fired at: it is beyond 16 inches (TC F3)"
    with pytest.raises(IllegalAction, match="beyond 16 inches"):
        b.do("fire", "G", 1)


@rule("TC F4")
def test_a_machine_gun_rolls_two_dice_and_keeps_the_lower():
    text = FACING.replace("rifle A", "hmg A")
    b = battle(text.format("", ""), hmg_two_dice=True).act("A", "fire", "G", (9, 2))
    assert b.rolls()[0].number == 2
    assert harm(b, "G") == (2, SUPPRESSED)
    shot = b.rolls()[0].resolution
    assert shot.odds()[(1, PARALYZED, 0)] == Fraction(19, 100), "1 - (9/10)^2"
    plain = battle(text.format("", "")).act("A", "fire", "G", (9,))
    assert plain.rolls()[0].resolution.dice == D10, "only with the option"
    rifle = facing(hmg_two_dice=True).act("A", "fire", "G", (9,))
    assert rifle.rolls()[0].resolution.dice == D10, "and only machine guns"


@rule("TC F5")
def test_a_machine_gun_has_no_long_range_modifier_with_the_option():
    text = "US {} A 1,2\n German rifle G 12,2 finished"
    assert battle(text.format("hmg")).act("A", "fire", "G", 3).modifiers() == {(1, "TC F17")}
    b = battle(text.format("hmg"), hmg_no_long_range_penalty=True).act("A", "fire", "G", 3)
    assert b.modifiers() == set()
    assert harm(b, "G") == (2, SUPPRESSED)
    rifle = battle(text.format("rifle"), hmg_no_long_range_penalty=True).act("A", "fire", "G", 3)
    assert rifle.modifiers() == {(1, "TC F17")}
    far = battle("US hmg A 1,2\n German rifle G 18.5,2", hmg_no_long_range_penalty=True).do("stand", "A")
    assert far.offers("fire") == set(), "16 inches is still the limit"


@rule("TC F6")
def test_woods_and_friends_stop_a_line_of_fire():
    b = battle(
        """
        woods Copse 4,5 6,5 6,6 4,6
        US rifle A 5,2
        US rifle B 8,4
        German rifle Hidden 5,9
        German rifle Shielded 11,6
        German rifle Clear 2,9
        """
    ).do("stand", "A")
    assert b.offers("fire") == {"Clear"}
    assert b.why_not("fire", "Hidden") == "the line to Hidden is blocked by Copse (TC F6)"
    assert b.why_not("fire", "Shielded") == "the line to Shielded is blocked by B (TC F6)"
    assert b.why_not("fire", "B") == "B is on the same side"


@rule("TC F7")
def test_the_line_runs_from_centre_to_centre_and_may_graze():
    # The woods' edge runs exactly along the line; half an inch further it is crossed.
    text = "woods Copse {x},4 8,4 8,6 {x},6\n US rifle A 5,2\n German rifle G 5,9 finished"
    assert battle(text.format(x=5)).do("stand", "A").offers("fire") == {"G"}
    assert battle(text.format(x=4.9)).do("stand", "A").offers("fire") == set()
    # A friend's base touches the line with its edge, then covers it.
    text = "US rifle A 5,2\n US rifle B {},5\n German rifle G 5,9"
    assert battle(text.format("5.5")).do("stand", "A").offers("fire") == {"G"}
    assert battle(text.format("5")).do("stand", "A").offers("fire") == set()


@rule("TC F7")
def test_distance_is_between_the_nearest_edges_of_the_bases():
    b = battle("US rifle A 1,2\n German rifle G 10,2\n German rifle H 10,12")
    assert b.look.apart(b.number("A"), b.number("G")) == 800, "9 inches from centre to centre"
    assert b.look.apart(b.number("A"), b.number("H")) == 1205, "8 east and 9 north between the corners, rounded up"


@rule("TC F7")
@pytest.mark.parametrize(("at", "touch"), [("6,5", True), ("6,6", True), ("6.5,5", False), ("6.5,6", False)])
def test_contact_is_a_gap_of_less_than_half_an_inch(at, touch):
    b = battle(f"US rifle A 5,5\n US leader L {at}\n German rifle G 5,12")
    assert b.look.touching(b.number("A"), b.number("L")) is touch
    assert (b.look.joined(b.number("L")) == b.number("A")) is touch
    turned = battle("US w44_m4_75 A 5,5 heading=3\n US leader L 6.5,5\n German rifle G 5,12")
    assert turned.look.touching(0, 1), "the corner of a base that is turned comes 0.2 inches nearer"


@rule("TC F7")
def test_a_feature_that_holds_firer_or_target_does_not_block_but_shelters_the_target():
    text = "woods Wood 4,1 6,1 6,{top} 4,{top}\n US rifle A 5,2\n German rifle G 5,8 finished"
    out = battle(text.format(top=4)).act("A", "fire", "G", 4)
    assert out.modifiers() == set(), "the firer's own wood is no cover for the target"
    both = battle(text.format(top=9)).act("A", "fire", "G", 4)
    assert both.modifiers() == {(1, "TC F14")}, "both are in the same wood"
    into = battle("woods Wood 4,7 6,7 6,9 4,9\n" + FACING.format("", "")).act("A", "fire", "G", 4)
    assert into.modifiers() == {(1, "TC F14")}
    two = battle("woods Wood 4,7 6,7 6,9 4,9\n woods Front 4,5 6,5 6,6 4,6\n" + FACING.format("", ""))
    assert two.do("stand", "A").offers("fire") == set(), "the wood before it blocks"


@rule("TC F7")
def test_enemies_do_not_stop_a_line_unless_the_option_says_so():
    text = "US rifle A 5,2\n German rifle G 5,5 finished\n German rifle H 5,9 finished"
    assert battle(text).do("stand", "A").offers("fire") == {"G", "H"}
    blocked = battle(text, enemies_block_fire=True).do("stand", "A")
    assert blocked.offers("fire") == {"G"}
    assert blocked.why_not("fire", "H") == "the line to H is blocked by G (TC F6)"


@rule("TC F7")
def test_with_enemies_blocking_a_mover_does_not_hide_itself():
    b = battle("US rifle A 5,5\n German rifle G 5,14", enemies_block_fire=True).act("A", "move", "5,2")
    assert b.decides() == "German"
    assert b.offers("fire") == {"G"}


@rule("TC F7")
def test_a_hill_blocks_only_if_it_is_above_both_ends():
    text = "hill Ridge 3,4 7,4 7,6 3,6 level=1\n hill Knoll 3,8 7,8 7,11 3,11 level={}\n" + (
        "US rifle A 5,2\n German rifle G 5,9.5 finished"
    )
    assert battle(text.format(1)).do("stand", "A").offers("fire") == {"G"}, "the target is as high as the ridge"
    low = "hill Ridge 3,4 7,4 7,6 3,6 level=1\n US rifle A 5,2\n German rifle G 5,9.5 finished"
    assert battle(low).do("stand", "A").offers("fire") == set()


CHART = [
    ("TC F8", 1, "regular", (2, PARALYZED)),
    ("TC F9", 2, "regular", (2, SUPPRESSED)),
    ("TC F9", 3, "regular", (2, SUPPRESSED)),
    ("TC F10", 4, "regular", (3, SUPPRESSED)),
    ("TC F10", 5, "elite", (3, SUPPRESSED)),
    ("TC F11", 6, "green", (3, SUPPRESSED)),
    ("TC F11", 6, "regular", (3, NORMAL)),
    ("TC F11", 6, "elite", (3, NORMAL)),
    ("TC F12", 7, "green", (3, NORMAL)),
    ("TC F12", 8, "green", (3, NORMAL)),
    ("TC F12", 10, "green", (3, NORMAL)),
]


@pytest.mark.parametrize(
    ("die", "quality", "after"),
    [pytest.param(*row[1:], marks=rule(row[0])) for row in CHART],
)
def test_the_infantry_table(die, quality, after):
    b = facing("", f"quality={quality}").act("A", "fire", "G", die)
    assert harm(b, "G") == after


@rule("TC F11")
def test_it_is_the_targets_quality_that_counts_not_the_firers():
    b = facing("quality=green", "quality=elite").act("A", "fire", "G", 6)
    assert harm(b, "G") == (3, NORMAL)


@rule("TC F8")
@rule("TC F9")
@rule("TC F10")
@rule("TC F12")
def test_the_odds_of_a_plain_shot():
    b = facing().do("stand", "A")
    odds = b.game.odds(b.state, 0, Action("fire", b.target("G")))
    by = odds.by(lambda end: (end.board.stands[1].hits, end.board.stands[1].morale))
    tenth = Fraction(1, 10)
    assert dict(by) == {
        (2, PARALYZED): tenth,
        (2, SUPPRESSED): 2 * tenth,
        (3, SUPPRESSED): 2 * tenth,
        (3, NORMAL): 5 * tenth,
    }


@rule("TC F12")
def test_modifiers_can_take_the_total_beyond_ten():
    b = battle(
        "buildings Farm 9,1 13,1 13,3 9,3\n US rifle A 1,2 suppressed\n German rifle G 11,2 finished quality=green"
    )
    b.act("A", "fire", "G", 10)
    assert b.rolls()[0].total == 14
    assert harm(b, "G") == (3, NORMAL)


COVERS = [
    ("buildings", {(2, "TC F13")}),
    ("hard_cover", {(2, "TC F13")}),
    ("bunker", {(2, "TC F13")}),
    ("trench", {(2, "TC F13")}),
    ("woods", {(1, "TC F14")}),
    ("orchard", {(1, "TC F14")}),
    ("rough", {(1, "TC F14")}),
    ("airfield", set()),
    ("marsh", set()),
]


@rule("TC F13")
@rule("TC F14")
@pytest.mark.parametrize(("kind", "modifiers"), COVERS)
def test_hard_cover_is_worth_two_and_other_cover_one(kind, modifiers):
    b = battle(f"{kind} Here 4,7 6,7 6,9 4,9\n" + FACING.format("", "")).act("A", "fire", "G", 3)
    assert b.modifiers() == modifiers
    worth = sum(value for value, _ in modifiers)
    assert harm(b, "G") == ((2, SUPPRESSED) if worth == 0 else (3, SUPPRESSED))


@rule("TC F13")
def test_two_makes_the_difference_between_a_hit_and_none_at_all():
    b = battle("buildings Farm 4,7 6,7 6,9 4,9\n" + FACING.format("", "")).act("A", "fire", "G", 4)
    assert b.rolls()[0].total == 6
    assert harm(b, "G") == (3, NORMAL)


@rule("TC F13")
def test_a_wall_shelters_only_who_is_behind_it():
    text = "wall Wall 3,7.25 7,7.25 7,7.5 3,7.5\n US rifle A 5,2\n US rifle B 5,13\n German rifle G 5,8 finished"
    b = battle(text).act("A", "fire", "G", 10)
    assert b.modifiers() == {(2, "TC F13")}
    b.act("B", "fire", "G", 10)
    assert b.modifiers() == set(), "from behind it is of no use"
    far = battle(text.replace("5,8", "5,9")).act("A", "fire", "G", 10)
    assert far.modifiers() == set(), "nor to a stand that does not touch it"
    along = battle(text.replace("3,7", "5,7")).act("A", "fire", "G", 10)
    assert along.modifiers() == set(), "nor against a line that only touches its end"
    bank = battle("shingle Bank 3,5 7,5 7,7.5 3,7.5\n" + text.split("\n", 1)[1].replace("A 5,2", "A 5,6"))
    assert bank.act("A", "fire", "G", 10).modifiers() == set(), "nor against who is on it"


@rule("TC F14")
def test_cover_modifiers_do_not_add_up():
    b = battle("woods Wood 3,6 7,6 7,10 3,10\n buildings Farm 4,7 6,7 6,9 4,9\n" + FACING.format("", ""))
    assert b.act("A", "fire", "G", 3).modifiers() == {(2, "TC F13")}
    b = battle("rough Rocks 3,6 7,6 7,10 3,10\n orchard Trees 4,7 6,7 6,9 4,9\n" + FACING.format("", ""))
    assert b.act("A", "fire", "G", 3).modifiers() == {(1, "TC F14")}


@rule("TC F14")
@pytest.mark.parametrize(("kind", "modifiers"), [("woods", {(1, "TC F14")}), ("buildings", {(2, "TC F13")})])
def test_smoke_is_cover_too_and_does_not_add_to_other_cover(kind, modifiers):
    text = "support US artillery Guns spotter=none\n" + FACING.format("", "")
    smoke = battle(text).do("call", 0).do("smoke", "5,5").act("A", "fire", "G", 4)
    assert smoke.modifiers() == {(1, "TC A12")}
    b = battle(f"{kind} Here 4,7 6,7 6,9 4,9\n" + text).do("call", 0).do("smoke", "5,5").act("A", "fire", "G", 4)
    assert b.modifiers() == modifiers


@rule("TC F14")
def test_the_firers_own_cover_is_of_no_account():
    b = battle("woods Wood 4,1 6,1 6,3 4,3\n" + FACING.format("", "")).act("A", "fire", "G", 3)
    assert b.modifiers() == set()


@rule("TC F15")
def test_a_suppressed_firer_shoots_worse_by_one():
    b = facing("suppressed").act("A", "fire", "G", 3)
    assert b.modifiers() == {(1, "TC F15")}
    assert harm(b, "G") == (3, SUPPRESSED), "3 + 1 = 4"
    assert facing("", "suppressed").act("A", "fire", "G", 7).modifiers() == set(), "the target's morale does not count"


@rule("TC F15")
@rule("TC F17")
@rule("TC F13")
def test_modifiers_of_different_kinds_add_up():
    text = "buildings Farm 9,1 13,1 13,3 9,3\n US rifle A 1,2 suppressed\n German rifle G 11,2 finished"
    b = battle(text).act("A", "fire", "G", 1)
    assert b.modifiers() == {(2, "TC F13"), (1, "TC F15"), (1, "TC F17")}
    assert b.rolls()[0].total == 5
    assert harm(b, "G") == (3, SUPPRESSED)


@rule("TC F16")
def test_a_paralyzed_firer_takes_two_and_only_in_close_combat():
    b = battle("US rifle A 5,5\n German rifle G 5,7 paralyzed").act("A", "assault", "G", 3, 10)
    assert b.modifiers(0) == {(2, "TC F16")}, "in place of the one for being suppressed"
    assert harm(b, "A") == (3, SUPPRESSED), "3 + 2 = 5"
    own = facing("paralyzed").do("stand", "A")
    assert own.offers("fire") == set()


@rule("TC F18")
@pytest.mark.parametrize("kind", ["rifle", "hmg", "engineer", "light_mortar", "heavy_mortar"])
def test_a_combat_stand_is_removed_on_its_third_hit_and_no_sooner(kind):
    b = battle(
        f"""
        US rifle A 3,2
        US rifle B 5,2
        US rifle C 7,2
        German {kind} G 5,8 finished
        German rifle H 15,15 finished
        """
    )
    b.act("A", "fire", "G", 2)
    assert harm(b, "G") == (2, SUPPRESSED)
    b.act("B", "fire", "G", 3)
    assert b["G"].hits == 1
    assert b.where("G") == "5.0,8.0"
    b.act("C", "fire", "G", 3)
    assert b.where("G") == ""
    assert b["G"].hits == 0
    assert "destroyed" in b.told()


@rule("TC F18")
def test_the_first_two_hits_change_nothing():
    b = facing("hits=1").do("stand", "A")
    assert "move" in b.verbs()
    assert facing("hits=1").act("A", "fire", "G", 3).modifiers() == set()
    assert facing("", "hits=1").act("A", "fire", "G", 4).modifiers() == set()


@rule("TC F19")
@pytest.mark.parametrize(
    ("kind", "hits"), [("hmg", 2), ("light_mortar", 2), ("heavy_mortar", 2), ("rifle", 3), ("engineer", 3)]
)
def test_weapons_stands_take_two_hits_with_the_option(kind, hits):
    text = f"US rifle A 5,2\n US rifle B 7,2\n German {kind} G 5,8 finished\n German rifle H 15,15 finished"
    b = battle(text, weapons_stand_two_hits=True)
    assert b["G"].hits == hits
    assert battle(text)["G"].hits == 3
    b.act("A", "fire", "G", 3).act("B", "fire", "G", 3)
    assert (b.where("G") == "") == (hits == 2)


@rule("TC F24")
def test_a_suppressed_stand_fires_in_its_own_phase_but_neither_moves_nor_reacts():
    b = facing("suppressed").do("stand", "A")
    assert b.verbs() == {"fire", "panic", "let_be"}
    assert b.why_not("move", "5,3") == "A is not fit to move (TC M8)"
    with pytest.raises(IllegalAction):
        b.do("move", "5,3")
    assert b.why_not("assault", "G").endswith("only by a stand of normal morale (TC M6)")
    b.do("fire", "G", 10)
    assert b.modifiers() == {(1, "TC F15")}
    watch = battle("US rifle A 5,2\n German rifle G 5,8 suppressed").act("A", "fire", "G", 10)
    assert watch.decides() == "US", "nobody could answer"


@rule("TC F25")
@pytest.mark.parametrize(("die", "hits"), [(5, 3), (3, 2)])
def test_a_second_suppression_paralyzes(die, hits):
    b = facing("", "suppressed").act("A", "fire", "G", die)
    assert harm(b, "G") == (hits, PARALYZED)
    assert [event.rule for event in b.events if event.what == "paralyzed"] == ["TC F25"]


@rule("TC F26")
def test_a_paralyzed_stand_can_only_panic():
    b = facing("paralyzed").do("stand", "A")
    assert b.verbs() == {"panic", "let_be"}
    assert b.why_not("fire", "G") == "A is paralyzed (TC F26)"
    watch = battle("US rifle A 5,2\n German rifle G 5,8 paralyzed").act("A", "fire", "G", 10)
    assert watch.decides() == "US"


@rule("TC F26")
def test_a_paralyzed_stand_fires_one_defensive_shot_in_close_combat():
    b = battle("US rifle A 5,5\n German rifle G 5,7 paralyzed\n German rifle H 20,15").act("A", "assault", "G", 10, 10)
    shooters = [roll.resolution.words.split()[0] for roll in b.rolls()]
    assert shooters == ["G", "A"]


@rule("TC F27")
@pytest.mark.parametrize(("die", "hits"), [(4, 3), (2, 2), (1, 2)])
def test_a_paralyzed_stand_stays_paralyzed(die, hits):
    b = facing("", "paralyzed").act("A", "fire", "G", die)
    assert harm(b, "G") == (hits, PARALYZED)
    assert "paralyzed" not in b.told()
    assert "suppressed" not in b.told()


@rule("TC F28")
def test_a_stand_is_finished_after_firing_whatever_the_result():
    for die in (1, 10):
        b = facing().act("A", "fire", "G", die)
        assert b["A"].finished
        assert b.offers("stand") == set()
        assert b.why_not("stand", "A") == "A is Finished (TC S7)"
    b.do("end").act("G", "fire", "A", 10)
    assert b.decides() == "German", "a Finished stand may not answer in the enemy's turn"


@rule("TC F8", "TC F9", "TC F10", "TC V6", "TC V7")
@pytest.mark.parametrize(
    ("target", "die", "rules"),
    [("rifle", 1, {"TC F8"}), ("rifle", 3, {"TC F9"}), ("rifle", 5, {"TC F10"}), ("rifle", 6, set()),
     ("w44_pz4", 3, {"TC V6"}), ("w44_pz4", 5, {"TC V7"})],
)  # fmt: skip
def test_a_result_is_told_with_the_rule_of_its_table(target, die, rules):
    b = battle(f"US rifle A 5,5\n German {target} G 5,8 heading=12 finished\n German rifle Y 23,15", scale="platoon")
    b.act("A", "fire", "G", die)
    assert {event.rule for event in b.events if event.what in ("hit", "suppressed", "paralyzed")} == rules
