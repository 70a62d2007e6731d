"""The words of the site: what a club member would not say stands on no page and in no message."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1] / "src" / "masterpoint"
TEXTS = sorted([*ROOT.rglob("*.html"), *(path for path in ROOT.rglob("*.py") if "migrations" not in path.parts)])
BANNED = {
    "the file: is": "say what the file is in one sentence",
    "because the file has matches": "say what was taken and from what",
    "stands in the list more than once": "is in the list twice",
    "put away": "discarded, or nothing was filed",
    "does that not settle it": "ask whether the points are still missing",
    "clubs and other parts": "organisations",
    "stands under": "is part of",
    "how the file is taken": "how the file is read",
    "nobody quite so": "nobody by this name",
    "as told": "as given",
    "what is in the way": "what is still needed",
    "lines were left out": "say how many lines are not shown",
    "(found: ": "quote what was written after a colon",
    "how the centre is doing": "state of the Centre",
    "the turn of the year {": "end of the year",
    "the reading taken is": "we say how we read it",
    "stands in the": "is in the",
    "still to be won</": "more points needed",
    "no longer at work": "no longer active",
    "differs from the file in {len(differences)} things": "places",
    "rubbed out": "no entry is overwritten",
    "the unwanted mail": "your spam folder",
    "look into your mail": "check your e-mail",
    "is to be paid; nothing": "to pay",
    "all that is held": "everything we hold",
    "stand on no invoice": "are on no invoice",
    "readings were taken": "we read it as in",
    "awarded anew.": "awarded again",
    "otherwise than the": "differently from",
    "the code of the letter": "the code from the letter",
    "six figures": "six digits",
    "by a slip": "by mistake",
    "holds no office": "say what the account cannot do, and whom to ask",
    "mend the ": "correct the …",
    "mend one of": "correct one of",
    "is not told": "is missing",
    "this is no day": "this is not a date",
    "this is no amount": "this is not an amount",
    "this is no number": "this is not a number",
    "this is no e-mail": "this is not an e-mail address",
    "stands beside": "a number has two names",
    "filed all the same": "filed anyway, or still filed",
    "room for your": "a box for your answer",
    "for something of theirs does not read": "because part of their line cannot be read",
    "whoever": "say who: the operator, the person who uses it",
    "nothing waits": "nothing is waiting",
    "at it any more": "if it has stopped",
    "goes on from there": "it continues where it was",
    "taken whole": "saved completely",
    "that nobody sees": "invisible",
    "as it stands": "as it is",
}
"""Each with what to say instead; docs/developers/site-words.md lists the site's own terms."""
COMMENT = re.compile(r'^\s*#|"""')


@pytest.mark.parametrize("phrase", BANNED)
def test_no_page_or_message_uses_it(phrase: str) -> None:
    used = [
        f"{path.relative_to(ROOT)}:{number}: say instead: {BANNED[phrase]}"
        for path in TEXTS
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if phrase in line.lower() and not COMMENT.search(line)
    ]
    assert used == []
