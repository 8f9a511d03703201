"""What a table is worth to a side, for bots that compare what they could do."""

import msgspec
import pytest

from tests.systems.tactical_combat.battle import Battle


def worth(text, side=0, holder=-1):
    b = Battle(f"{text}\nGerman rifle R 40,30", command="none")
    board = msgspec.structs.replace(b.state.board, holders=(holder,) * len(b.state.board.holders))
    return b.game.system.worth(b.game.look(msgspec.structs.replace(b.state, board=board)), side)


FIELD = "table 48 36\nwoods Wood 20,20 24,20 24,24 20,24\nhard_cover Nest 30,2 34,2 34,6 30,6\n"


@pytest.mark.parametrize(
    ("better", "worse", "by"),
    [
        ("US rifle A 10,5", "US rifle A 10,5 hits=2", 20),
        ("US w44_m4_75 A 10,5 hits=2", "US w44_m4_75 A 10,5 hits=1", 40),
        ("US rifle A 10,5", "US rifle A 10,5 suppressed", 15),
        ("US rifle A 10,5", "US rifle A 10,5 paralyzed", 30),
        ("US rifle A 22,22", "US rifle A 10,5", 4),
        ("US rifle A 32,4", "US rifle A 10,5", 8),
        ("objective farm 10,15 1\nUS rifle A 10,11", "objective farm 10,15 1\nUS rifle A 10,5", 6),
    ],
)
def test_hits_morale_cover_and_nearness_to_an_objective_count(better, worse, by):
    assert worth(FIELD + better) - worth(FIELD + worse) == by
    assert worth(FIELD + better, 1) - worth(FIELD + worse, 1) == -by, "as much against the enemy"


def test_the_nearest_objective_counts():
    """The mill is nearer to R than the farm by 23 inches, and does not concern A."""
    text = f"{FIELD}US rifle A 10,5\nobjective farm 10,9 1\n"
    assert worth(text) - worth(text + "objective mill 40,24 1") == 36 - 6


def test_who_holds_an_objective_has_sixty_more_than_with_nobody_there():
    text = f"{FIELD}objective farm 10,15 1\nUS rifle A 10,5"
    assert [worth(text, 0, holder) - worth(text) for holder in (0, 1)] == [60, -60]
    assert [worth(text, 1, holder) - worth(text, 1) for holder in (0, 1)] == [-60, 60]
