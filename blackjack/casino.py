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

from blackjack import casino_layout as k
from blackjack.cards import VALUES
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
    seats = state[k.SEAT_COUNT]
    for seat in range(seats):
        at = k.hand_at(seat, 0)
        seat_block = k.seat_at(seat)
        state[seat_block + k.HANDS] = 1
        state[at + k.STAKE] = state[seat_block + k.BET]
        draw_card(shoe, state, log, k.E_CARD, seat, 0, at)
    draw_card(shoe, state, log, k.E_CARD, k.DEALER_SEAT, 0, k.DEALER)
    for seat in range(seats):
        at = k.hand_at(seat, 0)
        draw_card(shoe, state, log, k.E_CARD, seat, 0, at)
        if total(state, at) == 21:
            state[at + k.STATUS] = k.S_NATURAL
    if rules[k.R_PEEK]:
        draw_card(shoe, state, log, k.E_HOLE, k.DEALER_SEAT, 0, k.DEALER)
    for seat in range(seats):
        if state[k.seat_at(seat) + k.PAIR] > 0:
            _settle_pair(rules, state, log, seat)
    if rules[k.R_SURRENDER] == k.SURRENDER_EARLY and shows_ten_or_ace(state):
        state[k.PHASE] = k.P_SURRENDER
        _ask_surrender_from(rules, state, log, 0)
    else:
        _ask_insurance(rules, state, log)
    if state[k.PHASE] == k.P_TURNS:
        _go_on(rules, shoe, state, log)


def legal(rules: list[int], state: list[int], seat: int) -> int:
    """The actions open to a seat now, as a mask; 0 when it is not asked anything."""
    phase = state[k.PHASE]
    if phase == k.P_INSURANCE:
        return _insurance_answers(rules, state, seat) if state[k.seat_at(seat) + k.ASKED] else 0
    if seat != state[k.TURN_SEAT]:
        return 0
    if phase == k.P_TURNS:
        return _turn_actions(rules, state, seat, k.hand_at(seat, state[k.TURN_HAND]))
    if phase == k.P_SURRENDER:
        return 1 << k.A_SURRENDER | 1 << k.A_CONTINUE
    return 0


def bounds(rules: list[int], state: list[int], seat: int, action: int) -> tuple[int, int]:
    """The fewest and the most chips that a legal action of this seat may put down; 0, 0 if none."""
    at = k.seat_at(seat)
    if action == k.A_INSURE:
        most = state[at + k.BET] // 2
        for_less = rules[k.R_INSURANCE_PARTIAL]
    elif action == k.A_DOUBLE or action == k.A_SPLIT:
        most = state[k.hand_at(seat, state[k.TURN_HAND]) + k.STAKE]
        for_less = rules[k.R_DOUBLE_FOR_LESS] if action == k.A_DOUBLE else rules[k.R_SPLIT_FOR_LESS]
    else:
        return 0, 0
    if for_less:
        return 1, min(most, state[at + k.STACK])
    return most, most


def apply(
    rules: list[int], shoe: list[int], state: list[int], log: list[int], seat: int, action: int, amount: int
) -> None:
    """Carry out a legal action of a seat and all that follows without a decision."""
    phase = state[k.PHASE]
    if phase == k.P_TURNS:
        _play(rules, shoe, state, log, seat, action, amount)
    elif phase == k.P_INSURANCE:
        _answer_insurance(rules, state, log, seat, action, amount)
    else:
        if action == k.A_SURRENDER:
            log_event(log, k.E_TURN_ENDED, seat, 0, k.H_SURRENDERED)
            pay_surrender(rules, state, log, seat)
        else:
            log_event(log, k.E_SURRENDER_DECLINED, seat, 0, 0)
        _ask_surrender_from(rules, state, log, seat + 1)
    if state[k.PHASE] == k.P_TURNS:
        _go_on(rules, shoe, state, log)


def _settle_pair(rules: list[int], state: list[int], log: list[int], seat: int) -> None:
    """The pair bet: same card, same rank and colour, same rank, or lost (games.md 2.5)."""
    cards = k.hand_at(seat, 0) + k.CARDS
    first = state[cards]
    second = state[cards + 1]
    at = k.seat_at(seat)
    paid = 0
    if first % 13 == second % 13:
        # Suits in order S H D C: the first and the last are black.
        if first == second:
            pays = rules[k.R_PAIR_PERFECT]
        elif first // 13 + second // 13 == 3:
            pays = rules[k.R_PAIR_COLOURED]
        else:
            pays = rules[k.R_PAIR_MIXED]
        paid = state[at + k.PAIR] * (1 + pays)
    state[at + k.PAIR_PAID] = paid
    state[at + k.STACK] += paid
    log_event(log, k.E_PAIR_SETTLED, seat, 0, paid)


