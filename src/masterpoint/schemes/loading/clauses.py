"""`clauses.csv` and `recorded.csv`: the register of clauses. An edition changes that of the edition it is based on."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from masterpoint.core.derivation import Clause, Clauses
from masterpoint.schemes.loading.folders import Folder, Row

FILE, RECORDED_FILE = "clauses.csv", "recorded.csv"
COLUMNS = ("clause", "chapter", "gist", "kinds", "treatment")
KINDS = ("COMPUTE", "VALIDATE", "RECORD", "POLICY")
RULES = ("COMPUTE", "VALIDATE")
"""The kinds of clauses that the program applies itself: it computes or checks them."""
PROGRAM_TREATMENTS = ("computed", "checked")
RECORDED = "recorded"
TREATMENTS = (*PROGRAM_TREATMENTS, RECORDED, "left to people")
WITHDRAWN = "withdrawn"
"""The treatment of a clause that the previous edition had and this one no longer has."""
RECORDERS = ("page", "report", "command", "form", "sheet")
PARTS = re.compile(r"\d+|[^\W\d_]+")


class ClauseFiles(NamedTuple):
    """What one folder says about clauses."""

    clauses: Sequence[Row]
    recorders: Mapping[str, tuple[str, ...]]
    readable: bool


def clause_files(folder: Folder) -> ClauseFiles:
    """Both files of one folder. Each line is checked by itself."""
    rows = folder.rows(FILE, COLUMNS, ("page",))
    by_clause: dict[str, int] = {}
    for row in rows or ():
        _check(folder, row)
        number = row.cells["clause"]
        if number in by_clause:
            place, message = f"{FILE}, line {row.line}", f"line {by_clause[number]} also describes this clause"
            folder.refuse(place, number, message, "give each clause only one line")
        by_clause.setdefault(number, row.line)
    recorders = {}
    for row in folder.rows(RECORDED_FILE, ("clause", "by")) or ():
        recorders[row.cells["clause"]] = tuple(row.cells["by"].split("; "))
        unknown = [recorder for recorder in recorders[row.cells["clause"]] if recorder.split(" ")[0] not in RECORDERS]
        if unknown:
            fix = f"begin each with one of: {', '.join(RECORDERS)}; separate several with “; ”"
            message = "this is not a way to record a clause"
            folder.refuse(f"{RECORDED_FILE}, line {row.line}, by", "; ".join(unknown), message, fix)
    return ClauseFiles(rows or (), recorders, rows is not None)


def _check(folder: Folder, row: Row) -> None:
    cells = row.cells
    place = f"{FILE}, line {row.line}"
    for name in ("clause", "chapter", "gist"):
        if not cells[name].strip() and cells["treatment"] != WITHDRAWN:
            folder.refuse(f"{place}, {name}", "", "this cell is empty", "fill it in")
    kinds = cells["kinds"].split()
    for kind in kinds:
        if kind not in KINDS:
            folder.refuse(f"{place}, kinds", kind, "there is no such kind", f"write one or more of: {', '.join(KINDS)}")
    if not kinds and cells["treatment"] != WITHDRAWN:
        folder.refuse(f"{place}, kinds", "", "this cell is empty", f"write one or more of: {', '.join(KINDS)}")
    if cells["treatment"] not in (*TREATMENTS, WITHDRAWN):
        fix = f"write one of: {', '.join((*TREATMENTS, WITHDRAWN))}"
        folder.refuse(f"{place}, treatment", cells["treatment"], "there is no such treatment", fix)
    elif kinds and kinds[0] in RULES and cells["treatment"] not in (*PROGRAM_TREATMENTS, WITHDRAWN):
        message = f"a clause whose first kind is {kinds[0]} is a rule, and rules are computed or checked"
        folder.refuse(f"{place}, treatment", cells["treatment"], message, f"write {' or '.join(PROGRAM_TREATMENTS)}")


def register_of(
    layers: Sequence[tuple[Folder, ClauseFiles]], label: str, edition: str
) -> tuple[Clauses, dict[str, list[Clause]]]:
    """The clauses of an edition in the order of the book, and by chapter; from the oldest layer to the newest."""
    rows: dict[str, dict[str, str]] = {}
    recorders: dict[str, tuple[str, ...]] = {}
    for folder, files in layers:
        rows = _with_changes(rows, folder, files)
        recorders |= files.recorders
    chapters: dict[str, list[Clause]] = {}
    for number, row in rows.items():
        recorded_by = recorders.get(number, ()) if row["treatment"] == RECORDED else ()
        kinds = tuple(row["kinds"].split())
        clause = Clause(label, number, row["gist"], kinds, row["treatment"], edition, row.get("page", ""), recorded_by)
        chapters.setdefault(row["chapter"], []).append(clause)
    clauses = {clause.number: clause for chapter in chapters.values() for clause in chapter}
    _check_recorded(*layers[-1], clauses)
    return clauses, chapters


def _with_changes(rows: dict[str, dict[str, str]], folder: Folder, files: ClauseFiles) -> dict[str, dict[str, str]]:
    """A register with the lines of the next edition: changed clauses stay in place, new ones go where they belong."""
    titles = _new_titles(rows, folder, files.clauses)
    rows = {number: row | {"chapter": titles.get(row["chapter"], row["chapter"])} for number, row in rows.items()}
    if not rows:
        return {row.cells["clause"]: row.cells for row in files.clauses}
    new: list[Row] = []
    for row in files.clauses:
        number = row.cells["clause"]
        if row.cells["treatment"] == WITHDRAWN:
            if rows.pop(number, None) is None and files.readable:
                message = "the previous edition has no such clause"
                folder.refuse(f"{FILE}, line {row.line}, clause", number, message, "withdraw a clause that it has")
        elif number in rows:
            rows[number] = row.cells
        else:
            new.append(row)
    return _with_new(rows, new) if new else rows


def _new_titles(rows: Mapping[str, Mapping[str, str]], folder: Folder, changed_rows: Sequence[Row]) -> dict[str, str]:
    """The new titles of chapters, by their titles in the previous edition.

    A changed clause with a new title gives it to its whole chapter. If the old title is still used, the chapter is
    divided instead.
    """
    rows_by_clause = {row.cells["clause"]: row for row in changed_rows if row.cells["treatment"] != WITHDRAWN}
    titles_in_use = {row.cells["chapter"] for row in rows_by_clause.values()}
    titles: dict[str, str] = {}
    for number, row in rows_by_clause.items():
        old, new = rows[number]["chapter"] if number in rows else "", row.cells["chapter"]
        if not old or old == new or old in titles_in_use:
            continue
        if titles.setdefault(old, new) != new:
            message = f"another line gives the chapter “{old}” the title “{titles[old]}”"
            fix = "give the chapter one title; to divide it, keep the old title on a line of the other part"
            folder.refuse(f"{FILE}, line {row.line}, chapter", new, message, fix)
    return titles


def _with_new(rows: Mapping[str, dict[str, str]], new: Sequence[Row]) -> dict[str, dict[str, str]]:
    """The register with new clauses, each before the next clause of the book, within its chapter if there is one."""
    order = list(rows)
    cells = dict(rows)
    for row in new:
        number, chapter = row.cells["clause"], row.cells["chapter"]
        peers = [other for other in order if cells[other]["chapter"] == chapter] or order
        next_clause = next((other for other in peers if in_order(other) > in_order(number)), None)
        order.insert(order.index(next_clause) if next_clause else order.index(peers[-1]) + 1, number)
        cells[number] = row.cells
    return {number: cells[number] for number in order}


def in_order(number: str) -> list[tuple[bool, int, str]]:
    """The sort key of a clause number: 4.4.9 comes before 4.11.6, and both come before an appendix."""
    return [(not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in PARTS.findall(number)]


def _check_recorded(folder: Folder, files: ClauseFiles, clauses: Clauses) -> None:
    """Check that every recorded clause, and no other, names what records it."""
    for number in files.recorders:
        if number not in clauses or clauses[number].treatment != RECORDED:
            message = "the register has no recorded clause with this number"
            folder.refuse(f"{RECORDED_FILE}, {number}", number, message, f"compare its treatment in {FILE}")
    for row in files.clauses:
        number = row.cells["clause"]
        if row.cells["treatment"] == RECORDED and number in clauses and not clauses[number].recorded_by:
            place, message = f"{FILE}, line {row.line}, treatment", "it does not say what records this clause"
            folder.refuse(place, RECORDED, message, f"add a line with this clause to {RECORDED_FILE}")
