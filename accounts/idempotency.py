"""Commands that may be sent twice: the answer is kept with its key, in its effect's transaction (M3, H6)."""

import hashlib
import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from django.utils.translation import gettext_noop as _

from accounts.models import StoredAnswer, User
from accounts.refusals import Conflict, KeyReuse


@transaction.atomic(savepoint=False)
def answer_once(
    *, user: User, key: str, fingerprint: str, now: datetime, run: Callable[[], dict[str, Any]]
) -> tuple[dict[str, Any], bool]:
    """The answer to the user's command with this key, and whether it ran just now.

    Call it inside the story's transaction, after the story's lock. The same key with the same fingerprint
    gives the stored answer; `run` gives it the first time. A refusal raised by `run` is not kept: the command
    may be tried again. Raises KeyReuse (422) for another fingerprint, Conflict (409) while the first is still
    running. Keys of other users are other keys (bad inputs 26-30).
    """
    _claim(user, key)
    stored = StoredAnswer.objects.filter(user=user, key=key).first()
    if stored is None:
        answer = run()
        StoredAnswer.objects.create(
            user=user, key=key, fingerprint=fingerprint, answer=answer, created_at=now
        )
        return answer, True
    if stored.fingerprint != fingerprint:
        raise KeyReuse("key_reused", _("This Idempotency-Key was used for another command."))
    return stored.answer, False


def fingerprint(method: str, path: str, body: object) -> str:
    """What makes two commands the same: SHA-256 over method, path and canonical JSON of the body, in hex."""
    canonical = json.dumps([method, path, body], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


def _claim(user: User, key: str) -> None:
    # On SQLite the immediate transaction has already made us the only writer.
    if connection.vendor != "postgresql":
        return
    number = int.from_bytes(hashlib.sha256(f"{user.pk} {key}".encode()).digest()[:8], "big", signed=True)
    with connection.cursor() as cursor:
        # Held until commit or rollback, never shorter.
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [number])
        if not cursor.fetchone()[0]:
            raise Conflict("still_running", _("This command is still being carried out."))
