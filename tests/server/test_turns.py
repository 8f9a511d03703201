"""Taking back, resigning, draws, handing over, chat, notes, records, moments and links, on a real server."""

import asyncio
import random

import pytest

import sandtable
from sandtable.kernel import record as records
from tests.server.clients import Player, actions, choose


def together(anna, ben, scenario="demo/bridge", **more):
    made = anna.create(scenario, seats=("me", "invite"), **more)
    ben.post(f"/api/games/{made['id']}/join", {"token": made["invitations"][0]["token"]})
    return made["id"]


def play(players, game, steps, seed=1):
    """Some random actions, each by whoever must decide."""
    drawn = random.Random(seed)
    for _ in range(steps):
        for side, player in enumerate(players):
            view = player.view(game, side)
            if view["status"] == "over":
                return view
            if view["decision"]:
                player.act(game, view, choose(view["decision"], drawn))
                break
    return players[0].view(game, 0)


def test_an_undo_takes_back_the_state_and_the_lines_and_stays_in_the_log(anna):
    game = anna.create(seats=("me", "me"))["id"]
    before = anna.view(game, 0)
    assert before["undo"]["possible"] is False
    after = anna.act(game, before, actions(before["decision"])[0])
    assert after["undo"] == {"possible": True, "why": ""}
    back = anna.post(f"/api/games/{game}/undo", {"side": 0, "sequence": after["sequence"]})
    assert back["sequence"] == after["sequence"] + 1
    assert (back["picture"], back["decision"], back["log"]) == (before["picture"], before["decision"], before["log"])
    anna.post(f"/api/games/{game}/undo", {"side": 0, "sequence": after["sequence"]}, status=409)
    refused = anna.post(f"/api/games/{game}/undo", {"side": 0, "sequence": back["sequence"]}, status=422)
    assert refused["detail"] == "there is nothing to undo"


def offered(view, verb):
    return next(each for each in view["decision"]["offers"] if each["verb"] == verb)


def test_what_was_only_chosen_can_be_let_go_of(anna):
    game = anna.create("tcs/crossroads-1944", seats=("me", "me"))["id"]
    for _ in range(2):
        view = anna.view(game)
        assert view["let_go"] is None
        anna.act(game, view, ("suggested", None))
    free = anna.view(game)
    assert free["let_go"] is None, "the enemy has decided, or nothing was chosen"
    chosen = anna.act(game, free, ("move", offered(free, "move")["targets"][0]))
    assert chosen["let_go"] == {"count": 1, "choice": free["decision"]}
    both = anna.act(game, chosen, ("off_road", None))
    assert both["let_go"] == {"count": 2, "choice": free["decision"]}
    back = anna.post(f"/api/games/{game}/undo", {"side": 0, "sequence": both["sequence"], "count": 2})
    assert (back["decision"], back["picture"], back["let_go"]) == (free["decision"], free["picture"], None)
    changed = anna.act(game, back, ("to_fire", offered(back, "to_fire")["targets"][0]))
    assert changed["undo"]["possible"]
    assert changed["let_go"] is None, "it can be undone, but the unit is in Fire Mode: that was done, not only chosen"
    many = {"side": 0, "sequence": changed["sequence"], "count": 9}
    anna.post(f"/api/games/{game}/undo", many, status=422)
    assert anna.view(game) == changed | {"log_from": 0, "log": anna.view(game)["log"], "answers": None}


def test_a_stand_that_was_chosen_to_act_can_be_let_go_of_and_one_that_was_placed_cannot(anna):
    game = anna.create("tactical_combat/first-firefight", seats=("me", "me"))["id"]
    for side in (0, 1):
        view = anna.view(game, side)
        placed = anna.act(game, view, actions(view["decision"])[0])
        assert placed["undo"]["possible"]
        assert placed["let_go"] is None
        view = anna.post(f"/api/games/{game}/undo", {"side": side, "sequence": placed["sequence"]})
        anna.act(game, view, ("rest", None))
    free = anna.view(game, 0)
    squad = next(
        each["id"]
        for each in anna.get(f"/api/games/{game}")["scene"]["pieces"]
        if each["name"] == "1st Platoon squad 3"
    )
    chosen = anna.act(game, free, ("stand", squad))
    assert chosen["let_go"] == {"count": 1, "choice": free["decision"]}


