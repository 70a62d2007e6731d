"""What the handbooks say, one folder for each federation; as pure as the core. `FEDERATIONS` is the one list."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date
from importlib import import_module
from typing import Any

import msgspec

from masterpoint.core.derivation import Result
from masterpoint.core.editions import Edition, in_force
from masterpoint.core.errors import MasterpointError, NotReadable, NotUnderstood, Problem, Refused
from masterpoint.core.events import AnyEvent
from masterpoint.core.federations import Federation
from masterpoint.core.further_problems import further_problems
from masterpoint.core.parsing import Vocabulary
from masterpoint.core.problem_people import with_people
from masterpoint.core.typed_data import convert

MODULES = {code: f"{__name__}.{code}" for code in ("abf", "ebu", "nz", "sbu", "wbu")}
"""The one list of federations: the code of each, and its folder."""


class Federations(Mapping[str, Federation]):
    """Each federation by its code; its folder is read when it is first asked for."""

    def __init__(self, modules: dict[str, str]) -> None:
        self.modules = modules
        self.loaded: dict[str, Federation] = {}

    def __getitem__(self, code: str) -> Federation:
        if code not in self.loaded:
            self.loaded[code] = import_module(self.modules[code]).FEDERATION
        return self.loaded[code]

    def __iter__(self) -> Iterator[str]:
        return iter(self.modules)

    def __len__(self) -> int:
        return len(self.modules)

    def __contains__(self, code: object) -> bool:
        return code in self.modules


FEDERATIONS = Federations(MODULES)


class Facts(Vocabulary):
    """What `[facts]` of an event may hold, by scheme, and the words that its book knows."""

    def __getitem__(self, code: str) -> type[msgspec.Struct]:
        """The facts of the first edition; `facts_for` gives those of an event's day."""
        return FEDERATIONS[code].editions[0].facts

    def facts_for(self, raw: Mapping[str, Any]) -> type[msgspec.Struct]:
        """The facts that the edition of the event's day asks for; an event without an edition is refused anyway."""
        try:
            day = convert(raw.get("day"), date)
        except msgspec.ValidationError:
            return self[raw["scheme"]]
        return edition_or_first(raw["scheme"], day).facts

    def __iter__(self) -> Iterator[str]:
        return iter(FEDERATIONS)

    def __len__(self) -> int:
        return len(FEDERATIONS)

    def __contains__(self, code: object) -> bool:
        return code in FEDERATIONS

    def word_problems(self, raw: Mapping[str, Any]) -> Iterator[Problem]:
        """A level that the book does not know."""
        organiser = raw.get("organiser")
        level = organiser.get("level") if isinstance(organiser, dict) else None
        scheme = raw.get("scheme")
        if isinstance(level, str) and isinstance(scheme, str) and scheme in FEDERATIONS:
            editions = FEDERATIONS[scheme].editions
            levels = list(dict.fromkeys(level for edition in editions for level in edition.levels))
            if level not in levels:
                fix = f"write one of: {', '.join(levels)}"
                yield Problem("organiser.level", level, "no such organisation awards points", fix)

    def further_problems(self, raw: Mapping[str, Any], problems: Sequence[Problem]) -> Sequence[Problem]:
        """What the book of the day has against the event, however its problems are put right."""
        scheme = raw.get("scheme")
        try:
            edition = edition_for(str(scheme), convert(raw.get("day"), date))
        except (msgspec.ValidationError, MasterpointError):
            return ()
        return further_problems(raw, problems, edition)

    def stand_ins(self, raw: Mapping[str, Any]) -> tuple[str, ...]:
        scheme = raw.get("scheme")
        owner = FEDERATIONS.get(scheme) if isinstance(scheme, str) else None
        return tuple(owner.member_numbers.stand_ins) if owner else ()


FACTS = Facts()


def federation(scheme: str) -> Federation:
    """A federation by its code, or an error that lists the codes."""
    if scheme not in FEDERATIONS:
        raise NotUnderstood(Problem("scheme", scheme, "no such scheme", f"write one of: {', '.join(FEDERATIONS)}"))
    return FEDERATIONS[scheme]


def edition_for(scheme: str, on: date) -> Edition:
    """The edition of a scheme in force on a day."""
    return in_force(federation(scheme).editions, on)


def edition_or_first(scheme: str, on: date) -> Edition:
    """The edition of a day; for records older than the first edition kept here, that one."""
    editions = federation(scheme).editions
    return in_force(editions, max(on, editions[0].in_force_from))


def edition_named(scheme: str, name: str) -> Edition:
    """An edition by the name of its folder, whether in force or not: `2014`."""
    return federation(scheme).edition(name)


def award(event: AnyEvent, register_fields: Collection[str] = ()) -> Result:
    """What everybody earns, by the edition in force on the day of play.

    `register_fields`: fields that were filled in from a register and not given.
    """
    return _naming_people(event, lambda edition: edition.award(event, register_fields))


def award_again(event: AnyEvent, register_fields: Collection[str] = ()) -> Result:
    """The same for callers that compare only the awards: without remarks on facts that changed nothing."""
    return _naming_people(event, lambda edition: edition.judge_again(event, register_fields))


def _naming_people(event: AnyEvent, judge: Callable[[Edition], Result]) -> Result:
    try:
        return judge(edition_for(event.scheme, event.day))
    except (NotReadable, Refused) as refusal:
        others = FACTS.further_problems(msgspec.to_builtins(event), refusal.problems)
        raise type(refusal)(with_people([*refusal.problems, *others], event)) from None
