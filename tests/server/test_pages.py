"""The browser client as the server sends it, and its types."""

import sys
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from sandtable.server import pages as served

WEB = Path(__file__).parents[2] / "web"


@pytest.fixture
def client(tmp_path, monkeypatch):
    """A server of a client with a few files."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Sandtable</title>" + " " * 600)
    (tmp_path / "assets" / "main-abc.js").write_text("let board;" * 100)
    (tmp_path / "assets" / "more-def.js").write_text("let hexes;" * 100)
    (tmp_path / "assets" / "more-def.js.br").write_bytes(b"packed")
    (tmp_path / "assets" / "letters.woff2").write_bytes(b"\0\1" * 400)
    (tmp_path.parent / "secret.txt").write_text("not for anybody")
    monkeypatch.setattr(served, "_folder", lambda: tmp_path)
    served._names.cache_clear()
    served.find.cache_clear()
    with TestClient(Litestar([served.pages])) as asking:
        yield asking
    served._names.cache_clear()
    served.find.cache_clear()


@pytest.mark.parametrize("path", ["/", "/games/abc", "/odds/tactical_combat/shot?cover=hard"])
def test_every_address_of_a_page_gets_the_page_anew(client, path):
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert "<title>Sandtable" in answer.text


def test_files_are_kept_by_the_browser_and_sent_packed(client):
    answer = client.get("/assets/main-abc.js", headers={"accept-encoding": "gzip"})
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < 200
    assert answer.text == "let board;" * 100


def test_a_browser_that_takes_brotli_gets_what_the_build_has_packed(client):
    for wanted in ("gzip, deflate, br", "br;q=1.0, gzip;q=0.8"):
        answer = client.get("/assets/more-def.js", headers={"accept-encoding": wanted})
        assert answer.headers["content-encoding"] == "br"
        assert int(answer.headers["content-length"]) == 6
    refused = client.get("/assets/more-def.js", headers={"accept-encoding": "br;q=0, gzip"})
    assert refused.headers["content-encoding"] == "gzip"


def test_a_browser_that_cannot_unpack_gets_files_plain(client):
    answer = client.get("/assets/main-abc.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in answer.headers
    assert answer.text == "let board;" * 100


def test_letters_are_not_packed_twice(client):
    answer = client.get("/assets/letters.woff2", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in answer.headers
    assert answer.content == b"\0\1" * 400


@pytest.mark.parametrize(
    "path",
    ["/assets/gone.js", "/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "/api/none", "/api"],
)
def test_nothing_else_is_sent(client, path):
    answer = client.get(path)
    assert answer.status_code == 404
    assert "not for anybody" not in answer.text


def test_a_checkout_without_the_client_says_how_to_build_it(client, monkeypatch, tmp_path):
    monkeypatch.setattr(served, "_folder", lambda: tmp_path / "empty")
    served._names.cache_clear()
    served.find.cache_clear()
    assert "npm run build" in client.get("/").text


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of how routes declare their parameters, told elsewhere
def test_the_types_of_the_client_are_those_of_the_server(monkeypatch):
    monkeypatch.syspath_prepend(str(WEB))
    import describe

    try:
        assert Path(describe.FILE).read_text() == describe.description(), "run python web/describe.py and commit"
    finally:
        sys.modules.pop("describe", None)
