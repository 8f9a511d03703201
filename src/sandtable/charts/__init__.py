"""Charts as data: typed look-ups over CSV files that check themselves when they are loaded.

A chart that loads can be trusted: no roll without a result, no distance in two bands, no stray word in a
cell. One that cannot be trusted says where it is wrong, in one sentence.

    DiceChart   results by column and roll           fire.column(8).shift(+2).read(24)
    BandChart   rows "from this number to that one"  infantry.read(6, "green").morale
    GridChart   a number down, a number across       crt.read(7, +3)
    load_keyed  a list with a name for each row      tanks["M1A1 Abrams"].defense
    load_rows   a list
    Rulebook    the rules by id                      rules.rule("TCS 1.0a").statement

>>> from sandtable.charts import DiceChart, Sheet, faces_d66
>>> fire = DiceChart.load(Sheet.parse('''result,0,1-2,3+
... NE,11..53,11..45,
... MC,54..65,46..62,11..36
... 1,66,63..66,41..66''', "fire_table.csv"), faces=faces_d66(), results=["NE", "MC", "1"])
>>> column = fire.column(2)
>>> column.heading, column.read(46), column.shift(+1).read(46)
('1-2', 'MC', '1')

A chart may come from a path, from a sheet of text as here, or from beside a system's code:

    DiceChart.load(importlib.resources.files("sandtable.systems.tcs") / "charts" / "fire_table.csv", ...)
"""

from sandtable.charts.bands import BandChart
from sandtable.charts.csvfile import ChartError, Sheet
from sandtable.charts.dicechart import Column, DiceChart, faces_d66
from sandtable.charts.grid import GridChart
from sandtable.charts.rows import load_keyed, load_rows
from sandtable.charts.rulebook import Rule, Rulebook

__all__ = [
    "BandChart",
    "ChartError",
    "Column",
    "DiceChart",
    "GridChart",
    "Rule",
    "Rulebook",
    "Sheet",
    "faces_d66",
    "load_keyed",
    "load_rows",
]
