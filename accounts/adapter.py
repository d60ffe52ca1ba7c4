"""What this site asks of django-allauth beyond its settings."""

import base64
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils.translation import gettext_noop as _

from accounts import crypto, people
from accounts.models import User
from accounts.refusals import TooMany


class AccountAdapter(DefaultAccountAdapter):
    """Sign-in and sign-up."""

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse the 6th wrong password in a minute with 429 instead of a form error (bad input 61)."""
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            raise TooMany(
                "too_many_attempts", _("Too many attempts to sign in. Please wait a minute and try again.")
            ) from None

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        """The account of a sign-up form, with its public name. Raises BadValue if that was just taken."""
        user = super().save_user(request, user, form, commit=False)
        user.public_name, user.name_key = form.cleaned_data["public_name"]
        if commit:
            people.save(user, force_insert=True)
        return user


class SealedMFAAdapter(DefaultMFAAdapter):
    """Second factors are sealed at rest, like every other secret."""

    def encrypt(self, text: str) -> str:
        """Seal a TOTP secret or a recovery seed."""
        return base64.b64encode(crypto.seal(text.encode())).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """What `encrypt` sealed."""
        return crypto.unseal(base64.b64decode(encrypted_text)).decode()
