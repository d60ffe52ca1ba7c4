"""Turns away requests that no view should ever see: broken text, oversized bodies, endless addresses."""

from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import unquote_to_bytes

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from config.errors import page_400, page_404, refused

QUERY_LIMIT_BYTES = 4096


class BadRequests:
    """Middleware for bad inputs 12, 47, 48 and 52: what is wrong with a request whatever its address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The refusal, or what the site answers."""
        return self._refusal(request) or self.get_response(request)

    def _refusal(self, request: HttpRequest) -> HttpResponse | None:
        if "\x00" in request.path_info or "\ufffd" in request.path_info:
            return page_404(request, ValueError("path"))
        query = request.META.get("QUERY_STRING", "")
        if len(query) > QUERY_LIMIT_BYTES or not _is_text(query):
            return page_400(request, ValueError("query"))
        if _content_length(request) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            detail = _("That is more than this site accepts at once.")
            return refused(request, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too_large", detail)
        return None


def _is_text(query: str) -> bool:
    """Is the query string UTF-8 without NUL, once its percent signs are resolved?"""
    raw = unquote_to_bytes(query)
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return b"\x00" not in raw


def _content_length(request: HttpRequest) -> int:
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0
