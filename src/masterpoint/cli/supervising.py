"""Programs that are kept running: whichever dies is started again, and all of them end with us."""

from __future__ import annotations

import logging
import signal
import subprocess
import sys
import time
from collections.abc import Sequence

from masterpoint.centre.parent_process import end_with_parent

FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
"""Seconds before a program is started again; doubled each time, until it has lived for a while."""
SETTLED = 30.0
"""Seconds after which a program has started well: one that fails later is started again, whatever it says."""
LOOKED_AT_EVERY = 0.5
log = logging.getLogger("masterpoint.supervisor")


class Kept:
    """One module, in a process of its own."""

    def __init__(self, module: Sequence[str]) -> None:
        self.module, self.wait, self.has_settled = module, FIRST_WAIT, False
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen([sys.executable, "-m", *self.module], preexec_fn=end_with_parent)
        self.started = time.monotonic()
        self.start_again_at: float | None = None

    def look(self) -> None:
        """Start it again if it is gone, after a wait that grows while it keeps dying."""
        now = time.monotonic()
        if self.process.poll() is None:
            self.wait = FIRST_WAIT if now - self.started > LONGEST_WAIT else self.wait
            self.has_settled = self.has_settled or now - self.started > SETTLED
        elif self.start_again_at is None:
            log.error("`%s` died (%s); starting it again", " ".join(self.module), self.process.returncode)
            self.start_again_at, self.wait = now + self.wait, min(self.wait * 2, LONGEST_WAIT)
        elif now >= self.start_again_at:
            self.start()

    def has_ended(self) -> bool:
        """For good: stopped, or unable to start.

        Not killed, by somebody or for want of memory; and not given up by a server whose workers keep dying.
        """
        status = self.process.poll()
        return status is not None and status >= 0 and not (status and self.has_settled)

    def end(self) -> None:
        self.process.terminate()
        self.process.wait()


def keep_running(beside: Sequence[Sequence[str]], main: Sequence[str] = ()) -> int:
    """Programs side by side, until we are stopped or the main one ends; says how that ended.

    A main one that was killed, or that fails after it had started well, is started again like the others.
    """
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    kept = []
    server: Kept | None = None
    try:
        kept = [Kept(module) for module in beside]
        server = Kept(main) if main else None
        while server is None or not server.has_ended():
            for program in [*kept, *([server] if server else [])]:
                program.look()
            time.sleep(LOOKED_AT_EVERY)
        return int(server.process.returncode)
    finally:
        for program in [*kept, *([server] if server else [])]:
            program.end()