def test_reset_takes_back_all_that_can_be(anna):
    game = anna.create("tactical_combat/first-firefight", seats=("me", "me"))["id"]
    first = view = anna.view(game, 0)
    for _ in range(3):
        view = anna.act(game, view, actions(view["decision"])[0])
    back = anna.post(f"/api/games/{game}/reset", {"side": 0, "sequence": view["sequence"]})
    assert (back["picture"], back["decision"]) == (first["picture"], first["decision"])


def test_the_other_side_sees_lines_disappear_when_they_are_undone(anna, ben):
    game = together(anna, ben)
    play((anna, ben), game, 9)

    async def watch():
        async with anna.live(game, 0) as one, ben.live(game, 1) as two:
            for _ in range(100):
                for side, live in enumerate((one, two)):
                    now = (anna, ben)[side].view(game, side)
                    await live.until(lambda view, now=now: view["sequence"] == now["sequence"])
                side = 0 if one.view["decision"] else 1
                mover, other = (one, two) if side == 0 else (two, one)
                before, was = (other.view["picture"], list(other.log)), other.view["sequence"]
                answer = await mover.act(choose(mover.view["decision"], drawn))
                seen = (anna, ben)[1 - side].view(game, 1 - side)["sequence"] > was
                if not seen or not answer["undo"]["possible"]:
                    continue
                await other.until(lambda view, was=was: view["sequence"] > was)
                if other.log == before[1]:
                    continue
                asked = {"side": side, "sequence": answer["sequence"]}
                (anna, ben)[side].post(f"/api/games/{game}/undo", asked)
                await other.until(lambda view, was=was: view["sequence"] > was + 1)
                return before == (other.view["picture"], other.log)
        return False

    drawn = random.Random(3)
    assert asyncio.run(asyncio.wait_for(watch(), 60))


def test_resigning_ends_the_game_and_publishes_the_seed(anna, ben):
    game = together(anna, ben)
    play((anna, ben), game, 5)
    view = anna.post(f"/api/games/{game}/resign", {"side": 0})
    assert view["result"] == {"winner": 1, "reason": "Blue resigned", "points": []}
    assert ben.get(f"/api/games/{game}")["seed"]
    assert ben.get(f"/api/games/{game}/verify")["right"] is True
    ben.act(game, ben.view(game, 1), ("pass", None), status=422)


def test_a_draw_is_offered_and_accepted_by_the_other_side_alone(anna, ben):
    game = together(anna, ben)
    anna.post(f"/api/games/{game}/draw", {"side": 0, "what": "accept"}, status=422)
    assert anna.post(f"/api/games/{game}/draw", {"side": 0, "what": "offer"})["draw_offered"] == 0
    anna.post(f"/api/games/{game}/draw", {"side": 0, "what": "accept"}, status=422)
    assert ben.post(f"/api/games/{game}/draw", {"side": 1, "what": "decline"})["draw_offered"] is None
    ben.post(f"/api/games/{game}/draw", {"side": 1, "what": "offer"})
    ben.post(f"/api/games/{game}/draw", {"side": 0, "what": "accept"}, status=403)
    ended = anna.post(f"/api/games/{game}/draw", {"side": 0, "what": "accept"})
    assert ended["result"]["winner"] is None
    assert ended["status"] == "over"


def test_a_rematch_changes_sides_and_is_one_game_for_both(anna, ben):
    game = together(anna, ben)
    anna.post(f"/api/games/{game}/rematch", status=422)
    anna.post(f"/api/games/{game}/resign", {"side": 0})
    again = anna.post(f"/api/games/{game}/rematch")
    assert again["you"] == [1]
    same = ben.post(f"/api/games/{game}/rematch")
    assert (same["id"], same["you"], same["status"]) == (again["id"], [0], "playing")


