"""API tokens: made, found and revoked; only a token's SHA-256 is kept."""

import base64
import hashlib
import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from accounts.ids import Entropy
from accounts.models import ApiToken, User
from accounts.refusals import BadValue, Conflict, NotFound

# What a token may be allowed to do. A session may do all that its user may.
SCOPES = ("play", "entries:write", "tournament:manage", "money:read")
PREFIX = "pit_"
MAX_TOKENS = 20
# `last_used_at` is for people who look at their list; a write for each request would be for nobody.
USED_EVERY = timedelta(minutes=5)


@transaction.atomic
def create(
    user: User,
    *,
    name: str,
    scopes: list[str],
    now: datetime,
    expires_at: datetime | None = None,
    entropy: Entropy = secrets.token_bytes,
) -> tuple[ApiToken, str]:
    """A new token and its text, which is shown this once. Locks the user. Raises BadValue, Conflict."""
    User.objects.select_for_update().get(pk=user.pk)
    unknown = sorted(set(scopes) - set(SCOPES))
    if unknown or not scopes:
        raise BadValue(
            "bad_scope", _("Choose among the scopes {known}."), {"scopes": "unknown"}, known=", ".join(SCOPES)
        )
    if expires_at is not None and expires_at <= now:
        raise BadValue("bad_expiry", _("A token must end in the future."), {"expires_at": "past"})
    if _alive(now).filter(user=user).count() >= MAX_TOKENS:
        raise Conflict("too_many_tokens", _("You have {limit} tokens; revoke one first."), limit=MAX_TOKENS)
    text = PREFIX + base64.urlsafe_b64encode(entropy(32)).rstrip(b"=").decode()
    token = ApiToken.objects.create(
        user=user,
        name=name,
        digest=_digest(text),
        scopes=" ".join(scope for scope in SCOPES if scope in scopes),
        created_at=now,
        expires_at=expires_at,
    )
    return token, text


def revoke(user: User, token_id: int, *, now: datetime) -> None:
    """End one of the user's own tokens. Raises NotFound for any other, and for one that has ended."""
    changed = ApiToken.objects.filter(pk=token_id, user=user, revoked_at__isnull=True).update(revoked_at=now)
    if not changed:
        raise NotFound("no_such_token", _("There is no such token."))


def token_of(text: str, *, now: datetime) -> ApiToken | None:
    """The living token with this text, its user loaded; None if there is none or its user may not sign in."""
    token = _alive(now).select_related("user").filter(digest=_digest(text), user__is_active=True).first()
    if token and (token.last_used_at is None or token.last_used_at <= now - USED_EVERY):
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    return token


def tokens_of(user: User) -> list[ApiToken]:
    """The user's tokens that were not revoked, newest first."""
    return list(ApiToken.objects.filter(user=user, revoked_at__isnull=True).order_by("-created_at", "-pk"))


def _alive(now: datetime):  # type: ignore[no-untyped-def]
    ends_later = Q(expires_at__isnull=True) | Q(expires_at__gt=now)
    return ApiToken.objects.filter(ends_later, revoked_at__isnull=True)


def _digest(text: str) -> str:
    # A token has 256 random bits, so a plain hash is enough: there is nothing to guess.
    return hashlib.sha256(text.encode()).hexdigest()
