"""Cards and decisions of a hand: the typed side of the casino kernel, from the deal to the settlement."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from blackjack import casino
from blackjack import casino_layout as k
from blackjack import events as e
from blackjack.actions import Action
from blackjack.cards import card_text, cards_text
from blackjack.casino_settlement import dealer_blackjack, total
from blackjack.dealing import ENOUGH, Supply, begin_shoe, supply
from blackjack.refusals import BadValue
from blackjack.settling import count_chips, reveal_secret
from blackjack.state import Draft, TableState

_PHASES = {k.P_SURRENDER: "surrender", k.P_INSURANCE: "insurance", k.P_TURNS: "playing"}
_WITH_CHIPS = (k.A_DOUBLE, k.A_SPLIT, k.A_INSURE)
KernelEvent = tuple[int, int, int, int]


def deal(draft: Draft) -> None:
    """All bets are down: deal, and go on to the first decision or to the end of the hand."""
    state = draft.state
    seats = [state.seat(number) for number in state.order]
    kernel = k.prepare(
        [seat.stack + seat.bet + seat.pair for seat in seats],
        [seat.bet for seat in seats],
        [seat.pair for seat in seats],
        state.shoe.position,
    )
    for index, seat in enumerate(seats):
        kernel[k.seat_at(index) + k.CONCEALED] = int(seat.secret_bet)
    cards = supply(state, draft.shoes, state.shoe.position)
    log = k.new_log()
    casino.deal(state.rules.packed, cards.cards, kernel, log)
    draft.put(phase="playing")
    _take_over(draft, kernel, log, cards, state.shoe.position)
    _go_on(draft, cards)


def open_decisions(state: TableState, number: int) -> dict[str, dict[str, Any]]:
    """The decisions open to a seat while cards lie on the table, each with the chips it costs."""
    index = state.order.index(number)
    kernel: list[int] = state.kernel  # type: ignore[assignment]  # read only
    mask = casino.legal(state.rules.packed, kernel, index)
    decisions: dict[str, dict[str, Any]] = {}
    for code, name in enumerate(k.ACTIONS):
        if not mask >> code & 1:
            continue
        decisions[name] = {"cost": 0}
        if code in _WITH_CHIPS:
            low, high = casino.bounds(state.rules.packed, kernel, index, code)
            decisions[name] = {"cost": high, "minimum": low, "maximum": high}
    return decisions


def decide(draft: Draft, action: Action, bounds: dict[str, Any]) -> None:
    """Carry out a decision that is open, within its bounds, and all that follows from it."""
    state = draft.state
    amount = _checked_amount(action, bounds)
    index = state.order.index(action.seat)
    kernel = list(state.kernel)
    pointer = kernel[k.POINTER]
    cards = supply(state, draft.shoes, pointer)
    if action.kind == "stand" and _stands_on_natural(kernel):
        # The kernel goes on to the payment; a decision needs an event of its own.
        draft.tell(_turn_ended(draft, index, kernel[k.TURN_HAND], "stood"))
    log = k.new_log()
    casino.apply(state.rules.packed, cards.cards, kernel, log, index, k.ACTIONS.index(action.kind), amount)
    _take_over(draft, kernel, log, cards, pointer)
    if action.auto:
        _mark_automatic(draft)
    _go_on(draft, cards)


def _checked_amount(action: Action, bounds: dict[str, Any]) -> int:
    """The chips to put down; 0 lets the kernel take the most, which is the usual amount."""
    amount = action.amount
    if amount is None:
        return 0
    if "minimum" not in bounds:
        raise BadValue("amount_not_wanted", "This needs no number of chips.")
    if amount < bounds["minimum"]:
        raise BadValue("below_minimum", "It takes at least {minimum} chips.", minimum=bounds["minimum"])
    if amount > bounds["maximum"]:
        raise BadValue("above_maximum", "It takes at most {maximum} chips.", maximum=bounds["maximum"])
    return amount


def _stands_on_natural(kernel: list[int]) -> bool:
    return kernel[k.hand_at(kernel[k.TURN_SEAT], kernel[k.TURN_HAND]) + k.STATUS] == k.S_NATURAL


def _mark_automatic(draft: Draft) -> None:
    """The decision is the first event of its step, but for a shoe that had to be begun for its card."""
    at = next(at for at, event in enumerate(draft.events) if not isinstance(event, e.ShoeStarted))
    draft.events[at] = replace(draft.events[at], auto=True)  # type: ignore[call-arg]  # decisions have the field


def _go_on(draft: Draft, cards: Supply) -> None:
    """Name who decides next; when nobody does, the dealer plays and the hand is settled."""
    state = draft.state
    kernel = state.kernel
    phase = kernel[k.PHASE]
    if state.rules.secret_reveal == "own_hand":  # noqa: S105  a bet, not a password
        _reveal_finished(draft)
    if phase == k.P_DEALER:
        _settle(draft, cards)
    elif phase == k.P_INSURANCE:
        asked = [number for index, number in enumerate(state.order) if kernel[k.seat_at(index) + k.ASKED]]
        draft.put(phase="insurance", to_act=tuple(asked))
    else:
        draft.put(phase=_PHASES[phase], to_act=(state.order[kernel[k.TURN_SEAT]],))


def _reveal_finished(draft: Draft) -> None:
    """Secret bets of seats whose turn is over, where the rules show them then."""
    state = draft.state
    phase = state.kernel[k.PHASE]
    done = {k.P_TURNS: state.kernel[k.TURN_SEAT], k.P_DEALER: len(state.order)}.get(phase, 0)
    for index in range(done):
        reveal_secret(draft, index)


def _settle(draft: Draft, cards: Supply) -> None:
    state = draft.state
    kernel = list(state.kernel)
    pointer = kernel[k.POINTER]
    if pointer + ENOUGH > cards.parts[-1][0]:
        cards = supply(state, draft.shoes, pointer)
    log = k.new_log()
    casino.settle(state.rules.packed, cards.cards, kernel, log)
    _take_over(draft, kernel, log, cards, pointer)
    dealer = k.cards_at(kernel, k.DEALER)
    points = total(kernel, k.DEALER)
    draft.tell(
        e.DealerPlayed(
            hand=state.hand,
            cards=cards_text(dealer),
            total=points,
            blackjack=dealer_blackjack(kernel),
            bust=points > 21,
        )
    )
    place = cards.place_after(kernel[k.POINTER])
    draft.put(shoe=place, shoes_begun=max(draft.state.shoes_begun, place.number))
    count_chips(draft)


def _take_over(draft: Draft, kernel: list[int], log: list[int], cards: Supply, pointer: int) -> None:
    """Read the kernel's events and chips into the table."""
    state = draft.state
    happened = list(k.take_events(log))
    bank = state.bank + _bank_change(state.kernel, kernel, happened)
    seats = list(state.seats)
    for at, seat in enumerate(seats):
        if seat.number in state.order:
            stack = kernel[k.seat_at(state.order.index(seat.number)) + k.STACK]
            if stack != seat.stack:
                seats[at] = replace(seat, stack=stack)
    draft.put(kernel=tuple(kernel), seats=tuple(seats), bank=bank)
    part = cards.part_at(max(pointer - 1, 0))
    for kind, index, hand, value in happened:
        if kind in (k.E_CARD, k.E_HOLE):
            if cards.part_at(pointer) != part:
                part += 1
                begin_shoe(draft, cards.parts[part][1])
            pointer += 1
        event = _event(draft, kind, index, hand, value)
        if event is not None:
            draft.tell(event)


