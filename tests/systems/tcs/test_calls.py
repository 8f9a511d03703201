"""What a battery can fire, who fires with it, and what a call lacks: the reasons and the limits (TCS 18, 26.2)."""

import pytest
from msgspec.structs import replace

from sandtable.systems.tcs.batteries import (
    assign,
    battalion,
    cost_of,
    imagine,
    mates,
    refresh,
    role_of,
    role_words,
    supported,
    why_not_fire_mission,
    why_not_ready,
)
from sandtable.systems.tcs.calling import MOST_CHANGES, Call, Draft, battalion_of, fitted, guns_in, in_aim, too_close
from sandtable.systems.tcs.clock import NIGHT
from sandtable.systems.tcs.shells import (
    CONTINUOUS,
    DIRECT_BATTALION,
    DIRECT_SHEET,
    GENERAL,
    HE,
    ILLUM,
    SMOKE,
    Mission,
)
from sandtable.systems.tcs.tables import UNITS
from tests.systems.tcs.gunnery import Gunnery

rule = pytest.mark.rule
FIELD = "0810 open\n"
OBSERVER, TARGET = "Blue us_rifle_plt O 0401", "Red ge_gren_plt X 0406"
GUN = "battery Blue us_105_how A"
THREE = [f"battery Blue us_105_how {name} fa=94th" for name in "ABC"]


def guns(*lines, **how):
    return Gunnery(FIELD + "\n".join(lines), **how)


def why(b, shell, *, fast=False, battery=0):
    found = why_not_fire_mission(b.look, battery, shell, fast=fast)
    return "" if found is None else found.phrase


# What a battery fires


@rule("TCS 18.3b", "TCS 18.12", "TCS 26.2a", "TCS 18.3a")
@pytest.mark.parametrize(
    ("battery", "shell", "fast", "words"),
    [
        ("us_105_how A", HE, False, ""),
        ("us_105_how A", HE, True, ""),
        ("us_105_how A", SMOKE, False, ""),
        ("us_105_how A", SMOKE, True, "only HE and Continuous Fire are fired fast"),
        ("us_105_how A", ILLUM, True, "only HE and Continuous Fire are fired fast"),
        ("us_105_how A", CONTINUOUS, True, ""),
        ("us_155_how A", HE, True, "cannot fire fast"),
        ("us_155_how A", CONTINUOUS, True, "cannot fire fast"),
        ("us_105_how A", ILLUM, False, "illumination is fired at night only"),
        ("us_105_how A he=0", HE, False, "no ammunition left"),
        ("us_105_how A he=0", CONTINUOUS, False, "no ammunition left"),
        ("us_105_how A he=1", HE, False, ""),
        ("us_105_how A he=1", HE, True, "no ammunition left"),
        ("us_105_how A he=2", HE, True, "no ammunition left"),
        ("us_105_how A he=3", HE, True, ""),
        ("us_105_how A smoke=0", SMOKE, False, "no ammunition left"),
        ("ge_150_rocket A", HE, False, ""),
        ("ge_150_rocket A", CONTINUOUS, False, "fires one salvo"),
        ("ge_150_rocket A", HE, True, "cannot fire fast"),
    ],
)
def test_what_a_battery_can_fire(battery, shell, fast, words):
    b = guns(OBSERVER, TARGET, f"battery Blue {battery}")
    assert words in why(b, shell, fast=fast)
    assert bool(words) == bool(why(b, shell, fast=fast))


@rule("TCS 26.2a")
def test_illumination_is_fired_at_night():
    night = guns(OBSERVER, TARGET, GUN, light=NIGHT)
    assert why(night, ILLUM) == ""
    assert "no ammunition left" in why(guns(OBSERVER, TARGET, f"{GUN} illum=0", light=NIGHT), ILLUM)


@rule("TCS 18.3b", "TCS 18.7b")
def test_what_a_mission_uses_up():
    b = guns(OBSERVER, TARGET, GUN, continuous_ammo=3)
    found = [cost_of(b.look, shell, fast=fast) for shell in (HE, SMOKE, CONTINUOUS) for fast in (False, True)]
    assert found == [1, 3, 1, 3, 3, 9]
    off = guns(OBSERVER, TARGET, GUN, fast_continuous=False)
    assert "cannot fire fast" in why(off, CONTINUOUS, fast=True)
    assert why(off, HE, fast=True) == ""


