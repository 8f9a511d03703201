"""The units and the artillery table, against a second transcription of each in another shape (TCS 3.0, 18.5)."""

import csv
import re
from importlib.resources import files
from pathlib import Path

import pytest

CHARTS = files("sandtable.systems.tcs") / "charts"
COUNTER = re.compile(
    r"(?P<id>\w+); (?P<name>[^;]+); (?P<kind>\w+) x(?P<steps>\d+); "
    r"(-|(?P<area_strength>\d+)(?P<trajectory_class>[ILHM])(?P<area_range_max>\d+)); "
    r"(-|(?P<point_strength>\d+)/(?P<point_range_nominal>\d+)); "
    r"(?P<target_class>[ABP])(-(?P<defence>\d+))?; m(?P<morale>\d); "
    r"(?P<move_class>[FTWH])(?P<movement_allowance>\d+); (-|(?P<atgm>\w+)); (-|(?P<flags>[^;]+))"
)
LETTERS = {
    "trajectory_class": {"I": "inf", "L": "low", "H": "high", "M": "mortar"},
    "move_class": {"F": "foot", "T": "tracked", "W": "wheeled", "H": "helicopter"},
}
SHOOTS = """
 1 No Shoot 11-42  Scatter 43-62  Bad Shoot 63-65  Good Shoot 66
 2 No Shoot 11-41  Scatter 42-56  Bad Shoot 61-65  Good Shoot 66
 3 No Shoot 11-35  Scatter 36-54  Bad Shoot 55-65  Good Shoot 66
 4 No Shoot 11-34  Scatter 35-46  Bad Shoot 51-65  Good Shoot 66
 5 No Shoot 11-32  Scatter 33-43  Bad Shoot 44-65  Good Shoot 66
 6 No Shoot 11-31  Scatter 32-36  Bad Shoot 41-65  Good Shoot 66
 7 No Shoot 11-25  Scatter 26-34  Bad Shoot 35-61  Good Shoot 62-66
 8 No Shoot 11-23  Scatter 24-32  Bad Shoot 33-52  Good Shoot 53-66
 9 No Shoot 11-22  Scatter 23-26  Bad Shoot 31-44  Good Shoot 45-66
10 No Shoot 11-16  Scatter 21-23  Bad Shoot 24-36  Good Shoot 41-66
11 No Shoot 11-14  Scatter 15-16  Bad Shoot 21-32  Good Shoot 33-66
12 No Shoot 11-13  Scatter 14-15  Bad Shoot 16-26  Good Shoot 31-66
13 No Shoot 11-12  Scatter 13-14  Bad Shoot 15-25  Good Shoot 26-66
"""


def rows_of(chart):
    return list(csv.DictReader((CHARTS / chart).read_text(encoding="utf-8").splitlines()))


def counters():
    """The second transcription: the cells of each unit by its id."""
    found, army = {}, None
    for line in Path(__file__).with_name("counters.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            army = line.strip("[]").split(", ")
        elif line and not line.startswith("#"):
            cells = COUNTER.fullmatch(line).groupdict(default="")
            for name, letters in LETTERS.items():
                cells[name] = letters.get(cells[name], "")
            cells["flags"] = cells["flags"].replace(" ", ";")
            cells["nation"], cells["era"] = army
            found[cells["id"]] = cells
    return found


@pytest.mark.rule("TCS 3.0a", "TCS 3.0c", "TCS 3.0e")
def test_every_cell_of_every_unit_is_as_its_counter_reads():
    """All but the notes, which are words for people."""
    rows, second = rows_of("units.csv"), counters()
    assert len(rows) == len(second) == 152
    for row in rows:
        del row["note"]
        assert row == second[row["id"]], row["id"]


def test_every_cell_of_the_artillery_table():
    rows = {row.pop("result"): row for row in rows_of("artillery_adjustment_table.csv")}
    second = {}
    for line in SHOOTS.strip().splitlines():
        column = line.split()[0]
        for result, low, high in re.findall(r"([A-Z]\w+(?: \w+)?) (\d\d)(?:-(\d\d))?", line):
            second.setdefault(result, {})[column] = f"{low}..{high}" if high else low
    assert rows == second
