"""What a stand may do in its action (TC S7)."""

from __future__ import annotations

from sandtable.board.lattice import STEP
from sandtable.board.stands import base_within, overlap
from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.procedure import Decide, Procedure, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tactical_combat import panic, riding
from sandtable.systems.tactical_combat.armour import can_fight
from sandtable.systems.tactical_combat.board import NOBODY
from sandtable.systems.tactical_combat.command import CommandTry, needs_roll, pay
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.fire import Shot, why_no_target, why_not_fire
from sandtable.systems.tactical_combat.movement import Walk, set_out
from sandtable.systems.tactical_combat.recovery import improve
from sandtable.systems.tactical_combat.region import allowance, around, region, taken
from sandtable.systems.tactical_combat.riding import MoveOn
from sandtable.systems.tactical_combat.situation import CONTACT, Situation
from sandtable.systems.tactical_combat.support import CallFire, spotters
from sandtable.systems.tactical_combat.tables import NORMAL, PARALYZED, SUPPRESSED, TERRAIN

__all__ = ["CHAPTER", "MoveOn", "Rallied", "StandAction", "acts_with"]

HELD = Reason("{stand:unit} may not move: {why}", "TC G4")
UNFIT = Reason("{stand:unit} is not fit to move", "TC M8")
OVER_THE_EDGE = Reason("its base would hang over the edge of the table there")
CLOSED = Reason("{stand:unit} cannot enter {ground}")
ENEMY_THERE = Reason("it would touch {other:unit} there: to attack him, assault him", "TC M6")
FRIEND_THERE = Reason("{other:unit} stands there", "TC M12")
SUPPRESSED_THERE = Reason("it is out of reach, or closer to the enemy, and {stand:unit} is suppressed", "TC V13")
OUT_OF_REACH = Reason("it is out of reach: {stand:unit} moves {inches} inches, and bad ground costs more")
NOT_ASSAILABLE = Reason(
    "only an enemy stand that can be reached can be assaulted, and only by a stand of normal morale", "TC M6"
)
NO_PANIC = Reason(
    "only infantry that is Suppressed or Paralyzed panics, and away from the nearest enemy", "TC M9", quiet=True
)
RALLY_OFF = Reason("leaders do not rally in this game: the option leader_rally is off", "TC R4", quiet=True)
NO_RALLY = Reason(
    "only a platoon or company leader rallies, and a Suppressed or Paralyzed stand he can reach", "TC R4", quiet=True
)
NO_TASK = Reason("the special rules of the scenario do not let it do that here and now", "TC G4", quiet=True)


def _why_not_there(look: Situation, stand: int, point: int) -> Reason:
    """Why a stand that may move cannot end its move at a point that is not in its region."""
    world, table = look.world, look.world.table
    vehicle = world.kinds[stand].vehicle
    if not world.inside(*table.point(point)):
        return OVER_THE_EDGE
    if not world.fits(point, vehicle=vehicle):
        return CLOSED.of(ground=TERRAIN[table.ground_at(point)].name.lower())
    base = world.base(point, 0)
    for enemy in look.on_table(1 - world.owners[stand]):
        if base_within(base, look.base(enemy), CONTACT):
            return ENEMY_THERE.of(other=enemy)
    for friend in look.on_table(world.owners[stand]):
        if friend != stand and overlap(base, look.base(friend)):
            return FRIEND_THERE.of(other=friend)
    if vehicle and look.stands[stand].morale == SUPPRESSED:
        return SUPPRESSED_THERE
    return OUT_OF_REACH.of(inches=f"{allowance(look, stand) / 100:g}")


