"""The chinese kernel, rule by rule: the options of games.md 6, columns C and D, in exact chips and cards."""

from __future__ import annotations

from itertools import product

import pytest

from blackjack import chinese_layout as k
from blackjack.cards import parse_cards
from blackjack.chinese_hands import PLAY_ON, natural_result, total
from blackjack.rules import CHINESE, HOUSE_CHINESE, KAMPUNG, GameRules
from tests.blackjack.deals import play, start

CHIPS = (1000, 100)
BANK = (1000, 0)
SEVERAL = KAMPUNG.with_options({"burn_limit": "several"})


@pytest.mark.parametrize(
    ("options", "cards", "points"),
    [
        ({}, "AS AD", 21),
        ({"double_ace": "count_12"}, "AS AD", 12),
        ({}, "AS KD", 21),
        ({}, "AS 4D", 15),
        ({}, "AS 5D", 16),
        ({}, "AS 9D", 20),
        ({}, "AS 5D 9C", 15),
        ({}, "AS 9D 2C", 21),
        ({}, "AS AD AC", 21),
        ({}, "AS AD 9C", 20),
        ({}, "AS AD KC", 21),
        ({"double_ace": "count_12"}, "AS AD KC", 21),
        ({}, "AS KD KC", 21),
        ({}, "AS KD 2C", 13),
        ({}, "AS 2D 2C 3H", 8),
        ({}, "AS AD AC AH", 4),
        ({}, "AS 2D 2C 3H 4S", 12),
        ({}, "KS 6D KC", 26),
    ],
)
def test_games_4_1_an_ace_counts_by_the_number_of_cards(
    options: dict[str, object], cards: str, points: int
) -> None:
    first, second, *more = cards.split()
    held = start(CHINESE.with_options(options), f"{first} TD {second} 8C", CHIPS, BANK)
    at = k.seat_at(0)
    for card in parse_cards(" ".join(more)):
        held.state[at + k.CARDS + held.state[at + k.COUNT]] = card
        held.state[at + k.COUNT] += 1
        held.state[at + k.HARD] += min(card % 13 + 1, 10)
        held.state[at + k.ACES] += card % 13 == 0
    assert total(held.packed, held.state, 0) == points


@pytest.mark.parametrize("options", [{}, {"ban_ban_mult": 1}, {"blackjack_mult": 3}, {"blackjack_mult": 1}])
def test_games_8_the_naturals_table_is_antisymmetric(options: dict[str, object]) -> None:
    packed = k.pack(CHINESE.with_options(options))
    for player, banker in product(range(len(k.CLASSES)), repeat=2):
        result = natural_result(packed, player, banker)
        mirrored = natural_result(packed, banker, player)
        assert result == mirrored == PLAY_ON or result == -mirrored


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [0, 3, 0, 3, -3, 0, 0, 2, 0, 0, PLAY_ON, PLAY_ON, -3, -2, PLAY_ON, PLAY_ON]),
        (
            {"free_hand_escape": "by_abandoning"},
            [0, 3, 3, 3, -3, 0, 2, 2, 0, 0, PLAY_ON, PLAY_ON, -3, -2, PLAY_ON, PLAY_ON],
        ),
        (
            {"blackjack_mult": 1, "ban_ban_mult": 2},
            [0, 2, 0, 2, -2, 0, 0, 1, 0, 0, PLAY_ON, PLAY_ON, -2, -1, PLAY_ON, PLAY_ON],
        ),
    ],
)
def test_games_4_4_naturals_are_settled_by_the_table(options: dict[str, object], expected: list[int]) -> None:
    packed = k.pack(CHINESE.with_options(options))
    order = [k.C_BAN_BAN, k.C_BLACKJACK, k.C_FREE, k.C_OTHER]
    assert [natural_result(packed, *pair) for pair in product(order, repeat=2)] == expected


