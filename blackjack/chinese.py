"""The chinese kernel: one deal of games C and D, as plain functions over flat lists of ints.

How to read it. `chinese_layout.py` names every int. A round is played by

    state = prepare(stacks, bets, pointer)            the caller's, from the banker's left, the banker last
    deal(rules, shoe, state, log)                     two cards each, naturals, up to the first decision
    legal(rules, state, seat) -> mask                 what this seat may do now; 0: it is not asked
    bounds(rules, state, seat, action) -> low, high   chips that action puts down (burn, follow)
    openable(state) -> mask                           seats that `open` may name; `may_open` checks a choice
    apply(rules, shoe, state, log, seat, action, amount)   one decision, then on to the next one
    settle(rules, state, log)                         when state[PHASE] is P_SETTLE: table stakes, penalties
    autopilot(rules, state, seat) -> action           what is played for a seat that is absent

* `rules` is `pack(GameRules)`. `shoe` is a list of cards 0..51 (suit * 13 + rank, fairness.md) in dealing
  order, long enough for the round: `shoe.continuation` lengthens one that may run out.
* Nothing is checked: the caller asks `legal` and `may_open` first. State and log are changed in place.
* One seat decides at a time, state[TURN_SEAT]. `amount` is the mask of seats that `open` names, and nothing
  to any other action.
* Results are booked in stakes as they come about; chips move in `settle` and not before. Until then STACK +
  STAKE is what a seat had at the start of the round. A deal that ends with VOID set changes nobody's chips.
* `log` is `new_log()`; events are four ints, read with `take_events`. Cards are their owner's alone until
  E_SHOWN, and SHOWN in the state says the same; who may know of the other events is games.md 4.2. The windows
  that hide at a live table who was asked (4.2 a, b) are that table's.

It is written in the subset of Python that numba compiles: ints, lists, if, while, for range, functions.
"""

from __future__ import annotations

from blackjack.chinese_hands import (
    PLAY_ON,
    book,
    change_cards,
    draw_card,
    five_card_result,
    is_triple_seven,
    is_unsettled,
    log_event,
    natural_result,
    opened_result,
    show,
    total,
    two_card_class,
    unsettled,
)

# All names of the layout without a prefix: looking each up in its module would cost a tenth of the speed.
from blackjack.chinese_layout import *
from blackjack.chinese_legal import (
    autopilot,
    bounds,
    is_short,
    legal,
    may_burn,
    may_open,
    openable,
)
from blackjack.chinese_settlement import settle

__all__ = ["apply", "autopilot", "bounds", "deal", "legal", "may_open", "openable", "settle"]


def deal(rules: list[int], shoe: list[int], state: list[int], log: list[int]) -> None:
    """Deal a prepared state, settle the naturals and go on to the first decision (games.md 0, 4.3)."""
    for _ in range(2):
        for seat in range(state[SEAT_COUNT]):
            draw_card(shoe, state, log, seat)
    banker = state[SEAT_COUNT] - 1
    holds_15 = two_card_class(rules, state, banker) == C_FREE
    if holds_15 and rules[R_ESCAPE_BY_ABANDONING]:
        _ask(state, P_FREE_HAND, banker)
        return
    _settle_naturals(rules, state, log)
    if state[PHASE] != P_SETTLE:
        if holds_15 and unsettled(state) > 0:
            _ask(state, P_FREE_HAND, banker)
        else:
            _open_burns(rules, shoe, state, log)


def apply(
    rules: list[int], shoe: list[int], state: list[int], log: list[int], seat: int, action: int, amount: int
) -> None:
    """Carry out a legal action of a seat and all that follows without a decision."""
    phase = state[PHASE]
    if phase == P_TURNS:
        _play(rules, shoe, state, log, seat, action)
        _go_on(rules, state, log, seat)
    elif phase == P_BANKER:
        _bank(rules, shoe, state, log, action, amount)
    elif phase == P_BURN:
        _answer_burn(rules, shoe, state, log, seat, action)
    elif phase == P_FOLLOW:
        _answer_follow(rules, shoe, state, log, seat, action)
    elif phase == P_BANKER_BURN:
        _answer_banker_burn(rules, shoe, state, log, action)
    else:
        _answer_free_hand(rules, shoe, state, log, action)


