"""Fields, lists and printed columns for tests of the English and Welsh books, awarded along the real path."""

from __future__ import annotations

import csv
from itertools import cycle
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from handbook_cases import by_rule
from masterpoint import schemes
from masterpoint.core.derivation import Result
from masterpoint.core.exact import Exact
from masterpoint.core.parsing import event_from

SHARING = st.lists(st.sampled_from([1, 1, 1, 2, 3, 5]), min_size=1, max_size=7)
MATCHES = st.lists(
    st.fixed_dictionaries({"boards": st.integers(6, 9), "won": st.integers(0, 2), "drawn": st.integers(0, 2)}),
    min_size=1,
    max_size=5,
)
SEATED = {"pairs": 2, "teams": 1, "individual": 4}


def awarded(event: dict[str, Any]) -> Result:
    return schemes.award(event_from(event, schemes.FACTS))


def points(event: dict[str, Any], kind: str = "ranking") -> list[Exact]:
    return [award.points for award in by_rule(event).awards if award.kind == kind]


def payouts(event: dict[str, Any]) -> list[Exact]:
    """The ranking awards that pay something."""
    return [figure for figure in points(event) if figure]


def places(count: int) -> str:
    return " ".join(str(place) for place in range(1, count + 1))


def field(contest: str, tables: int, *, shown: int | None = None) -> list[dict[str, Any]]:
    """One list of a whole field."""
    size = tables * SEATED[contest]
    return [{"places": places(size if shown is None else min(size, shown)), "size": size}]


def two_winners(tables: int, contest: str = "pairs") -> list[dict[str, Any]]:
    directions = ("NS", "EW") if contest == "pairs" else ("N", "S", "E", "W")
    return [{"direction": direction, "places": places(tables)} for direction in directions]


def rows_of(file: Path) -> list[dict[str, str]]:
    """A printed table, row by row."""
    with file.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def counts(cell: str) -> range:
    """The table numbers a printed cell stands for: `27-28`, `16` or none."""
    if not cell:
        return range(0)
    first, _, last = cell.partition("-")
    return range(int(first), int(last or first) + 1)


def read_down(table: list[dict[str, str]], row: int, column: str) -> list[int]:
    """4.1.5: from the row, or the next figure above where it is blank, down to the lowest."""
    start = next((index for index in range(row, -1, -1) if table[index][column]), None)
    if start is None:
        return []
    return [int(line[column].rstrip("*")) for line in table[start:] if line[column]]


@st.composite
def tied(draw: DrawFn, size: int) -> list[str]:
    """A ranking of so many contestants with ties anywhere: `1 2= 2= 4`.

    A few draws that come round again make a long list for the price of a short one.
    """
    words, place, sharing = [], 1, cycle(draw(SHARING))
    while place <= size:
        count = min(next(sharing), size - place + 1)
        words += [f"{place}=" if count > 1 else str(place)] * count
        place += count
    return words


@st.composite
def ranked_matches(draw: DrawFn, size: int) -> list[dict[str, Any]]:
    """A ranking with ties; for each contestant who won something there is one who won nothing."""
    matches = cycle(match for won in draw(MATCHES) for match in (won, won | {"won": 0, "drawn": 0}))
    return [{"place": word, "matches": [next(matches)]} for word in draw(tied(size))]


def untied(event: dict[str, Any]) -> dict[str, Any]:
    """The same field with every tie broken."""
    (ranking,) = event["lists"]
    if "entries" in ranking:
        entries = [entry | {"place": place} for place, entry in enumerate(ranking["entries"], 1)]
        return event | {"lists": [ranking | {"entries": entries}]}
    return event | {"lists": [ranking | {"places": places(len(ranking["places"].split()))}]}


def shuffled(event: dict[str, Any], random: Any) -> dict[str, Any]:
    """The same ranking, its contestants listed in another order."""
    (ranking,) = event["lists"]
    if "entries" in ranking:
        changed = {"entries": random.sample(ranking["entries"], len(ranking["entries"]))}
    else:
        words = ranking["places"].split()
        changed = {"places": " ".join(random.sample(words, len(words)))}
    return event | {"lists": [ranking | changed]}
