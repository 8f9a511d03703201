"""The compiled loops of the Micro Armour bot: they weigh places and look posts over.

`tanker.places` says in plain Python what they find, and tests compare the two. Numbers are added in the same order
there and here, so that both come to the very same worth.
"""

from __future__ import annotations

import math

from sandtable.board.compiling import Bytes, Floats, FloatsOut, Int64s, Int64sOut, compiled

__all__ = ["AREA", "FOE", "GOAL", "HOLDS", "NEAREST", "POST", "look_over", "weigh"]

POST = 6
"""The numbers of a post: its point, x, y, what shelters there from any side and only from below, its level."""
FOE = 13
"""The numbers of an enemy: those of its post, how far it sees, how far it comes into sight, its price, whether it has
shown itself, whether it watches, its heading, and the least range of its missiles."""
ROW = 3
"""Where an enemy is found in the tables: its lines of sight, the harm of shots at it, and that of its own."""
HOLDS, AREA, GOAL, NEAREST = 0, 1, 2, 3
"""What a stand is after: nothing, a strip across the table, a place, or the nearest enemy."""
HEADINGS = 24
ANY_WAY = -1


@compiled
def _nearest(aims: Int64s, x: int, y: int) -> int:
    """How far the nearest of these places is: as `Aim.nearest`."""
    least = (aims[0] - x) ** 2 + (aims[1] - y) ** 2
    for n in range(2, len(aims), 2):
        least = min(least, (aims[n] - x) ** 2 + (aims[n + 1] - y) ** 2)
    return int(math.sqrt(float(least)))


@compiled
def _distance(kind: int, low: int, high: int, close: int, pace: float, aims: Int64s, x: int, y: int) -> float:
    """How far a place is from what a stand is after: as `Aim.distance`."""
    if kind == HOLDS:
        return 0.0
    if kind == AREA:
        return max(0, max(y - high + 100, low - y + 100)) / 100 * 2
    if kind == GOAL:
        away = math.ceil(math.sqrt(float((x - low) ** 2 + (y - high) ** 2))) / 100
        return max(0.0, away - 2) * pace
    return max(0, _nearest(aims, x, y) - close) / 100 * pace


@compiled
def look_over(
    posts: Int64s,
    here_x: int,
    here_y: int,
    far: int,
    taken: Int64s,
    kind: int,
    low: int,
    high: int,
    close: int,
    pace: float,
    aims: Int64s,
    shelter: float,
    step: float,
    met: bool,
    reach: int,
    guesses: FloatsOut,
    chosen: Int64sOut,
) -> int:
    """The posts that are near enough and free: how good each looks at first, how far off it is, and its point. `posts`
    has the point, x, y and shelter of each. Returns how many there are.
    """
    count = 0
    for n in range(0, len(posts), 4):
        x, y = posts[n + 1], posts[n + 2]
        away = (x - here_x) ** 2 + (y - here_y) ** 2
        if away > far * far:
            continue
        free = True
        for other in range(0, len(taken), 2):
            if abs(x - taken[other]) < 125 and abs(y - taken[other + 1]) < 125:
                free = False
                break
        if not free:
            continue
        guess = shelter * posts[n + 3] + step * _distance(kind, low, high, close, pace, aims, x, y)
        if met and not 300 <= _nearest(aims, x, y) <= reach:
            guess -= 30
        guesses[count] = -guess
        chosen[2 * count], chosen[2 * count + 1] = away, posts[n]
        count += 1
    return count


@compiled
def _bearing(bearings: Bytes, columns: int, rows: int, east: int, north: int) -> int:
    """The heading of a way, by how many columns and rows it leads on."""
    return int(bearings[(rows - 1 + north) * (2 * columns - 1) + columns - 1 + east])


@compiled
def _turn(one: int, other: int) -> int:
    """How far it is to turn from one heading to another."""
    turn = abs(one - other)
    return min(turn, HEADINGS - turn)


