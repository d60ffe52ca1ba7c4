"""What an API token may be used for."""

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from accounts.models import ApiToken


def HasScope(  # noqa: N802 - it makes a class
    scope: str, *, read: str | None = None, public: bool = False
) -> type[BasePermission]:
    """A permission class: signed in, and with the scope if by token (bad input 60: 403).

    `read` names a scope that is enough for GET; by default reading needs none. With `public` nobody needs to
    sign in to read: what a stranger may see is then the selectors' to say.
    """

    class Scoped(BasePermission):
        def has_permission(self, request: Request, view: object) -> bool:
            reading = request.method in SAFE_METHODS
            if not (request.user and request.user.is_authenticated):
                return reading and public
            return allows(request.auth, read if reading else scope)

    return Scoped


def allows(auth: object, scope: str | None) -> bool:
    """May a request with this `request.auth` do what the scope covers? A session may do all its user may."""
    return scope is None or not isinstance(auth, ApiToken) or scope in auth.scopes.split()
