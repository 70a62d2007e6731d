"""The types of values in addresses and queries. They have limits, and no characters that a database cannot store."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from ninja import Header, Query, Schema
from pydantic import Field

PRINTABLE = r"^[^\x00-\x1f\x7f]+$"
PRINTABLE_OR_EMPTY = r"^[^\x00-\x1f\x7f]*$"
LARGEST_PAGE = 100

Code = Annotated[str, Field(max_length=20, pattern=r"^[a-z0-9-]+$", description="a federation's code, such as ebu")]
SchemeCode = Annotated[str, Field(max_length=20, pattern=r"^[a-z0-9-]+$", description="a scheme, such as ebu")]
Number = Annotated[
    str, Field(max_length=40, pattern=PRINTABLE, description="a number as text, because leading zeros matter")
]
ReceiptNumber = Annotated[str, Field(max_length=24, pattern=r"^[A-Z0-9-]+$", description="such as EBU-7KQ2-M9TR-C")]
Line = Annotated[int, Field(ge=1, le=2**62, description="a line of a statement")]
Index = Annotated[int, Field(ge=0, le=1_000_000, description="the position in the list of awards, from 0")]
SearchText = Annotated[
    str, Field(min_length=1, max_length=80, pattern=PRINTABLE, description="parts of a name, or a number")
]
ShortText = Annotated[str, Field(max_length=60, pattern=PRINTABLE)]
Year = Annotated[int, Field(ge=1900, le=2200)]
OnDay = Annotated[date | None, Query(description="the day whose edition to use, in force or future; today by default")]
Treatment = Literal["computed", "checked", "recorded", "left to people"]
IdempotencyWord = Annotated[
    Annotated[str, Field(min_length=1, max_length=80, pattern=r"^[\x21-\x7e]+$")] | None,
    Header(
        alias="Idempotency-Key",
        description="any unique text; the same key with the same request gets the same answer and has no second effect",
    ),
]
Why = Annotated[
    str, Field(min_length=1, max_length=300, pattern=PRINTABLE, description="what was wrong, in a few words")
]
State = Literal["provisional", "official", "withdrawn", "rejected"]

Reason = Annotated[
    str,
    Field(
        max_length=300,
        pattern=PRINTABLE_OR_EMPTY,
        description="why the federation's office files into a closed month; others may not",
    ),
]


class DecisionsAsked(Schema):
    """Decisions about an event that allow it to be filed."""

    not_same_as: Annotated[
        list[ReceiptNumber],
        Field(
            max_length=20,
            description="receipts of similar filings that are other events, or that ended and are filed again",
        ),
    ] = []
    organiser_confirmed: Annotated[
        bool,
        Field(description="it is this organisation's event, though the file names another club, federation or level"),
    ] = False

    def key_parts(self) -> list[str]:
        """Parts of the request's key, so that requests with other decisions differ; empty without decisions."""
        return [*sorted(set(self.not_same_as)), *(["organiser"] if self.organiser_confirmed else [])]


class Paging(Schema):
    """A page of a list."""

    page: Annotated[int, Field(ge=1, le=1_000_000)] = 1
    page_size: Annotated[int, Field(ge=1, le=LARGEST_PAGE)] = 50