@rule("TCS 18.1", "TCS 18.2c", "TCS 18.3a")
def test_why_a_battery_takes_no_call():
    others = ["battery Red ge_105_how R", "battery Blue us_105_how L from=3"]
    b = guns(OBSERVER, TARGET, GUN, *others, turn=2, first="Blue", phase=False)
    assert why_not_ready(b.look, 0, 0) is None
    assert why_not_ready(b.look, 0, 1).phrase == "that is not one of your batteries"
    assert "from turn {turn} on" in why_not_ready(b.look, 0, 2).phrase
    assert "fires one mission a turn" in why_not_ready(b.look, 0, 0, (Mission(0, HE, (0,)),)).phrase
    assert why_not_ready(b.look, 0, 0, (Mission(0, HE, (2,)),)) is None, "another battery's call"
    stock = b.state.board.batteries
    b.on(batteries=(replace(stock[0], fired=2), *stock[1:]))
    assert "fires one mission a turn" in why_not_ready(b.look, 0, 0).phrase
    b.on(batteries=(replace(stock[0], fired=1), *stock[1:]))
    assert why_not_ready(b.look, 0, 0) is None
    b.on(batteries=(replace(stock[0], he=0, smoke=0), *stock[1:]))
    assert "no ammunition left" in why_not_ready(b.look, 0, 0).phrase, "illumination is for the night"
    b.on(batteries=(replace(stock[0], he=0, smoke=1), *stock[1:]))
    assert why_not_ready(b.look, 0, 0) is None, "smoke is left"


@rule("TCS 18.1")
def test_a_silent_battery_wakes_when_the_enemy_fires():
    b = guns(OBSERVER, TARGET, f"{GUN} from=5 quiet", "battery Red ge_105_how R", phase=False)
    assert "silent until the enemy fires" in why_not_ready(b.look, 0, 0).phrase
    stock = b.state.board.batteries

    def woken(**how):
        after = b.game.system.field(b.game, replace(b.state.board, **how))
        refresh(after)
        return [each.awake for each in after.board.batteries]

    units = list(b.state.board.units)
    assert woken() == [False, False]
    theirs = [replace(each, fired=n == b.number("X")) for n, each in enumerate(units)]
    assert woken(units=tuple(theirs)) == [True, False]
    ours = [replace(each, fired=n == b.number("O")) for n, each in enumerate(units)]
    assert woken(units=tuple(ours)) == [False, True]
    assert woken(batteries=(stock[0], replace(stock[1], fired=1))) == [True, False]
    assert woken(batteries=(replace(stock[0], awake=True), stock[1])) == [True, False], "it stays awake"
    b.on(batteries=(replace(stock[0], awake=True), stock[1]))
    assert why_not_ready(b.look, 0, 0) is None


# Roles


@rule("TCS 18.1")
def test_a_role_holds_from_the_turn_it_changes():
    b = guns(OBSERVER, TARGET, f"{GUN} ds=Blue", turn=2, phase=False)
    assert role_of(b.look, 0) == (DIRECT_SHEET, 0)
    after = b.game.system.field(b.game, b.state.board)
    assign(after, 0, GENERAL)
    stock = after.board.batteries[0]
    assert (stock.role, stock.role_next, stock.changes) == (DIRECT_SHEET, GENERAL, 3)
    assert role_of(after, 0) == (DIRECT_SHEET, 0)
    b.on(batteries=(replace(stock, changes=2),))
    assert role_of(b.look, 0) == (GENERAL, -1)
    field = b.game.system.field(b.game, b.state.board)
    refresh(field)
    done = field.board.batteries[0]
    assert (done.role, done.role_next, done.supports_next, done.changes) == (GENERAL, -1, -1, 0)
    b.on(batteries=(stock,))
    field = b.game.system.field(b.game, b.state.board)
    refresh(field)
    assert field.board.batteries[0] == stock, "not before its turn"
    assign(field, 0, DIRECT_SHEET, 1, at_once=True)
    assert role_of(field, 0) == (DIRECT_SHEET, 1)
    assert field.board.batteries[0].role_next == -1


@rule("TCS 18.1")
def test_whom_a_battery_supports():
    lines = ["Blue us_rifle_plt O 0401 bn=I", "Blue us_rifle_plt P 0402 bn=II unassigned", TARGET]
    b = guns(*lines, GUN, "battery Blue us_105_how B ds=Blue", "battery Blue us_105_how C ds=II", phase=False)
    found = [[supported(b.look, battery, b.number(unit)) for unit in "OP"] for battery in range(3)]
    assert found == [[True, True], [True, False], [False, True]]
    assert [role_of(b.look, n)[0] for n in range(3)] == [GENERAL, DIRECT_SHEET, DIRECT_BATTALION]
    assert [role_words(b.look, n) for n in range(3)] == ["GS", "DS of Blue", "DS of II"]


