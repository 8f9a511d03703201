"""Curves of chances as text: where they change, and a plot of them."""

from __future__ import annotations

from fractions import Fraction

from sandtable.kernel.question import Curves

__all__ = ["plot", "steps"]

SIGNS = "●○▲△■□◆◇"
HEIGHT = 10


def steps(curves: Curves) -> list[tuple[str, list[Fraction | None]]]:
    """The chances as the rows of a table: neighbours on the scale that are alike stand in one row.

    >>> half, third = Fraction(1, 2), Fraction(1, 3)
    >>> steps(Curves("inches", {"front": {1: half, 2: half, 3: third}}))
    [('1-2', [Fraction(1, 2)]), ('3', [Fraction(1, 3)])]
    """
    rows: list[tuple[int, int, list[Fraction | None]]] = []
    for number in curves.scale:
        chances = [line.get(number) for line in curves.lines.values()]
        if rows and rows[-1][2] == chances and rows[-1][1] == number - 1:
            rows[-1] = (rows[-1][0], number, chances)
        else:
            rows.append((number, number, chances))
    return [(str(low) if low == high else f"{low}-{high}", chances) for low, high, chances in rows]


def plot(curves: Curves, height: int = HEIGHT) -> str:
    """The curves as a picture of text, a sign for each line; where two meet, the first is drawn.

    >>> print(plot(Curves("inches", {"front": {1: Fraction(1), 2: Fraction(1, 2)}}), height=2))
    100% |●
         | ●
      0% +--
          1
          inches   ● front
    """
    scale = curves.scale
    first = scale[0]
    width = scale[-1] - first + 1
    rows = [[" "] * width for _ in range(height + 1)]
    for sign, line in reversed(list(zip(SIGNS, curves.lines.values(), strict=False))):
        for number, chance in line.items():
            rows[height - round(chance * height)][number - first] = sign
    middle = height // 2
    drawn = []
    for level, row in enumerate(rows[:-1]):
        label = "100%" if level == 0 else " 50%" if level == middle and height >= 4 else "    "
        drawn.append(f"{label} |{''.join(row)}")
    drawn.append("  0% +" + "".join(sign if sign != " " else "-" for sign in rows[-1]))
    marks = [" "] * (width + 4)
    for number in (first, *(each for each in scale if each % 10 == 0 and each > first + 1)):
        marks[number - first : number - first + len(str(number))] = str(number)
    names = "   ".join(f"{sign} {name}" for sign, name in zip(SIGNS, curves.lines, strict=False))
    lines = [*drawn, "      " + "".join(marks), f"      {curves.across}   {names}"]
    return "\n".join(line.rstrip() for line in lines)
