"""The casino kernel, rule by rule: the options of games.md 6, columns A and B, with exact chips and cards."""

from __future__ import annotations

import pytest

from blackjack import casino_layout as k
from blackjack.cards import parse_card, parse_cards
from blackjack.rules import CASINO, ELIMINATION, GameRules
from blackjack.shoe import continuation
from tests.blackjack.rounds import Round, play, start

CHIPS = (1000, 100)


@pytest.mark.parametrize(
    ("options", "cards", "actions", "delta", "dealer"),
    [
        ({"h17": True}, "TS 6D 8C AH 3S", "stand", -100, "6D AH 3S"),
        ({"h17": False}, "TS 6D 8C AH", "stand", 100, "6D AH"),
        ({"bj_loss": "all"}, "6S TH 5D TD AC", "double", -200, "TH AC"),
        ({"bj_loss": "original"}, "6S TH 5D TD AC", "double", -100, "TH AC"),
        ({"bj_loss": "all"}, "6S TH 6D KD", "double", -200, "TH"),
        ({"bj_loss": "original"}, "6S TH 6D KD AC", "double", -100, "TH AC"),
        ({"bj_loss": "original"}, "6S TH 6D KD 9C", "double", -200, "TH 9C"),
        ({"bj_loss": "original"}, "6S 9H 6D KD", "double", -200, "9H"),
        ({"bj_loss": "original"}, "6S TH 8D KD", "hit", -100, "TH"),
        ({"bj_pay": "6:5"}, "AS 6D KH", "", 120, "6D"),
        ({"bj_pay": "1:1"}, "AS 6D KH", "", 100, "6D"),
        ({"bj_pay": "2:1"}, "AS 6D KH", "", 200, "6D"),
        ({"charlie": 5}, "2S TD 3C 2H 4S 5D", "hit hit hit", 100, "TD"),
        ({"charlie": 5, "charlie_pay": 2}, "2S TD 3C 2H 4S 5D", "hit hit hit", 200, "TD"),
        ({"charlie": 5, "charlie_pay": 2}, "2S TD 3C 2H 4S KD", "hit hit hit", 200, "TD"),
        ({"charlie": 5}, "2S TD 3C 5H 9S 9D", "hit hit stand", 0, "TD 9D"),
        ({"charlie": 5}, "2S TD 3C 9H 4S KD", "hit hit hit", -100, "TD"),
        ({"charlie": 6}, "2S TD 3C 2H 4S 5D AC", "hit hit hit hit", 100, "TD"),
        ({"croupier_draws": "always"}, "AS 6D KH 5C KS", "", 150, "6D 5C KS"),
        ({"croupier_draws": "always"}, "TS 7C 6D QH AC", "hit", -100, "7C AC"),
        ({"surrender": "late"}, "TS 9H 6D", "surrender", -50, "9H"),
        ({"surrender": "late"}, "TS KH 6D 9C", "surrender", -50, "KH 9C"),
        ({"surrender": "late"}, "TS KH 6D AC", "surrender", -100, "KH AC"),
        ({"surrender": "early"}, "TS KH 6D", "surrender", -50, "KH"),
        ({"surrender": "early"}, "TS KH 6D 9C", "continue stand", -100, "KH 9C"),
        ({"even_money": True}, "AS AH KD", "even_money", 100, "AH"),
        ({"even_money": True}, "AS AH KD QD", "decline", 0, "AH QD"),
        ({"even_money": True}, "AS AH KD 7D", "decline", 150, "AH 7D"),
        ({"insurance": False}, "9S AH 9D QD", "stand", -100, "AH QD"),
        ({"insurance_partial": True}, "9S AH 9D QD", "insure:20 stand", -60, "AH QD"),
        ({"insurance_partial": True}, "9S AH 9D QD", "insure stand", 0, "AH QD"),
        ({"double_on_natural": True}, "AS 6D KH 9D TC 2S", "double", 200, "6D TC 2S"),
        ({"double_on_natural": True}, "AS 6D KH", "stand", 150, "6D"),
        ({"double_on_natural": True}, "AS TD KH AC", "stand", 0, "TD AC"),
        ({"double_on_natural": True}, "AS TD KH 5S AC", "double", -200, "TD AC"),
    ],
)
def test_games_6_an_option_changes_what_a_hand_is_paid(
    options: dict[str, object], cards: str, actions: str, delta: int, dealer: str
) -> None:
    played = play(CASINO.with_options(options), cards, CHIPS, actions)
    assert played.deltas == [delta]
    assert played.dealer == dealer


