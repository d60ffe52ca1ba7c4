"""`python -m blackjack strategy | ev | simulate`: what they print and what they refuse."""

from __future__ import annotations

import json

import pytest

from blackjack.__main__ import main
from blackjack.odds_commands import rules_from, table_text
from blackjack.rules import CASINO, ELIMINATION
from blackjack.solved import solved
from blackjack.strategy import published_table

# Table X of reference_odds.md 1, with the surrenders of game B.
ELIMINATION_TABLE = """\
hard   2  3  4  5  6  7  8  9  T  A     soft   2  3  4  5  6  7  8  9  T  A     pair   2  3  4  5  6  7  8  9  T  A
4-8    H  H  H  H  H  H  H  H  H  H     A2     H  H  H  D  D  H  H  H  H  H     AA     P  P  P  P  P  P  P  P  P  P
9      H  D  D  D  D  H  H  H  H  H     A3     H  H  H  D  D  H  H  H  H  H     22     P  P  P  P  P  P  H  H  H  H
10     D  D  D  D  D  D  D  D  H  H     A4     H  H  D  D  D  H  H  H  H  H     33     P  P  P  P  P  P  H  H  H  H
11     D  D  D  D  D  D  D  D  D  D     A5     H  H  D  D  D  H  H  H  H  H     44     H  H  H  P  P  H  H  H  H  H
12     H  H  S  S  S  H  H  H  H  H     A6     H  D  D  D  D  H  H  H  H  H     55     D  D  D  D  D  D  D  D  H  H
13     S  S  S  S  S  H  H  H  H  H     A7    Ds Ds Ds Ds Ds  S  S  H  H  H     66     P  P  P  P  P  H  H  H  H  H
14     S  S  S  S  S  H  H  H  H  H     A8     S  S  S  S Ds  S  S  S  S  S     77     P  P  P  P  P  P  H  H  H  H
15     S  S  S  S  S  H  H  H Rh Rh     A9     S  S  S  S  S  S  S  S  S  S     88     P  P  P  P  P  P  P  P  P Rp
16     S  S  S  S  S  H  H Rh Rh Rh     21     S  S  S  S  S  S  S  S  S  S     99     P  P  P  P  P  S  P  P  S  S
17     S  S  S  S  S  S  S  S  S Rs                                             TT     S  S  S  S  S  S  S  S  S  S
18-20  S  S  S  S  S  S  S  S  S  S

                2  3  4  5  6  7  8  9  T  A
AA unsplit     H  H  H  H  D  H  H  H  H  H
"""  # noqa: E501  a table is as wide as it is


def test_reference_1_strategy_prints_the_table_in_the_layout_of_the_reference(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["strategy", "--game", "elimination"]) == 0
    assert capsys.readouterr().out == ELIMINATION_TABLE


def test_rows_that_are_equal_are_printed_as_one() -> None:
    solution = solved(CASINO)
    assert solution is not None
    labels = [line[:6].strip() for line in table_text(solution).splitlines()[1:11]]
    assert labels == ["4-8", "9", "10", "11", "12", "13", "14", "15", "16", "17-20"]


def test_strategy_gives_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strategy", "--game", "elimination", "--set", "h17=false", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["rules"]["h17"] is False
    assert data["up"] == list("23456789TA")
    published = published_table(ELIMINATION.with_options({"h17": False}))
    for kind in ("hard", "soft", "pair"):
        for row, cells in data[kind].items():
            assert cells == [published[kind, int(row), up] for up in (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)]


def test_ev_gives_both_expectations(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ev", "--game", "casino", "--set", "decks=8", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert set(data) == {"cd", "td"}
    assert data["cd"] == pytest.approx(-0.008089, abs=0.00002)
    assert main(["ev", "--game", "casino", "--set", "decks=8"]) == 0
    assert capsys.readouterr().out.split()[0] == f"{data['cd']:+.6f}"


def test_ev_solves_an_endless_shoe(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ev", "--game", "elimination", "--set", "decks=0", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["cd"] == data["td"] == pytest.approx(-0.00628, abs=0.00001)


def test_simulate_gives_what_its_seed_gives(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["simulate", "--game", "elimination", "--hands", "400", "--seed", "5EED", "--json"]
    assert main(command) == 0
    first = json.loads(capsys.readouterr().out)
    assert main(command) == 0
    second = json.loads(capsys.readouterr().out)
    speed = [each.pop("hands_per_second") for each in (first, second)]
    assert first == second
    assert min(speed) > 0
    assert first["hands"] == 400
    assert first["seed"] == "5eed"
    assert main(command[:-1]) == 0
    assert f"{first['ev']:+.6f}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("game", "settings", "expected"),
    [
        ("casino", ["h17=false", "decks=8"], CASINO.with_options({"h17": False, "decks": 8})),
        ("casino", ["decks=8", "decks=2"], CASINO.with_options({"decks": 2})),
        (
            "elimination",
            ["bj_pay=6:5", "double=9-11"],
            ELIMINATION.with_options({"bj_pay": "6:5", "double": "9-11"}),
        ),
    ],
)
def test_settings_are_read_as_the_option_has_them(game: str, settings: list[str], expected: object) -> None:
    assert rules_from(game, settings)[0] == expected


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("ev --game casino --set decks=9", "must be a whole number from 1 to 8, not 9"),
        ("ev --game casino --set h17=1", "must be one of true, false, not 1"),
        ("ev --game casino --set bj_pay=7:5", "not '7:5'"),
        ("ev --game casino --set nonsense=1", "has no option 'nonsense'"),
        ("ev --game casino --set bank_rounds=1", "has no option 'bank_rounds'"),
        ("ev --game casino --set h17", "A setting is KEY=VALUE"),
        ("ev --game casino --set charlie=5", "charlie is not solved"),
        ("strategy --game chinese", "chinese are not solved"),
        ("ev --game poker", "invalid choice"),
        ("simulate --game casino --hands 1", "from 2 to"),
        ("simulate --game casino --hands 100 --seed xyz", "hexadecimal"),
        ("simulate --game casino --hands 100 --set decks=0", "endless shoe cannot be dealt from"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    arguments: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status: object = main(arguments.split())
    except SystemExit as refused:
        status = refused.code
    printed = capsys.readouterr()
    assert status == 2
    assert words in printed.err
    assert printed.err.count("\n") == 1
    assert printed.out == ""
