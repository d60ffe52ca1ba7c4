"""Setting a tournament up: from a preset to a draft, changing a draft, and what its structure comes to."""

import secrets
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.clock import now
from accounts.refusals import BadValue, NotAllowed
from accounts.selectors import is_organiser
from tournaments import page_words, selectors, setup
from tournaments.format import outline, presets, structures
from tournaments.format.structures import Structure
from tournaments.setup_forms import SetupForm

#: Field sizes the structure is shown for (screens.md, Set-up).
FIELDS = (7, 21, 49, 120)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """Choose a preset, then fill in its form; the draft is seen by its organiser alone."""
    if not is_organiser(request.user):
        raise NotAllowed("not_an_organiser", _("You may not organise tournaments on this site."))
    chosen = presets.PRESETS.get(request.POST.get("preset") or request.GET.get("preset", ""))
    if chosen is None:
        return TemplateResponse(request, "tournaments/presets.html", {"presets": _presets()})
    tomorrow = (now() + timedelta(days=1)).replace(minute=0, second=0, microsecond=0)
    initial = {"starts_at": tomorrow.replace(tzinfo=None)}
    form = SetupForm(request.POST or None, structure=chosen.structure, initial=initial)
    if form.is_valid():
        try:
            tournament = setup.create(
                by=request.user,
                fields=form.to_fields(),
                preset=chosen.id,
                now=now(),
                entropy=secrets.token_bytes,
            )
        except BadValue as refusal:
            form.take(refusal)
        else:
            messages.success(request, gettext("The draft is made. Nobody else sees it yet."))
            return redirect("tournaments:desk", public_id=tournament.public_id)
    context = {"form": form, "preset": chosen, "outlines": _outlines(chosen.structure)}
    return TemplateResponse(request, "tournaments/setup.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, public_id: str) -> HttpResponse:
    """Change a draft or an announced tournament; afterwards its terms are frozen."""
    tournament = selectors.managed_tournament(request.user, public_id)
    structure = setup.structure_of(tournament)
    form = SetupForm(request.POST or None, structure=structure, tournament=tournament)
    if form.is_valid():
        try:
            setup.change(public_id, by=request.user, fields=form.to_fields(), now=now())
        except BadValue as refusal:
            form.take(refusal)
        else:
            messages.success(request, gettext("Changed."))
            return redirect("tournaments:desk", public_id=public_id)
    context = {"form": form, "tournament": tournament, "outlines": _outlines(structure)}
    return TemplateResponse(request, "tournaments/setup.html", context)


@login_required
@require_POST
def preview(request: HttpRequest) -> HttpResponse:
    """The structure as it is typed, for fields of several sizes, without saving anything."""
    chosen = presets.PRESETS.get(request.POST.get("preset", ""))
    form = SetupForm(request.POST, structure=chosen.structure if chosen else Structure())
    context: dict[str, Any] = {"faults": []}
    if form.is_valid():
        try:
            _own, structure = setup.checked_fields(form.to_fields(), form.structure, now())
            context = {"outlines": _outlines(structure), "faults": _faults(structure)}
        except BadValue as refusal:
            form.take(refusal)
    context["wrong"] = [
        (form[name].label if name in form.fields else "", sentences)
        for name, sentences in form.errors.items()
    ]
    return TemplateResponse(request, "tournaments/_preview.html", context)


def _presets() -> list[dict[str, Any]]:
    return [
        {
            "id": preset.id,
            "name": gettext(preset.name),
            "notes": gettext(preset.notes) if preset.notes else "",
            "structure": preset.structure,
            "missing": [page_words.translated(each) for each in structures.missing_options(preset.structure)],
        }
        for preset in presets.PRESETS.values()
    ]


def _outlines(structure: Structure) -> list[dict[str, Any]]:
    return [{"entries": entries, "rounds": outline.outline(structure, entries)} for entries in FIELDS]


def _faults(structure: Structure) -> list[str]:
    sentences = [*structures.missing_options(structure), *outline.check(structure)]
    return [page_words.translated(sentence) for sentence in sentences]
