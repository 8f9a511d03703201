"""Small battles of Micro Armour written as text, for tests. Lengths are inches from the south-west corner.

    Battle('''
        table 36 40
        woods Copse 4,6 8,6 8,10 4,10
        hill Ridge 0,20 36,20 36,26 0,26 level=1
        good_road 0,3 36,3
        wreck 9,9
        Blue M60A3 A 5,2 heading=0 group=1st
        Red T-72 X 5,9 heading=12 suppressed
    ''', phase="second")

A stand line is: side, vehicle (spaces as _), name, position or `off`, then any of: suppressed, disorganized, depleted,
revealed, moved, straggler, lost, HQ, GHQ, recon, heading=N (0 to 23), group=NAME, tries=N, phase=N, attacked=N,
spent=N. A side without a GHQ gets one behind its edge that never moves. Sides are Blue (0), who enters in the south,
and Red (1). The battle is in the `first` or `second` fire phase, or the `move` phase, and `side` is asked.
It stops after the fire phases, and again after marker removal, where the side with the initiative is asked who moves
first; with `whole` it runs on as a game does, with command rolls and the next turn.
"""

from msgspec.structs import replace

from sandtable.board.tabledraft import DraftFeature, DraftRoad, DraftZone, TableDraft
from sandtable.kernel.decision import Action
from sandtable.kernel.game import Game
from sandtable.kernel.state import State
from sandtable.systems.micro_armour import SYSTEM
from sandtable.systems.micro_armour.board import FIRST, OFF, SECOND, Board, Stand
from sandtable.systems.micro_armour.command import CommandRolls
from sandtable.systems.micro_armour.orders import ChooseMove, MoveFirst, MovePhase
from sandtable.systems.micro_armour.phases import ChooseAttack, FirePhase
from sandtable.systems.micro_armour.removal import Removal
from sandtable.systems.micro_armour.scenario import Company, Force, MicroScenario, SightingEntry, TankEntry
from sandtable.systems.micro_armour.tables import GROUND
from sandtable.systems.micro_armour.turn import EndTurn
from sandtable.systems.micro_armour.victory import Victory
from tests.systems.played import Played

SIDES = ("Blue", "Red")
FLAGS = ("suppressed", "disorganized", "depleted", "revealed", "moved", "straggler")
NUMBERS = ("heading", "tries", "phase", "attacked", "spent")
STAFF = "Staff"


def point(text):
    x, y = text.split(",")
    return float(x), float(y)


