"""`make bench` measures everything; `python -m tools.bench centre --size 0.01` measures what it names."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable

from tools.bench import centre, engine, formats, growth, waiting, year

SUITES: dict[str, Callable[[float], None]] = {
    "engine": lambda _: engine.run(),
    "formats": lambda _: formats.run(),
    "centre": centre.run,
    "year": year.run,
    "growth": lambda size: growth.run(size / 10),
    "waiting": lambda size: waiting.run(size / 10),
}

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("suites", nargs="*", help=f"any of: {', '.join(SUITES)}; all of them otherwise")
parser.add_argument(
    "--size", type=float, default=1.0, help="of the generated federation; 1 is 55,000 members and 100,000 sessions"
)
parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite", help="what the Centre is kept in")
data = parser.parse_args()
if data.database == "postgres" and "MASTERPOINT_DATABASE" not in os.environ:
    again = [sys.executable, "-m", "tools.bench", *sys.argv[1:]]
    raise SystemExit(subprocess.call([sys.executable, "-m", "tools.postgres", *again]))
sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
for name in data.suites or SUITES:
    SUITES[name](data.size)