@pytest.mark.parametrize(
    ("rounding", "natural_5", "surrender_25", "six_to_five_7"),
    [("down", 7, -13, 8), ("up", 8, -12, 9), ("nearest", 8, -12, 8), ("even_bets", 7, -13, 8)],
)
def test_games_1_fractions_paid_are_rounded_as_the_rules_say(
    rounding: str, natural_5: int, surrender_25: int, six_to_five_7: int
) -> None:
    rules = ELIMINATION.with_options({"rounding": rounding})
    assert play(rules, "AS 6D KH 9D", (100, 5), "").deltas == [natural_5]
    assert play(rules, "TS KH 6D 9C", (100, 25), "surrender").deltas == [surrender_25]
    six_to_five = rules.with_options({"bj_pay": "6:5"})
    assert play(six_to_five, "AS 6D KH 9D", (100, 7), "").deltas == [six_to_five_7]


@pytest.mark.parametrize("rounding", ["down", "up", "nearest"])
def test_games_1_insurance_is_never_more_than_half_the_bet(rounding: str) -> None:
    rules = CASINO.with_options({"rounding": rounding})
    assert start(rules, "TS AD 9C", (100, 25)).bounds(0, "insure") == (12, 12)


@pytest.mark.parametrize(
    ("options", "cards", "stack", "legal"),
    [
        ({}, "8S 6H 8D", 1000, "double hit split stand"),
        ({}, "8S 6H 8D", 199, "hit stand"),
        ({"max_splits": 0}, "8S 6H 8D", 1000, "double hit stand"),
        ({"max_ace_splits": 0}, "AS 6H AD", 1000, "double hit stand"),
        ({"max_ace_splits": 0}, "8S 6H 8D", 1000, "double hit split stand"),
        ({"split_by": "value"}, "KS 6H TD", 1000, "double hit split stand"),
        ({"split_for_less": True}, "8S 6H 8D", 101, "hit split stand"),
        ({"double_for_less": True}, "8S 6H 8D", 101, "double hit stand"),
        ({"double_for_less": True, "split_for_less": True}, "8S 6H 8D", 100, "hit stand"),
        ({"double": "9-11"}, "5S 6H 3D", 1000, "hit stand"),
        ({"double": "9-11"}, "5S 6H 4D", 1000, "double hit stand"),
        ({"double": "10-11"}, "5S 6H 4D", 1000, "hit stand"),
        ({"double": "10-11"}, "5S 6H 6D", 1000, "double hit stand"),
        ({"double": "9-11"}, "AS 6H 9D", 1000, "hit stand"),
        ({"surrender": "late"}, "5S 6H 6D", 1000, "double hit stand surrender"),
        ({"surrender": "early"}, "5S 6H 6D", 1000, "double hit stand"),
        ({"surrender": "early"}, "5S KH 6D", 1000, "continue surrender"),
        ({"surrender": "early"}, "5S AH 6D", 1000, "continue surrender"),
        ({}, "5S AH 6D", 1000, "decline insure"),
        ({}, "5S AH 6D", 149, "hit stand"),
        ({"insurance_partial": True}, "5S AH 6D", 101, "decline insure"),
        ({"insurance_partial": True}, "5S AH 6D", 100, "hit stand"),
        ({"insurance": False}, "5S AH 6D", 1000, "double hit stand"),
        ({"even_money": True}, "AS AH KD", 100, "decline even_money"),
        ({"even_money": True}, "9S AH KD", 1000, "decline insure"),
        ({"double_on_natural": True}, "AS 6H KD", 1000, "double stand"),
        ({"double_on_natural": True}, "AS 6H KD", 150, ""),
        ({"double_on_natural": True, "double_for_less": True}, "AS 6H KD", 150, "double stand"),
    ],
)
def test_games_2_3_the_legal_set_follows_cards_chips_and_options(
    options: dict[str, object], cards: str, stack: int, legal: str
) -> None:
    assert start(CASINO.with_options(options), cards, (stack, 100)).legal(0) == legal.split()


def test_games_2_2_insurance_is_not_asked_when_half_the_bet_is_no_chip() -> None:
    assert start(CASINO, "5S AH 6D", (1000, 1)).legal(0) == ["double", "hit", "stand"]


@pytest.mark.parametrize(
    ("options", "second_hand"),
    [({"das": True}, "double hit stand"), ({"das": False}, "hit stand")],
)
def test_games_6_das_opens_the_double_after_a_split(options: dict[str, object], second_hand: str) -> None:
    rules = CASINO.with_options(options)
    split = start(rules, "8S 6H 8D 3C TD KH", CHIPS).act(0, "split")
    assert split.legal(0) == second_hand.split()
    assert split.act(0, "stand").legal(0) == second_hand.split()


