"""Damage one thing in a shipped chart: the loader refuses, naming the file and the line."""

import csv
import io
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sandtable.charts import ChartError

from .shipped import LOADERS, shipped

FIRE = "tcs/charts/fire_table.csv"
MORALE = "tcs/charts/morale_table.csv"
ADJUSTMENT = "tcs/charts/artillery_adjustment_table.csv"
CRT = "micro_armour/charts/crt.csv"
RANGE = "micro_armour/charts/range.csv"
COMMAND = "micro_armour/charts/command.csv"
TANKS = "micro_armour/charts/tanks.csv"
TERRAIN = "micro_armour/charts/terrain.csv"
MA_GENERATION = "micro_armour/charts/generation.csv"
MA_GROUND = "micro_armour/charts/ground.csv"
MA_LIMITS = "micro_armour/charts/limits.csv"
MA_MODIFIERS = "micro_armour/charts/modifiers.csv"
MA_SIGHTING = "micro_armour/charts/sighting.csv"
INFANTRY = "tactical_combat/charts/infantry.csv"
ANTITANK = "tactical_combat/charts/antitank.csv"
INFANTRY_MODIFIERS = "tactical_combat/charts/infantry_modifiers.csv"
ANTITANK_MODIFIERS = "tactical_combat/charts/antitank_modifiers.csv"
TC_ARMS = "tactical_combat/charts/arms.csv"
TC_LIMITS = "tactical_combat/charts/limits.csv"
TC_QUALITY = "tactical_combat/charts/quality.csv"
TC_STANDS = "tactical_combat/charts/stands.csv"
TC_SYMBOLS = "tactical_combat/charts/symbols.csv"
TC_TERRAIN = "tactical_combat/charts/terrain.csv"
TC_VEHICLES = "tactical_combat/charts/vehicles.csv"
MA_RULES = "micro_armour/rules.csv"
TC_RULES = "tactical_combat/rules.csv"
TCS_RULES = "tcs/rules.csv"

