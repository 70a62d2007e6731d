"""The page of the docs about the look of pages knows every token of the stylesheet, and no other."""

from __future__ import annotations

import re
from pathlib import Path

from tools import design_picture

ROOT = Path(__file__).parent.parent
STYLE = ROOT / "src" / "masterpoint" / "web" / "static" / "masterpoint" / "site.css"


def test_every_token_is_on_the_page() -> None:
    tokens = set(re.findall(r"^\s+(--[\w-]+):", STYLE.read_text(encoding="utf-8"), re.M))
    page = (ROOT / "docs" / "developers" / "design.md").read_text(encoding="utf-8")
    assert tokens == set(re.findall(r"`(--[\w-]+)`", page))


def test_the_picture_shows_parts_that_the_stylesheet_has() -> None:
    classes = {name for names in re.findall(r'class="([^"]+)"', design_picture.PARTS) for name in names.split()}
    style = STYLE.read_text(encoding="utf-8")
    assert len(classes) > 12
    assert {name for name in classes if f".{name}" not in style} == set()


def test_both_kinds_of_screen_have_every_token() -> None:
    light, dark = re.findall(r":root \{\n(.*?)\n\s*\}", STYLE.read_text(encoding="utf-8"), re.S)[:2]
    names = [set(re.findall(r"(--[\w-]+):", part)) for part in (light, dark)]
    assert names[0] == names[1]
