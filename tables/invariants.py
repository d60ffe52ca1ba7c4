"""Whether the tables are as they must be: logs, replay, chips, seats and clocks (invariants.md 1)."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count

from blackjack import TableState
from tables import log
from tables.models import Seat, Table

#: No deadline stays open longer than this after it is due, unless its table is paused (D1).
MOST_OVERDUE = timedelta(seconds=60)


def check(*, now: datetime) -> tuple[list[str], dict[str, int]]:
    """Every way in which a table is not as it must be, in words, and how much was looked at."""
    ids = list(Table.objects.order_by("pk").values_list("pk", flat=True))
    violations = _doubly_seated()
    events = 0
    for table_id in ids:
        with transaction.atomic():
            # Locked, so that a table in play is not read half-way through a hand's last act.
            table = Table.objects.select_for_update().get(pk=table_id)
            events += table.seq
            violations += [f"table {table.public_id}: {fault}" for fault in check_table(table, now=now)]
    return violations, {"tables": len(ids), "events": events}


def check_table(table: Table, *, now: datetime) -> list[str]:
    """The faults of one table. Under its lock."""
    state = TableState.from_json(table.state)
    faults = [f"L: {fault}" for fault in log.verify(table)]
    if not state.chips_check():
        faults.append("C1: seats, open bets and bank are not the chips issued")
    return faults + _faults_of_hands(table) + _faults_of_clock(table, state, now)


def _faults_of_hands(table: Table) -> list[str]:
    """C1 and H5 from the log: each settled stack is the stack before and the change, and is settled once."""
    faults = []
    before: dict[str, int] = {}
    settled: set[tuple[int, int]] = set()
    attempt = 1
    for event in log.events_after(table, 0, None):
        hand, public = event["hand"], event["public"]
        if event["kind"] == "HandStarted":
            before, attempt = public["stacks"], public["attempt"]
        if event["kind"] == "Ruling" and public["effect"]["kind"] == "correct":
            # Before the seat's bet: the hand counts from the corrected stack.
            before[str(event["seat"])] = before.get(str(event["seat"]), 0) + public["effect"]["amount"]
        if event["kind"] != "HandSettled":
            continue
        if (hand, attempt) in settled:
            faults.append(f"H5: hand {hand} was settled twice")
        settled.add((hand, attempt))
        for seat in public["seats"]:
            if seat["stack"] != before[str(seat["seat"])] + seat["change"]:
                faults.append(f"C1: seat {seat['seat']} does not add up in hand {hand}")
    return faults


def _faults_of_clock(table: Table, state: TableState, now: datetime) -> list[str]:
    """H3 and D1: a table in play has a clock, is paused or is held; and its clock is looked at in time."""
    if table.is_over:
        return [] if table.due_at is None else ["H3: a table that is over is due"]
    waits = table.due_at is not None
    if not waits and not state.paused and not state.is_held:
        return ["H3: a table in play has no clock, and is neither paused nor held"]
    if table.due_at is not None and now - table.due_at > MOST_OVERDUE:
        return [f"D1: the table has been due since {table.due_at.isoformat()}"]
    return []


def _doubly_seated() -> list[str]:
    """E1: one live seat per player and scope."""
    seats = Seat.objects.filter(live=True, user__isnull=False).values("scope", "user_id")
    doubles = seats.annotate(seats=Count("pk")).filter(seats__gt=1)
    return [f"E1: user {row['user_id']} has {row['seats']} live seats in {row['scope']}" for row in doubles]
