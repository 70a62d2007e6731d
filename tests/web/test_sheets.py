"""The sheets of New Zealand, filed: results become filings, forms change the register, errors change nothing."""

from __future__ import annotations

from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from masterpoint.centre.filing.models import Filing
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.registry.access import NotAllowed
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.centre.sheets import services
from masterpoint.core.errors import NotReadable
from web.test_every_door import signed_in, user

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 16)


@pytest.fixture
def club():
    return Organisation.objects.get(federation="nz", number="1001")


def filed(club, name, text, role="staff"):
    return services.file_sheet(club, name, text.encode(), source="s", by=user(role, "nz"), today=TODAY)


def member(club):
    return Person.objects.filter(home_club=club, status="active").order_by("pk").first()


ADDITION = "club_number,number,first_name,surname,sex,home_club,former_number\n"


def test_an_addition_registers_and_brings_a_former_member_back(club):
    old = member(club)
    filed(
        club,
        "resignation",
        f"club_number,number,first_name,surname,new_home_club\n1001,{old.number},{old.given_name},{old.family_name},\n",
    )
    assert Person.objects.get(pk=old.pk).status == "inactive"
    done = filed(
        club,
        "addition",
        f"{ADDITION}1001,77777,Ines,Zzexample,F,{club.name},\n"
        f"1001,{old.number},{old.given_name},{old.family_name},,1001,{old.number}\n",
    ).done
    new = Person.objects.get(federation="nz", number="77777")
    assert (new.name, new.home_club, Person.objects.get(pk=old.pk).status) == ("Ines Zzexample", club, "active")
    assert done[0] == f"Ines Zzexample (77777): member of {club.name} (the register keeps no sex)."


def test_every_error_at_once_and_nothing_written(club):
    before = Person.objects.count()
    with pytest.raises(NotReadable) as error:
        filed(club, "addition", f"{ADDITION}1001,77777,Ines,Zzexample,,No Such Club,\n9,77778,Ina,Zzother,,1001,\n")
    assert [problem.place for problem in error.value.problems] == ["line 2, home club", "line 3, club number"]
    assert Person.objects.count() == before


def test_an_alteration_renames_and_never_renumbers(club):
    person = member(club)
    heading = (
        "club_number,date,old_number,old_title,old_first_name,old_surname,"
        "new_number,new_title,new_first_name,new_surname,home_club\n"
    )
    row = f"1001,2026-11-10,{person.number},,{person.given_name},{person.family_name},{{}},Dr,,Zzsample,\n"
    with pytest.raises(NotReadable, match="a number is for life"):
        filed(club, "alteration", heading + row.format("77777"))
    assert "titles are not kept" in filed(club, "alteration", heading + row.format("")).done[0]
    assert Person.objects.get(pk=person.pk).family_name == "Zzsample"


def test_an_adjustment_is_the_office_s(club):
    person = member(club)
    before = ledger.holding(person).get("C", 0)
    text = (
        "club_number,number,name,type,sign,points,date_of_error,reason\n"
        f"1001,{person.number},{person.name},C,+,20,2026-10-06,second place entered under another number\n"
    )
    with pytest.raises(NotAllowed):
        filed(club, "adjustment", text, role="secretary")
    filed(club, "adjustment", text)
    assert ledger.holding(person)["C"] == before + 2000


def test_on_the_site_checked_then_filed(client, club):
    signed_in(client, "secretary", "nz")
    address = reverse("sheets", args=["nz", "1001"])
    text = f"{ADDITION}1001,77777,Ines,Zzexample,,{club.name},\n"
    bad = SimpleUploadedFile("a.csv", text.replace("77777", "").encode())
    page = client.post(address, {"sheet": "addition", "file": bad}).content.decode()
    assert "Error list" in page and "number is missing" in page
    good = SimpleUploadedFile("a.csv", text.encode())
    shown = client.post(address, {"sheet": "addition", "file": good})
    assert b"In order" in shown.content and not Person.objects.filter(federation="nz", number="77777").exists()
    client.post(address, {"sheet": "addition", "source": "a.csv", "data": shown.context["data"], "post": "1"})
    assert Person.objects.filter(federation="nz", number="77777").exists()
    empty = client.get(reverse("sheet-template", args=["nz", "1001", "session-result"]))
    assert empty.status_code == 200 and b"Session Result Sheet" in empty.content
    assert client.get(reverse("sheet-template", args=["nz", "1001", "nothing"])).status_code == 404


def test_a_session_sheet_becomes_a_filing(club):
    people = list(Person.objects.filter(home_club=club, status="active").order_by("pk")[:12])
    pairs = [people[at : at + 2] for at in range(0, 12, 2)]
    rows = [
        f'  ["{place}", "{one.number}", "{one.name}", "{two.number}", "{two.name}"],'
        for place, (one, two) in enumerate(pairs, 1)
    ]
    head = f'club_number = "1001"\nclub_name = "{club.name}"\ndate = 2026-11-10\nmovement = "howell"\n'
    text = "\n".join([f"{head}boards = 24\npairs_ns = 6", "ns = [", *rows, "]", ""])
    receipt = filed(club, "session-result", text, role="secretary").receipt
    filing = Filing.objects.get(receipt=receipt)
    assert (filing.organisation, filing.day, filing.state) == (club, date(2026, 11, 10), "provisional")
    assert filing.versions.get().format == "sheet session-result"
    with pytest.raises(NotReadable):
        filed(club, "session-result", text.replace(people[0].number, "424242"), role="secretary")


def test_only_where_the_book_prints_forms(client):
    signed_in(client, "secretary", "ebu")
    assert client.get(reverse("sheets", args=["ebu", "1001"])).status_code == 404
