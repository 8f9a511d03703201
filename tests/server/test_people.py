"""Guests, accounts, sessions and passwords, on real servers."""

import itertools
import re
import sqlite3

import pytest

from tests.server.fakes import wait_until

PASSWORD = "correct horse"
NOBODY = {"name": "", "guest": True, "admin": False, "mail": "", "mail_confirmed": False}
_numbers = itertools.count(1)


def account(server, name=None, mail=""):
    """Somebody with a new account."""
    visitor = server.visitor()
    visitor.name = name or f"Player {next(_numbers)}"
    made = visitor.post("/api/accounts", {"name": visitor.name, "password": PASSWORD, "mail": mail})
    assert made.status_code == 201, made.text
    return visitor


def log_in(server, name, password=PASSWORD):
    visitor = server.visitor()
    return visitor, visitor.post("/api/session", {"name": name, "password": password})


def mailed_token(mail, to):
    """The token in the last mail to this address."""
    mail.wait(1)
    letters = [each for each in mail.mails if each["To"] == to]
    return re.search(r"/(?:reset|confirm)#(\S+)", letters[-1].get_content())[1]


def confirmed(site, mail, address, name=None):
    """Somebody with an account and a confirmed mail address."""
    before = len(mail.raw)
    anna = account(site, name, address)
    mail.wait(before + 1)
    assert anna.post(f"/api/mail-confirmation/{mailed_token(mail, address)}").status_code == 204
    return anna


def test_somebody_new_has_no_name_until_they_do_something(serve, database):
    anna = serve(database).visitor()
    assert anna.me() == NOBODY
    assert anna.session is None
    assert anna.post("/api/me", {"name": "Anna"}).json()["name"] == "Anna"
    assert anna.me() == {**NOBODY, "name": "Anna"}


def test_an_account_lives_through_a_restart_on_both_databases(serve, database):
    server = serve(database, hard_passwords=True)
    account(server, "Anna")
    server.stop()
    again = serve(database)
    anna, answer = log_in(again, "anna")
    assert answer.status_code == 201
    assert anna.me() == {**NOBODY, "name": "Anna", "guest": False}
    assert anna.delete("/api/session").status_code == 204
    assert anna.me() == NOBODY


def test_a_guest_becomes_an_account_and_the_old_cookie_is_worth_nothing(site):
    anna = site.visitor()
    anna.post("/api/me", {"name": "Anna"})
    old = anna.session
    made = anna.post("/api/accounts", {"name": "Anna the First", "password": PASSWORD})
    assert (made.status_code, made.json()["guest"]) == (201, False)
    assert anna.session != old
    thief = site.visitor()
    thief.http.cookies.set("sandtable_session", old)
    assert thief.me() == NOBODY


def test_log_out_is_final(site):
    anna = account(site)
    kept = anna.session
    assert anna.delete("/api/session").status_code == 204
    assert anna.session is None
    thief = site.visitor()
    thief.http.cookies.set("sandtable_session", kept)
    assert thief.me() == NOBODY
    assert thief.get("/api/me/notices").status_code == 401


def test_a_session_ends_with_its_time(site):
    anna = account(site)
    with sqlite3.connect(site.settings["database"].removeprefix("sqlite:///"), timeout=20) as database:
        database.execute(
            "UPDATE sessions SET until = 1 WHERE person = (SELECT id FROM people WHERE name = ?)", [anna.name]
        )
    database.close()
    assert anna.me() == NOBODY


def test_a_cookie_planted_before_log_in_is_not_the_session_after_it(site):
    account(site, "Fixed Target")
    victim = site.visitor()
    planted = "planted-by-somebody-else-0123456789abcdefghij"
    victim.http.cookies.set("sandtable_session", planted, domain="127.0.0.1")
    victim.post("/api/me", {"name": "Visiting"})
    guest = victim.session
    assert guest != planted
    assert victim.post("/api/session", {"name": "Fixed Target", "password": PASSWORD}).status_code == 201
    assert victim.session not in (planted, guest)
    for token in (planted, guest):
        thief = site.visitor()
        thief.http.cookies.set("sandtable_session", token)
        assert thief.me() == NOBODY


