"""Logs: one JSON object a line, holding references, never secrets (V9)."""

import re
from typing import Any

import structlog

# Values under these names never reach a log, whoever hands them in.
SECRET_NAMES = re.compile(
    r"password|passwd|token|secret|authorization|cookie|seed|sealed|card|shoe_key|amount|idempotency|e-?mail",
    re.I,
)
# A password reset link carries its key in its path.
SECRET_PATH = re.compile(r"(/reset/key/|/confirm-email/|/invite/)[^/\s]+")


# The database names the values of the row that it refused.
ROW_VALUES = re.compile(r"(DETAIL:|Failing row contains|params:).*")


def without_secrets(logger: Any, method: str, event: dict[str, Any]) -> dict[str, Any]:
    """A structlog processor: mask values by their name, keys inside paths, and rows inside errors."""
    for name, value in event.items():
        if SECRET_NAMES.search(name):
            event[name] = "***"
        elif isinstance(value, str):
            event[name] = ROW_VALUES.sub(r"\1 ***", SECRET_PATH.sub(r"\1***", value))
    return event


PROCESSORS: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
    structlog.processors.UnicodeDecoder(),
    without_secrets,
]


def logging_config() -> dict[str, Any]:
    """Django's LOGGING: every logger, ours or not, through the same processors to standard error."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processor": structlog.processors.JSONRenderer(),
                "foreign_pre_chain": PROCESSORS,
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            "django": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
            "django_structlog": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
            "pitboss": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
            # Who paused or ruled is said nowhere else: a table's own log names no people.
            "tables.officials": {"level": "INFO"},
        },
    }
