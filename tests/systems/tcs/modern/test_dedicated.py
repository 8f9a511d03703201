"""Dedicated missions (ME 2.6)."""

import pytest
from msgspec.structs import replace

from sandtable.kernel.running import closed, opened
from sandtable.systems.tcs.command import implement
from sandtable.systems.tcs.modern.dedicated import Dedicate, dedicated_hex
from sandtable.systems.tcs.sheets import PREPARING
from tests.systems.tcs.modern.guns import Modern

rule = pytest.mark.rule
O = "Blue us_rifle_plt O 0401"  # noqa: E741
X = "Red ge_gren_plt X 1212"
BATTERY = "battery Blue us87_m109 A he=3 ds=Blue dedicated=1212"


def guns(*lines, battery=BATTERY, **how):
    return Modern(O, X, battery, *lines, **{"dedicated_missions": True, "visibility": 3, **how})


@rule("ME 2.6b")
def test_it_lands_on_target_without_observer_or_adjustment_in_any_zone():
    b = guns().do("battery", "A").do("aim", "1212")
    assert b.offers("observer") == set()
    b.do("call").do("done", None, 11, 11)
    assert b.rolls()[0].resolution.rule == "TCS 18.8a"
    lands = next(event for event in b.events if event.what == "lands")
    assert lands.values["quality"] == "Good Shoot"
    mates = [BATTERY.replace(" A ", f" {name} ") + " fa=1st" for name in "BC"]
    wide = Modern(O, X, *mates, dedicated_missions=True, visibility=3)
    wide.fire("B", "1212", 11, 11, size="battalion")
    assert wide.rolls()[0].resolution.rule == "TCS 18.8a"


@rule("ME 2.6c")
def test_it_is_never_adjusted_off_its_hex():
    b = guns().do("battery", "A")
    assert "1212" in b.offers("aim")
    assert "1211" not in b.offers("aim"), "nobody sees it"


@rule("ME 2.6a", "ME 2.6c")
@pytest.mark.parametrize("battery", [BATTERY.replace("ds=Blue", ""), BATTERY.replace("us87_m109", "ge_150_rocket")])
def test_only_batteries_in_direct_support_that_are_no_rockets_have_one(battery):
    b = guns(battery=battery)
    assert dedicated_hex(b.look, 0) == -1


@rule("ME 2.6a")
def test_without_the_option_nobody_has_one():
    b = guns(dedicated_missions=False)
    assert "aim" not in b.do("battery", "A").verbs() or "1212" not in b.offers("aim")


@rule("ME 2.6a")
def test_a_new_op_sheet_takes_the_old_target_away_and_asks_for_a_new_one():
    b = guns()
    field = opened(b.game, b.state)
    sheet = field.board.sheets[0]
    groups = tuple(replace(each, units=(0,)) for each in sheet.groups[:1])
    field.update(sheets=(replace(sheet, state=PREPARING, support=(0,), groups=groups), *field.board.sheets[1:]))
    before = len(field.stack)
    implement(field, 0)
    assert field.stack[before:] == [Dedicate(0, 0)]
    assert dedicated_hex(field, 0) == -1
    b.state = closed(field, 0)
    asked = b.state
    b.do("at", "0909")
    assert dedicated_hex(b.look, 0) == b.hex("0909")
    b.state = asked
    b.do("none")
    assert dedicated_hex(b.look, 0) == -1, "it may do without"


@rule("ME 2.6d")
def test_other_missions_are_fired_as_ever():
    b = guns().do("battery", "A").do("aim", "0403")
    assert b.offers("observer") == set(), "O observes, and is the only one"
    b.do("call")
    assert b.forecast("done").rule == "TCS 18.5d"
