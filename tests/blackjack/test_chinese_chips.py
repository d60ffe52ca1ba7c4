"""Chips in games C and D: burns that raise the stake, table stakes, licence penalties (games.md 4.6, 5.2)."""

from __future__ import annotations

import pytest

from blackjack import chinese_layout as k
from blackjack.rules import CHINESE, KAMPUNG, GameRules
from tests.blackjack.deals import play, start

CHIPS = (1000, 100)
BANK = (1000, 0)
PENALTY = KAMPUNG.with_options({"licence": "penalty", "burn": False})


@pytest.mark.parametrize(
    ("options", "seat", "cards", "actions", "stake", "delta"),
    [
        ({}, CHIPS, "8S TD 7S 8C KH 9H", "burn stand finish", 200, 200),
        ({}, (130, 100), "8S TD 7S 8C KH 9H", "burn stand finish", 130, 130),
        ({}, (100, 100), "8S TD 7S 8C", "stand finish", 100, -100),
        ({}, (100, 100), "TS TD 9S 5C 9C 8D", "burn follow stand finish", 100, 100),
        ({"burn_limit": "several"}, CHIPS, "8S TD 7S 8C 9H 6H KH 9D", "burn burn stand finish", 300, 300),
        (
            {"burn_limit": "several", "burn_stack": "double"},
            CHIPS,
            "8S TD 7S 8C 9H 6H KH 9D",
            "burn burn stand finish",
            400,
            400,
        ),
        (
            {"burn_limit": "several", "burn_stack": "double"},
            (350, 100),
            "8S TD 7S 8C 9H 6H KH 9D",
            "burn burn stand finish",
            350,
            350,
        ),
        (
            {"burn_limit": "several"},
            CHIPS,
            "TS TD 9S 5C 9C 6D KC 8D",
            "burn follow burn follow stand finish",
            300,
            300,
        ),
        ({"burn_limit": "several"}, CHIPS, "TS TD 9S 5C 9C 6D", "burn follow burn forfeit", 200, -200),
        ({"burn_limit": "several"}, (200, 100), "8S TD 7S 8C 9H 6H", "burn stand finish", 200, -200),
        ({}, CHIPS, "8S TD 7S 5C AC KC", "burn follow", 200, -400),
        ({}, CHIPS, "8S TD 7S 5C AC 4C AD KD", "burn follow burn", 300, 600),
        ({}, CHIPS, "8S TD 7S 5C", "burn forfeit", 100, -100),
    ],
)
def test_games_4_6_burns_raise_the_stake(
    options: dict[str, object], seat: tuple[int, int], cards: str, actions: str, stake: int, delta: int
) -> None:
    dealt = play(KAMPUNG.with_options(options), cards, [seat, BANK], actions)
    assert dealt.fields(k.STAKE) == [stake, 0]
    assert dealt.deltas == [delta, -delta]


def test_games_4_6_burns_are_asked_of_the_banker_first_and_never_of_a_settled_natural() -> None:
    cards = "AS 8S TS 9H TD KS 7S 9S 6H 5C 9C 9D KH QH"
    dealt = start(KAMPUNG, cards, CHIPS, CHIPS, CHIPS, CHIPS, BANK)
    asked = []
    for action in ("burn", "follow", "forfeit", "follow", "burn", "keep"):
        asked.append((dealt.turn, dealt.legal()[0]))
        dealt.act(action)
    follow = [(seat, "follow") for seat in (1, 2, 3)]
    assert asked == [(4, "burn"), *follow, (1, "burn"), (3, "burn")]
    assert dealt.results[0] == 2
    assert dealt.results[2] == -1
    assert dealt.fields(k.STAKE) == [100, 300, 100, 200, 0]


@pytest.mark.parametrize(
    ("rules", "cards", "chips", "deltas"),
    [
        # One bank of 100 for three blackjacks owed 200 each: 33 each, and the odd chip to the banker's left.
        (CHINESE, "AS AH AC TD KS KH KC 8C", [CHIPS] * 3 + [(100, 0)], [34, 33, 33, -100]),
        # The same of 101: two odd chips.
        (CHINESE, "AS AH AC TD KS KH KC 8C", [CHIPS] * 3 + [(101, 0)], [34, 34, 33, -101]),
        # Owed 300 and 200 of a bank of 7: 4.2 and 2.8.
        (CHINESE, "AS AH TD AD KH 8C", [CHIPS, CHIPS, (7, 0)], [5, 2, -7]),
        (CHINESE, "AS AH TD KS AD 8C", [CHIPS, CHIPS, (7, 0)], [3, 4, -7]),
        # A bank without a chip pays nothing.
        (CHINESE, "AS AH TD KS AD 8C", [CHIPS, CHIPS, (0, 0)], [0, 0, 0]),
        # Just enough is paid in full.
        (CHINESE, "AS AH TD KS AD 8C", [CHIPS, CHIPS, (500, 0)], [200, 300, -500]),
        (CHINESE, "AS AH TD KS AD 8C", [CHIPS, CHIPS, (499, 0)], [200, 299, -499]),
        # Whoever loses pays no more than it had.
        (CHINESE, "TS TH AD 9S 8H KC", [(150, 100), (201, 100), BANK], [-150, -200, 350]),
        (CHINESE.with_options({"win_cap": "matched"}), "AS TD AD 8C", [(100, 100), BANK], [100, -100]),
        (CHINESE.with_options({"win_cap": "matched"}), "AS TD AD 8C", [(250, 100), BANK], [250, -250]),
        (CHINESE.with_options({"win_cap": "matched"}), "AS TD AD 8C", [(300, 100), BANK], [300, -300]),
    ],
)
def test_games_5_2_a_short_bank_pays_in_proportion_with_odd_chips_clockwise(
    rules: GameRules, cards: str, chips: list[tuple[int, int]], deltas: list[int]
) -> None:
    assert play(rules, cards, chips, "").deltas == deltas


@pytest.mark.parametrize(
    ("stack", "deltas"),
    [
        # 300 owed to three others; the other players win 100 each of the banker, who holds 18, with 19.
        (1000, [200, -300, 200, -100]),
        (250, [183, -250, 184, -117]),
        (251, [183, -251, 184, -116]),
        (100, [133, -100, 134, -167]),
    ],
)
def test_games_5_2_a_licence_penalty_is_capped_and_shared_from_the_offenders_left(
    stack: int, deltas: list[int]
) -> None:
    chips = [CHIPS, (stack, 100), CHIPS, BANK]
    dealt = play(PENALTY, "TS TH TC TD 9S 2H 9C 8C", chips, "stand stand stand finish")
    assert dealt.deltas == deltas
    assert dealt.why[1] == "penalty"


def test_games_5_2_received_penalties_cannot_pay_losses_of_the_same_round() -> None:
    """Seat 0 owes 200 to a banker's 21 and has 100; what seat 1 pays it comes too late."""
    dealt = play(PENALTY, "TS TH TD 9S 2H 6C 5D", [(100, 100), CHIPS, BANK], "stand stand hit finish")
    assert dealt.deltas == [0, -200, 200]


def test_games_5_2_a_penalty_received_by_a_short_banker_does_not_pay_winners() -> None:
    dealt = play(PENALTY, "TS TH TD 9S 2H 8C", [CHIPS, CHIPS, (50, 0)], "stand stand finish")
    assert dealt.deltas == [150, -200, 50]
