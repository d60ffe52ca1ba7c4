"""Where a table's cards come from, and when a shoe's secret is shown (fairness.md)."""

from __future__ import annotations

from random import Random

from blackjack.cards import cards_text
from blackjack.events import (
    CardDealt,
    HandStarted,
    ShoeRevealed,
    ShoeStarted,
)
from blackjack.shoe import continuation
from blackjack.stacked import StackedShoes
from tests.blackjack.tables import Table, random_action, random_play

SEVEN = dict.fromkeys(range(1, 8), 25_000)


def test_H2_every_card_is_the_shoes_card_at_its_position() -> None:
    shoes = StackedShoes("", decks=1)
    table = Table(SEVEN, shoes=shoes, game={"decks": 1, "penetration": 95}, hands=12)
    random = Random(4)
    for _ in random_play(table, random):
        pass
    crossed = 0
    for number in range(1, 13):
        started = next((event for event in table.of(HandStarted) if event.hand == number), None)
        if started is None:
            break
        dealt = [event.card for event in table.of(CardDealt) if event.hand == number]
        shoe = shoes.cards(started.shoe, started.shoe_attempt, 0)
        removed = [
            table_card for table_card in range(52) if cards_text([table_card])[0] in (started.removed or [])
        ]
        shoe = continuation(shoe, removed)[started.position :]
        if len(dealt) > len(shoe):
            crossed += 1
            highest = max(event.number for event in table.of(ShoeStarted) if event.hand < number)
            shoe = shoe + continuation(shoes.cards(highest + 1, 1, 0), shoe)
        assert dealt == cards_text(shoe[: len(dealt)])
    assert crossed


def test_a_shoe_is_changed_between_hands_once_the_cut_card_is_reached() -> None:
    table = Table({1: 25_000, 2: 25_000}, game={"decks": 1, "penetration": 10})
    table.deal(500)
    table.stand_all()
    assert table.state.shoe.position >= 6
    table.do("next_hand")
    assert [event.number for event in table.of(ShoeStarted)] == [1, 2]
    assert not table.of(ShoeRevealed)


def test_R3_a_shoe_is_revealed_when_its_last_hand_can_no_longer_be_voided() -> None:
    table = Table({1: 25_000, 2: 25_000}, game={"shuffle_every_round": True}, hands=3)
    table.deal(500)
    table.stand_all()
    table.do("next_hand")
    assert not table.of(ShoeRevealed)
    table.do("bet", table.state.to_act[0], 500)
    assert [event.number for event in table.of(ShoeRevealed)] == [1]
    while not table.state.is_finished:
        table.act(random_action(table.state, Random(1)))
    assert [event.number for event in table.of(ShoeRevealed)] == [1, 2, 3, 0]
