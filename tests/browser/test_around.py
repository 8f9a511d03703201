"""Around the choices of a game: standing orders, notes, draws, bots in a seat, records, and fair dice."""

import re

from playwright.sync_api import expect

from tests.browser.axe import faults


def more(player):
    """Open the tab of everything else."""
    player.page.get_by_role("tab", name="More").click()
    return player.page


def two(sit_down, path="/new/demo/bridge"):
    """Two browsers at one game."""
    anna, ben = sit_down(), sit_down()
    anna.set_up("Invite a friend", path=path)
    ben.go(anna.page.get_by_label("Invitation").input_value().removeprefix(ben.url))
    for each in (anna, ben):
        each.settled()
    return anna, ben


def test_standing_orders_and_notes_are_kept(sit_down):
    anna = sit_down()
    anna.play_first_firefight()
    page = more(anna)
    page.get_by_text("Standing orders", exact=True).click()
    anna.button("Add an order").click()
    page.get_by_label("Within (inches)").fill("12")
    page.get_by_label("A hit, at least %").fill("30")
    kinds = page.get_by_role("group", name="Targets of order 1")
    kinds.locator("label").first.click()
    kind = kinds.locator("label").first.inner_text()
    anna.button("Add an order").click()
    page.get_by_label("Otherwise").select_option("hold")
    anna.button("Order 2 earlier").click()
    expect(page.locator("form li b").first).to_have_text("Hold fire, whatever comes")
    anna.button("Remove order 1").click()
    words = f"Fire at {kind} within 12 inches, when it hits 30 times in 100 or more"
    expect(page.locator("form li b")).to_have_text([words])
    anna.button("Give these orders").click()
    expect(page.get_by_text("The orders stand.")).to_be_visible()
    page.get_by_label("Private notes").fill("Keep the gun in the lane.")
    expect(page.get_by_text("Kept.", exact=True)).to_be_visible()
    assert faults(page) == []
    page.reload()
    anna.settled()
    more(anna)
    expect(page.get_by_label("Private notes")).to_have_value("Keep the gun in the lane.")
    page.get_by_text("Standing orders", exact=True).click()
    expect(page.locator("form li b")).to_have_text([words])
    expect(page.get_by_label("Otherwise")).to_have_value("hold")


def test_a_draw_is_offered_declined_offered_and_agreed(sit_down):
    anna, ben = two(sit_down)
    more(anna)
    anna.button("Offer a draw").click()
    expect(anna.button("A draw is offered")).to_be_disabled()
    ben.button("Decline").click()
    expect(anna.button("Offer a draw")).to_be_enabled()
    anna.button("Offer a draw").click()
    ben.button("Accept").click()
    for each in (anna, ben):
        expect(each.page.get_by_role("dialog")).to_contain_text("A draw")


def test_a_side_is_handed_to_a_bot_and_taken_back_then_resigned(sit_down):
    anna, ben = two(sit_down, "/new/tactical_combat/first-firefight")
    more(anna)
    anna.button("Give to a bot").click()
    expect(anna.page.get_by_text("A bot plays your side.")).to_be_visible()
    expect(ben.page.locator(".sides")).to_contain_text("Bot (best)")
    anna.button("Take it back").click()
    expect(anna.page.get_by_text("A bot plays your side.")).to_have_count(0)
    more(ben)
    ben.button("Resign").click()
    ben.button("Yes, I resign").click()
    for each in (anna, ben):
        expect(each.page.get_by_role("dialog")).to_contain_text(re.compile("wins"))


def test_a_record_is_saved_checked_brought_in_replayed_and_gone_on_with(sit_down, tmp_path):
    anna, ben = sit_down(), sit_down()
    anna.set_up("Hot seat", path="/new/demo/duel")
    anna.choose("Place in 0101")
    page = more(anna)
    with page.expect_download() as going:
        page.get_by_role("link", name="Save the record").click()
    going.value.save_as(tmp_path / "half.jsonl")
    anna.play_on()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Check every die").click()
    expect(dialog).to_contain_text("every die is the one the seed gives")
    expect(dialog).to_contain_text("Your browser has worked out the seal of this seed itself")
    assert faults(page) == []
    with page.expect_download() as going:
        dialog.get_by_role("link", name="Save the record").click()
    going.value.save_as(tmp_path / "whole.jsonl")

    ben.go("/")
    ben.page.get_by_label("Open a record").set_input_files(tmp_path / "whole.jsonl")
    expect(ben.page.locator(".count")).to_contain_text("1 of")
    ben.go("/")
    ben.page.get_by_label("Open a record").set_input_files(tmp_path / "half.jsonl")
    ben.page.wait_for_url("**/games/*")
    ben.choose("Place in 0301")
    ben.play_on()
    expect(ben.page.get_by_role("dialog")).to_contain_text(re.compile("wins|A draw"))
    bent = (tmp_path / "whole.jsonl").read_text().splitlines()
    (tmp_path / "bent.jsonl").write_text("\n".join(bent[:-1]) + "\n")
    ben.forgiven = re.compile("422")
    ben.go("/")
    ben.page.get_by_label("Open a record").set_input_files(tmp_path / "bent.jsonl")
    expect(ben.page.get_by_role("alert")).to_contain_text("bent.jsonl: ")
