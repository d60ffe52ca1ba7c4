"""A table opens: the promise of its shoes, then the players' seeds, hashed first and opened after
(fairness.md 1-2).
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop

import blackjack
from accounts.crypto import seal
from accounts.ids import Entropy, public_id
from accounts.models import User
from accounts.refusals import BadValue, Conflict
from blackjack import Action, TableRules, shoe
from tables.models import Seat, Table
from tables.shoes import opened_part, sealed_part
from tables.sitting import Sitting, sitting_at

SECRET_BYTES = 32
SEED_BYTES = 16
LARGEST_CUT = 2**32 - 1
_HASH = re.compile("[0-9a-f]{64}")
_SEED = re.compile("[0-9a-f]{32}")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPlan:
    """Who will sit where with how many chips; `bot` names the policy that plays, else a person does."""

    number: int
    stack: int
    user_id: int | None = None
    entry_id: int | None = None
    bot: str = ""


def open_table(
    *,
    round_id: int | None,
    number: int,
    scope: str,
    title: str,
    rules: TableRules,
    seats: Sequence[SeatPlan],
    button: int,
    lots: bytes = b"",
    lots_prefix: str = "",
    public: bool = True,
    delay_seconds: int = 0,
    bot_pace: float = 1.0,
    entropy: Entropy,
    now: datetime,
) -> Table:
    """Open a table in the phase *seating*; the promise of its master secret is the first thing in its log
    (R1).

    `lots` is the round's sealed secret for draws, `lots_prefix` what its labels begin with. The server's
    seeds are drawn here, before any player's. Raises IntegrityError when the round has a table of this
    number, or a player holds another live seat in this scope (E1).
    """
    master = entropy(SECRET_BYTES)
    commitment = shoe.shoe_commitment(master).hex()
    plans = sorted(seats, key=lambda plan: plan.number)
    stacks = [(plan.number, plan.stack) for plan in plans]
    state, events = blackjack.open_table(rules, stacks, button=button, commitment=commitment)
    with transaction.atomic():
        table = Table.objects.create(
            public_id=public_id(entropy),
            round_id=round_id,
            number=number,
            scope=scope,
            title=title,
            public=public,
            delay_seconds=delay_seconds,
            bot_pace=bot_pace,
            rules=rules.to_json(),
            state=state.to_json(),
            phase=state.phase,
            event_at=now.replace(microsecond=0),
            secret_sealed=seal(master),
            lots_sealed=lots or None,
            lots_prefix=lots_prefix,
            phase_at=now,
            opened_at=now,
        )
        rows = Seat.objects.bulk_create(_seat(table, plan, entropy) for plan in plans)
        opening = Sitting(table, rows, now, state)
        opening.record(state, events)
        _wait_for_seeds(opening)
        opening.save()
    return table


def offer_seed(public_id: str, *, user: User, hash_hex: str, now: datetime) -> None:
    """A browser's promise of a seed and a cut, while the table is seating; the same again is quiet.

    Raises BadValue for what is no SHA-256 in hex, Conflict when the list is closed or holds another promise.
    """
    if not _HASH.fullmatch(hash_hex):
        raise BadValue("bad_hash", gettext_noop("The hash must be 64 hexadecimal digits."))
    with sitting_at(public_id=public_id, now=now) as opening:
        seat = opening.own_seat(user)
        if seat.seed_hash == hash_hex:
            return
        if opening.state.phase != Table.Phase.SEATING:
            raise Conflict("seeds_closed", gettext_noop("The list of seeds is closed."))
        if seat.seed_hash:
            raise Conflict("seed_given", gettext_noop("This seat has given its seed already."))
        seat.seed_hash = hash_hex
        seat.save(update_fields=["seed_hash"])
        if all(person.seed_hash for person in _people(opening)):
            opening.hurry()


def open_seed(public_id: str, *, user: User, seed_hex: str, cut: int, now: datetime) -> None:
    """The seed and the cut that were promised, once the list is closed; the same again is quiet.

    Raises BadValue when they are not what was promised, Conflict before the list is closed or after its time.
    """
    if not _SEED.fullmatch(seed_hex) or not 0 <= cut <= LARGEST_CUT:
        raise BadValue("bad_seed", gettext_noop("A seed is 32 hexadecimal digits, with a cut from 0 on."))
    with sitting_at(public_id=public_id, now=now) as opening:
        seat = opening.own_seat(user)
        if not seat.seed_hash or shoe.seed_hash(bytes.fromhex(seed_hex), cut).hex() != seat.seed_hash:
            raise BadValue("seed_differs", gettext_noop("This is not the seed that was promised."))
        if opening.state.phase != Table.Phase.OPENING:
            if opened_part(seat)["by"] == "player":
                return
            raise Conflict("seeds_not_open", gettext_noop("Seeds are not being opened now."))
        seat.seed_sealed = sealed_part(bytes.fromhex(seed_hex), cut, "player")
        seat.save(update_fields=["seed_sealed"])
        if all(opened_part(each)["by"] != "hash" for each in opening.seats.values()):
            opening.hurry()


def close_seeds(opening: Sitting) -> None:
    """Close the list: what each seat promised, and the server's seeds for those that promised nothing.

    Until a promise is opened its hash stands in for the seed, so that nobody gains by keeping silent. Where
    nobody promised anything the first hand starts at once.
    """
    hashes, server_seeds = {}, {}
    for seat in opening.seats.values():
        if seat.seed_hash:
            hashes[str(seat.number)] = seat.seed_hash
            seat.seed_sealed = sealed_part(bytes.fromhex(seat.seed_hash), 0, "hash")
            seat.save(update_fields=["seed_sealed"])
        else:
            server_seeds[str(seat.number)] = opened_part(seat)["seed"]
    opening.do(Action("close_seeds", data={"hashes": hashes, "server_seeds": server_seeds}))
    if not hashes:
        open_seeds(opening)


def open_seeds(opening: Sitting) -> None:
    """Put the seeds into the log, sealed, and start the first hand, unless the table is held before it."""
    parts = {str(seat.number): opened_part(seat) for seat in opening.seats.values()}
    data: dict[str, Any] = {
        "opened": [int(number) for number, part in parts.items() if part["by"] == "player"],
        "seeds": {number: part["seed"] for number, part in parts.items()},
        "cuts": {number: part["cut"] for number, part in parts.items()},
    }
    opening.do(Action("open_seeds", data=data))
    if not opening.state.is_held:
        opening.do(Action("next_hand"))


def _seat(table: Table, plan: SeatPlan, entropy: Callable[[int], bytes]) -> Seat:
    return Seat(
        table=table,
        number=plan.number,
        scope=table.scope,
        user_id=plan.user_id,
        entry_id=plan.entry_id,
        bot=plan.bot,
        stack=plan.stack,
        public_stack=plan.stack,
        public_count=plan.stack,
        seed_sealed=sealed_part(entropy(SEED_BYTES), 0, "server"),
    )


def _wait_for_seeds(opening: Sitting) -> None:
    """Start the clock of the phase *seating*, which is over at once where nobody has a browser."""
    opening.restart_clock()
    if not _people(opening):
        opening.hurry()


def _people(opening: Sitting) -> list[Seat]:
    return [seat for seat in opening.seats.values() if not seat.bot and seat.user_id]
