"""Where the dice come from. One interface, `throw`; behind it a seed, a record, a script or a person.

Dice are handed to `Game.apply` and never kept in a state: whoever holds a state cannot read the next dice.
The fifth source, *all* dice, is `sandtable.kernel.odds`.
"""

from __future__ import annotations

import hashlib
import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from sandtable.kernel.errors import DiceError, shown
from sandtable.kernel.pools import Pool

if TYPE_CHECKING:
    from sandtable.kernel.resolution import Resolution

__all__ = ["Dice", "DiceNeeded", "RecordedDice", "ScriptedDice", "SeededDice", "TypedDice", "commitment"]

SEED_BYTES = 16


class DiceNeeded(DiceError):
    """A person must throw these dice before the action can go on; the state is as it was."""

    def __init__(self, pool: Pool, number: int, resolution: Resolution | None) -> None:
        super().__init__(f"roll {pool}")
        self.pool = pool
        self.number = number
        self.resolution = resolution


class Dice(ABC):
    """A source of dice. Roll number n of a game always gets the same dice from the same source.

    >>> Dice.seeded(7).throw(0, Pool((6, 6))) == Dice.seeded(7).throw(0, Pool((6, 6)))
    True
    >>> Dice.scripted(35).throw(0, Pool((6, 6), "d66"))
    (3, 5)
    """

    kind: str
    by_hand: ClassVar[bool] = True
    """Whether somebody may have to be shown what is rolled before the dice are there."""

    @abstractmethod
    def throw(self, number: int, pool: Pool, resolution: Resolution | None = None) -> tuple[int, ...]:
        """The faces of roll `number`, thrown with the dice of `pool`."""

    @staticmethod
    def seeded(seed: int | str | bytes) -> SeededDice:
        """Dice from a seed: a whole number, 32 hexadecimal digits, or 16 bytes."""
        return SeededDice(seed)

    @staticmethod
    def fresh() -> SeededDice:
        """Dice from a new secret seed of 128 bits.

        >>> len(Dice.fresh().seed)
        32
        """
        return SeededDice(secrets.token_bytes(SEED_BYTES))

    @staticmethod
    def recorded(throws: Mapping[int, tuple[int, ...]]) -> RecordedDice:
        """The dice of a record, by roll number."""
        return RecordedDice(throws)

    @staticmethod
    def scripted(*numbers: int | tuple[int, ...]) -> ScriptedDice:
        """These results in this order, for tests: numbers as read, or faces as thrown."""
        return ScriptedDice(numbers)

    @staticmethod
    def typed(throws: Iterable[tuple[int, ...]] = ()) -> TypedDice:
        """The dice that people threw for this action; raises DiceNeeded for the next one wanted."""
        return TypedDice(throws)


class SeededDice(Dice):
    """A counter-based stream: keyed hash of the roll number, faces drawn by rejection, so exactly fair.

    >>> SeededDice("000102030405060708090a0b0c0d0e0f").throw(3, Pool((6, 6)))
    (2, 3)
    >>> SeededDice("7")
    Traceback (most recent call last):
    sandtable.kernel.errors.DiceError: '7' is not a seed: write 32 hexadecimal digits, or a whole number
    """

    kind = "seeded"
    by_hand = False

    def __init__(self, seed: int | str | bytes) -> None:
        self._key = _seed_bytes(seed)
        # A copy of a hash that has its key already is made faster than a new one.
        self._keyed = hashlib.blake2b(key=self._key)

    def __reduce__(self) -> tuple[Any, ...]:
        return SeededDice, (self._key,)

    @property
    def seed(self) -> str:
        """The seed as 32 hexadecimal digits. Keep it secret until the game has ended."""
        return self._key.hex()

    @property
    def commitment(self) -> str:
        """What is published when a game starts: it binds the seed without showing it."""
        return commitment(self.seed)

    def throw(self, number: int, pool: Pool, resolution: Resolution | None = None) -> tuple[int, ...]:
        """The faces of roll `number`."""
        hashed = self._keyed.copy()
        hashed.update(number.to_bytes(8, "big"))
        block = hashed.digest()
        used = 0
        thrown = []
        for sides in pool.faces:
            fair = 256 - 256 % sides
            while True:
                if used == len(block):
                    block = hashlib.blake2b(block, key=self._key).digest()
                    used = 0
                byte = block[used]
                used += 1
                if byte < fair:
                    break
            thrown.append(1 + byte % sides)
        return tuple(thrown)


