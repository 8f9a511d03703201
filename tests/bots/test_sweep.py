"""Places weighed all at once in arrays: the bots must choose as they do place by place."""

import pytest

import sandtable
from sandtable.bots.fighter.danger import rough_danger
from sandtable.bots.fighter.ground import Ground
from sandtable.bots.fighter.memory import Memory
from sandtable.bots.fighter.moving import plain_ranked
from sandtable.bots.fighter.places import lie_of, place_worth, place_worths
from sandtable.bots.fighter.survey import Survey
from sandtable.bots.fighter.survey import Temper as FighterTemper
from sandtable.bots.tanker.aims import Aim
from sandtable.bots.tanker.places import Places, plain_likely, plain_weighed
from sandtable.bots.tanker.places import Temper as TankerTemper
from sandtable.contract import play_out
from sandtable.systems.micro_armour.region import region as tank_region
from sandtable.systems.tactical_combat.board import NOBODY, OFF
from sandtable.systems.tactical_combat.region import region

np = pytest.importorskip("numpy")


def looks(name, steps, apart):
    """Moments of a game of the best bots."""
    game = sandtable.load(name)
    match = play_out(game, 3, "best", steps=steps, finish=False)
    return [game.look(entry.before) for entry in match.entries[::apart]]


@pytest.mark.parametrize(("name", "steps", "apart"), [("first-firefight", 120, 50), ("omaha-1944", 90, 80)])
def test_the_fighter_ranks_places_as_it_does_one_by_one(name, steps, apart):
    from sandtable.bots.fighter import sweep

    ranked = 0
    for look in looks(f"tactical_combat/{name}", steps, apart):
        for side in (0, 1):
            survey = Survey(look, side, Ground.of(look), FighterTemper(), Memory())
            marked = survey.ground.marked(coarse=survey.big)
            for stand in look.on_table(side):
                if look.world.kinds[stand].leader or look.stands[stand].carrier != NOBODY:
                    continue
                where, lie = region(look, stand), lie_of(survey, stand)
                aim = survey.plan.aim(stand)
                more = survey.ground.beside(look.stands[stand].at if aim is None else aim.at)
                found = list(sweep.ranked(survey, stand, lie, where, marked, more))
                assert found == plain_ranked(survey, stand, lie, where, marked, more)
                places, sheet = np.array(sorted(found)), sweep.Sheet.of(look.world)
                if found:
                    dangers = sweep.rough_dangers(sheet, survey, stand, places).tolist()
                    assert dangers == rough_danger(survey, stand, sorted(found))
                    assert sweep.worths(sheet, lie, places).tolist() == [lie.worth(place) for place in sorted(found)]
                    some = found[::25]
                    one_by_one = [place_worth(survey, stand, lie, place) for place in some]
                    assert place_worths(survey, stand, lie, some) == one_by_one
                ranked += len(found)
    assert ranked > 1000


@pytest.mark.parametrize("name", ["duel", "1973-valley", "1987-gap"])
def test_the_tanker_finds_the_likely_posts_as_it_does_one_by_one(name):
    from sandtable.bots.tanker import sweep

    asked = 0
    for look in looks(f"micro_armour/{name}", 150, 30):
        for side in (0, 1):
            places = Places(look, side, Aim(look, side), TankerTemper(), lambda: 1.0)
            taken = [look.stands[n].at for n in look.on_table(side)]
            for stand in look.on_table(side):
                if look.stands[stand].at == OFF:
                    continue
                for kept in ((), taken):
                    question = places, stand, tank_region(look, stand), kept, 40
                    assert sweep.likely(*question) == plain_likely(*question)
                    asked += 1
    assert asked > 20


@pytest.mark.parametrize("name", ["duel", "1973-valley", "1987-gap"])
def test_the_tanker_weighs_places_as_it_does_one_by_one(name):
    from sandtable.bots.tanker import weighing

    asked = 0
    for look in looks(f"micro_armour/{name}", 150, 30):
        for side in (0, 1):
            places = Places(look, side, Aim(look, side), TankerTemper(), lambda: 1.2)
            for stand in look.on_table(side):
                points = list(tank_region(look, stand))[::29]
                found, plain = weighing.weighed(places, stand, points), plain_weighed(places, stand, points)
                assert [(p.point, p.heading) for p in found] == [(p.point, p.heading) for p in plain]
                assert [p.worth for p in found] == pytest.approx([p.worth for p in plain], rel=1e-12)
                asked += len(points)
    assert asked > 200


def test_the_tanker_takes_the_best_of_all_the_places_it_weighs():
    for look in looks("micro_armour/duel", 150, 30):
        for side in (0, 1):
            places = Places(look, side, Aim(look, side), TankerTemper(), lambda: 1.0)
            for stand in look.on_table(side):
                where = tank_region(look, stand)
                best = places.best(stand, where)
                here = look.stands[stand].at
                points = {*plain_likely(places, stand, where, (), 22), here}
                worths = {
                    p.point: p.worth + places.temper.least * (p.point == here)
                    for p in places.weigh(stand, sorted(points))
                }
                assert worths[best.point] == max(worths.values())
