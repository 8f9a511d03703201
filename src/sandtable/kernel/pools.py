"""Which dice are thrown, and how they are read: `D6`, `2d6`, `d66`, the lowest of two d10."""

from __future__ import annotations

import itertools
import math
import re
from functools import lru_cache
from typing import Literal

import msgspec

from sandtable.kernel.errors import DiceError, shown

__all__ = ["D6", "D10", "D20", "D66", "TWO_D6", "Pool", "highest", "lowest", "pool"]

Reading = Literal["sum", "d66", "lowest", "highest"]

MOST_DICE = 20
MOST_FACES = 100


class Pool(msgspec.Struct, frozen=True, array_like=True):
    """Some dice thrown together and read as one number.

    >>> pool("2d6").read((3, 4))
    7
    >>> D66.read((3, 5))
    35
    >>> lowest(2, D10).read((9, 4))
    4
    >>> str(pool("d6+d10")), str(lowest(2, D10))
    ('d6+d10', 'lowest of 2d10')
    """

    faces: tuple[int, ...]
    reading: Reading = "sum"

    def __post_init__(self) -> None:
        fair = self.faces and all(2 <= sides <= MOST_FACES for sides in self.faces)
        if not fair or (self.reading == "d66" and self.faces != (6, 6)):
            raise DiceError(f"there are no such dice: {shown(self.faces)} read as {shown(self.reading)}")

    def read(self, thrown: tuple[int, ...]) -> int:
        """The number these faces make."""
        if self.reading == "sum":
            return sum(thrown)
        if self.reading == "d66":
            return thrown[0] * 10 + thrown[1]
        return min(thrown) if self.reading == "lowest" else max(thrown)

    def check(self, thrown: tuple[int, ...]) -> tuple[int, ...]:
        """The faces as thrown, or a DiceError that says what is wrong with them.

        >>> D10.check((0,))
        Traceback (most recent call last):
        sandtable.kernel.errors.DiceError: 0 is not on a d10: its faces are 1 to 10
        """
        if len(thrown) != len(self.faces):
            raise DiceError(f"{self} takes {len(self.faces)} dice, {len(thrown)} were given")
        for face, sides in zip(thrown, self.faces, strict=True):
            if type(face) is not int or not 1 <= face <= sides:
                raise DiceError(f"{shown(face)} is not on a d{sides}: its faces are 1 to {sides}")
        return thrown

    def parse(self, text: str) -> tuple[int, ...]:
        """Faces as a person types them: `3 5`, `35` for single digits; 0 on a d10 reads 10.

        >>> D66.parse("35"), D10.parse("0"), pool("2d6").parse("3, 4")
        ((3, 5), (10,), (3, 4))
        """
        parts = re.findall(r"[0-9]+", text)
        if len(parts) == 1 and len(parts[0]) == len(self.faces) > 1:
            parts = list(parts[0])
        if not parts or re.search(r"[^0-9\s,+/]", text):
            raise DiceError(f"{shown(text.strip())} is not dice: type the faces of {self}, such as {self.example()}")
        if any(len(part) > 3 for part in parts):
            raise DiceError(f"{shown(text.strip())} is not dice: a face has at most three digits")
        numbers = [int(part) for part in parts]
        zipped = itertools.zip_longest(numbers, self.faces)
        return self.check(tuple(10 if n == 0 and sides == 10 else n for n, sides in zipped if n is not None))

    def example(self) -> str:
        """A throw as one would type it.

        >>> D66.example()
        '3 3'
        """
        return " ".join(str(min(3, sides)) for sides in self.faces)

    @property
    def ways(self) -> dict[int, int]:
        """Each number the dice can make, ascending, with the number of ways to make it.

        >>> pool("2d6").ways[7], sum(pool("2d6").ways.values())
        (6, 36)
        """
        return _ways(self)

    @property
    def throws(self) -> int:
        """How many equally likely throws there are.

        >>> D66.throws
        36
        """
        return math.prod(self.faces)

    def faces_for(self, number: int) -> tuple[int, ...]:
        """Some throw that reads as this number, for scripted dice.

        >>> D66.faces_for(35), pool("2d6").faces_for(7), lowest(2, D10).faces_for(4)
        ((3, 5), (1, 6), (4, 10))
        """
        if number in self.ways:
            if self.reading == "d66":
                return divmod(number, 10)
            if self.reading == "lowest":
                return (number, *self.faces[1:])
            if self.reading == "highest":
                return (number, *(1 for _ in self.faces[1:]))
            rest = number - len(self.faces)
            thrown = []
            for sides in reversed(self.faces):
                thrown.append(1 + min(rest, sides - 1))
                rest -= thrown[-1] - 1
            return tuple(reversed(thrown))
        low, high = min(self.ways), max(self.ways)
        raise DiceError(f"{self} cannot read {shown(number)}: it gives {low} to {high}")

    def __str__(self) -> str:
        if self.reading == "d66":
            return "d66"
        groups = [(sides, len(list(group))) for sides, group in itertools.groupby(self.faces)]
        text = "+".join(f"{count if count > 1 else ''}d{sides}" for sides, count in groups)
        return text if self.reading == "sum" else f"{self.reading} of {text}"


