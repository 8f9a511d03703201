"""Minefields (TCS 21): what they cost, how they attack who moves in, and how they are breached."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.decision import Targets
from sandtable.kernel.game import Game
from sandtable.kernel.pools import D6, TWO_D6
from sandtable.kernel.procedure import Decide, Roles, Roll, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tcs.action import Act, idle
from sandtable.systems.tcs.board import Board, Situation, with_nobody_moved
from sandtable.systems.tcs.conditions import posture_shift
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.firetable import Attack, FireRoll
from sandtable.systems.tcs.losses import TakeLosses
from sandtable.systems.tcs.morale import MoraleChecks, MoraleOptions, VehicleCheck, in_order
from sandtable.systems.tcs.overwatch import MOVED, Triggered
from sandtable.systems.tcs.reasons import not_yours
from sandtable.systems.tcs.secrets import IMAGINED, MASKS
from sandtable.systems.tcs.tables import LIMITS, SIXTHS, TYPES, density
from sandtable.systems.tcs.world import FINE, NOBODY, World

__all__ = [
    "BREACH_BARS",
    "CHAPTER",
    "SPARED",
    "Breach",
    "BreachRoll",
    "MineFire",
    "MineRoll",
    "Mines",
    "TryBreach",
    "breachers",
    "fields_beside",
    "harmed",
    "why_not_breach",
]


SPARED: Seam[Callable[[Situation, int, int], bool]] = Seam("units that the mines of a hex do not attack")


def harmed(look: Situation, group: tuple[int, ...], hex: int) -> list[int]:
    """Whom of a stack, and of those who ride on it, the mines in a hex attack; Assigned units know their own side's
    (TCS 21.1).
    """
    owners = [owner for mined, owner in look.board.mines if mined == hex]
    if not owners:
        return []
    world, units = look.world, look.units
    stack = [n for n in look.units_in(hex) if n in group or (units[n].carrier in group and not look.inside(n))]
    for spared in look.game.rules.at(SPARED):
        stack = [n for n in stack if not spared(look, n, hex)]
    if all(owner == world.owners[group[0]] for owner in owners) and world.options.own_mines_safe:
        return [n for n in stack if units[n].sheet == NOBODY]
    return stack


def stumble(field: Battlefield, group: tuple[int, ...], hex: int) -> None:
    """TCS 21.4: a stack finds out about a secret minefield by being in it; it pays for it like for any other."""
    enemy = 1 - field.world.owners[group[0]]
    if (hex, enemy) not in field.board.hidden:
        return
    field.update(
        hidden=tuple(each for each in field.board.hidden if each != (hex, enemy)),
        mines=tuple(sorted((*field.board.mines, (hex, enemy)))),
    )
    for n in group:
        field.change(n, spent=field.units[n].spent + LIMITS["mines_extra"] * SIXTHS)
    field.log("finds_mines", "TCS 21.4", units=group, hex=hex, reveals=True)


def mask(game: Game[Board, World], board: Board, side: int | None) -> Board:
    """The board without the secret minefields of the other side (TCS 21.4)."""
    if not board.hidden:
        return board
    kept = tuple(each for each in board.hidden if each[1] == side)
    return board if kept == board.hidden else with_nobody_moved(board, hidden=kept)


def imagine(game: Game[Board, World], board: Board, side: int, below: Callable[[int], int]) -> Board:
    """The same board with the secret minefields of the other side in other hexes."""
    if not board.hidden:
        return board
    taken = {hex for hex, _ in (*board.mines, *board.hidden)}
    free = [hex for hex in range(game.world.ground.size) if hex not in taken]
    hidden = []
    for hex, owner in board.hidden:
        hidden.append((hex, owner) if owner == side or not free else (free.pop(below(len(free))), owner))
    return replace(board, hidden=tuple(sorted(hidden)))


class Mines(Step, frozen=True, array_like=True, tag="mines"):
    """TCS 21.2: a stack has moved into a minefield."""

    side: int
    group: tuple[int, ...]
    hex: int

    def run(self, field: Battlefield) -> None:
        """Men and guns are attacked together, each vehicle alone (TCS 21.2b to 21.2d)."""
        units = harmed(field, self.group, self.hex)
        kinds = field.world.kinds
        people = tuple(n for n in units if not kinds[n].vehicle)
        rolls = [MineRoll(n) for n in units if kinds[n].vehicle]
        fire = [MineFire(self.side, people, self.hex, self.hex, LIMITS["mines_area"])] if people else []
        field.next(*fire, *rolls)


class MineFire(FireRoll, frozen=True, array_like=True, tag="mine_fire"):
    """TCS 21.2b, 21.3a: mines attack people on the fire table; only terrain and stacking shift it (TCS 21.2d)."""

    roles = Roles(on="units", at="hex")

    side: int
    units: tuple[int, ...]
    at: int
    """Where they are."""
    hex: int
    """Where the mines are."""
    strength: int

    def facts(self, look: Situation) -> Attack:
        """The strength of the mines; only stacking and terrain shift it."""
        crowd = density(sum(look.units[n].steps for n in self.units), sparse=False)
        shifts = [crowd] if crowd else []
        type = TYPES[look.world.ground.types[self.hex]]
        shifts += posture_shift(type, "move", bold=False, vehicles=False)
        if not look.world.options.mine_shifts:
            shifts = []
        rule = "TCS 21.3a" if self.strength == LIMITS["breach_area"] else "TCS 21.2b"
        return Attack(rule, "", self.strength, tuple(shifts))

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """Losses and morale checks of those who moved in."""
        assert isinstance(outcome, int)
        field.engage(*self.units)
        if outcome >= 0:
            no_low = field.game.rules.chosen(MoraleOptions).mines_no_low
            field.next(
                TakeLosses(self.side, self.at, outcome, outcome, only=self.units),
                MoraleChecks(self.side, self.at, (self.at,), no_low=no_low, queue=tuple(in_order(field, self.units))),
            )


class MineRoll(Roll, frozen=True, array_like=True, tag="mine_roll"):
    """TCS 21.2c: a vehicle may be destroyed."""

    roles = Roles(on="unit")

    unit: int

    def resolution(self, look: Situation) -> Resolution:
        """Two dice."""
        number = LIMITS["mines_point"]
        rows = (Row(None, number - 1, "no effect"), Row(number, None, "destroyed"))
        return Resolution("TCS 21.2c", "", TWO_D6, rows)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """It is lost, and the others of its hex check (TCS 17.8a)."""
        field.engage(self.unit)
        if outcome == "destroyed":
            at = field.units[self.unit].at
            asked = field.hit(self.unit, "TCS 21.2c")
            field.next(*asked, VehicleCheck(field.world.owners[self.unit], at, (at,), 1))


# Breaching

BREACH_BARS: Seam[Callable[[Situation, int, int], Reason | None]] = Seam("why a unit may not breach a minefield")
NOT_ON_FOOT = Reason("{unit:unit} is not on foot: only units on foot breach minefields", "TCS 21.3a", quiet=True)
NO_TIME = Reason("breaching takes a whole action phase, and {unit:unit} has used a part of its own", "TCS 21.3b")
NO_MINEFIELD = Reason("{unit:unit} is not beside a minefield", "TCS 21.3a", quiet=True)


def fields_beside(look: Situation, unit: int, *, orders: bool = True) -> list[int]:
    """The minefields beside a unit that it could breach; with `orders` left out, if it had other orders."""
    mines = {hex for hex, _ in look.board.mines}
    side = look.world.owners[unit]
    return [
        hex
        for hex in look.world.ground.neighbours[look.units[unit].at]
        if hex in mines and not look.barred(hex, side) and not (orders and _bar(look, unit, hex))
    ]


def _bar(look: Situation, unit: int, hex: int) -> Reason | None:
    """Why the orders of a unit do not let it breach the minefield in a hex."""
    for bar in look.game.rules.at(BREACH_BARS):
        why = bar(look, unit, hex)
        if why is not None:
            return why
    return None


def can_breach(look: Situation, unit: int) -> bool:
    """Whether a unit has its whole action phase to breach with: on foot, unshaken, and it has done nothing yet."""
    u = look.units[unit]
    return (
        u.at >= 0
        and look.world.kinds[unit].move_class == "foot"
        and u.morale == FINE
        and u.carrier == NOBODY
        and not (u.fired or u.spent)
        and look.world.allowances[unit] > 0
    )


def breachers(look: Situation, side: int) -> Targets:
    """The units of a side that may breach a minefield beside them (TCS 21.3a)."""
    if not look.board.mines:
        return ()
    units = look.units
    return tuple([n for n in look.world.units_of[side] if units[n].at >= 0 and why_not_breach(look, n) is None])


def why_not_breach(look: Situation, unit: int) -> Reason | None:
    """Why a unit on the map may not breach a minefield beside it (TCS 21.3a, 21.3b)."""
    if look.world.kinds[unit].move_class != "foot":
        return NOT_ON_FOOT
    if why := idle(look, unit):
        return why
    if not can_breach(look, unit):
        return NO_TIME
    if fields_beside(look, unit):
        return None
    barred = fields_beside(look, unit, orders=False)
    return _bar(look, unit, barred[0]) if barred else NO_MINEFIELD


class Breach(Decide, frozen=True, array_like=True, tag="breach"):
    """TCS 21.3: which minefield a unit breaches."""

    unit: int

    @verb("Breach", "hex")
    def at(self, look: Situation) -> Targets:
        """Minefields beside it."""
        return tuple(fields_beside(look, self.unit))

    @at.then
    def _do_at(self, field: Battlefield, hex: int) -> None:
        unit, here = self.unit, field.units[self.unit].at
        field.change(unit, spent=field.world.allowances[unit])
        field.mark_fired(unit)
        field.log("breaches", "TCS 21.3b", unit=unit, hex=hex)
        field.next(Triggered(self.side, (unit,), MOVED), TryBreach(unit, here, hex))


class TryBreach(Step, frozen=True, array_like=True, tag="try_breach"):
    """TCS 21.3a, 21.3b: the mines attack who breaches; who is still at it then, and unshaken, rolls."""

    unit: int
    at: int
    hex: int
    attacked: bool = False

    def run(self, field: Battlefield) -> None:
        """If the unit goes on."""
        u = field.units[self.unit]
        if not u.steps or u.at != self.at or u.morale != FINE:
            return
        if self.attacked:
            field.next(BreachRoll(self.unit, self.hex))
            return
        side = field.world.owners[self.unit]
        fire = MineFire(side, (self.unit,), self.at, self.hex, LIMITS["breach_area"])
        field.next(fire, TryBreach(self.unit, self.at, self.hex, attacked=True))


class BreachRoll(Roll, frozen=True, array_like=True, tag="breach_roll"):
    """TCS 21.3b: whether the field is cleared."""

    roles = Roles(by="unit", at="hex")

    unit: int
    hex: int

    def resolution(self, look: Situation) -> Resolution:
        """A die; engineers are better at it (TCS 24.1)."""
        engineers = "engineer" in look.world.kinds[self.unit].traits
        options = look.world.options
        number = options.breach_engineers if engineers else options.breach_die
        rows = (Row(None, number - 1, "no breach"), Row(number, None, "breached"))
        rule = "TCS 24.1" if engineers else "TCS 21.3b"
        return Resolution(rule, "", D6, rows)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """The field is gone, or not."""
        if outcome == "breached":
            field.update(mines=tuple(each for each in field.board.mines if each[0] != self.hex))
            field.log("cleared", "TCS 21.3b", hex=self.hex)


@verb("Breach mines with", "unit", menu="Breach mines")
def breach(act: Act, look: Situation) -> Targets:
    """Units on foot beside a minefield (TCS 21.3)."""
    return breachers(look, act.side)


@breach.then
def _choose_minefield(act: Act, field: Battlefield, unit: int) -> None:
    field.next(Breach(act.side, unit), act)


breach.check(lambda act, look, unit: not_yours(look, act.side, unit) or why_not_breach(look, unit))


CHAPTER = Chapter(
    name="mines",
    procedures=(
        Mines,
        MineFire,
        MineRoll,
        Breach,
        TryBreach,
        BreachRoll,
    ),
    verbs={Act: (breach,)},
    adds=(MASKS.add(mask), IMAGINED.add(imagine)),
    phrases={
        "breach_roll!": "{unit:unit} breaches the minefield in {hex:hex}",
        "mine_roll!": "{unit:unit} is in the mines",
        "mine_fire!": "The mines in {hex:hex} attack {units:units} with {strength}",
        "breach?": "Which minefield does {unit:unit} breach?",
        "breaches": "{unit:unit} breaches the minefield in {hex:hex}",
        "finds_mines": "{units:units} finds a minefield in {hex:hex}",
        "cleared": "The minefield in {hex:hex} is cleared",
    },
)
