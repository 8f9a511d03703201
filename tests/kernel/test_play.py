"""Playing: legality and its sentences, secret decisions, views, undo."""

import pickle
import random

import msgspec
import pytest

import sandtable
from sandtable import Action, Dice, IllegalAction, Match
from sandtable.kernel.errors import RecordError, RulesFault, ScenarioFault
from sandtable.kernel.field import Field
from sandtable.kernel.game import Game
from sandtable.kernel.procedure import Answer, Caller, Decide, Hidden, verb
from sandtable.kernel.state import State
from sandtable.systems.demo.turn import SideTurn
from tests.systems.demo.battle import Battle

FACING = "0101 open Blue A\n 0102 open\n 0103 open Red A\n 0201 open\n 0801 open Red B"


def place(match, *pairs):
    for side, printed in pairs:
        match.act(side, Action("place", match.game.world.map.index(printed)))


def bridge(**options):
    return Match(sandtable.load("demo/bridge", options), Dice.seeded(7))


# Legality


@pytest.mark.parametrize(
    ("side", "action", "why"),
    [
        (1, Action("end"), "it is not Red's decision: Blue must choose"),
        (2, Action("end"), "it is not side 2's decision: Blue must choose"),
        (0, Action("fire", 1), "'fire' is not offered now: choose squad, end"),
        (0, Action("end", 3), "'end' takes no target"),
        (0, Action("squad"), "None is not a target of 'squad' now"),
        (0, Action("squad", True), "True is not a target of 'squad' now"),
        (0, Action("squad", 0.0), "0.0 is not a target of 'squad' now"),
        (0, Action("squad", 2), "that is not one of your squads on the map"),
        (0, Action("x" * 900), "'" + "x" * 39 + "... is not offered now: choose squad, end"),
    ],
)
def test_an_illegal_action_is_refused_with_a_sentence_and_changes_nothing(side, action, why):
    b = Battle(FACING)
    before = b.game.digest(b.state)
    with pytest.raises(IllegalAction) as refused:
        b.game.apply(b.state, side, action, Dice.scripted())
    assert str(refused.value) == why == b.game.why_not(b.state, side, action)
    assert b.game.digest(b.state) == before


def test_a_game_that_is_over_takes_no_action():
    b = Battle(FACING, turns=1).do("end").do("end")
    assert b.game.decisions(b.state) == ()
    assert b.game.why_not(b.state, 0, Action("end")) == "the game is over"
    with pytest.raises(IllegalAction):
        b.game.apply(b.state, 0, Action("end"), Dice.scripted())


def test_a_verb_without_an_effect_is_a_fault_of_the_system():
    with pytest.raises(TypeError, match=r"Half\.go has no effect"):

        class Half(Decide, frozen=True, array_like=True):
            @verb("Go")
            def go(self, look):
                return True


def test_dice_that_run_out_leave_the_state_alone():
    b = Battle(FACING).do("squad", "Blue A")
    before = b.state
    with pytest.raises(sandtable.SandtableError, match="the script ran out"):
        b.do("fire", "Red A")
    assert b.state is before


def test_the_dice_are_not_in_the_state():
    one, two = (Match(sandtable.load("demo/duel"), Dice.seeded(seed)) for seed in (1, 2))
    for match in (one, two):
        place(match, (0, "0102"), (1, "0302"))
    assert one.state == two.state, "other dice, same state until they fall"


# Secret decisions


def test_secret_choices_stay_secret_and_come_out_together():
    match = bridge()
    place(match, (0, "0103"))
    seen = match.game.view(match.state, 1).state
    assert seen.secret[0] == (Hidden(0),)
    place(match, (0, "0102"))
    assert match.game.view(match.state, 1).state.secret[0] == (Hidden(0),), "not even that the other side is done"
    assert match.game.view(match.state, 1).deciding == (0, 1)
    assert match.game.view(match.state, 0).deciding == (1,)
    with pytest.raises(IllegalAction, match="it is not Blue's decision: Red must choose"):
        place(match, (0, "0104"))
    place(match, (1, "0503"), (1, "0501"))
    assert match.state.secret == ()