def test_a_side_is_handed_to_a_bot_and_taken_back(anna, ben):
    game = together(anna, ben, "demo/duel")
    ben.post(f"/api/games/{game}/handover", {"side": 0, "bot": "random"}, status=403)
    anna.post(f"/api/games/{game}/handover", {"side": 0, "bot": "brilliant"}, status=422)
    info = anna.post(f"/api/games/{game}/handover", {"side": 0, "bot": "random"})
    assert info["seats"][0]["who"] == "bot"

    async def wait():
        async with anna.live(game, 0) as live:
            return await live.until(lambda view: 0 not in view["deciding"])

    view = asyncio.run(wait())
    anna.act(game, view, ("pass", None), status=422)
    ben.post(f"/api/games/{game}/handover", {"side": 0, "bot": None}, status=403)
    info = anna.post(f"/api/games/{game}/handover", {"side": 0, "bot": None})
    assert info["seats"][0]["who"] == "person"
    assert "Anna plays Blue now" in [line["words"] for line in ben.view(game, 1)["log"]]


def test_who_takes_a_side_from_a_bot_is_present_there_at_once_and_can_act(anna):
    game = anna.create("demo/duel", ("me", "bot:random"))["id"]

    async def play_both():
        async with anna.live(game) as live:
            await live.until(lambda view: 0 in view["deciding"])
            anna.post(f"/api/games/{game}/handover", {"side": 1, "bot": None})
            told = await live.next("presence")
            while told["seats"][1]["who"] == "bot":
                told = await live.next("presence")
            answers = {}
            while 1 not in answers:  # both sides act over the one connection
                answers[live.view["side"]] = await live.act(actions(live.view["decision"])[-1])
            return told["seats"], answers

    seats, answers = asyncio.run(play_both())
    assert [(seat["connected"], seat["you"]) for seat in seats] == [(True, True), (True, True)]
    assert {answer["type"] for answer in answers.values()} == {"view"}


def test_chat_reaches_the_other_and_notes_stay_private(anna, ben, server):
    game = together(anna, ben)

    async def listen():
        async with ben.live(game, 1) as live:
            await live.next("view")
            anna.post(f"/api/games/{game}/chat", {"text": "Good\n luck\x00!"})
            return await live.next("chat")

    heard = asyncio.run(listen())
    assert (heard["name"], heard["text"], heard["side"]) == ("Anna", "Good luck !", 0)
    assert [line["text"] for line in ben.get(f"/api/games/{game}/chat")] == ["Good luck !"]
    anna.post(f"/api/games/{game}/chat", {"text": "x" * 501}, status=422)
    stranger = Player(server.url)
    stranger.post(f"/api/games/{game}/chat", {"text": "psst"}, status=403)
    stranger.close()
    anna.put(f"/api/games/{game}/notes", {"text": "hold the bridge"})
    assert anna.get(f"/api/games/{game}/notes") == {"text": "hold the bridge"}
    assert ben.get(f"/api/games/{game}/notes") == {"text": ""}


def test_a_record_goes_out_and_comes_in_and_goes_on(anna, ben):
    game = anna.create("demo/bridge", seats=("me", "me"))["id"]
    play((anna, anna), game, 12)
    text = anna.get(f"/api/games/{game}/record")
    record = records.parse(text.encode())
    assert record.closing.seed is None
    records.verify(sandtable.load("demo/bridge"), record)
    again = ben._ask("POST", "/api/records", 201, content=text.encode())
    assert again["you"] == [0, 1]
    assert again["dice"] == "mixed"
    assert ben.view(again["id"], 0)["picture"] == anna.view(game, 0)["picture"]
    play((ben, ben), again["id"], 500)
    over = ben.get(f"/api/games/{again['id']}")
    assert over["status"] == "over"
    assert ben.get(f"/api/games/{again['id']}/verify")["right"] is True
    finished = ben.get(f"/api/games/{again['id']}/record")
    copy = anna._ask("POST", "/api/records", 201, content=finished.encode())
    assert copy["status"] == "over"
    assert anna.view(copy["id"], 0)["log"][-1]["words"] == ben.view(again["id"], 0)["log"][-1]["words"]


