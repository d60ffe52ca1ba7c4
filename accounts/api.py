"""REST: the caller's own API tokens."""

from typing import Any

from django.urls import path
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import tokens
from accounts.clock import now
from accounts.drf import StrictSerializer, StrictText, body_of
from accounts.models import ApiToken
from accounts.throttles import ByScope


class TokenScheme(OpenApiAuthenticationExtension):
    """How the API's description names the token header."""

    target_class = "accounts.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """The OpenAPI security scheme."""
        return {"type": "http", "scheme": "bearer"}


class NewToken(StrictSerializer):
    """What the caller says of a new token."""

    name = StrictText(max_length=64)
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=tokens.SCOPES), min_length=1, max_length=8
    )
    expires_at = serializers.DateTimeField(required=False, allow_null=True, default=None)


class TokenOut(serializers.Serializer[ApiToken]):
    """A token as its owner may see it; never its text."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    scopes = serializers.SerializerMethodField()
    created_at = serializers.DateTimeField()
    last_used_at = serializers.DateTimeField(allow_null=True)
    expires_at = serializers.DateTimeField(allow_null=True)

    def get_scopes(self, token: ApiToken) -> list[str]:
        """The scopes, one by one."""
        return token.scopes.split()


class CreatedToken(TokenOut):
    """A token just made, with its text: the only time it is shown."""

    token = serializers.SerializerMethodField()

    def get_token(self, token: ApiToken) -> str:
        """The text to send as `Authorization: Bearer <text>`."""
        return str(self.context["text"])


class FromASession(IsAuthenticated):
    """Tokens are managed by people: a token that could make tokens would outlive its revocation."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Signed in, and not by a token."""
        return super().has_permission(request, view) and not isinstance(request.auth, ApiToken)


class Tokens(APIView):
    """The caller's tokens."""

    permission_classes = [FromASession]
    throttle_scope = "tokens"

    def get_throttles(self) -> list[Any]:
        """Making tokens has a rate of its own."""
        return [*super().get_throttles(), *([ByScope()] if self.request.method == "POST" else [])]

    @extend_schema(operation_id="tokens_list", responses=TokenOut(many=True))
    def get(self, request: Request) -> Response:
        """List the tokens that were not revoked, newest first."""
        return Response(TokenOut(tokens.tokens_of(request.user), many=True).data)

    @extend_schema(operation_id="tokens_create", request=NewToken, responses={201: CreatedToken})
    def post(self, request: Request) -> Response:
        """Make a token. The answer carries its text, which is never shown again."""
        token, text = tokens.create(request.user, **body_of(request, NewToken), now=now())
        return Response(CreatedToken(token, context={"text": text}).data, status=201)


class OneToken(APIView):
    """One of the caller's tokens."""

    permission_classes = [FromASession]

    @extend_schema(operation_id="tokens_revoke", responses={204: None})
    def delete(self, request: Request, token_id: int) -> Response:
        """Revoke a token, at once and for good."""
        tokens.revoke(request.user, token_id, now=now())
        return Response(status=204)


urls = [
    path("tokens/", Tokens.as_view(), name="tokens"),
    path("tokens/<int:token_id>/", OneToken.as_view(), name="token"),
]
