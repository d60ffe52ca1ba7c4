"""What holds at a table whatever players, officials and the clock do to it, and in whatever order."""

from contextlib import suppress
from datetime import datetime
from random import Random
from typing import Any

import pytest

from accounts.models import User
from accounts.refusals import Refusal
from tables import invariants, log, play, selectors
from tables.models import Table
from tests.builders import make_user
from tests.tables.builders import START, act, seconds, table

pytestmark = pytest.mark.django_db

STEPS = 100


def official_act(opened: Table, random: Random, now: datetime) -> None:
    """One official's act, possible now or not."""
    seat, common = random.randint(1, 4), {"by": None, "now": now}
    kinds = ["pause", "resume", "void", "hold", "release", "correct", "penalise"]
    match random.choice(kinds + ["last_hand", "disqualify"] * (random.random() < 0.3)):
        case "void":
            play.void(opened.pk, reason="misdeal", **common)
        case "hold":
            play.hold(opened.pk, after_hand=max(0, opened.hand_number + random.randint(-1, 1)), **common)
        case "correct":
            play.correct(opened.pk, seat=seat, delta=random.choice([-5_000, 500]), reason="counted", **common)
        case "penalise":
            play.penalise(opened.pk, seat=seat, reason="slow", effect={"minimum_hands": 1}, **common)
        case "disqualify":
            play.disqualify(opened.pk, seat=seat, reason="left", **common)
        case "pause" | "resume" | "release" | "last_hand" as kind:
            getattr(play, kind)(opened.pk, **common)


def player_act(opened: Table, people: list[User], random: Random, now: datetime) -> None:
    """One action of a person: one that is open to him, or a bet out of turn."""
    number = random.randint(1, len(people))
    view = selectors.table_view(opened, number, now=now)
    legal: dict[str, dict[str, Any]] = view["me"]["legal"] or {"bet": {"minimum": 500, "secret": False}}
    kind = random.choice(sorted(legal))
    secret = legal[kind].get("secret", False) and random.random() < 0.5
    act(opened, people[number - 1], kind, now=now, amount=legal[kind].get("minimum"), secret=secret)


@pytest.mark.parametrize("seed", [2, 3, 5, 9])
def test_C1_H3_L2_no_order_of_acts_leaves_a_table_stuck_or_untrue(seed: int) -> None:
    random = Random(seed)
    people = [make_user("Ann"), make_user("Ben")]
    opened = table([*people, "bold", "steady"], hands=4, elimination_hands=(2,), secret_bets=2, seed=seed)
    now, told = START, {}
    for step in range(STEPS):
        opened.refresh_from_db()
        if opened.is_over:
            break
        now += seconds(random.choice([0, 0, 1, 3, 30]))
        chance = random.random()
        with suppress(Refusal):
            if chance < 0.25:
                official_act(opened, random, now)
            elif chance < 0.65 and opened.due_at:
                now = max(now, opened.due_at)
                play.advance(opened.pk, now=now)
            else:
                player_act(opened, people, random, now)
        opened.refresh_from_db()
        if opened.due_at is not None:
            # The clock looks in time.
            now = min(now, opened.due_at + seconds(30))
        if step % 4 == 0:
            assert invariants.check_table(opened, now=now) == []
        for event in log.events_after(opened, len(told), None):
            told[event["seq"]] = event
    assert invariants.check_table(opened, now=now) == []
    assert [event["seq"] for event in told.values()] == list(range(1, opened.seq + 1))
