"""The tests use a browser's pages again: nothing of one player may be left to the next."""

import json

from tests.browser.player import Player

STORED = "() => ({...localStorage, ...sessionStorage})"


def test_whoever_comes_next_finds_nothing_of_the_one_who_left(contexts, server):
    anna = Player(contexts, server.url, 1280, 800, {"theme": "dark"})
    anna.begin("demo/duel", ("me", "me"))
    anna.settled()
    anna.page.evaluate("() => [localStorage, sessionStorage].forEach(each => each.setItem('left', 'behind'))")
    anna.page.evaluate("() => void (window.name = 'Anna')")
    anna.page.route("**/api/**", lambda route: route.abort())
    assert json.loads(anna.page.evaluate(STORED)["sandtable.settings"])["theme"] == "dark"
    assert anna.context.cookies()
    used = anna.page
    anna.leave()
    ben = Player(contexts, server.url, 1280, 800, {})
    assert ben.page is used
    assert ben.context.cookies() == []
    page = ben.go("/")
    page.get_by_label("Open a record").wait_for(state="attached")
    stored = page.evaluate(STORED)
    assert set(stored) == {"sandtable.settings"}
    assert page.evaluate("() => window.name") == ""
    assert json.loads(stored["sandtable.settings"])["theme"] == "light"
    games = page.evaluate("() => fetch('/api/games?list=mine').then(answer => answer.json())")
    assert games == [], "the games of another are not Ben's"
    assert anna.faults == ben.faults == []
    ben.leave()
