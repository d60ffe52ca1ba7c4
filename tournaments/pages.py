"""Pages for everybody: the lobby, a tournament for its whole life, and one's own place in it."""

import secrets
from typing import Any
from urllib.parse import quote

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.clock import now
from accounts.refusals import NotFound
from accounts.selectors import is_organiser, may_manage, may_take_money
from tables import live
from tournaments import page_parts, page_words, record, registration, selectors
from tournaments.models import Entry, Tournament

MOST_CARDS = 60
MOST_OVER = 12
_Status = Tournament.Status


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """What can I join, what am I in, what starts when. The filters are the address."""
    asked = request.GET
    status = asked.get("status", "")
    status = status if status in selectors.LOBBY_STATUSES else ""
    found = selectors.lobby(
        request.user,
        status=status,
        mine=asked.get("mine") == "1" and request.user.is_authenticated,
        search=asked.get("q", "").strip()[:80],
    )
    moment = now()
    cards = [page_parts.card_of(each, request.user, moment) for each in found[:MOST_CARDS]]
    over = [card for card in cards if card["tournament"].status in selectors.LOBBY_STATUSES["over"]]
    context = {
        "nav": "lobby",
        "now": moment,
        "status": status,
        "q": asked.get("q", ""),
        "mine": asked.get("mine") == "1",
        "drafts": [card for card in cards if card["tournament"].status == _Status.DRAFT],
        "open": _with(cards, _Status.ANNOUNCED, _Status.REGISTERING),
        "running": _with(cards, _Status.CLOSED, _Status.DRAWN, _Status.RUNNING),
        "over": over[::-1][:MOST_OVER],
        "bars": _my_tables(request, cards),
        "may_create": is_organiser(request.user),
    }
    return TemplateResponse(request, "tournaments/lobby.html", context)


def _with(cards: list[dict[str, Any]], *statuses: str) -> list[dict[str, Any]]:
    return [card for card in cards if card["tournament"].status in statuses]


def _my_tables(request: HttpRequest, cards: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The one-thing bars of tournaments in which I play right now."""
    bars = []
    for card in cards:
        tournament = card["tournament"]
        if tournament.status == _Status.RUNNING and tournament.my_payment:
            part = selectors.my_part(request.user, tournament)
            if part["kind"] in ("table", "seat"):
                bars.append(page_words.bar_of(tournament, part, now()) | {"name": tournament.name})
    return bars


@require_safe
def detail(request: HttpRequest, public_id: str) -> HttpResponse:
    """One page for the whole life of a tournament."""
    context = _page(request, public_id)
    tournament = context["tournament"]
    context |= {
        "rules": page_words.rules_of(context["structure"]),
        "manages": may_manage(request.user, public_id) or may_take_money(request.user, public_id),
        "events_url": _events_url(request, tournament) if tournament.status != _Status.FINISHED else "",
    }
    return TemplateResponse(request, "tournaments/detail.html", context)


@require_safe
def fragment(request: HttpRequest, public_id: str) -> HttpResponse:
    """The live part of the tournament page, for a page that was woken; with a new address of the stream."""
    context = _page(request, public_id)
    response = TemplateResponse(request, "tournaments/_live.html", context)
    response["X-Events"] = _events_url(request, context["tournament"])
    response["Cache-Control"] = "no-store"
    return response


@require_safe
def bar(request: HttpRequest, public_id: str) -> HttpResponse:
    """The one-thing bar alone: a table page asks where its player goes next."""
    tournament = selectors.tournament_for(request.user, public_id)
    part = selectors.my_part(request.user, tournament)
    context = {"tournament": tournament, "bar": page_words.bar_of(tournament, part, now())}
    response = TemplateResponse(request, "tournaments/_bar.html", context)
    response["Cache-Control"] = "no-store"
    return response


@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """My entries as a fragment, for the page about myself."""
    entries = []
    if request.user.is_authenticated:
        found = Entry.objects.filter(user=request.user).select_related("tournament")
        entries = list(found.order_by("-created_at")[:MOST_CARDS])
    return TemplateResponse(request, "tournaments/_mine.html", {"entries": entries})


@require_POST
@login_required
def register(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take a place."""
    entry = registration.register(public_id, user=request.user, now=now(), entropy=secrets.token_bytes)
    if entry.payment == Entry.Payment.HELD:
        messages.success(request, gettext("Your place is held. Pay at the desk to confirm it."))
    else:
        messages.success(request, gettext("You are in."))
    return redirect("tournaments:detail", public_id=public_id)


@require_POST
@login_required
def withdraw(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give one's own place back."""
    tournament = selectors.tournament_for(request.user, public_id)
    entry = selectors.entry_of(request.user, tournament)
    if entry is None:
        raise NotFound("entry_not_found", gettext("There is no such entry."))
    registration.withdraw(entry.public_id, by=request.user, now=now())
    messages.success(request, gettext("You have withdrawn. What you paid was given back."))
    return redirect("tournaments:detail", public_id=public_id)


def _page(request: HttpRequest, public_id: str) -> dict[str, Any]:
    tournament = selectors.tournament_for(request.user, public_id)
    page = request.GET.get("page", "")
    return page_parts.page_of(
        tournament,
        request.user,
        now=now(),
        page=int(page) if page.isascii() and page.isdigit() and len(page) < 6 else None,
        find=request.GET.get("find", "").strip()[:40],
    )


def _events_url(request: HttpRequest, tournament: Tournament) -> str:
    topic = record.topic(tournament)
    text = live.ticket(
        user_id=request.user.pk,
        session_key=request.session.session_key,
        topics={topic: "public"},
        language=get_language() or "en",
    )
    return f"/events/?ticket={text}&at={quote(live.vector({topic: tournament.version}))}"
