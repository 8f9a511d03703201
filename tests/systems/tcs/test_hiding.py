"""Units set up hidden: they are found by spotting and by what they do, and nothing tells before (TCS 27.4)."""

import pytest

import sandtable
from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import ScenarioError
from sandtable.server.games.orders import Order, Orders, follow
from sandtable.systems.tcs.world import NIGHT, UNKNOWN
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule
BLUE, RED = 0, 1
ROAD = "0512 open\n"
RIFLES = "Blue us_rifle_plt A 0101 move"


def seen(b, name, side=BLUE):
    """Where a side sees a unit; UNKNOWN if it does not."""
    return b.game.view(b.state, side).state.board.units[b.number(name)].at


def undoable(b, verb, target):
    known = b.game.view(b.state, BLUE).state
    return not b.game.barrier(known, BLUE, Action(verb, b.target(target)))


@rule("TCS 27.4")
def test_who_hides_is_somewhere_for_the_enemy_and_in_its_hex_for_its_owner():
    b = Battle(ROAD + RIFLES + "\nRed ge_gren_plt X 0106 hidden")
    assert seen(b, "X") == UNKNOWN
    assert seen(b, "X", None) == UNKNOWN, "a spectator"
    assert seen(b, "X", RED) == b.hex("0106")
    for side, at, words in ((BLUE, None, "Hidden, not found yet"), (RED, b.hex("0106"), "Hidden from the enemy")):
        standing = b.game.picture(b.state, side).pieces[b.number("X")]
        assert (standing.at, standing.strength, standing.gone) == (at, 5, False)
        assert words in [mark.words for mark in standing.marks]
    drawn = b.game.system.draw(b.game.look(b.game.view(b.state, BLUE).state))
    assert "X: hidden somewhere" in drawn


@rule("TCS 27.4")
def test_nobody_fires_at_who_hides_or_assaults_it():
    b = Battle(ROAD + "Blue us_rifle_plt A 0101\nBlue us_rifle_plt B 0102 move\nRed ge_pak40 X 0103 hidden")
    assert not {"suppress", "point", "assault", "antitank", "overrun"} & b.verbs()
    assert b.why_not("suppress", "0103") == "there is no enemy to fire at (TCS 13.0a)"
    assert b.why_not("assault", "0103") == "there is no enemy to assault (TCS 22.1)"


@rule("TCS 27.4")
@pytest.mark.parametrize(
    ("marks", "ground", "at"), [("", "open", "0103"), ("dug_in", "open", "0104"), ("dug_in", "woods", "0105")]
)
def test_it_is_found_by_those_who_come_within_its_spotting_range(marks, ground, at):
    """3 hexes for men; 1 step less dug in, and 1 less in cover. Who finds somebody stops."""
    text = f"{ROAD}0106 {ground}\n{RIFLES}\nRed ge_gren_plt X 0106 hidden {marks}"
    b = Battle(text, overwatch_far=0, overwatch_near=0)
    b.go("A", "0105")
    while b.decides() == "Red":
        assert seen(b, "X") == UNKNOWN or b.where("A") == at
        b.do("hold")
    assert b.where("A") == at
    assert seen(b, "X") == b.hex("0106")
    assert not b["X"].hidden


@rule("TCS 27.4")
def test_who_would_enter_its_hex_stops_before_it_and_is_told_then():
    """At night nobody spots it from beside it."""
    b = Battle(ROAD + RIFLES + "\nRed ge_gren_plt X 0104 hidden dug_in", light=NIGHT, overwatch_far=0, overwatch_near=0)
    assert "0104" in b.do("move", "A").offers("to")
    b.do("to", "0104")
    assert b.where("A") == "0103"
    assert b.left("A") == 4
    assert b.told() == ["moves", "found"]
    assert b.events[-1].reveals
    assert "0104" not in b.do("move", "A").offers("to")


@rule("TCS 27.4")
def test_who_fires_is_found_with_all_who_hide_in_its_hex():
    lines = "Red ge_gren_plt X 0103 hidden\nRed ge_smg_sec Y 0103 hidden\nRed ge_gren_plt Z 0104 hidden"
    b = Battle(ROAD + "Blue us_rifle_plt A 0101\n" + lines, side="Red", overwatch_marks="firers", return_fire=False)
    b.do("suppress", "0101").do("add", "X")
    assert seen(b, "X") == UNKNOWN, "it has not fired yet"
    b.do("fire", None, (1, 1))
    assert seen(b, "X") == seen(b, "Y") == b.hex("0103")
    assert seen(b, "Z") == UNKNOWN


@rule("TCS 27.4")
def test_who_goes_to_move_mode_is_found():
    b = Battle(ROAD + "Blue us_rifle_plt A 0101\nRed ge_gren_plt X 0508 hidden", side="Red")
    b.do("to_move", "X")
    assert seen(b, "X") == b.hex("0508")
    assert b.told()[:2] == ["found", "move_mode"]


@rule("TCS 27.4")
def test_friends_who_come_in_give_it_away():
    b = Battle(
        ROAD + "Blue us_rifle_plt A 0101\nRed ge_gren_plt X 0510 hidden\nRed ge_gren_plt Y 0509 move", side="Red"
    )
    b.go("Y", "0510")
    assert seen(b, "X") == b.hex("0510")


