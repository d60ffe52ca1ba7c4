"""What is played for a seat whose clock ended or whose player is away (games.md 2.6, 3; H4)."""

from __future__ import annotations

from blackjack import casino_layout as k
from blackjack.actions import Action
from blackjack.betting import bet_bounds
from blackjack.playing import open_decisions
from blackjack.refusals import IllegalAction
from blackjack.state import TableState
from blackjack.strategy import absent_action


def time_out(state: TableState, seat: int) -> Action:
    """The action for a seat that owes one: the minimum bet, openly; no insurance; else the rules' autoplay.

    A pure function of the rules, the cards in view and the seat's chips. Raises `IllegalAction` when nothing
    is asked of the seat.
    """
    if seat not in state.to_act:
        raise IllegalAction("not_your_turn", "It is not your turn.")
    if state.phase == "betting":
        return Action("bet", seat, bet_bounds(state, state.seat(seat))["minimum"], auto=True)
    kernel = state.kernel
    index = state.order.index(seat)
    hand = kernel[k.TURN_HAND] if state.phase == "playing" else 0
    cards = k.cards_at(kernel, k.hand_at(index, hand))
    up_rank = kernel[k.DEALER + k.CARDS] % 13
    kind = absent_action(state.rules.game, cards, up_rank, open_decisions(state, seat))
    return Action(kind, seat, auto=True)
