"""A type that several threads need for the first time at once."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import threading, time
import msgspec
from masterpoint.core.typed_data import convert

both = threading.Barrier(2)

def slow_type():
    both.wait()
    for _ in range(1_000):
        time.sleep(0)  # lets the other thread begin
    return int

class Inner(msgspec.Struct):
    number: "slow_type()"

class Outer(msgspec.Struct):
    inner: Inner

def second():
    both.wait()
    values.append(convert({"inner": {"number": 2}}, Outer))

values = []
thread = threading.Thread(target=second)
thread.start()
values.append(convert({"inner": {"number": 1}}, Outer))
thread.join()
print(sorted(value.inner.number for value in values))
"""


def test_a_second_thread_waits_until_a_type_is_known() -> None:
    result = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (0, "[1, 2]\n"), result.stderr
