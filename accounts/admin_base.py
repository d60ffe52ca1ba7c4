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

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Rows may be looked up by the columns that are shown, and by no other (V7).

        Django allows every column of the model: asked often enough, such a filter tells a hidden value.
        """
        shown = {*self.list_display, *(self.fields or ()), *self.list_filter}
        return lookup.partition("__")[0] in shown and super().lookup_allowed(lookup, value, request)


class ReadOnlyAdmin(DeskAdmin):
    """An admin page that only shows."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False
