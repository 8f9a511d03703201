"""The joint movement phase: tries by turns, one die for a whole battle group (MA 08.01, 08.02)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.game import Game
from sandtable.kernel.phrase import Said
from sandtable.kernel.pools import D20
from sandtable.kernel.procedure import Decide, Roll, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Modifier, Outcome, Resolution, Row
from sandtable.systems.micro_armour.board import MARKED, Group, Situation
from sandtable.systems.micro_armour.field import Battlefield
from sandtable.systems.micro_armour.movement import MoveGroup
from sandtable.systems.micro_armour.tables import MODIFIERS

__all__ = ["CHAPTER", "ChooseMove", "GroupTest", "MoveFirst", "MovePhase", "MovesGoOn", "triers", "unmoved"]

Added = tuple[Modifier, ...]

NO_ORDERS = Reason("you have no orders left", "MA 08.02.01b")
ALL_MOVED = Reason("that is not a group of yours with a stand that has not moved", "MA 08.03.01")
ORDERS_FIRST = Reason("orders come first: no independent movement while you have any", "MA 08.02.10")
GROUP_TRIES_ONCE = Reason(
    "without an order a group of yours tries once, and only if none of its stands has moved;"
    " after that its stragglers may",
    "MA 08.02.08a, 08.02.08c",
)
STAND_TRIES_ONCE = Reason(
    "a stand tries alone in place of its group, if none of the group has tried or moved, or as a straggler of"
    " a group that has moved, once",
    "MA 08.02.08a, 08.02.08c",
)


class Waiting(NamedTuple):
    """The stands of a side that may still move this phase, by group, and of each group those that may still try without
    an order, together or one of them alone.

    Of a group that has not moved the last are all of them, once in the phase (MA 08.02.08a); of one that has, its
    stragglers, each once (MA 08.02.08c).
    """

    groups: dict[int, list[int]]
    rest: dict[int, list[int]]


def _waiting(look: Situation, side: int) -> Waiting:
    """Kept beside the board, and handed on from board to board while nothing that it depends on changes."""
    found: Waiting | None = look.waits[side]
    if found is None:
        found = _new_waiting(look, side)
        look.keep_waiting(side, found)
    return found


def _new_waiting(look: Situation, side: int) -> Waiting:
    groups: dict[int, list[int]] = {}
    rest: dict[int, list[int]] = {}
    for group, left in look.groups(side).items():
        ready, able = _of_group(look, (side, group), left)
        if ready:
            groups[group], rest[group] = ready, able
    return Waiting(groups, rest)


def _of_group(look: Situation, group: Group, left: list[int]) -> tuple[list[int], list[int]]:
    """Which of the stands left of a group may still move, and which of them may still try without an order."""
    board, stands, idle_until = look.board, look.stands, look.world.idle_until
    turn = board.turn
    for n in left:
        s = stands[n]
        if s.moved or s.independent or idle_until[n] > turn:
            break
    else:
        if group not in board.lost_moving:  # as most groups: none of its stands has done anything
            return left, [] if group in board.tried else left
    ready = [n for n in left if not stands[n].moved and idle_until[n] <= turn]
    if group in board.lost_moving or any(stands[n].moved for n in left):
        return ready, [n for n in ready if stands[n].straggler and not stands[n].independent]
    return ready, [] if group in board.tried else [n for n in ready if not stands[n].independent]


def unmoved(look: Situation, side: int) -> list[int]:
    """The stands of a side that may still move this phase."""
    stands, idle_until, turn = look.stands, look.world.idle_until, look.board.turn
    return [n for n in look.alive(side) if not stands[n].moved and idle_until[n] <= turn]


def orderable(look: Situation, side: int) -> list[int]:
    """The groups that an order may set going (MA 08.02.05, 08.02.06)."""
    return sorted(_waiting(look, side).groups) if look.board.orders[side] else []


def independents(look: Situation, side: int) -> list[int]:
    """The groups that may try without an order, with no orders left (MA 08.02.08a, 08.02.10)."""
    if look.board.orders[side]:
        return []
    if not look.world.rules.each_stand_tries:
        return sorted([group for group, ready in _waiting(look, side).rest.items() if ready])
    groups = _waiting(look, side).groups
    return sorted([group for group in groups if triers(look, side, group, ordered=False)])


def triers(look: Situation, side: int, group: int, *, ordered: bool) -> list[int]:
    """The stands of a group that would try together, with an order or without (MA 08.02.05, 08.02.08a)."""
    waiting = _waiting(look, side)
    if ordered:
        return waiting.groups.get(group, [])
    if not look.world.rules.each_stand_tries:
        return waiting.rest.get(group, [])
    ready = [n for n in waiting.groups.get(group, []) if not look.stands[n].independent]
    return [] if (side, group) in look.board.tried else ready


def singles(look: Situation, side: int) -> list[int]:
    """The stands that may try alone without an order (MA 08.02.08a, 08.02.08c); one that is a group is not alone."""
    if look.board.orders[side]:
        return []
    if look.world.rules.each_stand_tries:
        return [n for n in unmoved(look, side) if look.stands[n].straggler and not look.stands[n].independent]
    rest = _waiting(look, side).rest
    return sorted([n for group, ready in rest.items() if ready and len(look.group(side, group)) > 1 for n in ready])


def may_try(look: Situation, side: int) -> bool:
    """Whether a side has anything to set going: by an order, or without one if it has none left."""
    ordered = look.board.orders[side] > 0
    if not ordered and look.world.rules.each_stand_tries:
        return bool(independents(look, side) or singles(look, side))
    waiting: Waiting | None = look.waits[side]
    if waiting is not None:
        return bool(waiting.groups) if ordered else any(waiting.rest.values())
    # One group that may is enough, and most often the first may; one stand that may try alone is of such a group.
    for group, left in look.groups(side).items():
        ready, able = _of_group(look, (side, group), left)
        if ready if ordered else able:
            return True
    return False


def group_modifiers(look: Situation, stands: Sequence[int], ordered: bool) -> tuple[Modifier, ...]:
    """What the whole group adds to its roll (MA 08.02.03, 08.02.08a, MCC R)."""
    world = look.world
    headquarters = world.headquarters
    count = sum([headquarters[n] for n in stands])
    alone = not ordered and not (world.rules.recon_groups and all(world.recon[n] for n in stands))
    return _modifiers(count, alone)


@lru_cache(maxsize=256)
def _modifiers(headquarters: int, without_order: bool) -> tuple[Modifier, ...]:
    modifiers = [MODIFIERS["headquarters"]] * headquarters
    if without_order:
        modifiers.append(MODIFIERS["no_order"])
    return tuple(modifiers)


class MovePhase(Step, frozen=True, array_like=True, tag="move_phase"):
    """MA 05.00.4a: the side with the initiative says who moves first."""

    opens_phase = True

    def run(self, field: Battlefield) -> None:
        """Ask."""
        field.next(MoveFirst(field.board.initiative))


class MoveFirst(Decide, frozen=True, array_like=True, tag="move_first"):
    """MA 08.02.04a: who tries to move first."""

    @verb("First is", "side")
    def first(self, look: Situation) -> Targets:
        """Either side."""
        return (self.side, 1 - self.side)

    @first.then
    def _do_first(self, field: Battlefield, side: int) -> None:
        field.next(MovesGoOn(side))


class MovesGoOn(Step, frozen=True, array_like=True, tag="moves_go_on"):
    """MA 08.02.04a, 08.02.07: tries by turns until both sides pass one after the other."""

    side: int
    passes: int = 0

    def run(self, field: Battlefield) -> None:
        """Ask the side whose turn it is, or pass for it."""
        if self.passes == 2:
            return
        side = self.side
        if may_try(field, side):
            field.next(ChooseMove(side, self.passes))
        else:
            field.next(MovesGoOn(1 - side, self.passes + 1))


class ChooseMove(Decide, frozen=True, array_like=True, tag="choose_move"):
    """MA 08.01.01a: movement is ordered or independent, by battle group."""

    passes: int = 0

    def prompt(self, look: Situation) -> Said:
        """What to decide."""
        orders = look.board.orders[self.side]
        what = "choose_move?" if orders > 1 else "choose_move_1?" if orders else "choose_move_0?"
        return look.say(what, orders=orders)

    @verb("Order", "group", otherwise=ALL_MOVED)
    def order(self, look: Situation) -> Targets:
        """Groups with stands that have not moved."""
        side = self.side
        return tuple([(side, group) for group in orderable(look, side)])

    @order.then
    def _do_order(self, field: Battlefield, group: Group) -> None:
        _, number = group
        stands = triers(field, self.side, number, ordered=True)
        field.set_orders(self.side, field.board.orders[self.side] - 1)
        field.log("ordered", "MA 08.02.05", side=self.side, group=group)
        field.next(GroupTest(self.side, tuple(stands), number, True), MovesGoOn(1 - self.side))

    @order.check
    def _why_not_order(self, look: Situation, group: Group) -> Reason | None:
        return None if look.board.orders[self.side] else NO_ORDERS

    @verb("Without an order", "group", otherwise=GROUP_TRIES_ONCE)
    def independent(self, look: Situation) -> Targets:
        """Groups that have not tried or moved yet, and the stragglers of those that have moved."""
        side = self.side
        return tuple([(side, group) for group in independents(look, side)])

    @independent.then
    def _do_independent(self, field: Battlefield, group: Group) -> None:
        _, number = group
        self._try(field, triers(field, self.side, number, ordered=False), number)

    @independent.check
    def _why_not_independent(self, look: Situation, group: Group) -> Reason | None:
        return ORDERS_FIRST if look.board.orders[self.side] else None

    @verb("One stand alone", "unit", otherwise=STAND_TRIES_ONCE)
    def alone(self, look: Situation) -> Targets:
        """Any stand of a group that has not tried or moved yet, and stragglers."""
        return tuple(singles(look, self.side))

    @alone.then
    def _do_alone(self, field: Battlefield, stand: int) -> None:
        group = field.board.groups[stand]
        self._try(field, [stand], group, alone=True)

    @alone.check
    def _why_not_alone(self, look: Situation, stand: int) -> Reason | None:
        return ORDERS_FIRST if look.board.orders[self.side] else None

    def _try(self, field: Battlefield, stands: list[int], group: int, alone: bool = False) -> None:
        field.change_all(stands, independent=True)
        if not (alone and field.world.rules.each_stand_tries):
            field.has_tried(self.side, group)
        if alone:
            field.log("alone", "MA 08.02.08a", side=self.side, stand=stands[0])
        else:
            field.log("independent", "MA 08.02.08a", side=self.side, group=(self.side, group))
        field.next(GroupTest(self.side, tuple(stands), group, False, alone), MovesGoOn(1 - self.side))

    @verb("Pass")
    def skip(self, look: Situation) -> bool:
        """Not final, unless the other side passes too."""
        return True

    @skip.then
    def _do_skip(self, field: Battlefield, _: None) -> None:
        field.log("passes", "MA 08.02.04b", side=self.side)
        field.next(MovesGoOn(1 - self.side, self.passes + 1))


@lru_cache(maxsize=4096)
def _test(rule: str, level: int, stands: tuple[int, ...], own: tuple[int, ...], modifiers: Added) -> Resolution:
    """A d20 for a group. Each roll says which stands may move, each with what its own markers add."""
    rows: list[Row] = []
    low: int | None = None
    for most in sorted(set(own), reverse=True):
        able = tuple([n for n, adds in zip(stands, own, strict=True) if adds <= most])
        rows.append(Row(low, level - most, able))
        low = level - most + 1
    rows.append(Row(low, None, ()))
    return Resolution(rule, "", D20, tuple(rows), modifiers)


class GroupTest(Roll, frozen=True, array_like=True, tag="group_test"):
    """MA 08.01.01d: one die for the group; each stand adds its own markers, and those that fail stay behind."""

    side: int
    stands: tuple[int, ...]
    group: int
    ordered: bool
    alone: bool = False
    """One stand tries alone: a headquarters counts only if it is this stand."""

    def _modifiers(self, look: Situation) -> tuple[Modifier, ...]:
        if self.alone:
            return group_modifiers(look, self.stands, self.ordered)
        known, key = look.group_memo(self.side), (self.group, self.ordered)
        found: tuple[Modifier, ...] | None = known.get(key)
        if found is None:
            found = known[key] = group_modifiers(look, look.group(self.side, self.group), self.ordered)
        return found

    def resolution(self, look: Situation) -> Resolution:
        """A d20; the answer is who may move."""
        stands = look.stands
        own = tuple([MARKED[stands[n].suppressed][stands[n].disorganized] for n in self.stands])
        rule = "MA 08.02.05" if self.ordered else "MA 08.02.08a"
        return _test(rule, look.world.cohesion[self.side], self.stands, own, self._modifiers(look))

    def said(self, game: Game) -> Said:
        """The stand or group that moves, and whether under order."""
        who = "stand" if self.alone else "group"
        what = f"{who}_moves_under_order" if self.ordered else f"{who}_moves_without_order"
        return Said(game, what, {"stand": self.stands[0], "group": (self.side, self.group)})

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """The stands that pass may move; if some do, the others are stragglers (MA 08.02.09)."""
        assert isinstance(outcome, tuple)
        if not outcome:
            self._stuck(field)
        if outcome or field.world.rules.each_stand_tries:
            behind = [n for n in self.stands if n not in outcome]
            field.change_all(behind, straggler=True)
            for n in behind:
                field.log("straggles", "MA 08.02.09", stand=n)
        if outcome:
            field.next(MoveGroup(self.side, outcome, self._modifiers(field)))

    def _stuck(self, field: Battlefield) -> None:
        """Nobody may move."""
        if self.alone:
            field.log("stuck_alone", "MA 08.02.08a", stand=self.stands[0])
        else:
            rule = "MA 08.02.05" if self.ordered else "MA 08.02.08a"
            field.log("stuck", rule, group=(self.side, self.group))


CHAPTER = Chapter(
    name="orders",
    procedures=(
        MovePhase,
        MoveFirst,
        MovesGoOn,
        ChooseMove,
        GroupTest,
    ),
    phrases={
        "stand_moves_under_order": "{stand:unit} moves under order",
        "stand_moves_without_order": "{stand:unit} moves without an order",
        "group_moves_under_order": "{group:group} moves under order",
        "group_moves_without_order": "{group:group} moves without an order",
        "choose_move?": "Movement, {orders} orders left: set a group going, or pass.",
        "choose_move_1?": "Movement, 1 order left: set a group going, or pass.",
        "choose_move_0?": "Movement, no orders left: set a group going, or pass.",
        "move_first?": "You have the initiative: who moves first?",
        "ordered": "{side:side} orders {group:group} to move",
        "independent": "{side:side} tries to move {group:group} without an order",
        "alone": "{side:side} tries to move {stand:unit} alone, without an order",
        "stuck": "{group:group} does not move",
        "stuck_alone": "{stand:unit} does not move",
        "straggles": "{stand:unit} stays behind",
    },
)
