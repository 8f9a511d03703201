"""What the tests of the server share: databases, and servers that are always stopped."""

import pytest

from tests.server.running import Server


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
