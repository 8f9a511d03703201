"""Counterbattery (ME 2.5): radar finds the guns that have just fired, and batteries with the counterfire role answer.

After each mission that has come down, counterfire included, the other side may try to acquire each battery that fired
it. It commits batteries with the counterfire role; their CB points less the EW points of the target are the dice, and
one success acquires. Then all that were committed fire, each with one battery fire and one die for its effect. That is
a mission too, and may be answered in turn.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.phrase import Said
from sandtable.kernel.pools import D6, highest
from sandtable.kernel.procedure import Decide, Procedure, Roll, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tcs.adjustment import SHOT
from sandtable.systems.tcs.airartillery import FIRST_SUBPHASE
from sandtable.systems.tcs.barrage import LANDED
from sandtable.systems.tcs.batteries import pay, role_of, why_silent
from sandtable.systems.tcs.batteryfile import ROLES
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.modern.arsenal import (
    Arsenal,
    Salvo,
    add_salvo,
    fires_of,
    gun_fires,
    launched,
    launcher,
    lose_tubes,
    note_fires,
    note_guns,
    piece_of,
    put_piece,
)
from sandtable.systems.tcs.modern.conversion import NUMBERS
from sandtable.systems.tcs.modern.gunnerytables import COUNTER_SHELLS, MODIFIERS, acquisition_number
from sandtable.systems.tcs.munitions import every_shell, rounds_of, shell_name, shell_number
from sandtable.systems.tcs.shells import COUNTER, NONE, Barrage, Mission

__all__ = [
    "CHAPTER",
    "AcquireRoll",
    "Completed",
    "Counter",
    "CounterRoll",
    "CounterShell",
    "acquisition",
    "counter_losses",
    "counter_shells",
    "why_no_counter",
]

NOT_COUNTER = Reason("{battery:battery} does not have the counterfire role", "ME 2.5a1")
HAS_COUNTERED = Reason("{battery:battery} has fired counterbattery on this turn", "ME 2.5f1")
NO_GUNS = Reason("{battery:battery} has no guns left", "ME 2.5j")
NO_POINTS = Reason("{battery:battery} has no CB points", "ME 2.5c1")
NO_SHELLS = Reason("{battery:battery} has no shells for counterfire", "ME 2.5e1")
HAS_TRIED = Reason("{battery:battery} has tried to acquire this battery after this mission", "ME 2.5a5")
COMMITTED = Reason("{battery:battery} is committed already")
ACQUIRED, MISSED = "acquired", "not acquired"


# Who may


def may_react(look: Situation, side: int) -> bool:
    """Whether a side is asked after a mission: it has guns in the counterfire role that have not fired it on this turn.
    Its points and shells are its secret, so they do not count here.
    """
    return any(_in_role(look, side, n) is None for n in range(len(look.world.support.batteries)))


def _in_role(look: Situation, side: int, battery: int) -> Reason | None:
    """Why a battery is not ready for counterfire, as far as everybody may know."""
    piece = piece_of(look, battery)
    if look.world.support.batteries[battery].side != side or not piece.listens:
        return NOT_COUNTER.of(battery=battery)
    if not piece.tubes:
        return NO_GUNS.of(battery=battery)
    return HAS_COUNTERED.of(battery=battery) if piece.countered == look.turn else None


def why_no_counter(look: Situation, side: int, battery: int) -> Reason | None:
    """Why a battery of a side cannot try to fire counterbattery now (ME 2.5a1, 2.5c1, 2.5e1, 2.5f1)."""
    if why := _in_role(look, side, battery):
        return why
    if not piece_of(look, battery).cb:
        return NO_POINTS.of(battery=battery)
    return None if counter_shells(look, battery) else NO_SHELLS.of(battery=battery)


def counter_shells(look: Situation, battery: int) -> tuple[int, ...]:
    """The kinds of shells that a battery has for counterfire, the best first (ME 2.5e1)."""
    rules = look.game.rules
    if launcher(look, battery) and piece_of(look, battery).tubes <= launched(look, battery):
        return ()
    found = [n for n in every_shell(rules) if shell_name(rules, n) in COUNTER_SHELLS and rounds_of(look, battery, n)]
    return tuple(sorted(found, key=lambda n: (COUNTER_SHELLS[shell_name(rules, n)], n)))


# The rolls


def acquisition(fires: int, dice: int) -> Resolution:
    """The roll to acquire a battery: some dice, of which the highest counts (ME 2.5c1, 2.5c2).

    >>> acquisition(3, 3).odds()["acquired"]
    Fraction(19, 27)
    """
    number = acquisition_number(fires)
    rows = (Row(None, number - 1, MISSED), Row(number, None, ACQUIRED))
    return Resolution("ME 2.5c2", "", highest(dice, D6) if dice > 1 else D6, rows)


def counter_losses(divisor: int, *, few: bool) -> Resolution:
    """The systems that a battery fire of counterbattery destroys: a die, divided and rounded down (ME 2.5e2, 2.5e3).

    >>> [counter_losses(3, few=False).read(face) for face in range(1, 7)]
    [0, 0, 1, 1, 1, 2]
    """
    rows = [Row(None, divisor - 1, 0)]
    rows += [Row(n * divisor, min(n * divisor + divisor - 1, 6), n) for n in range(1, 6 // divisor + 1)]
    rows[-1] = Row(rows[-1].low, None, rows[-1].outcome)
    return Resolution("ME 2.5e2", "", D6, tuple(rows), (MODIFIERS["few_tubes"],) if few else ())


# After a mission


class Listen(Step, frozen=True, array_like=True, tag="modern.listen"):
    """ME 2.5a1: which batteries are in the counterfire role on this turn."""

    def run(self, field: Battlefield) -> None:
        """For both sides."""
        for n, each in enumerate(field.world.support.batteries):
            listens = role_of(field, n)[0] == COUNTER and why_silent(field, each.side, n) is None
            if piece_of(field, n).listens != listens:
                put_piece(field, n, listens=listens)


def shot(field: Battlefield, mission: Mission) -> None:
    """Whose guns fire a mission that will come down."""
    fires = NUMBERS["fast_fires"] if mission.fast else 1
    add_salvo(field, Salvo(mission.side, mission.batteries, mission.guns, (fires,) * len(mission.batteries)))


class Completed(Step, frozen=True, array_like=True, tag="modern.completed"):
    """ME 2.5a2: a mission of a side has come down: its fires count, and the other side may react."""

    side: int

    def run(self, field: Battlefield) -> None:
        """One battery after the other (ME 2.5l)."""
        arsenal = field.kept(Arsenal)
        if not arsenal.salvos:
            return
        salvo = arsenal.salvos[0]
        field.keep(replace(arsenal, salvos=arsenal.salvos[1:]))
        for battery, fires in zip(salvo.batteries, salvo.fires, strict=True):
            note_fires(field, battery, fires)
        if salvo.guns:
            note_guns(field, salvo.guns)
        field.next(*_chances(1 - self.side, salvo))


def _chances(side: int, salvo: Salvo) -> Iterator[Procedure]:
    """The chances of a side to answer the guns of a mission."""
    for battery in salvo.batteries:
        yield Chance(side, battery)
    if salvo.guns:
        yield Chance(side, NONE, salvo.guns)


class Chance(Step, frozen=True, array_like=True, tag="modern.chance"):
    """ME 2.5a2: a side may try to acquire guns that have just fired."""

    side: int
    battery: int
    guns: tuple[int, ...] = ()
    tried: tuple[int, ...] = ()
    """Batteries that have tried it after this mission (ME 2.5a5)."""

    def run(self, field: Battlefield) -> None:
        """Ask, if there is a target left and somebody to answer it."""
        guns = tuple(n for n in self.guns if field.units[n].steps)
        there = piece_of(field, self.battery).tubes if self.battery != NONE else len(guns)
        if there and may_react(field, self.side) and not self._all_tried(field):
            field.next(Counter(self.side, self.battery, guns, (), self.tried))

    def _all_tried(self, look: Situation) -> bool:
        every = range(len(look.world.support.batteries))
        return all(n in self.tried for n in every if _in_role(look, self.side, n) is None)


class Counter(Decide, frozen=True, array_like=True, tag="modern.counter"):
    """ME 2.5a2, 2.5a4: with which batteries to answer, or not at all."""

    battery: int
    """The battery that has fired; NONE if guns on the map have."""
    guns: tuple[int, ...] = ()
    committed: tuple[int, ...] = ()
    tried: tuple[int, ...] = ()

    def prompt(self, look: Situation) -> Said:
        """What has fired, and what it takes."""
        number, dice = acquisition_number(max(1, fires_on(look, self.battery, self.guns))), self.dice(look)
        if self.battery == NONE:
            return look.say("modern.counter_guns", guns=self.guns, number=number, dice=dice)
        return look.say("modern.counter_battery", battery=self.battery, number=number, dice=dice)

    def dice(self, look: Situation) -> int:
        """The CB points that are committed."""
        return sum(piece_of(look, n).cb for n in self.committed)

    @verb("Commit", "battery", menu="Commit to counterfire")
    def commit(self, look: Situation) -> Targets:
        """Batteries with the counterfire role."""
        return tuple(n for n in range(len(look.world.support.batteries)) if self._why_not(look, n) is None)

    @commit.then
    def _do_commit(self, field: Battlefield, battery: int) -> None:
        field.next(replace(self, committed=(*self.committed, battery)))

    @commit.check
    def _why_not_commit(self, look: Situation, battery: int) -> Reason | None:
        return self._why_not(look, battery)

    def _why_not(self, look: Situation, battery: int) -> Reason | None:
        if why := why_no_counter(look, self.side, battery):
            return why
        if battery in self.tried:
            return HAS_TRIED.of(battery=battery)
        return COMMITTED.of(battery=battery) if battery in self.committed else None

    @verb("Try to acquire it", "dice")
    def acquire(self, look: Situation) -> bool:
        """When somebody is committed."""
        return bool(self.committed)

    @acquire.then
    def _do_acquire(self, field: Battlefield, _: None) -> None:
        jammed = piece_of(field, self.battery).ew if self.battery != NONE else 0
        dice = self.dice(field) - jammed
        for n in self.committed:
            put_piece(field, n, cb_shown=True)
        if self.battery != NONE:
            put_piece(field, self.battery, ew_shown=True)
        field.log("modern.searches", "ME 2.5c1", side=self.side, dice=max(0, dice), jammed=jammed, reveals=True)
        again = Chance(self.side, self.battery, self.guns, (*self.tried, *self.committed))
        if dice > 0:
            field.next(AcquireRoll(self.side, self.battery, self.guns, self.committed, dice), again)
        else:
            field.next(again)

    @verb("No counterfire", last=True)
    def hold(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @hold.then
    def _do_hold(self, field: Battlefield, _: None) -> None:
        pass


def fires_on(look: Situation, battery: int, guns: tuple[int, ...]) -> int:
    """The battery fires of a target on this turn and the last."""
    return gun_fires(look, guns) if battery == NONE else fires_of(look, battery)


class AcquireRoll(Roll, frozen=True, array_like=True, tag="modern.acquire_roll"):
    """ME 2.5c2: one die for each CB point that is not jammed; any success acquires the target for all (ME 2.5c4)."""

    side: int
    battery: int
    guns: tuple[int, ...]
    committed: tuple[int, ...]
    dice: int

    def resolution(self, look: Situation) -> Resolution:
        """The Target Acquisition Table."""
        return acquisition(max(1, fires_on(look, self.battery, self.guns)), self.dice)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """All that are committed must fire (ME 2.5c3)."""
        if outcome == ACQUIRED:
            field.next(CounterFires(self.side, self.battery, self.guns, self.committed))


class CounterFires(Step, frozen=True, array_like=True, tag="modern.counter_fires"):
    """ME 2.5e1, 2.5h: each committed battery fires; then the other side may answer these in turn."""

    side: int
    battery: int
    guns: tuple[int, ...]
    waiting: tuple[int, ...]
    fired: tuple[int, ...] = ()

    def run(self, field: Battlefield) -> None:
        """The next of them."""
        if not self.waiting:
            field.next(*_chances(1 - self.side, Salvo(self.side, self.fired)))
            return
        first, rest = self.waiting[0], self.waiting[1:]
        after = replace(self, waiting=rest, fired=(*self.fired, first))
        shells = counter_shells(field, first)
        if len(shells) > 1:
            field.next(CounterShell(self.side, first, self.battery, self.guns), after)
        else:
            field.next(CounterRoll(self.side, first, self.battery, self.guns, *shells), after)


class CounterShell(Decide, frozen=True, array_like=True, tag="modern.counter_shell"):
    """ME 2.5e1: the kind of shells is chosen when a battery fires."""

    battery: int
    target: int
    guns: tuple[int, ...]

    @verb("Counterfire with", "shell")
    def shell(self, look: Situation) -> Targets:
        """Those it has."""
        return tuple(shell_name(look.game.rules, n) for n in counter_shells(look, self.battery))

    @shell.then
    def _do_shell(self, field: Battlefield, shell: str) -> None:
        number = shell_number(field.game.rules, shell)
        field.next(CounterRoll(self.side, self.battery, self.target, self.guns, number))


class CounterRoll(Roll, frozen=True, array_like=True, tag="modern.counter_roll"):
    """ME 2.5e2: how many guns or launchers a battery fire of counterbattery destroys."""

    side: int
    battery: int
    target: int
    guns: tuple[int, ...]
    shell: int

    def says(self, look: Situation) -> Said:
        """The battery that answers, and its target."""
        if self.target == NONE:
            return look.say("modern.counter_roll_guns", battery=self.battery, guns=self.guns)
        return look.say("modern.counter_roll_battery", battery=self.battery, target=self.target)

    def resolution(self, look: Situation) -> Resolution:
        """A die; few tubes are worth less, but for a launcher of rockets."""
        divisor = COUNTER_SHELLS[shell_name(look.game.rules, self.shell)]
        few = piece_of(look, self.battery).tubes <= NUMBERS["few_tubes"] and not launcher(look, self.battery)
        return counter_losses(divisor, few=few)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """The battery has used a battery fire; the target loses guns, and nothing else is hit (ME 2.5f2)."""
        assert isinstance(outcome, int)
        pay(field, Mission(self.side, self.shell, (self.battery,)))
        note_fires(field, self.battery)
        put_piece(field, self.battery, countered=field.turn)
        if self.target == NONE:
            hit = [n for n in self.guns if field.units[n].steps][:outcome]
            for n in hit:
                field.lose(n, "destroyed", "ME 2.5f2")
            lost = len(hit)
            field.log("modern.counter_hits_guns", "ME 2.5f2", battery=self.battery, lost=lost, reveals=True)
            return
        lost = lose_tubes(field, self.target, outcome)
        left = piece_of(field, self.target).tubes
        who, whom = self.battery, self.target
        field.log("modern.counter_hits", "ME 2.5e2", battery=who, target=whom, lost=lost, left=left, reveals=True)


def landed(barrage: Barrage) -> Procedure:
    """What follows a mission."""
    return Completed(barrage.side)


CHAPTER = Chapter(
    name="modern.counterbattery",
    procedures=(Listen, Completed, Chance, Counter, AcquireRoll, CounterFires, CounterShell, CounterRoll),
    adds=(ROLES.add("CB"), SHOT.add(shot), LANDED.add(landed), FIRST_SUBPHASE.add(lambda side: Listen())),
    phrases={
        "modern.counter_battery": "{battery:battery} has fired. Commit batteries to counterfire"
        " (dice so far: {dice}, {number} or more acquires), or hold.",
        "modern.counter_guns": "{guns:units} fired a mission. Commit batteries to counterfire"
        " (dice so far: {dice}, {number} or more acquires), or hold.",
        "modern.searches": "{side:side} radar searches for the guns (dice: {dice}, jammed: {jammed})",
        "modern.acquire_roll!": "The radar searches for the guns",
        "modern.counter_shell?": "{battery:battery}: choose the shells of the counterfire.",
        "modern.counter_roll_battery": "{battery:battery} fires at {target:battery}",
        "modern.counter_roll_guns": "{battery:battery} fires at {guns:units}",
        "modern.counter_hits": "{battery:battery} answers {target:battery}: guns lost {lost}, left {left}",
        "modern.counter_hits_guns": "Counterfire of {battery:battery}: guns lost {lost}",
    },
    switch="modern",
)
