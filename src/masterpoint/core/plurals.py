"""Nouns and verbs that agree with their count: `1 board is`, `2 boards are`."""

from __future__ import annotations

import re

ENDINGS = {"people": "person", "halves": "half"} | {"ies": "y", "ches": "ch"}
"""Of nouns whose singular is not just the plural without an s."""
NOUNS = (
    *("accounts", "acts", "areas", "awards", "balances", "boards", "byes", "bytes", "cases", "categories", "cells"),
    *("certificates", "championships", "chances", "characters", "charges", "claims", "clauses", "clubs"),
    *("columns", "competitions", "consolations", "contestants", "counties", "countries", "days", "deals"),
    *("decimals", "differences", "digits", "districts", "divisions", "drafts", "entries", "errors", "evenings"),
    *("events", "fields", "files", "filings", "finalists", "games", "halves", "heats", "hours", "imps"),
    *("invitations", "invoices", "ladders", "leagues", "ledgers", "letters", "levels", "licences", "lines"),
    *("lists", "losers", "margins", "masterpoints", "matches", "members", "minutes", "months", "notes"),
    *("numbers", "organisations", "pages", "pairs", "parts", "passkeys", "payments", "people", "periods", "pixels"),
    *("places", "players", "points", "positions", "postings", "problems", "promotions", "qualifiers"),
    *("questions", "rankings", "ranks", "ratings", "readings", "records", "requests", "results", "rounds"),
    *("rows", "runs", "seats", "seconds", "sections", "sessions", "settings", "sheets", "stages", "steps"),
    *("tables", "teams", "things", "totals", "tournaments", "trials", "triangles", "tricks", "units"),
    *("versions", "vps", "warnings", "weeks", "winners", "wins", "words", "years"),
)
"""The nouns that messages count."""
KINDS = (
    *("accelerated", "accredited", "additional", "black", "blue", "blue point", "complete", "consecutive"),
    *("different", "extra", "free", "full", "further", "gold", "green", "green point", "interclub", "local"),
    *("major", "master", "member", "metropolitan", "novice", "minor", "more", "national", "new", "other", "pairs"),
    *("player", "qualifying", "rating", "red", "regular", "separate", "silver", "teams", "whole"),
)
"""Adjectives that may stand between a count and its noun."""
NUMBERED = {
    *("appendix", "board", "category", "chapter", "class", "day", "division", "final", "flight", "form"),
    *("game", "grade", "group", "heat", "level", "line", "list", "match", "no", "number", "page", "pair"),
    *("part", "place", "rank", "round", "row", "scale", "section", "session", "set", "stage", "step"),
    *("stratum", "table", "team", "year"),
}
"""Nouns that a number follows without counting anything: `the teams of division 1`."""
VERBS = {"are": "is", "were": "was", "have": "has", "do": "does", "play": "plays", "share": "shares", "earn": "earns"}
COLOUR = r"(?!(?:and|at|by|for|from|in|of|or|than|to|with) )[a-z]+(?<!s) (?=points\b)"
"""A word between a count and its points is their colour, whatever a book calls it: `1 platinum point`."""
COUNT_OF_ONE = re.compile(
    rf"1 (?<![\w.,/–-]1 )(?P<kind>(?:(?:{'|'.join(KINDS)}) ){{0,2}}(?:{COLOUR})?)(?P<noun>{'|'.join(NOUNS)})\b"
    rf"(?P<verb> (?:{'|'.join(VERBS)})\b)?",
    re.IGNORECASE,
)


def count_text(number: int, single: str, plural: str = "") -> str:
    """`1 award`, `2 awards`; an irregular plural is passed: `2 people`."""
    return f"{number:,} {single if number == 1 else plural or f'{single}s'}"


def agreeing(text: str) -> str:
    """A text written in the plural, with singular forms where the count is one."""
    return COUNT_OF_ONE.sub(_single, text) if "1 " in text else text


def _single(match: re.Match[str]) -> str:
    previous_word = match.string[: match.start()].rstrip().rpartition(" ")[2]
    if previous_word.lower().strip("(“") in NUMBERED:
        return match[0]
    noun, verb = match["noun"], (match["verb"] or "").strip()
    ending = next((ending for ending in ENDINGS if noun.endswith(ending)), "s")
    single = noun.removesuffix(ending) + ENDINGS.get(ending, "")
    return f"1 {match['kind']}{single}{f' {VERBS[verb.lower()]}' if verb else ''}"
