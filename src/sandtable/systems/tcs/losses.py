"""Losses (TCS 10): steps lost in a hex are shared out by the owner, and hard losses tell on the battalion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.procedure import Decide, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.morale import VehicleCheck
from sandtable.systems.tcs.tables import LIMITS

__all__ = ["CHAPTER", "ChooseLoss", "TakeLosses", "eligible", "next_hit"]

NOT_YET = Reason("every unit that can loses a step before any loses a second", "TCS 10.0a")

AREA, POINT = 0, 1


def eligible(look: Situation, loss: TakeLosses | ChooseLoss) -> list[int]:
    """The units of a side in a hex that can take a step of this result (TCS 3.0f, 12.0h)."""
    kinds = look.world.kinds
    if loss.form == POINT:
        found = [n for n in look.point_targets(loss.hex, loss.side) if (kinds[n].defence or 0) <= loss.best]
    else:
        tough = look.world.options.tough_b_targets
        targets = look.area_targets(loss.hex, loss.side)
        found = [n for n in targets if not tough or loss.result > (kinds[n].defence or 0)]
    return [n for n in found if n in loss.only] if loss.only else found


def next_hit(look: Situation, among: Sequence[int], hits: Sequence[int]) -> list[int]:
    """The units that may lose the next step: with even spread those that have lost least in this fire (TCS 10.0a)."""
    if look.world.options.loss_spread == "free" or not among:
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
        settle(field, hits)
        wrecks = sum(field.world.kinds[n].vehicle for n in hits)
        if wrecks and self.form == AREA:
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
    def _(self, field: Battlefield, unit: int) -> None:
        field.lose_step(unit, "TCS 10.0a")
        rest = (self.left - 1, self.result, self.form, self.best, (*self.hits, unit), self.fire, self.only)
        field.next(TakeLosses(self.side, self.hex, *rest))


def settle(field: Battlefield, hits: Sequence[int]) -> None:
    """TCS 10.0d, 17.8c: the losses of one fire in a hex affect the morale of the battalion that lost most."""
    world = field.world
    if len(hits) >= LIMITS["bn_loss_1"]:
        battalions = Counter(world.battalion_of[n] for n in hits)
        worst = min(battalions, key=lambda each: (-battalions[each], each))
        field.raise_battalion(worst, 2 if len(hits) >= LIMITS["bn_loss_2"] else 1, "TCS 10.0d")
    wrecks = [n for n in hits if world.kinds[n].vehicle]
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
