"""An air drop: aiming points, drift, what a stand comes down on, shots at it, and containers."""

from fractions import Fraction

import msgspec
import pytest

from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice
from sandtable.systems.tactical_combat.board import OFF
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.special.airdrop import Airdrop
from sandtable.systems.tactical_combat.special.ammunition import Ammunition
from sandtable.systems.tactical_combat.special.touchdown import LandingFire
from tests.systems.tactical_combat.battle import Battle
from tests.systems.tactical_combat.special.faults import fault_of, load_with

pytestmark = pytest.mark.rule("TC G4")

FIELD = """
    table 40 40
    sea Bay 0,36 40,36 40,40 0,40
    orchard Grove 26,18 32,18 32,22 26,22
    buildings Camp 18,6 22,6 22,10 18,10
    formation Drop turn 1
    German rifle E {enemy}
    US leader L 2,2
    US {kind} A 1,1 formation=Drop
    US rifle B 1,1 formation=Drop
    US rifle C 1,1 formation=Drop
    US rifle D 1,1 formation=Drop
"""


def drop(*others, enemy="2,30", kind="rifle", options=None, **values):
    """The German turn ends, and the American drop of turn 1 comes."""
    rule = Airdrop(**{"formation": "Drop", "stick": 2, **values})
    text = FIELD.format(enemy=enemy, kind=kind)
    b = Battle(text, special=(rule, *others), command="none", side="German", first="German", **(options or {}))
    return b.do("end")


def fall(b, *dice):
    """Stand after stand jumps, with these dice, until somebody else is asked or all are down."""
    left, said = dice, []
    while "jump" in b.verbs():
        script = Dice.scripted(*left)
        b.state, events = b.game.apply(b.state, 0, Action("jump"), script)
        left, said = script.left, [*said, *events]
    assert left == (), f"dice were left over: {left}"
    b.events = said
    return b


def rest():
    """Dice for three more stands that come down out of the way."""
    return (5, 1, 5, 3, 5, 5)


# Aiming


def test_every_stick_is_aimed_before_any_dice_are_thrown():
    b = drop()
    assert b.decides() == "US"
    assert b.decision().prompt == "Drop drops: aim A, B at which point?"
    assert b.verbs() == {"aim"}, "nothing is suggested"
    b.do("aim", "20,20")
    assert b.decision().prompt == "Drop drops: aim C, D at which point?"
    assert all(b[name].at == OFF for name in "ABCD")
    assert b.rolls() == []
    fall(b.do("aim", "8,12"), 5, 1, 5, 3, 5, 1, 5, 3)
    assert [b.where(name) for name in "ABCD"] == ["20.0,19.0", "20.0,17.0", "8.0,11.0", "8.0,9.0"]
    assert b.verbs() >= {"stand", "end"}, "and then the turn goes on"
    assert "A" in b.offers("stand"), "it may act at once"


def test_the_enemy_does_not_see_where_sticks_are_aimed():
    b = drop().do("aim", "20,20")
    other = drop().do("aim", "21,20")
    assert b.game.view(b.state, 1).state == b.game.view(other.state, 1).state
    b.do("aim", "8,12")
    other.do("aim", "9,12")
    assert b.decision().prompt == "Next comes A, aimed at 20.0,20.0."
    assert b.game.view(b.state, 1).state == b.game.view(other.state, 1).state


def test_the_scenario_may_suggest_points():
    b = drop(aim=((20, 20), (8, 12))).do("aim", "21,20")
    fall(b.do("rest"), 10, 2, 5, 2, 5, 1, 5, 3)
    assert [b.where(name) for name in "ABCD"] == ["21.0,22.0", "21.0,18.0", "8.0,11.0", "8.0,9.0"]


def test_a_point_off_its_zone_is_refused():
    assert drop().why_not("aim", "20,38") == "it is aimed at a point of zone all, on ground where a stand can be"


