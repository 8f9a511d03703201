"""The sequence of play, the clock, set-up and reinforcements (TCS 1, 2, 27)."""

from importlib.resources import files

import pytest

import sandtable
from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice
from sandtable.kernel.match import Match
from sandtable.systems.tcs.orders import order_of
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule
NAME = "tcs/crossroads-1944"


class Game:
    """A match of Crossroads with dice by script."""

    def __init__(self, *dice, **options):
        self.game = sandtable.load(NAME, {"command": "orders", **options})
        self.dice = Dice.scripted(*dice)
        self.match = Match(self.game, self.dice)

    def do(self, verb, target=None):
        (decision,) = self.game.decisions(self.match.state)
        self.match.act(decision.side, Action(verb, target))
        return self

    def set_up(self):
        return self.do("suggested").do("suggested")

    @property
    def board(self):
        return self.match.state.board

    @property
    def decides(self):
        return self.game.sides[self.game.decisions(self.match.state)[0].side]

    def unit(self, name):
        return self.board.units[self.game.world.names.index(name)]

    def told(self, what):
        return [event.values for event in self.match.events(everything=True) if event.what == what]


@rule("TCS 27.3")
def test_the_defender_sets_up_first_and_all_as_the_scenario_says():
    g = Game()
    assert g.decides == "German"
    g.do("suggested")
    assert g.decides == "US"
    assert g.unit("Pak 40").at == g.game.world.ground.map.index("0806")
    g.do("suggested")
    assert g.unit("Pak 40").mode == 0
    assert g.unit("Sherman 1").mode == 1
    assert not g.unit("Sherman 1").dug_in


@rule("TCS 27.3", "TCS 27.1")
def test_units_are_placed_one_by_one_in_their_areas():
    g = Game()
    (decision,) = g.game.decisions(g.match.state)
    hexes = {g.game.world.hex_name(hex) for hex in decision.offer("place").targets}
    assert len(hexes) == 7 * 6
    assert hexes >= {"0604", "1209"}
    assert "0603" not in hexes
    hex = g.game.world.ground.map.index("0904")
    g.do("place", hex)
    assert g.unit("7 Grenadier Platoon 1").at == hex
    assert "own area" in g.game.why_not(g.match.state, 1, Action("place", 0))


@rule("TCS 4.2a")
@pytest.mark.parametrize(("kind", "dug_in"), [("Prepared Defense", True), ("Hasty Defense", False), ("Attack", False)])
def test_a_prepared_defense_digs_in(kind, dug_in, tmp_path):
    text = (files("sandtable.scenarios") / "tcs" / "crossroads-1944.toml").read_text(encoding="utf-8")
    file = tmp_path / "own.toml"
    file.write_text(text.replace("Hasty Defense", kind), encoding="utf-8")
    game = sandtable.load(str(file))
    match = Match(game, Dice.scripted())
    match.act(1, Action("suggested"))
    assert [unit.dug_in for unit in match.state.board.units if unit.at >= 0] == [dug_in] * 5


@rule("TCS 1.0c", "TCS 1.0d")
def test_there_is_nothing_beyond_the_map():
    b = Battle("0303 open\nBlue us_rifle_plt A 0101 move").do("move", "A")
    assert b.offers("to") == {b.world.hex_name(hex) for hex in range(1, 9)}
    assert [b.world.hex_name(hex) for hex in range(9)] == [
        f"0{column}0{row}" for column in (1, 2, 3) for row in (1, 2, 3)
    ]


@rule("TCS 1.0d")
def test_who_could_only_run_off_the_map_is_lost():
    b = Battle("0106 open\nBlue us_hmg_sec A 0102\nRed ge_gren_plt X 0106 fired", fire_triggers=False)
    b.do("suppress", "0106").do("add", "A").do("fire", None, 61, 63)
    assert b.state_of("X") == "X"


@rule("TCS 1.0j")
def test_states_of_units_are_seen():
    text = "0303 open\nroad primary 0101 0102\nBlue us_rifle_plt A 0101 move road suppressed unassigned\n"
    b = Battle(text + "Red ge_gren_plt X 0303 dug_in paralyzed fired")
    a, x = b.game.picture(b.state, 0).pieces
    assert [mark.kind for mark in a.marks] == ["move_mode", "road", "suppressed", "unassigned"]
    assert [mark.kind for mark in x.marks] == ["dug_in", "paralyzed", "fired"]
    assert "Road Moving, Suppressed, Unassigned" in b.game.system.draw(b.look)


@rule("TCS 5.0f")
def test_enemies_do_not_share_a_hex():
    b = Battle("0303 open\nBlue us_rifle_plt A 0101 move\nRed ge_truck X 0102").do("move", "A")
    assert "0102" not in b.offers("to")


@rule("TCS 1.0b", "TCS 1.0a", "TCS 2.1")
def test_a_turn_has_its_label_and_lasts_twenty_minutes():
    g = Game()
    assert [g.game.world.clock(turn) for turn in (1, 2, 3, 4, 8)] == ["0900", "0920", "0940", "1000", "1120"]
    assert g.game.scene().metres == 125


@rule("TCS 2.0a", "TCS 2.0q", "TCS 2.0r")
def test_the_scenario_says_who_is_first_then_the_dice_say_who_chooses():
    g = Game(3, 3, 2, 5, 4).set_up()
    assert (g.decides, g.board.turn) == ("US", 1)
    g.do("end")
    assert g.decides == "German"
    g.do("end")
    assert g.board.turn == 2
    assert g.decides == "German", "a tie is rolled again, and 5 beats 2"
    g.do("first", 0).do("end")
    assert [each["side"] for each in g.told("action_phase")] == [0, 1, 0, 1]


