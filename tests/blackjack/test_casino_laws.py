"""The casino kernel against the readable model on random legal play, and the laws of games.md 8."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackjack import casino_layout as k
from blackjack.cards import cards_text
from blackjack.rules import CASINO, ELIMINATION, OPTIONS, GameRules
from tests.blackjack.model import Seat, Table
from tests.blackjack.rounds import Round

# Rules, a shoe, seats as (stack, bet, pair bet), and what decides for the players.
Case = tuple[GameRules, list[int], list[tuple[int, int, int]], Random]

NOT_THE_KERNELS = {"decks", "autoplay", "penetration", "shuffle_every_round"}
KERNEL_OPTIONS = [
    name for name, option in OPTIONS.items() if "casino" in option.defaults and name not in NOT_THE_KERNELS
]
# Shoes rich in some ranks, so that pairs, naturals and long hands come often (ranks: 0 ace ... 12 king).
RICH = ((), (0, 9, 12), (0, 7), (1, 2, 3, 0), (9, 10, 11, 12, 5))


@st.composite
def rules_in_force(draw: st.DrawFn) -> GameRules:
    """Game A or B with up to six options changed."""
    game = draw(st.sampled_from([CASINO, ELIMINATION]))
    names = draw(st.lists(st.sampled_from(KERNEL_OPTIONS), max_size=6, unique=True))
    return game.with_options({name: draw(st.sampled_from(OPTIONS[name].allowed)) for name in names})


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """A round of one to seven seats, some of them short of chips."""
    rules = draw(rules_in_force())
    chance = Random(draw(st.integers(0, 2**32)))
    rich = draw(st.sampled_from(RICH))
    shoe = [card for card in range(52) for _ in range(8 if card % 13 in rich or not rich else 1)] * 2
    chance.shuffle(shoe)
    seats = []
    for _ in range(draw(st.integers(1, 7))):
        bet = draw(st.integers(1, 60)) * (2 if rules.rounding == "even_bets" else 1)
        pair = draw(st.integers(0, 10)) if rules.pair_bet is not False else 0
        seats.append((bet + pair + draw(st.sampled_from([0, 1, bet // 2, bet, 5 * bet])), bet, pair))
    # Insurance, peek and surrender hang on an ace or a ten up: most rounds have one.
    rank = draw(st.sampled_from([0, 0, 9, None]))
    if rank is not None:
        ups = [place for place, card in enumerate(shoe) if card % 13 == rank]
        up, found = len(seats), chance.choice(ups)
        shoe[up], shoe[found] = shoe[found], shoe[up]
    return rules, shoe, seats, chance


def play_both(case: Case) -> tuple[Round, Table]:
    """The same round in kernel and model; at each decision both offer the same, to the same seat."""
    rules, shoe, seats, chance = case
    table = Table(rules, shoe, [Seat(stack, bet, pair) for stack, bet, pair in seats])
    stacks, bets, pairs = zip(*seats, strict=True)
    kernel = Round(rules, shoe, stacks, bets, pairs)
    model = table.play()
    question = next(model, None)
    while question is not None:
        assert kernel.legal(question.seat) == sorted(question.options)
        asked = [seat for seat in range(len(seats)) if kernel.legal(seat)]
        assert question.at_once or asked == [question.seat]
        action = chance.choice(sorted(question.options))
        low, high = question.options[action]
        assert kernel.bounds(question.seat, action) == (low, high)
        chips = chance.randint(low, high)
        kernel.act(question.seat, action, chips)
        assert all(kernel.stack(seat) >= 0 for seat in range(len(seats)))
        try:
            question = model.send((action, chips))
        except StopIteration:
            question = None
    return kernel.settle(), table


@settings(max_examples=300, deadline=None)
@given(cases())
def test_kernel_and_model_agree_on_every_offer_card_and_chip(case: Case) -> None:
    kernel, table = play_both(case)
    for number, seat in enumerate(table.seats):
        assert kernel.hands(number) == [" ".join(cards_text(hand.cards)) for hand in seat.hands]
        assert kernel.hand_fields(number, k.STAKE) == [hand.stake for hand in seat.hands]
        statuses = [k.STATUSES[status] for status in kernel.hand_fields(number, k.STATUS)]
        assert statuses == [hand.result for hand in seat.hands]
        assert kernel.stack(number) == seat.stack
    assert kernel.dealer == " ".join(cards_text(table.dealer))
    assert kernel.phase == k.P_DONE


@settings(max_examples=100, deadline=None)
@given(cases())
def test_games_8_the_change_of_a_stack_is_the_sum_of_hands_and_side_bets(case: Case) -> None:
    kernel, table = play_both(case)
    for number in range(len(table.seats)):
        at = k.seat_at(number)
        side_bets = kernel.state[at + k.PAIR] + kernel.state[at + k.INSURANCE]
        side_bets_back = kernel.state[at + k.PAIR_PAID] + kernel.state[at + k.INSURANCE_PAID]
        staked = sum(kernel.hand_fields(number, k.STAKE)) + side_bets
        back = sum(kernel.hand_fields(number, k.PAID)) + side_bets_back
        assert kernel.deltas[number] == back - staked
        assert kernel.deltas[number] >= -staked


@settings(max_examples=100, deadline=None)
@given(cases())
def test_H2_the_events_tell_every_card_in_shoe_order_and_every_chip(case: Case) -> None:
    kernel, table = play_both(case)
    cards = [value for kind, _, _, value in kernel.events if kind in (k.E_CARD, k.E_HOLE)]
    assert cards == kernel.shoe[: kernel.state[k.POINTER]]
    paid = (k.E_PAIR_SETTLED, k.E_INSURANCE_SETTLED, k.E_SETTLED)
    signs = dict.fromkeys((k.E_INSURED, k.E_DOUBLED, k.E_SPLIT), -1) | dict.fromkeys(paid, 1)
    for number, seat in enumerate(table.seats):
        moved = sum(signs.get(kind, 0) * value for kind, who, _, value in kernel.events if who == number)
        assert kernel.deltas[number] == moved - seat.bet - seat.pair


@settings(max_examples=60, deadline=None)
@given(cases())
def test_H5_hands_and_insurances_are_settled_once_but_for_a_bust_that_gets_a_part_back(case: Case) -> None:
    kernel, table = play_both(case)
    for number in range(len(table.seats)):
        settled = [event for event in kernel.events if event[0] == k.E_SETTLED and event[1] == number]
        gave_back = [
            status == k.S_BUST and paid > 0
            for status, paid in zip(
                kernel.hand_fields(number, k.STATUS), kernel.hand_fields(number, k.PAID), strict=True
            )
        ]
        assert len(settled) == len(gave_back) + sum(gave_back)
        insurances = [event for event in kernel.events if event[:2] == (k.E_INSURANCE_SETTLED, number)]
        assert len(insurances) == (kernel.state[k.seat_at(number) + k.INSURANCE] > 0)
        assert kernel.rules.bj_loss == "original" or not any(gave_back)


@settings(max_examples=40, deadline=None)
@given(cases())
def test_games_8_same_shoe_and_same_actions_give_the_same_round(case: Case) -> None:
    rules, shoe, seats, chance = case
    before = chance.getstate()
    first, _ = play_both((rules, shoe, seats, chance))
    chance.setstate(before)
    again, _ = play_both((rules, shoe, seats, chance))
    assert (first.state, first.events) == (again.state, again.events)


@settings(max_examples=100, deadline=None)
@given(cases())
def test_games_8_the_dealer_draws_the_same_whatever_the_bets_are(case: Case) -> None:
    """Chips do not touch the cards as long as every seat can pay for the same actions."""
    rules, shoe, seats, chance = case
    before = chance.getstate()
    rich = [(1000 * bet, bet, 0) for _, bet, _ in seats]
    plain = rules.with_options({"insurance": False, "double_for_less": False, "split_for_less": False})
    first, _ = play_both((plain, shoe, rich, chance))
    chance.setstate(before)
    tenfold = [(10 * stack, 10 * bet, 0) for stack, bet, _ in rich]
    again, _ = play_both((plain, shoe, tenfold, chance))
    assert first.dealer == again.dealer
    assert first.state[k.POINTER] == again.state[k.POINTER]


@pytest.mark.parametrize("game", [CASINO, ELIMINATION], ids=lambda game: game.game)
def test_random_play_reaches_every_status_and_event_of_the_kernel(game: GameRules) -> None:
    """The laws above would be empty if the shoes and choices they draw never led to some ending."""
    seen: set[int] = set()
    kinds: set[int] = set()
    for seed in range(400):
        chance = Random(seed)
        options: dict[str, object] = {
            name: chance.choice(OPTIONS[name].allowed) for name in chance.sample(KERNEL_OPTIONS, 6)
        }
        shoe = [card for card in range(52) for _ in range(8 if card % 13 in (0, 7, 9) else 2)]
        chance.shuffle(shoe)
        bet = 20
        kernel, table = play_both((game.with_options(options), shoe, [(200, bet, 0)] * 3, chance))
        for number in range(len(table.seats)):
            seen |= set(kernel.hand_fields(number, k.STATUS))
        kinds |= {event[0] for event in kernel.events}
    endings = set(range(len(k.STATUSES))) - {k.S_PLAYING, k.S_STOOD, k.S_NATURAL, k.S_GIVEN_UP}
    assert seen == endings
    assert kinds == set(range(k.E_CARD, k.E_SETTLED + 1)) - {k.E_PAIR_SETTLED}
