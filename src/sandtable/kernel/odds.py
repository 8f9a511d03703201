"""Exact odds: every throw of the dice, equal positions merged, loops solved in closed form.

Odds are never a second implementation of the rules. `Game.odds` explores the same procedures as play;
`distribution` does the same for a plain function that rolls; `solve` is what both lean on: a chain of
positions that is followed to its ends with exact fractions. Work is counted and capped: past the cap an
OddsTooLarge says how far it got, and nothing is approximated. What is counted is what was done and never the
time it took, so that every machine gives the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from sandtable.kernel.errors import OddsTooLarge, RulesFault
from sandtable.kernel.pools import Pool
from sandtable.kernel.resolution import Outcome, Resolution
from sandtable.kernel.state import State

if TYPE_CHECKING:
    from sandtable.kernel.decision import Action
    from sandtable.kernel.view import View

__all__ = ["WORK", "Distribution", "Odds", "Policy", "Thrower", "Work", "distribution", "solve"]

WORK = 40_000
"""How much the odds of one action may cost: some two seconds."""
WAYS = 20_000
LOOP = 300
ROLLS = 500
SUMS = 4
"""The sums of short fractions in a unit of work."""
NEXT_DECISION = "up to the next decision"
NEXT_PHASE = "up to the next phase"

Following = list[list[tuple[int, int]] | None]
"""What follows each position, by its number, with its weight; None at an end."""

N = TypeVar("N", bound=Hashable)
L = TypeVar("L", bound=Hashable)
T = TypeVar("T", bound=Hashable)


class Distribution(Mapping[T, Fraction], Generic[T]):
    """Outcomes with their exact chances; they sum to 1.

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
        lumped: dict[L, Fraction] = {}
        for outcome, chance in self._chances.items():
            name = label(outcome)
            lumped[name] = lumped.get(name, Fraction(0)) + chance
        return Distribution(dict(sorted(lumped.items(), key=lambda pair: -pair[1])))

    def chance(self, holds: Callable[[T], bool]) -> Fraction:
        """The chance that this holds."""
        return sum((chance for outcome, chance in self._chances.items() if holds(outcome)), Fraction(0))

    def mean(self, number: Callable[[T], int | Fraction]) -> Fraction:
        """The mean of a number over the outcomes."""
        return sum((chance * number(outcome) for outcome, chance in self._chances.items()), Fraction(0))


class Odds(Distribution[State[Any, Any]]):
    """The exact chances of each position that an action can lead to.

    `until` says how far they go, or which policy answers the decisions on the way; `explored` is the number
    of positions that were looked at, and `work` what that cost.
    """

    def __init__(self, chances: Mapping[State[Any, Any], Fraction], explored: int, until: str, work: int = 0) -> None:
        super().__init__(chances)
        self.explored = explored
        self.until = until
        self.work = work

    def __repr__(self) -> str:
        return f"<Odds of {len(self)} positions, {self.until}>"


class Policy:
    """How decisions on the way are answered: a name to show, and a function that gives None to stop there."""

    def __init__(self, name: str, choose: Callable[[View], Action | None]) -> None:
        self.name = name
        self.choose = choose


