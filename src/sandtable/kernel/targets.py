"""Targets made of several values: a chain of hexes, a set or a row of them, one value for each part of an order.

Such a target is a tuple: `(3, 4, 9)` for a chain or a set, a tuple of tuples for parts. There may be far too many of
them to list, so that each kind of targets says by itself whether it contains a value, how many there are at the most,
how one is drawn at random, and how one is written and read. A few pairs need nothing of this: a plain tuple of pairs
will do, and the system says what each is called.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, pairwise, permutations
from math import comb, perm, prod
from typing import Any, ClassVar, Literal, TypeAlias

__all__ = ["Built", "Chain", "Parts", "Points", "Reader", "Subset", "Text", "Writer", "drawn", "plain", "written"]

Writer: TypeAlias = Callable[[str, Any], str]
"""What a value of a kind is called."""
Reader: TypeAlias = Callable[[str, Any, str], Any]
"""The value of a kind, among these targets, that a text means; None if it means none."""
TRIES = 100


def plain(target: object) -> bool:
    """Whether this can be a target: a whole number, a word, or a tuple of such. True is not 1.

    >>> plain(3), plain((3, (4, "a"))), plain(True), plain([3]), plain((1.0,))
    (True, True, False, False, False)
    """
    kind = type(target)
    if kind is tuple:
        return all(map(plain, target))  # type: ignore[call-overload]
    return kind is int or kind is str


class Built(ABC):
    """Targets that are made of several values. `shape` tells a client how one is put together."""

    shape: ClassVar[Literal["chain", "set", "points", "text", "parts"]]
    of: tuple[int, ...] = ()
    """The values that a target can have, if all are of one kind."""

    @abstractmethod
    def __contains__(self, target: Any, /) -> bool:
        """Whether this target is legal."""

    @abstractmethod
    def __iter__(self) -> Iterator[Any]:
        """The legal targets, one after the other, always in the same order. There may be very many."""

    @abstractmethod
    def most_of_them(self) -> int:
        """How many there are, or a number that they do not exceed."""

    @abstractmethod
    def __bool__(self) -> bool:
        """Whether there is one."""

    @abstractmethod
    def draw(self, below: Callable[[int], int]) -> Any:
        """One of them, drawn with `below(n)`, a source of whole numbers from 0 to n-1. Each can come."""

    @abstractmethod
    def write(self, kind: str, target: Any, name: Writer) -> str:
        """The target in words; `kind` is that of its values."""

    @abstractmethod
    def read(self, kind: str, text: str, meant: Reader) -> Any:
        """The target that a text means, legal or not; None if it means none."""

    def __len__(self) -> int:
        return min(self.most_of_them(), sys.maxsize)


class Subset(Built):
    """Some of these values, from `least` to `most` of them, as a tuple in rising order.

    >>> both = Subset((4, 7, 9), most=2)
    >>> list(both), len(both)
    ([(4,), (7,), (9,), (4, 7), (4, 9), (7, 9)], 6)
    >>> (4, 9) in both, (9, 4) in both, (4, 4) in both
    (True, False, False)
    """

    shape = "set"

    def __init__(self, of: Iterable[int], most: int, least: int = 1) -> None:
        self.of = tuple(sorted(of))
        self.most = min(most, len(self.of))
        self.least = least

    def __contains__(self, target: Any, /) -> bool:
        if type(target) is not tuple or not self.least <= len(target) <= self.most or not plain(target):
            return False
        return all(each in self.of for each in target) and all(one < next for one, next in pairwise(target))

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        for size in range(self.least, self.most + 1):
            yield from combinations(self.of, size)

    def most_of_them(self) -> int:
        """How many there are."""
        return sum(comb(len(self.of), size) for size in range(self.least, self.most + 1))

    def __bool__(self) -> bool:
        return self.least <= self.most

    def draw(self, below: Callable[[int], int]) -> tuple[int, ...]:
        """One of them: how many values first, then which."""
        size = self.least + below(self.most - self.least + 1)
        left = list(self.of)
        return tuple(sorted(left.pop(below(len(left))) for _ in range(size)))

    def write(self, kind: str, target: Any, name: Writer) -> str:
        """`0101 + 0105`."""
        return " + ".join(name(kind, each) for each in target)

    def read(self, kind: str, text: str, meant: Reader) -> Any:
        """In any order, each once."""
        found = _each(kind, text, "+", self.of, meant)
        return found and (tuple(sorted(set(found))) if all(type(each) is int for each in found) else None)


class Chain(Built):
    """A way: values of which each is beside the one before, none twice, from `least` to `most` of them.

    `beside` gives the neighbours of a value, `first` the values it may begin with (any, if nothing is said).

    >>> row = Chain(range(4), lambda hex: (hex - 1, hex + 1), most=3, first=(0, 2))
    >>> list(row)
    [(0,), (0, 1), (0, 1, 2), (2,), (2, 1), (2, 1, 0), (2, 3)]
    >>> (0, 1) in row, (1, 0) in row, (0, 2) in row, (0, 1, 0) in row
    (True, False, False, False)
    """

    shape = "chain"

    def __init__(
        self,
        of: Iterable[int],
        beside: Callable[[int], Iterable[int]],
        most: int,
        least: int = 1,
        first: Iterable[int] | None = None,
    ) -> None:
        self.of = tuple(of)
        self._of = frozenset(self.of)
        self.beside = beside
        self.most = min(most, len(self.of))
        self.least = least
        self.first = self.of if first is None else tuple(each for each in first if each in self._of)

    def _after(self, way: tuple[int, ...]) -> list[int]:
        """What may come next."""
        if len(way) >= self.most:
            return []
        if not way:
            return list(self.first)
        return [each for each in self.beside(way[-1]) if each in self._of and each not in way]

    def __contains__(self, target: Any, /) -> bool:
        if type(target) is not tuple or not self.least <= len(target) <= self.most or not plain(target):
            return False
        return all(each in self._after(target[:number]) for number, each in enumerate(target))

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        ahead: list[Iterator[tuple[int, ...]]] = [iter([()])]
        while ahead:
            way = next(ahead[-1], None)
            if way is None:
                ahead.pop()
                continue
            if way and len(way) >= self.least:
                yield way
            ahead.append(map(way.__add__, zip(self._after(way), strict=True)))

    def most_of_them(self) -> int:
        """No more than this: not every way can be gone on with in every direction."""
        widest = max((len(tuple(self.beside(each))) for each in self.of), default=0)
        count, longer = 0, len(self.first)
        for size in range(1, self.most + 1):
            count += longer if size >= self.least else 0
            longer *= widest
            if count > sys.maxsize:
                break
        return count

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def draw(self, below: Callable[[int], int]) -> tuple[int, ...]:
        """One of them: step by step, until it is to end or cannot go on."""
        for _ in range(TRIES):
            way: tuple[int, ...] = ()
            while after := self._after(way):
                which = below(len(after) + (len(way) >= max(self.least, 1)))
                if which == len(after):
                    break
                way = (*way, after[which])
            if len(way) >= self.least:
                return way
        return next(iter(self))  # hardly any way is long enough

    def write(self, kind: str, target: Any, name: Writer) -> str:
        """`0101 > 0102 > 0203`."""
        return " > ".join(name(kind, each) for each in target)

    def read(self, kind: str, text: str, meant: Reader) -> Any:
        """In the order of the way."""
        return _each(kind, text, ">", self.of, meant)


class Points(Built):
    """Values in any order, none twice, from `least` to `most` of them: the way-points of a line. The last is one of
    `last`, if that is given.

    >>> row = Points((4, 7), most=2, least=0)
    >>> list(row), len(row)
    ([(), (4,), (7,), (7, 4), (4, 7)], 5)
    >>> (7, 4) in row, (7, 7) in row
    (True, False)
    """

    shape = "points"

    def __init__(self, of: Iterable[int], most: int, least: int = 1, last: Iterable[int] | None = None) -> None:
        self.of = tuple(of)
        self._of = frozenset(self.of)
        self.most = min(most, len(self.of))
        self.least = least
        self.last = None if last is None else tuple(each for each in last if each in self._of)

    def __contains__(self, target: Any, /) -> bool:
        if type(target) is not tuple or not self.least <= len(target) <= self.most or not plain(target):
            return False
        if target and self.last is not None and target[-1] not in self.last:
            return False
        return len(set(target)) == len(target) and all(each in self._of for each in target)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        for size in range(self.least, self.most + 1):
            for ends in ((),) if not size else ((each,) for each in self.of if self.last is None or each in self.last):
                rest = [each for each in self.of if each not in ends]
                yield from ((*each, *ends) for each in permutations(rest, max(size - 1, 0)))

    def most_of_them(self) -> int:
        """How many there are."""
        return sum(perm(len(self.of), size) for size in range(self.least, self.most + 1))

    def __bool__(self) -> bool:
        return self.least <= self.most and (not self.least or self.last is None or bool(self.last))

    def draw(self, below: Callable[[int], int]) -> tuple[int, ...]:
        """One of them: how many values first, then which."""
        size = self.least + below(self.most - self.least + 1) if self.last is None or self.last else 0
        left = list(self.of)
        ends = []
        if size and self.last is not None:
            ends.append(self.last[below(len(self.last))])
            left.remove(ends[0])
        return (*(left.pop(below(len(left))) for _ in range(size - len(ends))), *ends)

    def write(self, kind: str, target: Any, name: Writer) -> str:
        """`0101 , 0305`; nothing is `-`."""
        return " , ".join(name(kind, each) for each in target) or "-"

    def read(self, kind: str, text: str, meant: Reader) -> Any:
        """In the order they are written in."""
        return () if text.strip() == "-" else _each(kind, text, ",", self.of, meant)


class Text(Built):
    """Words that somebody types, up to `most` printable characters; `such` are examples.

    >>> name = Text(10, such=("Anvil", "Hammer"))
    >>> list(name), "Coral" in name, "" in name, "two\\nlines" in name, "x" * 11 in name
    (['Anvil', 'Hammer'], True, False, False, False)
    """

    shape = "text"

    def __init__(self, most: int, such: Iterable[str], least: int = 1) -> None:
        self.most = most
        self.least = least
        self.such = tuple(such)

    def __contains__(self, target: Any, /) -> bool:
        if type(target) is not str or not self.least <= len(target) <= self.most:
            return False
        return target.isprintable() and target == target.strip() and ";" not in target

    def __iter__(self) -> Iterator[str]:
        return iter(self.such)

    def most_of_them(self) -> int:
        """As many as there are examples: nobody counts what can be typed."""
        return len(self.such)

    def __bool__(self) -> bool:
        return True

    def draw(self, below: Callable[[int], int]) -> str:
        """One of the examples."""
        return self.such[below(len(self.such))]

    def write(self, kind: str, target: Any, name: Writer) -> str:
        """As it is."""
        return str(target)

    def read(self, kind: str, text: str, meant: Reader) -> Any:
        """As it is typed."""
        return text.strip()


class Parts(Built):
    """One target for each part, each with the kind of its values.

    >>> order = Parts(("unit", (3, 4)), ("hex", Subset((7, 8), most=1)))
    >>> list(order), (3, (8,)) in order, (3, 8) in order
    ([(3, (7,)), (3, (8,)), (4, (7,)), (4, (8,))], True, False)
    >>> order.write("", (3, (8,)), lambda kind, value: f"{kind} {value}")
    'unit 3; hex 8'
    """

    shape = "parts"

    def __init__(self, *parts: tuple[str, Any]) -> None:
        self.parts = parts

    def __contains__(self, target: Any, /) -> bool:
        if type(target) is not tuple or len(target) != len(self.parts) or not plain(target):
            return False
        return all(each in targets for each, (_, targets) in zip(target, self.parts, strict=True))

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return _combined([targets for _, targets in self.parts])

    def most_of_them(self) -> int:
        """As many as there are of each, multiplied."""
        return prod(targets.most_of_them() if isinstance(targets, Built) else len(targets) for _, targets in self.parts)

    def __bool__(self) -> bool:
        return all(bool(targets) for _, targets in self.parts)

    def draw(self, below: Callable[[int], int]) -> tuple[Any, ...]:
        """One of each."""
        return tuple(drawn(targets, below) for _, targets in self.parts)

    def write(self, kind: str, target: Any, name: Writer) -> str:
        """`Blue A; 0101 > 0102`."""
        return "; ".join(
            written(of, targets, each, name) for each, (of, targets) in zip(target, self.parts, strict=True)
        )

    def read(self, kind: str, text: str, meant: Reader) -> Any:
        """Each part by itself."""
        texts = text.split(";")
        if len(texts) != len(self.parts):
            return None
        found = tuple(
            targets.read(of, each, meant) if isinstance(targets, Built) else meant(of, targets, each.strip())
            for each, (of, targets) in zip(texts, self.parts, strict=True)
        )
        return None if None in found else found


def _combined(parts: list[Any]) -> Iterator[tuple[Any, ...]]:
    """One of each, the last changing fastest. No part is listed as a whole: there may be far too many of it."""
    if not parts:
        yield ()
        return
    for one in parts[0]:
        for rest in _combined(parts[1:]):
            yield (one, *rest)


def drawn(targets: Any, below: Callable[[int], int]) -> Any:
    """One of these targets, drawn with `below(n)`.

    >>> drawn((3, 4), lambda n: n - 1), drawn(range(5, 9), lambda n: 0)
    (4, 5)
    """
    if type(targets) is tuple:
        return targets[below(len(targets))]
    if hasattr(targets, "draw"):
        return targets.draw(below)
    index = below(len(targets))
    if hasattr(targets, "__getitem__"):
        return targets[index]
    for number, target in enumerate(targets):
        if number == index:
            return target
    raise AssertionError("the targets are fewer than their length")


def written(kind: str, targets: Any, target: Any, name: Writer) -> str:
    """A target in words.

    >>> written("hex", (4, 5), 4, lambda kind, value: f"{kind} {value}")
    'hex 4'
    """
    return targets.write(kind, target, name) if isinstance(targets, Built) else name(kind, target)


def _each(kind: str, text: str, sign: str, of: Any, meant: Reader) -> tuple[Any, ...] | None:
    found = tuple(meant(kind, of, each.strip()) for each in text.split(sign))
    return None if None in found else found
