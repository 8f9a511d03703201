"""Small battles with modern artillery: a `Gunnery` whose batteries have improved rounds, tubes and points.

Modern('''
    1212 open
    Blue us_rifle_plt O 0404
    Red su87_t72a X 0406
    battery Blue us87_m109 A he=5 dpicm=3 icm=2 copperhead=4 fascam=1 cb=2 ew=1 tubes=8 role=CB dedicated=0406
''')
"""

from msgspec.structs import replace

from sandtable.systems.tcs.modern.arsenal import Arsenal, arsenal_of
from sandtable.systems.tcs.shells import COUNTER, Special
from tests.systems.tcs.gunnery import Gunnery

FIELD = "1616 open\n"
GOOD, BAD = 66, 33
ROUNDS = ("icm", "dpicm", "copperhead", "fascam", "chem", "cb", "ew")


class Modern(Gunnery):
    """A game of the Modern Expansion at the beginning of its aircraft and artillery phase."""

    def __init__(self, *lines, dice=(), points=None, **how):
        self._points = points
        super().__init__(FIELD + "\n".join(lines), phase=False, **{"modern": True, "first": "Blue", **how})
        self.keep(arsenal_of(self.world))
        self.begin(*dice)

    def begin(self, *dice):
        from sandtable.kernel.state import State
        from sandtable.systems.tcs.action import ActionPhase
        from sandtable.systems.tcs.airartillery import Fires
        from sandtable.systems.tcs.turn import CleanUp, TurnEnd

        self.state = State(self.state.board, (TurnEnd(), CleanUp(), ActionPhase(1), ActionPhase(0), Fires()))
        return self.settle(*dice)

    def _support(self, lines):
        found = super()._support(lines)
        return replace(found, points=self._points) if self._points else found

    def _battery(self, owner, plain, given):
        found = super()._battery(owner, plain, given)
        special = Special(
            **{name: int(given.get(name, 0)) for name in ROUNDS},
            dedicated=self.hex(given["dedicated"]) if "dedicated" in given else -1,
        )
        role = {"role": COUNTER} if given.get("role") == "CB" else {}
        return replace(
            found, id=plain[0], special=special, tubes=int(given.get("tubes", found.tubes)), fast=found.fast, **role
        )

    @property
    def arsenal(self):
        return next(each for each in self.state.board.extras if type(each) is Arsenal)

    def keep(self, arsenal):
        extras = tuple(arsenal if type(each) is Arsenal else each for each in self.state.board.extras)
        return self.on(extras=extras)

    def piece(self, name):
        """What a battery has, by its name."""
        names = [each.name for each in self.world.support.batteries]
        return self.arsenal.pieces[names.index(name)]

    def with_piece(self, name, **how):
        names = [each.name for each in self.world.support.batteries]
        pieces = list(self.arsenal.pieces)
        pieces[names.index(name)] = replace(pieces[names.index(name)], **how)
        return self.keep(replace(self.arsenal, pieces=tuple(pieces)))
