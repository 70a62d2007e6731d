"""A certificate for each promotion (ABF 1.8: players receive one with each promotion), as pages of one PDF."""

from __future__ import annotations

import io
from collections.abc import Callable
from importlib.resources import files

import segno
from django.db.models import QuerySet

from masterpoint.centre.records.models import Promotion
from masterpoint.centre.records.queries import edition_of
from masterpoint.centre.records.reached_ranks import holdings_when_reached, last_posting, rungs_for
from masterpoint.centre.registry import papers
from masterpoint.core.exact import grouped_text
from masterpoint.core.ranks import Rung
from masterpoint.core.sentences import join_words

PAGE = files("masterpoint.centre.records") / "pages" / "certificate.typ"
FINGERPRINT = 16


def certificates(promotions: QuerySet[Promotion], link: Callable[[Promotion], str]) -> bytes:
    """Each promotion on an A4 page of its own; `link` gives the address of its proof."""
    queryset = promotions.select_related("run__federation", "person__federation")
    rows = list(queryset.order_by("rank", "person__sort_key", "pk"))
    holdings, postings = holdings_when_reached(promotions), last_posting(promotions)
    data = []
    for row in rows:
        federation, holding, posting = row.run.federation, holdings.get(row.pk, {}), postings.get(row.pk)
        ladder = edition_of(federation, row.reached_on).ranks
        rung = next((rung for rung in rungs_for(federation, ladder, holding) if rung.name == row.rank), None)
        data.append(
            {
                "federation": federation.name,
                "name": row.person.name,
                "number": row.person.number,
                "rank": row.rank,
                "reached": f"{row.reached_on:%-d %B %Y}",
                "announced": f"{row.run.as_at:%-d %B %Y}",
                "holding": join_words([f"{grouped_text(amount)} {colour}" for colour, amount in holding.items()])
                or "no points",
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
    requirements = [
        f"{grouped_text(need.amount)} {'in all' if need.what == 'total' else need.what}" for need in rung.needs
    ]
    return f"{rung.name} needs {join_words(requirements)} ({rung.clause})"


def code_of(address: str) -> str:
    """An address as a QR code in vector graphics, sharp on any printer."""
    drawing = io.BytesIO()
    segno.make(address, error="m", micro=False).save(drawing, kind="svg", border=2, xmldecl=False, svgns=True)
    return drawing.getvalue().decode()
