"""Reported points and sheets of an office: killed at every write, and sent by several people at the same moment.

python papers_program.py     prints one JSON line a kill or a race, as the programs it builds on do
"""

from __future__ import annotations

import json
from datetime import date
from functools import partial

from centre import fault_program as program
from centre import races_program as races
from masterpoint.centre.billing.models import Charge
from masterpoint.centre.crediting import files, services
from masterpoint.centre.crediting.returns import Heading, ReturnFile
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry import offices, registering
from masterpoint.centre.registry.models import Change, Federation, Organisation
from masterpoint.centre.reporting import scheduling
from masterpoint.centre.sheets import services as sheets
from masterpoint.centre.sheets.models import Sheet

DAY = date(2026, 11, 10)


def office(code: str, number: str) -> Organisation:
    """A federation with a club and a member, and an officer who may do anything for it."""
    federation = Federation.objects.create(code=code, name=code.upper(), scheme=code)
    national = Organisation.objects.create(federation=federation, level="national", number="1", name=code)
    club = Organisation.objects.create(
        federation=federation, parent=national, level="club", number=number, name=f"Riverside {code}"
    )
    program.set_up(federation, national, club)
    number_of_member = {"nz": "5000", "abf": "19"}.get(code, "5")
    registering.register(
        federation, "Ada", "Reported", on=date(2020, 1, 1), by=None, club=club, number=number_of_member
    )
    offices.appoint(program.officer(), national, "staff", on=date(2020, 1, 1), by=None)
    return club


def club_of(number: str) -> Organisation:
    return Organisation.objects.select_related("federation").get(number=number)


def report(number: int) -> str:
    """A credit file of one player, for an event of its own."""
    sent = ReturnFile("club.grn", b"0000019000042\r\n")
    club = club_of("2001")
    credit_return = files.read_files(club, [sent], Heading(f"Event {number}", DAY))
    return str(services.post_return(credit_return, by=program.officer()).number)


def reported(number: int) -> bool:
    postings = Posting.objects.filter(kind="reported", detail__event=f"Event {number}")
    assert all(posting.lines.count() == 1 for posting in postings)
    assert postings.count() < 2, "posted twice"
    levies = [Charge.objects.filter(subject=f"credits {row.number}", kind="levy").count() for row in postings]
    assert all(count == 1 for count in levies), "posted and not charged"
    return postings.exists()


def adjust(number: int) -> str:
    """An adjustment sheet, begun, sent and filed."""
    row = {"number": "5000", "name": "Ada Reported", "type": "C", "sign": "+", "points": "20"}
    row |= {"date_of_error": "2026-10-06", "reason": f"error {number}"}
    fields = {"club_number": "3001", **{f"rows.0.{name}": value for name, value in row.items()}}
    sheet = sheets.begin(club_of("3001"), "adjustment", by=program.officer(), fields=fields)
    return _sent(sheet)


def _sent(sheet: Sheet) -> str:
    sent = sheets.send(sheet, by=program.officer(), today=date(2026, 11, 16))
    return sent.done[0] if sent.done else f"returned: {sent.problems[0]['message']}"


def stage(number: int) -> str:
    """One of the two sheets of a tournament of one team that wins, the other not listed."""
    heading = {"club_number": "3001", "club_name": "Riverside nz", "event_name": "Cup", "date": f"2026-11-0{number}"}
    heading |= {"director": "Dee", "award": "5A", "teams": "6", "stage": "final" if number == 2 else "qualifying"}
    heading |= {"stage_number": str(number), "stages": "2", "boards_in_matches": "24 24"}
    for at in range(4):
        row = {"number": str(6000 + at), "name": f"Team{at} Cup", "match_1": "X", "match_2": "X"}
        row |= {"place": "1", "team": "Cup"} if at == 0 else {}
        heading |= {f"results.{at}.{name}": value for name, value in row.items()}
    return _sent(sheets.begin(club_of("3001"), "teams-result", by=program.officer(), fields=heading))


def adjusted(number: int) -> bool:
    posted = Posting.objects.filter(kind="adjustment", reason=f"error {number}").count()
    filed = [sheet for sheet in Sheet.objects.filter(state="filed") if f"error {number}" in sheet.fields.values()]
    assert posted == len(filed) < 2, (posted, filed)
    return bool(posted)


def tick(*names: str, seen: tuple[str, ...] | None = None) -> str:
    """A schedule of reports as somebody of the staff saves it: what goes now."""
    federation = club_of("2001").federation
    return " ".join(scheduling.schedule(federation, names, on=DAY, by=program.officer(), shown_names=seen))


def print_schedule(race: str) -> None:
    federation = club_of("2001").federation
    notes = Change.objects.filter(federation=federation, what="reports scheduled").order_by("pk")
    changes = [[note.detail["before"], note.detail["after"]] for note in notes]
    fields = {"schedule": race, "now": scheduling.scheduled_names(federation), "changes": changes}
    print(json.dumps(fields), flush=True)


def schedules() -> None:
    """Three save the same; two tick one report each, and two untick; two commands each want one and no other."""
    races.at_once("one schedule", *[partial(tick, "events", seen=())] * 3)
    print_schedule("one schedule")
    shown: tuple[str, ...] = ("events",)
    races.at_once("two ticks", *(partial(tick, "events", name, seen=shown) for name in ("ranking", "noticeboard")))
    print_schedule("two ticks")
    shown = ("events", "noticeboard", "ranking")
    left = (("events", "ranking"), ("events", "noticeboard"))
    races.at_once("two unticked", *(partial(tick, *names, seen=shown) for names in left))
    print_schedule("two unticked")
    races.at_once("two schedules", partial(tick, "ranking"), partial(tick, "noticeboard"))
    print_schedule("two schedules")


if __name__ == "__main__":
    program.world()
    office("abf", "2001")
    office("nz", "3001")
    program.ACTS |= {"report": report, "adjust": adjust}
    program.DONE |= {"report": reported, "adjust": adjusted}
    for act in ("report", "adjust"):
        program.killed_everywhere(act)
    races.at_once("one return", *[partial(report, 900)] * 3)
    races.at_once("one adjustment", *[partial(adjust, 900)] * 3)
    heading = {"club_number": "3001", "rows.0.number": "5001", "rows.0.first_name": "Ben", "rows.0.surname": "New"}
    new = sheets.begin(club_of("3001"), "addition", by=program.officer(), fields=heading | {"rows.0.home_club": "3001"})
    races.at_once("one sheet", *[partial(_sent, new)] * 3)
    cup = club_of("3001")
    for at in range(4):
        registering.register(
            cup.federation, f"Team{at}", "Cup", on=date(2020, 1, 1), by=None, club=cup, number=str(6000 + at)
        )
    races.at_once("two stages", partial(stage, 1), partial(stage, 2))
    schedules()
    print(json.dumps({"race": "all of them", "problems": program.differences()}), flush=True)