def test_a_drop_of_a_later_turn_waits_for_it():
    text = FIELD.format(enemy="2,30", kind="rifle").replace("turn 1", "turn 2")
    b = Battle(text, special=(Airdrop("Drop"),), command="none", side="German", first="German").do("end")
    assert b.verbs() >= {"stand", "end"}
    b.do("end").do("end")
    assert b.verbs() == {"aim"}


# Drift


@pytest.mark.parametrize(
    ("way", "inches", "where"),
    [
        (10, 4, "20.0,24.0"),
        (5, 9, "20.0,11.0"),
        (1, 5, "23.0,24.0"),
        (1, 9, "25.5,27.5"),  # 5.29 inches east and 7.28 north
        (2, 10, "29.5,23.0"),
        (3, 10, "29.5,17.0"),
        (7, 10, "10.5,17.0"),
        (9, 10, "14.0,28.0"),
    ],
)
def test_one_die_is_the_way_by_the_clock_and_one_the_inches(way, inches, where):
    b = fall(drop().do("aim", "20,20").do("aim", "8,12"), way, inches, *rest())
    assert b.where("A") == where
    assert [roll.resolution.rule for roll in b.rolls()[:2]] == ["TC G4", "TC G4"]


def test_the_dice_of_a_drift_say_what_they_are_for():
    b = fall(drop().do("aim", "20,20").do("aim", "8,12"), 10, 4, *rest())
    assert [roll.resolution.words for roll in b.rolls()[:2]] == ["A drifts: 36 degrees a pip", "A drifts, in inches"]


@pytest.mark.parametrize(("enemy", "where"), [("20,32.5", "20.0,16.0"), ("20,33", "20.0,18.0")])
def test_sticks_aimed_near_an_enemy_drift_twice_as_far(enemy, where):
    b = fall(drop(enemy=enemy).do("aim", "20,20").do("aim", "8,12"), 5, 2, *rest())
    assert b.where("A") == where


@pytest.mark.parametrize(("die", "inches"), [(1, 1), (2, 1), (5, 3), (10, 5)])
def test_gliders_drift_half_as_far_rounded_up(die, inches):
    b = fall(drop(drift=50, ground_fire=0, enemy="20,30").do("aim", "20,20").do("aim", "8,12"), 5, die, *rest())
    assert b.where("A") == f"20.0,{20 - inches}.0"


def test_the_odds_of_one_stand_are_exact():
    """A stick of one aimed at the shore: of a hundred throws, those that end north of y = 35.5 are lost."""
    text = "table 40 40\n sea Bay 0,36 40,36 40,40 0,40\n formation Drop turn 1\n German rifle E 2,2\n"
    text += "US leader L 5,2\n US rifle A 1,1 formation=Drop"
    b = Battle(text, special=(Airdrop("Drop", stick=1),), command="none", side="German", first="German").do("end")
    b.do("aim", "20,30")
    odds = b.game.odds(b.state, 0, Action("jump"))
    # North (pip 10) from 6 inches, 36 degrees off it (1 and 9: 0.809) from 8; 72 degrees off (2 and 8: 0.309) never.
    assert odds.chance(lambda state: state.board.stands[2].hits == 0) == Fraction(5 + 2 * 3, 100)


# Landing


@pytest.mark.parametrize(
    ("aimed", "way", "inches"), [("20,30", 10, 7), ("20,12", 5, 4), ("3,20", 8, 3)], ids=["sea", "roof", "edge"]
)
def test_who_comes_down_in_the_sea_on_a_roof_or_off_the_table_is_lost(aimed, way, inches):
    b = fall(drop(enemy="38,2").do("aim", aimed).do("aim", "8,12"), way, inches, *rest())
    assert b["A"].hits == 0
    assert "lost_in_drop" in b.told()
    assert b.state.board.score == (0, 1)


@pytest.mark.parametrize(("die", "left"), [(6, 3), (7, 2)])
def test_trees_hurt(die, left):
    b = fall(drop(enemy="38,2").do("aim", "29,24").do("aim", "8,12"), 5, 4, die, *rest())
    assert b.where("A") == "29.0,20.0"
    assert b["A"].hits == left


