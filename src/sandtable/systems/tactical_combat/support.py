"""Support: air strikes, artillery, mortars and smoke (TC A)."""

from __future__ import annotations

from sandtable.board.shapes import Circle
from sandtable.board.tablesight import sight
from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.field import with_entry
from sandtable.kernel.phrase import Said
from sandtable.kernel.procedure import Decide, Procedure, Roles, Roll, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Outcome, Resolution
from sandtable.systems.tactical_combat.board import NOBODY, Smoke
from sandtable.systems.tactical_combat.command import may_try, pay
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.fire import Answered, antitank_shot, apply_result, infantry_shot
from sandtable.systems.tactical_combat.running import force_back
from sandtable.systems.tactical_combat.situation import Situation, base_near_point
from sandtable.systems.tactical_combat.spotted import SpottedPoints
from sandtable.systems.tactical_combat.tables import NORMAL, PARALYZED, SUPPRESSED
from sandtable.systems.tactical_combat.world import Support

__all__ = [
    "CHAPTER",
    "Barrage",
    "CallFire",
    "CallSupport",
    "Strike",
    "Struck",
    "available",
    "needs_spotter",
    "spotters",
]

NO_SPOTTER = Reason(
    "at squad scale an unmarked leader must spot, at platoon scale any stand, unless Paralyzed", "TC A6, A7"
)
ONE_STAND = Reason("it attacks one stand, not a place", "TC A2")
A_PLACE = Reason("it falls on a place, not on one stand", "TC A8")
UNSEEN = Reason("the spotter does not see that place", "TC A5")
UNSEEN_OR_OUTSIDE = Reason("the spotter does not see that place, or it is not in {zone}", "TC A5")
UNSEEN_OR_FAR = Reason("the spotter does not see that place, or it is out of range", "TC A5, A11")
TOO_FAR = Reason("it is beyond the light mortar's range", "TC A11")
JOINED = Reason("a joined leader cannot be picked out", "TC F21")
BLOCKED = Reason("the spotter's line is blocked by {what}", "TC A5")
NO_ENEMY = Reason("that is not an enemy stand on the table")
NO_SMOKE = Reason("it cannot lay smoke", "TC A12")


def available(look: Situation, side: int) -> tuple[int, ...]:
    """TC A1: the support a side may call now."""
    if not look.world.supports:
        return ()
    called = look.called()
    return tuple(
        number
        for number, each in enumerate(look.world.supports)
        if each.side == side
        and each.on_call(look.turn)
        and called[number] < each.missions
        and _can_be_called(look, side, number)
    )


def _can_be_called(look: Situation, side: int, number: int) -> bool:
    each = look.world.supports[number]
    if needs_spotter(look, each):
        return bool(spotters(look, side, number))
    return CallFire(side, number, NOBODY).useful(look)


def needs_spotter(look: Situation, support: Support) -> bool:
    """TC A3, A5: whether somebody must see the target."""
    return look.world.rules.air_needs_spotter if support.kind == "air" else support.spotter != "none"


def spotters(look: Situation, side: int, support: int = NOBODY, mortar: int = NOBODY) -> tuple[int, ...]:
    """TC A6, A7: at squad scale leaders spot, and are Finished by it; at platoon scale any stand may.

    A Paralyzed stand spots nothing; nobody is offered who sees nothing that the mission could do. A leader whose
    spotting Finishes him costs a command point, unless the mortar he spots for has paid already; optionally
    everybody who spots does.
    """
    world = look.world
    able = [n for n in look.on_table(side) if look.stands[n].morale != PARALYZED]
    if support != NOBODY and world.supports[support].spotter == "hq":
        able = [n for n in able if world.kinds[n].kind == "hq"]
    if not world.rules.platoon_scale:
        able = [n for n in able if world.kinds[n].leader and not look.stands[n].finished]
    if mortar == NOBODY and (not world.rules.platoon_scale or world.rules.spotting_costs_point):
        able = [n for n in able if may_try(look, n)]
    return tuple(n for n in able if CallFire(side, support, n, mortar).useful(look))


class CallSupport(Decide, frozen=True, array_like=True, tag="call_support"):
    """TC A5: who spots for the mission."""

    support: int

    @verb("Spotter", "unit", otherwise=NO_SPOTTER)
    def spotter(self, look: Situation) -> Targets:
        """Stands that may spot."""
        return spotters(look, self.side, self.support)

    @spotter.then
    def _do_spotter(self, field: Battlefield, stand: int) -> None:
        field.next(CallFire(self.side, self.support, stand))


