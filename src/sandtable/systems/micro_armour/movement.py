"""Moving stands, one after another, and fire at them on the way (MA 08.03, 07.06.05)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.board.stands import heading_to, overlap
from sandtable.board.tablesight import visible
from sandtable.kernel.decision import Targets
from sandtable.kernel.procedure import Decide, Roll, Step, verb
from sandtable.kernel.resolution import Modifier, Outcome, Resolution
from sandtable.systems.micro_armour.board import OFF, OPPORTUNITY, SIGHT, Situation
from sandtable.systems.micro_armour.field import Battlefield
from sandtable.systems.micro_armour.fire import Designate, cohesion_test, damage_at, shot_test
from sandtable.systems.micro_armour.freepoints import FreePoints
from sandtable.systems.micro_armour.region import allowance, lies_on, region
from sandtable.systems.micro_armour.tables import LIMITS

__all__ = [
    "Continue",
    "Enter",
    "Face",
    "Halted",
    "MoveGroup",
    "MoveStand",
    "Survived",
    "Touched",
    "Walk",
    "WatchMove",
]

Chances = tuple[tuple[int, int, int, int], ...]
"""Who could fire at a mover, each with its weapons, its test and its column: when they change, the question is new."""


class MoveGroup(Decide, frozen=True, array_like=True, tag="move_group"):
    """MA 08.02.04b: of the stands that may move, each does or stays, in any order."""

    stands: tuple[int, ...]
    modifiers: tuple[Modifier, ...]

    def _left(self, look: Situation) -> tuple[int, ...]:
        return tuple(n for n in self.stands if look.stands[n].alive and not look.stands[n].moved)

    def prompt(self, look: Situation) -> str:
        """What to decide."""
        return "Choose a stand to move, or leave the others where they are."

    @verb("Move", "unit")
    def move(self, look: Situation) -> Targets:
        """Stands that passed and have not moved."""
        return self._left(look)

    @move.then
    def _(self, field: Battlefield, stand: int) -> None:
        rest = tuple(n for n in self._left(field) if n != stand)
        after = (MoveGroup(self.side, rest, self.modifiers),) if rest else ()
        if field.stands[stand].at == OFF:
            field.next(Enter(self.side, stand, self.modifiers), *after)
        else:
            field.change(stand, moving=True)
            field.next(Touched(stand, self.modifiers), MoveStand(self.side, stand, self.modifiers), *after)

    @move.why_not
    def _(self, look: Situation, stand: object) -> str:
        return "only a stand that passed its group's test and has not moved may move now (MA 08.02.09, 08.03.01)"

    @verb("The others stay")
    def stay(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @stay.then
    def _(self, field: Battlefield, _: None) -> None:
        pass


class Enter(Decide, frozen=True, array_like=True, tag="enter"):
    """MA SCN entry: a stand comes on over its own edge, its centre half an inch in."""

    stand: int
    modifiers: tuple[Modifier, ...]

    def prompt(self, look: Situation) -> str:
        """What to decide."""
        return f"Where does {look.world.names[self.stand]} come on?"

    @verb("Enter at", "point")
    def enter(self, look: Situation) -> Targets:
        """Free points of its edge."""
        world = look.world
        return FreePoints(world, world.zones[self.stand], (*look.bases(0), *look.bases(1)))

    @enter.then
    def _(self, field: Battlefield, point: int) -> None:
        world = field.world
        table = world.table
        ways = world.goings["tracked"].on(table)
        cost = ways.spent(ways.rates(point)[-1] * LIMITS["entry"])
        middle = (table.width // 2, table.height // 2)
        x, y = table.point(point)
        heading = heading_to((x, y), (x, middle[1])) if y != middle[1] else 0
        field.change(self.stand, at=point, heading=heading, spent=cost, moving=True, by_road=_on_road(field, point))
        field.log("enters", "MA SCN entry", stand=self.stand, point=point)
        field.next(Touched(self.stand, self.modifiers), MoveStand(self.side, self.stand, self.modifiers))

    @enter.why_not
    def _(self, look: Situation, point: object) -> str:
        return "a stand enters over its own edge, on no other stand (MA SCN entry)"

    @verb("Wait behind the edge")
    def wait(self, look: Situation) -> bool:
        """It need not come."""
        return True

    @wait.then
    def _(self, field: Battlefield, _: None) -> None:
        pass


class MoveStand(Decide, frozen=True, array_like=True, tag="move_stand"):
    """MA 08.03.01: a stand moves once, as far as its points go."""

    stand: int
    modifiers: tuple[Modifier, ...]
    trail: tuple[int, ...] = ()
    """The points it has passed so far."""

    def prompt(self, look: Situation) -> str:
        """What to decide."""
        left = allowance(look, self.stand) - look.stands[self.stand].spent
        return f"Where does {look.world.names[self.stand]} go? It has {left / 100:g} points left."

    @verb("Move to", "point")
    def move(self, look: Situation) -> Targets:
        """Any point in reach."""
        return region(look, self.stand)

    @move.then
    def _(self, field: Battlefield, point: int) -> None:
        way = region(field, self.stand).way(point)
        field.log("moves", "MA 08.03.01", stand=self.stand, point=point)
        spent = field.stands[self.stand].spent
        field.next(
            Walk(
                self.stand,
                tuple(step.position for step in way),
                tuple(spent + step.spent for step in way),
                self.modifiers,
                self.trail,
            )
        )

    @move.why_not
    def _(self, look: Situation, point: object) -> str:
        return "it is out of reach, or another stand is there (MA 08.03.02, 08.03.05a)"

    @verb("Stay here")
    def stay(self, look: Situation) -> bool:
        """It may turn where it is (MA 08.03.08)."""
        return True

    @stay.then
    def _(self, field: Battlefield, _: None) -> None:
        field.next(Halted(self.stand, False, self.trail))


def _on_road(look: Situation, point: int) -> bool:
    return bool(look.world.table.roads_at(point))


class Touched(Step, frozen=True, array_like=True, tag="touched"):
    """MA 07.06.05b: a stand is moving from the moment it is touched, and may be fired at."""

    stand: int
    modifiers: tuple[Modifier, ...]

    def run(self, field: Battlefield) -> None:
        """Ask the other side, if it could fire."""
        side = 1 - field.world.owners[self.stand]
        could = [n for n in field.on_table(side) if field.targets(n, OPPORTUNITY, (self.stand,))]
        if could:
            field.next(WatchMove(side, self.stand, tuple(could), self.modifiers, touch=True))


def chances(look: Situation, mover: int, watchers: Sequence[int]) -> Chances:
    """Which of the stands that see a mover could fire at it where it is now, and how well."""
    found = []
    for n in watchers:
        weapons = look.weapons(n, mover)
        engaged = look.engaged_with(n) if weapons else []
        if weapons and (not engaged or mover in engaged):
            hit = damage_at(look, n, mover, weapons[0])
            column = 100 if hit is None else int(hit.column) * 32 - hit.shift
            found.append((n, sum(1 << w for w in weapons), shot_test(look, n, mover, weapons[0]).shift, column))
    return tuple(found)


class Walk(Step, frozen=True, array_like=True, tag="walk"):
    """A stand goes its way, point by point; it stops where the other side may fire (MA 07.06.05c)."""

    stand: int
    path: tuple[int, ...]
    spent: tuple[int, ...]
    modifiers: tuple[Modifier, ...]
    trail: tuple[int, ...] = ()
    done: int = 0
    asked: Chances = ()
    closed: bool = False

    def run(self, field: Battlefield) -> None:
        """On to the next question, or to the end of the way."""
        found = None if self.closed else self._window(field)
        if found is None:
            self._arrive(field, len(self.path) - 1)
            field.next(Halted(self.stand, True, (*self.trail, *self.path)))
            return
        index, could = found
        self._arrive(field, index)
        side = 1 - field.world.owners[self.stand]
        firers = tuple(n for n, *_ in could)
        field.next(WatchMove(side, self.stand, firers, self.modifiers), replace(self, done=index, asked=could))

    def _arrive(self, field: Battlefield, index: int) -> None:
        """Put the stand on this point of its way, turned as it goes (MA 08.03.08)."""
        table = field.world.table
        at = self.path[index]
        how: dict[str, int | bool] = {"at": at, "spent": self.spent[index]}
        if index:
            before = self.path[index - 1]
            how["heading"] = heading_to(table.point(before), table.point(at))
            how["by_road"] = _on_road(field, before) and _on_road(field, at)
        field.change(self.stand, **how)

    def _window(self, field: Battlefield) -> tuple[int, Chances] | None:
        """The next point where somebody may fire who could not before, or could not as well."""
        s = field.stands[self.stand]
        if s.attacked & OPPORTUNITY:
            return None
        watchers = self._watchers(field)
        if not watchers:
            return None
        for index in range(self.done + 1, len(self.path)):
            near = [n for n, mask in watchers if mask >> index & 1]
            if not near:
                continue
            self._arrive(field, index)
            could = chances(field, self.stand, near)
            if could and could != self.asked:
                return index, could
        field.stands[self.stand] = s
        return None

    def _watchers(self, field: Battlefield) -> list[tuple[int, int]]:
        """The enemies with a try left that see some point of the way, with the points as a bit mask."""
        world = field.world
        found = []
        for n in field.on_table(1 - world.owners[self.stand]):
            if field.tries_left(n, OPPORTUNITY):
                at = field.stands[n].at
                blockers = field.blockers(n, self.stand)
                mask = visible(world.table, at, self.path, SIGHT, blockers, field.sees_to(n, self.stand))
                if mask:
                    found.append((n, mask))
        return found


class WatchMove(Decide, frozen=True, array_like=True, tag="watch_move"):
    """MA 07.06.05: the other side may halt a mover and attack it."""

    mover: int
    could: tuple[int, ...]
    modifiers: tuple[Modifier, ...]
    touch: bool = False

    def prompt(self, look: Situation) -> str:
        """What to decide."""
        return f"{look.world.names[self.mover]} is moving: fire at it, or let it go?"

    @verb("Attack it")
    def attack(self, look: Situation) -> bool:
        """Whoever can, is named next."""
        return True

    @attack.then
    def _(self, field: Battlefield, _: None) -> None:
        stopped = field.stack.pop()
        trail = (*stopped.trail, *stopped.path[: stopped.done + 1]) if isinstance(stopped, Walk) else ()
        side = field.world.owners[self.mover]
        field.log("opportunity", "MA 07.06.05c", side=self.side, stand=self.mover)
        field.next(Designate(self.side, self.mover, OPPORTUNITY), Survived(side, self.mover, self.modifiers, trail))

    @verb("Wait")
    def wait(self, look: Situation) -> bool:
        """Ask again when the chances change."""
        return True

    @wait.then
    def _(self, field: Battlefield, _: None) -> None:
        pass

    @verb("Let it go")
    def hold(self, look: Situation) -> bool:
        """Do not ask again on this way."""
        return not self.touch

    @hold.then
    def _(self, field: Battlefield, _: None) -> None:
        walk = field.stack.pop()
        assert isinstance(walk, Walk)
        field.next(replace(walk, closed=True))


class Survived(Step, frozen=True, array_like=True, tag="survived"):
    """MA 07.06.05d: a stand that survives takes a test to go on, whether or not a shot came off (MA 07.06.05e)."""

    side: int
    stand: int
    modifiers: tuple[Modifier, ...]
    trail: tuple[int, ...]

    def run(self, field: Battlefield) -> None:
        """If it is still there."""
        if field.stands[self.stand].alive:
            field.next(Continue(self.side, self.stand, self.modifiers, self.trail))


class Continue(Roll, frozen=True, array_like=True, tag="continue"):
    """MA 07.06.05d, e: cohesion with the modifiers of the movement and the present markers."""

    side: int
    stand: int
    modifiers: tuple[Modifier, ...]
    trail: tuple[int, ...]

    def resolution(self, look: Situation) -> Resolution:
        """The test to go on."""
        kept = self.modifiers if look.world.rules.continue_modifiers else ()
        modifiers = (*kept, *look.markers(self.stand))
        words = f"{look.world.names[self.stand]} tries to go on"
        return cohesion_test("MA 07.06.05d", words, look.world.cohesion[self.side], modifiers)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """On with what is left, or halted."""
        if outcome == "passed":
            field.next(MoveStand(self.side, self.stand, self.modifiers, self.trail))
        else:
            field.log("halted", "MA 07.06.05d", stand=self.stand)
            field.next(Halted(self.stand, None, self.trail))


class Halted(Step, frozen=True, array_like=True, tag="halted"):
    """A move is over. `went` says whether it has moved; None: it was forced to halt."""

    stand: int
    went: bool | None
    trail: tuple[int, ...]

    def run(self, field: Battlefield) -> None:
        """MA 08.03.05b: off a friend it goes back; then its owner turns it, unless it was stopped."""
        s = field.stands[self.stand]
        self._slide(field)
        moved = self.went is not False or s.spent > 0
        field.change(self.stand, moving=False, by_road=False, moved=moved)
        if self.went is not None:
            field.next(Face(field.world.owners[self.stand], self.stand))

    def _slide(self, field: Battlefield) -> None:
        """Back along its way to the first point where it lies on no other; before its way began it did not."""
        world = field.world
        side = world.owners[self.stand]
        s = field.stands[self.stand]
        others = (*field.bases(side, self.stand), *field.bases(1 - side))
        back = (s.at, *reversed(self.trail))
        point = next((p for p in back if not lies_on(world.base(p, s.heading), others)), back[-1])
        if point != s.at:
            field.change(self.stand, at=point)
            field.log("goes_back", "MA 08.03.05b", stand=self.stand, point=point)


class Face(Decide, frozen=True, array_like=True, tag="face"):
    """MA 08.03.08: at the end of its move a stand is turned as its owner likes."""

    stand: int

    def prompt(self, look: Situation) -> str:
        """What to decide."""
        return f"Which way does {look.world.names[self.stand]} face?"

    @verb("Face", "heading")
    def face(self, look: Situation) -> Targets:
        """Any of the 24 headings in which the base lies on no other."""
        at = look.stands[self.stand].at
        others = [b for side in (0, 1) for b in look.bases(side, self.stand)]
        near = [b for b in others if abs(b.x - look.base(self.stand).x) < 200]
        return tuple(h for h in range(24) if not any(overlap(look.world.base(at, h), b) for b in near))

    @face.then
    def _(self, field: Battlefield, heading: int) -> None:
        if heading != field.stands[self.stand].heading:
            field.change(self.stand, heading=heading, moved=True)
            field.log("turns", "MA 08.03.08", stand=self.stand)

    @verb("Stay as it is")
    def stay(self, look: Situation) -> bool:
        """Keep the heading."""
        return True

    @stay.then
    def _(self, field: Battlefield, _: None) -> None:
        pass
