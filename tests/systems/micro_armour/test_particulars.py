"""Particulars of Micro Armour: orders and tries that are left, who is asked and told, and what pages show of it."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

import sandtable
from sandtable import Action, Dice
from sandtable.kernel.errors import OptionError, ScenarioError
from sandtable.systems.micro_armour import SYSTEM
from sandtable.systems.micro_armour.board import CANNON, SECOND
from sandtable.systems.micro_armour.calculators import ByRange, Moving, by_range
from sandtable.systems.micro_armour.fire import NOT_YOURS, able_firers, why_not_fire
from sandtable.systems.micro_armour.movement import WatchMove
from sandtable.systems.micro_armour.points import Costing, balance
from sandtable.systems.micro_armour.proving import Left, proving_ground
from sandtable.systems.micro_armour.showing import VEHICLES
from sandtable.systems.micro_armour.vehicles import named, vehicles
from sandtable.systems.micro_armour.victory import Victory
from tests.systems.micro_armour.battle import Battle
from tests.systems.micro_armour.test_limits import DUEL, load
from tests.systems.micro_armour.test_scenarios import ended, winner

rule = pytest.mark.rule


def moving(*lines, orders=(1, 0), **how):
    """A of Blue has its order and is about to be touched."""
    return Battle("\n".join(lines), phase="move", orders=orders, **how).do("order", "A", 1)


# Fire


@rule("MA 05.00.3", "MA 07.02.04c")
@pytest.mark.parametrize(("blue", "red", "first"), [("M1A2_Abrams", "T55A", "Blue"), ("T55A", "M1A2_Abrams", "Red")])
def test_the_only_side_that_can_attack_is_asked_at_once(blue, red, first):
    """The gun of an M1A2 reaches 40 inches, that of a T55A 20."""
    b = Battle(f"Blue {blue} A 5,2\n Red {red} X 5,30 heading=12", phase="first", side=first).do("skip")
    assert (b.decides(), b.verbs()) == (first, {"attack", "skip"})
    assert b.told().count("fire_phase") == 1
    assert b.state.stack[-1].phase == 2


@rule("MA 07.02.03", "MA 07.02.01a")
def test_why_a_stand_may_not_be_attacked_or_fire():
    b = Battle("Blue M60A3 A 5,2\n Red T-72 X 5,12 attacked=2\n Red T-72 Y 9,12\n Red T-72 Z off")
    assert b.why_not("attack", "X").startswith("X has been attacked in this phase already")
    for nobody in ("A", "Z"):
        assert b.why_not("attack", nobody) == "that is not an enemy stand on the table"
    a, x, y = (b.number(each) for each in "AXY")
    assert able_firers(b.look, 0, x, SECOND, CANNON) == []
    assert why_not_fire(b.look, 0, a, x, SECOND, CANNON).rule == "MA 07.02.03"
    assert why_not_fire(b.look, 0, y, x, SECOND, CANNON) is NOT_YOURS
    assert why_not_fire(b.look, 0, a, y, SECOND, CANNON) is None


@rule("MA 07.06.05a")
@pytest.mark.parametrize(("tries", "asked"), [(0, True), (1, False)])
def test_who_has_no_try_left_is_not_asked_on_the_way(tries, asked):
    """A comes within the 20 inches that can be seen."""
    b = moving("Blue M60A3 A 5,2", f"Red T-72 X 5,26 heading=12 tries={tries}", sighting=20)
    b.do("move", "A").do("move", "5,8")
    assert (b.decides() == "Red") == asked


@rule("MA 07.06.05b", "MA 07.06.05c")
def test_who_holds_fire_on_the_way_is_not_asked_again_and_who_waits_is():
    """From 30 inches to 20 a shot becomes better on the way."""
    lines = "Blue M1A2_Abrams A 5,2", "Red T-90/AT-12 X 5,31 heading=12"
    b = moving(*lines).do("move", "A")
    assert (b.decides(), b.verbs()) == ("Red", {"attack", "wait"}), "on its first touch it cannot be let go for good"
    b.do("wait").do("move", "5,16")
    assert (b.decides(), b.verbs()) == ("Red", {"attack", "wait", "hold"})
    waits = moving(*lines).do("move", "A").do("wait").do("move", "5,16").do("wait")
    assert waits.decides() == "Red", "it is asked again as the range closes"
    assert waits.where("A") != "5.0,16.0"
    b.do("hold")
    assert (b.decides(), b.where("A")) == ("Blue", "5.0,16.0")


@rule("MA 07.06.05b")
@pytest.mark.parametrize(("touch", "otherwise"), [(True, "wait"), (False, "hold")])
def test_orders_left_for_opportunity_fire_let_a_mover_go_as_far_as_that_is_possible(touch, otherwise):
    reaction = WatchMove(1, 0, (3,), touch).reaction()
    assert (reaction.against, reaction.fire, reaction.hold) == (0, "attack", otherwise)


@rule("MA 07.06.05b")
def test_the_shots_at_a_mover_have_their_chances_and_ranges():
    """X at 10 inches: 14 of 20 to fire; at +3 with a die of no range. The missile of Y has a roll of its own."""
    b = moving("Blue T-72 A 5,2", "Red M60A3 X 5,12 heading=12", "Red T-90/AT-12 Y 9,12 heading=12").do("move", "A")
    asks = b.decision()
    assert asks.side == 1
    reaction = b.state.stack[-1].reaction()
    shots = SYSTEM.shots(b.game, b.state, 1, reaction)
    assert [(each.action.verb, b.names[each.firer], each.far) for each in shots] == [
        ("attack", "X", 10),
        ("attack", "Y", 11),
        ("attack", "Y", 11),
    ]
    for each in shots:
        assert 0 < each.hit < each.effect <= Fraction(7, 10)
    b.do("attack")
    more = SYSTEM.shots(b.game, b.state, 1, reaction)
    assert [(each.action.verb, b.names[each.action.target]) for each in more] == [
        ("cannon", "X"),
        ("cannon", "Y"),
        ("missile", "Y"),
    ]
    assert {(each.firer, each.far, each.effect, each.hit) for each in more} == {
        (each.firer, each.far, each.effect, each.hit) for each in shots
    }
    kill = by_range(ByRange(firer="M60A3", target="T-72")).lines["cannon, front"][10]
    assert shots[0].hit == kill, "a hit is a target destroyed"
    anything = by_range(ByRange(firer="M60A3", target="T-72", at_least="suppressed")).lines["cannon, front"][10]
    assert shots[0].effect == anything
    assert SYSTEM.shots(b.game, b.state, 0, reaction) == [], "the mover is not asked"


@rule("MA 07.08.02")
def test_the_range_between_stands_is_known_where_both_are_on_the_table():
    b = Battle("Blue M60A3 A 5,2\n Red T-72 X 5,12.5\n Red T-72 Y off")
    a, x, y = (b.number(each) for each in "AXY")
    assert SYSTEM.range_between(b.look, a, x) == SYSTEM.range_between(b.look, x, a) == 11
    assert SYSTEM.range_between(b.look, a, y) is SYSTEM.range_between(b.look, y, a) is None


@rule("MA CRT")
def test_a_chance_by_range_needs_a_shot_that_comes_off():
    """A target that is suppressed already stays so without a shot: that is no success."""
    curves = by_range(ByRange(firer="M60A3", target="T-72", target_state="suppressed", at_least="suppressed"))
    assert set(curves.lines["cannon, front"].values()) == {Fraction(7, 10)}, "cohesion 14"


def test_results_are_as_grave_as_what_they_leave():
    assert [Left(each, 1).severity for each in ("fresh", "suppressed", "disorganized", "eliminated")] == [0, 1, 2, 3]
    assert Left("suppressed and disorganized", 1).severity == 2
    assert [Moving(each, 3).severity for each in (0, 1, 3)] == [0, 1, 1]


# Orders and movement


@rule("MA 08.02.02")
@pytest.mark.parametrize(("lost", "left"), [("X", (1, 3)), ("Y", (1, 0))])
def test_orders_go_with_the_headquarters_and_with_nobody_else(lost, left):
    """From the flank the shot of A destroys a T55A without a roll for damage."""
    lines = "Red T55A X 5,7 heading=6 disorganized", "Red T55A Y 9,7 heading=6 GHQ disorganized"
    b = Battle("Blue M1A2_Abrams A 7,2\n" + "\n".join(lines), orders=(1, 3)).attack(lost, "A", 1)
    assert (b.state_of(lost), b.state.board.orders) == ("X", left)
    assert ("orders_lost" in b.told()) == (lost == "Y")


@rule("MA 08.02.02")
def test_a_headquarters_without_orders_takes_none_with_it():
    b = Battle("Blue M1A2_Abrams A 7,2\n Red T55A Y 9,7 heading=6 GHQ disorganized").attack("Y", "A", 1)
    assert (b.state_of("Y"), "orders_lost" in b.told()) == ("X", False)


@rule("MA 08.02.05", "MA 08.02.08a")
@pytest.mark.parametrize(
    ("orders", "verb", "target", "words"),
    [
        (1, "order", "1st", "1st moves under order"),
        (0, "independent", "1st", "1st moves without an order"),
        (0, "alone", "A", "A moves without an order"),
    ],
)
def test_a_roll_says_who_tries_and_how(orders, verb, target, words):
    text = "Blue M60A3 A 5,2 group=1st\n Blue M60A3 B 9,2 group=1st\n Red T-72 X 5,30"
    b = Battle(text, phase="move", orders=(orders, 0), sighting=10)
    assert str(b.forecast(verb, target).words) == words


@rule("MA 08.03.05a", "MA 08.03.02")
@pytest.mark.parametrize("spent", [1150, 1100])
def test_who_has_little_left_does_not_move_onto_another_either(spent):
    b = moving(
        f"Blue M60A3 A 5,2 spent={spent}", "Blue M60A3 B 5,3", "Blue M60A3 C 6,2", "Red T-72 X 35,30", sighting=1
    )
    offers = b.do("move", "A").offers("move")
    assert offers & {"5.0,2.5", "5.5,2.0", "5.5,2.5", "5.0,3.0"} == set()
    assert {"5.0,1.5", "4.5,2.0"} <= offers


@rule("MA 08.03.03")
def test_the_points_of_a_move_are_counted_with_the_inch_that_is_always_possible():
    b = moving("marsh Bog 3,0 9,0 9,6 3,6", "Blue M60A3 A 5,2", "Red T-72 X 35,30", sighting=1).do("move", "A")
    targets = b.decision().offer("move").targets
    assert len(targets) == len(list(targets)) > 8


@rule("MA 05.00.0")
def test_a_force_that_is_set_up_says_so():
    game = sandtable.load("micro_armour/1991-easting")
    dice = Dice.seeded(1)
    state = game.start(dice)
    for side in (0, 1):
        decision = game.decision(state, side)
        assert not decision.sets_up, "groups are no set-up on the table"
        state, _ = game.apply(state, side, Action("suggested"), dice)
    waiting = game.decisions(state)
    assert [each.sets_up for each in waiting] == [each.name == "deploy" for each in waiting]
    assert any(each.sets_up for each in waiting)


def test_groups_of_old_records_were_one_number():
    for verb in ("into", "order", "independent"):
        assert [SYSTEM.target_of_record(verb, each) for each in range(5)] == [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)]
        assert SYSTEM.target_of_record(verb, (1, 3)) == (1, 3)
    assert SYSTEM.target_of_record("move", 5) == 5


def test_points_and_headings_can_be_named():
    b = Battle("Blue M60A3 A 5,2\n Red T-72 X 5,12")
    assert SYSTEM.target_named(b.game, "point", "5,2.5") == b.at("5,2.5")
    assert SYSTEM.target_named(b.game, "heading", "SE") == 9
    assert SYSTEM.target_named(b.game, "unit", "A") is None


# Winning


@rule("MA SCN victory")
@pytest.mark.parametrize(
    ("lost", "destroyed", "most", "won"),
    [
        ((2, 3), 51, 66, None),  # two of three are more than 66 percent
        ((2, 3), 51, 67, 0),
        ((0, 1), 33, 50, 0),  # one of three is more than 33 percent
        ((0, 1), 34, 50, None),
    ],
)
def test_losses_are_measured_in_exact_percent(lost, destroyed, most, won):
    rows = [
        f"{side} T-72 {side[0]}{n} {'off lost' if n < lost[number] else f'{5 + 3 * n},{5 + 30 * number}'}"
        for number, side in enumerate(("Blue", "Red"))
        for n in range(3)
    ]
    rows = [f"{row} GHQ" if row.split()[2][1] == "2" else row for row in rows]
    b = Battle("\n".join(rows), phase="move", victory=Victory(destroyed=destroyed, lost=most))
    field = b.game.system.field(b.game, b.state.board)
    assert b.game.world.victory.decide(field, last=True)
    assert (field.result.score, field.result.winner) == (lost, won)


@rule("MA SCN break")
def test_past_its_break_point_a_force_has_lost_on_the_last_turn_too():
    """By losses alone the game would be a draw."""
    b = ended(4, 1, turn=12, break_point=3)
    assert (winner(b), b.state.result.words) == (1, "a force is past its break point")


@rule("MA 01.00c")
def test_the_tally_counts_objectives_where_there_are_some():
    game = sandtable.load("micro_armour/1987-gap")
    board, _ = game.system.start(game)
    count = len(board.holders)
    assert count >= 1
    for holder, counts in ((0, (count, 0)), (1, (0, count)), (-1, (0, 0))):
        look = game.system.look(game, replace(board, holders=(holder,) * count))
        lost, held = game.world.victory.tallies(look)
        assert (lost.counts, held.words, held.counts) == ((0, 0), "Objectives held", counts)


@rule("MA 01.00c")
def test_an_objective_that_is_not_on_the_map_is_told_with_those_that_are(tmp_path):
    text = DUEL.replace("[options]", 'objective = ["hill"]\n[options]', 1)
    text = text.replace(
        "\n[table]", "\n[table]\nmarker = [{ name = 'Mill', at = [10, 10] }, { name = 'Ford', at = [12, 12] }]", 1
    )
    with pytest.raises(ScenarioError, match="there is no marker 'hill': there are Mill, Ford"):
        load(tmp_path, text)


# Balance and vehicles


@rule("MA SCN cohesion")
def test_of_two_settings_that_balance_as_well_the_smaller_change_is_told():
    best, worst = Costing(5, 98, 14), Costing(5, 98, 10)
    (both,) = [each for each in balance(best, worst) if each.tool == "both cohesions"]
    assert both.gap == 0
    assert [each.cohesion for each in both.forces] == [13, 13], "11 and 11 would change as much; 13 is nearer to both"


@rule("MA DAT tanks")
def test_a_vehicle_is_found_by_its_whole_name_before_those_it_is_a_part_of():
    assert named("t-72").weapon == "T-72"
    assert named("m60a3").weapon == "M60A3"
    for text in ("", "   ", "zeppelin", "a"):
        with pytest.raises(OptionError, match="there is no vehicle"):
            named(text)
    with pytest.raises(OptionError, match=r"may be PT-76, .* or T-90/AT-12"):
        named("t-")


@rule("MA DAT tanks")
@pytest.mark.parametrize(
    ("order", "key"),
    [
        ("name", lambda tank: tank.weapon),
        ("points", lambda tank: tank.points),
        ("attack", lambda tank: -tank.cannon_attack),
        ("range", lambda tank: -tank.cannon_range),
        ("defense", lambda tank: -tank.defense),
        ("speed", lambda tank: -tank.speed),
    ],
)
def test_vehicles_can_be_put_in_order(order, key):
    found = vehicles(order=order)
    assert list(found) == sorted(vehicles(), key=key)
    assert found != vehicles()


@rule("MA DAT tanks")
def test_the_page_of_vehicles_has_their_numbers():
    listed = {each.name: {fact.label: (fact.words, fact.order) for fact in each.facts} for each in VEHICLES.vehicles}
    assert listed["M60A3"] == {
        "Tech": ("3", 3), "Attack": ("18", 18), "Range": ('30"', 30), "Defense": ("16", 16), "Speed": ('12"', 12),
        "Price": ("279", 279),
    }  # fmt: skip
    assert listed["T-90/AT-12"]["Attack"] == ("23 / 21", 23)
    rating = VEHICLES.rating
    assert (rating.label, rating.low, rating.high, rating.usual) == ("Cohesion", 1, 20, 14)
    assert [each.words for each in VEHICLES.grounds][-2:] == ["on a hilltop", "in the open"]
    assert "in light buildings" in [each.words for each in VEHICLES.grounds]


@rule("MA DAT tanks", "MA 07.08.01a")
def test_the_card_of_a_vehicle_has_its_facts_and_a_chance_for_every_band():
    card = VEHICLES.card("PT-76", 14, "woods")
    assert {fact.label: fact.words for fact in card.facts} == {
        "Tech level": "2", "Cannon": '9, to 20"', "Defense": "4, flank 2", "Speed": '12"', "Missile": "none",
        "Swims": '2"', "Price": "98",
    }  # fmt: skip
    assert "in woods" in card.words
    assert {each.group for each in card.bands} == {"Front", "Flank"}
    assert all(len(each.chances) == len(card.bands) for each in card.against)
    card = VEHICLES.card("M551A1/Shillelah", 14, "clear")
    facts = {fact.label: fact.words for fact in card.facts}
    assert (facts["Missile"], facts["Swims"], facts["Defense"]) == ('20, 3" to 25"', "no", "8, flank 4")
    assert [(each.group, each.label, each.low) for each in card.bands][-2:] == [
        ("Missile", "front", None),
        ("Missile", "flank", None),
    ]
    (t72,) = [each for each in card.against if each.name == "T-72"]
    curves = by_range(ByRange(firer="M551A1/Shillelah", target="T-72")).lines
    for band, chance in zip(card.bands, t72.chances, strict=True):
        weapon = "missile, front" if band.label == "front" else "missile, flank" if band.label == "flank" else None
        line = curves[weapon or f"cannon, {band.group.lower()}"]
        assert chance == line[band.low or 25]


@rule("MA 07.03.01")
def test_a_proving_ground_has_the_usual_cohesion_unless_another_is_asked_for():
    assert proving_ground(("M60A3",), "T-72").world.cohesion == (14, 14)
