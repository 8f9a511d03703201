"""Standing orders for overwatch: what a shot is good for, and that orders answer all that is asked (TCS 15)."""

from fractions import Fraction

import pytest

from sandtable.kernel.dice import Dice
from sandtable.server.games.orders import Order, Orders, follow
from sandtable.systems.tcs import mayfire
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule
FIELD = "0812 open\n"


def moved(*lines, unit="A", to="0102"):
    return Battle(FIELD + "\n".join(lines)).do("move", unit).do("to", to)


def shots(b):
    side = b.decision().side
    return b.game.system.shots(b.game, b.state, side, b.game.reaction(b.state, side))


def answer(b, *orders, otherwise="ask"):
    found = follow(b.game.view(b.state, b.decision().side), Orders(orders, otherwise))
    return found and (found[0].verb, found[0].target)


RIFLES = "Blue us_rifle_plt A 0101 move"


@rule("TCS 15.2a")
def test_a_shot_has_its_range_and_the_chances_of_its_roll():
    b = moved(RIFLES, "Red ge_smg_sec X 0105")
    (shot,) = shots(b)
    roll = b.forecast("area", "0105")
    assert (shot.action.verb, shot.action.target, shot.firer, shot.far) == ("area", b.hex("0105"), b.number("X"), 3)
    odds = roll.odds()
    assert shot.effect == 1 - odds[-1]
    assert shot.hit == 1 - odds[-1] - odds[0]


@rule("TCS 15.2c")
def test_the_chance_to_fire_again_is_part_of_a_shot():
    (fresh,) = shots(moved(RIFLES, "Red ge_smg_sec X 0105"))
    (again,) = shots(moved(RIFLES, "Red ge_smg_sec X 0105 fired"))
    assert again.effect == fresh.effect * Fraction(1, 3)
    hill = "".join(f"{c:02}07 open 60\n" for c in range(1, 9))
    lines = hill + RIFLES, "Red ge_truck O 0105", "Red ge_81mm_sec M 0109{}"
    (mortar,) = shots(moved(lines[0], lines[1], lines[2].format("")))
    (spotted,) = shots(moved(lines[0], lines[1], lines[2].format(" fired")))
    assert spotted.effect == mortar.effect * Fraction(1, 6)


def test_orders_go_by_range_and_odds():
    b = moved(RIFLES, "Red ge_smg_sec X 0105")
    stack = b.hex("0105")
    assert answer(b, Order("fire", within=3)) == ("area", stack)
    assert answer(b, Order("fire", within=2)) is None
    assert answer(b, Order("fire", within=2), otherwise="hold") == ("hold", None)
    assert answer(b, Order("fire", effect_at_least=20)) == ("area", stack)
    assert answer(b, Order("fire", effect_at_least=99), otherwise="hold") == ("hold", None)
    assert answer(b, Order("hold", kinds=("Rifle platoon (US)",))) == ("hold", None)
    assert answer(b, Order("hold", kinds=("M4 Sherman 75 mm",))) is None


def test_orders_choose_the_form_of_fire_that_hits():
    b = moved("Blue us_m4_75 T 0101 move", "Red ge_pak40 G 0106", "Red ge_smg_sec X 0106", unit="T")
    assert answer(b, Order("fire")) == ("point", b.hex("0106"))


def test_orders_answer_at_what_a_stack_fires_too():
    rifles = RIFLES.replace("0101", "0102")
    b = Battle(FIELD + rifles + "\nBlue us_rifle_plt B 0302 move\nRed ge_gren_plt X 0202\nRed ge_smg_sec Y 0205")
    b.do("assault", "0202").do("all_in")
    orders = Orders((Order("fire"),), "hold")
    asked = []
    for number in range(20):
        found = follow(b.game.view(b.state, 1), orders) if b.decides() == "Red" else None
        if found is None:
            break
        asked.append(found[0].verb)
        b.state, _ = b.game.apply(b.state, 1, found[0], Dice.seeded(number))
    assert asked[:2] == ["area", "hex"]


def test_nobody_is_asked_who_could_not_fire():
    b = Battle(FIELD + RIFLES + "\nRed ge_smg_sec X 0112").do("move", "A").do("to", "0102")
    assert b.decides() == "Blue"


@rule("TCS 16.0a", "TCS 4.1b")
def test_the_game_says_why_not_of_at_rolls_and_modes():
    b = Battle(FIELD + "Blue us_hmg_sec H 0101\nBlue us_rifle_plt A 0101\nBlue us_lmg_sec L 0101 move suppressed")
    assert "is not infantry" in b.why_not("antitank", "H")
    assert "there is no vehicle" in b.why_not("antitank", "A")
    assert "Fire Mode already" in b.why_not("to_fire", "A")
    assert "Suppressed" in b.why_not("to_fire", "L")


@rule("TCS 13.0a")
def test_who_may_fire_is_asked_of_each_side_by_itself():
    look = Battle(FIELD + "Blue us_hmg_sec H 0101\nRed ge_smg_sec X 0104").look
    assert [mayfire.active(look, side) for side in (0, 1)] == [[0], [1]]
