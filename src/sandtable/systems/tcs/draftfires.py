"""Supporting fire on an op sheet in its author's hands (TCS 6.15g, 7.1): planned fires and batteries in support."""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.procedure import verb
from sandtable.kernel.targets import Parts, Subset
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.drafting import Draft
from sandtable.systems.tcs.drawables import (
    every_hex,
)
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.sheetchecks import (
    batteries_of,
)
from sandtable.systems.tcs.sheets import (
    Fires,
)
from sandtable.systems.tcs.world import NOBODY

__all__ = ["CHAPTER"]

MOST_FIRES = 8
SHELLS = ("he", "smoke", "illum", "continuous")


@verb("Planned fire", "fires")
def fires(draft: Draft, look: Situation) -> Targets:
    """A shell, a hex, a battery or any, and when."""
    if not draft.open() or len(draft.sheet.fires) >= MOST_FIRES:
        return ()
    later = (f"turn {turn}" for turn in range(look.turn, look.world.turns + 1))
    when = ("on call", *later, *dict.fromkeys(f"line {line.name}" for line in draft.sheet.lines))
    return Parts(
        ("shell", SHELLS),
        ("hex", every_hex(look.world)),
        ("battery", (NOBODY, *batteries_of(look, draft.side))),
        ("when", when),
    )


@fires.then
def _do_fires(draft: Draft, field: Battlefield, target: tuple[str, int, int, str]) -> None:
    shell, hex, battery, when = target
    word, _, rest = when.partition(" ")
    fire = Fires(hex, shell, battery, int(rest) if word == "turn" else 0, rest if word == "line" else "")
    draft.go_on(field, fires=(*draft.sheet.fires, fire))


@verb("Batteries in support", "battery")
def support(draft: Draft, look: Situation) -> Targets:
    """Batteries of the side."""
    own = batteries_of(look, draft.side)
    return Subset(own, most=len(own)) if draft.open() and own else ()


@support.then
def _do_support(draft: Draft, field: Battlefield, batteries: tuple[int, ...]) -> None:
    draft.go_on(field, support=batteries)


CHAPTER = Chapter(
    name="draftfires",
    verbs={
        Draft: (
            fires,
            support,
        )
    },
)
