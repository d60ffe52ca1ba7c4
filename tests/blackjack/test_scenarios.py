"""The worked scenarios of tournaments.md that concern one table, played through with stacked cards."""

from __future__ import annotations

import pytest

from blackjack import Action, BadValue, IllegalAction, time_out
from blackjack.events import BetPlaced, Doubled, SeatOut, SecretRevealed, TableFinished
from tests.blackjack.tables import Table, limits


def test_scenario_1_elimination_hand_with_seven_players() -> None:
    before = {1: 24_000, 2: 31_500, 3: 18_000, 4: 12_000, 5: 25_000, 6: 26_000, 7: 9_500}
    table = Table(
        before,
        "TS TH TD TC JS AS JH 9S  7S 9D 7H 9C 8S KS 6S 9H",
        elimination_hands=(1,),
        hands=2,
    )
    table.deal(1_000, 500, 9_000, 6_000, 500, 2_000, 500)
    table.play("stand", "stand", "stand", "stand", "stand", "surrender")
    assert table.stacks() == {1: 23_000, 2: 32_000, 3: 9_000, 4: 18_000, 5: 25_000, 6: 29_000, 7: 9_250}
    assert table.outs() == {3: (7, "lowest_count")}
    assert table.of(SeatOut) == [SeatOut(hand=1, seat=3, place=7, cause="lowest_count", chips=9_000)]


# A dealer's 20 beats standing on anything dealt here.
LOSING_PAIR = "TS TH KD 7S 7D KC"


def test_scenario_7_both_of_the_last_two_bust() -> None:
    table = Table({1: 14_000, 2: 9_000}, LOSING_PAIR, limits=limits(500, 25_000))
    table.deal(14_000, 9_000)
    table.stand_all()
    assert table.outs() == {1: (1, "busted"), 2: (2, "busted")}
    table.do("next_hand")
    assert table.state.is_finished
    assert [(row["seat"], row["chips"], row["out_hand"]) for row in table.state.results()] == [
        (1, 0, 1),
        (2, 0, 1),
    ]


def test_scenario_8_below_minimum_is_out_and_exactly_the_minimum_is_all_in() -> None:
    table = Table({1: 9_000, 2: 800, 3: 1_000}, "TS TH TD KD 7S 7D 7H KC", limits=limits(500, 25_000))
    table.deal(500)
    table.stand_all()
    assert table.stacks() == {1: 8_500, 2: 300, 3: 500}
    assert table.outs() == {2: (3, "below_minimum")}
    table.do("next_hand")
    table.do("bet", 3, 500)
    assert table.shown(3)["stack"] == 0


def test_scenario_9_the_button_passes_seats_that_are_out() -> None:
    table = Table(dict.fromkeys(range(1, 8), 25000), button=3, elimination_hands=(8,))
    for _ in range(8):
        table.deal(500)
        table.stand_all()
        if table.state.hand == 7:
            table.do("correct", 4, -20_000, text="test")
    assert table.buttons() == [3, 4, 5, 6, 7, 1, 2, 3]
    assert list(table.outs()) == [4]
    for _ in range(7):
        table.deal(500)
        table.stand_all()
    assert table.buttons()[8:] == [5, 6, 7, 1, 2, 3, 5]
    ninth = [event.seat for event in table.of(BetPlaced) if event.hand == 9]
    assert ninth == [5, 6, 7, 1, 2, 3]


@pytest.mark.parametrize(("going", "button"), [([3], 4), ([4, 5], 6)])
def test_scenario_9_the_button_when_others_go(going: list[int], button: int) -> None:
    table = Table(dict.fromkeys(range(1, 8), 25000), button=3)
    table.deal(500)
    table.stand_all()
    for seat in going:
        table.do("disqualify", seat, text="test")
    table.do("next_hand")
    assert table.state.button == button


def test_scenario_9_a_voided_hand_keeps_its_button() -> None:
    table = Table(dict.fromkeys(range(1, 8), 25000), button=3)
    table.deal(500)
    table.do("void", text="test")
    table.do("next_hand")
    assert (table.state.hand, table.state.attempt, table.state.button) == (1, 2, 3)


