"""Writes the server's description of itself to web/openapi.json, and the client's types from it.

python web/describe.py            after a change of the server's messages; commit what it writes
"""

import json
import os
import subprocess
import sys

WEB = os.path.dirname(os.path.abspath(__file__))
FILE = os.path.join(WEB, "openapi.json")


def description():
    """The OpenAPI description as text."""
    from sandtable.server.app import create_app
    from sandtable.server.config import Settings

    schema = create_app(Settings(database="sqlite:///never-opened.db")).openapi_schema.to_schema()
    schema["info"]["version"] = "0"  # the types do not depend on it
    return json.dumps(schema, indent=1, sort_keys=True) + "\n"


def main():
    """Write both."""
    with open(FILE, "w", encoding="utf-8") as file:
        file.write(description())
    subprocess.run([sys.executable, os.path.join(WEB, "build.py"), "--install"], check=True)
    import build

    build.npm("run", "types")


if __name__ == "__main__":
    main()
