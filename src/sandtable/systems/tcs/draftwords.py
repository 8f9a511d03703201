"""An op sheet in its author's hands, apart from the map: what is removed, its name, note and kind, and when it is
rolled for (TCS 6.9f3).
"""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.procedure import verb
from sandtable.kernel.targets import Text
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.drafting import Draft
from sandtable.systems.tcs.drawables import (
    NAMES,
)
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.newsheets import NEW, as_kind, roll_words
from sandtable.systems.tcs.sheetchecks import (
    missions_of,
)
from sandtable.systems.tcs.sheets import (
    KINDS_OF_SHEET,
    Group,
)

__all__ = ["CHAPTER"]

NOTES = ("Keep off the skyline.", "Wait for the smoke.")
MEASURES = ("direction", "boundary", "lines", "alternates", "assembly", "rally", "fires", "support", "groups")


@verb("Remove", "measure")
def clear(draft: Draft, look: Situation) -> Targets:
    """What has been drawn."""
    sheet = draft.sheet
    there = {
        "direction": bool(sheet.measures.direction),
        "boundary": bool(sheet.measures.boundary),
        "groups": len(sheet.groups) > 1,
        **{name: bool(getattr(sheet, name)) for name in MEASURES if hasattr(sheet, name) and name != "groups"},
    }
    return tuple(name for name in MEASURES if there[name]) if draft.open() else ()


@clear.then
def _do_clear(draft: Draft, field: Battlefield, name: str) -> None:
    if name == "groups":
        units = tuple(sorted(draft.sheet.listed))
        draft.go_on(field, groups=(Group("All", missions_of(draft.sheet.kind)[0], units=units),))
    elif name == "boundary":
        draft.mark(field, boundary=())
    elif name == "direction":
        drawn = draft.drawn(field, draft.sheet.measures.objective)
        draft.mark(field, direction=(), axis=drawn.axis, width=drawn.width)
    else:
        draft.go_on(field, **{name: ()})


@verb("Name", "name")
def name(draft: Draft, look: Situation) -> Targets:
    """Up to 40 characters."""
    return Text(40, such=NAMES) if draft.open() else ()


@name.then
def _do_name(draft: Draft, field: Battlefield, name: str) -> None:
    draft.go_on(field, name=name)


@verb("Note", "note")
def note(draft: Draft, look: Situation) -> Targets:
    """Up to 500 characters."""
    return Text(500, such=NOTES, least=0) if draft.open() else ()


@note.then
def _do_note(draft: Draft, field: Battlefield, note: str) -> None:
    draft.go_on(field, note=note)


@verb("Roll for it", "roll")
def roll(draft: Draft, look: Situation) -> Targets:
    """Always, when asked, from a turn or a chance on, or never."""
    return tuple(each for each in roll_words(look) if each != draft.sheet.roll) if draft.open() else ()


@roll.then
def _do_roll(draft: Draft, field: Battlefield, when: str) -> None:
    draft.go_on(field, roll=when)


@verb("Change to", "order")
def kind(draft: Draft, look: Situation) -> Targets:
    """Another kind, as long as the sheet is not in preparation."""
    if not draft.open() or draft.number != NEW:
        return ()
    return tuple(kind for kind in range(len(KINDS_OF_SHEET)) if kind != draft.sheet.kind)


@kind.then
def _do_kind(draft: Draft, field: Battlefield, kind: int) -> None:
    sheet = as_kind(draft.now(field), draft.sheet, kind)
    field.next(Draft(draft.side, draft.acts, draft.count + 1, draft.number, sheet))


CHAPTER = Chapter(
    name="draftwords",
    verbs={
        Draft: (
            clear,
            name,
            note,
            roll,
            kind,
        )
    },
)
