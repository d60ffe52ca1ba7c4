"""Rounds from draw to champion: who sits where, what starts when, who goes on, what is paid."""

from datetime import timedelta

import pytest

from accounts import ledger
from accounts.models import User
from accounts.refusals import BadValue, Conflict, NotFound
from blackjack import Action, shoe
from tables import play
from tables.models import Seat, Table
from tests.builders import NOW, make_user
from tests.tournaments.builders import (
    MONEY,
    QUICK,
    draw_and_start,
    enter,
    enter_and_pay,
    entropy,
    fill_with_bots,
    make_draft,
    make_open,
    play_on,
    reread,
)
from tournaments import control, rounds, setup, sweeps
from tournaments.format import seating
from tournaments.format.advancement import GoesOn
from tournaments.format.prizes import split_equally
from tournaments.invariants import check_tournament
from tournaments.models import Entry, Round, Tournament

pytestmark = pytest.mark.django_db

Status = Tournament.Status


def act(story, tournament: Tournament, **more):
    return story(tournament.public_id, by=tournament.organiser, now=NOW, entropy=entropy, **more)


def faults(tournament: Tournament) -> list[str]:
    return check_tournament(reread(tournament), list(tournament.entries.order_by("number")))


def sweep(now=NOW) -> int:
    return sweeps.sweep_once(now, entropy=entropy)


# Set-up


def test_terms_are_frozen_and_hashed_when_registration_opens() -> None:
    draft = make_draft(capacity=14)
    setup.change(draft.public_id, by=draft.organiser, fields={"name": "Renamed", "capacity": 21}, now=NOW)
    tournament = act(setup.publish, draft)
    assert (tournament.status, tournament.terms["name"]) == (Status.REGISTERING, "Renamed")
    assert tournament.terms["structure"]["capacity"] == 21
    assert tournament.terms_hash == setup.hash_of(tournament.terms)
    with pytest.raises(Conflict):
        setup.change(draft.public_id, by=draft.organiser, fields={"capacity": 7}, now=NOW)


def test_a_preset_that_needs_what_is_not_built_says_so_and_stays_a_draft() -> None:
    draft = make_draft(preset="zimbler_heats")
    with pytest.raises(Conflict) as refused:
        act(setup.publish, draft)
    assert refused.value.code == "not_built_yet"
    assert "box 1" in str(refused.value)
    assert reread(draft).status == Status.DRAFT


def test_an_announced_tournament_can_still_be_changed() -> None:
    draft = make_draft()
    act(setup.announce, draft)
    changed = setup.change(draft.public_id, by=draft.organiser, fields={"venue": "Back room"}, now=NOW)
    assert (changed.status, changed.venue) == (Status.ANNOUNCED, "Back room")


# The draw


def test_R4_the_draw_sheet_follows_from_the_secret_committed_to_before_registration() -> None:
    tournament = make_open(**QUICK)
    commitment = tournament.draw_secrets.get(round_number=1, kind="seats").commitment
    fill_with_bots(tournament, 15)
    round_ = act(rounds.draw_seats, tournament)
    secret = tournament.draw_secrets.get(round_number=1, kind="seats")
    assert secret.commitment == commitment
    revealed = bytes.fromhex(secret.revealed)
    assert shoe.draw_commitment(revealed).hex() == commitment
    label = seating.seats_label(tournament.public_id, 1)
    sheet = seating.draw_seats(revealed, label, range(1, 16), 7)
    assert [line[:3] for line in round_.seating] == [[s.entry_number, s.table, s.seat] for s in sheet]
    assert sorted(line[1] for line in round_.seating) == [1] * 5 + [2] * 5 + [3] * 5
    assert tournament.draw_secrets.get(round_number=1, kind="lots").revealed == ""


def test_only_confirmed_entries_are_drawn() -> None:
    tournament = make_open(**MONEY, **QUICK)
    paid = [enter_and_pay(tournament) for _ in range(2)]
    enter(tournament)
    round_ = act(rounds.draw_seats, tournament)
    assert sorted(line[0] for line in round_.seating) == [entry.number for entry in paid]
    assert reread(tournament).taken == 2


def test_input_71_one_player_is_no_tournament_and_registration_stays_open() -> None:
    tournament = make_open()
    enter(tournament)
    with pytest.raises(Conflict) as refused:
        act(rounds.draw_seats, tournament)
    assert refused.value.code == "too_few_entries"
    assert reread(tournament).status == Status.REGISTERING