@compiled
def _harm(harms: Floats, row: int, covers: int, width: int, cover: int, side: int, apart: int, least: int) -> float:
    """What a shot takes on average, at the front (side 0) or at the flank (1); not a number if it is not known yet."""
    inches = min((apart + 99) // 100, width // 2 - 1)
    return float(harms[((row * covers + cover) * 2 + side) * width + 2 * inches + (1 if apart < least else 0)])


@compiled
def _miss(missing: Int64sOut, lost: int, post: int, foe: int, own: int, side: int) -> int:
    """Put down a harm that is not known; how many numbers are put down then."""
    missing[lost], missing[lost + 1], missing[lost + 2], missing[lost + 3] = post, foe, own, side
    return lost + 4


@compiled
def weigh(
    posts: Int64s,
    foes: Int64s,
    rows: Int64s,
    here: int,
    sight: Int64s,
    table: Int64s,
    clear: Bytes,
    bearings: Bytes,
    harms: Floats,
    covers: int,
    width: int,
    temper: Floats,
    kind: int,
    low: int,
    high: int,
    close: int,
    aims: Int64s,
    worths: FloatsOut,
    headings: Int64sOut,
    missing: Int64sOut,
) -> int:
    """What each post is worth, and the way to face there: as `Places.weighed`. Returns how many harms are missing: for
    each the post, the enemy, whether its own shot (1) or one at it (0), and the side hit. Nothing else is right then.

    `sight` is how far the stand sees, more for one that has fired, more for each level, the least range of its
    missiles, and half of its front; `table` its columns, rows and places. `temper` is in the order in which it is read.
    """
    length, fired, level_sight, least, half_arc = sight[0], sight[1], sight[2], sight[3], sight[4]
    columns, lines, size = table[0], table[1], table[2]
    prospects, second, caution, dangers, passings = temper[0], temper[1], temper[2], temper[3], temper[4]
    shelter, step, pace, idle, unseen = temper[5], temper[6], temper[7], temper[8], temper[9]
    count, lost = len(foes) // FOE, 0
    to, fronts, flanks = [0] * count, [0.0] * count, [0.0] * count
    for number in range(len(posts) // POST):
        n = number * POST
        point, x, y, cover, crest, level = (
            posts[n],
            posts[n + 1],
            posts[n + 2],
            posts[n + 3],
            posts[n + 4],
            posts[n + 5],
        )
        best, next_best, passing, able, threats = 0.0, 0.0, 0.0, False, 0
        for foe in range(count):
            f, r = foe * FOE, foe * ROW
            if foes[f] == point:
                continue
            east, north = foes[f + 1] - x, foes[f + 2] - y
            apart = math.ceil(math.sqrt(float(east * east + north * north)))
            seen = clear[rows[r] * size + point] == 2
            if seen and apart <= length + level_sight * level + fired * foes[f + 9]:
                covered = foes[f + 3] + (foes[f + 4] if level < foes[f + 5] else 0)
                back = _bearing(bearings, columns, lines, -east // 50, -north // 50)
                share = _harm(harms, rows[r + 1], covers, width, covered, 0, apart, least)
                if math.isnan(share):
                    lost = _miss(missing, lost, number, foe, 0, 0)
                if _turn(foes[f + 11], back) > half_arc:
                    flank = _harm(harms, rows[r + 1], covers, width, covered, 1, apart, least)
                    if math.isnan(flank):
                        lost = _miss(missing, lost, number, foe, 0, 1)
                    share = (share + flank) / 2
                value = foes[f + 8] * share
                able = True
                if value > best:
                    best, next_best = value, best
                elif value > next_best:
                    next_best = value
            sees = seen and apart <= foes[f + 6]
            share = 1.0 if sees else unseen if apart <= foes[f + 7] else 0.0
            if share == 0.0:
                continue
            covered = cover + (crest if foes[f + 5] < level else 0)
            front = _harm(harms, rows[r + 2], covers, width, covered, 0, apart, foes[f + 12])
            flank = _harm(harms, rows[r + 2], covers, width, covered, 1, apart, foes[f + 12])
            if math.isnan(front):
                lost = _miss(missing, lost, number, foe, 1, 0)
            if math.isnan(flank):
                lost = _miss(missing, lost, number, foe, 1, 1)
            if sees and foes[f + 10] and point != here:
                passing += front
            if flank != 0.0:
                to[threats] = _bearing(bearings, columns, lines, east // 50, north // 50)
                fronts[threats], flanks[threats] = front * share, flank * share
                threats += 1
        danger, heading = 0.0, ANY_WAY
        for one in range(threats):
            total = 0.0
            for other in range(threats):
                total += fronts[other] if _turn(to[one], to[other]) <= half_arc else flanks[other]
            if heading == ANY_WAY or total < danger or (total == danger and to[one] < heading):
                danger, heading = total, to[one]
        worth = prospects * (best + second * next_best)
        worth -= caution * (dangers * danger + passings * passing)
        worth += shelter * (cover + crest) + step * _distance(kind, low, high, close, pace, aims, x, y)
        if not able:
            worth -= idle
        worths[number], headings[number] = worth, heading
    return lost // 4
