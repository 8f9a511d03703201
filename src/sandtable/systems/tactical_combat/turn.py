"""Set-up, the turn and its phases, and what a stand may do in its action (TC S)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.board.stands import base_within, heading_to, overlap
from sandtable.kernel.decision import Targets
from sandtable.kernel.procedure import Decide, Sealed, Step, verb
from sandtable.systems.tactical_combat import movement, panic, riding
from sandtable.systems.tactical_combat.armour import can_fight
from sandtable.systems.tactical_combat.board import CONTACT, NOBODY, OFF, Situation
from sandtable.systems.tactical_combat.command import Command, CommandTry, may_try, needs_roll, pay, save_points
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.fire import Shot, why_not_fire
from sandtable.systems.tactical_combat.movement import Way, region, set_out
from sandtable.systems.tactical_combat.recovery import Recovery, improve
from sandtable.systems.tactical_combat.support import CallFire, CallSupport, available, needs_spotter, spotters
from sandtable.systems.tactical_combat.tables import NORMAL, PARALYZED

__all__ = [
    "ActionPhase",
    "Deploy",
    "Deployed",
    "EndTurn",
    "Rallied",
    "ReplaceLeader",
    "SetUp",
    "StandAction",
    "TurnStart",
]


class SetUp(Step, frozen=True, array_like=True, tag="set_up"):
    """Both sides place their stands at the same time and in secret, each in its zones."""

    def run(self, field: Battlefield) -> None:
        """Ask both."""
        field.together(*(self._part(field, side) for side in (0, 1)))

    def _part(self, field: Battlefield, side: int) -> Deploy | Deployed:
        return Deploy(side) if to_place(field, side) else Deployed(side)


def to_place(look: Situation, side: int) -> list[int]:
    """The stands that a side sets up before play."""
    world = look.world
    return [n for n, owner in enumerate(world.owners) if owner == side and world.arrivals[n] == 0]


class Free:
    """The points of a zone where a base lies on no other."""

    def __init__(self, look: Situation, zone: str, taken: tuple[int, ...]) -> None:
        world = look.world
        columns = world.table.columns
        beside = (-columns - 1, -columns, -columns + 1, -1, 0, 1, columns - 1, columns, columns + 1)
        self._points = world.zone_points(zone)
        self._inside = world.zone_set(zone)
        self._closed = {point + step for point in taken for step in beside} & self._inside

    def __contains__(self, point: object) -> bool:
        return point in self._inside and point not in self._closed

    def __iter__(self) -> Iterator[int]:
        return (point for point in self._points if point not in self._closed)

    def __len__(self) -> int:
        return len(self._points) - len(self._closed)

    def __getitem__(self, index: int) -> int:
        return list(self)[index] if self._closed else self._points[index]

    def __bool__(self) -> bool:
        return True


class Deploy(Decide, frozen=True, array_like=True, tag="deploy"):
    """One side sets up, stand by stand."""

    points: tuple[int, ...] = ()

    def _next(self, look: Situation) -> int:
        return to_place(look, self.side)[len(self.points)]

    def prompt(self, look: Situation) -> str:
        """Which stand is next."""
        return f"Set up your stands: {look.world.names[self._next(look)]} next."

    @verb("Place at", "point")
    def place(self, look: Situation) -> Targets:
        """Free points of the stand's zone."""
        world = look.world
        return Free(look, world.formations[world.member_of[self._next(look)]].zone, self.points)

    @place.then
    def _(self, field: Battlefield, point: int) -> None:
        points = (*self.points, point)
        done = len(points) == len(to_place(field, self.side))
        field.next(Deployed(self.side, points) if done else Deploy(self.side, points))

    @place.why_not
    def _(self, look: Situation, point: object) -> str:
        world = look.world
        zone = world.formations[world.member_of[self._next(look)]].zone
        return f"set it up in zone {zone}, on no other stand"

    @verb("Set up the rest as suggested")
    def rest(self, look: Situation) -> bool:
        """As long as nothing was placed where the suggestion needs room."""
        return not self.points or self._fits(look)

    def _fits(self, look: Situation) -> bool:
        world = look.world
        left = [world.places[n] for n in to_place(look, self.side)[len(self.points) :]]
        return not any(overlap(world.base(p, 0), world.base(q, 0)) for p in left for q in self.points)

    @rest.then
    def _(self, field: Battlefield, _: None) -> None:
        mine = to_place(field, self.side)
        rest = tuple(field.world.places[n] for n in mine[len(self.points) :])
        field.next(Deployed(self.side, (*self.points, *rest)))


