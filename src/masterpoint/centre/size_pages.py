"""Pages of rows of very different size: what is read at once is limited by its size, and not only by its rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

PAGE_SIZE = 500_000
"""Bytes in a page, as they are stored; a larger row is a page by itself."""


def size_pages(sizes: Iterable[tuple[int, int]], rows: int) -> Iterator[tuple[int, int]]:
    """The first and the last key of each page, from the key and the size of each row in order."""
    first = last = None
    count = total = 0
    for key, size in sizes:
        if first is not None and last is not None and (count == rows or total + size > PAGE_SIZE):
            yield first, last
            first, count, total = None, 0, 0
        first, last = key if first is None else first, key
        count, total = count + 1, total + size
    if first is not None and last is not None:
        yield first, last