def test_games_6_split_aces_may_be_resplit_but_not_hit() -> None:
    rules = ELIMINATION.with_options({"max_ace_splits": 2})
    split = start(rules, "AS 6H AD TH AC 9S 5D 8C KH", CHIPS).act(0, "split")
    assert split.legal(0) == ["split", "stand"]
    split.act(0, "split")
    assert split.phase == k.P_DEALER
    split.settle()
    assert split.hands(0) == ["AS 9S", "AC 5D", "AD 8C"]
    assert split.deltas == [300]


def test_games_6_hit_split_aces_opens_the_hit_but_never_the_double() -> None:
    rules = ELIMINATION.with_options({"hit_split_aces": True})
    split = start(rules, "AS 6H AD TH 4C 5S 9D", CHIPS).act(0, "split")
    assert split.legal(0) == ["hit", "stand"]


def test_games_6_split_for_less_puts_the_smaller_stake_on_the_new_hand() -> None:
    rules = CASINO.with_options({"split_for_less": True})
    played = play(rules, "8S 6H 8D TC TD TH KH", (1000, 100), "split:30 stand stand")
    assert played.hand_fields(0, k.STAKE) == [100, 30]
    assert played.deltas == [130]


def test_games_6_a_double_for_less_adds_what_was_named() -> None:
    rules = CASINO.with_options({"double_for_less": True})
    played = play(rules, "6S 5H 5D TC TH 6D", (200, 100), "double:40")
    assert played.hand_fields(0, k.STAKE) == [140]
    assert played.hand_fields(0, k.DOUBLED) == [40]


def test_games_6_a_new_split_hand_goes_right_of_the_hand_split() -> None:
    split = start(ELIMINATION, "8S 6H 8D TH 8C 3C", CHIPS).act(0, "split").act(0, "split")
    assert split.hands(0) == ["8S 3C", "8C", "8D"]


def test_games_6_auto_stand_21_off_lets_a_21_be_hit() -> None:
    rules = CASINO.with_options({"auto_stand_21": False})
    hit = start(rules, "7S TD 7H 7D AS", CHIPS).act(0, "hit")
    assert hit.legal(0) == ["hit", "stand"]


def test_games_6_an_early_surrender_needs_no_second_dealer_card() -> None:
    early = play(CASINO.with_options({"surrender": "early"}), "TS AH 6D", CHIPS, "surrender")
    assert early.dealer == "AH"


def test_games_6_early_surrender_is_asked_in_turn_and_before_insurance() -> None:
    rules = ELIMINATION.with_options({"surrender": "early"})
    asked = start(rules, "TS AS 9C AH 6D KD 7C 5D", CHIPS, CHIPS, CHIPS)
    assert [asked.legal(seat) for seat in range(3)] == [["continue", "surrender"], [], []]
    asked.act(0, "surrender")
    assert [asked.legal(seat) for seat in range(3)] == [[], [], ["continue", "surrender"]]
    asked.act(2, "continue")
    assert [asked.legal(seat) for seat in range(3)] == [[], ["decline", "insure"], ["decline", "insure"]]


def test_games_6_early_surrender_is_never_voided_by_a_blackjack() -> None:
    for rules in (ELIMINATION, CASINO):
        early = rules.with_options({"surrender": "early"})
        played = start(early, "TS 9C KH 6D 7C AC", CHIPS, CHIPS).act(0, "surrender").act(1, "continue")
        if rules.hole == "none":
            played.act(1, "stand")
        assert played.settle().deltas == [-50, -100]


def test_decisions_insurance_answers_come_from_any_seat_in_any_order() -> None:
    cards = "TS 9C 8D AH 6D 7C 9S QD"
    in_turn = start(ELIMINATION, cards, CHIPS, CHIPS, CHIPS)
    in_turn.act(0, "insure").act(1, "decline").act(2, "insure")
    mixed = start(ELIMINATION, cards, CHIPS, CHIPS, CHIPS)
    mixed.act(2, "insure")
    assert mixed.legal(2) == []
    mixed.act(0, "insure").act(1, "decline")
    assert in_turn.settle().deltas == mixed.settle().deltas == [0, -100, 0]


def test_games_2_6_a_won_pair_bet_may_pay_for_a_split() -> None:
    without = start(CASINO, "8S 6H 8S", (110, 100))
    assert without.legal(0) == ["hit", "stand"]
    with_pair = start(CASINO, "8S 6H 8S", (110, 100), pairs=[10])
    assert with_pair.stack(0) == 260
    assert with_pair.legal(0) == ["double", "hit", "split", "stand"]


