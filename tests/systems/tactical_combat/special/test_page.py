"""The page for scenario designers tells every special rule and every field of a scenario file."""

import re
from pathlib import Path
from typing import get_args

import pytest

from sandtable.systems.tactical_combat.scenario import Force, Objective, StandEntry, SupportEntry, TacticalScenario
from sandtable.systems.tactical_combat.special import SpecialRule
from sandtable.systems.tactical_combat.victory import Victory

pytestmark = pytest.mark.rule("TC G4")

PAGE = (Path(__file__).parents[4] / "docs" / "tactical-combat-scenarios.md").read_text(encoding="utf-8")
EXAMPLES = [part for block in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL) for part in block.split("[[special]]")]


@pytest.mark.parametrize("special", get_args(SpecialRule), ids=lambda rule: rule.__struct_config__.tag)
def test_every_field_of_a_special_rule_is_in_its_example(special):
    tag = special.__struct_config__.tag
    example = "".join(part for part in EXAMPLES if f'rule = "{tag}"' in part)
    assert example, f"the page has no example of {tag}"
    fields = [name for name in special.__struct_fields__ if name != "optional"]
    assert [name for name in fields if not re.search(rf"^(# )?{name} =", example, re.MULTILINE)] == []


@pytest.mark.parametrize("part", [TacticalScenario, Force, StandEntry, SupportEntry, Objective, Victory])
def test_every_field_of_a_scenario_file_is_named(part):
    assert [name for name in part.__struct_fields__ if not re.search(rf"\b{name}\b", PAGE)] == []


def test_any_special_rule_may_be_optional():
    assert "optional = true               # any special rule may be" in PAGE