def test_a_view_does_not_show_how_many_rolls_were_made():
    b = Battle(FACING).do("squad", "Blue A").do("fire", "Red A", 2)
    assert b.state.rolls
    assert [b.game.view(b.state, side).state.rolls for side in (0, 1, None)] == [0, 0, 0]


def test_a_secret_choice_can_be_taken_back_after_the_other_side_has_chosen():
    match = bridge()
    place(match, (0, "0103"), (1, "0503"), (0, "0102"), (1, "0501"))
    straight = match.game.digest(match.state)
    match = bridge()
    place(match, (0, "0103"), (0, "0105"), (1, "0503"))
    assert match.why_not_undo(0) == ""
    match.undo(0)
    assert [str(entry.action) for entry in match.entries] == ["place 2", "place 22"]
    place(match, (0, "0102"), (1, "0501"))
    assert match.game.digest(match.state) == straight
    assert match.why_not_undo(1) == "it cannot be undone: all sides have made their secret choice"
    assert match.why_not_undo(0) == "it cannot be undone: the other side has decided since"


def test_a_secret_part_may_not_touch_the_board(monkeypatch):
    match = bridge()
    effect = type(match.state.secret[0][0]).verbs["place"]
    right = effect.effect

    def cheat(self, field, hex):
        field.change(0, hex=hex)
        right(self, field, hex)

    monkeypatch.setattr(effect, "effect", cheat)
    with pytest.raises(RulesFault, match="Place changed the board while the other side decides in secret"):
        place(match, (0, "0103"))


# Views


def test_what_the_other_side_has_selected_is_its_own_business():
    b = Battle(FACING)
    before = b.game.view(b.state, 1)
    b.do("squad", "Blue A")
    after = b.game.view(b.state, 1)
    assert after == before
    assert b.game.view(b.state, 0) != b.game.view(Battle(FACING).state, 0)
    assert b.game.view(b.state, None).decision is None


def test_a_hidden_enemy_is_in_no_view_no_offer_and_no_refusal():
    text = "0101 open Blue A\n 0102 open\n 0103 woods {}\n 0801 open Red B{}"
    with_him = Battle(text.format("Red A: hidden", "")).do("squad", "Blue A")
    without = Battle(text.format("", "\n 0802 woods Red A: hidden")).do("squad", "Blue A")
    for verb_name in ("fire", "assault", "move"):
        for target in range(-1, 12):
            action = Action(verb_name, target)
            assert with_him.game.why_not(with_him.state, 0, action) == without.game.why_not(without.state, 0, action)
    assert with_him.game.view(with_him.state, 0).state.board == without.game.view(without.state, 0).state.board


def test_what_another_side_is_asked_is_not_in_a_view():
    b = Battle(FACING).act("Blue A", "move", "0201")
    assert b.decides() == ["Red"]
    assert b.game.view(b.state, 0).state.stack[-1] == Hidden(1)
    assert b.game.view(b.state, 1).state.stack[-1] == b.state.stack[-1]
    assert b.game.decisions(b.game.view(b.state, 0).state) == ()


def test_a_side_is_asked_the_same_in_its_view_and_no_other_side_is_asked_that():
    b = Battle(FACING).act("Blue A", "move", "0201")
    (asked,) = b.game.asking(b.state)
    assert b.game.asking(b.game.masked(b.state, 1)) == (asked,)
    assert b.game.asking(b.game.masked(b.state, 0)) == ()
    assert b.game.asking(b.game.masked(b.state, None)) == ()


def test_a_hidden_squad_is_still_counted_in_a_view():
    b = Battle("0101 open Blue A\n 0102 open\n 0103 open Red A: shaken one\n 0801 woods Red B: hidden").do(
        "squad", "Blue A"
    )
    known = b.game.view(b.state, 0).state
    odds = b.game.odds(known, 0, Action("fire", b.target("Red A")))
    assert odds.chance(lambda end: end.result is not None) == 0, "Red B is somewhere: the game cannot end"


def test_a_forecast_says_what_will_be_rolled_before_it_is():
    b = Battle("0101 open Blue A\n 0102 open\n 0103 woods Red A").do("squad", "Blue A")
    roll = b.game.forecast(b.state, 0, Action("fire", b.target("Red A")))
    assert roll.words == "Blue A fires at Red A"
    assert [str(each) for each in roll.modifiers] == ["-1 target in woods (DS 4.1)"]
    assert b.game.forecast(b.state, 0, Action("move", b.hex("0102"))) is None


