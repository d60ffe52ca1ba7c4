"""What officials do to a running table."""

import pytest

from accounts.models import User
from accounts.refusals import BadValue, Conflict, IllegalAction
from tables import invariants, play
from tables.models import Table, TableEvent
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

PLAIN_HAND = "9S 8D 7C 9H TD KC"


@pytest.fixture
def opened(ann: User, ben: User, stacked: Stack) -> Table:
    stacked(PLAIN_HAND)
    made = table([ann, ben])
    first_hand(made)
    return made


def play_hand(opened: Table, ann: User, ben: User, **bet: bool) -> None:
    act(opened, ann, "bet", now=START, amount=500, **bet)
    act(opened, ben, "bet", now=START, amount=500)
    act(opened, ann, "stand", now=START)
    act(opened, ben, "stand", now=START)


def test_a_voided_hand_is_taken_back_and_dealt_from_the_next_attempt(
    ann: User, ben: User, opened: Table
) -> None:
    act(opened, ann, "bet", now=START, amount=7310, secret=True)
    act(opened, ben, "bet", now=START, amount=500)
    play.void(opened.pk, by=None, reason="misdeal", now=START)
    opened.refresh_from_db()
    assert (opened.phase, opened.hand_number) == ("between", 0)
    assert list(opened.seats.values_list("stack", flat=True)) == [25_000, 25_000]
    assert play.advance(opened.pk, now=START + seconds(10))
    opened.refresh_from_db()
    assert opened.hand_number == 1
    attempts = opened.shoes.values_list("number", "attempt")
    assert list(attempts) == [(1, 1), (1, 2)]
    # The secret bet is given back, and its amount is never shown.
    assert opened.state["seats"][0]
    publics = str(list(TableEvent.objects.filter(table=opened).values_list("public", flat=True)))
    assert "7310" not in publics
    assert_replays(opened)


def test_a_hand_can_be_voided_until_the_first_bet_of_the_next(ann: User, ben: User, opened: Table) -> None:
    play_hand(opened, ann, ben)
    opened.refresh_from_db()
    play.advance(opened.pk, now=START + seconds(5))
    play.void(opened.pk, by=None, reason="wrong payout", now=START + seconds(6))
    opened.refresh_from_db()
    assert opened.hand_number == 0
    with pytest.raises(IllegalAction):
        play.void(opened.pk, by=None, reason="again", now=START + seconds(7))
    assert_replays(opened)


def test_D3_a_void_at_a_paused_table_leaves_it_paused_with_its_clock_stopped(
    ann: User, ben: User, opened: Table
) -> None:
    act(opened, ann, "bet", now=START, amount=500)
    act(opened, ben, "bet", now=START, amount=500)
    play.pause(opened.pk, by=None, now=START)
    play.void(opened.pk, by=None, reason="misdeal", now=START)
    opened.refresh_from_db()
    assert (opened.due_at, opened.deadline_at) == (None, None)
    play.resume(opened.pk, by=None, now=START + seconds(60))
    opened.refresh_from_db()
    assert opened.due_at is not None
    assert play.advance(opened.pk, now=opened.due_at)
    assert_replays(opened)


def test_two_officials_at_once_one_pauses_and_the_other_hears_of_it(opened: Table) -> None:
    play.pause(opened.pk, by=None, now=START)
    with pytest.raises(Conflict):
        play.pause(opened.pk, by=None, now=START)
    play.resume(opened.pk, by=None, now=START)
    with pytest.raises(Conflict):
        play.resume(opened.pk, by=None, now=START)


def test_the_last_hand_ends_the_round(ann: User, ben: User, opened: Table) -> None:
    play.last_hand(opened.pk, by=None, now=START)
    play_hand(opened, ann, ben)
    run_to_the_end(opened, START)
    opened.refresh_from_db()
    assert (opened.phase, opened.hand_number) == ("finished", 1)
    assert_replays(opened)


