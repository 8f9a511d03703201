"""What a player asks before choosing: why something cannot be chosen, what a unit can do, and fire by several units.

All of it is worked out on what the side may know, by the same verbs that make the offers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.kernel.decision import Action, Offer
from sandtable.kernel.errors import IllegalAction
from sandtable.kernel.reason import Refusal
from sandtable.kernel.view import View
from sandtable.server.games.looking import preview
from sandtable.server.games.messages import Ability, ActionTold, RefusalTold, UnitTold, Way

__all__ = ["MOST_WITH", "about_unit", "reasons", "ways"]

PLACES = ("hex", "point")
MOST_REASONS = 4
MOST_WITH = 40
"""The most units that are put together for one action."""


def reasons(view: View, unit: int | None, place: int | None, by: int | None) -> tuple[RefusalTold, ...]:
    """Why nothing can be done to a unit or at a place, the most telling first: `by` is the unit in hand."""
    found = [] if unit is None else view.refusals(("unit",), unit, by)
    found += [] if place is None else view.refusals(PLACES, place, by)
    return _told(sorted(found, key=lambda each: each.general))[:MOST_REASONS]


def about_unit(view: View, unit: int) -> UnitTold:
    """What an own unit cannot do now, and why; and what it can do to some of the targets on offer."""
    refused, aims = view.abilities(unit)
    can = tuple(Ability(each.verb, each.label, each.menu, each.kind, tuple(each.targets or ())) for each in aims)
    return UnitTold(_told([each for each in refused if not each.quiet], quiet=False), can)


def ways(view: View, units: tuple[int, ...], unit: int | None, place: int | None) -> tuple[Way, ...]:
    """How these units together can act on a target: each way with its actions, who else could join, and its odds.

    A way begins with an offer that has the target, and goes on to a decision that gathers units, by one verb for each,
    until a button throws the dice.
    """
    found = []
    for offer in view.offers:
        target = unit if offer.kind == "unit" else place if offer.kind in PLACES else None
        if target is None or not offer.takes(target):
            continue
        first = Action(offer.verb, target)
        try:
            gathering = view.after(first)
        except IllegalAction:
            continue
        name = view.describe(first)
        found += [each for each in (_way(gathering, (first,), units, verb, name) for verb in _joins(gathering)) if each]
    return tuple(found)


def _joins(view: View) -> Iterator[str]:
    """The verbs by which units join what is being put together."""
    return (offer.verb for offer in view.offers if offer.kind == "unit")


def _way(view: View, actions: tuple[Action, ...], units: Iterable[int], verb: str, name: str) -> Way | None:
    """One way, with the first unit by this verb and the others by the same or else by another."""
    joined: list[int] = []
    labels = {offer.verb: offer.menu or offer.label for offer in view.offers}
    for number, unit in enumerate(units):
        verbs = [verb] if number == 0 else [verb, *(each for each in _joins(view) if each != verb)]
        able = [each for each in verbs if _takes(view, each, unit)]
        if not able:
            if number == 0:
                return None
            continue
        action = Action(able[0], unit)
        try:
            view = view.after(action)
        except IllegalAction:
            return None
        actions, joined = (*actions, action), [*joined, unit]
    last = next((offer for offer in view.offers if offer.kind == "dice" and offer.targets is None), None)
    if last is None or not joined:
        return None
    others = {each for offer in view.offers if offer.kind == "unit" for each in _units(offer)}
    return Way(
        label=name,
        button=last.label,
        by=labels.get(verb, ""),
        units=tuple(joined),
        able=tuple(sorted(others)),
        actions=tuple(ActionTold(each.verb, each.target) for each in (*actions, Action(last.verb))),
        preview=preview(view, Action(last.verb)),
    )


def _takes(view: View, verb: str, unit: int) -> bool:
    offer = view.asked.offer(verb)
    return offer is not None and offer.takes(unit)


def _units(offer: Offer) -> list[int]:
    return [each for each in offer.targets or () if isinstance(each, int)]


def _told(found: list[Refusal], *, quiet: bool = True) -> tuple[RefusalTold, ...]:
    """Reasons in words, each once; those that need no saying only if there are no others."""
    loud = [each for each in found if not each.quiet]
    words: dict[str, RefusalTold] = {}
    for each in loud or (found if quiet else []):
        key = each.words if quiet else each.verb
        words.setdefault(key, RefusalTold(each.verb, each.label, each.menu, each.words, each.rule, each.quiet))
    return tuple(words.values())
