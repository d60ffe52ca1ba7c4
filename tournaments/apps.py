"""tournaments: Django app configuration."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Registers the app under its short name."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"