def test_the_draw_waits_for_the_minimum_field() -> None:
    tournament = make_open(min_entries=3)
    fill_with_bots(tournament, 2)
    with pytest.raises(Conflict):
        act(rounds.draw_seats, tournament)


# The start


def test_input_71_a_second_start_is_a_conflict_and_changes_nothing() -> None:
    tournament = make_open(**QUICK)
    fill_with_bots(tournament, 2)
    act(rounds.draw_seats, tournament)
    act(rounds.start_round, tournament)
    with pytest.raises(Conflict) as refused:
        act(rounds.start_round, tournament)
    assert refused.value.code == "no_round_ready"
    assert tournament.rounds.get().status == Round.Status.PLAYING


def test_input_71_a_start_with_an_unpaid_seated_entry_is_a_conflict() -> None:
    tournament = make_open(**QUICK)
    entries = fill_with_bots(tournament, 2)
    act(rounds.draw_seats, tournament)
    Entry.objects.filter(pk=entries[0].pk).update(payment=Entry.Payment.HELD)
    with pytest.raises(Conflict) as refused:
        act(rounds.start_round, tournament)
    assert refused.value.code == "unpaid_entry"
    assert tournament.rounds.get().status == Round.Status.READY


def test_tables_open_one_a_transaction_and_a_crash_resumes_at_the_next() -> None:
    tournament = make_open(**QUICK)
    fill_with_bots(tournament, 21)
    act(rounds.draw_seats, tournament)
    round_ = act(rounds.start_round, tournament)
    assert rounds.open_next_table(round_.pk, now=NOW, entropy=entropy)
    assert tournament.rounds.get().tables_opened == 1
    sweep()
    tables = Table.objects.filter(round=round_).order_by("number")
    assert [table.number for table in tables] == [1, 2, 3]
    assert not rounds.open_next_table(round_.pk, now=NOW, entropy=entropy)
    seated = {
        (seat.table.number, seat.number): seat.entry.number for table in tables for seat in table.seats.all()
    }
    assert seated == {(table, seat): entry for entry, table, seat, _stack in tournament.rounds.get().seating}


def test_R4_the_first_button_of_a_table_is_drawn_by_the_rounds_lots() -> None:
    tournament = make_open(**QUICK)
    fill_with_bots(tournament, 7)
    draw_and_start(tournament)
    play_on(tournament)
    lots = bytes.fromhex(tournament.draw_secrets.get(round_number=1, kind="lots").revealed)
    label = seating.button_label(tournament.public_id, 1, 1)
    assert Table.objects.get().state["rules"]["is_final"] is True
    assert seating.first_button(lots, label, range(1, 8)) == first_button(Table.objects.get())


def first_button(table: Table) -> int:
    return table.events.get(kind="TableOpened").public["button"]


@pytest.mark.parametrize(("entries", "status"), [(1, Status.CANCELLED), (2, Status.RUNNING)])
def test_a_tournament_with_auto_start_begins_at_its_hour_or_is_cancelled_for_want_of_players(
    entries: int, status: str
) -> None:
    starts_at = NOW + timedelta(hours=1)
    tournament = make_open(auto_start=True, starts_at=starts_at, **QUICK)
    fill_with_bots(tournament, entries)
    sweep(starts_at - timedelta(seconds=1))
    assert reread(tournament).status == Status.REGISTERING
    sweep(starts_at)
    assert reread(tournament).status == status


def test_M5_a_field_too_small_at_the_hour_is_refunded_in_full_and_unpaid_holds_do_not_count() -> None:
    starts_at = NOW + timedelta(hours=1)
    tournament = make_open(auto_start=True, starts_at=starts_at, min_entries=3, **MONEY, **QUICK)
    paid = [enter_and_pay(tournament) for _ in range(2)]
    enter(tournament)
    sweep(starts_at)
    tournament = reread(tournament)
    assert (tournament.status, tournament.taken) == (Status.CANCELLED, 0)
    assert [reread(entry).payment for entry in paid] == [Entry.Payment.REFUNDED] * 2
    assert ledger.balance("desk", "EUR") == ledger.balance(f"pool:{tournament.public_id}", "EUR") == 0
    assert (ledger.check(), faults(tournament)) == ([], [])


