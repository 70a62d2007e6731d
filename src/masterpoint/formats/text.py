"""From bytes to text (size, encoding, line ends), and from text to the cells of a CSV file and back."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

import msgspec

from masterpoint.core.file_size import LARGEST_FILE, too_large
from masterpoint.formats.problems import refuse

MAX_FIELD = 20_000
MAX_ROWS = 30_000
AS_WINDOWS_1252 = (
    "The file is not in the encoding it names, or names none; it was read as Windows-1252 (Western letters)."
)
AS_UTF_8 = "The file says that it is {declared}, but it is in UTF-8; we read it as UTF-8."
ENCODED_TWICE = "The accented letters of this file were garbled (“Ã©” for “é”); we corrected them."

_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_C1_CONTROLS = re.compile("[\x80-\x9f]")
_DOUBLE_ENCODING = re.compile("[Â-ô][\u0080-\u00bf€‚-›ŒœŠšŸŽžƒˆ˜]")
"""What a letter beyond ASCII looks like when it was encoded twice."""
_NON_BLANK = re.compile(rb"[^\0\s]")
_NOT_ASCII = re.compile(rb"[\x80-\xff]")
_ENCODINGS = re.compile(
    r"utf-?8|(?:iso-?8859-?|latin-?)\d{1,2}|(?:us-)?ascii|(?:cp|windows-?)\d{3,4}|utf-?16(?:-?[lb]e)?"
    r"|mac-?(?:roman|intosh)|koi8-[ru]|big5|gb(?:k|2312|18030)|shift[-_]jis|euc-(?:jp|kr)"
)
"""Encodings that a scoring program may name; Python would decode others that are not for text."""
_LATIN = frozenset(("iso-8859-1", "latin-1", "latin1", "iso8859-1", "us-ascii", "ascii"))


class DecodedText(msgspec.Struct, frozen=True):
    """A file's text, with remarks on how it was read."""

    text: str
    remarks: tuple[str, ...] = ()


def check_size(data: bytes) -> None:
    if not _NON_BLANK.search(data):
        refuse(0, "", "is empty", "Export it again from the scoring program.")
    if len(data) > LARGEST_FILE:
        refuse(0, "", *too_large(len(data)))


def decode(data: bytes, declared_encoding: str = "") -> DecodedText:
    """Text from bytes: by the byte order mark, else as UTF-8 if valid, else as declared, else as Windows-1252.

    A file that is not in the encoding it declares is read correctly anyway, with a remark. Text beyond ASCII that is
    valid UTF-8 is UTF-8: in any other encoding it would be nonsense.
    """
    check_size(data)
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return DecodedText(_without_nuls(_decode_strictly(data[len(mark) :], encoding)))
    encoding_name = declared_encoding.strip().lower().replace("_", "-") or "utf-8"
    wide_encoding = _wide_encoding(data)
    if wide_encoding:
        return DecodedText(_without_nuls(_decode_strictly(data, wide_encoding)))
    if _is_utf_8(data):
        misnamed = encoding_name not in ("utf-8", "utf8") and (
            _NOT_ASCII.search(data) or encoding_name.startswith("utf")
        )
        remarks = (AS_UTF_8.format(declared=declared_encoding.strip()),) if misnamed else ()
        text = _without_nuls(data.decode())
        once = _encoded_once(text)
        return DecodedText(once, (*remarks, ENCODED_TWICE)) if once else DecodedText(text, remarks)
    return _by_declaration(data, encoding_name)


def _encoded_once(text: str) -> str:
    """The text, if UTF-8 was misread as Windows-1252 and encoded again; otherwise empty."""
    if not _DOUBLE_ENCODING.search(text):
        return ""
    try:
        return text.encode("cp1252").decode()
    except UnicodeError:
        return ""


def _wide_encoding(data: bytes) -> str:
    """The encoding of text with two bytes per letter and no mark: every other byte at the start is zero."""
    start = data[:200]
    evens, odds = start[::2], start[1::2]
    if len(start) >= 4 and odds.count(0) == len(odds) and not evens.count(0):
        return "utf-16-le"
    if len(start) >= 4 and evens.count(0) == len(evens) and not odds.count(0):
        return "utf-16-be"
    return ""


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _by_declaration(data: bytes, encoding_name: str) -> DecodedText:
    try:
        text = (
            data.decode("latin-1" if encoding_name in _LATIN else encoding_name)
            if _ENCODINGS.fullmatch(encoding_name)
            else None
        )
    except (UnicodeDecodeError, LookupError):
        text = None
    if text is None or (encoding_name in _LATIN and _C1_CONTROLS.search(text)):
        return DecodedText(_without_nuls(_decode_windows(data)), (AS_WINDOWS_1252,))
    return DecodedText(_without_nuls(text))


