"""What smoke hides from whom (ME 6.2): thermal sights see through it, so it is laid against the others."""

from __future__ import annotations

from fractions import Fraction

from sandtable.bots.captain.survey import Survey
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.modern.atgm import atgm_of
from sandtable.systems.tcs.modern.sights import THERMAL, sights_of
from sandtable.systems.tcs.modern.sky import Sky

__all__ = ["fire_through", "is_modern", "sees_through_smoke"]

MISSILE = Fraction(1, 2)
"""What a point of a missile's attack counts, in points of area fire."""


def is_modern(look: Situation) -> bool:
    """Whether the Modern Expansion is in force."""
    return Sky in look.game.rules.keeps


def sees_through_smoke(survey: Survey, enemy: int) -> bool:
    """Whether smoke does not hide us from an enemy."""
    return is_modern(survey.look) and sights_of(survey.look, enemy) == THERMAL


def fire_through(survey: Survey, enemy: int) -> Fraction:
    """The strength that smoke takes from an enemy, with his missile: none if he sees through it."""
    if sees_through_smoke(survey, enemy):
        return Fraction(0)
    kind = survey.world.kinds[enemy]
    missile = atgm_of(kind) if is_modern(survey.look) else None
    return Fraction(kind.area_strength or 0) + (MISSILE * missile.attack if missile else 0)
