"""The site's own settings, in an environment that needs nothing from the machine."""

import os

TEST_ENVIRONMENT = {
    "ALLOWED_HOSTS": "localhost,127.0.0.1,testserver",
    "AUDIT_SINK": "",
    "DEBUG": "0",
    "EMAIL_URL": "memorymail://",
    "ORGANISERS": "invited",
    "SECRET_KEY": "tests-only-5d1f2c8e7a904b63b0c1d2e3f4a5968778695a4b3c2d1e0f",
    "SHOE_KEY": "",
    "SITE_URL": "http://testserver",
}
os.environ.update(TEST_ENVIRONMENT)

from config.settings import *  # noqa: E402, F403

# The real hashers are slow on purpose; a test that signs in says nothing about them.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# The hashed manifest exists only after collectstatic; tests read the files where they lie.
STORAGES = {
    **globals().get("STORAGES", {}),
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
