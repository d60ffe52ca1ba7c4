"""The doors of a table page that are not pages: an action, a seed, and the live fragment by itself."""

import re
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as translate
from django.views.decorators.http import require_GET, require_POST

from accounts.clock import now
from accounts.refusals import BadValue, Refusal
from blackjack import Action
from tables import fragments, live, play, selectors
from tables.models import Table
from tables.requests import PLAYER_ACTIONS, said

# Digits as people type them: with blanks between groups of three, nothing else (bad input 4).
_GROUPED = re.compile(r"[0-9]{1,18}|[0-9]{1,3}([ \u00a0\u202f][0-9]{3}){1,5}")

FIELDS = frozenset(
    ["csrfmiddlewaretoken", "action", "amount", "secret", "pair", "seq", "hash", "seed", "cut"]
)


@require_POST
@login_required
def act(request: HttpRequest, public_id: str) -> HttpResponse:
    """A player's action from the page."""
    arrived_at = now()
    try:
        form = _strict(request.POST)
        action = _action(form)
        view = play.act(
            public_id, user=request.user, action=action, seq=_seq(form), arrived_at=arrived_at, now=now()
        )
        return _shown(request, public_id, view)
    except Refusal as refusal:
        return _refused(request, public_id, refusal)


@require_POST
@login_required
def seed(request: HttpRequest, public_id: str) -> HttpResponse:
    """The browser's part in the shoes: first its hash, then the seed and the cut."""
    form = _strict(request.POST)
    if "hash" in form:
        play.offer_seed(public_id, user=request.user, hash_hex=form["hash"], now=now())
    else:
        cut = _whole(form.get("cut", ""), "cut")
        play.open_seed(public_id, user=request.user, seed_hex=form.get("seed", ""), cut=cut, now=now())
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


@require_GET
def fragment(request: HttpRequest, public_id: str) -> HttpResponse:
    """The table as the viewer sees it now, for a page that lost the stream; with its new address."""
    table, view = _view(request, public_id)
    response = _fragment(view)
    response["X-Events"] = events_url(request, table, view)
    return response


def events_url(request: HttpRequest, table: Table, view: dict[str, Any]) -> str:
    """Where a page at this view goes on live."""
    topics = {table.public_id: selectors.audience_of(request.user, table)}
    if table.round_id is not None:
        # The tournament says where a player goes on when this table is over.
        topics[f"T{table.scope}"] = selectors.PUBLIC
    text = live.ticket(
        user_id=request.user.pk,
        session_key=request.session.session_key,
        topics=topics,
        language=get_language() or "en",
    )
    return f"/events/?ticket={text}&at={quote(live.vector({table.public_id: view['seq']}))}"


def _view(request: HttpRequest, public_id: str) -> tuple[Table, dict[str, Any]]:
    table, seat = selectors.table_for(request.user, public_id)
    official = selectors.is_official(request.user, table)
    return table, selectors.table_view(table, seat, now=now(), official=official)


def _strict(form: QueryDict) -> QueryDict:
    """The form as it came, once nothing in it is unknown or said twice (bad inputs 9, 10, 22, 43)."""
    odd = [name for name, values in form.lists() if name not in FIELDS or len(set(values)) > 1]
    if odd:
        refused = gettext_noop("This form has a field that is not asked for.")
        raise BadValue("unknown_field", refused, fields=dict.fromkeys(odd[:10], translate(refused)))
    return form


def _action(form: QueryDict) -> Action:
    kind = form.get("action", "")
    if kind not in PLAYER_ACTIONS:
        raise BadValue("unknown_action", gettext_noop("There is no such action."), fields={"action": "?"})
    amount = form.get("amount", "").strip()
    return Action(
        kind,
        amount=_whole(amount, "amount") if amount else None,
        secret=_secret(form.get("secret", "")) and kind == "bet",
        pair=_whole(form.get("pair") or "0", "pair"),
    )


def _secret(text: str) -> bool:
    """A bet that was meant to be secret must never be placed openly because of a word we do not know."""
    if text not in ("", "1"):
        refused = gettext_noop("A secret bet is asked for with 1.")
        raise BadValue("bad_value", refused, fields={"secret": translate(refused)})
    return text == "1"


def _seq(form: QueryDict) -> int | None:
    text = form.get("seq", "")
    return _whole(text, "seq") if text else None


def _whole(text: str, field: str) -> int:
    if not _GROUPED.fullmatch(text):
        refused = gettext_noop("A whole number is needed here.")
        raise BadValue("bad_value", refused, fields={field: translate(refused)})
    return int(re.sub(r"\D", "", text))


def _shown(request: HttpRequest, public_id: str, view: dict[str, Any]) -> HttpResponse:
    if "X-Fragment" not in request.headers:
        return _to_page(public_id)
    return _fragment(view)


def _to_page(public_id: str) -> HttpResponse:
    """Without JavaScript the page itself is the answer; reloading it must not send the form again."""
    response = redirect("tables:detail", public_id=public_id)
    response.status_code = HTTPStatus.SEE_OTHER
    return response


def _fragment(view: dict[str, Any], status: int = HTTPStatus.OK) -> HttpResponse:
    html = fragments.render_table(view, get_language() or "en")
    response = HttpResponse(html, status=status)
    response["X-Table"] = str(view["seq"])
    response["Cache-Control"] = "no-store"
    return response


def _refused(request: HttpRequest, public_id: str, refusal: Refusal) -> HttpResponse:
    """The refusal's sentence with the table as it stands now, under the refusal's own status."""
    sentence = said(refusal)
    if "X-Fragment" not in request.headers:
        messages.error(request, sentence)
        return _to_page(public_id)
    _table, view = _view(request, public_id)
    response = _fragment(view, refusal.status)
    response["X-Refusal"] = quote(sentence)
    if hasattr(refusal, "retry_after"):
        response["Retry-After"] = str(refusal.retry_after)
    return response
