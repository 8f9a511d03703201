"""Scenarios of Tactical Combat: scale, figures, types, special rules and victory (TC G), and files with mistakes."""

import re
from importlib.resources import files

import pytest

import sandtable
from sandtable import Dice
from sandtable.kernel.errors import OptionError, ScenarioError, ScenarioFault
from sandtable.systems.tactical_combat.scenario import Victory
from sandtable.systems.tactical_combat.special import Mist, Special
from sandtable.systems.tactical_combat.tables import stand_kinds
from tests.systems.tactical_combat.battle import Battle

rule = pytest.mark.rule


def battle(text, **how):
    return Battle(text, **{"command": "none", **how})


# G1: scale

COMBINED = """
    table 40 24
    US rifle A 5,5
    US w44_m4_75 T 8,5 heading=0
    US leader L 11,5
    German hmg M 5,12 finished
    German w44_panther P 8,17 heading=12 finished
"""


@rule("TC G1")
@pytest.mark.parametrize("scale", ["squad", "platoon"])
def test_moves_ranges_and_tables_are_the_same_at_both_scales(scale):
    b = battle(COMBINED, scale=scale).do("stand", "A")
    assert b.why_not("move", "13,5") == ""
    assert b.why_not("move", "13.5,5") != ""
    b.do("fire", "M", 3)
    assert b["M"].hits == 2
    tank = battle(COMBINED, scale=scale).do("stand", "T")
    assert tank.why_not("move", "24,5") == ""
    assert tank.do("fire", "P", 10).modifiers() == {(1, "TC V21")}


@rule("TC G1")
def test_what_a_stand_stands_for_changes_spotting_and_the_hits_of_vehicles():
    squad, platoon = (battle(COMBINED, scale=scale).game.world for scale in ("squad", "platoon"))
    assert squad.full_hits == (3, 1, 1, 3, 1)
    assert platoon.full_hits == (3, 3, 1, 3, 3)
    guns = COMBINED + "support US artillery Guns"
    assert battle(guns, scale="squad").do("call", 0).offers("spotter") == {"L"}
    assert battle(guns, scale="platoon").do("call", 0).offers("spotter") == {"A", "T", "L"}


# G2: other figures

FAR = """
    table 60 24
    US {} A 2,5 heading=6
    German {} B {} heading=18 finished
"""


@rule("TC G2")
@pytest.mark.parametrize(
    ("firer", "target", "normal", "most"), [("rifle", "rifle", 8, 16), ("w44_m4_75", "rifle", 16, 24)]
)
@pytest.mark.parametrize("percent", [50, 100, 200])
def test_ranges_may_be_rescaled(firer, target, normal, most, percent):
    normal, most = normal * percent / 100, most * percent / 100
    for gap, long in ((normal, False), (normal + 0.5, True), (most, True)):
        b = battle(FAR.format(firer, target, f"{3 + gap:g},5"), range_percent=percent).act("A", "fire", "B", 10)
        assert b.modifiers() == ({(1, "TC F17")} if long else set())
    b = battle(FAR.format(firer, target, f"{3.5 + most:g},5"), range_percent=percent).do("stand", "A")
    assert b.why_not("fire", "B") == f"B cannot be fired at: it is beyond {most:g} inches (TC F3)"


@rule("TC G2")
def test_the_reach_of_infantry_at_vehicles_and_of_light_mortars_are_ranges_too():
    reach = battle(FAR.format("rifle", "w44_pz4", "7,5"), range_percent=200).do("stand", "A")
    assert reach.offers("fire") == {"B"}
    reach = battle(FAR.format("rifle", "w44_pz4", "7.5,5"), range_percent=200).do("stand", "A")
    assert reach.offers("fire") == set()
    mortar = FAR.format("light_mortar", "rifle", "{},5") + "US leader L 20,10"
    assert battle(mortar.format(35), range_percent=200).act("A", "mortar", "L").offers("strike") == {"B"}
    assert battle(mortar.format(35.5), range_percent=200).act("A", "mortar", "L").offers("strike") == set()


@rule("TC G2")
@pytest.mark.parametrize(("kind", "inches"), [("rifle", 8), ("w44_m4_75", 16)])
@pytest.mark.parametrize("percent", [50, 100, 200])
def test_moves_may_be_rescaled(kind, inches, percent):
    b = battle(f"table 60 24\n US {kind} A 2,5\n German rifle B 50,20", move_percent=percent).do("stand", "A")
    far = 2 + inches * percent / 100
    assert b.why_not("move", f"{far:g},5") == ""
    assert b.why_not("move", f"{far + 0.5:g},5").startswith("it is out of reach")


