"""Targets of several values: chains, sets and parts, by themselves and in a whole game."""

import asyncio
import contextlib
import random
from collections import Counter

import msgspec
import pytest

import sandtable
from sandtable.cli.terminal import Leave, Terminal
from sandtable.contract import CHECKS, check
from sandtable.contract.golden import perft
from sandtable.kernel import record as records
from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Action, Offer
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import IllegalAction, RecordError
from sandtable.kernel.match import Match
from sandtable.kernel.procedure import verb
from sandtable.kernel.targets import Chain, Parts, Points, Subset, Text
from sandtable.server.api.games import ActionAsked
from sandtable.server.games import shipping
from sandtable.server.games.telling import choice
from sandtable.systems.demo import Picket
from sandtable.systems.demo.turn import Choose
from tests.server.inside import inside

ROW = Chain(range(5), lambda hex: (hex - 1, hex + 1), most=3, first=(0, 2))
PAIR = Subset((9, 4, 7), most=2)
ORDER = Parts(("unit", (3, 4)), ("hex", Chain((7, 8), lambda hex: (15 - hex,), most=2)))
KINDS = {
    "chain": ROW,
    "set": PAIR,
    "parts": ORDER,
    "long": Chain(range(9), ROW.beside, most=5, least=4),
    "points": Points((9, 4, 7), most=2, least=0),
    "text": Text(10, such=("Anvil", "Hammer")),
    "named": Parts(("name", Text(10, such=("Anvil", "Hammer"))), ("hex", Points((4, 7), most=2, least=0))),
}


@pytest.mark.parametrize("targets", KINDS.values(), ids=KINDS)
def test_what_is_listed_is_contained_counted_and_drawn(targets):
    every = list(targets)
    assert targets
    assert len(every) == len(set(every)) <= len(targets), "each once, and no more than the bound"
    assert all(each in targets for each in every)
    draw = random.Random(1)
    assert {targets.draw(draw.randrange) for _ in range(1000)} == set(every)
    one, two = (random.Random(7) for _ in range(2))
    assert [targets.draw(one.randrange) for _ in range(20)] == [targets.draw(two.randrange) for _ in range(20)]


@pytest.mark.parametrize("targets", KINDS.values(), ids=KINDS)
def test_what_is_written_is_read_back(targets):
    def meant(kind, among, text):
        return next((each for each in among if text == f"{kind} {each}"), None)

    for each in targets:
        text = targets.write("hex", each, lambda kind, value: f"{kind} {value}")
        assert targets.read("hex", text, meant) == each
    if not isinstance(targets, Text):
        assert targets.read("hex", "nonsense", meant) is None


def test_a_text_is_whatever_can_be_printed_on_one_line():
    text = Text(8, such=("Anvil",), least=0)
    assert all(each in text for each in ("", "Coral", "Öst 3", "12345678"))
    assert not any(each in text for each in ("123456789", " Coral", "a\nb", "a;b", 3, None, ("Coral",)))
    assert Text(8, such=("Anvil",)).read("name", " Coral ", lambda *_: None) == "Coral"


def test_parts_are_listed_one_by_one_however_many_there_are():
    many = Parts(("hex", Subset(range(300), most=19)), ("hex", Points(range(300), most=9)))
    assert next(iter(many)) == ((0,), (0,))
    assert len(list(Offer("line", "Line", "line", many).listed())) == 500


@pytest.mark.parametrize("odd", [None, 4, "4", (), (True,), (4.0,), [4], ((4,),), (4, 4), (5,), (4, 7, 9), (7, 4)])
def test_what_is_no_set_of_them_is_refused(odd):
    assert (4,) in PAIR
    assert odd not in PAIR
    assert not Offer("take", "Take", "hex", PAIR).takes(odd)


@pytest.mark.parametrize("odd", [None, 0, (), (1,), (False,), (0, 2), (0, 1, 0), (0, 1, 2, 3), [0, 1], (2.0,), ("0",)])
def test_what_is_no_way_is_refused(odd):
    assert (0, 1) in ROW
    assert odd not in ROW


@pytest.mark.parametrize("odd", [(3,), (3, 7), (7, (7,)), (3, (7, 7)), (3, [7]), (True, (7,)), (3, (7,), 4), 3, None])
def test_what_lacks_a_part_is_refused(odd):
    assert (3, (7, 8)) in ORDER
    assert odd not in ORDER


def test_sets_are_counted_exactly_and_ways_are_bounded_even_on_a_large_map():
    assert len(PAIR) == 6
    assert len(Subset(range(5), most=5, least=0)) == 32
    huge = Chain(range(10_000), lambda hex: range(max(0, hex - 3), hex + 4), most=5000)
    assert len(huge) > 10**18
    assert huge.draw(random.Random(1).randrange) in huge
    assert len(list(Offer("march", "March", "hex", huge).listed())) == 500


