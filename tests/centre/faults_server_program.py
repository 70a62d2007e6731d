"""Acts on a Centre whose PostgreSQL is killed with SIGKILL, all of it at once, and started again.

    python faults_server_program.py     prints one JSON line a kill, and what was found afterwards

The server dies just before the n-th write of an act, for every n; then at some moment while many are filing.
"""

from __future__ import annotations

import json
import os
import threading

from tools.postgres import Server, temporary_server

AT_SOME_MOMENT = (0.02, 0.05, 0.11, 0.23)
FIRST_DAY, DAYS = 2900, 350
"""Days of play that no other act uses and that are over, counted as in `fault_program`: so many for each moment."""


def killed_at_every_write(server: Server, act: str) -> None:
    from centre import fault_program as program
    from masterpoint.centre.ledger import verify

    class Killer(program.Killer):
        def write(self) -> None:
            self.seen += 1
            if self.seen == self.at:
                server.kill()

    number = program.FIRST.get(act, 0) + 1
    program.prepared(act, number)
    for at in range(1, program.MAX_WRITES):
        text, status = program.in_child(program.ACTS[act], number, killer=Killer(at))
        was_killed = raised_again(server)
        was_done = program.is_done(act, number)
        problems = list(verify.total_differences()) if was_killed else program.differences()
        if text and not was_done:
            problems.append("acknowledged but not there")
        if was_done:
            problems += program.repeat(act, number, text)
        fields = {"act": act, "said": text, "there": was_done, "killed": was_killed, "problems": problems}
        print(json.dumps(fields | {"status": status}), flush=True)
        if not was_killed:
            return
        if was_done:
            number += 1
            program.prepared(act, number)
    raise SystemExit("still writing")


def raised_again(server: Server) -> bool:
    """Whether the server was killed; it is alive again, and our own connection to the dead one forgotten."""
    from django.db import connections

    was_killed = server.was_killed()
    if was_killed:
        server.start_again()
    connections.close_all()
    return was_killed


def killed_at_some_moment(server: Server, after: float, first: int) -> None:
    """One process files one event after the other, says so, and some time after the first the server dies."""
    from centre import fault_program as program
    from masterpoint.centre.filing.models import Filing

    reading, writing = os.pipe()

    def filing() -> str:
        kill = threading.Timer(after, server.kill)
        for number in range(first, first + DAYS):
            receipt = program.file_one(number)
            os.write(writing, f"{number} {receipt}\n".encode())
            if number == first:
                kill.start()
        return "done"

    program.in_child(filing)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        messages = [line.split() for line in pipe.read().splitlines()]
    raised_again(server)
    lost = [receipt for number, receipt in messages if not program.whole_filing(int(number))]
    lost += [receipt for _, receipt in messages if not Filing.objects.filter(receipt=receipt).exists()]
    fields = {"act": "moment", "said": len(messages), "lost": lost, "problems": program.differences()}
    print(json.dumps(fields), flush=True)


if __name__ == "__main__":
    with temporary_server(options=()) as server:
        os.environ["MASTERPOINT_DATABASE"] = server.address
        from centre import fault_program
        from masterpoint.centre import upgrading

        upgrading.migrate()
        fault_program.world()
        for item in ("file", "close", "correct"):
            killed_at_every_write(server, item)
        for turn, moment in enumerate(AT_SOME_MOMENT):
            killed_at_some_moment(server, moment, FIRST_DAY + DAYS * turn)
