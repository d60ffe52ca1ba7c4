"""The chinese kernel's payment: table stakes and licence penalties, to the last chip; see chinese.py."""

from __future__ import annotations

# All names of the layout without a prefix: looking each up in its module would cost a tenth of the speed.
from blackjack.chinese_hands import log_event
from blackjack.chinese_layout import *


def settle(rules: list[int], state: list[int], log: list[int]) -> None:
    """Move the chips of all booked results at once (games.md 5.2); leaves the state in P_DONE.

    No stack goes below zero and the changes add up to zero.
    """
    for seat in range(state[SEAT_COUNT]):
        at = seat_at(seat)
        state[at + STACK] += state[at + STAKE]
    if not state[VOID]:
        _collect(state)
        _pay_winners(rules, state)
        for seat in range(state[SEAT_COUNT] - 1):
            if state[seat_at(seat) + STATUS] == S_PENALTY:
                _pay_penalty(state, seat)
    for seat in range(state[SEAT_COUNT]):
        at = seat_at(seat)
        state[at + STACK] += state[at + CHANGE]
        log_event(log, E_PAID, seat, 0, state[at + CHANGE])
    state[PHASE] = P_DONE


def _collect(state: list[int]) -> None:
    """Step 1: each losing seat pays what it owes, or all it had at the start of the round."""
    banker = seat_at(state[SEAT_COUNT] - 1)
    for seat in range(state[SEAT_COUNT] - 1):
        at = seat_at(seat)
        if state[at + RESULT] < 0:
            paid = min(-state[at + RESULT] * state[at + STAKE], state[at + STACK])
            state[at + CHANGE] -= paid
            state[banker + CHANGE] += paid


def _pay_winners(rules: list[int], state: list[int]) -> None:
    """Steps 2 and 3: winners are paid from bank and takings, in proportion where these are short."""
    banker = seat_at(state[SEAT_COUNT] - 1)
    pool = state[banker + STACK] + state[banker + CHANGE]
    all_owed = 0
    for seat in range(state[SEAT_COUNT] - 1):
        all_owed += _owed(rules, state, seat)
    short = all_owed > pool
    left = pool
    for seat in range(state[SEAT_COUNT] - 1):
        owed = _owed(rules, state, seat)
        paid = owed * pool // all_owed if short else owed
        state[seat_at(seat) + CHANGE] += paid
        state[banker + CHANGE] -= paid
        left -= paid
    if short:
        # Every share was cut by less than one chip, so one round of odd chips is enough.
        for seat in range(state[SEAT_COUNT] - 1):
            if left > 0 and _owed(rules, state, seat) > 0:
                state[seat_at(seat) + CHANGE] += 1
                state[banker + CHANGE] -= 1
                left -= 1


def _owed(rules: list[int], state: list[int], seat: int) -> int:
    """What a winner is to get; with win_cap=matched no more than the stack it could have lost."""
    at = seat_at(seat)
    if state[at + RESULT] <= 0:
        return 0
    owed = state[at + RESULT] * state[at + STAKE]
    if rules[R_WIN_MATCHED]:
        return min(owed, state[at + STACK])
    return owed


def _pay_penalty(state: list[int], offender: int) -> None:
    """Step 4: one stake to every other seat, capped at the offender's stack and shared equally.

    STACK is still that of the start of the round, so what others pay as penalties cannot pay this one.
    """
    at = seat_at(offender)
    others = state[SEAT_COUNT] - 1
    paid = min(state[at + STAKE] * others, state[at + STACK])
    state[at + CHANGE] -= paid
    share = paid // others
    odd = paid % others
    for step in range(1, others + 1):
        seat = (offender + step) % state[SEAT_COUNT]
        state[seat_at(seat) + CHANGE] += share
        if step <= odd:
            state[seat_at(seat) + CHANGE] += 1
