"""Load ratings that another Centre announced, under the same entries of the ledger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.open_data.archives import Archive
from masterpoint.centre.open_data.checking import hundredths
from masterpoint.centre.records import yearly
from masterpoint.centre.registry.models import Federation


class LoadedRatings:
    """The ratings of an archive by entry. They are not worked out again: people who were left out may have counted."""

    def __init__(self, federation: Federation, archive: Archive, people: Mapping[str, int]) -> None:
        self.federation = federation
        self.entries: dict[int, tuple[int, list[yearly.Rated]]] = {}
        """The season and the ratings of each entry, by its number."""
        for row in archive.rows("ratings"):
            rated = yearly.Rated(people[row["number"]], hundredths(row["rating"]), row["grade"])
            self.entries.setdefault(int(row["posting"]), (int(row["year"]), []))[1].append(rated)

    def announcement(self, number: int) -> tuple[str, str, dict[str, Any]] | None:
        """Kind, reason and detail of the posting for an entry that announced ratings, as if from an older system."""
        if number not in self.entries:
            return None
        year, rated = self.entries[number]
        detail = yearly.opening_detail(year, rated)
        return Posting.Kind.RATING, yearly.reason_for(self.federation, year), detail

    def save(self) -> None:
        for year, rated in self.entries.values():
            yearly.save_ratings(rated, year)
