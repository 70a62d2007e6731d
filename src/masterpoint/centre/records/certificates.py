"""A certificate for each promotion (ABF 1.8: players receive one with each promotion), as pages of one PDF."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from importlib.resources import files

import segno
from django.db.models import QuerySet

from masterpoint.centre.records.models import Promotion
from masterpoint.centre.records.queries import edition_of
from masterpoint.centre.records.reached import holdings_then, last_posting, rungs_for
from masterpoint.centre.registry import papers
from masterpoint.core.exact import written
from masterpoint.core.ranks import Rung

PAGE = files("masterpoint.centre.records") / "pages" / "certificate.typ"
FINGERPRINT = 16


def certificates(promotions: QuerySet[Promotion], link: Callable[[Promotion], str]) -> bytes:
    """Each promotion on an A4 page of its own; `link` gives the address where anybody may check it."""
    asked = promotions.select_related("run__federation", "person__federation")
    rows = list(asked.order_by("rank", "person__sort_key", "pk"))
    holdings, postings = holdings_then(promotions), last_posting(promotions)
    data = []
    for row in rows:
        federation, held, posting = row.run.federation, holdings.get(row.pk, {}), postings.get(row.pk)
        ladder = edition_of(federation, row.reached_on).ranks
        rung = next((rung for rung in rungs_for(federation, ladder, held) if rung.name == row.rank), None)
        data.append(
            {
                "federation": federation.name,
                "name": row.person.name,
                "number": row.person.number,
                "rank": row.rank,
                "reached": f"{row.reached_on:%-d %B %Y}",
                "announced": f"{row.run.as_at:%-d %B %Y}",
                "holding": listed(f"{written(amount)} {colour}" for colour, amount in held.items()) or "no points",
                "rule": rule_of(rung) if rung else row.rank,
                "link": link(row),
                "code": code_of(link(row)),
                "entry": str(posting.number) if posting else "",
                "fingerprint": posting.hash[:FINGERPRINT] if posting else "",
            }
        )
    title = f"Certificate: {data[0]['rank']}, {data[0]['name']}" if len(data) == 1 else "Certificates"
    return papers.compile_pdf(PAGE.read_bytes(), data, title=title, federation=rows[0].run.federation if rows else None)


def rule_of(rung: Rung) -> str:
    """`Regional Master needs 10,000 in all and 25 green (EBU 2.6.2)`."""
    needs = [f"{written(need.amount)} {'in all' if need.what == 'total' else need.what}" for need in rung.needs]
    return f"{rung.name} needs {listed(needs)} ({rung.clause})"


def listed(words: Iterable[str]) -> str:
    data = list(words)
    return " and ".join([", ".join(data[:-1]), data[-1]] if len(data) > 1 else data)


def code_of(address: str) -> str:
    """An address as a square code, drawn as lines: it stays sharp on any printer."""
    drawn = io.BytesIO()
    segno.make(address, error="m", micro=False).save(drawn, kind="svg", border=2, xmldecl=False, svgns=True)
    return drawn.getvalue().decode()
