"""What is about to be rolled, explained: the dice, the chart rows and every modifier with its rule.

The tooltip before the roll, the roll itself, the line in the log and the test read this one value.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal, TypeAlias

import msgspec

from sandtable.kernel.errors import RulesFault
from sandtable.kernel.phrase import Phrase, Said, parts_of
from sandtable.kernel.pools import Pool

__all__ = ["Modifier", "Outcome", "Resolution", "Rolled", "Row"]

Outcome: TypeAlias = str | int | tuple[Any, ...]
"""What a chart answers: a word, a number, or several of them."""


class Modifier(msgspec.Struct, frozen=True, array_like=True):
    """One reason why the die, or the column, is not the plain one.

    >>> str(Modifier(+2, "target in woods", "DS 4.2"))
    '+2 target in woods (DS 4.2)'
    """

    value: int
    words: str
    rule: str

    def __str__(self) -> str:
        return f"{self.value:+d} {self.words} ({self.rule})"


class Row(msgspec.Struct, frozen=True, array_like=True, cache_hash=True):
    """One line of a chart: what the numbers from `low` to `high` mean. None is open-ended.

    >>> Row(None, 3, "miss").holds(2), str(Row(10, None, "hit"))
    (True, '10+')
    """

    low: int | None
    high: int | None
    outcome: Outcome

    def holds(self, number: int) -> bool:
        """Whether the number falls on this line."""
        return (self.low is None or number >= self.low) and (self.high is None or number <= self.high)

    def __str__(self) -> str:
        if self.low is None:
            return f"{self.high}-" if self.high is not None else "any"
        if self.high is None:
            return f"{self.low}+"
        return f"{self.low}" if self.low == self.high else f"{self.low}-{self.high}"


class Resolution(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A roll before it is made. A pure value.

    `rows` are read with the total: the number rolled plus the modifiers (or the number alone where the
    modifiers shift the chart's column). `naturals` are read first, with the number as rolled. `also` is a second
    chart for the same throw, read with the number as rolled: the outcome is then the pair of both answers.

    `by` are the units that act, `on` those they act on, and `at` is the place it is done to, if it is none of theirs.
    A unit that is only tested is in `on`. They name nobody whom the words do not name.

    >>> from sandtable.kernel.pools import D6
    >>> shot = Resolution("DS 4", "Rifles fire", D6, (Row(None, 4, "miss"), Row(5, None, "hit")),
    ...                   (Modifier(-1, "in woods", "DS 4.2"),))
    >>> shot.read(6), shot.read(5)
    ('hit', 'miss')
    >>> shot.odds()
    {'miss': Fraction(5, 6), 'hit': Fraction(1, 6)}
    """

    rule: str
    says: Said | str
    dice: Pool
    rows: tuple[Row, ...]
    modifiers: tuple[Modifier, ...] = ()
    modifies: Literal["die", "column"] = "die"
    column: str = ""
    naturals: tuple[Row, ...] = ()
    also: tuple[Row, ...] = ()
    by: tuple[int, ...] = ()
    on: tuple[int, ...] = ()
    at: int | None = None

    @property
    def words(self) -> str:
        """Who does what, in words."""
        return str(self.says)

    @property
    def phrase(self) -> Phrase:
        """Who does what, as parts."""
        return parts_of(self.says)

    @property
    def shift(self) -> int:
        """The sum of the modifiers."""
        return sum([modifier.value for modifier in self.modifiers])

    def total(self, number: int) -> int:
        """The number that is looked up when the dice read `number`."""
        return number + self.shift if self.modifiers and self.modifies == "die" else number

    def natural(self, number: int) -> bool:
        """Whether the number as rolled decides, whatever the modifiers."""
        return any(row.holds(number) for row in self.naturals)

    def read(self, number: int) -> Outcome:
        """The chart's answer when the dice read `number`."""
        return self._answer(number, self.total(number))

    def _answer(self, number: int, total: int) -> Outcome:
        if self.naturals and self.natural(number):
            answer = self._find(self.naturals, number)
        else:
            answer = self._find(self.rows, total)
        return (answer, self._find(self.also, number)) if self.also else answer

    def _find(self, rows: tuple[Row, ...], number: int) -> Outcome:
        for row in rows:
            low, high = row.low, row.high
            if (low is None or number >= low) and (high is None or number <= high):
                return row.outcome
        raise RulesFault(f"the chart of {self.rule} has no row for {number}, which {self.dice} can give")

    def chances(self) -> tuple[tuple[Outcome, int], ...]:
        """Each answer the dice can give, with the number of throws (of `dice.throws`) that give it."""
        return _chances(self.rule, self.dice, self.rows, self.naturals, self.also, self.total(0))

    def odds(self) -> dict[Outcome, Fraction]:
        """Each answer with its exact chance."""
        return {outcome: Fraction(ways, self.dice.throws) for outcome, ways in self.chances()}

    def roll(self, thrown: tuple[int, ...], tell: Callable[[Resolution], Resolution] | None = None) -> Rolled:
        """The roll made: these faces, read on this chart. `tell` adds the words when somebody reads it."""
        dice = self.dice
        number = total = sum(thrown) if dice.reading == "sum" else dice.read(thrown)
        if self.modifies == "die":
            for modifier in self.modifiers:
                total += modifier.value
        plain = not self.naturals and not self.also
        answer = self._find(self.rows, total) if plain else self._answer(number, total)
        return Rolled(self, thrown, number, total, answer, tell)


