"""An artificial language: accented, a third longer, in brackets. Texts that stay plain English were missed."""

from __future__ import annotations

import gettext
import re
from functools import cache

from django.utils.translation import trans_real

from tools.translation.extraction import every_text

CODE = "en-xa"
ACCENTS = str.maketrans("aeiouyAEIOUYcnsCNS", "áéíóúýÁÉÍÓÚÝçñšÇÑŠ")
UNTRANSLATED = re.compile(r"(<code>.*?</code>|<[^>]*>|\{[^{}]*\}|%\(\w+\)\w|%\w|&\w+;)")
PADDING = "~"


def pseudo(text: str) -> str:
    """`File results` becomes `[Fílé réšúlts ~~~~]`; values, elements and code stay as they are."""
    if not re.search(r"[^\W\d_]", UNTRANSLATED.sub("", text)):
        return text
    parts = [part if number % 2 else part.translate(ACCENTS) for number, part in enumerate(UNTRANSLATED.split(text))]
    letters = len(UNTRANSLATED.sub("", text))
    return f"[{''.join(parts)} {' '.join([PADDING * 4] * (letters // 12 + 1))}]"


class Pseudo(gettext.NullTranslations):
    """A catalogue that translates every message."""

    language = CODE
    domain = "django"

    def to_language(self) -> str:
        return CODE

    def gettext(self, message: str) -> str:
        return pseudo(message.rpartition("\x04")[2])

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo((msgid1 if n == 1 else msgid2).rpartition("\x04")[2])

    def messages(self) -> set[str]:
        """Every message of the program. Values are recognised by it; a text that it lacks shows as missed."""
        return _messages()


@cache
def _messages() -> set[str]:
    return {text.message for text in every_text()}


def install() -> None:
    """Register the language in this process."""
    trans_real._translations[CODE] = Pseudo()  # type: ignore[attr-defined] # not in the stubs
