"""Worked examples as TOML: an event, what it pays, and the clause that must be cited.

`masterpoint.schemes.cases` reads them from the folder of the edition they were worked out from. `awards` is a string
of figures in the order of the result, or a table from kind (`ranking`, `matches` …) or `kind/colour` to such a string;
`refused` names the clause of a refusal instead, `readings` those that the awards must rest on. What else a case may
hold is listed in docs/developers/conformance.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from masterpoint import schemes
from masterpoint.core.derivation import Award, Remark, Result, Step, recompute, trail
from masterpoint.core.editions import Edition, check_programme, work_out
from masterpoint.core.errors import MasterpointError
from masterpoint.core.event_fields import PARTS
from masterpoint.core.exact import Surd, exact
from masterpoint.core.parsing import event_from
from masterpoint.core.traversal import all_entries
from masterpoint.schemes import cases
from remembering import remembered

DAY = date(2026, 11, 15)
KINDS = ("ranking", "matches", "session", "qualifying", "overall", "plate", "consolation", "bonus", "gold")
"""What an award may be for."""


EXACT = ("abf", "ebu", "wbu")
"""Books whose cases are complete: nothing else refuses an event or remarks on a worksheet, unless they list it."""


INDEX = re.compile(r"\[\d+\]")
YEAR_AS_COUNT = re.compile(r"\b2,02\d\b")
"""A year of the cases written as a count is: `2,026`."""
WORDS = {"form", *PARTS.values(), *[field.name for kind in PARTS for field in msgspec.structs.fields(kind)]}
"""All names that stand in the vocabulary of events."""


LISTS = {
    "consolation",
    "division",
    "event",
    "final",
    "flight",
    "not",
    "overall",
    "participating",
    "qualifying",
    "session",
}
"""What a list may be called beside the names that its event gives."""


def name_of(case: dict[str, Any]) -> str:
    return f"{case['file']}: {case['clause']} {case['name']}"


def run_case(case: dict[str, Any]) -> Result | None:
    """The case as the handbook prints it: figures, clause, and every step recomputed."""
    if "refused" in case:
        refusal = refusal_in(case)
        assert refusal is not None, "the book refuses this, the code did not"
        assert any(str(problem.clause).endswith(f" {case['refused']}") for problem in refusal.problems), refusal
        check_problems(refusal, edition_of(case))
        check_all_problems(refusal, case.get("problems"))
        if case["event"]["scheme"] in EXACT and "problems" not in case:
            assert all(problem.clause.endswith(f" {case['refused']}") for problem in refusal.problems), refusal
        return None
    result = awarded(case)
    check_awards(result, case["awards"])
    check_citations(result, case.get("cites", {}))
    check_recipients(result, case.get("recipients", {}))
    cited = {step.clause.number for award in result.awards for step in award.steps}
    cited |= {remark.clause.number for remark in result.remarks}
    assert case["clause"] in cited, f"{case['clause']} is not cited; cited: {sorted(cited)}"
    assert not set(case.get("uncited", ())) & cited, sorted(cited)
    check_steps(result)
    check_entries(result)
    check_lists(result, case["event"])
    assert set(case.get("readings", ())) <= set(result.readings()), result.readings()
    assert not set(case.get("unread", ())) & set(result.readings()), result.readings()
    check_remarks(result.remarks, case.get("message", {}), case.get("silent", ()))
    if "remarks" in case:
        assert sorted(remark.clause.number for remark in result.remarks) == sorted(case["remarks"]), result.remarks
    return result


def edition_of(case: dict[str, Any]) -> Edition:
    """The edition that the case was worked out from, whatever is in force on its day."""
    return schemes.edition_named(case["event"]["scheme"], case["edition"])


@cache
def cases_of(scheme: str) -> Sequence[dict[str, Any]]:
    """Every case of a federation's editions, read once for all tests: none may change them."""
    return tuple(cases.cases_of(scheme))


def _awarded(case: dict[str, Any]) -> Result:
    return edition_of(case).award(event_from(case["event"], schemes.FACTS))


def _written(case: dict[str, Any]) -> tuple[Edition, bytes]:
    """By the edition itself: a test may put another in its place under the same name."""
    return edition_of(case), msgspec.json.encode(case["event"])


awarded = remembered(_awarded, _written, size=10_000)
"""What the book gives, or how it refuses, worked out once for all tests."""