@pytest.mark.parametrize(("die", "left"), [(8, 3), (9, 2)])
def test_gliders_crash_on_any_ground(die, left):
    b = fall(
        drop(enemy="38,2", crash_at_least=9).do("aim", "20,20").do("aim", "8,12"), 5, 2, die, 5, 5, 1, 5, 1, 1, 5, 5, 1
    )
    assert b["A"].hits == left


def test_the_lower_number_counts_where_both_could_hurt():
    b = fall(
        drop(enemy="38,2", crash_at_least=5).do("aim", "29,23").do("aim", "8,12"), 5, 3, 5, 5, 5, 1, 5, 1, 1, 5, 5, 1
    )
    assert b["A"].hits == 2


def test_a_stand_that_comes_down_on_another_is_put_on_the_nearest_free_point():
    b = fall(drop(enemy="38,2").do("aim", "20,20").do("aim", "8,12"), 5, 2, 5, 2, 5, 3, 5, 5)
    assert b.where("A") == "20.0,18.0"
    assert b.where("B") == "20.0,17.0"


def test_a_stand_that_comes_down_on_an_enemy_is_put_off_him_and_may_be_hurt():
    b = fall(
        drop(enemy="20,18 finished\nGerman rifle F 38,2 finished", ground_fire=0).do("aim", "20,20").do("aim", "8,12"),
        5,
        2,
        7,
        5,
        6,
        5,
        3,
        5,
        5,
    )
    assert b["A"].hits == 2
    assert not b.look.touching(b.number("A"), b.number("E"))
    assert b.look.within(b.number("A"), b.number("E"), 100)


# Shots at those who come down


@pytest.mark.parametrize(("enemy", "asked"), [("29,18", True), ("29.5,18", False)])
def test_an_enemy_within_eight_inches_may_fire_at_a_landing_stand(enemy, asked):
    b = drop(enemy=enemy, ground_fire=0).do("aim", "20,20")
    clear = (10, 9, 5, 3, 5, 5)
    fall(b.do("aim", "8,12"), 5, 2, *(() if asked else clear))
    assert (b.decides() == "German") == asked
    if asked:
        assert b.offers("fire") == {"E"}
        assert b.verbs() == {"fire", "hold"}
        fall(b.do("hold"), *clear)
        assert b["A"].hits == 3


@pytest.mark.parametrize(("die", "hits", "morale", "done"), [(4, 2, 1, False), (6, 3, 1, False), (7, 3, 0, True)])
def test_the_target_is_helpless_and_only_a_shot_without_effect_finishes_the_firer(die, hits, morale, done):
    b = fall(drop(enemy="24,18", ground_fire=0).do("aim", "20,20").do("aim", "8,12"), 5, 2)
    b.do("fire", "E", die)
    assert b.modifiers() == {(-1, "TC G4")}
    assert (b["A"].hits, b["A"].morale) == (hits, morale)
    assert b["E"].finished == done


def test_a_drop_may_leave_nobody_helpless():
    b = fall(drop(enemy="24,18", ground_fire=0, helpless=0).do("aim", "20,20").do("aim", "8,12"), 5, 2)
    assert b.do("fire", "E", 10).modifiers() == set()


def test_a_shot_at_a_landing_stand_uses_ammunition_as_any_other():
    belts = Ammunition(side="German", turns=1, at_most=3, kind="rifle")
    b = drop(belts, enemy="24,18", ground_fire=0).do("aim", "20,20").do("aim", "8,12")
    fall(b, 5, 2).do("fire", "E", 10)
    assert b.look.recall(b.game.world.specials[1])[b.number("E")] > 0


@pytest.mark.parametrize("mark", ["finished", "paralyzed"])
def test_a_marked_enemy_does_not_fire(mark):
    """Who was Paralyzed is still Suppressed after the recovery of his turn."""
    b = drop(enemy=f"24,18 {mark}", ground_fire=0).do("aim", "20,20")
    fall(b.do("aim", "8,12"), 5, 2, *rest())
    assert b.decides() == "US"