def test_a_finished_record_is_checked_against_the_seed(anna):
    game = anna.create("demo/duel", seats=("me", "me"))["id"]
    play((anna, anna), game, 500)
    told = anna.get(f"/api/games/{game}/verify")
    assert told["right"] is True
    assert told["seed_checked"] is True
    text = anna.get(f"/api/games/{game}/record")
    assert records.verify(sandtable.load("demo/duel"), records.parse(text.encode())).seed_checked


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: "",
        lambda text: "{}",
        lambda text: text.replace("demo/bridge", "/etc/passwd.toml"),
        lambda text: text.replace('"verb":"', '"verb":"x', 1),
        lambda text: text[: len(text) // 2],
    ],
)
def test_a_spoilt_record_is_refused_with_a_sentence(anna, spoil):
    game = anna.create("demo/bridge", seats=("me", "me"))["id"]
    play((anna, anna), game, 4)
    text = anna.get(f"/api/games/{game}/record")
    refused = anna._ask("POST", "/api/records", 422, content=spoil(text).encode())
    assert refused["detail"]


def test_the_record_of_a_running_game_is_not_for_a_player_of_one_side(anna, ben):
    game = together(anna, ben)
    anna.get(f"/api/games/{game}/record", 403)
    bots = anna.create("demo/bridge", seats=("me", "bot:random"))["id"]
    anna.get(f"/api/games/{bots}/record", 403)


def test_any_moment_can_be_seen_again_and_linked_to(anna, ben, server):
    game = together(anna, ben, "tactical_combat/first-firefight")
    drawn = random.Random(8)
    seen = {}
    for _ in range(24):
        player, side = (anna, 0) if anna.view(game, 0)["decision"] else (ben, 1)
        view = player.view(game, side)
        if view["status"] == "over":
            break
        seen[side, view["sequence"]] = view
        player.act(game, view, choose(view["decision"], drawn))
    for (side, sequence), view in random.Random(1).sample(sorted(seen.items(), key=str), 15):
        player = (anna, ben)[side]
        moment = player.get(f"/api/games/{game}/moments/{sequence}", side=str(side))
        assert moment["picture"] == view["picture"]
        assert moment["decision"] is None
        assert moment["log"] == view["log"]
    ben.get(f"/api/games/{game}/moments/3", 403, side="0")
    anna.get(f"/api/games/{game}/moments/100000", 404, side="0")
    link = anna.post(f"/api/games/{game}/links", {"moment": 2, "side": None})
    stranger = Player(server.url)
    shown = stranger.get(f"/api/links/{link['token']}")
    assert shown["view"]["side"] is None
    assert shown["view"]["sequence"] == 2
    stranger.get("/api/links/nowhere", 404)
    stranger.close()


def test_an_open_seat_is_found_in_the_lobby_and_taken_once(anna, ben, server):
    game = anna.create("demo/duel", seats=("me", "open"), listed=True)["id"]
    assert game in [each["id"] for each in ben.get("/api/games", list="open")]
    ben.post(f"/api/games/{game}/join", {"side": 1})
    assert game not in [each["id"] for each in ben.get("/api/games", list="open")]
    assert game in [each["id"] for each in ben.get("/api/games", list="mine")]
    late = Player(server.url)
    late.post(f"/api/games/{game}/join", {"side": 1}, status=403)
    assert game in [each["id"] for each in late.get("/api/games", list="watch")]
    assert late.view(game)["side"] is None
    late.close()


