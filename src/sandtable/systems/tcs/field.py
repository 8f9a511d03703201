"""The working copy of the map, with the verbs of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.field import Field, with_entry
from sandtable.kernel.procedure import Procedure
from sandtable.systems.tcs.board import Board, Situation, Unit
from sandtable.systems.tcs.victory import hold
from sandtable.systems.tcs.world import FIRE_MODE, NOBODY, OFF, SUPPRESSED, World

__all__ = ["CAME", "CHAPTER", "FIRED_AT", "HITS", "LOST", "TRAPPED", "Battlefield"]


SIGHT = frozenset({"smoke", "visibility", "light", "lit", "turn"})
"""The fields of the board that change what units see."""
FIRED_AT: Seam[Callable[[Battlefield, int, Sequence[int]], None]] = Seam("what happens in a hex that units fire at")
CAME: Seam[Callable[[Battlefield, int, int], None]] = Seam("what follows when a unit has come from a hex to another")
HITS: Seam[Callable[[Battlefield, int, str], Procedure | None]] = Seam("who else may take a hit on a unit")
LOST: Seam[Callable[[Battlefield, int], None]] = Seam("what else is lost with a unit")
TRAPPED: Seam[Callable[[Situation, int, str, str], str]] = Seam("the rule by which a passenger dies with its carrier")
"""A passenger, what happened to its carrier and by which rule; empty if it gets out."""


class Battlefield(Situation, Field[Board, World]):
    """A working copy of the map."""

    def answers(self, name: str) -> dict[Any, Any]:
        """None are kept."""
        return {}

    def freeze(self) -> Board:
        """The board with all changes, and with it what is known of who is where."""
        if self._where is not None:
            self.board.__dict__["whereabouts"] = self._where
        return self.board

    def update(self, **values: Any) -> None:
        """The board with some of its fields changed; its units change with `change`."""
        super().update(**values)
        if not SIGHT.isdisjoint(values):
            self._views = None

    def change(self, unit: int, **how: Any) -> None:
        """The unit with some of its fields changed."""
        if "at" in how:
            self._go(unit, how["at"])
        if ("hidden" in how or "carrier" in how) and self._where is not None:
            self._where = self._where.after(self.world.owners[unit], self._where.stacks)
        self._put(unit, replace(self.units[unit], **how))

    def put_units(self, now: Mapping[int, Unit]) -> None:
        """These units, none of which has moved, are like this now: quicker for many than one by one."""
        units = list(self.units)
        for n, unit in now.items():
            units[n] = unit
        self._put_all(units)

    def _put(self, unit: int, now: Unit) -> None:
        self.units = with_entry(self.units, unit, now)
        self.board = replace(self.board, units=self.units)

    def _go(self, unit: int, there: int) -> None:
        """A unit goes from its stack to another."""
        where, here = self._where, self.units[unit].at
        if where is None or (here < 0 and there < 0):
            return
        side, stacks, owners = self.world.owners[unit], where.stacks, self.world.owners
        if unit in self.world.flyers:
            self._where = where.after(side, stacks)
            return
        stacks, empty = dict(stacks), 0
        if here >= 0:
            left = [n for n in stacks.pop(here) if n != unit]
            if left:
                stacks[here] = left
            if not left or all(owners[n] != side for n in left):
                empty = 1 << here
        if there >= 0:
            stacks[there] = sorted((*stacks[there], unit)) if there in stacks else [unit]
        self._where = found = where.after(side, stacks)
        before, now = where.sides[side], found.sides[side]
        if before.hidden == () and not self.world.flyers:  # then those whom the enemy knows of are all there are
            now.hidden = ()
            if before.places is not None:
                now.places = now.occupied = (before.places & ~empty) | (1 << there if there >= 0 else 0)

    # Places

    def enter(self, unit: int, hex: int, **how: Any) -> None:
        """A unit is in this hex now, and with it whom it carries; it leaves its dug-in position (TCS 4.2b)."""
        if self.units[unit].hidden:
            self.find(self.units[unit].at)
        before = self.units[unit].at
        self.change(unit, at=hex, dug_in=False, **how)
        for came in self.game.rules.at(CAME):
            came(self, unit, before)
        for n in self._aboard(unit, before):
            self.change(n, at=hex, dug_in=False)
        if self.world.hides:
            self.gather(hex)

    def _aboard(self, carrier: int, before: int) -> list[int]:
        """Whom a unit carries that has just left a hex: they are still there, but those whom a helicopter carries."""
        units = self.units
        if before >= 0 and carrier not in self.world.flyers:
            return [n for n in self.units_in(before) if units[n].carrier == carrier]
        return [n for n, other in enumerate(units) if other.carrier == carrier]

    def to_fire_mode(self, unit: int) -> None:
        """TCS 4.1b: it costs nothing."""
        self.change(unit, mode=FIRE_MODE, road=False)
        self.log("fire_mode", "TCS 4.1b", unit=unit)

    # Hiding

    def find(self, hex: int) -> None:
        """TCS 27.4: whoever hides in a hex is found."""
        for n in self.units_in(hex):
            if self.units[n].hidden:
                self.change(n, hidden=False)
                self.log("found", "TCS 27.4", unit=n, hex=hex, reveals=True)
        hold(self, hex)

    def gather(self, hex: int) -> None:
        """TCS 27.4: who hides in a hex is found when friends are there who do not hide."""
        if self.world.hides and len(stack := self.units_in(hex)) > 1 and len({self.units[n].hidden for n in stack}) > 1:
            self.find(hex)

    # Control

    def take(self, hex: int, side: int) -> None:
        """A side controls a hex from now on."""
        objectives = self.world.objectives
        if hex in objectives:
            self.update(holders=with_entry(self.board.holders, objectives.index(hex), side))
            self.log("holds", "TCS 27.1", side=side, hex=hex)
            return
        size, place, bit = (self.world.ground.size + 7) // 8, hex >> 3, 1 << (hex & 7)
        masks = [held if len(held) == size else held.ljust(size, b"\0") for held in self.board.held]
        for owner, held in enumerate(masks):
            if bool(held[place] & bit) != (owner == side):
                masks[owner] = held[:place] + bytes((held[place] ^ bit,)) + held[place + 1 :]
        self.board = replace(self.board, held=(masks[0], masks[1]))

    # Losses

    def lose_step(self, unit: int, rule: str) -> bool:
        """A unit loses a step; whether it is still there (TCS 10.0b)."""
        left = self.units[unit].steps - 1
        if left <= 0:
            self.lose(unit, "destroyed", rule)
            return False
        self._struck(unit, 1)
        self.change(unit, steps=left)
        self.log("step", rule, unit=unit, left=left)
        return True

    def hit(self, unit: int, rule: str) -> tuple[Procedure, ...]:
        """A unit that was aimed at is hit, and loses a step; or its owner may let another take it: what asks him is
        returned, for whoever hits to put before what follows.
        """
        for instead in self.game.rules.at(HITS):
            asks = instead(self, unit, rule)
            if asks is not None:
                return (asks,)
        self.lose_step(unit, rule)
        return ()

    def lose(self, unit: int, what: str, rule: str) -> None:
        """A unit is removed from play (TCS 10.0b); whom it carries gets out, Suppressed in Fire Mode (TCS 10.0c)."""
        self.log(what, rule, unit=unit)
        for n, other in enumerate(self.units):
            if other.carrier != unit:
                continue
            trapped = self._trapped(n, what, rule)
            if trapped:
                self.lose(n, "destroyed", trapped)
            else:
                self.change(n, carrier=NOBODY, mode=FIRE_MODE, road=False)
                self.log("bails_out", "TCS 10.0c", unit=n)
                self.shake(n, SUPPRESSED, "TCS 10.0c")
        self._go(unit, OFF)
        self._struck(unit, self.units[unit].steps)
        self._put(unit, Unit(OFF, 0, sheet=NOBODY))
        for forget in self.game.rules.at(LOST):
            forget(self, unit)

    def _trapped(self, passenger: int, what: str, rule: str) -> str:
        """The rule by which a passenger dies with its carrier; empty if it gets out."""
        if self.world.options.passengers_hit == "lost":
            return "TCS 10.0c"
        for trapped in self.game.rules.at(TRAPPED):
            found = trapped(self, passenger, what, rule)
            if found:
                return found
        return ""

    def _struck(self, unit: int, steps: int) -> None:
        """The op sheet of a unit loses steps with it (TCS 6.11b)."""
        number = self.units[unit].sheet
        if 0 <= number < len(self.board.sheets):
            sheet = self.board.sheets[number]
            self.update(sheets=with_entry(self.board.sheets, number, replace(sheet, lost=sheet.lost + steps)))

    # Orders

    def engage(self, *units: int) -> None:
        """These have fired, or were fired at in any way, since the last command phase (TCS 6.9d1)."""
        now = self.units
        if self.world.command.command == "off" or all(now[n].engaged for n in units):
            return
        marked = list(now)
        for n in units:
            if now[n].steps:
                marked[n] = replace(now[n], engaged=True)
        self._put_all(marked)

    def fire_at(self, hex: int, *firers: int) -> None:
        """Units fire at a hex: all in it are fired at, whatever comes of it."""
        self.engage(*firers, *self.units_in(hex))
        for react in self.game.rules.at(FIRED_AT):
            react(self, hex, firers)

    def forget(self) -> None:
        """It is forgotten who has fired or was fired at (TCS 2.0c)."""
        if any(unit.engaged for unit in self.units):
            self._put_all([replace(unit, engaged=False) if unit.engaged else unit for unit in self.units])

    def _put_all(self, units: list[Unit]) -> None:
        """All units as they are now; none of them has gone elsewhere."""
        self.units = tuple(units)
        self.board = replace(self.board, units=self.units)

    # Morale

    def raise_battalion(self, battalion: int, by: int, rule: str) -> None:
        """The Battalion Morale of a battalion gets worse (TCS 17.1e)."""
        level = self.board.battalions[battalion] + by
        self.update(battalions=with_entry(self.board.battalions, battalion, level))
        self.log("battalion_morale", rule, battalion=battalion, level=level)

    def raise_vehicles(self, battalion: int, by: int) -> None:
        """The Vehicle Morale level of a battalion gets worse (TCS 17.8c)."""
        level = self.board.vehicles[battalion] + by
        self.update(vehicles=with_entry(self.board.vehicles, battalion, level))
        self.log("vehicle_morale", "TCS 17.8c", battalion=battalion, level=level)

    def shake(self, unit: int, morale: int, rule: str) -> None:
        """A unit is Suppressed or Paralyzed; a worse state is never replaced by a better one (TCS 17.2e)."""
        if self.units[unit].morale < morale:
            self.change(unit, morale=morale, fresh=True)
            self.log("suppressed" if morale == SUPPRESSED else "paralyzed", rule, unit=unit)
            hold(self, self.units[unit].at)

    def mark_fired(self, *units: int) -> None:
        """These get Fired markers (TCS 13.0c, 15.2d); a unit that fires is not hidden any more (TCS 27.4)."""
        for unit in units:
            if self.units[unit].hidden:
                self.find(self.units[unit].at)
            if not self.units[unit].fired and self.units[unit].steps:
                self.change(unit, fired=True)


CHAPTER = Chapter(
    name="field",
    phrases={
        "changed.lost": "{unit:unit} lost",
        "changed.step": "{unit:unit} loses 1 step",
        "changed.steps": "{unit:unit} loses {steps} steps",
        "changed.steady": "{unit:unit} steady",
        "changed.suppressed": "{unit:unit} Suppressed",
        "changed.paralyzed": "{unit:unit} Paralyzed",
        "changed.to": "{unit:unit} to {hex:hex}",
        "changed.fire_mode": "{unit:unit} in Fire Mode",
        "changed.move_mode": "{unit:unit} in Move Mode",
        "found": "{unit:unit} is found in {hex:hex}",
        "fire_mode": "{unit:unit} goes to Fire Mode",
        "step": "{unit:unit} loses a step, {left} left",
        "destroyed": "{unit:unit} is destroyed",
        "suppressed": "{unit:unit} is Suppressed",
        "paralyzed": "{unit:unit} is Paralyzed",
        "battalion_morale": "The Battalion Morale of {battalion:battalion} is {level}",
        "vehicle_morale": "The Vehicle Morale of {battalion:battalion} is {level}",
        "bails_out": "{unit:unit} loses its carrier and gets out",
    },
)