@lru_cache(maxsize=4096)
def _chances(
    rule: str, dice: Pool, rows: tuple[Row, ...], naturals: tuple[Row, ...], also: tuple[Row, ...], shift: int
) -> tuple[tuple[Outcome, int], ...]:
    bare = Resolution(rule, "", dice, rows, (Modifier(shift, "", ""),) if shift else (), naturals=naturals, also=also)
    chances: dict[Outcome, int] = {}
    for number, ways in dice.ways.items():
        outcome = bare.read(number)
        chances[outcome] = chances.get(outcome, 0) + ways
    return tuple(chances.items())


class Rolled(msgspec.Struct, frozen=True, array_like=True, eq=False, gc=False):
    """A roll that was made: the faces, the number they read, the total looked up, and the answer.

    >>> from sandtable.kernel.pools import D6
    >>> shot = Resolution("DS 4", "Rifles fire", D6, (Row(None, 4, "miss"), Row(5, None, "hit")))
    >>> shot.roll((5,)).outcome, shot.roll((5,)) == shot.roll((5,)), shot.roll((5,)) == shot.roll((6,))
    ('hit', True, False)
    """

    _asked: Resolution
    faces: tuple[int, ...]
    number: int
    total: int
    outcome: Outcome
    _tell: Callable[[Resolution], Resolution] | None = None

    @property
    def resolution(self) -> Resolution:
        """What was rolled, for somebody to read."""
        return self._asked if self._tell is None else self._tell(self._asked)

    @property
    def rule(self) -> str:
        """The rule it was made by."""
        return self._asked.rule

    @property
    def dice(self) -> Pool:
        """The dice that were thrown."""
        return self._asked.dice

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rolled):
            return NotImplemented
        return self.faces == other.faces and self.outcome == other.outcome and self.resolution == other.resolution

    def __hash__(self) -> int:
        return hash((self.faces, self.number, self.total))

    def __str__(self) -> str:
        asked = self._asked
        text = f"{asked.dice} [{' '.join(map(str, self.faces))}]"
        if asked.natural(self.number):
            return f"{text}, a natural {self.number}"
        if self.total != self.number:
            text += f" = {self.total}"
        if asked.column:
            text += f" on column {asked.column}"
        reasons = ", ".join(map(str, asked.modifiers))
        return f"{text} with {reasons}" if reasons else text
