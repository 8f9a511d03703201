"""A bot for the whole of TCS: a commander who writes orders, commits reserves and directs guns and aircraft, and the
captain who fights the action phases by these orders.

It sees only a view: what it does not know of the enemy's orders and batteries it takes to be none.
"""

from __future__ import annotations

from sandtable.bots.captain import CaptainBot
from sandtable.bots.commander import flying, forethought, gunnery, masks, salvos, staff
from sandtable.kernel.decision import Action, Offer
from sandtable.kernel.game import Game
from sandtable.kernel.view import View
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.airartillery import ChooseFireOrder
from sandtable.systems.tcs.aircraft import Fly, Strafe
from sandtable.systems.tcs.calling import Call
from sandtable.systems.tcs.calling import Draft as CallDraft
from sandtable.systems.tcs.desk import Desk
from sandtable.systems.tcs.drafting import Draft
from sandtable.systems.tcs.fireaction import Suppress
from sandtable.systems.tcs.modern.copperhead import CopperheadAim, Designate
from sandtable.systems.tcs.modern.counterbattery import Counter, CounterShell
from sandtable.systems.tcs.modern.dedicated import Dedicate
from sandtable.systems.tcs.modern.fascam import MinesAim, MinesCorner, MinesLife
from sandtable.systems.tcs.modern.mlrs import LaunchAim, LaunchZone
from sandtable.systems.tcs.modern.mopp import Mopp
from sandtable.systems.tcs.modern.points import Allot
from sandtable.systems.tcs.movement import Move
from sandtable.systems.tcs.overwatch import Watch
from sandtable.systems.tcs.planning import CheckOrders, RollOrder, to_ask
from sandtable.systems.tcs.plotting import Plot, Register
from sandtable.systems.tcs.scatter import PlaceScatter

__all__ = ["CommanderBot"]

FIGHTING = frozenset((Act, Move, Suppress, Watch))
"""Most of what the captain decides."""


class CommanderBot:
    """Plays either side of any TCS scenario, with all of its rules.

    >>> import sandtable
    >>> game = sandtable.load("tcs/crossroads-1944")
    >>> view = game.view(game.start(sandtable.Dice.seeded(1)), 1)
    >>> CommanderBot(game, 1).choose(view).verb
    'suggested'
    """

    def __init__(self, game: Game, seed: int, *, writes: bool = True, straight: bool = False) -> None:
        self._captain = CaptainBot(game, seed, straight=straight)
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
        if type(asked) in FIGHTING:
            return None
        offers = {offer.verb: offer for offer in view.offers}
        side = view.asked.side
        match asked:
            case RollOrder():
                survey = self._captain.survey(view, side)
                return staff.roll(survey, to_ask(survey.look, side)[asked.asked])
            case CheckOrders():
                return staff.check(self._captain.survey(view, side), offers, asked.checks)
            case Desk():
                return self._plan(view, side)
            case Draft():
                return self._write(view, side)
            case Mopp():
                return masks.protect(self._captain.survey(view, side), offers)
            case ChooseFireOrder():
                return Action("first", side)
            case Call():
                survey = self._captain.survey(view, side)
                action = gunnery.call(survey, asked, offers)
                return salvos.call(survey, offers) or action if action.verb == "done" else action
            case CallDraft():
                return gunnery.draft(self._captain.survey(view, side), asked, offers)
            case PlaceScatter():
                return gunnery.place_stray(self._captain.survey(view, side), asked, offers["at"])
            case Plot():
                return forethought.barrage(self._captain.survey(view, side), asked, offers["at"])
            case Register():
                return forethought.register(self._captain.survey(view, side), offers["at"])
            case Fly():
                return flying.target(self._captain.survey(view, side), offers)
            case Strafe():
                return flying.vehicle(self._captain.survey(view, side), offers)
        return self._modern(view, side, offers)

    def _modern(self, view: View, side: int, offers: dict[str, Offer]) -> Action | None:
        """What the commander decides in the Modern Expansion."""
        asked = view.asks
        match asked:
            case LaunchAim():
                return salvos.launch_at(self._captain.survey(view, side), asked, offers)
            case LaunchZone():
                return salvos.launch_zone(self._captain.survey(view, side), asked, offers)
            case MinesAim():
                return salvos.mines_at(self._captain.survey(view, side), asked)
            case MinesCorner():
                return salvos.corner(self._captain.survey(view, side), asked)
            case MinesLife():
                return salvos.mines_life(self._captain.survey(view, side), asked)
            case CopperheadAim():
                return salvos.copperhead_at(self._captain.survey(view, side))
            case Designate():
                return salvos.designate(self._captain.survey(view, side), asked, offers)
            case Counter():
                return salvos.counter(self._captain.survey(view, side), asked, offers)
            case CounterShell():
                return salvos.counter_shell(self._captain.survey(view, side), asked)
            case Allot():
                return Action("keep")
            case Dedicate():
                goal = next(iter(sorted(self._captain.survey(view, side).goals)), None)
                return Action("none") if goal is None else Action("at", goal)
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