class StandAction(Decide, frozen=True, array_like=True, tag="stand_action"):
    """TC S7: one stand takes one action."""

    stand: int

    def _begin(self, field: Battlefield, *, driving: bool = False) -> None:
        """The action is taken: it costs command and the stand is Finished (TC S8); a road move is past (TC V25)."""
        if field.world.rules.command[self.side] == "points":
            pay(field, self.stand)
        field.finish_stand(self.stand, driving=driving)
        if field.stands[self.stand].on_road:
            field.change(self.stand, on_road=False)

    def _may_move(self, look: Situation) -> bool:
        s = look.stands[self.stand]
        if s.carrier != NOBODY:
            return False
        return s.morale == NORMAL or look.world.kinds[self.stand].vehicle

    @verb("Move to", "point", menu="Move")
    def move(self, look: Situation) -> Targets | bool:
        """TC M1: any point in reach that does not touch an enemy. What is held fast may still turn where it is."""
        if not self._may_move(look):
            return False
        if look.why_not_move(self.stand):
            return (look.stands[self.stand].at,) if look.world.kinds[self.stand].faces else False
        return region(look, self.stand)

    @move.then
    def _do_move(self, field: Battlefield, point: int) -> None:
        where = region(field, self.stand)
        path, spent = where.walk(point)
        walk = set_out(field, self.stand, path, spent)
        self._begin(field, driving=True)
        if field.world.kinds[self.stand].carries:
            riding.drove(field, self.stand, where.reach.cost(point))
        self._walk(field, walk)

    def _walk(self, field: Battlefield, walk: Walk) -> None:
        field.log("moves", "TC M1", stand=self.stand, point=walk.path[-1])
        for special in field.world.specials if len(walk.path) > 1 else ():
            special.sets_out(field, self.stand)
        field.next(walk)

    @move.check
    def _why_not_move(self, look: Situation, point: int) -> Reason | None:
        held, stays = look.why_not_move(self.stand), point == look.stands[self.stand].at
        if held:
            turns = stays and look.world.kinds[self.stand].faces and self._may_move(look)
            return None if turns else HELD.of(why=held)
        if not self._may_move(look):
            return UNFIT
        return None if point in region(look, self.stand) else _why_not_there(look, self.stand, point)

    @move.check_by
    def _why_not_move_by(self, look: Situation, point: int | None, stand: int) -> Reason | None:
        if stand != self.stand or point is not None:
            return None
        held = look.why_not_move(stand)
        return HELD.of(why=held) if held else None if self._may_move(look) else UNFIT.of(stand=stand)

    @verb("Assault", "unit", otherwise=NOT_ASSAILABLE)
    def assault(self, look: Situation) -> Targets | bool:
        """TC M6: enemies that can be reached."""
        world = look.world
        s = look.stands[self.stand]
        if s.carrier != NOBODY or s.morale != NORMAL or world.kinds[self.stand].arm == "gun":
            return False
        if look.why_not_move(self.stand):
            return False
        near = region(look, self.stand).assailable
        return tuple([n for n in near if look.joined(n) == NOBODY and can_fight(look, self.stand, n)])

    @assault.then
    def _do_assault(self, field: Battlefield, enemy: int) -> None:
        path, spent = taken(field.world, region(field, self.stand).charge(enemy))
        walk = set_out(field, self.stand, path, spent, enemy)
        self._begin(field)
        self._walk(field, walk)

    @verb("Fire at", "unit")
    def fire(self, look: Situation) -> Targets:
        """TC F: enemies in range and sight."""
        return tuple(look.targets(self.stand))

    @fire.then
    def _do_fire(self, field: Battlefield, target: int) -> None:
        self._begin(field)
        field.next(Shot(self.stand, target))

    @fire.check
    def _why_not_fire(self, look: Situation, target: int) -> Reason | None:
        return why_not_fire(look, self.stand, target)

    @fire.check_by
    def _why_not_fire_by(self, look: Situation, target: int | None, stand: int) -> Reason | None:
        if stand != self.stand or target is not None:
            return None
        return why_no_target(look, stand)

    @verb("Mortar, spotted by", "unit", menu="Mortar, spotted")
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
    def _do_mortar(self, field: Battlefield, spotter: int) -> None:
        pay(field, self.stand)
        field.next(CallFire(self.side, NOBODY, spotter, self.stand))

    @verb("Panic, away from", "unit", otherwise=NO_PANIC)
    def panic(self, look: Situation) -> Targets | bool:
        """TC M9: a Suppressed or Paralyzed stand may flee from the nearest enemy; of several, pick one (TC M11)."""
        s = look.stands[self.stand]
        if s.morale == NORMAL or look.world.kinds[self.stand].vehicle or s.carrier != NOBODY:
            return False
        return tuple(panic.flees_from(look, self.stand))

    @panic.then
    def _do_panic(self, field: Battlefield, enemy: int) -> None:
        pay(field, self.stand)
        panic.panic(field, self.stand, enemy)

    @verb("Rally", "unit", otherwise=NO_RALLY)
    def rally(self, look: Situation) -> Targets | bool:
        """TC R4: a platoon or company leader goes to a shaken stand and lifts it one level."""
        world = look.world
        s, kind = look.stands[self.stand], world.kinds[self.stand]
        able = world.rules.leader_rally and kind.leader and kind.kind != "hq"
        if not able and not (world.specials and any(special.may_rally(look, self.stand) for special in world.specials)):
            return False
        if s.morale != NORMAL or s.carrier != NOBODY:
            return False
        shaken = [n for n in look.on_table(self.side) if look.stands[n].morale != NORMAL and n != self.stand]
        near = allowance(look, self.stand)
        return tuple(n for n in shaken if look.within(self.stand, n, near) and self._beside(look, n))

    def _beside(self, look: Situation, friend: int) -> list[int]:
        reach = region(look, self.stand)
        return [p for p in around(look, friend) if p in reach]

    @rally.then
    def _do_rally(self, field: Battlefield, friend: int) -> None:
        where = region(field, self.stand)
        point = min(self._beside(field, friend), key=lambda p: (where.reach.cost(p), p))
        path, spent = where.walk(point)
        walk = set_out(field, self.stand, path, spent)
        self._begin(field)
        field.change(self.stand, spent=field.stands[self.stand].spent + where.reach.cost(point))
        field.log("moves", "TC R4", stand=self.stand, point=point)
        field.next(walk, Rallied(self.stand, friend, path))

    @rally.check
    def _why_not_rally(self, look: Situation, friend: int) -> Reason | None:
        by_special_rule = any(special.may_rally(look, self.stand) for special in look.world.specials)
        return None if look.world.rules.leader_rally or by_special_rule else RALLY_OFF

    @verb("Mount", "unit")
    def mount(self, look: Situation) -> Targets | bool:
        """TC V4: carriers that the stand can reach with half its move."""
        if not look.world.carriers_of[self.side]:
            return False
        s, kind = look.stands[self.stand], look.world.kinds[self.stand]
        if s.carrier != NOBODY or s.morale != NORMAL or kind.vehicle:
            return False
        return tuple(riding.carriers(look, self.stand))

    @mount.then
    def _do_mount(self, field: Battlefield, carrier: int) -> None:
        pay(field, self.stand)
        riding.mount(field, self.stand, carrier)

    @verb("Dismount at", "point", menu="Dismount")
    def dismount(self, look: Situation) -> Targets | bool:
        """TC V4: points beside the carrier."""
        if look.stands[self.stand].carrier == NOBODY or not riding.may_dismount(look, self.stand):
            return False
        return riding.dismount_points(look, self.stand)

    @dismount.then
    def _do_dismount(self, field: Battlefield, point: int) -> None:
        pay(field, self.stand)
        carrier = field.stands[self.stand].carrier
        riding.dismount(field, self.stand, point)
        riding.drive_on(field, carrier)
        field.next(MoveOn(self.side, self.stand))

    @verb("Do", "task", otherwise=NO_TASK)
    def task(self, look: Situation) -> Targets | bool:
        """TC G4: what the special rules of the scenario let a stand of normal morale do: which rule, and what of it."""
        s = look.stands[self.stand]
        if not look.world.specials or s.carrier != NOBODY or s.morale != NORMAL:
            return False
        specials = enumerate(look.world.specials)
        return tuple([(number, task) for number, each in specials for task in each.tasks(look, self.stand)])

    @task.then
    def _do_task(self, field: Battlefield, task: tuple[int, int]) -> None:
        self._begin(field)
        rule, what = task
        field.world.specials[rule].do_task(field, self.stand, what)

    @verb("Let it be")
    def let_be(self, look: Situation) -> bool:
        """Infantry that is Suppressed or Paralyzed need not fire or panic: it has done nothing (TC S9)."""
        return look.stands[self.stand].morale != NORMAL and not look.world.kinds[self.stand].vehicle

    @let_be.then
    def _do_let_be(self, field: Battlefield, _: None) -> None:
        pass


