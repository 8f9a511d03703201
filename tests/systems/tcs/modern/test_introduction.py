"""The introduction of the Modern Expansion (ME 0): precedence, steps, old words for new."""

import pytest

from sandtable.systems.tcs.modern.conversion import battalion_change, columns_of, dice_of
from sandtable.systems.tcs.tables import UNITS
from tests.systems.tcs.battle import Battle
from tests.systems.tcs.modern.guns import GOOD, Modern

rule = pytest.mark.rule
MODERN = [kind for kind in UNITS.values() if kind.era == "1987"]
O = "Blue us_rifle_plt O 0401"  # noqa: E741


@rule("ME 0.1")
def test_the_expansion_overrides_the_series_and_leaves_the_rest_in_force():
    """A tank with dual mode fires in Move Mode, against TCS 4.1e; one without does not, and infantry neither."""
    lines = [
        "0116 open",
        "1012 open",
        "Blue us87_m1a1 A 0103 move",
        "Blue us87_m60a3 B 0103 move",
        "Red su87_t72a X 0107 move",
    ]
    on, off = (Battle("\n".join(lines), modern=modern, fire_triggers=False) for modern in (True, False))
    assert on.do("point", "0107").offers("add") == {"A"}
    assert off.offers("point") == set()


@rule("ME 0.2")
def test_an_infantry_platoon_has_five_steps():
    platoons = [kind for kind in MODERN if kind.kind == "infantry" and "platoon" in kind.name.lower()]
    assert platoons
    assert {kind.steps for kind in platoons} == {5}


@rule("ME 0.3")
def test_sections_squads_and_mortars_have_two_steps():
    small = [
        kind
        for kind in MODERN
        if kind.kind in ("squad", "mortar") or (" section" in kind.name.lower() and kind.kind != "infantry")
    ]
    assert {kind.kind for kind in small} >= {"squad", "mortar", "infantry_gun"}
    assert {kind.id: kind.steps for kind in small if kind.steps != 2} == {}


@rule("ME 0.4")
def test_everything_else_has_one_step():
    counted = ("infantry", "squad", "mortar")
    others = [kind for kind in MODERN if kind.kind not in counted and " section" not in kind.name.lower()]
    assert {"tank", "micv", "team", "aa", "helicopter", "artillery"} <= {kind.kind for kind in others}
    assert {kind.id: kind.steps for kind in others if kind.steps != 1} == {}


@rule("ME 0.5")
def test_the_old_phases_are_those_of_the_series():
    """Call for Fire is the third subphase; Suppressive Fire is the execution of artillery, and the fire actions of the
    own Action Phase; modes change there too.
    """
    b = Modern(
        O, "Red su87_mr_squad X 0406", "Blue us87_m1a1 T 0402", "battery Blue us87_m109 A he=2 fascam=1 copperhead=1"
    )
    assert b.decision().name == "call"
    assert {"battery", "modern.fascam", "modern.copperhead"} <= b.verbs()
    b.fire("A", "0406", GOOD, 11)
    while b.decision().name != "act":
        b.do("done")
    assert {"suppress", "to_move"} <= b.verbs()
    assert not {verb for verb in b.verbs() if verb.startswith("modern.")}


@rule("ME 0.6")
def test_the_old_overwatch_marker_is_the_fired_marker():
    lines = ["0116 open", "1012 open", "Blue us87_m1a1 A 0103 {}", "Red su87_t72a X 1007 move"]
    text = "\n".join(lines)
    fresh, marked = (Battle(text.format(mark), modern=True, fired_blocks_move_mode=False) for mark in ("", "fired"))
    assert fresh.offers("to_move") == {"A"}
    assert marked.offers("to_move") == set()


@rule("ME 0.7")
@pytest.mark.parametrize(("columns", "dice"), [(0, 0), (1, 0), (2, 1), (5, 2), (-1, 0), (-2, -1), (-5, -2)])
def test_two_columns_are_one_on_two_dice_toward_zero(columns, dice):
    assert dice_of(columns) == dice
    assert dice_of(columns_of(columns)) == columns, "doubled and halved again"


@rule("ME 0.8")
@pytest.mark.parametrize(("company", "battalion"), [(0, 0), (1, 1), (2, 2), (3, 2), (6, 2)])
def test_company_morale_becomes_battalion_morale_of_at_most_two(company, battalion):
    assert battalion_change(company) == battalion
