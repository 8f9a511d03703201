"""Modern batteries in a scenario file, and the expansion switched off and on."""

import random
import re
from pathlib import Path

import msgspec
import pytest

import sandtable
from sandtable.contract import CHECKS, check
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import ScenarioFault
from sandtable.kernel.game import Game
from sandtable.scenarios import load
from sandtable.systems.tcs import SYSTEM
from sandtable.systems.tcs import modern as expansion
from sandtable.systems.tcs.batteryfile import Ammunition, BatteryEntry, Points
from sandtable.systems.tcs.modern.arsenal import Arsenal
from sandtable.systems.tcs.modern.points import Allot
from sandtable.systems.tcs.shells import COUNTER, GENERAL
from sandtable.systems.tcs.world import NOBODY

SCENARIO = sandtable.load("tcs/crossroads-1944").scenario
ONE, OTHER = SCENARIO.sides
SHEET = next(each.name for each in SCENARIO.sheet if each.side == ONE)


def entry(name, side=ONE, id="us87_m109", role="GS", **how):
    ammo = {key: how.pop(key) for key in Ammunition.__struct_fields__ if key in how}
    return BatteryEntry(name, side, id, role=role, ammo=Ammunition(**ammo), **how)


BATTERIES = (
    entry("Guns", he=4, smoke=1, dpicm=3, icm=1, copperhead=4, fascam=2, cb=1, ew=1),
    entry("Eights", id="us87_8in", he=2, dpicm=2, role="DS", supports=SHEET, dedicated="0505"),
    entry("Rockets", id="us87_mlrs", dpicm=6),
    entry("Radar", he=4, dpicm=2, role="CB", cb=3),
    entry("Gvozdika", OTHER, "su87_2s1_bty", he=6, icm=2, fascam=1, ew=1),
    entry("Akatsiya", OTHER, "su87_2s3_bty", he=6, role="CB", cb=3, ew=1),
)


def scenario(*batteries, points=None):
    return msgspec.structs.replace(SCENARIO, battery=batteries or BATTERIES, points=points or {})


def game(*batteries, points=None, **options):
    return Game(SYSTEM, scenario(*batteries, points=points), {"turns": 3, **options}, name="modern")


def random_games(game, seeds, most=250):
    """Every state, prompt, offer and word of some random games."""
    for seed in seeds:
        rng, dice = random.Random(seed), Dice.seeded(seed)
        state, events = game.start_with_events(dice)
        for _ in range(most):
            if game.over(state):
                break
            decision = game.decisions(state)[0]
            yield state, decision, [game.tell(event) for event in events]
            action = decision.pick(rng.randrange)
            if action.verb == "end":
                action = decision.pick(rng.randrange)
            state, events = game.apply(state, decision.side, action, dice)


class WithoutExpansion(type(SYSTEM)):
    """TCS as if the Modern Expansion had never been written."""

    chapters = tuple(each for each in SYSTEM.chapters if each not in expansion.CHAPTERS)


@pytest.mark.parametrize("batteries", [(), BATTERIES], ids=["as shipped", "with modern batteries"])
def test_switched_off_every_game_is_the_same_byte_for_byte(batteries):
    source = scenario(*batteries) if batteries else SCENARIO
    bare, off = (Game(system, source, {"turns": 3}, name="x") for system in (WithoutExpansion(), SYSTEM))
    for one, other in zip(random_games(bare, range(3)), random_games(off, range(3)), strict=True):
        assert bare.encode(one[0]) == off.encode(other[0])
        assert one[1].prompt == other[1].prompt
        assert [(o.verb, o.label, list(o.targets or ())) for o in one[1].offers] == [
            (o.verb, o.label, list(o.targets or ())) for o in other[1].offers
        ]
        assert one[2] == other[2]


def test_the_batteries_of_a_file_have_their_rounds_tubes_and_points():
    on = game(modern=True)
    state = on.start(Dice.seeded(1))
    kept = next(each for each in state.board.extras if type(each) is Arsenal)
    guns, eights, rockets, radar = kept.pieces[:4]
    assert (guns.icm, guns.dpicm, guns.copperhead, guns.fascam, guns.tubes) == (1, 3, 4, 2, 8)
    assert (guns.cb, guns.ew, radar.cb) == (1, 1, 3)
    assert (rockets.tubes, rockets.dpicm) == (8, 6)
    assert on.world.hex_name(eights.dedicated) == "0505"
    assert [each.role for each in on.world.support.batteries[3:5]] == [COUNTER, GENERAL]
    assert on.world.support.points == ((4, 1), (3, 2))