def by_rule(raw: dict[str, Any]) -> Result:
    """What the rules of the day give: enough where a test asks for points alone.

    `schemes.award` also tries the event without each field in turn, to name those that change nothing.
    """
    event = event_from(raw, schemes.FACTS)
    return schemes.edition_for(event.scheme, event.day).by_rule(event)


def refusal_in(case: dict[str, Any]) -> MasterpointError | None:
    try:
        awarded(case)
    except MasterpointError as refusal:
        return refusal
    return None


def refusal_of(raw: dict[str, Any]) -> MasterpointError | None:
    """Why the edition of the day refuses an event."""
    try:
        schemes.award(event_from(raw, schemes.FACTS))
    except MasterpointError as refusal:
        return refusal
    return None


def check_problems(refusal: MasterpointError, edition: Edition) -> None:
    """Each problem says what would mend it, and stands at a place that an event of the book has.

    Of a fact that is true or false it says which.
    """
    facts = msgspec.structs.fields(edition.facts)
    known_names = WORDS | {field.name for field in facts}
    flags = {f"facts.{field.name}" for field in facts if field.type is bool}
    for problem in refusal.problems:
        assert problem.fix, problem
        assert problem.place not in flags or problem.value in ("", "false", "true"), problem
        part, _, rest = INDEX.sub("", problem.place).partition(".")
        names = rest.split(".")[:1] if part == "facts" else rest.split(".")  # below a fact stands what it maps
        assert {part, *filter(None, names)} <= known_names, f"no such place: {problem.place}"


def check_all_problems(refusal: MasterpointError, expected: Sequence[str] | None) -> None:
    """`problems`: every place that is refused and the clause that refuses it, as `boards 11.9`.

    A place alone is that of a field of which the book makes no use.
    """
    if expected is not None:
        places = [" ".join([problem.place, *problem.clause.split()[-1:]]) for problem in refusal.problems]
        assert sorted(places) == sorted(expected)


def check_awards(result: Result, expected: str | dict[str, str]) -> None:
    for key, figures in by_kind(expected).items():
        assert [award.points for award in awards_of(result, key)] == [exact(figure) for figure in figures.split()], key


def check_citations(result: Result, expected: str | dict[str, str]) -> None:
    """`cites`: the clause of each figure, which is that of its last step."""
    for key, clauses in by_kind(expected).items():
        assert [award.step.clause.number for award in awards_of(result, key)] == clauses.split(), key


def check_recipients(result: Result, expected: list[str] | dict[str, list[str]]) -> None:
    """`recipients`: the players who receive each award, by name, with commas between them."""
    for key, names in by_kind(expected).items():
        players = [", ".join(player.name for player in award.recipients) for award in awards_of(result, key)]
        assert players == names, key


def by_kind(expected: Any) -> dict[str, Any]:
    return expected if isinstance(expected, dict) else {"": expected}


def awards_of(result: Result, key: str) -> list[Award]:
    return [award for award in result.awards if _is(award, key)]


def _is(award: Award, key: str) -> bool:
    kind, _, colour = key.partition("/")
    return (not kind or award.kind == kind) and (not colour or award.colour == colour)


def check_steps(result: Result, edition: Edition | None = None) -> None:
    """Every award is of a known kind and colour, its steps recompute to its value, and there is no float anywhere."""
    edition = edition or schemes.edition_for(result.event.scheme, DAY)
    readings = {"", *[reading.id for reading in edition.readings]}
    for award in result.awards:
        assert award.kind in KINDS
        assert award.colour in edition.colours
        assert award.points == recompute(award.step)
        for step in trail(award.step):
            assert isinstance(step.value, int | Fraction | Surd)
            assert step.message
            assert step.reading in readings
            check_years(step.message)


def check_entries(result: Result) -> None:
    """Every award is that of an entry with all its players, though only some of them may receive it."""
    players = [entry.players for _, entry in all_entries(result.event)]
    for award in result.awards:
        assert award.entry.players in players, f"no such entry: {award.entry}"


def check_lists(result: Result, event: dict[str, Any]) -> None:
    """Every award names its list as the event does, by section, direction, part or division, and no two are alike."""
    words = LISTS | set(words_in(event))
    paths_by_entry = {id(entry): path.rpartition(".entries")[0] for path, entry in all_entries(result.event)}
    paths_by_name: dict[tuple[str, str, str], set[str]] = {}
    for award in result.awards:
        names = set(re.findall(r"[a-z]+", award.ranking.lower()))
        assert names <= words, f"no such list: {award.ranking}"
        if id(award.entry) in paths_by_entry:
            name = (award.kind, award.colour, award.ranking)
            paths_by_name.setdefault(name, set()).add(paths_by_entry[id(award.entry)])
    if result.event.scheme in EXACT:
        assert all(len(paths) == 1 for paths in paths_by_name.values()), paths_by_name


