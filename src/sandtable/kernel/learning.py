"""Reading values into types, one thread at a time.

msgspec learns a type when it first reads into it, and crashes if two threads learn the same type at once. A server
makes games and answers questions in threads, so all of them read through here.
"""

from __future__ import annotations

from threading import RLock
from typing import Any, TypeVar

import msgspec

__all__ = ["convert", "decoder"]

T = TypeVar("T")
_LEARNING = RLock()


def convert(values: Any, kind: type[T], *, strict: bool = True) -> T:
    """The values as this type; a `ValidationError` says where they do not fit.

    >>> convert([1, 2], tuple[int, ...])
    (1, 2)
    """
    with _LEARNING:
        return msgspec.convert(values, kind, strict=strict)


def decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    """What reads values of this type from bytes.

    >>> decoder(list[int]).decode(msgspec.msgpack.encode([1, 2]))
    [1, 2]
    """
    with _LEARNING:
        return msgspec.msgpack.Decoder(kind)