def test_players_may_throw_the_dice_themselves(anna):
    game = anna.create("demo/duel", seats=("me", "me"), dice="typed")["id"]
    drawn = random.Random(4)
    thrown = False
    for _ in range(200):
        view = anna.view(game)
        if view["status"] == "over":
            break
        action, dice = choose(view["decision"], drawn), []
        while True:
            answer = anna.act(game, view, action, status=(200, 422), dice=dice)
            if "need" not in answer:
                break
            thrown = True
            assert answer["need"]["given"] == len(dice)
            dice += [drawn.randint(1, sides) for sides in answer["need"]["faces"]]
        assert answer["type"] == "view"
    assert thrown
    info = anna.get(f"/api/games/{game}")
    assert (info["dice"], info["commitment"], info["seed"]) == ("typed", None, None)
    view = anna.view(game)
    if view["status"] == "playing":
        anna.act(game, view, choose(view["decision"], drawn), status=422, dice=[7] * 50)


BAD_QUESTIONS = [
    ("demo", "shot", {"colour": 7}, "shot: there is no 'colour' here: it takes woods, close, shaken, moving", ""),
    ("demo", "shot", {"woods": "perhaps"}, "shot: woods is on or off, not 'perhaps'", "woods"),
    ("tcs", "area", {"hexes": 99}, "area: hexes is a whole number from 0 to 24, not 99", "hexes"),
    ("tcs", "area", {"targets": 3}, "area: targets is text, not 3", "targets"),
    (
        "tcs",
        "area",
        {"firers": "us_m4_57"},
        "area: firers: there is no unit 'us_m4_57', but us_m4_76, us_m4_75, us_m4_105; sandtable units lists them all",
        "firers",
    ),
    (
        "tactical_combat",
        "points",
        {"stands": 40},
        "points: stands: with 0 saved there are never points for more than 10",
        "stands",
    ),
]
"""A question that cannot be: its system and calculator, its values, the sentence, and the value it is about."""


def test_scenarios_rules_charts_and_calculators_are_there(anna):
    for card in anna.get("/api/scenarios"):
        page = anna.get(f"/api/scenarios/{card['name']}")
        assert page["card"] == card
        assert len(page["scene"]["pieces"]) == sum(card["pieces"])
    for system in anna.get("/api/systems"):
        assert anna.get(f"/api/systems/{system['name']}/rules")[0]["statement"]
        charts = anna.get(f"/api/systems/{system['name']}/charts")
        assert all(len(row) == len(chart["columns"]) for chart in charts for row in chart["rows"])
        for each in anna.get(f"/api/systems/{system['name']}/calculators"):
            told = anna.post(f"/api/systems/{system['name']}/calculators/{each['name']}", {"parameters": {}})
            if told["plot"] is None:
                assert abs(sum(outcome["percent"] for outcome in told["outcomes"]) - 100) < 1
            else:
                assert all(len(line["chances"]) == len(told["plot"]["scale"]) for line in told["plot"]["lines"])
                assert (told["outcomes"], told["chain"]) == ([], [])
    shot = anna.post("/api/systems/micro_armour/calculators/shot", {"parameters": {"ground": "woods"}})
    assert [each["words"] for each in shot["chain"]][1] == "differential: attack 18 - defense 15 = +3"
    assert [each["value"] for each in shot["chain"][0]["roll"]["modifiers"]] == [2]
    assert shot["totals"][0]["words"] == "to eliminate the target"
    area = anna.post("/api/systems/tcs/calculators/area", {"parameters": {"hexside": "hedge"}})
    assert area["chain"][0]["base"] == "5"
    names = anna.get("/api/systems/tcs/names")
    assert {"options", "units", "batteries", "missiles"} == set(names)
    assert {"name": "us_rifle_plt", "words": "Rifle platoon, US, ww2"} in names["units"]
    anna.get("/api/systems/chess/names", 404)
    for system, calculator, parameters, detail, about in BAD_QUESTIONS:
        path = f"/api/systems/{system}/calculators/{calculator}"
        refused = anna.post(path, {"parameters": parameters}, status=422)
        assert (refused["detail"], refused.get("about", "")) == (detail, about)
    anna.get("/api/systems/chess/rules", 404)
    anna.get("/api/scenarios/demo/nowhere", 404)


