"""Way C: actions, the decisions they belong to, and what refuses them."""

from datetime import datetime
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from accounts.models import StoredAnswer, User
from accounts.refusals import BadValue, Conflict, IllegalAction, KeyReuse, NotAllowed, NotFound
from blackjack import Action
from tables import log, play, selectors
from tables.models import Seat, Table, TableEvent
from tests.builders import make_user
from tests.tables.builders import (
    START,
    Stack,
    act,
    assert_replays,
    first_hand,
    run_to_the_end,
    seconds,
    table,
)

pytestmark = pytest.mark.django_db

# Bets by seats 1 and 2; cards: first round to seat 1, 2, dealer, second round the same.
PLAIN_HAND = "9S 8D 7C 9H TD KC"


def bet_both(opened: Table, ann: User, ben: User, now: datetime, amount: int = 500) -> None:
    act(opened, ann, "bet", now=now, amount=amount)
    act(opened, ben, "bet", now=now, amount=amount)


def test_bots_alone_play_a_table_to_its_end_and_the_log_replays() -> None:
    opened = table(["steady", "bold", "tight"], hands=8, elimination_hands=(3,))
    end = run_to_the_end(opened, START)
    opened.refresh_from_db()
    assert opened.phase == Table.Phase.FINISHED
    assert sorted(opened.seats.values_list("place", flat=True)) == [1, 2, 3]
    assert not opened.seats.filter(live=True).exists()
    assert end > START + seconds(20)
    assert_replays(opened)


def test_a_hand_of_two_people_from_bets_to_settlement(ann: User, ben: User, stacked: Stack) -> None:
    stacked(PLAIN_HAND)
    opened = table([ann, ben])
    now = first_hand(opened)
    bet_both(opened, ann, ben, now)
    view = act(opened, ann, "stand", now=now)
    assert view["me"]["seat"] == 1
    view = act(opened, ben, "stand", now=now)
    assert (view["phase"], view["dealer"]["total"]) == ("between", 17)
    assert [seat["change"] for seat in view["seats"]] == [500, 500]
    opened.refresh_from_db()
    assert opened.deadline_at == now + seconds(5)
    assert list(opened.seats.values_list("stack", "public_stack", "public_count")) == [(25_500,) * 3] * 2
    assert_replays(opened)


def test_the_answer_is_the_actors_own_view(ann: User, ben: User) -> None:
    opened = table([ann, ben])
    now = first_hand(opened)
    view = act(opened, ann, "bet", now=now, amount=7_000, secret=True)
    assert view["me"]["stack"] == 18_000
    assert view["seats"][0]["stack"] == 25_000
    assert view["names"][1] == {"name": "Ann", "bot": False, "me": True}
    assert view["log"][-1] == "Ann places a secret bet of 7000."
    seat = opened.seats.get(number=1)
    assert (seat.stack, seat.public_stack, seat.public_count) == (18_000, 25_000, 25_000)
    assert_replays(opened)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"amount": 0}, "below_minimum"),
        ({"amount": -5}, "below_minimum"),
        ({"amount": 495}, "below_minimum"),
        ({"amount": 25_005}, "above_stack"),
        ({"amount": 10**18}, "above_stack"),
        ({"amount": 507}, "off_step"),
        ({}, "amount_missing"),
    ],
)
def test_bad_inputs_1_2_8_a_refused_bet_changes_nothing(
    ann: User, ben: User, fields: dict[str, int], code: str
) -> None:
    opened = table([ann, ben])
    now = first_hand(opened)
    before = Table.objects.values().get(pk=opened.pk)
    with pytest.raises(BadValue) as refused:
        act(opened, ann, "bet", now=now, **fields)
    assert refused.value.code == code
    assert Table.objects.values().get(pk=opened.pk) == before
    assert_replays(opened)


def test_bad_input_15_who_does_not_sit_there_may_not_act(ann: User, ben: User) -> None:
    opened, hidden = table([ann, ben]), table([ann, ben], scope="HIDDEN00", public=False)
    stranger = make_user()
    with pytest.raises(NotAllowed):
        act(opened, stranger, "bet", now=START, amount=500)
    with pytest.raises(NotFound):
        act(hidden, stranger, "bet", now=START, amount=500)