def test_without_shot_within_nobody_is_asked():
    b = fall(drop(enemy="24,18", ground_fire=0, shot_within=0).do("aim", "20,20").do("aim", "8,12"), 5, 2, *rest())
    assert b.decides() == "US"


def test_why_a_stand_may_not_fire_at_a_landing():
    b = Battle("US rifle A 10,8\nGerman rifle R 10,3\nGerman rifle S 12,3 finished\nGerman rifle T 18,3")
    asks = LandingFire(1, b.number("A"), (b.number("R"),), -1)
    b.state = msgspec.structs.replace(b.state, stack=(*b.state.stack, asks))
    assert b.why_not("fire", "R") == ""
    assert b.why_not("fire", "S") == "S is Finished and may not opportunity fire (TC O1)"
    assert b.why_not("fire", "T") == "it is too far from the landing (TC G4)"


# Containers


def armed(enemy="20,14 finished", kind="rifle", **values):
    """The stick of A and B comes down north of its container, which lies at 20,22; A at 20,24, B at 20,27."""
    b = drop(enemy=enemy, kind=kind, containers=True, ground_fire=0, **values).do("aim", "20,20")
    return fall(b.do("aim", "8,12"), 10, 2, 10, 4, 10, 7, 5, 1, 5, 3, 5, 5)


def test_a_container_drifts_by_itself_and_is_drawn():
    b = armed()
    assert "container_down" in b.told()
    rule = b.game.world.specials[0]
    assert rule.container(b.look, b.number("A")) == b.at("20,22")
    assert rule.container(b.look, b.number("C")) == b.at("8,11")
    assert rule.marks(b.look) == ((b.at("8,11"), "!", "A container"), (b.at("20,22"), "!", "A container"))
    drawn = b.game.system.draw(b.look)
    assert drawn.split("\n")[9][3 + 20] == "!"
    assert "A (rifles): 20.0,24.0, 3 of 3 hits left, without its weapons" in drawn
    seen = b.game.picture(b.state, None)
    assert [(patch.kind, patch.words) for patch in seen.patches] == [("marker", "A container")] * 2
    assert [mark.words for mark in seen.pieces[b.number("A")].marks] == ["Without its weapons"]


@pytest.mark.parametrize(("kind", "modifier"), [("rifle", 1), ("hmg", 2)])
def test_without_its_container_a_stand_fires_four_inches_and_badly(kind, modifier):
    near = armed(enemy="20,19 finished", kind=kind).act("A", "fire", "E", 10)
    assert near.modifiers() == {(modifier, "TC G4")}
    far = armed(enemy="20,18.5 finished", kind=kind).do("stand", "A")
    assert far.why_not("fire", "E") == "E cannot be fired at: it is beyond 4 inches (TC F3)"


def test_a_machine_gun_in_its_container_gives_no_second_die():
    def gun():
        return armed(enemy="20,19 finished", kind="hmg", options={"hmg_two_dice": True})

    assert len(gun().act("A", "fire", "E", 10).rolls()[0].faces) == 1
    assert len(gun().act("A", "assault", "E", 10, 1).rolls()[1].faces) == 1, "nor in close combat"
    b = gun().act("A", "move", "20,22.5").do("end").do("end")
    assert len(b.act("A", "fire", "E", (10, 10)).rolls()[0].faces) == 2, "with the container it has its gun"


def test_who_ends_a_turn_beside_the_container_has_its_weapons_and_the_others_of_the_stick_do_not():
    b = armed(enemy="20,14 finished").act("A", "move", "20,22.5").do("end")
    assert b.told().count("armed") == 1
    assert b.game.world.specials[0].errand(b.look, b.number("A")) is None
    assert b.game.world.specials[0].errand(b.look, b.number("B")) == b.at("20,22")
    b.do("end")
    b.act("A", "fire", "E", 10)
    assert b.modifiers() == set()
    b = armed(enemy="20,14 finished").act("A", "move", "20,23").do("end")
    assert b.told().count("armed") == 0, "half an inch off is not contact"


