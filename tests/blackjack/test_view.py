"""What a table looks like: figures of the seats, ranks, the cut line, the dealer, the owner's part."""

from __future__ import annotations

import json
from random import Random

from blackjack import legal_actions
from tests.blackjack.tables import Table, limits, random_play

THREE = {1: 25_000, 2: 24_000, 3: 23_000}


def test_the_view_of_a_table_that_has_not_begun() -> None:
    table = Table(THREE, elimination_hands=(8, 16), button=2)
    seen = table.view()
    assert (seen["phase"], seen["hand"], seen["hands"], seen["button"]) == ("seating", 0, 30, 2)
    assert (seen["next_elimination"], seen["elimination"], seen["elimination_hands"]) == (8, False, [8, 16])
    assert seen["dealer"]["cards"] == []
    assert seen["me"] is None
    assert [seat["rank"] for seat in seen["seats"]] == [1, 2, 3]


def test_bets_lower_the_stack_and_not_the_count() -> None:
    table = Table(THREE, limits=limits(500, 25_000))
    table.do("next_hand")
    table.do("bet", 1, 5_000)
    seat = table.shown(1)
    assert (seat["stack"], seat["count"], seat["rank"]) == (20_000, 25_000, 1)
    assert seat["bet"] == {"amount": 5_000, "secret": False, "insurance": None, "insured": False, "pair": 0}


def test_a_hand_with_its_cards_stake_and_turn() -> None:
    table = Table(THREE, "TS 8H TC 9D 7S 8D 7C 9C 3H", limits=limits(500, 25_000))
    table.deal(1_000, 2_000, 3_000)
    assert table.shown(1)["turn"]
    table.play("stand", "split")
    first, second = table.shown(2)["hands"]
    assert first == {
        "cards": ["8H", "3H"],
        "total": 11,
        "soft": False,
        "stake": 2_000,
        "doubled": False,
        "done": False,
        "bust": False,
        "natural": False,
        "turn": True,
        "result": None,
        "how": None,
    }
    assert (second["cards"], second["turn"], second["stake"]) == (["8D"], False, 2_000)
    assert (table.shown(2)["stack"], table.shown(2)["count"]) == (20_000, 24_000)


def test_a_bust_is_lost_at_once_and_a_natural_won_at_once() -> None:
    table = Table(THREE, "AS 8H TC 9D KS 6D 7C 9C TH", limits=limits(500, 25_000))
    table.deal(1_000)
    natural = table.shown(1)
    assert (natural["count"], natural["hands"][0]["natural"], natural["hands"][0]["result"]) == (
        26_500,
        True,
        1_500,
    )
    table.do("hit", 2)
    bust = table.shown(2)
    assert (bust["count"], bust["hands"][0]["bust"], bust["hands"][0]["how"]) == (23_000, True, "bust")
    assert bust["hands"][0]["result"] == -1_000


def test_between_hands_the_last_hand_stays_in_view_with_its_results() -> None:
    table = Table(THREE, "TS TH TC 9D 9S 7D 8C 9C", limits=limits(500, 25_000))
    table.deal(1_000)
    table.stand_all()
    seen = table.view()
    assert seen["dealer"] == {
        "cards": ["9D", "9C"],
        "total": 18,
        "soft": False,
        "blackjack": False,
        "peeked": None,
        "bust": False,
    }
    assert [seat["change"] for seat in seen["seats"]] == [1_000, -1_000, 0]
    assert [seat["hands"][0]["how"] for seat in seen["seats"]] == ["won", "lost", "pushed"]


def test_the_dealer_has_peeked_under_a_ten_before_anybody_plays() -> None:
    table = Table(THREE, "TS TH TC KD 9S 7D 8C 9C")
    table.deal(500)
    assert table.view()["dealer"]["peeked"] is True


def test_the_cut_line_names_who_would_be_out_and_by_how_much() -> None:
    table = Table(THREE, elimination_hands=(2,), limits=limits(500, 25_000))
    assert table.view()["cut"] == {"seats": [3], "by": 1_000}
    table.do("next_hand")
    table.do("bet", 1, 5_000, secret=True)
    assert table.view(1)["cut"] == {"seats": [3], "by": 1_000}


def test_there_is_no_cut_line_without_a_cut_to_come() -> None:
    assert Table(THREE, elimination_hands=()).view()["cut"] is None
    assert Table(THREE, elimination_hands=(2,), advance=3, chips="keep").view()["cut"] is None


def test_a_tie_on_the_cut_line_is_shown_by_the_chain_without_a_draw() -> None:
    tied = {1: 25_000, 2: 20_000, 3: 20_000}
    assert Table(tied, elimination_hands=(2,)).view()["cut"] == {"seats": [3], "by": 0}
    assert Table(tied, elimination_hands=(2,), tie=("all_stay",)).view()["cut"] is None


def test_a_seat_that_is_out_keeps_its_place_in_view() -> None:
    table = Table(THREE, "TS TH TC KD 7S 7D 7C TD", limits=limits(500, 25_000))
    table.deal(500, 500, 23_000)
    table.stand_all()
    seat = table.shown(3)
    assert seat["out"] == {"hand": 1, "cause": "busted", "place": 3}
    assert (seat["place"], seat["rank"], seat["live"]) == (3, None, False)


def test_the_owner_sees_what_he_may_do_and_others_see_nothing_of_it() -> None:
    table = Table(THREE, "TS TH TC 9D 9S 7D 8C 9C")
    table.deal(500)
    mine = table.view(1)["me"]
    assert mine["legal"] == legal_actions(table.state, 1)
    assert mine["legal"]["double"] == {"cost": 500, "minimum": 500, "maximum": 500}
    assert (mine["must_act"], mine["stack"], mine["count"]) == (True, 24_500, 25_000)
    assert table.view(2)["me"]["must_act"] is False
    table.do("pause")
    assert table.view(1)["me"]["must_act"] is False
    assert table.view(1)["paused"]


def test_every_view_of_random_play_is_json() -> None:
    table = Table(dict.fromkeys(range(1, 5), 5_000), hands=4, limits=limits(100, 5_000))
    for _ in random_play(table, Random(7)):
        for viewer in (None, 1, 4):
            json.dumps(table.view(viewer), allow_nan=False)