def acts_with(field: Battlefield, side: int, stand: int) -> Procedure:
    """What a stand that is chosen to act goes through: a roll if it is out of command, what special rules ask, its
    action.
    """
    acts: Procedure = StandAction(side, stand)
    for special in field.world.specials:
        acts = special.before_acting(field, stand, acts)
    return CommandTry(stand, acts) if needs_roll(field, stand) else acts


class Rallied(Step, frozen=True, array_like=True, tag="rallied"):
    """TC R4: a leader who has reached the stand lifts it, and may go on with what is left of his move."""

    leader: int
    stand: int
    walked: tuple[int, ...]

    def run(self, field: Battlefield) -> None:
        """If he got there."""
        if field.gone(self.leader) or field.gone(self.stand) or field.stands[self.leader].morale != NORMAL:
            return
        if field.touching(self.leader, self.stand) and field.stands[self.stand].morale != NORMAL:
            improve(field, self.stand, "TC R4")
            if allowance(field, self.leader) >= STEP:
                field.next(MoveOn(field.world.owners[self.leader], self.leader, self.walked))


CHAPTER = Chapter(
    name="action",
    procedures=(
        StandAction,
        Rallied,
    ),
    phrases={
        "stand_action?": "{stand:unit}: choose an action.",
        "moves": "{stand:unit} moves to {point:point}",
    },
)
