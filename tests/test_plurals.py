"""Nouns and verbs agree with their counts in messages, on pages and on the command line: 1 board, 2 boards."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.translation.extraction import with_ones

from masterpoint.centre.translation.recognition import Recogniser
from masterpoint.core.derivation import Clause, Remark
from masterpoint.core.errors import Problem
from masterpoint.core.plurals import KINDS, NOUNS, agreeing, count_text
from masterpoint.core.sentences import sentence

SRC = Path(__file__).parents[1] / "src" / "masterpoint"
TEMPLATES = sorted(SRC.rglob("templates/**/*.*"))
NOUN = rf"(?:(?:{'|'.join(KINDS)}) )*(?:{'|'.join(NOUNS)})\b"
COUNTED = re.compile(r"\{\{\s*(?P<value>[^{}]*?)\s*\}\}\s+" + NOUN)
NO_COUNTS = {"board.dealer", "cell.colour|capfirst", "colour", "colour|capfirst", "federation.code", "line.colour"}
"""Values that name something and do not count."""
ALWAYS_SEVERAL = {
    *("problems|length", "awards|length|figure", "visitors|length", "warning.places|length", "people|length"),
}
"""Counts inside `{% if … > 1 %}`."""
SAID = {"echo", "success", "warning", "info"}
"""Calls that show text: `click.echo`, `messages.success`."""


@pytest.mark.parametrize(
    ("plural", "single"),
    [
        ("1 boards", "1 board"),
        ("only 1 boards are scheduled", "only 1 board is scheduled"),
        ("1 matches are won and 2 lost", "1 match is won and 2 lost"),
        ("1 entries, 1 people and 1 counties", "1 entry, 1 person and 1 county"),
        ("1 green points", "1 green point"),
        ("1 platinum points are held", "1 platinum point is held"),
        ("1 more bronze points", "1 more bronze point"),
        ("1 pairs events", "1 pairs event"),
        ("1 Blue Point events", "1 Blue Point event"),
        ("a VP of 1 VPs (1 IMPs)", "a VP of 1 VP (1 IMP)"),
    ],
)
def test_a_text_for_several_is_said_of_one(plural: str, single: str) -> None:
    assert agreeing(plural) == single


@pytest.mark.parametrize(
    "text",
    [
        *(
            "21 boards",
            "0.1 points",
            "1,001 points",
            "1/1 boards",
            "2-1 matches",
            "1 to 4 sessions",
            "1 or more boards",
            "from 1 to points",
            "1 and points",
            "the club of player 1 gives points",
        ),
        *("the teams of division 1 players like", "Round 1 awards", "grade 1 events", "(table 1 boards)"),
        *("1 board", "a 1 has results", "1⅓ and 1 times Club", ""),
    ],
)
def test_what_counts_nothing_or_several_stays(text: str) -> None:
    assert agreeing(text) == text


def test_every_message_agrees_with_its_counts() -> None:
    template = "{count} boards are played"
    assert str(sentence(template, count=1)) == "1 board is played"
    assert str(sentence(template, count=2)) == "2 boards are played"
    clause = Clause("XBU", "1", "", (), "computed")
    assert Remark(clause, "1 boards are played").message == "1 board is played"
    problem = Problem("boards", "1", "1 boards are too few", "play 1 rounds more")
    assert (problem.message, problem.fix) == ("1 board is too few", "play 1 round more")
    assert count_text(1, "reading") == "1 reading" and count_text(1_000, "reading") == "1,000 readings"
    assert count_text(1, "person", "people") == "1 person" and count_text(0, "person", "people") == "0 people"


def test_what_is_said_of_one_is_a_message_of_its_own() -> None:
    """A catalogue has both texts, and each is found in what the code produced."""
    template = "only {count} boards are played in {rounds} rounds"
    messages = with_ones(template)
    assert messages == [
        template,
        "only 1 board is played in {rounds} rounds",
        "only {count} boards are played in 1 round",
        "only 1 board is played in 1 round",
    ]
    recogniser = Recogniser([*messages, "at {place}"])
    for count, rounds, number in ((2, 3, 0), (1, 3, 1), (3, 1, 2), (1, 1, 3)):
        text = str(sentence(template, count=count, rounds=rounds))
        assert recogniser.translate(text, lambda message: f"message {messages.index(message)}") == f"message {number}"


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_page_counts_with_pluralize(path: Path) -> None:
    values = [match["value"] for match in COUNTED.finditer(path.read_text(encoding="utf-8"))]
    assert [value for value in values if value not in NO_COUNTS | ALWAYS_SEVERAL] == [], "write item{{ n|pluralize }}"


def test_a_page_that_counts_without_it_is_seen() -> None:
    assert COUNTED.search("<p>{{ edition.readings|length }} readings</p>")
    assert not COUNTED.search("<p>{{ n }} reading{{ n|pluralize }}</p>")


@pytest.mark.parametrize(
    "path", sorted([*(SRC / "cli").rglob("*.py"), *(SRC / "web").rglob("*.py")]), ids=lambda path: path.name
)
def test_what_a_command_or_page_says_is_counted_with_count_text(path: Path) -> None:
    assert list(loose_counts(ast.parse(path.read_text(encoding="utf-8")))) == []


def test_a_count_without_it_is_seen() -> None:
    assert list(loose_counts(ast.parse('click.echo(f"{count} members loaded.")'))) == [(1, "members")]
    assert list(loose_counts(ast.parse('click.echo(f"{count_text(count, word)} loaded.")'))) == []


def loose_counts(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Messages in which a plural noun follows a value; values that do not count are left out."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in SAID:
            for text in (node for node in ast.walk(call) if isinstance(node, ast.JoinedStr)):
                for value, after in zip(text.values, text.values[1:], strict=False):
                    words = re.match(rf"' ({NOUN})", ast.unparse(after)) if isinstance(after, ast.Constant) else None
                    if words and isinstance(value, ast.FormattedValue) and ast.unparse(value.value) not in NO_COUNTS:
                        yield text.lineno, words[1]
