"""Pages about oneself."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import ledger, people, tokens
from accounts.forms import ProfileForm


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """My name, my tokens and my account; my tournaments come as a fragment from the tournaments app."""
    form = ProfileForm(request.POST or None, user=request.user)
    if form.is_valid():
        people.rename(request.user, form.cleaned_data["public_name"][0])
        messages.success(request, _("Your name was changed."))
        return redirect("accounts:profile")
    context = {
        "form": form,
        "tokens": tokens.tokens_of(request.user),
        "statement": ledger.statement(request.user),
    }
    return TemplateResponse(request, "accounts/profile.html", context)
