"""An event of a level above the club that files it is asked about at every door, and waits for the office."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from masterpoint.centre.closing import months as closing
from masterpoint.centre.closing.month_end import open_matters
from masterpoint.centre.filing import batches, ending, queries, services
from masterpoint.centre.filing.models import Draft, Filing
from masterpoint.centre.filing.refusals import NotFiled
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.cli import main
from masterpoint.core.parsing import event_from
from masterpoint.schemes import FACTS, FEDERATIONS, edition_for
from web.test_api_kit import ROOT, is_problem, key_for, post
from web.test_every_door import signed_in, user

pytestmark = pytest.mark.django_db
LEVELS = {
    "abf": ("state", "ABF 1.6"),
    "ebu": ("county", "EBU 1.2.1"),
    "nz": ("region", "NZ E9.1"),
    "wbu": ("area", "WBU 3.1.1"),
}
"""A level above a club, and the clause that says who awards points at it; Scottish clubs award club events alone."""
EACH = pytest.mark.parametrize("code", LEVELS)
NOVEMBER = date(2026, 11, 1)


def evening(code: str, level: str, **fields: Any) -> dict[str, Any]:
    """Twelve members of a club as six pairs, on a day nobody has filed."""
    people = list(Person.objects.filter(federation=code, home_club__number="1001", status="active").order_by("pk")[:12])
    entries = [
        {"place": place + 1, "players": [{"id": player.number, "name": player.name} for player in people[place::6]]}
        for place in range(6)
    ]
    return {
        "form": "session",
        "scheme": code,
        "day": "2026-11-15",
        "name": "Autumn pairs",
        "contest": "pairs",
        "boards": 26,
        "organiser": {"level": level},
        "lists": [{"entries": entries}],
        **fields,
    }


def club_of(code: str) -> Organisation:
    return Organisation.objects.get(federation=code, number="1001")


def file(code: str, raw: dict[str, Any], organisation: Organisation | None = None, **options: Any) -> Filing:
    original = services.Original(json.dumps(raw).encode(), "evening.json", "event")
    event = event_from(raw, FACTS)
    by = user("staff", code)
    return services.file_event(organisation or club_of(code), event, original, by=by, choices={}, **options).filing


@EACH
def test_it_is_refused_until_somebody_confirms_it_and_names_what_it_would_pay(code: str) -> None:
    level, clause = LEVELS[code]
    with pytest.raises(NotFiled) as refusal:
        file(code, evening(code, level))
    (problem,) = refusal.value.problems
    assert (problem.place, problem.value, problem.clause) == ("organiser", level, clause)
    assert problem.edition == edition_for(code, date(2026, 11, 15)).title
    assert f"{club_of(code).name} (1001) has the level club; at {level} level a player gets up to " in problem.message
    assert f"let an organisation of {level} level file it" in problem.fix
    filing = file(code, evening(code, level), organiser_confirmed=True)
    assert (filing.state, filing.findings) == ("provisional", 1)
    (warning,) = (queries.current_version(filing).checks or {})["warnings"]
    assert f"level of the organiser as {level}" in warning
    assert Posting.objects.get(version__filing=filing, kind="awards").facts["level"] == level


@EACH
@pytest.mark.parametrize("by", ["club", "organisation of that level", "national body"])
def test_an_organisation_of_the_level_or_above_is_not_asked(code: str, by: str) -> None:
    level, _ = LEVELS[code]
    if by == "club":
        assert file(code, evening(code, "club")).findings == 0
        return
    organisations = Organisation.objects.filter(federation=code, level=level if "level" in by else "national")
    assert file(code, evening(code, level), organisations[0]).findings == 0


def test_scotland_awards_events_of_clubs_alone() -> None:
    with pytest.raises(Exception, match=r"SBU 2\.6") as refusal:
        file("sbu", evening("sbu", "district"), organiser_confirmed=True)
    assert "has the level club" not in str(refusal.value)


@pytest.mark.parametrize(("code", "fact"), [("ebu", "licence"), ("wbu", "licence"), ("abf", "authorisation")])
def test_a_licence_or_an_authorisation_covers_another_level(code: str, fact: str) -> None:
    level, _ = LEVELS[code]
    assert file(code, evening(code, level, facts={fact: "L12"})).findings == 0


def test_what_an_event_calls_its_organiser_has_a_place_in_the_tree() -> None:
    """A league of a district is above a club, and a league of several counties is no higher than one of them."""
    ebu = FEDERATIONS["ebu"]
    assert ebu.is_above("district league", "club") and not ebu.is_above("district league", "district league")
    assert ebu.is_above("inter-county", "club") and not ebu.is_above("inter-county", "county")
    assert ebu.is_above("county", "district league") and not ebu.is_above("online club", "club")
    assert FEDERATIONS["nz"].is_above("Island", "club") and not FEDERATIONS["wbu"].is_above("congress", "club")
    assert FEDERATIONS["abf"].is_above("national", "region")


@EACH
def test_on_the_site(client: Client, code: str) -> None:
    """The draft asks; confirmed, it is filed, and the office finds it in the queue, not ticked."""
    level, clause = LEVELS[code]
    signed_in(client, "scorer", code)
    upload = SimpleUploadedFile("evening.json", json.dumps(evening(code, level)).encode())
    client.post(reverse("file"), {"file": upload, "organisation": club_of(code).pk})
    draft = Draft.objects.get(user__email=f"scorer@{code}.example", original_name="evening.json")
    assert "Perhaps of a higher level" in client.get(reverse("file")).content.decode()
    page = client.get(reverse("draft", args=[draft.key])).content.decode()
    assert f"at {level} level a player gets up to" in page and f">{clause}</a>" in page
    assert "the federation’s office decides" in page
    client.post(reverse("file-draft", args=[draft.key]))
    assert Draft.objects.filter(pk=draft.pk).exists(), "not filed without an answer"
    client.post(reverse("confirm-organiser", args=[draft.key]))
    client.post(reverse("file-draft", args=[draft.key]))
    filing = Filing.objects.get(federation=code, name="Autumn pairs")
    queue = signed_in(client, "staff", code).get(reverse("queue", args=[code]))
    assert filing.pk not in queue.context["clean"]
    assert f"level of the organiser as {level}" in queue.content.decode()


@EACH
def test_by_api(client: Client, code: str) -> None:
    level, clause = LEVELS[code]
    address = f"{ROOT}/federations/{code}/organisations/1001/filings"
    key = key_for("scorer", federation=code)
    (problem,) = is_problem(post(client, address, evening(code, level), **key), 422)["problems"]
    assert (problem["place"], problem["value"], problem["clause"]) == ("organiser", level, clause)
    assert "organiser_confirmed=true" in problem["fix"]
    preview = post(client, address.replace("filings", "preview"), evening(code, level), **key).json()
    assert [row["value"] for row in preview["problems"]] == [level]
    answer = post(client, f"{address}?organiser_confirmed=true", evening(code, level), **key)
    assert answer.status_code == 201


@EACH
def test_on_the_command_line(code: str, tmp_path: Path) -> None:
    level, clause = LEVELS[code]
    path = tmp_path / "evening.json"
    path.write_text(json.dumps(evening(code, level)))
    words = ["file", code, "1001", str(path), "--officer", f"scorer@{code}.example"]
    refused = CliRunner().invoke(main, words)
    assert refused.exit_code == 2 and clause in refused.output and "--confirm-organiser" in refused.output
    result = CliRunner().invoke(main, [*words, "--confirm-organiser"])
    assert result.exit_code == 0 and "Filed" in result.output


def test_a_batch_has_nobody_to_ask() -> None:
    raw = evening("ebu", "county")
    item = batches.BatchItem(
        club_of("ebu"), event_from(raw, FACTS), services.Original(b"as it came", "evening.json", "event")
    )
    with pytest.raises(NotFiled, match=r"evening\.json: organiser: the file gives the level"):
        batches.file_batch(Federation.objects.get(pk="ebu"), [item], by=None)


def test_the_month_is_not_closed_over_it_without_a_decision() -> None:
    """Until the office approves or rejects it, it is an open matter of its month."""
    federation = Federation.objects.get(pk="ebu")

    def matters() -> list[str]:
        return [matter.subject for matter in open_matters(federation, NOVEMBER, []) if "level" in matter.kind]

    assert matters() == []
    filing = file("ebu", evening("ebu", "county"), organiser_confirmed=True)
    assert matters() == [f"{filing.receipt}, {filing.organisation.name}"]
    with pytest.raises(closing.Undecided, match="filed at county level, and nobody has approved it"):
        closing.close_month("ebu", NOVEMBER, by=user("staff"), today=date(2026, 12, 1))
    ending.approve(filing, by=user("staff"))
    assert matters() == []
