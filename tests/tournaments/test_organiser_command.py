"""The first account of a site in containers."""

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORGANISER_PASSWORD", "a-long-enough-one")


def test_an_organiser_may_use_the_admin_and_create_tournaments() -> None:
    call_command("organiser", "Ada Host", verbosity=0)
    ada = User.objects.get(username="ada-host")
    assert (ada.may_organise, ada.is_staff, ada.is_superuser) == (True, True, True)
    assert ada.name_key
    assert ada.check_password("a-long-enough-one")


def test_the_same_name_twice_is_refused_in_words() -> None:
    call_command("organiser", "Ada Host")
    with pytest.raises(CommandError, match="There is an account ada-host already"):
        call_command("organiser", "Ada Host")


@pytest.mark.parametrize(("name", "password"), [("<script>", "a-long-enough-one"), ("Ada Host", "123")])
def test_what_cannot_be_an_account_is_refused_in_words(
    name: str, password: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORGANISER_PASSWORD", password)
    with pytest.raises(CommandError):
        call_command("organiser", name)
    assert not User.objects.exists()
