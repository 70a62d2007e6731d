"""Compile pages to PDF. The compiler's threads do not survive a fork, so a forked process starts a new process."""

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
    """The process that compiled the first page, and so has the compiler's threads."""
    return os.getpid()


@cache
def _fonts() -> typst.Fonts:
    """The compiler's fonts. They are read once, because reading takes half as long as compiling a page."""
    return typst.Fonts(include_system_fonts=False)
