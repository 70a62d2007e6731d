"""A template that reads what does not exist is noted, wherever it reads it; `conftest` then fails the test."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.template import Context, Template

import commands
import template_mistakes


class Row(NamedTuple):
    name: str
    points: int | None = None

    def shared_with(self, partner: str) -> str:
        return f"{self.name} and {partner}"

    @property
    def successor(self) -> Row:
        raise ObjectDoesNotExist


@pytest.fixture(autouse=True)
def none_left() -> Iterator[None]:
    """The mistakes of these tests are meant; any that a test does not ask for fails it."""
    yield
    assert template_mistakes.mistakes() == []


def mistakes_of(source: str, **context: Any) -> list[str]:
    Template(source).render(Context({"row": Row("Ann"), "rows": [Row("Ann")], "data": {"kind": "a"}} | context))
    return [mistake.rpartition(": ")[2] for mistake in template_mistakes.mistakes()]


@pytest.mark.parametrize(
    "source",
    [
        "{{ row.gone }}",
        "{{ row.gone|default:'–' }}",
        "{% if row.name|default:row.gone %}{% endif %}",
        "{% if row.gone %}{% endif %}",
        "{% if row.name and not row.gone %}{% endif %}",
        "{% if row.gone == 1 or row.name %}{% endif %}",
        "{% for point in row.gone %}{% endfor %}",
        "{% for row in rows %}{{ row.gone }}{% endfor %}",
        "{% with value=row.gone %}{% endwith %}",
        "{% firstof row.gone row.name %}",
        "{% message %}Filed by {{ row.gone }}{% endmessage %}",
        "{% load forms %}{% field 'name' 'Name' row.gone %}",
    ],
)
def test_an_attribute_that_does_not_exist_is_noted(source: str) -> None:
    assert mistakes_of(source) == ["a value of type Row has no “gone”"]


def test_so_are_a_name_that_no_view_gives_a_key_and_an_attribute_of_nothing() -> None:
    assert mistakes_of("{% if gone %}{% endif %}") == ["no view gives “gone”"]
    assert mistakes_of("{{ data.gone }}") == ["a value of type dict has no “gone”"]
    assert mistakes_of("{{ row.points.sum }}") == ["None has no “sum”"]


def test_a_condition_that_cannot_be_worked_out_is_noted() -> None:
    (mistake,) = mistakes_of("{% if row.points > 1 %}{% endif %}")
    assert "not supported between" in mistake


def test_nothing_else_is_shown_in_silence() -> None:
    assert mistakes_of("{{ row.points }}") == ["would be shown as “None”"]
    assert mistakes_of("{{ row.shared_with }}") == ["“row.shared_with” cannot be read"]


def test_a_mistake_names_its_template_and_line() -> None:
    Template("\n\n{{ row.gone }}", name="page.html").render(Context({"row": Row("Ann")}))
    (mistake,) = template_mistakes.mistakes()
    assert "line 3, “row.gone”" in mistake


@pytest.mark.parametrize(
    "source",
    [
        "{{ row.name }}{% if row.points %}{{ row.points }}{% endif %}{% for row in rows %}{{ row.name }}{% endfor %}",
        "{% if row.successor %}{{ row.successor.name }}{% endif %}",  # the name is right; there is no such row
        "{% if 'gone' in data %}{{ data.gone }}{% endif %}",
    ],
)
def test_what_exists_or_is_asked_for_is_no_mistake(source: str) -> None:
    assert mistakes_of(source) == []


def test_a_process_that_a_test_starts_notes_its_mistakes_too() -> None:
    program = """
import django
django.setup()
from django.template import Context, Template
Template("{{ row.gone }}").render(Context({"row": 1}))
"""
    result = commands.run_program(program, os.environ)
    assert result.returncode == 0, result.stderr
    (mistake,) = template_mistakes.mistakes()
    assert "a value of type int has no “gone”" in mistake
