"""`python -m tools.translation cy`: write and compile a language's catalogue with every text of the program."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import django
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

HOME = Path(__file__).parents[2] / "src" / "masterpoint" / "centre" / "locale"


def update(language: str, folder: Path) -> Path:
    """Update the catalogue of a language and compile it. Its translations are kept."""
    from tools.translation.extraction import SOURCE, every_text

    texts = Catalog(project="Masterpoint")
    for text in every_text():
        message = (text.message, text.plural) if text.plural else text.message
        texts.add(message, locations=[(str(text.path.relative_to(SOURCE.parent)), text.line)])
    path = folder / language.replace("-", "_") / "LC_MESSAGES" / "django.po"
    catalogue = Catalog(locale=language, project="Masterpoint")
    if path.exists():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language.replace("-", "_"))
    catalogue.update(texts, no_fuzzy_matching=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=100)
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalogue)
    return path


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tools.settings_for_types")
    django.setup()
    print(update(sys.argv[1], Path(sys.argv[2]) if len(sys.argv) > 2 else HOME))
