"""`masterpoint example FORM`: a commented example for every form of every edition, each of them run."""

from __future__ import annotations

import pytest

from handbook_cases import check_steps
from masterpoint import schemes
from masterpoint.core.editions import Edition
from masterpoint.core.events import form_of
from masterpoint.core.parsing import event_from, parse
from masterpoint.schemes import FEDERATIONS

EDITIONS = [edition for federation in FEDERATIONS.values() for edition in federation.editions]
EXAMPLES = [(edition, name, text) for edition in EDITIONS for name, text in edition.book.examples.items()]


@pytest.mark.parametrize(
    ("edition", "name", "text"), EXAMPLES, ids=[f"{edition.scheme} {name}" for edition, name, _ in EXAMPLES]
)
def test_example_is_awarded(edition: Edition, name: str, text: str) -> None:
    event = event_from(parse(text, source=name), schemes.FACTS)
    assert event.scheme == edition.scheme
    assert name.split("-")[0] == form_of(event)
    result = edition.award(event)
    assert any(award.points for award in result.awards), "an example that pays nothing teaches little"
    check_steps(result)
    assert "#" in text, "an example explains itself"


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.scheme)
def test_every_form_has_an_example(edition: Edition) -> None:
    shown = {name.split("-")[0] for name in edition.book.examples}
    assert shown == set(edition.forms)
