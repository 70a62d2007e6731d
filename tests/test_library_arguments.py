"""The arguments of `import masterpoint`: typed, converted, and all reported at once if they are wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any, get_type_hints

import msgspec
import pytest

import masterpoint
from masterpoint.core.events import FORMS, Event
from masterpoint.core.hypothetical import RANKED_FORMS
from masterpoint.intake import Options
from masterpoint.library import EventFields, FileOptions
from masterpoint.library.arguments import OPTIONS
from masterpoint.schemes import FEDERATIONS

DAY = date(2026, 11, 10)
EVENT: dict[str, Any] = {
    "form": "session",
    "scheme": "ebu",
    "day": "2026-11-10",
    "contest": "pairs",
    "boards": 24,
    "organiser": {"level": "club"},
    "lists": [{"places": "1 2= 2= 4 5 6 7 8 9 10 11 12"}],
}
FILE = json.dumps(EVENT).encode()


def problems(call: Callable[[], object]) -> list[masterpoint.Problem]:
    """The problems for which a call is refused: each has a place and a fix."""
    with pytest.raises(masterpoint.MasterpointError) as refusal:
        call()
    assert all(problem.place and problem.message and problem.fix for problem in refusal.value.problems)
    return list(refusal.value.problems)


def places(call: Callable[[], object]) -> list[str]:
    return [problem.place for problem in problems(call)]


def test_every_option_of_a_file_is_typed_and_read() -> None:
    assert FileOptions.__annotations__.keys() | {"scheme"} == OPTIONS.keys()
    assert OPTIONS.keys() | {"home", "home_level"} == set(Options.__struct_fields__)


def test_every_field_that_an_event_may_be_given_is_typed() -> None:
    fields = {name for form in RANKED_FORMS for name in FORMS[form].__struct_fields__}
    other = {"masterpoint", "scheme", "day", "organiser", "contest", "lists"}
    assert EventFields.__annotations__.keys() == fields - other
    for name, kind in get_type_hints(EventFields).items():
        form = next(FORMS[form] for form in RANKED_FORMS if name in FORMS[form].__struct_fields__)
        if kind in (int, str, bool):
            assert kind in _kinds(form, name), name


def _kinds(form: type[Event], name: str) -> set[type]:
    field = next(field for field in msgspec.inspect.type_info(form).fields if field.name == name)  # type: ignore[attr-defined]
    kinds = getattr(field.type, "types", (field.type,))
    by_type: dict[Any, type] = {
        msgspec.inspect.IntType: int,
        msgspec.inspect.StrType: str,
        msgspec.inspect.BoolType: bool,
    }
    return {by_type[type(kind)] for kind in kinds if type(kind) in by_type}


@pytest.mark.parametrize("source", [EVENT, FILE], ids=["event", "file"])
def test_wrong_options_are_refused_all_at_once(source: Any) -> None:
    wrong: dict[str, Any] = {"bords": 12, "boards": "many", "day": "soon", "scheme": "xyz", "sections_apart": "no"}
    refused = problems(lambda: masterpoint.award(source, **wrong))
    assert {problem.place for problem in refused} == wrong.keys()
    by_place = {problem.place: problem for problem in refused}
    assert by_place["bords"].value == "12" and "boards, day" in by_place["bords"].fix
    assert by_place["scheme"].fix == "write one of: abf, ebu, nz, sbu, wbu"
    assert places(lambda: masterpoint.check(source, **wrong)) == [problem.place for problem in refused]
    assert places(lambda: masterpoint.quote(source, rates=5, **wrong))[-1] == "rates"  # type: ignore[arg-type]


@pytest.mark.parametrize("day", ["2026-11-10", DAY, datetime(2026, 11, 10, 19, 30)])
def test_options_are_converted(day: Any) -> None:
    without: dict[str, Any] = {
        name: value for name, value in EVENT.items() if name not in ("day", "boards", "organiser")
    }
    added = masterpoint.award(without, day=day, boards="24", level="club")  # type: ignore[arg-type]
    assert added.as_data() == masterpoint.award(EVENT).as_data()
    file = json.dumps(without).encode()
    assert masterpoint.award(file, day=day, boards=24, level="club").as_data() == added.as_data()


@pytest.mark.parametrize("source", [EVENT, FILE], ids=["event", "file"])
def test_what_an_event_says_itself_is_not_overruled(source: Any) -> None:
    """A level used to be ignored, and a dictionary lost what it said."""
    refused = places(
        lambda: masterpoint.award(
            source, scheme="nz", boards=26, level="county", session="2", sections_apart=True, more={"name": "Tuesday"}
        )
    )
    assert refused == ["scheme", "boards", "organiser.level", "session", "sections_apart"]
    assert masterpoint.award(source, scheme="ebu", boards=24, level="club", more={"name": "Tuesday"})


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("/nowhere/results.csv", "cannot be opened: No such file or directory"),
        (Path("/nowhere/results.csv"), "cannot be opened: No such file or directory"),
        ("/", "cannot be opened: Is a directory"),
        ("a\0b", "cannot be opened: embedded null byte"),
        ("x" * 5000, "cannot be opened: File name too long"),
        (FILE.decode(), "this is the text of a file, not its path"),
        ("Pair,Names\n1,Ann & Ben\n", "this is the text of a file, not its path"),
        (b"", "This file is empty."),
        (None, "this is neither a file nor an event"),
        (5, "this is neither a file nor an event"),
        ([EVENT], "this is neither a file nor an event"),
        ({1: 2}, "this is not a dictionary of names and values"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_is_no_file_and_no_event_is_refused_in_words(source: Any, message: str) -> None:
    refused = problems(lambda: masterpoint.award(source, scheme="ebu"))
    assert [problem.message for problem in refused] == [message]
    assert len(repr(refused[0])) < 5500


@pytest.mark.parametrize(
    ("field", "value", "fix"),
    [
        ("day", 5, "write it as 2026-11-15"),
        ("boards", 24.0, "give a whole number"),
        ("boards", "many", "give a whole number"),
        ("lists", "1 2 3", "give a list"),
        ("organiser", "club", "give a table of fields"),
        ("handicap", "no", "give true or false"),
    ],
)
def test_an_event_with_a_value_of_the_wrong_kind(field: str, value: object, fix: str) -> None:
    refused = problems(lambda: masterpoint.award(EVENT | {field: value, "contest": "pears"}))
    assert {problem.place: problem.fix for problem in refused}.items() >= {field: fix}.items()
    assert "contest" in {problem.place for problem in refused}


def test_a_number_with_more_digits_than_any_memory_is_refused() -> None:
    """Such numbers used to be accepted: one list of tables took seconds, and more digits would have taken hours."""
    lists = [{"tables": "1e-9999999", "entries": [{"place": 1, "score": "1e9999999"}]}]
    assert places(lambda: masterpoint.award(EVENT | {"lists": lists})) == [
        "lists[0].tables",
        "lists[0].entries[0].score",
    ]


def test_a_day_before_the_first_edition_is_refused_by_its_day() -> None:
    for call in (
        lambda: masterpoint.award(EVENT | {"day": "2001-01-01"}),
        lambda: masterpoint.rank({"local": 10}, scheme="ebu", on="2001-01-01"),
        lambda: masterpoint.what_pays(scheme="ebu", pairs=12, boards=24, on="2001-01-01"),
    ):
        assert places(call) == ["day"]


def test_a_rank_takes_exact_points_however_they_are_written() -> None:
    written: list[Mapping[str, Any]] = [
        {"local": 4344, "green": "7.25"},
        {"local": "4,344", "Green": Decimal("7.25")},
        {"local": Fraction(4344), "green": Fraction(29, 4)},
        {"local": "4344", "green": "29/4"},
        MappingProxyType({"local": 4344, "green": "7.25"}),
    ]
    assert {str(masterpoint.rank(holding, scheme="ebu", on=DAY)) for holding in written} == {
        "<RankProgress: Master, next Advanced Master>"
    }
    assert {masterpoint.rank(holding, scheme="ebu", on=DAY).gaps[0].missing for holding in written} == {2431}


@pytest.mark.parametrize(
    "amount", [-5, "-5", "abc", "", None, True, "1e400", "1e-99", "1/0", "NaN", Decimal("NaN"), []]
)
def test_what_is_no_number_of_points_is_refused(amount: Any) -> None:
    (refused,) = problems(lambda: masterpoint.rank({"local": amount}, scheme="ebu", on=DAY))
    assert (refused.place, refused.message) == ("local", "this is not a number of points")


def test_a_float_is_refused_with_the_reason() -> None:
    (refused,) = problems(lambda: masterpoint.rank({"local": 7.25}, scheme="ebu", on=DAY))  # type: ignore[dict-item]
    assert refused.message == "a float is not exact"
    assert refused.fix == 'write it as text, "7.25", or as a Decimal or a Fraction'
    (refused,) = problems(lambda: masterpoint.quote(EVENT, rates={"standard_charge": 0.1 + 0.2}))  # type: ignore[dict-item]
    assert (refused.place, refused.message) == ("rates.standard_charge", "a float is not exact")


def test_everything_wrong_with_a_holding_is_said_at_once() -> None:
    holding: dict[str, Any] = {"puce": 1, "local": -3, "green": 7.25, "GREEN": 8}
    refused = problems(lambda: masterpoint.rank(holding, scheme="ebu", on=DAY))
    assert [problem.place for problem in refused] == ["puce", "local", "green"]
    assert refused[0].fix == "this book counts: local, blue, green, online"
    assert places(lambda: masterpoint.rank(holding, scheme="xyz", on="soon")) == ["scheme", "on", "local", "green"]


def test_points_that_are_given_twice_are_refused() -> None:
    refused = problems(lambda: masterpoint.rank({"local": 3, "Local": 4}, scheme="ebu", on=DAY))
    assert [problem.message for problem in refused] == ["these points are given twice"]


@pytest.mark.parametrize("scheme", sorted(FEDERATIONS))
def test_a_rank_counts_what_its_book_counts(scheme: str) -> None:
    ladder = FEDERATIONS[scheme].editions[-1].ranks
    assert masterpoint.rank(dict.fromkeys(ladder.holding_parts, 10), scheme=scheme, on=DAY).next_rank
    assert places(lambda: masterpoint.rank({"puce": 10}, scheme=scheme, on=DAY)) == ["puce"]


def test_everything_wrong_with_a_field_of_nobody_is_said_at_once() -> None:
    wrong: dict[str, Any] = {"pairs": 0, "winners": 3, "boards": 24.0, "lists": [], "bords": 12}
    refused = places(lambda: masterpoint.what_pays(scheme="ebu", on=DAY, **wrong))
    assert sorted(refused) == sorted(wrong)
    assert places(lambda: masterpoint.what_pays(scheme="eb", form="bingo", pairs=12, on="soon")) == [
        "scheme",
        "form",
        "on",
    ]
    assert places(lambda: masterpoint.what_pays(scheme="ebu", form="knockout", pairs=12)) == ["form"]
    assert places(lambda: masterpoint.what_pays(scheme="ebu", pairs=10**9, boards=24)) == ["pairs"]
    assert places(lambda: masterpoint.what_pays(scheme="ebu", pairs=8, teams=4)) == ["the field", "boards"]


def test_awards_that_were_made_take_no_options() -> None:
    awards = masterpoint.award(EVENT)
    refused = places(lambda: masterpoint.quote(awards, scheme="nz", boards=26, rates={"standard_charge": "0.40"}))
    assert refused == ["scheme", "boards"]


def test_wrong_arguments_are_wrong_to_python_too() -> None:
    with pytest.raises(TypeError, match="there is no such option"):
        masterpoint.award(EVENT, bords=12)  # type: ignore[call-arg]


def test_how_a_file_was_read_comes_with_its_awards() -> None:
    file = b"place,player1,player2\n1,Ann Bell,Ben Cole\n2,Cy Dean,Di Eve\n3,Ed Fox,Flo Gee\n"
    assert "Run by a club." in masterpoint.award(file, scheme="ebu", day=DAY, boards=24).assumed
    assert masterpoint.award(EVENT).assumed == ()


def test_a_file_of_another_federation_is_doubted() -> None:
    """All of its numbers have the check digit of the ABF; a caller who asks for the EBU is warned."""
    numbers = [FEDERATIONS["abf"].member_numbers.new_number(count) for count in range(20_940, 20_952)]
    rows = [f"{place},A,{first},B,{second}" for place, (first, second) in enumerate(in_pairs(numbers), 1)]
    file = "\n".join(["place,player1,number1,player2,number2", *rows]).encode()
    (doubt,) = masterpoint.award(file, scheme="ebu", day=DAY, boards=24).doubts
    assert (doubt.place, doubt.value) == ("scheme", "ebu") and "all member numbers are valid ABF numbers" in str(doubt)
    assert masterpoint.award(file, scheme="abf", day=DAY, boards=24, level="club").doubts == ()


def in_pairs(numbers: list[str]) -> Iterator[tuple[str, str]]:
    return zip(numbers[::2], numbers[1::2], strict=True)


def test_an_event_can_be_checked() -> None:
    checked = masterpoint.check(EVENT, today="2026-11-16")
    assert checked.result is not None and not checked.errors
    assert masterpoint.check(EVENT | {"contest": "pears"}, today=DAY).errors[0].place == "contest"
    assert masterpoint.check(FILE, today=DAY).findings == masterpoint.check(EVENT, today=DAY).findings


def test_whatever_hangs_on_a_result_shows_itself_in_a_line() -> None:
    awards = masterpoint.award(EVENT)
    quote = masterpoint.quote(EVENT, rates={"standard_charge": "0.40"})
    checked = masterpoint.check(EVENT, today=DAY)
    progress = masterpoint.rank({"local": 100}, scheme="ebu", on=DAY)
    shown = [awards.result, awards.result.awards[0], quote.assessment, quote.assessment.charges[0], progress.gaps[0]]
    assert [repr(item) for item in shown] == [
        "<Result: 12 awards by the EBU Licensing and Master Points Handbook, 7th edition (2014)>",
        "<Award place 1: 24 local [EBU 4.1.5]>",
        "<Assessment: 9.60 in 1 charge>",
        "<Charge subscription: 9.60 [EBU 1.3.2]>",
        "<Gap: 100 total>",
    ]
    assert repr(checked.imported) == "<ImportedFile: event, session of 2026-11-10, by ebu>"
    assert repr(checked) == "<CheckedFile: 0 errors, 1 warning>"
    assert repr(checked.findings[0]).startswith("<Finding warning: The event names no players")
    assert repr(masterpoint.check(b"", today=DAY).errors[0]).startswith("<Problem This file is empty.")


def within_itself() -> dict[str, Any]:
    endless: dict[str, Any] = {}
    endless["lists"] = [endless]
    return endless


NOT_PLAIN: dict[str, Any] = {
    "half a character": "\ud800",
    "no number": Decimal("NaN"),
    "a range": range(3),
    "an object": object(),
    "what holds itself": within_itself(),
}


@pytest.mark.parametrize("value", NOT_PLAIN.values(), ids=NOT_PLAIN)
@pytest.mark.parametrize("name", ["name", "day", "boards", "facts", "lists"])
def test_what_is_no_plain_data_is_refused_wherever_it_is(name: str, value: Any) -> None:
    event = EVENT | {name: value}
    for call in (masterpoint.award, masterpoint.check, masterpoint.quote):
        assert places(lambda call=call: call(event))[0].startswith(name)  # type: ignore[misc]
    assert places(lambda: masterpoint.award(EVENT, more={name: value}))[0].startswith(name)
    if name in EventFields.__annotations__:
        assert places(lambda: masterpoint.what_pays(scheme="ebu", pairs=12, **{name: value}))[0].startswith(name)
    assert places(lambda: masterpoint.rank({"local": value}, scheme="ebu")) != []


def test_all_that_is_no_plain_data_is_named_in_its_order() -> None:
    lists = [{"places": "1 2 3 4 5 6", "name": "\ud800"}, {"places": "1 2 3 4 5 6", "name": "\udfff"}]
    assert places(lambda: masterpoint.award(EVENT | {"lists": lists})) == ["lists[0].name", "lists[1].name"]


def test_an_empty_level_is_refused_as_an_event_without_one() -> None:
    assert places(lambda: masterpoint.what_pays(scheme="ebu", pairs=12, boards=24, level="")) == ["organiser.level"]
