"""What a table page shows: one view of a table (`selectors.table_view`) turned into words and figures.

Everything here is computed from the view alone, so a page can never say more than the viewer may know (V1).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from tables.scene_moves import moves_of
from tables.scene_seats import dealer_of, out_words, seats_of
from tables.templatetags.figures import chips_text

View = Mapping[str, Any]
Names = Mapping[int, Mapping[str, Any]]


def scene_of(view: View) -> dict[str, Any]:
    """The context of `tables/_live.html` for one view; the viewer is the seat in `view["me"]`, if any."""
    me = view["me"]
    mine = me["seat"] if me else None
    names = _names(view)
    return {
        "table": view,
        "viewer": mine,
        "names": names,
        "my_cards": _open_cards(view, mine),
        "tournament_url": _tournament_url(view),
        "printed": _printed(view.get("game")),
        "strip": _strip(view),
        "hand_words": _hand_words(view),
        "cut_words": _cut_words(view, names),
        "next_words": _next_words(view),
        "announce": _announce(view, names, mine),
        "dealer": dealer_of(view),
        "seats": seats_of(view, names, mine),
        "rows": _rows(view, names, mine),
        "clock": _clock(view),
        "moves": moves_of(view, names),
        "log": list(reversed(view["log"])),
        "last_hand_number": view["hand"] - (0 if view["phase"] in ("between", "finished") else 1),
    }


def _tournament_url(view: View) -> str:
    """The page of the tournament; a practice table is its own scope and has none."""
    return "" if view["scope"] == view["id"] else reverse("tournaments:detail", args=[view["scope"]])


def _printed(game: Mapping[str, Any] | None) -> tuple[str, str] | None:
    """What is printed on the cloth: what a blackjack pays, and what the dealer does."""
    if game is None:
        return None
    pays = gettext("BLACKJACK PAYS {odds}").format(odds=game["bj_pay"].replace(":", " TO "))
    draws = gettext("Dealer hits soft 17") if game["h17"] else gettext("Dealer stands on soft 17")
    return pays, draws


def _names(view: View) -> dict[int, dict[str, Any]]:
    """Who sits where; a view that has been JSON has its seats as text."""
    return {int(seat): who for seat, who in view["names"].items()}


def _open_cards(view: View, mine: int | None) -> str:
    """The cards of my unfinished hands: a move chosen ahead is kept until they change."""
    seat = next((seat for seat in view["seats"] if seat["seat"] == mine), None)
    hands = [hand["cards"] for hand in seat["hands"] if not hand["done"]] if seat else []
    return " ".join("".join(cards) for cards in hands)


def _strip(view: View) -> list[dict[str, Any]]:
    now = 0 if view["phase"] == "finished" else view["hand"]
    done = view["hand"] if now == 0 else view["hand"] - 1
    return [
        {"number": n, "done": n <= done, "now": n == now, "elimination": n in view["elimination_hands"]}
        for n in range(1, view["hands"] + 1)
    ]


def _hand_words(view: View) -> str:
    if not view["hand"]:
        return gettext("Before hand 1 of {hands}").format(hands=view["hands"])
    text = gettext("Hand {hand} of {hands}").format(hand=view["hand"], hands=view["hands"])
    if view["elimination_hands"]:
        numbers = ", ".join(str(number) for number in view["elimination_hands"])
        text += "; " + gettext("elimination hands {numbers}").format(numbers=numbers)
    return text


def _cut_words(view: View, names: Names) -> str:
    cut = view["cut"]
    if not cut or not cut["seats"]:
        return ""
    who = ", ".join(names[seat]["name"] for seat in cut["seats"])
    if cut["by"]:
        return gettext("Out now: {who}, by {chips}").format(who=who, chips=chips_text(cut["by"]))
    return gettext("Out now: {who}, on the tie rule").format(who=who)


def _next_words(view: View) -> str:
    if view["phase"] == "finished":
        return ""
    if view["elimination"] and view["phase"] != "between":
        return gettext("This hand eliminates")
    following = view["next_elimination"]
    if following is None:
        return gettext("The last hand decides")
    if following == view["hand"] + 1:
        return gettext("Next hand eliminates")
    return gettext("Hand {number} eliminates next").format(number=following)


def _order(view: View) -> list[int]:
    """Live seats in the order in which they act, from the button on."""
    live = [seat["seat"] for seat in view["seats"] if seat["live"]]
    start = next((i for i, seat in enumerate(live) if seat >= view["button"]), 0)
    return live[start:] + live[:start]


def _announce(view: View, names: Names, mine: int | None) -> dict[str, str]:
    """The one line in the middle of the cloth, and a smaller one below it."""
    phase = view["phase"]
    if view["paused"]:
        return {"title": "", "sub": ""}
    if phase == "seating":
        return {"title": gettext("Mixing the shoe"), "sub": gettext("Each seat adds a part and a cut")}
    if phase == "opening":
        return {"title": gettext("Opening the cuts"), "sub": gettext("The first hand comes next")}
    if phase == "finished":
        return {"title": gettext("The round is over"), "sub": _winner(view, names)}
    if phase == "between" and not view["hand"]:
        return {"title": gettext("The first hand comes next"), "sub": ""}
    if phase == "between":
        return _result_words(view, names, mine)
    acting = list(view["to_act"])
    my_turn = mine in acting
    if phase == "insurance":
        title = gettext("Insurance?") if my_turn else gettext("Insurance is open")
        return {"title": title, "sub": gettext("The dealer shows an ace")}
    if phase == "betting":
        title = gettext("Place your bet") if my_turn else _to_do(gettext("{who} to bet"), acting, names)
    else:
        title = gettext("Your turn") if my_turn else _to_do(gettext("{who} to act"), acting, names)
    sub = _before_me(view, acting, mine)
    if not sub and phase == "playing" and view["dealer"]["peeked"]:
        sub = gettext("Dealer peeked: no blackjack")
    return {"title": title, "sub": sub}


def _to_do(text: str, acting: Sequence[int], names: Names) -> str:
    if len(acting) > 1:
        return ngettext("{n} player to go", "{n} players to go", len(acting)).format(n=len(acting))
    return text.format(who=names[acting[0]]["name"]) if acting else ""


def _before_me(view: View, acting: Sequence[int], mine: int | None) -> str:
    """How many are before me, where turns go round."""
    if mine is None or mine in acting or len(acting) != 1:
        return ""
    order = _order(view)
    if mine not in order or acting[0] not in order:
        return ""
    between = order.index(mine) - order.index(acting[0])
    if between < 0:
        return ""
    if between == 1:
        return gettext("Then you")
    return ngettext("{n} before you", "{n} before you", between).format(n=between)


def _winner(view: View, names: Names) -> str:
    first = [seat["seat"] for seat in view["seats"] if seat["place"] == 1]
    return gettext("First: {who}").format(who=names[first[0]]["name"]) if first else ""


def _result_words(view: View, names: Names, mine: int | None) -> dict[str, str]:
    out = [seat["seat"] for seat in view["seats"] if seat["out"] and seat["out"]["hand"] == view["hand"]]
    sub = ""
    if out:
        who = ", ".join(names[seat]["name"] for seat in out)
        sub = ngettext("{who} is out", "{who} are out", len(out)).format(who=who)
    elif view["status"] == "held":
        sub = gettext("Held until the other tables are there")
    elif view["dealer"]["bust"]:
        sub = gettext("The dealer busts with {total}").format(total=view["dealer"]["total"])
    elif view["dealer"]["blackjack"]:
        sub = gettext("The dealer has blackjack")
    elif view["dealer"]["total"]:
        sub = gettext("The dealer has {total}").format(total=view["dealer"]["total"])
    change = next((seat["change"] for seat in view["seats"] if seat["seat"] == mine), None)
    if change is None:
        title = gettext("Hand {hand} is settled").format(hand=view["hand"])
    elif change > 0:
        title = gettext("You win {chips}").format(chips=chips_text(change))
    elif change < 0:
        title = gettext("You lose {chips}").format(chips=chips_text(-change))
    else:
        title = gettext("No change for you")
    return {"title": title, "sub": sub}


def _rows(view: View, names: Names, mine: int | None) -> list[dict[str, Any]]:
    """The counts of the table, best first, with the gap to the cut line (or to the place above)."""
    live = sorted(
        (seat for seat in view["seats"] if seat["live"]), key=lambda seat: (seat["rank"] or 0, seat["seat"])
    )
    gone = sorted((seat for seat in view["seats"] if not seat["live"]), key=lambda seat: seat["place"] or 0)
    cut = set(view["cut"]["seats"]) if view["cut"] else set()
    line = max((seat["count"] for seat in live if seat["seat"] in cut), default=None)
    rows = []
    previous: int | None = None
    for seat in live:
        is_cut = seat["seat"] in cut
        if line is not None:
            gap = -view["cut"]["by"] if is_cut else seat["count"] - line
        else:
            gap = None if previous is None else seat["count"] - previous
        previous = seat["count"]
        rows.append(
            {
                "rank": seat["rank"],
                "name": names[seat["seat"]]["name"],
                "mine": seat["seat"] == mine,
                "secret": bool(seat["bet"] and seat["bet"]["secret"]),
                "count": seat["count"],
                "gap": gap,
                "cut": is_cut,
                "line": is_cut and not any(row["cut"] for row in rows),
                "out": "",
            }
        )
    for seat in gone:
        rows.append(
            {
                "rank": seat["place"],
                "name": names[seat["seat"]]["name"],
                "mine": seat["seat"] == mine,
                "count": seat["count"],
                "out": out_words(seat),
            }
        )
    return rows


def _clock(view: View) -> dict[str, Any] | None:
    left = view["seconds_left"]
    if left is None:
        return None
    total = max(view.get("clock_seconds") or left, left, 1)
    return {
        "deadline": view["deadline_at"] if not view["paused"] else "",
        "left": left,
        "total": total,
        "part": round(100 * max(0, left) / total),
        "late": left <= 10,
    }