def _ask(state: list[int], phase: int, seat: int) -> None:
    state[PHASE] = phase
    state[TURN_SEAT] = seat


def _next_unsettled(state: list[int], seat: int) -> int:
    """The first unsettled player from `seat` on; the banker when there is none."""
    while seat < state[SEAT_COUNT] - 1 and not is_unsettled(state, seat):
        seat += 1
    return seat


def _settle_naturals(rules: list[int], state: list[int], log: list[int]) -> None:
    """Book what the classes of two cards decide; a banker's natural ends the round (games.md 4.4)."""
    banker = state[SEAT_COUNT] - 1
    held = two_card_class(rules, state, banker)
    if held >= C_BLACKJACK:
        show(state, log, banker, W_NATURAL)
    for seat in range(banker):
        if is_unsettled(state, seat):
            _settle_natural(rules, state, log, seat, held)
    if held >= C_BLACKJACK:
        state[PHASE] = P_SETTLE


def _settle_natural(rules: list[int], state: list[int], log: list[int], seat: int, held: int) -> None:
    """Book one player's hand if its class, or the banker's class `held`, decides it."""
    player = two_card_class(rules, state, seat)
    result = natural_result(rules, player, held)
    if result == PLAY_ON:
        return
    if player >= C_BLACKJACK:
        show(state, log, seat, W_NATURAL)
    escaped = result == 0 and C_FREE in (player, held)
    if escaped:
        fifteen = seat if player == C_FREE else state[SEAT_COUNT] - 1
        show(state, log, fifteen, W_ESCAPE)
    show(state, log, seat, W_OPENED)
    book(state, log, seat, S_ESCAPED if escaped else S_NATURAL, result)


def _answer_free_hand(
    rules: list[int], shoe: list[int], state: list[int], log: list[int], action: int
) -> None:
    """The banker with a 15 gives the deal up or plays it (games.md 4.3 phase 4)."""
    banker = state[SEAT_COUNT] - 1
    if action == A_ABANDON:
        log_event(log, E_ABANDONED, banker, 0, 0)
        show(state, log, banker, W_FIFTEEN)
        _return_bets(state, log)
        return
    log_event(log, E_CONTINUED, banker, 0, 0)
    if rules[R_ESCAPE_BY_ABANDONING]:
        _settle_naturals(rules, state, log)
    _open_burns(rules, shoe, state, log)


def _return_bets(state: list[int], log: list[int]) -> None:
    """The deal is void: whatever was booked, nobody's chips change."""
    state[VOID] = 1
    state[PHASE] = P_SETTLE
    for seat in range(state[SEAT_COUNT] - 1):
        at = seat_at(seat)
        if state[at + STATUS] <= S_777 or state[at + STATUS] == S_PENALTY or state[at + RESULT] != 0:
            book(state, log, seat, S_RETURNED, 0)


def _open_burns(rules: list[int], shoe: list[int], state: list[int], log: list[int]) -> None:
    """Ask the banker, as long as he holds a 15 he may burn; then the players (games.md 4.6)."""
    banker = state[SEAT_COUNT] - 1
    if unsettled(state) == 0:
        state[PHASE] = P_SETTLE
    elif may_burn(rules, state, banker):
        _ask(state, P_BANKER_BURN, banker)
    else:
        _ask_burn_from(rules, state, log, 0)


def _answer_banker_burn(
    rules: list[int], shoe: list[int], state: list[int], log: list[int], action: int
) -> None:
    banker = state[SEAT_COUNT] - 1
    if action == A_BURN:
        log_event(log, E_BURNT, banker, 0, 0)
        show(state, log, banker, W_FIFTEEN)
        _ask(state, P_FOLLOW, _next_unsettled(state, 0))
    else:
        log_event(log, E_KEPT, banker, 0, 0)
        _ask_burn_from(rules, state, log, 0)