@lru_cache(maxsize=256)
def _ways(dice: Pool) -> dict[int, int]:
    if dice.reading == "sum":
        ways = {0: 1}
        for sides in dice.faces:
            longer: dict[int, int] = {}
            for total, count in ways.items():
                for face in range(1, sides + 1):
                    longer[total + face] = longer.get(total + face, 0) + count
            ways = longer
        return dict(sorted(ways.items()))
    if dice.reading == "d66":
        return {dice.read(thrown): 1 for thrown in itertools.product(*(range(1, s + 1) for s in dice.faces))}

    def at_least(face: int) -> int:
        return math.prod(max(0, sides - face + 1) for sides in dice.faces)

    def at_most(face: int) -> int:
        return math.prod(min(face, sides) for sides in dice.faces)

    if dice.reading == "lowest":
        ways = {face: at_least(face) - at_least(face + 1) for face in range(1, min(dice.faces) + 1)}
    else:
        ways = {face: at_most(face) - at_most(face - 1) for face in range(1, max(dice.faces) + 1)}
    return {face: count for face, count in ways.items() if count}


@lru_cache(maxsize=256)
def pool(text: str) -> Pool:
    """The dice of a text such as `d6`, `2d6`, `d66`, `d6+d10`, `lowest of 2d10`.

    >>> pool("3d6").faces
    (6, 6, 6)
    >>> pool("2d1000")
    Traceback (most recent call last):
    sandtable.kernel.errors.DiceError: '2d1000' is not dice: write d6, 2d6, d66, d6+d10 or lowest of 2d10
    """
    reading: Reading = "sum"
    rest = text.strip()
    if rest == "d66":
        return Pool((6, 6), "d66")
    for word in ("lowest", "highest"):
        if rest.startswith(f"{word} of "):
            reading, rest = word, rest.removeprefix(f"{word} of ")
    faces: list[int] = []
    for part in rest.split("+"):
        found = re.fullmatch(r"([0-9]{0,2})d([0-9]{1,3})", part)
        count, sides = (int(found[1] or 1), int(found[2])) if found else (0, 0)
        if not 1 <= count <= MOST_DICE or not 2 <= sides <= MOST_FACES:
            raise DiceError(f"{shown(text)} is not dice: write d6, 2d6, d66, d6+d10 or lowest of 2d10")
        faces += [sides] * count
    return Pool(tuple(faces), reading)


D6 = pool("d6")
D10 = pool("d10")
D20 = pool("d20")
D66 = pool("d66")
TWO_D6 = pool("2d6")


def lowest(count: int, die: Pool) -> Pool:
    """Throw one die several times over and keep the lowest.

    >>> lowest(2, D10).ways[1]
    19
    """
    return Pool(die.faces * count, "lowest")


def highest(count: int, die: Pool) -> Pool:
    """Throw one die several times over and keep the highest.

    >>> highest(2, D6).ways[6]
    11
    """
    return Pool(die.faces * count, "highest")
