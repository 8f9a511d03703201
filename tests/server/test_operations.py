"""Health, figures, logs, the gate and what a graceful stop finishes."""

import logging
import os
import resource
import signal

import httpx
import pytest

import sandtable
from sandtable.server.operations.logs import JsonLines, without_secrets
from tests.server.attacking import Table, next_message
from tests.server.fakes import wait_until
from tests.server.nursery import command
from tests.server.running import PLAIN, free_port


def test_health_and_readiness_are_told_to_anybody(serve, database):
    server = serve(database)
    for path in ("/healthz", "/readyz"):
        answer = httpx.get(server.url + path, headers={"host": "10.0.0.7"}, **PLAIN)
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


@pytest.mark.parametrize("preload", [True, False])
def test_every_battle_is_listed_whether_they_are_loaded_at_the_start_or_when_asked_for(serve, sqlite, preload):
    listed = serve(sqlite, preload=preload).visitor().get("/api/scenarios").json()
    assert {each["name"] for each in listed} == set(sandtable.names())


def test_a_server_whose_database_is_gone_is_alive_but_not_ready(serve, postgres):
    import psycopg

    with psycopg.connect(f"{postgres}/postgres", autocommit=True) as connection:
        connection.execute("CREATE DATABASE vanishing")
        server = serve(f"{postgres}/vanishing")
        connection.execute("DROP DATABASE vanishing WITH (FORCE)")
    assert not_ready(server) == {"status": "the database does not answer"}


def not_ready(server):
    """Ask until the server is not ready any more, and say what it says; a write is tried once a second."""
    wait_until(lambda: httpx.get(server.url + "/readyz", timeout=30, **PLAIN).status_code == 503)
    assert httpx.get(server.url + "/healthz", **PLAIN).status_code == 200
    return httpx.get(server.url + "/readyz", timeout=30, **PLAIN).json()


def test_a_server_whose_disk_is_full_is_not_ready(serve, sqlite):
    server = serve(sqlite)
    assert httpx.get(server.url + "/readyz", **PLAIN).status_code == 200
    soft, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    assert not_ready(server) == {"status": "the database takes no writes"}
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (soft, hard))
    wait_until(lambda: httpx.get(server.url + "/readyz", timeout=30, **PLAIN).status_code == 200)


def test_a_server_whose_database_is_only_to_be_read_is_not_ready(serve, postgres_database):
    import psycopg

    server = serve(postgres_database)
    with psycopg.connect(postgres_database, autocommit=True) as connection:
        name = connection.info.dbname
        connection.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()",
            (name,),
        )
    assert not_ready(server) == {"status": "the database takes no writes"}


def test_a_second_server_on_the_same_file_is_refused_until_the_first_is_gone(serve, tmp_path):
    (tmp_path / "games").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "games")
    first = serve(f"sqlite:///{tmp_path}/games/games.db")
    for name in ("games", "link"):  # by whatever path
        done = command("serve", "--port", str(free_port()), "--database", f"sqlite:///{tmp_path}/{name}/games.db")
        assert done.returncode == 2
        said = done.stderr.strip().splitlines()[-1]
        assert f"another server is running on the database {tmp_path}/games/games.db: stop that one first" in said
        assert "Traceback" not in done.stderr
    assert first.visitor().get("/readyz").status_code == 200
    os.kill(first.process.pid, signal.SIGKILL)
    first.process.wait(10)
    assert serve(f"sqlite:///{tmp_path}/games/games.db").visitor().get("/readyz").status_code == 200


def test_figures_are_for_those_who_may_read_them(serve, sqlite, site):
    local = serve(sqlite)
    local.visitor().get("/api/games/x")
    figures = local.visitor().get("/metrics")
    assert figures.status_code == 200
    assert 'path="/api/games/{game}"' in figures.text
    assert "/api/games/x" not in figures.text
    assert site.visitor().get("/metrics").status_code == 404


def test_figures_count_connections_and_actions(serve, sqlite):
    table = Table(serve(sqlite))
    side, view = table.deciding()
    with table.players[side].socket(f"{table.path}/live?side={side}") as socket:
        next_message(socket, "view")
        assert table.players[side].post(f"{table.path}/actions", table.action(side, view)).status_code == 200
        wrong = table.action(side, verb="fly")
        assert table.players[side].post(f"{table.path}/actions", wrong).status_code == 422
        figures = table.nobody.get("/metrics").text
    assert "sandtable_sockets 1.0" in figures
    assert 'sandtable_actions_total{outcome="taken"} 1.0' in figures
    assert 'sandtable_actions_total{outcome="refused"} 1.0' in figures


