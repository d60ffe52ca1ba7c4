"""The end of a hand: secrets shown, results told, chips counted, seats that are out."""

from __future__ import annotations

from typing import Any

from blackjack import casino_layout as k
from blackjack import events as e
from blackjack.dealing import round_is_over, tell_ties
from blackjack.elimination import Count, Out, TieBreaker, eliminated
from blackjack.state import Draft, TableState


def reveal_secret(draft: Draft, index: int) -> None:
    """Show what the secret bet of the seat at `index` of the acting order hid, unless it is shown already."""
    state = draft.state
    number = state.order[index]
    seat = state.seat(number)
    if not seat.bet_is_secret:
        return
    draft.put_seat(number, bet_is_secret=False)
    hands = [{"stake": hand["stake"], "how": hand["how"]} for hand in settled_hands(state, index)]
    insurance = state.kernel[k.seat_at(index) + k.INSURANCE]
    draft.tell(e.SecretRevealed(hand=state.hand, seat=number, bet=seat.bet, insurance=insurance, hands=hands))


def settled_hands(state: TableState, index: int) -> list[dict[str, Any]]:
    """The hands of a seat, left to right: stake, chips that came back, the result, and how it ended."""
    kernel = state.kernel
    hands = []
    for hand in range(kernel[k.seat_at(index) + k.HANDS]):
        at = k.hand_at(index, hand)
        stake, back = kernel[at + k.STAKE], kernel[at + k.PAID]
        how = k.STATUSES[kernel[at + k.STATUS]]
        hands.append({"stake": stake, "back": back, "result": back - stake, "how": how})
    return hands


def count_chips(draft: Draft) -> None:
    """After the dealer: reveal the secrets, tell the results, take the count and name who is out.

    Then the table waits between hands, so that people can see what happened and officials can act.
    """
    for index in range(len(draft.state.order)):
        reveal_secret(draft, index)
    rows = [_settled_row(draft.state, index) for index in range(len(draft.state.order))]
    draft.tell(e.HandSettled(hand=draft.state.hand, seats=rows))
    for distance, row in enumerate(rows):
        draft.put_seat(row["seat"], change=row["change"], distance=distance)
    _eliminate(draft)
    draft.put(phase="between", to_act=())


def _settled_row(state: TableState, index: int) -> dict[str, Any]:
    seat = state.seat(state.order[index])
    at = k.seat_at(index)
    row = {
        "seat": seat.number,
        "stack": seat.stack,
        "change": seat.stack - seat.chips_before_hand,
        "hands": settled_hands(state, index),
    }
    for name, placed, paid in (("insurance", k.INSURANCE, k.INSURANCE_PAID), ("pair", k.PAIR, k.PAIR_PAID)):
        if state.kernel[at + placed]:
            row[name] = state.kernel[at + paid] - state.kernel[at + placed]
    return row


def _eliminate(draft: Draft) -> None:
    state = draft.state
    for seat in state.live():
        if seat.disqualified:
            confiscate(draft, seat.number)
    counts = [
        Count(seat.number, seat.stack, seat.chips_before_hand, seat.distance, seat.disqualified)
        for seat in draft.state.live()
    ]
    breaker = TieBreaker(state.rules, str(state.hand), draft.shoes.lots)
    last = state.hand >= state.last_hand
    leaving = eliminated(state.rules, state.hand, counts, last=last, breaker=breaker)
    tell_ties(draft, breaker.ties)
    for out in leaving:
        put_out(draft, out)


def confiscate(draft: Draft, number: int) -> None:
    """The chips of a disqualified seat leave to the house (C1)."""
    draft.put(bank=draft.state.bank + draft.state.seat(number).stack)
    draft.put_seat(number, stack=0)


def put_out(draft: Draft, out: Out) -> None:
    """A seat leaves play at this table."""
    hand = draft.state.hand
    draft.put_seat(out.seat, live=False, place=out.place, out_hand=hand, out_cause=out.cause)
    chips = draft.state.seat(out.seat).stack
    draft.tell(e.SeatOut(hand=hand, seat=out.seat, place=out.place, cause=out.cause, chips=chips))


def hand_cut_someone(state: TableState) -> bool:
    """Whether the hand just settled put somebody out or ended the round: people get longer to see it."""
    return any(seat.out_hand == state.hand for seat in state.seats) or round_is_over(state)
