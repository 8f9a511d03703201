"""A beach in a file of its own, with stands that come later: arrivals need the whole game."""

import sandtable
from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice

BEACH = """
title = "A beach"
system = "tactical_combat"
briefing = "Waves."
sides = ["US", "German"]
scale = "squad"
first = "US"

[options]
turns = 8
command = "none"

[table]
width = 40
height = 24

[[table.feature]]
kind = "sea"
name = "the sea"
polygon = [[0, 0], [40, 0], [40, 2], [0, 2]]

[table.zone.edge]
polygon = [[2, 2], [38, 2], [38, 4], [2, 4]]

[table.zone.line]
polygon = [[2, 5], [38, 5], [38, 7], [2, 7]]

[table.zone.land]
polygon = [[2, 18], [38, 18], [38, 23], [2, 23]]

[[force]]
side = "US"
formation = "Wave"
quality = "regular"
zone = "edge"
turn = {turn}
stands = [{stands}]

[[force]]
side = "German"
formation = "Defenders"
quality = "regular"
zone = "land"
stands = [{{ kind = "rifle", name = "Defender", at = [[37, 22]] }}]
"""
SECTION = '{ kind = "rifle", name = "Section" }'
TANK = '{ kind = "w44_m4_75", name = "Tank" }'


class Beach:
    """The game from its file, played with dice by name."""

    def __init__(self, folder, special, stands=SECTION, turn=1):
        file = folder / "beach.toml"
        file.write_text(BEACH.format(turn=turn, stands=stands) + special, encoding="utf-8")
        self.game = sandtable.load(str(file))
        self.state = self.game.start(Dice.scripted())
        self.events = []
        self.do("rest")

    def do(self, verb, target=None, *dice):
        """Take one action; a point is a text such as "5,2.5"."""
        script = Dice.scripted(*dice)
        (decision,) = self.game.decisions(self.state)
        if isinstance(target, str):
            target = self.game.system.target_named(self.game, "point", target)
        self.state, self.events = self.game.apply(self.state, decision.side, Action(verb, target), script)
        assert script.left == ()
        return self

    def __getitem__(self, name):
        return self.state.board.stands[self.game.world.names.index(name)]

    def where(self, name):
        at = self[name].at
        return "" if at < 0 else self.game.world.table.text(at)

    def verbs(self):
        return {offer.verb for decision in self.game.decisions(self.state) for offer in decision.offers}

    def places(self):
        """The points that are offered, as texts."""
        (decision,) = self.game.decisions(self.state)
        return {self.game.world.table.text(point) for point in decision.offer("place").targets}

    def end_turn(self):
        """Both sides end their phase."""
        return self.do("end").do("end")
