"""A PostgreSQL server of the tests' own: one for a whole run, in a temporary folder, on a free port.

The first test that needs it starts it, whichever xdist worker that is in; the process that began the run stops it.
PostgreSQL will not run as root, so root starts it as the user `postgres`.
"""

import contextlib
import fcntl
import glob
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import uuid
from pathlib import Path

import pytest

MISSING = (
    "PostgreSQL is not installed, and the tests of the server need it: "
    "apt-get install postgresql, or put the folder of initdb and pg_ctl on the PATH"
)
KEY = "sandtable_postgres"


def pytest_configure(config):
    if hasattr(config, "workerinput"):
        config._postgres_folder = config.workerinput[KEY]
    else:
        config._postgres_folder = str(Path(tempfile.gettempdir(), f"sandtable-postgres-{uuid.uuid4().hex}"))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node):
    node.workerinput[KEY] = node.config._postgres_folder


def pytest_unconfigure(config):
    if hasattr(config, "workerinput"):
        return
    folder = Path(config._postgres_folder)
    if (folder / "data" / "postmaster.pid").exists():
        _run("pg_ctl", "-D", folder / "data", "-m", "immediate", "-w", "stop", check=False)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres(pytestconfig):
    """The address of a running PostgreSQL, such as postgresql://postgres@127.0.0.1:5555."""
    folder = Path(pytestconfig._postgres_folder)
    folder.mkdir(mode=0o755, exist_ok=True)
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        address = folder / "address"
        if not address.exists():
            address.write_text(_start(folder))
        return address.read_text()


@pytest.fixture
def postgres_database(postgres):
    """The address of a new and empty database."""
    import psycopg

    name = "t" + uuid.uuid4().hex
    with psycopg.connect(f"{postgres}/postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    yield f"{postgres}/{name}"
    with contextlib.suppress(psycopg.Error), psycopg.connect(f"{postgres}/postgres", autocommit=True) as connection:
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def _start(folder):
    data = folder / "data"
    data.mkdir()
    if os.geteuid() == 0:
        owner = pwd.getpwnam("postgres")
        os.chown(data, owner.pw_uid, owner.pw_gid)
    os.chmod(data, 0o700)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    _run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
    options = f"-p {port} -h 127.0.0.1 -k {data} -F -c max_connections=200 -c shared_buffers=32MB"
    _run("pg_ctl", "-D", data, "-o", options, "-l", data / "log", "-w", "start")
    return f"postgresql://postgres@127.0.0.1:{port}"


def _run(tool, *arguments, check=True):
    command = [_tool(tool), *map(str, arguments)]
    if os.geteuid() == 0:
        command = ["runuser", "-u", "postgres", "--", *command]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd="/", timeout=120)
    if check and done.returncode:
        pytest.fail(f"{tool} failed: {done.stderr.strip() or done.stdout.strip()}", pytrace=False)


def _tool(name):
    found = shutil.which(name) or next(iter(sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), reverse=True)), None)
    if found is None:
        pytest.fail(MISSING, pytrace=False)
    return found
