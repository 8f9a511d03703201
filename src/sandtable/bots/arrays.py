"""Many places at once: where numpy is installed the bots weigh them in arrays, and everywhere in plain Python.

>>> weigher = arrays("sandtable.bots.fighter.sweep")
>>> weigher is None or hasattr(weigher, "ranked")
True
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

__all__ = ["arrays"]


@cache
def arrays(module: str) -> Any:
    """A module that works with arrays, or None where numpy is not installed."""
    try:
        return import_module(module)
    except ImportError:
        return None
