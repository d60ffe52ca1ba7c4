"""The log of a hand in words: one sentence for an event as `log.events_after` shows it to a viewer."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

Json = dict[str, Any]

SUITS = str.maketrans("SHDC", "♠♥♦♣")
HIDDEN_CARD = "??"


def sentence(event: Json, names: dict[int, Json]) -> str:
    """What the event says to the viewer it was read for; empty for events that only serve the record.

    `names` is seat number -> `{"name", ...}` (selectors.names_of). A secret half is used where the event has
    one.
    """
    tell = _TELL.get(event["kind"])
    if tell is None:
        return ""
    facts = {**event["public"], **event.get("secret", {})}
    name = names[event["seat"]]["name"] if event["seat"] is not None else ""
    words = tell(name, facts, names)
    return _("{sentence} (time was up)").format(sentence=words) if facts.get("auto") and words else words


def card_text(card: str) -> str:
    """A card as people write it: `KS` becomes K♠, `TD` 10♦; one that lies face down stays `??`."""
    if card == HIDDEN_CARD:
        return card
    rank = "10" if card[0] == "T" else card[0]
    return rank + card[1].translate(SUITS)


def _cards(cards: list[str]) -> str:
    return " ".join(card_text(card) for card in cards)


def _hand_started(name: str, facts: Json, names: dict[int, Json]) -> str:
    button = names[facts["button"]]["name"]
    if facts["elimination"]:
        return _("An elimination hand begins; {name} has the button.").format(name=button)
    return _("The hand begins; {name} has the button.").format(name=button)


def _bet_placed(name: str, facts: Json, names: dict[int, Json]) -> str:
    if facts["secret"] and "amount" not in facts:
        return _("{name} places a secret bet.").format(name=name)
    if facts["secret"]:
        return _("{name} places a secret bet of {amount}.").format(name=name, amount=facts["amount"])
    return _("{name} bets {amount}.").format(name=name, amount=facts["amount"])


def _card_dealt(name: str, facts: Json, names: dict[int, Json]) -> str:
    card = card_text(facts.get("card", HIDDEN_CARD))
    if not name:
        if card == HIDDEN_CARD:
            return _("The dealer gets a card face down.")
        return _("The dealer gets {card}.").format(card=card)
    return _("{name} gets {card}.").format(name=name, card=card)


def _insurance_taken(name: str, facts: Json, names: dict[int, Json]) -> str:
    if facts.get("even_money"):
        return _("{name} takes even money.").format(name=name)
    if "amount" in facts:
        return _("{name} insures for {amount}.").format(name=name, amount=facts["amount"])
    return _("{name} insures.").format(name=name)


def _peeked(name: str, facts: Json, names: dict[int, Json]) -> str:
    return _("The dealer has a blackjack.") if facts["blackjack"] else _("The dealer has no blackjack.")


def _doubled(name: str, facts: Json, names: dict[int, Json]) -> str:
    if "amount" in facts:
        return _("{name} doubles for {amount}.").format(name=name, amount=facts["amount"])
    return _("{name} doubles.").format(name=name)


def _split(name: str, facts: Json, names: dict[int, Json]) -> str:
    return _("{name} splits.").format(name=name)


def _turn_ended(name: str, facts: Json, names: dict[int, Json]) -> str:
    known = {
        "stood": _("{name} stands."),
        "surrendered": _("{name} surrenders."),
        "bust": _("{name} is bust."),
        "natural": _("{name} has a blackjack."),
        "even_money": _("{name} takes even money."),
        "charlie": _("{name} has a charlie."),
    }
    return known.get(facts.get("how", ""), _("The turn of {name} is over.")).format(name=name)


def _dealer_played(name: str, facts: Json, names: dict[int, Json]) -> str:
    if facts["bust"]:
        return _("The dealer is bust with {total}: {cards}.").format(
            total=facts["total"], cards=_cards(facts["cards"])
        )
    return _("The dealer has {total}: {cards}.").format(total=facts["total"], cards=_cards(facts["cards"]))


def _secret_revealed(name: str, facts: Json, names: dict[int, Json]) -> str:
    return _("The secret bet of {name} was {amount}.").format(name=name, amount=facts["bet"])


def _hand_settled(name: str, facts: Json, names: dict[int, Json]) -> str:
    changes = [f"{names[row['seat']]['name']} {row['change']:+d}" for row in facts["seats"]]
    return _("The hand is settled: {changes}.").format(changes=", ".join(changes))


def _tie_drawn(name: str, facts: Json, names: dict[int, Json]) -> str:
    order = ", ".join(names[seat]["name"] for seat in facts["order"])
    return _("A tie was decided by the draw, best first: {order}.").format(order=order)


def _seat_out(name: str, facts: Json, names: dict[int, Json]) -> str:
    causes = {
        "busted": _("{name} is out with no chips left, in place {place}."),
        "below_minimum": _("{name} is out with less than the minimum bet, in place {place}."),
        "lowest_count": _("{name} is out with the lowest count, in place {place}."),
        "disqualified": _("{name} is disqualified, in place {place}."),
    }
    words = causes.get(facts["cause"], _("{name} is out, in place {place}."))
    return words.format(name=name, place=facts["place"])


def _clock_extended(name: str, facts: Json, names: dict[int, Json]) -> str:
    seconds = facts["seconds"]
    words = ngettext(
        "The site was away; the clock has {seconds} second again.",
        "The site was away; the clock has {seconds} seconds again.",
        seconds,
    )
    return words.format(seconds=seconds)


def _with_reason(plain: str, explained: str, reason: str) -> str:
    return explained.format(reason=reason) if reason else plain


_TELL: dict[str, Callable[[str, Json, dict[int, Json]], str]] = {
    "HandStarted": _hand_started,
    "BetPlaced": _bet_placed,
    "CardDealt": _card_dealt,
    "PairSettled": lambda name, facts, names: _("The pair bet of {name} brings back {amount}.").format(
        name=name, amount=facts["back"]
    ),
    "InsuranceTaken": _insurance_taken,
    "InsuranceDeclined": lambda name, facts, names: _("{name} does not insure.").format(name=name),
    "Peeked": _peeked,
    "Doubled": _doubled,
    "Split": _split,
    "TurnEnded": _turn_ended,
    "HoleShown": lambda name, facts, names: _("The dealer shows {card}.").format(
        card=card_text(facts["card"])
    ),
    "DealerPlayed": _dealer_played,
    "SecretRevealed": _secret_revealed,
    "HandSettled": _hand_settled,
    "TieDrawn": _tie_drawn,
    "SeatOut": _seat_out,
    "HandVoided": lambda name, facts, names: _with_reason(
        _("The hand is void."), _("The hand is void: {reason}"), facts["reason"]
    ),
    "Paused": lambda name, facts, names: _with_reason(
        _("The table is paused."), _("The table is paused: {reason}"), facts["reason"]
    ),
    "Resumed": lambda name, facts, names: _("Play goes on."),
    "ClockExtended": _clock_extended,
    "SatOut": lambda name, facts, names: _("{name} is away.").format(name=name),
    "CameBack": lambda name, facts, names: _("{name} is back.").format(name=name),
    "Held": lambda name, facts, names: _("The table will wait after hand {hand}.").format(
        hand=facts["after_hand"]
    ),
    "Released": lambda name, facts, names: _("The table no longer waits."),
    "LastHand": lambda name, facts, names: _("Hand {hand} is the last one.").format(hand=facts["last"]),
    "Ruling": lambda name, facts, names: _("Ruling: {text}").format(text=facts["text"]),
    "TableFinished": lambda name, facts, names: _("The round at this table is over."),
}