DAMAGE = {
    FIRE: [
        ("NE,11..53,", "NE,11..5x,", "line 2, column '0': '11..5x' is not a range such as 11..66"),
        ("NE,11..53,", "NE,11..52,", "line 3, column '0': nothing covers 53"),
        ("NE,11..53,", "NE,11..55,", "line 3, column '0': 54 is covered twice, here and on line 2"),
        ("NE,11..53,", "NE,12..53,", "line 2, column '0': nothing covers 11"),
        ("NE,11..53,", "NE,11..17,", "line 2, column '0': 17 is not a roll of these dice"),
        ("NE,11..53,", "NE,53..11,", "line 2, column '0': 53 to 11 runs backwards"),
        ("NE,11..53,", "NE,,", "line 3, column '0': nothing covers 11 to 53"),
        ("\n1,66,64..66,", "\n1,,64..66,", "line 3, column '0': nothing covers 66"),
        ("\nMC,", "\nMD,", "line 3, column 'result': 'MD' is not one of NE, MC, 1, 2, 3, 4, 5, 6, 7, 8, 9"),
        ("\nMC,", "\nNE,", "line 3, column 'result': the result 'NE' stands there twice"),
        (",7-8,", ",7-9,", "line 1, column '9-10': 9 is covered twice"),
        (",9-10,", ",10,", "line 1, column '10': nothing covers 9"),
        (",7-8,9-10,", ",9-10,7-8,", "line 1, column '7-8': the column stands out of order"),
        (",2,3,4,", ",2,+,4,", "line 1, column '+': the heading is not a number such as 6, 7-8 or 101+"),
        (",2,3,4,", ",2,3+,4,", "line 1, column '4': 4 is covered twice"),
        (",2,3,4,", ",2,3-,4,", "line 1, column '3-': the chart begins at 0, not lower"),
        (",101+", "", "line 2: there are 21 cells under 20 columns"),
    ],
    MORALE: [
        ("result,1-,2,", "result,1-,1,", "line 1, column '1': 1 is covered twice"),
        ("SYR,65,65,", "SYR,65,64..65,", "line 4, column '2': 64 is covered twice, here and on line 3"),
    ],
    ADJUSTMENT: [
        ("Good Shoot,66,", "Good Shoot,,", "line 4, column '1': nothing covers 66"),
        ("result,1,2,3,", "result,1,3,4,", "line 1: the column '4' stands there twice"),
    ],
    CRT: [
        ("\n17,S,S,", "\n17,S,Z,", "line 4, column '-2': 'Z' is not one of S, (S), D, E"),
        ("\n17,S,S,", "\n17,S,,", "line 4, column '-2': an empty cell is not one of S, (S), D, E"),
        ("\n17,", "\n16,", "line 4: the heading '16' does not follow 18"),
        ("\n17,", "\nlow,", "line 4: 'low' is not a whole number"),
        (",+4,", ",+14,", "line 1: the heading '+14' does not follow 3"),
        ("\n17,S,S,", "\n17,S,", "line 4: there are 13 cells under 14 columns"),
    ],
    RANGE: [
        ("\n2,9,16,", "\n2,10,16,", "line 10: for tech_level 2, nothing covers 9"),
        ("\n2,9,16,", "\n2,8,16,", "line 10: for tech_level 2, 8 is covered twice, here and on line 9"),
        ("\n2,34,,", "\n2,34,80,", "line 13: for tech_level 2, nothing covers the numbers above 80"),
        ("\n2,1,1,", "\n2,0,1,", "line 8: for tech_level 2, the chart begins at 1, not lower"),
        ("\n2,9,16,", "\n5,9,16,", "line 10, column 'tech_level': '5' is not any or one of 1, 2, 3, 4"),
        ("\n2,9,16,", "\n2,16,9,", "line 10: for tech_level 2, 16 to 9 runs backwards"),
    ],
    COMMAND: [
        ("\n7,7,2", "\n7,8,2", "line 7: 8 is covered twice, here and on line 6"),
        ("\n,3,0", "\n2,3,0", "line 2: nothing covers the numbers below 2"),
        ("\n7,7,2", "", "line 6: nothing covers 7"),
        ("min_total", "lowest", "line 1: the column 'min_total' is missing"),
    ],
    INFANTRY: [
        ("\n6,6,regular,0,none", "", "line 7: for target_quality regular, nothing covers 6"),
        ("4,5,any,", "4,6,any,", "line 5: for target_quality green, 6 is covered twice, here and on line 4"),
        (
            "6,6,elite,",
            "6,6,veteran,",
            "line 7, column 'target_quality': 'veteran' is not 'any', 'green', 'regular' or 'elite'",
        ),
    ],
    ANTITANK: [
        ("1,8,", "1,8 inches,", "line 2, column 'forced_back_inches': '8 inches' is not a whole number"),
        ("\n4,5,any,", "\n4,5,green,", "line 5: for target_quality regular, nothing covers 4 to 5"),
    ],
    TANKS: [
        ("\nT-62,149,", "\nT-62,cheap,", "line 6, column 'points': 'cheap' is not a whole number"),
        ("\nT-62,149,", "\nT-62,,", "line 6, column 'points': an empty cell is not a whole number"),
        ("\nT-62,149,2,", "\nT-62,149,7,", "line 6, column 'tech_level': '7' is not '1', '2', '3' or '4'"),
        ("\nT-62,", "\nPT-76,", "line 6, column 'weapon': 'PT-76' already stands on line 2"),
        ("20,40,4,4", "20,40,4,", "line 5: the missile of T55M/AT-10 lacks one of its four numbers"),
        (",speed,", ",pace,", "line 1: the column 'speed' is missing"),
    ],
    TERRAIN: [
        ("road,0.5,", "road,half,", "line 8, column 'cost_tracked': 'half' is not a number such as 2, 0.5"),
        ("woods,3,4,1,0,", "woods,3,4,1,x,", "line 6, column 'cost_is_surcharge': 'x' is not yes or no"),
    ],
    MA_GENERATION: [
        ("\nIV,1,", "\nV,1,", "line 5, column 'generation': 'V' is not 'I', 'II', 'III' or 'IV'"),
        ("\nIV,1,", "\nIV,best,", "line 5, column 'value': 'best' is not a whole number"),
    ],
    MA_GROUND: [
        ("\ngrove,", "\nwoods,", "line 3, column 'kind': 'woods' already stands on line 2"),
        ("woods,1", "woods,high", "line 2, column 'height': 'high' is not a whole number"),
    ],
    MA_LIMITS: [
        ("contact,5,", "contact,close,", "line 3, column 'value': 'close' is not a whole number"),
        ("\nengaged,", "\ncontact,", "line 4, column 'name': 'contact' already stands on line 3"),
    ],
    MA_MODIFIERS: [
        ("suppressed,4,", "suppressed,four,", "line 2, column 'value': 'four' is not a whole number"),
        ("\ndisorganized,", "\nsuppressed,", "line 3, column 'modifier': 'suppressed' already stands on line 2"),
    ],
    MA_SIGHTING: [
        ("\nclosed,", "\ndense,", "line 4, column 'ground': 'dense' is not 'open', 'mixed' or 'closed'"),
        ("mixed,20,", "mixed,,", "line 3, column 'inches': an empty cell is not a whole number"),
    ],
    INFANTRY_MODIFIERS: [
        (",words,", ",rule,", "line 1: the column 'rule' stands there twice"),
        ("\ncover,", "\nhard_cover,", "line 3, column 'modifier': 'hard_cover' already stands"),
    ],
    ANTITANK_MODIFIERS: [
        ("road,-2,", "road,big,", "line 3, column 'value': 'big' is not a whole number"),
        (",words,rule", ",words,rule,extra", "line 2: there are 4 cells under 5 columns"),
    ],
    TC_ARMS: [
        ("vehicle,1600,", "tank,1600,", "line 5, column 'arm': 'tank' is not 'infantry', 'leader', 'gun' or 'vehicle'"),
    ],
    TC_LIMITS: [
        ("retreat,400", "retreat,4 inches", "line 5, column 'value': '4 inches' is not a whole number"),
        ("retreat,400", "panic_move,400", "line 5, column 'name': 'panic_move' already stands on line 4"),
    ],
    TC_QUALITY: [
        ("\nelite,8,", "\nelite,,", "line 4, column 'acts_at_most': an empty cell is not a whole number"),
        ("\nelite,", "\nveteran,", "line 4, column 'quality': 'veteran' is not 'green', 'regular' or 'elite'"),
    ],
    TC_STANDS: [
        ("1600,yes,no", "1600,perhaps,no", "line 3, column 'weapons': 'perhaps' is not yes or no"),
        ("\nhmg,", "\nrifle,", "line 3, column 'kind': 'rifle' already stands on line 2"),
    ],
    TC_SYMBOLS: [("\nhmg,", "\nrifle,", "line 3, column 'key': 'rifle' already stands on line 2")],
    TC_TERRAIN: [
        ("1,1,inside,2,4", "1,3,inside,2,4", "line 2, column 'cover': '3' is not '0', '1' or '2'"),
        ("2,behind,1,4", "2,beside,1,4", "line 9, column 'shelter': 'beside' is not 'inside', 'touch' or 'behind'"),
    ],
    TC_VEHICLES: [
        ("Panther,German,west_1944,vehicle,-1,", "Panther,German,west_1944,vehicle,-7,", "line 16, column 'gun': '-7'"),
        ("w44_m4_76,", "w44_m4_75,", "line 3, column 'kind': 'w44_m4_75' already stands on line 2"),
    ],
    MA_RULES: [
        ("MA 01.00b,", "MA 01.00a,", "line 3, column 'id': the id 'MA 01.00a' already stands for another"),
    ],
    TC_RULES: [
        (",seed,", ",rumour,", "line 2, column 'source': 'rumour' is not 'seed', 'chart', 'inferred' or"),
    ],
    "tcs/charts/area_range.csv": [("inf,1,1,2,", "inf,2,1,2,", "line 3: for trajectory inf, 2 to 1 runs backwards")],
    "tcs/charts/at_roll.csv": [
        ("open,9,10,", "billiard,9,10,", "line 3, column 'type': 'billiard' already stands on line 2")
    ],
    "tcs/charts/differential.csv": [("-4,-4,-12,", "-3,-3,-12,", "line 3: nothing covers -4")],
    "tcs/charts/limits.csv": [("metres,125,", "metres,far,", "line 2, column 'value': 'far' is not a whole number")],
    "tcs/charts/point_range.csv": [
        ("nominal,3,", "middling,3,", "line 3, column 'band': 'middling' is not 'close', 'nominal' or 'long'")
    ],
    "tcs/charts/posture.csv": [
        ("billiard,fire,2,", "billiard,sleep,2,", "line 3, column 'posture': 'sleep' is not 'move', 'fire' or 'dug_in'")
    ],
    "tcs/charts/shifts.csv": [
        ("spot_cover,-1,", "spot_cover,-1.5,", "line 3, column 'value': '-1.5' is not a whole number")
    ],
    "tcs/charts/spotting.csv": [("1,1,TCS", "1,one,TCS", "line 3, column 'range': 'one' is not a whole number")],
    "tcs/charts/spotting_start.csv": [
        ("at_gun,3,", "people,3,", "line 3, column 'kind': 'people' already stands on line 2")
    ],
    "tcs/charts/stacking.csv": [
        ("1,2,-3,yes,", "1,2,-3,perhaps,", "line 3, column 'sparse': 'perhaps' is not yes or no")
    ],
    "tcs/charts/armies.csv": [("US,3,", "US,three,", "line 4, column 'prep': 'three' is not a whole number")],
    "tcs/charts/command_prep.csv": [
        ("1,61,52,", "1,61,x,", "line 2, column 'c2': 'x' is not a whole number"),
    ],
    "tcs/charts/weighted_turns.csv": [
        ("Attack,1,6,9,", "Raid,1,6,9,", "line 3, column 'kind': 'Raid' is not 'Attack', 'Move', 'Hasty Defense' or"),
    ],
    "tcs/charts/artillery.csv": [
        ("105,4,yes,no", "wide,4,yes,no", "line 2, column 'calibre': 'wide' is not a whole number")
    ],
    "tcs/charts/artillery_start.csv": [("US,11,", "US,last,", "line 2, column 'column': 'last' is not a whole number")],
    "tcs/charts/barrage.csv": [("101,120,", "102,120,", "line 3: nothing covers 101")],
    "tcs/charts/flares.csv": [
        ("us_81mm_sec,", "us_60mm_sec,", "line 3, column 'id': 'us_60mm_sec' already stands on line 2")
    ],
    "tcs/charts/guns_on_map.csv": [
        (
            "us_m7,105,",
            "us_m7,,",
            "line 2, column 'calibre': an empty cell is not a whole number",
        )
    ],
    "tcs/charts/syr_loss.csv": [("5,8,1,", "6,8,1,", "line 3: nothing covers 5")],
    "tcs/charts/terrain.csv": [
        (
            "woods,hex,w,partly,1,2,",
            "woods,hex,w,partly,0/0,2,",
            "line 3, column 'foot': '0/0' is not a number such as 2, 0.5 or 1/2, 'P' or 'NE'",
        )
    ],
    "tcs/charts/units.csv": [
        ("us_aib_plt,", "us_rifle_plt,", "line 3, column 'id': 'us_rifle_plt' already stands on line 2")
    ],
    "tcs/charts/visibility.csv": [
        ("1,12,TCS", "1,,TCS", "line 3, column 'hexes': an empty cell is not a whole number")
    ],
    "tcs/charts/weather.csv": [("5,5,1,", "5,5,much,", "line 3, column 'change': 'much' is not a whole number")],
    TCS_RULES: [
        ("Turn label,Every turn", 'Turn label,"",Every turn', "line 3: there are 7 cells under 6 columns"),
        ("=on\n", "=On!\n", "=On!' is not an option such as vehicles=on"),
    ],
}