def words_in(data: object) -> Iterator[str]:
    """All words of raw data."""
    if isinstance(data, str):
        yield from re.findall(r"[a-z]+", data.lower())
    for part in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from words_in(part)


def run_sheet(case: dict[str, Any]) -> None:
    """A worksheet case: `sheet`, `asks` (facts), and `answers` (figures of its steps, in order) or `refused`."""
    edition = edition_of(case)
    try:
        answers = work_out(edition, case["sheet"], case["asks"])
    except MasterpointError as refusal:
        assert "refused" in case, refusal
        assert any(str(problem.clause).endswith(f" {case['refused']}") for problem in refusal.problems), refusal
        check_all_problems(refusal, case.get("problems"))
        return
    assert "refused" not in case, "the book refuses this, the code did not"
    steps = [answer for answer in answers if isinstance(answer, Step)]
    if "answers" in case:
        assert [step.value for step in steps] == [exact(figure) for figure in case["answers"].split()]
    cited = {earlier.clause.number for step in steps for earlier in trail(step)}
    readings = {earlier.reading for step in steps for earlier in trail(step)}
    assert readings <= {"", *[reading.id for reading in edition.readings]}
    assert set(case.get("readings", ())) <= readings, readings
    assert not set(case.get("unread", ())) & readings, readings
    assert not set(case.get("uncited", ())) & cited, sorted(cited)
    remarks = [answer for answer in answers if isinstance(answer, Remark)]
    cited |= {remark.clause.number for remark in remarks}
    assert case["clause"] in cited, f"{case['clause']} is not cited; cited: {sorted(cited)}"
    assert all(step.value == recompute(step) for step in steps)
    check_years(*[earlier.message for step in steps for earlier in trail(step)])
    check_remarks(remarks, case.get("message", {}), case.get("silent", ()))
    numbers = sorted(remark.clause.number for remark in remarks)
    if "remarks" in case:
        assert numbers == sorted(case["remarks"])
    elif edition.scheme in EXACT:
        assert set(numbers) <= {case["clause"], *case.get("message", {})} and len(set(numbers)) == len(numbers), numbers


def check_remarks(remarks: Sequence[Remark], message: dict[str, str], exceptions: Sequence[str]) -> None:
    """`says`: from a clause to words one of its remarks must hold; `silent`: clauses of which nothing is said."""
    check_years(*[remark.message for remark in remarks])
    for number, words in message.items():
        heard = [str(remark.message) for remark in remarks if remark.clause.number == number]
        assert any(words in message for message in heard), f"{number} should say {words!r}: {remarks}"
    assert not {remark.clause.number for remark in remarks} & set(exceptions), remarks


def check_years(*messages: object) -> None:
    """No message separates the thousands of a year."""
    for message in map(str, messages):
        assert not YEAR_AS_COUNT.search(message), message


def run_formalities(case: dict[str, Any]) -> None:
    """A formalities case: an event, and `formalities`, what must be said of its licence, charge and deadlines."""
    event = event_from(case["event"], schemes.FACTS)
    edition = edition_of(case)
    assert edition.formalities is not None
    remarks = edition.formalities(event)
    check_remarks(remarks, case["formalities"], case.get("silent", ()))
    if "remarks" in case:
        assert sorted(remark.clause.number for remark in remarks) == sorted(case["remarks"]), remarks


def run_programme(case: dict[str, Any]) -> None:
    """A programme case: `programme` (a year's events) and `findings`, the clauses of what is wrong with it."""
    edition = edition_of(case)
    findings = check_programme(edition, case["programme"])
    assert sorted(remark.clause.number for remark in findings) == sorted(case["findings"])
    check_remarks(findings, case.get("message", {}), ())


def printed_tables(scheme: str) -> Path:
    """Where the tables stand that a book prints, every cell as printed."""
    return (
        Path(str(resources.files(f"masterpoint.schemes.{scheme}")))
        / "editions"
        / schemes.edition_for(scheme, DAY).name
        / "printed"
    )
