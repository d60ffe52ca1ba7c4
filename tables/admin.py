"""Admin: tables, their seats, shoes and events to read; public facts only (V7)."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.admin_base import ReadOnlyAdmin
from tables.models import Pulse, Seat, Shoe, Table, TableEvent

# Listed one by one, so that a new column is hidden until somebody shows it on purpose: never state, stack,
# secrets, salts or seeds.


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin):
    """Tables with what their page shows to everybody."""

    list_display = ["title", "number", "public_id", "phase", "hand_number", "deadline_at", "opened_at"]
    list_filter = ["phase", "public"]
    search_fields = ["public_id", "scope", "title"]
    ordering = ["-opened_at"]
    fields = [
        *("public_id", "scope", "title", "number", "public", "delay_seconds", "phase", "hand_number", "seq"),
        *("head_hash", "deadline_at", "due_at", "paused_at", "opened_at", "finished_at"),
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        """Without the states, which nothing here needs."""
        return super().get_queryset(request).defer("state", "rules")


@admin.register(Seat)
class SeatAdmin(ReadOnlyAdmin):
    """Seats with their public chips."""

    list_display = ["table", "number", "user", "public_stack", "live", "away", "place", "out_hand"]
    list_filter = ["live", "away"]
    search_fields = ["scope", "table__public_id", "user__public_name"]
    list_select_related = ["table", "user"]
    ordering = ["-table", "number"]
    fields = [
        *("table", "number", "user", "bot", "public_stack", "public_count", "live", "away", "place"),
        *("out_hand", "out_cause", "seed_hash", "seen_at"),
    ]


@admin.register(Shoe)
class ShoeAdmin(ReadOnlyAdmin):
    """Shoes with their promises."""

    list_display = ["table", "number", "attempt", "decks", "started_at", "revealed_at"]
    search_fields = ["table__public_id", "commitment"]
    list_select_related = ["table"]
    ordering = ["-started_at"]
    fields = ["table", "number", "attempt", "decks", "commitment", "started_at", "revealed_at"]


@admin.register(TableEvent)
class TableEventAdmin(ReadOnlyAdmin):
    """The log: public halves only."""

    list_display = ["table", "seq", "hand_number", "kind", "seat", "at"]
    list_filter = ["kind"]
    search_fields = ["table__public_id"]
    list_select_related = ["table"]
    ordering = ["-pk"]
    fields = ["table", "seq", "hand_number", "kind", "seat", "public", "at", "hash"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[TableEvent]:
        """Without the secret halves."""
        return super().get_queryset(request).defer("secret", "salt")


@admin.register(Pulse)
class PulseAdmin(ReadOnlyAdmin):
    """When the sweeps last ended."""

    list_display = ["name", "at"]
    fields = ["name", "at"]
