"""Reads USEBIO 1.0 to 1.3: one `Results` for each EVENT.

Programs differ in the order of children, and PARTICIPANTS can be in any of four places. So the tree is walked by name,
and each list remembers its session and section.
"""

from __future__ import annotations

from lxml import etree

from masterpoint.core.boards import Board, Match
from masterpoint.core.deals import Deal
from masterpoint.core.results import Contest, DeclaredCounts, Entry, MatchScoring, Results, Scoring, Stratum
from masterpoint.formats import safe_xml, values
from masterpoint.formats.lists import rankings_of
from masterpoint.formats.problems import SeveralEvents, refuse
from masterpoint.formats.usebio import hand_records, words
from masterpoint.formats.usebio.contestants import entries_of, yes
from masterpoint.formats.usebio.play import board_of, match_of
from masterpoint.formats.usebio.quirks import TABLES_LISTED_TWICE, join_individual_lines
from masterpoint.formats.usebio.tree import Notes, line_of, texts

CONTEST_BY_ELEMENT: dict[str, Contest] = {"PAIR": "pairs", "TEAM": "teams", "PLAYER": "individual"}


def read(data: bytes, *, source: str, event: int | None = None) -> Results:
    """The only event of a file. If there are several, `event` (1, 2 ...) selects one; `read_all` returns them all."""
    events = read_all(data, source=source)
    if event is None and len(events) > 1:
        raise SeveralEvents(events)
    if event is not None and not 1 <= event <= len(events):
        refuse(
            0, str(event), f"has no event with this number; it holds {len(events)}", "Choose one of those in the file."
        )
    return events[(event or 1) - 1]


def read_all(data: bytes, *, source: str) -> tuple[Results, ...]:
    """Every event of the file."""
    document = safe_xml.parse(data)
    root = document.root
    if root.tag != "USEBIO":
        refuse(0, str(root.tag), "is not a USEBIO file", "Choose the results file, not another one.")
    events = root.findall("EVENT")
    if not events:
        refuse(0, "", "holds no event", "Export the results of an event from the scoring program.")
    return tuple(_Event(root, event, source, document.remarks).results() for event in events)