@rule("TCS 2.0r")
def test_the_first_turn_can_be_rolled_for_too():
    g = Game(6, 1, roll_first_turn=True).set_up()
    assert (g.decides, "first" in [each.verb for each in g.game.decisions(g.match.state)[0].offers]) == ("US", True)


@rule("TCS 2.0s")
def test_fired_markers_of_the_phasing_side_come_off():
    b = Battle("0202 open\nBlue us_rifle_plt A 0101 fired\nRed ge_gren_plt X 0202 fired", side="Red").do("end")
    assert b.decides() == "Blue"
    assert not b["A"].fired
    assert b["X"].fired


@rule("TCS 2.0t", "TCS 19.1b")
def test_own_mortar_smoke_comes_off_in_the_owners_phase():
    text = "0303 open\nsmoke 0101 Blue\nsmoke 0202 Red\nBlue us_rifle_plt A 0101\nRed ge_gren_plt X 0303"
    b = Battle(text, side="Red")
    assert [each.side for each in b.do("end").state.board.smoke] == [1]


@rule("TCS 2.0z", "TCS 19.2b")
def test_clean_up_takes_level_1_away_and_then_makes_level_2_level_1():
    text = "0303 open\nsmoke 0101 Blue 1\nsmoke 0202 Red 2\nsmoke 0303 Red\nBlue us_rifle_plt A 0101\n"
    b = Battle(text + "Red ge_gren_plt X 0303")
    b.do("end")
    b.do("end", None, 6, 1)
    left = [(b.world.hex_name(each.at), each.level, each.light) for each in b.state.board.smoke]
    assert left == [("0202", 1, False)], "and the mortar smoke went in the phase of its owner"
    assert b.state.board.turn == 2


@rule("TCS 7.0b", "TCS 2.0i")
@pytest.mark.parametrize(("die", "sees"), [(4, 8), (5, 4), (6, 12)])
def test_on_full_hours_the_weather_may_change(die, sees):
    text = "0112 open\nBlue us_rifle_plt A 0101\nRed ge_truck X 0106"
    b = Battle(text, visibility=8, turn=3, side="Red", weather_table=True)
    b.do("end")
    b.do("end", None, die, 6, 1)
    assert b.look.visibility == sees
    assert b.look.sees(b.hex("0101"), b.hex("0106")) == (sees > 4)
    b = Battle(text, visibility=8, turn=3, side="Red").do("end").do("end", None, 6, 1)
    assert b.look.visibility == 8, "only with the option"


@rule("TCS 27.2", "TCS 2.0u")
@pytest.mark.parametrize(("die", "turn"), [(1, 4), (2, 3), (5, 3), (6, 2)])
def test_reinforcements_come_on_their_turn_or_as_the_die_says(die, turn):
    dice = {2: (6, 1, die), 3: (6, 1), 4: (6, 1)}
    g = Game(*(each for number in (2, 3, 4) for each in dice[number])).set_up().do("end").do("end")
    for now in (2, 3, 4):
        g.do("first", 0).do("end")
        come = g.unit("StuG 1").at >= 0
        assert come == (now >= turn), now
        if now == turn:
            assert g.decides == "German"
            stug, escort = g.unit("StuG 1"), g.unit("Escort Platoon")
            assert g.game.world.hex_name(stug.at) == "1506"
            assert (stug.mode, stug.spent, escort.spent) == (1, 2, 0), "a primary road: 1/3; and the men ride"
        if now < 4:
            g.do("end")


@rule("TCS 27.1", "TCS 2.1")
def test_the_game_ends_after_its_last_turn_and_counts_the_villages():
    g = Game(turns=1).set_up().do("end").do("end")
    result = g.match.state.result
    assert (result.winner, result.score) == (1, (0, 4))
    assert result.words == "A German victory: US holds 0 of 4"
    tallies = {each.words: each.counts for each in g.match.game.picture(g.match.state, 0).tallies}
    assert tallies == {"Objective hexes held": (0, 4), "Steps lost": (0, 0)}


@rule("TCS 27.1")
def test_a_village_is_held_by_the_last_unshaken_unit_alone_in_it():
    text = "0303 open\nBlue us_rifle_plt A 0103 move\nRed ge_truck X 0303"
    b = Battle(text).go("A", "0101")
    assert b.state.board.holders == (0,)
    b.go("A", "0102")
    assert b.state.board.holders == (0,), "it stays theirs when they leave"
    b = Battle("0303 open\nBlue us_truck A 0103 move\nRed ge_truck X 0303").go("A", "0101")
    assert b.state.board.holders == (1,), "a truck is no combat unit"


@rule("TCS 6.9g", "TCS 6.2")
def test_every_unit_of_crossroads_is_on_the_op_sheet_of_its_formation_and_no_counter_tells_the_enemy():
    game = sandtable.load("tcs/crossroads-1944")
    state = game.start(Dice.seeded(1))
    board, look = state.board, game.look(state)
    orders = {name: order_of(look, n) for n, name in enumerate(game.world.names)}
    assert orders["Sherman 1"] == "Attack: Take the crossroads, 0707, 0805, 0806, 0906"
    assert orders["Pak 40"] == "Hasty Defense: Hold the crossroads, 0707, 0805, 0806, 0906"
    assert orders["StuG 2"] == "Attack: Counter-attack, 0806"
    assert not any("crossroads" in text.lower() for piece in game.scene().pieces for _, text in piece.facts)
    sheets = [board.sheets[unit.sheet] for unit in board.units]
    assert [sheet.side for sheet in sheets] == list(game.world.owners)
