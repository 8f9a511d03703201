"""Support: where aircraft, guns and mortars do most, and where smoke spares most."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from sandtable.board.lattice import toward
from sandtable.bots.fighter.following import opening
from sandtable.bots.fighter.memory import Choice
from sandtable.bots.fighter.survey import Survey
from sandtable.bots.fighter.worth import body_of, ends_of, mean_harm
from sandtable.kernel.decision import Action, Offer
from sandtable.systems.tactical_combat.board import NOBODY, Smoke
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.support import Barrage, Strike, needs_spotter
from sandtable.systems.tactical_combat.tables import LIMITS, PARALYZED

__all__ = ["best_call", "best_fall", "best_mortar", "best_spotter"]

FRIENDS = 130
"""Our own stands under a template count for more than the enemy's, in percent."""
WORTH_A_CALL = 200
SCREENS = (200, 400)
"""How far before an enemy smoke is laid, in hundredths of an inch."""
LATE_GOAL = 3
"""An enemy on a goal counts for this much more when the side must clear it now."""
MOST_PAIRS = 8

Sees = Callable[[int], bool]


def best_call(survey: Survey, offer: Offer) -> Choice | None:
    """The support that does most now, if any does enough."""
    look = survey.look
    choices = []
    for number in offer.targets or ():
        support = look.world.supports[number]
        spotted = needs_spotter(look, support)
        sees = _seen_by(survey, _spotters(survey)) if spotted else _everything
        if support.kind == "air":
            worth = max(
                (_strike(survey, n, support.dice) for n in survey.enemies if sees(look.stands[n].at)), default=0
            )
        else:
            worth = _most(survey, support.radius, sees)
        choices.append(Choice(worth, Action("call", number)))
    best = max(choices, default=None, key=lambda each: (each.worth, -_number(each)))
    return best if best is not None and best.worth >= WORTH_A_CALL else None


def _number(choice: Choice) -> int:
    return choice.action.target if isinstance(choice.action.target, int) else 0


def _everything(place: int) -> bool:
    return True


def _seen_by(survey: Survey, eyes: Iterable[int]) -> Sees:
    places = [survey.look.stands[n].at for n in eyes]

    def sees(place: int) -> bool:
        return any(survey.ground.sees(eye, place, survey.limit) for eye in places)

    return sees


def best_spotter(survey: Survey, offer: Offer) -> Action:
    """The spotter that sees the place where most can be done."""
    radius = LIMITS["template_radius"]

    def worth(spotter: int) -> tuple[int, int]:
        sees = _seen_by(survey, (spotter,))
        return _most(survey, radius, sees), -spotter

    return Action(offer.verb, max(offer.targets or (), key=worth))


def best_mortar(survey: Survey, mortar: int, offer: Offer | None = None) -> Choice | None:
    """A mortar on the table, with the spotter who shows it the best target."""
    look, world = survey.look, survey.look.world
    spotters = list(offer.targets or ()) if offer else _spotters(survey)
    found = []
    for spotter in spotters:
        sees = _seen_by(survey, (spotter,))
        if world.kinds[mortar].template:
            worth = _most(survey, LIMITS["template_radius"], sees)
        else:
            near = [n for n in survey.enemies if look.within(mortar, n, look.max_range(mortar))]
            worth = max((_strike(survey, n, 1, mortar) for n in near if sees(look.stands[n].at)), default=0)
        found.append((worth, -spotter))
    if not found or max(found)[0] < WORTH_A_CALL:
        return None
    worth, spotter = max(found)
    return Choice(worth, Action("mortar", -spotter))


def _spotters(survey: Survey) -> list[int]:
    """Those who may spot: at squad scale leaders who are not Finished, at platoon scale anybody (TC A6, A7)."""
    look = survey.look
    able = [n for n in look.on_table(survey.side) if look.stands[n].morale != PARALYZED]
    if look.world.rules.platoon_scale:
        return able
    return [n for n in able if look.world.kinds[n].leader and not look.stands[n].finished]


def best_fall(survey: Survey, asked: object, verbs: dict[str, Offer]) -> Choice | None:
    """Where a mission that is called falls: on the enemy, or as smoke where it spares more than it would hurt."""
    look = survey.look
    mortar = getattr(asked, "mortar", NOBODY)
    number = getattr(asked, "support", NOBODY)
    radius = LIMITS["template_radius"] if number == NOBODY else look.world.supports[number].radius
    found: list[Choice] = []
    if "attack" in verbs:
        takes = verbs["attack"].takes
        found += [Choice(worth, Action("attack", place)) for worth, place in _falls(survey, radius, takes)]
    if "strike" in verbs:
        dice = 1 if number == NOBODY else look.world.supports[number].dice
        found += [Choice(_strike(survey, n, dice, mortar), Action("strike", n)) for n in verbs["strike"].targets or ()]
    if "smoke" in verbs and survey.plan.attacking:
        found += _screens(survey, radius, verbs["smoke"])
    return max(found, default=None, key=lambda each: (each.worth, each.action.verb, -_number(each)))


