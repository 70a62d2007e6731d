"""Points that Scottish clubs claim: MEMPAD's file in and out, and the result-only files of scoring programs."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from masterpoint.centre.crediting import files, services
from masterpoint.centre.crediting.returns import CreditReturn, ReturnFile, read_heading
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.ledger.services import NotPosted
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.core.errors import NotReadable
from masterpoint.formats import mempad
from web.test_every_door import signed_in, user

pytestmark = pytest.mark.django_db
DAY = "2026-11-10"
HEADING = "Claim Date,Membership ID,Event Code,Club Code,Local Points,National Points\n"


@pytest.fixture
def club() -> Organisation:
    return Organisation.objects.select_related("federation").get(federation="sbu", number="1001")


@pytest.fixture
def people(club: Organisation) -> list[Person]:
    return list(Person.objects.filter(home_club=club, status="active").order_by("pk")[:2])


def result_only(
    people: list[Person], *, club: str = "1001", points: str = "60", day: str = "10/11/2026", boards: str = ""
) -> bytes:
    """As ScoreBridge makes it: names in order of place, points typed beside them, no boards."""
    players = "".join(
        f"<PLAYER><PLAYER_NAME>{person.name}</PLAYER_NAME>"
        f"<NATIONAL_ID_NUMBER>{person.number}</NATIONAL_ID_NUMBER></PLAYER>"
        for person in people
    )
    award = f"<MASTER_POINTS><MASTER_POINTS_AWARDED>{points}</MASTER_POINTS_AWARDED>"
    award += "<MASTER_POINT_TYPE>black</MASTER_POINT_TYPE></MASTER_POINTS>"
    return (
        f'<?xml version="1.0"?><USEBIO Version="1.2"><CLUB><CLUB_NAME>Riverside</CLUB_NAME><CLUB_ID_NUMBER>{club}'
        f'</CLUB_ID_NUMBER></CLUB><EVENT EVENT_TYPE="MP_PAIRS"><PROGRAM_NAME>ScoreBridge</PROGRAM_NAME>'
        f"<EVENT_DESCRIPTION>Winter aggregate</EVENT_DESCRIPTION><DATE>{day}</DATE><PARTICIPANTS><PAIR>"
        f"<PAIR_NUMBER>1</PAIR_NUMBER><PLACE>1</PLACE><PERCENTAGE>55</PERCENTAGE>{award}{players}</PAIR>"
        f"</PARTICIPANTS>{boards}</EVENT></USEBIO>"
    ).encode()


def read(club: Organisation, name: str, data: bytes, day: str = DAY) -> CreditReturn:
    heading, problems = read_heading(club.federation, {"event": "Winter aggregate", "day": day})
    return files.read_files(club, [ReturnFile(name, data)], heading, problems=problems)


def test_a_claims_file_is_posted_and_comes_out_again(client: Client, people: list[Person]) -> None:
    """A district's, which may award National Points too."""
    signed_in(client, "staff", "sbu")
    day = date.today() - timedelta(days=1)
    rows = [f"{day:%d/%m/%Y},{person.number},AGG1,,0.60,1.25\n" for person in people]
    upload = SimpleUploadedFile("claims.csv", (HEADING + "".join(rows)).encode())
    fields = {"event": "Winter aggregate", "day": DAY}
    address = reverse("credit-returns", args=["sbu", "10"])
    shown = client.post(address, {**fields, "file": upload})
    assert b"event AGG1 of MEMPAD" in shown.content
    sent = shown.context["files"]
    client.post(address, {**fields, "post": "1", "name": [sent[0][0]], "data": [sent[0][1]]})
    posting = Posting.objects.get(kind="reported", federation="sbu")
    # 2.8: a hundred points are one in files.
    assert {(line.colour, line.hundredths) for line in posting.lines.all()} == {("local", 6000), ("national", 12500)}
    answer = client.get(reverse("claims-file", args=["sbu", "10", posting.number])).content
    again = mempad.read_claims(answer, source="out")
    assert {credit.national for credit in again.credits} == {person.number for person in people}
    assert {(str(award.points), award.colour) for credit in again.credits for award in credit.awards} == {
        ("0.60", "local"),
        ("1.25", "national"),
    }
    assert {(credit.claim_day, credit.event_code) for credit in again.credits} == {(day, "AGG1")}
    assert b"as claims (CSV)" in client.get(address).content


