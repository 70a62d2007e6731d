"""Proof that a rank or an award is in the ledger. Anybody with the link can check it without an account.

A promotion has its own unguessable key, because it is printed on paper and must outlive any server's secret. The link
to an award is signed: there are millions of lines, and nobody can guess the link of another one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.core import signing

from masterpoint.centre.filing import explaining, verify
from masterpoint.centre.filing.models import Version
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.ledger.verify import chain_differences
from masterpoint.centre.records.models import Promotion
from masterpoint.centre.records.queries import edition_of, points
from masterpoint.centre.records.reached_ranks import last_posting, rungs_for
from masterpoint.centre.registry.queries import survivor
from masterpoint.core.derivation import Step
from masterpoint.core.editions import Edition
from masterpoint.core.exact import Exact
from masterpoint.core.ranks import Rung


class Entry(NamedTuple):
    """A posting of the ledger, and the problems that a check finds with it now."""

    posting: Posting
    problems: list[str]
    engine_differences: list[str]
    """What this engine would award differently from the engine that judged it."""


class RankProof(NamedTuple):
    """A promotion, and what the ledger now says about its day."""

    promotion: Promotion
    edition: Edition
    """The edition in force on the day the rank was reached."""
    rung: Rung | None
    holding: Mapping[str, Exact]
    steps: tuple[Step, ...]
    is_supported: bool
    """Whether the holding of that day still earns the rank or a higher one."""
    entry: Entry | None


class AwardProof(NamedTuple):
    """A line of the ledger, its explanation, and a check of its posting."""

    line: Line
    version: Version
    award: dict[str, Any]
    entry: Entry


def rank_proof(key: str) -> RankProof | None:
    """Everything about the promotion with this key; None if there is none."""
    promotions = Promotion.objects.filter(key=key)
    promotion = promotions.select_related("run__federation", "person__federation", "person__home_club").first()
    if promotion is None:
        return None
    person, day = survivor(promotion.person), promotion.reached_on
    holding = points(ledger.credited_points(person, day))
    edition = edition_of(person.federation, day)
    ladder = edition.ranks
    progress = ladder.progress(holding)
    rungs = rungs_for(person.federation, ladder, holding)
    names = [rung.name for rung in rungs]
    posting = last_posting(promotions).get(promotion.pk)
    return RankProof(
        promotion=promotion,
        edition=edition,
        rung=next((rung for rung in rungs if rung.name == promotion.rank), None),
        holding=holding,
        steps=progress.steps,
        is_supported=progress.rank == promotion.rank
        or (
            progress.rank in names
            and promotion.rank in names
            and names.index(progress.rank) > names.index(promotion.rank)
        ),
        entry=entry_of(posting) if posting is not None else None,
    )


def entry_of(posting: Posting) -> Entry:
    """Check a posting: compute its digest again, check the link to the previous posting, and judge its awards again."""
    problems = list(chain_differences(posting.federation, numbers=(posting.number, posting.number)))
    if posting.version_id is not None:
        report = verify.version_differences(posting.federation, posting.version_id, posting.version_id)
        return Entry(posting, problems + report.alterations, report.engine_differences)
    return Entry(posting, problems, [])


def award_token(line: Line) -> str:
    """The token in the address of an award's proof. Nobody can guess it from another one."""
    return _signer().sign(str(line.pk))


def _signer() -> signing.Signer:
    return signing.Signer(salt="masterpoint.award")


def award_proof(token: str) -> AwardProof | None:
    """Everything about the award that a token was made for; None if the token is invalid."""
    try:
        pk = int(_signer().unsign(token))
    except (signing.BadSignature, ValueError):
        return None
    lines = Line.objects.select_related("person__federation", "person__home_club", "posting__reversed_by")
    line = lines.select_related("posting__federation", "posting__version__filing__organisation").filter(pk=pk).first()
    version = line.posting.version if line else None
    if line is None or line.award is None or version is None:
        return None
    return AwardProof(line, version, explaining.award_of(version, line.award), entry_of(line.posting))