def test_cookies_of_a_public_site_are_for_https_and_for_the_server_alone(serve, sqlite):
    server = serve(sqlite, public=True, address="https://games.example")
    first = server.visitor(Host="games.example", Origin="https://games.example")
    answer = first.http.get("/api/me")
    token = first.http.cookies.get("csrftoken") or re.search("csrftoken=([^;]+)", answer.headers["set-cookie"])[1]
    headers = {"x-csrftoken": token, "cookie": f"csrftoken={token}"}
    answer = first.http.post("/api/me", json={"name": "Anna"}, headers=headers)
    assert answer.status_code == 200
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-sandtable_session=")
    assert {"httponly", "secure", "samesite=lax", "path=/"} <= {part.strip().lower() for part in cookie.split(";")}
    assert "domain" not in cookie.lower()
    assert "max-age=31536000" in answer.headers["strict-transport-security"]


@pytest.mark.parametrize(
    "name", ["x", "", " " * 9, "a" * 31, "Anna\nBcc: x@y", "<b>Anna</b>", "Anna\u202e", "12345", "Аnna"]
)
def test_names_that_nobody_can_have(site, name):
    answer = site.visitor().post("/api/accounts", {"name": name, "password": PASSWORD})
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith("a name")


def test_names_that_look_the_same_are_the_same(site):
    account(site, "Major Tom")
    for name in ("major tom", "Major_Tom", "MÁJOR TOM", "Ｍａｊｏｒ Tom"):
        assert site.visitor().post("/api/accounts", {"name": name, "password": PASSWORD}).status_code == 409
        assert site.visitor().post("/api/me", {"name": name}).status_code == 409


@pytest.mark.parametrize("password", ["", "short", "aaaaaaaaaaaa", "x" * 201, "Easy Guess"])
def test_passwords_that_nobody_can_have(site, password):
    answer = site.visitor().post("/api/accounts", {"name": "Easy Guess", "password": password})
    assert answer.status_code in (400, 422)
    assert log_in(site, "Easy Guess", password)[1].status_code in (400, 401)


def test_a_wrong_password_and_an_unknown_name_are_answered_alike(site):
    account(site, "Somebody Known")
    known = log_in(site, "Somebody Known", "wrong password")[1]
    unknown = log_in(site, "Nobody Known", "wrong password")[1]
    assert (known.status_code, known.json()) == (unknown.status_code, unknown.json())
    assert known.status_code == 401


def test_a_new_password_logs_out_every_other_browser(site):
    anna = account(site)
    other, _ = log_in(site, anna.name)
    assert anna.post("/api/password", {"old": "wrong password", "new": "battery staple"}).status_code == 401
    assert other.me()["name"] == anna.name
    assert anna.post("/api/password", {"old": PASSWORD, "new": "battery staple"}).status_code == 204
    assert anna.me()["name"] == anna.name
    assert other.me() == NOBODY
    assert log_in(site, anna.name)[1].status_code == 401
    assert log_in(site, anna.name, "battery staple")[1].status_code == 201


def test_a_forgotten_password_is_set_by_a_mailed_link_that_works_once(site, mail):
    anna = confirmed(site, mail, "forgetful@club.example")
    before = len(mail.raw)
    known = site.visitor().post("/api/password-reset", {"mail": "Forgetful@club.example"})
    unknown = site.visitor().post("/api/password-reset", {"mail": "stranger@club.example"})
    assert (known.status_code, known.content) == (unknown.status_code, unknown.content)
    assert known.status_code == 202
    mail.wait(before + 1)
    token = mailed_token(mail, "forgetful@club.example")
    visitor = site.visitor()
    assert visitor.post(f"/api/password-reset/{token}", {"password": "short"}).status_code == 422
    assert visitor.post(f"/api/password-reset/{token}", {"password": "battery staple"}).status_code == 204
    assert anna.me() == NOBODY
    assert log_in(site, anna.name, "battery staple")[1].status_code == 201
    assert visitor.post(f"/api/password-reset/{token}", {"password": "another horse"}).status_code == 404
    assert log_in(site, anna.name, "another horse")[1].status_code == 401
    assert not [each for each in mail.mails if each["To"] == "stranger@club.example"]
    assert token not in site.told()


