"""Commands that are sent twice have one effect (M3, bad inputs 26-30)."""

from typing import Any

import pytest
from django.db import transaction

from accounts.idempotency import answer_once, fingerprint
from accounts.models import StoredAnswer, User
from accounts.refusals import Conflict, KeyReuse
from tests.builders import NOW, make_user

pytestmark = pytest.mark.django_db


class Command:
    """Counts how often it ran."""

    def __init__(self) -> None:
        self.runs = 0

    def __call__(self) -> dict[str, Any]:
        self.runs += 1
        return {"run": self.runs}


def send(user: User, command: Any, key: str = "k", body: object = 1) -> tuple[dict[str, Any], bool]:
    same = fingerprint("POST", "/x/", body)
    with transaction.atomic():
        return answer_once(user=user, key=key, fingerprint=same, now=NOW, run=command)


def test_M3_26_the_same_command_again_gets_the_same_answer() -> None:
    anna, command = make_user("Anna"), Command()
    assert send(anna, command) == ({"run": 1}, True)
    assert send(anna, command) == ({"run": 1}, False)
    assert command.runs == 1


def test_M3_28_the_same_key_for_another_body_is_refused() -> None:
    anna, command = make_user("Anna"), Command()
    send(anna, command)
    with pytest.raises(KeyReuse):
        send(anna, command, body=2)
    assert command.runs == 1


def test_M3_30_another_users_key_is_another_key() -> None:
    command = Command()
    send(make_user("Anna"), command)
    assert send(make_user("Boris"), command) == ({"run": 2}, True)


def test_M3_a_refused_command_may_be_tried_again() -> None:
    anna, command = make_user("Anna"), Command()

    def refuse() -> dict[str, Any]:
        raise Conflict("full", "full")

    with pytest.raises(Conflict):
        send(anna, refuse)
    assert not StoredAnswer.objects.exists()
    assert send(anna, command) == ({"run": 1}, True)


def test_M3_a_fingerprint_knows_method_path_and_body_but_not_the_order_of_keys() -> None:
    base = fingerprint("POST", "/x/", {"a": 1, "b": 2})
    assert fingerprint("POST", "/x/", {"b": 2, "a": 1}) == base
    others = {fingerprint("PUT", "/x/", {"a": 1, "b": 2}), fingerprint("POST", "/y/", {"a": 1, "b": 2})}
    assert base not in others | {fingerprint("POST", "/x/", {"a": 1, "b": "2"})}
