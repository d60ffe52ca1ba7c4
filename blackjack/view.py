"""The only way a table is shown: what one viewer may know, and nothing computed from the rest (V1-V4)."""

from __future__ import annotations

from typing import Any

from blackjack import casino_layout as k
from blackjack.cards import cards_text
from blackjack.casino_settlement import dealer_blackjack, total
from blackjack.elimination import Count, TieBreaker, cut_size
from blackjack.state import DECISIONS, SeatState, TableState
from blackjack.table import legal_actions

FACE_DOWN = "??"
# Draws are not made for a look: a tie that only they can break shows all seats concerned.
_UNDRAWN = ("high_card", "lots")


def view(state: TableState, viewer: int | None) -> dict[str, Any]:
    """The table as the player of seat `viewer` may see it, or as everybody else may (None), as JSON.

    Ranks and the cut line are computed from public figures for everybody, the owner of a secret bet included.
    """
    rules = state.rules
    owner = next((seat for seat in state.seats if seat.number == viewer), None)
    ranks = _ranks(state)
    limits = rules.limits_at(max(state.hand, 1))
    return {
        "phase": state.phase,
        "hand": state.hand,
        "hands": state.last_hand,
        "attempt": state.attempt,
        "elimination": state.is_elimination,
        "elimination_hands": [hand for hand in rules.elimination_hands if hand < state.last_hand],
        "next_elimination": _next_elimination(state),
        "button": state.button,
        "limits": {"minimum": limits.minimum, "maximum": limits.maximum, "step": limits.step},
        "paused": state.paused,
        "held": state.held,
        "last_hand": state.hand == state.last_hand,
        "dealer": _dealer(state),
        "seats": [_seat(state, seat, ranks, shown=_may_see(seat, viewer)) for seat in state.seats],
        "to_act": list(state.to_act),
        "cut": _cut_line(state),
        "me": _me(state, owner) if owner else None,
    }


def _may_see(seat: SeatState, viewer: int | None) -> bool:
    """Whether the amounts of this hand are open to the viewer."""
    return not seat.bet_is_secret or seat.number == viewer


def _me(state: TableState, seat: SeatState) -> dict[str, Any]:
    """What only the owner of a seat sees: true chips and what they allow."""
    return {
        "seat": seat.number,
        "stack": seat.stack,
        "free": seat.stack,
        "count": seat.stack + state.open_bets(seat.number),
        "bet": _bet(state, seat, shown=True),
        "legal": legal_actions(state, seat.number),
        "secret_left": seat.secret_left,
        "must_act": seat.number in state.to_act and not state.paused,
    }


def _seat(state: TableState, seat: SeatState, ranks: dict[int, int], *, shown: bool) -> dict[str, Any]:
    out = {"hand": seat.out_hand, "cause": seat.out_cause, "place": seat.place}
    return {
        "seat": seat.number,
        "stack": seat.public_stack,
        "count": _public_count(state, seat),
        "rank": ranks.get(seat.number),
        "live": seat.live,
        "away": seat.away,
        "turn": seat.number in state.to_act,
        "secret_left": seat.secret_left,
        "bet": _bet(state, seat, shown=shown),
        "hands": _hands(state, seat, shown=shown),
        "place": seat.place,
        "out": out if seat.out_cause else None,
        "change": seat.change,
    }


def _public_count(state: TableState, seat: SeatState) -> int:
    """Chips and open bets; the figure of the start of the hand while a secret bet is open (V3)."""
    if seat.bet_is_secret:
        return seat.chips_before_hand
    return seat.stack + state.open_bets(seat.number)


def _ranks(state: TableState) -> dict[int, int]:
    """Rank by public count among the seats in play; equal counts share it."""
    counts = {seat.number: _public_count(state, seat) for seat in state.live()}
    return {number: 1 + sum(other > count for other in counts.values()) for number, count in counts.items()}


def _bet(state: TableState, seat: SeatState, *, shown: bool) -> dict[str, Any] | None:
    if not seat.bet:
        return None
    insurance = 0
    if state.kernel and seat.number in state.order:
        insurance = state.kernel[k.seat_at(state.order.index(seat.number)) + k.INSURANCE]
    return {
        "amount": seat.bet if shown else None,
        "secret": seat.secret_bet,
        "insurance": (insurance or None) if shown else None,
        "insured": insurance > 0,
        "pair": seat.pair,
    }