def test_figures_of_a_public_site_need_the_token_or_the_setting(serve, tmp_path):
    public = {"public": True, "address": "http://127.0.0.1"}
    guarded = serve(f"sqlite:///{tmp_path}/a.db", metrics={"token": "figure-word"}, **public)
    assert guarded.visitor().get("/metrics").status_code == 404
    assert guarded.visitor().get("/metrics", headers={"authorization": "Bearer wrong"}).status_code == 404
    assert guarded.visitor().get("/metrics", headers={"authorization": "Bearer figure-word"}).status_code == 200
    open_to_all = serve(f"sqlite:///{tmp_path}/b.db", metrics={"public": True}, **public)
    assert open_to_all.visitor().get("/metrics").status_code == 200


def test_figures_of_several_workers_are_added_up(serve, postgres_database):
    server = serve(postgres_database, workers=2)
    for _ in range(40):
        httpx.get(server.url + "/api/me", timeout=60, **PLAIN)
    for _ in range(4):
        text = httpx.get(server.url + "/metrics", timeout=60, **PLAIN).text
        lines = [line for line in text.splitlines() if "requests_total" in line and 'path="/api/me"' in line]
        assert sum(float(line.rsplit(" ", 1)[1]) for line in lines) == 40.0


def test_each_request_is_one_line_of_json_without_its_query(serve, sqlite):
    server = serve(sqlite)
    visitor = server.visitor()
    visitor.get("/api/games", params={"list": "open", "token": "hush-hush"})
    visitor.get("/no/such/hush-hush")
    lines = [each for each in server.logged() if each["logger"] == "sandtable.access"]
    assert {"time", "level", "method", "path", "status", "milliseconds", "client"} <= lines[-1].keys()
    assert ("/api/games", 200) in [(each["path"], each["status"]) for each in lines]
    assert "hush" not in server.told()


def test_what_looks_like_a_secret_is_taken_out_of_a_line():
    record = logging.makeLogRecord({"msg": "at postgresql://club:hush@db/x with token=abc and Cookie: def", "lvl": 1})
    line = JsonLines().format(record)
    assert "hush" not in line
    assert "abc" not in line
    assert "def" not in line
    assert without_secrets("nothing to hide") == "nothing to hide"


@pytest.mark.parametrize("address", ["", "https://games.example"])
def test_a_public_site_goes_by_its_own_name(serve, sqlite, address):
    server = serve(sqlite, public=True, address=address)
    ours = httpx.get(server.url + "/api/me", headers={"host": "games.example"}, **PLAIN)
    other = httpx.get(server.url + "/api/me", headers={"host": "evil.example"}, **PLAIN)
    assert ours.status_code == 200
    assert other.status_code == (400 if address else 200)


def test_the_address_behind_a_proxy_is_believed_from_the_proxy_alone(serve, tmp_path):
    limits = {"limits": {"attempts_per_minute": 1}}
    told = {"name": "Anna", "password": "wrong password"}

    def tries(server):
        visitors = [server.visitor(**{"X-Forwarded-For": f"203.0.113.{n}"}) for n in (1, 2)]
        return [each.post("/api/session", told).status_code for each in visitors]

    assert tries(serve(f"sqlite:///{tmp_path}/a.db", **limits)) == [401, 429]
    assert tries(serve(f"sqlite:///{tmp_path}/b.db", trusted_proxies=["127.0.0.1"], **limits)) == [401, 401]


def test_a_page_with_a_stale_token_gets_a_new_one(site):
    visitor = site.visitor()
    visitor.http.cookies.clear()
    visitor.http.cookies.set("csrftoken", "0" * 128, domain="127.0.0.1")
    assert visitor.post("/api/me", {"name": "Anna"}).status_code == 403
    visitor.get("/api/me")
    visitor.http.cookies = {name: value for name, value in visitor.http.cookies.items() if value != "0" * 128}
    assert visitor.post("/api/me", {"name": "Somebody Stale"}).status_code == 200


def test_a_server_that_is_asked_to_stop_lets_everybody_go(serve, database):
    server = serve(database)
    table = Table(server)
    with table.anna.socket(f"{table.path}/live?side=0") as socket:
        next_message(socket, "view")
        server.stop()
        assert server.process.poll() is not None
    assert not [each for each in server.logged() if each["level"] == "error"]
