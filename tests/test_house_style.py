"""The house style, as far as machines see it: layout, lint and types, over the whole repository."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    "words",
    [["ruff", "format", "--check", "src", "tests", "tools"], ["ruff", "check", "src", "tests", "tools"], ["mypy"]],
    ids=["layout", "lint", "types"],
)
def test_the_code_reads_like_one_hand(words):
    done = subprocess.run([sys.executable, "-m", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
