""" "Your turn" by mail and web hook: who gets one, when, and never twice for one turn."""

import asyncio
import time

import psycopg
import pytest

from sandtable.server.config import Mail
from sandtable.server.notify.hook import BadHook, hook_address, public_address, send_hook
from sandtable.server.notify.outcome import NotSent, Unknown
from sandtable.server.notify.post import letter
from tests.server.attacking import PASSWORD, Table, first, next_message
from tests.server.fakes import Hook, MailServer, running, wait_until
from tests.server.test_people import mailed_token

ROUND_SECONDS = 0.2
QUIET_ROUNDS = 1
"""Seconds in which the notifier has gone round a few times."""


def settings(mail, port=None, **more):
    return {
        "address": "http://127.0.0.1:1" if port is None else f"http://127.0.0.1:{port}",
        "mail": {"host": "127.0.0.1", "port": mail.port, "security": "none", "sender": "games@club.example"},
        "notices": {"grace_seconds": 0, **more},
        "patches": {"sandtable.server.notify.notifier.ROUND_SECONDS": ROUND_SECONDS},
    }


def give_mail(player, mail, address):
    """A confirmed mail address."""
    before = len(mail.raw)
    assert player.post("/api/me/mail", {"mail": address, "password": PASSWORD}).status_code == 202
    mail.wait(before + 1)
    assert player.post(f"/api/mail-confirmation/{mailed_token(mail, address)}").status_code == 204


def turns_of(mail, address):
    return [each for each in mail.mails if each["To"] == address and "your turn" in each["Subject"]]


def act(table):
    """Whoever must decide acts once; returns the sides that decide after it."""
    side, view = table.deciding()
    verb, target = first(view["decision"])
    asked = table.action(side, view, verb=verb, target=target)
    answer = table.players[side].post(f"{table.path}/actions", asked)
    assert answer.status_code == 200, answer.text
    return answer.json()["deciding"]


def play_until(table, side):
    """Play until this side, and no other, must decide after the other acted."""
    for _ in range(200):
        before = table.deciding()[0]
        if act(table) == [side] and before != side:
            return
    raise AssertionError("it never became this side's turn")


def test_somebody_who_is_away_is_told_once_by_mail_and_once_by_hook(serve, database):
    with running(MailServer()) as mail, running(Hook()) as hook:
        server = serve(database, **settings(mail))
        table = Table(server, "demo/duel")
        give_mail(table.ben, mail, "ben@club.example")
        play_until(table, 0)
        chosen = {"mail": True, "web_hook": hook.url, "always": False}
        assert table.ben.put("/api/me/notices", chosen).json() == chosen
        play_until(table, 1)
        wait_until(lambda: turns_of(mail, "ben@club.example") and hook.told)
        time.sleep(QUIET_ROUNDS)
        [told] = turns_of(mail, "ben@club.example")
        assert f"/games/{table.id}" in told.get_content()
        [hooked] = hook.told
        assert (hooked["event"], hooked["game"], hooked["name"]) == ("your_turn", table.id, table.ben.name)
        assert hooked["link"] == f"http://127.0.0.1:1/games/{table.id}"
        play_until(table, 0)
        play_until(table, 1)
        wait_until(lambda: len(turns_of(mail, "ben@club.example")) == 2 and len(hook.told) == 2)
        server.kill()
        serve(database, **settings(mail))
        time.sleep(QUIET_ROUNDS)
        assert len(turns_of(mail, "ben@club.example")) == 2
        assert len(hook.told) == 2
        assert hook.told[0]["notice"] != hook.told[1]["notice"]


def test_what_the_other_side_does_in_secret_is_no_new_turn(serve, sqlite):
    with running(MailServer()) as mail, running(Hook()) as hook:
        table = Table(serve(sqlite, **settings(mail)), "demo/bridge")
        assert table.view(0)["deciding"] == [0, 1]
        table.ben.put("/api/me/notices", {"web_hook": hook.url})
        hook.wait(1)
        for _ in range(2):
            view = table.view(0)
            assert table.anna.post(f"{table.path}/actions", table.action(0, view)).status_code == 200
        time.sleep(QUIET_ROUNDS)
        assert len(hook.told) == 1