@rule("TC G2")
def test_forced_moves_are_moves():
    panic = battle("table 60 24\n US rifle A 20,5 suppressed\n German rifle B 18,5 finished", move_percent=150)
    panic.act("A", "panic", "B")
    assert panic.where("A") == "32.0,5.0"
    back = battle(FAR.format("w44_m4_75", "w44_pz4", "10,5"), move_percent=50, scale="platoon").act("A", "fire", "B", 3)
    assert "14.0,5.0" in back.offers("back")


# G3: few types, one period


@rule("TC G3")
@pytest.mark.parametrize("theatre", ["west_1944", "east_1941", "east_1943", "desert_1942"])
def test_every_period_has_a_middle_gun_and_middle_armour(theatre):
    kinds = [kind for kind in stand_kinds().values() if kind.theatre == theatre]
    assert any(kind.gun == 0 and kind.armour == 0 and kind.vehicle for kind in kinds)
    assert all(kind.gun is None or -2 <= kind.gun <= 2 for kind in kinds)
    assert all(-2 <= kind.armour <= 2 for kind in kinds)


@rule("TC G3")
def test_vehicles_of_two_periods_do_not_meet():
    with pytest.raises(ScenarioFault, match=r"T-34/76 is of east_1941, others of west_1944.*TC G3"):
        battle("US w44_m4_75 A 5,5\n German e41_t34 B 15,5")
    battle("US e41_t34 A 5,5\n German w44_truck B 15,5")  # a truck is a truck in any year


@rule("TC G3")
def test_more_than_a_few_types_get_advice_and_no_refusal():
    kinds = ["w44_m4_75", "w44_m4_76", "w44_m5", "w44_m10", "w44_m18", "w44_m36", "w44_57"]
    text = "\n".join(f"US {kind} {kind} {2 + 3 * n},5" for n, kind in enumerate(kinds)) + "\n German rifle B 5,15"
    many = battle(text).game
    assert many.system.advice(many) == (
        "US has 7 types of vehicles and guns: a game with 6 or fewer is faster (TC G3)",
    )
    few = battle(text.replace("US w44_57 w44_57", "US w44_m5 again")).game
    assert few.system.advice(few) == ()


@rule("TC G3", "TC V1")
def test_without_vehicles_there_are_none():
    with pytest.raises(ScenarioFault, match="the scenario has vehicles, and the option vehicles is off"):
        battle("US w44_m4_75 A 5,5\n German rifle B 15,5", vehicles=False)
    battle("US w44_57 A 5,5\n German rifle B 15,5", vehicles=False)


# G4: special rules

CLEAR = "table 40 16\n US rifle A 5,5\n US leader L 5,7\n German rifle R {} finished\n German rifle Z 38,14 finished"


@rule("TC G4")
@pytest.mark.parametrize(("turn", "at", "seen"), [(1, "15,5", True), (2, "15.5,5", False), (3, "15.5,5", True)])
def test_mist_limits_sight_and_fire_on_some_turns(turn, at, seen):
    mist = Mist(inches=10, until_turn=2)
    b = battle(CLEAR.format(at), special=(mist,), turn=turn).do("stand", "A")
    assert b.offers("fire") == ({"R"} if seen else set())
    if not seen:
        assert b.why_not("fire", "R").startswith("the line to R is blocked by the distance")


@rule("TC G4")
@pytest.mark.parametrize(("inches", "asked"), [(9, True), (7, False)])
def test_nobody_reacts_to_what_the_mist_hides(inches, asked):
    text = CLEAR.format("13,5").replace("finished", "", 1)
    b = battle(text, special=(Mist(inches=inches, until_turn=2),)).act("A", "move", "5,3")
    assert (b.decides() == "German") == asked


@rule("TC G4")
def test_of_several_limits_the_shortest_counts():
    both = (Mist(inches=12, until_turn=5), Mist(inches=6, until_turn=1))
    assert battle(CLEAR.format("12,5"), special=both).look.sight_limit() == 600
    assert battle(CLEAR.format("12,5"), special=both, turn=2).look.sight_limit() == 1200
    assert battle(CLEAR.format("12,5"), special=both, turn=6).look.sight_limit() is None


class OutOfFuel(Special, frozen=True, tag="out_of_fuel"):
    """A rule as a scenario might have it."""

    def may_not_act(self, look, stand):
        return "there is no fuel" if look.world.kinds[stand].vehicle else ""


class Attrition(Special, frozen=True, tag="attrition"):
    """Another: a side's first stand is hit when its turn begins, its second suppressed when it ends."""

    def turn_start(self, field, side):
        field.hit(field.on_table(side)[0], "TC G4")

    def turn_end(self, field, side):
        field.suppress(field.on_table(side)[1], "TC G4")


