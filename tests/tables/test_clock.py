"""Way D and the time rules D1-D4; every moment is written down, nothing waits."""

from datetime import datetime, timedelta

import pytest

from accounts.models import User
from accounts.refusals import Conflict
from tables import clocks, play, sweeps
from tables.models import Pulse, Table, TableEvent
from tests.tables.builders import START, Stack, act, assert_replays, first_hand, seconds, table

pytestmark = pytest.mark.django_db

PLAIN_HAND = "9S 8D 7C 9H TD KC"


@pytest.fixture
def opened(ann: User, ben: User) -> Table:
    return table([ann, ben])


def kinds(opened: Table, after: int) -> list[str]:
    rows = TableEvent.objects.filter(table=opened, seq__gt=after).order_by("seq")
    return list(rows.values_list("kind", flat=True))


def pulse(at: datetime) -> None:
    Pulse.objects.update_or_create(name=clocks.PULSE, defaults={"at": at})


def test_D2_deadline_and_due_at_of_a_decision(opened: Table) -> None:
    now = first_hand(opened)
    assert opened.deadline_at == now + seconds(45)
    assert opened.due_at == now + seconds(47)


@pytest.mark.parametrize("late", [0, 0.9, 1.0])
def test_D2_an_action_counts_until_a_second_after_the_deadline(ann: User, opened: Table, late: float) -> None:
    now = first_hand(opened)
    arrived = now + seconds(45 + late)
    act(opened, ann, "bet", now=arrived + seconds(3), arrived_at=arrived, amount=500)
    assert opened.seats.get(number=1).away is False
    assert_replays(opened)


def test_bad_input_21_later_actions_are_too_late_and_change_nothing(ann: User, opened: Table) -> None:
    now = first_hand(opened)
    before = opened.seq
    with pytest.raises(Conflict) as refused:
        act(opened, ann, "bet", now=now + seconds(46.1), amount=500)
    assert refused.value.code == "too_late"
    opened.refresh_from_db()
    assert opened.seq == before


def test_D1_a_write_to_an_overdue_table_advances_it_first(ann: User, opened: Table) -> None:
    now = first_hand(opened)
    seq = opened.decision_seq
    with pytest.raises(Conflict) as refused:
        act(opened, ann, "bet", now=now + seconds(50), amount=700, seq=seq)
    assert refused.value.code == "stale"
    opened.refresh_from_db()
    assert kinds(opened, seq) == ["SatOut", "BetPlaced"]
    bet = TableEvent.objects.get(table=opened, kind="BetPlaced")
    assert bet.public == {"secret": False, "amount": 500, "auto": True}
    assert_replays(opened)


def test_D1_the_sweep_plays_for_whoever_does_not_answer_once(opened: Table) -> None:
    now = first_hand(opened)
    assert sweeps.sweep_once(now + seconds(46.9)) == 0
    assert sweeps.sweep_once(now + seconds(47)) == 1
    assert sweeps.sweep_once(now + seconds(47)) == 0
    opened.refresh_from_db()
    seat = opened.seats.get(number=1)
    assert (seat.away, seat.stack) == (True, 24_500)
    assert opened.state["to_act"] == [2]
    assert_replays(opened)


def test_D4_an_absent_player_is_played_for_two_seconds_after_his_turn_begins(
    ann: User, ben: User, opened: Table, stacked: Stack
) -> None:
    stacked(PLAIN_HAND)
    now = first_hand(opened) + seconds(47)
    sweeps.sweep_once(now)
    act(opened, ben, "bet", now=now, amount=500)
    opened.refresh_from_db()
    assert opened.due_at == now + seconds(2)
    assert sweeps.sweep_once(now + seconds(1.9)) == 0
    assert sweeps.sweep_once(now + seconds(2)) == 1
    opened.refresh_from_db()
    assert opened.state["to_act"] == [2]
    assert_replays(opened)


def test_D4_whoever_acts_is_back_at_once(ann: User, ben: User, opened: Table, stacked: Stack) -> None:
    stacked(PLAIN_HAND)
    now = first_hand(opened) + seconds(47)
    sweeps.sweep_once(now)
    act(opened, ben, "bet", now=now, amount=500)
    view = act(opened, ann, "stand", now=now + seconds(1))
    assert view["seats"][0]["away"] is False
    assert "CameBack" in kinds(opened, 0)
    assert_replays(opened)


def test_D4_coming_back_in_ones_turn_gives_the_whole_clock_from_its_beginning(
    ann: User, ben: User, opened: Table, stacked: Stack
) -> None:
    stacked(PLAIN_HAND)
    now = first_hand(opened)
    act(opened, ben, "sit_out", now=now, seq=None)
    act(opened, ann, "bet", now=now, amount=500)
    opened.refresh_from_db()
    assert opened.due_at == now + seconds(2)
    view = act(opened, ben, "come_back", now=now + seconds(1), seq=None)
    assert view["me"]["must_act"] is True
    opened.refresh_from_db()
    assert opened.deadline_at == now + seconds(45)
    assert opened.due_at == now + seconds(47)


def test_D4_a_lost_stream_alone_makes_nobody_away(opened: Table) -> None:
    first_hand(opened)
    opened.seats.update(seen_at=START - timedelta(hours=1))
    assert list(opened.seats.values_list("away", flat=True)) == [False, False]