def test_bad_inputs_16_to_20_what_is_not_open_now(ann: User, ben: User, stacked: Stack) -> None:
    stacked(PLAIN_HAND)
    opened = table([ann, ben])
    now = first_hand(opened)
    with pytest.raises(IllegalAction) as refused:
        act(opened, ben, "bet", now=now, amount=500)
    assert refused.value.code == "not_your_turn"
    seq = opened.decision_seq
    bet_both(opened, ann, ben, now)
    with pytest.raises(Conflict) as stale:
        act(opened, ann, "bet", now=now, amount=900, seq=seq)
    assert stale.value.code == "stale"
    for kind in ("insure", "bet", "continue"):
        with pytest.raises(IllegalAction):
            act(opened, ann, kind, now=now)
    act(opened, ann, "stand", now=now)
    with pytest.raises(IllegalAction):
        act(opened, ann, "hit", now=now)


def test_bad_input_23_a_second_secret_bet_in_a_round_is_refused(ann: User, ben: User, stacked: Stack) -> None:
    stacked(PLAIN_HAND)
    opened = table([ann, ben])
    now = first_hand(opened)
    act(opened, ann, "bet", now=now, amount=500, secret=True)
    act(opened, ben, "bet", now=now, amount=500)
    act(opened, ann, "stand", now=now)
    act(opened, ben, "stand", now=now)
    opened.refresh_from_db()
    now = opened.due_at or now
    play.advance(opened.pk, now=now)
    act(opened, ben, "bet", now=now, amount=500)
    with pytest.raises(IllegalAction) as refused:
        act(opened, ann, "bet", now=now, amount=500, secret=True)
    assert refused.value.code == "secret_not_open"


def test_insurance_is_one_decision_with_one_clock_for_all(ann: User, ben: User, stacked: Stack) -> None:
    stacked("9S 8D AC 7H TD 7C")
    opened = table([ann, ben])
    now = first_hand(opened)
    bet_both(opened, ann, ben, now)
    opened.refresh_from_db()
    seq, deadline_at = opened.decision_seq, opened.deadline_at
    assert opened.state["to_act"] == [1, 2]
    view = act(opened, ben, "insure", now=now + seconds(10), amount=250)
    assert (view["to_act"], view["decision_seq"]) == ([1], seq)
    opened.refresh_from_db()
    assert opened.deadline_at == deadline_at
    # The first seat's browser still names the decision as it was opened.
    view = act(opened, ann, "decline", now=now + seconds(20), seq=seq)
    assert (view["phase"], view["to_act"]) == ("playing", [1])
    opened.refresh_from_db()
    assert opened.deadline_at == now + seconds(65)
    assert_replays(opened)


def test_a_bot_decides_on_insurance_before_the_clock_of_the_people_ends(ann: User, stacked: Stack) -> None:
    stacked("9S 8D AC 7H TD 7C")
    opened = table([ann, "steady"])
    now = first_hand(opened)
    act(opened, ann, "bet", now=now, amount=500)
    opened.refresh_from_db()
    now = opened.due_at or now
    play.advance(opened.pk, now=now)
    opened.refresh_from_db()
    assert (opened.phase, opened.state["to_act"]) == ("insurance", [1, 2])
    assert opened.due_at is not None
    assert opened.due_at <= now + seconds(2)
    seq = opened.decision_seq
    play.advance(opened.pk, now=opened.due_at)
    opened.refresh_from_db()
    assert (opened.decision_seq, opened.state["to_act"], opened.due_at) == (seq, [1], now + seconds(47))
    assert_replays(opened)


def test_M3_the_same_key_has_the_same_answer_and_one_effect(ann: User, ben: User) -> None:
    opened = table([ann, ben])
    now = first_hand(opened)
    seq = opened.decision_seq
    first = act(opened, ann, "bet", now=now, amount=500, key="k1", seq=seq)
    again = act(opened, ann, "bet", now=now + seconds(1), amount=500, key="k1", seq=seq)
    assert (again["seq"], again["me"]) == (first["seq"], first["me"])
    assert TableEvent.objects.filter(table=opened, kind="BetPlaced").count() == 1
    with pytest.raises(KeyReuse):
        act(opened, ann, "bet", now=now, amount=505, key="k1", seq=seq)


