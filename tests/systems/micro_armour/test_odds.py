"""How far the odds of an action go: its own dice, and not those of the phases after it."""

import pytest

from sandtable import Action
from sandtable.kernel.errors import OddsTooLarge
from tests.systems.micro_armour.battle import Battle

ROWS = [
    *(f"Blue M60A3 A{n} {2 + 2 * n},2 suppressed disorganized group=1st" for n in range(12)),
    *(f"Red T-72 X{n} {2 + 2 * n},38 suppressed disorganized heading=12 moved" for n in range(12)),
]


def late(**how):
    """Blue's only group may still try to move; then the phase is over, and 24 stands roll for their markers."""
    return Battle("\n".join(ROWS), phase="move", passes=1, sighting=10, whole=True, **how)


def test_a_try_to_move_that_ends_the_phase_is_told_without_the_marker_removal_after_it():
    b = late()
    odds = b.odds("independent", "1st", limit=300)
    assert (len(odds), odds.until) == (2, "up to the next phase")
    stays = next(end for end in odds if end.stack[-1].rolls)
    assert odds[stays] == 1 - b.game.forecast(b.state, 0, Action("independent", (0, 0))).odds()[tuple(range(12))]
    assert all(stand.suppressed for stand in stays.board.stands[:12]), "nobody has gathered himself yet"


def test_all_that_follows_is_too_much_and_says_so_soon():
    with pytest.raises(OddsTooLarge, match=r"limit on work \(5000\); positions found: \d+"):
        late().odds("independent", "1st", limit=5000, through_phases=True)


def test_without_dice_between_the_odds_go_on_into_the_next_phase():
    b = Battle("Blue M60A3 A 5,2\n Red T-72 X 5,30", phase="move", passes=1)
    odds = b.odds("skip")
    assert (len(odds), odds.until) == (1, "up to the next decision")
