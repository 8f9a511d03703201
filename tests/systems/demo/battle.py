"""Small Picket battles written as text, for tests.

battle('''
    0101 woods  Blue A
    0102 open
    0103 open   Red A: shaken
''')
"""

import re

from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice
from sandtable.kernel.game import Game
from sandtable.kernel.state import State
from sandtable.systems.demo import SYSTEM, PicketScenario, SquadEntry
from sandtable.systems.demo.board import Board, Squad
from sandtable.systems.demo.tables import STEPS
from sandtable.systems.demo.turn import Choose

LINE = re.compile(r"(\d{4}) (open|woods)(?:\s+(Blue|Red) (\w+)(?:: (.*))?)?$")


class Battle:
    """A game in the middle, with the side to move choosing."""

    def __init__(self, text, *, side="Blue", turn=1, holder=-1, objective="", **options):
        ground, placed = {}, {}
        for line in filter(None, map(str.strip, text.splitlines())):
            found = LINE.match(re.sub(r"\s+", " ", line))
            assert found, f"cannot read {line!r}"
            ground[found[1]] = found[2]
            if found[3]:
                placed[f"{found[3]} {found[4]}"] = (found[1], (found[5] or "").split())
        width = max(int(printed[:2]) for printed in ground)
        height = max(int(printed[2:]) for printed in ground)
        rows = [
            "".join("w" if ground.get(f"{c:02}{r:02}") == "woods" else "." for c in range(1, width + 1))
            for r in range(1, height + 1)
        ]
        names = sorted(placed)
        scenario = PicketScenario(
            title="test",
            system="demo",
            briefing="",
            sides=("Blue", "Red"),
            objective=objective or "0101",
            terrain="\n".join(rows),
            squad=tuple(SquadEntry(name.split()[0], name) for name in names),
            zones=zones(width, height, names),
        )
        self.game = Game(SYSTEM, scenario, options, name="test")
        self.names = names
        squads = tuple(self._squad(*placed[name]) for name in names)
        self.side = self.game.side_number(side)
        self.state = State(Board(squads, turn, holder), (Choose(self.side),))
        self.events = []

    def _squad(self, printed, words):
        known = {"shaken", "acted", "hidden", "one"}
        assert set(words) <= known, words
        return Squad(
            self.game.world.map.index(printed),
            1 if "one" in words else STEPS,
            shaken="shaken" in words,
            acted="acted" in words,
            hidden="hidden" in words,
        )

    def hex(self, printed):
        return self.game.world.map.index(printed)

    def target(self, name):
        return None if name is None else self.names.index(name) if name in self.names else self.hex(name)

    def __getitem__(self, name):
        return self.state.board.squads[self.names.index(name)]

    def where(self, name):
        return str(self.game.world.map.hex(self[name].hex))

    def offers(self):
        """The offers now, as {verb: names}."""
        (decision,) = self.game.decisions(self.state)
        return {
            offer.verb: None
            if offer.targets is None
            else {self.game.system.name_of(self.game, offer.kind, target) for target in offer.targets}
            for offer in decision.offers
        }

    def decides(self):
        return [self.game.side_name(decision.side) for decision in self.game.decisions(self.state)]

    def do(self, verb, target=None, *dice):
        """Take one action, with these dice and no more."""
        (decision,) = self.game.decisions(self.state)
        script = Dice.scripted(*dice)
        action = Action(verb, self.target(target))
        self.state, self.events = self.game.apply(self.state, decision.side, action, script)
        assert script.left == (), "dice were left over"
        return self

    def act(self, squad, verb, target=None, *dice):
        """Choose a squad, then what it does."""
        return self.do("squad", squad).do(verb, target, *dice)

    def why_not(self, verb, target=None):
        (decision,) = self.game.decisions(self.state)
        return self.game.why_not(self.state, decision.side, Action(verb, self.target(target)))

    def told(self):
        return [self.game.tell(event) for event in self.events]

    def modifiers(self):
        """The modifiers of the first roll of the last action, as (value, rule)."""
        roll = next(event.roll for event in self.events if event.roll)
        return {(each.value, each.rule) for each in roll.resolution.modifiers}


def zones(width, height, names):
    """Two zones large enough for the squads; these tests never set up from them."""
    hexes = [f"{c:02}{r:02}" for c in range(1, width + 1) for r in range(1, height + 1)]
    blue = sum(name.startswith("Blue") for name in names)
    return {"Blue": tuple(hexes[:blue]), "Red": tuple(hexes[blue : len(names)])}