class Deadline(Special, frozen=True, tag="deadline"):
    """Another: the second side wins when the first has ended turn 2."""

    def turn_end(self, field, side):
        if field.turn == 2:
            field.finish(1, "time is up")


@rule("TC G4")
def test_a_special_rule_may_forbid_stands_to_act():
    text = "US rifle A 5,5\n US w44_m4_75 T 9,5\n German rifle R 12,12"
    b = battle(text, special=(OutOfFuel(),))
    assert b.offers("stand") == {"A"}
    assert b.why_not("stand", "T") == "T may not act: there is no fuel"
    assert battle(text).offers("stand") == {"A", "T"}


@rule("TC G4")
def test_special_rules_run_when_a_turn_begins_and_when_it_ends():
    text = "US rifle A 5,5\n US rifle B 7,5\n German rifle R 12,12\n German rifle S 15,12"
    b = battle(text, special=(Attrition(),))
    b.do("end")
    assert (b["B"].morale, b["A"].morale) == (1, 0), "the end of the US turn, after its recovery"
    assert (b["R"].hits, b["S"].hits, b["A"].hits) == (2, 3, 3), "the start of the German turn"
    b.do("end")
    assert b["S"].morale == 1
    assert b["A"].hits == 2


@rule("TC G4")
def test_a_special_rule_may_end_the_game():
    b = battle("US rifle A 5,5\n German rifle R 12,12", special=(Deadline(),), turn=2).do("end")
    assert (b.state.result.winner, b.state.result.words) == (1, "time is up")


@rule("TC G4")
def test_a_rule_that_says_nothing_changes_nothing():
    class Silent(Special, frozen=True, tag="silent"):
        pass

    b = battle(CLEAR.format("12,5"), special=(Silent(),))
    assert b.look.sight_limit() is None
    assert Silent().fault() == ""
    assert b.do("end").decides() == "German"


# G5: victory

POINTS = """
    table 40 24
    objective hill 20,12 1
    US rifle A {}
    US rifle B 5,2
    German rifle R {}
    German rifle S 5,20
"""


def ended(b):
    return b.do("end").do("end").state.result


@rule("TC G5", "TC S4")
def test_a_game_has_eight_turns_unless_the_scenario_says_so():
    assert battle(POINTS.format("2,2", "2,20")).game.options["turns"] == 8
    b = battle(POINTS.format("2,2", "2,20"), turn=7).do("end").do("end")
    assert b.state.result is None
    assert b.state.board.turn == 8
    assert b.do("end").do("end").state.result is not None


@rule("TC G5")
@pytest.mark.parametrize(
    ("us", "german", "holder"),
    [
        ("20,15.5", "2,20", 0),
        ("20,16", "2,20", -1),
        ("22.5,14.5", "2,20", 0),
        ("23,14.5", "2,20", -1),
        ("2,2", "20,8.5", 1),
        ("20,15", "20,9", -1),
    ],
)
def test_an_objective_is_held_by_whoever_is_alone_within_three_inches(us, german, holder):
    b = battle(POINTS.format(us, german)).do("end")
    assert b.state.board.holders == (holder,)
    assert ("holds" in b.told()) == (holder >= 0)


@rule("TC G5")
def test_the_last_to_be_alone_there_still_holds_it():
    b = battle(POINTS.format("20,12", "2,20")).do("end").do("end")
    assert b.state.board.holders == (0,)
    b.act("A", "move", "20,5").do("end")
    assert b.state.board.holders == (0,)


@rule("TC G5")
@pytest.mark.parametrize("heading", [0, 3])
def test_the_edge_of_a_turned_base_counts(heading):
    text = f"table 40 24\n objective hill 20,12 1\n US w44_m4_75 A 20,15.5 heading={heading}\n German rifle R 2,20"
    assert battle(text).do("end").state.board.holders == (0,)
    text = text.replace("20,15.5", "22.5,14.5")
    assert battle(text).do("end").state.board.holders == ((-1,) if heading == 3 else (0,)), "its corner is turned away"


KILL = """
    table 40 24
    US w44_88 G 20,5
    German {} V 20,12 heading=12 hits=1 finished
    German rifle S 38,22 finished
    US rifle B 38,2
"""


@rule("TC G5")
@pytest.mark.parametrize(
    ("kind", "points"),
    [("rifle", 1), ("hmg", 1), ("w44_pak40", 1), ("leader", 2), ("hq", 2), ("w44_pz4", 2), ("w44_truck", 2)],
)
def test_a_stand_destroyed_is_one_point_and_a_leader_headquarters_or_vehicle_two(kind, points):
    b = battle(KILL.format(kind)).act("G", "fire", "V", 1)
    assert b["V"].hits == 0
    assert b.state.board.score == (points, 0)