# Battalions


@rule("TCS 18.2b")
def test_which_batteries_are_one_battalion():
    others = ["us_105_how D fa=95th", "us_155_how E fa=94th", "us_105_how F", "us_105_how G"]
    lines = [*THREE, *(f"battery Blue {each}" for each in others), "battery Red ge_105_how R fa=94th"]
    b = guns(OBSERVER, TARGET, *lines, phase=False)
    names = [each.name for each in b.world.support.batteries]
    found = {name: "".join(names[n] for n in battalion(b.look, names.index(name))) for name in names}
    assert found == {"A": "ABC", "B": "ABC", "C": "ABC", "D": "D", "E": "E", "F": "F", "G": "G", "R": "R"}


@rule("TCS 18.2b")
def test_who_fires_a_battalion_mission():
    b = guns(OBSERVER, TARGET, *THREE, phase=False)
    assert mates(b.look, 0, HE, (), fast=False) == (0, 1, 2)
    assert mates(b.look, 0, HE, (Mission(0, HE, (1,)),), fast=False) == (0, 2)
    assert mates(b.look, 0, HE, (Mission(0, HE, (1,)), Mission(0, HE, (2,))), fast=False) == (), "one is too few"
    assert mates(b.look, 0, HE, (Mission(0, HE, (0,)),), fast=False) == (), "the battery itself is not ready"
    stock = b.state.board.batteries
    b.on(batteries=(stock[0], replace(stock[1], smoke=0), stock[2]))
    assert mates(b.look, 0, SMOKE, (), fast=False) == (0, 2), "B has no smoke"
    assert mates(b.look, 0, HE, (), fast=False) == (0, 1, 2)
    b.on(batteries=(stock[0], replace(stock[1], he=1), stock[2]))
    assert mates(b.look, 0, HE, (), fast=True) == (0, 2), "B cannot fire twice"
    rockets = guns(OBSERVER, TARGET, *(f"battery Blue ge_150_rocket {n} fa=1" for n in "AB"), phase=False)
    assert mates(rockets.look, 0, HE, (), fast=False) == (), "rockets fire alone"


@rule("TCS 18.2b", "TCS 18.1")
def test_a_battalion_mission_is_fired_by_those_whom_the_observers_may_call():
    lines = [OBSERVER, TARGET, "battery Blue us_105_how A fa=94th ds=Blue", "battery Blue us_105_how B fa=94th"]
    b = guns(
        *lines, "battery Blue us_105_how C fa=94th ds=Blue", "battery Blue us_105_how D fa=94th ds=Red", phase=False
    )
    assert battalion_of(b.look, Mission(0, HE, (0,)), ()) == (0, 1, 2)
    assert battalion_of(b.look, Mission(0, HE, (1,)), ()) == (), "B is in general support, and alone in it"
    fit = fitted(b.look, Mission(0, HE, (2,), wide=True), ())
    assert (fit.batteries, fit.wide) == ((2, 0, 1), True), "the battery that was called leads"
    alone = fitted(b.look, Mission(0, HE, (1,), wide=True), ())
    assert (alone.batteries, alone.wide) == ((1,), False)


@rule("TCS 18.3b")
def test_a_change_drops_what_does_not_go_with_it():
    b = guns(OBSERVER, TARGET, GUN, phase=False)
    at, seer = b.hex("0406"), b.number("O")
    kept = fitted(b.look, Mission(0, HE, (0,), fast=True, aim=at, observer=seer), ())
    assert (kept.fast, kept.aim, kept.observer) == (True, at, seer)
    assert not fitted(b.look, Mission(0, SMOKE, (0,), fast=True, aim=at, observer=seer), ()).fast
    blind = guns("Blue us_rifle_plt O 0401 suppressed", TARGET, GUN, phase=False)
    gone = fitted(blind.look, Mission(0, HE, (0,), aim=at, observer=seer), ())
    assert (gone.aim, gone.observer) == (-1, -1)
    flare = fitted(b.look, Mission(0, ILLUM, (0,), aim=at, observer=seer), ())
    assert (flare.aim, flare.observer) == (at, -1), "illumination is fired by the map"
    assert fitted(b.look, Mission(0, HE, (0,), aim=at), ()).observer == seer, "the best observer is proposed"


# A call


