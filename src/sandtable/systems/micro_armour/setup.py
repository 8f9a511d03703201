"""Before play: battle groups are written down, and who does not enter over the edge is set up (MA 05.00.0)."""

from __future__ import annotations

from sandtable.board.freepoints import FreePoints
from sandtable.board.stands import heading_to
from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.phrase import Said
from sandtable.kernel.procedure import Decide, Sealed, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.micro_armour.board import Group, Situation
from sandtable.systems.micro_armour.field import Battlefield
from sandtable.systems.micro_armour.freepoints import free_points
from sandtable.systems.micro_armour.options import MicroArmourOptions
from sandtable.systems.micro_armour.scenario import MicroScenario

__all__ = ["CHAPTER", "Deploy", "Organise", "Ready", "SetUp", "own", "to_place"]

NO_GROUP = Reason("choose a group that has stands already, or the next new one", "MA 08.01.01b")
OUT_OF_ZONE = Reason("set it up in zone {zone}, on no other stand")


def own(look: Situation, side: int) -> list[int]:
    """All stands of a side, in the order of the roster."""
    return [n for n, owner in enumerate(look.world.owners) if owner == side]


def to_place(look: Situation, side: int) -> list[int]:
    """The stands that a side sets up before play."""
    return [n for n in own(look, side) if look.world.deployed[n]]


class SetUp(Step, frozen=True, array_like=True, tag="set_up"):
    """Both sides organise and set up at the same time, in secret."""

    def run(self, field: Battlefield) -> None:
        """Ask both; smoke that is drawn on the map but not in force is mentioned first (MA TEC smoke)."""
        scenario = field.game.scenario
        assert isinstance(scenario, MicroScenario)
        drawn = any(feature.kind == "smoke" for feature in scenario.table.feature)
        if drawn and not field.game.rules.chosen(MicroArmourOptions).smoke:
            field.log("no_smoke", "MA TEC smoke")
        field.together(Organise(0), Organise(1))


class Organise(Decide, frozen=True, array_like=True, tag="organise"):
    """MA 05.00.0, 08.01.01b: stand by stand, which battle group it belongs to."""

    groups: tuple[int, ...] = ()

    def prompt(self, look: Situation) -> Said:
        """Which stand is next."""
        return look.say("organise?", stand=own(look, self.side)[len(self.groups)])

    @verb("Into", "group", otherwise=NO_GROUP)
    def into(self, look: Situation) -> Targets:
        """A group that has stands already, or the next new one."""
        return tuple((self.side, group) for group in range(max(self.groups, default=-1) + 2))

    @into.then
    def _do_into(self, field: Battlefield, group: Group) -> None:
        _, number = group
        self._on(field, (*self.groups, number))

    @verb("Keep companies as they are")
    def suggested(self, look: Situation) -> bool:
        """Before anything else was written."""
        return not self.groups

    @suggested.then
    def _do_suggested(self, field: Battlefield, _: None) -> None:
        self._on(field, tuple(field.world.companies[n] for n in own(field, self.side)))

    def _on(self, field: Battlefield, groups: tuple[int, ...]) -> None:
        if len(groups) < len(own(field, self.side)):
            field.next(Organise(self.side, groups))
        elif to_place(field, self.side):
            field.next(Deploy(self.side, groups))
        else:
            field.next(Ready(self.side, groups))


class Deploy(Decide, frozen=True, array_like=True, tag="deploy"):
    """A force that is on the table from the start is set up in its zone."""

    sets_up = True

    groups: tuple[int, ...]
    points: tuple[int, ...] = ()

    def _next(self, look: Situation) -> int:
        return to_place(look, self.side)[len(self.points)]

    def _free(self, look: Situation) -> FreePoints:
        world = look.world
        return free_points(world, world.zones[self._next(look)], [world.base(point, 0) for point in self.points])

    def prompt(self, look: Situation) -> Said:
        """Which stand is next."""
        return look.say("deploy?", stand=self._next(look))

    @verb("Place at", "point", menu="Place")
    def place(self, look: Situation) -> Targets:
        """Free points of its zone."""
        return self._free(look)

    @place.then
    def _do_place(self, field: Battlefield, point: int) -> None:
        self._on(field, (*self.points, point))

    @place.check
    def _why_not_place(self, look: Situation, point: int) -> Reason | None:
        return None if point in self._free(look) else OUT_OF_ZONE.of(zone=look.world.zones[self._next(look)])

    @verb("Set up as suggested")
    def suggested(self, look: Situation) -> bool:
        """Before anything else was placed."""
        return not self.points

    @suggested.then
    def _do_suggested(self, field: Battlefield, _: None) -> None:
        self._on(field, tuple(field.world.places[n] for n in to_place(field, self.side)))

    def _on(self, field: Battlefield, points: tuple[int, ...]) -> None:
        done = len(points) == len(to_place(field, self.side))
        field.next(Ready(self.side, self.groups, points) if done else Deploy(self.side, self.groups, points))


class Ready(Sealed, frozen=True, array_like=True, tag="ready"):
    """A side's organisation and set-up, until both are done."""

    side: int
    groups: tuple[int, ...]
    points: tuple[int, ...] = ()

    def reveal(self, field: Battlefield) -> None:
        """The groups are fixed for the game, and the stands put on the table."""
        groups = list(field.board.groups)
        for n, group in zip(own(field, self.side), self.groups, strict=True):
            groups[n] = group
        field.update(groups=tuple(groups))
        table = field.world.table
        for n, point in zip(to_place(field, self.side), self.points, strict=True):
            x, y = table.point(point)
            ahead = (x, table.height // 2)
            field.change(n, at=point, heading=0 if ahead == (x, y) else heading_to((x, y), ahead))
        field.log("organised", "MA 05.00.0", side=self.side, count=max(self.groups) + 1)


CHAPTER = Chapter(
    name="setup",
    procedures=(
        SetUp,
        Organise,
        Deploy,
        Ready,
    ),
    phrases={
        "organise?": "Form your battle groups: {stand:unit} next.",
        "deploy?": "Set up your stands: {stand:unit} next.",
        "organised": "Battle groups of {side:side}: {count}",
        "no_smoke": "The smoke on the map is left out: the option smoke is off",
    },
)
