"""Secrets at rest: sealed with a key that is not in the database (V8)."""

import os
from functools import lru_cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

# The first byte names the format, so that another one can follow without a migration.
FORMAT = b"\x01"
NONCE_BYTES = 12


class SealBroken(Exception):
    """The bytes were not sealed with this site's key, or were changed since."""


def seal(plain: bytes) -> bytes:
    """Encrypt and authenticate with AES-256-GCM: format byte, nonce, ciphertext with its tag."""
    nonce = os.urandom(NONCE_BYTES)
    return FORMAT + nonce + _cipher().encrypt(nonce, plain, FORMAT)


def unseal(sealed: bytes | memoryview) -> bytes:
    """The plain bytes of `seal`; a memoryview (what PostgreSQL hands out) will do. Raises SealBroken."""
    data = bytes(sealed)
    nonce, body = data[1 : 1 + NONCE_BYTES], data[1 + NONCE_BYTES :]
    if data[:1] != FORMAT or len(nonce) < NONCE_BYTES:
        raise SealBroken
    try:
        return _cipher().decrypt(nonce, body, FORMAT)
    except InvalidTag:
        raise SealBroken from None


def _cipher() -> AESGCM:
    return _cipher_for(settings.SHOE_KEY or settings.SECRET_KEY)


@lru_cache(maxsize=4)
def _cipher_for(key_text: str) -> AESGCM:
    derive = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"pitboss seal v1")
    return AESGCM(derive.derive(key_text.encode()))
