"""What a tournament comes to: how entries left, their places, the prizes paid out, and the end."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

from accounts import ledger
from tables.models import Seat
from tables.selectors import results_of, tables_of
from tournaments import draws, registration, setup
from tournaments.format import advancement, prizes
from tournaments.format.advancement import Ranked, RoundResult, SeatResult, TableResult
from tournaments.models import Entry, Round, Tournament
from tournaments.record import note

_CONFIRMED = Entry.Payment.CONFIRMED


def table_results(round_: Round) -> tuple[TableResult, ...]:
    """The finished tables of a round, as the format reads them."""
    numbers = dict(round_.tournament.entries.values_list("pk", "number"))
    return tuple(
        TableResult(table.number, tuple(_seat_result(line, numbers) for line in results_of(table)))
        for table in tables_of(round_.pk)
        if table.finished_at is not None
    )


def _seat_result(line: Mapping[str, Any], numbers: Mapping[int, int]) -> SeatResult:
    return SeatResult(
        entry_number=numbers[line["entry_id"]],
        seat=line["seat"],
        place=line["place"],
        out_hand=line["out_hand"],
        chips=line["chips"],
        chips_before_hand=line["chips_before_hand"],
        cause="disqualified" if line["disqualified"] else line["cause"] or "",
    )


def record_exits(tournament: Tournament, round_: Round, going_on: Collection[int]) -> None:
    """Writes how everybody left a round, and the places of who is out. Under the tournament's lock."""
    exits = {
        seat.entry_number: _exit_of(round_, table, seat)
        for table in table_results(round_)
        for seat in table.seats
    }
    entries = list(tournament.entries.filter(number__in=exits))
    for entry in entries:
        entry.exit = exits[entry.number]
        entry.chips = entry.exit["chips"]
        if entry.number not in going_on:
            entry.standing = Entry.Standing.ELIMINATED
    Entry.objects.bulk_update(entries, ["exit", "chips", "standing"])
    _write_places(tournament, ranked(tournament, going_on))


def _exit_of(round_: Round, table: TableResult, seat: SeatResult) -> dict[str, Any]:
    return {
        "round": round_.number,
        "table": table.number,
        "seat": seat.seat,
        "place": seat.place,
        "hand": seat.out_hand,
        "chips": seat.chips,
        "chips_before": seat.chips_before_hand,
        "cause": seat.cause,
    }


def ranked(tournament: Tournament, still_in: Collection[int]) -> tuple[Ranked, ...]:
    """The ranking of all who are out, best first; `still_in` are the numbers of those who are not."""
    closed = tournament.rounds.filter(status=Round.Status.CLOSED).order_by("number")
    results = [RoundResult(round_.number, table_results(round_)) for round_ in closed]
    return advancement.ranking(results, still_in=still_in)


def _write_places(tournament: Tournament, lines: Iterable[Ranked]) -> None:
    places = {line.entry_number: line for line in lines}
    entries = list(tournament.entries.filter(number__in=places))
    for entry in entries:
        entry.place = places[entry.number].place
        entry.place_shared = places[entry.number].shared
    Entry.objects.bulk_update(entries, ["place", "place_shared"])


def finish(tournament: Tournament, going_on: Collection[int], *, now: datetime) -> None:
    """The end: champion, places, prizes paid, the last secrets shown. Under the tournament's lock.

    `going_on` is whoever alone was left to go on from the last round, who then is the champion; mostly it is
    empty, and the ranking of the final says who is.
    """
    lines = ranked(tournament, going_on)
    last = tournament.rounds.order_by("number").last()
    lines = tuple(Ranked(number, 1, False, last.number) for number in going_on) + lines
    _write_places(tournament, lines)
    tournament.entries.filter(place=1).update(standing=Entry.Standing.ADVANCED)
    amounts_cents = _house_money_in(tournament, now=now)
    _pay_out(tournament, prizes.pay(amounts_cents, lines), now=now)
    draws.reveal_all(tournament, now=now)
    tournament.status, tournament.finished_at = Tournament.Status.FINISHED, now
    tournament.save(update_fields=["status", "finished_at"])
    champions = [line.entry_number for line in lines if line.place == 1]
    note(tournament, "finished", by=None, now=now, champions=champions, prizes_cents=list(amounts_cents))


