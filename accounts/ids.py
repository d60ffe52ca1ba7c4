"""Random public ids, and the seam through which all randomness comes in."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable

# `entropy(n)` gives n random bytes: `secrets.token_bytes` in a door, SeededEntropy in a run that must repeat.
Entropy = Callable[[int], bytes]

# Crockford's base 32: no I, L, O or U.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 8
_BITS = 5
_PATTERN = re.compile(f"[{ALPHABET}]{{{LENGTH}}}")


def public_id(entropy: Entropy = secrets.token_bytes) -> str:
    """Eight characters of Crockford base 32, upper case: 40 random bits."""
    number = int.from_bytes(entropy(LENGTH * _BITS // 8), "big")
    return "".join(ALPHABET[number >> shift & 31] for shift in reversed(range(0, LENGTH * _BITS, _BITS)))


def clean(text: str) -> str | None:
    """The id as it is stored (lower case is accepted), or None if the text cannot be one."""
    # Upper-casing may make one letter of another; only ASCII goes in.
    upper = text.upper() if text.isascii() else ""
    return upper if _PATTERN.fullmatch(upper) else None


class PublicId:
    """The `<id:...>` part of an address: what cannot be an id matches nothing: 404 (bad input 47)."""

    regex = f"[{ALPHABET}{ALPHABET.lower()}]{{{LENGTH}}}"

    def to_python(self, value: str) -> str:
        """The id as it is stored."""
        return value.upper()

    def to_url(self, value: str) -> str:
        """The id as it is stored."""
        return value


class SeededEntropy:
    """The bytes of an HMAC-SHA256 stream: the same seed gives the same bytes in the same order."""

    def __init__(self, seed: int | str) -> None:
        self._key = hashlib.sha256(f"pitboss entropy {seed}".encode()).digest()
        self._block = 0
        self._left = b""

    def __call__(self, count: int) -> bytes:
        """The next `count` bytes of the stream."""
        while len(self._left) < count:
            self._left += hmac.digest(self._key, self._block.to_bytes(8, "big"), "sha256")
            self._block += 1
        taken, self._left = self._left[:count], self._left[count:]
        return taken