def _ask_surrender_from(rules: list[int], state: list[int], log: list[int], seat: int) -> None:
    """Ask the next seat for an early surrender; a natural is not asked (games.md 6)."""
    while seat < state[k.SEAT_COUNT] and state[k.hand_at(seat, 0) + k.STATUS] == k.S_NATURAL:
        seat += 1
    state[k.TURN_SEAT] = seat
    if seat == state[k.SEAT_COUNT]:
        _ask_insurance(rules, state, log)


def _ask_insurance(rules: list[int], state: list[int], log: list[int]) -> None:
    """Against an ace, ask every seat that can answer anything but no (games.md 2.2)."""
    state[k.PHASE] = k.P_INSURANCE
    state[k.WAITING] = 0
    if VALUES[state[k.DEALER + k.CARDS]] == 1:
        for seat in range(state[k.SEAT_COUNT]):
            open_hand = state[k.hand_at(seat, 0) + k.STATUS] <= k.S_NATURAL
            has_choice = _insurance_answers(rules, state, seat) != 1 << k.A_DECLINE
            concealed = rules[k.R_INSURANCE] == 1 and state[k.seat_at(seat) + k.CONCEALED] == 1
            if open_hand and (has_choice or concealed):
                state[k.seat_at(seat) + k.ASKED] = 1
                state[k.WAITING] += 1
    if state[k.WAITING] == 0:
        _peek(rules, state, log)


def _insurance_answers(rules: list[int], state: list[int], seat: int) -> int:
    actions = 1 << k.A_DECLINE
    low, high = bounds(rules, state, seat, k.A_INSURE)
    if rules[k.R_INSURANCE] and 0 < low <= high and high <= state[k.seat_at(seat) + k.STACK]:
        actions |= 1 << k.A_INSURE
    if rules[k.R_EVEN_MONEY] and state[k.hand_at(seat, 0) + k.STATUS] == k.S_NATURAL:
        actions |= 1 << k.A_EVEN_MONEY
    return actions


def _answer_insurance(
    rules: list[int], state: list[int], log: list[int], seat: int, action: int, amount: int
) -> None:
    at = k.seat_at(seat)
    state[at + k.ASKED] = 0
    state[k.WAITING] -= 1
    if action == k.A_INSURE:
        if amount == 0:
            amount = bounds(rules, state, seat, action)[1]
        state[at + k.INSURANCE] = amount
        state[at + k.STACK] -= amount
        log_event(log, k.E_INSURED, seat, 0, amount)
    elif action == k.A_EVEN_MONEY:
        log_event(log, k.E_TURN_ENDED, seat, 0, k.H_EVEN_MONEY)
        pay(state, log, seat, 0, k.S_EVEN_MONEY, 2 * state[at + k.BET])
    else:
        log_event(log, k.E_INSURANCE_DECLINED, seat, 0, 0)
    if state[k.WAITING] == 0:
        _peek(rules, state, log)


def _peek(rules: list[int], state: list[int], log: list[int]) -> None:
    """Look at the hole card under a ten or an ace: a blackjack ends the round at once (games.md 3)."""
    state[k.PHASE] = k.P_TURNS
    state[k.TURN_SEAT] = 0
    state[k.TURN_HAND] = 0
    if rules[k.R_PEEK] and shows_ten_or_ace(state):
        if dealer_blackjack(state):
            log_event(log, k.E_PEEKED, k.DEALER_SEAT, 0, 1)
            state[k.PHASE] = k.P_DEALER
        else:
            log_event(log, k.E_PEEKED, k.DEALER_SEAT, 0, 0)
            pay_insurance(state, log, 0)


def _go_on(rules: list[int], shoe: list[int], state: list[int], log: list[int]) -> None:
    """Find the next hand that has a decision, playing what has none, or end the turns."""
    seat = state[k.TURN_SEAT]
    hand = state[k.TURN_HAND]
    while seat < state[k.SEAT_COUNT]:
        hands = state[k.seat_at(seat) + k.HANDS]
        while hand < hands:
            if _waits(rules, shoe, state, log, seat, hand):
                state[k.TURN_SEAT] = seat
                state[k.TURN_HAND] = hand
                return
            hand += 1
        seat += 1
        hand = 0
    state[k.TURN_SEAT] = seat
    state[k.PHASE] = k.P_DEALER