class _Event:
    """One EVENT while it is read."""

    def __init__(self, root: etree._Element, event: etree._Element, source: str, remarks: tuple[str, ...]) -> None:
        self.root, self.event, self.source, self.remarks = root, event, source, remarks
        self.notes = Notes()
        self.head = texts(event)
        self.entries: list[Entry] = []
        self.boards: list[Board] = []
        self.matches: list[Match] = []
        self.deals: list[Deal | None] = [
            deal for part in root.findall("HANDSET") for deal in hand_records.deals_in(part)
        ]

    def results(self) -> Results:
        contest, scoring, swiss, programme = self._kind()
        self._walk(self.event, "", "")
        if not self.entries and not self.notes.problems.listed:
            fix = "Export the results again, with the ranking list."
            self.notes.problems.add(line_of(self.event), "", "the event has no contestants", fix)
        if not self.entries:
            self.notes.problems.refuse_if_any()
        head = self.head
        winners = values.whole(head.get("WINNER_TYPE", ""))
        rankings, list_remarks = rankings_of(self.entries, winners=winners)
        boards = join_individual_lines(self.boards) if contest == "individual" else None
        doubled_remarks = (TABLES_LISTED_TWICE,) if boards else ()
        hands = (hand_records.LEFT_OUT_NOTICE,) if None in self.deals else ()
        club = self.root.find("CLUB")
        club_fields = {} if club is None else texts(club)
        written_day = head.get("DATE", "")
        results = Results(
            format=f"USEBIO {(self.root.get('Version') or '').strip()}".strip(),
            source=self.source,
            contest=contest,
            scoring=scoring,
            match_scoring=self._match_scoring(),
            event_name=head.get("EVENT_DESCRIPTION", ""),
            title=head.get("TITLE", ""),
            event_id=head.get("EVENT_IDENTIFIER") or head.get("EVENT_ID", ""),
            played=values.day(written_day),
            played_as_written=written_day,
            club_name=club_fields.get("CLUB_NAME", ""),
            club_number=club_fields.get("CLUB_ID_NUMBER", ""),
            country=head.get("COUNTRY", ""),
            programme=programme,
            swiss=swiss,
            rating=head.get("MASTER_POINT_SCALE") or head.get("EVENT_RATING", ""),
            charge_code=head.get("P2P_CHARGE_RATE") or head.get("EBU_CHARGE_CODE", ""),
            colour=head.get("MASTER_POINT_TYPE", "").lower(),
            awards_flag=yes(head.get("MPS_AWARDED_FLAG", "")),
            winners=winners,
            boards_played=self.notes.whole(head, "BOARDS_PLAYED", self.event),
            boards_per_round=self.notes.whole(head, "BOARDS_PER_ROUND", self.event),
            counts=self._counts(),
            program_name=head.get("PROGRAM_NAME", ""),
            program_version=head.get("PROGRAM_VERSION", ""),
            rankings=rankings,
            boards=boards or tuple(self.boards),
            matches=tuple(self.matches),
            deals=tuple(deal for deal in self.deals if deal is not None),
            strata=self._strata(),
            strata_type=self.event.findtext("STRATIFICATION/STRATIFICATION_TYPE", "").strip(),
            remarks=(*self.remarks, *list_remarks, *doubled_remarks, *hands),
            notices=self.notes.all_notices(),
        )
        self.notes.problems.refuse_if_any(results)
        return results

    def _kind(self) -> tuple[Contest, Scoring | None, bool, str]:
        programme = (self.event.get("EVENT_TYPE") or "").strip().upper()
        if programme not in words.EVENT_TYPES:
            kinds = ", ".join(sorted(words.EVENT_TYPES))
            refuse(line_of(self.event), programme, "is not a kind of event we know", f"We know {kinds}.")
        contest, scoring, swiss = words.EVENT_TYPES[programme]
        if programme == "LADDER":
            contest = self._contest_listed()
        return contest, self._board_scoring(programme, scoring), swiss, programme

    def _contest_listed(self) -> Contest:
        """A ladder may be for pairs, teams or players: the list shows which."""
        for name, contest in CONTEST_BY_ELEMENT.items():
            if self.event.find(f".//PARTICIPANTS/{name}") is not None:
                return contest
        return "pairs"

    def _board_scoring(self, programme: str, by_type: Scoring | None) -> Scoring | None:
        """BOARD_SCORING_METHOD, or else the event's type, or else the type that PARTICIPANTS repeats."""
        method = self.head.get("BOARD_SCORING_METHOD", "").upper()
        if method in words.BOARD_SCORING:
            return words.BOARD_SCORING[method]
        if method:
            fix = f"We know {', '.join(sorted(words.BOARD_SCORING))}."
            self.notes.notice(line_of(self.event), method, "is not a way of scoring we know", fix)
        if programme == "PAIRS":
            lists = self.event.iter("PARTICIPANTS")
            list_kind = next((kind for part in lists if (kind := part.get("EVENT_TYPE"))), "").strip().upper()
            if list_kind in words.EVENT_TYPES and words.EVENT_TYPES[list_kind][0] == "pairs":
                return words.EVENT_TYPES[list_kind][1]
        return by_type

    def _match_scoring(self) -> MatchScoring:
        method = (self.head.get("MATCH_SCORING_METHOD") or self.head.get("SCORING_METHOD", "")).upper()
        return words.MATCH_SCORING.get(method, "other" if self.head.get("MATCH_SCORING_METHOD") else "")

    def _counts(self) -> DeclaredCounts:
        pairs, ns, ew, sessions, sections = (
            self.notes.whole(self.head, name, self.event)
            for name in ("PAIRS", "NS_PAIRS", "EW_PAIRS", "SESSION_COUNT", "SECTION_COUNT")
        )
        return DeclaredCounts(pairs, ns, ew, sessions, sections)

    def _walk(self, part: etree._Element, session: str, section: str) -> None:
        for child in part:
            match child.tag:
                case "PARTICIPANTS":
                    self.entries += entries_of(child, session, section, self.notes)
                case "BOARD":
                    self.boards.append(board_of(child, session, section, self.notes))
                case "MATCH":
                    self.matches.append(match_of(child, session, section, self.notes))
                case "SESSION" if not session:
                    self._walk(child, (child.get("SESSION_ID") or "").strip(), section)
                case "SECTION" if not section:
                    self._walk(child, session, (child.get("SECTION_ID") or "").strip())
                case "HANDSET":
                    self.deals += hand_records.deals_in(child, session)
                case name if name not in words.HEAD:
                    self.notes.unknown(part, {str(name)})

    def _strata(self) -> tuple[Stratum, ...]:
        return tuple(self._stratum(element) for element in self.event.iterfind("STRATIFICATION/STRATS/STRAT"))

    def _stratum(self, element: etree._Element) -> Stratum:
        fields = texts(element)
        counts = [
            ((count.get("DIRECTION") or "").strip(), (count.text or "").strip())
            for count in element.iterchildren("NUMBER_OF_PAIRS")
        ]
        return Stratum(
            number=self.notes.whole(fields, "STRAT_NUMBER", element) or 0,
            label=fields.get("STRAT_LABEL", ""),
            upper_limit=fields.get("UPPER_LIMIT", ""),
            pairs=tuple(counts),
        )
