"""Events come apart into a public and a secret half and go together again."""

from __future__ import annotations

import pytest

from blackjack import event_from
from blackjack.events import KINDS, BetPlaced, CardDealt, TurnEnded


def test_an_open_event_has_no_secret_half() -> None:
    event = BetPlaced(hand=3, seat=2, secret_=False, amount=500)
    assert event.public() == {"secret": False, "amount": 500}
    assert (event.secret(), event.secret_to) == (None, None)


def test_V5_a_secret_half_belongs_to_its_seat() -> None:
    event = BetPlaced(hand=3, seat=2, secret_=True, amount=500, hidden=("amount",))
    assert event.public() == {"secret": True}
    assert (event.secret(), event.secret_to) == ({"amount": 500}, 2)
    assert event_from("BetPlaced", 3, 2, event.public(), event.secret()) == event


def test_a_secret_half_without_a_seat_is_sealed_to_all() -> None:
    event = CardDealt(hand=1, to=0, card="AS", hidden=("card",))
    assert (event.public(), event.secret(), event.secret_to) == ({"to": 0}, {"card": "AS"}, None)


def test_what_is_not_said_is_not_stored() -> None:
    assert TurnEnded(hand=1, seat=1, to=0, how="stood").public() == {"to": 0, "how": "stood"}
    assert TurnEnded(hand=1, seat=1, to=0, how="stood", auto=True).public()["auto"] is True


def test_an_unknown_kind_is_refused() -> None:
    assert "BetPlaced" in KINDS
    with pytest.raises(KeyError):
        event_from("BetRaised", 1, 1, {}, None)
