"""Phrases are lists of parts: the words are the parts joined, and who is named is found without reading them."""

import contextlib

import pytest

import sandtable
from sandtable import Dice
from sandtable.bots import bot
from sandtable.kernel.chapter import Chapter, Rules
from sandtable.kernel.decision import Action
from sandtable.kernel.dice import DiceNeeded, SeededDice
from sandtable.kernel.errors import RulesFault
from sandtable.kernel.event import Event
from sandtable.kernel.phrase import Part, Said, filled, joined, parts_of
from sandtable.kernel.procedure import Decide, verb

SYSTEMS = ["demo/bridge", "tactical_combat/first-firefight", "micro_armour/duel", "tcs/crossroads-1944"]


def name(kind, value):
    return f"{kind}-{value}"


def test_a_template_becomes_text_and_what_it_names():
    parts = filled("{who:unit} goes to {at:hex} at {time}", {"who": 3, "at": 7, "time": 14}, name)
    assert parts == (Part("unit-3", "unit", 3), Part(" goes to "), Part("hex-7", "hex", 7), Part(" at "), Part("14"))
    assert joined(parts) == "unit-3 goes to hex-7 at 14"


@pytest.mark.parametrize("several", [(1, 2), [1, 2]], ids=["as values", "as they come out of a file"])
def test_several_are_named_one_by_one(several):
    assert filled("{all:units}", {"all": several}, name) == (
        Part("unit-1", "unit", 1),
        Part(", "),
        Part("unit-2", "unit", 2),
    )
    assert [part.kind for part in filled("{all:hexes}", {"all": several}, name)] == ["hex", "", "hex"]


def test_a_value_that_is_text_already_names_nothing():
    assert filled("{fire:unit} falls", {"fire": "The barrage"}, name) == (Part("The barrage"), Part(" falls"))


def test_what_is_said_is_equal_by_its_values():
    game = sandtable.load("demo/bridge")
    said = Said(game, "moves", {"squad": 0, "hex": 3})
    assert said == Said(game, "moves", {"squad": 0, "hex": 3})
    assert said != Said(game, "moves", {"squad": 0, "hex": 4})
    assert said != "Blue A moves to 0104"
    assert hash(said) == hash(Said(game, "moves", {"squad": 0, "hex": 3}))
    assert parts_of(said)[0] == Part("Blue A", "unit", 0)


def test_a_question_without_a_phrase_is_a_fault_of_the_rules():
    class Nameless(Decide, frozen=True, array_like=True, tag="nameless"):
        @verb("Go on")
        def on(self, look):
            return True

        @on.then
        def _do_on(self, field, _):
            pass

    game = sandtable.load("demo/bridge")
    with pytest.raises(RulesFault, match="no chapter has the question of Nameless: a phrase 'nameless\\?'"):
        Nameless(0).prompt(game.look(game.start(Dice.seeded(1))))


@pytest.mark.parametrize("scenario", SYSTEMS)
def test_every_question_and_every_roll_has_a_phrase_of_a_chapter(scenario):
    game = sandtable.load(scenario)
    for procedure in game.rules.procedures:
        if procedure.asks and procedure.prompt is Decide.prompt:
            assert f"{procedure.key()}?" in game.rules.phrases, procedure


def test_a_decision_carries_its_name_and_what_it_is_about():
    game = sandtable.load("tactical_combat/first-firefight")
    decision = game.decisions(game.start(Dice.seeded(1)))[0]
    assert (decision.name, decision.sets_up, len(decision.units), decision.places) == ("deploy", True, 1, ())
    assert game.world.names[decision.units[0]] in decision.prompt
    assert joined(decision.phrase) == decision.prompt


def test_a_roll_says_who_acts_on_whom():
    game = sandtable.load("demo/bridge")
    match = sandtable.play(game, [bot("greedy", game, seed=side) for side in range(2)], Dice.seeded(3))
    shots = [event.roll.resolution for event in match.events() if event.roll and event.rule == "DS 4"]
    assert shots
    for shot in shots:
        firer, target = game.world.names[shot.by[0]], game.world.names[shot.on[0]]
        assert shot.words == f"{firer} fires at {target}"
        assert [part.id for part in shot.phrase] == [shot.by[0], None, shot.on[0]]


