"""The tables of the open data with their columns and current rows.

Anonymous members are left out with all their lines, and results name them as anonymous.
"""

from __future__ import annotations

from masterpoint.centre.open_data import ledger_tables, people_tables, result_tables
from masterpoint.centre.open_data.layout import DataTable, Field

TABLES = (
    DataTable(
        "organisations",
        (
            Field("number", "text", "the number of the organisation"),
            Field("name", "text", "its name"),
            Field("level", "text", "club, county, region … in the book's words"),
            Field("belongs_to", "text", "the number of the organisation above it"),
            Field("active", "yes or no", "whether it is active"),
        ),
        people_tables.organisations,
    ),
    DataTable(
        "people",
        (
            Field("number", "text", "the number for life"),
            Field("given_name", "text", ""),
            Field("family_name", "text", ""),
            Field("club", "text", "the number of the home club"),
            Field("rank", "text", "the rank announced last"),
            Field("merged_into", "text", "the number of the record this one has become part of"),
            Field("standing", "text", "member; lapsed or potential where points wait; deceased if a file says so", 3),
            Field("visitor", "yes or no", "from overseas: wins no yearly award of a rank group", 3),
            Field("rank_abroad", "text", "the rank reached before they moved here, as the book calls it", 3),
            Field("other_clubs", "text", "numbers of other clubs whose reports list them, if national files do", 3),
            Field("irregular_number", "yes or no", "their number is older than the federation's rule for numbers", 3),
        ),
        people_tables.people,
    ),
    DataTable(
        "held",
        (
            Field("number", "text", "whose points waited until they would be a member"),
            Field("standing", "text", "lapsed or potential"),
            Field("first_day", "day", "since when; empty if they had never been a member"),
            Field("last_day", "day", "until when; empty if they still wait"),
        ),
        people_tables.waiting_times_table,
        since=3,
    ),
    DataTable(
        "ratings",
        (
            Field("number", "text", "who was rated"),
            Field("year", "number", "at the end of the season that began in this year"),
            Field("rating", "points", "the rating points"),
            Field("grade", "text", "the grade they give"),
            Field("posting", "number", "the entry in the ledger that announced it"),
        ),
        people_tables.ratings,
        since=3,
    ),
    DataTable(
        "results",
        (
            Field("receipt", "text", "the receipt of the filing; its page is /f/CODE/results/RECEIPT/"),
            Field("day", "day", "the day of play"),
            Field("organiser", "text", "the number of the organisation"),
            Field("event", "text", "the name of the event"),
            Field("form", "text", "the form of event"),
            Field("state", "text", "provisional, official, rejected or withdrawn"),
            Field("filed", "text", "when it was filed, in UTC"),
        ),
        result_tables.results,
    ),
    DataTable(
        "versions",
        (
            Field("receipt", "text", "of which filing"),
            Field("version", "number", "1 as it was filed; each correction is one more"),
            Field("posting", "number", "the entry in the ledger that posted its awards"),
            Field("taken_back_by", "number", "the entry that took them back, if one did"),
            Field("edition", "text", "the edition of the book that judged it"),
            Field("engine", "text", "the version of the program that did"),
            Field(
                "other_events", "text", "receipts of similar filings, if somebody decided that they are other events"
            ),
            Field("facts", "text", "the event as JSON, in the vocabulary of event files: ranking, scores, who played"),
            Field("awards", "text", "the awards as JSON, in the order that explanations count from 0"),
            Field("made", "text", "when it was filed or corrected, in UTC", 3),
        ),
        result_tables.versions,
    ),
    DataTable(
        "boards",
        (
            Field("receipt", "text", "of which filing; its boards are at /f/CODE/results/RECEIPT/boards/"),
            Field(
                "order", "number", "which board of the filing, counted from 1; one row for each table that played it"
            ),
            Field("session", "text", "as the file calls it"),
            Field("section", "text", "as the file calls it"),
            Field("board", "number", "the number of the board"),
            Field("dealer", "text", ""),
            Field("vulnerable", "text", "none, North-South, East-West or all"),
            Field("north", "text", "the cards: spades, hearts, diamonds and clubs, a dot between; empty if unknown"),
            Field("east", "text", ""),
            Field("south", "text", ""),
            Field("west", "text", ""),
            Field("ns", "text", "the number North-South played under"),
            Field("ns_players", "text", "their member numbers, or what the facts call those who are not named"),
            Field("ew", "text", "the number East-West played under"),
            Field("ew_players", "text", ""),
            Field("contract", "text", "such as 4SX, PASS, or adjusted with what was given"),
            Field("declarer", "text", "N, E, S or W"),
            Field("tricks", "number", "that the declarer made"),
            Field("lead", "text", "the suit, then the card"),
            Field("score", "number", "of North-South"),
            Field("ns_points", "text", "match points or IMPs, as the file has them"),
            Field("ew_points", "text", ""),
        ),
        result_tables.boards,
        since=3,
    ),
    DataTable(
        "entries",
        (
            Field("posting", "number", "the number of the entry in the ledger"),
            Field("posted", "text", "when it was posted, in UTC"),
        ),
        ledger_tables.entries,
        since=3,
    ),
    DataTable(
        "awards",
        (
            Field("number", "text", "whose points"),
            Field("day", "day", "the day they count from"),
            Field("colour", "text", ""),
            Field("points", "points", "below nothing where something was taken back"),
            Field("kind", "text", "awards, reported, adjustment, opening, reversal …"),
            Field("posting", "number", "the entry in the ledger"),
            Field("reverses", "number", "the entry that this one takes back"),
            Field("part_of", "number", "the entry that this one takes back from one person alone"),
            Field("receipt", "text", "the filing they were won in"),
            Field("version", "number", "the version of the filing"),
            Field("explanation", "number", "which award of that version: /f/CODE/results/RECEIPT/why/EXPLANATION/"),
            Field("won", "yes or no", "whether they were won in the season of the day, or brought along"),
            Field("reason", "text", "what the entry was for, where everybody may read it"),
        ),
        ledger_tables.awards,
    ),
    DataTable(
        "ranks",
        (
            Field("number", "text", "who was promoted"),
            Field("rank", "text", "to which rank"),
            Field("reached", "day", "the day of play it was reached on"),
            Field("announced", "day", "the day of the run that announced it"),
        ),
        people_tables.ranks,
    ),
)
