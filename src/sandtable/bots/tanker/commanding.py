"""The commander: fire at what can still fire, orders to the group that gains most, each stand to its best place."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.bots.standing import LATE
from sandtable.bots.tanker.aims import Aim
from sandtable.bots.tanker.firing import Attack, Firing, KnownShots
from sandtable.bots.tanker.places import Place, Places, Temper
from sandtable.bots.tanker.shots import state_of
from sandtable.bots.tanker.stakes import Stakes
from sandtable.kernel.decision import Action, Offer
from sandtable.kernel.resolution import Resolution
from sandtable.systems.micro_armour.board import CANNON, OFF, OPPORTUNITY, Situation
from sandtable.systems.micro_armour.fire import Designate
from sandtable.systems.micro_armour.halt import Face
from sandtable.systems.micro_armour.movement import Enter, MoveGroup, MoveStand, WatchMove
from sandtable.systems.micro_armour.orders import GroupTest, triers, unmoved
from sandtable.systems.micro_armour.region import Region, region
from sandtable.systems.micro_armour.watching import watchers

__all__ = ["Commander"]

ENTRY = 120.0
"""The value of bringing a stand onto the table, in points."""
WAIT_FOR = 0.09
"""An opportunity attack must take this share of the mover on average."""


def _coming_on(look: Situation, stand: int) -> float:
    """The value of bringing a stand onto the table: late, its whole price, if it counts as lost otherwise."""
    late = look.world.turns - look.turn < LATE and look.world.rules.late_stands_lost
    return max(ENTRY, float(look.world.tanks[stand].points)) if late else ENTRY


def _shows_itself(look: Situation, stand: int, path: Sequence[int]) -> bool:
    """Whether a way runs along a road through cover, without that cover, where an enemy may fire at the mover."""
    sheltered, table = set(look.world.sheltered_roads), look.world.table
    bare = sum([1 << n for n, at in enumerate(path) if table.point(at) in sheltered])
    return bool(bare) and any(mask & bare for _, mask in watchers(look, stand, path))


class Commander:
    """Plays one side. What it has planned for a turn it keeps until the next."""

    def __init__(self, temper: Temper) -> None:
        self._temper = temper
        self._plans: dict[int, Place] = {}
        self._planned: tuple[int, int] = (0, 0)
        self._gains: dict[int, float] = {}
        self._fire: tuple[object, Attack | None] | None = None
        self._fired_at: tuple[int, set[int]] = (0, set())
        self._shots: KnownShots = {}

    # Fire

    def first(self, look: Situation, side: int, *, moving: bool) -> Action:
        """Shoot first; let the other side move first, who then shows what it is up to."""
        others = look.on_table(1 - side)
        return Action("first", 1 - side if moving and others else side)

    def attack(self, look: Situation, side: int, phase: int) -> Action:
        """The best attack of the phase, or none."""
        best = Firing(look, side, phase, known=self._shots).best()
        self._fire = (look.turn, phase), best
        if best is not None:
            if self._fired_at[0] != look.turn:
                self._fired_at = look.turn, set()
            self._fired_at[1].add(best.target)
        return Action("skip") if best is None else Action("attack", best.target)

    def designate(self, look: Situation, side: int, asked: Designate) -> Action | None:
        """The stands of the attack, one after another, and fire."""
        attack = self._fire[1] if self._fire else None
        if attack is None or attack.target != asked.target or self._fire[0] != (look.turn, asked.phase):  # type: ignore[index]
            only = asked.target if asked.phase == OPPORTUNITY else None
            attack = Firing(look, side, asked.phase, only, self._shots).attack_on(asked.target)
            self._fire = (look.turn, asked.phase), attack
        named = len(asked.firers)
        if attack is None:
            return Action("fire") if named else None
        if named < len(attack.shots):
            shot = attack.shots[named]
            return Action("cannon" if shot.weapon == CANNON else "missile", shot.firer)
        return Action("fire")

    def watch(self, look: Situation, side: int, asked: WatchMove, verbs: dict[str, Offer]) -> Action:
        """Fire at a mover if it hurts enough; otherwise wait for a better moment."""
        attack = Firing(look, side, OPPORTUNITY, asked.mover, self._shots).attack_on(asked.mover)
        price = look.world.tanks[asked.mover].points
        if attack is not None and attack.worth >= WAIT_FOR * price:
            self._fire = (look.turn, OPPORTUNITY), attack
            return Action("attack")
        return Action("wait")

    # Orders

    def _places(self, look: Situation, side: int) -> Places:
        aim = Aim(look, side)
        return Places(look, side, aim, self._temper, lambda: self._caution(look, aim.stakes))

    def _caution(self, look: Situation, stakes: Stakes) -> float:
        """How much danger counts, by where the side stands and by what its fire has done this turn."""
        temper, standing = self._temper, stakes.standing
        if standing.dares:
            return temper.daring
        caution = temper.keeping if standing.keeps or standing.hopeless else 1.0
        if 0 <= stakes.spare < len(temper.sparing):
            caution *= temper.sparing[stakes.spare]
        return caution * temper.failed if self._failed(look) else caution

    def _failed(self, look: Situation) -> bool:
        """Whether the side has fired this turn and shaken nobody that it fired at."""
        turn, targets = self._fired_at
        return turn == look.turn and bool(targets) and all(state_of(look.stands[n]) == 0 for n in targets)

    def _plan(self, look: Situation, side: int) -> None:
        """Where each stand on the table would go, once a turn."""
        if self._planned == (look.turn, side) and self._gains:
            return
        self._planned = look.turn, side
        self._plans, self._gains = {}, {}
        places = self._places(look, side)
        taken = [look.stands[n].at for n in look.on_table(side)]
        for n in unmoved(look, side):
            here = look.stands[n].at
            if here == OFF:
                self._gains[n] = _coming_on(look, n)
                continue
            others = [point for point in taken if point != here]
            found, now = places.choices(n, region(look, n), others)
            self._plans[n] = found
            turned = 0.0
            if found.point == here and found.heading != look.stands[n].heading:
                turned = self._temper.least
            self._gains[n] = found.worth - now.worth + turned
            taken = [*others, found.point]

    def move(self, look: Situation, side: int, verbs: dict[str, Offer]) -> Action:
        """The group whose move gains most, with an order as long as there are any."""
        self._plan(look, side)
        groups = look.board.groups
        found = []
        for verb in ("order", "independent", "alone"):
            for target in (verbs[verb].targets or ()) if verb in verbs else ():
                if isinstance(target, tuple):
                    _, number = target
                    stands = triers(look, side, number, ordered=verb == "order")
                    rank = 2 * number + side
                else:
                    stands, rank = [target], target
                test = GroupTest(side, tuple(stands), groups[stands[0]], verb == "order", verb == "alone")
                gain = self._gain(test.resolution(look))
                found.append((gain, -rank, verb, target))
        best = max(found, default=None)
        if best is None or best[0] < self._temper.least:
            return Action("skip")
        return Action(best[2], best[3])

    def _gain(self, test: Resolution) -> float:
        """What the stands that pass a test gain by their moves, on average."""
        return sum(
            float(chance) * max(0.0, self._gains.get(n, 0.0))
            for able, chance in test.odds().items()
            if isinstance(able, tuple)
            for n in able
        )

    # Moves

    def next_stand(self, look: Situation, side: int, asked: MoveGroup, verbs: dict[str, Offer]) -> Action:
        """The stand that gains most, until none gains enough."""
        self._plan(look, side)
        stands = [int(str(n)) for n in verbs["move"].targets or ()] if "move" in verbs else []
        gains = [(self._gains.get(n, 0.0), -n) for n in stands]
        best = max(gains, default=(0.0, 0))
        if best[0] < self._temper.least:
            return Action("stay")
        return Action("move", -best[1])

    def enter(self, look: Situation, side: int, asked: Enter, verbs: dict[str, Offer]) -> Action | None:
        """In the lane of its company, beside the others."""
        self._gains[asked.stand] = 0.0
        world = look.world
        table = world.table
        companies = sorted({world.companies[n] for n, owner in enumerate(world.owners) if owner == side})
        lane = (2 * companies.index(world.companies[asked.stand]) + 1) * table.width // (2 * len(companies))
        points = [int(str(point)) for point in verbs["enter"].targets or ()] if "enter" in verbs else []
        if not points:
            return Action("wait")
        middle = table.height // 2

        def away(point: int) -> tuple[int, int]:
            x, y = table.point(point)
            return abs(x - lane) + abs(y - middle), point

        return Action("enter", min(points, key=away))

    def go(self, look: Situation, side: int, asked: MoveStand, verbs: dict[str, Offer]) -> Action:
        """To its place, if that is still free; otherwise to the best there is now."""
        stand = asked.stand
        here = look.stands[stand].at
        self._gains[stand] = 0.0
        where = region(look, stand, off_road=asked.off_road)
        plan = self._plans.pop(stand, None)
        if plan is None or (plan.point != here and plan.point not in where):
            taken = [look.stands[n].at for n in look.on_table(side) if n != stand]
            plan = self._places(look, side).best(stand, where, taken)
        if plan.point == here:
            return Action("stay")
        # With its front to the enemy on the whole way: a mover that shows its flank is lost.
        heading = look.stands[stand].heading
        if not asked.turned and plan.heading != heading and "turn" in verbs:
            self._plans[stand] = plan
            free = [int(str(each)) for each in verbs["turn"].targets or ()]
            if plan.heading in free:
                return Action("turn", plan.heading)
        if "leave_road" in verbs and self._wants_cover(look, stand, where, plan.point):
            self._plans[stand] = plan
            return Action("leave_road")
        return Action("glide", plan.point)

    def _wants_cover(self, look: Situation, stand: int, where: Region, point: int) -> bool:
        """Whether it pays for the terrain under a road to keep its cover: it would be seen there without, and the
        place is near enough to pay for (MA 08.03.90).
        """
        path = [step.position for step in where.way(point)]
        return _shows_itself(look, stand, path) and point in region(look, stand, off_road=True)

    def face(self, look: Situation, side: int, asked: Face, verbs: dict[str, Offer]) -> Action:
        """The front to the enemy."""
        stand = asked.stand
        heading = self._places(look, side).facing(stand, look.stands[stand].at)
        if heading == look.stands[stand].heading or "face" not in verbs:
            return Action("stay")
        free = [int(str(each)) for each in verbs["face"].targets or ()]
        best = min(free, key=lambda each: (min((each - heading) % 24, (heading - each) % 24), each))
        return Action("stay") if best == look.stands[stand].heading else Action("face", best)
