"""The `sandtable` command."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command; exit 0 when all is well, 1 when what was checked is not so, 2 for bad input."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a sign shows a question mark
    try:
        import typer  # noqa: F401
    except ImportError:
        sys.exit("sandtable: the command needs two more packages: pip install 'sandtable[play]'")
    from sandtable.cli.app import run

    sys.exit(run(sys.argv[1:]))
