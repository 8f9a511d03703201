"""Buttoning up (TCS 16.7): optionally armoured vehicles under fire close their hatches until the end of the turn.

A vehicle that is buttoned up fires and spots worse, and moves as before. The marker comes off in clean up, and not by
recovery.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.procedure import Step
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.turn import BUTTONED, CLEAN_UP

__all__ = ["CHAPTER", "OPEN_HATCHES", "OpenHatches", "button_up"]

OPEN_HATCHES: Seam[Callable[[Situation, int], bool]] = Seam("vehicles that fire does not button up")


def button_up(field: Battlefield, targets: Sequence[int]) -> None:
    """TCS 16.7: vehicles that are fired at by area fire or AT rolls."""
    if not field.world.options.buttoning_up:
        return
    for n in targets:
        kind = field.world.kinds[n]
        armoured = kind.vehicle and (kind.target_class == "P" or (kind.defence or 0) >= 1)
        if field.units[n].steps and armoured and not field.units[n].buttoned and not _open(field, n):
            field.change(n, buttoned=True)
            field.log("buttons_up", "TCS 16.7", unit=n)


def _open(field: Battlefield, unit: int) -> bool:
    return any(stays(field, unit) for stays in field.game.rules.at(OPEN_HATCHES))


class OpenHatches(Step, frozen=True, array_like=True, tag="open_hatches"):
    """TCS 16.7: in clean up, and not before, vehicles open up again."""

    def run(self, field: Battlefield) -> None:
        """All of them."""
        for n, unit in enumerate(field.units):
            if unit.buttoned:
                field.change(n, buttoned=False)


CHAPTER = Chapter(
    name="buttoning up",
    procedures=(OpenHatches,),
    adds=(CLEAN_UP.add((BUTTONED, OpenHatches())),),
    phrases={"buttons_up": "{unit:unit} buttons up"},
)
