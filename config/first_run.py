"""The keys of an embedded site: made at its first run, kept in files that only its owner can read."""

import os
import secrets
from pathlib import Path

KEY_NAMES = ("secret_key", "shoe_key")


def read_key(folder: Path, name: str) -> str:
    """The key kept under that name in the folder, or "" if none was made yet."""
    try:
        return (folder / name).read_text().strip()
    except FileNotFoundError:
        return ""


def make_keys(folder: Path) -> list[Path]:
    """Make each key that is missing (256 bits, file mode 0600) and the folder (0700); returns the files made.

    Two processes at once: the file appears by a link, which fails if it exists, so both read one whole key.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return [folder / name for name in KEY_NAMES if _make(folder, name)]


def _make(folder: Path, name: str) -> bool:
    if (folder / name).exists():
        return False
    draft = folder / f".{name}.{secrets.token_hex(4)}"
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_hex(32) + "\n")
        os.link(draft, folder / name)
    except FileExistsError:
        return False
    finally:
        draft.unlink(missing_ok=True)
    return True