def test_switched_off_a_battery_in_the_counterfire_role_is_in_general_support():
    assert game().world.support.batteries[3].role == GENERAL


def test_a_side_with_points_is_asked_where_they_go():
    on = game(modern=True, points={ONE: Points(6, 2)})
    assert on.world.support.points == ((6, 2), (3, 2))
    state = on.start(Dice.seeded(1))
    assert isinstance(state.stack[-1], Allot)


@pytest.mark.parametrize(
    ("batteries", "points", "words"),
    [
        ((entry("A", dpicm=1000),), None, "ammunition is 0 to 999, not 1000"),
        ((entry("A", cb=21),), None, "the number of CB points is 0 to 20, not 21"),
        ((entry("A", ew=-1),), None, "the number of EW points is 0 to 20, not -1"),
        ((entry("A", dedicated="0505"),), None, "A has a dedicated mission only in DS (ME 2.6a)"),
        ((entry("A", role="DS", supports=SHEET, dedicated="9999"),), None, "9999"),
        ((entry("A", role="CB", supports=SHEET),), None, "a battery in CB supports nobody: write DS"),
        ((entry("A"),), {ONE: Points(21, 0)}, "the number of CB points is 0 to 20, not 21"),
        ((entry("A"),), {ONE: Points(0, 21)}, "the number of EW points is 0 to 20, not 21"),
        ((entry("A", cb=3),), {ONE: Points(2, 0)}, f"the batteries of {ONE} have 3 CB points, not 2"),
        ((entry("A"),), {OTHER: Points(2, 0)}, f"{OTHER} has no battery to give CB points to"),
        ((entry("A"),), {"Nobody": Points(2, 0)}, "'Nobody' is not one of the sides"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_its_place(batteries, points, words):
    with pytest.raises(ScenarioFault, match=words.replace("(", r"\(").replace(")", r"\)")):
        game(*batteries, points=points, modern=True)


@pytest.mark.parametrize("wrong", [{"cb": 21}, {"cb": -1}, {"ew": 21}, {"ew": -1}])
def test_a_fault_names_its_line(wrong):
    with pytest.raises(ScenarioFault) as fault:
        game(entry("A"), entry("B", **wrong), modern=True)
    assert fault.value.place == ("battery", 1, *wrong)


def test_the_part_of_the_guide_about_modern_artillery_can_be_used(tmp_path):
    guide = (Path(__file__).parents[4] / "docs" / "tcs-scenarios.md").read_text(encoding="utf-8")
    whole, *parts = re.findall(r"```toml\n(.*?)```", guide, re.DOTALL)
    own = next(each for each in parts if "us87_mlrs" in each)
    file = tmp_path / "ford.toml"
    file.write_text(whole.replace("turns = 6", "turns = 6\nmodern = true") + own, encoding="utf-8")
    support = load(str(file)).world.support
    assert [each.special.copperhead for each in support.batteries] == [4, 0, 0, 0]
    assert support.points == ((4, 1), (3, 0))


@pytest.mark.rule("TCS 3.0g", "TCS 27.2")
def test_squads_come_on_in_the_carriers_of_their_formation():
    fulda = load("tcs/fulda-1987")
    names, rides = fulda.world.names, fulda.world.rides
    carried = {names[n]: names[each] for n, each in enumerate(rides) if each != NOBODY}
    assert carried["Forward Squad 1"] == "Forward BMP-2 1"
    assert carried["Engineer Squad"] == "Engineer BTR-80"
    assert len(set(carried.values())) == len(carried), "one squad in each"


def test_modern_games_are_played_to_their_end_with_everything_called():
    """Random games plot, launch, scatter and answer; every event has words."""
    met, on = set(), game(modern=True, dedicated_missions=True)
    for _, decision, told in random_games(on, range(4), 900):
        met |= {offer.verb for offer in decision.offers}
        assert all(told)
    assert {"modern.launch", "modern.fascam", "modern.copperhead", "commit", "acquire"} <= met


@pytest.mark.parametrize("promise", [name for name in CHECKS if name != "secret order has no effect"])
def test_switched_on_it_keeps_the_contract(promise):
    assert check(game(modern=True, points={ONE: Points(6, 2)}, turns=2), promise, 1)


@pytest.mark.parametrize("hidden", [False, True])
def test_its_secrets_do_not_leak(hidden):
    assert check(game(modern=True, hidden_setup=hidden, turns=2), "keeps secrets", 0)
