"""A bot for the whole of TCS: a commander who writes orders, commits reserves and directs guns and aircraft, and the
captain who fights the action phases by these orders.

It sees only a view: what it does not know of the enemy's orders and batteries it takes to be none.
"""

from __future__ import annotations

from sandtable.bots.captain import CaptainBot
from sandtable.bots.commander import flying, gunnery, staff
from sandtable.kernel.decision import Action
from sandtable.kernel.game import Game
from sandtable.kernel.view import View
from sandtable.systems.tcs.airartillery import ChooseFireOrder
from sandtable.systems.tcs.aircraft import Fly, Strafe
from sandtable.systems.tcs.calling import Call
from sandtable.systems.tcs.calling import Draft as CallDraft
from sandtable.systems.tcs.drafting import Draft
from sandtable.systems.tcs.planning import CheckOrders, Desk, RollOrder, to_ask
from sandtable.systems.tcs.scatter import PlaceScatter

__all__ = ["CommanderBot"]


class CommanderBot:
    """Plays either side of any TCS scenario, with all of its rules.

    >>> import sandtable
    >>> game = sandtable.load("tcs/crossroads-1944")
    >>> view = game.view(game.start(sandtable.Dice.seeded(1)), 1)
    >>> CommanderBot(game, 1).choose(view).verb
    'suggested'
    """

    def __init__(self, game: Game, seed: int, *, writes: bool = True) -> None:
        self._captain = CaptainBot(game, seed)
        self._writes = writes
        """Whether it writes sheets of its own; without, it plays by those of the scenario."""
        self._turn = 0
        self._given: frozenset[int] = frozenset()
        """The formations that have got an order in this command phase."""
        self._order: staff.Order | None = None
        """The one in hand, and what is written on its sheet so far."""
        self._written: frozenset[str] = frozenset()

    def choose(self, view: View) -> Action:
        """The action that seems best."""
        action = self._commanded(view)
        if action is not None and view.asked.allows(action):
            return action
        return self._captain.choose(view)

    def _commanded(self, view: View) -> Action | None:
        """What the commander decides; None for what he leaves to the captain."""
        asked = view.asks
        offers = {offer.verb: offer for offer in view.offers}
        side = view.asked.side
        match asked:
            case RollOrder():
                survey = self._captain.survey(view, side)
                return staff.roll(survey, to_ask(survey.look, side)[asked.asked])
            case CheckOrders():
                return staff.check(self._captain.survey(view, side), offers)
            case Desk():
                return self._plan(view, side)
            case Draft():
                return self._write(view, side)
            case ChooseFireOrder():
                return Action("first", side)
            case Call():
                return gunnery.call(self._captain.survey(view, side), asked, offers)
            case CallDraft():
                return gunnery.draft(self._captain.survey(view, side), asked, offers)
            case PlaceScatter():
                return gunnery.place_stray(self._captain.survey(view, side), asked, offers["at"])
            case Fly():
                return flying.target(self._captain.survey(view, side), offers)
            case Strafe():
                return flying.vehicle(self._captain.survey(view, side), offers)
        return None

    def _plan(self, view: View, side: int) -> Action | None:
        if not self._writes:
            return None
        survey = self._captain.survey(view, side)
        if survey.look.turn != self._turn:
            self._turn, self._given = survey.look.turn, frozenset()
        offers = {offer.verb: offer for offer in view.offers}
        action, self._order = staff.plan(survey, offers, self._given)
        self._written = frozenset()
        if self._order is not None:
            self._given |= {self._order.body.formation}
        return action

    def _write(self, view: View, side: int) -> Action:
        offers = {offer.verb: offer for offer in view.offers}
        action = staff.write(self._captain.survey(view, side), self._order, offers, self._written)
        self._written |= {action.verb}
        return action
