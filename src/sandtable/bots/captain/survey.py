"""The survey of the map before a decision: where the enemy can hurt whom, and where the side wants to go."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from sandtable.bots.captain.growth import growth
from sandtable.bots.captain.rehearsing import Trial
from sandtable.bots.captain.stakes import short_of_steps, standing_of
from sandtable.bots.captain.threats import Threats, sight_of, threats_of
from sandtable.bots.captain.wayfinding import costs_to
from sandtable.bots.standing import Standing
from sandtable.kernel.memo import cached_property, known_of
from sandtable.kernel.procedure import Shot
from sandtable.systems.tcs.areafire import crosses
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.boats import rowers
from sandtable.systems.tcs.movement import shut
from sandtable.systems.tcs.orders import preparing
from sandtable.systems.tcs.tables import area_range
from sandtable.systems.tcs.world import FINE, NOBODY, World

__all__ = ["FAR", "Memory", "Survey"]

FAR = 10_000
"""A distance that nobody goes."""
WATCH = 4
"""How far the enemy is expected to watch a river, in hexes."""
KEPT = 200
"""How many such maps of ways are kept for one map."""
GUARD = 200
"""How far a point of strength of those who hold a goal puts it off, in percent of a sixth of a movement point."""
HALT = 18
"""How far from an enemy that is not shaken infantry halts, in sixths of a movement point: it fights by its fire."""
CROSS = 250
"""What a place is worth from which a fire becomes cross fire, in percent of another."""
SPARING, FAILED = 140, 130
"""How much danger counts, in percent, where few more losses would spoil the result, and where fire has failed."""
WITHSTOOD = 6
"""How much harder a hex seems where fire has just failed: another may be easier."""


Rehearse = Callable[[int, dict[int, int]], Trial]
"""An assault to play through in the head: the hex, and who goes in from where."""


def crossing_with(world: World, others: tuple[tuple[int, ...], ...]) -> int:
    """The hexsides by which one fire more would make cross fire with others, as bits; none if they have it already."""
    known: dict[object, int] = known_of(world, "crossing_with")
    found = known.get(others)
    if found is None:
        if len(known) >= KEPT:
            known.clear()
        found = 0
        if not crosses(world, others, 0):
            found = sum(1 << way for way in range(6) if crosses(world, [*others, (way,)], 0))
        known[others] = found
    return found


LASTING = (
    "attacking",
    "barred",
    "caution",
    "crossings",
    "crowds",
    "enemies",
    "fire_lines",
    "focus",
    "goals",
    "hurry",
    "known_goals",
    "known_ways",
    "rankings_now",
    "rows",
    "scout",
    "shelled",
    "sight",
    "standing",
    "suspected",
    "threats",
    "turns_left",
    "unseen",
    "wanted",
    "watched",
    "withstood",
)
"""What does not depend on the modes of the own units."""
OF_UNITS = ("best_moves", "budgets", "options", "prospects", "reaches", "shut_hexes", "turning", "ways_in")
"""What is known of each own unit, by its number, or by its number and more."""


class Memory:
    """What a bot remembers from decision to decision."""

    def __init__(self) -> None:
        self.clear: Hashable = None
        """When it last found that smoke would hide too little: the turn, the enemy, and who has withstood its fire."""
        self.trigger: object = None
        """What it last weighed its overwatch at: the turn, the occasion, who moved or fired, and all of the enemy."""
        self.shots: list[Shot] = []
        """The shots at this trigger that were worth it."""


class Survey:
    """One moment as a side sees it."""

    def __init__(
        self,
        look: Situation,
        side: int,
        rehearse: Rehearse | None = None,
        fired_at: frozenset[int] = frozenset(),
        memory: Memory | None = None,
    ) -> None:
        self._fired_at = fired_at
        self.memory = memory or Memory()
        self.look = look
        self.rehearse = rehearse
        self.side = side
        self.world = look.world

    def handed_on(self, later: Survey, turned: frozenset[int]) -> Survey:
        """A later survey of the same side with all that is still so, where only these units of it have changed, and
        nothing of them but their modes and what they have done.
        """
        mine, theirs = self.__dict__, later.__dict__
        for name in LASTING:
            if name in mine:
                theirs[name] = mine[name]
        for name in OF_UNITS:
            if name in mine:
                theirs[name] = {
                    key: found
                    for key, found in mine[name].items()
                    if (key[0] if isinstance(key, tuple) else key) not in turned
                }
        if "stormers" in mine and turned.isdisjoint(mine["stormers"].get("all", turned)):
            theirs |= {name: mine[name] for name in ("stormers", "storms") if name in mine}
        if "fire_worths" in mine:
            worths = mine["fire_worths"].items()
            theirs["fire_worths"] = {key: worth for key, worth in worths if turned.isdisjoint(key[0])}
        return later

    # What is wanted

    @cached_property
    def standing(self) -> Standing:
        """Where the side stands by the victory table."""
        return standing_of(self.look, self.side)

    @cached_property
    def attacking(self) -> bool:
        """Whether the side must take ground: not if it has won without, late, nor if it can no longer gain by it."""
        return bool(self.wanted) and not self.standing.keeps and not self.standing.hopeless

    @cached_property
    def caution(self) -> int:
        """How much danger counts, in percent of the usual: more where losses tell or fire has failed."""
        if self.standing.dares:
            return 100
        percent = SPARING if short_of_steps(self.look, self.side) else 100
        return percent * FAILED // 100 if self.withstood else percent

    @cached_property
    def withstood(self) -> frozenset[int]:
        """The enemy hexes that the side has fired at in this turn and where nobody is shaken."""
        look = self.look
        held = {hex: look.enemies_in(hex, self.side) for hex in self._fired_at}
        return frozenset(
            hex for hex, units in held.items() if units and all(look.units[n].morale == FINE for n in units)
        )

    @cached_property
    def wanted(self) -> tuple[int, ...]:
        """The objectives that the other side holds."""
        holders = self.look.board.holders
        return tuple(hex for hex, holder in zip(self.world.objectives, holders, strict=True) if holder != self.side)

    @cached_property
    def goals(self) -> tuple[int, ...]:
        """Where the side wants to be: on the objectives it does not hold, or else on those it does."""
        if self.attacking:
            return self.wanted
        return tuple(hex for hex in self.world.objectives if hex not in self.wanted) or self.world.objectives

    @cached_property
    def turns_left(self) -> int:
        """How many turns are left, this one included."""
        return self.world.turns - self.look.turn + 1

    def guard_of(self, hex: int) -> int:
        """What the enemy in a hex would fight an assault with."""
        look, kinds = self.look, self.world.kinds
        total = 0
        for n in look.enemies_in(hex, self.side):
            unit = look.units[n]
            strength = (kinds[n].area_strength or 0) + (unit.steps if kinds[n].infantry else 0)
            total += 2 * strength if unit.morale == FINE else strength
        return total // 2

    def goals_of(self, unit: int) -> tuple[int, ...]:
        """Where a unit is to go: to those of the goals that its order names, or the order that is prepared for it; to
        any of them if it has none, or one that names no goal.
        """
        sheets = self.look.board.sheets
        now = self.look.units[unit].sheet
        if now == NOBODY:
            now = next(iter(preparing(self.look, unit)), NOBODY)
        if now == NOBODY:
            return self.goals
        known: dict[int, tuple[int, ...]] = known_of(self, "known_goals")
        if now not in known:
            named = set(sheets[now].measures.objective)
            known[now] = tuple(hex for hex in self.goals if hex in named) or self.goals
        return known[now]

    @cached_property
    def crowds(self) -> dict[int, int]:
        """How many steps are in each hex that has units."""
        units = self.look.units
        return {hex: sum(units[n].steps for n in stack) for hex, stack in self.look.stacks.items()}

    def detour(self, goal: int) -> int:
        """How much farther a goal seems than it is, in sixths of a point, because of the enemy who holds it."""
        return self.guard_of(goal) * GUARD // 100

    def stop(self, goal: int) -> int:
        """How far from a goal infantry halts while the enemy there is not shaken, in sixths of a point."""
        held = self.turns_left > 2 and (self.guard_of(goal) > 0 or goal in self.suspected)
        return HALT if held else 0

    def ways(self, unit: int, *, halting: bool = False) -> dict[int, int]:
        """How far each hex is from the nearest goal of a unit, in sixths of a point; or from where infantry halts
        before it.
        """
        mover, goals = self.world.kinds[unit].move_class, self.goals_of(unit)
        mine: dict[object, dict[int, int]] = known_of(self, "known_ways")
        if (mover, goals, halting) in mine:
            return mine[mover, goals, halting]
        known: dict[object, dict[int, int]] = known_of(self.world.ground, "to_goals")
        detours = tuple(map(self.detour, goals))
        stops = tuple(map(self.stop, goals)) if halting else (0,) * len(goals)
        watched = self.watched if mover == "foot" and self.rows else None
        key = mover, goals, detours, stops, watched
        found = known.get(key)
        if found is None:
            if len(known) >= KEPT:
                known.clear()
            movement = self.world.ground.movements[mover]
            found = known[key] = {}
            for goal, more, stop in zip(goals, detours, stops, strict=True):
                for hex, cost in costs_to(self.look, movement, goal, watched).items():
                    far, best = cost - stop + more if cost > stop else more, found.get(hex, FAR)
                    found[hex] = far if far < best else best
        mine[mover, goals, halting] = found
        return found

    @cached_property
    def watched(self) -> int:
        """Where the enemy may be expected to see what moves, as a bit mask."""
        mask = 0
        sight = min(self.look.visibility or WATCH, WATCH)
        for hex in {*(self.look.units[n].at for n in self.enemies), *self.suspected}:
            mask |= self.world.ground.within(hex, sight)
        return mask

    @cached_property
    def rows(self) -> bool:
        """Whether the side has boats (BT 1)."""
        return bool(self.look.game.options["boats"]) and rowers(self.look) == self.side

    def shut(self, unit: int) -> int:
        """The hexes that a unit may not enter, as a bit mask."""
        known: dict[int, int] = known_of(self, "shut_hexes")
        if unit not in known:
            known[unit] = shut(self.look, unit)
        return known[unit]

    # What to break

    @cached_property
    def focus(self) -> int | None:
        """The enemy hex to break first: a goal that is held by few, with few beside it, and near."""
        look, ground = self.look, self.world.ground
        held = [hex for hex in self.wanted if look.held_by(hex) == 1 - self.side] or list(self.suspected)
        ours = [look.units[n].at for n in look.on_map(self.side)]
        if not held or not ours:
            return None

        def hardness(hex: int) -> tuple[int, int]:
            beside = sum(self.guard_of(each) for each in ground.neighbours[hex])
            far = sum(ground.distance(at, hex) for at in ours) * 2 // len(ours)
            return self.guard_of(hex) + beside // 2 + far + WITHSTOOD * (hex in self.withstood), hex

        return min(held, key=hardness)

    @cached_property
    def fire_lines(self) -> dict[int, tuple[int, ...]]:
        """By which hexsides the direct fire of each unit of the side would come into the focus from where it is."""
        look, world, focus = self.look, self.world, self.focus
        if focus is None:
            return {}
        return {
            n: world.ground.entry(look.units[n].at, focus)
            for n in look.on_map(self.side)
            if world.direct[n]
            and look.units[n].at != focus
            and world.ground.distance(look.units[n].at, focus) <= world.area_reach[n]
            and look.sees(look.units[n].at, focus)
        }

    def in_range_of_focus(self, unit: int) -> int:
        """The hexes from which a unit could reach the focus with its fire, as a bit mask."""
        reach = self.world.area_reach[unit]
        return 0 if self.focus is None or reach < 0 else self.world.ground.within(self.focus, reach)

    def fire_from(self, unit: int, hex: int) -> int:
        """What the fire of a unit at the focus is worth from a hex: its strength as it counts there, in percent."""
        world, focus = self.world, self.focus
        kind = world.kinds[unit]
        if focus is None or kind.trajectory_class is None or hex == focus:
            return 0
        apart = world.ground.distance(hex, focus)
        sees = self.look.sees(hex, focus)
        if apart > world.area_reach[unit] or not (sees or world.indirect[unit]):
            return 0
        worth = (kind.area_strength or 0) * growth(area_range(kind.trajectory_class, apart).value)
        if world.direct[unit]:
            crossing = self.crossing(unit)
            if crossing and any(crossing >> way & 1 for way in world.ground.entry(hex, focus)):
                worth = worth * CROSS // 100
        return worth

    def crossing(self, unit: int) -> int:
        """The hexsides of the focus by which the fire of a unit would make cross fire with the others, as bits; none
        if the others have that without it.
        """
        known: dict[int, int] = known_of(self, "crossings")
        if unit not in known:
            known[unit] = crossing_with(self.world, tuple([ways for n, ways in self.fire_lines.items() if n != unit]))
        return known[unit]

    # What the enemy can do

    @cached_property
    def enemies(self) -> list[int]:
        """The units of the other side on the map."""
        return self.look.on_map(1 - self.side)

    @property
    def armed_enemies(self) -> list[int]:
        """Those that can fire."""
        return self.threats.armed

    @cached_property
    def unseen(self) -> list[int]:
        """The enemies on the map that nobody has found yet."""
        look, world = self.look, self.world
        due = look.board.due
        theirs = world.units_of[1 - self.side]
        return [n for n in theirs if look.units[n].steps and look.units[n].at < 0 and not due[world.member_of[n]]]

    @cached_property
    def suspected(self) -> tuple[int, ...]:
        """The goals where these may lie."""
        return tuple(hex for hex in self.wanted if self.look.held_by(hex) == NOBODY) if self.unseen else ()

    @cached_property
    def scout(self) -> int | None:
        """The platoon that goes ahead to find them, while the others halt."""
        look, kinds = self.look, self.world.kinds
        able = [n for n in look.on_map(self.side) if kinds[n].infantry and look.units[n].morale == FINE]
        if not self.suspected or not able:
            return None
        return min(able, key=lambda n: (self.ways(n).get(look.units[n].at, FAR), n))

    @cached_property
    def shelled(self) -> bool:
        """Whether the enemy has guns behind the map, as the briefing says: then a crowd is a target."""
        return any(battery.side != self.side for battery in self.world.support.batteries)

    @cached_property
    def barred(self) -> int:
        """The hexes with mines that harm this side, as a bit mask."""
        mask = 0
        for hex, owner in self.look.board.mines:
            if owner != self.side:
                mask |= 1 << hex
        return mask

    @cached_property
    def threats(self) -> Threats:
        """What the enemy can do, hex by hex."""
        return threats_of(self.look, self.side, tuple(self.unseen), self.suspected)

    @cached_property
    def sight(self) -> Hashable:
        """What sight depends on: see `sight_of`."""
        return sight_of(self.look)

    @property
    def eyes(self) -> int:
        """The hexes that an enemy sees or may see, as a bit mask."""
        return self.threats.eyes

    def risk(self, hex: int, *, vehicle: bool, posture: str, staying: bool = False) -> int:
        """What the enemy can do to a unit in a hex: see `Threats.risk`."""
        return self.threats.risk(hex, vehicle, posture, staying)

    def danger_from(self, enemy: int, hex: int, vehicle: bool, posture: str, staying: bool) -> int:
        """What one enemy can do to it: see `Threats.danger_from`."""
        return self.threats.danger_from(enemy, hex, vehicle, posture, staying)
