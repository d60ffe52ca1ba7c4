"""V9: logs hold references, never secrets."""

import io
import json
import logging
import logging.config
from pathlib import Path

import pytest
import structlog

from config.logs import logging_config, without_secrets
from tables import officials


@pytest.mark.parametrize(
    "name", ["password", "api_token", "Authorization", "seed", "cards", "shoe_secret", "amount", "email"]
)
def test_V9_values_with_telling_names_are_masked(name: str) -> None:
    assert without_secrets(None, "info", {name: "7313", "table": "7KQ2M9XA"}) == {
        name: "***",
        "table": "7KQ2M9XA",
    }


def test_V9_the_key_in_a_reset_link_is_masked() -> None:
    event = without_secrets(None, "info", {"request": "GET /accounts/password/reset/key/1-abc-def/"})
    assert event["request"] == "GET /accounts/password/reset/key/***/"


def test_V9_the_row_in_a_database_error_is_masked() -> None:
    event = without_secrets(
        None, "error", {"exception": "E: check failed\nDETAIL:  Failing row contains (7313).\nend"}
    )
    assert event["exception"] == "E: check failed\nDETAIL: ***\nend"


def test_V9_a_plain_loggers_line_is_json_and_masked() -> None:
    stream = io.StringIO()
    formatter = logging_config()["formatters"]["json"]
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processor=formatter["processor"], foreign_pre_chain=formatter["foreign_pre_chain"]
        )
    )
    logger = logging.Logger("probe")
    logger.addHandler(handler)
    logger.warning("Not Found: %s", "/accounts/password/reset/key/1-abc/")
    line = json.loads(stream.getvalue())
    assert (line["event"], line["level"]) == ("Not Found: /accounts/password/reset/key/***/", "warning")


def test_who_acted_as_an_official_reaches_the_log() -> None:
    logging.config.dictConfig(logging_config())
    assert officials.logger.isEnabledFor(logging.INFO)
    assert officials.logger.hasHandlers()


def test_V9_the_servers_own_log_of_addresses_is_off_for_they_hold_tickets() -> None:
    assert '"--no-access-log"' in (Path(__file__).parents[2] / "Dockerfile").read_text()
