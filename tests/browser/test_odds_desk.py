"""The odds desk: the answer first and large, names with completion, refusals at their value, on desk and telephone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import faults
from tests.browser.sizes import on_both


def big(page):
    """The number that is shown first."""
    return page.locator(".answer .numbers .first")


@on_both()
def test_the_answer_comes_first_and_large(sit_down, size):
    page = sit_down(*size).go("/odds/tcs/area")
    expect(big(page)).to_contain_text("36.7 %")
    expect(big(page)).to_contain_text("To have any effect")
    number = big(page).locator("b")
    assert number.evaluate("node => parseFloat(getComputedStyle(node).fontSize)") >= 36
    assert number.bounding_box()["y"] < page.locator("form").bounding_box()["y"], "the answer stands above its inputs"
    assert page.evaluate("() => document.documentElement.scrollWidth") <= size[0]


@on_both()
def test_inputs_stand_in_two_columns(sit_down, size):
    page = sit_down(*size).go("/odds/tcs/morale")
    switches = page.locator("form .check")
    expect(switches.nth(2)).to_be_visible()
    one, two, three = switches.evaluate_all("nodes => nodes.slice(0, 3).map(node => node.getBoundingClientRect().y)")
    assert {one == two, two == three} == {True, False}, "two beside each other, the next below"


@on_both()
def test_a_unit_is_completed_by_its_words_and_its_marks(sit_down, size):
    page = sit_down(*size).go("/odds/tcs/point")
    expect(big(page)).to_contain_text("31.1 %")
    field = page.get_by_label("Firers")
    field.fill("2x tiger")
    first = page.locator(".complete li").first
    expect(first).to_contain_text("ge_tiger")
    first.click()
    expect(field).to_have_value(re.compile("^2x ge_tiger"))
    expect(page.get_by_text("Tiger", exact=False).first).to_be_visible()
    target = page.get_by_label("Targets")
    target.fill("us_m4_75 mo")
    expect(page.locator(".complete li", has_text="move").first).to_be_visible()
    target.press("Enter")
    expect(target).to_have_value("us_m4_75 move")
    expect(page).to_have_url(re.compile("targets=us_m4_75\\+move"))
    expect(big(page)).not_to_contain_text("31.1 %")


def test_a_vehicle_is_completed_too(sit_down):
    page = sit_down().go("/odds/micro_armour/shot")
    expect(big(page)).to_contain_text("5.8 %")
    field = page.get_by_label("Firer", exact=True)
    field.fill("abrams")
    page.locator(".complete li", has_text="M1A1 Abrams").first.click()
    expect(field).to_have_value("M1A1 Abrams")
    expect(big(page)).not_to_contain_text("5.8 %")


@on_both()
def test_what_the_rules_forbid_is_refused_at_its_value(sit_down, size):
    anna = sit_down(*size)
    page = anna.go("/odds/tcs/area")
    expect(big(page)).to_contain_text("36.7 %")
    anna.forgiven = re.compile("422")  # the refusal that this test asks for
    field = page.get_by_label("Firers")
    field.fill("us_rifle_plt move")
    field.press("Escape")
    field.press("Enter")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Move Mode")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(big(page)).to_have_count(0)
    field.fill("us_rifle_plt")
    field.press("Escape")
    field.press("Enter")
    expect(big(page)).to_contain_text("36.7 %")
    expect(field).not_to_have_attribute("aria-invalid", "true")


def test_the_columns_and_shifts_of_a_roll_are_shown(sit_down):
    page = sit_down().go("/odds/tcs/area?hexside=hedge&light=twilight&hexes=2")
    steps = page.get_by_role("region", name="Step by step")
    expect(steps).to_contain_text("base column 5")
    expect(steps).to_contain_text(re.compile("final column [0-4]"))
    expect(steps).to_contain_text("twilight")
    expect(steps).to_contain_text("columns in all")


def test_every_outcome_has_a_colour_of_its_own(sit_down):
    page = sit_down().go("/odds/tcs/approach")
    swatches = page.get_by_role("region", name="All outcomes").locator("td i")
    expect(swatches.nth(10)).to_be_visible()
    colours = swatches.evaluate_all("nodes => nodes.map(node => getComputedStyle(node).backgroundColor)")
    assert len(set(colours)) == len(colours)


@pytest.mark.parametrize("system", ["tcs", "tactical_combat", "micro_armour"])
def test_every_question_of_every_system_answers_on_the_desk(sit_down, request, system):
    """Every fourth of them, unless `--long` is given: they share a page, and the answers have tests of their own."""
    anna = sit_down()
    page = anna.go(f"/odds/{system}")
    links = page.get_by_role("navigation", name="Questions").locator(f"a[href^='/odds/{system}/']")
    expect(links.first).to_be_visible()
    paths = links.evaluate_all("nodes => nodes.map(node => node.getAttribute('href'))")
    for path in paths if request.config.getoption("long") else paths[::4]:
        page = anna.go(path)
        expect(page.locator(".answer .numbers, .answer .large").first, path).to_be_visible()


@pytest.mark.parametrize("path", ["/odds/tcs/area", "/odds/micro_armour/by_range", "/odds/tactical_combat/charge"])
def test_the_desk_has_no_serious_fault(sit_down, path):
    anna = sit_down()
    page = anna.go(path)
    expect(page.locator(".answer b").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert faults(page) == []
