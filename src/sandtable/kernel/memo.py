"""What is worked out about a value and kept beside it.

Boards, worlds and maps are frozen values, and rules ask them the same again and again. The answers are kept with the
value they are about and go with it; they are no part of it: not of its hash, of its bytes, or of what it is equal to.
"""

from __future__ import annotations

from typing import Any

__all__ = ["known_of"]


def known_of(owner: object, name: str) -> dict[Any, Any]:
    """The answers kept beside a value under this name, to look up and to add to. (A struct needs `dict=True`.)

    >>> class Map:
    ...     pass
    >>> map = Map()
    >>> known_of(map, "ways")["north"] = 3
    >>> known_of(map, "ways")
    {'north': 3}
    """
    found: dict[Any, Any] | None = owner.__dict__.get(name)
    if found is None:
        found = owner.__dict__[name] = {}
    return found
