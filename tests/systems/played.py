"""What the small battles of all systems have in common: reading a game in the middle of it, and playing on."""

from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice


class Played:
    """A game (`game`), its moment (`state`) and what the last action told (`events`).

    A battle of a system knows what its names mean: `target` gives the target of an action by name.
    """

    # Reading

    @property
    def world(self):
        return self.game.world

    @property
    def look(self):
        return self.game.look(self.state)

    def decision(self):
        (decision,) = self.game.decisions(self.state)
        return decision

    def decides(self):
        return self.game.side_name(self.decision().side)

    def verbs(self):
        return {offer.verb for offer in self.decision().offers}

    def offers(self, verb):
        """The targets of a verb by name (None for a button, an empty set if it is not offered)."""
        offer = self.decision().offer(verb)
        if offer is None:
            return set()
        if offer.targets is None:
            return None
        return {self.game.system.name_of(self.game, offer.kind, target) for target in offer.targets}

    def action(self, verb, target):
        return Action(verb, self.target(target))

    def why_not(self, verb, target=None):
        return self.game.why_not(self.state, self.decision().side, self.action(verb, target))

    def forecast(self, verb, target=None):
        return self.game.forecast(self.state, self.decision().side, self.action(verb, target))

    def odds(self, verb, target=None, **how):
        return self.game.odds(self.state, self.decision().side, self.action(verb, target), **how)

    # Playing

    def do(self, verb, target=None, *dice):
        """Take one action with these dice and no more."""
        script = Dice.scripted(*dice)
        action = self.action(verb, target)
        self.state, self.events = self.game.apply(self.state, self.decision().side, action, script)
        assert script.left == (), f"dice were left over: {script.left}"
        return self

    def rolls(self):
        """The rolls of the last action."""
        return [event.roll for event in self.events if event.roll]

    def modifiers(self, roll=0):
        """The modifiers of a roll of the last action as (value, rule), in their order."""
        return [(each.value, each.rule) for each in self.rolls()[roll].resolution.modifiers]

    def told(self):
        return [event.what for event in self.events]