def damaged_copy(folder: Path, chart: str, text: str) -> Path:
    file = folder / chart.rsplit("/", 1)[1]
    file.write_text(text, encoding="utf-8", newline="")
    return file


def test_every_shipped_chart_is_damaged_here() -> None:
    assert DAMAGE.keys() == LOADERS.keys()


@pytest.mark.parametrize(
    ("chart", "old", "new", "sentence"),
    [(chart, *damage) for chart, damages in DAMAGE.items() for damage in damages],
)
def test_damage_is_found_and_named(tmp_path: Path, chart: str, old: str, new: str, sentence: str) -> None:
    text = shipped(chart).read_text(encoding="utf-8")
    assert old in text
    file = damaged_copy(tmp_path, chart, text.replace(old, new, 1))
    with pytest.raises(ChartError) as refusal:
        LOADERS[chart](file)
    assert str(refusal.value).startswith(f"{file.name} line ")
    assert sentence in str(refusal.value)


def without_column(chart: str, column: int) -> str:
    text = io.StringIO()
    for row in csv.reader(io.StringIO(shipped(chart).read_text(encoding="utf-8"))):
        csv.writer(text).writerow(row[:column] + row[column + 1 :])
    return text.getvalue()


@pytest.mark.parametrize("chart", LOADERS)
def test_a_chart_without_its_first_column_is_refused(tmp_path: Path, chart: str) -> None:
    file = damaged_copy(tmp_path, chart, without_column(chart, 0))
    with pytest.raises(ChartError, match=rf"{file.name} line \d"):
        LOADERS[chart](file)


