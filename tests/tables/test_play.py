"""Way C: actions, their decisions, and what refuses them."""

import pytest

from tables import play
from tables.models import Table
from tests.tables.builders import (
    START,
    assert_replays,
    run_to_the_end,
    table,
)

pytestmark = pytest.mark.django_db


def test_bots_alone_play_a_table_to_its_end_and_the_log_replays() -> None:
    opened = table(
        ["steady", "bold", "tight"], bot_pace=0.0, between_seconds=0, between_elimination_seconds=0
    )
    assert play.advance(opened.pk, now=START)
    run_to_the_end(opened, START)
    opened.refresh_from_db()
    assert opened.phase == Table.Phase.FINISHED
    assert sorted(opened.seats.values_list("place", flat=True)) == [1, 2, 3]
    assert_replays(opened)
