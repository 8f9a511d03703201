"""Small battles of Tactical Combat written as text, for tests. Lengths are inches from the south-west corner.

    Battle('''
        table 24 16
        woods Copse 4,6 8,6 8,10 4,10
        road 0,3 24,3
        US rifle A 5,2
        US leader L 6,2 formation=1st
        German hmg M 5,9 suppressed hits=2 quality=green
    ''')

A stand line is: side, kind, name, position, then any of: suppressed, paralyzed, finished, on_road, independent,
hits=N, spent=N (hundredths of its move), heading=N (0 to 23), quality=green|regular|elite, formation=NAME,
in=CARRIER (a passenger).
`formation A under B` puts one formation under another, `formation A turn 2` lets one come later.
`zone NAME x,y ...` is a zone more than the whole table, which is `all`.
`objective NAME x,y points` and `support SIDE KIND NAME` (with missions=, dice=, template=, turns=2-4, every=,
smoke=no, spotter=none) may be given too. Sides are US (0) and German (1).
"""

from msgspec.structs import replace

from sandtable.board.tabledraft import DraftFeature, DraftMarker, DraftRoad, DraftZone, TableDraft
from sandtable.kernel.game import Game
from sandtable.kernel.state import State
from sandtable.systems.tactical_combat import SYSTEM
from sandtable.systems.tactical_combat.board import NOBODY, OFF, Board, Stand
from sandtable.systems.tactical_combat.recovery import Recovery
from sandtable.systems.tactical_combat.scenario import (
    Force,
    Objective,
    StandEntry,
    SupportEntry,
    TacticalScenario,
    Victory,
)
from sandtable.systems.tactical_combat.tables import TERRAIN
from sandtable.systems.tactical_combat.turn import ActionPhase, EndTurn
from tests.systems.played import Played

SIDES = ("US", "German")
MORALE = {"suppressed": 1, "paralyzed": 2}


def point(text):
    x, y = text.split(",")
    return float(x), float(y)


def _around(polygon, place):
    """Whether a place is within the box around a polygon."""
    return all(
        min(along) - 1 <= at <= max(along) + 1 for along, at in zip(zip(*polygon, strict=True), place, strict=True)
    )


