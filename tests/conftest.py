"""What every test shares: which tests can run here, and the browser they drive."""

import os
import shutil
from typing import Any

import hypothesis
import pytest
from django.core.cache import cache
from django.db import connection

IN_CI = bool(os.environ.get("CI"))

# A busy machine is no failure; and in CI the same commit gives the same examples every time.
hypothesis.settings.register_profile("here", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.load_profile("ci" if IN_CI else "here")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests of a service that this run was not given; tests/services.py gives both."""
    missing = set()
    if connection.vendor != "postgresql":
        missing.add("postgres")
    if not os.environ.get("REDIS_URL"):
        missing.add("redis")
    left_out = [item for item in items if any(item.get_closest_marker(mark) for mark in missing)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """In CI a skipped test is a failure: what could not run has not been shown."""
    reporter: Any = session.config.pluginmanager.get_plugin("terminalreporter")
    if IN_CI and reporter is not None and reporter.stats.get("skipped") and session.exitstatus == 0:
        reporter.write_line("A test was skipped, and in CI nothing may be.", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    """No test is throttled for what another one did."""
    cache.clear()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> None:
    """Let Django empty the tables after a test with real transactions, which SQLite's triggers refuse."""
    if connection.vendor != "sqlite":
        return
    flush = connection.ops.sql_flush

    def flush_past_triggers(*args: Any, **kwargs: Any) -> list[str]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = cursor.fetchall()
        drops = [f'DROP TRIGGER "{name}"' for name, _ in triggers]
        return [*drops, *flush(*args, **kwargs), *(sql for _, sql in triggers)]

    connection.ops.sql_flush = flush_past_triggers


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the installed Chromium; nothing is ever downloaded."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.fail("The browser tests need Chromium: apt-get install chromium")
    flags = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
    flags += ["--disable-gpu", "--disable-quic", "--no-first-run"]
    if os.geteuid() == 0:
        flags.append("--no-sandbox")
    return {**browser_type_launch_args, "executable_path": program, "args": flags}


@pytest.fixture(autouse=True)
def _sync_orm_beside_the_browser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Playwright's own event loop makes Django think that a browser test is async code."""
    if request.node.get_closest_marker("browser"):
        monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
