"""`python -m blackjack`: what it prints, its exit statuses and its one-line refusals."""

from __future__ import annotations

import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from blackjack.__main__ import main
from tests.blackjack.test_shoe import SECRET, six_decks

HANDS = str(Path(__file__).with_name("worked_hands.json"))
SHOE = f"shoe --secret {SECRET.hex()} --table T7M3X2 --number 5 --attempt 1 --decks 6".split()
DRAW = f"draw --secret {SECRET.hex()} --label T7/round/1/seats --count 21".split()


def test_shoe_prints_commitment_cards_and_digest(capsys: pytest.CaptureFixture[str]) -> None:
    seeds = ["--seed", "01" * 16, "--seed", "02" * 16, "--seed", ""]
    assert main([*SHOE, "--cut", "100", *seeds]) == 0
    printed = json.loads(capsys.readouterr().out)
    cards = six_decks(5, seeds=[b"\x01" * 16, b"\x02" * 16, b""], cut=100)
    assert printed == {
        "commitment": "eed2528680ab51a1f68f3cd981b478a44c78945236f46cbeb6b6205b8ab45842",
        "cards": cards,
        "sha256": sha256(bytes(cards)).hexdigest(),
    }


def test_draw_prints_the_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(DRAW) == 0
    assert json.loads(capsys.readouterr().out) == {
        "order": [12, 17, 5, 15, 10, 11, 1, 0, 13, 14, 2, 7, 16, 3, 18, 6, 8, 20, 4, 19, 9]
    }


def test_hands_counts_what_passed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hands", HANDS]) == 0
    assert capsys.readouterr().out.splitlines() == ["77 passed, 0 failed"]
    assert main(["hands", HANDS, "--game", "elimination"]) == 0
    assert capsys.readouterr().out.splitlines() == ["16 passed, 0 failed"]


def test_hands_names_each_failure_and_ends_with_status_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(Path(HANDS).read_text(encoding="utf-8"))
    hand = next(hand for hand in document["hands"] if hand["id"] == "B11")
    hand["expect"]["deltas"] = {"1": -12}
    file = tmp_path / "hands.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    assert main(["hands", str(file), "--game", "elimination"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "FAILED B11 (Odd bet of 25: surrender returns 12, costs 13)",
        "    deltas {'1': -13}, expected {'1': -12}",
        "15 passed, 1 failed",
    ]


def without(arguments: list[str], option: str) -> list[str]:
    at = arguments.index(option)
    return arguments[:at] + arguments[at + 2 :]


def changed(arguments: list[str], option: str, value: str) -> list[str]:
    at = arguments.index(option)
    return [*arguments[: at + 1], value, *arguments[at + 2 :]]


FULL_SHOE = [*SHOE, "--cut", "0"]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["deal"],
        ["hands"],
        ["hands", "/nowhere/hands.json"],
        ["hands", "."],
        ["hands", __file__],
        ["hands", HANDS, "--game", "poker"],
        ["hands", HANDS, "--gam", "casino"],
        ["hands", "two\nlines"],
        ["hands", "nul\0"],
        SHOE,
        without(FULL_SHOE, "--table"),
        [*FULL_SHOE, "--seed", "0"],
        [*FULL_SHOE, "--seed", "zz"],
        [*FULL_SHOE, "extra"],
        changed(FULL_SHOE, "--secret", "00"),
        changed(FULL_SHOE, "--secret", ""),
        changed(FULL_SHOE, "--secret", "0x" + "00" * 31),
        changed(FULL_SHOE, "--decks", "0"),
        changed(FULL_SHOE, "--decks", "9"),
        changed(FULL_SHOE, "--decks", "1_0"),
        changed(FULL_SHOE, "--decks", "６"),
        changed(FULL_SHOE, "--decks", ""),
        changed(FULL_SHOE, "--number", "0"),
        changed(FULL_SHOE, "--number", "4294967296"),
        changed(FULL_SHOE, "--number", "9" * 5000),
        changed(FULL_SHOE, "--attempt", "1.0"),
        changed(FULL_SHOE, "--cut", "-1"),
        changed(FULL_SHOE, "--table", ""),
        changed(FULL_SHOE, "--table", "\udc80"),
        changed(DRAW, "--count", "0"),
        changed(DRAW, "--count", "65537"),
        changed(DRAW, "--label", ""),
    ],
)
def test_bad_arguments_get_one_line_and_status_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main(arguments)
    except SystemExit as end:
        status = end.code
    printed = capsys.readouterr()
    assert status == 2
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1
    assert len(printed.err) < 300


def test_the_package_is_a_program() -> None:
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-m", "blackjack", "hands", HANDS, "--game", "casino"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "22 passed, 0 failed\n", "")