def _strike(survey: Survey, target: int, dice: int, mortar: int = NOBODY) -> int:
    shot = survey.look.resolution_of(Strike(target, "", mortar, dice, False))
    harm = mean_harm(survey.look, shot, target)
    if survey.plan.attacking and survey.plan.on_goal(target):
        harm = LATE_GOAL * harm if survey.stakes.standing.dares else survey.pressing * harm // 100
    else:
        harm = harm * survey.away // 100
    return harm + opening(survey, lambda: ends_of(shot, body_of(survey.look, target)), mortar, target)


def _most(survey: Survey, radius: int, sees: Sees) -> int:
    """The most that a template can do where it is seen: the best places are asked first."""
    return next((worth for worth, place in _templates(survey, radius) if worth <= 0 or sees(place)), 0)


def _falls(survey: Survey, radius: int, sees: Sees) -> list[tuple[int, int]]:
    """What a template does wherever it may fall."""
    return [(worth, place) for worth, place in _templates(survey, radius) if sees(place)]


def _templates(survey: Survey, radius: int) -> list[tuple[int, int]]:
    """What a template does on each enemy, and between each two that one template covers; the best first."""
    if radius not in survey.templates:
        look, table = survey.look, survey.look.world.table
        centres = [look.base(n).centre for n in survey.enemies]
        places = {table.snap(x, y) for x, y in centres}
        for index, (x, y) in enumerate(centres):
            for u, v in centres[:index]:
                if (x - u) ** 2 + (y - v) ** 2 <= 4 * radius * radius:
                    places.add(table.snap((x + u) // 2, (y + v) // 2))
        hurt = [(look.base(n).centre, _barrage(survey, n)) for side in (0, 1) for n in look.on_table(side)]
        found = [(_under(survey, place, radius, hurt), place) for place in places]
        survey.templates[radius] = sorted(found, key=lambda each: (-each[0], each[1]))
    return survey.templates[radius]


def _under(survey: Survey, place: int, radius: int, hurt: list[tuple[tuple[int, int], int]]) -> int:
    x, y = survey.look.world.table.point(place)
    return sum(
        harm
        for (u, v), harm in hurt
        if harm and abs(x - u) <= radius and abs(y - v) <= radius and (x - u) ** 2 + (y - v) ** 2 <= radius * radius
    )


def _barrage(survey: Survey, stand: int) -> int:
    """What a template does to a stand under it; that it does so to our own is bad."""
    look = survey.look
    if look.joined(stand) != NOBODY:
        return 0
    harm = mean_harm(look, look.resolution_of(Barrage(stand, "", False)), stand)
    return -harm * FRIENDS // 100 if look.world.owners[stand] == survey.side else harm


def _screens(survey: Survey, radius: int, offer: Offer) -> list[Choice]:
    """Smoke before the enemies who see most of us, toward our exposed stands."""
    look, table = survey.look, survey.look.world.table
    friends = [n for n in look.on_table(survey.side) if survey.exposed(n)][:MOST_PAIRS]
    enemies = sorted(survey.shooters, key=lambda n: (-sum(survey.harm_from(n, f) for f in friends), n))[:MOST_PAIRS]
    if not friends:
        return []
    x, y = (sum(values) // len(friends) for values in zip(*(look.base(n).centre for n in friends), strict=True))
    places = {
        table.snap(*toward(look.base(n).centre, (x, y), gap))
        for n in enemies[:3]
        for gap in SCREENS
        if look.base(n).centre != (x, y)
    }
    return [
        Choice(_spared(survey, Smoke(place, survey.side, radius), friends, enemies), Action("smoke", place))
        for place in sorted(places)
        if offer.takes(place)
    ]


def _spared(survey: Survey, smoke: Smoke, friends: list[int], enemies: list[int]) -> int:
    """What the enemies' fire would do less, less what ours would do less."""
    look = survey.look
    hazy = Situation(look.game, msgspec.structs.replace(look.board, smoke=(*look.smoke, smoke)))
    spared = 0
    for friend in friends:
        before = [survey.harm_from(enemy, friend) for enemy in enemies]
        after = [survey.harm_from(enemy, friend, hazy) for enemy in enemies]
        spared += max(before, default=0) - max(after, default=0)
        unfinished = not look.stands[friend].finished
        if unfinished and (ours := max((survey.harm_from(friend, enemy) for enemy in enemies), default=0)):
            spared -= ours - max(survey.harm_from(friend, enemy, hazy) for enemy in enemies)
    return spared
