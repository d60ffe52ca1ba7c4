"""The casino kernel's second half: drawing cards, paying hands, the dealer; see casino.py."""

from __future__ import annotations

from blackjack.cards import VALUES

# All names of the layout without a prefix: looking each up in its module would cost a tenth of the speed.
from blackjack.casino_layout import *


def log_event(log: list[int], kind: int, seat: int, hand: int, value: int) -> None:
    """Write one event into the buffer."""
    end = log[0]
    log[end] = kind
    log[end + 1] = seat
    log[end + 2] = hand
    log[end + 3] = value
    log[0] = end + EVENT_SIZE


def draw_card(
    shoe: list[int], state: list[int], log: list[int], kind: int, seat: int, hand: int, at: int
) -> None:
    """Move the next card of the shoe to the hand block at `at`; `kind` is E_CARD, or E_HOLE for face down."""
    card = shoe[state[POINTER]]
    state[POINTER] += 1
    count = state[at + COUNT]
    value = VALUES[card]
    state[at + CARDS + count] = card
    state[at + COUNT] = count + 1
    state[at + HARD] += value
    if value == 1:
        state[at + ACES] += 1
    log_event(log, kind, seat, hand, card)


def total(state: list[int], at: int) -> int:
    """The highest total of the hand at `at` that is not over 21, else the lowest (games.md 2.1)."""
    hard = state[at + HARD]
    if hard <= 11 and state[at + ACES] > 0:
        return hard + 10
    return hard


def fraction(rules: list[int], chips: int, times: int, per: int) -> int:
    """Whole chips of chips * times / per under the rounding in force (games.md 1)."""
    product = chips * times
    if rules[R_ROUNDING] == ROUND_DOWN:
        return product // per
    if rules[R_ROUNDING] == ROUND_UP:
        return (product + per - 1) // per
    return (2 * product + per) // (2 * per)


def pay(state: list[int], log: list[int], seat: int, hand: int, status: int, chips: int) -> None:
    """Settle a hand: its final status, and the chips that go back to the seat, stake included."""
    at = hand_at(seat, hand)
    state[at + STATUS] = status
    state[at + PAID] = chips
    state[seat_at(seat) + STACK] += chips
    log_event(log, E_SETTLED, seat, hand, chips)


def pay_natural(rules: list[int], state: list[int], log: list[int], seat: int) -> None:
    """A natural that beat the dealer."""
    stake = state[hand_at(seat, 0) + STAKE]
    won = fraction(rules, stake, rules[R_NATURAL_PAYS], rules[R_NATURAL_TO])
    pay(state, log, seat, 0, S_NATURAL_WON, stake + won)


def pay_surrender(rules: list[int], state: list[int], log: list[int], seat: int) -> None:
    """A surrender that stands: half of the stake goes back (games.md 3)."""
    stake = state[hand_at(seat, 0) + STAKE]
    pay(state, log, seat, 0, S_SURRENDERED, fraction(rules, stake, 1, 2))


def pay_insurance(state: list[int], log: list[int], multiple: int) -> None:
    """Settle every insurance: `multiple` 3 gives it back with twice itself, 0 takes it."""
    for seat in range(state[SEAT_COUNT]):
        at = seat_at(seat)
        insured = state[at + INSURANCE]
        if insured > 0:
            state[at + INSURANCE_PAID] = insured * multiple
            state[at + STACK] += insured * multiple
            log_event(log, E_INSURANCE_SETTLED, seat, 0, insured * multiple)


def settle(rules: list[int], shoe: list[int], state: list[int], log: list[int]) -> None:
    """The dealer's turn and all that is still unpaid (games.md 2.4, 2.5); leaves the state in P_DONE."""
    peek = rules[R_PEEK] != 0
    if peek:
        state[HOLE_SHOWN] = 1
        log_event(log, E_HOLE_SHOWN, DEALER_SEAT, 0, state[DEALER + CARDS + 1])
    elif rules[R_DEALER_ALWAYS] or needs_second_card(rules, state):
        draw_card(shoe, state, log, E_CARD, DEALER_SEAT, 0, DEALER)
    blackjack = dealer_blackjack(state)
    if blackjack:
        pay_insurance(state, log, 3)
        for seat in range(state[SEAT_COUNT]):
            settle_against_blackjack(rules, state, log, seat)
    else:
        # With a hole card the insurance was taken at the peek.
        if not peek:
            pay_insurance(state, log, 0)
        if rules[R_DEALER_ALWAYS] or has_live_hand(state):
            dealer_draws(rules, shoe, state, log)
        reached = total(state, DEALER)
        for seat in range(state[SEAT_COUNT]):
            settle_against_total(rules, state, log, seat, reached)
    state[PHASE] = P_DONE