def test_H6_a_kill_before_commit_leaves_nothing_of_an_action(
    ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = table([ann, ben])
    now = first_hand(opened)
    before = (list(Table.objects.values()), list(Seat.objects.values()), TableEvent.objects.count())

    def killed(*args: Any, **kwargs: Any) -> None:
        raise KeyboardInterrupt

    # The last write of the story: everything before it is in the transaction.
    monkeypatch.setattr(Seat, "save", killed)
    with pytest.raises(KeyboardInterrupt), transaction.atomic():
        act(opened, ann, "bet", now=now, amount=500, key="k1")
    monkeypatch.undo()
    after = (list(Table.objects.values()), list(Seat.objects.values()), TableEvent.objects.count())
    assert after == before
    assert not StoredAnswer.objects.exists()
    act(opened, ann, "bet", now=now, amount=500, key="k1")
    assert_replays(opened)


def test_E1_one_live_seat_per_player_and_tournament(ann: User, ben: User) -> None:
    first = table([ann, "steady"])
    with pytest.raises(IntegrityError), transaction.atomic():
        table([ann, "bold"], number=2, seed=2)
    play.abandon(first.pk, by=None, now=START)
    table([ann, "bold"], number=2, seed=2)


def test_L1_the_database_refuses_to_change_or_delete_an_event(ann: User, ben: User) -> None:
    opened = table([ann, ben])
    # The exact class of the refusal differs between the databases.
    for change in ("UPDATE tables_tableevent SET kind = 'x'", "DELETE FROM tables_tableevent"):
        with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(change)
    assert TableEvent.objects.filter(table=opened, kind="TableOpened").count() == 1


def test_many_steps_in_one_transaction_are_the_same_as_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    headless = {"hands": 6, "bot_pace": 0.0, "between_seconds": 0, "between_elimination_seconds": 0}
    runs = []
    for most, scope in ((1, "ONEBYONE"), (500, "ATONCE00")):
        monkeypatch.setattr(play, "MOST_STEPS", most)
        opened = table(["steady", "bold", "tight", "steady"], scope=scope, seed="same", **headless)
        run_to_the_end(opened, START)
        opened.refresh_from_db()
        events = log.events_after(opened, 0, None)
        runs.append((opened.state, events[1:]))
        # The same seed makes the same public id, and with it the same shoes; make room for the second.
        Table.objects.filter(pk=opened.pk).update(public_id=scope)
    assert runs[0] == runs[1]


def test_the_number_of_queries_of_an_action_and_of_a_view(
    ann: User, ben: User, django_assert_num_queries: Any
) -> None:
    opened = table([ann, ben])
    now = first_hand(opened)
    seq = opened.decision_seq
    # Table, seats, the log of the hand, the new event, table and seat again; around it all a savepoint.
    extra = 1 if connection.vendor == "postgresql" else 0
    with django_assert_num_queries(8 + extra):
        act_now(opened, ann, seq, now)
    opened.refresh_from_db()
    with django_assert_num_queries(2):
        selectors.table_view(opened, None, now=now)


def act_now(opened: Table, user: User, seq: int, now: datetime) -> None:
    bet = Action("bet", amount=500)
    play.act(opened.public_id, user=user, action=bet, seq=seq, arrived_at=now, now=now)


def test_results_and_live_counts_of_a_table(ann: User, ben: User) -> None:
    opened = table([ann, ben, "steady"], stack=1_000, hands=30)
    counts = selectors.live_counts(opened.scope)
    assert [row["rank"] for row in counts] == [1, 1, 1]
    run_to_the_end(opened, START)
    opened.refresh_from_db()
    results = selectors.results_of(opened)
    assert [row["place"] for row in results] == [1, 2, 3]
    rows = selectors.live_counts(opened.scope)
    assert [row["place"] for row in rows] == [1, 2, 3]
    assert [row["seat"] for row in rows] == [row["seat"] for row in results]
    assert_replays(opened)
