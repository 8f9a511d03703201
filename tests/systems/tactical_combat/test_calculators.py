"""The calculators of Tactical Combat: against icepool, against the game itself, and on the command line.

The rules are stated a second time here, on purpose and briefly, as an oracle in icepool.
"""

import itertools
import json
import re
from fractions import Fraction

import icepool
import msgspec
import pytest

from sandtable.cli.app import run
from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import OptionError
from sandtable.kernel.odds import Assumption
from sandtable.systems import system
from sandtable.systems.tactical_combat.board import Smoke
from sandtable.systems.tactical_combat.calculators import (
    CALCULATORS,
    Acting,
    CloseCombat,
    Command,
    Ending,
    Left,
    Movers,
    Opportunity,
    Recoveries,
    Shot,
    ShotResult,
    Shots,
    close_combat,
    command,
    opportunity,
    recovery,
    shot,
    shots,
)
from sandtable.systems.tactical_combat.calculators.drill import small_game
from sandtable.systems.tactical_combat.fire import shot_at
from tests.systems.tactical_combat.battle import Battle

QUALITIES = ("green", "regular", "elite")
COVERS = ("none", "soft", "hard")
MORALES = ("normal", "suppressed", "paralyzed")
RESULTS = ("none", "suppressed", "paralyzed")


def said(capsys, *arguments):
    """The exit code and what was printed, errors last."""
    code = run([str(each) for each in arguments])
    out = capsys.readouterr()
    return code, out.out, out.err


# The oracle


def d10(hmg=False):
    return icepool.lowest(icepool.d10, icepool.d10) if hmg else icepool.d10


def read(total, quality, vehicle=False):
    """Hits and morale result of a total."""
    if total <= 1 and not vehicle:
        return 1, 2
    if total <= 3:
        return 1, 1
    return 0, int(total <= 5 or (total == 6 and quality == "green"))


def shift(ask):
    cover = COVERS.index(ask.cover)
    if not ask.vehicle:
        return max(cover, ask.smoke) + MORALES.index(ask.firer) + ask.long_range
    hidden = cover > 0 or ask.smoke
    shaken = MORALES.index(ask.firer)
    return hidden + shaken + ask.long_range + ask.gun + ask.armour - 3 * ask.flank - 2 * ask.road


def struck(hits, morale, result, vehicle=False):
    """The hits and morale of a stand after a result; morale of the lost is none of ours."""
    hits -= result[0]
    if hits <= 0:
        return 0, 0
    return hits, min(1 if vehicle else 2, morale + result[1] if result[1] < 2 else 2)


def same(found, oracle, told):
    """Whether a distribution is that of an icepool die whose outcomes `told` puts into our values."""
    expected = {}
    for outcome, chance in zip(oracle.outcomes(), oracle.probabilities(), strict=True):
        expected[told(outcome)] = expected.get(told(outcome), 0) + chance
    return dict(found) == expected and sum(found.values()) == 1


# One shot


@pytest.mark.rule("TC F8", "TC F9", "TC F10", "TC F11", "TC F12")
def test_the_printed_table():
    assert dict(shot(Shot())) == {
        ShotResult(0, "none"): Fraction(1, 2),
        ShotResult(0, "suppressed"): Fraction(1, 5),
        ShotResult(1, "suppressed"): Fraction(1, 5),
        ShotResult(1, "paralyzed"): Fraction(1, 10),
    }
    assert shot(Shot(quality="green"))[ShotResult(0, "suppressed")] == Fraction(3, 10)
    assert ShotResult(1, "paralyzed") not in shot(Shot(cover="soft"))


def infantry_shots():
    firers = itertools.product(QUALITIES, COVERS, (False, True), MORALES, (False, True), (False, True))
    for (quality, cover, smoke, firer, far, hmg), two in itertools.product(firers, (False, True)):
        if firer != "paralyzed" or not (smoke or far):
            yield Shot(quality, cover, smoke, firer, far, hmg, hmg_two_dice=two)


@pytest.mark.rule("TC F13", "TC F14", "TC F15", "TC F16", "TC F17", "TC F4", "TC A12")
def test_every_infantry_shot_agrees_with_icepool():
    for ask in infantry_shots():
        die = d10(ask.hmg and ask.hmg_two_dice).map(lambda n, ask=ask: read(n + shift(ask), ask.quality))
        assert same(shot(ask), die, lambda end: ShotResult(end[0], RESULTS[end[1]])), ask


