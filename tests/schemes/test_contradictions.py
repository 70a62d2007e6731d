"""What cannot be so together is refused, or a remark names it: in every form of every edition."""

from __future__ import annotations

import pytest

from masterpoint.core.editions import Edition
from schemes.contradictions import CONTRADICTIONS
from schemes.every_fact import Said, copied, remarks_in
from schemes.test_every_fact import FORMS, bases


def has_answer(changed: Said, base: Said) -> bool:
    """Whether a book refuses an event, or says more of it than of another; what its rules say is part of it all."""
    expected = set(remarks_in(base.in_all))
    by_rule = remarks_in(changed.by_rule)
    return changed.is_refused or not expected.issuperset(by_rule) or not expected.issuperset(remarks_in(changed.in_all))


@pytest.mark.parametrize(
    ("edition", "form"), FORMS, ids=lambda value: value if isinstance(value, str) else value.scheme
)
def test_a_contradiction_is_answered(edition: Edition, form: str) -> None:
    accepted = []
    for base in bases(edition, form):
        for name, spoil in CONTRADICTIONS.items():
            spoiled = copied(base.raw)
            if spoil(spoiled) and spoiled != base.raw and not has_answer(Said(edition, spoiled), base):
                accepted.append(name)
    assert not accepted
