"""Odds of which only a part is known: what is certain is shown, and a button works out the rest."""

import re

from playwright.sync_api import expect

from tests.browser.test_playing import duel

KNOWN = 31
"""Percent of the chances that the first answer knows."""


def cut_off(route):
    """The server's answer as if it had been cut off, until sixteen times the usual work is asked for."""
    effort = route.request.post_data_json["effort"]
    answer = route.fetch()
    told = answer.json()
    if effort < 16:
        known = KNOWN if effort == 1 else 90
        first = told["odds"][0] | {"percent": known, "chance": f"{known}/100"}
        told |= {"odds": [first], "open": 100 - known, "more": effort * 4}
    route.fulfill(response=answer, json=told)


def test_odds_that_are_cut_off_show_what_is_certain_and_go_on_when_asked(sit_down):
    anna = sit_down()
    asked = []
    anna.page.route("**/preview", lambda route: (asked.append(route.request.post_data_json["effort"]), cut_off(route)))
    duel(anna)
    anna.press("Red")
    anna.wait("pending")
    card = anna.page.locator(".map .card")
    expect(card).to_contain_text(re.compile(f"At least {KNOWN} %: "))
    expect(card).to_contain_text("69 % is not worked out yet.")
    expect(card.get_by_role("progressbar", name="Odds worked out")).to_have_attribute("value", str(KNOWN))
    card.get_by_role("button", name="Work it out").click()
    expect(card.get_by_role("progressbar")).to_have_count(0)
    expect(card).not_to_contain_text("At least")
    assert asked[-2:] == [4, 16]
    assert anna.wait("pending") == "pending", "nothing was chosen by it"