@pytest.mark.parametrize(
    ("options", "cards", "actions", "delta"),
    [
        ({}, "TS TD 6S TC 5H", "hit finish", 100),
        ({"player_21_mult": 2}, "TS TD 6S TC 5H", "hit finish", 200),
        ({"player_21_mult": 2}, "TS TD 6S 6C 5H KC", "hit hit", 200),
        ({"player_21_mult": 2}, "TS TD 6S 6C 5H 5C", "hit hit finish", 0),
        ({"player_21_mult": 2}, "TS 2D 6S 3D 5H 4S 5S 6D", "hit hit hit hit", -200),
        ({}, "TS TD 9S 6C 5H", "stand hit finish", -100),
        ({"banker_21_mult": 2}, "TS TD 9S 6C 5H", "stand hit finish", -200),
        ({"banker_21_mult": 2}, "TS TD 6S 6C TC 5H", "hit hit finish", -200),
        ({"banker_21_mult": 2}, "TS TD 6S 9C TC", "hit finish", -100),
        ({"five_card_mult": 3}, "2S TD 3S 9C 4D 5H 6D", "hit hit hit", 300),
        ({"five_card_mult": 3}, "2S TD 3S 9C 4D 5H 7D", "hit hit hit", 200),
        ({"five_card_21_mult": 3}, "2S TD 3S 9C 4D 5H 7D", "hit hit hit", 300),
        ({"five_bust_mult": 1}, "2S TD 3S 9C 4D 5H KD", "hit hit hit", -100),
        ({"five_card_mult": 3}, "TS 2D 9S 3D 4S 5S 6D", "stand hit hit hit", -300),
        ({"five_card_21_mult": 3}, "TS 2D 9S 3D 4S 5S 7D", "stand hit hit hit", -300),
        ({"five_bust_mult": 1}, "TS 2D 9S 3D 4S 5S KD", "stand hit hit hit", 100),
        ({"both_bust": "banker"}, "TS TD 6S 6C TC KC", "hit hit", -100),
        ({"both_bust": "banker"}, "TS 2D 6S 3D TC 4S 5S KD", "hit hit hit hit", 200),
        ({"reveal_bust": True}, "TS TD 6S 6C TC", "hit", -100),
        ({"seven777_mult": 7}, "7S TD 7H TC 7D", "hit finish", 700),
        ({"seven777_mult": 7}, "7S TD 7H 6C 7D KC", "hit hit", 700),
        ({"seven777_mult": 7}, "7S 2D 7H 3D 7D 4S 5S 6D", "hit hit hit hit", 700),
        ({"seven777_mult": 7}, "7S 2D 7H 3D 7D 4S 5S 7C", "hit hit hit hit", 0),
        ({"seven777_mult": 7}, "7S 2D 7H 3D 7D 4S 5S KD", "hit hit hit hit", 700),
        ({"seven777_mult": 7}, "TS 7S 9S 7H 7D", "stand hit finish", -100),
        ({"seven777_mult": 7}, "7S 6D 7H 8D 7D 7C", "hit hit finish", 0),
        ({"double_ace": "ordinary_21"}, "AS TD AD 8C", "finish", 100),
        ({"double_ace": "ordinary_21"}, "TS AD 9S AC", "stand finish", -100),
        ({"double_ace": "ordinary_21"}, "AS AD AC AH", "finish", 0),
        ({"double_ace": "triple"}, "AS TD AD 8C", "finish", 300),
        ({"double_ace": "triple"}, "TS AD 9S AC", "stand finish", -300),
        ({"double_ace": "triple"}, "AS TD AD 6C 5H", "hit finish", 0),
        ({"double_ace": "count_12"}, "AS TD AD 8C 9H", "hit stand finish", 100),
        ({"min_total": 15}, "TS TD 5S 8C", "stand finish", -100),
        ({"min_total": 17}, "TS TD 6S 7C KH", "hit finish", -100),
        ({"licence": "penalty"}, "TS TD 3S 8C", "stand", -100),
        ({"licence": "penalty"}, "TS TD 6S 3C", "stand finish", 100),
        ({"licence": "penalty"}, "TS TD 6S 3C KC", "hit finish", 100),
        ({"licence": "penalty", "seven777_mult": 7}, "7S TD 7H 3C 7D", "hit finish", 100),
        ({"licence": "penalty"}, "TS 2D 6S 3D 4S 4D 4C", "stand hit hit hit", -200),
        ({"free_hand": "none"}, "AS TD KD 5C", "", 200),
        ({"free_hand": "hard_only"}, "AS 4D KD AC", "", 200),
        ({"free_hand": "any_count"}, "AS 5D KD AC", "", 0),
        ({"free_hand": "hard_only"}, "AS AD 4D KC", "", -200),
        ({"free_hand": "any_count"}, "AS AD 5D KC", "", 0),
        ({"player_free_hand_withdraw": True}, "TS TD 5S 8C", "withdraw", 0),
        ({"player_free_hand_withdraw": True}, "TS TD 5S 8C 6H", "continue hit finish", 100),
        ({"burn": True}, "TS TD 5S 8C KH 9H", "burn stand finish", 200),
        ({"burn": True}, "TS TD 7S 5C 9C 9D", "continue burn follow stand finish", -200),
        ({"burn": True}, "TS TD 7S 5C", "continue burn forfeit", -100),
    ],
)
def test_games_6_an_option_changes_what_a_chinese_hand_is_paid(
    options: dict[str, object], cards: str, actions: str, delta: int
) -> None:
    assert play(CHINESE.with_options(options), cards, [CHIPS, BANK], actions).deltas == [delta, -delta]


