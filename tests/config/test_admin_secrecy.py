"""V7: the admin shows what spectators see; there is no override."""

import pytest
from django.contrib import admin
from django.contrib.admin import ModelAdmin

HIDDEN = {
    *("state", "secret", "salt", "stack", "secret_sealed", "lots_sealed", "seed_sealed", "sealed"),
    *("password", "digest", "answer", "lots_prefix"),
}
OURS = [
    each
    for each in admin.site._registry.values()
    if each.model._meta.app_label in ("accounts", "tables", "tournaments")
]


@pytest.mark.parametrize("desk", OURS, ids=lambda desk: desk.model.__name__)
def test_V7_no_admin_page_has_a_field_that_hides_something_from_spectators(desk: ModelAdmin) -> None:  # type: ignore[type-arg]
    fields = desk.fields or [name for _, options in desk.fieldsets or () for name in options["fields"]]
    assert fields, "fields are listed, never all"
    shown = {*fields, *desk.list_display, *desk.readonly_fields, *desk.search_fields}
    assert not {str(name) for name in shown} & HIDDEN
