"""What cannot be so together is refused, or a remark names it: in every form of every edition."""

from __future__ import annotations

import copy

import pytest

from schemes.contradictions import CONTRADICTIONS
from schemes.every_fact import outcome
from schemes.test_every_fact import FORMS, bases


def answered(edition, raw, base):
    """Whether a book refuses an event, or says more of it than of another."""
    text = outcome(edition, raw)
    return isinstance(text, str) or bool(set(text[1]) - set(base[1]))


@pytest.mark.parametrize(
    ("edition", "form"), FORMS, ids=lambda value: value if isinstance(value, str) else value.scheme
)
def test_a_contradiction_is_answered(edition, form):
    accepted = []
    for raw in bases(edition, form):
        base = outcome(edition, raw)
        for name, spoil in CONTRADICTIONS.items():
            spoiled = copy.deepcopy(raw)
            if spoil(spoiled) and spoiled != raw and not answered(edition, spoiled, base):
                accepted.append(name)
    assert not accepted
