"""The site's own settings, in an environment that needs nothing from the machine and leaves nothing on it."""

import os
import tempfile

_folder = tempfile.TemporaryDirectory(prefix="pitboss-tests-")

os.environ.update(
    ADMIN_THEME="unfold",
    ALLOWED_HOSTS="localhost,127.0.0.1,testserver",
    AUDIT_SINK="",
    DEBUG="0",
    EMAIL_URL="memorymail://",
    ORGANISERS="invited",
    SECRET_KEY="tests-only-5d1f2c8e7a904b63b0c1d2e3f4a5968778695a4b3c2d1e0f",
    SHOE_KEY="",
    SITE_URL="http://testserver",
    TRUSTED_PROXIES="0",
    VAR_DIR=_folder.name,
)
# Tests that run side by side share a Redis server: each of them gets a database of its own there.
_worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
if os.environ.get("REDIS_URL"):
    os.environ["REDIS_URL"] = f"{os.environ['REDIS_URL'].rsplit('/', 1)[0]}/{_worker}"

from config.settings import *  # noqa: E402, F403

# The real hashers are slow on purpose; a test that signs in says nothing about them.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# Throttles count in the cache, which is emptied for each test: never a server that somebody else may use.
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