def _waits(rules: list[int], shoe: list[int], state: list[int], log: list[int], seat: int, hand: int) -> bool:
    """Whether the hand at its turn has a choice; one that has none is ended here (games.md 2.3)."""
    at = k.hand_at(seat, hand)
    status = state[at + k.STATUS]
    if status == k.S_NATURAL:
        if rules[k.R_DOUBLE_ON_NATURAL] and _asked_for_chips(rules[k.R_DOUBLE_FOR_LESS], state, seat, at):
            return True
        _stand_natural(rules, state, log, seat)
        return False
    if status != k.S_PLAYING:
        return False
    if state[at + k.COUNT] == 1:
        draw_card(shoe, state, log, k.E_CARD, seat, hand, at)
    reached = total(state, at)
    if reached > 21:
        log_event(log, k.E_TURN_ENDED, seat, hand, k.H_BUST)
        pay(state, log, seat, hand, k.S_BUST, 0)
    elif rules[k.R_CHARLIE] > 0 and state[at + k.COUNT] >= rules[k.R_CHARLIE]:
        log_event(log, k.E_TURN_ENDED, seat, hand, k.H_CHARLIE)
        pay(state, log, seat, hand, k.S_CHARLIE, state[at + k.STAKE] * (1 + rules[k.R_CHARLIE_PAY]))
    elif reached == 21 and rules[k.R_AUTO_STAND_21]:
        _stand(state, log, seat, hand, k.H_21)
    elif state[at + k.ORIGIN] == k.O_SPLIT_ACES and not rules[k.R_HIT_SPLIT_ACES]:
        for_less = rules[k.R_SPLIT_FOR_LESS]
        if _may_split(rules, state, seat, at) and _asked_for_chips(for_less, state, seat, at):
            return True
        _stand(state, log, seat, hand, k.H_SPLIT_ACE)
    else:
        return True
    return False


def _stand(state: list[int], log: list[int], seat: int, hand: int, how: int) -> None:
    state[k.hand_at(seat, hand) + k.STATUS] = k.S_STOOD
    log_event(log, k.E_TURN_ENDED, seat, hand, how)


def _stand_natural(rules: list[int], state: list[int], log: list[int], seat: int) -> None:
    """Pay a natural at its turn, unless a dealer without hole card may still equal it."""
    if rules[k.R_PEEK] or not shows_ten_or_ace(state):
        pay_natural(rules, state, log, seat)


def _play(
    rules: list[int], shoe: list[int], state: list[int], log: list[int], seat: int, action: int, amount: int
) -> None:
    """An action on the hand in turn."""
    hand = state[k.TURN_HAND]
    at = k.hand_at(seat, hand)
    if action == k.A_HIT:
        draw_card(shoe, state, log, k.E_CARD, seat, hand, at)
    elif action == k.A_STAND:
        if state[at + k.STATUS] == k.S_NATURAL:
            _stand_natural(rules, state, log, seat)
            state[k.TURN_HAND] += 1
        else:
            _stand(state, log, seat, hand, k.H_STOOD)
    elif action == k.A_DOUBLE or action == k.A_SPLIT:
        if amount == 0:
            amount = bounds(rules, state, seat, action)[1]
        if action == k.A_DOUBLE:
            _double(shoe, state, log, seat, hand, amount)
        else:
            _split(state, log, seat, hand, amount)
    else:
        log_event(log, k.E_TURN_ENDED, seat, hand, k.H_SURRENDERED)
        if rules[k.R_PEEK] or not shows_ten_or_ace(state):
            pay_surrender(rules, state, log, seat)
        else:
            state[at + k.STATUS] = k.S_GIVEN_UP


def _turn_actions(rules: list[int], state: list[int], seat: int, at: int) -> int:
    """The actions of the hand in turn (games.md 2.3)."""
    if state[at + k.STATUS] == k.S_NATURAL:
        can_double = _has_chips(rules[k.R_DOUBLE_FOR_LESS], state, seat, at)
        return 1 << k.A_STAND | 1 << k.A_DOUBLE if can_double else 1 << k.A_STAND
    origin = state[at + k.ORIGIN]
    actions = 1 << k.A_STAND
    if origin != k.O_SPLIT_ACES or rules[k.R_HIT_SPLIT_ACES]:
        actions |= 1 << k.A_HIT
    if state[at + k.COUNT] == 2:
        if _can_double(rules, state, seat, at):
            actions |= 1 << k.A_DOUBLE
        if _may_split(rules, state, seat, at) and _has_chips(rules[k.R_SPLIT_FOR_LESS], state, seat, at):
            actions |= 1 << k.A_SPLIT
        if origin == k.O_DEAL and rules[k.R_SURRENDER] == k.SURRENDER_LATE:
            actions |= 1 << k.A_SURRENDER
    return actions