def test_a_state_asked_by_two_games_answers_each():
    bridge_game, duel = sandtable.load("demo/bridge"), sandtable.load("demo/bridge", {"turns": 1})
    state = bridge_game.start(Dice.seeded(1))
    assert bridge_game.decisions(state) is bridge_game.decisions(state)
    assert duel.decisions(state) is not bridge_game.decisions(state)


def test_an_action_drawn_verb_by_verb_is_one_of_the_offers_and_each_can_come():
    """It works out no more verbs than it needs, and draws as evenly as from all offers: a verb, then a target."""
    game = sandtable.load("demo/bridge")
    draw, state, dice = random.Random(3), game.start(Dice.seeded(3)), Dice.seeded(3)
    while state.result is None:
        offered = set(game.decisions(state)[0].actions())
        fresh = State(state.board, state.stack, state.secret, state.result, state.rolls)
        picks = [game.pick(fresh, draw.randrange) for _ in range(40)]
        assert {side for side, _ in picks} == {game.decisions(state)[0].side}
        assert {action for _, action in picks} <= offered
        verbs = {action.verb for _, action in picks}
        assert len(verbs) == len({action.verb for action in offered}), "a verb that is offered comes, whichever it is"
        state, _ = game.apply(fresh, *picks[-1], dice)


@pytest.mark.parametrize(
    "scenario", ["demo/bridge", "tactical_combat/first-firefight", "micro_armour/duel", "tcs/crossroads-1944"]
)
def test_what_is_only_tried_out_leads_to_the_state_that_play_leads_to(scenario):
    game, draw, dice = sandtable.load(scenario), random.Random(5), Dice.seeded(5)
    state = game.start(dice)
    for _ in range(120):
        side, action = game.pick(state, draw.randrange)
        tried = game.after(state, side, action, dice)
        state, _ = game.apply(state, side, action, dice)
        assert game.digest(tried) == game.digest(state)
        if state.result is not None:
            break


def test_what_is_not_offered_cannot_be_tried_out():
    game, dice = sandtable.load("demo/bridge"), Dice.seeded(7)
    with pytest.raises(IllegalAction, match="'fire' is not offered now"):
        game.after(game.start(dice), 0, Action("fire", 1), dice)


def test_a_game_and_a_match_can_be_sent_to_another_process():
    match = bridge()
    place(match, (0, "0103"))
    again = pickle.loads(pickle.dumps(match))
    assert again.state == match.state
    assert again.game.digest(again.state) == match.game.digest(match.state)
    assert dict(again.game.options) == dict(match.game.options)


@pytest.mark.parametrize("sides", [("Red", "red"), ("Red", "")])
def test_sides_need_names_that_can_be_told_apart(sides):
    scenario = msgspec.structs.replace(sandtable.load("demo/duel").scenario, sides=sides)
    with pytest.raises(ScenarioFault, match="each side needs a name of its own"):
        Game(sandtable.load("demo/duel").system, scenario, name="x")


def test_the_board_of_a_field_is_the_board_as_it_is_now():
    b = Battle(FACING)
    field = b.game.system.field(b.game, b.state.board)
    field.change(0, steps=1)
    assert field.board.squads[0].steps == field.squads[0].steps == 1
    assert b.state.board.squads[0].steps != 1


def test_an_answer_is_the_last_act_of_a_procedure():
    field = Field(sandtable.load("demo/duel"), None)
    field.answer(True)
    field.next(Answer(True))
    with pytest.raises(RulesFault, match="a procedure answers last"):
        field.answer(True)


class Waits(Caller, frozen=True, array_like=True, tag="waits"):
    def resume(self, field, answer):
        field.log("told", "DS 1", answer=answer)


def test_a_caller_goes_on_with_the_answer_and_with_none_if_there_is_no_answer():
    field = Field(sandtable.load("demo/duel"), None)
    field.next(Answer("stopped"), Waits())
    answer = field.stack.pop()
    field.below = len(field.stack)
    answer.run(field)
    assert not field.stack
    assert [event.values for event in field.events] == [{"answer": "stopped"}]
    Waits().run(field)
    assert field.events[-1].values == {"answer": None}


