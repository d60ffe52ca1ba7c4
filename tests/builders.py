"""What tests are made from: people and a moment. Each app's tests keep builders of their own beside them."""

from datetime import UTC, datetime
from itertools import count
from typing import Any

from django.test import Client
from rest_framework.test import APIClient

from accounts import people, tokens
from accounts.ids import SeededEntropy
from accounts.models import Role, User

NOW = datetime(2026, 3, 1, 19, 0, tzinfo=UTC)
PASSWORD = "correct horse battery staple"

_number = count(1)


def make_user(name: str = "", **fields: Any) -> User:
    """A person who can sign in with PASSWORD; without a name, one that nobody else has."""
    name = name or f"Player {next(_number) + 100}"
    username = fields.pop("username", name.lower().replace(" ", "-"))
    return people.create_user(username=username, public_name=name, password=PASSWORD, **fields)


def make_organiser(name: str = "Olga", **fields: Any) -> User:
    """A person who may create tournaments."""
    return make_user(name, may_organise=True, **fields)


def make_admin(name: str = "Root Owner") -> User:
    """A person who may do everything in the admin."""
    user = make_user(name, is_staff=True)
    User.objects.filter(pk=user.pk).update(is_superuser=True)
    user.refresh_from_db()
    return user


def give_role(user: User, scope: str, role: str = Role.Name.DIRECTOR) -> Role:
    """An office in a tournament."""
    return Role.objects.create(user=user, scope=scope, role=role)


def signed_in(user: User, **kwargs: Any) -> Client:
    """A browser in which the user has signed in."""
    client = Client(**kwargs)
    client.force_login(user)
    return client


def token_client(user: User, *scopes: str) -> APIClient:
    """A program with a token of the user for these scopes."""
    seed = f"{user.pk} {scopes} {next(_number)}"
    _, text = tokens.create(user, name="test", scopes=list(scopes), now=NOW, entropy=SeededEntropy(seed))
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {text}")
    return client