def test_there_may_be_none():
    assert not Subset((), most=3)
    assert not Subset((1,), most=3, least=2)
    assert not Chain((1, 5), lambda hex: (hex + 1,), most=3, least=2)
    assert not Parts(("unit", ()), ("hex", PAIR))


def test_a_way_that_is_hard_to_draw_is_drawn_all_the_same():
    comb = Chain(range(40), lambda hex: (hex + 1,), most=40, least=40)
    assert comb.draw(lambda count: 0) == tuple(range(40))
    trap = Chain(range(4), {0: (1, 2), 1: (), 2: (3,), 3: ()}.get, most=3, least=3, first=(0,))
    assert trap.draw(lambda count: 0) == (0, 2, 3), "it does not run into the dead end forever"


# In a game


@verb("March along", "hex")
def march(choose, look):
    mine = [look.squads[number].hex for number in look.of(choose.side)]
    return Chain(range(len(look.world.map)), look.world.neighbours.__getitem__, most=3, first=mine)


@march.then
def _do_march(choose, field, way):
    field.log("marches", "DS 3", side=choose.side, count=len(way))
    field.next(choose)


@verb("Take", "hex")
def take(choose, look):
    return Subset(range(len(look.world.map)), most=2)


@take.then
def _do_take(choose, field, hexes):
    field.log("takes", "DS 3", side=choose.side, count=len(hexes))
    field.next(choose)


@verb("Send", "order")
def send(choose, look):
    return Parts(("unit", tuple(look.of(choose.side))), ("hex", Subset(range(4), most=2)))


@send.then
def _do_send(choose, field, order):
    squad, hexes = order
    field.log("sends", "DS 3", squad=squad, count=len(hexes))
    field.next(choose)


ORDERS = Chapter(
    name="orders",
    verbs={Choose: (march, take, send)},
    phrases={
        "marches": "{side:side} marches {count} hexes",
        "takes": "{side:side} takes {count} hexes",
        "sends": "{squad:unit} is sent to {count} hexes",
    },
)


@pytest.fixture
def game(monkeypatch):
    shipping._shipped.cache_clear()
    monkeypatch.setattr(Picket, "chapters", (*Picket.chapters, ORDERS))
    yield sandtable.load("demo/bridge")
    shipping._shipped.cache_clear()  # the games of other tests have no such orders


def set_up(game):
    """A match at its first choice."""
    match = Match(game, Dice.seeded(5))
    while match.state.secret:
        decision = game.decisions(match.state)[0]
        match.act(decision.side, next(decision.actions()))
    return match


def hexes(game, *names):
    return tuple(game.world.map.index(name) for name in names)


def test_a_view_reads_and_writes_them(game):
    view = game.view(set_up(game).state, 0)
    start = view.look.squads[0].hex
    way = (start, game.world.neighbours[start][0])
    names = [str(game.world.map.hex(each)) for each in way]
    march = Action("march", way)
    assert view.write(march) == f"march {names[0]} > {names[1]}"
    assert view.read(view.write(march)) == view.read(f"march {names[0]}>{names[1]}") == march
    assert view.describe(march) == f"March along {names[0]} > {names[1]}"
    assert view.why_not(march) == ""
    take = Action("take", tuple(sorted(hexes(game, "0101", "0203"))))
    assert view.read("take 0203 + 0101") == take
    assert view.why_not(take) == ""
    send = view.read("send Blue A; 0101")
    assert send == Action("send", (0, hexes(game, "0101")))
    assert view.why_not(Action("march", (start, start))) == f"({start}, {start}) is not a target of 'march' now"
    assert view.read("march 0101 > nowhere") == Action("march", "0101 > nowhere")
    with pytest.raises(IllegalAction, match="not a target of 'take' now"):
        game.apply(view.state, 0, Action("take", (True,)), Dice.seeded(1))


def test_a_record_keeps_them(game):
    match = set_up(game)
    side = game.decisions(match.state)[0].side
    for text in ("take 0101 + 0203", "send Blue A; 0101"):
        match.act(side, game.view(match.state, side).read(text))
    written = records.write_down(match, with_seed=True)
    assert written.header.sandtable == 3
    back = records.parse(written.text().encode())
    assert back == written
    assert records.replay(game, back).state == match.state
    with pytest.raises(RecordError, match="line 1: the record's format is 4, this program reads formats 1 to 3"):
        records.parse(written.text().replace('"sandtable":3', '"sandtable":4', 1).encode())