@pytest.mark.parametrize("chart", LOADERS)
def test_a_chart_without_an_inner_column_is_refused(tmp_path: Path, chart: str) -> None:
    file = damaged_copy(tmp_path, chart, without_column(chart, 2))
    with pytest.raises(ChartError, match=rf"{file.name} line 1"):
        LOADERS[chart](file)


@pytest.mark.parametrize("chart", LOADERS)
def test_a_chart_without_its_heading_is_refused(tmp_path: Path, chart: str) -> None:
    headless = shipped(chart).read_text(encoding="utf-8").partition("\n")[2]
    file = damaged_copy(tmp_path, chart, headless)
    with pytest.raises(ChartError, match=rf"{file.name} line 1"):
        LOADERS[chart](file)


@pytest.mark.parametrize("chart", [FIRE, MORALE, ADJUSTMENT])
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_dice_range_moved_by_one_is_noticed(tmp_path: Path, chart: str, data: st.DataObject) -> None:
    lines = [line.split(",") for line in shipped(chart).read_text(encoding="utf-8").splitlines()]
    places = [(r, c) for r, cells in enumerate(lines) for c, cell in enumerate(cells) if r and c and cell]
    row, column = data.draw(st.sampled_from(places))
    low, _, high = lines[row][column].partition("..")
    step = data.draw(st.sampled_from([-1, 1]))
    moved = f"{int(low) + step}..{high or low}" if data.draw(st.booleans()) else f"{low}..{int(high or low) + step}"
    lines[row][column] = moved
    damaged = tmp_path / "damaged.csv"
    damaged.write_text("\n".join(map(",".join, lines)), encoding="utf-8")
    with pytest.raises(ChartError, match=r"damaged\.csv line \d+, column '.*': "):
        LOADERS[chart](damaged)


