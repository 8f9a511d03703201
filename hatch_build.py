"""The build hook: the browser client is built before a wheel or a source archive is packed, unless it is there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClientHook(BuildHookInterface):
    """Runs `web/build.py`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client; an editable install leaves it to ./play and ./test, which see whether it is current."""
        script = Path(self.root) / "web" / "build.py"
        if version == "editable" or not script.exists():
            return
        if subprocess.run([sys.executable, str(script)]).returncode:
            raise SystemExit("the browser client could not be built (see above)")