def test_the_number_of_a_notice_does_not_count_what_was_done_in_secret(serve, sqlite):
    with running(MailServer()) as mail, running(Hook()) as hook:
        server = serve(sqlite, **settings(mail))
        numbers = []
        for secret in (0, 2):
            table = Table(server, "demo/bridge")
            for _ in range(secret):
                assert table.anna.post(f"{table.path}/actions", table.action(0)).status_code == 200
                taken = {"side": 0, "sequence": table.view(0)["sequence"]}
                assert table.anna.post(f"{table.path}/undo", taken).status_code == 200
            while table.view(0)["deciding"] == [0, 1] or table.view(0)["deciding"] == [1]:
                act(table)
            table.ben.put("/api/me/notices", {"web_hook": hook.url})
            play_until(table, 1)
            hook.wait(len(numbers) + 1)
            numbers.append(hook.told[-1]["notice"].rsplit("-", 2)[1])
        assert numbers[0] == numbers[1]


@pytest.mark.parametrize("always", [False, True])
def test_somebody_who_is_there_is_told_only_if_they_want_always(serve, sqlite, always):
    with running(MailServer()) as mail, running(Hook()) as hook:
        table = Table(serve(sqlite, **settings(mail)), "demo/duel")
        play_until(table, 0)
        table.ben.put("/api/me/notices", {"web_hook": hook.url, "always": always})
        with table.ben.socket(f"{table.path}/live?side=1") as socket:
            next_message(socket, "view")
            play_until(table, 1)
            if always:
                hook.wait(1)
            time.sleep(QUIET_ROUNDS)
            assert len(hook.told) == always
        hook.wait(1)  # gone away without acting
        time.sleep(QUIET_ROUNDS)
        assert len(hook.told) == 1


def test_several_workers_and_servers_tell_a_turn_once_and_know_who_is_there(serve, postgres_database):
    with running(MailServer()) as mail, running(Hook()) as hook:
        chosen = settings(mail)
        server = serve(postgres_database, workers=2, **chosen)
        serve(postgres_database, **chosen)
        table = Table(server)  # a game that changes sides often enough: the duel may be over too soon
        play_until(table, 0)
        table.ben.put("/api/me/notices", {"web_hook": hook.url})
        for count in (1, 2, 3):
            play_until(table, 1)
            hook.wait(count)
            play_until(table, 0)
        with table.ben.socket(f"{table.path}/live?side=1") as socket:
            next_message(socket, "view")
            with psycopg.connect(postgres_database) as database:
                wait_until(lambda: database.execute("SELECT count(*) FROM looking").fetchone() != (0,))
            play_until(table, 1)
            time.sleep(QUIET_ROUNDS)
            assert len(hook.told) == 3
        assert len({each["notice"] for each in hook.told}) == 3


def test_what_surely_did_not_arrive_is_tried_again_and_given_up(serve, sqlite):
    with running(MailServer()) as mail, running(Hook()) as hook:
        server = serve(sqlite, **settings(mail, attempts=2))
        table = Table(server, "demo/duel")
        play_until(table, 0)
        table.ben.put("/api/me/notices", {"web_hook": hook.url})
        hook.answers = [503, 503, 503]
        play_until(table, 1)
        hook.wait(1)
        wait_until(lambda: states(sqlite) == [("hook", "waiting", 1)])
        make_due(sqlite)
        hook.wait(2)
        wait_until(lambda: states(sqlite) == [("hook", "failed", 2)])
        make_due(sqlite)
        time.sleep(QUIET_ROUNDS)
        assert len(hook.told) == 2
        given_up = [each for each in server.logged() if each["message"] == "notice given up"]
        assert [(each["way"], each["attempt"], each["reason"]) for each in given_up] == [
            ("hook", 2, "the web hook answered 503")
        ]


def make_due(address):
    import sqlite3

    database = sqlite3.connect(address.removeprefix("sqlite:///"), timeout=20)
    with database:
        database.execute("UPDATE turn_notices SET due = 1")
    database.close()


def states(address):
    import sqlite3

    database = sqlite3.connect(address.removeprefix("sqlite:///"), timeout=20)
    found = database.execute("SELECT way, state, attempts FROM turn_notices").fetchall()
    database.close()
    return found