class Deployed(Sealed, frozen=True, array_like=True, tag="deployed"):
    """A side's set-up, until both are done."""

    side: int
    points: tuple[int, ...] = ()

    def reveal(self, field: Battlefield) -> None:
        """The stands are put on the table, facing the enemy's side of it."""
        world = field.world
        table = world.table
        for n, point in zip(to_place(field, self.side), self.points, strict=True):
            heading = 0
            middle = (table.width // 2, table.height // 2)
            if world.kinds[n].faces and table.point(point) != middle:
                heading = (heading_to(table.point(point), middle) + 3) // 6 * 6 % 24  # square, to lie on no other
            field.change(n, at=point, hits=world.full_hits[n], heading=heading)
        field.log("deployed", "TC S1", side=self.side)


class TurnStart(Step, frozen=True, array_like=True, tag="turn_start"):
    """TC S2, S3: a side's turn begins: Finished markers come off, then the phases follow."""

    side: int

    def run(self, field: Battlefield) -> None:
        """Ready the stands and line up the phases."""
        field.log("turn", "TC S1", turn=field.turn, side=self.side)
        for n, stand in enumerate(field.stands):
            if field.world.owners[n] == self.side and (stand.finished or stand.halved or stand.tried):
                field.change(n, finished=False, halved=False, tried=False)
        mine = [each.side == self.side for each in field.world.supports]
        field.set(called=tuple(0 if own else count for own, count in zip(mine, field.called(), strict=True)))
        due = [n for n, turn in field.get("due") if turn <= field.turn and field.world.owners[n] == self.side]
        replaced = [ReplaceLeader(self.side, n) for n in due if ReplaceLeader(self.side, n).points(field)]
        placed = [each.leader for each in replaced]
        field.set(due=tuple(each for each in field.get("due") if each[0] not in placed))
        phases = (Command(self.side), ActionPhase(self.side), Recovery(self.side), EndTurn(self.side))
        field.next(*replaced, *phases)
        for special in field.world.specials:
            special.turn_start(field, self.side)


class ReplaceLeader(Decide, frozen=True, array_like=True, tag="replace_leader"):
    """TC F22: a lost leader comes back beside a stand of his formation, or of one under it."""

    leader: int

    def points(self, look: Situation) -> tuple[int, ...]:
        """Free points that touch a friendly stand of the formation, and no enemy."""
        world = look.world
        own = world.member_of[self.leader]
        friends = [look.base(n) for n in look.on_table(self.side)]
        enemies = [look.base(n) for n in look.on_table(1 - self.side)]
        found: set[int] = set()
        for n in look.on_table(self.side):
            if own in world.formations[world.member_of[n]].chain and not world.kinds[n].leader:
                found.update(p for p in movement.around(look, n) if world.fits(p))
        bases = {p: world.base(p, 0) for p in sorted(found)}
        return tuple(
            p
            for p, base in bases.items()
            if not any(overlap(base, friend) for friend in friends)
            and not any(base_within(base, enemy, CONTACT) for enemy in enemies)
        )

    def prompt(self, look: Situation) -> str:
        """What to decide."""
        return f"{look.world.names[self.leader]} is replaced: where does the new leader stand?"

    @verb("Place at", "point")
    def place(self, look: Situation) -> Targets:
        """Free points that touch a friendly stand of the formation."""
        return self.points(look)

    @place.then
    def _(self, field: Battlefield, point: int) -> None:
        field.change(self.leader, at=point, hits=field.world.full_hits[self.leader])
        field.log("replaced", "TC F22", stand=self.leader, point=point)

    @place.why_not
    def _(self, look: Situation, point: object) -> str:
        return "a new leader stands in contact with a stand of his formation, on free ground and off the enemy (TC F22)"

    @verb("No room: he comes next turn")
    def wait(self, look: Situation) -> bool:
        """Only if another new leader has taken the last place."""
        return not self.points(look)

    @wait.then
    def _(self, field: Battlefield, _: None) -> None:
        field.set(due=(*field.get("due"), (self.leader, field.turn + 1)))


class ActionPhase(Decide, frozen=True, array_like=True, tag="action_phase"):
    """TC S6: stands act one after another, in any order, until the side ends the phase (TC S10)."""

    def prompt(self, look: Situation) -> str:
        """What to decide."""
        return "Choose a stand to act, call support, or end the phase."

    @verb("Act with", "unit")
    def stand(self, look: Situation) -> Targets:
        """Stands that are not Finished and that command allows to act."""
        return tuple(
            n for n, owner in enumerate(look.world.owners) if owner == self.side and not self._why_not(look, n)
        )

    def _why_not(self, look: Situation, stand: int) -> str:
        name, s = look.world.names[stand], look.stands[stand]
        if s.at == OFF:
            return f"{name} is not on the table"
        if s.finished:
            return f"{name} is Finished (TC S7)"
        if not may_try(look, stand):
            return f"{name}'s battalion has no command points left (TC C13)"
        for special in look.world.specials:
            why: str = special.may_not_act(look, stand)
            if why:
                return f"{name} may not act: {why}"
        if s.carrier != NOBODY and (look.stands[s.carrier].finished or not riding.dismount_points(look, stand)):
            return f"{name} cannot dismount now (TC V4)"
        return ""

    @stand.then
    def _(self, field: Battlefield, stand: int) -> None:
        acts = StandAction(self.side, stand)
        field.next(CommandTry(stand, acts) if needs_roll(field, stand) else acts, self)

    @stand.why_not
    def _(self, look: Situation, stand: object) -> str:
        if not isinstance(stand, int) or not 0 <= stand < len(look.stands) or look.world.owners[stand] != self.side:
            return "that is not one of your stands"
        return self._why_not(look, stand)

    @verb("Call", "choice")
    def call(self, look: Situation) -> Targets:
        """TC A1: the support that may be called now."""
        return available(look, self.side)

    @call.then
    def _(self, field: Battlefield, support: int) -> None:
        spotted = needs_spotter(field, field.world.supports[support])
        asks = CallSupport(self.side, support) if spotted else CallFire(self.side, support, NOBODY)
        field.next(asks, self)

    @verb("End the phase")
    def end(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @end.then
    def _(self, field: Battlefield, _: None) -> None:
        pass


class StandAction(Decide, frozen=True, array_like=True, tag="stand_action"):
    """TC S7: one stand takes one action."""

    stand: int

    def prompt(self, look: Situation) -> str:
        """What to decide."""
        return f"What does {look.world.names[self.stand]} do?"

    def _begin(self, field: Battlefield) -> None:
        """The action is taken: it costs command and the stand is Finished (TC S8); a road move is past (TC V25)."""
        pay(field, self.stand)
        field.finish_stand(self.stand)
        if field.stands[self.stand].on_road:
            field.change(self.stand, on_road=False)

    def _may_move(self, look: Situation) -> bool:
        s = look.stands[self.stand]
        if s.carrier != NOBODY:
            return False
        return s.morale == NORMAL or look.world.kinds[self.stand].vehicle

    @verb("Move to", "point")
    def move(self, look: Situation) -> Targets | bool:
        """TC M1: any point in reach that does not touch an enemy."""
        return region(look, self.stand) if self._may_move(look) else False

    @move.then
    def _(self, field: Battlefield, point: int) -> None:
        way = region(field, self.stand).way(point)
        self._begin(field)
        self._walk(field, way)

    def _walk(self, field: Battlefield, way: Way, enemy: int = NOBODY) -> None:
        field.log("moves", "TC M1", stand=self.stand, point=way[-1].position)
        field.next(set_out(field, self.stand, way, enemy))

    @move.why_not
    def _(self, look: Situation, point: object) -> str:
        if not self._may_move(look):
            return f"{look.world.names[self.stand]} is not fit to move (TC M8)"
        return "it is out of reach, taken, or in contact with an enemy (assault him instead)"

    @verb("Assault", "unit")
    def assault(self, look: Situation) -> Targets | bool:
        """TC M6: enemies that can be reached."""
        world = look.world
        s = look.stands[self.stand]
        if s.carrier != NOBODY or s.morale != NORMAL or world.kinds[self.stand].arm == "gun":
            return False
        reach = movement.allowance(look, self.stand) + 100
        if not any(look.within(self.stand, n, reach) for n in look.on_table(1 - self.side)):
            return False
        near = [n for n in region(look, self.stand).assailable if look.joined(n) == NOBODY]
        return tuple(sorted(n for n in near if can_fight(look, self.stand, n)))

    @assault.then
    def _(self, field: Battlefield, enemy: int) -> None:
        way = region(field, self.stand).charge(enemy)
        self._begin(field)
        self._walk(field, way, enemy)

    @assault.why_not
    def _(self, look: Situation, enemy: object) -> str:
        return "only an enemy stand that can be reached can be assaulted, and only by a stand of normal morale (TC M6)"

    @verb("Fire at", "unit")
    def fire(self, look: Situation) -> Targets:
        """TC F: enemies in range and sight."""
        return tuple(look.targets(self.stand))

    @fire.then
    def _(self, field: Battlefield, target: int) -> None:
        self._begin(field)
        field.next(Shot(self.stand, target))

    @fire.why_not
    def _(self, look: Situation, target: object) -> str:
        return why_not_fire(look, self.stand, target)

    @verb("Mortar, spotted by", "unit")
    def mortar(self, look: Situation) -> Targets | bool:
        """TC A5: a mortar needs a spotter."""
        kind = look.world.kinds[self.stand].kind
        if (
            "mortar" not in kind
            or look.stands[self.stand].morale == PARALYZED
            or look.stands[self.stand].carrier != NOBODY
        ):
            return False
        return spotters(look, self.side, mortar=self.stand)

    @mortar.then
    def _(self, field: Battlefield, spotter: int) -> None:
        pay(field, self.stand)
        field.next(CallFire(self.side, NOBODY, spotter, self.stand))

    @verb("Panic, away from", "unit")
    def panic(self, look: Situation) -> Targets | bool:
        """TC M9: a Suppressed or Paralyzed stand may flee from the nearest enemy; of several, pick one (TC M11)."""
        s = look.stands[self.stand]
        if s.morale == NORMAL or look.world.kinds[self.stand].vehicle or s.carrier != NOBODY:
            return False
        return tuple(look.nearest_enemies(self.stand))

    @panic.then
    def _(self, field: Battlefield, enemy: int) -> None:
        pay(field, self.stand)
        panic.panic(field, self.stand, enemy)

    @verb("Rally", "unit")
    def rally(self, look: Situation) -> Targets | bool:
        """TC R4: a platoon or company leader goes to a shaken stand and lifts it one level."""
        world = look.world
        s, kind = look.stands[self.stand], world.kinds[self.stand]
        if not world.rules.leader_rally or not kind.leader or kind.kind == "hq":
            return False
        if s.morale != NORMAL or s.carrier != NOBODY:
            return False
        shaken = [n for n in look.on_table(self.side) if look.stands[n].morale != NORMAL and n != self.stand]
        near = movement.allowance(look, self.stand)
        return tuple(n for n in shaken if look.within(self.stand, n, near) and self._beside(look, n))

    def _beside(self, look: Situation, friend: int) -> list[int]:
        reach = region(look, self.stand)
        return [p for p in movement.around(look, friend) if p in reach]

    @rally.then
    def _(self, field: Battlefield, friend: int) -> None:
        where = region(field, self.stand)
        point = min(self._beside(field, friend), key=lambda p: (where.reach.cost(p), p))
        way = where.way(point)
        self._begin(field)
        field.log("moves", "TC R4", stand=self.stand, point=point)
        field.next(set_out(field, self.stand, way), Rallied(self.stand, friend))

    @verb("Mount", "unit")
    def mount(self, look: Situation) -> Targets | bool:
        """TC V4: carriers that the stand can reach with half its move."""
        s, kind = look.stands[self.stand], look.world.kinds[self.stand]
        if s.carrier != NOBODY or s.morale != NORMAL or kind.vehicle:
            return False
        return tuple(riding.carriers(look, self.stand))

    @mount.then
    def _(self, field: Battlefield, carrier: int) -> None:
        pay(field, self.stand)
        riding.mount(field, self.stand, carrier)

    @verb("Dismount at", "point")
    def dismount(self, look: Situation) -> Targets | bool:
        """TC V4: points beside the carrier."""
        if look.stands[self.stand].carrier == NOBODY:
            return False
        return riding.dismount_points(look, self.stand)

    @dismount.then
    def _(self, field: Battlefield, point: int) -> None:
        pay(field, self.stand)
        riding.dismount(field, self.stand, point)
        field.next(MoveOn(self.side, self.stand))

    @verb("Do nothing")
    def nothing(self, look: Situation) -> bool:
        """Only a stand that can do nothing else, as a Paralyzed one with no enemy left to flee from."""
        s = look.stands[self.stand]
        fit = s.morale == NORMAL or look.world.kinds[self.stand].vehicle or bool(look.nearest_enemies(self.stand))
        return not fit

    @nothing.then
    def _(self, field: Battlefield, _: None) -> None:
        field.finish_stand(self.stand)


class MoveOn(Decide, frozen=True, array_like=True, tag="move_on"):
    """TC V4: a stand that has dismounted may use the other half of its move."""

    stand: int

    def prompt(self, look: Situation) -> str:
        """What to decide."""
        return f"Does {look.world.names[self.stand]} move on?"

    @verb("Move to", "point")
    def move(self, look: Situation) -> Targets:
        """Any point in reach with half a move."""
        return region(look, self.stand)

    @move.then
    def _(self, field: Battlefield, point: int) -> None:
        way = region(field, self.stand).way(point)
        field.finish_stand(self.stand)
        field.log("moves", "TC V4", stand=self.stand, point=point)
        field.next(set_out(field, self.stand, way))


class Rallied(Step, frozen=True, array_like=True, tag="rallied"):
    """TC R4: a leader who has reached the stand lifts it."""

    leader: int
    stand: int

    def run(self, field: Battlefield) -> None:
        """If he got there."""
        if field.gone(self.leader) or field.gone(self.stand) or field.stands[self.leader].morale != NORMAL:
            return
        if field.touching(self.leader, self.stand) and field.stands[self.stand].morale != NORMAL:
            improve(field, self.stand, "TC R4")


class EndTurn(Step, frozen=True, array_like=True, tag="end_turn"):
    """TC S4: the other side's turn, the next turn, or the end."""

    side: int

    def run(self, field: Battlefield) -> None:
        """Go on."""
        save_points(field, self.side)
        field.world.victory.hold(field)
        for special in field.world.specials:
            special.turn_end(field, self.side)
        if field.result is not None or field.world.victory.early(field):
            return
        if self.side == field.world.first_side:
            field.next(TurnStart(1 - self.side))
        elif field.turn < field.world.turns:
            field.set(turn=field.turn + 1)
            field.next(TurnStart(1 - self.side))
        else:
            field.world.victory.decide(field)