def _decode_strictly(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        refuse(
            0,
            "",
            f"begins as {encoding.upper()} text but the rest of it is not",
            "Export it again; it may be cut short.",
        )


def _decode_windows(data: bytes) -> str:
    # Five bytes have no meaning in Windows-1252, but do in Latin-1, so reading never fails here.
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _without_nuls(text: str) -> str:
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        fix = "Export it again: this copy is damaged, or is not a results file."
        refuse(line, "", "holds zero bytes, which no text file has", fix)
    return text


def lines_of(text: str) -> list[str]:
    """The lines, whatever their ends: CRLF, LF or a lone CR; form feeds and the like stay inside a line."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def rows_of(text: str, *, delimiter: str = ",") -> list[tuple[int, list[str]]]:
    """(line, cells) of every row of a CSV text that is not blank, with cells stripped and formula marks removed."""
    unified = "\n".join(lines_of(text))
    reader = csv.reader(io.StringIO(unified, newline=""), delimiter=delimiter, strict=False)
    rows: list[tuple[int, list[str]]] = []
    try:
        for row in reader:
            if any(len(cell) > MAX_FIELD for cell in row) or len(row) > 1000:
                refuse(
                    reader.line_num,
                    row[0][:40],
                    "has a field that is far too long",
                    "Look for a missing quotation mark.",
                )
            if any(cell.strip() for cell in row):
                rows.append((reader.line_num, [from_cell(cell.strip()) for cell in row]))
            if len(rows) > MAX_ROWS:
                refuse(reader.line_num, "", f"has more than {MAX_ROWS} rows", "Send the results of one event.")
    except csv.Error as error:
        refuse(reader.line_num, "", f"cannot be split into columns ({error})", "Save it again as CSV.")
    return rows


_SPACES = re.compile("[\u00a0\u2000-\u200a\u202f\u205f\u3000]")
_INVISIBLE = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")


def plain_cell(cell: str) -> str:
    """A cell without invisible marks: every kind of space becomes a space, and marks of direction are removed."""
    if cell.isascii():
        return cell.strip()
    return _INVISIBLE.sub("", _SPACES.sub(" ", cell)).strip()


CELL_SEPARATORS = ("|", "  ")
"""What separates the columns of a pasted table: bars, or two or more spaces."""


def pasted_rows(text: str, delimiter: str) -> list[tuple[int, list[str]]]:
    """(line, cells) of a table pasted from a page, a letter or a document, without the rules between its rows."""
    rows: list[tuple[int, list[str]]] = []
    for number, line in enumerate(lines_of(text), 1):
        if len(line) > MAX_FIELD:
            refuse(number, line[:40], "has a line that is far too long", "Paste the table alone.")
        row = line.strip().strip("|") if delimiter == "|" else line.strip()
        if delimiter in row and not _RULE.fullmatch(row):
            cells = row.split("|") if delimiter == "|" else _COLUMNS.split(row)
            rows.append((number, [from_cell(cell.strip()) for cell in cells]))
        if len(rows) > MAX_ROWS:
            refuse(number, "", f"has more than {MAX_ROWS} rows", "Send the results of one event.")
    return rows


_RULE = re.compile(r"[-=+|: ]*")
_COLUMNS = re.compile(r" {2,}|\t")


# A spreadsheet runs a cell that begins like a formula. An apostrophe in front makes it text; reading removes it.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_FORMULA_MARK = re.compile(r"'+[=+\-@\t\r]")
_PLAIN_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?\Z")


def to_cell(text: str) -> str:
    return "'" + text if _FORMULA.match(text) and not _PLAIN_NUMBER.match(text) else text


def from_cell(cell: str) -> str:
    return cell[1:] if _FORMULA_MARK.match(cell) else cell


def csv_text(rows: Iterable[Sequence[str]], *, line_end: str = "\r\n") -> str:
    """Rows as CSV, with formulas disarmed."""
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, lineterminator=line_end)
    writer.writerows([to_cell(cell) for cell in row] for row in rows)
    return buffer.getvalue()
