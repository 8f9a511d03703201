"""Moving stands, one after another, and fire at them on the way (MA 08.03, 07.06.05)."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.board.stands import heading_to
from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.phrase import Said
from sandtable.kernel.picture import Interruption, Route
from sandtable.kernel.procedure import Caller, Decide, Reaction, Roles, Roll, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Modifier, Outcome, Resolution
from sandtable.systems.micro_armour.board import OFF, OPPORTUNITY, Situation
from sandtable.systems.micro_armour.field import Battlefield
from sandtable.systems.micro_armour.fire import Designate, cohesion_test
from sandtable.systems.micro_armour.freepoints import free_points
from sandtable.systems.micro_armour.halt import Halted, headings_in_order
from sandtable.systems.micro_armour.region import allowance, region
from sandtable.systems.micro_armour.tables import LIMITS
from sandtable.systems.micro_armour.watching import Chances, chances, ground_at, shot_ahead, watchers

__all__ = ["CHAPTER", "Continue", "Enter", "MoveGroup", "MoveStand", "Survived", "Touched", "Walk", "WatchMove"]

NOT_NOW = Reason("only a stand that passed its group's test and has not moved may move now", "MA 08.02.09, 08.03.01")
NOT_ITS_EDGE = Reason("a stand enters over its own edge, on no other stand", "MA SCN entry")
OUT_OF_REACH = Reason("it is out of reach, or another stand is there", "MA 08.03.02, 08.03.05a")
HAS_TURNED = Reason("it has turned already; at the end of its move it may turn again", "MA 08.03.08")
FACES_SO = Reason("it faces that way already")
NO_ROOM = Reason("turned so, it would lie on another stand", "MA 08.03.05a")


class MoveGroup(Decide, frozen=True, array_like=True, tag="move_group"):
    """MA 08.02.04b: of the stands that may move, each does or stays, in any order."""

    stands: tuple[int, ...]
    modifiers: tuple[Modifier, ...]

    def _left(self, look: Situation) -> tuple[int, ...]:
        stands = look.stands
        return tuple([n for n in self.stands if stands[n].alive and not stands[n].moved])

    @verb("Move", "unit", otherwise=NOT_NOW)
    def move(self, look: Situation) -> Targets:
        """Stands that passed and have not moved."""
        return self._left(look)

    @move.then
    def _do_move(self, field: Battlefield, stand: int) -> None:
        rest = tuple([n for n in self._left(field) if n != stand])
        if rest:
            field.next(MoveGroup(self.side, rest, self.modifiers))
        s = field.stands[stand]
        if s.at == OFF:
            field.next(Enter(self.side, stand, self.modifiers))
        else:
            field.put(stand, replace(s, moving=True))
            field.next(Touched(stand, self.modifiers))

    @verb("The others stay")
    def stay(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @stay.then
    def _do_stay(self, field: Battlefield, _: None) -> None:
        pass


class Enter(Decide, frozen=True, array_like=True, tag="enter"):
    """MA SCN entry: a stand comes on over its own edge, its centre half an inch in."""

    stand: int
    modifiers: tuple[Modifier, ...]

    @verb("Enter at", "point", menu="Enter", otherwise=NOT_ITS_EDGE)
    def enter(self, look: Situation) -> Targets:
        """Free points of its edge."""
        world = look.world
        taken = [base for base in look.layout.bases if base is not None]
        return free_points(world, world.zones[self.stand], taken, edge=True)

    @enter.then
    def _do_enter(self, field: Battlefield, point: int) -> None:
        world = field.world
        ways = world.tracked_ways
        cost = ways.spent(ways.rates(point)[-1] * LIMITS["entry"])
        _, heading = world.edges[world.zones[self.stand]]
        s, by_road = field.stands[self.stand], _on_road(field, point)
        field.put(self.stand, replace(s, at=point, heading=heading, spent=cost, moving=True, by_road=by_road))
        field.log("enters", "MA SCN entry", stand=self.stand, point=point)
        field.next(Touched(self.stand, self.modifiers))

    @verb("Wait behind the edge")
    def wait(self, look: Situation) -> bool:
        """It need not come."""
        return True

    @wait.then
    def _do_wait(self, field: Battlefield, _: None) -> None:
        pass


class MoveStand(Decide, frozen=True, array_like=True, tag="move_stand"):
    """MA 08.03.01: a stand moves once, as far as its points go."""

    stand: int
    modifiers: tuple[Modifier, ...]
    trail: tuple[int, ...] = ()
    """The points it has passed so far."""
    turned: bool = False
    off_road: bool = False
    """It pays for the terrain on a road, too, and keeps its cover (MA 08.03.90)."""

    def prompt(self, look: Situation) -> Said:
        """What to decide."""
        left = max(0, allowance(look, self.stand) - look.stands[self.stand].spent)
        return look.say("move_stand?", stand=self.stand, left=f"{left / 100:g}")

    @verb("Move to", "point", menu="Move", otherwise=OUT_OF_REACH)
    def move(self, look: Situation) -> Targets:
        """Any point in reach; it faces the way it goes."""
        return region(look, self.stand, off_road=self.off_road)

    @move.then
    def _do_move(self, field: Battlefield, point: int) -> None:
        self._walk(field, point, turning=True)

    @verb("Move without turning to", "point", menu="Move without turning", otherwise=OUT_OF_REACH)
    def glide(self, look: Situation) -> Targets:
        """The same points, the front kept where it is (MA 08.03.08)."""
        return region(look, self.stand, off_road=self.off_road)

    @glide.then
    def _do_glide(self, field: Battlefield, point: int) -> None:
        self._walk(field, point, turning=False)

    def _walk(self, field: Battlefield, point: int, *, turning: bool) -> None:
        path, costs = region(field, self.stand, off_road=self.off_road).course(point)
        field.log("moves", "MA 08.03.01", stand=self.stand, point=point)
        spent = field.stands[self.stand].spent
        if spent:
            costs = tuple([spent + cost for cost in costs])
        walk = Walk(self.stand, path, costs, self.modifiers, self.trail, turning=turning, off_road=self.off_road)
        field.next(walk)

    @verb("Pay for the terrain on roads, keep its cover")
    def leave_road(self, look: Situation) -> bool:
        """Where a road through cover is near enough to be used (MA 08.03.90)."""
        if self.off_road:
            return False
        x, y = look.world.table.point(look.stands[self.stand].at)
        far = 2 * max(0, allowance(look, self.stand) - look.stands[self.stand].spent)
        return any(abs(px - x) <= far and abs(py - y) <= far for px, py in look.world.sheltered_roads)

    @leave_road.then
    def _do_leave_road(self, field: Battlefield, _: None) -> None:
        field.next(replace(self, off_road=True))

    @verb("Turn to", "heading", otherwise=NO_ROOM)
    def turn(self, look: Situation) -> Targets:
        """Once before it goes on: facing is free (MA 08.03.08)."""
        if self.turned:
            return ()
        own = look.stands[self.stand]
        return tuple([h for h in headings_in_order(look, self.stand, own.at) if h != own.heading])

    @turn.then
    def _do_turn(self, field: Battlefield, heading: int) -> None:
        field.change(self.stand, heading=heading)
        field.next(replace(self, turned=True))

    @turn.check
    def _why_not_turn(self, look: Situation, heading: int) -> Reason | None:
        if self.turned:
            return HAS_TURNED
        return FACES_SO if heading == look.stands[self.stand].heading else None

    @verb("Stay here")
    def stay(self, look: Situation) -> bool:
        """It may turn where it is."""
        return True

    @stay.then
    def _do_stay(self, field: Battlefield, _: None) -> None:
        field.next(Halted(self.stand, self.turned, self.trail))


def _on_road(look: Situation, point: int) -> bool:
    return look.world.paved[point] == 1


ATTACKED, LET_GO = "attacked", "let go"
"""What a mover is answered: it is attacked here, or nobody fires at the rest of its way."""


class Touched(Caller, frozen=True, array_like=True, tag="touched"):
    """MA 07.06.05b: a stand is moving from the moment it is touched, and may be fired at."""

    stand: int
    modifiers: tuple[Modifier, ...]

    asked: bool = False

    def resume(self, field: Battlefield, answer: str | None) -> None:
        """Ask the other side, if it could fire; then the stand is attacked, or moves."""
        side = field.world.owners[self.stand]
        near = [] if self.asked else field.reaching(self.stand)
        could = [n for n in near if field.targets(n, OPPORTUNITY, (self.stand,))]
        if could:
            field.next(WatchMove(1 - side, self.stand, tuple(could), touch=True), replace(self, asked=True))
        elif answer == ATTACKED:
            under_attack(field, self.stand, self.modifiers, ())
        else:
            field.next(MoveStand(side, self.stand, self.modifiers))


def under_attack(field: Battlefield, stand: int, modifiers: tuple[Modifier, ...], trail: tuple[int, ...]) -> None:
    """MA 07.06.05c, d: the other side attacks a mover where it is; if it survives it tries to go on."""
    side = field.world.owners[stand]
    field.next(Designate(1 - side, stand, OPPORTUNITY), Survived(side, stand, modifiers, trail))


class Walk(Caller, frozen=True, array_like=True, tag="walk"):
    """A stand goes its way, point by point; it stops where the other side may fire (MA 07.06.05c)."""

    work = 10

    stand: int
    path: tuple[int, ...]
    spent: tuple[int, ...]
    modifiers: tuple[Modifier, ...]
    trail: tuple[int, ...] = ()
    done: int = 0
    asked: Chances = ()
    closed: bool = False
    turning: bool = True
    off_road: bool = False

    def resume(self, field: Battlefield, answer: str | None) -> None:
        """On to the next question, or to the end of the way, unless it is attacked."""
        if answer == ATTACKED:
            under_attack(field, self.stand, self.modifiers, (*self.trail, *self.path[: self.done + 1]))
        else:
            (replace(self, closed=True) if answer == LET_GO else self).go_on(field)

    def go_on(self, field: Battlefield) -> None:
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
        field.next(WatchMove(side, self.stand, firers), replace(self, done=index, asked=could))

    def _arrive(self, field: Battlefield, index: int) -> None:
        """Put the stand on this point of its way, facing the way it goes unless it keeps its front (MA 08.03.08)."""
        table = field.world.table
        at, s = self.path[index], field.stands[self.stand]
        heading, by_road = s.heading, s.by_road
        if index:
            before = self.path[index - 1]
            if self.turning:
                heading = heading_to(table.point(before), table.point(at))
            by_road = not self.off_road and _on_road(field, before) and _on_road(field, at)
        field.put(self.stand, replace(s, at=at, heading=heading, spent=self.spent[index], by_road=by_road))

    def route(self, look: Situation) -> Route:
        """The points of the way, where enemies could fire at it and with what odds, and what it ends in."""
        field = Battlefield(look.game, look.board)
        by_index: dict[int, list[int]] = {}
        shots: dict[int, Interruption] = {}
        near: dict[int, int] = {}
        seen = watchers(field, self.stand, self.path)
        open_to = not field.stands[self.stand].attacked & OPPORTUNITY
        for index in range(1, len(self.path)):
            among = [n for n, mask in seen if mask >> index & 1]
            if not among:
                continue
            self._arrive(field, index)
            by_index[index] = [n for n, *_ in chances(field, self.stand, among)] if open_to else []
            for n in by_index[index]:
                far = field.range_to(n, self.stand)
                if n not in near or far < near[n]:
                    near[n], shots[n] = far, shot_ahead(field, index, n, self.stand)
        danger = [
            (first, last, (n,))
            for n in sorted(near)
            for first, last in _runs([n in by_index.get(index, ()) for index in range(len(self.path))])
        ]
        last = len(self.path) - 1
        seen_by = tuple(n for n, mask in seen if mask >> last & 1)
        left = allowance(look, self.stand) - look.stands[self.stand].spent
        cost = f"{(self.spent[-1] - look.stands[self.stand].spent) / 100:g} of {left / 100:g} movement points"
        ground, cover = ground_at(look, self.path[-1])
        return Route(self.path, tuple(sorted(danger)), tuple(shots.values()), cost, ground, cover, seen_by)

    def _window(self, field: Battlefield) -> tuple[int, Chances] | None:
        """The next point where somebody may fire who could not before, or could not as well."""
        s = field.stands[self.stand]
        if s.attacked & OPPORTUNITY:
            return None
        seen_by = watchers(field, self.stand, self.path, armed=True)
        if not seen_by:
            return None
        for index in range(self.done + 1, len(self.path)):
            near = [n for n, mask in seen_by if mask >> index & 1]
            if not near:
                continue
            self._arrive(field, index)
            could = chances(field, self.stand, near)
            if could and could != self.asked:
                return index, could
        field.put(self.stand, s)
        return None


def _runs(flags: list[bool]) -> list[tuple[int, int]]:
    """The first and the last of each run of places where this holds."""
    found: list[tuple[int, int]] = []
    for index, holds in enumerate(flags):
        if holds and found and found[-1][1] == index - 1:
            found[-1] = found[-1][0], index
        elif holds:
            found.append((index, index))
    return found


class WatchMove(Decide, frozen=True, array_like=True, tag="watch_move"):
    """MA 07.06.05: the other side may halt a mover and attack it."""

    mover: int
    could: tuple[int, ...]
    touch: bool = False

    def reaction(self) -> Reaction:
        """It is asked of every stand that comes into view, so a player may leave orders for it."""
        return Reaction(self.mover, "attack", "wait" if self.touch else "hold", lasts=not self.touch)

    @verb("Attack it")
    def attack(self, look: Situation) -> bool:
        """A stand that can is named next."""
        return True

    @attack.then
    def _do_attack(self, field: Battlefield, _: None) -> None:
        field.log("opportunity", "MA 07.06.05c", side=self.side, stand=self.mover)
        field.answer(ATTACKED)

    @verb("Wait")
    def wait(self, look: Situation) -> bool:
        """Ask again when the chances change."""
        return True

    @wait.then
    def _do_wait(self, field: Battlefield, _: None) -> None:
        pass

    @verb("Hold fire")
    def hold(self, look: Situation) -> bool:
        """Do not ask again on this way."""
        return not self.touch

    @hold.then
    def _do_hold(self, field: Battlefield, _: None) -> None:
        field.answer(LET_GO)


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

    roles = Roles(on="stand")

    side: int
    stand: int
    modifiers: tuple[Modifier, ...]
    trail: tuple[int, ...]

    def resolution(self, look: Situation) -> Resolution:
        """The test to go on."""
        kept = self.modifiers if look.world.rules.continue_modifiers else ()
        modifiers = (*kept, *look.markers(self.stand))
        return cohesion_test("MA 07.06.05d", "", look.world.cohesion[self.side], modifiers)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """On with what is left, or halted."""
        if outcome == "passed":
            field.next(MoveStand(self.side, self.stand, self.modifiers, self.trail))
        else:
            field.log("halted", "MA 07.06.05d", stand=self.stand)
            field.next(Halted(self.stand, None, self.trail))


CHAPTER = Chapter(
    name="movement",
    procedures=(
        MoveGroup,
        Enter,
        Touched,
        MoveStand,
        Walk,
        WatchMove,
        Survived,
        Continue,
    ),
    phrases={
        "continue!": "{stand:unit} tries to go on",
        "move_stand?": "Where does {stand:unit} go? It has {left} points left.",
        "move_group?": "Choose a stand to move, or leave the others where they are.",
        "enter?": "Where does {stand:unit} come on?",
        "watch_move?": "{mover:unit} is moving: fire, or hold?",
        "enters": "{stand:unit} comes on at {point:point}",
        "moves": "{stand:unit} moves to {point:point}",
        "opportunity": "{side:side} opens fire on {stand:unit} as it moves",
        "halted": "{stand:unit} is halted",
    },
)