class Battle(Played):
    """A game in the middle of a side's action phase."""

    def __init__(self, text, *, side="US", turn=1, scale="squad", victory=None, special=(), first="US", **options):
        own = {name: options.pop(name) for name in ("vehicle", "recovery") if name in options}
        size, features, roads, markers, forces, placed = (24, 16), [], [], [], {}, {}
        objectives, supports, under, late, zones = [], [], {}, {}, {}
        for line in filter(None, (raw.partition("#")[0].strip() for raw in text.splitlines())):
            words = line.split()
            if words[0] == "table":
                size = (int(words[1]), int(words[2]))
            elif words[0] == "road":
                roads.append(DraftRoad("road", tuple(point(each) for each in words[1:])))
            elif words[0] == "formation" and words[2] == "turn":
                late[words[1]] = int(words[3])
            elif words[0] == "formation":
                under[words[1]] = words[3]
            elif words[0] == "zone":
                zones[words[1]] = DraftZone(tuple(point(each) for each in words[2:]))
            elif words[0] == "objective":
                markers.append(DraftMarker(words[1], point(words[2])))
                objectives.append(Objective(words[1], int(words[3])))
            elif words[0] == "support":
                given = dict(word.split("=") for word in words[4:])
                numbers = {name: int(value) for name, value in given.items() if value.isdecimal()}
                if "turns" in given:
                    numbers["turns"] = tuple(map(int, given["turns"].split("-")))
                if "smoke" in given:
                    numbers["smoke"] = given["smoke"] == "yes"
                supports.append(SupportEntry(words[1], words[2], words[3], **{**given, **numbers}))
            elif words[0] in SIDES:
                self._read_stand(words, forces, placed)
            else:
                assert words[0] in TERRAIN, f"cannot read {line!r}"
                rest = words[2:]
                level = int(rest.pop()[6:]) if rest[-1].startswith("level=") else None
                features.append(DraftFeature(words[0], tuple(point(each) for each in rest), words[1], level))
        everywhere = ((0, 0), (size[0], 0), size, (0, size[1]))
        self._suggest_places(size, features, forces)
        self.game = Game(
            SYSTEM,
            TacticalScenario(
                title="test",
                system="tactical_combat",
                briefing="",
                sides=SIDES,
                scale=scale,
                first=first,
                table=TableDraft(
                    *size,
                    feature=tuple(features),
                    road=tuple(roads),
                    marker=tuple(markers),
                    zone={"all": DraftZone(everywhere), **zones},
                ),
                force=tuple(self._force(key, forces[key], under, late) for key in forces),
                objective=tuple(objectives),
                support=tuple(supports),
                victory=victory or Victory(),
                special=tuple(special),
                **own,
            ),
            options,
            name="test",
        )
        world = self.game.world
        self.names = list(world.names)
        stands = tuple(self._stand(n, *placed[name], placed) for n, name in enumerate(self.names))
        self.side = SIDES.index(side)
        formations = len(world.formations)
        board = Board(
            stands,
            turn,
            points=(9,) * formations,
            bank=(0,) * formations,
            called=(0,) * len(supports),
            holders=(NOBODY,) * len(objectives),
            score=(0, 0),
            memories=tuple(rule.memory(self.game) for rule in special),
            lifted=tuple(sorted({number for rule in special for number in rule.absent(self.game)})),
        )
        stack = (EndTurn(self.side), Recovery(self.side), ActionPhase(self.side))
        self.state = State(board, stack)
        self.events = []

    def _read_stand(self, words, forces, placed):
        side, kind, name, at, *marks = words
        given = dict(word.split("=") for word in marks if "=" in word)
        flags = {word for word in marks if "=" not in word}
        quality = given.pop("quality", "regular")
        formation = given.pop("formation", f"{side} {quality}")
        entry = StandEntry(kind, 1, name, independent="independent" in flags)
        forces.setdefault((side, formation, quality), []).append(entry)
        placed[name] = (point(at), flags, given)

    @staticmethod
    def _suggest_places(size, features, forces):
        """Say where stands would be set up. No battle in its middle needs it, and looking for room would be most
        of the work of making a small battle.
        """
        rows = [(x + 1, y + 1) for y in range(0, size[1] - 1, 2) for x in range(0, size[0] - 1, 2)]
        free = [each for each in rows if not any(_around(feature.polygon, each) for feature in features)]
        for stands in forces.values():
            for n, entry in enumerate(stands):
                if free:
                    stands[n] = replace(entry, at=(free.pop(),))

    @staticmethod
    def _force(key, stands, under, late):
        side, formation, quality = key
        return Force(side, formation, quality, tuple(stands), "all", under.get(formation, ""), late.get(formation, 0))

    def _stand(self, n, at, flags, given, placed):
        world = self.game.world
        position = world.table.position(round(at[0] * 100), round(at[1] * 100))
        if world.arrivals[n]:
            return Stand(hits=world.full_hits[n])
        return Stand(
            position,
            int(given.get("heading", 0)),
            int(given.get("hits", world.full_hits[n])),
            max((MORALE.get(flag, 0) for flag in flags), default=0),
            finished="finished" in flags,
            on_road="on_road" in flags,
            carrier=self.names.index(given["in"]) if "in" in given else NOBODY,
            spent=int(given.get("spent", 0)),
        )

    # Reading

    def number(self, name):
        return self.names.index(name)

    def at(self, text):
        """The lattice position of a text such as "5,2.5"."""
        x, y = point(text)
        return self.game.world.table.position(round(x * 100), round(y * 100))

    def target(self, name):
        if name is None or isinstance(name, int | tuple):
            return name
        return self.names.index(name) if name in self.names else self.at(name)

    def __getitem__(self, name):
        return self.state.board.stands[self.names.index(name)]

    def where(self, name):
        """Where a stand is, as "5.0,2.0"; empty if it is not on the table."""
        at = self[name].at
        return "" if at == OFF else self.game.world.table.text(at)

    # Playing

    def act(self, stand, verb, target=None, *dice):
        """Choose a stand that needs no command roll, then what it does."""
        return self.do("stand", stand).do(verb, target, *dice)

    def modifiers(self, roll=0):
        """The modifiers of a roll of the last action as (value, rule)."""
        return set(super().modifiers(roll))
