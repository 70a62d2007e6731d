"""Every command that a page of the docs shows with its arguments is run on the demo, as somebody would who copies it.

What the page leaves to the reader (a receipt, a file, a number) is put in its place. Commands that go on until they are
stopped, or that need a Centre of their own, have tests elsewhere.
"""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from answers import existing
from masterpoint.centre.billing.models import Invoice, Payment
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.registry.models import Person
from masterpoint.cli import main
from masterpoint.schemes import FEDERATIONS
from test_docs import PRINTED

pytestmark = pytest.mark.django_db
ELSEWHERE = {
    "backup": "centre/test_copies.py",
    "conformance": "conformance/test_running.py",
    "demo": "runs until it is stopped",
    "diff": "test_docs.py",
    "init": "centre/test_command_line.py",
    "load-open-data": "centre/test_reloading.py",
    "move-in": "centre/test_moving.py",
    "nightly": "centre/test_working.py",
    "restore": "centre/test_copies.py",
    "send-mail": "centre/test_mail.py",
    "serve": "runs until it is stopped",
    "upgrade": "centre/test_upgrades.py",
    "watch": "cli/test_watch.py",
    "work": "runs until it is stopped",
}
"""What is not run here, and why."""
SPECIAL = {
    "approve ebu RECEIPT --not-the-same": "centre/test_same_evening.py",
    "credits file": "web/test_credits.py",
    "decide ebu 12": "centre/test_two_people.py",
    "example session > event.toml": "web/test_first_award.py",
    "file CODE CLUB FILE": "centre/test_late_filings.py",
    "periodic CODE NAME": "centre/test_periodic.py",
    "report abf 2100 promotions": "centre/test_reports.py",
    "reset-second-factor": "web/test_second_factor.py",
}
"""How commands begin that need a Centre in a certain state, and what runs them."""
ALONE = re.compile(r"[a-z-]+( --?[a-z-]+)*|certificate [a-z]+")
"""A page may name a command, or an option of it, without its arguments."""


def _is_run(command: str) -> bool:
    if "…" in command or ALONE.fullmatch(command) or command.startswith(tuple(SPECIAL)):
        return False
    return command.split()[0] not in ELSEWHERE


COMMANDS = sorted({command for _, command in PRINTED if _is_run(command)})
DATA = Path(__file__).parents[1] / "formats" / "data"
FILES = {
    "members.csv": "number,given_name,family_name,club\n700001,Ann,Newcomer,1001\n",
    "balances.csv": "number,colour,points,day,reason\n{ebu},local,12,2025-12-31,points of the card index\n",
    "ratings.csv": "number,year,rating,reason\n{nz},2024,12.5,the old register\n",
    "new.csv": "club_number,number,first_name,surname,sex,home_club,former_number\n1001,77001,Ines,Newcomer,,1001,\n",
    "statement.csv": "Date,Amount,Description\n05/11/2026,12.00,Riverside\n",
    "YEAR.toml": "level = 'county'\nname = 'Northshire'\nstarts = 2026-04-01\nevents = []\n",
}


@pytest.fixture
def working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with every file that the commands name."""
    monkeypatch.chdir(tmp_path)
    numbers = {code: _member(code).number for code in ("ebu", "nz")}
    for name, text in FILES.items():
        (tmp_path / name).write_text(text.format(**numbers), encoding="utf-8")
    event = CliRunner().invoke(main, ["example", "session", "--scheme", "ebu"]).stdout
    for name in ("EVENT", "event.toml"):
        (tmp_path / name).write_text(event, encoding="utf-8")
    (tmp_path / "FILE").write_bytes((DATA / "mitchell-1.0-latin1.xml").read_bytes())
    nz = CliRunner().invoke(main, ["example", "session", "--scheme", "nz"]).stdout
    (tmp_path / "charged.toml").write_text(nz, encoding="utf-8")
    (tmp_path / "spring.grn").write_bytes((DATA / "credits.grn").read_bytes())
    line = CliRunner().invoke(main, ["example", "session", "--scheme", "sbu"]).stdout
    (tmp_path / "events.jsonl").write_text(json.dumps(tomllib.loads(line), default=str) + "\n", encoding="utf-8")
    return tmp_path


def _member(code: str) -> Person:
    return existing(Person.objects.filter(federation=code, status="active", home_club__number="1001").first())


def test_what_is_not_run_here_is_tested_elsewhere() -> None:
    files = [path for path in (*ELSEWHERE.values(), *SPECIAL.values()) if path.endswith(".py")]
    assert [file for file in files if not (Path(__file__).parents[1] / file).exists()] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_it_runs(command: str, working_folder: Path) -> None:
    words = shlex.split(command)
    code = next((word for word in words if word in FEDERATIONS), "ebu")
    result = CliRunner().invoke(main, [_replacement(word, words[0], code) for word in words], input="y\n")
    assert result.exit_code == 0, result.output


def _replacement(word: str, command: str, code: str) -> str:
    """A word of the page, or what stands for it in the demo."""
    if re.fullmatch(r"[a-z]+@example\.org|ADDRESS|EMAIL", word):
        return f"staff@{code}.example"
    if command == "certificate" and word.startswith("WBU-"):
        return _certificate()
    replacements: dict[str, Callable[[], str]] = {
        "12": _payment,
        "1001": lambda: "1999" if command == "add-club" else "1001",
        "1042": lambda: _member(code).number,
        "12345": lambda: _member(code).number,
        "2100": lambda: "1001",
        "26-00041": lambda: existing(Invoice.objects.filter(federation=code).first()).number,
        "*.grn": lambda: "spring.grn",
        "EBU-7KQ2-M9TR-C": lambda: _filings(code)[0],
        "FILE": lambda: "charged.toml" if command == "quote" else "FILE",
        "HEAD": _head,
        "OTHER": lambda: _filings(code)[1],
        "RECEIPT": lambda: _filings(code)[0],
    }
    return replacements[word]() if word in replacements else word


def _filings(code: str) -> list[str]:
    return list(Filing.objects.filter(federation=code, state="provisional").values_list("receipt", flat=True)[:2])


def _certificate() -> str:
    words = ["certificate", "issue", "wbu", "1001", "--name", "Ann Bell", "--event", "Autumn pairs"]
    issued = CliRunner().invoke(main, [*words, "--part", "Pairs; 18", "--officer", "secretary@wbu.example"])
    return existing(re.search(r"WBU-[A-Z0-9-]+", issued.output))[0]


def _payment() -> str:
    words = ["payments", "load", "ebu", "The Bank", "statement.csv"]
    CliRunner().invoke(main, [*words, "--day", "Date", "--amount", "Amount", "--reference", "Description"])
    return str(existing(Payment.objects.last()).pk)


def _head() -> str:
    return existing(re.search(r"\b[0-9a-f]{64}\b", CliRunner().invoke(main, ["head"]).output))[0]