@pytest.mark.parametrize(
    ("pair_bet", "pays"),
    [(True, (25, 12, 6)), ("30/10/5", (30, 10, 5)), ("25/12/5", (25, 12, 5)), ("25/15/5", (25, 15, 5))],
)
def test_games_6_pair_bets_pay_by_their_table(pair_bet: bool | str, pays: tuple[int, int, int]) -> None:
    rules = CASINO.with_options({"pair_bet": pair_bet})
    hands = start(rules, "7S QH 4S TC 5H 7S QD 4H JC", CHIPS, CHIPS, CHIPS, CHIPS, pairs=[10] * 4)
    assert [hands.stack(seat) - 900 for seat in range(4)] == [10 * pay for pay in pays] + [-10]


def test_games_3_a_peek_without_blackjack_takes_insurance_at_once_and_pays_naturals_in_turn() -> None:
    table = start(ELIMINATION, "TS AS AH 9D KD 5C", CHIPS, CHIPS)
    table.act(0, "insure").act(1, "decline")
    assert [event[0] for event in table.events if event[0] in (k.E_PEEKED, k.E_INSURANCE_SETTLED)] == [
        k.E_PEEKED,
        k.E_INSURANCE_SETTLED,
    ]
    assert table.stack(1) == 900
    assert table.act(0, "stand").stack(1) == 1150


def test_games_3_the_hole_card_is_face_down_until_the_turns_are_over() -> None:
    table = start(ELIMINATION, "TS 6H 9D KD 5C", CHIPS)
    hole = parse_card("KD")
    assert table.events[-1] == (k.E_HOLE, k.DEALER_SEAT, 0, hole)
    assert table.act(0, "stand").state[k.HOLE_SHOWN] == 0
    assert table.settle().state[k.HOLE_SHOWN] == 1
    assert (k.E_HOLE_SHOWN, k.DEALER_SEAT, 0, hole) in table.events


@pytest.mark.parametrize("bet", [1, 100, 990, 1000])
def test_V2_what_a_seat_with_a_secret_bet_is_asked_does_not_tell_its_size(bet: int) -> None:
    asked = start(ELIMINATION, "TS AH 6D 5C 9S", (1000, bet), concealed=[0])
    assert asked.phase == k.P_INSURANCE
    assert "decline" in asked.legal(0)
    doubling = ELIMINATION.with_options({"double_on_natural": True})
    natural = start(doubling, "AS 6H KD 5C", (1000, bet), concealed=[0])
    assert natural.phase == k.P_TURNS
    assert natural.act(0, "stand").phase == k.P_DEALER


@pytest.mark.parametrize(("concealed", "legal"), [([0], ["stand"]), ([], [])])
def test_V2_a_secret_bet_without_chips_left_still_waits_at_a_pair_of_split_aces(
    concealed: list[int], legal: list[str]
) -> None:
    rules = ELIMINATION.with_options({"max_ace_splits": 2})
    aces = start(rules, "AS 6H AD TH AC 5S", (200, 100), concealed=concealed)
    assert aces.act(0, "split").legal(0) == legal


def test_V2_an_open_bet_is_not_asked_what_it_cannot_answer() -> None:
    assert start(ELIMINATION, "TS AH 6D 5C 9S", (1000, 990)).phase == k.P_TURNS


def test_fairness_11_a_hand_goes_on_when_the_shoe_runs_out() -> None:
    old, following = parse_cards("9S TS KH"), parse_cards("TS 6D 9C 6C 9S 8H")
    shoe = [*old, *continuation(following, old)]
    played = Round(ELIMINATION, shoe, [1000], [100])
    assert played.hands(0) == ["9S KH"]
    assert played.act(0, "stand").settle().dealer == "TS 6D 9C"
    assert played.deltas == [100]


def status_names(table: Round, seat: int) -> list[str]:
    return [k.STATUSES[status] for status in table.hand_fields(seat, k.STATUS)]


@pytest.mark.parametrize(
    ("rules", "cards", "actions", "status"),
    [
        (CASINO, "AS 6D KH", "", ["natural"]),
        (CASINO, "TS 6D 6H KC", "hit", ["bust"]),
        (ELIMINATION, "TS KH 6D 9C", "surrender", ["surrendered"]),
        (ELIMINATION, "AS KH KD AC", "", ["pushed"]),
        (ELIMINATION, "9S KH KD 8C", "stand", ["won"]),
        (ELIMINATION, "9S KH 9D 8C", "stand", ["pushed"]),
        (ELIMINATION, "9S KH 8D 8C", "stand", ["lost"]),
        (ELIMINATION.with_options({"charlie": 5}), "2S TD 3C 8D 2H 4S 5D", "hit hit hit", ["charlie"]),
        (ELIMINATION.with_options({"even_money": True}), "AS AH KD QD", "even_money", ["even_money"]),
    ],
)
def test_a_settled_hand_says_why(rules: GameRules, cards: str, actions: str, status: list[str]) -> None:
    assert status_names(play(rules, cards, CHIPS, actions), 0) == status
