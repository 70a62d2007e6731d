"""Keeps programs running: restarts those that die, and ends them all when it ends."""

from __future__ import annotations

import logging
import signal
import subprocess
import sys
import time
from collections.abc import Sequence

from masterpoint.centre.parent_process import end_with_parent

FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
"""Seconds before a program is started again; doubled each time, until the program has run for a while."""
SECONDS_TO_SETTLE = 30.0
"""Seconds after which a program counts as started; one that fails later is always started again."""
SECONDS_BETWEEN_CHECKS = 0.5
log = logging.getLogger("masterpoint.supervisor")


class SupervisedProgram:
    """A module that runs in its own process."""

    def __init__(self, module: Sequence[str]) -> None:
        self.module, self.wait, self.has_settled = module, FIRST_WAIT, False
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen([sys.executable, "-m", *self.module], preexec_fn=end_with_parent)
        self.started = time.monotonic()
        self.start_again_at: float | None = None

    def check(self) -> None:
        """Start it again if it has died, after a wait that grows as long as it keeps dying."""
        now = time.monotonic()
        if self.process.poll() is None:
            self.wait = FIRST_WAIT if now - self.started > LONGEST_WAIT else self.wait
            self.has_settled = self.has_settled or now - self.started > SECONDS_TO_SETTLE
        elif self.start_again_at is None:
            log.error("`%s` died (%s); starting it again", " ".join(self.module), self.process.returncode)
            self.start_again_at, self.wait = now + self.wait, min(self.wait * 2, LONGEST_WAIT)
        elif now >= self.start_again_at:
            self.start()

    def has_ended(self) -> bool:
        """Whether it has ended for good, because it was stopped or could not start.

        That excludes being killed, by somebody or for lack of memory, and a server that gave up because its workers
        keep dying.
        """
        status = self.process.poll()
        return status is not None and status >= 0 and not (status and self.has_settled)

    def end(self) -> None:
        self.process.terminate()
        self.process.wait()


def keep_running(companions: Sequence[Sequence[str]], main: Sequence[str] = ()) -> int:
    """Run programs side by side until we are stopped or the main one ends. Return the main one's exit status.

    A main program that was killed, or that fails after a good start, is started again like the others.
    """
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    programs = []
    server: SupervisedProgram | None = None
    try:
        programs = [SupervisedProgram(module) for module in companions]
        server = SupervisedProgram(main) if main else None
        while server is None or not server.has_ended():
            for program in [*programs, *([server] if server else [])]:
                program.check()
            time.sleep(SECONDS_BETWEEN_CHECKS)
        return int(server.process.returncode)
    finally:
        for program in [*programs, *([server] if server else [])]:
            program.end()
