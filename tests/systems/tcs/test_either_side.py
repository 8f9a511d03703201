"""What one side may do the other may do too: small battles are fought by Blue, and again by Red with the same dice."""

import pytest

from tests.systems.tcs.battle import Battle
from tests.systems.tcs.test_assault import fight

OTHER = {"Blue": "Red", "Red": "Blue"}
BATTLES = {
    "an assault that is thrown back": (
        "0808 open\nBlue us_rifle_plt A 0404 move\nRed ge_gren_plt X 0403",
        ("assault 0403", "all_in", "hold"),
    ),
    "an assault that takes the hex": (
        "0808 open\nBlue us_rifle_plt A 0404 move\nBlue us_m4_75 T 0404 move\nRed ge_gren_plt X 0403 steps=2 paralyzed",
        ("assault 0403", "all_in", "hold"),
    ),
    "an assault in which a carrier is lost": (
        "0808 open\nBlue us_m3_ht H 0404 move\nBlue us_rifle_plt P 0404 move carrier=H\nRed ge_gren_plt X 0403",
        ("assault 0403", "all_in", "hold 11 11 12", "to 0407"),
    ),
    "an overrun": (
        "0808 open\nBlue us_m4_75 T 0404 move\nRed ge_gren_plt X 0403\nRed ge_pak40 G 0403",
        ("overrun T", "to 0403 11 7", "to 0402", "hold"),
    ),
    "an overrun of a truck": (
        "0808 open\nBlue us_m4_75 T 0404 move\nRed ge_truck X 0403",
        ("overrun T", "to 0403 66", "move T", "to 0402"),
    ),
    "fire and return fire": (
        "0712 open\nBlue us_hmg_sec A 0403\nBlue us_81mm_sec M 0401\nRed ge_gren_plt X 0406\nRed ge_smg_sec Y 0407",
        ("suppress 0406", "add A", "fire 61 41", "area 0407 22", "hold", "area 0401 11"),
    ),
    "point fire": (
        "0712 open\nBlue us_m4_75 T 0403\nRed ge_pz4 X 0406 move\nRed ge_pz4 Y 0406 move",
        ("point 0406", "add T", "fire 61", "lose X 51"),
    ),
    "AT rolls": (
        "0712 open\nBlue us_engineer_plt A 0403\nRed ge_pz4 X 0404 move\nRed ge_gren_plt Y 0404",
        ("antitank A", "at X 11 33", "hold"),
    ),
    "overwatch at a move": (
        "0712 open\nBlue us_rifle_plt A 0403 move\nRed ge_smg_sec X 0406\nRed ge_gren_plt Y 0407 fired",
        ("move A", "to 0404", "area 0406 44 25", "hold"),
    ),
    "mines": (
        "0808 open\nmines 0403 Red\nBlue us_rifle_plt A 0404 move\nBlue us_engineer_plt E 0402\nRed ge_gren_plt X 0808",
        ("move A", "to 0403 33 44", "breach E", "at 0403 11 5"),
    ),
    "loading and unloading": (
        "0808 open\nBlue us_truck C 0404 move\nBlue us_rifle_plt P 0404 move\nRed ge_gren_plt X 0808",
        ("load P", "on C", "hold", "end"),
    ),
    "smoke": (
        "0808 open\nBlue us_81mm_sec M 0404\nRed ge_gren_plt X 0808",
        ("smoke M", "at 0406 5"),
    ),
    "recovery and too full a hex": (
        "".join(f"Blue us_rifle_plt {n} 0404\n" for n in "ABCDE")
        + "0808 open\nBlue us_hmg_sec S 0501 suppressed\nRed ge_gren_plt X 0808",
        ("end", "recover 0501", "out E", "to 0403"),
    ),
}  # fmt: skip


def mirrored(text):
    """The same battle with the sides changed over."""
    return "\n".join(" ".join(OTHER.get(word, word) for word in line.split()) for line in text.splitlines())


def fought(text, side, script):
    """What each action tells and rolls, and how all units end."""
    b = Battle(text, side=side)
    told = []
    for line in script:
        verb, *words = line.split()
        target = words.pop(0) if words and (b.decision().offer(verb).targets is not None) else None
        fight(b, verb, target, *map(int, words))
        mine = [(event.what, event.rule) for event in b.events]
        rolls = [(roll.resolution.column, roll.resolution.rule, roll.outcome) for roll in b.rolls()]
        shifts = [b.modifiers(number) for number in range(len(rolls))]
        told.append((line, mine, rolls, shifts, b.decides() == side, sorted(b.verbs())))
    names = [line.split()[2] for line in text.splitlines() if line.split()[0] in OTHER]
    return told, {name: (b.where(name), b.state_of(name), b[name].steps, b[name].spent) for name in names}


@pytest.mark.parametrize("name", BATTLES)
def test_either_side_fights_by_the_same_rules(name):
    text, script = BATTLES[name]
    blue, red = fought(text, "Blue", script), fought(mirrored(text), "Red", script)
    for one, other in zip(blue[0], red[0], strict=True):
        assert one == other
    assert blue[1] == red[1]