def test_a_secret_part_begins_with_a_decision():
    b = Battle(FACING)
    with pytest.raises(RulesFault, match="a secret part must begin with a decision"):
        b.game.system.field(b.game, b.state.board).together(SideTurn(0), SideTurn(1))


# Undo


def test_selecting_can_be_undone_and_dice_cannot():
    b = Battle(FACING)
    assert b.game.barrier(b.state, 0, Action("squad", 0)) == ""
    assert b.game.barrier(b.state, 0, Action("end")) == "the enemy may react"
    b.do("squad", "Blue A")
    assert b.game.barrier(b.state, 0, Action("fire", 1)) == "dice are thrown"
    hiding = Battle("0101 woods Blue A: hidden\n 0201 open\n 0801 open Red A").do("squad", "Blue A")
    assert hiding.game.barrier(hiding.state, 0, Action("move", hiding.hex("0201"))) == "something hidden is shown"
    last = Battle(FACING, turns=1, side="Red")
    assert last.game.barrier(last.state, 1, Action("end")) == "the game is over"


def started(**options):
    match = bridge(watch_fire=False, hidden_squads=False, **options)
    place(match, (0, "0103"), (0, "0105"), (1, "0503"), (1, "0501"))
    return match


def act(match, *steps):
    for name, target in steps:
        side = match.game.decisions(match.state)[0].side
        match.act(side, Action(name, match.game.world.map.index(target) if isinstance(target, str) else target))


def test_undo_undo_to_here_and_reset_my_turn():
    match = started()
    begun = match.state
    act(match, ("squad", 0), ("move", "0203"), ("squad", 1), ("move", "0204"), ("end", None))
    assert match.why_not_undo(0) == "it cannot be undone: the enemy may react"
    match = started()
    act(match, ("squad", 0), ("move", "0203"))
    moved = match.state
    act(match, ("squad", 1), ("move", "0204"))
    match.undo(0)
    match.undo(0)
    assert match.state == moved
    act(match, ("squad", 1), ("move", "0204"))
    match.undo_to(0, 4)
    assert match.state == begun
    act(match, ("squad", 0), ("move", "0203"), ("squad", 1), ("move", "0204"))
    assert match.reset_turn(0) == 4
    assert match.state == begun
    with pytest.raises(IllegalAction, match="it cannot be undone: the other side has decided since"):
        match.undo(0)


def test_undo_to_here_is_all_or_nothing():
    match = started()
    act(match, ("squad", 0), ("move", "0203"), ("squad", 1), ("move", "0204"))
    kept = list(match.entries)
    with pytest.raises(IllegalAction):
        match.undo_to(0, 0)
    assert match.entries == kept
    with pytest.raises(IllegalAction, match="there is no action 99 to undo to: there are 8"):
        match.undo_to(0, 99)


def test_nothing_to_undo_is_said():
    assert bridge().why_not_undo(0) == "there is nothing to undo"


def test_undone_actions_are_gone_from_the_log():
    match = started()
    told = len(match.events(0))
    act(match, ("squad", 0), ("move", "0203"))
    assert len(match.events(0)) == told + 1
    match.reset_turn(0)
    assert len(match.events(0)) == told


# States as bytes


@pytest.mark.parametrize("data", [b"", b"\xc1", b"\x90", b"\x95\x01\x02\x03\x04\x05", b"\xdd\xff\xff\xff\xff", b"[]"])
def test_bytes_that_are_no_state_are_refused(data):
    with pytest.raises(RecordError, match="this is not a state of demo/duel"):
        sandtable.load("demo/duel").decode(data)


def test_a_true_for_a_one_is_refused_when_read_back():
    b = Battle(FACING)
    wrong = msgspec.structs.replace(b.state, rolls=True)
    assert wrong == msgspec.structs.replace(b.state, rolls=1), "equal, and yet"
    with pytest.raises(RecordError):
        b.game.decode(b.game.encode(wrong))


def test_position_and_digest_are_two_identities():
    b = Battle(FACING).do("squad", "Blue A").do("fire", "Red A", 2)
    again = msgspec.structs.replace(b.state, rolls=b.state.rolls + 3)
    assert again.position == b.state.position
    assert b.game.digest(again) != b.game.digest(b.state)
