"""What `check --deploy` says about tournaments on this site."""

import pytest
from django.core.checks import run_checks
from django.db import connection, connections

from tournaments import checks


def test_rule_2_8_a_deployment_on_sqlite_is_warned_that_buy_ins_may_be_money() -> None:
    found = {message.id for message in run_checks(include_deployment_checks=True)}
    assert ("tournaments.W001" in found) == (connection.vendor == "sqlite")


def test_rule_2_8_nobody_is_warned_who_does_not_deploy() -> None:
    assert "tournaments.W001" not in {message.id for message in run_checks()}


@pytest.mark.parametrize(("vendor", "warnings"), [("sqlite", 1), ("postgresql", 0)])
def test_rule_2_8_the_warning_depends_on_the_database_alone(
    vendor: str, warnings: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(connections["default"]), "vendor", vendor)
    assert len(checks.money_on_sqlite()) == warnings