def test_the_random_bot_plays_with_them_and_the_promises_hold(game):
    used = Counter()
    for seed in range(3):
        match = sandtable.Match(game, Dice.seeded(seed))
        player = sandtable.bots.bot("random", game, seed)
        while match.state.result is None and len(match.entries) < 300:
            decision = game.decisions(match.state)[0]
            action = player.choose(game.view(match.state, decision.side))
            match.act(decision.side, action)
            used[action.verb] += 1
    assert min(used["march"], used["take"], used["send"]) > 3
    for name in CHECKS:
        check(game, name, 1)


def test_counts_of_actions_count_them(game):
    match = set_up(game)
    state = match.state
    offers = game.decisions(state)[0].offers
    assert perft(game, state, 1, Dice.seeded(1)) == sum(len(list(offer.actions())) for offer in offers)


def test_the_greedy_bot_weighs_a_few_of_them(game):
    view = game.view(set_up(game).state, 0)
    assert view.why_not(sandtable.bots.bot("greedy", game, 1).choose(view)) == ""


def test_at_the_terminal_they_are_said(game, capsys, monkeypatch):
    match = set_up(game)
    typed = iter(["take", "where take", "take 0101 + 0203", "take nowhere", "quit"])
    monkeypatch.setattr("builtins.input", lambda *_: next(typed))
    side = game.decisions(match.state)[0].side
    terminal = Terminal(match, {1 - side: sandtable.bots.bot("random", game, 1)}, None)
    with contextlib.suppress(Leave):
        terminal.play()
    said = capsys.readouterr().out
    assert "Take: say for instance take " in said
    assert "+ is where you can go on with take" in said
    assert "cannot be meant by take" in said
    assert match.entries[-1].action == Action("take", tuple(sorted(hexes(game, "0101", "0203"))))


def test_the_server_says_how_they_are_put_together(game):
    told = choice(game, game.decision(set_up(game).state, 0))
    offered = {each.verb: each for each in told.offers}
    march, take, send = (offered[verb] for verb in ("march", "take", "send"))
    assert (march.shape, march.targets) == ("chain", None)
    assert (march.parts[0].shape, march.parts[0].kind, march.parts[0].most) == ("chain", "hex", 3)
    assert march.parts[0].first
    assert (take.shape, take.parts[0].shape, take.parts[0].least, take.parts[0].most) == ("set", "set", 1, 2)
    assert [(each.kind, each.shape) for each in send.parts] == [("unit", "one"), ("hex", "set")]


def test_the_server_takes_and_keeps_them(game, tmp_path):
    async def run():
        async with inside(f"sqlite:///{tmp_path / 'games.db'}") as worker:
            table, _ = await worker.create("demo/bridge")
            await worker.play(table, 20, until=lambda each: not each.open.state.secret)
            side = game.decisions(table.open.state)[0].side
            orders = {"take": (1, 2), "send": (side, (0, 3))}
            for verb, target in orders.items():
                await worker.act(table, side, verb, target)
            digest = game.digest(table.open.state)
            again = await worker.reopened(table)
            assert game.digest(again.open.state) == digest
            assert [each.action for each in again.open.match.entries[-2:]] == [Action(*each) for each in orders.items()]

    asyncio.run(run())
    text = '{"side": 0, "sequence": 3, "key": "k", "verb": "send", "target": %s}'
    assert msgspec.json.decode(text % "[0, [1, 2]]", type=ActionAsked).target == (0, (1, 2))
    for odd in ("[[[1]]]", "[true]", "[1.5]", str([1] * 1001), "{}"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(text % odd, type=ActionAsked)


# Records of before


def old_record(match, packed):
    """The record as it was written when targets were packed into one number."""
    written = records.write_down(match, with_seed=True)
    moves = tuple(
        msgspec.structs.replace(move, target=packed(move.target)) if isinstance(move.target, tuple) else move
        for move in written.moves
    )
    header = msgspec.structs.replace(written.header, sandtable=1)
    return records.parse(msgspec.structs.replace(written, header=header, moves=moves).text().encode())


def test_an_older_record_of_micro_armour_is_read_groups_and_all():
    game = sandtable.load("micro_armour/duel")
    match = Match(game, Dice.seeded(2))
    draw = random.Random(2)
    while len(match.entries) < 120 and match.state.result is None:
        decision = game.decisions(match.state)[0]
        match.act(decision.side, decision.pick(draw.randrange))
    assert {"into", "order"} <= {entry.action.verb for entry in match.entries}
    old = old_record(match, lambda group: group[1] * 2 + group[0])
    assert records.replay(game, old).state == match.state


def test_an_older_record_of_tactical_combat_is_read_tasks_and_all():
    system = sandtable.load("tactical_combat/omaha-1944").system
    assert system.target_of_record("task", 2_000_007) == (2, 7)
    assert system.target_of_record("task", (2, 7)) == (2, 7)
    assert system.target_of_record("stand", 2_000_007) == 2_000_007
