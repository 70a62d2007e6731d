"""The suite: every case about an event, once, as plain data that any program can read."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

from masterpoint import schemes
from masterpoint.cli import main
from masterpoint.conformance import suite as suites
from masterpoint.conformance.suite import full_suite
from masterpoint.conformance.vocabulary import event_schema, event_schema_of_book
from masterpoint.core.exact import exact
from masterpoint.core.parsing import event_from
from masterpoint.schemes.cases import cases_of
from masterpoint.schemes.loading import editions_of


def output_of(*words: str) -> str:
    result = CliRunner().invoke(main, ["conformance", *words])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("scheme", schemes.FEDERATIONS)
def test_every_case_about_an_event_is_in_it(scheme: str) -> None:
    suite = json.loads(output_of("--scheme", scheme))
    names = [case["name"] for case in suite["cases"]]
    expected = [
        case["name"]
        for case in cases_of(scheme)
        if not {"sheet", "programme"} & set(case) and {"awards", "refused"} & set(case)
    ]
    assert sorted(names) == sorted(expected)
    assert suite["editions"][0]["cases"] == len(expected)


def test_ids_are_unique_and_clauses_stand_in_their_chapter() -> None:
    cases = full_suite().cases
    assert len({case.id for case in cases}) == len(cases)
    for case in cases:
        clauses = schemes.edition_named(case.scheme, case.edition).book.chapters[case.chapter]
        assert case.clause in {clause.number for clause in clauses}


def test_a_case_either_pays_or_is_refused_and_figures_are_text() -> None:
    for case in json.loads(full_suite().as_json())["cases"]:
        assert ("awards" in case) != ("refused" in case), case["id"]
        for group in case.get("awards", []):
            assert all(isinstance(figure, str) and exact(figure) >= 0 for figure in group["points"])
        assert date.fromisoformat(case["event"]["day"])


DOCS = Path(__file__).parents[2] / "docs" / "developers" / "conformance.md"


def test_awards_that_are_meant_together_have_one_kind_and_one_colour() -> None:
    """The order of awards is then that of the entries, and another program can know it."""
    page = DOCS.read_text(encoding="utf-8")
    for case in full_suite().cases:
        if case.awards:
            awards = schemes.award(event_from(dict(case.event), schemes.FACTS)).awards
            for group in case.awards:
                expected = [
                    award
                    for award in awards
                    if (not group.kind or award.kind == group.kind)
                    and (not group.colour or award.colour == group.colour)
                ]
                assert len({(award.kind, award.colour) for award in expected}) <= 1, case.id
            assert all(f"`{award.kind}`" in page for award in awards), case.id


def test_every_event_fits_the_published_schema() -> None:
    newest = max(edition.in_force_from for each in schemes.FEDERATIONS.values() for edition in each.editions)
    schema = event_schema(newest)
    defs = schema["$defs"]
    for form, ref in schema["discriminator"]["mapping"].items():
        rules = jsonschema.Draft202012Validator({"$ref": ref, "$defs": defs})
        for case in full_suite().cases:
            if case.event["form"] == form and case.awards:
                assert not list(rules.iter_errors(case.event)), case.id


def test_every_field_of_the_published_schema_says_what_it_means() -> None:
    schema = event_schema(date(2026, 11, 10))
    for parts in (schema["$defs"], *(facts["$defs"] for facts in schema["x-masterpoint-facts"].values())):
        for name, part in parts.items():
            fields = part.get("properties", {})
            assert [field for field in fields if field != "form" and not fields[field].get("description")] == [], name
    in_book = event_schema_of_book("ebu", "league", date(2026, 11, 10))
    event = in_book["$defs"]["LeagueEvent"]["properties"]
    assert event["facts"]["properties"]["licence"]["description"]


def test_an_example_of_the_handbook_reads_as_printed() -> None:
    """4.1.6 (a): sixteen tables in a Howell movement, 17 boards."""
    (case,) = [
        case for case in full_suite().cases if case.name.startswith("4.1.6 example (a)") and "Howell" in case.name
    ]
    assert (case.scheme, case.edition, case.clause) == ("ebu", "2014", "4.1.5")
    assert case.awards[0].points == ("48", "42", "36", "30", "24", "18", "12", "6", "0")
    assert case.event["boards"] == 17


def test_the_version_follows_the_cases() -> None:
    whole, part = full_suite(), full_suite().select(scheme="sbu")
    assert whole.version.startswith("1.1+")
    assert whole.version != part.version
    assert part.version == full_suite().select(scheme="sbu").version


def test_a_clause_takes_those_under_it() -> None:
    clauses = {case.clause for case in full_suite().select(scheme="ebu", clause="4.1").cases}
    assert {"4.1.2", "4.1.5"} <= clauses
    assert all(clause.startswith("4.1.") or clause == "4.1" for clause in clauses)


def test_one_file_or_one_file_an_edition(tmp_path: Path) -> None:
    assert "cases, version 1.1+" in output_of("--out", str(tmp_path / "suite.json"))
    assert json.loads((tmp_path / "suite.json").read_bytes())["version"] == full_suite().version
    folder = tmp_path / "editions"
    folder.mkdir()
    output_of("--out", str(folder))
    files = {file.name: json.loads(file.read_bytes()) for file in folder.iterdir()}
    expected = {
        f"{scheme}-{name}.json"
        for scheme in schemes.FEDERATIONS
        for name, edition in editions_of(schemes.MODULES[scheme]).items()
        if edition.joinpath("cases").is_dir()
    }
    assert set(files) == expected
    assert sum(len(part["cases"]) for part in files.values()) == len(full_suite().cases)


def test_nothing_chosen_is_said() -> None:
    result = CliRunner().invoke(main, ["conformance", "--scheme", "ebu", "--clause", "99"])
    assert result.exit_code == 2
    assert "there is no such case" in result.output


@pytest.mark.usefixtures("sixth_federation")
def test_a_sixth_federation_has_its_cases_in_it() -> None:
    assert full_suite().select(scheme="abl").cases
    assert "abl" not in {case.scheme for case in suites._suite_for(("ebu",)).cases}
