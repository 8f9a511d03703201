"""The vehicles of Micro Armour and their data cards."""

import json
from fractions import Fraction

import pytest

from sandtable.cli.app import run
from sandtable.kernel.errors import OptionError
from sandtable.systems.micro_armour.calculators import Shot, shot
from sandtable.systems.micro_armour.tables import TANKS
from sandtable.systems.micro_armour.vehicles import data_card, named, vehicles

rule = pytest.mark.rule


def said(capsys, *arguments):
    code = run([str(each) for each in arguments])
    out = capsys.readouterr()
    return code, out.out, out.err


@rule("MA DAT tanks")
def test_all_37_vehicles_are_listed(capsys):
    code, out, _ = said(capsys, "vehicles", "--json")
    assert code == 0
    told = json.loads(out)
    assert [each["weapon"] for each in told] == list(TANKS)
    assert len(told) == 37
    code, out, _ = said(capsys, "vehicles")
    assert all(name.split("/")[0] in out for name in TANKS)


def test_filters_and_orders(capsys):
    assert {tank.tech_level for tank in vehicles(tech_level=4)} == {4}
    assert all(tank.atgm_attack is None for tank in vehicles(missiles=False))
    assert [tank.points for tank in vehicles(order="points")] == sorted(tank.points for tank in TANKS.values())
    code, out, _ = said(capsys, "vehicles", "--points", "200-240", "--sort", "defense", "--json")
    assert [each["weapon"] for each in json.loads(out)] == ["Centurion Mk13", "M60A1", "Leopard-I"]
    for arguments, words in (
        (("--points", "cheap"), "--points is two whole numbers such as 200-300, not 'cheap'"),
        (("--sort", "colour"), "--sort is one of table, name, points, attack, defense, range, speed, not 'colour'"),
        (("Tiger",), "there is no vehicle 'Tiger': see sandtable vehicles"),
        (("T-72", "--ground", "lava"), "--ground is one of clear, grove"),
    ):
        code, _, err = said(capsys, "vehicles", *arguments)
        assert (code, err.startswith(f"sandtable: {words}")) == (2, True)
    assert said(capsys, "vehicles", "--like", "zeppelin")[0] == 1


def test_a_vehicle_is_found_by_a_part_of_its_name():
    assert named("le clerc").weapon == "Le Clerc"
    assert named("T-72").weapon == "T-72", "though T-72B has the same letters"
    with pytest.raises(OptionError):
        named("T")


@rule("MA DAT tanks", "MA RNG TL4", "MA 07.08.01a")
@pytest.mark.parametrize(("weapon", "level", "ground"), [("T-90/AT-12", 13, "woods"), ("Leopard-I", 16, "clear")])
def test_a_card_has_the_chances_of_single_shots(weapon, level, ground):
    card = data_card(weapon, level, ground)
    tank = card.vehicle
    assert [each.weapon for each in card.against] == list(TANKS)
    assert card.bands[0].low == 1
    assert card.bands[-1].high == tank.cannon_range
    assert all(a.high + 1 == b.low for a, b in zip(card.bands, card.bands[1:], strict=False))

    def kills(target, inches, flank, weapon="cannon"):
        ask = Shot(
            firer=tank.weapon, target=target, inches=inches, flank=flank, weapon=weapon, cohesion=level, ground=ground
        )
        return shot(ask).chance(lambda end: end.condition == "eliminated")

    for each in card.against[::6]:
        for band, front, flank in zip(card.bands, each.front, each.flank, strict=True):
            assert front == kills(each.weapon, band.high, False)
            assert flank == kills(each.weapon, band.high, True)
        if tank.atgm_attack:
            assert each.missile_front == kills(each.weapon, tank.atgm_min_range, False, "missile")
        else:
            assert each.missile_front is None


def test_a_card_in_words_and_for_programs(capsys):
    code, out, _ = said(capsys, "vehicles", "M60A3", "--like", "T-72")
    assert code == 0
    assert "attack 18 to 30 inches" in out
    assert "19 / 70" in out
    code, out, _ = said(capsys, "vehicles", "M60A3", "--like", "T-72", "--json")
    told = json.loads(out)
    assert told["vehicle"]["defense"] == 16
    assert [Fraction(each["chance"]) for each in told["against"][0]["front"]] == [
        Fraction(7, 36), Fraction(7, 60), Fraction(7, 120), Fraction(7, 360),
    ]  # fmt: skip