def _seed_bytes(seed: int | str | bytes) -> bytes:
    if isinstance(seed, bytes) and len(seed) == SEED_BYTES:
        return seed
    if isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed < 1 << 8 * SEED_BYTES:
        return seed.to_bytes(SEED_BYTES, "big")
    if isinstance(seed, str) and len(seed) == 2 * SEED_BYTES and not set(seed) - set("0123456789abcdef"):
        return bytes.fromhex(seed)
    raise DiceError(f"{shown(seed)} is not a seed: write 32 hexadecimal digits, or a whole number")


def commitment(seed: str) -> str:
    """The published hash of a seed: SHA-256 of the words `sandtable seed`, a space and the 32 digits.

    >>> commitment("0" * 31 + "7")[:16]
    '5634eea67919db74'
    """
    return hashlib.sha256(f"sandtable seed {seed}".encode()).hexdigest()


class RecordedDice(Dice):
    """Dice as they once fell.

    >>> RecordedDice({0: (3,)}).throw(0, Pool((6,)))
    (3,)
    >>> RecordedDice({0: (3,)}).throw(1, Pool((6,)))
    Traceback (most recent call last):
    sandtable.kernel.errors.DiceError: the record has no dice for roll 1, where d6 is thrown
    """

    kind = "recorded"
    by_hand = False

    def __init__(self, throws: Mapping[int, tuple[int, ...]]) -> None:
        self._throws = throws

    def throw(self, number: int, pool: Pool, resolution: Resolution | None = None) -> tuple[int, ...]:
        """The recorded faces of roll `number`."""
        if number not in self._throws:
            raise DiceError(f"the record has no dice for roll {number}, where {pool} is thrown")
        return pool.check(self._throws[number])


class ScriptedDice(Dice):
    """Results in the order a test gives them.

    >>> dice = ScriptedDice([7, (2, 2)])
    >>> dice.throw(0, Pool((6, 6))), dice.throw(1, Pool((6, 6))), dice.left
    ((1, 6), (2, 2), ())
    """

    kind = "scripted"
    by_hand = False

    def __init__(self, numbers: Iterable[int | tuple[int, ...]]) -> None:
        self._numbers = list(numbers)

    @property
    def left(self) -> tuple[int | tuple[int, ...], ...]:
        """What has not been thrown yet."""
        return tuple(self._numbers)

    def throw(self, number: int, pool: Pool, resolution: Resolution | None = None) -> tuple[int, ...]:
        """The next result of the script."""
        if not self._numbers:
            raise DiceError(f"the script ran out of dice at roll {number}, where {pool} is thrown")
        wanted = self._numbers.pop(0)
        return pool.faces_for(wanted) if isinstance(wanted, int) else pool.check(wanted)


class TypedDice(Dice):
    """Dice that people throw at a table and type in.

    The action is tried with the throws so far; each `DiceNeeded` asks for one more, and the same action is
    tried again, so nothing waits inside the engine:

    >>> dice = TypedDice([(4,)])
    >>> dice.throw(0, Pool((6,)))
    (4,)
    >>> dice.throw(1, Pool((6, 6)))
    Traceback (most recent call last):
    sandtable.kernel.dice.DiceNeeded: roll 2d6
    """

    kind = "typed"

    def __init__(self, throws: Iterable[tuple[int, ...]] = ()) -> None:
        self._throws: Sequence[tuple[int, ...]] = tuple(throws)
        self._used = 0

    def throw(self, number: int, pool: Pool, resolution: Resolution | None = None) -> tuple[int, ...]:
        """The next throw that was typed in."""
        if self._used == len(self._throws):
            raise DiceNeeded(pool, number, resolution)
        self._used += 1
        return pool.check(self._throws[self._used - 1])