def _answer_follow(
    rules: list[int], shoe: list[int], state: list[int], log: list[int], seat: int, action: int
) -> None:
    """A player raises its stake or gives it up; after the last the banker changes his cards for followers."""
    banker = state[SEAT_COUNT] - 1
    if action == A_FOLLOW:
        log_event(log, E_FOLLOWED, seat, 0, _raise_stake(rules, state, seat))
    else:
        log_event(log, E_FORFEITED, seat, 0, 0)
        book(state, log, seat, S_FORFEITED, -1)
    state[TURN_SEAT] = _next_unsettled(state, seat + 1)
    if state[TURN_SEAT] < banker:
        return
    if unsettled(state) > 0:
        change_cards(shoe, state, log, banker)
        _settle_naturals(rules, state, log)
    if state[PHASE] != P_SETTLE:
        _open_burns(rules, shoe, state, log)


def _raise_stake(rules: list[int], state: list[int], seat: int) -> int:
    """Add what a burn costs to the stake, and return it."""
    at = seat_at(seat)
    added = bounds(rules, state, seat, A_FOLLOW)[1]
    state[at + STACK] -= added
    state[at + STAKE] += added
    return added


def _ask_burn_from(rules: list[int], state: list[int], log: list[int], seat: int) -> None:
    """Ask the next player who may burn; after the last the turns begin."""
    banker = state[SEAT_COUNT] - 1
    seat = _next_unsettled(state, seat)
    while seat < banker and not may_burn(rules, state, seat):
        seat = _next_unsettled(state, seat + 1)
    if seat < banker:
        _ask(state, P_BURN, seat)
    else:
        state[PHASE] = P_TURNS
        _go_on(rules, state, log, 0)


def _answer_burn(
    rules: list[int], shoe: list[int], state: list[int], log: list[int], seat: int, action: int
) -> None:
    """A player raises its stake for two other cards; a natural among these is settled at once."""
    if action == A_KEEP:
        log_event(log, E_KEPT, seat, 0, 0)
        _ask_burn_from(rules, state, log, seat + 1)
        return
    log_event(log, E_BURNT, seat, 0, _raise_stake(rules, state, seat))
    show(state, log, seat, W_FIFTEEN)
    change_cards(shoe, state, log, seat)
    _settle_natural(rules, state, log, seat, two_card_class(rules, state, state[SEAT_COUNT] - 1))
    _ask_burn_from(rules, state, log, seat)


def _go_on(rules: list[int], state: list[int], log: list[int], seat: int) -> None:
    """Find the next player that has a decision, ending the turns of those that have none."""
    banker = state[SEAT_COUNT] - 1
    while seat < banker and not _waits(rules, state, log, seat):
        seat += 1
    state[TURN_SEAT] = seat
    if seat == banker:
        state[PHASE] = P_BANKER
        _bank_goes_on(rules, state, log)


def _waits(rules: list[int], state: list[int], log: list[int], seat: int) -> bool:
    """Whether the player at its turn has a choice; a turn that has none is ended here (games.md 4.3)."""
    at = seat_at(seat)
    if state[at + STATUS] != S_PLAYING:
        return False
    points = total(rules, state, seat)
    if state[at + COUNT] == MAX_CARDS:
        _end_turn(state, log, seat, S_FIVE, H_FIVE)
        show(state, log, seat, W_FIVE)
        book(state, log, seat, S_FIVE, five_card_result(rules, points))
    elif points > 21:
        _end_turn(state, log, seat, S_BUST, H_BUST)
        if rules[R_REVEAL_BUST]:
            show(state, log, seat, W_BUST)
            book(state, log, seat, S_BUST_LOST, -1)
    elif points == 21 and is_triple_seven(rules, state, seat):
        _end_turn(state, log, seat, S_777, H_777)
        show(state, log, seat, W_777)
    elif points == 21:
        _end_turn(state, log, seat, S_STOOD, H_21)
    else:
        return True
    return False


