"""A process that is forked after a paper was set can set others: it has none of the threads that set the first."""

from __future__ import annotations

import os

import commands

PROGRAM = '''
import os, signal
from masterpoint.centre.registry.typesetting import set_page

SOURCE = b"""#set document(title: "Page")
= Heading
#for _ in range(60) [#sys.inputs.text #pagebreak()]
"""

assert set_page(SOURCE, {"text": "before"}).startswith(b"%PDF")
child = os.fork()
if not child:
    signal.alarm(600)
    os._exit(0 if set_page(SOURCE, {"text": "after"}).startswith(b"%PDF") else 1)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
'''


def test_a_forked_process_sets_pages() -> None:
    result = commands.run_program(PROGRAM, os.environ)
    assert result.stdout == "0\n", result.stderr
