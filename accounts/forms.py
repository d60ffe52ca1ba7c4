"""Forms about oneself."""

from typing import Any

from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import checked_public_name
from accounts.refusals import BadValue


class PublicNameField(forms.CharField):
    """A public name as typed; the cleaned value is (name, key). `owner` may keep their own."""

    owner: User | None = None

    def clean(self, value: Any) -> tuple[str, str]:
        """Name and key. Raises ValidationError with the refusal's sentence."""
        try:
            return checked_public_name(super().clean(value), owner=self.owner)
        except BadValue as refusal:
            raise forms.ValidationError(
                gettext(refusal.message).format(**refusal.params), refusal.code
            ) from None


class SignupForm(AllauthSignupForm):
    """Sign-up: user name, optional e-mail, password, and the public name that everybody else sees."""

    field_order = ["username", "public_name", "email", "password1"]
    public_name = PublicNameField(label=_("Public name"), help_text=_("What everybody at the table sees."))


class ProfileForm(forms.Form):
    """What one may change about oneself."""

    public_name = PublicNameField(label=_("Public name"))

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, initial={"public_name": user.public_name}, **kwargs)
        self.fields["public_name"].owner = user  # type: ignore[attr-defined]