# --- Whatever happens to a file, the answer is a chart or a sentence.


def refusal_of(chart: str, file: Path) -> str | None:
    try:
        LOADERS[chart](file)
    except ChartError as refusal:
        return str(refusal)
    return None


def loads_or_says_why(chart: str, file: Path) -> bool:
    said = refusal_of(chart, file)
    return said is None or (said.startswith(file.name) and len(said.splitlines()) == 1)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(chart=st.sampled_from(sorted(LOADERS)), data=st.binary(max_size=400))
def test_random_bytes_load_or_are_refused_in_a_sentence(tmp_path: Path, chart: str, data: bytes) -> None:
    file = tmp_path / "noise.csv"
    file.write_bytes(data)
    assert loads_or_says_why(chart, file)


SCRAPS = st.one_of(
    st.sampled_from([b"", b",", b"\n", b"\r", b"\r\n", b'"', b"\x00", b"\xff", b"..", b"-", b"+", b"any", b"17"]),
    st.binary(max_size=6),
    st.integers(-(10**15), 10**15).map(lambda number: str(number).encode()),
)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=400)
@given(
    chart=st.sampled_from(sorted(LOADERS)),
    wounds=st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 8), SCRAPS), min_size=1, max_size=4),
)
def test_a_mutilated_chart_loads_or_is_refused_in_a_sentence(
    tmp_path: Path, chart: str, wounds: list[tuple[int, int, bytes]]
) -> None:
    data = shipped(chart).read_bytes()
    for place, length, scrap in wounds:
        start = place % (len(data) + 1)
        data = data[:start] + scrap + data[start + length :]
    file = tmp_path / "mutilated.csv"
    file.write_bytes(data)
    assert loads_or_says_why(chart, file)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    chart=st.sampled_from(sorted(LOADERS)),
    cells=st.lists(st.lists(st.text(max_size=8), max_size=8), max_size=8),
)
def test_any_text_below_the_right_heading_loads_or_is_refused_in_a_sentence(
    tmp_path: Path, chart: str, cells: list[list[str]]
) -> None:
    heading = shipped(chart).read_text(encoding="utf-8").splitlines()[0]
    file = tmp_path / "text.csv"
    text = "\n".join([heading, *(",".join(row) for row in cells)])
    file.write_bytes(text.encode("utf-8", errors="surrogatepass"))
    assert loads_or_says_why(chart, file)
