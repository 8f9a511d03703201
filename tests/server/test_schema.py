"""The OpenAPI document against the running server: schemathesis looks for a difference."""

import json
import re
import subprocess
import sys
from pathlib import Path

from tests.server.attacking import Table

CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,"
    "response_schema_conformance,negative_data_rejection,unsupported_method"
)
DOCUMENT = Path(__file__).parents[2] / "web" / "openapi.json"
SOME, ALL = "examples,fuzzing", "examples,coverage,fuzzing"


def test_the_server_does_what_its_document_says(serve, sqlite, pytestconfig, tmp_path):
    """Each route is asked well and badly a few times; `--long` goes through every limit of every parameter too."""
    long = pytestconfig.getoption("--long")
    server = serve(sqlite, people={"administrators": []}, limits={"games_per_guest": 10**5, "games_per_account": 10**5})
    table = Table(server)
    (tmp_path / "schemathesis.toml").write_text(
        f'[parameters]\n"path.game" = "{table.id}"\n[checks]\nnegative_data_rejection.expected-statuses = ["4xx"]\n'
    )
    ask(server, table.anna, tmp_path, 200 if long else 6, phases=ALL if long else SOME)
    if long:
        ask(server, server.visitor(), tmp_path, 200)
        server.people("admin", table.ben.name)
        ask(server, table.ben, tmp_path, 200)


def ask(server, visitor, folder, examples, phases=ALL):
    """Ask everything the document describes, well and badly, as this visitor."""
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/api/schema/openapi.json"]
    command += ["--checks", CHECKS, "--max-examples", str(examples), "--seed", "1", "--no-color"]
    command += ["--phases", phases, "--exclude-operation-id", "log_out", "--continue-on-failure"]
    command += ["--warnings", "off", "-H", f"Cookie: {visitor.cookies()}"]
    command += ["-H", f"x-csrftoken: {visitor.http.cookies['csrftoken']}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=3000, cwd=folder)
    told = re.sub(r"(.)\1{200,}", r"\1\1\1...", done.stdout)
    assert done.returncode == 0, told[-8000:] + done.stderr[-2000:]
    assert not [each for each in server.logged() if each.get("status", 0) >= 500]


def test_each_list_of_the_document_says_what_it_holds():
    """Anything at all was allowed in some, where the server takes numbers only."""
    schemas = json.loads(DOCUMENT.read_text(encoding="utf-8"))["components"]["schemas"]
    found = [name for name, schema in schemas.items() if any(map(allows_anything, parts_of(schema)))]
    assert len(schemas) > 100
    assert found == []


def parts_of(schema):
    """A part of the document, and all that is in it."""
    yield schema
    for each in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from parts_of(each)


def allows_anything(part):
    return isinstance(part, dict) and ({} in part.get("oneOf", ()) or part.get("items") == {})
