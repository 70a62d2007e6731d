"""`make bench`: every measurement, or those named: `python -m tools.bench centre --size 0.01`."""

from __future__ import annotations

import argparse

from tools.bench import centre, engine, formats

SUITES = {"engine": lambda _: engine.run(), "formats": lambda _: formats.run(), "centre": centre.run}

asked = argparse.ArgumentParser(description=__doc__)
asked.add_argument("suites", nargs="*", help=f"any of: {', '.join(SUITES)}; all of them otherwise")
asked.add_argument(
    "--size", type=float, default=1.0, help="of the generated federation; 1 is 55,000 members and 100,000 sessions"
)
data = asked.parse_args()
for name in data.suites or SUITES:
    SUITES[name](data.size)
