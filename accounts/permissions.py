"""What an API token may be used for."""

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from accounts.models import ApiToken


def HasScope(scope: str, *, read: str | None = None) -> type[BasePermission]:  # noqa: N802 - it makes a class
    """A permission class: signed in, and with the scope if by token (bad input 60: 403).

    `read` names a scope that is enough for GET; by default reading needs none.
    """

    class Scoped(BasePermission):
        def has_permission(self, request: Request, view: object) -> bool:
            if not (request.user and request.user.is_authenticated):
                return False
            needed = read if request.method in ("GET", "HEAD", "OPTIONS") else scope
            return allows(request.auth, needed)

    return Scoped


def allows(auth: object, scope: str | None) -> bool:
    """May a request with this `request.auth` do what the scope covers? A session may do all its user may."""
    return scope is None or not isinstance(auth, ApiToken) or scope in auth.scopes.split()
