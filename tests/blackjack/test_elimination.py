"""Who is out, ties and places, as pure functions: tournaments.md 3 and its scenarios."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackjack.elimination import Count, TieBreaker, cut_size, eliminated, is_over
from blackjack.table_rules import Limits
from tests.blackjack.tables import table_rules


def refuse_to_draw(label: str, count: int) -> list[int]:
    raise AssertionError(f"nothing is drawn for {label}")


def out_after(
    hand: int, rows: list[tuple[int, int, int]], *, button: int = 1, draw: Any = refuse_to_draw, **rules: Any
) -> list[tuple[int, int, str]]:
    """(seat, place, cause) of those who leave, for rows of (seat, chips before, chips after)."""
    rules.setdefault("elimination_hands", (8, 16, 25))
    frozen = table_rules(**rules)
    order = sorted(rows, key=lambda row: (row[0] < button, row[0]))
    counts = [Count(seat, after, before, at) for at, (seat, before, after) in enumerate(order)]
    breaker = TieBreaker(frozen, str(hand), draw)
    leaving = eliminated(frozen, hand, counts, last=hand == frozen.hands, breaker=breaker)
    return [(out.seat, out.place, out.cause) for out in leaving]


TIE_FOR_LOWEST = [
    (1, 20_000, 21_000),
    (2, 20_000, 9_500),
    (4, 10_000, 8_000),
    (6, 7_000, 8_000),
    (7, 9_000, 9_000),
]


def test_scenario_2_tie_for_lowest_the_smaller_start_of_hand_goes() -> None:
    assert out_after(16, TIE_FOR_LOWEST) == [(6, 5, "lowest_count")]


def test_scenario_2_option_all_stay() -> None:
    assert out_after(16, TIE_FOR_LOWEST, tie=("all_stay",)) == []


def test_scenario_2_option_all_go_with_places_by_the_chain() -> None:
    assert out_after(16, TIE_FOR_LOWEST, tie=("all_go", "start_of_hand")) == [
        (6, 5, "lowest_count"),
        (4, 4, "lowest_count"),
    ]


def test_scenario_3_tie_the_furthest_from_the_first_actor_goes() -> None:
    rows = [(1, 9_000, 9_500), (3, 6_000, 6_000), (5, 12_000, 11_000), (7, 6_000, 6_000)]
    assert out_after(25, rows, button=5) == [(3, 4, "lowest_count")]


BUST_ON_THE_ELIMINATION_HAND = [
    (1, 9_000, 9_000),
    (2, 8_000, 8_500),
    (3, 6_000, 0),
    (4, 5_000, 5_000),
    (5, 7_000, 7_500),
    (6, 4_000, 4_500),
    (7, 2_500, 2_000),
]


def test_scenario_4_a_bust_counts_as_the_elimination() -> None:
    assert out_after(8, BUST_ON_THE_ELIMINATION_HAND) == [(3, 7, "busted")]


def test_scenario_4_option_bust_and_lowest() -> None:
    assert out_after(8, BUST_ON_THE_ELIMINATION_HAND, bust_and_lowest=True) == [
        (3, 7, "busted"),
        (7, 6, "lowest_count"),
    ]


SIX_LEFT = [(seat, 10_000, 10_000 + 100 * seat) for seat in range(2, 8)]


def test_scenario_5_after_an_earlier_bust_the_lowest_still_goes() -> None:
    assert out_after(8, SIX_LEFT) == [(2, 6, "lowest_count")]


def test_scenario_5_a_quota_already_met_takes_nobody() -> None:
    assert out_after(8, SIX_LEFT, quota=(6,)) == []


def test_quota_cuts_down_to_its_number() -> None:
    assert [seat for seat, _, _ in out_after(8, SIX_LEFT, quota=(4,))] == [2, 3]


def test_scenario_6_two_busts_in_one_hand_rank_by_start_of_hand() -> None:
    rows = [(2, 4_000, 0), (5, 7_500, 0), *[(seat, 9_000, 9_000) for seat in (1, 3, 4, 6)]]
    assert out_after(12, rows) == [(2, 6, "busted"), (5, 5, "busted")]


def test_scenario_7_both_of_the_last_two_bust() -> None:
    assert out_after(21, [(1, 14_000, 0), (2, 9_000, 0)]) == [(2, 2, "busted"), (1, 1, "busted")]


def test_scenario_8_below_minimum() -> None:
    assert out_after(10, [(1, 9_000, 9_000), (6, 800, 300)]) == [(6, 2, "below_minimum")]
    assert out_after(10, [(1, 9_000, 9_000), (6, 800, 500)]) == []
    assert out_after(10, [(1, 9_000, 9_000), (6, 800, 300)], allow_short=True) == []


def test_scenario_8_the_minimum_of_the_next_hand_counts() -> None:
    rising = (Limits(1, 500, 25_000, 1), Limits(11, 2_500, 25_000, 1))
    rows = [(1, 9_000, 9_000), (6, 2_500, 2_000)]
    assert out_after(9, rows, limits=rising) == []
    assert out_after(10, rows, limits=rising) == [(6, 2, "below_minimum")]


def test_after_the_last_hand_only_the_count_is_taken() -> None:
    rows = [(1, 9_000, 9_000), (2, 5_000, 0), (3, 5_000, 300)]
    assert out_after(30, rows) == []


@pytest.mark.parametrize(
    ("advance", "left", "cut", "going"),
    [(1, 7, 1, 1), (6, 7, 1, 1), (6, 6, 1, 0), (2, 3, 2, 1), (1, 7, "half", 3), (4, 5, "half", 1)],
)
def test_an_elimination_hand_never_cuts_below_the_places_that_go_on(
    advance: int, left: int, cut: Any, going: int
) -> None:
    rules = table_rules(elimination_hands=(8,), advance=advance, cut=cut)
    assert cut_size(rules, 8, began=left, left=left) == going


def test_all_go_that_would_cut_below_the_places_leaves_it_to_the_chain() -> None:
    rows = [(1, 9_000, 9_000), (2, 5_000, 5_000), (3, 5_000, 5_000), (4, 5_000, 5_000)]
    going = out_after(8, rows, tie=("all_go", "start_of_hand", "position"), advance=2)
    assert [seat for seat, _, _ in going] == [4]


def test_R4_lots_rank_the_tied_seats_by_the_committed_draw() -> None:
    labels = []

    def draw(label: str, count: int) -> list[int]:
        labels.append((label, count))
        return [2, 0, 1]  # the third seat ranks first, then the first, then the second

    rows = [(2, 5_000, 5_000), (4, 5_000, 5_000), (6, 5_000, 5_000), (7, 9_000, 9_000)]
    assert out_after(8, rows, tie=("lots",), draw=draw) == [(4, 4, "lowest_count")]
    assert labels == [("tie/8", 3)]


def test_R4_high_card_the_lowest_card_goes_and_suits_decide_between_equal_ranks() -> None:
    def draw(label: str, count: int) -> list[int]:
        assert (label, count) == ("high-card/8", 52)
        rest = [card for card in range(52) if card not in (12, 0, 25)]
        return [12, 0, 25, *rest]  # KS to seat 2, AS to seat 4, KH to seat 6

    rows = [(2, 5_000, 5_000), (4, 5_000, 5_000), (6, 5_000, 5_000), (7, 9_000, 9_000)]
    assert out_after(8, rows, tie=("high_card",), draw=draw) == [(6, 4, "lowest_count")]


def test_seats_that_drew_together_keep_their_cards_for_the_places() -> None:
    breaker = TieBreaker(table_rules(tie=("high_card",)), "8", lambda label, count: list(range(count)))
    counts = [Count(seat, 5_000, 5_000, seat) for seat in (1, 2, 3)]
    going = breaker.lowest(counts, 2, most=2)
    breaker.ranked(going)
    assert [(tie.label, tie.order, tie.cards) for tie in breaker.ties] == [
        ("high-card/8", (1, 3, 2), ("AS", "3S", "2S"))
    ]


def test_option_earlier_bettor_goes() -> None:
    rows = [(1, 9_000, 9_000), (3, 6_000, 6_000), (5, 12_000, 11_000), (7, 6_000, 6_000)]
    assert out_after(25, rows, button=5, tie=("earlier_bettor",)) == [(7, 4, "lowest_count")]


@pytest.mark.parametrize(
    ("left", "rules", "over"),
    [
        (1, {}, True),
        (1, {"chips": "keep", "advance": 2}, True),
        (2, {}, False),
        (2, {"advance": 2}, True),
        (3, {"advance": 2}, False),
        (2, {"advance": 2, "chips": "keep"}, False),
        (2, {"advance": 2, "early_end": False}, False),
        (2, {"is_final": True}, False),
    ],
)
def test_scenario_16_early_end(left: int, rules: dict[str, Any], over: bool) -> None:
    assert is_over(table_rules(**rules), left=left, last=False) is over
    assert is_over(table_rules(**rules), left=left, last=True)


@given(
    rows=st.lists(
        st.tuples(st.sampled_from([0, 300, 500, 5_000, 6_000]), st.sampled_from([1_000, 6_000])),
        min_size=1,
        max_size=7,
    ),
    cut=st.sampled_from([1, 2, 3, "half"]),
    advance=st.integers(1, 4),
    tie=st.lists(
        st.sampled_from(["start_of_hand", "position", "all_stay", "all_go", "high_card", "lots"]),
        min_size=1,
        max_size=3,
    ),
    bust_and_lowest=st.booleans(),
)
def test_E3_places_are_a_permutation_and_nobody_is_cut_below_the_line(
    rows: list[tuple[int, int]], cut: Any, advance: int, tie: list[str], bust_and_lowest: bool
) -> None:
    rules = {"cut": cut, "advance": advance, "tie": tuple(tie), "bust_and_lowest": bust_and_lowest}
    leaving = out_after(
        8,
        [(seat, before, after) for seat, (after, before) in enumerate(rows, start=1)],
        draw=lambda label, count: list(range(count))[::-1],
        **rules,
    )
    size, stay = len(rows), len(rows) - len(leaving)
    assert [place for _, place, _ in leaving] == list(range(size, stay, -1))
    assert len({seat for seat, _, _ in leaving}) == len(leaving)
    chips = {seat: after for seat, (after, _) in enumerate(rows, start=1)}
    staying = [chips[seat] for seat in chips if seat not in {seat for seat, _, _ in leaving}]
    assert all(chips[seat] <= min(staying, default=chips[seat]) for seat, _, _ in leaving)
    if any(cause == "lowest_count" for _, _, cause in leaving):
        assert stay >= advance
