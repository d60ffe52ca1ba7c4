"""The casino kernel: one hand of all seats in games A and B, as plain functions over flat lists of ints.

How to read it. `casino_layout.py` names every int. A round is played by

    state = prepare(stacks, bets, pairs, pointer)     the caller's, seats already in dealing order
    deal(rules, shoe, state, log)                     cards, pair bets, up to the first decision
    legal(rules, state, seat) -> mask                 what this seat may do now; 0: it is not asked
    bounds(rules, state, seat, action) -> low, high   chips that action may put down; equal where fixed
    apply(rules, shoe, state, log, seat, action, amount)   one decision, then on to the next one
    settle(rules, shoe, state, log)                   when state[PHASE] is P_DEALER: dealer, payment

* `rules` is `pack(GameRules)`. `shoe` is a list of cards 0..51 (suit * 13 + rank, fairness.md) in dealing
  order, long enough for the round: `shoe.continuation` lengthens one that may run out.
* Nothing is checked: the caller asks `legal` and `bounds` first. State and log are changed in place.
* `amount` is the chips of a double, split or insurance; 0 means `high` of `bounds`. Other actions ignore it.
* In P_INSURANCE every seat with ASKED set may answer, in any order; the phase ends with the last answer. In
  P_SURRENDER (early surrender) and P_TURNS the one seat that may act is state[TURN_SEAT].
* A new split hand goes right of the hand split and later hands move up by one: the hand numbers in events are
  those of that moment.
* STACK holds free chips. Stakes leave it when they are placed; what is won comes back at once, so a table
  that hides a seat's results (secret bet) shows that seat's chips of the start of the hand instead.
* `log` is `new_log()`; events are four ints, read with `take_events`. A card face down is E_HOLE until
  E_HOLE_SHOWN. E_SETTLED and E_INSURANCE_SETTLED say what each hand and seat got back; each comes once, but a
  bust settled with 0 is settled again when bj_loss=original gives a part of it back.

It is written in the subset of Python that numba compiles: ints, lists, if, while, for range, functions.
"""

from __future__ import annotations

from blackjack.cards import VALUES

# All names of the layout without a prefix: looking each up in its module would cost a tenth of the speed.
from blackjack.casino_layout import *
from blackjack.casino_legal import asked_for_chips, bounds, insurance_answers, legal, may_split
from blackjack.casino_settlement import (
    dealer_blackjack,
    draw_card,
    log_event,
    pay,
    pay_insurance,
    pay_natural,
    pay_surrender,
    settle,
    shows_ten_or_ace,
    total,
)

__all__ = ["apply", "bounds", "deal", "legal", "settle"]


def deal(rules: list[int], shoe: list[int], state: list[int], log: list[int]) -> None:
    """Deal a prepared state, settle the pair bets and go on to the first decision (games.md 0, 2.2)."""
    seats = state[SEAT_COUNT]
    for seat in range(seats):
        at = hand_at(seat, 0)
        seat_block = seat_at(seat)
        state[seat_block + HANDS] = 1
        state[at + STAKE] = state[seat_block + BET]
        draw_card(shoe, state, log, E_CARD, seat, 0, at)
    draw_card(shoe, state, log, E_CARD, DEALER_SEAT, 0, DEALER)
    for seat in range(seats):
        at = hand_at(seat, 0)
        draw_card(shoe, state, log, E_CARD, seat, 0, at)
        if state[at + HARD] == 11 and state[at + ACES] == 1:
            state[at + STATUS] = S_NATURAL
    if rules[R_PEEK]:
        draw_card(shoe, state, log, E_HOLE, DEALER_SEAT, 0, DEALER)
    for seat in range(seats):
        if state[seat_at(seat) + PAIR] > 0:
            _settle_pair(rules, state, log, seat)
    if rules[R_SURRENDER] == SURRENDER_EARLY and shows_ten_or_ace(state):
        state[PHASE] = P_SURRENDER
        _ask_surrender_from(rules, state, log, 0)
    else:
        _ask_insurance(rules, state, log)
    if state[PHASE] == P_TURNS:
        _go_on(rules, shoe, state, log)


def apply(
    rules: list[int], shoe: list[int], state: list[int], log: list[int], seat: int, action: int, amount: int
) -> None:
    """Carry out a legal action of a seat and all that follows without a decision."""
    phase = state[PHASE]
    if phase == P_TURNS:
        _play(rules, shoe, state, log, seat, action, amount)
    elif phase == P_INSURANCE:
        _answer_insurance(rules, state, log, seat, action, amount)
    else:
        if action == A_SURRENDER:
            log_event(log, E_TURN_ENDED, seat, 0, H_SURRENDERED)
            pay_surrender(rules, state, log, seat)
        else:
            log_event(log, E_SURRENDER_DECLINED, seat, 0, 0)
        _ask_surrender_from(rules, state, log, seat + 1)
    if state[PHASE] == P_TURNS:
        _go_on(rules, shoe, state, log)


