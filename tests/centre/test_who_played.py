"""Who played, when and for whom: what does not fit is asked about, on filing and before it, and nothing is lost."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from centre.making import ORIGINAL, session
from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import batches, correcting, deciding, queries, services
from masterpoint.centre.filing.examining import Decisions, examine
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.refusals import NotFiled
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.ledger import services as postings
from masterpoint.centre.people import merging, statuses
from masterpoint.centre.registry import offices, registering, renames
from masterpoint.centre.registry.days import today_for
from masterpoint.centre.registry.models import Appointment, Federation, Organisation, Person
from masterpoint.centre.registry.name_fit import fits

FINE = [
    ("Ashby, Ada", "Ada Ashby"),
    ("A. Ashby", "Ada Ashby"),
    ("Ada Mary Ashby", "Ada Ashby"),
    ("Bill Brook", "William Brook"),
    ("Zoë Ashby", "Zoe Ashby"),
    ("Ada Ashby-Brook", "Ada Ashby"),
    ("Mrs A Ashby", "Ada Ashby"),
    ("Pat O’Brien", "Pat O Brien"),
    ("Jan van der Berg", "Jan Vanderberg"),
    ("Ada Ashbey", "Ada Ashby"),
    ("Jürgen Müller", "Jurgen Mueller"),
]
WRONG = [
    ("Completely Different", "Ada Ashby"),
    ("John Bell", "Ann Bell"),
    ("J Bell", "Ann Bell"),
    ("Ann Carter", "Ann Bell"),
    ("Jean Bell", "Joan Bell"),
    ("Bell Carter", "Ann Bell"),
]


@pytest.mark.parametrize(("written", "name"), FINE)
def test_names_that_fit(written: Any, name: str) -> None:
    assert fits(written, name) and fits(name, written)


@pytest.mark.parametrize(("written", "name"), WRONG)
def test_names_that_do_not(written: Any, name: str) -> None:
    assert not fits(written, name) and not fits(name, written)


def with_player(event: Any, index: int = 0, **changed: Any) -> Any:
    """The event with the first player of an entry changed."""
    ranking = event.lists[0]
    entry = ranking.entries[index]
    players = (msgspec.structs.replace(entry.players[0], **changed), *entry.players[1:])
    entries = list(ranking.entries)
    entries[index] = msgspec.structs.replace(entry, players=players)
    return msgspec.structs.replace(event, lists=(msgspec.structs.replace(ranking, entries=tuple(entries)),))


def file(club: Any, event: Any, officer: User, choices: Any = None, **options: Any) -> Any:
    return services.file_event(club, event, ORIGINAL, by=officer, choices=choices or {}, **options)


def problems_of(club: Any, event: Any, officer: User, **options: Any) -> Any:
    with pytest.raises(NotFiled) as error:
        file(club, event, officer, **options)
    assert Filing.objects.count() == 0
    return error.value.problems


def test_however_many_strangers_they_are_looked_up_together(club: Organisation, people: list[Person]) -> None:
    """A file of 30 tables may have 120 names that fit nobody."""
    names = []
    for strangers in (1, 3):
        event = session(people)
        for index in range(strangers):
            event = with_player(event, index, id="", name=f"Xerxes{index} Quill{index}")
        with CaptureQueriesContext(connection) as captured:
            assert len(examine(club, event, Decisions()).unknown) == strangers
        names.append(len(captured))
    assert names[0] == names[1]


# Right number, wrong name


def test_a_number_beside_another_name_is_asked_about_on_every_path(
    federation: Federation, club: Organisation, people: list[Person], officer: User
) -> None:
    event = with_player(session(people), name="Completely Different")
    (problem,) = problems_of(club, event, officer)
    assert (problem.place, problem.value) == ("100", "Completely Different")
    assert "Ada Ashby" in problem.message and "place 1" in problem.message
    with pytest.raises(NotFiled):
        batches.file_batch(federation, [batches.BatchItem(club, event, ORIGINAL)], by=officer)
    (unknown,) = examine(club, event, Decisions()).unknown
    assert unknown.registered == people[0]


def test_a_confirmed_name_is_filed_and_not_clean(club: Organisation, people: list[Person], officer: User) -> None:
    event = with_player(session(people), name="Completely Different")
    receipt = file(club, event, officer, {"100": people[0].pk})
    assert "Completely Different" in receipt.version.checks["warnings"][0]
    assert not queries.with_checks([receipt.filing])[0].clean


def test_somebody_else_may_be_meant(club: Organisation, people: list[Person], officer: User) -> None:
    event = with_player(session(people[1:] + people[:1]), index=2, name="Completely Different")
    other = registering.register(club.federation, "Completely", "Different", on=date(2020, 1, 1), by=None)
    decided = deciding.read_choices(club, event, {"105": other.number})
    file(club, event, officer, decided)
    assert other.lines.count() == 0 and Filing.objects.get().versions.get().people["105"] == other.pk


def test_earlier_names_and_names_of_merged_records_are_fine(
    federation: Federation, club: Organisation, people: list[Person], officer: User
) -> None:
    renames.rename(people[0], "Ada", "Carver", by=officer, reason="married")
    twin = registering.register(federation, "Nobody", "Known", on=date(2020, 1, 1), by=None)
    merging.merge(twin, people[2], by=officer, reason="one person")
    event = with_player(with_player(session(people), name="Ada Ashby"), index=1, name="Nobody Known")
    assert not file(club, event, officer).filed_before


def test_a_member_who_had_died_is_asked_about(club: Organisation, people: list[Person], officer: User) -> None:
    statuses.set_status(people[0], Person.Status.DECEASED, on=date(2026, 11, 1), by=officer, reason="died")
    (problem,) = problems_of(club, session(people), officer)
    assert "had died by 10 November 2026" in problem.message
    problems_of(club, session(people), officer, choices={"100": people[0].pk})
    assert not file(club, session(people, day="2026-10-27"), officer).filed_before


def test_one_person_twice_in_a_list_is_asked_about(
    federation: Federation, club: Organisation, people: list[Person], officer: User
) -> None:
    event = with_player(session(people), index=2, id="", name="Ada Ashby")
    (problem,) = problems_of(club, event, officer, choices={"name:ada ashby": people[0].pk})
    assert "is in the list in place 1" in problem.message
    twin = registering.register(federation, "Ada", "Ashby", on=date(2020, 1, 1), by=None)
    merging.merge(twin, people[0], by=officer, reason="one person")
    (problem,) = problems_of(club, with_player(session(people), index=2, id=twin.number, name="Ada Ashby"), officer)
    assert "is in the list in place 1" in problem.message


def test_another_federations_number_is_named(club: Organisation, people: list[Person], officer: User) -> None:
    other = Federation.objects.create(code="sbu", name="Scottish Bridge Union", scheme="sbu")
    registering.register(other, "Fay", "Firth", on=date(2020, 1, 1), by=None, number="5012")
    (problem,) = problems_of(club, with_player(session(people), id="5012", name="Fay Firth"), officer)
    assert "Scottish Bridge Union" in problem.message


# New people


def test_new_people_are_registered_with_the_filing_and_keep_their_numbers(
    club: Organisation, people: list[Person], officer: User
) -> None:
    event = with_player(session(people), id="00777", name="Gwen Grove")
    before = Person.objects.count()
    shown = examine(club, event, Decisions({"00777": "new"}))
    assert (Person.objects.count(), shown.unknown, shown.result is None) == (before, [], False)
    assert problems_of(club, msgspec.structs.replace(event, day=date(2033, 1, 1)), officer)
    assert Person.objects.count() == before
    file(club, event, officer, {"00777": "new"})
    new = Person.objects.get(family_name="Grove")
    assert (new.number, new.status, new.home_club, new.joined_on) == ("777", "potential", club, event.day)
    assert ledger.holding(new) == {"local": 1200}
    assert file(club, event, officer, {"00777": "new"}).filed_before
    assert Person.objects.count() == before + 1


def test_a_number_that_is_taken_or_impossible_is_not_given_to_a_new_person(
    club: Organisation, people: list[Person], officer: User
) -> None:
    taken = with_player(session(people), name="Completely Different")
    file(club, taken, officer, {"100": "new"})
    assert Person.objects.get(family_name="Different").number not in ("", "100")
    long = with_player(session(people, day="2026-11-03"), id="123456789012", name="Hal Hill")
    file(club, long, officer, {"123456789012": "new"})
    assert Person.objects.get(family_name="Hill").number != "123456789012"


def test_all_the_others_are_visitors_in_one_word(club: Organisation, people: list[Person], officer: User) -> None:
    event = session(people)
    for index, name in enumerate(("Gwen Grove", "Hal Hill")):
        event = with_player(event, index=index, id="", name=name)
    decided = deciding.read_choices(club, event, {"*": "new"})
    assert decided == {"name:gwen grove": "new", "name:hal hill": "new"}
    doubtful = with_player(event, index=2, name="Completely Different")
    assert set(deciding.read_choices(club, doubtful, {"*": "new"})) == set(decided)
    with pytest.raises(NotFiled):
        deciding.read_choices(club, event, {"*": people[0].number})


# Days and organisers


@pytest.mark.parametrize("day", ["2033-05-01", "9999-12-31"])
def test_a_day_to_come_is_refused_everywhere(
    federation: Federation, club: Organisation, people: list[Person], officer: User, day: Any
) -> None:
    event = session(people, day=day)
    (problem,) = problems_of(club, event, officer)
    assert "has not come yet" in problem.message
    with pytest.raises(NotFiled):
        batches.file_batch(federation, [batches.BatchItem(club, event, ORIGINAL)], by=officer)
    filing = file(club, session(people), officer).filing
    with pytest.raises(NotFiled):
        correcting.correct(filing, event, ORIGINAL, by=officer, reason="moved", choices={})
    with pytest.raises(postings.NotPosted):
        postings.adjust(people[0], "local", 100, date.fromisoformat(day), by=officer, reason="late")


def test_tomorrow_is_refused_and_today_is_not(
    federation: Federation, club: Organisation, people: list[Person], officer: User
) -> None:
    today = today_for(federation)
    assert problems_of(club, session(people, day=str(today + timedelta(days=1))), officer)
    assert not file(club, session(people, day=str(today)), officer).filed_before


@pytest.mark.parametrize(
    "organiser",
    [{"name": "Hilltop Bridge Club", "id": "1002"}, {"name": "Hilltop"}, {"id": "4711"}],
)
def test_a_file_that_names_another_club_asks_first(
    county: Organisation, club: Organisation, people: list[Person], officer: User, organiser: Any
) -> None:
    Organisation.objects.create(
        federation=county.federation, parent=county, level="club", number="1002", name="Hilltop Bridge Club"
    )
    event = session(people, organiser={"level": "club"} | organiser)
    (problem,) = problems_of(club, event, officer)
    assert problem.place == "organiser" and "Riverside" in problem.message
    receipt = file(club, event, officer, organiser_confirmed=True)
    assert receipt.version.postings.get().detail["organiser"]
    assert receipt.filing.findings == 1


@pytest.mark.parametrize(
    "organiser", [{"name": "Riverside"}, {"id": "01001"}, {"name": "The Riverside B.C.", "id": "1001"}]
)
def test_its_own_club_is_not_asked_about(
    club: Organisation, people: list[Person], officer: User, organiser: Any
) -> None:
    assert not file(club, session(people, organiser={"level": "club"} | organiser), officer).filed_before


def test_everything_is_asked_at_once(
    federation: Federation, county: Organisation, club: Organisation, people: list[Person], officer: User
) -> None:
    first = file(club, session(people), officer).filing
    event = with_player(session(people, boards=26, organiser={"level": "club", "name": "Hilltop"}), name="Other Person")
    with pytest.raises(NotFiled) as error:
        file(club, with_player(event, index=1, id="", name="Gwen Grove"), officer)
    assert [problem.place for problem in error.value.problems] == [
        "organiser",
        "name:gwen grove",
        "100",
        "same evening",
    ]
    assert error.value.problems[-1].value == first.receipt


# Who corrects


def test_a_scorer_corrects_what_that_scorer_filed(
    club: Organisation, county: Organisation, people: list[Person], officer: User, django_user_model: Any
) -> None:
    other = django_user_model.objects.create_user("other@example.org", "a long enough password", name="Otto")
    filing = file(club, session(people), officer).filing
    assert not queries.may_correct(officer, filing)
    for user in (officer, other):
        offices.appoint(user, club, Appointment.Role.SCORER, on=date(2020, 1, 1), by=None)
    assert queries.may_correct(officer, filing)
    assert not queries.may_correct(other, filing)
    assert not queries.may_correct(None, filing)


# Merge, correct, split


def refused_after_all(club: Any, event: Any, officer: User) -> Any:
    with pytest.raises(NotFiled) as error:
        file(club, event, officer)
    (problem,) = error.value.problems
    return problem


def test_merge_correct_split_leaves_each_with_what_they_won(
    federation: Federation, club: Organisation, people: list[Person], officer: User
) -> None:
    filing = file(club, session(people), officer).filing
    merging.merge(people[0], people[5], by=officer, reason="one person")
    correcting.correct(filing, session(people, order=(1, 0, 2)), ORIGINAL, by=officer, reason="board 7", choices={})
    assert ledger.holding(people[5]) == {"local": 600}
    refusal = refused_after_all(club, session(people, day="2026-11-03"), officer)
    assert "is in the list" in refusal.message
    late = file(club, session([*people[:5], people[4]], day="2026-11-03", order=(0, 1)), officer).filing
    merging.split(people[0], by=officer, reason="two people")
    assert (ledger.holding(people[0]), ledger.holding(people[5])) == ({"local": 1800}, {})
    corrected = session([*people[:5], people[4]], day="2026-11-03", order=(1, 0))
    correcting.correct(late, corrected, ORIGINAL, by=officer, reason="x", choices={})
    assert ledger.holding(people[0]) == {"local": 1200}
    assert list(verifying.differences([federation])) == []
