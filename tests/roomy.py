"""Work with room for its calls: Python 3.11 and 3.12 keep the frames of running functions in pieces of 16 KB.

A piece is given back to the system as soon as its last call ends. Below pytest's own calls, templates that call each
other came just to its edge: a page asked for the same piece hundreds of times, a sixth of the time of the site's tests.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")
SLOTS = 200_000
"""Of eight bytes: a piece is made that has this function's frame and as much room again for those it calls."""


def with_room(act: Callable[[], Result]) -> Result:
    return act()


with_room.__code__ = with_room.__code__.replace(co_stacksize=SLOTS)