def _settle_pair(rules: list[int], state: list[int], log: list[int], seat: int) -> None:
    """The pair bet: same card, same rank and colour, same rank, or lost (games.md 2.5)."""
    cards = hand_at(seat, 0) + CARDS
    first = state[cards]
    second = state[cards + 1]
    at = seat_at(seat)
    paid = 0
    if first % 13 == second % 13:
        # Suits in order S H D C: the first and the last are black.
        if first == second:
            pays = rules[R_PAIR_PERFECT]
        elif first // 13 + second // 13 == 3:
            pays = rules[R_PAIR_COLOURED]
        else:
            pays = rules[R_PAIR_MIXED]
        paid = state[at + PAIR] * (1 + pays)
    state[at + PAIR_PAID] = paid
    state[at + STACK] += paid
    log_event(log, E_PAIR_SETTLED, seat, 0, paid)


def _ask_surrender_from(rules: list[int], state: list[int], log: list[int], seat: int) -> None:
    """Ask the next seat for an early surrender; a natural is not asked (games.md 6)."""
    while seat < state[SEAT_COUNT] and state[hand_at(seat, 0) + STATUS] == S_NATURAL:
        seat += 1
    state[TURN_SEAT] = seat
    if seat == state[SEAT_COUNT]:
        _ask_insurance(rules, state, log)


def _ask_insurance(rules: list[int], state: list[int], log: list[int]) -> None:
    """Against an ace, ask every seat that can answer anything but no (games.md 2.2)."""
    state[PHASE] = P_INSURANCE
    state[WAITING] = 0
    if VALUES[state[DEALER + CARDS]] == 1:
        for seat in range(state[SEAT_COUNT]):
            open_hand = state[hand_at(seat, 0) + STATUS] <= S_NATURAL
            has_choice = insurance_answers(rules, state, seat) != 1 << A_DECLINE
            concealed = rules[R_INSURANCE] == 1 and state[seat_at(seat) + CONCEALED] == 1
            if open_hand and (has_choice or concealed):
                state[seat_at(seat) + ASKED] = 1
                state[WAITING] += 1
    if state[WAITING] == 0:
        _peek(rules, state, log)


def _answer_insurance(
    rules: list[int], state: list[int], log: list[int], seat: int, action: int, amount: int
) -> None:
    at = seat_at(seat)
    state[at + ASKED] = 0
    state[WAITING] -= 1
    if action == A_INSURE:
        if amount == 0:
            amount = bounds(rules, state, seat, action)[1]
        state[at + INSURANCE] = amount
        state[at + STACK] -= amount
        log_event(log, E_INSURED, seat, 0, amount)
    elif action == A_EVEN_MONEY:
        log_event(log, E_TURN_ENDED, seat, 0, H_EVEN_MONEY)
        pay(state, log, seat, 0, S_EVEN_MONEY, 2 * state[at + BET])
    else:
        log_event(log, E_INSURANCE_DECLINED, seat, 0, 0)
    if state[WAITING] == 0:
        _peek(rules, state, log)


def _peek(rules: list[int], state: list[int], log: list[int]) -> None:
    """Look at the hole card under a ten or an ace: a blackjack ends the round at once (games.md 3)."""
    state[PHASE] = P_TURNS
    state[TURN_SEAT] = 0
    state[TURN_HAND] = 0
    if rules[R_PEEK] and shows_ten_or_ace(state):
        if dealer_blackjack(state):
            log_event(log, E_PEEKED, DEALER_SEAT, 0, 1)
            state[PHASE] = P_DEALER
        else:
            log_event(log, E_PEEKED, DEALER_SEAT, 0, 0)
            pay_insurance(state, log, 0)


def _go_on(rules: list[int], shoe: list[int], state: list[int], log: list[int]) -> None:
    """Find the next hand that has a decision, playing what has none, or end the turns."""
    seat = state[TURN_SEAT]
    hand = state[TURN_HAND]
    while seat < state[SEAT_COUNT]:
        hands = state[seat_at(seat) + HANDS]
        while hand < hands:
            if _waits(rules, shoe, state, log, seat, hand):
                state[TURN_SEAT] = seat
                state[TURN_HAND] = hand
                return
            hand += 1
        seat += 1
        hand = 0
    state[TURN_SEAT] = seat
    state[PHASE] = P_DEALER


