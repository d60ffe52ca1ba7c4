"""Pages about oneself."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import ledger, people, tokens
from accounts.clock import now
from accounts.forms import ProfileForm

_LONGEST_TOKEN_NAME = 64


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """My name, my tokens and my account; my tournaments come as a fragment from the tournaments app."""
    form = ProfileForm(request.POST or None, user=request.user)
    if form.is_valid():
        people.rename(request.user, form.cleaned_data["public_name"][0])
        messages.success(request, _("Your name was changed."))
        return redirect("accounts:profile")
    return _page(request, form)


@login_required
@require_POST
def make_token(request: HttpRequest) -> HttpResponse:
    """A new API token; its text is on this one answer and nowhere else."""
    name = " ".join(request.POST.get("name", "").split())[:_LONGEST_TOKEN_NAME] or _("Token")
    _token, text = tokens.create(request.user, name=name, scopes=request.POST.getlist("scopes"), now=now())
    return _page(request, ProfileForm(user=request.user), new_token=text)


@login_required
@require_POST
def revoke_token(request: HttpRequest, token_id: int) -> HttpResponse:
    """End one of my tokens."""
    tokens.revoke(request.user, token_id, now=now())
    messages.success(request, _("The token is revoked."))
    return redirect("accounts:profile")


def _page(request: HttpRequest, form: ProfileForm, new_token: str = "") -> HttpResponse:
    context = {
        "form": form,
        "tokens": tokens.tokens_of(request.user),
        "new_token": new_token,
        "scopes": tokens.SCOPES,
        "statement": ledger.statement(request.user),
    }
    response = TemplateResponse(request, "accounts/profile.html", context)
    response["Cache-Control"] = "no-store"
    return response