def scored(score, holders=(-1,), points=1, **how):
    b = battle(POINTS.format("2,2", "2,20").replace("12 1", f"12 {points}"), turn=8, victory=Victory(**how))
    board = type(b.state.board)(
        **{name: getattr(b.state.board, name) for name in b.state.board.__struct_fields__}
        | {"score": score, "holders": holders}
    )
    b.state = type(b.state)(board, b.state.stack)
    return ended(b)


@rule("TC G5")
@pytest.mark.parametrize(
    ("score", "holders", "winner"),
    [
        ((0, 0), (-1,), None),
        ((1, 0), (-1,), None),
        ((2, 0), (-1,), 0),
        ((0, 2), (-1,), 1),
        ((1, 0), (0,), 0),
        ((1, 0), (1,), None),
        ((5, 6), (0,), None),
        ((5, 6), (1,), 1),
    ],
)
def test_the_higher_total_wins_and_a_gap_under_two_is_a_draw(score, holders, winner):
    assert scored(score, holders).winner == winner


@rule("TC G5")
def test_objectives_and_the_margin_may_be_worth_other_numbers():
    assert scored((0, 0), (0,), points=2).winner == 0
    assert scored((2, 0), margin=3).winner is None
    result = scored((4, 0), (1,))
    assert result.words == "US has 4 points, German 1"


@rule("TC G5")
@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("bulge-1944", {}, "the side with more points wins: the church 3, the station 2, an enemy stand 1,"),
        ("crete-1941", {}, "After turn 10 the side with more points wins: Hill 107 5,"),
        ("barbarossa-1941", {}, "the side with more points wins: the town 3,"),
        ("crete-1941", {"victory_counts": "losses"}, "with more points wins: an enemy stand 1,"),
        (
            "barbarossa-1941",
            {"victory_counts": "objectives", "turns": 4},
            "After turn 4 the side with more points wins: the town 3, the bridge 2;",
        ),
        (
            "barbarossa-1941",
            {},
            "vehicle 2; the special rules of the battle change that. German cannot win without the",
        ),
    ],
)
def test_how_a_battle_is_won_is_told_from_its_numbers(name, options, words):
    game = sandtable.load(f"tactical_combat/{name}", options=options)
    assert words in game.system.aims(game)


@rule("TC G5")
def test_how_far_a_side_must_lead_is_told():
    game = sandtable.load("tactical_combat/crete-1941")
    assert "After turn 10 the side that leads by 2 points wins: Hill 107 5," in Victory().words(game.world, game.sides)


@rule("TC G5")
def test_a_side_without_stands_has_lost_and_if_neither_has_any_it_is_a_draw():
    text = "US w44_88 G 20,5\n German rifle V 20,12 hits=1 finished"
    b = battle(text).act("G", "fire", "V", 1).do("end")
    assert (b.state.result.winner, b.state.result.words) == (0, "German has no stands left")
    text = "support US artillery Guns spotter=none\n US rifle G 20,5 hits=1\n German rifle V 21,5 hits=1 finished"
    b = battle(text).do("call", 0).do("attack", "20.5,5", 1, 1).do("end")
    assert (b.state.result.winner, b.state.result.words) == (None, "neither side has any stands left")


@rule("TC G5")
def test_a_side_whose_last_stands_are_yet_to_come_has_not_lost():
    text = "US w44_88 G 20,5\n German rifle V 20,12 hits=1 finished\n German rifle W 2,2 formation=Late"
    b = battle(text + "\n formation Late turn 3").act("G", "fire", "V", 1).do("end")
    assert (b.state.result, b.decides()) == (None, "German")


ATTACK = """
    table 40 24
    objective farm 20,12 3
    US rifle A 20,12
    US rifle B 2,2
    US hmg C 5,2
    US rifle D 8,2
    German rifle R {}
    German rifle S 38,22
"""


def attack(german, lost=(), **how):
    victory = Victory(attacker="US", **{"survivors": 2, "draw_losses": 2, **how})
    b = battle(ATTACK.format(german), turn=8, victory=victory)
    stands = list(b.state.board.stands)
    for name in lost:
        stands[b.number(name)] = type(stands[0])()
    board = b.state.board
    values = {name: getattr(board, name) for name in board.__struct_fields__} | {"stands": tuple(stands)}
    b.state = type(b.state)(type(board)(**values), b.state.stack)
    return ended(b)


