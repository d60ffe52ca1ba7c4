"""The strictness that every API view shares: bodies, numbers, unknown fields, addresses, pages, keys."""

import json
import re
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.core import signing
from django.http import Http404
from django.utils.translation import gettext as translate
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop
from rest_framework import serializers
from rest_framework.exceptions import APIException, ParseError, ValidationError
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from accounts.ids import clean
from accounts.refusals import BadValue

BODY_LIMIT_BYTES = 64 * 1024
# Deeper than any body of ours, and far from Python's recursion limit.
DEPTH_LIMIT = 16
# Whole numbers are 64-bit; anything longer is refused before it is turned into an int.
DIGITS_LIMIT = 18
KEY_LIMIT = 128
CURSOR_SALT = "api cursor"
_WHOLE = re.compile(r"-?[0-9]{1,18}")
_KEY = re.compile(r"[\x21-\x7e]{1,128}")


class TooLarge(APIException):
    """A body over 64 kB (bad input 12)."""

    status_code = 413
    default_code = "too_large"
    default_detail = _("That is more than this site accepts at once.")


class StrictJSONParser(BaseParser):
    """JSON as RFC 8259 means it (bad inputs 3-14 and 49): one meaning or a 400."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The parsed body. Raises ParseError (400) or TooLarge (413)."""
        raw = stream.read(BODY_LIMIT_BYTES + 1)
        if len(raw) > BODY_LIMIT_BYTES:
            raise TooLarge
        return parse_json(raw)


def parse_json(raw: bytes) -> Any:
    """One JSON value. Raises ParseError for repeated keys, NaN, NUL, lone surrogates, depth, or bad UTF-8."""
    try:
        text = raw.decode("utf-8")
        # Counted on the text, before the parser can recurse; brackets inside strings make it only stricter.
        if _depth(text) > DEPTH_LIMIT:
            raise ValueError
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_no, parse_int=_whole)
        _check_text(value)
    except (ValueError, RecursionError):
        raise ParseError(translate("The body must be well-formed JSON.")) from None
    return value


def _depth(text: str) -> int:
    deepest = depth = 0
    for bracket in re.findall(r"[\[\]{}]", text):
        depth += 1 if bracket in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ValueError("repeated key")
    return result


def _no(constant: str) -> NoReturn:
    raise ValueError(constant)


def _whole(digits: str) -> int | float:
    # Longer than 64 bits: kept as infinity, so that the field is named and no time is lost on digits.
    return int(digits) if len(digits.lstrip("-")) <= DIGITS_LIMIT else float("inf")


def _check_text(value: Any) -> None:
    if isinstance(value, str) and (
        "\x00" in value or any("\ud800" <= letter <= "\udfff" for letter in value)
    ):
        raise ValueError("text")
    if isinstance(value, dict):
        _check_text(list(value.items()))
    elif isinstance(value, list | tuple):
        for item in value:
            _check_text(item)


class WholeNumber(serializers.IntegerField):
    """An int and nothing that looks like one: no true, 12.5, 1e1, "12" (bad inputs 3-7)."""

    default_error_messages = {"invalid": _("A whole number is needed here.")}

    def to_internal_value(self, data: Any) -> int:
        """The int. Raises ValidationError."""
        if type(data) is not int:
            self.fail("invalid")
        return int(super().to_internal_value(data))


class QueryNumber(WholeNumber):
    """A whole number in an address: ASCII digits only (bad input 50)."""

    def to_internal_value(self, data: Any) -> int:
        """The int. Raises ValidationError."""
        if not (isinstance(data, str) and _WHOLE.fullmatch(data)):
            self.fail("invalid")
        return super().to_internal_value(int(data))


