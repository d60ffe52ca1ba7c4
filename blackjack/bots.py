"""Three players with different temperaments; they see what a seat sees and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from blackjack.actions import Action
from blackjack.cards import RANKS, parse_card
from blackjack.hands import total
from blackjack.rules import ELIMINATION
from blackjack.strategy import basic_action

Draw = Callable[[str], float]
"""A number in [0, 1) for a label, the same for the same label in one decision."""
Policy = Callable[[dict[str, Any], Draw], Action]
"""From `view(state, seat)` and a draw to an action that is open to that seat."""


@dataclass(frozen=True, slots=True)
class Temperament:
    """How a bot bets and plays. Bets are parts of what it has; chances lie between 0 and 1.

    `usual` is bet when nothing presses, `chasing` when it would be out at a hand that counts. `secrecy` is
    the chance to hide the bet in a hand that counts, `nerve` the chance to double and split as basic strategy
    says, `insures` the chance to insure.
    """

    usual: tuple[float, float]
    chasing: tuple[float, float]
    secrecy: float
    nerve: float
    insures: float


TEMPERAMENTS = {
    "steady": Temperament(usual=(0.02, 0.08), chasing=(0.2, 0.5), secrecy=0.35, nerve=1.0, insures=0.0),
    "bold": Temperament(usual=(0.08, 0.30), chasing=(0.5, 1.0), secrecy=0.5, nerve=1.0, insures=0.25),
    "tight": Temperament(usual=(0.0, 0.03), chasing=(0.1, 0.3), secrecy=0.2, nerve=0.5, insures=0.1),
}
SOON = 2  # hands before a cut in which a bot that would be out starts to chase


def _policy(temperament: Temperament) -> Policy:
    def policy(view: dict[str, Any], draw: Draw) -> Action:
        return _choose(temperament, view, draw)

    return policy


policies: dict[str, Policy] = {name: _policy(temperament) for name, temperament in TEMPERAMENTS.items()}


def _choose(temperament: Temperament, view: dict[str, Any], draw: Draw) -> Action:
    me = view["me"]
    legal = me["legal"]
    if "bet" in legal:
        return _bet(temperament, view, draw)
    if "decline" in legal:
        insures = "insure" in legal and draw("insure") < temperament.insures
        return Action("insure" if insures else "decline", me["seat"])
    if "continue" in legal:
        return Action("continue", me["seat"])
    return _play(temperament, view, draw)


def _bet(temperament: Temperament, view: dict[str, Any], draw: Draw) -> Action:
    me = view["me"]
    bounds = me["legal"]["bet"]
    counts = _hand_counts(view)
    low, high = temperament.chasing if counts and _would_be_out(view) else temperament.usual
    part = low + (high - low) * draw("bet")
    amount = int(part * me["free"]) // bounds["step"] * bounds["step"]
    amount = max(bounds["minimum"], min(amount, bounds["maximum"]))
    secret = counts and bounds["secret"] and draw("secret") < temperament.secrecy
    return Action("bet", me["seat"], amount, secret=secret)


def _hand_counts(view: dict[str, Any]) -> bool:
    """Whether a cut is close, or the end of the round."""
    cut = view["next_elimination"] or view["hands"]
    return bool(min(cut, view["hands"]) - view["hand"] <= SOON)


def _would_be_out(view: dict[str, Any]) -> bool:
    """Below the cut line, or where no cut is to come, behind the first."""
    seat = view["me"]["seat"]
    if view["cut"]:
        return seat in view["cut"]["seats"]
    return any(each["seat"] == seat and each["rank"] != 1 for each in view["seats"])


def _play(temperament: Temperament, view: dict[str, Any], draw: Draw) -> Action:
    seat = view["me"]["seat"]
    legal = view["me"]["legal"]
    hand = _hand_in_turn(view)
    cards = [parse_card(card) for card in hand["cards"]]
    brave = draw("nerve") < temperament.nerve
    kind = basic_action(
        ELIMINATION,
        cards,
        RANKS.index(view["dealer"]["cards"][0][0]),
        can_double=brave and "double" in legal,
        can_split=brave and "split" in legal,
        can_surrender="surrender" in legal,
    )
    if kind not in legal:
        kind = "stand" if total(cards).points >= 12 or "hit" not in legal else "hit"
    return Action(kind, seat)


def _hand_in_turn(view: dict[str, Any]) -> dict[str, Any]:
    seat = view["me"]["seat"]
    hands: list[dict[str, Any]] = next(each["hands"] for each in view["seats"] if each["seat"] == seat)
    return next(hand for hand in hands if hand["turn"])
