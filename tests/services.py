"""Runs one command beside a private PostgreSQL and Redis: python tests/services.py COMMAND [ARGUMENT ...]

Both are started from the programs installed on this machine, on free ports of the loopback address, with
their data in a temporary folder, and are stopped when the command ends. The command finds them in
DATABASE_URL and REDIS_URL; a service already named there is used as it is.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

START_SECONDS = 30
STOP_SECONDS = 20
POSTGRES_FOLDERS = "/usr/lib/postgresql/*/bin"


class ServiceError(Exception):
    """A program is not installed, or did not come up; the message says what to do."""


def main(command: list[str]) -> int:
    """Run the command beside both services; returns its exit status, or 3 if a service could not start."""
    environment = dict(os.environ)
    # An ended launcher ends its servers too: the exception unwinds the stack below.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    try:
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="services-")))
            folder.chmod(0o755)
            if not environment.get("DATABASE_URL"):
                environment["DATABASE_URL"] = stack.enter_context(postgres(folder / "postgres"))
            if not environment.get("REDIS_URL"):
                environment["REDIS_URL"] = stack.enter_context(redis(folder / "redis"))
            return subprocess.call(command, env=environment)
    except ServiceError as missing:
        print(missing, file=sys.stderr)
        return 3


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """A new PostgreSQL cluster in the folder; yields its DATABASE_URL."""
    initdb, server = postgres_program("initdb"), postgres_program("postgres")
    folder.mkdir()
    give_to_server_user(folder)
    data, port = folder / "data", free_port()
    as_pitboss = ["--username", "pitboss", "--auth", "trust"]
    run([initdb, "--pgdata", str(data), "--encoding", "UTF8", "--no-sync", *as_pitboss])
    # Durability is what a crash test would measure; these servers only have to be quick and gone.
    settings = {
        "listen_addresses": "127.0.0.1",
        "port": str(port),
        "unix_socket_directories": "",
        "fsync": "off",
        "full_page_writes": "off",
        "synchronous_commit": "off",
        "max_connections": "200",
    }
    flags = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    with running([server, "-D", str(data), *flags], port, folder / "log"):
        yield f"postgres://pitboss@127.0.0.1:{port}/postgres"


@contextmanager
def redis(folder: Path) -> Iterator[str]:
    """A new Redis without persistence; yields its REDIS_URL."""
    server = shutil.which("redis-server") or shutil.which("valkey-server")
    if server is None:
        raise ServiceError("Redis is not installed: apt-get install redis-server")
    folder.mkdir()
    give_to_server_user(folder)
    port = free_port()
    command = [server, "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--appendonly", "no"]
    with running([*command, "--dir", str(folder)], port, folder / "log"):
        yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def running(command: list[str], port: int, log: Path) -> Iterator[None]:
    """The server process, from the moment it answers on its port; ended by its own process id."""
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, **as_server_user())
    try:
        deadline = time.monotonic() + START_SECONDS
        while not answers(port):
            if process.poll() is not None or time.monotonic() > deadline:
                last_words = log.read_text(errors="replace")[-2000:]
                raise ServiceError(f"{command[0]} did not start:\n{last_words}")
            time.sleep(0.05)
        yield
    finally:
        # To both servers this means: end the connections and stop at once.
        process.send_signal(signal.SIGINT)
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def postgres_program(name: str) -> str:
    """The path of a PostgreSQL server program: Debian keeps them out of the PATH, newest version last."""
    versions = sorted(Path("/").glob(POSTGRES_FOLDERS.lstrip("/")), key=lambda path: int(path.parent.name))
    for folder in [*reversed(versions), None]:
        found = shutil.which(name, path=str(folder)) if folder else shutil.which(name)
        if found:
            return found
    raise ServiceError("PostgreSQL is not installed: apt-get install postgresql")


def server_user() -> pwd.struct_passwd | None:
    """The account that servers run under when we are root: PostgreSQL refuses root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise ServiceError("PostgreSQL refuses to run as root, and there is no account 'postgres' or 'nobody'.")


def as_server_user() -> dict[str, object]:
    """Keyword arguments for subprocess that drop root's rights."""
    user = server_user()
    if user is None:
        return {"cwd": "/"}
    return {"cwd": "/", "user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def give_to_server_user(folder: Path) -> None:
    """Let the server write in its folder."""
    user = server_user()
    if user:
        os.chown(folder, user.pw_uid, user.pw_gid)


def run(command: list[str]) -> None:
    """Run a preparation step as the servers' user; its output is shown only if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, **as_server_user())
    if done.returncode:
        raise ServiceError(f"{command[0]} failed:\n{done.stdout}{done.stderr}")


def free_port() -> int:
    """A port of the loopback address that nothing listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(port: int) -> bool:
    """Does something accept connections there?"""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
