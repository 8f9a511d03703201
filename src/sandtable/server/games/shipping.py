"""The shipped battles and those made by a generator, ready to play: made once for each choice of options."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from threading import Lock
from typing import Any

import msgspec

from sandtable.kernel.game import Game
from sandtable.scenarios import is_generated, lessons, load, names
from sandtable.server.games.errors import Refused

__all__ = ["shipped"]


_loading: dict[tuple[str, bytes], Lock] = defaultdict(Lock)
"""Several people may ask for a battle at once, each in a thread: it is loaded once."""


@lru_cache(maxsize=128)
def _shipped(name: str, options: bytes) -> Game:
    return load(name, msgspec.json.decode(options))


def shipped(name: str, options: dict[str, Any]) -> Game:
    """A shipped scenario with its options, or one that its name says how to make; never a file by its path.

    >>> shipped("demo/bridge", {"turns": 2}).options["turns"]
    2
    """
    if name not in names() and name not in lessons() and not is_generated(name):
        raise Refused(f"there is no scenario {name!r:.80}")
    chosen = msgspec.json.encode(options, order="deterministic")
    with _loading[name, chosen]:
        return _shipped(name, chosen)
