"""How a refusal leaves the site: one status and one sentence, the same for pages and for the API."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import structlog
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _
from redis.exceptions import RedisError
from rest_framework import exceptions as drf
from rest_framework.response import Response
from rest_framework.views import exception_handler

from accounts.refusals import BadValue, Busy, IllegalAction, Refusal
from blackjack import refusals as table

log = structlog.get_logger("pitboss.errors")

# What the database says when it cannot be had, or not in time: ask again (invariants sections 2 and 4).
UNAVAILABLE = (OperationalError, InterfaceError, RedisError)


def refusal_of(error: BaseException) -> Refusal | None:
    """The refusal that an exception amounts to, or None if it is a mistake of ours."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, table.Refused):
        family = BadValue if isinstance(error, table.BadValue) else IllegalAction
        return family(error.code, error.message, **error.params)
    # SQLite calls a missing table "operational" too; asking again would not bring it.
    if isinstance(error, UNAVAILABLE) and not str(error).startswith("no such"):
        log.error("unavailable", kind=type(error).__name__, reason=str(error).partition("\n")[0][:200])
        return Busy("busy", _("The site is busy. Nothing was changed; please try again."))
    return None


def sentence(refusal: Refusal) -> str:
    """The refusal in the reader's language."""
    return _(str(refusal.message)).format(**refusal.params)


def body_of(refusal: Refusal) -> dict[str, Any]:
    """The API's one error shape."""
    detail = sentence(refusal)
    # Where several fields are at fault each has a sentence of its own, else only a code.
    fields = {name: said if " " in said else detail for name, said in refusal.fields.items()}
    return {"code": refusal.code, "detail": detail, "fields": fields}


def headers_of(refusal: Refusal) -> dict[str, str]:
    """Retry-After, in seconds, where asking again makes sense."""
    seconds = getattr(refusal, "retry_after", None)
    return {} if seconds is None else {"Retry-After": str(seconds)}


# Pages


class Refusals(MiddlewareMixin):
    """Shows a refusal raised in a page view; one that shows form errors gets the status of bad input."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The refusal's page; None leaves any other exception to Django."""
        refusal = refusal_of(error)
        if refusal is None:
            return None
        return refused(request, refusal.status, refusal.code, sentence(refusal), headers_of(refusal))

    def process_template_response(self, request: HttpRequest, response: TemplateResponse) -> TemplateResponse:
        """Forms refuse with the status that the API gives the same input (invariants section 5)."""
        context = response.context_data or {}
        if request.method == "POST" and response.status_code == HTTPStatus.OK and _shows_errors(context):
            response.status_code = HTTPStatus.BAD_REQUEST
        return response


def _shows_errors(context: Mapping[str, Any]) -> bool:
    form = context.get("form")
    return bool(form is not None and getattr(form, "is_bound", False) and form.errors)


def refused(
    request: HttpRequest, status: int, code: str, detail: str, headers: Mapping[str, str] | None = None
) -> HttpResponse:
    """A refusal as JSON for the API, as a fragment for htmx, else as a page."""
    if request.path_info.startswith("/api/"):
        body = {"code": code, "detail": detail, "fields": {}}
        return JsonResponse(body, status=status, headers=headers)
    context = {"status": int(status), "code": code, "detail": detail}
    htmx = getattr(request, "htmx", None)
    if htmx and not htmx.boosted:
        page = render_to_string("_refusal.html", context)
    elif status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        # The usual page asks the database who is looking; this one asks nobody anything.
        page = render_to_string("refusal_plain.html", context)
    else:
        page = render_to_string("refusal.html", context, request)
    return HttpResponse(page, status=status, headers=headers)


def page_400(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request that could never be right."""
    return refused(request, HTTPStatus.BAD_REQUEST, "bad_request", _("That request could not be understood."))


def page_403(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Seen, but not allowed."""
    return refused(request, HTTPStatus.FORBIDDEN, "not_allowed", _("You may not do that."))


def page_404(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Not there, or not yours to know."""
    return refused(
        request, HTTPStatus.NOT_FOUND, "not_found", _("There is nothing here, or it is not yours to see.")
    )


def page_500(request: HttpRequest) -> HttpResponse:
    """Our mistake; it is in the log."""
    detail = _("Something went wrong on our side. Nothing you sent was lost half-way; please try again.")
    return refused(request, HTTPStatus.INTERNAL_SERVER_ERROR, "server_error", detail)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form sent without its page's token (bad input 58)."""
    detail = _("This form was open for too long, or came from another site. Please load the page again.")
    return refused(request, HTTPStatus.FORBIDDEN, "csrf", detail)


# API


def api_exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's EXCEPTION_HANDLER: every refusal as {"code", "detail", "fields"}; None for a mistake of ours."""
    refusal = refusal_of(error)
    if refusal is not None:
        return Response(body_of(refusal), status=refusal.status, headers=headers_of(refusal))
    if isinstance(error, SuspiciousOperation):
        error = drf.ParseError()
    response = exception_handler(_as_drf(error), context)
    if response is not None:
        response.data = _drf_body(_as_drf(error))
    return response


def _as_drf(error: Exception) -> Exception:
    if isinstance(error, Http404):
        return drf.NotFound()
    return drf.PermissionDenied() if isinstance(error, PermissionDenied) else error


def _drf_body(error: Exception) -> dict[str, Any]:
    if isinstance(error, drf.ValidationError):
        fields = _flat(error.detail)
        return {"code": "bad_value", "detail": next(iter(fields.values()), ""), "fields": fields}
    detail = error.detail if isinstance(error, drf.APIException) else ""
    code = getattr(detail, "code", "error")
    return {"code": code, "detail": str(detail), "fields": {}}


def _flat(detail: Any, prefix: str = "") -> dict[str, str]:
    """DRF's nested errors as {"field.0.inner": first sentence}; errors of the whole body are under ""."""
    if isinstance(detail, Mapping):
        items = [("" if name == "non_field_errors" else str(name), inner) for name, inner in detail.items()]
    elif isinstance(detail, list) and any(isinstance(inner, Mapping | list) for inner in detail):
        items = [(str(number), inner) for number, inner in enumerate(detail)]
    else:
        return {prefix: str(detail[0] if isinstance(detail, list) and detail else detail)}
    flat: dict[str, str] = {}
    for name, inner in items:
        flat |= _flat(inner, ".".join(part for part in (prefix, name) if part))
    return flat
