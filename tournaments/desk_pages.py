"""The organiser's desk: one page, and the doors its buttons knock at."""

import secrets
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_POST, require_safe

from accounts.clock import now
from accounts.refusals import BadValue
from accounts.selectors import may_manage, may_take_money
from tables import live
from tournaments import control, desk_parts, record, registration, selectors
from tournaments.format.words import money_text
from tournaments.models import Tournament
from tournaments.verbs import VERBS

_LONGEST_REASON = 200


@login_required
@require_safe
def desk(request: HttpRequest, public_id: str) -> HttpResponse:
    """Where the tournament is, what can be done now, entries and money, tables, journal."""
    tournament = _at_the_desk(request, public_id)
    context = desk_parts.desk_of(tournament, request.user, now=now())
    context |= {
        "manages": may_manage(request.user, public_id),
        "events_url": _events_url(request, tournament),
    }
    part = "X-Fragment" in request.headers
    template = "tournaments/_desk.html" if part else "tournaments/desk.html"
    response = TemplateResponse(request, template, context)
    response["X-Events"] = context["events_url"]
    response["Cache-Control"] = "no-store"
    return response


@login_required
@require_POST
def act(request: HttpRequest, public_id: str) -> HttpResponse:
    """One verb on the whole tournament; cancelling needs its name typed."""
    tournament = selectors.managed_tournament(request.user, public_id)
    verb = request.POST.get("verb", "")
    story = VERBS.get(verb)
    if story is None:
        raise BadValue("unknown_verb", _("There is no such step."))
    more: dict[str, Any] = {}
    if verb == "cancel":
        _need_typed(request, tournament.name)
        more["reason"] = _reason(request)
    story(public_id, by=request.user, now=now(), entropy=secrets.token_bytes, **more)
    messages.success(request, gettext("Done."))
    return redirect("tournaments:desk", public_id=public_id)


@login_required
@require_POST
def table(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Pause or resume one table of the round in play, or void its hand (its number typed)."""
    selectors.managed_tournament(request.user, public_id)
    verb = request.POST.get("verb", "")
    if verb == "void":
        _need_typed(request, str(number))
        control.void_hand(public_id, table=number, by=request.user, reason=_reason(request), now=now())
    elif verb in _TABLE_VERBS:
        _TABLE_VERBS[verb](public_id, table=number, by=request.user, now=now())
    else:
        raise BadValue("unknown_verb", _("There is no such step."))
    return redirect("tournaments:desk", public_id=public_id)


@login_required
@require_POST
def entry(request: HttpRequest, public_id: str, entry_id: str) -> HttpResponse:
    """Record that an entry was paid at the desk, or withdraw it with its refund."""
    verb = request.POST.get("verb", "")
    if verb == "pay":
        place = selectors.entry_to_charge(request.user, entry_id)
        receipt = registration.record_payment(
            place.public_id, by=request.user, key=f"desk-{place.public_id}", now=now()
        )
        amount = money_text(receipt["amount_cents"], receipt["currency"])
        text = gettext("{amount} recorded for {name}.").format(amount=amount, name=place.user.public_name)
        messages.success(request, text)
    elif verb == "withdraw":
        place = selectors.own_entry(request.user, entry_id)
        registration.withdraw(place.public_id, by=request.user, now=now())
        messages.success(request, gettext("{name} is withdrawn.").format(name=place.user.public_name))
    else:
        raise BadValue("unknown_verb", _("There is no such step."))
    return redirect("tournaments:desk", public_id=public_id)


_TABLE_VERBS: dict[str, Callable[..., Any]] = {
    "pause": control.pause_table,
    "resume": control.resume_table,
}


def _at_the_desk(request: HttpRequest, public_id: str) -> Tournament:
    """The tournament, for those who run it or take its money."""
    tournament = selectors.tournament_for(request.user, public_id)
    if may_take_money(request.user, public_id):
        return tournament
    return selectors.managed_tournament(request.user, public_id)


def _need_typed(request: HttpRequest, expected: str) -> None:
    """What cannot be undone is typed by hand before it happens."""
    if request.POST.get("typed", "").strip() != expected:
        raise BadValue("not_typed", _("Type “{expected}” to confirm."), expected=expected)


def _reason(request: HttpRequest) -> str:
    return " ".join(request.POST.get("reason", "").split())[:_LONGEST_REASON]


def _events_url(request: HttpRequest, tournament: Tournament) -> str:
    topics = {record.topic(tournament): "public"}
    text = live.ticket(
        user_id=request.user.pk,
        session_key=request.session.session_key,
        topics=topics,
        language=get_language() or "en",
    )
    return f"/events/?ticket={text}"
