"""What is worked out about a value and kept beside it.

Boards, worlds and maps are frozen values, and rules ask them the same again and again. The answers are kept with the
value they are about and go with it; they are no part of it: not of its hash, of its bytes, or of what it is equal to.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["cached_property", "known_of"]

T = TypeVar("T")


class cached_property(functools.cached_property[T]):
    """As that of Python's library, but without its lock, which costs more than most answers: if two threads ask at
    once, both may work it out.

    >>> class Map:
    ...     @cached_property
    ...     def size(self):
    ...         return 7
    >>> Map().size
    7
    """

    if not TYPE_CHECKING:

        def __get__(self, instance, owner=None):
            if instance is None:
                return self
            found = instance.__dict__[self.attrname] = self.func(instance)
            return found


def known_of(owner: object, name: str) -> dict[Any, Any]:
    """The answers kept beside a value under this name, to look up and to add to. (A struct needs `dict=True`.)

    >>> class Map:
    ...     pass
    >>> map = Map()
    >>> known_of(map, "ways")["north"] = 3
    >>> known_of(map, "ways")
    {'north': 3}
    """
    kept = owner.__dict__
    try:
        return kept[name]  # type: ignore[no-any-return]
    except KeyError:
        found: dict[Any, Any] = {}
        kept[name] = found
        return found
