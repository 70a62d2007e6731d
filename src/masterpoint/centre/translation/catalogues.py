"""The messages of a language's catalogue."""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path

from django.conf import settings
from django.utils.translation import to_locale, trans_real

from masterpoint.centre.translation.recognition import Recogniser


@cache
def recogniser(language: str) -> Recogniser:
    """The recogniser for texts in a language."""
    messages = getattr(trans_real.translation(language), "messages", None)
    return Recogniser(messages() if messages else _messages(language))


def _messages(language: str) -> set[str]:
    """The messages of a language's compiled catalogues. A country's catalogue extends that of its language."""
    locales = [to_locale(language), to_locale(language.partition("-")[0])]
    paths = [
        Path(folder) / locale / "LC_MESSAGES" / "django.mo" for folder in settings.LOCALE_PATHS for locale in locales
    ]
    messages: set[str] = set()
    for path in filter(Path.is_file, paths):
        with path.open("rb") as file:
            for key in gettext.GNUTranslations(file)._catalog:  # type: ignore[attr-defined] # not in its stubs
                messages.add(key if isinstance(key, str) else key[0])
    return messages - {""}
