"""No fact is ignored: whatever is told changes the awards, or a remark or a refusal names it."""

from __future__ import annotations

import pytest

from masterpoint.core.errors import Refused
from masterpoint.core.parsing import event_from, parse
from masterpoint.schemes import FEDERATIONS, example
from schemes import abl
from schemes.every_fact import fields_of, outcome, told, values_for, with_players

ALL = (*FEDERATIONS.values(), example.FEDERATION, abl.FEDERATION)
EDITIONS = [edition for federation in ALL for edition in federation.editions]
FORMS = [(edition, form) for edition in EDITIONS for form in edition.forms if form in edition.book.fields]


def bases(edition, form):
    """Examples of a form that the book awards, with named players."""
    for name, text in edition.book.examples.items():
        raw = parse(text, source=name)
        if raw["form"] == form and not isinstance(outcome(edition, with_players(raw)), str):
            yield with_players(raw)


@pytest.mark.parametrize(
    ("edition", "form"), FORMS, ids=lambda value: value if isinstance(value, str) else value.scheme
)
def test_every_field_matters_or_is_answered(edition, form):
    events = [(raw, outcome(edition, raw)) for raw in bases(edition, form)]
    assert events, "a form needs an example that the book awards"
    ignored = [
        name
        for name, annotation in fields_of(edition, form).items()
        if not any(
            outcome(edition, changed) != base
            for raw, base in events
            for value in values_for(name, annotation, edition)
            for changed in told(raw, name, value)
            if changed != raw
        )
    ]
    assert not ignored


def test_what_a_register_filled_in_needs_no_answer():
    edition = example.FEDERATION.editions[0]
    raw = next(bases(edition, "session"))
    raw["lists"][0]["entries"][0]["players"][0]["membership"] = "lapsed"
    event = event_from(raw, {edition.scheme: edition.facts})
    with pytest.raises(Refused, match=r"player\.membership"):
        edition.award(event)
    assert edition.award(event, {"player.membership"}).awards