@pytest.mark.parametrize(
    ("scenario", "outcomes"),
    [
        ("demo/bridge", ["miss", "shaken", "hit", "breaks"]),
        ("tactical_combat/first-firefight", [(0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 2, 0)]),
        ("micro_armour/duel", ["-", "(S)", ("D", "depleted"), "E"]),
        ("tcs/crossroads-1944", [-1, 0, 1, 2]),
    ],
)
def test_outcomes_are_graded_from_nothing_to_the_worst(scenario, outcomes):
    system = sandtable.load(scenario).system
    assert [system.severity(outcome) for outcome in outcomes] == [0, 1, 2, 3]


def test_words_that_no_system_grades_are_slight_and_numbers_count():
    system = sandtable.load("demo/bridge").system
    assert [system.severity(each) for each in ("odd", 0, 5, (), ("miss", "hit"))] == [1, 0, 1, 0, 2]


@pytest.mark.parametrize("scenario", SYSTEMS)
def test_answers_of_calculators_are_graded(scenario):
    system = sandtable.load(scenario).system
    for calculator in system.calculators:
        answer = calculator.answer(calculator.parameters())
        if hasattr(answer, "items"):
            assert {system.severity(each) for each, _ in answer.items()} <= {0, 1, 2, 3}


def test_what_changed_is_a_phrase_with_its_severity():
    game = sandtable.load("demo/bridge")
    match = sandtable.play(game, [bot("greedy", game, seed=side) for side in range(2)], Dice.seeded(3))
    graded = {}
    for entry in match.entries:
        view = game.view(entry.before, None)
        phrase, severity = view.change(entry.after)
        assert joined(phrase) == view.changed(entry.after)
        graded[joined(phrase)] = severity
    assert graded["no change"] == 0
    assert {severity for words, severity in graded.items() if " lost" in words} == {3}
    assert {severity for words, severity in graded.items() if "the game ends" in words} == {3}


def test_two_chapters_cannot_have_one_phrase():
    with pytest.raises(RulesFault, match="phrase 'hit'"):
        Rules((Chapter(name="one", phrases={"hit": "a"}), Chapter(name="two", phrases={"hit": "b"})), {})


def test_an_event_is_told_in_parts():
    game = sandtable.load("demo/bridge")
    event = Event("moves", "DS 3", {"squad": 0, "hex": 3})
    assert game.tell(event) == "Blue A moves to 0104" == joined(game.parts(event))


@pytest.mark.parametrize("scenario", SYSTEMS)
def test_a_roll_that_is_told_later_reads_as_one_that_is_told_at_once(scenario, monkeypatch):
    def played():
        game = sandtable.load(scenario)
        told = []
        for seed in range(4):
            players = [bot("random", game, seed=2 * seed + side) for side in range(2)]
            told += sandtable.play(game, players, Dice.seeded(seed), most=80).events(everything=True)
        return game, told

    game, later = played()
    monkeypatch.setattr(SeededDice, "by_hand", True)
    _, at_once = played()
    rolls = [(one.roll, other.roll) for one, other in zip(later, at_once, strict=True) if one.roll is not None]
    assert rolls
    assert any(one._tell is not None for one, _ in rolls)
    assert all(other._tell is None for _, other in rolls)
    assert all(one == other and one.resolution == other.resolution for one, other in rolls)
    assert [game.tell(event) for event in later] == [game.tell(event) for event in at_once]


def test_people_who_throw_the_dice_are_shown_what_they_roll_for():
    game = sandtable.load("micro_armour/duel")
    state, dice = game.start(Dice.seeded(1)), Dice.typed()
    for side in (0, 1):
        with contextlib.suppress(DiceNeeded):
            state, _ = game.apply(state, side, Action("suggested"), dice)
    with pytest.raises(DiceNeeded) as needed:
        game.apply(state, 1, Action("suggested"), dice)
    assert needed.value.resolution.words == "Blue rolls for initiative"
