"""An air drop: parachutists and gliders come down around the points they were aimed at.

Our rulings: the aiming points are chosen when the drop comes, before any dice are thrown for it; the enemy learns them
only as the stands come down, one after another. Every stand of a stick drifts by itself: one d10 times 36 degrees, by
the clock from north, is the way, a second d10 the inches. It comes down on the nearest half inch. If it would come down
on another stand, or touch an enemy, it is put on the nearest free point; if its base would hang over the edge of the
table it is lost. It may act in the turn of its landing.

Containers: with `containers` every stick drops one too, which drifts by itself, and is lost where a stand would be.
Until a stand has ended one of its side's turns in contact with the container of its stick it has pistols only, and a
machine gun stand no machine gun (TC F4). The marker stays for the others of the stick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.board.lattice import inches
from sandtable.kernel.decision import Targets
from sandtable.kernel.game import Game
from sandtable.kernel.phrase import Said
from sandtable.kernel.procedure import Decide, Procedure, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Modifier
from sandtable.systems.tactical_combat.board import OFF
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.setup import places_for
from sandtable.systems.tactical_combat.situation import CONTACT, Situation, base_near_point
from sandtable.systems.tactical_combat.special.base import Special, no_formation, no_kind, out_of, ranks_of, stands_of
from sandtable.systems.tactical_combat.special.touchdown import Jump
from sandtable.systems.tactical_combat.tables import TERRAIN
from sandtable.systems.tactical_combat.world import World

if TYPE_CHECKING:
    from sandtable.systems.tactical_combat.scenario import TacticalScenario

__all__ = ["PHRASES", "Aim", "Airdrop"]

OUT_OF_ZONE = Reason("it is aimed at a point of zone {zone}, on ground where a stand can be")

PHRASES = {"aim?": "{formation} drops: aim {stick:units} at which point?", "armed": "{stand:unit} has its weapons"}

NONE = 0


class Airdrop(Special, frozen=True, forbid_unknown_fields=True, tag="airdrop"):
    """A formation that comes by parachute or glider, on its turn. Its zone is where it may be aimed."""

    formation: str
    stick: int = 3
    """How many stands share an aiming point."""
    aim: tuple[tuple[float, float], ...] = ()
    """Aiming points that are suggested, one for each stick."""
    drift: int = 100
    """How far a stand drifts, in percent of the inches on the die, rounded up to whole inches."""
    ground_fire: int = 12
    """Sticks aimed within this many inches of an enemy drift twice as far; 0 is never."""
    lost_in: tuple[str, ...] = ("sea", "river", "buildings")
    hurt_in: tuple[str, ...] = ("woods", "orchard", "rough", "marsh")
    hurt_at_least: int = 7
    """On a d10: a hit for a stand that comes down in bad ground or on an enemy."""
    crash_at_least: int = NONE
    """On a d10: a hit for any stand that comes down; 0 is none."""
    shot_within: int = 8
    """Enemies within this many inches may fire at a landing stand; 0 is none."""
    helpless: int = -1
    """The modifier of that shot."""
    containers: bool = False
    pistols: int = 4
    """How far a stand without its weapons fires, in inches."""
    unarmed: int = 1
    """The modifier of its shots; machine guns and mortars have twice that."""

    def fault(self) -> str:
        """Nothing out of the ordinary."""
        bounds = (
            out_of(1, 20, self.stick, "a stick is"),
            out_of(0, 400, self.drift, "drift in percent is"),
            out_of(0, 99, self.ground_fire, "ground fire in inches is"),
            out_of(2, 10, self.hurt_at_least, "hurt_at_least is"),
            "" if self.crash_at_least == NONE else out_of(2, 10, self.crash_at_least, "crash_at_least is 0 or"),
            out_of(0, 16, self.shot_within, "shot_within in inches is"),
            out_of(-9, 9, self.helpless, "helpless is"),
            out_of(1, 16, self.pistols, "pistols fire, in inches,"),
            out_of(-9, 9, self.unarmed, "unarmed is"),
        )
        return next(filter(None, bounds), "") or no_kind((*self.lost_in, *self.hurt_in), TERRAIN, "ground")

    def misfit(self, scenario: TacticalScenario) -> str:
        """A formation of infantry that comes on a turn, and a point for each of its sticks."""
        unknown = no_formation(scenario, self.formation)
        if unknown:
            return unknown
        force = next(each for each in scenario.force if each.formation == self.formation)
        if force.turn < 1:
            return f"{self.formation} drops on a turn of the game: give its force a turn"
        known = scenario.kinds()
        kinds = [known.get(entry.kind) for entry in force.stands]
        if any(kind is not None and kind.faces for kind in kinds):
            return f"{self.formation} has vehicles or guns, which do not jump"
        sticks = -(-sum(entry.count for entry in force.stands) // self.stick)
        if self.aim and len(self.aim) != sticks:
            return f"{self.formation} has {sticks} sticks, but {len(self.aim)} points to aim at"
        width, height = inches(scenario.table.width) / 100, inches(scenario.table.height) / 100
        if not all(0 <= x <= width and 0 <= y <= height for x, y in self.aim):
            return "a point to aim at is off the table"
        return ""

    # What it remembers: where the container of each stick lies, then which stands have their weapons

    def memory(self, game: Game) -> tuple[int, ...]:
        """No container lies on the table; without containers every stand has its weapons."""
        stands = self.stands(game.world)
        return (*(OFF for _ in self.sticks(game.world)), *(int(not self.containers) for _ in stands))

    def stands(self, world: World) -> tuple[int, ...]:
        """The stands that drop."""
        return stands_of(world, self.formation)

    def sticks(self, world: World) -> list[tuple[int, ...]]:
        """The sticks, in the order of the roster."""
        mine = self.stands(world)
        return [mine[start : start + self.stick] for start in range(0, len(mine), self.stick)]

    def has_weapons(self, look: Situation, stand: int) -> bool:
        """Whether a stand has more than pistols."""
        if not self.containers:
            return True
        mine = ranks_of(look.world, self.formation)
        place = mine.get(stand)
        return place is None or bool(look.recall(self)[place - len(mine)])

    def container(self, look: Situation, stand: int) -> int:
        """Where the container of a stand's stick lies, or OFF."""
        return look.recall(self)[self.stands(look.world).index(stand) // self.stick]

    def drop_container(self, field: Battlefield, stick: int, at: int) -> None:
        """The container of a stick lies there."""
        kept = list(field.recall(self))
        kept[stick] = at
        field.remember(self, *kept)

    # When it speaks

    def kept_away(self, look: Situation, stand: int) -> bool:
        """Its stands do not walk on to the table."""
        return stand in self.stands(look.world)

    def turn_start(self, field: Battlefield, side: int) -> None:
        """The drop comes."""
        first = self.stands(field.world)[0]
        if field.world.owners[first] == side and field.world.arrivals[first] == field.turn:
            field.next(Aim(side, self.number(field)))

    def turn_end(self, field: Battlefield, side: int) -> None:
        """A stand that has reached the container has its weapons."""
        mine = self.stands(field.world)
        for index, stand in enumerate(mine):
            if field.world.owners[stand] != side or field.gone(stand) or self.has_weapons(field, stand):
                continue
            at = self.container(field, stand)
            if at != OFF and base_near_point(field.base(stand), field.world.table.point(at), CONTACT):
                kept = list(field.recall(self))
                kept[index - len(mine)] = 1
                field.remember(self, *kept)
                field.log("armed", "TC G4", stand=stand)

    def fire_limit(self, look: Situation, stand: int) -> int | None:
        """Pistols do not reach far."""
        return None if self.has_weapons(look, stand) else self.pistols * 100

    def without_gun(self, look: Situation, stand: int) -> bool:
        """It is in the container."""
        return not self.has_weapons(look, stand)

    def fire_modifiers(self, look: Situation, firer: int, target: int) -> tuple[Modifier, ...]:
        """Nor do they hit well, and those who should serve a machine gun are fewer."""
        if self.has_weapons(look, firer):
            return ()
        value = self.unarmed * (2 if look.world.kinds[firer].weapons else 1)
        return (Modifier(value, "without its container", "TC G4"),)

    def condition(self, look: Situation, stand: int) -> str:
        """The stands that have pistols only."""
        return "" if self.has_weapons(look, stand) else "without its weapons"

    def marks(self, look: Situation) -> tuple[tuple[int, str, str], ...]:
        """The containers that are still wanted."""
        found = {self.errand(look, n) for n in self.stands(look.world) if look.stands[n].at != OFF}
        return tuple((at, "!", "A container") for at in sorted(each for each in found if each is not None))

    def errand(self, look: Situation, stand: int) -> int | None:
        """The container."""
        if stand not in self.stands(look.world) or self.has_weapons(look, stand):
            return None
        at = self.container(look, stand)
        return None if at == OFF else at


class Aim(Decide, frozen=True, array_like=True, tag="aim"):
    """Where each stick is aimed, one after another."""

    rule: int
    points: tuple[int, ...] = ()

    def _drop(self, look: Situation) -> Airdrop:
        found = look.world.specials[self.rule]
        assert isinstance(found, Airdrop)
        return found

    def _stick(self, look: Situation) -> tuple[int, ...]:
        return self._drop(look).sticks(look.world)[len(self.points)]

    def prompt(self, look: Situation) -> Said:
        """Which stick is next."""
        return look.say("aim?", formation=self._drop(look).formation, stick=tuple(self._stick(look)))

    def _zone(self, look: Situation) -> str:
        return look.world.formations[look.world.member_of[self._stick(look)[0]]].zone

    @verb("Aim at", "point", menu="Aim")
    def aim(self, look: Situation) -> Targets:
        """Any point of its zone."""
        return places_for(look, self._stick(look)[0], ())

    @aim.then
    def _do_aim(self, field: Battlefield, point: int) -> None:
        self._aimed(field, (*self.points, point))

    @aim.check
    def _why_not_aim(self, look: Situation, point: int) -> Reason | None:
        return None if point in places_for(look, self._stick(look)[0], ()) else OUT_OF_ZONE.of(zone=self._zone(look))

    @verb("Aim the rest as suggested")
    def rest(self, look: Situation) -> bool:
        """If the scenario has a suggestion."""
        return bool(self._drop(look).aim)

    @rest.then
    def _do_rest(self, field: Battlefield, _: None) -> None:
        planned = [field.world.table.snap(inches(x), inches(y)) for x, y in self._drop(field).aim]
        self._aimed(field, (*self.points, *planned[len(self.points) :]))

    def _aimed(self, field: Battlefield, points: tuple[int, ...]) -> None:
        """When every stick is aimed they come down: the container first, then the men."""
        drop = self._drop(field)
        sticks = drop.sticks(field.world)
        if len(points) < len(sticks):
            field.next(Aim(self.side, self.rule, points))
            return
        falls: list[Procedure] = []
        for number, (stick, point) in enumerate(zip(sticks, points, strict=True)):
            if drop.containers:
                falls.append(Jump(self.side, self.rule, OFF, number, point))
            falls += [Jump(self.side, self.rule, stand, number, point) for stand in stick]
        field.next(*falls)
