"""tournaments: Django app configuration."""

from django.apps import AppConfig
from django.core.checks import register

from tournaments import checks


class TournamentsConfig(AppConfig):
    """Registers the app under its short name, and its checks."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Ask for what `manage.py check --deploy` looks at."""
        register(checks.money_on_sqlite, deploy=True)
