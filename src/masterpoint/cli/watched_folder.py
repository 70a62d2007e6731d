"""A folder that is watched: which files are new and finished, and what became of each, kept over restarts."""

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
Send = Callable[[str, dict[str, str], bytes], Answer]


class Shape(NamedTuple):
    """By what a file is known to be still the same."""

    size: int
    changed: int


class Kept(NamedTuple):
    """What is kept over restarts."""

    outcomes: dict[str, str]
    """The digests of files that need not be sent again, and what became of them."""
    names: dict[str, str]
    """The digest of each file, by its name, once the log has said what became of it."""


class WatchedFolder:
    """What is in the folder, what was sent, and whether the Centre can be reached."""

    def __init__(self, folder: Path, destination: Destination, send: Send) -> None:
        self.folder, self.destination, self.send = folder, destination, send
        self.kept = _load(folder / STATE)
        self.seen: dict[Path, Shape] = {}
        self.waiting: dict[str, str] = {}
        """The digests of files that are sent again, and what was said of each last."""
        self.is_offline = False

    def look(self, *, settled: bool = False) -> Iterator[str]:
        """Send what is new and has stopped growing; a line for everything that happened.

        A file is finished when it is the same in two looks; `settled` takes every file for finished.
        """
        shapes = {path: Shape(stat.st_size, stat.st_mtime_ns) for path, stat in _files(self.folder)}
        finished = [path for path, shape in shapes.items() if settled or self.seen.get(path) == shape]
        self.seen = shapes
        was_offline, self.is_offline = self.is_offline, False
        for path in finished:
            line = self._handled(path, was_offline)
            if line:
                yield line
            if self.is_offline:
                return

    def _handled(self, path: Path, was_offline: bool) -> str:
        try:
            data = path.read_bytes()
        except OSError:
            return ""
        digest = hashlib.sha256(data).hexdigest()
        if digest in self.kept.outcomes:
            return self._already_done(path, digest)
        if not data:
            return ""
        if len(data) > LARGEST_FILE:
            return self._note(path, digest, "not filed: larger than any results file", final=True)
        headers, body = self.destination.request(path.name, data)
        try:
            outcome = outcome_of(self.send(self.destination.address, headers, body))
        except Offline as error:
            self.is_offline = True
            return "" if was_offline else self._note(path, digest, f"waits: the Centre cannot be reached ({error})")
        if self.waiting.get(digest) == outcome.message:
            return ""
        self.waiting[digest] = outcome.message
        return self._note(path, digest, outcome.message, final=outcome.is_final)

    def _already_done(self, path: Path, digest: str) -> str:
        """A copy under another name is not sent; the log says so once, and what became of the first."""
        outcomes, names = self.kept
        if names.get(path.name) == digest:
            return ""
        same = next((f" as {name}" for name, other in names.items() if other == digest), "")
        line = self._note(path, digest, f"the same{same} was sent before: {outcomes[digest]}")
        self._keep(path, digest)
        return line

    def _note(self, path: Path, digest: str, message: str, *, final: bool = False) -> str:
        """In the log beside the files, where the scorer finds it; what is final is never sent again."""
        line = f"{datetime.now():%Y-%m-%d %H:%M}  {path.name}: {message}"
        with (self.folder / LOG).open("a", encoding="utf-8") as log:
            log.write(line + "\n")
        if final:
            self.kept.outcomes[digest] = message
            self._keep(path, digest)
        return line

    def _keep(self, path: Path, digest: str) -> None:
        """The log has said what became of this file: it need not say so again, whenever the program is started."""
        self.kept.names[path.name] = digest
        written = self.folder / f"{STATE}.new"
        written.write_text(json.dumps(self.kept._asdict(), ensure_ascii=False, indent=1), encoding="utf-8")
        written.replace(self.folder / STATE)


def _files(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    for path in sorted(folder.iterdir()):
        if not path.name.startswith((".", "~")) and path.name != LOG and path.is_file():
            yield path, path.stat()


def _load(path: Path) -> Kept:
    """What was kept; an earlier version kept the outcomes alone."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return Kept({}, {})
    if not isinstance(data, dict):
        return Kept({}, {})
    return Kept(_texts(data.get("outcomes", data)), _texts(data.get("names", {})))


def _texts(data: object) -> dict[str, str]:
    return {str(key): str(value) for key, value in data.items()} if isinstance(data, dict) else {}
