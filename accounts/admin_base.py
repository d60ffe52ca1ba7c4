"""What the admin pages of all apps are made from: unfold's dress if it is installed, Django's own if not."""

from typing import Any

from django.apps import apps
from django.contrib.admin import ModelAdmin as PlainAdmin
from django.http import HttpRequest

if apps.is_installed("unfold"):
    from unfold.admin import ModelAdmin as BaseAdmin
else:
    BaseAdmin = PlainAdmin


class DeskAdmin(BaseAdmin):  # type: ignore[misc, valid-type]
    """An admin page where nothing is deleted: what should end is ended by a story."""

    list_per_page = 50
    show_full_result_count = False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


class ReadOnlyAdmin(DeskAdmin):
    """An admin page that only shows."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False
