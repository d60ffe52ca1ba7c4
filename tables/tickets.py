"""Signed tickets: who may follow which topics as which audience, checked without asking the database."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from django.core import signing

# After this a page must be loaded anew; no stream lasts longer either.
VALID_SECONDS = 12 * 3600
MOST_TOPICS = 12
FORMS = ("html", "json")
_SALT = "pitboss.live"


class BadTicket(Exception):
    """Not signed by this site, or too old."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """`topics` names the audience of each topic; `viewer` whose streams are counted together."""

    user_id: int | None
    session: str
    topics: Mapping[str, str]
    language: str
    form: str
    viewer: str


def ticket(
    *,
    user_id: int | None,
    session_key: str | None,
    topics: Mapping[str, str],
    language: str = "en",
    form: str = "html",
) -> str:
    """A ticket for one tab: `topics` is topic -> audience (`public`, `official`, `seat:3`), as the page was
    shown.
    """
    if len(topics) > MOST_TOPICS or form not in FORMS:
        raise ValueError(f"A stream carries at most {MOST_TOPICS} topics, as one of {FORMS}.")
    facts = [user_id, session_mark(session_key), dict(topics), language, form]
    return signing.dumps(facts, salt=_SALT, compress=True)


def read(text: str) -> Ticket:
    """The ticket that was signed. Raises BadTicket."""
    try:
        user_id, session, topics, language, form = signing.loads(text, salt=_SALT, max_age=VALID_SECONDS)
    except (signing.BadSignature, ValueError) as error:
        raise BadTicket from error
    viewer = f"user {user_id}" if user_id else f"session {session}" if session else f"ticket {_digest(text)}"
    return Ticket(user_id, session, topics, language, form, viewer)


def session_mark(session_key: str | None) -> str:
    """What stands for a session where its key must not be seen."""
    return _digest(session_key) if session_key else ""


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