class CallFire(Decide, frozen=True, array_like=True, tag="call_fire"):
    """TC A2, A8: where the mission falls. `support` is an off-table mission, or NOBODY for a mortar on the table."""

    support: int
    spotter: int
    mortar: int = NOBODY

    def prompt(self, look: Situation) -> Said:
        """What to decide."""
        return look.say("call_fire?", fire=self.mortar if self.mortar != NOBODY else self._name(look))

    def _name(self, look: Situation) -> str:
        return look.world.names[self.mortar] if self.mortar != NOBODY else look.world.supports[self.support].name

    def _template(self, look: Situation) -> bool:
        if self.mortar != NOBODY:
            return look.world.kinds[self.mortar].template
        return look.world.supports[self.support].kind != "air"

    def _radius(self, look: Situation) -> int:
        template = look.world.rules.template_inches * 50
        return template if self.mortar != NOBODY else look.world.supports[self.support].radius

    def _lays_smoke(self, look: Situation) -> bool:
        """TC A12: artillery and mortars may, aircraft never."""
        if not look.world.rules.smoke:
            return False
        each = None if self.mortar != NOBODY else look.world.supports[self.support]
        return each is None or (each.kind != "air" and each.smoke)

    def _points(self, look: Situation) -> SpottedPoints:
        """TC A10, A11: any spotted point, but for a light mortar only those in its range."""
        short = self.mortar != NOBODY and not self._template(look)
        zone = "" if self.mortar != NOBODY else look.world.supports[self.support].zone
        return SpottedPoints(look, self.spotter, self.mortar if short else NOBODY, zone)

    def useful(self, look: Situation) -> bool:
        """Whether there is anything to choose."""
        if self._template(look) or self._strikable(look):
            return True
        return self._lays_smoke(look) and bool(self._points(look))

    @verb("Attack", "point")
    def attack(self, look: Situation) -> Targets | bool:
        """TC A8, A10: a template on any point that is spotted."""
        return self._points(look) if self._template(look) else False

    @attack.then
    def _do_attack(self, field: Battlefield, point: int) -> None:
        shaken = self._shaken(field)
        self._spend(field)
        circle = Circle(*field.world.table.point(point), self._radius(field))
        under = self._under(field, circle)
        field.log("barrage", "TC A8", name=self._name(field), point=point, count=len(under))
        under.sort(key=lambda n: (field.world.kinds[n].leader, n))
        field.next(Struck(tuple(under), self._name(field), shaken), *self._answers(field))
        for special in field.world.specials:
            special.shelled(field, self.support, point)

    def _under(self, look: Situation, circle: Circle) -> list[int]:
        """TC A9: the stands with their centre under a template; optionally all it touches, or enemies only."""
        catches = look.world.rules.template_catches
        sides = (1 - self.side,) if catches == "enemies" else (0, 1)
        found = [n for side in sides for n in look.on_table(side)]
        if catches == "bases":
            return [n for n in found if base_near_point(look.base(n), (circle.x, circle.y), circle.radius)]
        return [n for n in found if circle.covers(look.base(n).centre)]

    @attack.check
    def _why_not_attack(self, look: Situation, point: int) -> Reason | None:
        if not self._template(look):
            return ONE_STAND
        if point in self._points(look):
            return None
        zone = "" if self.mortar != NOBODY else look.world.supports[self.support].zone
        return UNSEEN_OR_OUTSIDE.of(zone=zone) if zone else UNSEEN

    @verb("Attack", "unit")
    def strike(self, look: Situation) -> Targets | bool:
        """TC A2, A11: one stand, anywhere for aircraft, in range for a light mortar."""
        return False if self._template(look) else self._strikable(look)

    def _strikable(self, look: Situation) -> tuple[int, ...]:
        return tuple(n for n in look.on_table(1 - self.side) if self._why_not(look, n) is None)

    def _why_not(self, look: Situation, target: int) -> Reason | None:
        if self.mortar != NOBODY and not look.in_range(self.mortar, target, look.max_range(self.mortar)):
            return TOO_FAR
        if look.joined(target) != NOBODY:
            return JOINED
        if self.spotter == NOBODY:
            return None
        eye, there = look.stands[self.spotter].at, look.stands[target].at
        blocked = sight(look.world.table, eye, there, look.world.rules.sight, {}, look.sight_limit()).by
        return BLOCKED.of(what=blocked) if blocked else None

    @strike.then
    def _do_strike(self, field: Battlefield, target: int) -> None:
        shaken = self._shaken(field)
        self._spend(field)
        field.next(Strike(target, self._name(field), self.mortar, self._dice(field), shaken), *self._answers(field))

    @strike.check
    def _why_not_strike(self, look: Situation, target: int) -> Reason | None:
        if self._template(look):
            return A_PLACE
        return self._why_not(look, target) if target in look.on_table(1 - self.side) else NO_ENEMY

    def _dice(self, look: Situation) -> int:
        """TC A4: better aircraft have more dice."""
        if self.mortar != NOBODY:
            return 1
        given = look.world.rules.air_dice
        return look.world.supports[self.support].dice if given == "scenario" else int(given)

    @verb("Lay smoke", "point", otherwise=UNSEEN_OR_FAR)
    def smoke(self, look: Situation) -> Targets | bool:
        """TC A12: smoke instead of an attack."""
        return self._points(look) if self._lays_smoke(look) else False

    @smoke.then
    def _do_smoke(self, field: Battlefield, point: int) -> None:
        self._spend(field)
        field.update(smoke=(*field.smoke, Smoke(point, self.side, self._radius(field))))
        field.log("smoke", "TC A12", name=self._name(field), point=point)

    @smoke.check
    def _why_not_smoke(self, look: Situation, point: int) -> Reason | None:
        return None if self._lays_smoke(look) else NO_SMOKE

    def _shaken(self, look: Situation) -> bool:
        """TC F15: whether a mortar on the table fires while it is Suppressed."""
        return self.mortar != NOBODY and look.stands[self.mortar].morale == SUPPRESSED

    def _answers(self, look: Situation) -> tuple[Procedure, ...]:
        """TC O3, O9: a mortar on the table that has fired may be fired at; what comes from off the table may not."""
        spared = self.mortar == NOBODY or look.world.rules.opportunity_at == "no_mortars"
        return () if spared else (Answered(self.mortar),)

    def _spend(self, field: Battlefield) -> None:
        """The mission is used; a leader who spotted at squad scale is Finished (TC A6)."""
        marked = self.spotter != NOBODY and not field.world.rules.platoon_scale
        if self.mortar != NOBODY:
            field.finish_stand(self.mortar)
        else:
            field.update(called=with_entry(field.board.called, self.support, field.called()[self.support] + 1))
            if marked or (self.spotter != NOBODY and field.world.rules.spotting_costs_point):
                pay(field, self.spotter)
        if marked:
            field.finish_stand(self.spotter)