def test_C1_a_correction_is_between_the_seat_and_the_house(opened: Table) -> None:
    play.correct(opened.pk, by=None, seat=2, delta=-1_000, reason="chip found", now=START)
    seat = opened.seats.get(number=2)
    assert (seat.stack, seat.public_stack, seat.public_count) == (24_000, 24_000, 24_000)
    with pytest.raises(BadValue):
        play.correct(opened.pk, by=None, seat=2, delta=5, reason="  ", now=START)
    with pytest.raises(BadValue):
        play.correct(opened.pk, by=None, seat=2, delta=5, reason="x" * 501, now=START)
    with pytest.raises(IllegalAction):
        play.correct(opened.pk, by=None, seat=2, delta=-24_005, reason="too much", now=START)
    assert_replays(opened)


def test_C1_a_correction_before_a_seats_bet_counts_in_its_hand(ann: User, ben: User, opened: Table) -> None:
    play.correct(opened.pk, by=None, seat=1, delta=100, reason="chip found", now=START)
    play_hand(opened, ann, ben)
    opened.refresh_from_db()
    assert opened.phase == "between"
    assert invariants.check_table(opened, now=START) == []


def test_H3_a_table_held_before_its_first_hand_waits_for_its_release(ann: User, ben: User) -> None:
    held = table([ann, ben], scope="HELDSCPE")
    play.hold(held.pk, by=None, after_hand=0, now=START)
    assert play.advance(held.pk, now=START + seconds(20))
    held.refresh_from_db()
    assert (held.phase, held.hand_number, held.due_at) == ("between", 0, None)
    assert invariants.check_table(held, now=START + seconds(90)) == []
    play.release(held.pk, by=None, now=START + seconds(90))
    play.advance(held.pk, now=START + seconds(90))
    held.refresh_from_db()
    assert (held.phase, held.hand_number) == ("betting", 1)
    assert_replays(held)


@pytest.mark.parametrize("let_go", ["release", "hold later"])
def test_H3_a_held_table_gets_its_clock_back(ann: User, ben: User, opened: Table, let_go: str) -> None:
    play.hold(opened.pk, by=None, after_hand=1, now=START)
    play_hand(opened, ann, ben)
    opened.refresh_from_db()
    assert (opened.phase, opened.due_at) == ("between", None)
    later = START + seconds(60)
    if let_go == "release":
        play.release(opened.pk, by=None, now=later)
    else:
        play.hold(opened.pk, by=None, after_hand=2, now=later)
    opened.refresh_from_db()
    assert opened.due_at == later + seconds(5)
    assert invariants.check_table(opened, now=later) == []


def test_a_disqualified_seat_is_played_to_the_end_of_its_hand_and_is_out(
    ann: User, ben: User, opened: Table
) -> None:
    act(opened, ann, "bet", now=START, amount=500)
    play.disqualify(opened.pk, by=None, seat=2, reason="left with chips", now=START)
    run_to_the_end(opened, START)
    seat = opened.seats.get(number=2)
    assert (seat.stack, seat.place, seat.out_cause) == (0, 2, "disqualified")
    assert_replays(opened)


def test_a_penalty_is_told_to_everybody(opened: Table) -> None:
    play.penalise(opened.pk, by=None, seat=1, reason="slow", effect={"minimum_hands": 1}, now=START)
    ruling = TableEvent.objects.get(table=opened, kind="Ruling")
    assert (ruling.seat, ruling.public["text"]) == (1, "slow")
    assert_replays(opened)


def test_an_abandoned_table_is_over_without_places(ann: User, opened: Table) -> None:
    play.abandon(opened.pk, by=None, now=START)
    play.abandon(opened.pk, by=None, now=START)
    opened.refresh_from_db()
    assert opened.is_over
    assert opened.due_at is None
    assert not opened.seats.filter(live=True).exists()
    with pytest.raises(Conflict):
        act(opened, ann, "bet", now=START, amount=500)
    for verb in (play.resume, play.last_hand, play.pause):
        with pytest.raises(Conflict):
            verb(opened.pk, by=None, now=START)
    assert_replays(opened)
