"""The phases of a turn, as the stack shows them: a phase that is still to come has its procedure there."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.kernel.picture import Phase
from sandtable.kernel.procedure import Procedure

__all__ = ["phases"]


def phases(names: Sequence[tuple[str, str]], stack: Sequence[Procedure]) -> tuple[Phase, ...]:
    """The phases of this turn: over, on or to come; nothing outside a turn.

    `names` are the procedures that begin a phase, in their order, each with its words; the last ends the turn. Of
    those that ask, one that is on top of the others is under way.
    """
    waiting = [each for each in stack if any(each.key() == name for name, _ in names)]
    if not names or not any(each.key() == names[-1][0] for each in waiting):
        return ()
    if waiting[-1].asks:
        waiting.pop()
    left = [each.key() for each in waiting]
    found: list[Phase] = []
    on = True
    for name, words in reversed(names[:-1]):
        if name in left:
            left.remove(name)
            found.append(Phase(words, "next"))
        else:
            found.append(Phase(words, "now" if on else "done"))
            on = False
    return tuple(reversed(found))
