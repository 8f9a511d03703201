"""In which order workers take the files of the tests."""

from tests.scheduling import BATTLE_BY_BATTLE, next_file, part_of, place_of

FILES = [
    "src/a.py",
    "tests/board/test_a.py",
    "tests/board/test_b.py",
    "tests/server/test_a.py",
    "tests/browser/test_a.py",
]


def test_a_file_belongs_to_its_folder_and_a_slow_test_to_its_place():
    assert place_of("tests/systems/tcs/test_a.py") == "tests/systems/tcs"
    assert place_of("tests/browser/test_a.py") == place_of("tests/browser/test_b.py") == "tests/browser"
    assert place_of("tests/test_wheel.py") == "tests/test_wheel.py"


def test_a_long_run_takes_the_contract_battle_by_battle():
    promise = f"{BATTLE_BY_BATTLE}::test_every_scenario_keeps_the_contract[tcs/hill-61-keeps secrets]"
    option = f"{BATTLE_BY_BATTLE}::test_every_option_keeps_the_contract[tcs/hill-61 oil=True]"
    other = f"{BATTLE_BY_BATTLE}::test_a_leak_through_the_log_is_caught"
    assert part_of(promise, long=True) == part_of(option, long=True) == f"{BATTLE_BY_BATTLE}::tcs/hill-61"
    assert part_of(other, long=True) == f"{BATTLE_BY_BATTLE}::"
    assert part_of(promise, long=False) == part_of(other, long=False) == BATTLE_BY_BATTLE
    assert part_of("tests/board/test_a.py::test_one[2]", long=True) == "tests/board/test_a.py"
    assert place_of(part_of(promise, long=True)) == "tests/contract"


def test_the_first_worker_begins_where_the_tests_take_longest_and_the_next_elsewhere():
    assert next_file(FILES, [], set()) == "tests/browser/test_a.py"
    assert next_file(FILES, [], {"tests/browser"}) == "tests/server/test_a.py"


def test_a_worker_stays_in_its_folder_while_files_are_left_there():
    assert next_file(FILES, ["tests/board"], set()) == "tests/board/test_a.py"
    assert next_file(FILES, ["tests/board"], {"tests/board"}) == "tests/board/test_a.py"


def test_at_the_end_a_worker_helps_where_another_is():
    assert next_file(["tests/browser/test_a.py"], ["tests/board"], {"tests/browser"}) == "tests/browser/test_a.py"
