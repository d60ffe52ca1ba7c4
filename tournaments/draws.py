"""The secrets of seat draws and lots: committed beforehand, sealed while secret, revealed after use.

A round has two (fairness.md draw-v1): `seats`, revealed with its draw sheet, and `lots` (first buttons, ties,
wildcards), revealed when the round closes.
"""

from datetime import datetime

from accounts import crypto
from accounts.ids import Entropy
from blackjack import shoe
from tournaments.models import DrawSecret, Tournament

SEATS = DrawSecret.Kind.SEATS
LOTS = DrawSecret.Kind.LOTS

SECRET_BYTES = 32


def commit(tournament: Tournament, number: int, kind: str, *, entropy: Entropy, now: datetime) -> None:
    """Makes and commits to a secret, unless that was done. Under the tournament's lock."""
    if tournament.draw_secrets.filter(round_number=number, kind=kind).exists():
        return
    secret = entropy(SECRET_BYTES)
    DrawSecret.objects.create(
        tournament=tournament,
        round_number=number,
        kind=kind,
        commitment=shoe.draw_commitment(secret).hex(),
        sealed=crypto.seal(secret),
        committed_at=now,
    )


def sealed(tournament: Tournament, number: int, kind: str) -> bytes:
    """The secret `kind` of round `number` as it is kept: for a table, which opens it when it needs a lot."""
    return bytes(_row(tournament, number, kind).sealed)


def secret_of(tournament: Tournament, number: int, kind: str) -> bytes:
    """The secret itself, for a draw; it stays in memory."""
    return crypto.unseal(sealed(tournament, number, kind))


def reveal(tournament: Tournament, number: int, kind: str, *, now: datetime) -> None:
    """Publishes a secret that has been used up. Under the tournament's lock."""
    row = _row(tournament, number, kind)
    row.revealed, row.revealed_at = crypto.unseal(row.sealed).hex(), now
    row.save(update_fields=["revealed", "revealed_at"])


def reveal_all(tournament: Tournament, *, now: datetime) -> None:
    """Publishes every secret still sealed: the tournament is over. Under its lock."""
    for row in tournament.draw_secrets.filter(revealed_at=None):
        reveal(tournament, row.round_number, row.kind, now=now)


def _row(tournament: Tournament, number: int, kind: str) -> DrawSecret:
    return tournament.draw_secrets.get(round_number=number, kind=kind)
