"""The first board comes first: the rest of the page is fetched after it, is waited for, and may fail to come."""

import re

from playwright.sync_api import expect

from tests.browser.test_playing import SQUAD

REST = "**/assets/parts-*.js"


def test_the_board_waits_for_nothing_that_is_not_on_the_first_screen(sit_down):
    anna = sit_down()
    anna.play_first_firefight()
    held = []
    anna.page.route(REST, lambda route: held.append(route))
    anna.page.reload()
    expect(anna.page.locator(".prompt")).to_contain_text("your turn")
    expect(anna.page.locator(".board .piece.can").first).to_be_visible()
    expect(anna.page.get_by_role("tab")).to_have_count(0)
    before = anna.page.locator(".board").bounding_box()
    anna.press(SQUAD)
    anna.page.wait_for_selector("path.reach")
    held[0].continue_()
    expect(anna.page.get_by_role("tab", name="Log")).to_be_visible()
    anna.wait("asked")
    expect(anna.page.locator("path.reach")).to_be_visible()
    assert anna.page.locator(".board").bounding_box() == before, "nothing has moved"


def test_the_rest_of_the_page_is_tried_again_until_it_comes(sit_down):
    anna = sit_down()
    anna.play_first_firefight()
    anna.forgiven = re.compile("Failed to load resource")
    anna.page.route(REST, lambda route: route.abort())
    anna.page.reload()
    told = anna.page.get_by_text("Part of this page could not be loaded.")
    expect(told).to_be_visible()
    expect(anna.page.locator(".board .piece.can").first).to_be_visible()
    anna.page.unroute(REST)
    expect(anna.page.get_by_role("tab", name="Log")).to_be_visible()
    expect(told).to_have_count(0)
    anna.wait("asked")


def test_a_page_that_cannot_be_fetched_says_so_and_can_be_tried_again(sit_down):
    anna = sit_down()
    page = anna.go("/settings")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    anna.forgiven = re.compile("Failed to load resource")
    page.route("**/assets/RulesPage-*.js", lambda route: route.abort())
    page.get_by_role("link", name="Rulebooks").click()
    expect(page.get_by_role("heading", name="This page could not be loaded")).to_be_visible()
    page.unroute("**/assets/RulesPage-*.js")
    anna.button("Try again").click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("This page could not be loaded")
    expect(page.get_by_role("link", name="Rulebooks")).to_be_visible()
