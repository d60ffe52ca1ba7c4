"""Whether tournaments are as they must be: entries, places, money, draws and terms (invariants.md 1)."""

from collections import Counter
from collections.abc import Iterable, Mapping

from accounts import crypto, ledger
from blackjack import shoe
from tournaments import draws, ranking, registration, setup
from tournaments.format import seating
from tournaments.models import DrawSecret, Entry, Round, Tournament

_Status = Tournament.Status
_Standing = Entry.Standing
_OPEN = (Entry.Payment.HELD, Entry.Payment.CONFIRMED)
_OVER = (_Status.FINISHED, _Status.CANCELLED)


def check() -> tuple[list[str], dict[str, int]]:
    """Every way in which a tournament is not as it must be, in words, and how much was looked at."""
    violations: list[str] = []
    looked_at: Counter[str] = Counter()
    for tournament in Tournament.objects.order_by("pk"):
        entries = list(tournament.entries.order_by("number"))
        looked_at += Counter({"tournaments": 1, "entries": len(entries)})
        faults = check_tournament(tournament, entries)
        violations += [f"tournament {tournament.public_id}: {fault}" for fault in faults]
    return violations, {"tournaments": looked_at["tournaments"], "entries": looked_at["entries"]}


def check_tournament(tournament: Tournament, entries: list[Entry]) -> list[str]:
    """The faults of one tournament."""
    return [
        *_faults_of_entries(tournament, entries),
        *_faults_of_places(tournament, entries),
        *_faults_of_ranking(tournament, entries),
        *_faults_of_money(tournament, entries),
        *_faults_of_draws(tournament),
        *_faults_of_terms(tournament),
    ]


def _faults_of_entries(tournament: Tournament, entries: list[Entry]) -> Iterable[str]:
    """E2 and E4: places counted right, each paid once or waived, each entrant in exactly one place."""
    held = [entry for entry in entries if entry.payment in _OPEN]
    if tournament.taken != len(held):
        yield f"E4: {tournament.taken} places are counted, {len(held)} are taken"
    if len(held) > tournament.capacity:
        yield f"E4: {len(held)} places are taken of {tournament.capacity}"
    for entry in entries:
        paid_for = entry.paid_cents > 0 or entry.paid_by == "waiver"
        if entry.payment == Entry.Payment.CONFIRMED and not paid_for:
            yield f"E4: entry {entry.number} is confirmed without payment or waiver"
        if entry.payment not in _OPEN and entry.standing != _Standing.WITHDRAWN:
            yield f"E2: entry {entry.number} gave its place back and is {entry.standing}"
    yield from _faults_of_standings(tournament, held)


def _faults_of_standings(tournament: Tournament, entries: list[Entry]) -> Iterable[str]:
    """E2: who is seated sits in the round in play; who is out, and he alone, has a place and an exit."""
    if tournament.status not in (_Status.RUNNING, _Status.FINISHED):
        return
    in_play = tournament.rounds.filter(status=Round.Status.PLAYING).first()
    seated = {line[0] for line in in_play.seating} if in_play else set()
    for entry in entries:
        if (entry.standing == _Standing.SEATED) != (entry.number in seated):
            yield f"E2: entry {entry.number} is {entry.standing}, the draw sheet says otherwise"
        out = entry.standing == _Standing.ELIMINATED
        if out and (entry.place is None or entry.exit is None):
            yield f"E2: entry {entry.number} is eliminated without a place or without what caused it"
        if entry.place is not None and not out and entry.place != 1:
            yield f"E2: entry {entry.number} has place {entry.place} and is {entry.standing}"


def _faults_of_places(tournament: Tournament, entries: list[Entry]) -> Iterable[str]:
    """E3: the places are 1..N; a shared place says so and takes up as many places as share it."""
    places = sorted(entry.place for entry in entries if entry.place is not None)
    sharing = Counter(places)
    for entry in entries:
        if entry.place is not None and entry.place_shared != (sharing[entry.place] > 1):
            yield f"E3: place {entry.place} of entry {entry.number} says wrongly whether it is shared"
    if tournament.status != _Status.FINISHED:
        return
    confirmed = [entry for entry in entries if entry.payment == Entry.Payment.CONFIRMED]
    expected: list[int] = []
    while len(expected) < len(places):
        place = len(expected) + 1
        expected += [place] * max(1, sharing[place])
    if len(places) != len(confirmed) or places != expected:
        yield f"E3: the places of {len(confirmed)} entries are {places[:20]}"


