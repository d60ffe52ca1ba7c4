"""Keys and settings: what a site needs before it starts, in a process of its own."""

import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from config.first_run import make_keys, read_key

ROOT = Path(__file__).resolve().parents[2]


def start(folder: Path, code: str = "print('up')", **environment: str) -> subprocess.CompletedProcess[str]:
    """Load the settings in a fresh process with nothing set but these; `code` runs after that."""
    program = f"import django; django.setup(); from django.conf import settings; {code}"
    clean = {"PATH": os.environ["PATH"], "VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings"}
    return subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=clean | environment, capture_output=True, text=True
    )


def test_keys_are_made_once_for_their_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    made = make_keys(folder)
    assert sorted(path.name for path in made) == ["secret_key", "shoe_key"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in made} == {0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    keys = {read_key(folder, name) for name in ("secret_key", "shoe_key")}
    assert {len(key) for key in keys} == {64}
    assert len(keys) == 2
    assert make_keys(folder) == []
    assert sorted(os.listdir(folder)) == ["secret_key", "shoe_key"]


def test_many_first_runs_at_once_agree_on_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: make_keys(tmp_path), range(8)))
    assert sorted(path.name for paths in made for path in paths) == ["secret_key", "shoe_key"]


def test_a_key_that_was_not_made_is_empty(tmp_path: Path) -> None:
    assert read_key(tmp_path, "secret_key") == ""


def test_without_a_key_the_site_says_in_one_sentence_why_it_does_not_start(tmp_path: Path) -> None:
    done = start(tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("Set SECRET_KEY, or run 'manage.py serve'")
    assert done.stderr.count("\n") == 1


def test_with_nothing_set_the_site_is_embedded(tmp_path: Path) -> None:
    make_keys(tmp_path)
    code = (
        "d, c = settings.DATABASES['default'], settings.CACHES['default'];"
        "print(d['ENGINE'], settings.DEBUG, c['BACKEND'])"
    )
    done = start(tmp_path, code)
    assert done.stdout.split() == [
        "django.db.backends.sqlite3",
        "False",
        "django.core.cache.backends.locmem.LocMemCache",
    ]


def test_sqlite_writes_ahead_and_takes_its_lock_first(tmp_path: Path) -> None:
    make_keys(tmp_path)
    code = (
        "from django.db import connection as c; k = c.cursor();"
        "print(k.execute('pragma journal_mode').fetchone(), k.execute('pragma synchronous').fetchone(),"
        " k.execute('pragma busy_timeout').fetchone(), c.transaction_mode)"
    )
    assert start(tmp_path, code).stdout.strip() == "('wal',) (1,) (20000,) IMMEDIATE"


def test_the_stock_admin_works_without_its_dress(tmp_path: Path) -> None:
    make_keys(tmp_path)
    code = (
        "from django.core.management import call_command as run; run('check'); run('migrate', verbosity=0);"
        "from accounts.people import create_user;"
        "u = create_user(username='u', public_name='Root', is_staff=True);"
        "u.is_superuser = True; u.save(update_fields=['is_superuser']);"
        "from django.test import Client; c = Client(SERVER_NAME='localhost'); c.force_login(u);"
        "from django.contrib import admin; pages = ['/admin/'] + ["
        "f'/admin/{m._meta.app_label}/{m._meta.model_name}/' for m in admin.site._registry];"
        "print({page: c.get(page).status_code for page in pages if c.get(page).status_code != 200})"
    )
    done = start(tmp_path, code, ADMIN_THEME="plain")
    assert done.stdout.splitlines()[-1:] == ["{}"], done.stderr


@pytest.mark.parametrize(
    ("environment", "word"), [({"ORGANISERS": "everyone"}, "ORGANISERS"), ({"ORGANISERS": ""}, "ORGANISERS")]
)
def test_a_setting_that_means_nothing_is_refused(
    tmp_path: Path, environment: dict[str, str], word: str
) -> None:
    make_keys(tmp_path)
    done = start(tmp_path, **environment)
    assert (done.returncode, word in done.stderr) == (1, True)


def test_postgresql_never_waits_for_ever(tmp_path: Path) -> None:
    make_keys(tmp_path)
    code = (
        "d = settings.DATABASES['default'];"
        "print(d['OPTIONS']['options'], d['CONN_MAX_AGE'], d['CONN_HEALTH_CHECKS'])"
    )
    done = start(tmp_path, code, DATABASE_URL="postgres://u@127.0.0.1:1/x")
    assert done.stdout.split() == [
        *("-c", "statement_timeout=5000", "-c", "lock_timeout=2000"),
        *("-c", "idle_in_transaction_session_timeout=10000", "600", "True"),
    ]


def test_https_sites_mark_their_cookies(tmp_path: Path) -> None:
    make_keys(tmp_path)
    code = (
        "print(settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE, settings.SECURE_HSTS_SECONDS > 0)"
    )
    assert start(tmp_path, code, SITE_URL="https://example.org").stdout.split() == ["True"] * 3
    assert start(tmp_path, code).stdout.split() == ["False"] * 3