@pytest.mark.rule("TC V6", "TC V7", "TC V8", "TC V9", "TC V10", "TC V20", "TC V21")
def test_shots_at_vehicles_agree_with_icepool():
    yes_or_no = (False, True)
    asks = itertools.product(QUALITIES, COVERS, yes_or_no, MORALES[:2], yes_or_no, (-2, 0, 1), (-2, 0, 2))
    for (quality, cover, smoke, firer, far, gun, armour), flank, road in itertools.product(asks, yes_or_no, yes_or_no):
        ask = Shot(quality, cover, smoke, firer, far, False, True, gun, armour, flank, road)
        by = shift(ask)
        expected = {}
        for n in range(1, 11):
            hits, morale = read(n + by, quality, vehicle=True)
            result = ShotResult(hits, RESULTS[morale], 8 * hits)
            expected[result] = expected.get(result, 0) + Fraction(1, 10)
        assert dict(shot(ask)) == expected, ask


GROUNDS = {
    "none": "",
    "soft": "woods Copse 4,6 8,6 8,14 4,14",
    "hard": "buildings Farm 4,6 8,6 8,14 4,14",
}


def shot_of_the_game(battle):
    """The odds of the first stand's shot at the second, as the game reads them from the table."""
    return {
        ShotResult(hits, RESULTS[morale], back // 100): chance
        for (hits, morale, back), chance in shot_at(battle.look, 0, 1).odds().items()
    }


@pytest.mark.parametrize("cover", COVERS)
@pytest.mark.parametrize("firer", MORALES[:2])
@pytest.mark.parametrize("hmg", [False, True])
@pytest.mark.parametrize("far", [False, True])
@pytest.mark.parametrize("smoke", [False, True])
@pytest.mark.parametrize("options", [{}, {"hmg_two_dice": True}])
def test_a_shot_at_infantry_is_that_of_the_game(cover, firer, hmg, far, smoke, options):
    mark = "" if firer == "normal" else firer
    stands = f"US {'hmg' if hmg else 'rifle'} A 6,2 {mark}\nGerman rifle B 6,{13 if far else 8} quality=green"
    battle = Battle(f"{GROUNDS[cover]}\n{stands}", **options)
    if smoke:
        board = msgspec.structs.replace(battle.state.board, smoke=(Smoke(battle.at("6,5"), 0),))
        battle.state = msgspec.structs.replace(battle.state, board=board)
    ask = Shot("green", cover, smoke, firer, far, hmg, **options)
    assert dict(shot(ask)) == shot_of_the_game(battle)


def test_the_shots_of_infantry_at_vehicles_agree_with_icepool():
    yes_or_no = (False, True)
    for quality, cover, firer, hmg, flank in itertools.product(QUALITIES, COVERS, MORALES, yes_or_no, yes_or_no):
        ask = Shot(quality, cover, firer=firer, hmg=hmg, vehicle=True, flank=flank, hmg_two_dice=True)
        die = d10(hmg).map(lambda n, ask=ask: read(n + shift(ask), ask.quality, vehicle=True))
        assert same(shot(ask), die, lambda end: ShotResult(end[0], RESULTS[end[1]], 8 * end[0])), ask


@pytest.mark.rule("TC V17", "TC F4")
@pytest.mark.parametrize("kind", ["rifle", "hmg"])
@pytest.mark.parametrize("firer", MORALES[:2])
@pytest.mark.parametrize("options", [{}, {"hmg_two_dice": True}])
def test_a_shot_of_infantry_at_a_vehicle_is_that_of_the_game(kind, firer, options):
    mark = "" if firer == "normal" else firer
    battle = Battle(f"US {kind} A 6,8 {mark}\nGerman w44_pz4 B 8,8 heading=18", **options)
    assert dict(shot(Shot(firer=firer, hmg=kind == "hmg", vehicle=True, **options))) == shot_of_the_game(battle)


@pytest.mark.parametrize("flank", [False, True])
@pytest.mark.parametrize("road", [False, True])
@pytest.mark.parametrize("far", [False, True])
@pytest.mark.parametrize(("kind", "gun"), [("w44_panther", -1), ("w44_m5", 2), ("w44_88", -2)])
def test_a_shot_at_a_vehicle_is_that_of_the_game(flank, road, far, kind, gun):
    marks = f"heading={6 if flank else 18} {'on_road' if road else ''}"
    battle = Battle(f"table 36 16\nUS {kind} A 2,8 heading=6\nGerman w44_panther B {22 if far else 10},8 {marks}")
    found = shot(Shot(vehicle=True, gun=gun, armour=1, flank=flank, road=road, long_range=far))
    assert battle.look.flank(0, 1) == flank
    assert dict(found) == shot_of_the_game(battle)


# Several shots


@pytest.mark.rule("TC F18", "TC F25", "TC F27", "TC V12")
@pytest.mark.parametrize("vehicle", [False, True])
@pytest.mark.parametrize("number", [1, 2, 5, 9])
@pytest.mark.parametrize("hits", [1, 2, 3])
def test_a_series_of_shots_agrees_with_icepool(vehicle, number, hits):
    for morale, quality, hmg in itertools.product(MORALES[: 3 - vehicle], QUALITIES, (False, True)):
        ask = Shots(quality, hmg=hmg, hmg_two_dice=True, vehicle=vehicle, shots=number, hits=hits, morale=morale)

        def one(stand, roll, quality=quality):
            return struck(*stand, read(roll, quality, vehicle), vehicle) if stand[0] else stand

        die = icepool.Die([(hits, MORALES.index(morale))])
        for _ in range(number):
            die = icepool.map(one, die, d10(hmg))
        assert same(shots(ask), die, lambda end: Left(end[0], MORALES[end[1]])), ask


def test_known_series():
    two = shots(Shots(shots=2))
    assert two[Left(3, "normal")] == Fraction(1, 4)
    # A second suppression paralyzes: 4 or 5, and 4 or 5 again (TC F25).
    assert two[Left(3, "paralyzed")] == Fraction(1, 25)
    assert shots(Shots(shots=1, hits=1))[Left(0, "normal")] == Fraction(3, 10)
    assert shots(Shots(shots=50, hmg=True)).chance(lambda end: end.hits == 0) > Fraction(99, 100)
    assert shots(Shots(vehicle=True, shots=1, hits=1))[Left(0, "normal")] == Fraction(3, 10)


@pytest.mark.parametrize("hits", [1, 2, 3])
def test_a_series_is_that_of_the_game(hits):
    battle = Battle(
        f"""
        US rifle A 4,2
        US rifle B 6,2
        US rifle C 8,2
        German rifle T 6,6 finished hits={hits}
        """,
        command="none",
    )
    target = battle.number("T")

    def choose(view):
        stands = view.state.board.stands
        ready = [n for n in range(3) if not stands[n].finished]
        if not ready or not stands[target].hits:
            return None
        return Action("fire", target) if view.decision.offer("fire") else Action("stand", ready[0])

    found = battle.game.odds(battle.state, 0, Action("stand", 0), assuming=Assumption("fire", choose))
    left = found.by(lambda end: Left(end.board.stands[target].hits, MORALES[end.board.stands[target].morale]))
    assert dict(left) == dict(shots(Shots(shots=3, hits=hits)))


# Opportunity fire


@pytest.mark.rule("TC O6", "TC O7")
@pytest.mark.parametrize("hits", [1, 3])
@pytest.mark.parametrize("cover", COVERS)
def test_opportunity_fire_goes_on_while_it_has_effect(hits, cover):
    for quality, smoke, far, hmg in itertools.product(QUALITIES, (False, True), (False, True), (False, True)):
        by = shift(Shot(quality, cover, smoke, "normal", far))

        def fired(so_far, roll, quality=quality, by=by):
            ready, stopped, destroyed, through = so_far
            result = read(roll + by, quality) if ready else (0, 0)
            if result == (0, 0):
                return False, stopped, destroyed, through + 1
            lost = result[0] >= hits
            return ready, stopped + (not lost), destroyed + lost, through

        die = icepool.Die([(True, 0, 0, 0)])
        for _ in range(4):
            die = icepool.map(fired, die, d10(hmg))
        ask = Opportunity(4, quality, hits, cover, smoke, far, hmg, hmg_two_dice=True)
        assert same(opportunity(ask), die, lambda end: Movers(*end[1:])), ask


def test_known_opportunity_fire():
    assert dict(opportunity(Opportunity(movers=1))) == {
        Movers(1, 0, 0): Fraction(1, 2),
        Movers(0, 0, 1): Fraction(1, 2),
    }
    thirty = opportunity(Opportunity(movers=30))
    assert thirty[Movers(30, 0, 0)] == Fraction(1, 2**30)
    assert thirty.mean(lambda end: end.stopped) == 1 - Fraction(1, 2**30)


@pytest.mark.rule("TC O8", "TC M3")
@pytest.mark.parametrize("hits", [1, 2])
@pytest.mark.parametrize("kind", ["rifle", "hmg"])
def test_opportunity_fire_is_that_of_the_game(hits, kind):
    battle = Battle(
        f"""
        US rifle A 4,8 hits={hits}
        US rifle B 8,8 hits={hits}
        US rifle C 12,8 hits={hits}
        German {kind} W 8,3
        """,
        command="none",
    )
    watcher = battle.number("W")
    goals = [battle.at("4,10"), battle.at("8,10"), battle.at("12,10")]

    def choose(view):
        if view.side == 1:
            return Action("fire", watcher)
        if view.decision.offer("move"):
            return Action("move", goals[view.state.stack[-1].stand])
        ready = view.decision.offer("stand")
        return Action("stand", min(ready.targets)) if ready else None

    found = battle.game.odds(battle.state, 0, Action("stand", 0), assuming=Assumption("march", choose))

    def told(end):
        stands = end.board.stands[:3]
        lost = sum(not stand.hits for stand in stands)
        through = sum(stand.at == goal for stand, goal in zip(stands, goals, strict=True))
        return Movers(3 - lost - through, lost, through)

    assert dict(found.by(told)) == dict(opportunity(Opportunity(movers=3, hits=hits, hmg=kind == "hmg")))


# Close combat


def combat_die(ask):
    """A close combat in icepool: (over, the attacker fires, hits and morale of both, the winner stood his ground)."""
    qualities = (ask.attacker, ask.defender)
    guns = (ask.attacker_hmg, ask.defender_hmg)
    covers = (0, COVERS.index(ask.cover))

    def volley(state):
        over, shooter, *both = state
        if over:
            return state
        stands = [tuple(both[:2]), tuple(both[2:4])]
        target = 1 - shooter
        by = covers[target] + stands[shooter][1]

        def after(roll):
            then = list(stands)
            then[target] = struck(*stands[target], read(roll + by, qualities[target]))
            hits, morale = then[target]
            ended = 1 if not hits else 2 if morale == 2 else 0
            if ended == 2:
                then[target] = (hits - 1, 2)
                ended = 2 if hits > 1 else 1
            return (ended, target if ended == 0 else shooter, *then[0], *then[1])

        return d10(guns[shooter] and ask.hmg_two_dice).map(after)

    sides = ((ask.attacker_hits, ask.attacker_morale), (ask.defender_hits, ask.defender_morale))
    start = [value for hits, morale in sides for value in (hits, MORALES.index(morale))]
    return icepool.Die([(0, 1, *start)]).map(volley, star=False, repeat="inf")


def ending(outcome):
    over, winner, attacker, _, defender, _ = outcome
    return Ending(("attacker", "defender")[winner], ("", "destroyed", "retreats")[over], attacker, defender)


@pytest.mark.rule("TC X1", "TC X2", "TC X3", "TC X4", "TC X5", "TC X6", "TC X8")
@pytest.mark.parametrize("cover", COVERS)
@pytest.mark.parametrize("defender_morale", MORALES)
@pytest.mark.parametrize("attacker_morale", MORALES[:2])
def test_close_combat_agrees_with_icepool(cover, defender_morale, attacker_morale):
    hits = [(3, 3), (1, 3), (3, 1), (2, 2)]
    guns = [(False, False), (True, False), (False, True), (True, True)]
    troops = [("regular", "regular"), ("green", "elite"), ("elite", "green"), ("green", "green")]
    for own, against, (attacker, defender) in zip(hits, guns, troops, strict=True):
        one = CloseCombat(
            attacker, own[0], attacker_morale, against[0], defender, own[1], defender_morale, against[1], cover
        )
        for ask in (one, msgspec.structs.replace(one, hmg_two_dice=True)):
            assert same(close_combat(ask), combat_die(ask), ending), ask


def test_known_close_combats():
    # One shot each: the paralyzed defender fires at +2, the attacker once, and the defender goes (TC X6).
    helpless = close_combat(CloseCombat(defender_morale="paralyzed"))
    assert helpless.chance(lambda end: end.winner == "attacker") == 1
    assert helpless[Ending("attacker", "retreats", 3, 2)] == Fraction(9, 10) * Fraction(7, 10) + Fraction(1, 50)
    # The last hit of both: whoever is struck is gone, and a paralyzed stand does not survive its retreat.
    last = close_combat(CloseCombat(attacker_hits=1, defender_hits=1))
    assert {end.loser for end in last} == {"destroyed"}
    assert close_combat(CloseCombat(cover="hard")).chance(lambda end: end.winner == "attacker") < Fraction(1, 4)


ASSAULTS = [
    ("", "rifle", "rifle", "", CloseCombat()),
    ("woods Copse 3,5 9,5 9,12 3,12", "rifle", "hmg", "suppressed", CloseCombat(cover="soft", defender_hmg=True)),
    ("buildings Farm 3,5 9,5 9,12 3,12", "hmg", "rifle", "", CloseCombat(cover="hard", attacker_hmg=True)),
    ("", "rifle", "rifle", "paralyzed hits=2", CloseCombat(defender_hits=2)),
]


def assault(ground, attacker, defender, marks, **options):
    return Battle(
        f"""
        {ground}
        US {attacker} A 6,4 quality=elite
        German {defender} B 6,8 {marks} finished quality=green
        """,
        command="none",
        **options,
    )


def told_of(battle):
    before = battle.at("6,8")

    def told(end):
        attacker, defender = end.board.stands
        won = defender.at != before
        lost = not (attacker.hits and defender.hits)
        winner = "attacker" if won else "defender"
        return Ending(winner, "destroyed" if lost else "retreats", attacker.hits, defender.hits)

    return told


def asked(ask, marks):
    morale = next((word for word in marks.split() if word in MORALES), "normal")
    return msgspec.structs.replace(ask, attacker="elite", defender="green", defender_morale=morale)


@pytest.mark.rule("TC M6")
@pytest.mark.parametrize(("ground", "attacker", "defender", "marks", "ask"), ASSAULTS)
@pytest.mark.parametrize("options", [{}, {"hmg_two_dice": True}])
def test_close_combat_is_an_assault_of_the_game(ground, attacker, defender, marks, ask, options):
    battle = assault(ground, attacker, defender, marks, **options)
    battle.do("stand", "A")
    found = battle.game.odds(battle.state, 0, Action("assault", 1))
    question = msgspec.structs.replace(asked(ask, marks), **options)
    assert dict(found.by(told_of(battle))) == dict(close_combat(question))


def test_a_close_combat_ends_alike_whether_it_is_asked_first_or_after_others():
    asks = [
        CloseCombat(attacker_hits=mine, defender_hits=theirs) for mine, theirs in itertools.product((1, 2, 3), repeat=2)
    ]
    small_game.cache_clear()
    found = [close_combat(ask) for ask in asks]
    small_game.cache_clear()
    assert [list(close_combat(ask).items()) for ask in reversed(asks)] == [list(each.items()) for each in found[::-1]]


def test_close_combats_that_are_played_fall_as_the_odds_say():
    ground, attacker, defender, marks, ask = ASSAULTS[1]
    battle = assault(ground, attacker, defender, marks)
    state = battle.do("stand", "A").state
    chances = close_combat(asked(ask, marks))
    told, games, counts = told_of(battle), 2000, {}
    for seed in range(games):
        end, _ = battle.game.apply(state, 0, Action("assault", 1), Dice.seeded(seed))
        counts[told(end)] = counts.get(told(end), 0) + 1
    assert set(counts) <= set(chances)
    for outcome, chance in chances.items():
        spread = float(games * chance * (1 - chance)) ** 0.5
        assert abs(counts.get(outcome, 0) - float(games * chance)) <= 4.5 * spread + 1, outcome


# Command


@pytest.mark.rule("TC C7")
@pytest.mark.parametrize(("numbers", "act_on"), [("4/6/8", (4, 6, 8)), ("6/7/8", (6, 7, 8))])
def test_command_agrees_with_icepool_and_the_game(numbers, act_on):
    for quality, at_most in zip(QUALITIES, act_on, strict=True):
        assert command(Command(1, quality, numbers))[Acting(1, 1)] == Fraction(at_most, 10)
        die = 7 @ icepool.d10.map(lambda n, at_most=at_most: int(n <= at_most))
        assert same(command(Command(7, quality, numbers)), die, lambda act: Acting(act, 7))
        battle = Battle(f"US rifle A 4,4 quality={quality}\nGerman rifle B 20,12", command_numbers=numbers)
        found = battle.game.odds(battle.state, 0, Action("stand", 0))
        acts = found.chance(lambda end: not end.board.stands[0].finished)
        assert acts == command(Command(1, quality, numbers)).chance(lambda end: end.act == 1)


def test_a_whole_battalion_out_of_command():
    found = command(Command(stands=120, quality="elite"))
    assert found.mean(lambda end: end.act) == 96
    assert len(found) == 121


# Recovery


@pytest.mark.rule("TC R1", "TC R3")
@pytest.mark.parametrize("quality", QUALITIES)
@pytest.mark.parametrize("morale", MORALES[1:])
@pytest.mark.parametrize("turns", [1, 2, 3, 8])
def test_recovery_agrees_with_icepool_and_the_game(quality, morale, turns):
    least = {"green": 6, "regular": 5, "elite": 4}[quality]
    die = icepool.Die([MORALES.index(morale)])
    for _ in range(turns):
        die = icepool.map(lambda level, roll: max(0, level - (roll >= least)), die, icepool.d10)
    assert same(recovery(Recoveries(morale, turns, quality, check=True)), die, lambda level: MORALES[level])
    sure = recovery(Recoveries(morale, turns, quality))
    assert dict(sure) == {MORALES[max(0, MORALES.index(morale) - turns)]: 1}
    for check in (False, True):
        battle = Battle(
            f"US rifle A 4,4 {morale} quality={quality}\nGerman rifle B 20,12",
            turns=20,
            morale_recovery_check=check,
        )

        def choose(view):
            return Action("end") if view.state.board.turn <= turns else None

        found = battle.game.odds(battle.state, 0, Action("end"), assuming=Assumption("end", choose))
        ends = found.by(lambda end: MORALES[end.board.stands[0].morale])
        assert dict(ends) == dict(recovery(Recoveries(morale, turns, quality, check)))


# Options


def hit_or_worse(hits, morale, outcome, again):
    """TC F25, F27 by hand: what a result leaves of a stand of infantry."""
    hits -= outcome.hits
    if outcome.morale == "paralyzed":
        morale = "paralyzed"
    elif outcome.morale == "suppressed" and morale == "paralyzed":
        hits -= again == "hit"
    elif outcome.morale == "suppressed":
        morale = {"normal": "suppressed", "suppressed": "paralyzed"}[morale]
    return (hits, morale) if hits > 0 else (0, "")


@pytest.mark.parametrize("again", ["nothing", "hit"])
@pytest.mark.parametrize("cover", COVERS)
def test_a_series_of_shots_knows_what_suppressed_does_to_the_paralyzed(again, cover):
    chances = {(3, "normal"): Fraction(1)}
    for _ in range(6):
        after = {}
        for (hits, morale), chance in chances.items():
            for outcome, share in shot(Shot(cover=cover)).items():
                end = hit_or_worse(hits, morale, outcome, again) if hits else (0, "")
                after[end] = after.get(end, 0) + chance * share
        chances = after
    answer = shots(Shots(shots=6, cover=cover, suppressed_again=again))
    for (hits, morale), chance in chances.items():
        assert answer.chance(lambda end, h=hits, m=morale: end.hits == h and (not h or end.morale == m)) == chance


@pytest.mark.parametrize(("quality", "chance"), [("green", (1, 6)), ("regular", (2, 6)), ("elite", (3, 6))])
def test_recovery_may_be_checked_with_a_six_sided_die(quality, chance):
    answer = recovery(Recoveries(quality=quality, turns=2, check=True, die="d6"))
    assert answer["normal"] == Fraction(*chance) ** 2
    assert answer["paralyzed"] == (1 - Fraction(*chance)) ** 2


def test_smoke_counts_in_close_combat_by_an_option():
    """A paralyzed defender fires at +2: a 1 hits. With +1 for smoke nothing does, and a 1 or 2 suppresses."""
    unhurt = [
        close_combat(CloseCombat(defender_morale="paralyzed", smoke=smoke, close_combat_modifiers=modifiers)).chance(
            lambda end: end.attacker_hits == 3
        )
        for smoke, modifiers in ((False, "smoke"), (True, "plain"), (True, "smoke"))
    ]
    assert unhurt == [Fraction(9, 10), Fraction(9, 10), 1]


def test_a_round_of_close_combat_shows_both_shots():
    chain = {each.name: each.chain for each in CALCULATORS}["close_combat"]
    defender, attacker = chain(
        CloseCombat(cover="soft", defender_morale="suppressed", defender_hmg=True, hmg_two_dice=True)
    )
    assert [str(each) for each in defender.modifiers] == ["+1 firer suppressed (TC F15)"]
    assert str(defender.dice) != str(attacker.dice)
    assert [each.value for each in attacker.modifiers] == [1]


# Questions


def test_every_calculator_answers_its_defaults_exactly():
    assert system("tactical_combat").calculators == CALCULATORS
    names = ["shot", "shots", "distance", "opportunity", "charge", "close_combat", "vehicle_combat"]
    names += ["panic", "recovery", "command", "points"]
    assert [each.name for each in CALCULATORS] == names
    for each in CALCULATORS:
        answer = each.answer(each.parameters())
        assert sum(answer.values()) == 1
        assert all(type(chance) is Fraction for chance in answer.values())
        assert list(answer.values()) == sorted(answer.values(), reverse=True)
        words = [str(outcome) for outcome in answer]
        assert len(set(words)) == len(words)
        with pytest.raises(AttributeError):
            setattr(each.parameters(), msgspec.structs.fields(each.parameters)[0].name, 1)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: Shots(hits=0), "hits: it must be a whole number of at least 1"),
        (lambda: Shots(hits="3"), "hits: it must be a whole number, not text"),
        (lambda: Shot(cover="deep"), "cover: it cannot be 'deep'"),
        (lambda: Shot(gun=-5, vehicle=True), "gun: it must be a whole number of at least -4"),
        (lambda: Shot(road=True), "are for a shot at a vehicle"),
        (lambda: Shot(hmg=True, vehicle=True, gun=1), "within 2 inches"),
        (lambda: Shot(firer="paralyzed", long_range=True), "close combat"),
        (lambda: Shots(firer="paralyzed"), "does not fire"),
        (lambda: Shots(vehicle=True, morale="paralyzed"), "never paralyzed"),
        (lambda: CloseCombat(attacker_morale="paralyzed"), "attacker_morale: it cannot be 'paralyzed'"),
        (lambda: Command(stands=121), "stands: it must be a whole number of at most 120"),
        (lambda: Opportunity(movers=0), "movers: it must be a whole number of at least 1"),
        (lambda: Recoveries(turns=31), "turns: it must be a whole number of at most 30"),
        (lambda: Recoveries(morale="normal"), "morale: it cannot be 'normal'"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(make, why):
    with pytest.raises(OptionError, match=re.escape(why)):
        make()


# The command line


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([], "name a calculator of tactical_combat: shot, shots, distance, "),
        (["luck"], "tactical_combat has no calculator 'luck': there are shot, shots, "),
        (["shot", "cover=deep"], "shot: cover is none or soft or hard, not 'deep'"),
        (["shot", "cover=no"], "shot: cover is none or soft or hard, not 'no'"),
        (["shot", "smoke=perhaps"], "shot: smoke is on or off, not 'perhaps'"),
        (["shot", "flank=on"], "gun, armour, flank and road are for a shot at a vehicle: add vehicle=on"),
        (["shot", "vehicle=on", "gun=7"], "shot: gun is a whole number from -4 to 4, not '7'"),
        (["shot", "wet=on"], "shot: there is no 'wet' here: it takes quality, cover, smoke"),
        (["shots", "hits=9"], "shots: hits is a whole number from 1 to 3, not '9'"),
        (["shots", "hits=three"], "hits is a whole number from 1 to 3, not 'three'"),
        (["shots", "shots=" + "9" * 5000], "shots: shots is a whole number from 1 to 50, not '999"),
        (["shots", "hits"], "'hits' is not an option: write name=value, such as quality=regular"),
        (["opportunity", "movers=-1"], "movers is a whole number from 1 to 30, not '-1'"),
        (["close_combat", "attacker_morale=paralyzed"], "attacker_morale is normal or suppressed, not 'paralyzed'"),
        (["command", "command_numbers=5/6/7"], "command_numbers is 4/6/8 or 6/7/8, not '5/6/7'"),
        (["recovery", "turns=2.5"], "turns is a whole number from 1 to 30, not '2.5'"),
        (["shots", "shots=3", "shots=4"], "'shots' is given twice: say it once"),
        (["shot", "--at", "3"], "a calculator needs no game"),
        (["shot", "-o", "smoke=off"], "a calculator needs no game"),
        (["shot", "hmg=on", "dice=3"], "leave one of them out"),
        (["recovery", "check=off", "die=d6"], "without a check nothing is rolled"),
        (["recovery", "quality=a\nb"], "quality is green or regular or elite, not 'a\\nb'"),
    ],
)
def test_bad_values_are_one_sentence(capsys, arguments, why):
    code, out, err = said(capsys, "odds", "tactical_combat", *arguments)
    assert (code, out) == (2, "")
    assert why in err
    assert err.startswith("sandtable: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["shot"], r"20\.00%\s+1/5\s.*a hit and suppressed"),
        (["shot", "cover=soft", "hmg=yes", "hmg_two_dice=on"], r"36\.00%\s+9/25\s.*a hit and suppressed"),
        (["shot", "vehicle=on", "gun=-1", "armour=1"], r"30\.00%\s+3/10\s.*a hit and suppressed and forced back 8"),
        (["shots", "shots=2"], r"25\.00%\s+1/4\s.*3 hits left, normal"),
        (["opportunity", "movers=2"], r"25\.00%\s+1/4\s.*2 stopped, 0 destroyed, 0 get through"),
        (["close_combat"], r"30\.95%\s+13/42\s.*attacker retreats, 1 left; defender 3"),
        (["command", "quality=elite"], r"80\.00%\s+4/5\s.*it acts"),
        (["command", "stands=3"], r"43\.20%\s+54/125\s.*2 of 3 act"),
        (["command", "stands=120"], r"7\.42%\s+█\s+72 of 120 act"),
        (["recovery", "check=on"], r"48\.00%\s+12/25\s.*suppressed"),
        (
            ["shot", "cover=hard", "long_range=on"],
            r"d10, \+2 target in hard cover \(TC F13\), \+1 long range \(TC F17\) \[",
        ),
        (["close_combat", "cover=soft"], r"Attacker fires at Defender: d10, \+1 target in cover"),
        (["command", "worse=2"], r"40\.00%\s+2/5\s.*it acts"),
        (["shot", "help"], r"cover\s+none\s+none or soft or hard"),
        (["shot", "cover=soft", "hmg=yes"], r"20\.00%\s+1/5\s.*a hit and suppressed"),
        (["recovery"], r"after some turns\. It is certain: normal"),
        (
            ["shot", "vehicle=on", "gun=-2", "armour=-2", "flank=on", "road=on"],
            r"It is certain: a hit and suppressed and forced back 8 inches",
        ),
    ],
)
def test_the_answers_in_words(capsys, arguments, line):
    code, out, err = said(capsys, "odds", "tactical_combat", *arguments)
    assert (code, err) == (0, "")
    assert re.search(line, out)


@pytest.mark.parametrize("calculator", CALCULATORS, ids=lambda each: each.name)
def test_the_answers_for_programs(capsys, calculator):
    code, out, _ = said(capsys, "odds", "tactical_combat", calculator.name, "--json")
    told = json.loads(out)
    question = calculator.parameters()
    answer = calculator.answer(question)
    assert code == 0
    assert told["calculator"] == calculator.name
    assert msgspec.convert(told["question"], calculator.parameters) == question
    assert [Fraction(each["chance"]) for each in told["outcomes"]] == list(answer.values())
    outcomes = [msgspec.convert(each["outcome"], type(key)) for each, key in zip(told["outcomes"], answer, strict=True)]
    assert outcomes == list(answer)


def test_an_outcome_for_programs_is_named_values(capsys):
    out = said(capsys, "odds", "tactical_combat", "close_combat", "defender_morale=paralyzed", "--json")[1]
    assert json.loads(out)["outcomes"][0] == {
        "outcome": {"winner": "attacker", "loser": "retreats", "attacker_hits": 3, "defender_hits": 2},
        "chance": "13/20",
        "percent": 65.0,
    }