@rule("TCS 27.4")
def test_its_side_is_asked_wherever_it_might_see_the_trigger_and_not_elsewhere():
    """A platoon that moves in the open is spotted at 4 hexes, by who is dug in at 6: from 0101 up to 0107."""
    text = ROAD + RIFLES + "\nRed ge_gren_plt X {} hidden dug_in"
    asked = {}
    for lair in ("0108-0112", "0109-0112"):
        for at in ("0110", "0112"):
            b = Battle(text.format(at), lair=lair).go("A", "0102")
            asked[lair, at] = b.decides() == "Red"
    assert asked == {
        ("0108-0112", "0110"): True,
        ("0108-0112", "0112"): True,
        ("0109-0112", "0110"): False,
        ("0109-0112", "0112"): False,
    }
    b = Battle(text.format("0112"), lair="0108-0112").go("A", "0102")
    assert b.verbs() == {"hold"}
    assert "Nobody can fire at it" in b.decision().prompt


@rule("TCS 27.4")
def test_orders_answer_questions_about_shots_that_nobody_has():
    b = Battle(ROAD + RIFLES + "\nRed ge_gren_plt X 0112 hidden dug_in", lair="0108-0112").go("A", "0102")
    near = Order("fire", within=3)
    assert follow(b.game.view(b.state, RED), Orders((near,), "hold"))[0] == Action("hold")
    assert follow(b.game.view(b.state, RED), Orders((near,))) is None, "an answer at once would tell"
    assert follow(b.game.view(b.state, RED), Orders((Order("ask", within=1), near), "hold")) is None


@rule("TCS 27.4")
def test_a_move_where_somebody_might_be_found_cannot_be_undone_and_another_can():
    """It is spotted at 2 hexes; but nobody knows that it has dug in, and if not it would be spotted at 3."""
    text = ROAD + RIFLES + "\nRed ge_gren_plt X {} hidden dug_in"
    for at in ("0104", "0112"):
        b = Battle(text.format(at), lair="0104-0112", overwatch_far=0, overwatch_near=0).do("move", "A")
        assert not undoable(b, "to", "0102"), "found or not"
        b = Battle(text.format("0112"), lair="0106-0112", overwatch_far=0, overwatch_near=0).do("move", "A")
        assert undoable(b, "to", "0102")


@rule("TCS 27.4")
def test_who_runs_into_it_runs_elsewhere():
    """The enemy that fires is in 0303; one way out of 0304 leads where another hides."""
    text = "0812 open\nBlue ge_smg_sec F 0303\nBlue ge_gren_plt H 0306 hidden\nRed us_rifle_plt A 0304"
    b = Battle(text, return_fire=False, light=NIGHT)
    b.do("suppress", "0304").do("add", "F").do("fire", None, (5, 1), (6, 3))
    assert "0306" in b.offers("to")
    b.do("to", "0306")
    assert b["A"].at == b.hex("0304")
    assert not b["H"].hidden
    assert "0306" not in b.offers("to")


@rule("TCS 27.4")
def test_everybody_looks_around_when_a_phase_begins():
    b = Battle(ROAD + "Blue us_rifle_plt A 0101\nsmoke 0101 Blue\nRed ge_gren_plt X 0104 hidden", side="Red")
    assert seen(b, "X") == UNKNOWN, "through the smoke it is spotted at 2 hexes"
    b.do("end")
    assert seen(b, "X") == b.hex("0104")


CROSSROADS = "tcs/crossroads-1944"


def set_up(**options):
    game = sandtable.load(CROSSROADS, options)
    state, events = game.apply(game.start(Dice.seeded(1)), RED, Action("suggested"), Dice.seeded(1))
    return game, state, events


@rule("TCS 27.4")
def test_on_crossroads_the_german_company_hides():
    game, state, events = set_up()
    company = [
        n for n, member in enumerate(game.world.member_of) if game.world.formations[member].name == "7th Company"
    ]
    assert len(company) == 5
    assert all(state.board.units[n].hidden for n in company)
    assert all(game.view(state, BLUE).state.board.units[n].at == UNKNOWN for n in company)
    placed = [event for event in events if event.what == "placed"]
    assert len(placed) == 5
    assert all(event.seen_by(RED) and not event.seen_by(BLUE) and not event.seen_by(None) for event in placed)


@rule("TCS 27.4")
def test_without_the_option_nobody_hides():
    game, state, events = set_up(hidden_setup=False)
    assert not any(unit.hidden for unit in state.board.units)
    seen = game.view(state, BLUE).state.board
    assert [unit.at for unit in seen.units] == [unit.at for unit in state.board.units]
    assert all(event.seen_by(BLUE) for event in events)


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (
            "hidden = true\n",
            'hidden = true\nmode = "move"\n',
            "7th Company cannot hide: a hidden unit sets up",
        ),
        (
            "varies = true\n",
            "hidden = true\n",
            "Assault guns cannot hide: a hidden unit sets up",
        ),
        ('US = "0102-0211"', 'US = "0102-0604"', "7th Company cannot hide where A Company is set up"),
    ],
)
def test_a_scenario_that_hides_somebody_in_the_wrong_way_is_refused(before, after, words, tmp_path):
    from importlib.resources import files

    text = (files("sandtable.scenarios") / "tcs" / "crossroads-1944.toml").read_text(encoding="utf-8")
    assert text.count(before) == 1
    path = tmp_path / "battle.toml"
    path.write_text(text.replace(before, after), encoding="utf-8")
    with pytest.raises(ScenarioError, match=words):
        sandtable.load(str(path))
