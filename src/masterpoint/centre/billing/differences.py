"""Compare the charges that a filing should have with those it has, and post the difference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing.chain import post_charges
from masterpoint.centre.billing.models import Charge, Posting
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.core.exact import tidy
from masterpoint.core.serialisation import exact_text

SUBJECTS_PER_QUERY = 200


class Due(NamedTuple):
    """The unsaved charges that a subject should have. A subject is a filing, or one organisation in a periodic run."""

    subject: str
    charges: Sequence[Charge]


class Difference(NamedTuple):
    """What must be posted to correct the charges of a subject."""

    subject: str
    reversed: Sequence[Charge]
    charges: Sequence[Charge]

    @property
    def organisation(self) -> Organisation:
        """The organisation charged."""
        return next(charge.organisation for charge in (*self.charges, *self.reversed))

    @property
    def amount(self) -> Fraction:
        """The amount by which the accounts change."""
        return _sum(self.charges) - _sum(self.reversed)


def _sum(charges: Iterable[Charge]) -> Fraction:
    return sum((Fraction(charge.amount) for charge in charges), Fraction(0))


def differences(federation: Federation, dues: Sequence[Due]) -> list[Difference]:
    """The differences from what is posted. Subjects without a difference are left out."""
    posted_charges = charges_in_force(federation, [due.subject for due in dues])
    candidates = (Difference(due.subject, posted_charges.get(due.subject, []), due.charges) for due in dues)
    return [difference for difference in candidates if _contents(difference.reversed) != _contents(difference.charges)]


def charges_in_force(federation: Federation, subjects: Sequence[str]) -> dict[str, list[Charge]]:
    """The charges in force of some subjects.

    The federation is checked separately: in one query, SQLite would start from all postings.
    """
    charges_by_subject: dict[str, list[Charge]] = {}
    for start in range(0, len(subjects), SUBJECTS_PER_QUERY):
        charges = list(
            Charge.objects.in_force().filter(subject__in=subjects[start : start + SUBJECTS_PER_QUERY]).order_by("pk")
        )
        postings = Posting.objects.filter(pk__in={charge.posting_id for charge in charges})
        owners = dict(postings.values_list("pk", "federation_id"))
        for charge in charges:
            if owners[charge.posting_id] == federation.pk:
                charges_by_subject.setdefault(charge.subject, []).append(charge)
    return charges_by_subject


def _contents(charges: Iterable[Charge]) -> list[Any]:
    return [(charge.organisation_id, charge.kind, charge.title, charge.day, charge.amount) for charge in charges]


def post_differences(
    federation: Federation, to_post: Sequence[Difference], *, by: User | None, reason: str = ""
) -> Posting | None:
    """Reverse wrong charges and post the right ones, in one posting. Does nothing if there are no differences."""
    if not to_post:
        return None

    def charges(posting: Posting) -> list[Charge]:
        return [row for difference in to_post for row in _rows(posting, difference)]

    return post_charges(federation, charges, by=by, reason=reason)


def _rows(posting: Posting, difference: Difference) -> Iterator[Charge]:
    for charge in difference.reversed:
        yield Charge(
            posting=posting,
            organisation_id=charge.organisation_id,
            subject=charge.subject,
            version_id=charge.version_id,
            kind=charge.kind,
            title=charge.title,
            day=charge.day,
            amount=exact_text(tidy(-Fraction(charge.amount))),
            due_on=charge.due_on,
            detail={},
            reverses=charge,
        )
    for charge in difference.charges:
        charge.posting = posting
        yield charge
