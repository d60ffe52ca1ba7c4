"""Whose cards everyone may see in games C and D, what is played for the absent, and the pack itself."""

from __future__ import annotations

import pytest

from blackjack import chinese_layout as k
from blackjack.cards import parse_cards
from blackjack.rules import CHINESE, HOUSE_CHINESE, KAMPUNG, GameRules
from blackjack.shoe import continuation
from tests.blackjack.deals import Dealt, start

CHIPS = (1000, 100)
BANK = (1000, 0)
PENALTY = KAMPUNG.with_options({"licence": "penalty", "burn": False})


@pytest.mark.parametrize(
    ("rules", "cards", "actions", "shown"),
    [
        (CHINESE, "AS TH TD KS 9H 8C", "", [0]),
        (CHINESE, "AS TH TD KS 9H 5C", "", [0, 2]),
        (CHINESE, "9S TH AD 6S 9H KC", "", [0, 1, 2]),
        (CHINESE, "TS TH TD 6S 9H 8C 9S", "hit", []),
        (CHINESE.with_options({"reveal_bust": True}), "TS TH TD 6S 9H 8C 9S", "hit", [0]),
        (CHINESE, "TS TH TD 6S 9H 8C 5S", "hit", []),
        (CHINESE, "7S TH TD 7H 9H 8C 7D", "hit", []),
        (HOUSE_CHINESE, "7S TH TD 7H 9H 8C 7D", "hit", [0]),
        (CHINESE, "2S TH TD 3H 9H 8C 4D 5D 6D", "hit hit hit", [0]),
        (CHINESE, "TS TH TD 9S 9H 5C", "", []),
        (CHINESE, "TS TH TD 9S 9H 5C", "continue", []),
        (CHINESE, "TS TH TD 9S 9H 5C", "abandon", [2]),
        (CHINESE, "AS TH TD KS 9H 5C", "abandon", [0, 2]),
        (CHINESE.with_options({"free_hand_escape": "by_abandoning"}), "AS TH TD KS 9H 5C", "abandon", [2]),
        (CHINESE.with_options({"player_free_hand_withdraw": True}), "TS TH TD 5S 9H 8C", "withdraw", [0]),
        (CHINESE, "TS TH TD 9S 9H 6C", "stand stand", []),
        (CHINESE, "TS TH TD 9S 9H 6C", "stand stand open:1", [1, 2]),
        (CHINESE, "TS TH TD 9S 9H 6C", "stand stand finish", [0, 1, 2]),
        (CHINESE, "TS TH TD 9S 9H 6C KC", "stand stand hit", [0, 1, 2]),
        (KAMPUNG, "TS TH TD 9S 9H 5C", "burn", [2]),
        (KAMPUNG, "TS TH TD 9S 9H 5C KC KD", "burn follow forfeit", []),
        (KAMPUNG, "TS TH TD 5S 9H 8C", "keep", []),
        (KAMPUNG, "TS TH TD 5S 9H 8C KC 9D", "burn", []),
        (KAMPUNG, "TS TH TD 5S 9H 8C AC KC", "burn", [0]),
        (PENALTY, "TS TH TD 2S 9H 8C", "stand", [0]),
    ],
)
def test_games_4_2_a_hand_is_everyones_to_see_from_its_moment_on(
    rules: GameRules, cards: str, actions: str, shown: list[int]
) -> None:
    dealt = start(rules, cards, CHIPS, CHIPS, BANK)
    for word in actions.split():
        action, _, named = word.partition(":")
        dealt.act(action, [int(seat) for seat in named])
    assert dealt.shown == shown


def test_games_4_2_a_fifteen_that_is_burnt_is_proved_and_its_new_cards_are_not_seen() -> None:
    dealt = start(KAMPUNG, "8S TD 7S 8C KH 9H", CHIPS, BANK).act("burn")
    seen, *thrown = [event for event in dealt.events if event[0] in (k.E_SHOWN, k.E_DISCARDED)]
    assert seen == (k.E_SHOWN, 0, k.W_FIFTEEN, 0)
    assert [value for _, _, _, value in thrown] == parse_cards("8S 7S")
    assert dealt.cards(0) == "KH 9H"
    assert dealt.shown == []


@pytest.mark.parametrize(
    ("rules", "cards", "before", "action"),
    [
        (CHINESE, "TS TD 5S 8C", "", "hit"),
        (CHINESE, "TS TD 6S 8C", "", "stand"),
        (CHINESE.with_options({"min_total": 17}), "TS TD 6S 8C", "", "hit"),
        (KAMPUNG, "9S TD 6S 8C", "keep", "hit"),
        (KAMPUNG, "9S TD 6S 8C", "", "keep"),
        (KAMPUNG, "9S TD 6S 5C", "", "keep"),
        (KAMPUNG, "9S TD 8S 5C", "burn", "follow"),
        (CHINESE, "TS TD 6S 5C", "", "continue"),
        (CHINESE.with_options({"player_free_hand_withdraw": True}), "TS TD 5S 8C", "", "continue"),
        (CHINESE, "TS TD 6S 6C", "stand", "hit"),
        (CHINESE, "TS TD 6S 7C", "stand", "finish"),
        (CHINESE, "TS TD 6S 6C 5C", "stand hit", "finish"),
        (PENALTY, "TS TD 6S 2C", "stand", "hit"),
        (PENALTY, "TS TD 2S 8C", "", "hit"),
    ],
)
def test_games_4_7_an_absent_seat_is_played_by_the_autopilot(
    rules: GameRules, cards: str, before: str, action: str
) -> None:
    dealt = start(rules, cards, CHIPS, BANK)
    for word in before.split():
        dealt.act(word)
    assert dealt.autopilot() == action


def test_games_4_7_an_absent_banker_opens_nobody_early() -> None:
    dealt = start(CHINESE, "TS TH TD 6S 6H 7C", CHIPS, CHIPS, BANK).act("stand").act("stand")
    assert "open" in dealt.legal()
    assert dealt.autopilot() == "finish"


def test_fairness_11_a_deal_goes_on_when_the_shoe_runs_out() -> None:
    old, following = parse_cards("TS TD 5S"), parse_cards("TS 8C 5S 6H 9H")
    shoe = [*old, *continuation(following, old)]
    dealt = Dealt(CHINESE, shoe, [1000, 1000], [100, 0])
    assert dealt.act("hit").cards(0) == "TS 5S 6H"
    assert dealt.act("finish").settle().deltas == [100, -100]


def test_games_6_sixteen_seats_are_dealt_from_two_decks() -> None:
    shoe = [*range(52), *range(52)]
    dealt = Dealt(CHINESE.with_options({"decks": 2}), shoe, [1000] * 16, [10] * 15 + [0])
    while dealt.phase != k.P_SETTLE:
        dealt.act(dealt.autopilot())
    assert sum(dealt.settle().deltas) == 0
    assert dealt.state[k.POINTER] <= len(shoe)