class Battle(Played):
    """A game in the middle of a phase."""

    def __init__(
        self, text, *, phase="second", side="Blue", passes=0, turn=1, cohesion=14, command=None, orders=(0, 0),
        generation="III", sighting=100, initiative="Blue", victory=None, whole=False, **options,
    ):  # fmt: skip
        self.size, features, roads, wrecks, forces, self._marks = (36, 40), [], [], [], {each: {} for each in SIDES}, {}
        for line in filter(None, (raw.partition("#")[0].strip() for raw in text.splitlines())):
            words = line.split()
            if words[0] == "table":
                self.size = (int(words[1]), int(words[2]))
            elif words[0] == "wreck":
                wrecks.append(words[1])
            elif words[0] in ("good_road", "poor_road", "track"):
                roads.append(DraftRoad(words[0], tuple(point(each) for each in words[1:])))
            elif words[0] in SIDES:
                self._read_stand(words, forces[words[0]])
            else:
                assert words[0] in GROUND, f"cannot read {line!r}"
                rest = words[2:]
                level = int(rest.pop()[6:]) if rest[-1].startswith("level=") else None
                features.append(DraftFeature(words[0], tuple(point(each) for each in rest), words[1], level))
        width, height = self.size
        both = lambda value: value if isinstance(value, tuple) else (value, value)  # noqa: E731
        sightings = sighting if isinstance(sighting, tuple) else (SightingEntry(sighting),)
        scenario = MicroScenario(
            title="test", system="micro_armour", briefing="", sides=SIDES, sighting=sightings,
            table=TableDraft(
                width, height, feature=tuple(features), road=tuple(roads),
                zone={
                    "SOUTH": DraftZone(((0, 0), (width, 0), (width, 1), (0, 1))),
                    "NORTH": DraftZone(((0, height - 1), (width, height - 1), (width, height), (0, height))),
                },
            ),
            force=tuple(
                Force(
                    each, both(cohesion)[n], ("SOUTH", "NORTH")[n], self._companies(each, forces[each]),
                    both(generation)[n], both(command)[n],
                )
                for n, each in enumerate(SIDES)
            ),
            victory=victory or Victory(),
        )  # fmt: skip
        self.game = Game(SYSTEM, scenario, options, name="test")
        self.names = [
            name
            for each in SIDES
            for company in scenario.force[SIDES.index(each)].company
            for name in forces[each].get(company.name, [(f"{each} {STAFF}", None)])
            for name in [name[0]]
        ]
        self.game.world = world = replace(self.game.world, names=tuple(self.names))
        stands = tuple(self._stand(name) for name in self.names)
        board = Board(
            stands, world.companies, turn, SIDES.index(initiative), orders, wrecks=tuple(self.at(w) for w in wrecks)
        )
        who = SIDES.index(side)
        asks = {
            "first": (FirePhase(SECOND), ChooseAttack(who, FIRST, passes)),
            "second": (ChooseAttack(who, SECOND, passes),),
            "move": (ChooseMove(who, passes),),
        }[phase]
        stop = (MoveFirst(SIDES.index(initiative)),)
        if whole:
            stack = (EndTurn(), Removal(), *(() if phase == "move" else (MovePhase(), CommandRolls())), *asks)
        else:
            stack = (EndTurn(), *stop, Removal(), *(() if phase == "move" else stop), *asks)
        self.state = State(board, stack)
        self.events = []

    def _read_stand(self, words, companies):
        _, weapon, name, at, *marks = words
        given = dict(word.split("=") for word in marks if "=" in word)
        role = next((each for each in ("HQ", "GHQ") if each in marks), "line")
        entry = TankEntry(weapon.replace("_", " "), 1, role, "recon" in marks)
        companies.setdefault(given.pop("group", name), []).append((name, entry))
        self._marks[name] = (at, marks, given)

    def _companies(self, side, companies):
        found = [Company(group, tuple(entry for _, entry in stands)) for group, stands in companies.items()]
        if not any(entry.role == "GHQ" for company in found for entry in company.tanks):
            found.append(Company(STAFF, (TankEntry("T55A", 1, "GHQ"),), not_before=99))
        return tuple(found)

    def _stand(self, name):
        at, marks, given = self._marks.get(name, ("off", [], {}))
        if "lost" in marks:
            return Stand(alive=False)
        values = {flag: True for flag in FLAGS if flag in marks}
        values |= {key: int(given[key]) for key in NUMBERS if key in given}
        return Stand(OFF if at == "off" else self.at(at), **values)

    # Reading

    def number(self, name):
        return self.names.index(name)

    def at(self, text):
        """The lattice position of a text such as "5,2.5"."""
        x, y = point(text)
        return self.game.world.table.position(round(x * 100), round(y * 100))

    def target(self, name, kind):
        if not isinstance(name, str):
            return name
        if kind == "group":
            side = self.decision().side
            return side, self.game.world.group_names[side].index(name)
        if kind == "side":
            return SIDES.index(name)
        return self.number(name) if name in self.names else self.at(name)

    def __getitem__(self, name):
        return self.state.board.stands[self.number(name)]

    def state_of(self, name):
        """The markers of a stand in letters: "", S, D, SD, or X when it is gone."""
        s = self[name]
        return ("S" * s.suppressed + "D" * s.disorganized) if s.alive else "X"

    def where(self, name):
        """Where a stand is, as "5.0,2.0"; empty if it is not on the table."""
        at = self[name].at
        return "" if at == OFF else self.game.world.table.text(at)

    def action(self, verb, target):
        offer = self.decision().offer(verb)
        kinds = {"order": "group", "independent": "group", "first": "side"}
        return Action(verb, self.target(target, offer.kind if offer else kinds.get(verb, "unit")))

    # Playing

    def attack(self, target, firers, *dice):
        """An attack by firers such as "A B C:missile" with these dice: for each the test and, if passed, 2d6."""
        return self.do("attack", target).fire(firers, *dice)

    def fire(self, firers, *dice):
        """Name the firers and open fire."""
        for each in firers.split():
            name, _, weapon = each.partition(":")
            self.do(weapon or "cannon", name)
        return self.do("fire", None, *dice)

    def go(self, stand, to=None, *dice):
        """Choose a stand of the group that may move and send it somewhere; the last dice are for what follows."""
        return self.do("move", stand).do("move", to, *dice)
