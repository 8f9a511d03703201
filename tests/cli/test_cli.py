"""The command: what it prints, its JSON, its exit codes, and one sentence for every mistake."""

import contextlib
import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from importlib.resources import files

import pytest

import sandtable
from sandtable import Dice
from sandtable.bots import bot
from sandtable.cli.app import run
from sandtable.cli.terminal import Leave, Terminal
from sandtable.contract import play_out
from sandtable.kernel import record as records
from sandtable.kernel.errors import OddsTooLarge
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match
from sandtable.kernel.odds import CUT_OFF, Odds
from tests.server import nursery

COMMANDS = ["scenarios", "play", "replay", "verify", "rules", "odds", "units", "bench", "fuzz"]


@pytest.fixture
def record(tmp_path):
    """A finished game in a file."""
    file = tmp_path / "game.jsonl"
    records.write(records.write_down(play_out(sandtable.load("demo/bridge"), 11, "greedy")), file)
    return file


def said(capsys, *arguments):
    """The exit code and what was printed, errors last."""
    code = run([str(each) for each in arguments])
    out = capsys.readouterr()
    return code, out.out, out.err


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(capsys, command):
    code, out, _ = said(capsys, command, "--help")
    assert code == 0
    assert f"Example: sandtable {command}" in out


def test_without_a_command_the_help_is_shown(capsys):
    code, out, err = said(capsys)
    assert (code, err) == (0, "")
    assert all(command in out for command in COMMANDS)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["fly"], "No such command 'fly'"),
        (["play", "demo/bridge", "--fly"], "No such option"),
        (["play", "demo/nowhere"], "there is no scenario 'demo/nowhere'"),
        (["play", "demo/bridge", "--bot", "Green"], "there is no side 'Green': the sides are Blue, Red"),
        (
            ["play", "demo/bridge", "--bot", "Red", "--level", "clever"],
            "there is no bot 'clever': there are random, greedy",
        ),
        (["play", "demo/bridge", "-o", "turns"], "'turns' is not an option: write name=value"),
        (["play", "demo/bridge", "-o", "turns=0"], "option 'turns' must be a whole number from 1 to 50, not 0"),
        (["play", "demo/bridge", "-o", "turns=many"], "option 'turns' must be a whole number"),
        (["play", "demo/bridge", "-o", "fog=on"], "there is no option 'fog'"),
        (["play", "--resume", "none.jsonl"], "none.jsonl: it cannot be read"),
        (["play", "--seed", "x"], "Invalid value for '--seed'"),
        (["replay", "none.jsonl"], "none.jsonl: it cannot be read"),
        (["verify"], "Missing argument 'file'"),
        (["rules", "chess"], "there is no system 'chess'"),
        (["odds", "demo"], "name a calculator of demo: shot"),
        (["odds", "demo", "shut"], "demo has no calculator 'shut': there are shot"),
        (["odds", "demo", "shot", "wodds=on"], "shot: there is no 'wodds' here: it takes woods, close, shaken, moving"),
        (["odds", "demo", "shot", "woods=perhaps"], "shot: woods is on or off, not 'perhaps'"),
        (["odds", "demo/bridge", "fly"], "'fly' is not offered now: choose place"),
        (["odds", "demo/bridge", "place", "0505"], "place the squad on a free hex of your own zone (DS 1)"),
        (["bench", "demo/bridge", "--seconds", "-1"], "Invalid value for '--seconds'"),
        (["fuzz", "demo/bridge", "--only", "luck"], "there is no check 'luck'"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(capsys, arguments, why):
    code, out, err = said(capsys, *arguments)
    assert (code, out) == (2, "")
    assert why in err
    assert err.startswith("sandtable: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_scenarios_lists_and_shows(capsys):
    code, out, _ = said(capsys, "scenarios")
    assert code == 0
    assert "demo/bridge" in out
    code, out, _ = said(capsys, "scenarios", "demo/bridge")
    assert "watch_fire" in out
    assert "Squads that set up in woods stay hidden" in out
    assert "David Newport" in said(capsys, "scenarios", "tactical_combat/first-firefight")[1]
    told = json.loads(said(capsys, "scenarios", "--json")[1])
    assert {each["name"] for each in told} == set(sandtable.names())


# Odds


def test_a_calculator_answers_in_words_and_json(capsys):
    code, out, _ = said(capsys, "odds", "demo", "shot", "woods=on", "close=yes")
    assert code == 0
    assert re.search(r"58\.33%\s+7/12.*miss", out)
    told = json.loads(said(capsys, "odds", "demo", "shot", "woods=on", "--json")[1])
    assert told["question"] == {"woods": True, "close": False, "shaken": False, "moving": False}
    assert {each["outcome"]: each["chance"] for each in told["outcomes"]} == {
        "miss": "13/18",
        "shaken": "7/36",
        "hit": "1/12",
    }


def test_the_odds_of_a_moment_in_a_record(capsys, record):
    match = records.replay(sandtable.load("demo/bridge"), records.read(record))
    at = next(number for number, entry in enumerate(match.entries) if entry.action.verb == "fire")
    told = json.loads(said(capsys, "odds", record, "--at", at, "--json")[1])
    shots = [each for each in told["actions"] if each["action"].startswith("fire")]
    assert shots
    assert all(sum(o["percent"] for o in each["outcomes"]) == pytest.approx(100, abs=0.1) for each in shots)
    code, out, _ = said(capsys, "odds", record, "--at", at)
    assert code == 0
    assert "loses 1 step" in out
    assert said(capsys, "odds", record)[0] == 2, "at the end there is nothing to decide"


def test_the_limit_of_odds_is_said(capsys, record):
    match = records.replay(sandtable.load("demo/bridge"), records.read(record))
    at = next(number for number, entry in enumerate(match.entries) if entry.action.verb == "fire")
    target = match.game.system.name_of(match.game, "unit", match.entries[at].action.target)
    words = ["fire", *target.split()]
    code, _, err = said(capsys, "odds", record, *words, "--at", at, "--limit", 1)
    assert code == 2
    assert "exact odds stopped at their limit on work (1); positions found: 1, ends among them: 0" in err
    assert err.endswith("; a higher --limit goes on\n")
    assert said(capsys, "odds", record, *words, "--at", at, "--limit", 100)[0] == 0
    every = json.loads(said(capsys, "odds", record, "--at", at, "--limit", 1, "--json")[1])
    assert any(each["until"].endswith("; a higher --limit goes on") for each in every["actions"])


def test_odds_that_are_cut_off_say_what_is_known(capsys, record, monkeypatch):
    match = records.replay(sandtable.load("demo/bridge"), records.read(record))
    at = next(number for number, entry in enumerate(match.entries) if entry.action.verb == "fire")
    words = ["fire", *match.game.system.name_of(match.game, "unit", match.entries[at].action.target).split()]
    whole = Game.odds

    def cut(game, *asked, **named):
        found = whole(game, *asked, **named)
        rarest = min(found, key=lambda end: found[end])
        raise OddsTooLarge("it stopped", lambda: Odds({rarest: found[rarest]}, 0, CUT_OFF))

    monkeypatch.setattr(Game, "odds", cut)
    code, out, _ = said(capsys, "odds", record, *words, "--at", at)
    assert code == 0
    assert re.search(r"at least +\d+\.\d\d%", out)
    assert re.search(r"\d+\.\d\d% is not worked out yet", out)
    told = json.loads(said(capsys, "odds", record, *words, "--at", at, "--json")[1])["actions"][0]
    (outcome,) = told["outcomes"]
    assert Fraction(outcome["chance"]) + Fraction(told["open"]["chance"]) == 1


# Records


def test_replay_tells_the_game_again(capsys, record):
    code, out, _ = said(capsys, "replay", record)
    assert code == 0
    assert "Blue: Place in" in out
    assert "[DS 4]" in out
    told = json.loads(said(capsys, "replay", record, "--at", "3", "--json")[1])
    assert len(told["actions"]) == 3
    assert said(capsys, "replay", record, "--at", "-5")[0] == 2


def test_replay_as_a_side_saw_it_hides_what_it_could_not_see(capsys, record):
    blue = said(capsys, "replay", record, "--side", "Blue", "--at", "4")[1]
    assert "Red: (chooses in secret)" in blue
    whole = said(capsys, "replay", record, "--at", "4")[1]
    assert "Red: Place in" in whole
    hidden = json.loads(said(capsys, "replay", record, "--side", "Red", "--at", "2", "--json")[1])
    assert all(each["side"] == "Red" or each["action"] == "(in secret)" for each in hidden["actions"])


def test_verify_says_right_or_names_the_difference(capsys, record):
    code, out, _ = said(capsys, "verify", record)
    assert code == 0
    assert "every die falls as the seed says" in out
    assert json.loads(said(capsys, "verify", record, "--json")[1])["verified"] is True
    lines = record.read_text().splitlines()
    lines[3] = re.sub(r'"digest":"\w{32}"', '"digest":"' + "0" * 32 + '"', lines[3])
    record.write_text("\n".join(lines))
    code, out, err = said(capsys, "verify", record, "--json")
    assert code == 1
    assert json.loads(out)["verified"] is False
    assert "action 3" in err
    record.write_text("{")
    assert said(capsys, "verify", record)[0] == 2


# Rules


def test_rules_are_read_and_searched(capsys):
    assert "Watch fire" in said(capsys, "rules", "demo", "DS 5")[1]
    assert "Nerve" in said(capsys, "rules", "demo", "breaks")[1]
    code, _, err = said(capsys, "rules", "demo", "zeppelin")
    assert code == 1
    assert "no rule of demo has the words 'zeppelin'" in err
    told = json.loads(said(capsys, "rules", "tcs", "--json")[1])
    assert len(told) > 500
    books = json.loads(said(capsys, "rules", "--json")[1])
    assert [each["system"] for each in books] == ["demo", "tactical_combat", "micro_armour", "tcs"]


def test_coverage_reads_what_the_last_test_run_wrote(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, _, err = said(capsys, "rules", "demo", "--coverage")
    assert code == 2
    assert "run ./test" in err
    ran = {"a": ("DS 1", True), "b": ("DS 1", True), "c": ("DS 2", True), "d": ("DS 2", False), "e": ("DS 3", False)}
    tests = {name: {"rules": [rule], "passed": passed} for name, (rule, passed) in ran.items()}
    (tmp_path / ".rule-coverage.json").write_text(json.dumps({"whole": True, "tests": tests}))
    code, out, _ = said(capsys, "rules", "demo", "--coverage")
    assert code == 0
    assert out.splitlines()[-1] == "covered 1 of 20"
    told = json.loads(said(capsys, "rules", "demo", "--coverage", "--json")[1])
    assert set(told) == {"system", "rules", "covered", "uncovered"}
    assert (told["system"], told["rules"], told["covered"]) == ("demo", 20, 1)
    assert told["uncovered"][:2] == ["DS 2", "DS 3"]
    (tmp_path / ".rule-coverage.json").write_text("{")
    assert said(capsys, "rules", "demo", "--coverage")[0] == 2


# Bench and fuzz


def test_bench_measures(capsys):
    told = json.loads(said(capsys, "bench", "demo/duel", "--seconds", "0.1", "--json")[1])
    assert told["decisions"] > 0
    assert "decisions and" in said(capsys, "bench", "demo/duel", "--seconds", "0.1")[1]


def test_fuzz_runs_the_contract(capsys):
    code, out, _ = said(capsys, "fuzz", "demo/duel", "--seconds", "0")
    assert code == 0
    assert "refuses what is not offered" in out
    told = json.loads(said(capsys, "fuzz", "demo/duel", "--seconds", "0", "--only", "keeps secrets", "--json")[1])
    assert (told["rounds"], told["broken"]) == (1, None)


def test_fuzz_fails_when_a_promise_is_broken(capsys, monkeypatch):
    from sandtable.systems.demo import Picket

    monkeypatch.setattr(Picket, "mask", lambda self, game, board, side: board)
    code, _, err = said(capsys, "fuzz", "demo/bridge", "--seconds", "5", "--only", "keeps secrets")
    assert code == 1
    assert "can tell two states apart" in err


# Play


def play(*arguments, typed=""):
    """A game in a terminal of its own, with this typed in."""
    done = nursery.command("play", *map(str, arguments), typed=typed)
    assert "Traceback" not in done.stderr, done.stderr
    return done


def test_a_game_against_the_bot_to_its_end(tmp_path):
    file = tmp_path / "game.jsonl"
    done = play("demo/duel", "--bot", "Red", "--seed", "5", "--save", file, typed="1\n" * 200)
    assert done.returncode == 0
    assert "wins: " in done.stdout or "The game is drawn" in done.stdout
    assert "The seed of the dice was " in done.stdout
    match = records.replay(sandtable.load("demo/duel"), records.read(file))
    assert match.state.result is not None


def test_two_bots_play_each_other():
    done = play("demo/bridge", "--bot", "Blue", "--bot", "Red", "--seed", "5")
    assert done.returncode == 0
    assert "The seed of the dice was" in done.stdout


def test_at_the_table_odds_that_are_too_much_tell_the_first_roll(capsys, monkeypatch):
    game = sandtable.load("demo/duel")
    match = Match(game, Dice.seeded(1))
    while not (decision := game.decisions(match.state)[0]).offer("fire"):
        match.act(decision.side, next(decision.actions()))
    typed = iter(["odds", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    monkeypatch.setattr(type(game.system), "odds_work", 1)
    with contextlib.suppress(Leave):
        Terminal(match, {1 - decision.side: bot("random", game, 1)}, None).play()
    out = capsys.readouterr().out
    assert re.search(r"Fire at .*: too much follows to work it all out: it begins with\n    .* fires at .*2d6", out)
    assert "limit" not in out


def test_what_can_be_typed_in_a_game(tmp_path):
    words = [
        "help",
        "odds",
        "odds 1",
        "odds 99",
        "map",
        "log",
        "rule DS 5",
        "rule ZZZ",
        "save",
        f"save {tmp_path / 'a'}",
    ]
    words += ["99", "0", "fly", "1", "undo", "1", "1", "undo", "reset", "quit"]
    done = play("demo/bridge", "--bot", "Red", "--seed", "5", typed="\n".join(words) + "\n")
    assert done.returncode == 0
    for told in (
        "choose that offer",
        "nothing is rolled",
        "choose a number from 1 to 5",
        "DS 5 Watch fire:",
        "has no rule 'ZZZ'",
        "say where: save FILE",
        "choose a number from 1 to 5",
        "'fly' is not an offer",
        "taken back",
        "You leave the game after",
    ):
        assert told in done.stdout
    assert records.read(tmp_path / "a").header.scenario == "demo/bridge"


def test_a_game_is_left_saved_and_resumed(tmp_path):
    file = tmp_path / "game.jsonl"
    play("demo/duel", "--bot", "Red", "--seed", "5", "--save", file, typed="1\n1\n")
    before = len(records.read(file).moves)
    assert before
    assert "exists already" in play("demo/duel", "--bot", "Red", "--save", file).stderr
    done = play("--resume", file, "--save", file, "--bot", "Red", typed="1\n" * 200)
    assert done.returncode == 0, done.stderr
    assert len(records.read(file).moves) > before
    assert records.verify(sandtable.load("demo/duel"), records.read(file)).seed_checked


def test_a_file_that_cannot_be_written_is_said_before_the_game():
    done = play("demo/duel", "--bot", "Red", "--save", "no/such/folder.jsonl", typed="1\n")
    assert done.returncode == 2
    assert "it cannot be written" in done.stderr


def test_saving_does_not_overwrite_a_file(tmp_path):
    kept = tmp_path / "precious.txt"
    kept.write_text("kept")
    done = play("demo/duel", "--bot", "Red", typed=f"save {kept}\nsave .\nsave {'x' * 5000}\nquit\n")
    assert done.returncode == 0
    assert "exists already" in done.stdout
    assert kept.read_text() == "kept"


def test_an_offer_can_be_said_in_words():
    done = play("demo/bridge", "--bot", "Red", "--seed", "5", typed="place 0104\nplace 0909\nplace 0101\nquit\n")
    assert "cannot be meant by place: say for instance place 010" in done.stdout
    assert "Blue A sets up in 0104" in done.stdout


def test_resume_takes_nothing_that_the_record_decides(tmp_path):
    for extra in (["demo/duel"], ["-o", "turns=3"], ["--seed", "4"]):
        done = play(*extra, "--resume", tmp_path / "x.jsonl")
        assert done.returncode == 2
        assert "leave out the scenario, --option and --seed" in done.stderr


def test_the_log_is_told_once():
    done = play("demo/duel", "--bot", "Red", "--seed", "5", typed="1\n" * 200)
    told = [line for line in done.stdout.splitlines() if "fires at" in line and "gives" in line]
    assert len(told) == len(set(told)) or told.count(told[-1]) == 1


def test_a_terminal_without_our_signs_is_served_all_the_same():
    for encoding in ("ascii", "cp1252"):
        done = subprocess.run(
            [sys.executable, "-m", "sandtable", "odds", "demo", "shot"],
            capture_output=True,
            env={**os.environ, "PYTHONIOENCODING": encoding},
            check=False,
        )
        assert done.returncode == 0, done.stderr


def test_a_reader_that_goes_away_is_no_verdict(record):
    piped = f"{sys.executable} -m sandtable replay {record} | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", piped], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 141)
    assert "Traceback" not in done.stderr


def test_a_full_disk_is_said():
    done = subprocess.run(["bash", "-c", f"{sys.executable} -m sandtable rules demo > /dev/full"], capture_output=True)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_markup_in_a_scenario_is_only_text(tmp_path, capsys):
    text = (files("sandtable.scenarios") / "demo" / "duel.toml").read_text(encoding="utf-8")
    (tmp_path / "x.toml").write_text(text.replace("Duel at the hedge", "The [/b] [red]bridge"), encoding="utf-8")
    code, out, _ = said(capsys, "scenarios", tmp_path / "x.toml")
    assert code == 0
    assert "The [/b] [red]bridge" in out


def test_the_odds_show_what_is_rolled_and_why(capsys, record):
    match = records.replay(sandtable.load("demo/bridge"), records.read(record))
    at = next(number for number, entry in enumerate(match.entries) if entry.action.verb == "fire")
    out = said(capsys, "odds", record, "--at", at)[1]
    assert re.search(r"fires at .*: 2d6.*\[DS 4\]", out)
    assert "nothing is rolled" in said(capsys, "odds", "demo/bridge")[1]
    assert said(capsys, "odds", "demo/bridge", "--side", "Red", "--json")[0] == 0
    assert said(capsys, "odds", "demo/bridge", "--at", "3")[0] == 2
    assert said(capsys, "odds", "demo/bridge", "--side", "Green")[0] == 2


def test_umpire_mode_takes_real_dice(tmp_path):
    file = tmp_path / "game.jsonl"
    answers = "".join("1\nseven\n3 4\n" for _ in range(60))
    done = play("demo/duel", "--bot", "Red", "--dice", "typed", "--save", file, typed=answers)
    assert done.returncode == 0
    record = records.read(file)
    assert record.header.dice == "typed"
    if any(move.dice for move in record.moves):
        assert "roll 2d6:" in done.stdout
        assert "is not dice" in done.stdout


def test_hot_seat_hands_the_table_over():
    done = play("demo/duel", "--seed", "5", typed="1\n\n1\n\n")
    assert "Blue to the table; press Enter when you are alone with it." in done.stdout
    assert "Red to the table" in done.stdout


FIREFIGHT = "tactical_combat/first-firefight"


def typed_at(*words):
    """What a hot seat game of First Firefight answers to these words, once both sides are set up as suggested."""
    done = play(FIREFIGHT, "--seed", "7", typed="\n".join(["", "1", "", "1", *words]) + "\n")
    assert done.returncode == 0
    return done.stdout[done.stdout.rindex("US decides.") :]


ANSWERS = [
    ("stand Lt Adams", "Lt Adams: choose an action."),
    ("move 40,30", "it is out of reach: Lt Adams moves 8 inches"),
    ("move 12,3.5", "1st Platoon squad 2 stands there"),
    ("MOVE up", "'up' cannot be meant by move: say for instance move "),
    ("move", "say what: move "),
    ("odds move 12,8", "Move to 12.0,8.0: nothing is rolled; Lt Adams at 12.0,8.0"),
    ("where", "+ is where you can go on with move: say for instance move "),
    ("fly", "'fly' is not an offer: say move, undo or help"),
    ("move 12,5", "Lt Adams moves to 12.0,5.0 [TC M1]"),
    ("stand lt adams", "Lt Adams is Finished (TC S7)"),
    ("stand J", "US machine gun: choose an action.   (undo takes your last choice back)"),
    ("fire MG 42", "MG 42 cannot be fired at: it is beyond 16 inches"),
    ("undo", "taken back"),
    ("stand MG 42", "that is not one of your stands"),
    ("stand Zorro", "'Zorro' cannot be meant by stand: say for instance stand "),
    ("end now", "end takes nothing more: say end"),
    ("where move", "nothing is aimed at a place of the map now"),
    ("aims", "US wins if it holds the farm after turn 12 with 3 rifle"),
    ("rule tc o6", "TC O6 "),
    ("rule", "Tactical Combat has no rule '': say rule TC S1"),
    ("help", "say it: stand "),
]


def test_every_refusal_says_why_and_what_would_be_right():
    answers = typed_at(*(words for words, _ in ANSWERS)).split("US> ")[1:]
    for (words, answer), said in zip(ANSWERS, answers, strict=False):
        assert answer in said, words
    (map,) = (said for said in answers if "+ is where" in said)
    assert " 0 ····++++++++++++++++" in map


def test_what_one_has_placed_is_on_ones_own_map_alone():
    done = play(FIREFIGHT, "--seed", "7", typed="\nplace 10,2\n1\n\n")
    first, second = done.stdout.split("German to the table")
    assert "@ you have placed: Lt Adams 10.0,2.0" in first
    assert " 0 ··········@·" in first
    assert "@" not in second


def test_an_open_table_is_not_handed_over_and_the_log_is_read_by_both():
    done = play(FIREFIGHT, "--seed", "7", typed="\n1\n\n1\nend\n")
    after = done.stdout[done.stdout.rindex("US decides.") :]
    assert "German decides." in after
    assert "to the table" not in after
    assert done.stdout.count("Turn 1: US [TC S1]") == 1


def test_units_lists_types_and_shows_a_card(capsys):
    code, out, _ = said(capsys, "units", "--era", "1987", "--kind", "tank")
    assert code == 0
    assert "us87_m1a1" in out
    assert "us_m4_75" not in out
    card = json.loads(said(capsys, "units", "us87_m2", "--against", "su87_t72b", "--json")[1])
    assert [each["from"] for each in card["against"]["chances"]["TOW 2"]] == [2, 9, 17]
    assert "TOW 2" in said(capsys, "units", "us87_m2", "--against", "su87_t72b")[1]
    assert "there is no unit 'nobody'" in said(capsys, "units", "us87_m2", "--against", "nobody")[2]
    assert "name a unit before it" in said(capsys, "units", "--against", "su87_t72b")[2]
    assert said(capsys, "units", "--like", "zzz")[0] == 1