def test_an_old_link_sets_no_password(site, mail):
    anna = confirmed(site, mail, "late@club.example")
    before = len(mail.raw)
    site.visitor().post("/api/password-reset", {"mail": "late@club.example"})
    mail.wait(before + 1)
    with sqlite3.connect(site.settings["database"].removeprefix("sqlite:///"), timeout=20) as database:
        database.execute("UPDATE account_links SET until = 1 WHERE purpose = 'reset'")
    database.close()
    token = mailed_token(mail, "late@club.example")
    assert site.visitor().post(f"/api/password-reset/{token}", {"password": "battery staple"}).status_code == 404
    assert anna.me()["name"] == anna.name


def test_the_link_of_one_purpose_does_not_serve_the_other(site, mail):
    before = len(mail.raw)
    account(site, mail="purpose@club.example")
    mail.wait(before + 1)
    token = mailed_token(mail, "purpose@club.example")
    assert site.visitor().post(f"/api/password-reset/{token}", {"password": "battery staple"}).status_code == 404
    assert site.visitor().post(f"/api/mail-confirmation/{token}").status_code == 204


def test_an_address_that_was_not_confirmed_gets_no_password_link(site, mail):
    before = len(mail.raw)
    account(site, mail="typo@club.example")
    mail.wait(before + 1)
    site.visitor().post("/api/password-reset", {"mail": "typo@club.example"})
    confirmed(site, mail, "after-that@club.example")  # its mail comes later than the other's would
    subjects = [each["Subject"] for each in mail.mails if each["To"] == "typo@club.example"]
    assert subjects == ["Sandtable: Confirm your mail address"]


@pytest.mark.parametrize(
    "address", ["anna@club.example\r\nBcc: all@club.example", "anna", "a@b\n", '"x y"@b.example', "a@b@c"]
)
def test_nothing_but_an_address_reaches_the_head_of_a_mail(site, mail, address):
    before = len(mail.raw)
    answer = site.visitor().post("/api/accounts", {"name": "Header Injector", "password": PASSWORD, "mail": address})
    assert answer.status_code == 422
    assert site.visitor().post("/api/password-reset", {"mail": address}).status_code == 422
    anna = account(site)
    assert anna.post("/api/me/mail", {"mail": address, "password": PASSWORD}).status_code == 422
    assert len(mail.raw) == before


def test_another_mail_address_needs_the_password_and_a_confirmation(site, mail):
    anna = confirmed(site, mail, "before@club.example")
    assert anna.post("/api/me/mail", {"mail": "after@club.example", "password": "wrong one"}).status_code == 401
    assert anna.me()["mail"] == "before@club.example"
    assert anna.post("/api/me/mail", {"mail": "after@club.example", "password": PASSWORD}).status_code == 202
    assert (anna.me()["mail"], anna.me()["mail_confirmed"]) == ("after@club.example", False)


def test_the_name_of_an_administrator_cannot_be_registered_only_added(site):
    assert site.visitor().post("/api/accounts", {"name": "the colonel", "password": PASSWORD}).status_code == 409
    anna = account(site)
    assert anna.post("/api/me", {"name": "The Colonel"}).status_code == 409
    site.people("add", "The Colonel", word="colonels word")
    colonel, answer = log_in(site, "The Colonel", "colonels word")
    assert answer.json()["admin"]
    assert colonel.me()["admin"]
    assert not anna.me()["admin"]


