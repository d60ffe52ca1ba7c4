"""The shoes of a table, the start of a hand, and the end of the round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from blackjack import events as e
from blackjack.cards import DECK, cards_text
from blackjack.elimination import Count, Tie, TieBreaker, is_over
from blackjack.refusals import IllegalAction
from blackjack.shoe import continuation
from blackjack.state import Draft, SeatState, ShoePlace, Shoes, TableState

# More cards than one call of the kernel can take, the dealer's included.
ENOUGH = 64
MASTER = 0  # the number under which a table's master secret is revealed


def next_hand(draft: Draft) -> None:
    """Start the next hand, or finish the round when none is to come."""
    state = draft.state
    if state.is_finished:
        raise IllegalAction("finished", "This table is finished.")
    if state.phase not in ("seating", "opening", "between"):
        raise IllegalAction("hand_in_play", "A hand is being played.")
    if state.is_held:
        raise IllegalAction("held", "This table waits for the others after hand {hand}.", hand=state.held)
    if round_is_over(state):
        _finish(draft)
    else:
        _start_hand(draft)


def round_is_over(state: TableState) -> bool:
    """Whether no further hand is played at this table."""
    left = len(state.live())
    return left <= 1 or (
        state.hand > 0 and is_over(state.rules, left=left, last=state.hand >= state.last_hand)
    )


def order_from(seats: Sequence[SeatState], button: int) -> tuple[int, ...]:
    """The live seats in acting order: clockwise, beginning at the button."""
    live = sorted(seat.number for seat in seats if seat.live)
    return tuple(
        [number for number in live if number >= button] + [number for number in live if number < button]
    )


def _start_hand(draft: Draft) -> None:
    state = draft.state
    hand = state.hand + 1
    attempts = dict(state.attempts)
    attempt = attempts.get(hand, 0) + 1
    # The button goes to the next seat still in play; the first hand has it where it was drawn.
    order = order_from(state.seats, state.button + (state.hand > 0))
    seats = tuple(_fresh(seat) for seat in state.seats)
    draft.put(
        phase="betting",
        hand=hand,
        attempt=attempt,
        attempts=tuple((each, used) for each, used in {**attempts, hand: attempt}.items() if each >= hand),
        button=order[0],
        order=order,
        to_act=order[:1],
        seats=seats,
        kernel=(),
        start=replace(state, order=(), kernel=(), before=None, start=None, dealt_from=None),
    )
    _take_shoe(draft)
    _tell_start(draft)


def _fresh(seat: SeatState) -> SeatState:
    """A seat as it begins a hand; one that is out keeps the chips it left with and the figures of its end."""
    return replace(
        seat,
        chips_before_hand=seat.stack if seat.live else seat.chips_before_hand,
        bet=0,
        pair=0,
        secret_bet=False,
        bet_is_secret=False,
        change=None,
    )


def _take_shoe(draft: Draft) -> None:
    """Go on with the present shoe, or begin another where the cut card, a void or the rules ask for one."""
    state = draft.state
    if state.shoe_due:
        number, attempt = state.shoe_due
    elif _used_up(state):
        number, attempt = state.shoes_begun + 1, 1
    else:
        return
    draft.put(shoe=ShoePlace(number=number, attempt=attempt, cut_by=state.button), shoe_due=None)
    begin_shoe(draft, draft.state.shoe)
    draft.put(shoes_begun=max(state.shoes_begun, number))


def begin_shoe(draft: Draft, shoe: ShoePlace) -> None:
    """Tell that a shoe is begun, and remember that its secret is to be revealed."""
    state = draft.state
    if shoe.number not in state.unrevealed:
        draft.put(unrevealed=(*state.unrevealed, shoe.number))
    draft.tell(
        e.ShoeStarted(
            hand=state.hand,
            number=shoe.number,
            attempt=shoe.attempt,
            commitment=draft.shoes.commitment(shoe.number),
            cut_by=shoe.cut_by,
        )
    )


def _used_up(state: TableState) -> bool:
    shoe, game = state.shoe, state.rules.game
    cards = DECK * game.decks - len(shoe.removed)
    return shoe.number == 0 or game.shuffle_every_round or shoe.position * 100 >= game.penetration * cards


def _tell_start(draft: Draft) -> None:
    state = draft.state
    limits = state.rules.limits_at(state.hand)
    draft.tell(
        e.HandStarted(
            hand=state.hand,
            attempt=state.attempt,
            stacks={str(seat.number): seat.stack for seat in state.live()},
            button=state.button,
            limits={"minimum": limits.minimum, "maximum": limits.maximum, "step": limits.step},
            shoe=state.shoe.number,
            shoe_attempt=state.shoe.attempt,
            position=state.shoe.position,
            removed=cards_text(state.shoe.removed) or None,
            rights={str(seat.number): seat.secret_left for seat in state.live()},
            elimination=state.is_elimination,
        )
    )


def hand_is_certain(draft: Draft) -> None:
    """At the first bet of a hand: the hand before can no longer be voided, so its shoes may be revealed."""
    state = draft.state
    if state.start is None:
        return
    shoe = state.shoe
    draft.put(before=state.start, start=None, dealt_from=(shoe.number, shoe.attempt))
    _reveal(draft, [number for number in state.unrevealed if number != shoe.number])


def _reveal(draft: Draft, numbers: list[int]) -> None:
    state = draft.state
    for number in numbers:
        draft.tell(e.ShoeRevealed(hand=state.hand, number=number, proof=draft.shoes.reveal(number)))
    draft.put(unrevealed=tuple(number for number in state.unrevealed if number not in numbers))


@dataclass(frozen=True, slots=True)
class Supply:
    """The cards a hand is dealt from: the shoe and, where it may run out, those that follow it.

    `parts` are the shoes in order, each with the position in `cards` after its last card.
    """

    cards: list[int]
    parts: list[tuple[int, ShoePlace]]

    def part_at(self, position: int) -> int:
        """Which shoe the card at this position is from."""
        return next(index for index, (end, _) in enumerate(self.parts) if position < end)

    def place_after(self, pointer: int) -> ShoePlace:
        """Where the next hand goes on after `pointer` cards; a shoe used to its last card is not left."""
        part = self.part_at(max(pointer - 1, 0))
        begin = self.parts[part - 1][0] if part else 0
        return replace(self.parts[part][1], position=pointer - begin)


def supply(state: TableState, shoes: Shoes, pointer: int) -> Supply:
    """Cards for the next call of the kernel; the same for the whole hand (fairness.md 11).

    When a shoe runs out, all of it that this hand began with lies on the table and is taken out of the next
    one. With so few decks that nothing of that is left, the next shoe is used whole.
    """
    shoe = state.shoe
    cards = shoes.cards(shoe.number, shoe.attempt, shoe.cut_by)
    if shoe.removed:
        cards = continuation(cards, shoe.removed)
    parts = [(len(cards), shoe)]
    on_table = cards[shoe.position :] if pointer + ENOUGH > len(cards) else []
    number = state.shoes_begun
    while pointer + ENOUGH > len(cards):
        number += 1
        whole = shoes.cards(number, 1, state.button)
        rest = continuation(whole, on_table)
        removed = tuple(on_table) if rest else ()
        cards = cards + (rest or whole)
        on_table = on_table + (rest or whole)
        parts.append((len(cards), ShoePlace(number=number, cut_by=state.button, removed=removed)))
    return Supply(cards, parts)


def _finish(draft: Draft) -> None:
    """Places of the seats still in play by the count, then everything is revealed."""
    state = draft.state
    breaker = TieBreaker(state.rules, f"{state.hand}/places", draft.shoes.lots)
    counts = [Count(seat.number, seat.stack, seat.chips_before_hand, seat.distance) for seat in state.live()]
    ranked = breaker.ranked(counts)
    tell_ties(draft, breaker.ties)
    for place, count in enumerate(ranked, start=1):
        draft.put_seat(count.seat, place=place)
    _reveal(draft, list(state.unrevealed))
    _reveal(draft, [MASTER])
    draft.put(phase="finished", to_act=(), before=None, start=None)
    rows: list[dict[str, Any]] = draft.state.results()
    draft.tell(e.TableFinished(hand=state.hand, places=rows))


def tell_ties(draft: Draft, ties: Sequence[Tie]) -> None:
    """Record the draws that broke ties."""
    for tie in ties:
        cards = {str(seat): card for seat, card in zip(tie.order, tie.cards, strict=False)}
        draft.tell(
            e.TieDrawn(
                hand=draft.state.hand,
                method=tie.method,
                label=tie.label,
                order=list(tie.order),
                cards=cards or None,
            )
        )
