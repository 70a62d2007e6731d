"""The docs run: the README is a doctest, every command in them works, and every command and federation is named."""

from __future__ import annotations

import doctest
import pkgutil
import re
import shlex
import tomllib
from datetime import date
from pathlib import Path
from typing import Annotated

import click
import msgspec
import pytest
from click.testing import CliRunner
from msgspec import Struct
from tools import event_fields

import masterpoint
from invented_editions import ONLY_2014, ebu_with
from masterpoint.cli import COMMANDS, main
from masterpoint.core import charges, editions, federations
from masterpoint.core.events import FORMS
from masterpoint.core.office_forms import OfficeForms
from masterpoint.core.point_certificates import PointCertificates
from masterpoint.core.ranks import Need, RankLadder, Rung
from masterpoint.schemes import FEDERATIONS

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
PARTS = "docs/developers/federation-parts.md"
TEXT = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
SHOWN = [
    (page.name, line.removeprefix("$ masterpoint "))
    for page in PAGES
    for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.S)
    for line in block.splitlines()
    if line.startswith("$ masterpoint ")
]
PRINTED = sorted(
    {
        (page.name, " ".join(command.split()))
        for page in PAGES
        if page.name != "CHANGELOG.md"
        for text in [re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S)]
        for command in (
            *re.findall(r"`(?:\w+=\S+ )*masterpoint ([^`]+)`", text),
            *re.findall(r"^ {4,}(?:\w+=\S+ )*masterpoint (.+)", text, re.M),
        )
    }
)
"""Commands in running text and in indented lines."""
ENGINE_NAME = re.compile(r"`((?:conformance|core|formats|intake|library|schemes)(?:\.\w+)+)(?<!\.md)")
ENGINE_NAMES = sorted(
    {(page.name, name) for page in PAGES for name in ENGINE_NAME.findall(page.read_text(encoding="utf-8"))}
)
"""Names of the engine with their modules: `core.charges.amounts_of`."""


@pytest.mark.parametrize("page", ["README.md", "docs/developers/library.md", PARTS, "src/masterpoint/__init__.py"])
def test_what_a_page_shows_in_python_runs(page: str) -> None:
    assert doctest.testfile(str(ROOT / page), module_relative=False).failed == 0


@pytest.mark.parametrize(("page", "command"), SHOWN)
def test_every_command_shown_runs(page: str, command: str) -> None:
    result = CliRunner().invoke(main, shlex.split(command))
    assert result.exit_code == 0, result.output
    assert result.stdout.strip()


@pytest.mark.parametrize(("page", "command"), PRINTED)
def test_every_command_printed_can_be_typed(page: str, command: str) -> None:
    """Its options exist, and required ones are given; a page may also name just a command or an option."""
    words = shlex.split(command.partition(" > ")[0])
    context, found_command = click.Context(main), main.get_command(click.Context(main), words[0])
    while isinstance(found_command, click.Group) and words[1:] and not words[1].startswith("-"):
        context, words = click.Context(found_command), words[1:]
        found_command = found_command.get_command(context, words[0])
    assert found_command is not None, "there is no such command"
    try:
        _, left, _ = found_command.make_parser(click.Context(found_command)).parse_args([*words[1:]])
    except click.BadOptionUsage as error:
        assert words[-1] == error.option_name, error
    else:
        assert left == []


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_is_named_by_a_page(command: str) -> None:
    assert f"masterpoint {command}" in TEXT


@pytest.mark.parametrize("form", sorted(FORMS))
def test_every_form_is_described(form: str) -> None:
    assert f"| `{form}` |" in TEXT


def test_the_table_of_fields_is_that_of_the_schema() -> None:
    assert event_fields.PAGE.read_text(encoding="utf-8") == event_fields.page(), "run python -m tools.event_fields"


def test_the_table_of_fields_has_the_facts_of_every_edition() -> None:
    """The words of the first command, and those of a later one that asks for others."""
    first, second, third = ebu_with("2027", "2028").editions
    broadcast = ("broadcast", Annotated[bool, msgspec.Meta(description="A broadcast event.")], False)
    facts = msgspec.defstruct("Facts", [broadcast], bases=(first.facts,), frozen=True, kw_only=True)
    later = msgspec.structs.replace(third, facts=facts)
    federation = msgspec.structs.replace(ONLY_2014, load_editions=lambda _: (first, second, later))
    old, new = event_fields.facts_of(federation)
    assert old.startswith("### ebu: English Bridge Union\n") and "`broadcast`" not in old
    since = f"{later.in_force_from:%-d %B %Y}"
    assert new.startswith(f"### ebu: English Bridge Union, from {since}\n") and "`broadcast`" in new


