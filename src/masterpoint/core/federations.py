"""A federation: everything the Centre needs to know about it. Only its folder in `schemes` defines it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec

from masterpoint.core.books import Book
from masterpoint.core.charges import NO_CHARGES, Charging
from masterpoint.core.editions import Edition
from masterpoint.core.errors import NotUnderstood, Problem
from masterpoint.core.exact import Exact
from masterpoint.core.federation_checks import require_whole
from masterpoint.core.levels import CLUB as CLUB
from masterpoint.core.levels import NATIONAL as NATIONAL
from masterpoint.core.levels import OrganiserLevels as OrganiserLevels
from masterpoint.core.levels import Tier, levels_above, tier_of
from masterpoint.core.office_forms import OfficeForms
from masterpoint.core.point_certificates import PointCertificates
from masterpoint.core.seasons import CALENDAR_YEAR, Season
from masterpoint.core.tariffs import Tariff, printed_amounts

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable  # it takes longer to load than the rest of the core

NEVER = re.compile(r"(?!)")
"""For a federation whose files or numbers have no mark of their own."""
Folders: TypeAlias = "Mapping[str, Traversable]"
"""Folders of editions by name."""


class FileMarks(msgspec.Struct, frozen=True, kw_only=True):
    """How to recognise the results files of a federation."""

    people: str
    """The adjective: an *English* program."""
    countries: tuple[str, ...]
    """Ways to write the country, lower case."""
    programs: re.Pattern[str] = NEVER
    """Programs that only its clubs use."""
    shared_programs: re.Pattern[str] = NEVER
    """Programs that clubs of some other federations use too."""
    formats: tuple[str, ...] = ()
    """File formats, lower case, that only its programs write."""
    charge_code: re.Pattern[str] = NEVER
    """Charge codes that only its files carry."""
    club_number: re.Pattern[str] = NEVER
    colours: Mapping[str, tuple[str, int]] = {}
    """What files call the federation's colours, and how many of its points make one of the file's."""
    licensed: frozenset[str] = frozenset()
    """Colours that a program prints only if it knows that the event is licensed for them."""


class MemberNumbers(msgspec.Struct, frozen=True, kw_only=True):
    """How a federation numbers its members."""

    problem: Callable[[str], str]
    """Why a written number cannot belong to this federation; empty if it can."""
    new_number: Callable[[int], str] = str
    """Turns the register's running count into the number of a new member."""
    places: int = 0
    """How many digits a number has, padded with leading zeros; 0 if numbers are not padded."""
    distinctive: bool = False
    """Whether a number of this federation is hardly ever valid in another: it has a check digit, or letters."""
    stand_ins: Mapping[str, str] = {}
    """Numbers that belong to nobody, and whom each stands for; a list may repeat them."""

    def full_number(self, number: str) -> str:
        """A number as the federation writes it, from one without leading zeros."""
        return number.rjust(self.places, "0") if number else ""


class Transfer(msgspec.Struct, frozen=True, kw_only=True):
    """A worksheet of the book by which points from another federation are credited."""

    sheet: str
    colours: Callable[[Mapping[str, Any]], Sequence[str]]
    """The colours of the answers, in order, for some facts."""
    prefill: Callable[[str, Mapping[str, int]], tuple[Mapping[str, str], dict[str, Any]]]
    """The answer to each question, and what else is known, from the federation left and the points held there."""


class Allowance(msgspec.Struct, frozen=True):
    """Points of a colour won before a day, which the ladder counts again under a name of their own."""

    name: str
    colour: str
    before: date

    @property
    def last_day(self) -> date:
        return self.before - timedelta(days=1)