def test_a_tournament_that_would_start_by_itself_in_the_past_is_not_published() -> None:
    draft = make_draft(auto_start=True, starts_at=NOW - timedelta(minutes=1))
    with pytest.raises(Conflict) as refused:
        setup.publish(draft.public_id, by=draft.organiser, now=NOW, entropy=entropy)
    assert refused.value.code == "start_has_passed"
    assert reread(draft).status == Status.DRAFT


def test_a_tournament_without_auto_start_waits_for_its_organiser() -> None:
    tournament = make_open(starts_at=NOW + timedelta(hours=1), **QUICK)
    fill_with_bots(tournament, 2)
    sweep(NOW + timedelta(days=1))
    assert reread(tournament).status == Status.REGISTERING


# The close


def test_a_round_is_not_closed_while_a_table_is_in_play() -> None:
    tournament = make_open(**QUICK)
    fill_with_bots(tournament, 8)
    draw_and_start(tournament)
    round_ = tournament.rounds.get()
    assert not rounds.close_round(round_.pk, now=NOW, entropy=entropy)
    play.advance(Table.objects.order_by("number").first().pk, now=NOW)
    assert not rounds.close_round(round_.pk, now=NOW, entropy=entropy)
    assert tournament.rounds.get().status == Round.Status.PLAYING


def test_E2_E3_a_closed_round_sends_the_first_two_of_each_table_on_and_places_the_others() -> None:
    tournament = make_open(**{**QUICK, "break_seconds": 600})
    fill_with_bots(tournament, 21)
    draw_and_start(tournament)
    play_on(tournament)
    first, final = tournament.rounds.order_by("number")
    assert (first.status, final.status, final.is_final) == ("closed", "ready", True)
    assert final.due_at == NOW + timedelta(seconds=600)
    on = set(tournament.entries.filter(standing="advanced").values_list("number", flat=True))
    assert on == {line[0] for line in final.seating}
    assert len(on) == 6
    assert {line[3] for line in final.seating} == {100_000}
    out = tournament.entries.filter(standing="eliminated")
    assert min(entry.place for entry in out) == 7
    assert all(entry.exit["round"] == 1 for entry in out)
    assert faults(tournament) == []


def test_the_next_round_starts_by_itself_after_the_break_and_not_before() -> None:
    tournament = make_open(**{**QUICK, "break_seconds": 600})
    fill_with_bots(tournament, 8)
    draw_and_start(tournament)
    play_on(tournament)
    sweep(NOW + timedelta(seconds=599))
    assert tournament.rounds.get(number=2).status == Round.Status.READY
    sweep(NOW + timedelta(seconds=600))
    assert tournament.rounds.get(number=2).status == Round.Status.PLAYING


def test_M4_a_finished_tournament_has_a_champion_every_place_and_an_empty_pool() -> None:
    tournament = make_open(**MONEY, **QUICK)
    entries = fill_with_bots(tournament, 14)
    draw_and_start(tournament)
    play_on(tournament)
    tournament = reread(tournament)
    assert tournament.status == Status.FINISHED
    ranked = list(tournament.entries.order_by("place"))
    assert ranked[0].place == 1
    assert [entry.prize_cents for entry in ranked[:4]] == [17_500, 10_500, 7_000, 0]
    for entry in ranked[:3]:
        assert ledger.balance(f"player:{entry.user_id}", "EUR") == entry.prize_cents
    assert ledger.balance(f"pool:{tournament.public_id}", "EUR") == 0
    assert ledger.balance(f"fee:{tournament.public_id}", "EUR") == 300 * len(entries)
    assert all(secret.revealed for secret in tournament.draw_secrets.all())
    assert faults(tournament) == []
    assert ledger.check() == []


def test_M4_the_house_adds_what_a_guarantee_lacks_and_its_fixed_prizes() -> None:
    tournament = make_open(
        **MONEY, **QUICK, guarantee_cents=10_000, added_cents=1_000, fixed_prizes_cents=[500]
    )
    fill_with_bots(tournament, 2)
    draw_and_start(tournament)
    play_on(tournament)
    assert [entry.prize_cents for entry in tournament.entries.order_by("place")] == [6_500, 4_000]
    assert ledger.balance("house", "EUR") == 5_000 - 10_500
    assert faults(tournament) == []


def test_a_tournament_for_points_ends_without_a_posting() -> None:
    tournament = make_open(**QUICK)
    fill_with_bots(tournament, 2)
    draw_and_start(tournament)
    play_on(tournament)
    assert reread(tournament).status == Status.FINISHED
    assert ledger.totals(tournament.public_id) == {}


