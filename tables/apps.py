"""tables: Django app configuration."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Registers the app under its short name."""

    name = "tables"
    default_auto_field = "django.db.models.BigAutoField"