def test_the_proposal_of_the_docs_is_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs/committees.md").read_text(encoding="utf-8")
    files = re.findall(r"`(2027/\w+\.toml)`:\n\n```toml\n(.*?)```", page, re.S)
    assert len(files) == 2
    (command,) = re.findall(r"^    masterpoint (diff .*)", page, re.M)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(FEDERATIONS.loaded, "ebu", ONLY_2014)
    for name, text in files:
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, shlex.split(command))
    assert result.exit_code == 0, result.output
    assert re.search(r"^4\.1\.2 .*\n    part of the field that is paid\n +line 18: 1/3 → 1/2$", result.stdout, re.M)
    assert re.search(r"Tuesday pairs\n +Ada Example & Ben Example, NS: 40 local → 60 local", result.stdout)


def test_the_event_of_the_docs_is_awarded() -> None:
    page = (ROOT / "docs/developers/event-files.md").read_text(encoding="utf-8")
    (event,) = re.findall(r"```toml\n(.*?)```", page, re.S)
    assert [award.points for award in masterpoint.award(tomllib.loads(event))] == [12, 6, 6, 0, 0, 0]


def test_the_list_of_the_docs_is_read(tmp_path: Path) -> None:
    page = (ROOT / "docs/scorers.md").read_text(encoding="utf-8")
    (table,) = re.findall(r"```csv\n(.*?)```", page, re.S)
    (tmp_path / "list.csv").write_text(table, encoding="utf-8")
    checked = masterpoint.check(tmp_path / "list.csv", scheme="ebu", today=date(2026, 11, 16))
    assert not checked.errors


@pytest.mark.parametrize("scheme", sorted(FEDERATIONS))
def test_every_edition_stands_in_the_change_log(scheme: str) -> None:
    for edition in FEDERATIONS[scheme].editions:
        assert edition.in_force_from.isoformat() in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


FENCED = re.compile(r"```.*?```", re.S)
MAKING = (
    *(federations.Federation, federations.MemberNumbers, federations.FileMarks, federations.Evening),
    *(federations.PastPoints, federations.Transfer, federations.Allowance, federations.Grading),
    *(federations.YearlyTrophy, federations.Renewal, federations.CreditReturns, federations.OrganiserLevels),
    *(OfficeForms, PointCertificates),
    *(editions.Edition, editions.Worksheet, editions.Programme, RankLadder, Rung, Need),
    *(
        charges.Charging,
        charges.ChargeKind,
        charges.PeriodicCharge,
        charges.Charge,
        charges.Assessment,
        charges.Currency,
    ),
)
"""The classes that a federation and its editions are made of."""


@pytest.mark.parametrize("kind", MAKING, ids=lambda kind: kind.__name__)
def test_a_stranger_finds_every_part_of_a_federation_in_the_docs(kind: type[Struct]) -> None:
    pages = [ROOT / "docs/developers" / name for name in ("add-a-federation.md", "federation-parts.md")]
    page = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    words = set(re.findall(r"\w+", " ".join([*re.findall(r"`([^`]+)`", FENCED.sub("", page)), *FENCED.findall(page)])))
    assert {kind.__name__, *kind.__struct_fields__} - words == set()


@pytest.mark.parametrize(("page", "name"), ENGINE_NAMES)
def test_names_of_the_engine_exist(page: str, name: str) -> None:
    assert pkgutil.resolve_name(f"masterpoint.{name}"), page


def test_modules_that_the_architecture_names_exist() -> None:
    """In its tables of modules: `core/books` in the first, packages and modules of `centre` in the second."""
    text = (ROOT / "docs" / "developers" / "architecture.md").read_text(encoding="utf-8")
    folder = ROOT / "src" / "masterpoint"
    modules = [
        folder / path if "/" in path else folder / paths[0].split("/")[0] / path
        for cell in re.findall(r"^\| (`(?:core|schemes|intake)/[^|]*) \|", text, re.M)
        for paths in [re.findall(r"`([\w/]+)`", cell)]
        for path in paths
    ]
    cells = text.partition("| Package of `centre` |")[2].partition("\n\n")[0].splitlines()[2:]
    modules += [folder / "centre" / name for cell in cells for name in re.findall(r"`(\w+)`", cell.split("|")[1])]
    assert len(modules) > 80
    assert [str(path) for path in modules if not path.is_dir() and not path.with_suffix(".py").exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target
