"""From any file to awards: the event a file describes, what is wrong with it, how its awards compare with the book's.

These functions need no web site and no database: the command line, the site, the API and any Python program call them.
"""

from __future__ import annotations

from masterpoint.intake.awards import Difference, award_differences, credits_of, has_file_awards, with_our_awards
from masterpoint.intake.checking import CheckedFile, check, check_contents, code_findings
from masterpoint.intake.findings import Finding
from masterpoint.intake.options import Options
from masterpoint.intake.previewing import Preview, preview_of
from masterpoint.intake.reading import (
    FileContents,
    ImportedFile,
    event_file,
    import_event,
    judge,
    read_event,
    read_file,
)

__all__ = [
    "CheckedFile",
    "Difference",
    "FileContents",
    "Finding",
    "ImportedFile",
    "Options",
    "Preview",
    "award_differences",
    "check",
    "check_contents",
    "code_findings",
    "credits_of",
    "event_file",
    "has_file_awards",
    "import_event",
    "judge",
    "preview_of",
    "read_event",
    "read_file",
    "with_our_awards",
]