def test_scenario_10_a_secret_bet_over_time() -> None:
    table = Table(
        {1: 20_000, 2: 20_000},
        "TS 5H 6D  9S 6H TC  TD  TH",
        game={"double_for_less": True},
        limits=limits(500, 25_000),
    )
    table.do("next_hand")
    table.do("bet", 1, 500)
    table.do("bet", 2, 7_000, secret=True)
    assert table.view(2)["me"]["stack"] == 13_000
    assert table.shown(2, 2)["bet"]["amount"] == 7_000
    for other in (1, None):
        assert table.shown(2, other)["stack"] == table.shown(2, other)["count"] == 20_000
        assert table.shown(2, other)["bet"] == {
            "amount": None,
            "secret": True,
            "insurance": None,
            "insured": False,
            "pair": 0,
        }
    table.play("stand")
    settled = table.do("double", 2, 3_000)
    [doubled] = [event for event in settled if isinstance(event, Doubled)]
    assert doubled.public() == {"to": 0}
    assert (doubled.secret(), doubled.secret_to) == ({"amount": 3_000}, 2)
    assert table.of(SecretRevealed)[0].public() == {
        "bet": 7_000,
        "insurance": 0,
        "hands": [{"stake": 10_000, "how": "won"}],
    }
    assert table.shown(2, 1)["stack"] == table.stacks()[2] == 30_000
    assert table.shown(2, 1)["bet"]["amount"] == 7_000
    table.do("next_hand")
    with pytest.raises(IllegalAction) as refused:
        table.do("bet", 2, 500, secret=True)
    assert refused.value.code == "secret_not_open"


def test_scenario_10_the_chips_of_a_secret_double_stay_hidden_until_the_dealer_has_played() -> None:
    table = Table({1: 20_000, 2: 20_000, 3: 20_000}, "5H TS TD 6D 6H 9S 9D TC  TH", button=1)
    table.do("next_hand")
    table.do("bet", 1, 7_000, secret=True)
    table.do("bet", 2, 500)
    table.do("bet", 3, 500)
    table.do("double", 1)
    assert table.view(1)["me"]["stack"] == 6_000
    shown = table.shown(1, 2)
    assert (shown["stack"], shown["hands"][0]["stake"], shown["hands"][0]["doubled"]) == (20_000, None, True)


def played_by_the_clock(cards: str, *before: str, **game: object) -> list[str]:
    """What the clock plays for seat 1, after some decisions of its player."""
    table = Table({1: 25_000, 2: 25_000}, cards, game=game)
    table.deal(500)
    table.play(*before)
    kinds = []
    while 1 in table.state.to_act:
        action = time_out(table.state, 1)
        assert action.auto
        kinds.append(action.kind)
        table.act(action)
    return kinds


@pytest.mark.parametrize(
    ("cards", "before", "kinds"),
    [
        ("TS TH 6D 2S 9H TC", (), ["stand"]),  # hard 12 against a 6
        ("TS TH TD 2S 9H 9C 3S 2D", (), ["hit", "hit", "stand"]),  # against a ten: 12, 15, 17
        ("TS TH TD 2S 9H 9C TC", (), ["hit"]),  # or until it busts
        ("6S TH 6D 5S 9H TC TD", (), ["hit"]),  # 11 against a 6: no chips are added; 21 ends by itself
        ("8S TH 6D 8D 9H TC", (), ["stand"]),  # a pair of eights against a 6 is a hard 16
        ("8S TH 6D 8D 9H TC 4D 5D", ("split",), ["stand", "stand"]),  # both hands of a split
        ("8S TH TD 8D 9H 9C 9D 3D 7C", ("split",), ["stand", "hit", "stand"]),
    ],
)
def test_scenario_11_turn_clock(cards: str, before: tuple[str, ...], kinds: list[str]) -> None:
    assert played_by_the_clock(cards, *before) == kinds


@pytest.mark.parametrize("cards", ["TS TH TD 2S 9H 9C", "6S TH 6D 5S 9H TC", "8S TH 6D 8D 9H TC"])
def test_scenario_11_option_stand(cards: str) -> None:
    assert played_by_the_clock(cards, autoplay="stand") == ["stand"]


def test_scenario_11_insurance_clock() -> None:
    assert played_by_the_clock("TS TH AD 9S 9H 9C") == ["decline"]


def test_scenario_11_bet_clock_places_the_minimum_openly_and_keeps_the_right() -> None:
    table = Table({1: 25_000, 2: 25_000})
    table.do("next_hand")
    action = time_out(table.state, 1)
    assert action == Action("bet", 1, 500, auto=True)
    [placed] = table.act(action)
    assert placed.public() == {"secret": False, "amount": 500, "auto": True}
    assert table.state.seat(1).secret_left == 1


def test_scenario_12_an_absent_player_loses_at_most_500_a_hand() -> None:
    table = Table({1: 25_000, 2: 25_000})
    table.do("mark_away", 1)
    while not table.state.is_finished:
        if table.state.to_act:
            table.act(time_out(table.state, table.state.to_act[0]))
        else:
            table.do("next_hand")
    bets = [event.amount for event in table.of(BetPlaced) if event.seat == 1]
    assert bets == [500] * 30
    assert not table.of(Doubled)
    assert table.state.seat(1).away
    assert table.stacks()[1] >= 10_000