class StrictText(serializers.CharField):
    """Text and nothing that can be turned into it."""

    default_error_messages = {"invalid": _("Text is needed here.")}

    def to_internal_value(self, data: Any) -> str:
        """The text. Raises ValidationError."""
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class StrictBoolean(serializers.BooleanField):
    """True or false, not "yes" or 1."""

    def to_internal_value(self, data: Any) -> bool:
        """The bool. Raises ValidationError."""
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses every field it does not list, read-only ones included (bad inputs 10, 22, 35, 43)."""

    def to_internal_value(self, data: Any) -> Any:
        """The validated values. Raises ValidationError naming each unknown field."""
        if isinstance(data, Mapping):
            known = {name for name, field in self.fields.items() if not field.read_only}
            unknown = sorted(str(name) for name in data if name not in known)
            if unknown:
                raise ValidationError({name: [translate("Unknown field.")] for name in unknown[:10]})
        return super().to_internal_value(data)


def body_of(request: Request, serializer: type[StrictSerializer], **context: Any) -> dict[str, Any]:
    """The request's body through a serializer. Raises ValidationError (400)."""
    checked = serializer(data=request.data, context={"request": request, **context})
    checked.is_valid(raise_exception=True)
    return dict(checked.validated_data)


def query_of(request: Request, serializer: type[StrictSerializer]) -> dict[str, Any]:
    """The address's parameters through a serializer; unknown and repeated ones are refused (bad input 50)."""
    pages = {CursorPages.cursor_query_param, CursorPages.page_size_query_param}
    given = {name: values for name, values in request.query_params.lists() if name not in pages}
    repeated = [name for name, values in given.items() if len(values) > 1]
    if repeated:
        raise ValidationError({name: [translate("Given more than once.")] for name in repeated})
    checked = serializer(data={name: values[0] for name, values in given.items()})
    checked.is_valid(raise_exception=True)
    return dict(checked.validated_data)


def id_of(text: str) -> str:
    """A public id from an address. Raises Http404 for anything that cannot be one (bad input 47)."""
    cleaned = clean(text)
    if cleaned is None:
        raise Http404
    return cleaned


def idempotency_key(request: Request, *, required: bool = False) -> str | None:
    """The Idempotency-Key header: 1-128 visible ASCII characters (bad inputs 25, 29). Raises BadValue."""
    key = request.headers.get("Idempotency-Key")
    if key is None:
        if required:
            raise BadValue(
                "key_missing", gettext_noop("Send an Idempotency-Key, so that nothing is paid twice.")
            )
        return None
    if not _KEY.fullmatch(key):
        raise BadValue(
            "bad_key",
            gettext_noop("An Idempotency-Key has 1 to {limit} visible characters."),
            limit=KEY_LIMIT,
        )
    return key


class CursorPages(CursorPagination):
    """Pages by cursor: stable while rows arrive; `page_size` up to 100 (bad input 51)."""

    page_size = 50
    max_page_size = 100
    page_size_query_param = "page_size"
    ordering = "-pk"

    def get_page_size(self, request: Request) -> int:
        """The size asked for. Raises ValidationError when it is not a number from 1 to 100."""
        text = request.query_params.get(self.page_size_query_param)
        if text is None:
            return self.page_size
        if not (_WHOLE.fullmatch(text) and 1 <= int(text) <= self.max_page_size):
            raise ValidationError({"page_size": [translate("A number from 1 to 100.")]})
        return int(text)

    def encode_cursor(self, cursor: Cursor) -> str:
        """The address of a page. The cursor is signed: its position goes straight into a query."""
        text = signing.dumps([cursor.offset, cursor.reverse, cursor.position], salt=CURSOR_SALT)
        return str(replace_query_param(self.base_url, self.cursor_query_param, text))

    def decode_cursor(self, request: Request) -> Cursor | None:
        """The position asked for. Raises ValidationError for a cursor that we did not make."""
        text = request.query_params.get(self.cursor_query_param)
        if text is None:
            return None
        try:
            return Cursor(*signing.loads(text, salt=CURSOR_SALT))
        except signing.BadSignature:
            raise ValidationError({"cursor": [translate("This cursor is not one of ours.")]}) from None
