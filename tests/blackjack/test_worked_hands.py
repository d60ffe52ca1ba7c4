"""The worked hands of the four games, and what a file of worked hands may not be."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from blackjack.worked import play_file, play_hands
from blackjack.worked_format import WorkedHandError

FILE = Path(__file__).with_name("worked_hands.json")
DOCUMENT = json.loads(FILE.read_text(encoding="utf-8"))
HANDS = {hand["id"]: hand for hand in DOCUMENT["hands"]}


@pytest.mark.parametrize("hand", HANDS.values(), ids=lambda hand: hand["id"])
def test_worked_hand(hand: dict[str, Any]) -> None:
    (outcome,) = play_hands({"format": 1, "hands": [hand]})
    assert outcome.failures == ()


@pytest.mark.parametrize(
    ("game", "count"), [("casino", 22), ("elimination", 16), ("chinese", 22), ("kampung", 17), (None, 77)]
)
def test_all_worked_hands_are_there(game: str | None, count: int) -> None:
    assert len(play_file(FILE, game)) == count


def with_change(name: str, path: str, value: Any) -> dict[str, Any]:
    """A worked hand with one value set at a path such as `actions/0/legal`."""
    hand = copy.deepcopy(HANDS[name])
    at: Any = hand
    *parents, last = path.split("/")
    for key in parents:
        at = at[int(key) if isinstance(at, list) else key]
    at[int(last) if isinstance(at, list) else last] = value
    return {"format": 1, "hands": [hand]}


@pytest.mark.parametrize(
    ("name", "path", "value", "failure"),
    [
        ("B04", "expect/deltas", {"1": -49}, "deltas {'1': -50}, expected {'1': -49}"),
        ("B04", "expect/dealer", ["KH"], "dealer ['KH', '9C'], expected ['KH']"),
        ("B04", "expect/hands", {}, "hands {'1': [['TS', '6D']]}, expected {}"),
        ("B04", "shoe", ["TS", "KH", "6D", "9C", "2C"], "4 cards were dealt, the shoe has 5"),
        ("B04", "shoe", ["TS", "KH", "6D"], "4 cards were dealt, the shoe has 3"),
        ("B04", "actions", [], "after the last action a seat still has to decide"),
        ("B04", "actions/0/legal", ["hit"], "action 1: legal is ['double', 'hit', 'stand', 'surrender']"),
        (
            "B04",
            "actions/0/action",
            "split",
            "action 1: seat 1 may not split; legal: double, hit, stand, surrender",
        ),
        ("B04", "actions/0/hand", 1, "action 1: the hand in turn is 0, expected 1"),
        ("B13", "actions/0/amount", 41, "action 1: double takes 1 to 40 chips, not 41"),
        ("A18", "actions/0/action", "stand", "action 1: an absent seat is played hit, expected stand"),
        ("C01", "expect/multipliers/3", -2, "multipliers {'1': 3, '2': 2, '3': -1}, expected"),
        ("C01", "expect/void", True, "void False, expected True"),
        ("C04", "expect/void", False, "void True, expected False"),
        ("C11", "actions/2/seats", [1, 2], "action 3: seats [1, 2] may not be opened"),
        ("C11", "actions/2/seats", [], "action 3: seats [] may not be opened"),
        ("C11", "actions/2/seats", [3], "action 3: seats [3] may not be opened"),
        ("C11", "actions/1/legal", ["stand"], "action 2: legal is ['hit', 'stand'], expected ['stand']"),
        ("C11", "actions/1/hand", 1, "action 2: the hand in turn is 0, expected 1"),
        ("D05", "actions/2/by", "auto", "action 3: an absent seat is played follow, expected forfeit"),
        ("D05", "actions/1/amount", 99, "action 2: follow takes 100 chips, not 99"),
        ("D12", "expect/multipliers/1", -1, "multipliers {'1': 'pen', '2': 1}, expected"),
        ("D12", "actions", [], "after the last action a seat still has to decide"),
    ],
)
def test_a_hand_that_goes_otherwise_fails_with_a_reason(
    name: str, path: str, value: Any, failure: str
) -> None:
    (outcome,) = play_hands(with_change(name, path, value))
    assert any(found.startswith(failure) for found in outcome.failures), outcome.failures


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ([], "The file must be an object"),
        ({}, "The format is None; only format 1 is known."),
        ({"format": 2, "hands": []}, "The format is 2; only format 1 is known."),
        ({"format": True, "hands": []}, "The format is True; only format 1 is known."),
        ({"format": 1}, "hands must be a list"),
        ({"format": 1, "hands": [1]}, "Hand 1 must be an object"),
        ({"format": 1, "hands": [{"id": 7}]}, "The id of hand 1 must be a text"),
        (with_change("B04", "game", "poker"), "B04: 'poker' is no game"),
        (with_change("B04", "colour", 1), "B04 has an unknown key 'colour'"),
        (with_change("B04", "options", {"wild": 1}), "B04: The game elimination has no option 'wild'."),
        (with_change("B04", "options", {"decks": 10**9}), "B04: The option decks of elimination must be"),
        (with_change("B04", "shoe", ["1S"]), "B04: '1S' is no card"),
        (with_change("B04", "shoe", "TS KH"), "B04: shoe must be a list"),
        (with_change("B04", "shoe", ["TS"] * 7), "B04: the shoe holds more cards than 6 decks have."),
        (with_change("B04", "seats", []), "B04: a hand has 1 to 7 seats"),
        (
            with_change("B04", "seats", [{"seat": 1, "stack": 9, "bet": 1}] * 2),
            "B04: a hand has 1 to 7 seats",
        ),
        (with_change("B04", "seats/0/bet", 1001), "B04: seat 1 bets more than its stack of 1000."),
        (with_change("B04", "seats/0/bet", 0), "B04: bet of seat 1 must be a whole number from 1"),
        (with_change("B04", "seats/0/bet", 1.5), "B04: bet of seat 1 must be a whole number from 1"),
        (with_change("B04", "seats/0/bet", True), "B04: bet of seat 1 must be a whole number from 1"),
        (with_change("B04", "seats/0/stack", "1000"), "B04: stack of seat 1 must be a whole number"),
        (with_change("B04", "seats/0/pair", 5), "B04: these rules have no pair bet."),
        (with_change("B04", "seats/0/luck", 5), "B04: a seat has an unknown key 'luck'"),
        (with_change("B04", "actions/0/seat", 2), "B04: action 1: seat 2 does not play."),
        (with_change("B04", "actions/0/action", "burn"), "B04: action 1: 'burn' is none of"),
        (with_change("B04", "actions/0/action", ["hit"]), "B04: action 1: ['hit'] is none of"),
        (with_change("B04", "actions/0/by", "hand"), "B04: action 1: by can only be auto."),
        (with_change("B04", "actions/0/amount", -5), "B04: action 1: amount must be a whole number from 1"),
        (with_change("B04", "expect", {}), "B04: expect must have deltas, hands and dealer."),
        (
            with_change("B04", "actions/0/seats", [1]),
            "B04: action 1: seats are named to open, and only then.",
        ),
        (with_change("C11", "actions/2/seats", [4]), "C11: action 3: seat 4 does not play."),
        (with_change("C11", "actions/2/seats", [[1]]), "C11: action 3: seat [1] does not play."),
        (with_change("C11", "actions/1/action", "open"), "C11: action 2: seats are named to open"),
        (with_change("C11", "actions/1/action", "double"), "C11: action 2: 'double' is none of"),
        (with_change("C11", "banker", None), "C11: banker must be a whole number from 1"),
        (with_change("C11", "banker", 4), "C11: bet of seat 3 must be a whole number from 1"),
        (with_change("C11", "seats/2/bet", 5), "C11: the banker places no bet."),
        (with_change("C11", "seats/1/bet", 0), "C11: bet of seat 2 must be a whole number from 1"),
        (with_change("C11", "seats/1/pair", 1), "C11: these rules have no pair bet."),
        (with_change("C11", "options", {"decks": 3}), "C11: The option decks of chinese must be"),
    ],
)
def test_a_file_that_is_no_worked_hands_is_refused_with_a_sentence(document: Any, sentence: str) -> None:
    with pytest.raises(WorkedHandError) as refused:
        play_hands(document)
    assert str(refused.value).startswith(sentence)


def test_games_0_the_banker_is_the_last_seat_listed() -> None:
    document = with_change("C11", "banker", 1)
    document["hands"][0]["seats"] = [{"seat": 1, "stack": 9, "bet": 0}, {"seat": 2, "stack": 9, "bet": 1}]
    with pytest.raises(WorkedHandError, match="the banker must be the last seat, not seat 1"):
        play_hands(document)


@pytest.mark.parametrize(
    "content", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'{"format": ' + b"1" * 5000 + b"}"]
)
def test_a_file_that_is_no_json_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "hands.json"
    file.write_bytes(content)
    with pytest.raises(WorkedHandError):
        play_file(file)