def dealer_blackjack(state: list[int]) -> bool:
    """Whether the dealer's first two cards are 21, seen or not."""
    return state[DEALER + COUNT] == 2 and total(state, DEALER) == 21


def shows_ten_or_ace(state: list[int]) -> bool:
    """Whether the dealer's up card could belong to a blackjack."""
    up = VALUES[state[DEALER + CARDS]]
    return up == 1 or up == 10


def has_live_hand(state: list[int]) -> bool:
    """Whether some hand other than a natural waits to be compared with the dealer's."""
    for seat in range(state[SEAT_COUNT]):
        for hand in range(state[seat_at(seat) + HANDS]):
            if state[hand_at(seat, hand) + STATUS] <= S_STOOD:
                return True
    return False


def needs_second_card(rules: list[int], state: list[int]) -> bool:
    """Whether a dealer without hole card must take one: something still depends on it (games.md 2.4)."""
    for seat in range(state[SEAT_COUNT]):
        seat_block = seat_at(seat)
        if state[seat_block + INSURANCE] > 0:
            return True
        busted = 0
        for hand in range(state[seat_block + HANDS]):
            at = hand_at(seat, hand)
            if state[at + STATUS] < S_BUST:
                return True
            if state[at + STATUS] == S_BUST:
                busted += state[at + STAKE]
        # A blackjack would give back what such a seat lost beyond its one bet.
        if rules[R_LOSE_ORIGINAL] and busted > state[seat_block + BET] and shows_ten_or_ace(state):
            return True
    return False


def dealer_draws(rules: list[int], shoe: list[int], state: list[int], log: list[int]) -> None:
    """The dealer hits 16 or less, and soft 17 where the rules say so."""
    while True:
        reached = total(state, DEALER)
        soft = reached != state[DEALER + HARD]
        if reached > 17 or (reached == 17 and not (soft and rules[R_H17])):
            return
        draw_card(shoe, state, log, E_CARD, DEALER_SEAT, 0, DEALER)


def settle_against_blackjack(rules: list[int], state: list[int], log: list[int], seat: int) -> None:
    """A seat's hands against a dealer's blackjack; with bj_loss=original it loses its one bet at most."""
    at_risk = state[seat_at(seat) + BET]
    for hand in range(state[seat_at(seat) + HANDS]):
        at = hand_at(seat, hand)
        status = state[at + STATUS]
        stake = state[at + STAKE]
        if status == S_NATURAL:
            pay(state, log, seat, hand, S_PUSHED, stake)
        elif status <= S_BUST:
            lost = stake
            if rules[R_LOSE_ORIGINAL]:
                lost = min(stake, at_risk)
                at_risk -= lost
            if status != S_BUST:
                pay(state, log, seat, hand, S_LOST, stake - lost)
            elif lost < stake:
                pay(state, log, seat, hand, S_BUST, stake - lost)


def settle_against_total(rules: list[int], state: list[int], log: list[int], seat: int, dealer: int) -> None:
    """A seat's open hands against a dealer without blackjack who reached the total `dealer`."""
    for hand in range(state[seat_at(seat) + HANDS]):
        at = hand_at(seat, hand)
        status = state[at + STATUS]
        stake = state[at + STAKE]
        if status == S_STOOD:
            reached = total(state, at)
            if dealer > 21 or reached > dealer:
                pay(state, log, seat, hand, S_WON, 2 * stake)
            elif reached == dealer:
                pay(state, log, seat, hand, S_PUSHED, stake)
            else:
                pay(state, log, seat, hand, S_LOST, 0)
        elif status == S_NATURAL:
            pay_natural(rules, state, log, seat)
        elif status == S_GIVEN_UP:
            pay_surrender(rules, state, log, seat)
