"""Every test on SQLite and, side by side, those that touch a database on a real PostgreSQL.

    python -m tools.both_databases

The first run shows its progress as it goes; what the second one says follows when both are done.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile

ON_SQLITE = [sys.executable, "-m", "pytest"]
ON_POSTGRES = [sys.executable, "-m", "tools.postgres", *ON_SQLITE, "tests/centre", "tests/web", "tests/browser"]
ON_POSTGRES += ["--ignore", "tests/browser/test_every_page.py"]  # how a page looks depends on no database


def main() -> int:
    with tempfile.TemporaryFile() as said:
        beside = subprocess.Popen(ON_POSTGRES, stdout=said, stderr=subprocess.STDOUT)
        try:
            first = subprocess.run(ON_SQLITE, check=False).returncode
            print("\nOn PostgreSQL:", flush=True)
            second = beside.wait()
        finally:
            beside.terminate()
        said.seek(0)
        sys.stdout.buffer.write(said.read())
        sys.stdout.flush()
    return first or second


if __name__ == "__main__":
    sys.exit(main())
