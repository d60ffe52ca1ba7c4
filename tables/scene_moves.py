"""What the lower edge of a table page offers: the viewer's moves, or the sentence in their place."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, gettext_lazy, pgettext

from tables.templatetags.figures import chips_text, place
from tables.templatetags.pictures import card_name

View = Mapping[str, Any]

#: The moves of a turn in the order of their places, with their keys.
_TURN = (
    ("hit", gettext_lazy("Hit"), "H"),
    ("stand", gettext_lazy("Stand"), "S"),
    ("double", gettext_lazy("Double"), "D"),
    ("split", gettext_lazy("Split"), "P"),
    ("surrender", gettext_lazy("Surrender"), "R"),
)
_PAIRS = {
    "A": gettext_lazy("a pair of aces"),
    "2": gettext_lazy("a pair of twos"),
    "3": gettext_lazy("a pair of threes"),
    "4": gettext_lazy("a pair of fours"),
    "5": gettext_lazy("a pair of fives"),
    "6": gettext_lazy("a pair of sixes"),
    "7": gettext_lazy("a pair of sevens"),
    "8": gettext_lazy("a pair of eights"),
    "9": gettext_lazy("a pair of nines"),
    "T": gettext_lazy("a pair of tens"),
    "J": gettext_lazy("a pair of jacks"),
    "Q": gettext_lazy("a pair of queens"),
    "K": gettext_lazy("a pair of kings"),
}
_CAUSES = {
    "lowest_count": gettext_lazy("lowest count"),
    "below_minimum": gettext_lazy("not enough for the minimum bet"),
    "busted": gettext_lazy("no chips left"),
    "disqualified": gettext_lazy("disqualified"),
}


def moves_of(view: View, names: Mapping[int, Mapping[str, Any]]) -> dict[str, Any]:
    """`mode` and what it shows: watch, out, over, seating, bet, insurance, surrender, turn or wait."""
    me = view["me"]
    if me is None:
        return {"mode": "watch", "over": view["phase"] == "finished"}
    seat = next(seat for seat in view["seats"] if seat["seat"] == me["seat"])
    legal = me["legal"]
    moves: dict[str, Any] = {
        "away": seat["away"],
        "sit_out": "sit_out" in legal,
        "come_back": "come_back" in legal,
    }
    if not seat["live"] or view["phase"] == "finished":
        return moves | _end_of(seat, view)
    if not view["hand"]:
        return moves | {"mode": "seating"}
    if "bet" in legal:
        return moves | _bet_entry(view, legal["bet"])
    if "insure" in legal or "even_money" in legal:
        return moves | {"mode": "insurance", "legal": legal, "line": _hand_line(seat)}
    if "continue" in legal:
        return moves | {"mode": "surrender", **_turn(seat, view, legal)}
    if "hit" in legal or "stand" in legal:
        return moves | {"mode": "turn", **_turn(seat, view, legal)}
    return moves | _waiting(seat, view, names)


def _end_of(seat: View, view: View) -> dict[str, Any]:
    if view["phase"] == "finished" and (seat["live"] or not seat["out"]):
        return {
            "mode": "over",
            "title": gettext("You finish {place} at this table").format(place=place(seat["place"])),
        }
    out = seat["out"] or {"hand": view["hand"], "cause": "", "place": seat["place"]}
    cause = _CAUSES.get(out["cause"], out["cause"])
    return {
        "mode": "out",
        "hand": out["hand"],
        "title": gettext("You are out, {place} at this table").format(place=place(out["place"])),
        "line": gettext("Hand {hand}: {cause}.").format(hand=out["hand"], cause=cause),
    }


def _bet_entry(view: View, legal: Mapping[str, Any]) -> dict[str, Any]:
    low, high = legal["minimum"], legal["maximum"]
    step = legal.get("step") or 1
    half = max(low, (low + high) // 2 // step * step)
    return {
        "mode": "bet",
        "minimum": low,
        "maximum": high,
        "step": step,
        "half": half if low < half < high else None,
        "secret": legal.get("secret", False),
        "secret_left": view["me"]["secret_left"],
        "key": f"bet-{view['hand']}-{view['attempt']}",
    }


def _hand_of(seat: View) -> View | None:
    hands = seat["hands"]
    return next((hand for hand in hands if hand["turn"]), hands[0] if hands else None)


def _hand_line(seat: View) -> str:
    """A hand in words: `16, a pair of eights`, `soft 17`, `blackjack`."""
    hand = _hand_of(seat)
    if hand is None:
        return ""
    if hand["natural"]:
        return gettext("Blackjack")
    cards = hand["cards"]
    if len(cards) == 2 and cards[0][0] == cards[1][0]:
        return f"{hand['total']}, {_PAIRS[cards[0][0]]}"
    if hand["soft"]:
        return pgettext("a hand with an ace counted as 11", "Soft {total}").format(total=hand["total"])
    return str(hand["total"])


def _turn(seat: View, view: View, legal: Mapping[str, Any]) -> dict[str, Any]:
    """The words and the buttons of my turn, and what doubling for less may cost."""
    double = legal.get("double", {})
    less = double if double.get("minimum", 0) < double.get("maximum", 0) else None
    return {**_turn_words(seat, view), "buttons": _turn_buttons(seat, legal), "less": less}


def _turn_words(seat: View, view: View) -> dict[str, str]:
    shown = next((card for card in view["dealer"]["cards"] if card != "??"), None)
    sub = gettext("against {card}").format(card=card_name(shown)) if shown else ""
    hands = seat["hands"]
    if len(hands) > 1:
        number = next((i for i, hand in enumerate(hands, 1) if hand["turn"]), 1)
        sub = gettext("hand {number} of {hands}").format(number=number, hands=len(hands)) + ", " + sub
    return {"line": _hand_line(seat), "sub": sub}


def _turn_buttons(seat: View, legal: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Every move in its place: those not open now stay there, disabled, while the hand is two cards old."""
    hand = _hand_of(seat)
    stake = hand["stake"] if hand else None
    buttons = []
    for kind, title, key in _TURN:
        if kind not in legal and kind in ("hit", "stand") and "continue" in legal:
            continue
        option = legal.get(kind)
        cost = option.get("cost", 0) if option else 0
        price = f"+{chips_text(cost)}" if cost else ""
        if kind == "surrender":
            price = _surrender_cost(stake)
        buttons.append(
            {
                "kind": kind,
                "title": title,
                "key": key,
                "open": option is not None,
                "cost": price,
                "wide": kind in ("hit", "stand"),
            }
        )
    return buttons


def _surrender_cost(stake: int | None) -> str:
    """Half the stake, rounded up: what a surrender leaves on the table."""
    return f"−{chips_text(stake - stake // 2)}" if stake else ""


def _waiting(seat: View, view: View, names: Mapping[int, Mapping[str, Any]]) -> dict[str, Any]:
    acting = list(view["to_act"])
    open_hands = [hand for hand in seat["hands"] if not hand["done"]]
    ahead = view["phase"] == "playing" and bool(open_hands) and not seat["away"] and not view["paused"]
    title = _hand_line(seat) if open_hands else gettext("Nothing for you to do")
    if view["phase"] == "between":
        title = gettext("Hand {hand} is settled").format(hand=view["hand"])
        line = (
            gettext("Held until the other tables are there")
            if view["held"]
            else gettext("The next hand comes by itself")
        )
    elif view["paused"]:
        title, line = gettext("Paused"), gettext("You may look, not act")
    elif len(acting) == 1:
        line = gettext("{who} is to act").format(who=names[acting[0]]["name"])
    else:
        line = gettext("Others are to act")
    return {
        "mode": "wait",
        "title": title,
        "line": line,
        "ahead": ahead,
    }
