"""What the tests of the server share: databases, and servers that are always stopped."""

import pytest

from tests.server import clients
from tests.server.fakes import Hook, MailServer, running
from tests.server.running import Server, free_port


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    """A new database: SQLite in a file, and PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    return request.getfixturevalue("postgres_database")


@pytest.fixture
def sqlite(tmp_path):
    return f"sqlite:///{tmp_path / 'games.db'}"


@pytest.fixture
def serve(tmp_path):
    """Start servers: `serve(database, public=True)`. They are stopped when the test ends."""
    running = []

    def start(database, **settings):
        folder = tmp_path / f"server{len(running)}"
        folder.mkdir()
        server = Server(folder, database, **settings)
        running.append(server)
        return server.start()

    yield start
    for server in running:
        server.kill()


@pytest.fixture(scope="module")
def mail():
    """A mail server that keeps what it gets."""
    with running(MailServer()) as server:
        yield server


@pytest.fixture(scope="module")
def hook():
    """A web hook that keeps what it gets."""
    with running(Hook()) as server:
        yield server


@pytest.fixture(scope="module")
def site(tmp_path_factory, mail):
    """A public site on SQLite with mail, one for all tests of a module."""
    folder = tmp_path_factory.mktemp("site")
    port = free_port()
    server = Server(
        folder,
        f"sqlite:///{folder / 'games.db'}",
        port=port,
        public=True,
        address=f"http://127.0.0.1:{port}",
        people={"administrators": ["The Colonel"]},
        mail={"host": "127.0.0.1", "port": mail.port, "security": "none", "sender": "Sandtable <games@club.example>"},
        notices={"grace_seconds": 0},
    )
    with server:
        yield server


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server for all tests of a module."""
    with clients.running(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def anna(server):
    player = clients.Player(server.url, "Anna")
    yield player
    player.close()


@pytest.fixture
def ben(server):
    player = clients.Player(server.url, "Ben")
    yield player
    player.close()