def _faults_of_ranking(tournament: Tournament, entries: list[Entry]) -> Iterable[str]:
    """E3: the places follow from what happened at the tables; who alone was left to go on is first."""
    if tournament.status not in (_Status.RUNNING, _Status.FINISHED):
        return
    last = tournament.rounds.order_by("number").last()
    alone = tournament.status == _Status.FINISHED and last is not None and not last.is_final
    kept = [entry for entry in entries if entry.payment == Entry.Payment.CONFIRMED]
    still_in = {entry.number for entry in kept if entry.place is None or (alone and entry.place == 1)}
    follows = {line.entry_number: line.place for line in ranking.ranked(tournament, still_in)}
    for entry in kept:
        if entry.number not in still_in and follows.get(entry.number) != entry.place:
            yield f"E3: entry {entry.number} has place {entry.place}, not {follows.get(entry.number)}"


def _faults_of_money(tournament: Tournament, entries: list[Entry]) -> Iterable[str]:
    """M4 and M5: what came in is in the pool and the fee, or went out as prizes and refunds, to the cent."""
    scope, currency = tournament.public_id, tournament.currency
    if not currency:
        if ledger.totals(scope):
            yield "M4: money moved in a tournament for points"
        return
    moved = ledger.totals(scope)
    yield from _faults_of_single_entries(tournament, entries, moved)
    paid = [entry for entry in entries if entry.paid_cents]
    kept = [entry for entry in paid if entry.payment == Entry.Payment.CONFIRMED]
    shares = {
        "pool": tournament.buy_in_cents,
        "fee": tournament.fee_cents,
        "dealers": tournament.dealers_cents,
    }
    for name, each_cents in shares.items():
        if moved.get(("payment", f"{name}:{scope}"), 0) != each_cents * len(paid):
            yield f"M4: the payments to {name} are not those of {len(paid)} entries"
        if moved.get(("refund", f"{name}:{scope}"), 0) != -each_cents * (len(paid) - len(kept)):
            yield f"M5: the refunds from {name} are not those of {len(paid) - len(kept)} entries"
    prizes_cents = sum(entry.prize_cents for entry in entries)
    if -moved.get(("prizes", f"pool:{scope}"), 0) != prizes_cents:
        yield "M4: the prizes of the entries are not what left the pool"
    left_cents = ledger.balance(f"pool:{scope}", currency)
    if tournament.status in _OVER and left_cents:
        yield f"M4: {left_cents} cents are left in the pool of a tournament that is over"
    if tournament.status == _Status.FINISHED and sum(ranking.prize_list(tournament)) != prizes_cents:
        yield "M4: the prizes are not the pool"


def _faults_of_single_entries(
    tournament: Tournament, entries: list[Entry], moved: Mapping[tuple[str, str], int]
) -> Iterable[str]:
    """E4 and M4 of each entry: it paid the price, and who won was paid; `moved` is `ledger.totals`."""
    won_cents: Counter[str] = Counter()
    for entry in entries:
        if entry.paid_cents not in (0, registration.price_cents(tournament)):
            yield f"E4: entry {entry.number} paid {entry.paid_cents} cents, which is not the price"
        won_cents[f"player:{entry.user_id}"] += entry.prize_cents
    for account, cents in won_cents.items():
        if moved.get(("prizes", account), 0) != cents:
            yield f"M4: {account} was not paid the {cents} cents won"


def _faults_of_draws(tournament: Tournament) -> Iterable[str]:
    """R4: every secret was committed to, and every draw sheet follows from its secret."""
    for row in tournament.draw_secrets.all():
        secret = crypto.unseal(row.sealed)
        if shoe.draw_commitment(secret).hex() != row.commitment:
            yield f"R4: the secret '{row.kind}' of round {row.round_number} is not the one committed to"
        if row.revealed and row.revealed != secret.hex():
            yield f"R4: the secret '{row.kind}' of round {row.round_number} was revealed wrongly"
    seats = setup.structure_of(tournament).seats
    for round_ in tournament.rounds.all():
        numbers = [line[0] for line in round_.seating]
        secret = draws.secret_of(tournament, round_.number, DrawSecret.Kind.SEATS)
        label = seating.seats_label(tournament.public_id, round_.number)
        sheet = seating.draw_seats(secret, label, numbers, seats)
        if [[line.entry_number, line.table, line.seat] for line in sheet] != [
            line[:3] for line in round_.seating
        ]:
            yield f"R4: the draw sheet of round {round_.number} does not follow from its secret"


def _faults_of_terms(tournament: Tournament) -> Iterable[str]:
    """The terms are those that were hashed, and the structure in force is the one in the terms."""
    if tournament.terms is None:
        return
    if setup.hash_of(tournament.terms) != tournament.terms_hash:
        yield "the terms are not those that were hashed when registration opened"
    if tournament.terms["structure"] != tournament.structure:
        yield "the structure in force is not the one in the terms"
