"""Admin: organisers run their tournaments from it; what only stories may write is shown and not changed."""

import secrets
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy

from accounts.admin_base import ReadOnlyAdmin
from accounts.clock import now
from accounts.models import Role
from accounts.refusals import Refusal
from tournaments import registration, selectors
from tournaments.models import DrawSecret, Entry, Journal, Round, Tournament
from tournaments.verbs import VERBS


def _in_words(refused: Refusal) -> str:
    """The refusal in the reader's language."""
    return gettext(refused.message).format(**refused.params)


class OwnTournaments(ReadOnlyAdmin):
    """Shows staff what belongs to the tournaments they hold an office in, and superusers everything."""

    scope_field = "tournament__public_id"

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Whoever may come into the admin."""
        return bool(request.user.is_active and request.user.is_staff)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever may come into the admin; the list holds only what is his."""
        return self.has_module_permission(request)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The rows of the tournaments in which the user holds an office."""
        rows = super().get_queryset(request)
        if request.user.is_superuser:
            return rows
        scopes = Role.objects.filter(user=request.user).values("scope")
        return rows.filter(**{f"{self.scope_field}__in": scopes})


@admin.register(Tournament)
class TournamentAdmin(OwnTournaments):
    """Tournaments by status, and the verbs of their life."""

    scope_field = "public_id"
    list_display = ["name", "status", "paused", "starts_at", "taken", "capacity", "organiser", "desk"]
    list_filter = ["status", "paused", "currency", "preset"]
    search_fields = ["public_id", "name", "venue", "organiser__public_name"]
    list_select_related = ["organiser"]
    ordering = ["-starts_at"]
    date_hierarchy = "starts_at"
    fields = [
        *("public_id", "name", "status", "paused", "organiser", "venue", "description", "unlisted"),
        *("starts_at", "zone", "auto_start", "capacity", "min_entries", "taken", "currency", "buy_in_cents"),
        *("fee_cents", "dealers_cents", "staff_may_play", "delay_seconds", "break_seconds", "preset"),
        *("terms_hash", "created_at", "finished_at"),
    ]
    actions = ["publish", "close", "draw", "start", "pause", "resume", "cancel"]

    @admin.display(description=gettext_lazy("desk"))
    def desk(self, tournament: Tournament) -> SafeString:
        """The way to the organiser's desk."""
        url = reverse("tournaments:desk", args=[tournament.public_id])
        return format_html('<a href="{}">{}</a>', url, gettext("desk"))

    @admin.action(description=gettext_lazy("Open registration"))
    def publish(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> None:
        """Freezes the terms and takes entries."""
        self._act(request, "publish", chosen)

    @admin.action(description=gettext_lazy("Close registration"))
    def close(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> None:
        """Takes no more entries; unpaid holds lapse."""
        self._act(request, "close", chosen)

    @admin.action(description=gettext_lazy("Draw the seats"))
    def draw(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> None:
        """Draws round 1."""
        self._act(request, "draw", chosen)

    @admin.action(description=gettext_lazy("Start the round that is ready"))
    def start(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> None:
        """Starts the round that is ready."""
        self._act(request, "start", chosen)

    @admin.action(description=gettext_lazy("Pause"))
    def pause(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> None:
        """Stops all tables."""
        self._act(request, "pause", chosen)

    @admin.action(description=gettext_lazy("Resume"))
    def resume(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> None:
        """Lets all tables go on."""
        self._act(request, "resume", chosen)

    @admin.action(description=gettext_lazy("Cancel for good, with refunds…"))
    def cancel(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> HttpResponse | None:
        """Asks first, on a page of its own, because nobody can undo it."""
        if request.POST.get("confirmed") == "yes":
            self._act(request, "cancel", chosen)
            return None
        context = {
            **self.admin_site.each_context(request),
            "title": gettext("Cancel for good?"),
            "chosen": chosen,
        }
        return TemplateResponse(request, "admin/tournaments/cancel.html", context)

    def _act(self, request: HttpRequest, verb: str, chosen: QuerySet[Tournament]) -> None:
        """The verb on each tournament chosen; what is refused is said, and the others go on."""
        for public_id, name in chosen.values_list("public_id", "name"):
            try:
                selectors.managed_tournament(request.user, public_id)
                VERBS[verb](public_id, by=request.user, now=now(), entropy=secrets.token_bytes)
                self.message_user(request, gettext("{name}: done.").format(name=name), messages.SUCCESS)
            except Refusal as refused:
                self.message_user(request, f"{name}: {_in_words(refused)}", messages.ERROR)


@admin.register(Entry)
class EntryAdmin(OwnTournaments):
    """Entries and whether they are paid."""

    list_display = [
        "number",
        "user",
        "tournament",
        "payment",
        "paid_cents",
        "standing",
        "place",
        "prize_cents",
    ]
    list_filter = ["payment", "standing", "paid_by"]
    search_fields = ["public_id", "user__public_name", "tournament__public_id", "tournament__name"]
    list_select_related = ["user", "tournament"]
    ordering = ["-tournament", "number"]
    fields = [
        *("public_id", "tournament", "number", "user", "payment", "paid_by", "paid_cents", "standing", "bot"),
        *("round_reached", "chips", "place", "place_shared", "prize_cents", "exit", "due_at", "created_at"),
        "confirmed_at",
    ]
    actions = ["record_payment", "withdraw"]

    @admin.action(description=gettext_lazy("Record as paid at the desk"))
    def record_payment(self, request: HttpRequest, chosen: QuerySet[Entry]) -> None:
        """Confirms held places whose price was paid."""
        for entry in chosen.select_related("user"):
            self._try(request, entry, self._pay)

    @admin.action(description=gettext_lazy("Withdraw, with refund"))
    def withdraw(self, request: HttpRequest, chosen: QuerySet[Entry]) -> None:
        """Gives places back while registration is open."""
        for entry in chosen.select_related("user"):
            self._try(request, entry, self._withdraw)

    @staticmethod
    def _pay(request: HttpRequest, entry: Entry) -> None:
        selectors.entry_to_charge(request.user, entry.public_id)
        registration.record_payment(
            entry.public_id, by=request.user, key=f"desk-{entry.public_id}", now=now()
        )

    @staticmethod
    def _withdraw(request: HttpRequest, entry: Entry) -> None:
        selectors.own_entry(request.user, entry.public_id)
        registration.withdraw(entry.public_id, by=request.user, now=now())

    def _try(self, request: HttpRequest, entry: Entry, story: Any) -> None:
        name = entry.user.public_name
        try:
            story(request, entry)
            self.message_user(request, gettext("{name}: done.").format(name=name), messages.SUCCESS)
        except Refusal as refused:
            self.message_user(request, f"{name}: {_in_words(refused)}", messages.ERROR)


@admin.register(Round)
class RoundAdmin(OwnTournaments):
    """Rounds with their draw sheets."""

    list_display = ["tournament", "number", "is_final", "status", "tables_opened", "tables_total", "due_at"]
    list_filter = ["status", "is_final"]
    search_fields = ["tournament__public_id", "tournament__name"]
    list_select_related = ["tournament"]
    ordering = ["-tournament", "number"]
    fields = [*list_display, "plan", "seating", "started_at", "closed_at"]


@admin.register(DrawSecret)
class DrawSecretAdmin(OwnTournaments):
    """What was committed to for the draws, and what was revealed; never a secret that is still sealed."""

    list_display = ["tournament", "round_number", "kind", "commitment", "committed_at", "revealed_at"]
    list_filter = ["kind"]
    search_fields = ["tournament__public_id", "commitment"]
    list_select_related = ["tournament"]
    ordering = ["-tournament", "round_number"]
    fields = [*list_display, "revealed"]


@admin.register(Journal)
class JournalAdmin(OwnTournaments):
    """What was done to tournaments, newest first."""

    list_display = ["at", "tournament", "kind", "by", "details"]
    list_filter = ["kind"]
    search_fields = ["tournament__public_id", "tournament__name", "by__public_name"]
    list_select_related = ["tournament", "by"]
    ordering = ["-at", "-pk"]
    fields = list_display
