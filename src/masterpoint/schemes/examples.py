"""The examples of a book on another day: with their days moved, so that the edition of that day judges them."""

from __future__ import annotations

import re
from datetime import date

from masterpoint.core.editions import Edition
from masterpoint.core.parsing import parse
from masterpoint.schemes import edition_or_first

DAY = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")


def example_on(edition: Edition, name: str, day: date | None, today: date) -> str:
    """An example moved to a day, or as it is; one that another edition would judge moves to today."""
    text = edition.book.examples[name]
    own_day = date.fromisoformat(str(parse(text, source=name)["day"]))
    if day is None and edition_or_first(edition.scheme, own_day) is edition:
        return text
    shift = (day or today) - own_day
    try:
        return DAY.sub(lambda match: (date.fromisoformat(match[0]) + shift).isoformat(), text)
    except OverflowError:  # beyond the end of the calendar
        return text