class Work:
    """A count of work, with a limit. One unit is a position made, a small procedure run, or a few sums of fractions:
    some 50 microseconds.

    >>> work = Work(10)
    >>> work.spend(8)
    >>> work.done
    8
    >>> work.spend(8)
    Traceback (most recent call last):
    sandtable.kernel.errors.OddsTooLarge: exact odds stopped at their limit on work (10)
    """

    __slots__ = ("_parts", "done", "limit")

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.done = 0
        self._parts = 0

    def spend(self, units: int) -> None:
        """Count this much; OddsTooLarge past the limit."""
        self.done += units
        if self.done > self.limit:
            raise OddsTooLarge(f"exact odds stopped at their limit on work ({self.limit})")

    def sum_up(self, result: Fraction) -> None:
        """Count a sum of fractions by the length of its result: what long ones cost grows with its square."""
        self._parts += 1 + (result.denominator.bit_length() >> 10) ** 2
        if self._parts >= SUMS:
            self.spend(self._parts // SUMS)
            self._parts %= SUMS


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


def solve(
    start: N, step: Callable[[N], Iterable[tuple[N, int]] | None], *, work: Work | None = None, loop: int = LOOP
) -> tuple[dict[N, Fraction], int]:
    """Follow a chain of positions to its ends: the exact chance of each end, and how many positions there are.

    `step` gives what follows a position, each with a whole-number weight, or None at an end. Loops are solved
    exactly. Each position is a unit of `work`, and so are some sums of fractions; a step may spend more of it.

    >>> def toss(heads):
    ...     return None if heads == 2 else [(heads + 1, 1), (0, 1)] if heads else [(1, 1), (0, 1)]
    >>> solve(0, toss)
    ({2: Fraction(1, 1)}, 3)
    """
    work = Work(WORK) if work is None else work
    nodes, after = _explore(start, step, work)
    try:
        mass = _masses(nodes, after, loop, work)
    except OddsTooLarge as fault:
        raise OddsTooLarge(f"{fault}; positions found: {len(nodes)}, all followed") from None
    ends = {node: mass[number] for number, node in enumerate(nodes) if after[number] is None}
    return ends, len(nodes)


def _masses(nodes: Sequence[Hashable], after: Following, loop: int, work: Work) -> list[Fraction]:
    """The chance to come by each position; of those in a loop, only what comes in from outside it."""
    mass: list[Fraction] = [Fraction(0)] * len(nodes)
    mass[0] = Fraction(1)
    for component in _components(after):
        if len(component) == 1 and not any(child == component[0] for child, _ in after[component[0]] or ()):
            visits = {component[0]: mass[component[0]]}
        else:
            if len(component) > loop:
                raise OddsTooLarge(
                    f"exact odds stopped at a loop of {len(component)} positions (loops of up to {loop} are solved)"
                )
            visits = _visits(component, after, mass, work)
        for node in component:
            follow = after[node]
            if follow is None:
                continue
            share = visits[node] / sum(weight for _, weight in follow)
            for child, weight in follow:
                if child not in visits:
                    mass[child] += share * weight
                    work.sum_up(mass[child])
    return mass


def _explore(start: N, step: Callable[[N], Iterable[tuple[N, int]] | None], work: Work) -> tuple[list[N], Following]:
    """All positions, and what follows each."""
    nodes: list[N] = [start]
    after: Following = []
    try:
        _follow(nodes, after, step, work)
    except OddsTooLarge as fault:
        ends = sum(each is None for each in after)
        left = len(nodes) - len(after)
        found = f"positions found: {len(nodes)}, ends among them: {ends}, not yet followed: {left}"
        raise OddsTooLarge(f"{fault}; {found}") from None
    return nodes, after


def _follow(nodes: list[N], after: Following, step: Callable[[N], Iterable[tuple[N, int]] | None], work: Work) -> None:
    numbers: dict[N, int] = {nodes[0]: 0}
    while len(after) < len(nodes):
        follow = step(nodes[len(after)])
        if follow is None:
            after.append(None)
            continue
        merged: dict[int, int] = {}
        follow = list(follow)
        if not follow:
            raise RulesFault("a position is no end, but nothing follows it")
        for child, weight in follow:
            number = numbers.setdefault(child, len(nodes))
            if number == len(nodes):
                work.spend(1)
                nodes.append(child)
            merged[number] = merged.get(number, 0) + weight
        after.append(list(merged.items()))


def _components(after: Following) -> list[list[int]]:
    """The strongly connected components, each before those it leads to (Tarjan's algorithm, no recursion)."""
    order: list[int | None] = [None] * len(after)
    low = [0] * len(after)
    on_path = [False] * len(after)
    path: list[int] = []
    found: list[list[int]] = []
    counter = 0
    work: list[tuple[int, int]] = [(0, 0)]
    while work:
        node, edge = work.pop()
        follow = after[node] or ()
        if edge == 0:
            order[node] = low[node] = counter
            counter += 1
            path.append(node)
            on_path[node] = True
        else:
            low[node] = min(low[node], low[follow[edge - 1][0]])
        while edge < len(follow):
            child = follow[edge][0]
            edge += 1
            if order[child] is None:
                work += [(node, edge), (child, 0)]
                break
            if on_path[child]:
                low[node] = min(low[node], order[child] or 0)
        else:
            if low[node] == order[node]:
                component: list[int] = []
                while not component or component[-1] != node:
                    component.append(path.pop())
                    on_path[component[-1]] = False
                found.append(sorted(component))
    found.reverse()
    return found


def _visits(component: list[int], after: Following, mass: list[Fraction], work: Work) -> dict[int, Fraction]:
    """How often each position of a loop is passed on average, by exact elimination.

    Solves x = inflow + P'x. The sparsest unknown is taken out first: loops of rules are long and thin, so
    few fractions ever meet.
    """
    inside = set(component)
    equations: dict[int, dict[int, Fraction]] = {node: {} for node in component}
    for node in component:
        follow = after[node] or []
        total = sum(weight for _, weight in follow)
        for child, weight in follow:
            if child in inside:
                equations[child][node] = Fraction(weight, total)
    if all(child in inside for node in component for child, _ in after[node] or []):
        raise RulesFault(f"a loop of {len(component)} positions has no way out: play would never end")
    constants = {node: mass[node] for node in component}
    users: dict[int, set[int]] = {node: set() for node in component}
    for node, row in equations.items():
        for other in row:
            users[other].add(node)
    taken: list[int] = []
    left = set(component)
    while left:
        node = min(left, key=lambda each: (len(equations[each]) * len(users[each]), each))
        left.discard(node)
        row = equations[node]
        own = row.pop(node, Fraction(0))
        users[node].discard(node)
        scale = 1 / (1 - own)
        row = equations[node] = {other: value * scale for other, value in row.items()}
        for value in row.values():
            work.sum_up(value)
        constants[node] *= scale
        for user in users[node] & left:
            factor = equations[user].pop(node)
            constants[user] += factor * constants[node]
            target = equations[user]
            for other, value in row.items():
                target[other] = target.get(other, Fraction(0)) + factor * value
                work.sum_up(target[other])
                users[other].add(user)
        for other in row:
            users[other].discard(node)
        taken.append(node)
    visits: dict[int, Fraction] = {}
    for node in reversed(taken):
        visits[node] = constants[node]
        for other, value in equations[node].items():
            visits[node] += value * visits[other]
            work.sum_up(visits[node])
    return visits