def three_left(cards: str, *bets: int, **rules: object) -> Table:
    table = Table({1: 30_000, 2: 9_000, 3: 12_000}, cards, advance=2, limits=limits(500, 25_000), **rules)
    table.deal(*bets)
    table.stand_all()
    return table


@pytest.mark.parametrize("chips", ["equal", "keep"])
def test_scenario_15_early_end_with_two_places(chips: str) -> None:
    table = three_left("TS TH TD KD  TC 7S 7D KC", 10_000, 9_000, 12_000, chips=chips)
    assert table.outs() == {2: (3, "busted"), 3: (2, "busted")}
    table.do("next_hand")
    assert [(row["seat"], row["chips"]) for row in table.state.results()] == [(1, 30_000), (3, 0), (2, 0)]


@pytest.mark.parametrize(
    ("rules", "ends"),
    [({}, True), ({"chips": "keep"}, False), ({"advance": 1, "is_final": True}, False)],
)
def test_scenario_16_two_left_and_two_advance(rules: dict[str, object], ends: bool) -> None:
    table = Table(
        {1: 30_000, 2: 9_000, 3: 12_000},
        "TS TH TD KD  TC 7S TC KC",
        limits=limits(500, 25_000),
        **{"advance": 2, **rules},
    )
    table.deal(500, 9_000, 500)
    table.stand_all()
    table.do("next_hand")
    assert table.state.is_finished is ends
    if ends:
        [finished] = table.of(TableFinished)
        assert [(row["seat"], row["place"]) for row in finished.places] == [(1, 1), (3, 2), (2, 3)]
    else:
        assert (table.state.phase, table.state.hand) == ("betting", 2)


FOR_LESS = {"double_for_less": True, "split_for_less": True, "insurance_partial": True}


def less_chips(cards: str, **game: object) -> Table:
    table = Table({1: 1_300, 2: 25_000}, cards, game=game, limits=limits(500, 25_000))
    table.deal(1_000, 500)
    return table


@pytest.mark.parametrize(("dealt", "stack"), [("TD 9C", 2_600), ("2D TC 8C", 0)])
def test_scenario_18_double_for_less(dealt: str, stack: int) -> None:
    card, hole = dealt.split()[:2]
    table = less_chips(f"5H TS TC 6D 9S {hole} {card}", **FOR_LESS)
    assert table.state.phase == "playing"
    table.do("double", 1, 300)
    table.stand_all()
    assert table.stacks()[1] == stack
    assert table.outs() == ({} if stack else {1: (2, "busted")})


def test_scenario_18_split_for_less() -> None:
    table = less_chips("8H TS TC 8D 9S 9C", **FOR_LESS)
    table.do("split", 1, 300)
    assert [hand["stake"] for hand in table.shown(1)["hands"]] == [1_000, 300]


def test_scenario_18_insurance_for_less() -> None:
    table = less_chips("8H TS AC 8D 9S 9C", **FOR_LESS)
    with pytest.raises(BadValue) as refused:
        table.do("insure", 1, 500)
    assert (refused.value.code, refused.value.params) == ("above_maximum", {"maximum": 300})
    table.do("insure", 1, 300)
    assert table.stacks()[1] == 0


def test_scenario_18_exact_amounts_are_refused_without_the_chips() -> None:
    table = less_chips("8H TS TC 8D 9S 9C")
    assert table.legal(1) == ["hit", "stand", "surrender"]
    insured = less_chips("8H TS AC 8D 9S 9C")
    assert insured.state.to_act == (2,)


def odd_chips(bet: int, cards: str, *kinds: str) -> int:
    """The change of seat 1."""
    table = Table({1: 25_000, 2: 25_000}, cards, limits=limits(500, 25_000))
    table.deal(bet, 500)
    for kind in kinds:
        table.do(kind, 1)
    table.stand_all()
    return table.stacks()[1] - 25_000


@pytest.mark.parametrize(
    ("bet", "natural", "surrender", "insurance"), [(525, 787, -263, 524 - 525), (500, 750, -250, 0)]
)
def test_scenario_19_C3_odd_chips_are_cut(bet: int, natural: int, surrender: int, insurance: int) -> None:
    assert odd_chips(bet, "AS TH 9D KS 9H 9C") == natural
    assert odd_chips(bet, "TS TH 9D 6S 9H 9C", "surrender") == surrender
    assert odd_chips(bet, "TS TH AD 9S 9H KC", "insure") == insurance
