"""The chinese kernel's questions: what a seat may do, and its autopilot; see chinese.py."""

from __future__ import annotations

from blackjack.chinese_hands import is_unsettled, total, two_card_class, unsettled

# All names of the layout without a prefix: looking each up in its module would cost a tenth of the speed.
from blackjack.chinese_layout import *


def legal(rules: list[int], state: list[int], seat: int) -> int:
    """The actions open to a seat now, as a mask; 0 when it is not asked anything."""
    if seat != state[TURN_SEAT]:
        return 0
    phase = state[PHASE]
    if phase == P_TURNS:
        return _player_actions(rules, state, seat)
    if phase == P_BANKER:
        return _banker_actions(rules, state, seat)
    if phase == P_FREE_HAND:
        return 1 << A_ABANDON | 1 << A_CONTINUE
    if phase == P_FOLLOW:
        return 1 << A_FOLLOW | 1 << A_FORFEIT
    if phase in (P_BANKER_BURN, P_BURN):
        return 1 << A_BURN | 1 << A_KEEP
    return 0


def bounds(rules: list[int], state: list[int], seat: int, action: int) -> tuple[int, int]:
    """The fewest and the most chips that a legal action of this seat puts down: equal, for all are fixed."""
    at = seat_at(seat)
    if action == A_FOLLOW or (action == A_BURN and state[PHASE] == P_BURN):
        raised = state[at + STAKE] if rules[R_BURN_DOUBLES] else state[at + BET]
        added = min(raised, state[at + STACK])
        return added, added
    return 0, 0


def openable(state: list[int]) -> int:
    """The seats the banker may open early, as a mask of `1 << seat`: unsettled, and no 7-7-7 that pays."""
    mask = 0
    for seat in range(state[SEAT_COUNT] - 1):
        if is_unsettled(state, seat) and state[seat_at(seat) + STATUS] != S_777:
            mask |= 1 << seat
    return mask


def may_open(state: list[int], mask: int) -> bool:
    """Whether `open` may name exactly these seats: some that may be opened, not all that are unsettled."""
    if mask <= 0 or mask & ~openable(state) != 0:
        return False
    kept = 0
    for seat in range(state[SEAT_COUNT] - 1):
        if is_unsettled(state, seat) and not mask >> seat & 1:
            kept += 1
    return kept > 0


def asked_to_withdraw(rules: list[int], state: list[int], seat: int) -> bool:
    """Whether a player with a free hand of the first two cards may still take the bet back (games.md 6)."""
    at = seat_at(seat)
    if not rules[R_WITHDRAW] or state[at + ANSWERED] or state[at + BURNS] > 0:
        return False
    return two_card_class(rules, state, seat) == C_FREE


def may_burn(rules: list[int], state: list[int], seat: int) -> bool:
    """Whether a seat holds 15 and has a burn left; a player needs a chip to raise with (games.md 4.6)."""
    at = seat_at(seat)
    if not rules[R_BURN] or (state[at + BURNS] > 0 and not rules[R_BURN_SEVERAL]):
        return False
    if seat != state[SEAT_COUNT] - 1 and state[at + STACK] == 0:
        return False
    return total(rules, state, seat) == 15


def is_short(rules: list[int], state: list[int], seat: int) -> bool:
    """Whether a hand is below the minimum to stand or finish on."""
    return total(rules, state, seat) < rules[R_MIN_TOTAL]


def _player_actions(rules: list[int], state: list[int], seat: int) -> int:
    """The actions of the player in turn (games.md 4.3 phase 5)."""
    if asked_to_withdraw(rules, state, seat):
        return 1 << A_WITHDRAW | 1 << A_CONTINUE
    if is_short(rules, state, seat) and not rules[R_PENALTY]:
        return 1 << A_HIT
    return 1 << A_HIT | 1 << A_STAND


def _banker_actions(rules: list[int], state: list[int], banker: int) -> int:
    """The actions of the banker in his turn (games.md 4.3 phase 6): opening goes by the present total."""
    reached = total(rules, state, banker)
    if reached == 21:
        return 1 << A_FINISH
    if is_short(rules, state, banker):
        return 1 << A_HIT | 1 << A_FINISH if rules[R_PENALTY] else 1 << A_HIT
    actions = 1 << A_HIT | 1 << A_FINISH
    if unsettled(state) >= 2 and openable(state) != 0:
        actions |= 1 << A_OPEN
    return actions


def autopilot(rules: list[int], state: list[int], seat: int) -> int:
    """The action played for an absent seat that is asked something (games.md 4.7)."""
    actions = legal(rules, state, seat)
    for action in (A_CONTINUE, A_KEEP, A_FOLLOW):
        if actions >> action & 1:
            return action
    enough = 17 if seat == state[SEAT_COUNT] - 1 else 16
    if actions >> A_HIT & 1 and total(rules, state, seat) < enough:
        return A_HIT
    for action in (A_STAND, A_FINISH):
        if actions >> action & 1:
            return action
    return A_HIT
