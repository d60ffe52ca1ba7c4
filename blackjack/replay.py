"""From the events of a table back to its state: their decisions must lead to the same events again."""

from __future__ import annotations

from collections.abc import Sequence

from blackjack import events as e
from blackjack.actions import Action
from blackjack.events import Event
from blackjack.refusals import Refused
from blackjack.state import PLAY, Shoes, TableState
from blackjack.table import open_table, step
from blackjack.table_rules import TableRules


class ReplayMismatch(Exception):
    """The events from number `seq` (the first is 1) on do not follow from those before."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"Event {seq} does not follow from those before it.")
        self.seq = seq


def replay(events: Sequence[Event], shoes: Shoes) -> TableState:
    """The state after these events of one table, both halves of each, `TableOpened` first (L2).

    Where the events stop inside a step, that step is checked as far as it goes and not counted. Raises
    `ReplayMismatch`.
    """
    opened = events[0] if events else None
    if not isinstance(opened, e.TableOpened):
        raise ReplayMismatch(1)
    seats = [(number, stack) for number, stack in opened.seats]
    rules = TableRules.from_json(opened.rules)
    state, made = open_table(rules, seats, button=opened.button, commitment=opened.commitment)
    _compare(made, events, 0)
    at = len(made)
    while at < len(events):
        action = _decision(state, events, at)
        if action is None:
            return state
        try:
            following, made = step(state, action, shoes)
        except Refused as refusal:
            raise ReplayMismatch(at + 1) from refusal
        _compare(made, events, at)
        at += len(made)
        if at <= len(events):
            state = following
    return state


def _compare(made: Sequence[Event], events: Sequence[Event], at: int) -> None:
    if not made:
        raise ReplayMismatch(at + 1)
    for offset, event in enumerate(made):
        if at + offset < len(events) and events[at + offset] != event:
            raise ReplayMismatch(at + offset + 1)


def _decision(state: TableState, events: Sequence[Event], at: int) -> Action | None:
    """What was decided, by the first event of a step; None when the events stop before it is told.

    The return of a player who was away and a shoe begun for the card of a hit come before the decision.
    """
    event = events[at]
    came_back = isinstance(event, e.CameBack) and not event.asked
    shoe_ran_out = isinstance(event, e.ShoeStarted) and state.phase in PLAY
    if came_back or shoe_ran_out:
        return _decision(state, events, at + 1) if at + 1 < len(events) else None
    action = _by_player(event) or _by_clock(event) or _by_official(event)
    if action is None:
        raise ReplayMismatch(at + 1)
    return action


def _by_player(event: Event) -> Action | None:
    seat = event.seat
    auto = bool(getattr(event, "auto", None))
    match event:
        case e.BetPlaced():
            return Action("bet", seat, event.amount, event.secret_, event.pair or 0, auto=auto)
        case e.CardDealt():
            return Action("hit", seat, auto=auto)
        case e.Doubled():
            return Action("double", seat, event.amount, auto=auto)
        case e.Split():
            return Action("split", seat, event.amount, auto=auto)
        case e.TurnEnded():
            return Action("surrender" if event.how == "surrendered" else "stand", seat, auto=auto)
        case e.SurrenderDeclined():
            return Action("continue", seat, auto=auto)
        case e.InsuranceTaken(even_money=True):
            return Action("even_money", seat, auto=auto)
        case e.InsuranceTaken():
            return Action("insure", seat, event.amount, auto=auto)
        case e.InsuranceDeclined():
            return Action("decline", seat, auto=auto)
        case e.SatOut(auto=None):
            return Action("sit_out", seat)
        case e.CameBack():
            return Action("come_back", seat)
    return None


def _by_clock(event: Event) -> Action | None:
    match event:
        case e.SatOut():
            return Action("mark_away", event.seat)
        case e.SeedsClosed():
            return Action("close_seeds", data={"hashes": event.hashes, "server_seeds": event.server_seeds})
        case e.SeedsOpened():
            data = {"opened": event.opened, "seeds": event.seeds, "cuts": event.cuts}
            return Action("open_seeds", data=data)
        case e.ShoeStarted() | e.HandStarted() | e.ShoeRevealed() | e.TieDrawn() | e.SeatOut():
            return Action("next_hand")
    return None


def _by_official(event: Event) -> Action | None:
    match event:
        case e.Paused():
            return Action("pause", text=event.reason)
        case e.Resumed():
            return Action("resume")
        case e.ClockExtended():
            return Action("extend", text=event.reason, data={"seconds": event.seconds})
        case e.HandVoided():
            return Action("void", text=event.reason)
        case e.Held():
            return Action("hold", amount=event.after_hand)
        case e.Released():
            return Action("release")
        case e.LastHand():
            return Action("last_hand")
        case e.Ruling():
            effect = event.effect
            data = {"minimum_hands": effect["minimum_hands"]} if "minimum_hands" in effect else None
            return Action(effect["kind"], event.seat, effect.get("amount"), text=event.text, data=data)
    return None
