"""What an event would pay: common events by a few fields, other forms by an example."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

from masterpoint import schemes
from masterpoint.centre.billing.quoting import quote_by_scheme
from masterpoint.centre.filing import explaining
from masterpoint.core.editions import Edition
from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.core.hypothetical import hypothetical_event, hypothetical_lists
from masterpoint.core.parsing import event_from
from masterpoint.core.serialisation import exact_text
from masterpoint.web.common import day_of, whole_number

FORMS = {
    "session": "One session, or several with one ranking",
    "final": "A final, for which contestants had to qualify",
    "matches": "Matches: Swiss, round robin, multiple teams",
}
ALL_FORMS = FORMS | {
    "consolation": "A consolation final",
    "knockout": "A knock-out",
    "league": "A league",
    "sections": "Sections of differing status",
    "ladder": "A ladder, or the best of several games",
    "stratified": "A stratified field",
    "simultaneous": "A simultaneous event in many clubs",
    "tournament": "Several sessions and an overall ranking",
    "flighted": "A Swiss in flights",
    "finals": "A qualifying round and several finals",
}
CONTESTS = {"pairs": "Pairs", "teams": "Teams", "individual": "Single players"}
WINNERS = {"1": "One ranking, one winner", "2": "North-South and East-West, two winners"}
LIMITS = 2_000
AWARDS_SHOWN = 60
"""The number of awards on a page. The awards for lower places follow the same pattern."""
SIZES = (12, 16, 20, 24, 32, 40, 60, 80)
"""The sizes of field for which the page also shows the winners' award."""


NO_ANSWER: dict[str, Any] = {
    "problems": (),
    "judged": None,
    "awards": [],
    "award_count": 0,
    "by_size": [],
    "quote": None,
}
"""What a page shows of an event that is refused, apart from its problems."""


class BySize(NamedTuple):
    """The winners' award in a field of this size."""

    size: int
    points: str
    colour: str


def grades(edition: Edition) -> dict[str, str]:
    """The grades to choose from. Most depend on who runs the event."""
    names = {grade: grade.capitalize() if grade.islower() else grade for grade in edition.grades}
    return {"": "As the book has it"} | names if names else {}


def fields_of(scheme: str, edition: Edition, query: Mapping[str, str]) -> dict[str, Any]:
    """The fields of the form: as submitted, or those of an ordinary evening."""
    evening = schemes.FEDERATIONS[scheme].evening
    form_name = query.get("form", "session")
    form = form_name if form_name in FORMS and form_name in edition.forms else "session"
    grade = query.get("grade", evening.grade if _can_use(edition, form, "grade") else "")
    return {
        "day": (day_of(query.get("day", "")) or date.today()).isoformat(),
        "form": form,
        "contest": query.get("contest") if query.get("contest") in CONTESTS else "pairs",
        "count": query.get("count", "24")[:6],
        "winners": "2" if query.get("winners") == "2" else "1",
        "boards": query.get("boards", str(evening.boards))[:6],
        "level": query.get("level") if query.get("level") in edition.levels else edition.levels[0],
        "grade": grade if grade in edition.grades else "",
        "original": query.get("original", "32")[:6],
        "place": query.get("place", "1")[:6],
        "match_boards": query.get("match_boards", "6")[:6],
        "won": query.get("won", "4")[:6],
        "drawn": query.get("drawn", "0")[:6],
        "lost": query.get("lost", "0")[:6],
    }


def _can_use(edition: Edition, form: str, field: str) -> bool:
    """Whether the book can use a field of an event of this form."""
    form_fields = edition.book.fields.get(form)
    return form_fields is None or f"event.{field}" in form_fields


def answer(scheme: str, fields: dict[str, Any]) -> dict[str, Any]:
    """The awards with their explanations, or all problems at once."""
    problems = list(_problems(fields))
    if problems:
        return NO_ANSWER | {"problems": problems}
    try:
        result = schemes.award(event_from(raw_event(scheme, fields), schemes.FACTS))
    except MasterpointError as error:
        return NO_ANSWER | {"problems": error.problems}
    data = explaining.for_page(result)
    awards = explaining.awards_for_page(data)
    nonzero = [award for award in awards if award["points"] != "0"]
    return NO_ANSWER | {
        "judged": data,
        "awards": (nonzero or awards[:1])[:AWARDS_SHOWN],
        "award_count": len(nonzero),
        "by_size": _by_size(scheme, fields),
        "quote": quote_by_scheme(scheme, result),
    }


def raw_event(scheme: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The event that these fields describe, without names."""
    form, day = fields["form"], date.fromisoformat(fields["day"])
    has_scoring = form == "matches" and _can_use(schemes.edition_or_first(scheme, day), form, "scoring")
    return hypothetical_event(
        form,
        scheme,
        day,
        fields["contest"],
        level=fields["level"],
        lists=_lists(fields),
        grade=fields["grade"],
        boards=int(fields["boards"]),
        original_tables=int(fields["original"]) if form == "final" else None,
        scoring="victory-points" if has_scoring else None,
    )


def _lists(fields: Mapping[str, Any]) -> list[dict[str, Any]]:
    count = int(fields["count"])
    if fields["form"] == "matches":
        counts = {key: int(fields[key]) for key in ("won", "drawn", "lost")}
        entry = {
            "place": int(fields["place"]),
            "name": "You",
            "matches": [{"boards": int(fields["match_boards"]), **counts}],
        }
        return [{"size": count, "entries": [entry]}]
    return hypothetical_lists(count, int(fields["winners"]))


def _by_size(scheme: str, fields: dict[str, Any]) -> list[BySize]:
    """The winners' awards in fields of other sizes, for organisers who plan ahead."""
    if fields["form"] != "session":
        return []
    groups = []
    for size in SIZES:
        try:
            result = schemes.award(event_from(raw_event(scheme, fields | {"count": str(size)}), schemes.FACTS))
        except MasterpointError:
            continue
        if result.awards:
            best = max(result.awards[:2], key=lambda award: str(award.entry.place) == "1")
            groups.append(BySize(size, exact_text(best.step.value), best.colour))
    return groups


def _problems(fields: Mapping[str, Any]) -> Any:
    """Problems with the fields. The first word of a problem's place, or all of it, is the name of a field."""
    limits = {"count": ("count of contestants", 2), "boards": ("boards", 1)}
    if fields["form"] == "final":
        limits["original"] = ("original tables", 1)
    if fields["form"] == "matches":
        limits |= {"place": ("place", 1), "match_boards": ("match boards", 1)}
        limits |= {key: (f"{key} matches", 0) for key in ("won", "drawn", "lost")}
    for key, (name, minimum) in limits.items():
        number = whole_number(fields[key])
        if number is None or not minimum <= number <= LIMITS:
            yield Problem(
                name, fields[key], "this is not a number we can use", f"write a whole number from {minimum} to {LIMITS}"
            )