def test_scenario_13_chips_kept_with_a_floor_are_what_the_next_round_starts_with() -> None:
    plans = [{"hands": 4, "elimination_hands": [2], "advance": 2}]
    final = {"chips": "keep_floor", "floor": 26_000, "hands": 4, "elimination_hands": [2], "minimum": 500}
    tournament = make_open(**{**QUICK, "plans": plans, "final": final, "break_seconds": 600})
    fill_with_bots(tournament, 14)
    draw_and_start(tournament)
    play_on(tournament)
    left_with = {
        entry.number: entry.exit["chips"] for entry in tournament.entries.filter(standing="advanced")
    }
    starts_with = {line[0]: line[3] for line in tournament.rounds.get(number=2).seating}
    assert starts_with == {number: max(26_000, chips) for number, chips in left_with.items()}
    assert any(chips > 26_000 for chips in left_with.values())


def test_wildcards_go_to_the_best_counts_of_the_others() -> None:
    plans = [{"hands": 4, "elimination_hands": [2], "advance": 1, "wildcards": 2}]
    tournament = make_open(**{**QUICK, "plans": plans, "break_seconds": 600}, min_entries=8)
    fill_with_bots(tournament, 14)
    draw_and_start(tournament)
    play_on(tournament)
    on = list(tournament.entries.filter(standing="advanced"))
    wild = [entry for entry in on if entry.exit["place"] > 1]
    assert (len(on), len(wild)) == (4, 2)
    best_out = max(entry.exit["chips"] for entry in tournament.entries.filter(standing="eliminated"))
    assert min(entry.exit["chips"] for entry in wild) >= best_out


# Pause, void, cancel


def started(user: User | None = None, count: int = 8, **fields) -> Tournament:
    tournament = make_open(**{**MONEY, **QUICK, "break_seconds": 600, **fields})
    fill_with_bots(tournament, count)
    if user:
        enter_and_pay(tournament, user)
    draw_and_start(tournament)
    return reread(tournament)


def test_a_pause_stops_every_table_and_new_rounds_and_resume_lets_them_go_on() -> None:
    tournament = started()
    act(control.pause, tournament)
    assert all(table.paused_at == NOW for table in Table.objects.all())
    assert not any(play.advance(table.pk, now=NOW + timedelta(hours=1)) for table in Table.objects.all())
    with pytest.raises(Conflict):
        act(control.pause, tournament)
    act(control.resume, tournament)
    assert all(table.paused_at is None for table in Table.objects.all())
    with pytest.raises(Conflict):
        act(control.resume, tournament)
    play_on(tournament, NOW + timedelta(hours=1))
    act(control.pause, tournament)
    sweep(NOW + timedelta(days=1))
    assert tournament.rounds.get(number=2).status == Round.Status.READY


def test_a_table_paused_by_itself_is_resumed_with_the_tournament() -> None:
    tournament = started()
    first = Table.objects.order_by("pk").first()
    play.pause(first.pk, by=tournament.organiser, now=NOW)
    act(control.pause, tournament)
    act(control.resume, tournament)
    assert all(table.paused_at is None for table in Table.objects.all())


def test_M5_cancelled_before_the_start_everybody_nets_to_zero() -> None:
    tournament = make_open(**MONEY, **QUICK)
    fill_with_bots(tournament, 3)
    enter(tournament)
    act(rounds.draw_seats, tournament)
    act(control.cancel, tournament, reason="No dealer")
    assert reread(tournament).status == Status.CANCELLED
    scope = tournament.public_id
    assert [ledger.balance(code, "EUR") for code in ("desk", f"pool:{scope}", f"fee:{scope}")] == [0, 0, 0]
    assert faults(tournament) == []
    with pytest.raises(Conflict):
        act(control.cancel, tournament)


def test_M5_cancelled_in_round_1_everybody_gets_back_all_he_paid() -> None:
    tournament = started()
    act(control.cancel, tournament)
    assert all(table.is_over for table in Table.objects.all())
    assert ledger.balance("desk", "EUR") == 0
    assert set(tournament.entries.values_list("payment", flat=True)) == {"refunded"}
    assert faults(tournament) == []


