"""The casino kernel's questions: what a seat may do and for how many chips; see casino.py."""

from __future__ import annotations

from blackjack.cards import VALUES

# All names of the layout without a prefix: looking each up in its module would cost a tenth of the speed.
from blackjack.casino_layout import *
from blackjack.casino_settlement import total


def legal(rules: list[int], state: list[int], seat: int) -> int:
    """The actions open to a seat now, as a mask; 0 when it is not asked anything."""
    phase = state[PHASE]
    if phase == P_INSURANCE:
        return insurance_answers(rules, state, seat) if state[seat_at(seat) + ASKED] else 0
    if seat != state[TURN_SEAT]:
        return 0
    if phase == P_TURNS:
        return _turn_actions(rules, state, seat, hand_at(seat, state[TURN_HAND]))
    if phase == P_SURRENDER:
        return 1 << A_SURRENDER | 1 << A_CONTINUE
    return 0


def bounds(rules: list[int], state: list[int], seat: int, action: int) -> tuple[int, int]:
    """The fewest and the most chips that a legal action of this seat may put down; 0, 0 if none."""
    at = seat_at(seat)
    if action == A_INSURE:
        most = state[at + BET] // 2
        for_less = rules[R_INSURANCE_PARTIAL]
    elif action in (A_DOUBLE, A_SPLIT):
        most = state[hand_at(seat, state[TURN_HAND]) + STAKE]
        for_less = rules[R_DOUBLE_FOR_LESS] if action == A_DOUBLE else rules[R_SPLIT_FOR_LESS]
    else:
        return 0, 0
    if for_less:
        return 1, min(most, state[at + STACK])
    return most, most


def insurance_answers(rules: list[int], state: list[int], seat: int) -> int:
    """What a seat may answer when the up card is an ace; `decline` alone is no question (games.md 2.2)."""
    actions = 1 << A_DECLINE
    low, high = bounds(rules, state, seat, A_INSURE)
    if rules[R_INSURANCE] and 0 < low <= high and high <= state[seat_at(seat) + STACK]:
        actions |= 1 << A_INSURE
    if rules[R_EVEN_MONEY] and state[hand_at(seat, 0) + STATUS] == S_NATURAL:
        actions |= 1 << A_EVEN_MONEY
    return actions


def _turn_actions(rules: list[int], state: list[int], seat: int, at: int) -> int:
    """The actions of the hand in turn (games.md 2.3)."""
    if state[at + STATUS] == S_NATURAL:
        can_double = has_chips(rules[R_DOUBLE_FOR_LESS], state, seat, at)
        return 1 << A_STAND | 1 << A_DOUBLE if can_double else 1 << A_STAND
    origin = state[at + ORIGIN]
    actions = 1 << A_STAND
    if origin != O_SPLIT_ACES or rules[R_HIT_SPLIT_ACES]:
        actions |= 1 << A_HIT
    if state[at + COUNT] == 2:
        if _can_double(rules, state, seat, at):
            actions |= 1 << A_DOUBLE
        if may_split(rules, state, seat, at) and has_chips(rules[R_SPLIT_FOR_LESS], state, seat, at):
            actions |= 1 << A_SPLIT
        if origin == O_DEAL and rules[R_SURRENDER] == SURRENDER_LATE:
            actions |= 1 << A_SURRENDER
    return actions


def has_chips(for_less: int, state: list[int], seat: int, at: int) -> bool:
    """Whether the seat can put down the stake of the hand at `at` again, or any of it where less will do."""
    need = 1 if for_less else state[at + STAKE]
    return state[seat_at(seat) + STACK] >= need


def asked_for_chips(for_less: int, state: list[int], seat: int, at: int) -> bool:
    """Whether a choice that takes chips is offered: with a secret bet always, or its size would show."""
    return state[seat_at(seat) + CONCEALED] == 1 or has_chips(for_less, state, seat, at)


def _can_double(rules: list[int], state: list[int], seat: int, at: int) -> bool:
    """Two cards of an allowed total; after a split only with das, and never on split aces."""
    origin = state[at + ORIGIN]
    if origin == O_SPLIT_ACES or (origin == O_SPLIT and not rules[R_DAS]):
        return False
    if not rules[R_DOUBLE_FROM] <= total(state, at) <= rules[R_DOUBLE_TO]:
        return False
    return has_chips(rules[R_DOUBLE_FOR_LESS], state, seat, at)


def may_split(rules: list[int], state: list[int], seat: int, at: int) -> bool:
    """Two cards of one rank (or value), and splits left."""
    first = state[at + CARDS]
    second = state[at + CARDS + 1]
    if VALUES[first] != VALUES[second]:
        return False
    if first % 13 != second % 13 and not rules[R_SPLIT_BY_VALUE]:
        return False
    allowed = rules[R_MAX_SPLITS]
    if VALUES[first] == 1:
        # All splits of a seat that holds a pair of aces were splits of aces.
        allowed = min(allowed, rules[R_MAX_ACE_SPLITS])
    return state[seat_at(seat) + SPLITS] < allowed
