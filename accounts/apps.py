"""accounts: Django app configuration."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Registers the app under its short name."""

    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"