def test_a_turn_that_was_taken_meanwhile_is_not_told(serve, sqlite):
    with running(MailServer()) as mail, running(Hook()) as hook:
        table = Table(serve(sqlite, **settings(mail, attempts=2)), "demo/duel")
        play_until(table, 0)
        table.ben.put("/api/me/notices", {"web_hook": hook.url})
        hook.answers = [503]
        play_until(table, 1)
        hook.wait(1)
        wait_until(lambda: states(sqlite) == [("hook", "waiting", 1)])
        play_until(table, 0)
        make_due(sqlite)
        wait_until(lambda: states(sqlite) == [("hook", "dropped", 2)])
        assert len(hook.told) == 1


def test_a_guest_and_an_address_that_is_not_confirmed_get_no_notices(serve, sqlite):
    with running(MailServer()) as mail:
        server = serve(sqlite, **settings(mail))
        guest = server.visitor()
        guest.post("/api/me", {"name": "Guest Here"})
        assert guest.put("/api/me/notices", {"mail": True}).status_code == 401
        anna = Table(server).anna
        assert anna.put("/api/me/notices", {"mail": True}).status_code == 409


@pytest.mark.parametrize(
    "url",
    ["file:///etc/passwd", "gopher://x/", "ftp://x/", "http://", "http:///x", "http://u:p@h/", "javascript:1", "x",
     "http://h/\r\nX: y", "http://h/ y", "http://h:0/", "http://h:99999/", "http://[::1/"],
)  # fmt: skip
def test_what_cannot_be_a_web_hook(url):
    with pytest.raises(BadHook):
        hook_address(url)


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1",
     "255.255.255.255", "::1", "::", "fe80::1%eth0", "fc00::1", "fd00::1", "ff02::1", "::ffff:127.0.0.1",
     "::ffff:169.254.169.254", "2002:7f00:1::", "64:ff9b::a00:1", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
)  # fmt: skip
def test_addresses_inside_are_not_public(address):
    assert not public_address(address)


def test_a_public_server_does_not_reach_inside(hook):
    for url in (hook.url, f"http://localhost:{hook.port}/", f"http://0x7f000001:{hook.port}/"):
        with pytest.raises(Unknown, match="inside"):
            asyncio.run(send_hook(url, b"{}", public_only=True, seconds=5))
    assert hook.told == []


def test_a_web_hook_is_followed_nowhere_and_has_little_time(hook):
    hook.answers = [302]
    with pytest.raises(Unknown, match="302"):
        asyncio.run(send_hook(hook.url, b"{}", public_only=False, seconds=5))
    assert len(hook.told) == 1
    import socket

    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        with pytest.raises(Unknown, match="TimeoutError"):
            asyncio.run(send_hook(url, b"{}", public_only=False, seconds=0.2))
    with pytest.raises(NotSent, match="ConnectionRefusedError"):
        asyncio.run(send_hook(url, b"{}", public_only=False, seconds=5))


def test_a_web_hook_of_a_public_site_is_kept_only_if_it_can_be_one(site):
    table = Table(site)
    answer = table.anna.put("/api/me/notices", {"web_hook": "file:///etc/passwd"})
    assert (answer.status_code, answer.json()["detail"]) == (422, "a web hook is like https://hooks.example/turn")


def test_a_line_break_never_gets_into_the_head_of_a_mail():
    for to, subject in (("a@b.example\r\nBcc: c@d.example", "x"), ("a@b.example", "x\nBcc: c@d.example")):
        with pytest.raises(ValueError, match=r"(?i)linefeed|newline|carriage"):
            letter(Mail(sender="g@c.example"), to, subject, "text")


def test_secrets_are_not_in_the_log(serve, sqlite):
    with running(MailServer()) as mail:
        chosen = settings(mail)
        chosen["mail"] |= {"user": "club", "password": "smtp-hush-word", "security": "none"}
        server = serve(sqlite, metrics={"token": "metrics-hush"}, **chosen)
        table = Table(server, "demo/duel")
        table.anna.post("/api/me/mail", {"mail": "anna@club.example", "password": PASSWORD})
        wait_until(lambda: any(each["message"].startswith("mail") for each in server.logged()))
        told = server.told()
        for secret in ("smtp-hush-word", "metrics-hush", PASSWORD, table.anna.session, table.invitation):
            assert secret not in told
        paths = {each["path"] for each in server.logged() if "path" in each}
        assert {"/api/games/{game}/join", "/api/me/mail"} <= paths
        assert not any(table.id in each for each in paths)