@rule("TCS 18.4", "TCS 18.11")
def test_what_a_draft_refuses():
    b = guns(OBSERVER, "Blue us_rifle_plt N 0402", TARGET, GUN).do("battery", "A")
    assert b.why_not("observer", "O") == "choose the aim hex first (TCS 18.4)"
    assert b.offers("observer") == set()
    assert "call" not in b.verbs()
    b.do("aim", "0406")
    assert b.why_not("aim", "0406") == "0406 is the aim hex already"
    proposed = b.game.asks(b.state, 0).mission.observer
    name = b.names[proposed]
    assert b.why_not("observer", name) == f"{name} is the observer already"
    assert b.offers("observer") == {"O", "N"} - {name}
    assert "call" in b.verbs()
    b.do("call")
    assert b.why_not("battery", "A") == "A fires one mission a turn (TCS 18.2c)"


@rule("TCS 18.4")
def test_an_observer_that_has_called_is_busy():
    b = guns(OBSERVER, "Blue us_rifle_plt N 0402", TARGET, GUN, "battery Blue us_105_how B")
    b.call("A", "0406")
    used = b.names[b.game.asks(b.state, 0).calls[0].observer]
    other = ({"O", "N"} - {used}).pop()
    b.do("battery", "B").do("aim", "0406")
    assert b.names[b.game.asks(b.state, 0).mission.observer] == other
    assert b.why_not("observer", used) == f"{used} has observed all it can this turn (TCS 18.4)"


@rule("TCS 18.4")
def test_changes_come_to_an_end():
    b = guns(OBSERVER, TARGET, *THREE)
    top = b.state.stack[-1]
    assert isinstance(top, Call)
    for changes, free in ((MOST_CHANGES - 1, True), (MOST_CHANGES, False)):
        call = replace(top, changes=changes)
        draft = Draft(0, Mission(0, HE, (0,), aim=b.hex("0406"), observer=b.number("O")), (), changes)
        b.state = replace(b.state, stack=(*b.state.stack[:-1], call))
        assert bool(b.offers("battery")) == free
        b.state = replace(b.state, stack=(*b.state.stack[:-1], draft))
        for verb in ("aim", "shell", "zone", "rate"):
            assert bool(b.offers(verb)) == free, verb
        assert {"call", "cancel"} <= b.verbs(), "what is complete can be called"


@rule("TCS 18.8a")
@pytest.mark.parametrize(("close", "hexes"), [(0, 0), (1, 1), (2, 7), (3, 19)])
def test_how_near_to_its_own_units_a_side_may_aim(close, hexes):
    b = guns("Blue us_rifle_plt O 0405", "Blue us_truck T off", "Red ge_gren_plt X 0408", GUN, danger_close=close)
    assert too_close(b.look, 0).bit_count() == hexes
    assert in_aim(b.look, Mission(0, HE, (0,)), ()) & too_close(b.look, 0) == 0


# Guns on the map


@rule("TCS 18.11")
def test_which_guns_on_the_map_fire_together():
    first, second = sorted(each.id for each in UNITS.values() if each.kind == "artillery" and each.era == "ww2")[:2]

    def found(*marks):
        lines = [f"Blue {first} {name} 0405 {mark}" for name, mark in zip("ABC", marks, strict=False)]
        b = guns(*lines, f"Blue {second} S 0405", f"Red {first} R 0408", phase=False)
        return "".join(b.names[n] for n in guns_in(b.look, 0, b.hex("0405")))

    assert found("", "", "") == "ABC"
    assert found("", "", "fired") == "AB"
    assert found("", "", "suppressed") == "AB"
    assert found("", "", "move") == "AB"
    assert found("fired", "fired", "fired") == "S"
    b = guns(f"Blue {first} A 0405", f"Blue {first} B 0405", phase=False)
    a = b.number("A")
    assert guns_in(b.look, 0, b.hex("0405"), (Mission(0, HE, guns=(a,)),)) == (b.number("B"),)
    assert guns_in(b.look, 1, b.hex("0405")) == ()


# Secrets


@rule("TCS 18.1")
def test_what_the_enemy_may_imagine_of_the_batteries():
    b = guns(OBSERVER, TARGET, GUN, "battery Red ge_105_how R he=9", "registered Red 0406", "registered Blue 0405",
             phase=False)  # fmt: skip
    board = imagine(b.game, b.state.board, 0, lambda count: count - 1)
    assert board.batteries[0] == b.state.board.batteries[0]
    assert (board.batteries[1].he, board.batteries[1].smoke, board.batteries[1].illum) == (5, 2, 2)
    assert board.registered == ((b.hex("0405"), 0), (b.world.ground.size - 1, 1))
    plain = guns(OBSERVER, TARGET, phase=False)
    assert imagine(plain.game, plain.state.board, 0, lambda count: 0) is plain.state.board