def test_claims_that_were_posted_are_not_shown_to_be_posted_again(
    client: Client, club: Organisation, people: list[Person]
) -> None:
    signed_in(client, "secretary", "sbu")
    rows = "".join(f"{date.today():%d/%m/%Y},{person.number},AGG1,1001,0.60,\n" for person in people)
    fields, address = {"event": "Winter aggregate", "day": DAY}, reverse("credit-returns", args=["sbu", "1001"])
    first = client.post(address, {**fields, "file": SimpleUploadedFile("claims.csv", (HEADING + rows).encode())})
    name, data = first.context["files"][0]
    client.post(address, {**fields, "post": "1", "name": [name], "data": [data]})
    again = client.post(address, {**fields, "file": SimpleUploadedFile("copy.csv", (HEADING + rows).encode())})
    page = again.content.decode()
    assert "these credits were posted on" in page and "Post them as reported" not in page


def test_a_result_only_file_claims_the_points_typed_in(club: Organisation, people: list[Person]) -> None:
    claim = read(club, "aggregate.xml", result_only(people))
    assert {(person, amount) for person, colour, amount in claim.rows} == {(person, 6000) for person in people}
    services.post_return(claim, by=user("secretary", "sbu"))
    with pytest.raises(NotPosted, match="these credits were posted"):
        services.post_return(claim, by=user("secretary", "sbu"))


def test_every_line_that_does_not_fit_is_told_at_once(club: Organisation, people: list[Person]) -> None:
    tomorrow = date.today() + timedelta(days=1)
    rows = (
        f"{tomorrow:%d/%m/%Y},{people[0].number},A,1001,0.60,0\n"
        f"09/11/2026,{people[1].number},B,1002,0.60,0\n"
        f"11/11/2026,29999,A,,0.60,0\n"
        f"11/11/2026,{people[0].number},A,,0,0\n"
    )
    with pytest.raises(NotReadable) as refusal:
        read(club, "claims.csv", (HEADING + rows).encode())
    text = str(refusal.value)
    for part in ("in the future", "several events", "another club", "before the event", "nobody has this number"):
        assert part in text
    assert "credits nothing" in text


def test_a_line_that_cannot_be_read_hides_no_other(club: Organisation, people: list[Person]) -> None:
    rows = f"11/11/2026,{people[0].number},A,1001,lots,0\n11/11/2026,29999,A,1002,0.60,0\n"
    with pytest.raises(NotReadable) as refusal:
        read(club, "claims.csv", (HEADING + rows).encode())
    assert [problem.place for problem in refusal.value.problems] == ["claims.csv, line 2", *["claims.csv, line 3"] * 2]


def test_a_club_claims_whole_local_points(client: Client, club: Organisation, people: list[Person]) -> None:
    """2.7: never National Points. 2.8: in units of 1, so that 0.60 of a file is 60, and there is no 0.60."""
    row = f"11/11/2026,{people[0].number},A,1001,0.605,0.20\n"
    with pytest.raises(NotReadable) as refusal:
        read(club, "claims.csv", (HEADING + row).encode())
    assert [problem.clause for problem in refusal.value.problems] == ["SBU 2.8", "SBU 2.7"]
    signed_in(client, "secretary", "sbu")
    address, field = reverse("awards-register", args=["sbu", "1001"]), f"points.{people[0].number}"
    keyed = {"event": "Winter aggregate", "day": DAY, f"{field}.local": "0.60", f"{field}.national": "20", "post": "1"}
    page = client.post(address, keyed).content.decode()
    assert "what files write as 0.60 is 60 here" in page and "a club reports local points only" in page
    assert "National</th>" not in page and not Posting.objects.filter(kind="reported", federation="sbu")


def test_scores_are_filed_and_not_claimed(club: Organisation, people: list[Person]) -> None:
    board = (
        "<BOARD><BOARD_NUMBER>1</BOARD_NUMBER><TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER>"
        "<EW_PAIR_NUMBER>2</EW_PAIR_NUMBER><SCORE>420</SCORE></TRAVELLER_LINE></BOARD>"
    )
    with pytest.raises(NotReadable, match="file it as results"):
        read(club, "evening.xml", result_only(people, boards=board))
    with pytest.raises(NotReadable, match=r"(?s)10 November.*another club"):
        read(club, "a.xml", result_only(people, club="1002"), day="2026-11-09")
    with pytest.raises(NotReadable, match="not a claim of points"):
        read(club, "list.csv", b"Place,Name 1,Name 2\n1,Ada Example,Ben Example\n2,Cy Example,Di Example\n")
