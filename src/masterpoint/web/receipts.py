"""What a scorer reads after filing: what happened, and what comes next."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.contrib import messages

from masterpoint.centre.filing import judging, services
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.month_days import last_day_of
from masterpoint.centre.registry import access
from masterpoint.web.common import SignedInRequest

CONTESTANTS = {"pairs": ("pair", "pairs"), "teams": ("team", "teams"), "individual": ("player", "players")}


def show_receipt(request: SignedInRequest, receipt: services.Receipt) -> None:
    day = f"{receipt.filing.filed_at:%-d %B %Y}"
    if receipt.waits:
        messages.success(
            request, "The correction is sent. The federation's office decides; until then the approved version counts."
        )
    elif receipt.superseded:
        messages.warning(request, f"Already filed on {day}, and corrected since: nothing changed.")
    elif receipt.filed_before:
        messages.warning(request, f"Already filed on {day}: nothing changed.")
    else:
        messages.success(request, f"Filed. {summary(receipt)}\n{next_step(receipt.filing, date.today())}")
    if receipt.undone:
        names = ", ".join(
            f"{access.shown_name(request.user, promotion.person)} ({promotion.rank})" for promotion in receipt.undone
        )
        messages.warning(
            request,
            f"The points held no longer support promotions already announced: {names}. The office has been told.",
        )


def summary(receipt: services.Receipt) -> str:
    """A summary, such as `Receipt EBU-7KQ2-M9TR-C: 12 pairs, 4 awards.`"""
    data = judging.load_result(receipt.version.result)
    count = sum(1 for award in data["awards"] if award["points"] != "0")
    contestants = _contestants(receipt.version.event, data)
    return f"Receipt {receipt.filing.receipt}: {contestants}, {_count_text(count, 'award', 'awards')}."


def _contestants(event: dict[str, Any], data: dict[str, Any]) -> str:
    entries = {(award.get("list"), award["who"]) for award in data["awards"]}
    return _count_text(len(entries), *CONTESTANTS.get(event.get("contest", ""), ("contestant", "contestants")))


def _count_text(number: int, singular: str, plural: str) -> str:
    return f"{number} {singular if number == 1 else plural}"


def next_step(filing: Filing, today: date) -> str:
    """How long the filing can be corrected here."""
    if filing.state == Filing.State.OFFICIAL:
        return "It is official. The federation's office decides about corrections."
    month, last_day = f"{filing.day:%B}", last_day_of(filing.day.replace(day=1))
    if today > last_day:
        return f"You can correct it here until the office closes {month}."
    return f"You can correct it here until the office closes {month}, after {last_day:%-d %B}."
