"""The closed list of ways in which a story says no; each carries a code and a sentence a player can read."""

from typing import Any


class Refusal(Exception):
    """A story's answer "no": nothing was changed.

    `code` is snake_case and stable (clients may branch on it); `message` is an English template, marked for
    translation where it is written, and `params` fill its {names}. `status` is its HTTP status.
    `fields` names the inputs at fault, where there are any, with a code or a sentence of its own for each.
    """

    status = 400

    def __init__(self, code: str, message: str, fields: dict[str, str] | None = None, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.fields = fields or {}
        self.params = params

    def __str__(self) -> str:
        return str(self.message).format(**self.params)


class BadValue(Refusal):
    """The value could never be right (400)."""


class NotAllowed(Refusal):
    """You can see it, but you may not do it (403)."""

    status = 403


class NotFound(Refusal):
    """It does not exist, or it is not yours to know (404)."""

    status = 404


class Conflict(Refusal):
    """The state moved, or does not allow it any more (409)."""

    status = 409


class IllegalAction(Refusal):
    """Not open to you at this moment (409)."""

    status = 409


class KeyReuse(Refusal):
    """An idempotency key came back with another body (422)."""

    status = 422


class TooMany(Refusal):
    """More than the published limit (429); `retry_after` is in seconds."""

    status = 429
    retry_after = 60


class Busy(Refusal):
    """Try again: a lock or a connection could not be had in time (503); `retry_after` is in seconds."""

    status = 503
    retry_after = 1
