"""The cloth of a table page: who sits on which spot, with which cards, bets and notes."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from tables.templatetags.figures import place
from tables.templatetags.pictures import card_name

View = Mapping[str, Any]
Names = Mapping[int, Mapping[str, Any]]

#: Where the players of a short table sit on the cloth: spots 1 to 7 run clockwise from the dealer's left,
#: 4 is bottom centre. The first spot of each row is the viewer's own, the others follow clockwise.
_SPOTS = {
    1: (4,),
    2: (4, 6),
    3: (4, 6, 2),
    4: (4, 6, 7, 2),
    5: (4, 5, 7, 1, 3),
    6: (4, 5, 6, 7, 1, 3),
    7: (4, 5, 6, 7, 1, 2, 3),
}
_CHIPS = (
    (25_000, "25k"),
    (5_000, "5k"),
    (1_000, "1k"),
    (500, "500"),
    (100, "100"),
    (25, "25"),
    (5, "5"),
    (1, "1"),
)
_PILE = 4


def dealer_of(view: View) -> dict[str, Any]:
    """The dealer's cards and the total that can be seen."""
    dealer = view["dealer"]
    total = gettext("BJ") if dealer["blackjack"] else dealer["total"]
    return {
        "cards": _cards(dealer["cards"], _key(view, "d", 0)),
        "total": total,
        "best": dealer["blackjack"],
        "bust": dealer["bust"],
    }


def seats_of(view: View, names: Names, mine: int | None) -> list[dict[str, Any]]:
    """The seats in playing order, each with its spot on the cloth and all that lies there."""
    spots = _spots(view, mine)
    return [
        _seat(seat, view, names[seat["seat"]]["name"], mine == seat["seat"]) | {"spot": spots[seat["seat"]]}
        for seat in view["seats"]
    ]


def _seat(seat: View, view: View, name: str, own: bool) -> dict[str, Any]:
    number = seat["seat"]
    is_cut = seat["live"] and view["cut"] is not None and number in view["cut"]["seats"]
    row = {
        "number": number,
        "name": name,
        "mine": own,
        "state": "out" if not seat["live"] else "away" if seat["away"] else "",
        "out_words": out_words(seat),
        "turn": number in view["to_act"] and not view["paused"],
        "cut": is_cut,
        "button": number == view["button"] and view["hand"] > 0 and view["phase"] != "finished",
        "stack": view["me"]["stack"] if own else seat["stack"],
        "rank": _rank_words(seat, view, own),
        "note": _note(seat, is_cut),
        "bet": _bet(seat, own, view),
        "hands": _hands(seat, view),
        "change": seat["change"] if view["phase"] == "between" else None,
    }
    return row | {"label": _label(row)}


def _rank_words(seat: View, view: View, own: bool) -> str:
    if seat["place"]:
        return place(seat["place"])
    if not own or not seat["rank"]:
        return place(seat["rank"])
    alive = sum(1 for each in view["seats"] if each["live"])
    return gettext("{rank} of {players}").format(rank=place(seat["rank"]), players=alive)


def _spots(view: View, mine: int | None) -> dict[int, int]:
    numbers = [seat["seat"] for seat in view["seats"]]
    row = _SPOTS[len(numbers)]
    if mine not in numbers:
        return dict(zip(numbers, sorted(row), strict=True))
    start = numbers.index(mine)
    return dict(zip(numbers[start:] + numbers[:start], row, strict=True))


def out_words(seat: View) -> str:
    """When a seat went out; empty while it plays."""
    if seat["live"] or not seat["out"]:
        return ""
    return gettext("out, hand {hand}").format(hand=seat["out"]["hand"])


def _note(seat: View, is_cut: bool) -> dict[str, str] | None:
    if not seat["live"]:
        return None
    if seat["away"]:
        return {"kind": "away", "text": gettext("away")}
    if is_cut:
        return {"kind": "cut", "text": gettext("lowest count")}
    if seat["bet"] and seat["bet"]["secret"] and seat["bet"]["amount"] is None:
        return {"kind": "soft", "text": gettext("before the bet")}
    return None


def _bet(seat: View, own: bool, view: View) -> dict[str, Any] | None:
    """What lies in front of a seat: a pile, a sealed disc, or an empty ring while bets are awaited."""
    bet = seat["bet"]
    if not seat["live"] or view["phase"] in ("between", "finished"):
        return None
    if bet is None:
        return {"empty": True} if view["phase"] == "betting" else None
    stakes = [hand["stake"] for hand in seat["hands"]]
    total = bet["amount"]
    if stakes and None not in stakes:
        total = sum(stakes)
    return {
        "empty": False,
        "secret": bet["secret"],
        "key": f"{_key(view, seat['seat'], 0)}-bet",
        "amount": total,
        "pile": _pile(total) if total else [],
        "each": len(stakes) if len(stakes) > 1 and len(set(stakes)) == 1 and None not in stakes else 0,
        "stake": stakes[0] if stakes else total,
        "insurance": bet["insurance"],
        "insured": bet["insured"],
        "sealed": bet["secret"] and (total is None or not own),
    }


def _pile(amount: int) -> list[str]:
    """At most four chips that give an idea of the amount, largest at the bottom."""
    pile: list[str] = []
    left = amount
    for value, name in _CHIPS:
        while left >= value and len(pile) < _PILE:
            pile.append(name)
            left -= value
    return pile


def _hands(seat: View, view: View) -> list[dict[str, Any]]:
    shown = []
    for index, hand in enumerate(seat["hands"]):
        cards = _cards(hand["cards"], _key(view, seat["seat"], index))
        total: str | int = hand["total"]
        if hand["natural"]:
            total = gettext("BJ")
        elif hand["soft"] and not hand["done"]:
            total = f"{hand['total'] - 10}/{hand['total']}"
        shown.append(
            {
                "cards": cards,
                "many": len(cards) > 4,
                "total": total,
                "best": hand["natural"],
                "bust": hand["bust"],
                "turn": hand["turn"] and not view["paused"],
                "doubled": hand["doubled"],
                "result": hand["result"],
                "label": ", ".join(card_name(card) for card in hand["cards"]),
            }
        )
    return shown


def _label(row: Mapping[str, Any]) -> str:
    """What a reader hears of a seat before its cards."""
    parts = [gettext("Seat {number}").format(number=row["number"]), row["name"]]
    if row["mine"]:
        parts.append(gettext("you"))
    if row["state"] == "out":
        parts.append(row["out_words"])
    if row["state"] == "away":
        parts.append(gettext("away"))
    if row["turn"]:
        parts.append(gettext("to act"))
    if row["cut"]:
        parts.append(gettext("lowest count"))
    if row["bet"] and row["bet"].get("secret"):
        parts.append(gettext("secret bet"))
    return ", ".join(part for part in parts if part)


def _cards(cards: Sequence[str], key: str) -> list[dict[str, str]]:
    return [{"card": card, "key": f"{key}-{index}"} for index, card in enumerate(cards)]


def _key(view: View, seat: int | str, hand: int) -> str:
    """The name of a hand on the page: new for each deal, so that its cards are seen to arrive."""
    return f"h{view['hand']}-{view['attempt']}-{seat}-{hand}"
