"""A site for the browser tests in a process of its own, and pages that report what went wrong in them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.site import PATIENCE_SECONDS, WITNESS, Stage, Visit
from tests.services import free_port

expect.set_options(timeout=PATIENCE_SECONDS * 1000)


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """The site, served, on a new database."""
    var = tmp_path_factory.mktemp("site")
    port = free_port()
    with _new_database(var, port) as database:
        environment = {
            **os.environ,
            "DATABASE_URL": database,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "EMAIL_URL": "",
            "VAR_DIR": str(var),
        }
        site = Stage(environment, port)
        site.open()
        site.serve()
        yield site
        site.close()


@contextmanager
def _new_database(var: Path, port: int) -> Iterator[str]:
    """A new database: on the server that this run was given, or a file."""
    server = os.environ.get("DATABASE_URL", "")
    if not server.startswith("postgres"):
        yield f"sqlite:///{var / 'site.sqlite3'}"
        return
    name = f"browser_{port}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def complaints() -> list[str]:
    """What the pages of a test wrote to their consoles as errors; a test that expects some empties it."""
    return []


@pytest.fixture
def visit(stage: Stage, browser: Browser, complaints: list[str]) -> Iterator[Visit]:
    """Call it with a path and a session's cookie: a page in a browser of its own; all goes well there."""
    contexts = []

    def visit(path: str = "/", cookie: str = "", **how: Any) -> Page:
        context = browser.new_context(base_url=stage.url, **how)
        context.set_default_timeout(PATIENCE_SECONDS * 1000)
        context.add_init_script(WITNESS)
        if cookie:
            context.add_cookies([{"name": "sessionid", "value": cookie, "url": stage.url}])
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(path)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert complaints == []
