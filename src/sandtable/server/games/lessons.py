"""Lessons: their dice and their bots do the same every time, so that what a lesson says happens."""

from __future__ import annotations

from sandtable.kernel.dice import SeededDice
from sandtable.scenarios import lesson_seed, lessons

__all__ = ["LESSON_BOT", "is_lesson", "lesson_dice"]

LESSON_BOT = 1
"""The seed of every choice of a bot in a lesson."""


def is_lesson(scenario: str) -> bool:
    """Whether a battle is one that a lesson is given in.

    >>> is_lesson(lessons()[0]), is_lesson("demo/bridge")
    (True, False)
    """
    return scenario in lessons()


def lesson_dice(scenario: str) -> SeededDice | None:
    """The dice of a lesson; None for any other battle.

    >>> lesson_dice("demo/bridge") is None
    True
    """
    return SeededDice(lesson_seed(scenario)) if is_lesson(scenario) else None
