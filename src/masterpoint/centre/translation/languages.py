"""The available languages: English, and those with a catalogue."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation.trans_real import parse_accept_lang_header

SOURCE = "en-gb"
"""The language of templates, code and books."""
CATALOGUE = Path("LC_MESSAGES") / "django.mo"
NAMES = {
    "cy": "Cymraeg",
    "de": "Deutsch",
    "en-gb": "English",
    "fr": "français",
    "fr-ca": "français (Canada)",
    "gd": "Gàidhlig",
    "mi": "te reo Māori",
}
"""The languages' names for themselves. Others are shown by their code."""


def with_catalogues(folders: Iterable[Path]) -> list[tuple[str, str]]:
    """English and every language with a compiled catalogue in one of the folders, with their names."""
    codes = {
        path.name.replace("_", "-").lower()
        for folder in folders
        if folder.is_dir()
        for path in folder.iterdir()
        if (path / CATALOGUE).is_file()
    }
    return [(code, NAMES.get(code, code)) for code in (SOURCE, *sorted(codes - {SOURCE}))]


def is_source() -> bool:
    """Whether texts are shown untranslated."""
    return get_language() in (SOURCE, None)


def is_offered(code: str) -> bool:
    return any(code == language for language, _name in settings.LANGUAGES)


def preferred_language(accept_language: str) -> str:
    """The offered language that suits a browser best, such as `fr` for `fr-ca`."""
    for tag, _weight in parse_accept_lang_header(accept_language):
        if tag == "*" or (tag.partition("-")[0] == "en" and not is_offered(tag)):
            return SOURCE
        for code in (tag, tag.partition("-")[0]):
            if is_offered(code):
                return code
    return SOURCE