class Grading(msgspec.Struct, frozen=True, kw_only=True):
    """How a book grades its players, by ratings worked out at the end of each season."""

    names: tuple[str, ...]
    """The grades, lowest first."""
    in_force_from: Callable[[Book[Any]], tuple[int, int]]
    """Month and day from which the ratings of the season before are in force, as a book prints them; not before the
    next season begins."""
    colour: str
    """The colour of the points that decide the grade together with the rating."""
    rating: Callable[[Edition, Decimal, Mapping[str, Decimal], int], Exact]
    """The rating of a season, from the rating before, what was won by colour, and the season."""
    grade: Callable[[Edition, Decimal, Decimal, str, bool], str]
    """The grade, from the rating, the points held of that colour, the rank, and whether from overseas."""

    def rating_year(self, book: Book[Any], day: date) -> int:
        """The season whose ratings are in force on a day, by the book of that day."""
        return day.year - (1 if (day.month, day.day) >= self.in_force_from(book) else 2)

    def is_grade(self, word: str) -> bool:
        return word.capitalize() in self.names

    def higher(self, grade: str, other: str) -> str:
        """The higher of two grades, however they are written; no grade is lower than any."""
        return max(grade, other, key=lambda name: self.names.index(name.capitalize()) if self.is_grade(name) else -1)


class YearlyTrophy(msgspec.Struct, frozen=True, kw_only=True):
    """A trophy for the most points of a season: of everybody, and of each group by rank when the season began."""

    name: str
    unranked: str
    """The group of those without a rank."""
    combined: Mapping[str, str]
    """Ranks that share a group, and what it is called."""
    is_barred: Callable[[Book[Any], str, bool, str], bool]
    """Whether somebody cannot win the award of a group, from the rank, whether a visitor, and the rank held abroad."""
    open_clause: str
    """The clause that opens the trophy itself to everybody."""
    barred_clause: str


class PastPoints(msgspec.Struct, frozen=True):
    """For the demo: points of a colour that some players in ten win, and how many hundredths in a good year."""

    colour: str
    good_year: int
    unit: int
    """The step in which they come, in hundredths."""
    players_in_ten: int


class Renewal(msgspec.Struct, frozen=True, kw_only=True):
    """How memberships are renewed for a year: automatically, unless the club cancels in time."""

    opens: tuple[int, int]
    """Month and day from which a club may say who does not renew."""
    cancel_by: Callable[[Book[Any]], tuple[int, int, int]]
    """Month, day and hour of the deadline, as a book prints them."""
    inactive_from: Callable[[Book[Any]], tuple[int, int]]
    """Month and day from which those cancelled are no longer members."""
    clause: str


class CreditReturns(msgspec.Struct, frozen=True, kw_only=True):
    """Points that clubs report by player, worked out elsewhere: posted as reported, never derived."""

    clause: str
    authorisation_clause: str = ""
    """The clause that limits an authorisation to a number of points."""
    grades: tuple[str, ...] = ()
    """The grades an event may have, if the charge for the points depends on it."""
    files: Literal["credit files", "claims"] = "credit files"
    """How they are sent: in credit files by colour, or in claims and the result-only files of scoring programs."""
    club_colours: tuple[str, ...] = ()
    """The points that a club may report, if not all."""
    club_clause: str = ""
    whole_clause: str = ""
    """The clause that says its points are whole."""


class Evening(msgspec.Struct, frozen=True, kw_only=True):
    """An ordinary club evening: what the calculator opens with and the demo plays."""

    boards: int = 24
    grade: str = ""
    grade_name: str = "Status"
    """What the book calls the rating of an event."""