@pytest.mark.parametrize(
    ("options", "cards", "actions", "delta"),
    [
        ({}, "AS TD AD 8C", "finish", 200),
        ({"double_ace": "ban_ban"}, "AS TD AD 8C", "", 300),
        ({"double_ace": "ban_ban"}, "AS AD KS AC", "", -300),
        ({"double_ace": "triple"}, "AS TD AD 8C", "finish", 300),
        ({"double_ace": "count_12"}, "AS TD AD 8C 8H", "hit stand finish", 100),
        ({"blackjack_mult": 3}, "AS TD KD 8C", "", 300),
        ({"free_hand": "best_total"}, "8S AD 7S KC", "", 0),
        ({"free_hand": "best_total"}, "8S TD TS 5C", "abandon", 0),
        ({"burn": False}, "8S TD 7S 8C", "stand finish", -100),
        ({"seven777_mult": 0}, "7S TD 7H TC 7D", "hit finish", 200),
        ({"seven777_mult": 21}, "7S TD 7H TC 7D", "hit finish", 1000),
    ],
)
def test_games_6_an_option_changes_what_a_kampung_hand_is_paid(
    options: dict[str, object], cards: str, actions: str, delta: int
) -> None:
    assert play(KAMPUNG.with_options(options), cards, [CHIPS, BANK], actions).deltas == [delta, -delta]


@pytest.mark.parametrize(
    ("cards", "actions", "delta"),
    [
        ("TS TD 6S TC 5H", "hit finish", 200),
        ("TS TD 9S 6C 5H", "stand hit finish", -200),
        ("2S TD 3S 9C 4D 5H 7D", "hit hit hit", 300),
        ("TS 2D 9S 3D 4S 5S 7D", "stand hit hit hit", -300),
        ("7S 8D 7H TC 7D", "hit finish", 1000),
    ],
)
def test_games_6_the_house_preset_turns_all_house_rules_on(cards: str, actions: str, delta: int) -> None:
    assert play(HOUSE_CHINESE, cards, [CHIPS, BANK], actions).deltas == [delta, -delta]