def prize_list(tournament: Tournament) -> tuple[int, ...]:
    """What each paid place is worth with the entries confirmed so far, first place first, in cents."""
    structure = setup.structure_of(tournament)
    entries = tournament.entries.filter(payment=_CONFIRMED).count()
    if not structure.currency or not entries:
        return ()
    return structure.prize_list(structure.pool(entries).total_cents, entries)


def _house_money_in(tournament: Tournament, *, now: datetime) -> tuple[int, ...]:
    """Adds what the house owes to the pool (added money, overlay, fixed prizes); returns the prize list."""
    amounts_cents = prize_list(tournament)
    collected_cents = tournament.buy_in_cents * tournament.entries.filter(payment=_CONFIRMED).count()
    house_cents = sum(amounts_cents) - collected_cents
    if amounts_cents and house_cents:
        _post(tournament, "house_money", [("house", -house_cents), (_pool(tournament), house_cents)], now)
    return amounts_cents


def _pay_out(tournament: Tournament, prizes_cents: Mapping[int, int], *, now: datetime) -> None:
    """Moves prizes, by entry number, from the pool to the players' accounts, all in one posting."""
    winners = list(tournament.entries.filter(number__in=prizes_cents).order_by("number"))
    for entry in winners:
        entry.prize_cents = prizes_cents[entry.number]
    Entry.objects.bulk_update(winners, ["prize_cents"])
    lines = [(f"player:{entry.user_id}", entry.prize_cents) for entry in winners]
    if lines:
        _post(tournament, "prizes", [(_pool(tournament), -sum(prizes_cents.values())), *lines], now)


def _pool(tournament: Tournament) -> str:
    return f"pool:{tournament.public_id}"


def _post(tournament: Tournament, kind: str, lines: list[tuple[str, int]], now: datetime) -> None:
    """One posting of this kind for a tournament: its key makes a second one impossible."""
    ledger.post(
        key=f"{kind}:{tournament.public_id}",
        kind=kind,
        currency=tournament.currency,
        lines=lines,
        scope=tournament.public_id,
        now=now,
    )


def pay_abandoned(tournament: Tournament, *, now: datetime) -> None:
    """Money of a tournament called off after its start, by the published rule. Under the tournament's lock.

    With no round closed everybody gets back all he paid; later the places that are fixed keep their prizes
    and the others share what is open.
    """
    rounds_closed = tournament.rounds.filter(status=Round.Status.CLOSED).count()
    paid = list(tournament.entries.filter(payment=_CONFIRMED).order_by("number"))
    if rounds_closed == 0:
        for entry in paid:
            registration.give_back(tournament, entry, now=now)
        return
    out = _out_for_good(tournament)
    remaining = [entry.number for entry in paid if entry.number not in {line.entry_number for line in out}]
    settled = prizes.abandonment(
        rounds_closed=rounds_closed,
        payments=[],
        amounts_cents=_house_money_in(tournament, now=now),
        fixed=out,
        remaining=remaining,
    )
    _pay_out(tournament, settled.prizes, now=now)


def _out_for_good(tournament: Tournament) -> list[Ranked]:
    """Whose place is fixed: those out in closed rounds and, in the final, whoever is out already."""
    in_play = tournament.rounds.exclude(status=Round.Status.CLOSED).first()
    still_in = [line[0] for line in in_play.seating] if in_play else []
    out = list(ranked(tournament, still_in))
    if in_play and in_play.is_final:
        seats = Seat.objects.filter(table__round=in_play).exclude(out_hand=None).select_related("entry")
        out += [Ranked(seat.entry.number, seat.place, False, in_play.number) for seat in seats]
    return out
