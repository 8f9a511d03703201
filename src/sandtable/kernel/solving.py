"""A chain of positions, followed to its ends with exact fractions: what all odds lean on.

Equal positions are merged, and loops are solved in closed form. Work is counted and capped. What is counted is what was
done and never the time it took, so that every machine gives the same answer. Past the cap an OddsTooLarge has what is
known by then: of each end that was found, the chance that it has at least.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Generic, TypeAlias, TypeVar

from sandtable.kernel.errors import OddsTooLarge, RulesFault

__all__ = ["LOOP", "WORK", "Work", "solve"]

WORK = 4_000
"""How much the odds of one action may cost, if nothing else is said: some 200 milliseconds at the most."""
CHAIN_WORK = 40_000
"""The same for a chain that somebody solves by itself."""
LOOP = 300
SUMS = 4
"""The sums of short fractions in a unit of work."""
AFTERWARDS = 4
"""When the work is cut off, a quarter as much may be spent on summing up what was found."""

N = TypeVar("N", bound=Hashable)
Follow = list[tuple[int, int]] | None
"""What follows a position, by its number, with its weight; None at an end."""
Ratio: TypeAlias = tuple[int, int]
"""A numerator and a denominator: a fraction without the cost of a `Fraction`, in lowest terms only where it says so."""
Inflow: TypeAlias = dict[int, int]
"""What comes into a position from those before it: the sum of the numerators for each denominator."""


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

    def sum_up(self, denominator: int, count: int = 1) -> None:
        """Count sums of fractions by the length of a denominator: what long ones cost grows with its square."""
        self._parts += count * (1 + (denominator.bit_length() >> 10) ** 2)
        if self._parts >= SUMS:
            self.spend(self._parts // SUMS)
            self._parts %= SUMS


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

    If it is cut off, what is known is in the error: each end, and the chance that it has at least.

    >>> try:
    ...     solve(0, lambda tosses: None if tosses < 0 else [(-1, 1), (tosses + 1, 1)], work=Work(6))
    ... except OddsTooLarge as fault:
    ...     fault.so_far
    {-1: Fraction(15, 16)}
    """
    work = Work(CHAIN_WORK) if work is None else work
    chain = _Chain(start)
    try:
        chain.explore(step, work)
    except OddsTooLarge as fault:
        known = sum(each is None for each in chain.after.values())
        left = len(chain.nodes) - len(chain.after)
        found = f"positions found: {len(chain.nodes)}, ends among them: {known}, not yet followed: {left}"
        rest = Work(work.limit // AFTERWARDS)
        raise OddsTooLarge(f"{fault}; {found}", lambda: chain.masses(loop, rest)[0]) from None
    ends, why = chain.masses(loop, work)
    if why:
        raise OddsTooLarge(why, lambda: ends)
    return ends, len(chain.nodes)


class _Chain(Generic[N]):
    """The positions found, and what follows each of those that have been followed."""

    def __init__(self, start: N) -> None:
        self.nodes: list[N] = [start]
        self.after: dict[int, Follow] = {}

    def explore(self, step: Callable[[N], Iterable[tuple[N, int]] | None], work: Work) -> None:
        """Find all positions. The newest and the oldest are followed in turn, of those found together the likeliest
        first: so that some ends are known whenever it is cut off.
        """
        nodes, after = self.nodes, self.after
        numbers: dict[N, int] = {nodes[0]: 0}
        ahead = deque([0])
        while ahead:
            at = ahead.popleft() if len(after) % 2 else ahead.pop()
            follow = step(nodes[at])
            if follow is None:
                after[at] = None
                continue
            merged: dict[int, int] = {}
            fresh = count = len(nodes)
            for child, weight in follow:
                number = numbers.setdefault(child, count)
                if number == count:
                    work.spend(1)
                    nodes.append(child)
                    count += 1
                merged[number] = merged[number] + weight if number in merged else weight
            if not merged:
                raise RulesFault("a position is no end, but nothing follows it")
            after[at] = list(merged.items())
            if count - fresh > 1:
                ahead.extend(sorted(range(fresh, count), key=lambda number: (merged[number], -number)))
            elif count > fresh:
                ahead.append(fresh)

    def masses(self, loop: int, work: Work) -> tuple[dict[N, Fraction], str]:
        """The chance to come to each end, and why that is not all: empty if it is. A position that was not followed is
        where the chances are lost.
        """
        order, after = self._by_distance()
        ends = [number for number, node in enumerate(order) if node in self.after and after[number] is None]
        inflow: list[Inflow] = [{} for _ in order]
        inflow[0][1] = 1
        why = ""
        try:
            _flow(after, inflow, loop, work)
        except OddsTooLarge as fault:
            why = f"{fault}; positions found: {len(order)}, all followed" if work.done > work.limit else str(fault)
        return {self.nodes[order[number]]: Fraction(*_sum(inflow[number])) for number in ends if inflow[number]}, why

    def _by_distance(self) -> tuple[list[int], list[Follow]]:
        """The positions in the order of their distance from the start, and what follows each by its place there."""
        order, places = [0], {0: 0}
        after: list[Follow] = []
        for node in order:
            follow = self.after.get(node)
            if follow is None:
                after.append(None)
                continue
            placed = []
            for child, weight in follow:
                place = places.get(child)
                if place is None:
                    place = places[child] = len(order)
                    order.append(child)
                placed.append((place, weight))
            after.append(placed)
        return order, after


def _flow(after: Sequence[Follow], inflow: list[Inflow], loop: int, work: Work) -> None:
    """Hand the chance to come by each position on to those that follow it, from the start to the ends. Of a loop only
    what comes in from outside it is in `inflow`.
    """
    for component in _components(after):
        first = component[0]
        follow = after[first]
        if len(component) == 1 and first not in [child for child, _ in follow or ()]:
            numerator, denominator = _sum(inflow[first])
            shares = {first: (numerator, denominator * _total(follow))}
        else:
            if len(component) > loop:
                raise OddsTooLarge(
                    f"exact odds stopped at a loop of {len(component)} positions (loops of up to {loop} are solved)"
                )
            shares = _shares(component, after, inflow, work)
        for node, (numerator, denominator) in shares.items():
            sums = 0
            for child, weight in after[node] or ():
                if child not in shares:
                    into = inflow[child]
                    into[denominator] = into.get(denominator, 0) + numerator * weight
                    sums += 1
            work.sum_up(denominator, sums)


def _total(follow: Follow) -> int:
    return sum([weight for _, weight in follow or ()])


def _sum(parts: Inflow) -> Ratio:
    """The sum of all parts, in lowest terms."""
    if len(parts) == 1:
        ((denominator, numerator),) = parts.items()
    else:
        denominator = lcm(*parts)
        numerator = sum([some * (denominator // each) for each, some in parts.items()])
    common = gcd(numerator, denominator)
    return numerator // common, denominator // common


def _components(after: Sequence[Follow]) -> list[list[int]]:
    """The strongly connected components, each before those it leads to (Tarjan's algorithm, no recursion). Ends are
    left out: nothing follows them.
    """
    order: list[int | None] = [None] * len(after)
    low = [0] * len(after)
    on_path = [False] * len(after)
    path: list[int] = []
    found: list[list[int]] = []
    counter = 0
    work: list[tuple[int, int]] = [(0, 0)] if after[0] is not None else []
    while work:
        node, edge = work.pop()
        follow = after[node] or ()
        edges = len(follow)
        if edge == 0:
            order[node] = low[node] = counter
            counter += 1
            path.append(node)
            on_path[node] = True
        else:
            low[node] = min(low[node], low[follow[edge - 1][0]])
        while edge < edges:
            child = follow[edge][0]
            edge += 1
            if after[child] is None:
                continue
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


def _shares(component: list[int], after: Sequence[Follow], inflow: Sequence[Inflow], work: Work) -> dict[int, Ratio]:
    """How often each position of a loop is passed on average, over the sum of its weights, by exact elimination.

    With y for that share, every position has an equation of whole numbers: its sum of weights times y is what comes in
    from outside, and the weight of each position before it times the y of that position. The sparsest unknown is taken
    out first: loops of rules are long and thin, so few equations ever meet.
    """
    if len(component) == 2:
        one, other = component
        return _shares_of_two(one, other, after, inflow, work)
    rows: dict[int, dict[int, int]] = {node: {} for node in component}
    users: dict[int, set[int]] = {node: set() for node in component}
    scales: dict[int, int] = {}
    closed = True
    for node in component:
        scales[node] = _total(after[node])
        for child, weight in after[node] or ():
            if child in rows:
                rows[child][node] = weight
                users[node].add(child)
            else:
                closed = False
    if closed:
        raise RulesFault(f"a loop of {len(component)} positions has no way out: play would never end")
    entering = {node: _sum(inflow[node]) if inflow[node] else (0, 1) for node in component}
    whole = lcm(*(denominator for _, denominator in entering.values()))
    constants = {node: numerator * (whole // denominator) for node, (numerator, denominator) in entering.items()}
    taken: list[int] = []
    left = set(component)
    while left:
        node = min(left, key=lambda each: (len(rows[each]) * len(users[each]), each))
        left.discard(node)
        row = rows[node]
        scales[node] -= row.pop(node, 0)
        users[node].discard(node)
        scale, constant = scales[node], constants[node]
        work.sum_up(scale, len(row))
        for user in users[node] & left:
            target = rows[user]
            factor = target.pop(node)
            target = {other: value * scale for other, value in target.items()}
            for other, value in row.items():
                target[other] = target.get(other, 0) + factor * value
                users[other].add(user)
            common = gcd(scales[user] * scale, constants[user] * scale + factor * constant, *target.values())
            scales[user] = scales[user] * scale // common
            constants[user] = (constants[user] * scale + factor * constant) // common
            rows[user] = {other: value // common for other, value in target.items()}
            work.sum_up(scales[user], len(row))
        for other in row:
            users[other].discard(node)
        taken.append(node)
    shares: dict[int, Ratio] = {}
    for node in reversed(taken):
        parts: Inflow = {whole: constants[node]}
        for other, value in rows[node].items():
            numerator, denominator = shares[other]
            parts[denominator] = parts.get(denominator, 0) + value * numerator
        numerator, denominator = _sum(parts)
        shares[node] = numerator, denominator * scales[node]
        work.sum_up(denominator, len(rows[node]))
    return {node: shares[node] for node in component}


def _shares_of_two(
    one: int, other: int, after: Sequence[Follow], inflow: Sequence[Inflow], work: Work
) -> dict[int, Ratio]:
    """The same for the shortest loop, a fight in which two fire in turn: two equations with two unknowns."""
    there, back, own, others = 0, 0, _total(after[one]), _total(after[other])
    leaving = own + others
    for child, weight in after[one] or ():
        if child in (one, other):
            leaving -= weight
            there, own = (weight, own) if child == other else (there, own - weight)
    for child, weight in after[other] or ():
        if child in (one, other):
            leaving -= weight
            back, others = (weight, others) if child == one else (back, others - weight)
    if not leaving:
        raise RulesFault("a loop of 2 positions has no way out: play would never end")
    into, below = _sum(inflow[one]) if inflow[one] else (0, 1)
    into_other, below_other = _sum(inflow[other]) if inflow[other] else (0, 1)
    whole = lcm(below, below_other)
    into, into_other = into * (whole // below), into_other * (whole // below_other)
    into, into_other = into * others + into_other * back, into_other * own + into * there
    denominator = whole * (own * others - there * back)
    common = gcd(into, into_other, denominator)
    work.sum_up(denominator // common, 3)
    return {one: (into // common, denominator // common), other: (into_other // common, denominator // common)}