@pytest.mark.parametrize(
    ("rules", "options", "cards", "actions", "legal"),
    [
        (CHINESE, {}, "TS TD 5S 8C", "", "hit"),
        (CHINESE, {}, "TS TD 6S 8C", "", "hit stand"),
        (CHINESE, {"min_total": 15}, "TS TD 5S 8C", "", "hit stand"),
        (CHINESE, {"min_total": 17}, "TS TD 6S 8C", "", "hit"),
        (CHINESE, {"licence": "penalty"}, "TS TD 5S 8C", "", "hit stand"),
        (CHINESE, {}, "TS TD 6S 5C", "", "abandon continue"),
        (CHINESE, {}, "TS AD 6S 4C", "", "abandon continue"),
        (CHINESE, {}, "TS AD 6S 5C", "", "hit stand"),
        (CHINESE, {"free_hand": "hard_only"}, "TS AD 6S 4C", "", "hit stand"),
        (CHINESE, {"free_hand": "any_count"}, "TS AD 6S 5C", "", "abandon continue"),
        (CHINESE, {"free_hand": "none"}, "TS TD 6S 5C", "", "hit stand"),
        (CHINESE, {}, "AS TD KS 5C", "", ""),
        (CHINESE, {"free_hand_escape": "by_abandoning"}, "AS TD KS 5C", "", "abandon continue"),
        (CHINESE, {"player_free_hand_withdraw": True}, "TS TD 5S 8C", "", "continue withdraw"),
        (CHINESE, {"player_free_hand_withdraw": True}, "TS TD 5S 8C", "continue", "hit"),
        (CHINESE, {"player_free_hand_withdraw": True}, "TS TD 6S 8C", "", "hit stand"),
        (CHINESE, {"player_free_hand_withdraw": True}, "TS TD 2S 8C 3S", "hit", "hit"),
        (CHINESE, {"player_free_hand_withdraw": True, "burn": True}, "8S TD 7S 8C 9S 6H", "burn", "hit"),
        (CHINESE, {}, "TS TD 6S 5C", "continue stand", "hit"),
        (CHINESE, {}, "TS TD 6S 6C", "stand", "finish hit"),
        (CHINESE, {}, "TS TD 6S 6C 5H", "stand hit", "finish"),
        (CHINESE, {"min_total": 17}, "TS TD 7S 6C", "stand", "hit"),
        (CHINESE, {"licence": "penalty"}, "TS TD 7S 4C", "stand", "finish hit"),
        (CHINESE, {"licence": "penalty", "double_ace": "ordinary_21"}, "TS AD 7S AC", "stand", "finish"),
        (KAMPUNG, {}, "TS TD 4S 8C", "", "hit"),
        (KAMPUNG, {}, "TS TD 5S 8C", "", "burn keep"),
        (KAMPUNG, {}, "TS TD 5S 8C", "keep", "hit stand"),
        (KAMPUNG, {}, "TS TD 4S 5C", "", "burn keep"),
        (KAMPUNG, {}, "TS TD 4S 5C", "keep", "hit"),
        (KAMPUNG, {}, "TS TD 4S 5C", "burn", "follow forfeit"),
        (KAMPUNG, {}, "TS TD 4S 5C 9S 6D", "burn follow", "hit"),
        (SEVERAL, {}, "TS TD 4S 5C 9S 6D", "burn follow", "burn keep"),
        (KAMPUNG, {}, "8S TD 7S 8C 9S 6D", "burn", "hit stand"),
        (SEVERAL, {}, "8S TD 7S 8C 9S 6D", "burn", "burn keep"),
        (KAMPUNG, {"burn": False}, "8S TD 7S 5C", "", "hit stand"),
        (KAMPUNG, {"free_hand": "best_total"}, "TS TD 4S 5C", "continue", "burn keep"),
    ],
)
def test_games_4_3_the_legal_set_follows_cards_and_options(
    rules: GameRules, options: dict[str, object], cards: str, actions: str, legal: str
) -> None:
    dealt = start(rules.with_options(options), cards, CHIPS, BANK)
    for action in actions.split():
        dealt.act(action)
    assert dealt.legal() == legal.split()
    assert all(not dealt.legal(seat) for seat in range(2) if seat != dealt.turn)