class Federation(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One federation and the editions of its handbook."""

    code: str
    name: str
    country: str
    load_editions: Callable[[Folders], tuple[Edition, ...]]
    """Loads its editions, earliest first, with those of further folders; reports everything that is wrong at once."""
    organisations: Mapping[str, tuple[str, ...]]
    """Each level of organisation, and the levels it may belong to, the nearest first."""
    organiser_levels: OrganiserLevels = OrganiserLevels()
    """How high organisers of events are, beyond what the tree says."""
    point_weights: Mapping[str, int]
    """The weight of a point of each colour in the total; colours that are kept apart are left out."""
    member_numbers: MemberNumbers
    file_marks: FileMarks
    languages: tuple[str, ...] = ()
    """The language tags, lower case, that browsers in its country send: `en-nz`, `mi`."""
    season: Season = CALENDAR_YEAR
    """The twelve months whose points are compared, and at whose end they decay, convert and make ratings."""
    evening: Evening = Evening()
    past_points: Sequence[PastPoints] = ()
    """For the demo: what players won in the years before its season."""
    transfers: Sequence[Transfer] = ()
    decaying: Mapping[str, str] = {}
    """Colours that lose value with the years, and the worksheet that says how."""
    converting: Mapping[str, tuple[str, str]] = {}
    """Colours that become another at the end of a season: the other, and the worksheet that says how."""
    looks_at_rank: bool = False
    """Whether awards depend on the ranks of players, so that the register fills them in."""
    looks_at_grade: bool = False
    """Whether awards depend on the grades of players, so that the register fills them in."""
    entry_limits: Mapping[str, str] = {}
    """The clauses that limit who may enter an event: by `grade`, by `rank`, by `points`."""
    allowances: Sequence[Allowance] = ()
    office_forms: OfficeForms | None = None
    grading: Grading | None = None
    trophy: YearlyTrophy | None = None
    forfeiting: str = ""
    """The worksheet that says what members lose who renew late."""
    renewal: Renewal | None = None
    credit_returns: CreditReturns | None = None
    point_certificates: PointCertificates | None = None
    """If players collect certificates and send them in."""
    hours_ahead: int = 0
    """How many hours its easternmost clocks are ahead of UTC, at most: a later day of play is in the future."""
    charging: Charging = NO_CHARGES
    """What is charged for what is played; most books charge something."""
    extra_folders: Folders = {}
    """Editions outside its folder: proposals, and the next book before it is printed."""

    @cached_property
    def editions(self) -> tuple[Edition, ...]:
        """The editions of its handbook, earliest first."""
        editions = self.load_editions(self.extra_folders)
        require_whole(self, editions)
        return editions

    @cached_property
    def printed_tariff(self) -> Tariff:
        """The amounts its editions print; entries in the register override them."""
        items = self.charging.items
        return Tariff(items, tuple(printed_amounts(items, [edition.book for edition in self.editions])))

    @property
    def demo_tariff(self) -> Tariff:
        """What its editions print, with invented amounts where they print none."""
        return self.printed_tariff.with_amounts(self.charging.invented)

    def edition(self, name: str) -> Edition:
        """An edition by the name of its folder, whether in force or not: `2014`."""
        editions = {edition.name: edition for edition in self.editions}
        if name not in editions:
            raise NotUnderstood(Problem("edition", name, "no such edition", f"write one of: {', '.join(editions)}"))
        return editions[name]

    def with_editions(self, folders: Folders) -> Federation:
        """The same federation with further editions: a proposal, or the next book before it is printed."""
        return msgspec.structs.replace(self, extra_folders={**self.extra_folders, **folders})

    def is_above(self, organiser: str, level: str) -> bool:
        """Whether the organiser of an event is of a higher level than an organisation of this one."""
        name = organiser.lower()
        height = self.organiser_levels.as_high_as.get(name, name)
        return name != level and height in levels_above(self.organisations, level)

    def tier(self, organiser: str) -> Tier | None:
        """How high an organiser of events is, compared with those of other books."""
        return tier_of(self.organisations, self.organiser_levels.tiers, organiser)

    @property
    def club_levels(self) -> tuple[str, ...]:
        """Clubs of every kind."""
        return tuple(level for level in self.organisations if self.tier(level) == CLUB)

    @property
    def levels_above_clubs(self) -> tuple[str, ...]:
        """The levels between the national body and a club, top first, by the shortest way; empty if there is none."""
        paths: list[tuple[str, ...]] = [(level,) for level in self.organisations[CLUB] if level != NATIONAL]
        while paths:
            for path in paths:
                if NATIONAL in self.organisations.get(path[0], ()):
                    return path
            paths = [
                (parent, *path)
                for path in paths
                for parent in self.organisations.get(path[0], ())
                if parent not in path
            ]
        return ()
