"""The chinese kernel against the readable model on random legal play, and the laws of games.md 8."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackjack import chinese_layout as k
from blackjack.cards import cards_text
from blackjack.rules import CHINESE, HOUSE_CHINESE, KAMPUNG, OPTIONS, GameRules
from tests.blackjack.chinese_model import Answer, Deal, Question, Seat
from tests.blackjack.deals import Dealt

# Rules, a shoe, seats as (stack, bet) with the banker last, and what decides for everyone.
Case = tuple[GameRules, list[int], list[tuple[int, int]], Random]

NOT_THE_KERNELS = {
    *("decks", "rounding", "max_bet", "bank_limit", "look_seconds", "deal_direction", "banker_dealt"),
    *("bank_rounds", "bank_max_rounds", "bank_rotation"),
}
GAMES = [CHINESE, HOUSE_CHINESE, KAMPUNG]
# Shoes rich in some ranks, so that naturals, fifteens, sevens and long hands come often (0 ace ... 12 king).
RICH = ((), (0, 9, 12), (6, 7, 8, 5), (0, 1, 2, 3), (6,), (4, 9, 10, 11, 0))


def options_of(rules: GameRules) -> list[str]:
    """The options of a game that its kernel reads."""
    own = [name for name, option in OPTIONS.items() if rules.game in option.defaults]
    return [name for name in own if name not in NOT_THE_KERNELS]


def changed(rules: GameRules, chance: Random, count: int) -> GameRules:
    """The rules with up to `count` options set to any value they may have."""
    names = chance.sample(options_of(rules), count)
    return rules.with_options({name: chance.choice(OPTIONS[name].allowed_in(rules.game)) for name in names})


def rich_shoe(chance: Random, ranks: tuple[int, ...]) -> list[int]:
    """Far more cards than a deal needs, most of them of some ranks."""
    shoe = [card for card in range(52) for _ in range(8 if card % 13 in ranks or not ranks else 1)] * 3
    chance.shuffle(shoe)
    return shoe


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """A deal of one to seven players and a banker, some of them short of chips."""
    chance = Random(draw(st.integers(0, 2**32)))
    rules = changed(draw(st.sampled_from(GAMES)), chance, draw(st.integers(0, 9)))
    shoe = rich_shoe(chance, draw(st.sampled_from(RICH)))
    seats = []
    for _ in range(draw(st.integers(1, 7))):
        bet = draw(st.integers(1, 60))
        seats.append((bet + draw(st.sampled_from([0, 1, bet // 2, bet, 5 * bet])), bet))
    return rules, shoe, [*seats, (draw(st.sampled_from([0, 7, 60, 200, 1000])), 0)], chance


def answer_to(question: Question, chance: Random) -> Answer:
    """Any legal answer; what leads on is chosen more often than what ends a hand."""
    action = chance.choice([*sorted(question.options), *({"hit", "burn"} & set(question.options))])
    if action != "open":
        return action, []
    most = len(question.openable) - question.all_named
    return action, chance.sample(question.openable, chance.randint(1, most))


def play_both(case: Case) -> tuple[Dealt, Deal]:
    """The same deal in kernel and model; at each decision both ask the same of the same seat."""
    rules, shoe, seats, chance = case
    model = Deal(rules, shoe, [Seat(stack, bet) for stack, bet in seats])
    kernel = Dealt(rules, shoe, *zip(*seats, strict=True))
    asking = model.play()
    question = next(asking, None)
    while question is not None:
        asked = {seat: kernel.legal(seat) for seat in range(len(seats)) if kernel.legal(seat)}
        assert asked == {question.seat: sorted(question.options)}
        for action, chips in question.options.items():
            assert kernel.added(action) == chips
        if "open" in question.options:
            assert kernel.may_open(question.openable) == (not question.all_named)
            assert all(kernel.may_open([seat]) == (seat in question.openable) for seat in range(len(seats)))
        answer = answer_to(question, chance)
        kernel.act(*answer)
        try:
            question = asking.send(answer)
        except StopIteration:
            question = None
    return kernel.settle(), model


@settings(max_examples=500, deadline=None)
@given(cases())
def test_kernel_and_model_agree_on_every_question_card_and_chip(case: Case) -> None:
    kernel, model = play_both(case)
    assert kernel.deltas == [seat.change for seat in model.seats]
    assert kernel.results == [seat.result for seat in model.players]
    assert kernel.why == [seat.why for seat in model.players]
    assert kernel.fields(k.STAKE) == [seat.stake for seat in model.seats]
    assert kernel.state[k.VOID] == model.void
    assert kernel.shown == [number for number, seat in enumerate(model.seats) if seat.hand.shown]
    for number, seat in enumerate(model.seats):
        assert kernel.cards(number) == " ".join(cards_text(seat.hand.cards))
    assert kernel.phase == k.P_DONE


@settings(max_examples=150, deadline=None)
@given(cases())
def test_games_8_chips_at_the_table_are_constant_and_no_stack_is_below_zero(case: Case) -> None:
    kernel, _ = play_both(case)
    assert sum(kernel.deltas) == 0
    assert min(kernel.fields(k.STACK)) >= 0
    assert not kernel.state[k.VOID] or not any(kernel.deltas)


@settings(max_examples=150, deadline=None)
@given(cases())
def test_games_5_2_nobody_is_paid_more_than_booked_or_loses_more_than_its_stack(case: Case) -> None:
    kernel, model = play_both(case)
    penalties = any(seat.why == "penalty" for seat in model.players)
    for seat, change in zip(model.players, kernel.deltas, strict=False):
        booked = (seat.result or 0) * seat.stake
        if not penalties and not model.void:
            assert min(0, booked) <= change <= max(0, booked)
            assert booked >= 0 or change == max(booked, -seat.stack)
    short = not penalties and any(
        0 < (seat.result or 0) * seat.stake != change
        for seat, change in zip(model.players, kernel.deltas, strict=False)
    )
    assert not short or kernel.rules.win_cap == "matched" or kernel.fields(k.STACK)[-1] == 0


@settings(max_examples=150, deadline=None)
@given(cases())
def test_H2_the_events_tell_every_card_in_shoe_order_and_every_chip(case: Case) -> None:
    kernel, _ = play_both(case)
    drawn = [value for kind, _, _, value in kernel.events if kind == k.E_CARD]
    assert drawn == kernel.shoe[: kernel.state[k.POINTER]]
    for seat in range(len(kernel.stacks)):
        mine = [event for event in kernel.events if event[1] == seat]
        held = [value for kind, _, _, value in mine if kind == k.E_CARD]
        thrown = [value for kind, _, _, value in mine if kind == k.E_DISCARDED]
        assert held == thrown + k.cards_of(kernel.state, seat)
        raised = sum(value for kind, _, _, value in mine if kind in (k.E_BURNT, k.E_FOLLOWED))
        assert kernel.fields(k.STAKE)[seat] == kernel.bets[seat] + raised
        assert [value for kind, _, _, value in mine if kind == k.E_PAID] == [kernel.deltas[seat]]


@settings(max_examples=150, deadline=None)
@given(cases())
def test_H5_a_result_is_booked_once_unless_the_whole_deal_is_cancelled(case: Case) -> None:
    kernel, model = play_both(case)
    for seat in range(len(model.players)):
        booked = [event for event in kernel.events if event[:2] == (k.E_BOOKED, seat)]
        assert booked[-1][3] == kernel.results[seat]
        assert len(booked) == 1 or (model.void and booked[-1][2] == k.S_RETURNED and len(booked) == 2)


@settings(max_examples=60, deadline=None)
@given(cases())
def test_games_8_same_shoe_and_same_actions_give_the_same_deal(case: Case) -> None:
    rules, shoe, seats, chance = case
    before = chance.getstate()
    first, _ = play_both(case)
    chance.setstate(before)
    again, _ = play_both((rules, shoe, seats, chance))
    assert (first.state, first.events) == (again.state, again.events)


@settings(max_examples=100, deadline=None)
@given(cases())
def test_games_4_7_autopilot_is_always_legal_and_brings_every_deal_to_its_end(case: Case) -> None:
    rules, shoe, seats, _ = case
    kernel = Dealt(rules, shoe, *zip(*seats, strict=True))
    while kernel.phase != k.P_SETTLE:
        assert kernel.autopilot() not in ("burn", "forfeit", "abandon", "withdraw", "open")
        kernel.act(kernel.autopilot())
    assert sum(kernel.settle().deltas) == 0


@pytest.mark.parametrize("game", [CHINESE, KAMPUNG], ids=lambda game: game.game)
def test_random_play_reaches_every_status_and_event_of_the_kernel(game: GameRules) -> None:
    """The laws above would be empty if the shoes and choices they draw never led to some ending."""
    endings: set[str] = set()
    kinds: set[int] = set()
    for seed in range(600):
        chance = Random(seed)
        sevens = {"seven777_mult": 7, "seven777_cancel": chance.choice(["bet", "round"])}
        rules = changed(game.with_options(sevens), chance, 8)
        shoe = rich_shoe(chance, (6,) if seed % 2 else chance.choice(RICH))
        kernel, _ = play_both((rules, shoe, [(200, 20)] * 3 + [(1000, 0)], chance))
        endings |= set(kernel.why)
        kinds |= {event[0] for event in kernel.events}
    # Only the chinese game has the option to withdraw.
    missing = set() if game is CHINESE else {"withdrawn"}
    assert endings == set(k.STATUSES[k.S_NATURAL :]) - missing
    assert kinds == set(range(k.E_PAID + 1)) - (set() if game is CHINESE else {k.E_WITHDREW})
