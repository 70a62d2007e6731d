"""The basis of a promotion: the holding of the day the rank was reached, and the decisive posting."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import F, QuerySet, Sum

from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.ledger.point_weights import point_weight
from masterpoint.centre.records.models import Promotion
from masterpoint.centre.records.queries import points
from masterpoint.centre.registry.models import Federation
from masterpoint.core.exact import Exact
from masterpoint.core.ranks import RankLadder, Rung


def rungs_for(federation: Federation, ladder: RankLadder, holding: Mapping[str, Exact]) -> list[Rung]:
    """Every rung a holding could reach."""
    return list(
        ladder.rungs_up_to(sum(amount * point_weight(federation.scheme, colour) for colour, amount in holding.items()))
    )


def last_posting(promotions: QuerySet[Promotion]) -> dict[int, Posting]:
    """The decisive posting of each promotion: the last that counts for the day the rank was reached."""
    lines = Line.objects.filter(person__promotions__in=promotions, day=F("person__promotions__reached_on"))
    rows = dict(lines.order_by("posting__number").values_list("person__promotions", "posting"))
    postings = Posting.objects.select_related("federation", "version__filing__organisation").in_bulk(rows.values())
    return {promotion: postings[posting] for promotion, posting in rows.items()}


def holdings_when_reached(promotions: QuerySet[Promotion]) -> dict[int, dict[str, Exact]]:
    """The holdings by colour on the day the rank of each promotion was reached."""
    lines = Line.objects.filter(person__promotions__in=promotions, day__lte=F("person__promotions__reached_on"))
    rows = lines.values_list("person__promotions", "colour").annotate(sum=Sum("hundredths")).order_by("colour")
    holdings: dict[int, dict[str, int]] = {}
    for promotion, colour, amount in rows:
        holdings.setdefault(promotion, {})[colour] = amount
    return {promotion: points(holding) for promotion, holding in holdings.items()}
