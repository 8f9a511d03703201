"""Exact odds: every throw of the dice, equal positions merged, loops solved in closed form.

Odds are never a second implementation of the rules. `Game.odds` explores the same procedures as play, and
`kernel/solving.py` follows them to their ends with exact fractions; `distribution` does the same for a plain function
that rolls. Work is counted and capped: past the cap an OddsTooLarge says how far it got, and has what is known by then.
Nothing is approximated.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from sandtable.kernel.errors import OddsTooLarge
from sandtable.kernel.pools import Pool
from sandtable.kernel.resolution import Outcome, Resolution
from sandtable.kernel.state import State

if TYPE_CHECKING:
    from sandtable.kernel.decision import Action
    from sandtable.kernel.view import View

__all__ = ["Assumption", "Distribution", "Odds", "Thrower", "distribution"]

WAYS = 20_000
ROLLS = 500
NEXT_DECISION = "up to the next decision"
NEXT_PHASE = "up to the next phase"
CUT_OFF = "as far as they were worked out"

L = TypeVar("L", bound=Hashable)
T = TypeVar("T", bound=Hashable)


class Distribution(Mapping[T, Fraction], Generic[T]):
    """Outcomes with their exact chances. They sum to 1, unless the odds were cut off: then each is at least so likely.

    >>> two = distribution(lambda roll: roll(Pool((6,))) + roll(Pool((6,))))
    >>> two[7], two.chance(lambda total: total >= 10), two.mean(lambda total: total)
    (Fraction(1, 6), Fraction(1, 6), Fraction(7, 1))
    """

    def __init__(self, chances: Mapping[T, Fraction]) -> None:
        self._chances = dict(chances)

    def __getitem__(self, outcome: T) -> Fraction:
        return self._chances[outcome]

    def __iter__(self) -> Any:
        return iter(self._chances)

    def __len__(self) -> int:
        return len(self._chances)

    def by(self, label: Callable[[T], L]) -> Distribution[L]:
        """The chances of each label, the likeliest first (ties in the order found)."""
        whole = lcm(*(chance.denominator for chance in self._chances.values()))
        lumped: dict[L, int] = {}
        for outcome, chance in self._chances.items():
            name = label(outcome)
            lumped[name] = lumped.get(name, 0) + chance.numerator * (whole // chance.denominator)
        ranked = sorted(lumped.items(), key=itemgetter(1), reverse=True)
        return Distribution({name: Fraction(parts, whole) for name, parts in ranked})

    @property
    def open(self) -> Fraction:
        """The chance that is not worked out: 0, unless the odds were cut off.

        >>> Distribution({"hit": Fraction(31, 100)}).open
        Fraction(69, 100)
        """
        return 1 - sum(self._chances.values(), Fraction(0))

    def bounds(self, holds: Callable[[T], bool]) -> tuple[Fraction, Fraction]:
        """The least and the greatest chance that this holds: the same twice, unless the odds were cut off.

        >>> Distribution({"hit": Fraction(3, 10), "miss": Fraction(1, 2)}).bounds(lambda outcome: outcome == "hit")
        (Fraction(3, 10), Fraction(1, 2))
        """
        least = self.chance(holds)
        return least, least + self.open

    def chance(self, holds: Callable[[T], bool]) -> Fraction:
        """The chance that this holds; of odds that were cut off the least it can be."""
        return sum((chance for outcome, chance in self._chances.items() if holds(outcome)), Fraction(0))

    def mean(self, number: Callable[[T], int | Fraction]) -> Fraction:
        """The mean of a number over the outcomes."""
        return sum((chance * number(outcome) for outcome, chance in self._chances.items()), Fraction(0))


class Odds(Distribution[State[Any, Any]]):
    """The exact chances of each position that an action can lead to; if they were cut off, the least that each can be.

    `until` says how far they go, or what is assumed of the decisions on the way; `explored` is the number
    of positions that were looked at, and `work` what that cost.
    """

    def __init__(self, chances: Mapping[State[Any, Any], Fraction], explored: int, until: str, work: int = 0) -> None:
        super().__init__(chances)
        self.explored = explored
        self.until = until
        self.work = work

    def __repr__(self) -> str:
        return f"<Odds of {len(self)} positions, {self.until}>"


class Assumption:
    """What the odds assume of the decisions on the way: a bot's `choose` that answers them, and the words that say how.
    Where it gives None they stop.

    >>> import sandtable
    >>> from sandtable.bots import RandomBot
    >>> game = sandtable.load("demo/bridge")
    >>> view = game.view(game.start(sandtable.Dice.seeded(7)), 0)
    >>> bot = RandomBot(game, 1)
    >>> blue = Assumption("Blue sets up at random", lambda view: None if view.side else bot.choose(view))
    >>> view.odds(next(view.actions()), assuming=blue).until
    'Blue sets up at random'
    """

    def __init__(self, name: str, choose: Callable[[View], Action | None]) -> None:
        self.name = name
        self.choose = choose


class _Endless(Exception):
    """A plain function rolled on and on."""


class Thrower:
    """What a plain resolution function rolls with: dice give a number, a resolution gives its outcome."""

    def __init__(self, path: Sequence[int]) -> None:
        self._path = path
        self._made = 0
        self.weight = Fraction(1)
        self.open: list[list[int]] = []

    @overload
    def __call__(self, what: Pool) -> int: ...
    @overload
    def __call__(self, what: Resolution) -> Outcome: ...
    def __call__(self, what: Pool | Resolution) -> int | Outcome:
        """One roll."""
        answers: Sequence[tuple[int | Outcome, int]]
        if isinstance(what, Pool):
            answers, throws = tuple(what.ways.items()), what.throws
        else:
            answers, throws = what.chances(), what.dice.throws
        if self._made == ROLLS:
            raise _Endless
        taken = 0
        if self._made < len(self._path):
            taken = self._path[self._made]
        else:
            before = [*self._path, *([0] * (self._made - len(self._path)))]
            self.open += [[*before, other] for other in range(1, len(answers))]
        self._made += 1
        answer, ways = answers[taken]
        self.weight *= Fraction(ways, throws)
        return answer


def distribution(function: Callable[[Thrower], T], *, limit: int = WAYS) -> Distribution[T]:
    """The exact distribution of what a function returns, over all its rolls.

    >>> from sandtable.kernel.pools import D6
    >>> def volley(roll):
    ...     return sum(roll(D6) >= 5 for shot in range(2))
    >>> distribution(volley)[2]
    Fraction(1, 9)
    """
    ends: dict[T, Fraction] = {}
    todo: list[list[int]] = [[]]
    runs = 0
    done = Fraction(0)
    while todo:
        if runs == limit:
            raise OddsTooLarge(
                f"exact odds stopped after {runs} ways to roll, with {float(done):.1%} of the chances settled"
            )
        runs += 1
        roll = Thrower(todo.pop())
        try:
            end = function(roll)
        except _Endless:
            raise OddsTooLarge(
                f"exact odds stopped after {ROLLS} rolls in a row, with {float(done):.1%} of the chances settled:"
                " a loop of rolls is solved as a chain of positions, not as a plain function"
            ) from None
        todo += roll.open
        ends[end] = ends.get(end, Fraction(0)) + roll.weight
        done += roll.weight
    return Distribution(ends)
