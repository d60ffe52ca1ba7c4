"""The chinese kernel's hands: drawing, showing and booking them, and what two of them do; see chinese.py."""

from __future__ import annotations

from blackjack.cards import VALUES

# All names of the layout without a prefix: looking each up in its module would cost a tenth of the speed.
from blackjack.chinese_layout import *

# What `natural_result` gives for two hands that neither is settled by.
PLAY_ON = 99


def log_event(log: list[int], kind: int, seat: int, detail: int, value: int) -> None:
    """Write one event into the buffer."""
    end = log[0]
    log[end] = kind
    log[end + 1] = seat
    log[end + 2] = detail
    log[end + 3] = value
    log[0] = end + EVENT_SIZE


def draw_card(shoe: list[int], state: list[int], log: list[int], seat: int) -> None:
    """Move the next card of the shoe to a seat's hand."""
    card = shoe[state[POINTER]]
    state[POINTER] += 1
    at = seat_at(seat)
    count = state[at + COUNT]
    value = VALUES[card]
    state[at + CARDS + count] = card
    state[at + COUNT] = count + 1
    state[at + HARD] += value
    if value == 1:
        state[at + ACES] += 1
    log_event(log, E_CARD, seat, 0, card)


def change_cards(shoe: list[int], state: list[int], log: list[int], seat: int) -> None:
    """Throw away two cards that were shown, and take two that are not (games.md 4.6)."""
    at = seat_at(seat)
    for place in range(2):
        log_event(log, E_DISCARDED, seat, 0, state[at + CARDS + place])
    state[at + COUNT] = 0
    state[at + HARD] = 0
    state[at + ACES] = 0
    state[at + SHOWN] = 0
    state[at + BURNS] += 1
    draw_card(shoe, state, log, seat)
    draw_card(shoe, state, log, seat)


def show(state: list[int], log: list[int], seat: int, why: int) -> None:
    """Let everyone see a seat's cards, unless they do."""
    at = seat_at(seat)
    if not state[at + SHOWN]:
        state[at + SHOWN] = 1
        log_event(log, E_SHOWN, seat, why, 0)


def book(state: list[int], log: list[int], seat: int, status: int, result: int) -> None:
    """Settle a player's hand for good; its chips move when the round is paid (games.md 5.2)."""
    at = seat_at(seat)
    state[at + STATUS] = status
    state[at + RESULT] = result
    log_event(log, E_BOOKED, seat, status, result)


def is_unsettled(state: list[int], seat: int) -> bool:
    """Whether this player's result is still open."""
    return state[seat_at(seat) + STATUS] <= S_777


def unsettled(state: list[int]) -> int:
    """How many players' results are still open."""
    count = 0
    for seat in range(state[SEAT_COUNT] - 1):
        if state[seat_at(seat) + STATUS] <= S_777:
            count += 1
    return count


def total(rules: list[int], state: list[int], seat: int) -> int:
    """The points of a hand: an ace counts 11 or 10 in two cards, 10 or 1 in three, then 1 (games.md 4.1)."""
    at = seat_at(seat)
    points = state[at + HARD]
    aces = state[at + ACES]
    count = state[at + COUNT]
    if aces == 0 or count > 3:
        return points
    if count == 2:
        if aces == 2:
            return 12 if rules[R_DOUBLE_ACE] == ACES_12 else 21
        return points + 10
    # Three cards: as many aces as 21 leaves room for go from 1 to 10.
    while aces > 0 and points + 9 <= 21:
        points += 9
        aces -= 1
    return points


def two_card_class(rules: list[int], state: list[int], seat: int) -> int:
    """The class of a hand of two cards (games.md 4.3; `free_hand` and `double_ace` of 6)."""
    at = seat_at(seat)
    hard = state[at + HARD]
    aces = state[at + ACES]
    free_hand = rules[R_FREE_HAND]
    if state[at + COUNT] != 2:
        return C_OTHER
    if aces == 2:
        return C_BAN_BAN if rules[R_DOUBLE_ACE] == ACES_BAN_BAN else C_OTHER
    if aces == 1 and hard == 11:
        return C_BLACKJACK
    if free_hand == FREE_NONE:
        return C_OTHER
    if aces == 0:
        return C_FREE if hard == 15 else C_OTHER
    # A-4 counts 15 with its ace as 11, A-5 with its ace as 10.
    if (hard == 5 and free_hand != FREE_HARD_ONLY) or (hard == 6 and free_hand == FREE_ANY_COUNT):
        return C_FREE
    return C_OTHER


def natural_result(rules: list[int], player: int, banker: int) -> int:
    """What a player wins by the classes alone, in stakes, or PLAY_ON (games.md 4.4)."""
    if player < C_BLACKJACK and banker < C_BLACKJACK:
        return PLAY_ON
    if player in (banker, C_FREE):
        return 0
    if banker == C_FREE and not rules[R_ESCAPE_BY_ABANDONING]:
        return 0
    best = max(player, banker)
    worth = rules[R_BAN_BAN] if best == C_BAN_BAN else rules[R_BLACKJACK]
    return worth if player > banker else -worth


def is_triple_seven(rules: list[int], state: list[int], seat: int) -> bool:
    """Whether the hand is 7-7-7 where that pays."""
    at = seat_at(seat)
    if rules[R_777] == 0 or state[at + COUNT] != 3:
        return False
    return VALUES[state[at + CARDS]] == VALUES[state[at + CARDS + 1]] == VALUES[state[at + CARDS + 2]] == 7


def five_card_result(rules: list[int], points: int) -> int:
    """What five cards win, in stakes, from the side of who holds them (games.md 4.5)."""
    if points > 21:
        return -rules[R_FIVE_BUST]
    return rules[R_FIVE_21] if points == 21 else rules[R_FIVE]


def worth_of_21(rules: list[int], state: list[int], seat: int, ordinary: int) -> int:
    """What a 21 of two to four cards wins: `ordinary`, or three where a double ace is worth that."""
    at = seat_at(seat)
    if rules[R_DOUBLE_ACE] == ACES_TRIPLE and state[at + COUNT] == 2 and state[at + ACES] == 2:
        return 3
    return ordinary


def opened_result(rules: list[int], state: list[int], seat: int) -> int:
    """What a player wins when compared with the banker's cards as they are now, in stakes (games.md 4.5)."""
    banker = state[SEAT_COUNT] - 1
    reached = total(rules, state, banker)
    status = state[seat_at(seat) + STATUS]
    if status == S_777:
        return 0 if reached == 21 else rules[R_777]
    if state[seat_at(banker) + COUNT] == MAX_CARDS:
        return -five_card_result(rules, reached)
    if status == S_BUST:
        if reached > 21:
            return -rules[R_BOTH_BUST]
        return -worth_of_21(rules, state, banker, rules[R_BANKER_21]) if reached == 21 else -1
    points = total(rules, state, seat)
    if reached <= 21 and points < reached:
        return -worth_of_21(rules, state, banker, rules[R_BANKER_21]) if reached == 21 else -1
    if points == reached:
        return 0
    return worth_of_21(rules, state, seat, rules[R_PLAYER_21]) if points == 21 else 1
