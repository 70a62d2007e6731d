"""Growth: what five times as many sessions and members cost, as processor time, each task beside the work in it.

python -m tools.bench growth      10,000 sessions beside 50,000; `--size 0.1`: a tenth of both
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from datetime import date
from time import process_time

TIMES = 5
MOST = 5.5
"""Nothing grows faster than its work; so much is left to chance."""
ANSWERS = 20


def run(size: float) -> None:
    small, large = (_measured(share) for share in (size, TIMES * size))
    print(f"\n  {'processor time':<34}{small['sessions']:>12,}{large['sessions']:>12,}   sessions")
    for name in [name for name in small if name != "sessions"]:
        grown = large[name] / small[name]
        print(f"  {name:<34}{small[name]:>10.3f} s{large[name]:>10.3f} s  {grown:>6.2f}x   aim {MOST}x")


def _measured(share: float) -> dict[str, float]:
    """In a process and a Centre of its own."""
    with tempfile.TemporaryDirectory(prefix="masterpoint-growth-") as folder:
        surroundings = os.environ | {"MASTERPOINT_HOME": folder, "MASTERPOINT_HOSTS": "localhost"}
        words = [sys.executable, "-m", "tools.bench.growth", str(share)]
        answer = subprocess.run(words, env=surroundings, stdout=subprocess.PIPE, check=True).stdout
        result: dict[str, float] = json.loads(answer)
        return result


def _tasks(share: float) -> dict[str, float]:
    from tools import generate  # sets Django up

    generate.call_command("migrate", verbosity=0)
    size = generate.Size().times(share)
    generate.generate(size, jobs=1)

    from django.urls import reverse

    from masterpoint.centre import verifying
    from masterpoint.centre.closing import announcing
    from masterpoint.centre.closing.months import close_month
    from masterpoint.centre.maintenance import refresh_statistics

    refresh_statistics()
    federation, user = generate.Federation.objects.get(), generate.User.objects.get()
    result: dict[str, float] = {"sessions": size.sessions}
    result["a page of my filings"] = _answered(user, reverse("filings"))
    result["the office"] = _answered(user, reverse("office", args=["ebu"]))
    result["verify of everything"] = _spent(lambda: _require_none(verifying.differences([federation])))
    result["close of a month"] = _spent(lambda: close_month("ebu", date(2025, 6, 1), by=user, decision="for the bench"))
    result["promotions"] = _spent(lambda: announcing.promote(federation, date(2025, 11, 30), by=user))
    return result


def _answered(user, address: str) -> float:
    """A page, some times over; the first time does not count."""
    from django.test import Client

    client = Client(HTTP_HOST="localhost")
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")

    def ask() -> None:
        answer = client.get(address)
        assert answer.status_code == 200, (address, answer.status_code, answer.headers.get("Location"))

    ask()
    return _spent(lambda: [ask() for _ in range(ANSWERS)]) / ANSWERS


def _require_none(differences) -> None:
    assert not list(differences)


def _spent(work: Callable[[], object]) -> float:
    started = process_time()
    work()
    return process_time() - started


if __name__ == "__main__":
    json.dump(_tasks(float(sys.argv[1])), sys.stdout)