@rule("TC G5")
@pytest.mark.parametrize(
    ("german", "lost", "winner", "words"),
    [
        ("2,20", (), 0, "US holds the objective with 3 rifle stands"),
        ("2,20", ("D",), 0, "US holds the objective with 2 rifle stands"),
        ("2,20", ("B", "D"), 1, "US has only 1 rifle stands left"),
        ("20,13.5", (), 1, "US does not hold the objective"),
        ("20,13.5", ("B", "D"), 1, "US does not hold the objective"),
        ("20,13.5", ("A", "B", "S"), 1, "US does not hold the objective"),
    ],
)
def test_a_scenario_may_ask_an_attacker_to_hold_an_objective(german, lost, winner, words):
    result = attack(german, lost)
    assert (result.winner, result.words) == (winner, words)


@rule("TC G5")
def test_heavy_losses_on_both_sides_are_a_draw_unless_the_attacker_has_done_it():
    assert attack("20,13.5", ("B", "D", "S"), draw_losses=1).winner is None
    assert attack("20,13.5", ("B", "D", "S"), draw_losses=0).winner == 1
    assert attack("2,20", ("D", "S"), draw_losses=1).winner == 0


# Files with mistakes

FIREFIGHT = (files("sandtable.scenarios") / "tactical_combat" / "first-firefight.toml").read_text(encoding="utf-8")


def load(folder, text):
    file = folder / "mine.toml"
    file.write_text(text, encoding="utf-8")
    return sandtable.load(str(file))


def test_a_scenario_of_ones_own_loads_from_its_file(tmp_path):
    game = load(tmp_path, FIREFIGHT)
    assert game.fingerprint == sandtable.load("tactical_combat/first-firefight").fingerprint
    state = game.start(Dice.scripted())
    assert [decision.side for decision in game.decisions(state)] == [0, 1]


EXTRA = '\n[[support]]\nside = "US"\nkind = "artillery"\nname = "Guns"\n'
MIST = '\n[[special]]\nrule = "mist"\ninches = 12\nuntil_turn = 3\n'
KRAUSE = '{ kind = "leader", name = "Feldwebel Krause", at = [[24, 28.5]] }'
VICTORY = '[victory]\nattacker = "US"'

