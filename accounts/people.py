"""Writes people: a new account and its public name."""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_noop as _

from accounts.models import User
from accounts.names import checked_public_name
from accounts.refusals import BadValue


@transaction.atomic
def create_user(
    *,
    username: str,
    public_name: str,
    password: str | None = None,
    email: str = "",
    is_bot: bool = False,
    may_organise: bool = False,
    is_staff: bool = False,
) -> User:
    """A new account; without a password nobody can sign in to it. Raises BadValue for either name."""
    name, key = checked_public_name(public_name)
    user = User(
        username=User.normalize_username(username),
        email=User.objects.normalize_email(email),
        public_name=name,
        name_key=key,
        is_bot=is_bot,
        may_organise=may_organise,
        is_staff=is_staff,
    )
    user.set_password(password)
    save(user, force_insert=True)
    return user


@transaction.atomic
def rename(user: User, public_name: str) -> None:
    """Give the user another public name. Locks the user. Raises BadValue."""
    user = User.objects.select_for_update().get(pk=user.pk)
    user.public_name, user.name_key = checked_public_name(public_name, owner=user)
    save(user, update_fields=["public_name", "name_key"])


def save(user: User, **how: object) -> None:
    """Write the row. Raises BadValue if another sign-up took the name since it was checked."""
    try:
        with transaction.atomic():
            user.save(**how)  # type: ignore[arg-type]
    except IntegrityError:
        raise BadValue("name_taken", _("That name is taken, or looks like one that is.")) from None