def _has_chips(for_less: int, state: list[int], seat: int, at: int) -> bool:
    """Whether the seat can put down the stake of the hand at `at` again, or any of it where less will do."""
    need = 1 if for_less else state[at + k.STAKE]
    return state[k.seat_at(seat) + k.STACK] >= need


def _asked_for_chips(for_less: int, state: list[int], seat: int, at: int) -> bool:
    """Whether a choice that takes chips is offered: with a secret bet always, or its size would show."""
    return state[k.seat_at(seat) + k.CONCEALED] == 1 or _has_chips(for_less, state, seat, at)


def _can_double(rules: list[int], state: list[int], seat: int, at: int) -> bool:
    """Two cards of an allowed total; after a split only with das, and never on split aces."""
    origin = state[at + k.ORIGIN]
    if origin == k.O_SPLIT_ACES or (origin == k.O_SPLIT and not rules[k.R_DAS]):
        return False
    if not rules[k.R_DOUBLE_FROM] <= total(state, at) <= rules[k.R_DOUBLE_TO]:
        return False
    return _has_chips(rules[k.R_DOUBLE_FOR_LESS], state, seat, at)


def _may_split(rules: list[int], state: list[int], seat: int, at: int) -> bool:
    """Two cards of one rank (or value), and splits left."""
    first = state[at + k.CARDS]
    second = state[at + k.CARDS + 1]
    if VALUES[first] != VALUES[second]:
        return False
    if first % 13 != second % 13 and not rules[k.R_SPLIT_BY_VALUE]:
        return False
    allowed = rules[k.R_MAX_SPLITS]
    if VALUES[first] == 1:
        # All splits of a seat that holds a pair of aces were splits of aces.
        allowed = min(allowed, rules[k.R_MAX_ACE_SPLITS])
    return state[k.seat_at(seat) + k.SPLITS] < allowed


def _double(shoe: list[int], state: list[int], log: list[int], seat: int, hand: int, amount: int) -> None:
    """Add chips, take one card, and the turn of the hand is over."""
    at = k.hand_at(seat, hand)
    state[k.seat_at(seat) + k.STACK] -= amount
    state[at + k.STAKE] += amount
    state[at + k.DOUBLED] = amount
    log_event(log, k.E_DOUBLED, seat, hand, amount)
    draw_card(shoe, state, log, k.E_CARD, seat, hand, at)
    if total(state, at) > 21:
        log_event(log, k.E_TURN_ENDED, seat, hand, k.H_BUST)
        pay(state, log, seat, hand, k.S_BUST, 0)
    else:
        _stand(state, log, seat, hand, k.H_DOUBLED)


def _split(state: list[int], log: list[int], seat: int, hand: int, amount: int) -> None:
    """The second card starts a hand directly to the right; each takes its next card at its own turn."""
    seat_block = k.seat_at(seat)
    at = k.hand_at(seat, hand)
    new = at + k.HAND_SIZE
    end = k.hand_at(seat, state[seat_block + k.HANDS])
    for moved in range(end - 1, new - 1, -1):
        state[moved + k.HAND_SIZE] = state[moved]
    first = state[at + k.CARDS]
    second = state[at + k.CARDS + 1]
    origin = k.O_SPLIT_ACES if VALUES[first] == 1 else k.O_SPLIT
    _start_split_hand(state, at, first, origin, state[at + k.STAKE])
    _start_split_hand(state, new, second, origin, amount)
    state[seat_block + k.HANDS] += 1
    state[seat_block + k.SPLITS] += 1
    state[seat_block + k.STACK] -= amount
    log_event(log, k.E_SPLIT, seat, hand, amount)


def _start_split_hand(state: list[int], at: int, card: int, origin: int, stake: int) -> None:
    for field in range(k.HAND_SIZE):
        state[at + field] = 0
    state[at + k.CARDS] = card
    state[at + k.COUNT] = 1
    state[at + k.HARD] = VALUES[card]
    state[at + k.ACES] = 1 if VALUES[card] == 1 else 0
    state[at + k.ORIGIN] = origin
    state[at + k.STAKE] = stake
