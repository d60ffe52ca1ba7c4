"""The pages of a table: the live one, and one hand as it was played."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts.clock import now
from tables import fragments, selectors
from tables.scene import scene_of
from tables.scene_history import history_of
from tables.views import events_url


@require_safe
def detail(request: HttpRequest, public_id: str) -> HttpResponse:
    """One table, live: to play at from a seat, to watch for everybody who may."""
    table, seat = selectors.table_for(request.user, public_id)
    official = selectors.is_official(request.user, table)
    view = selectors.table_view(table, seat, now=now(), official=official)
    bar = reverse("tournaments:bar", args=[table.scope]) if seat and table.round_id else ""
    context = {
        **scene_of(view),
        "live": fragments.render_table(view, get_language() or "en"),
        "events_url": events_url(request, table, view),
        "bar_url": bar,
    }
    return _page(request, "tables/detail.html", context)


@require_safe
def hand(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """One hand in steps, with what is revealed of it by now (V10)."""
    table, seat = selectors.table_for(request.user, public_id)
    official = selectors.is_official(request.user, table)
    history = selectors.hand_history(table, number, seat, now=now(), official=official)
    context = {"table": table, "viewer": seat, **history_of(history)}
    return _page(request, "tables/hand.html", context)


def _page(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """A page that may hold its viewer's secrets, which nobody keeps for the next who sits here."""
    response = TemplateResponse(request, template, context)
    response["Cache-Control"] = "no-store"
    return response
