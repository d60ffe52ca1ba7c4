"""What the tests of tournaments share: the same luck in every run, and no snapshot of another test."""

import pytest
from django.core.cache import cache

from tests.tournaments.builders import entropy


@pytest.fixture(autouse=True)
def _same_luck() -> None:
    """Each test draws the same seats and cards, whatever ran before it."""
    entropy.restart()
    cache.clear()