def _hands(state: TableState, seat: SeatState, *, shown: bool) -> list[dict[str, Any]]:
    """The hands of a seat, left to right, from the deal until the next hand begins."""
    if not state.kernel or seat.number not in state.order:
        return []
    kernel = state.kernel
    index = state.order.index(seat.number)
    in_turn = kernel[k.TURN_HAND] if state.phase == "playing" and seat.number in state.to_act else None
    return [
        _hand(state, k.hand_at(index, hand), turn=hand == in_turn, shown=shown)
        for hand in range(kernel[k.seat_at(index) + k.HANDS])
    ]


def _hand(state: TableState, at: int, *, turn: bool, shown: bool) -> dict[str, Any]:
    kernel: list[int] = state.kernel  # type: ignore[assignment]  # read only
    status = kernel[at + k.STATUS]
    points = total(kernel, at)
    settled = status >= k.S_BUST
    return {
        "cards": cards_text(k.cards_at(kernel, at)),
        "total": points,
        "soft": points != kernel[at + k.HARD],
        "stake": kernel[at + k.STAKE] if shown else None,
        "doubled": kernel[at + k.DOUBLED] > 0,
        "done": status != k.S_PLAYING,
        "bust": points > 21,
        "natural": kernel[at + k.COUNT] == 2 and points == 21 and kernel[at + k.ORIGIN] == k.O_DEAL,
        "turn": turn,
        "result": kernel[at + k.PAID] - kernel[at + k.STAKE] if settled and shown else None,
        "how": _how(state, status, shown=shown),
    }


def _how(state: TableState, status: int, *, shown: bool) -> str | None:
    """How a hand ended; with a secret bet a surrender reads as a stand until the reveal."""
    if status == k.S_PLAYING:
        return None
    surrendered = status in (k.S_GIVEN_UP, k.S_SURRENDERED)
    if surrendered and not shown and state.rules.secret_hides == "all":  # noqa: S105  a bet, not a password
        return k.STATUSES[k.S_STOOD]
    return k.STATUSES[status]


def _dealer(state: TableState) -> dict[str, Any]:
    """The dealer's cards, the hole card face down until it is shown; totals count what can be seen."""
    kernel: list[int] = list(state.kernel)
    if not kernel or not kernel[k.DEALER + k.COUNT]:
        return {"cards": [], "total": None, "soft": False, "blackjack": False, "peeked": None, "bust": False}
    cards = cards_text(k.cards_at(kernel, k.DEALER))
    if state.rules.game.hole == "peek" and not kernel[k.HOLE_SHOWN]:
        up = kernel[k.DEALER + k.CARDS] % 13
        value = 11 if up == 0 else min(up + 1, 10)
        peeked = state.phase == "playing" and value >= 10
        return {
            "cards": [cards[0], FACE_DOWN],
            "total": value,
            "soft": up == 0,
            "blackjack": False,
            "peeked": peeked,
            "bust": False,
        }
    points = total(kernel, k.DEALER)
    return {
        "cards": cards,
        "total": points,
        "soft": points != kernel[k.DEALER + k.HARD],
        "blackjack": dealer_blackjack(kernel),
        "peeked": None,
        "bust": points > 21,
    }


def _next_elimination(state: TableState) -> int | None:
    """The elimination hand in play or the next one to come."""
    first = state.hand if state.phase in DECISIONS else state.hand + 1
    coming = [hand for hand in state.rules.elimination_hands if first <= hand < state.last_hand]
    return coming[0] if coming and not state.is_finished else None


def _cut_line(state: TableState) -> dict[str, Any] | None:
    """Who would be out at the next elimination hand if it were counted now, and by how many chips.

    From public figures only: counts as others see them, stacks of the start of the hand, acting order.
    """
    hand = _next_elimination(state)
    live = state.live()
    if hand is None:
        return None
    going = cut_size(state.rules, hand, began=len(live), left=len(live))
    if not going:
        return None
    counts = [
        Count(seat.number, _public_count(state, seat), seat.chips_before_hand, _position(state, seat))
        for seat in live
    ]
    lowest = _Undrawn(state, hand).lowest(counts, going, most=len(live) - state.rules.advance)
    seats = sorted(count.seat for count in lowest)
    safe = [count.chips for count in counts if count.seat not in seats]
    if not lowest or not safe:
        return None
    return {"seats": seats, "by": min(safe) - max(count.chips for count in lowest)}


def _position(state: TableState, seat: SeatState) -> int:
    return state.order.index(seat.number) if seat.number in state.order else seat.number


class _Undrawn(TieBreaker):
    """The tie chain as far as it goes without a draw."""

    def __init__(self, state: TableState, hand: int) -> None:
        super().__init__(state.rules, str(hand), lambda label, count: list(range(count)))
        self._chain = tuple(rule for rule in self._chain if rule not in _UNDRAWN)
