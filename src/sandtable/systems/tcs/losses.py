"""Losses (TCS 10): steps lost in a hex are shared out by the owner, and hard losses tell on the battalion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.decision import Targets
from sandtable.kernel.procedure import Decide, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.board import ABOVE, DIRECT, SOFT, WITHIN, Situation
from sandtable.systems.tcs.defence import defence_of
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.morale import VehicleCheck, exempt
from sandtable.systems.tcs.tables import LIMITS

__all__ = ["CHAPTER", "DESTROYED", "ChooseLoss", "TakeLosses", "eligible", "form_of", "next_hit", "settle"]

DESTROYED: Seam[Callable[[Battlefield, Sequence[int]], Mapping[int, tuple[int, str]]]] = Seam(
    "what units destroyed by an area fire add to the morale of their battalions, each with its rule"
)

NOT_YET = Reason("every unit that can loses a step before any loses a second", "TCS 10.0a")

AREA, POINT, FROM_ABOVE, FROM_WITHIN = range(4)
"""What a unit is lost to: area fire, point fire; and area fire that harms more than it does when it comes straight."""
WAYS = {AREA: DIRECT, FROM_ABOVE: ABOVE, FROM_WITHIN: WITHIN}


def eligible(look: Situation, loss: TakeLosses | ChooseLoss) -> list[int]:
    """The units of a side in a hex that can take a step of this result (TCS 3.0f, 12.0h)."""
    if loss.form == POINT:
        found = [n for n in look.point_targets(loss.hex, loss.side) if defence_of(look, n) <= loss.best]
    else:
        tough = look.world.options.tough_b_targets
        way = WAYS[loss.form]
        targets = look.area_targets(loss.hex, loss.side, way)
        found = [n for n in targets if not tough or loss.result > (look.softness(n, way) or 0)]
    return [n for n in found if n in loss.only] if loss.only else found


def form_of(look: Situation, hex: int, side: int, way: int) -> int:
    """The form of the losses by area fire that comes some way: a form of its own where it harms others than usual."""
    if way == DIRECT or look.untouched((SOFT,)):
        return AREA
    if look.area_targets(hex, side, way) == look.area_targets(hex, side):
        return AREA
    return FROM_ABOVE if way == ABOVE else FROM_WITHIN


def next_hit(look: Situation, among: Sequence[int], hits: Sequence[int]) -> list[int]:
    """The units that may lose the next step: with even spread those that have lost least in this fire (TCS 10.0a)."""
    if len(among) < 2 or look.world.options.loss_spread == "free":
        return list(among)
    counts = Counter(hits)
    least = min(counts[n] for n in among)
    return [n for n in among if counts[n] == least]


class TakeLosses(Step, frozen=True, array_like=True, tag="take_losses"):
    """TCS 10.0a: a number of steps is lost in a hex."""

    side: int
    hex: int
    left: int
    """Steps still to lose."""
    result: int
    """Steps of the whole result."""
    form: int = AREA
    best: int = 0
    """With point fire, the best defence it was aimed at."""
    hits: tuple[int, ...] = ()
    """The units that have lost a step so far, one by one."""
    fire: tuple[int, ...] = ()
    """The hexes the fire came from."""
    only: tuple[int, ...] = ()
    """If not the whole hex is hit, those who are."""

    def run(self, field: Battlefield) -> None:
        """Take what needs no choice, and ask about the rest."""
        self.take(field)

    def take(self, field: Battlefield, choose: Callable[[Battlefield, Sequence[int]], int] | None = None) -> None:
        """Take the losses. `choose` picks the unit that loses the next step; without it the owner is asked."""
        left, hits = self.left, self.hits
        while left:
            choice = next_hit(field, eligible(field, self), hits)
            if not choice:
                break
            if len(choice) > 1 and (len(choice) > left or field.world.options.loss_spread == "free"):
                if choose is None:
                    loss = ChooseLoss(
                        self.side, self.hex, left, self.result, self.form, self.best, hits, self.fire, self.only
                    )
                    field.next(loss)
                    return
                choice = [choose(field, choice)]
            for n in choice[:left]:
                field.lose_step(n, "TCS 10.0a")
                hits = (*hits, n)
                left -= 1
        settle(field, hits, area=self.form != POINT)
        wrecks = sum(field.world.kinds[n].vehicle for n in hits)
        if (wrecks and self.form == AREA) or self.form in (FROM_ABOVE, FROM_WITHIN):
            field.next(VehicleCheck(self.side, self.hex, self.fire, wrecks, armoured=True))


class ChooseLoss(Decide, frozen=True, array_like=True, tag="choose_loss"):
    """TCS 10.0a: the owner chooses who loses the next step."""

    hex: int
    left: int
    result: int
    form: int
    best: int
    hits: tuple[int, ...]
    fire: tuple[int, ...] = ()
    only: tuple[int, ...] = ()

    @verb("A step of", "unit", menu="A step", otherwise=NOT_YET)
    def lose(self, look: Situation) -> Targets:
        """Those whose turn it is."""
        return tuple(next_hit(look, eligible(look, self), self.hits))

    @lose.then
    def _do_lose(self, field: Battlefield, unit: int) -> None:
        field.lose_step(unit, "TCS 10.0a")
        rest = (self.left - 1, self.result, self.form, self.best, (*self.hits, unit), self.fire, self.only)
        field.next(TakeLosses(self.side, self.hex, *rest))


def settle(field: Battlefield, hits: Sequence[int], *, area: bool = False, times: int = 1) -> None:
    """TCS 10.0d, 17.8c: the losses of one fire in a hex affect the morale of the battalion that lost most. After an
    `area` fire other chapters may count the units destroyed; of two gains of a battalion the larger counts.
    """
    world = field.world
    gains: dict[int, tuple[int, str]] = {}
    if len(hits) >= LIMITS["bn_loss_1"]:
        battalions = Counter(world.battalion_of[n] for n in hits)
        worst = min(battalions, key=lambda each: (-battalions[each], each))
        gains[worst] = times * (2 if len(hits) >= LIMITS["bn_loss_2"] else 1), "TCS 10.0d"
    for destroyed in field.game.rules.at(DESTROYED) if area else ():
        for battalion, gain in destroyed(field, hits).items():
            if gain[0] > gains.get(battalion, (0, ""))[0]:
                gains[battalion] = gain
    for battalion, (by, rule) in gains.items():
        field.raise_battalion(battalion, by, rule)
    wrecks = [n for n in hits if world.kinds[n].vehicle and not exempt(field, n)]
    if len(wrecks) >= LIMITS["vehicle_loss_1"]:
        battalions = Counter(world.battalion_of[n] for n in wrecks)
        worst = min(battalions, key=lambda each: (-battalions[each], each))
        field.raise_vehicles(worst, 2 if len(wrecks) >= LIMITS["vehicle_loss_2"] else 1)


CHAPTER = Chapter(
    name="losses",
    procedures=(
        TakeLosses,
        ChooseLoss,
    ),
    phrases={
        "choose_loss?": "Choose the unit in {hex:hex} that loses a step ({left} to lose).",
    },
)
