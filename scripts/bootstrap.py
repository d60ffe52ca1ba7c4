"""Builds .venv from the hashed locks; returns at once when nothing changed. Needs python3 with venv only.

Called plainly it installs what the site, the tests and the checks need; called with "sim", the
compiled kernels as well (requirements/sim.txt), which later calls then keep.
"""

import hashlib
import importlib.util
import shutil
import subprocess
import sys
import time
import venv
from pathlib import Path

OLDEST_PYTHON = (3, 11)
ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "requirements"
ENVIRONMENT = ROOT / ".venv"
STAMP = ENVIRONMENT / "installed"


def main(extras: list[str]) -> int:
    """Make the environment match the locks; returns 0, or 1 with a sentence on what is missing."""
    if sys.version_info < OLDEST_PYTHON:
        print(f"Python {'.'.join(map(str, OLDEST_PYTHON))} or newer is needed; this is {sys.version}.")
        return 1
    installed, *kept = STAMP.read_text().split() if STAMP.exists() else [""]
    extras = sorted({*extras, *kept})
    locks = [LOCKS / f"{name}.txt" for name in ("tool", "dev", *extras)]
    wanted = fingerprint(locks)
    if installed == wanted:
        return 0
    started = time.monotonic()
    try:
        make_environment()
        install(locks)
    except subprocess.CalledProcessError as failed:
        print(f"Could not install: {' '.join(failed.cmd[:4])} ... ended with status {failed.returncode}.")
        return 1
    except MissingVenv as missing:
        print(missing)
        return 1
    STAMP.write_text(" ".join([wanted, *extras]))
    print(f"Installed in .venv in {time.monotonic() - started:.0f} s.", flush=True)
    return 0


class MissingVenv(Exception):
    """This Python cannot make environments; the message names the package that brings it."""


def fingerprint(locks: list[Path]) -> str:
    """A digest of the locks and of the Python they are installed for."""
    digest = hashlib.sha256(f"{sys.version}\n{sys.base_prefix}\n{ENVIRONMENT}\n".encode())
    for lock in locks:
        digest.update(lock.name.encode() + b"\0" + lock.read_bytes())
    return digest.hexdigest()


def make_environment() -> None:
    """An empty .venv with pip, unless one for this Python is there already."""
    if python_of_environment_works():
        return
    say("Making .venv")
    shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    # Debian ships python3 without what venv needs.
    if importlib.util.find_spec("ensurepip") is None:
        package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
        raise MissingVenv(f"This Python has no venv. On Debian or Ubuntu: apt-get install {package}")
    venv.create(ENVIRONMENT, with_pip=True)


def python_of_environment_works() -> bool:
    """Is .venv an environment of the Python that runs this script, and still where it was made?"""
    python, made = environment_program("python"), ENVIRONMENT / "pyvenv.cfg"
    if not python.exists() or str(ENVIRONMENT) not in made.read_text():
        return False
    asked = subprocess.run([python, "-c", "import sys; print(sys.version)"], capture_output=True, text=True)
    return asked.returncode == 0 and asked.stdout.split() == sys.version.split()


def install(locks: list[Path]) -> None:
    """Install exactly what the locks name: with uv, from a lock of its own, or else with pip."""
    say("Fetching the installer (uv)")
    pip = [environment_program("python"), "-m", "pip"]
    quiet = ["--quiet", "--disable-pip-version-check"]
    try:
        call([*pip, "install", *quiet, "--require-hashes", "-r", LOCKS / "tool.txt"])
        call([environment_program("uv"), "--version"], stdout=subprocess.DEVNULL)
    except (subprocess.CalledProcessError, OSError):
        say("uv is not to be had here; installing with pip, which takes a few minutes")
        for lock in locks[1:]:
            call([*pip, "install", "--disable-pip-version-check", "--require-hashes", "-r", lock])
        return
    say("Installing the locked packages")
    uv, python = environment_program("uv"), environment_program("python")
    call([uv, "pip", "sync", "--python", python, "--require-hashes", *locks])


def environment_program(name: str) -> Path:
    """The path of a program inside .venv."""
    return ENVIRONMENT / "bin" / name


def call(command: list[object], **options: object) -> None:
    """Run one step, its output shown; raises CalledProcessError when it fails."""
    subprocess.run([str(word) for word in command], check=True, **options)


def say(text: str) -> None:
    """One line of progress."""
    print(f"{text} ...", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
