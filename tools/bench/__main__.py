"""`make bench`: every measurement, or those named on the command line."""

from __future__ import annotations

import sys

from tools.bench import engine

SUITES = {"engine": engine.run}

for name in sys.argv[1:] or SUITES:
    SUITES[name]()
