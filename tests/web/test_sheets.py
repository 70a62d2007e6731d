"""The sheets of New Zealand: keyed or from files, returned with their error list, and filed when it is empty."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook
from pytest_django import Settings

from answers import existing
from masterpoint.centre.erasing.services import erase
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.stored_events import event_of_version
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.registry.access import NotAllowed
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.centre.sheets import forms, services
from masterpoint.centre.sheets.models import Sheet
from masterpoint.cli import main
from masterpoint.core.errors import NotReadable
from masterpoint.core.form_layouts import row_fields, sections
from masterpoint.core.form_rows import rows_of_form
from masterpoint.formats.text import csv_text
from web.test_every_door import signed_in, user
from web.test_proofs import pages_of

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 16)
ADDITION = "club_number,number,first_name,surname,sex,home_club,former_number\n"


@pytest.fixture
def club() -> Organisation:
    return Organisation.objects.select_related("federation").get(federation="nz", number="1001")


def file_as(club: Organisation, name: str, text: str, role: str = "staff") -> Sheet:
    return services.file_sheet(club, name, text.encode(), source="s", by=user(role, "nz"), today=TODAY)


def members(club: Organisation, count: int = 12) -> list[Person]:
    return list(Person.objects.filter(home_club=club, status="active").order_by("pk")[:count])


def ranking(people: list[Person], grid: str, start: int = 0) -> dict[str, str]:
    """Pairs of these people in order, as the fields of a grid."""
    fields: dict[str, str] = {}
    for at, (first, second) in enumerate(zip(people[::2], people[1::2], strict=True), start):
        row = {"place": str(at - start + 1), "number": first.number, "name": first.name}
        row |= {"number_2": second.number, "name_2": second.name}
        fields |= {f"{grid}.{at}.{name}": value for name, value in row.items()}
    return fields


def test_an_addition_registers_and_brings_a_former_member_back(club: Organisation) -> None:
    old = members(club)[0]
    resigned = f"1001,{old.number},{old.given_name},{old.family_name},\n"
    file_as(club, "resignation", f"club_number,number,first_name,surname,new_home_club\n{resigned}")
    assert Person.objects.get(pk=old.pk).status == "inactive"
    result = file_as(
        club,
        "addition",
        f"{ADDITION}1001,77777,Ines,Zzexample,F,{club.name},\n"
        f"1001,{old.number},{old.given_name},{old.family_name},,1001,{old.number}\n",
    ).done
    new = Person.objects.get(federation="nz", number="77777")
    assert (new.name, new.home_club, Person.objects.get(pk=old.pk).status) == ("Ines Zzexample", club, "active")
    assert result[0] == f"Ines Zzexample (77777): member of {club.name} (the register does not record sex)."


def test_every_error_goes_back_by_letter_and_nothing_is_written(club: Organisation) -> None:
    before = Person.objects.count()
    text = f"{ADDITION}1001,77777,Ines,Zzexample,,No Such Club,\n1001,77778,Ina,Zzother,,Nor This,\n"
    sheet = file_as(club, "addition", text, role="secretary")
    assert (sheet.state, [line["place"] for line in sheet.problems]) == (
        "returned",
        ["row 1, home club", "row 2, home club"],
    )
    assert Person.objects.count() == before
    letter = Letter.objects.get(to="secretary@nz.example", subject__startswith="Error list: Addition of Club Member")
    assert "row 2, home club: no such club (Nor This)" in letter.text
    assert "What to do: write the number or the name of a club as the register has it." in letter.text
    # The same list again is no news; a shorter one is.
    services.send(sheet, by=user("secretary", "nz"), today=TODAY)
    services.save(sheet, sheet.fields | {"rows.0.home_club": "1001"}, by=user("secretary", "nz"))
    again = services.send(sheet, by=user("secretary", "nz"), today=TODAY)
    assert [line["place"] for line in again.problems] == ["row 2, home club"]
    assert Letter.objects.filter(to="secretary@nz.example", subject__startswith="Error list").count() == 2
    services.save(sheet, again.fields | {"rows.1.home_club": club.name}, by=user("secretary", "nz"))
    result = services.send(sheet, by=user("secretary", "nz"), today=TODAY)
    assert (result.state, result.problems, Person.objects.count()) == ("filed", [], before + 2)


def test_an_addition_under_a_number_that_nobody_has_goes_back(club: Organisation) -> None:
    before = Person.objects.count()
    text = f"{ADDITION}1001,999999999,Ines,Zzexample,,1001,\n1001,99900,Ina,Zzother,,Nor This,\n"
    sheet = file_as(club, "addition", text)
    places = [(line["place"], line["value"]) for line in sheet.problems]
    assert places == [("row 1", "999999999"), ("row 2", "99900"), ("row 2, home club", "Nor This")]
    assert Person.objects.count() == before


def test_a_heading_stands_once(club: Organisation) -> None:
    with pytest.raises(NotReadable, match="club number is 1001 above"):
        file_as(club, "addition", f"{ADDITION}1001,77777,Ines,Zzexample,,1001,\n9,77778,Ina,Zzother,,1001,\n")
    assert not Sheet.objects.exists()


def test_an_alteration_renames_and_never_renumbers(club: Organisation) -> None:
    person = members(club)[0]
    heading = (
        "club_number,date,old_number,old_title,old_first_name,old_surname,"
        "new_number,new_title,new_first_name,new_surname,home_club\n"
    )
    row = f"1001,2026-11-10,{person.number},,{person.given_name},{person.family_name},{{}},Dr,,Zzsample,\n"
    assert "a number is for life" in file_as(club, "alteration", heading + row.format("77777")).problems[0]["message"]
    assert "titles are not recorded" in file_as(club, "alteration", heading + row.format("")).done[0]
    assert Person.objects.get(pk=person.pk).family_name == "Zzsample"


def test_an_adjustment_is_the_office_s_and_done_once(club: Organisation) -> None:
    person = members(club)[0]
    before = ledger.holding(person).get("C", 0)
    text = (
        "club_number,number,name,type,sign,points,date_of_error,reason\n"
        f"1001,{person.number},{person.name},C,+,20,6/10/2026,second place entered under another number\n"
    )
    with pytest.raises(NotAllowed):
        file_as(club, "adjustment", text, role="secretary")
    assert file_as(club, "adjustment", text).state == "filed"
    assert ledger.holding(person)["C"] == before + 2000
    again = file_as(club, "adjustment", text)
    assert "the same sheet was filed" in again.problems[0]["message"]
    assert ledger.holding(person)["C"] == before + 2000


def tournament(club: Organisation, people: list[Person]) -> tuple[dict[str, str], dict[str, str]]:
    """Twelve people in six pairs, two sessions of which one is missing."""
    heading = {
        "club_number": "1001", "club_name": club.name, "event_name": "Spring Pairs", "date": "2026-11-08",
        "director": "Dee Example", "pairs": "6", "sessions": "2", "boards": "50", "award": "8B", "event_type": "pairs",
    }  # fmt: skip
    session = {"date": "2026-11-08", "movement": "howell", "boards": "25", "pairs_ns": "6"}
    first = {f"session_sheets.0.{name}": value for name, value in session.items()}
    return heading | ranking(people, "results") | first | ranking(people, "session_sheets.0.ns"), session


def test_nothing_of_a_tournament_is_processed_before_all_is_received(club: Organisation) -> None:
    people, by = members(club), user("secretary", "nz")
    fields, session = tournament(club, people)
    wrong = {"session_sheets.0.ns.2.number": "424242"}
    sheet = services.begin(club, "tournament-input", by=by, fields=fields | wrong)
    count = Filing.objects.count()
    returned = services.send(sheet, by=by, today=TODAY)
    assert [(line["place"], line["clause"]) for line in returned.problems] == [
        ("Sessions", "NZ E36.5e"),
        ("Session 1, North-South row 3", "NZ E24.1d"),
    ]
    assert Filing.objects.count() == count
    right = {"session_sheets.0.ns.2.number": people[4].number}
    second = {f"session_sheets.1.{name}": value for name, value in session.items()}
    services.save(sheet, returned.fields | right | second | ranking(people, "session_sheets.1.ns"), by=by)
    result = services.send(sheet, by=by, today=TODAY)
    assert (result.state, result.problems) == ("filed", [])
    filing = Filing.objects.get(receipt=result.receipt)
    assert (filing.organisation, filing.name, Filing.objects.count()) == (club, "Spring Pairs", count + 1)
    with pytest.raises(services.AlreadyFiled):
        services.save(result, {}, by=by)


def test_a_session_sheet_from_a_file_goes_with_its_tournament(club: Organisation) -> None:
    people, by = members(club), user("secretary", "nz")
    fields, session = tournament(club, people)
    sheet = services.begin(club, "tournament-input", by=by, fields=fields)
    sheet_fields = session | {"club_number": "1001", "club_name": club.name} | ranking(people, "ns")
    rows = rows_of_form("Session Result Sheet", forms.layout_of(club, "session-result"), sheet_fields)
    data = csv_text(list(rows)).encode()
    attached = services.attach(sheet, "session-result", data, source="s.csv", by=by)
    assert attached.fields["session_sheets.1.ns.5.name_2"] == people[11].name
    assert services.send(attached, by=by, today=TODAY).state == "filed"


def teams_stage(
    club: Organisation, people: list[Person], number: int, stages: str = "2", **changed: Any
) -> dict[str, str]:
    """Two teams of four, in matches of twenty boards: the first wins them all."""
    fields = {
        "club_number": "1001", "club_name": club.name, "event_name": "Winter Teams", "date": f"2026-11-0{number}",
        "director": "Dee Example", "award": "5A", "teams": "8" if number == 1 else "2",
        "stage": "qualifying" if number == 1 else "final", "stage_number": str(number), "stages": stages,
        "boards_in_matches": "20 20",
    }  # fmt: skip
    for at, person in enumerate(people[:8]):
        marks = {"match_1": "X", "match_2": "X"} if at < 4 else {"match_2": ""}
        row = {"number": person.number, "name": person.name, "place": str(at // 4 + 1), "team": f"T{at // 4}"} | marks
        fields |= {f"results.{at}.{name}": value for name, value in row.items() if value}
    return {name: value for name, value in (fields | changed).items() if value}


class TestStages:
    """E36.5e: nothing of a tournament of several sheets is processed before the last has come."""

    def send(self, club: Organisation, fields: dict[str, str], role: str = "secretary") -> Sheet:
        by = user(role, "nz")
        return services.send(services.begin(club, "teams-result", by=by, fields=fields), by=by, today=TODAY)

    def test_each_is_received_and_all_are_filed_together(self, club: Organisation) -> None:
        people, count = members(club), Filing.objects.count()
        final = self.send(club, teams_stage(club, people, 2))
        assert (final.state, Filing.objects.count()) == ("waiting", count)
        assert final.done == ["Stage 2 is received. Nothing is processed until stage 1 has come too."]
        first = self.send(club, teams_stage(club, people, 1))
        final.refresh_from_db()
        assert (first.state, final.state, Filing.objects.count()) == ("filed", "filed", count + 2)
        assert {first.receipt, final.receipt} == set(
            Filing.objects.order_by("-pk").values_list("receipt", flat=True)[:2]
        )
        event = event_of_version(Filing.objects.get(receipt=final.receipt).versions.get())
        assert event.facts == {"total_field": 8, "total_deals": 80}

    def test_one_that_is_changed_is_sent_again(self, club: Organisation) -> None:
        people, by = members(club), user("secretary", "nz")
        waiting = self.send(club, teams_stage(club, people, 1))
        services.save(waiting, waiting.fields, by=by)
        assert Sheet.objects.get(pk=waiting.pk).state == "waiting"
        changed = services.save(waiting, waiting.fields | {"director": "Dot Example"}, by=by)
        assert (changed.state, changed.done) == ("draft", [])
        final = self.send(club, teams_stage(club, people, 2))
        assert final.state == "waiting"
        assert services.send(changed, by=by, today=TODAY).state == "filed"

    def test_a_number_twice_out_of_range_or_not_said(self, club: Organisation) -> None:
        people = members(club)
        self.send(club, teams_stage(club, people, 1))
        again = self.send(club, teams_stage(club, people, 1, director="Dot Example"))
        assert "stage 1 of this tournament has already been received" in again.problems[0]["message"]
        beyond = self.send(club, teams_stage(club, people, 2, stages="1"))
        assert [(line["place"], line["clause"]) for line in beyond.problems] == [("Stage number", "NZ E36.5e")]
        unsaid = self.send(club, teams_stage(club, people, 1, stages=""))
        assert [(line["place"], line["clause"]) for line in unsaid.problems] == [("Stages in all", "NZ E36.5e")]
        assert not Filing.objects.filter(name="Winter Teams").exists()

    def test_who_resigned_meanwhile_stops_all_of_it(self, club: Organisation) -> None:
        people, count = members(club), Filing.objects.count()
        waiting = self.send(club, teams_stage(club, people, 1))
        Person.objects.filter(pk=people[0].pk).update(status="inactive")
        last = self.send(club, teams_stage(club, people[4:] + people[:4], 2))
        assert "stage 1, " in " ".join(line["place"] for line in last.problems)
        waiting.refresh_from_db()
        assert (last.state, last.receipt, waiting.state) == ("returned", "", "waiting")
        assert Filing.objects.count() == count

    def test_the_page_says_what_is_awaited(self, client: Client, club: Organisation) -> None:
        waiting = self.send(club, teams_stage(club, members(club), 1))
        signed_in(client, "secretary", "nz")
        page = client.get(reverse("sheet", args=["nz", "1001", waiting.pk])).content.decode()
        assert "Nothing is processed until stage 2 has come too." in page and "Send the sheet" in page
        assert (
            "received, waits for the other stages"
            in client.get(reverse("sheets", args=["nz", "1001"])).content.decode()
        )


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
@pytest.mark.parametrize(
    "form",
    ["session-result", "tournament-input", "teams-result", "addition", "resignation", "alteration", "adjustment"],
)
def test_each_empty_file_filled_in_reads_back(club: Organisation, form: str, ending: str, tmp_path: Path) -> None:
    """Every box and the first two rows of every grid, written where the file has them, come back as they were."""
    layout = forms.layout_of(club, form)
    data = forms.empty_file(club, form, ending)
    assert forms.read_file(club, form, data, "empty").keys() <= {"club_number", "club_name", "sessions"}
    fields = {"sessions": "2"} if form == "tournament-input" else {}
    for section in sections(layout, fields):
        fields |= {f"{section.prefix}{box.name}": "2" for box in section.boxes}
        for grid in section.grids:
            rows = [[f"{box.name} {row}" for box in grid.columns] for row in (1, 2)]
            fields |= row_fields(grid, section.prefix, rows)
    rows = list(rows_of_form(forms.title_of(club, form), layout, fields))
    if ending == "csv":
        data = csv_text(rows).encode("utf-8-sig")
    else:
        (tmp_path / "empty.xlsx").write_bytes(data)
        book = load_workbook(tmp_path / "empty.xlsx")
        for number, row in enumerate(rows, 1):
            for at, value in enumerate(row, 1):
                existing(book.active).cell(number, at).value = value
        book.save(tmp_path / "full.xlsx")
        data = (tmp_path / "full.xlsx").read_bytes()
    assert forms.read_file(club, form, data, "full") == fields


def test_a_day_that_a_spreadsheet_keeps_as_a_number_is_shown_as_a_day(club: Organisation) -> None:
    """46319 is 24 October 2026 to a spreadsheet; a computer number of five digits stays one."""
    session = forms.read_file(club, "session-result", b"Session Result Sheet\nDate,46319\nBoards,24\n", "s.csv")
    assert session == {"date": "2026-10-24", "boards": "24"}
    heading = 'Computer number,Name,"Type (A, B, C)",+ or -,Points,Date of error,Reason'
    row = "46319,Ada Example,C,+,20,46301,why"
    text = f"Master Point Adjustment Sheet\nMembers\n{heading}\n{row}\n"
    adjusted = forms.read_file(club, "adjustment", text.encode(), "a.csv")
    assert {value for value in adjusted.values() if len(value) > 4} == {"46319", "Ada Example", "2026-10-06"}


def test_what_is_no_part_of_the_form_is_refused_line_by_line(club: Organisation) -> None:
    text = "Session Result Sheet\nClub numbr,1001\nDate,2026-11-10,2026-11-11\nNorth-South\n1,2,3,4,5,6\n"
    with pytest.raises(NotReadable) as refusal:
        forms.read_file(club, "session-result", text.encode(), "s.csv")
    assert [problem.place for problem in refusal.value.problems] == ["line 2", "line 3", "line 5"]


def test_on_the_site_keyed_saved_returned_and_filed(client: Client, club: Organisation) -> None:
    signed_in(client, "secretary", "nz")
    list_address = reverse("sheets", args=["nz", "1001"])
    address = client.post(list_address, {"sheet": "addition"}).headers["Location"]
    assert b'value="1001"' in client.get(address).content
    row = {"rows.3.number": "77777", "rows.3.first_name": "Ines", "rows.3.surname": "Zzexample"}
    assert b"Saved." in client.post(address, {"club_number": "1001", **row}).content
    sheet = Sheet.objects.get()
    assert sheet.fields == {"club_number": "1001", **{name.replace("3", "0"): row[name] for name in row}}
    client.post(address, {**sheet.fields, "send": "1"})
    page = client.get(address).content.decode()
    assert "Error list" in page and "home club is missing" in page
    printed = client.get(reverse("sheet-pdf", args=["nz", "1001", sheet.pk, "errors"]))
    assert printed.content.startswith(b"%PDF")
    client.post(address, {**sheet.fields, "rows.0.home_club": "1001", "send": "1"})
    assert Person.objects.filter(federation="nz", number="77777", home_club=club).exists()
    assert b"member of" in client.get(address).content
    assert client.get(reverse("sheet-pdf", args=["nz", "1001", sheet.pk, "errors"])).status_code == 404


def test_on_the_site_from_a_file_and_thrown_away(client: Client, club: Organisation) -> None:
    signed_in(client, "secretary", "nz")
    address = reverse("sheets", args=["nz", "1001"])
    text = f"{ADDITION}1001,,Ines,Zzexample,,{club.name},\n".encode()
    sent = client.post(address, {"sheet": "addition", "file": SimpleUploadedFile("a.csv", text), "send": "1"})
    assert Sheet.objects.get().state == "returned"
    client.post(sent.headers["Location"], {"discard": "1"})
    assert not Sheet.objects.exists()
    torn = client.post(
        address, {"sheet": "addition", "file": SimpleUploadedFile("a.csv", b"what is this"), "send": "1"}
    )
    assert "What to do" in torn.content.decode() and not Sheet.objects.exists()


@pytest.mark.parametrize("ending", ["pdf", "csv", "xlsx"])
def test_every_form_can_be_taken_away_empty(client: Client, club: Organisation, ending: str) -> None:
    signed_in(client, "secretary", "nz")
    for form in forms.forms_of(club).titles:
        answer = client.get(reverse("sheet-template", args=["nz", "1001", form, ending]), {"continuations": "2"})
        assert answer.status_code == 200 and len(answer.content) > 100
    assert client.get(reverse("sheet-template", args=["nz", "1001", "nothing", ending])).status_code == 404


def test_continuation_pages_are_added(client: Client, club: Organisation) -> None:
    signed_in(client, "secretary", "nz")
    address = reverse("sheet-template", args=["nz", "1001", "teams-result", "pdf"])
    pages = [pages_of(client.get(address, {"continuations": str(count)}).content) for count in (0, 2)]
    assert pages[1] == pages[0] + 2


def test_a_session_sheet_becomes_a_filing(club: Organisation) -> None:
    people = members(club)
    heading = {"club_number": "1001", "club_name": club.name, "date": "10/11/2026", "movement": "Howell"}
    fields = heading | {"boards": "24", "pairs_ns": "6"} | ranking(people, "ns")
    by = user("secretary", "nz")
    sheet = services.send(services.begin(club, "session-result", by=by, fields=fields), by=by, today=TODAY)
    filing = Filing.objects.get(receipt=sheet.receipt)
    assert (filing.organisation, filing.day, filing.state) == (club, date(2026, 11, 10), "provisional")
    assert filing.versions.get().format == "sheet session-result"
    # The same evening on another sheet is known.
    again = services.send(services.begin(club, "session-result", by=by, fields=fields), by=by, today=TODAY)
    assert again.done == [f"Filed before, receipt {filing.receipt}."]
    # One who looks alike needs somebody who says that it is another event.
    similar = services.begin(club, "session-result", by=by, fields=fields | {"boards": "22"})
    assert [line["prompt"] for line in services.send(similar, by=by, today=TODAY).problems] == ["same"]
    other = services.SheetDecisions(not_same_as=(filing.receipt,))
    assert services.send(similar, by=by, today=TODAY, decisions=other).state == "filed"


def test_players_without_a_right_to_points_are_filed_under_their_code(club: Organisation) -> None:
    people, by = members(club), user("secretary", "nz")
    heading = {"club_number": "1001", "club_name": club.name, "date": "2026-11-03", "movement": "howell"}
    fields = heading | {"boards": "24", "pairs_ns": "6"} | ranking(people, "ns")
    fields |= {f"ns.{row}.number_2": "99900" for row in (0, 1)} | {f"ns.{row}.name_2": f"Guest {row}" for row in (0, 1)}
    sheet = services.send(services.begin(club, "session-result", by=by, fields=fields), by=by, today=TODAY)
    assert (sheet.state, sheet.problems) == ("filed", [])
    posted = Line.objects.filter(posting__version__filing__receipt=sheet.receipt)
    assert people[0].pk in {line.person_id for line in posted}
    assert not Person.objects.filter(federation="nz", family_name="0").exists()


def test_into_a_closed_month_the_office_files_with_a_reason(club: Organisation) -> None:
    people = members(club)
    fields, session = tournament(club, people)
    fields |= {f"session_sheets.1.{name}": value for name, value in session.items()}
    fields |= ranking(people, "session_sheets.1.ns")
    fields = {name: "2026-09-12" if name.endswith("date") else value for name, value in fields.items()}
    staff = user("staff", "nz")
    sheet = services.begin(club, "tournament-input", by=staff, fields=fields)
    if services.send(sheet, by=staff, today=TODAY).state == "returned":
        late = services.SheetDecisions(late_reason="the papers were lost in the post")
        assert services.send(sheet, by=staff, today=TODAY, decisions=late).state == "filed"


def test_a_result_is_sent_for_its_own_club(club: Organisation) -> None:
    by = user("secretary", "nz")
    fields = {"club_number": "1002", "date": "2026-11-10", "movement": "howell", "boards": "24", "pairs_ns": "6"}
    sheet = services.begin(club, "session-result", by=by, fields=fields | ranking(members(club), "ns"))
    problems = services.send(sheet, by=by, today=TODAY).problems
    assert (problems[0]["place"], problems[0]["value"]) == ("Club number", "1002")


def test_only_where_the_book_prints_forms(client: Client) -> None:
    signed_in(client, "secretary", "ebu")
    assert client.get(reverse("sheets", args=["ebu", "1001"])).status_code == 404


def test_the_command_files_or_says_what_is_wrong(club: Organisation, tmp_path: Path) -> None:
    file = tmp_path / "new.csv"
    file.write_text(f"{ADDITION}1001,77777,Ines,Zzexample,,Nowhere,\n", encoding="utf-8")
    words = ["file-sheet", "nz", "1001", "addition", str(file), "--officer", "secretary@nz.example"]
    refused = CliRunner().invoke(main, words)
    assert refused.exit_code == 2 and "no such club" in refused.output
    assert f"stored as sheet {Sheet.objects.get().pk}" in refused.output
    file.write_text(f"{ADDITION}1001,77777,Ines,Zzexample,,{club.name},\n", encoding="utf-8")
    assert "Ines Zzexample (77777): member of" in CliRunner().invoke(main, words).output


def test_somebody_erased_stands_on_no_sheet(club: Organisation, settings: Settings, tmp_path: Path) -> None:
    settings.HOME = tmp_path
    person, staff = members(club)[0], user("staff", "nz")
    services.begin(club, "session-result", by=staff, fields=ranking(members(club, 2), "ns"))
    row = {"number": person.number, "first_name": person.given_name, "surname": person.family_name}
    services.begin(club, "resignation", by=staff, fields={f"rows.0.{name}": value for name, value in row.items()})
    erase(person, by=staff, on=TODAY, in_office=True)
    fields = {sheet.form: sheet.fields for sheet in Sheet.objects.all()}
    assert fields["session-result"]["ns.0.name"] == "A player"
    assert fields["resignation"] == {
        "club_number": "1001", "rows.0.number": person.number, "rows.0.first_name": "A", "rows.0.surname": "player",
    }  # fmt: skip
