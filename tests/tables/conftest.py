"""The people and the cards of tests of tables."""

import pytest

from accounts.models import User
from blackjack.cards import parse_cards
from blackjack.shoe import continuation
from tables.shoes import TableShoes
from tests.builders import make_user
from tests.tables.builders import Stack


@pytest.fixture
def ann() -> User:
    return make_user("Ann")


@pytest.fixture
def ben() -> User:
    return make_user("Ben")


@pytest.fixture
def stacked(monkeypatch: pytest.MonkeyPatch) -> Stack:
    """Call it with cards, shoe by shoe: shoes begin with them, and go on as the table's secret has it."""
    real = TableShoes.cards

    def stack(*tops: str) -> None:
        def cards(self: TableShoes, number: int, attempt: int, first_seat: int) -> list[int]:
            top = parse_cards(tops[number - 1]) if attempt == 1 and number <= len(tops) else []
            return top + continuation(real(self, number, attempt, first_seat), top)

        monkeypatch.setattr(TableShoes, "cards", cards)

    return stack