WEAPONS = FIREFIGHT[FIREFIGHT.index("stands = [", FIREFIGHT.index('"Weapons"')) :].partition("\n]\n")[0] + "\n]"
MISTAKES = [
    # keys
    ('scale = "squad"', 'scal = "squad"', "scal", "scal: there is no such key here"),
    ('scale = "squad"', 'scale = "army"', "scale", "scale: 'army' is not one of platoon, squad"),
    ("[victory]", "[victory]\nsides = ['US']", "sides = ['US']", "victory sides: there is no such key here"),
    ("[[objective]]", "[[objective]]\nworth = 2", "worth", "objective 1 worth: there is no such key here"),
    (
        KRAUSE,
        KRAUSE.replace("kind", "knd"),
        "knd",
        "force 4 stands 1 knd: there is no such key here",
    ),
    ('name = "West wood"', 'name = "West wood"\ncolour = "green"', "colour", "colour: there is no such key here"),
    # sides
    ('sides = ["US", "German"]', 'sides = ["US"]', "sides =", "Tactical Combat has two sides, not 1"),
    ('sides = ["US", "German"]', 'sides = ["US", "us"]', "sides =", "each side needs a name of its own"),
    ('sides = ["US", "German"]', 'sides = ["US", "Ger\\nman"]', "sides =", "a name is 1 to 60 printable characters"),
    ('first = "US"', 'first = "Soviet"', "first =", "'Soviet' is not one of the sides US, German"),
    ('side = "German"', 'side = "Germans"', 'side = "Germans"', "'Germans' is not one of the sides US, German"),
    ('holder = "German"', 'holder = "nobody"', "holder =", "'nobody' is not one of the sides US, German"),
    (VICTORY, '[victory]\nattacker = "USA"', "attacker =", "'USA' is not one of the sides US, German"),
    # the table
    ("width = 48", "width = 4000", "width = 4000", "the table's width: 4000 inches is out of range"),
    ("width = 48", "width = 401", "width = 401", "the table's width must be 1 to 400 inches"),
    ("width = 48", "width = -48", "width = -48", "the table's width must be 1 to 400 inches"),
    ("width = 48", "width = nan", "width = nan", "nan is not a length in inches"),
    ("width = 48", "width = 20", 'name = "East wood" @+1', "East wood: corner 1 (36.34,16.0) is not on the table"),
    ('kind = "orchard"', 'kind = "jungle"', "jungle", "the terrain chart has no kind 'jungle'"),
    (
        "[[21, 25], [25, 25], [25, 28], [21, 28]]",
        "[[21, 25], [25, 25]]",
        'name = "Farm" @+1',
        "a polygon has 3 to 500 corners",
    ),
    (
        "[[21, 25], [25, 25], [25, 28], [21, 28]]",
        "[[21, 25], [25, 28], [25, 25], [21, 28]]",
        'name = "Farm" @+1',
        "Farm: the edge from corner 1 (21.0,25.0) meets the edge from corner 3",
    ),
    (
        "[[21, 25], [25, 25], [25, 28], [21, 28]]",
        "[[21, 25], [22, 26], [23, 27]]",
        'name = "Farm" @+1',
        "it has no area",
    ),
    (
        "[[21, 25], [25, 25], [25, 28], [21, 28]]",
        "[[21, 25], [25, 25, 3], [25, 28]]",
        "25, 3]",
        "it must be a list of 2, not of ",
    ),
    (
        "line = [[24, 0], [24, 14], [23, 25]]",
        "line = [[24, 0]]",
        "line = [[24, 0]]",
        "a road needs at least two points",
    ),
    ("at = [23, 26.5]", "at = [23, 99]", "at = [23, 99]", "the farm: 23.0,99.0 is not on the table"),
    (
        "[[2, 0], [46, 0], [46, 4], [2, 4]]",
        "[[2, 0], [46, 0]]",
        "[table.zone.US] @+1",
        "zone US: a polygon has 3 to 500",
    ),
    (
        "[[objective]]",
        '[[table.marker]]\nname = "the farm"\nat = [1, 1]\n\n[[objective]]',
        "at = [1, 1] @-1",
        "another marker called",
    ),
    # forces
    (
        'formation = "2nd Platoon"',
        'formation = "1st Platoon"',
        'formation = "1st Platoon" #2',
        "there is another formation",
    ),
    ('quality = "regular"', 'quality = "heroic"', "heroic", "'heroic' is not one of elite, green, regular"),
    ('zone = "GE"', 'zone = "DE"', 'zone = "DE"', "the table has no zone 'DE': it has US, GE"),
    (
        'formation = "Weapons"',
        'formation = "Weapons"\nunder = "Company"',
        "under =",
        "'Company' is not another formation",
    ),
    (
        'formation = "Weapons"',
        'formation = "Weapons"\nunder = "Weapons"',
        "under =",
        "'Weapons' is not another formation",
    ),
    ('formation = "Weapons"', 'formation = "Weapons"\nunder = "Platoon"', "under =", "under one of the other side"),
    (
        'formation = "Weapons"',
        'formation = "Weapons"\nturn = -1',
        "turn = -1",
        "a formation comes on turn 0 to 99, not -1",
    ),
    ('formation = "Weapons"', 'formation = "Weapons"\nturn = 1000', "turn = 1000", "turn 0 to 99, not 1000"),
    ('formation = "Weapons"', 'formation = ""', 'formation = ""', "a name is 1 to 60 printable characters, not ''"),
    (
        '{ kind = "hmg", name = "MG 42"',
        '{ kind = "laser", name = "MG 42"',
        'name = "MG 42"',
        "no kind of stand 'laser'",
    ),
    (
        '{ kind = "hmg", name = "MG 42", at = [[22, 26]] }',
        '{ kind = "hmg", name = "MG 42", count = 0 }',
        'name = "MG 42"',
        "a count is 1 to 120",
    ),
    (
        '{ kind = "hmg", name = "MG 42", at = [[22, 26]] }',
        '{ kind = "hmg", count = 999999999 }',
        "count = 999999999",
        "a count is 1 to 120",
    ),
    (
        '{ kind = "hmg", name = "MG 42", at = [[22, 26]] }',
        '{ kind = "hmg", count = 110 }',
        "count = 110",
        "a scenario has at most 120 stands in all",
    ),
    (
        '{ kind = "hmg", name = "MG 42", at = [[22, 26]] }',
        '{ kind = "hmg", count = 2, at = [[22, 26]] }',
        "count = 2, at",
        "2 stands, but 1 places",
    ),
    (
        'name = "MG 42"',
        'name = "Feldwebel Krause"',
        'kind = "hmg", name = "Feldwebel Krause"',
        "two stands are called 'Feldwebel Krause'",
    ),
    ("at = [[22, 26]]", "at = [[60, 26]]", 'name = "MG 42"', "a hmg at 60,26 is off the table"),
    ("at = [[22, 26]]", "at = [[22, -1]]", 'name = "MG 42"', "a hmg at 22,-1 is off the table"),
    ("at = [[22, 26]]", "at = [[0.2, 26]]", 'name = "MG 42"', "a hmg at 0.2,26 is off the table"),
    ("at = [[22, 26]]", "at = [[nan, 26]]", 'name = "MG 42"', "nan is not a length in inches"),
    ("at = [[22, 26]]", "at = [[inf, 26]]", 'name = "MG 42"', "is not a length in inches"),
    ("at = [[22, 26]]", "at = [[1e300, 26]]", 'name = "MG 42"', "is out of range"),
    ("at = [[22, 26]]", "at = [[22]]", 'name = "MG 42"', "it must be a list of 2, not of "),
    ("at = [[22, 26]]", "at = [[23.5, 26]]", 'name = "MG 42"', "MG 42 would stand on German squad 1"),
    (
        WEAPONS,
        "stands = []",
        "stands = []",
        "'Weapons' has no stands",
    ),
    # objectives and victory
    (
        'marker = "the farm"',
        'marker = "the mill"',
        'marker = "the mill"',
        "there is no marker 'the mill': there are the farm",
    ),
    ("points = 3", "points = -3", "points = -3", "an objective is worth 1 to 99 points, not -3"),
    ("points = 3", "points = 0", "points = 0", "an objective is worth 1 to 99 points, not 0"),
    ("survivors = 3", "survivors = -1", "survivors = -1", "survivors is 0 to 120, not -1"),
    ("survivors = 3", "margin = 0", "margin = 0", "margin is 1 to 120, not 0"),
    ("survivors = 3", "stand = 9999999999999", "stand = 9999999999999", "stand is 0 to 120, not 9999999999999"),
    ("draw_losses = 4", "draw_losses = -4", "draw_losses = -4", "draw_losses is 0 to 120, not -4"),
    (
        '[[objective]]\nmarker = "the farm"\npoints = 3\nholder = "German"',
        "",
        "attacker =",
        "an attacker needs an objective",
    ),
    (
        "[victory]",
        '[[objective]]\nmarker = "the farm"\n\n[victory]',
        'marker = "the farm" #2',
        "another objective at 'the farm'",
    ),
    # options
    ("turns = 12", "turns = 0", "turns = 0", "option 'turns' must be a whole number from 1 to 60, not 0"),
    ("turns = 12", "truns = 12", "truns", "there is no option 'truns'"),
    ("smoke = false", 'smoke = "no"', "smoke =", "option 'smoke' must be on or off"),
    ("smoke = false", 'command = "telepathy"', "command =", "option 'command' must be one of none, leaders, points"),
    (
        "smoke = false",
        "range_percent = 10",
        "range_percent",
        "option 'range_percent' must be a whole number from 50 to 400",
    ),
    # support and special rules
    (
        "\n[victory]",
        EXTRA.replace("artillery", "rocket") + "\n[victory]",
        "rocket",
        "'rocket' is not one of air, artillery",
    ),
    ("\n[victory]", EXTRA.replace("US", "USA") + "\n[victory]", 'side = "USA"', "'USA' is not one of the sides"),
    ("\n[victory]", EXTRA.replace("Guns", "") + "\n[victory]", 'name = ""', "a name is 1 to 60 printable characters"),
    ("\n[victory]", EXTRA + "missions = 0\n\n[victory]", "missions", "1 to 20 missions a turn, not 0"),
    ("\n[victory]", EXTRA + "missions = 21\n\n[victory]", "missions", "1 to 20 missions a turn, not 21"),
    ("\n[victory]", EXTRA + "dice = 2\n\n[victory]", "dice", "aircraft roll 1 to 3 dice, artillery one, not 2"),
    ("\n[victory]", EXTRA.replace("artillery", "air") + "dice = 4\n\n[victory]", "dice", "aircraft roll 1 to 3 dice"),
    (
        "\n[victory]",
        EXTRA + "turns = [3, 2]\n\n[victory]",
        "turns = [3",
        "turns are two numbers from 1 to 99, not 3 and 2",
    ),
    (
        "\n[victory]",
        EXTRA + "turns = [0, 2]\n\n[victory]",
        "turns = [0",
        "turns are two numbers from 1 to 99, not 0 and 2",
    ),
    ("\n[victory]", EXTRA + "template = 0.5\n\n[victory]", "template", "a template is 1 to 12 inches wide, not 0.5"),
    ("\n[victory]", EXTRA + "template = nan\n\n[victory]", "template", "a template is 1 to 12 inches wide, not nan"),
    ("\n[victory]", EXTRA + 'spotter = "maybe"\n\n[victory]', "spotter", "'maybe' is not one of hq, needed, none"),
    ("\n[victory]", EXTRA + EXTRA + "\n[victory]", 'name = "Guns" #2', "US has other support called 'Guns'"),
    ("\n[victory]", MIST.replace("mist", "fog") + "\n[victory]", "fog", "'fog' is not one of air_landing, airdrop, "),
    (
        "\n[victory]",
        MIST.replace("12", "0") + "\n[victory]",
        "inches = 0",
        "visibility in mist is 1 to 400 inches, not 0",
    ),
    (
        "\n[victory]",
        MIST.replace("3", "-1") + "\n[victory]",
        "until_turn = -1",
        "mist lasts until turn 1 to 99, not -1",
    ),
    ("\n[victory]", MIST + "colour = 1\n\n[victory]", "colour", "special 1 colour: there is no such key here"),
    # places in lists, and keys of tables that have names of their own
    (
        "at = [[24, 26], [18.5, 24.5], [28, 27]]",
        "at = [[24, 26],\n [18.5, 24.5],\n [99, 27]]",
        "[99, 27]",
        "is off the table",
    ),
    (
        "[[8, 20], [40, 20], [40, 34], [8, 34]]",
        '"all"',
        'polygon = "all"',
        "zone GE polygon: it must be a list, not text",
    ),
    ("at = [23, 26.5]", "at = [23, 1979-05-27]", "1979", "it must be a number or text, not a date or a time"),
    ('kind = "road"', 'kind = "motorway"', "motorway", "a road is one of road, track, not 'motorway'"),
    ('name = "West wood"', 'name = "West\\u0007wood"', "u0007", "a name is 1 to 60 printable characters"),
    ('formation = "Weapons"\n', "", 'quality = "regular" @-2 #3', "force 3: formation is missing here"),
    # the file itself
    ("turns = 12", "turns = " + "[" * 5000 + "]" * 5000, "turns =", "lists and tables are nested too deep"),
    ("turns = 12", "turns = " + "9" * 5000, "turns =", "a number has too many digits"),
    ("[options]", "[table]", "[table] #2", "there are two tables table"),
    ('title = "First Firefight"', 'title = "First', "title =", "the text does not end on its line"),
    ('title = "First Firefight"', "title = 3", "title =", "title: it must be text, not a whole number"),
]