@pytest.mark.parametrize(("used", "left"), [(5, 40), (30, 20), (45.5, 20)])
def test_D3_resume_gives_back_the_time_left_and_at_least_20_seconds(
    opened: Table, used: float, left: float
) -> None:
    now = first_hand(opened)
    play.pause(opened.pk, by=None, now=now + seconds(used))
    opened.refresh_from_db()
    assert (opened.due_at, opened.deadline_at) == (None, None)
    later = now + timedelta(hours=2)
    assert sweeps.sweep_once(later) == 0
    play.resume(opened.pk, by=None, now=later)
    opened.refresh_from_db()
    assert opened.deadline_at == later + seconds(left)
    assert opened.due_at == later + seconds(left + 2)
    assert_replays(opened)


def test_D3_a_short_clock_is_given_back_whole_and_not_20_seconds(ann: User, ben: User) -> None:
    opened = table([ann, ben], decide_seconds=10)
    now = first_hand(opened)
    play.pause(opened.pk, by=None, now=now + seconds(9))
    play.resume(opened.pk, by=None, now=now + seconds(60))
    opened.refresh_from_db()
    assert opened.deadline_at == now + seconds(70)


def test_D3_an_action_while_paused_is_a_409(ann: User, opened: Table) -> None:
    now = first_hand(opened)
    play.pause(opened.pk, by=None, now=now)
    with pytest.raises(Conflict) as refused:
        act(opened, ann, "bet", now=now, amount=500)
    assert refused.value.code == "paused"


def test_D3_after_an_outage_the_sweep_gives_the_time_back_and_times_nobody_out(opened: Table) -> None:
    now = first_hand(opened)
    sweeps.sweep_once(now + seconds(5))
    back = now + seconds(300)
    assert sweeps.sweep_once(back) == 0
    opened.refresh_from_db()
    assert opened.seats.filter(away=True).count() == 0
    assert opened.deadline_at == back + seconds(40)
    assert kinds(opened, opened.decision_seq) == ["ClockExtended"]
    assert sweeps.sweep_once(back + seconds(1)) == 0
    opened.refresh_from_db()
    assert opened.deadline_at == back + seconds(40)
    assert_replays(opened)


def test_D3_two_sweepers_after_an_outage_give_the_time_back_once(opened: Table) -> None:
    now = first_hand(opened)
    pulse(now + seconds(5))
    since, back = now + seconds(5), now + seconds(300)
    assert play.give_time_back(opened.pk, since=since, now=back)
    play.give_time_back(opened.pk, since=since, now=back)
    opened.refresh_from_db()
    assert opened.deadline_at == back + seconds(40)


def test_D3_a_late_action_after_an_outage_is_in_time_again(ann: User, opened: Table) -> None:
    now = first_hand(opened)
    pulse(now)
    view = act(opened, ann, "bet", now=now + seconds(120), amount=500)
    assert view["to_act"] == [2]
    assert opened.seats.get(number=1).away is False


@pytest.mark.parametrize("jump", [3, -3, 3600, -3600])
def test_D3_a_clock_that_jumps_by_more_than_two_seconds_times_nobody_out(
    opened: Table, jump: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeps, "_watch", sweeps.Watch())
    now = first_hand(opened)
    sweeps.sweep_once(now + seconds(44), ticks=1000.0)
    after = now + seconds(44.25 + jump)
    assert sweeps.sweep_once(after, ticks=1000.25) == 0
    opened.refresh_from_db()
    assert opened.deadline_at is not None
    assert opened.deadline_at >= after + seconds(20)
    assert opened.seats.filter(away=True).count() == 0
    # The times of a log never go back (L2).
    assert_replays(opened)


def test_D3_a_clock_that_runs_true_is_left_alone(opened: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeps, "_watch", sweeps.Watch())
    now = first_hand(opened)
    sweeps.sweep_once(now + seconds(44), ticks=1000.0)
    assert sweeps.sweep_once(now + seconds(47), ticks=1003.0) == 1


def test_a_bot_thinks_between_four_tenths_and_two_seconds_at_its_tables_pace(ann: User) -> None:
    for pace, scope in ((1.0, "NORMAL00"), (0.5, "HALFPACE")):
        opened = table(["steady", ann], bot_pace=pace, scope=scope)
        now = first_hand(opened)
        assert opened.due_at is not None
        wait = (opened.due_at - now).total_seconds()
        assert 0.4 * pace <= wait <= 2.0 * pace


def test_a_broken_table_does_not_stop_the_clock_of_the_others(ann: User, ben: User) -> None:
    broken, sound = table([ann, ben]), table(["steady", "bold"], scope="ANOTHER0", seed=2)
    Table.objects.filter(pk=broken.pk).update(state={})
    assert sweeps.sweep_once(START + seconds(15)) == 1
    sound.refresh_from_db()
    assert sound.hand_number == 1
    # Nor does it after an outage, when every clock is given its time back.
    sweeps.sweep_once(START + seconds(500))
    assert sweeps.sweep_once(START + seconds(501)) == 1


def test_H3_a_table_in_play_has_a_deadline_or_is_paused_or_held(ann: User, ben: User, stacked: Stack) -> None:
    stacked(PLAIN_HAND)
    opened = table([ann, ben])
    now = first_hand(opened)
    play.hold(opened.pk, by=None, after_hand=1, now=now)
    for who, kind, fields in (
        (ann, "bet", 500),
        (ben, "bet", 500),
        (ann, "stand", None),
        (ben, "stand", None),
    ):
        opened.refresh_from_db()
        assert opened.deadline_at is not None
        act(opened, who, kind, now=now, amount=fields)
    opened.refresh_from_db()
    assert (opened.phase, opened.due_at) == ("between", None)
    play.release(opened.pk, by=None, now=now + seconds(100))
    opened.refresh_from_db()
    assert opened.due_at == now + seconds(105)
    assert sweeps.sweep_once(now + seconds(105)) == 1
    opened.refresh_from_db()
    assert opened.hand_number == 2
    assert_replays(opened)
