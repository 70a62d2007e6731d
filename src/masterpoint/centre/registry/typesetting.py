"""Pages as PDF. The compiler has threads, which do not survive a fork: a forked process has a new one set its pages."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache

import msgspec
import typst

PROGRAM = """
import json, sys
from masterpoint.centre.registry.typesetting import compile_here
page = json.load(sys.stdin)
sys.stdout.buffer.write(compile_here(page["source"].encode(), page["inputs"]))
"""


def set_page(source: bytes, inputs: dict[str, str]) -> bytes:
    if _compiler_process() == os.getpid():
        return compile_here(source, inputs)
    page = msgspec.json.encode({"source": source.decode(), "inputs": inputs})
    return subprocess.run([sys.executable, "-c", PROGRAM], input=page, capture_output=True, check=True).stdout


def compile_here(source: bytes, inputs: dict[str, str]) -> bytes:
    """A PDF that screen readers can read."""
    return typst.compile(source, sys_inputs=inputs, font_paths=_fonts(), format="pdf", pdf_standards=["ua-1"])


@cache
def _compiler_process() -> int:
    """The process that set a page first: it, or the one it was forked from, has the compiler's threads."""
    return os.getpid()


@cache
def _fonts() -> typst.Fonts:
    """The compiler's fonts, read once, which takes half as long as to set a page."""
    return typst.Fonts(include_system_fonts=False)
