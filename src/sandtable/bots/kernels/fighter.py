"""The compiled loops of the Tactical Combat bot: they weigh many places at once.

`places`, `danger` and `survey` of the bot say in plain Python what they find, and tests compare the two.
"""

from __future__ import annotations

import numpy as np

from sandtable.board.compiling import Bytes, Int64s, Int64sOut, compiled

__all__ = ["FOE", "MAN", "ROUGH", "grounds", "rough", "shots"]

ROUGH = 11
"""The numbers of an enemy who may fire: his row, x, y, the squares of his range and of his normal range, and the harm
of his shots: by the cover of the target, near and then far."""
FOE = 5
"""The numbers of an enemy on foot: x, y, the squares of his range and of his normal range, and his cover."""
MAN = 12
"""And the harm of his shots at a stand, and of its own at him; nothing if there are none."""
SEEN, UNKNOWN = 1, 2
BASE = 100
"""The ranges between bases are an inch shorter than between their centres, each way."""
STEP = 50


@compiled
def _root_up(square: int) -> int:
    """As `lattice.root_up`."""
    root = int(np.sqrt(float(square)))
    while root * root < square:
        root += 1
    while root > 0 and (root - 1) * (root - 1) >= square:
        root -= 1
    return root


@compiled
def grounds(
    places: Int64s,
    columns: int,
    covers: Int64s,
    cells: Int64s,
    corners: Int64s,
    to_corner: Int64s,
    barred: int,
    terms: Int64s,
    others: Int64s,
    found: Int64sOut,
) -> None:
    """What each place is worth, enemies and special rules apart: as `places.Lie.worth`.

    `cells` is the way from each inch of the table, if there is any; `corners` has the four inches that each place lies
    between. `terms` are: how near is there, the pace, whether the place is held, the worth of cover, of a post and of
    being at the mark, whether there is a mark, its x and y, how far astray the stand may be, and what that costs.
    """
    there, pace, holds, cover_worth, post, marked = terms[0], terms[1], terms[2], terms[3], terms[4], terms[5]
    mark, mark_x, mark_y, most, astray = terms[6], terms[7], terms[8], terms[9], terms[10]
    for number in range(len(places)):
        place = places[number]
        x, y = place % columns * STEP, place // columns * STEP
        cover = covers[place]
        worth = cover_worth * cover
        if len(cells) > 0:
            nearest = barred
            for corner in range(4 * place, 4 * place + 4):
                nearest = min(nearest, cells[corners[corner]])
            left = (nearest + to_corner[place] if nearest < barred else barred) - there
            worth -= pace * max(0, left) // 100
            if holds and left <= 0:
                worth += post * cover
        if mark and max(abs(x - mark_x), abs(y - mark_y)) <= there:
            worth += marked
        if len(others) > 0:
            farthest = 0
            for other in range(0, len(others), 2):
                farthest = max(farthest, (x - others[other]) ** 2 + (y - others[other + 1]) ** 2)
            worth -= astray * max(0, _root_up(farthest) - most) // 100
        found[number] = worth


@compiled
def _worse(worst: Int64sOut, harm: int) -> None:
    """Put a harm in its place among the worst."""
    last = len(worst) - 1
    if harm <= worst[last]:
        return
    place = last
    while place > 0 and worst[place - 1] < harm:
        worst[place] = worst[place - 1]
        place -= 1
    worst[place] = harm


@compiled
def _weighed(worst: Int64s, weights: Int64s, crowd: int) -> int:
    """Several shots that may come: as `Survey.weigh`."""
    total = 0
    for place in range(len(weights)):
        total += weights[place] * worst[place]
    return 2 * (total // 100) // (1 + max(1, crowd))


@compiled
def rough(
    places: Int64s,
    columns: int,
    covers: Int64s,
    sights: Bytes,
    foes: Int64s,
    weights: Int64s,
    crowd: int,
    found: Int64sOut,
    missing: Int64sOut,
) -> int:
    """What the enemy's next turn may cost a stand at each place, about: as `danger.rough_danger`. Returns how many
    lines of sight are missing, in which case nothing else is right: the row of the enemy and the number of the place
    of each.

    `sights` has a row for each enemy, with what is known of all places of the table.
    """
    count, lost, size = len(places), 0, len(covers)
    worst = np.zeros(len(weights), np.int64)
    for number in range(count):
        place = places[number]
        x, y = place % columns * STEP, place // columns * STEP
        worst[:] = 0
        for foe in range(len(foes) // ROUGH):
            row = foe * ROUGH
            gap = (x - foes[row + 1]) ** 2 + (y - foes[row + 2]) ** 2
            if gap > foes[row + 3]:
                continue
            sight = sights[foes[row] * size + place]
            if sight == UNKNOWN:
                missing[2 * lost], missing[2 * lost + 1] = foes[row], number
                lost += 1
            elif sight == SEEN:
                _worse(worst, foes[row + 5 + 2 * covers[place] + (1 if gap > foes[row + 4] else 0)])
        found[number] = _weighed(worst, weights, crowd)
    return lost


@compiled
def shots(
    places: Int64s,
    columns: int,
    covers: Int64s,
    edges: bool,
    sights: Bytes,
    foes: Int64s,
    men: Int64s,
    most: int,
    near: int,
    weights: Int64s,
    crowd: int,
    dangers: Int64sOut,
    bests: Int64sOut,
    missing: Int64sOut,
) -> int:
    """What the enemy's next turn may cost a stand on foot at each place, and the most that it could do from there: as
    `Survey.danger` and `Survey.best_shot`. `most` and `near` are the squares of its own range and normal range.
    Returns what is missing as `rough` does.
    """
    count, lost, size = len(places), 0, len(covers)
    worst = np.zeros(len(weights), np.int64)
    for number in range(count):
        place = places[number]
        x, y = place % columns * STEP, place // columns * STEP
        best = 0
        worst[:] = 0
        for foe in range(len(foes) // FOE):
            row, man = foe * FOE, foe * MAN
            east, north = abs(x - foes[row]), abs(y - foes[row + 1])
            if edges:
                east, north = max(0, east - BASE), max(0, north - BASE)
            gap = east * east + north * north
            if gap > foes[row + 2] and gap > most:
                continue
            sight = sights[foe * size + place]
            if sight == UNKNOWN:
                missing[2 * lost], missing[2 * lost + 1] = foe, number
                lost += 1
            if sight != SEEN:
                continue
            if gap <= foes[row + 2]:
                _worse(worst, men[man + 2 * covers[place] + (1 if gap > foes[row + 3] else 0)])
            if gap <= most:
                best = max(best, men[man + 6 + 2 * foes[row + 4] + (1 if gap > near else 0)])
        dangers[number] = _weighed(worst, weights, crowd)
        bests[number] = best
    return lost