def test_a_stand_takes_its_weapons_once():
    b = armed(enemy="20,14 finished").act("A", "move", "20,22.5").do("end")
    assert "armed" in b.told()
    b.do("end").do("end")
    assert "armed" not in b.told(), "it is still beside the container"


def test_only_the_end_of_its_own_turn_arms_a_stand():
    b = armed(enemy="20,14 finished").act("A", "move", "20,22.5")
    b.game.world.specials[0].turn_end(field := Battlefield(b.game, b.state.board), 1)
    assert [event.what for event in field.events] == []
    b.game.world.specials[0].turn_end(field, 0)
    assert [event.what for event in field.events] == ["armed"]


def test_a_container_in_the_sea_is_lost_and_the_stick_keeps_its_pistols():
    b = drop(enemy="38,2", containers=True).do("aim", "20,30")
    fall(b.do("aim", "8,12"), 10, 7, 5, 4, 5, 7, 5, 1, 5, 3, 5, 5)
    assert "container_lost" in b.told()
    rule = b.game.world.specials[0]
    assert rule.container(b.look, b.number("A")) == OFF
    assert rule.errand(b.look, b.number("A")) is None
    assert b.look.max_range(b.number("A")) == 400


def test_without_containers_nobody_lacks_anything():
    b = fall(drop(enemy="38,2").do("aim", "20,20").do("aim", "8,12"), 5, 2, *rest())
    assert b.look.max_range(b.number("A")) == 1600


# Mistakes

GOOD = """rule = "airdrop"
formation = "2nd Platoon"
stick = 2"""


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("2nd", "3rd", "there is no formation '3rd Platoon': there are 1st Platoon, 2nd Platoon, Weapons, Platoon"),
        ("stick = 2", "stick = 2", "2nd Platoon drops on a turn of the game: give its force a turn"),
        ("stick = 2", "stick = 0", "a stick is 1 to 20, not 0"),
        ("stick = 2", "drift = 401", "drift in percent is 0 to 400, not 401"),
        ("stick = 2", "ground_fire = -1", "ground fire in inches is 0 to 99, not -1"),
        ("stick = 2", "hurt_at_least = 11", "hurt_at_least is 2 to 10, not 11"),
        ("stick = 2", "crash_at_least = 1", "crash_at_least is 0 or 2 to 10, not 1"),
        ("stick = 2", "shot_within = 17", "shot_within in inches is 0 to 16, not 17"),
        ("stick = 2", "helpless = 10", "helpless is -9 to 9, not 10"),
        ("stick = 2", "pistols = 0", "pistols fire, in inches, 1 to 16, not 0"),
        ("stick = 2", "unarmed = 10", "unarmed is -9 to 9, not 10"),
        ("stick = 2", 'lost_in = ["ocean"]', "there is no kind of ground 'ocean'"),
    ],
)
def test_mistakes_in_the_file(tmp_path, old, new, why):
    assert fault_of(tmp_path, GOOD.replace(old, new)) == why


@pytest.mark.parametrize(
    ("kinds", "rule", "why"),
    [
        ("rifle", "aim = [[5, 5]]", "Late has 2 sticks, but 1 points to aim at"),
        ("rifle", "aim = [[5, 5], [49, 5]]", "a point to aim at is off the table"),
        ("rifle", "aim = [[5, 5], [nan, 5]]", "a point to aim at is off the table"),
        ("w44_m4_75", "", "Late has vehicles or guns, which do not jump"),
    ],
)
def test_mistakes_in_a_formation_that_drops(tmp_path, kinds, rule, why):
    force = '[[force]]\nside = "US"\nformation = "Late"\nquality = "elite"\nzone = "US"\nturn = 2\n'
    force += f'stands = [{{ kind = "{kinds}", count = 3 }}]'
    good = f'rule = "airdrop"\nformation = "Late"\nstick = 2\n\n{force}'
    assert fault_of(tmp_path, good.replace("stick = 2\n", f"stick = 2\n{rule}\n")) == why
    if kinds == "rifle":
        assert load_with(tmp_path, good.replace("stick = 2\n", "aim = [[5, 5]]\n")).world.specials[0].stick == 3