def _end_turn(state: list[int], log: list[int], seat: int, status: int, how: int) -> None:
    state[seat_at(seat) + STATUS] = status
    log_event(log, E_TURN_ENDED, seat, how, 0)


def _play(
    rules: list[int], shoe: list[int], state: list[int], log: list[int], seat: int, action: int
) -> None:
    """An action of the player in turn."""
    if action == A_HIT:
        draw_card(shoe, state, log, seat)
    elif action == A_CONTINUE:
        state[seat_at(seat) + ANSWERED] = 1
        log_event(log, E_CONTINUED, seat, 0, 0)
    elif action == A_WITHDRAW:
        log_event(log, E_WITHDREW, seat, 0, 0)
        show(state, log, seat, W_FIFTEEN)
        book(state, log, seat, S_WITHDRAWN, 0)
    elif is_short(rules, state, seat):
        _end_turn(state, log, seat, S_PENALTY, H_PENALTY)
        show(state, log, seat, W_PENALTY)
        book(state, log, seat, S_PENALTY, 0)
    else:
        _end_turn(state, log, seat, S_STOOD, H_STOOD)


def _bank(
    rules: list[int], shoe: list[int], state: list[int], log: list[int], action: int, amount: int
) -> None:
    """An action of the banker in his turn."""
    banker = state[SEAT_COUNT] - 1
    if action == A_HIT:
        draw_card(shoe, state, log, banker)
        _bank_goes_on(rules, state, log)
    elif action == A_OPEN:
        show(state, log, banker, W_OPENED)
        for seat in range(banker):
            if amount >> seat & 1:
                _open(rules, state, log, seat)
    else:
        _finish(rules, state, log, H_FINISHED)


def _bank_goes_on(rules: list[int], state: list[int], log: list[int]) -> None:
    """End a round that leaves the banker nothing to decide."""
    banker = state[SEAT_COUNT] - 1
    if unsettled(state) == 0:
        state[PHASE] = P_SETTLE
    elif state[seat_at(banker) + COUNT] == MAX_CARDS:
        _finish(rules, state, log, H_FIVE)
    elif total(rules, state, banker) > 21:
        _finish(rules, state, log, H_BUST)


def _open(rules: list[int], state: list[int], log: list[int], seat: int) -> None:
    """Compare a player with the banker's cards as they are now."""
    result = opened_result(rules, state, seat)
    show(state, log, seat, W_OPENED)
    book(state, log, seat, S_OPENED, result)


def _finish(rules: list[int], state: list[int], log: list[int], how: int) -> None:
    """Open all that remain; a banker who finishes short pays each of them one stake (games.md 4.6)."""
    banker = state[SEAT_COUNT] - 1
    log_event(log, E_TURN_ENDED, banker, how, 0)
    show(state, log, banker, W_OPENED)
    state[PHASE] = P_SETTLE
    if _cancels_round(rules, state):
        log_event(log, E_CANCELLED, banker, 0, 0)
        _return_bets(state, log)
        return
    short = state[seat_at(banker) + COUNT] < MAX_CARDS and is_short(rules, state, banker)
    for seat in range(banker):
        if is_unsettled(state, seat):
            if short:
                show(state, log, seat, W_OPENED)
                book(state, log, seat, S_OPENED, 1)
            else:
                _open(rules, state, log, seat)


def _cancels_round(rules: list[int], state: list[int]) -> bool:
    """Whether the banker's 21 meets a triple seven where that ends the deal for all (`seven777_cancel`)."""
    banker = state[SEAT_COUNT] - 1
    if not rules[R_777_CANCELS_ROUND] or total(rules, state, banker) != 21:
        return False
    waiting = 0
    for seat in range(banker):
        if state[seat_at(seat) + STATUS] == S_777:
            waiting += 1
    return waiting > 0