class Struck(Step, frozen=True, array_like=True, tag="struck"):
    """TC A8, A9: the stands under a template are attacked one after another, leaders last.

    A leader who has joined a stand is in it: he is attacked only if that stand is gone (TC F21).
    """

    stands: tuple[int, ...]
    name: str
    shaken: bool

    def run(self, field: Battlefield) -> None:
        """The next one that is still there."""
        for index, stand in enumerate(self.stands):
            if not field.gone(stand) and field.joined(stand) == NOBODY:
                rest = Struck(self.stands[index + 1 :], self.name, self.shaken)
                field.next(Barrage(stand, self.name, self.shaken), rest)
                return


class Barrage(Roll, frozen=True, array_like=True, tag="barrage"):
    """TC A8: one stand under a template is attacked; friends too (TC A9)."""

    roles = Roles(on="target")

    target: int
    name: str
    shaken: bool

    def resolution(self, look: Situation) -> Resolution:
        """Cover counts, range does not."""
        return _support_shot(look, self.name, self.target, shaken=self.shaken)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """The result."""
        _result(field, self.target, outcome)


class Strike(Roll, frozen=True, array_like=True, tag="strike"):
    """TC A2, A11: one stand is attacked from the air or by a light mortar."""

    roles = Roles(by="mortar", on="target")

    target: int
    name: str
    mortar: int
    dice: int
    shaken: bool

    def resolution(self, look: Situation) -> Resolution:
        """The best of the dice; a light mortar has its long range."""
        far = self.mortar != NOBODY and look.long_range(self.mortar, self.target)
        return _support_shot(look, self.name, self.target, dice=self.dice, far=far, shaken=self.shaken)

    def says(self, look: Situation) -> Said:
        """A light mortar is a stand, all else has a name."""
        support = self.name if self.mortar == NOBODY else self.mortar
        return look.say("support_fires", support=support, target=self.target)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """The result."""
        _result(field, self.target, outcome)


def _support_shot(
    look: Situation, name: str, target: int, *, dice: int = 1, far: bool = False, shaken: bool = False
) -> Resolution:
    """A standard attack that follows no line: only cover on every side counts, smoke and walls do not.

    TC A14: against a vehicle the gun is 0, and the shot is from the flank only with an option.
    """
    world = look.world
    stand = look.stands[target]
    cover = world.cover_at(stand.at)
    quality = world.quality(target)
    names = name, world.names[target]
    if world.kinds[target].vehicle:
        return antitank_shot(
            *names,
            quality,
            armour=world.kinds[target].armour,
            flank=world.rules.support_on_vehicles == "flank",
            road=stand.on_road,
            cover=cover > 0,
            suppressed=shaken,
            long_range=far,
            dice=dice,
        )
    morale = SUPPRESSED if shaken else NORMAL
    return infantry_shot(*names, quality, cover=cover, morale=morale, long_range=far, dice=dice)


def _result(field: Battlefield, target: int, outcome: Outcome) -> None:
    """TC V11: a vehicle hit by support is forced back from the enemy nearest to it."""
    apply_result(field, target, outcome)
    assert isinstance(outcome, tuple)
    if outcome[2] and not field.gone(target):
        nearest = field.nearest_enemies(target)
        if nearest:
            force_back(field, target, nearest[0], "TC V11")


CHAPTER = Chapter(
    name="support",
    procedures=(
        CallSupport,
        CallFire,
        Struck,
        Barrage,
        Strike,
    ),
    phrases={
        "barrage!": "{name} fires at {target:unit}",
        "support_fires": "{support:unit} fires at {target:unit}",
        "call_support?": "Who spots for {support:choice}?",
        "call_fire?": "Where does {fire:unit} fall?",
        "barrage": "{name} falls on {point:point}: {count} stands under it",
        "smoke": "{name} lays smoke on {point:point}",
    },
)
