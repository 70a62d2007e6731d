"""What an account should say of a filing, and what it says: the difference is posted."""

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

AT_ONCE = 200


class Due(NamedTuple):
    """What should stand for a subject: a filing, or one organisation in a periodic run. The charges are unsaved."""

    subject: str
    charges: Sequence[Charge]


class Difference(NamedTuple):
    """What has to be posted so that a subject is charged as it should be."""

    subject: str
    reversed: Sequence[Charge]
    charges: Sequence[Charge]

    @property
    def organisation(self) -> Organisation:
        """Whose account it is about, first of all."""
        return next(charge.organisation for charge in (*self.charges, *self.reversed))

    @property
    def amount(self) -> Fraction:
        """By how much the accounts change."""
        return _sum(self.charges) - _sum(self.reversed)


def _sum(charges: Iterable[Charge]) -> Fraction:
    return sum((Fraction(charge.amount) for charge in charges), Fraction(0))


def differences(federation: Federation, dues: Sequence[Due]) -> list[Difference]:
    """What differs from what is posted; nothing for a subject that is charged as it should be."""
    posted = standing_charges(federation, [due.subject for due in dues])
    differing = (Difference(due.subject, posted.get(due.subject, []), due.charges) for due in dues)
    return [difference for difference in differing if _contents(difference.reversed) != _contents(difference.charges)]


def standing_charges(federation: Federation, subjects: Sequence[str]) -> dict[str, list[Charge]]:
    """The charges of some subjects that were not taken back.

    Whose they are is asked apart: in one query, SQLite would look for them from the postings, all of them.
    """
    standing: dict[str, list[Charge]] = {}
    for start in range(0, len(subjects), AT_ONCE):
        charges = list(Charge.objects.standing().filter(subject__in=subjects[start : start + AT_ONCE]).order_by("pk"))
        postings = Posting.objects.filter(pk__in={charge.posting_id for charge in charges})
        owners = dict(postings.values_list("pk", "federation_id"))
        for charge in charges:
            if owners[charge.posting_id] == federation.pk:
                standing.setdefault(charge.subject, []).append(charge)
    return standing


def _contents(charges: Iterable[Charge]) -> list[Any]:
    return [(charge.organisation_id, charge.kind, charge.title, charge.day, charge.amount) for charge in charges]


def post_differences(
    federation: Federation, differing: Sequence[Difference], *, by: User | None, reason: str = ""
) -> Posting | None:
    """Takes back what should not stand and posts what should, in one posting; nothing where nothing differs."""
    if not differing:
        return None

    def charges(posting: Posting) -> list[Charge]:
        return [row for difference in differing for row in _rows(posting, difference)]

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
