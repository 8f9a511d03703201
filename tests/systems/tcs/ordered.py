"""Small battles with op sheets, for tests of command.

    Ordered(
        "0808 open\nBlue us_rifle_plt A 0101 move sheet=0 group=1 post=0101 engaged",
        order("Attack", "0801", axis="0101 0801", width=1),
    )

Without `sheet=` a unit is on sheet 0 if it is Blue's, and on sheet 1 if it is Red's, where there is such a sheet;
`unassigned` is on none. A unit that is `listed=N` (or `N:GROUP`) stands on a sheet in preparation.
"""

from msgspec.structs import replace

from sandtable.kernel.procedure import Decide, verb
from sandtable.kernel.state import State
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.sheets import (
    IMPLEMENTED,
    KINDS_OF_SHEET,
    MISSIONS,
    PREPARING,
    STATES,
    Group,
    Measures,
    PhaseLine,
    Sheet,
)
from sandtable.systems.tcs.victory import hold
from sandtable.systems.tcs.world import NOBODY
from tests.systems.tcs.battle import Battle

USUAL = {"Attack": "take", "Move": "march"}


def measures(hex, objective="", axis="", width=3, direction="", boundary=()):
    def hexes(text):
        return tuple(map(hex, text.split()))

    sides = tuple(tuple(tuple(map(hex, side.split("-"))) for side in each.split()) for each in boundary)
    return Measures(tuple(sorted(hexes(objective))), hexes(axis), width if axis else 0, hexes(direction), sides)


def order(
    kind, objective="", *, side=0, name="", state="implemented", groups=(), lines=(), assembly="", rally="", **how
):
    """A sheet, given what hexes are called; `groups` are (name, mission, measures of its own, joins)."""
    numbers = {key: how.pop(key) for key in ("weighted", "steps", "lost", "row", "roll", "from_turn") if key in how}

    def make(hex):
        made = [
            Group(
                title,
                MISSIONS.index(mission),
                measures(hex, **own) if own else None,
                joins=joins,
            )
            for title, mission, own, joins in ((*each, None, 0)[:4] if len(each) == 2 else each for each in groups)
        ] or [Group("All", MISSIONS.index(USUAL.get(kind, "hold")))]
        return Sheet(
            name=name or kind,
            side=side,
            kind=KINDS_OF_SHEET.index(kind),
            state=STATES.index(state),
            groups=tuple(made),
            measures=measures(hex, objective, **how),
            lines=tuple(
                PhaseLine(title, tuple(map(hex, hexes.split())), condition, turn)
                for title, hexes, condition, turn in lines
            ),
            assembly=tuple(map(hex, assembly.split())),
            rally=tuple(map(hex, rally.split())),
            **numbers,
        )

    return make


class Go(Decide, frozen=True, array_like=True, tag="test.go"):
    """Begins what lies under it."""

    def prompt(self, look):
        return "Go on?"

    @verb("Go")
    def go(self, look):
        return True

    @go.then
    def _do_go(self, field, _):
        pass


class Ordered(Battle):
    """A battle with these sheets."""

    def __init__(self, text, *orders, turn=1, **how):
        super().__init__(text, turn=turn, **how)
        sheets = [make(self.hex) for make in orders]
        units = list(self.state.board.units)
        for n, words in enumerate(self._words.values()):
            given = self._given(words)
            side = ("Blue", "Red").index(words[0])
            default = side if side < len(sheets) and sheets[side].state == IMPLEMENTED else NOBODY
            listed = given.get("listed", "")
            number = int(given.get("sheet", NOBODY if "unassigned" in words or listed else default))
            units[n] = replace(
                units[n],
                sheet=number,
                group=int(given.get("group", 0)),
                post=self.hex(given["post"]) if "post" in given else NOBODY,
                engaged="engaged" in words,
                withdrawing="withdrawing" in words,
            )
            for each in filter(None, listed.split(",")):
                sheet, _, group = each.partition(":")
                old = sheets[int(sheet)]
                index = int(group or 0)
                groups = list(old.groups)
                groups[index] = replace(groups[index], units=(*groups[index].units, n))
                sheets[int(sheet)] = replace(old, groups=tuple(groups))
        board = replace(self.state.board, units=tuple(units), sheets=tuple(sheets))
        control = Battlefield(self.game, board)
        for hex in list(control.stacks):
            hold(control, hex)
        self.state = State(control.board, self.state.stack)

    @property
    def sheets(self):
        return self.state.board.sheets

    def hexes(self, mask):
        """The hexes of a bit mask, by their numbers."""
        return {self.world.hex_name(hex) for hex in self.world.ground.map.indices(mask)}

    def run(self, *procedures, dice=()):
        """Carry out some procedures, then ask the side that acts again."""
        self.state = State(self.state.board, (Act(0), *reversed(procedures), Go(0)))
        return self.do("go", None, *dice)

    def next_turn(self, *procedures, dice=()):
        self.state = State(replace(self.state.board, turn=self.state.board.turn + 1), self.state.stack)
        return self.run(*procedures, dice=dice)


__all__ = ["PREPARING", "Ordered", "order"]