@pytest.mark.parametrize(
    ("players", "cards", "actions", "openable"),
    [
        (2, "TS TH TD 6S 6H 6C", "stand stand", [[0], [1]]),
        (2, "7S TH TD 7H 6H 6C 7D", "hit stand", [[1]]),
        (3, "7S TH TC TD 7H 6H 6S 6C 7D", "hit stand stand", [[1], [2], [1, 2]]),
        (2, "AS TH TD KS 6H 6C", "stand", []),
        (2, "7S 7C TD 7H 7S 6C 7D 7H", "hit hit", []),
    ],
)
def test_games_4_3_any_proper_subset_is_opened_but_never_a_triple_seven(
    players: int, cards: str, actions: str, openable: list[list[int]]
) -> None:
    dealt = start(HOUSE_CHINESE, cards, *[CHIPS] * players, BANK)
    for action in actions.split():
        dealt.act(action)
    subsets = [
        [seat for seat in range(players + 1) if mask >> seat & 1] for mask in range(2 ** (players + 1))
    ]
    assert [subset for subset in subsets if dealt.may_open(subset)] == openable
    assert ("open" in dealt.legal()) == bool(openable)


def test_games_4_3_openings_may_be_repeated_and_go_by_the_present_total() -> None:
    cards = "TS TH TC TD 9S 8H 7C 6C AH"
    dealt = start(CHINESE, cards, CHIPS, CHIPS, CHIPS, BANK).act("stand").act("stand").act("stand")
    dealt.act("open", [2]).act("hit").act("open", [1]).act("finish")
    assert dealt.results == [1, 1, 1]
    lower = start(CHINESE, "TS TH TD 9S 8H 6C 4H", CHIPS, CHIPS, BANK).act("stand").act("stand")
    assert lower.act("open", [0]).act("hit").act("finish").results == [1, -1]


def test_games_4_1_a_banker_whose_total_falls_below_the_minimum_must_hit_again() -> None:
    dealt = start(CHINESE, "TS TH AD 9S 8H 5C 9C", CHIPS, CHIPS, BANK).act("stand").act("stand")
    assert dealt.legal() == ["finish", "hit", "open"]
    assert dealt.act("hit").legal() == ["hit"]


@pytest.mark.parametrize(
    ("cancel", "deltas", "why"),
    [
        ("bet", [200, 0, -100, -100], ["natural", "opened", "opened"]),
        ("round", [0, 0, 0, 0], ["returned", "returned", "returned"]),
    ],
)
def test_games_6_a_final_banker_21_cancels_a_triple_seven_or_the_whole_deal(
    cancel: str, deltas: list[int], why: list[str]
) -> None:
    rules = CHINESE.with_options({"seven777_mult": 21, "seven777_cancel": cancel})
    cards = "AS 7S TS TD KS 7H 8S 6C 7D 5C"
    dealt = play(rules, cards, [CHIPS, CHIPS, CHIPS, BANK], "hit stand hit finish")
    assert (dealt.deltas, dealt.why) == (deltas, why)
    assert dealt.state[k.VOID] == (cancel == "round")


def test_games_6_by_abandoning_takes_the_naturals_back_too() -> None:
    rules = CHINESE.with_options({"free_hand_escape": "by_abandoning"})
    chips = [CHIPS, CHIPS, BANK]
    abandoned = play(rules, "AS TH TD AD 9S 5C", chips, "abandon")
    assert (abandoned.deltas, abandoned.state[k.VOID]) == ([0, 0, 0], 1)
    went_on = play(rules, "AS TH TD AD 9S 5C 3C", chips, "continue stand hit finish")
    assert went_on.deltas == [300, 100, -400]