def _waits(rules: list[int], shoe: list[int], state: list[int], log: list[int], seat: int, hand: int) -> bool:
    """Whether the hand at its turn has a choice; one that has none is ended here (games.md 2.3)."""
    at = hand_at(seat, hand)
    status = state[at + STATUS]
    if status == S_NATURAL:
        if rules[R_DOUBLE_ON_NATURAL] and asked_for_chips(rules[R_DOUBLE_FOR_LESS], state, seat, at):
            return True
        _stand_natural(rules, state, log, seat)
        return False
    if status != S_PLAYING:
        return False
    if state[at + COUNT] == 1:
        draw_card(shoe, state, log, E_CARD, seat, hand, at)
    reached = total(state, at)
    if reached > 21:
        log_event(log, E_TURN_ENDED, seat, hand, H_BUST)
        pay(state, log, seat, hand, S_BUST, 0)
    elif rules[R_CHARLIE] > 0 and state[at + COUNT] >= rules[R_CHARLIE]:
        log_event(log, E_TURN_ENDED, seat, hand, H_CHARLIE)
        pay(state, log, seat, hand, S_CHARLIE, state[at + STAKE] * (1 + rules[R_CHARLIE_PAY]))
    elif reached == 21 and rules[R_AUTO_STAND_21]:
        _stand(state, log, seat, hand, H_21)
    elif state[at + ORIGIN] == O_SPLIT_ACES and not rules[R_HIT_SPLIT_ACES]:
        for_less = rules[R_SPLIT_FOR_LESS]
        if may_split(rules, state, seat, at) and asked_for_chips(for_less, state, seat, at):
            return True
        _stand(state, log, seat, hand, H_SPLIT_ACE)
    else:
        return True
    return False


def _stand(state: list[int], log: list[int], seat: int, hand: int, how: int) -> None:
    state[hand_at(seat, hand) + STATUS] = S_STOOD
    log_event(log, E_TURN_ENDED, seat, hand, how)


def _stand_natural(rules: list[int], state: list[int], log: list[int], seat: int) -> None:
    """Pay a natural at its turn, unless a dealer without hole card may still equal it."""
    if rules[R_PEEK] or not shows_ten_or_ace(state):
        pay_natural(rules, state, log, seat)


def _play(
    rules: list[int], shoe: list[int], state: list[int], log: list[int], seat: int, action: int, amount: int
) -> None:
    """An action on the hand in turn."""
    hand = state[TURN_HAND]
    at = hand_at(seat, hand)
    if action == A_HIT:
        draw_card(shoe, state, log, E_CARD, seat, hand, at)
    elif action == A_STAND:
        if state[at + STATUS] == S_NATURAL:
            _stand_natural(rules, state, log, seat)
            state[TURN_HAND] += 1
        else:
            _stand(state, log, seat, hand, H_STOOD)
    elif action in (A_DOUBLE, A_SPLIT):
        if amount == 0:
            amount = bounds(rules, state, seat, action)[1]
        if action == A_DOUBLE:
            _double(shoe, state, log, seat, hand, amount)
        else:
            _split(state, log, seat, hand, amount)
    else:
        log_event(log, E_TURN_ENDED, seat, hand, H_SURRENDERED)
        if rules[R_PEEK] or not shows_ten_or_ace(state):
            pay_surrender(rules, state, log, seat)
        else:
            state[at + STATUS] = S_GIVEN_UP


def _double(shoe: list[int], state: list[int], log: list[int], seat: int, hand: int, amount: int) -> None:
    """Add chips, take one card, and the turn of the hand is over."""
    at = hand_at(seat, hand)
    state[seat_at(seat) + STACK] -= amount
    state[at + STAKE] += amount
    state[at + DOUBLED] = amount
    log_event(log, E_DOUBLED, seat, hand, amount)
    draw_card(shoe, state, log, E_CARD, seat, hand, at)
    if total(state, at) > 21:
        log_event(log, E_TURN_ENDED, seat, hand, H_BUST)
        pay(state, log, seat, hand, S_BUST, 0)
    else:
        _stand(state, log, seat, hand, H_DOUBLED)


def _split(state: list[int], log: list[int], seat: int, hand: int, amount: int) -> None:
    """The second card starts a hand directly to the right; each takes its next card at its own turn."""
    seat_block = seat_at(seat)
    at = hand_at(seat, hand)
    new = at + HAND_SIZE
    end = hand_at(seat, state[seat_block + HANDS])
    for moved in range(end - 1, new - 1, -1):
        state[moved + HAND_SIZE] = state[moved]
    first = state[at + CARDS]
    second = state[at + CARDS + 1]
    origin = O_SPLIT_ACES if VALUES[first] == 1 else O_SPLIT
    _start_split_hand(state, at, first, origin, state[at + STAKE])
    _start_split_hand(state, new, second, origin, amount)
    state[seat_block + HANDS] += 1
    state[seat_block + SPLITS] += 1
    state[seat_block + STACK] -= amount
    log_event(log, E_SPLIT, seat, hand, amount)


def _start_split_hand(state: list[int], at: int, card: int, origin: int, stake: int) -> None:
    for field in range(HAND_SIZE):
        state[at + field] = 0
    state[at + CARDS] = card
    state[at + COUNT] = 1
    state[at + HARD] = VALUES[card]
    state[at + ACES] = 1 if VALUES[card] == 1 else 0
    state[at + ORIGIN] = origin
    state[at + STAKE] = stake