def _bank_change(before: tuple[int, ...], kernel: list[int], happened: Iterable[KernelEvent]) -> int:
    """What the house won less what it paid: of each settled stake, the part that did not go back."""
    won = 0
    for kind, index, hand, value in happened:
        if kind == k.E_SETTLED:
            at = k.hand_at(index, hand)
            # A bust was taken before when a part of it comes back now (bj_loss=original).
            taken = bool(before) and before[at + k.STATUS] == kernel[at + k.STATUS] == k.S_BUST
            won += (0 if taken else kernel[at + k.STAKE]) - value
        elif kind == k.E_INSURANCE_SETTLED:
            won += kernel[k.seat_at(index) + k.INSURANCE] - value
        elif kind == k.E_PAIR_SETTLED:
            won += kernel[k.seat_at(index) + k.PAIR] - value
    return won


def _event(draft: Draft, kind: int, index: int, hand: int, value: int) -> e.Event | None:
    """A kernel's event as a fact of the table, less what a secret hides; None: the settlement tells it."""
    state = draft.state
    if index == k.DEALER_SEAT:
        return _dealer_event(state.hand, kind, value)
    number = state.order[index]
    hidden = ("amount",) if state.seat(number).bet_is_secret else ()
    base: dict[str, Any] = {"hand": state.hand, "seat": number}
    if kind == k.E_CARD:
        return e.CardDealt(**base, to=hand, card=card_text(value))
    if kind == k.E_TURN_ENDED and value == k.H_EVEN_MONEY:
        return e.InsuranceTaken(**base, amount=0, even_money=True)
    if kind == k.E_TURN_ENDED:
        return _turn_ended(draft, index, hand, k.HOW[value])
    if kind == k.E_INSURED:
        return e.InsuranceTaken(**base, amount=value, hidden=hidden)
    if kind == k.E_INSURANCE_DECLINED:
        return e.InsuranceDeclined(**base)
    if kind == k.E_DOUBLED:
        return e.Doubled(**base, to=hand, amount=value, hidden=hidden)
    if kind == k.E_SPLIT:
        return e.Split(**base, to=hand, amount=value, hidden=hidden)
    if kind == k.E_SURRENDER_DECLINED:
        return e.SurrenderDeclined(**base)
    if kind == k.E_PAIR_SETTLED:
        return e.PairSettled(**base, back=value)
    return None


def _dealer_event(hand: int, kind: int, value: int) -> e.Event:
    if kind == k.E_PEEKED:
        return e.Peeked(hand=hand, blackjack=value == 1)
    if kind == k.E_HOLE_SHOWN:
        return e.HoleShown(hand=hand, card=card_text(value))
    hidden = ("card",) if kind == k.E_HOLE else ()
    return e.CardDealt(hand=hand, to=0, card=card_text(value), hidden=hidden)


def _turn_ended(draft: Draft, index: int, hand: int, how: str) -> e.TurnEnded:
    """The end of a hand's turn; of a secret seat others do not learn whether it stood or was surrendered.

    Where surrender is asked early the seat is passed over later, which nothing can hide.
    """
    state = draft.state
    number = state.order[index]
    concealed = (
        state.seat(number).bet_is_secret
        and state.rules.secret_hides == "all"  # noqa: S105  a bet, not a password
        and how in ("stood", "surrendered")
    )
    return e.TurnEnded(hand=state.hand, seat=number, to=hand, how=how, hidden=("how",) if concealed else ())
