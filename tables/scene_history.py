"""What the page of one played hand shows: who bet what, the cards of each hand, the steps in words."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

Json = Mapping[str, Any]
FACE_DOWN = "??"


def history_of(history: Json) -> dict[str, Any]:
    """The context of `tables/hand.html` from `selectors.hand_history`; the last attempt counts."""
    events = _last_attempt(history["events"])
    start = next(event["public"] for event in events if event["kind"] == "HandStarted")
    dealt = _cards(events)
    settled = next((event["public"]["seats"] for event in events if event["kind"] == "HandSettled"), [])
    by_seat = {row["seat"]: row for row in settled}
    return {
        "hand": history["hand"],
        "previous": history["previous"],
        "next": history["next"],
        "settled": history["settled"],
        "void": any(event["kind"] == "HandVoided" for event in history["events"]),
        "elimination": start["elimination"],
        "dealer": _dealer(events, dealt),
        "rows": [
            _row(int(seat), stack, history["names"], dealt, by_seat.get(int(seat)), start["button"])
            for seat, stack in start["stacks"].items()
        ],
        "steps": [
            {"at": datetime.fromisoformat(event["at"]), "text": event["sentence"]}
            for event in history["events"]
            if event["sentence"]
        ],
        "shoes": history["shoes"],
    }


def _last_attempt(events: Iterable[Json]) -> list[Json]:
    """The events from the last start of the hand on: before it lies what was voided."""
    last: list[Json] = []
    for event in events:
        if event["kind"] == "HandStarted":
            last = []
        last.append(event)
    return last


def _cards(events: Iterable[Json]) -> dict[int, list[list[str]]]:
    """The cards of each hand by seat, 0 for the dealer; a split moves the second card to the right."""
    dealt: dict[int, list[list[str]]] = {}
    for event in events:
        facts = {**event["public"], **event.get("secret", {})}
        hands = dealt.setdefault(event["seat"] or 0, [[]])
        if event["kind"] == "CardDealt":
            hands[facts["to"]].append(facts.get("card", FACE_DOWN))
        elif event["kind"] == "Split":
            hands.insert(facts["to"] + 1, [hands[facts["to"]].pop()])
    return dealt


def _dealer(events: Iterable[Json], dealt: Mapping[int, list[list[str]]]) -> dict[str, Any]:
    played = next((event["public"] for event in events if event["kind"] == "DealerPlayed"), None)
    if played:
        return {"cards": played["cards"], "total": played["total"], "bust": played["bust"]}
    return {"cards": dealt.get(0, [[]])[0], "total": None, "bust": False}


def _row(
    seat: int,
    stack: int,
    names: Mapping[int, Json],
    dealt: Mapping[int, list[list[str]]],
    settled: Json | None,
    button: int,
) -> dict[str, Any]:
    results = settled["hands"] if settled else []
    hands = [
        {"cards": cards, "result": results[index] if index < len(results) else None}
        for index, cards in enumerate(dealt.get(seat, []))
    ]
    return {
        "seat": seat,
        "name": names[seat]["name"],
        "mine": names[seat]["me"],
        "button": seat == button,
        "before": stack,
        "hands": hands,
        "change": settled["change"] if settled else None,
        "after": settled["stack"] if settled else None,
    }