def test_M5_cancelled_after_round_1_those_still_in_share_the_open_prizes_and_the_fee_stays() -> None:
    tournament = started(count=14)
    play_on(tournament)
    act(control.cancel, tournament)
    still_in = tournament.entries.filter(standing="advanced").order_by("number")
    # 14 entries of 25.00 pay three places; the four still in share all of it, the odd cents by lowest number.
    assert [entry.prize_cents for entry in still_in] == [8_750] * 4
    assert sum(tournament.entries.values_list("prize_cents", flat=True)) == 35_000
    assert ledger.balance(f"fee:{tournament.public_id}", "EUR") == 14 * 300
    assert ledger.balance(f"pool:{tournament.public_id}", "EUR") == 0
    assert faults(tournament) == []


def test_M5_in_the_final_whoever_is_out_keeps_his_prize_and_the_others_share_the_rest() -> None:
    tournament = started(
        count=8,
        break_seconds=0,
        between_seconds=1,
        between_elimination_seconds=1,
        payouts=[{"shares": [40, 30, 20, 10]}],
    )
    now = NOW
    final = Seat.objects.filter(table__round__number=2)
    while not final.exclude(out_hand=None).exists():
        now += timedelta(seconds=1)
        play_on(tournament, now)
    out = {seat.entry_id: seat.place for seat in final.exclude(out_hand=None)}
    control.cancel(tournament.public_id, by=tournament.organiser, now=now, entropy=entropy)
    worth = dict(zip(range(1, 5), (8_000, 6_000, 4_000, 2_000), strict=True))
    fixed = {entry: worth[place] for entry, place in out.items()}
    in_final = tournament.entries.filter(round_reached=2)
    assert {entry.pk: entry.prize_cents for entry in in_final if entry.pk in out} == fixed
    shares = [entry.prize_cents for entry in in_final.order_by("number") if entry.pk not in out]
    assert shares == list(split_equally(20_000 - sum(fixed.values()), range(len(shares))).values())
    assert faults(tournament) == []


def test_a_hand_is_voided_by_table_number_with_a_reason_in_the_journal() -> None:
    person = make_user()
    tournament = started(person, count=3)
    play_on(tournament)
    table = Table.objects.get()
    bet = Action("bet", amount=1_000)
    play.act(table.public_id, user=person, action=bet, seq=table.decision_seq, arrived_at=NOW, now=NOW)
    control.void_hand(tournament.public_id, table=1, by=tournament.organiser, reason="Wrong card", now=NOW)
    assert table.events.filter(kind="HandVoided").count() == 1
    assert tournament.journal.get(kind="hand_voided").details["reason"] == "Wrong card"
    with pytest.raises(NotFound):
        control.void_hand(tournament.public_id, table=2, by=tournament.organiser, reason="No", now=NOW)


def test_a_hand_is_not_voided_without_a_reason() -> None:
    tournament = started(make_user(), count=3)
    play.advance(Table.objects.get().pk, now=NOW)
    with pytest.raises(BadValue):
        control.void_hand(tournament.public_id, table=1, by=tournament.organiser, reason="", now=NOW)
    assert not tournament.journal.filter(kind="hand_voided").exists()


@pytest.mark.parametrize("left", [1, 0])
def test_with_kept_chips_whoever_alone_can_go_on_is_the_champion(
    left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = make_open(**MONEY, **QUICK)
    fill_with_bots(tournament, 8)
    draw_and_start(tournament)
    number = 5
    going_on = (GoesOn(number, 1_000, "place"),) * left
    monkeypatch.setattr("tournaments.rounds._who_goes_on", lambda *_: going_on)
    play_on(tournament)
    assert reread(tournament).status == Status.FINISHED
    champion = tournament.entries.get(place=1)
    assert champion.standing == Entry.Standing.ADVANCED
    if left:
        assert champion.number == number
    assert faults(tournament) == []


def test_a_round_set_to_start_at_an_hour_starts_then() -> None:
    tournament = make_open(**QUICK)
    fill_with_bots(tournament, 2)
    act(rounds.draw_seats, tournament)
    at = NOW + timedelta(minutes=5)
    rounds.schedule_start(tournament.public_id, at=at, now=NOW)
    sweep(at - timedelta(seconds=1))
    assert reread(tournament).status == Status.DRAWN
    sweep(at)
    assert reread(tournament).status == Status.RUNNING
    with pytest.raises(Conflict):
        rounds.schedule_start(tournament.public_id, at=at, now=at)


def test_an_unlisted_tournament_has_tables_that_strangers_cannot_watch() -> None:
    tournament = make_open(unlisted=True, **QUICK)
    fill_with_bots(tournament, 2)
    draw_and_start(tournament)
    assert not Table.objects.get().public