def test_a_battle_is_made_and_played(anna):
    form = anna.get("/api/systems/micro_armour/generator")["parameters"]["properties"]
    assert "T-80U/AT-11" in form["blue"]["enum"]
    assert {"poor roads", "tracks", "both"} <= set(form["side_roads"]["enum"])
    assert "both cohesions" in form["balance"]["enum"]
    assert {f"{side}_{what}" for side in ("blue", "red") for what in ("generation", "command")} <= set(form)
    asked = {"blue": "M1A1 Abrams", "red": "T-80U/AT-11", "seed": 7, "balance": "best"}
    made = anna.post("/api/systems/micro_armour/generator", {"parameters": asked})
    assert made["name"] == "micro_armour/generated?blue=M1A1+Abrams&red=T-80U/AT-11&balance=best&seed=7"
    assert made["card"]["pieces"] == [10, 10]
    assert made["scene"]["features"]
    assert made["file"].startswith('title = "M1A1 Abrams against T-80U/AT-11"')
    assert anna.post("/api/systems/micro_armour/generator", {"parameters": asked}) == made
    game = anna.create(made["name"])["id"]
    info = anna.get(f"/api/games/{game}")
    assert (info["scenario"], info["scene"]) == (made["name"], made["scene"])
    anna.post("/api/systems/micro_armour/generator", {"parameters": {"blue": "Tiger"}}, status=422)
    anna.post("/api/systems/micro_armour/generator", {"parameters": {"turns": 99}}, status=422)
    every = {"blue": "T-80 (Reactive)/AT-8", "red": "T-80 (Reactive)/AT-8", "blue_tanks": 11, "red_tanks": 12}
    every |= {"blue_cohesion": 15, "red_cohesion": 16, "balance": "lower cohesion", "seed": 123456789, "woods": 20}
    every |= {"towns": "none", "hills": "one pair", "sighting": 40, "turns": 15}
    refused = anna.post("/api/systems/micro_armour/generator", {"parameters": every}, status=422)
    assert "too long a name" in refused["detail"]
    anna.get("/api/systems/demo/generator", 404)


def test_vehicles_have_data_cards(anna):
    declared = anna.get("/api/systems/micro_armour/vehicles")
    assert (len(declared["vehicles"]), declared["rating"]["label"]) == (37, "Cohesion")
    assert declared["grounds"][-2:] == [
        {"kind": "hilltop", "words": "on a hilltop"},
        {"kind": "clear", "words": "in the open"},
    ]
    path = "/api/systems/micro_armour/vehicles/card"
    card = anna.get(path, vehicle="T-80U/AT-8", rating=12, ground="woods")
    assert card["words"] == "The chance to kill with one try, cohesion 12, the opponent in woods."
    facts = {fact["label"]: fact["words"] for fact in card["facts"]}
    assert (facts["Defense"], len(card["against"]), len(card["bands"])) == ("18, flank 9", 37, 10)
    assert (card["bands"][-1]["group"], card["against"][0]["chances"][-1]["chance"]) == ("Missile", "2/5")
    anna.get(path, 404, vehicle="Tiger")
    anna.get(path, 422, vehicle="T-72", ground="lava")
    anna.get(path, 422, vehicle="T-72", rating=99)


def test_pages_are_driven_by_what_a_system_declares(anna):
    cards = {card["name"]: (card["generator"], card["vehicles"]) for card in anna.get("/api/systems")}
    generators = {name for name, (generator, _) in cards.items() if generator}
    carded = {name for name, (_, vehicles) in cards.items() if vehicles}
    assert (generators, carded) == ({"micro_armour"}, {"micro_armour", "tcs"})
    for name in set(cards) - carded:
        anna.get(f"/api/systems/{name}/vehicles", 404)
        anna.get(f"/api/systems/{name}/vehicles/card", 404, vehicle="T-72")
