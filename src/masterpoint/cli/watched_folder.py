"""A watched folder: which files are new and complete, and what became of each. It remembers across restarts."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from masterpoint.cli.sending import Answer, Destination, Offline, outcome_of
from masterpoint.core.file_size import LARGEST_FILE

STATE = ".masterpoint-watch.json"
LOG = "masterpoint-log.txt"
SendFile = Callable[[str, dict[str, str], bytes], Answer]


class FileState(NamedTuple):
    """Size and time of change: as long as they stay the same, so does the file."""

    size: int
    changed: int


class SavedState(NamedTuple):
    """What is remembered across restarts."""

    outcomes: dict[str, str]
    """Digests of files that need not be sent again, with what became of them."""
    names: dict[str, str]
    """The digest of each file by name, once the log says what became of it."""


class WatchedFolder:
    """The files in the folder, what was sent, and whether the Centre can be reached."""

    def __init__(self, folder: Path, destination: Destination, send: SendFile) -> None:
        self.folder, self.destination, self.send = folder, destination, send
        self.state = _load(folder / STATE)
        self.last_shapes: dict[Path, FileState] = {}
        self.last_messages: dict[str, str] = {}
        """Digests of files that will be sent again, with the last message about each."""
        self.is_offline = False

    def scan(self, *, all_finished: bool = False) -> Iterator[str]:
        """Send files that are new and have stopped growing; yields a line for everything that happened.

        A file is complete when two scans find it unchanged; with `all_finished`, every file counts as complete.
        """
        shapes = {path: FileState(stat.st_size, stat.st_mtime_ns) for path, stat in _files(self.folder)}
        finished = [path for path, shape in shapes.items() if all_finished or self.last_shapes.get(path) == shape]
        self.last_shapes = shapes
        was_offline, self.is_offline = self.is_offline, False
        for path in finished:
            line = self._handle(path, was_offline)
            if line:
                yield line
            if self.is_offline:
                return

    def _handle(self, path: Path, was_offline: bool) -> str:
        try:
            data = path.read_bytes()
        except OSError:
            return ""
        digest = hashlib.sha256(data).hexdigest()
        if digest in self.state.outcomes:
            return self._already_done(path, digest)
        if not data:
            return ""
        if len(data) > LARGEST_FILE:
            return self._log(path, digest, "not filed: larger than any results file", final=True)
        headers, body = self.destination.request(path.name, data)
        try:
            outcome = outcome_of(self.send(self.destination.address, headers, body))
        except Offline as error:
            self.is_offline = True
            return "" if was_offline else self._log(path, digest, f"waits: the Centre cannot be reached ({error})")
        if self.last_messages.get(digest) == outcome.message:
            return ""
        self.last_messages[digest] = outcome.message
        return self._log(path, digest, outcome.message, final=outcome.is_final)

    def _already_done(self, path: Path, digest: str) -> str:
        """Skip a copy under another name; the log says so once, with what became of the original."""
        outcomes, names = self.state
        if names.get(path.name) == digest:
            return ""
        first_name = next((f" as {name}" for name, other in names.items() if other == digest), "")
        line = self._log(path, digest, f"the same{first_name} was sent before: {outcomes[digest]}")
        self._save(path, digest)
        return line

    def _log(self, path: Path, digest: str, message: str, *, final: bool = False) -> str:
        """Write to the log next to the files, where the scorer sees it. Final outcomes are remembered."""
        line = f"{datetime.now():%Y-%m-%d %H:%M}  {path.name}: {message}"
        with (self.folder / LOG).open("a", encoding="utf-8") as log:
            log.write(line + "\n")
        if final:
            self.state.outcomes[digest] = message
            self._save(path, digest)
        return line

    def _save(self, path: Path, digest: str) -> None:
        """Remember that the log has reported this file, so that it is not reported again after a restart."""
        self.state.names[path.name] = digest
        new_file = self.folder / f"{STATE}.new"
        new_file.write_text(json.dumps(self.state._asdict(), ensure_ascii=False, indent=1), encoding="utf-8")
        new_file.replace(self.folder / STATE)


def _files(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    for path in sorted(folder.iterdir()):
        if not path.name.startswith((".", "~")) and path.name != LOG and path.is_file():
            yield path, path.stat()


def _load(path: Path) -> SavedState:
    """The saved state; an earlier version saved only the outcomes."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return SavedState({}, {})
    if not isinstance(data, dict):
        return SavedState({}, {})
    return SavedState(_texts(data.get("outcomes", data)), _texts(data.get("names", {})))


def _texts(data: object) -> dict[str, str]:
    return {str(key): str(value) for key, value in data.items()} if isinstance(data, dict) else {}