@pytest.mark.parametrize(("old", "new", "where", "why"), MISTAKES)
def test_every_mistake_is_named_with_file_and_line(tmp_path, old, new, where, why):
    assert old in FIREFIGHT
    text = FIREFIGHT.replace(old, new, 1)
    with pytest.raises(ScenarioError, match=re.escape(why)) as refused:
        load(tmp_path, text)
    said = str(refused.value)
    assert "\n" not in said
    assert f"mine.toml line {_line(text, where)}" in said, said


def _line(text, where):
    """The line with these words: ` #2` is the second such line, ` @+3` the third line after it."""
    words, later, number = re.fullmatch(r"(.*?)(?: @([+-]\d+))?(?: #(\d))?", where).groups()
    numbers = [n for n, line in enumerate(text.split("\n"), 1) if words in line]
    return numbers[int(number or 1) - 1] + int(later or 0)


def test_stands_on_ground_they_cannot_enter_are_refused(tmp_path):
    text = FIREFIGHT.replace('kind = "ditch"', 'kind = "sea"').replace("at = [[33, 2.5]]", "at = [[31, 13]]")
    with pytest.raises(ScenarioError, match="a leader cannot stand at 31,13, in sea"):
        load(tmp_path, text)


def test_a_zone_too_small_for_its_stands_is_refused(tmp_path):
    text = re.sub(r", at = \[\[.*?\]\]", "", FIREFIGHT)
    load(tmp_path, text)
    small = text.replace("[[2, 0], [46, 0], [46, 4], [2, 4]]", "[[2, 0], [4, 0], [4, 4], [2, 4]]")
    with pytest.raises(ScenarioError, match="force 1 zone: zone US has no room for all its stands"):
        load(tmp_path, small)


def test_a_side_without_stands_is_refused(tmp_path):
    text = FIREFIGHT.replace('side = "German"', 'side = "US"').replace('zone = "GE"', 'zone = "US"')
    text = re.sub(r", at = \[\[.*?\]\]", "", text)
    with pytest.raises(ScenarioError, match="German has no stands"):
        load(tmp_path, text)


def test_a_table_too_large_for_its_features_is_refused(tmp_path):
    features = "".join(
        f'[[table.feature]]\nkind = "woods"\nname = "W{n}"\npolygon = [[1, 1], [2, 1], [2, 2]]\n' for n in range(60)
    )
    text = FIREFIGHT.replace("width = 48\nheight = 36", "width = 400\nheight = 400").replace(
        "[[table.road]]", features + "[[table.road]]"
    )
    with pytest.raises(ScenarioError, match="the table is too large for this number of features"):
        load(tmp_path, text)


def test_an_option_from_outside_is_checked_too():
    with pytest.raises(OptionError, match="option 'flank_arc' must be one of 180, 90, not '60'"):
        sandtable.load("tactical_combat/first-firefight", {"flank_arc": "60"})
