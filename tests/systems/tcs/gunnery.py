"""Small battles of TCS with artillery and aircraft: a `Battle` that begins with the aircraft and artillery phase.

    Gunnery('''
        0808 open
        Blue us_rifle_plt O 0104
        Red ge_gren_plt X 0404
        battery Blue us_105_how A he=5 smoke=1 illum=1 fa=94th ds=Blue
        registered Blue 0404
        barrage Blue 1 0404 A B
        sortie Blue Typhoons area=20 kill=9
    ''')

`ds` names an op sheet (that of a side has its name) or a battalion; `from`, `column` and `quiet` go with a battery
too. `kinds` says of which kind the op sheet of a side is. Play begins with the phase, and `dice` are those that
fall before anybody is asked.
"""

from msgspec.structs import replace

from sandtable.kernel.dice import Dice
from sandtable.kernel.running import advance, closed, opened
from sandtable.kernel.state import State
from sandtable.systems.tcs.action import ActionPhase
from sandtable.systems.tcs.airartillery import Fires
from sandtable.systems.tcs.batteries import stocks
from sandtable.systems.tcs.sheets import KINDS_OF_SHEET
from sandtable.systems.tcs.shells import (
    ARTILLERY,
    DIRECT_BATTALION,
    DIRECT_SHEET,
    GENERAL,
    Battery,
    Flight,
    Plotted,
    Support,
)
from sandtable.systems.tcs.turn import CleanUp, TurnEnd
from tests.systems.tcs.battle import SIDES, Battle

OURS = ("battery", "registered", "barrage", "sortie")


class Gunnery(Battle):
    """A game at the beginning of its aircraft and artillery phase."""

    def __init__(self, text, *dice, first=None, kinds=None, phase=True, **how):
        lines = [line.partition("#")[0].split() for line in text.splitlines()]
        own = [words for words in lines if words and words[0] in OURS]
        super().__init__("\n".join(" ".join(words) for words in lines if words and words[0] not in OURS), **how)
        world = self.game.world
        turn_one = world.first_side if first is None else SIDES.index(first)
        self.game.world = world = replace(world, first_side=turn_one, support=self._support(own))
        board = replace(
            self.state.board,
            sheets=tuple(
                replace(each, kind=KINDS_OF_SHEET.index(kinds[each.name])) if kinds and each.name in kinds else each
                for each in self.state.board.sheets
            ),
            batteries=stocks(world),
            registered=world.support.registered,
            plots=tuple(each.hex for each in world.support.plotted),
        )
        if phase:
            stack = (TurnEnd(), CleanUp(), ActionPhase(1), ActionPhase(0), Fires())
            self.state = State(board, stack)
            self.settle(*dice)
        else:
            self.state = replace(self.state, board=board)

    def settle(self, *dice):
        """Run on to the next decision, with these dice and no more."""
        script = Dice.scripted(*dice)
        field = opened(self.game, self.state)
        rolls = advance(field, script, 0)
        self.state, self.events = closed(field, rolls), field.events
        assert script.left == (), f"dice were left over: {script.left}"
        return self

    def _support(self, lines):
        batteries, registered, plotted, flights = [], [], [], []
        for kind, side, *words in lines:
            given = dict(word.split("=") for word in words if "=" in word)
            plain = [word for word in words if "=" not in word]
            owner = SIDES.index(side)
            if kind == "battery":
                batteries.append(self._battery(owner, plain, given))
            elif kind == "registered":
                registered += [(self.hex(hex), owner) for hex in plain]
            elif kind == "barrage":
                turn, hex, *names = plain
                known = [each.name for each in batteries]
                numbers = tuple(known.index(name) for name in names)
                plotted.append(Plotted(owner, int(turn), numbers, len(numbers) > 1, self.hex(hex), "pays" in given))
            else:
                flights.append(
                    Flight(
                        plain[0], owner, int(given.get("area", 0)), int(given.get("kill", 13)),
                        per_turn=int(given.get("per_turn", 1)), die=int(given.get("die", 1)),
                        attacks=int(given.get("attacks", 1)), turn=int(given.get("from", 1)),
                    )
                )  # fmt: skip
        return Support(tuple(batteries), tuple(registered), plotted=tuple(plotted), flights=tuple(flights))

    def _battery(self, owner, plain, given):
        id, name = plain[:2]
        line = ARTILLERY[id]
        role, supports = GENERAL, -1
        if given.get("ds") in SIDES:
            role, supports = DIRECT_SHEET, SIDES.index(given["ds"])
        elif "ds" in given:
            role, supports = DIRECT_BATTALION, self.world.battalions.index(given["ds"])
        return Battery(
            name, owner, line.calibre, line.tubes, int(given.get("column", line.start_column)), given.get("fa", ""),
            role, supports, int(given.get("he", 5)), int(given.get("smoke", 1)), int(given.get("illum", 1)),
            line.fast_fire, line.rocket, int(given.get("from", 1)), "quiet" in plain,
        )  # fmt: skip

    def target(self, name):
        names = [each.name for each in self.world.support.batteries]
        if name in names and name not in self.names:
            return names.index(name)
        return super().target(name)

    def on(self, **values):
        """The board with other values."""
        self.state = replace(self.state, board=replace(self.state.board, **values))
        return self

    @property
    def stock(self):
        """What is left in the batteries, by name."""
        names = [each.name for each in self.world.support.batteries]
        return dict(zip(names, self.state.board.batteries, strict=True))

    def hexes(self, numbers):
        """Hexes by their printed numbers."""
        return {self.world.hex_name(hex) for hex in numbers}

    def call(self, battery, aim, *, shell=None, size=None, rate=None, observer=None, guns=False):
        """Put a call together and make it."""
        self.do("guns" if guns else "battery", battery)
        if shell:
            self.do("shell", shell)
        if size:
            self.do("zone", size)
        if rate:
            self.do("rate", rate)
        self.do("aim", aim)
        if observer:
            self.do("observer", observer)
        return self.do("call")

    def fire(self, battery, aim, *dice, **how):
        """Call one mission and no more; the dice are those of adjustment and execution."""
        return self.call(battery, aim, **how).do("done", None, *dice)
