"""The shipped battles and those made by a generator, ready to play: made once for each choice of options."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from sandtable.kernel.game import Game
from sandtable.scenarios import is_generated, load, names
from sandtable.server.games.errors import Refused

__all__ = ["shipped"]


@lru_cache(maxsize=128)
def _shipped(name: str, options: bytes) -> Game:
    return load(name, msgspec.json.decode(options))


def shipped(name: str, options: dict[str, Any]) -> Game:
    """A shipped scenario with its options, or one that its name says how to make; never a file by its path.

    >>> shipped("demo/bridge", {"turns": 2}).options["turns"]
    2
    """
    if name not in names() and not is_generated(name):
        raise Refused(f"there is no scenario {name!r:.80}")
    return _shipped(name, msgspec.json.encode(options, order="deterministic"))
