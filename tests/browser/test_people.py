"""Accounts in the browser: sign up, log in and out, the mailed links, notices; and the administrator's page."""

import re

from playwright.sync_api import expect

from tests.browser.axe import faults

PASSWORD = "correct horse"


def sign_up(player, name, mail=""):
    """Make an account on its page."""
    page = player.go("/signup")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    if mail:
        page.get_by_label("Mail address").fill(mail)
    page.get_by_role("button", name="Make the account").click()
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()


def log_in(player, name, password=PASSWORD):
    page = player.page if player.page.url.split("?")[0].endswith("/login") else player.go("/login")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in", exact=True).click()


def link_in(mail, to, before):
    """The path that the newest mail to an address links to."""
    mail.wait(before + 1)
    letters = [each for each in mail.mails if each["To"] == to]
    return re.search(r"https?://[^/]+(/(?:reset|confirm)#\S+)", letters[-1].get_content())[1]


def test_a_guest_makes_an_account_and_keeps_the_games(sit_down, club):
    anna, elsewhere = sit_down(url=club.url), sit_down(url=club.url)
    anna.set_up("Against a bot", path="/new/demo/duel")  # guests play at once
    anna.settled()
    sign_up(anna, "Anna")
    assert faults(anna.page) == []
    anna.page.get_by_role("link", name="Sandtable, home").click()
    expect(anna.page.get_by_role("heading", name="Your games")).to_be_visible()
    expect(anna.page.locator(".account")).to_contain_text("Anna")

    elsewhere.forgiven = re.compile("401")
    log_in(elsewhere, "Anna", "a wrong word")
    expect(elsewhere.page.get_by_role("alert")).to_contain_text("There is no account with this name and password.")
    log_in(elsewhere, "Anna")
    expect(elsewhere.page.get_by_role("heading", name="Your games")).to_be_visible()

    anna.go("/account")
    anna.button("Log out").click()
    expect(anna.page.get_by_role("link", name="Log in")).to_be_visible()
    expect(anna.page.get_by_role("heading", name="Your games")).to_have_count(0)
    anna.go("/account")  # whose, nobody knows any more
    expect(anna.page.get_by_role("heading", name="Log in")).to_be_visible()
    log_in(anna, "Anna")
    expect(anna.page.get_by_role("heading", name="Anna", level=1)).to_be_visible()


def test_the_mailed_links_confirm_an_address_and_set_a_password(sit_down, club, mail):
    ben, before = sit_down(url=club.url), len(mail.raw)
    sign_up(ben, "Ben", "ben@club.example")
    page = ben.page
    expect(page.get_by_text("not confirmed", exact=True)).to_be_visible()
    expect(page.get_by_label("By mail")).to_be_disabled()
    ben.go(link_in(mail, "ben@club.example", before))
    assert faults(page) == []
    page.get_by_role("button", name="Yes, confirm it").click()
    page.get_by_role("link", name="To my account").click()
    expect(page.get_by_text("✓ confirmed")).to_be_visible()
    page.get_by_label("By mail").check()
    page.get_by_label("Always").check()
    page.get_by_label("By a web hook").fill("https://chat.example/hook")
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_role("status").filter(has_text="You will hear by mail and by the web hook.")).to_be_visible()
    page.reload()
    expect(page.get_by_label("By mail")).to_be_checked()
    expect(page.get_by_label("By a web hook")).to_have_value("https://chat.example/hook")

    other, before = sit_down(url=club.url), len(mail.raw)
    other.go("/login")
    other.page.get_by_role("link", name="The password is forgotten").click()
    other.page.get_by_label("Mail address").fill("ben@club.example")
    other.page.get_by_role("button", name="Send the link").click()
    expect(other.page.get_by_role("status").filter(has_text="is on its way")).to_be_visible()
    assert faults(other.page) == []
    other.go(link_in(mail, "ben@club.example", before))
    other.page.get_by_label("New password").fill("battery staple")
    assert faults(other.page) == []
    other.page.get_by_role("button", name="Set the password").click()
    other.page.get_by_role("main").get_by_role("link", name="Log in").click()
    log_in(other, "Ben", "battery staple")
    expect(other.page.locator(".account")).to_contain_text("Ben")
    page.reload()  # the new password has logged everybody out
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()


def test_name_mail_and_password_change_in_the_account(sit_down, club, mail):
    cleo, before = sit_down(url=club.url), len(mail.raw)
    sign_up(cleo, "Cleo")
    page = cleo.page
    page.get_by_label("Name", exact=True).fill("Cleopatra")
    cleo.button("Change the name").click()
    expect(page.get_by_role("heading", name="Cleopatra", level=1)).to_be_visible()
    page.get_by_label("Address", exact=True).fill("cleo@club.example")
    page.get_by_label("Your password, to be sure").fill(PASSWORD)
    cleo.button("Change the address").click()
    expect(page.get_by_text("not confirmed", exact=True)).to_be_visible()
    mail.wait(before + 1)
    page.get_by_label("Old password").fill(PASSWORD)
    page.get_by_label("New password").fill("short")
    cleo.forgiven = re.compile("40|42")
    cleo.button("Change the password").click()
    expect(page.get_by_role("alert")).to_contain_text("A password has 8 to 200 characters.")
    page.get_by_label("New password").fill("battery staple")
    cleo.button("Change the password").click()
    expect(page.get_by_role("status").filter(has_text="The password is changed")).to_be_visible()


def test_a_server_for_oneself_speaks_of_no_accounts(sit_down):
    anna = sit_down()
    page = anna.go("/")
    expect(page.get_by_role("heading", name="Battles", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Settings")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("link", name="Log in")).to_have_count(0)


def test_an_administrator_pauses_repairs_and_removes_a_game(sit_down, club):
    dora, colonel = sit_down(url=club.url), sit_down(url=club.url)
    dora.set_up("Hot seat", path="/new/demo/bridge")
    dora.settled()
    colonel.go("/admin")
    expect(colonel.page.get_by_role("heading", name="Log in")).to_be_visible()
    log_in(colonel, "The Colonel", "colonels word")
    page = colonel.page
    expect(page.get_by_role("heading", name="Administration")).to_be_visible()
    page.get_by_label("Find a game").fill("bridge")
    page.locator("li button", has_text=re.compile("ridge")).first.click()
    page.get_by_label("Why, for the players").first.fill("the cat is on the table")
    assert faults(page) == []
    colonel.button("Pause the game").click()
    dora.expect_text("The game is paused")
    dora.expect_text("The cat is on the table.")
    colonel.button("Let it go on").click()
    dora.wait("handover")
    dora.step()
    dora.settled()
    dora.step()
    before = dora.sequence
    page.get_by_text("Repair: take actions back").click()
    page.get_by_label("Why, for the players").last.fill("a slip")
    colonel.button("Take back").click()
    expect(
        page.get_by_role("log").get_by_text("An administrator has taken back the last action: a slip")
    ).to_be_visible()
    dora.later(before)
    dora.forgiven = re.compile("404|WebSocket|Failed to load")
    page.get_by_text("Remove", exact=True).click()
    page.get_by_label("to be sure").fill("remove")
    colonel.button("Remove it for good").click()
    expect(page.get_by_text("No game fits.")).to_be_visible()
    expect(dora.page.get_by_role("heading", name="This game cannot be shown")).to_be_visible()


def test_the_administrators_page_is_for_administrators(sit_down, club):
    eve = sit_down(url=club.url)
    sign_up(eve, "Eve")
    page = eve.go("/admin")
    expect(page.get_by_role("alert")).to_contain_text("This page is for administrators.")
