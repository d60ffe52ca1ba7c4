"""API tokens in the Authorization header."""

from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.clock import now
from accounts.models import ApiToken, User
from accounts.tokens import token_of


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer <token>`; request.auth is then the ApiToken.

    A bad or revoked token is a 401 (bad input 60).
    """

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """The token's user, or None if the request carries no bearer token."""
        header = get_authorization_header(request).split()
        if not header or header[0].lower() != b"bearer":
            return None
        text = header[1].decode("ascii", errors="replace") if len(header) == 2 else ""
        token = token_of(text, now=now())
        if token is None:
            raise AuthenticationFailed
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """WWW-Authenticate of a 401."""
        return "Bearer"
