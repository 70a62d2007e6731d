"""Other programs on the suite: ours as a command, one that is wrong on purpose, and some that do not answer."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec import structs

from invented_editions import ebu_with
from masterpoint import schemes
from masterpoint.cli import main
from masterpoint.conformance.answers import Verdict, answer_from, verdict
from masterpoint.conformance.programs import Command
from masterpoint.conformance.running import GIVE_UP_AFTER, answerable_cases
from masterpoint.conformance.suite import Case, full_suite

PYTHON = sys.executable
OURS = f"{PYTHON} -m masterpoint batch - --explain"
ONE_EVENT = f"{PYTHON} -m masterpoint award - --json"
WRONG = f"{PYTHON} {Path(__file__).parent / 'rounding_down.py'}"
PATIENT = ("--seconds", "600")
"""No test depends on the speed of the machine."""
DOCS = Path(__file__).parents[2] / "docs" / "developers" / "conformance.md"


def run(against: str, *words: str) -> dict[str, Any]:
    result = CliRunner().invoke(main, ["conformance", "--json", *PATIENT, "--against", against, *words])
    assert result.exit_code in (0, 1), result.output
    report: dict[str, Any] = json.loads(result.stdout)
    assert (report["conforms"] is True) == (result.exit_code == 0)
    return report


def test_our_own_command_agrees_with_every_case() -> None:
    report = run(OURS)
    assert report["differences"] == []
    assert sum(row["agrees"] for row in report["federations"]) == len(full_suite().cases)
    assert sum(row["agrees"] for row in report["clauses"]) == len(full_suite().cases)


def test_our_own_command_one_event_at_a_time() -> None:
    report = run(ONE_EVENT, "--each", "--scheme", "wbu", "--clause", "2.1.1")
    assert report["differences"] == []
    (tally,) = report["federations"]
    assert tally["agrees"] == tally["cases"] > 2


def test_a_wrong_program_is_told_where_it_is_wrong() -> None:
    report = run(WRONG, "--scheme", "wbu")
    cases = {case.id: case for case in full_suite().cases}
    differing = {row["id"] for row in report["differences"]}
    halves = {
        case.id
        for case in cases.values()
        if case.scheme == "wbu"
        and case.event["form"] != "knockout"
        and any("." in figure or "/" in figure for group in case.awards for figure in group.points)
    }
    assert differing == halves != set()
    (tally,) = report["federations"]
    assert tally["skipped"] == sum(case.scheme == "wbu" and case.event["form"] == "knockout" for case in cases.values())
    assert tally["differs"] == len(halves)
    assert all("the book pays" in row["reason"] for row in report["differences"])


@pytest.mark.parametrize(
    ("clause", "code", "last"),
    [
        # 4.7 is about knock-outs, which the program skips; WBU 4.7.9 has one final among them.
        ("4.7.7", 1, "The program answered no case, so nothing can be said about it."),
        ("4.7.9", 0, "The program conforms where it answered: in {answered} of {cases} cases."),
        ("2.2.1", 0, "The program conforms."),
    ],
)
def test_a_program_conforms_where_it_answered(clause: str, code: int, last: str) -> None:
    result = CliRunner().invoke(main, ["conformance", "--clause", clause, *PATIENT, "--against", WRONG])
    suite = full_suite().select(clause=clause)
    skipped = Counter(case.scheme for case in suite.cases if case.event["form"] == "knockout")
    lines = [
        f"Skipped of {book.scheme} {book.edition}: {skipped[book.scheme]} of {book.cases} cases."
        + (" Nothing can be said about this book." if skipped[book.scheme] == book.cases else "")
        for book in suite.editions
        if skipped[book.scheme]
    ]
    answered, cases = len(suite.cases) - skipped.total(), len(suite.cases)
    paragraph = result.stdout.rstrip().rpartition("\n\n")[2]
    assert paragraph.splitlines() == [*lines, last.format(answered=answered, cases=cases)]
    assert result.exit_code == code


def test_the_report_in_words_names_case_clause_and_figures() -> None:
    result = CliRunner().invoke(main, ["conformance", "--scheme", "wbu", *PATIENT, "--against", WRONG])
    assert result.exit_code == 1
    differing = next(
        case
        for case in full_suite().select(scheme="wbu").cases
        if case.event["form"] != "knockout" and any("." in figure for group in case.awards for figure in group.points)
    )
    assert differing.id in result.stdout
    assert differing.name in result.stdout
    assert f"wbu {differing.clause} " in result.stdout
    assert f"the book pays {' '.join(differing.awards[0].points[:1])}" in result.stdout


def test_a_program_that_takes_some_events_and_ends_is_started_again() -> None:
    in_one = run(WRONG, "--scheme", "wbu", "--clause", "2.1")
    by_three = run(f"{WRONG} --last 3", "--scheme", "wbu", "--clause", "2.1")
    assert by_three["clauses"] == in_one["clauses"]


def test_the_program_of_the_docs_conforms(tmp_path: Path) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.S)
    (tmp_path / "evening.py").write_text(program, encoding="utf-8")
    report = run(f"{PYTHON} {tmp_path / 'evening.py'}")
    assert report["conforms"] is True
    assert report["differences"] == []
    assert {row["scheme"]: row["agrees"] > 9 for row in report["federations"]} == {
        scheme: scheme == "ebu" for scheme in schemes.FEDERATIONS
    }


def test_the_docs_name_every_field_of_the_report() -> None:
    page = DOCS.read_text(encoding="utf-8")
    report = run(WRONG, "--scheme", "wbu", "--clause", "2.1")
    rows = [row for name in ("federations", "chapters", "clauses", "differences") for row in report[name]]
    names = set(report).union(*rows)
    assert {name for name in names if f"`{name}`" not in page and f"`{name}[]`" not in page} == set()


@pytest.mark.parametrize(
    ("against", "reason"),
    [
        (f"{PYTHON} -c 'raise SystemExit(\"no licence\")'", "exit code 1): no licence"),
        (f"{PYTHON} -c 'print(1)'", "the answer cannot be read"),
        (f"{PYTHON} -c 'print(chr(60) + chr(7) + chr(104))'", "the answer is not JSON: “< h”"),
        (f"{PYTHON} -c 'print(100 * chr(104))'", f"the answer is not JSON: “{'h' * 60}…”"),
        (f"{PYTHON} -c 'print(\"{{}}\")'", "neither `awards` nor `problems` nor `skipped`"),
    ],
)
def test_a_program_that_does_not_answer_is_given_up(against: str, reason: str) -> None:
    report = run(against, "--scheme", "wbu")
    assert reason in report["differences"][0]["reason"]
    assert not sum(row["agrees"] for row in report["federations"])
    assert len(report["differences"]) == len(full_suite().select(scheme="wbu").cases)
    assert report["differences"][GIVE_UP_AFTER]["reason"].startswith("not asked")


@pytest.mark.parametrize("each", [(), ("--each",)])
def test_an_answer_is_bounded_in_time(each: tuple[str, ...]) -> None:
    """This program never answers, on any machine."""
    waiting = f"{PYTHON} -c 'import threading; threading.Event().wait()'"
    report = run(waiting, *each, "--scheme", "sbu", "--seconds", "0.1")
    assert report["differences"][0]["reason"] == "no answer within 0.1 seconds"


@pytest.mark.parametrize(
    ("against", "message"), [("no-such-program", "cannot be started"), ("'open", "cannot be split into words")]
)
def test_a_command_that_is_none_is_said(against: str, message: str) -> None:
    result = CliRunner().invoke(main, ["conformance", "--scheme", "sbu", "--against", against])
    assert result.exit_code == 2
    assert message in result.output


def _case(**expected: Any) -> Case:
    cases = full_suite().cases
    return next(case for case in cases if all(bool(getattr(case, name)) == value for name, value in expected.items()))


def test_a_refusal_must_be_one_and_by_the_clause_if_it_names_any() -> None:
    case = _case(refused=True)
    refusals = {
        '{"problems": [{}]}': "agrees",
        f'{{"problems": [{{"clause": "{case.refused}"}}]}}': "agrees",
        f'{{"problems": [{{"clause": "XYZ {case.refused}"}}, {{"clause": "0"}}]}}': "agrees",
        '{"problems": [{"clause": "0"}]}': "differs",
        '{"problems": []}': "differs",
        '{"awards": []}': "differs",
    }
    assert {text: verdict(case, answer_from(text)).outcome for text in refusals} == refusals


def test_figures_agree_by_value_and_order() -> None:
    case = next(case for case in full_suite().cases if case.awards and case.awards[0].points[:2] == ("48", "42"))
    points = list(case.awards[0].points)

    def outcome(figures: list[Any]) -> Verdict:
        return verdict(case, answer_from(json.dumps({"awards": [{"points": figure} for figure in figures]})))

    assert outcome(points).outcome == outcome([f"{figure}.00" for figure in points]).outcome == "agrees"
    assert outcome([int(figure) for figure in points]).outcome == "agrees"
    assert outcome(points[:-1]).outcome == outcome([]).outcome == "differs"
    assert outcome([points[1], points[0], *points[2:]]).reason.endswith("the same figures in another order")
    assert "is not a figure" in outcome(["1e9"]).reason
    assert verdict(case, answer_from('{"problems": [{"clause": "4"}]}')).outcome == "differs"


def test_a_case_of_another_day_is_asked_only_where_the_command_names_the_edition(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """When a new book takes effect before the day of the old cases, they stay pinned to the old book."""
    monkeypatch.setitem(schemes.FEDERATIONS.loaded, "ebu", ebu_with("2027"))
    cases = full_suite().select(scheme="ebu").cases
    assert len(answerable_cases(cases, Command(("program",), 1))) == len(cases), "the invented book takes effect later"
    changed = [structs.replace(case, event={**case.event, "day": "2028-01-01"}) for case in cases]
    assert answerable_cases(changed, Command(("program",), 1)) == []
    assert answerable_cases(changed, Command(("program", "--book={edition}"), 1)) == changed