def test_the_command_makes_administrators_and_sets_passwords(site):
    anna = account(site)
    site.people("admin", anna.name)
    assert anna.me()["admin"]
    assert f"* {anna.name}" in site.people("list").stdout
    site.people("admin", anna.name, "--off")
    assert not anna.me()["admin"]
    site.people("password", anna.name, word="battery staple")
    assert anna.me() == NOBODY
    assert log_in(site, anna.name, "battery staple")[1].status_code == 201
    missing = site.people("admin", "Nobody At All", fails=True)
    assert "there is no account 'Nobody At All'" in missing.stderr


def test_what_is_over_is_forgotten(serve, sqlite):
    server = serve(sqlite)
    account(server, "Anna")
    guests = {name: server.visitor() for name in ("Here", "Gone", "Seated", "Left")}
    for name, guest in guests.items():
        guest.post("/api/me", {"name": name})
    seats = [{"who": "me"}, {"who": "me"}]
    guests["Seated"].post("/api/games", {"scenario": "demo/duel", "seats": seats})
    server.stop()
    database = sqlite3.connect(sqlite.removeprefix("sqlite:///"))
    with database:
        database.execute("UPDATE people SET seen = 1 WHERE name <> 'Here'")
        database.execute("UPDATE sessions SET until = 1 WHERE person = (SELECT id FROM people WHERE name = 'Left')")
    serve(sqlite)
    wait_until(lambda: database.execute("SELECT count(*) FROM people").fetchone() != (5,))
    assert database.execute("SELECT name FROM people ORDER BY name").fetchall() == [("Anna",), ("Here",), ("Seated",)]
    assert database.execute("SELECT count(*) FROM sessions").fetchone() == (3,)
    database.close()


def test_a_site_says_what_it_lets_people_do(site):
    told = site.visitor().get("/api/site").json()
    assert told == {"public": True, "guests": True, "registration": True, "mail": True, "web_hooks": True}


def test_an_administrator_finds_every_game_and_others_do_not(site):
    anna = account(site)
    seats = [{"who": "me"}, {"who": "invite"}]
    made = anna.post("/api/games", {"scenario": "demo/duel", "seats": seats}).json()["id"]
    site.people("admin", account(site, "Quartermaster").name)
    keeper, _ = log_in(site, "Quartermaster")
    for asked in ("", "duel", made, anna.name.upper()):
        found = keeper.get("/api/games", params={"list": "all", "find": asked}).json()
        assert made in [each["id"] for each in found], asked
    assert keeper.get("/api/games", params={"list": "all", "find": "100%_"}).json() == []
    assert anna.get("/api/games?list=all").status_code == 403
    assert site.visitor().get("/api/games?list=all").status_code == 401


def test_a_server_can_be_closed_to_guests_and_to_newcomers(serve, sqlite):
    server = serve(sqlite, people={"guests": False, "registration": False})
    visitor = server.visitor()
    assert visitor.post("/api/me", {"name": "Anna"}).status_code == 401
    assert visitor.session is None
    assert visitor.post("/api/accounts", {"name": "Anna", "password": PASSWORD}).status_code == 403


def test_attempts_and_guests_of_one_address_are_limited(serve, sqlite):
    server = serve(sqlite, limits={"attempts_per_minute": 3, "guests_per_hour": 2})
    answers = [log_in(server, "Anna", "wrong password")[1] for _ in range(5)]
    assert [each.status_code for each in answers] == [401, 401, 401, 429, 429]
    assert int(answers[-1].headers["retry-after"]) >= 1
    made = [server.visitor().post("/api/me", {"name": "Anna"}).status_code for _ in range(3)]
    assert made == [200, 200, 429]


def test_requests_of_one_person_are_limited(serve, sqlite):
    server = serve(sqlite, limits={"requests_per_minute": 20})
    anna = server.visitor()
    anna.post("/api/me", {"name": "Anna"})
    statuses = [anna.get("/api/me").status_code for _ in range(25)]
    assert statuses[0] == 200
    assert statuses[-1] == 429
    assert server.visitor().me() == NOBODY
