"""Every PDF paper in a language that nobody speaks: it has no word without accents, unless it is data."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typst

import masterpoint
from browser.test_translation import CITED, is_untouched, show
from masterpoint.centre.registry import papers

__all__ = ["show"]
PAGES = sorted(Path(masterpoint.__file__).parent.rglob("pages/*.typ"))
WITH_PAPERS = {
    "filing": "pdf",
    "player": "pdf",
    "promotions": "certificate",
    "invoice": "pdf",
    "reports": "pdf",
    "sheets": "pdf",
    "sheet": "pdf",
    "point-certificate": "/sheet/",
}
"""Pages, and which of their links are papers."""
BY_FORM = {"statement": "/billing/ebu/account/1001/statement/?pdf=1"}
"""Papers that a button leads to."""
LINK = re.compile(r'href="([^"]+)"')
COMMENT = re.compile(r"//.*")
KEYWORD = re.compile(r"#(?:if|let|for|set|show)\b[^\n]*")
MARKUP = re.compile(r"\[([^\[\]]*)\]")


def without_calls(text: str) -> str:
    """Markup without what it computes: `#name(…)`, however deep the brackets are."""
    before = None
    while text != before:
        before, text = text, re.sub(r"(#?[\w.-]*)\([^()]*\)", r"\1", text)
    return re.sub(r"#[\w.-]+", "", text)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_page_has_no_words_but_those_it_says(path: Path) -> None:
    """Text between square brackets is printed as it stands."""
    source = re.sub(r'"[^"]*"', '""', COMMENT.sub("", path.read_text(encoding="utf-8")))
    printed = [without_calls(KEYWORD.sub("", text)) for text in MARKUP.findall(source)]
    assert [text for text in printed if re.search(r"[^\W\d_]{2}", text)] == []


@pytest.fixture
def inputs(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the papers of a test are made of."""
    results, compile_it = [], typst.compile

    def compile_paper(source: bytes, *, sys_inputs: dict[str, str], **how: Any) -> bytes:
        results.append((source, sys_inputs))
        pdf: bytes = compile_it(source, sys_inputs=sys_inputs, **how)
        return pdf

    monkeypatch.setattr(typst, "compile", compile_paper)
    return results


def strings(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        yield from (text for key, value in data.items() if key not in papers.NAMES for text in strings(value))
    elif isinstance(data, list):
        yield from (text for value in data for text in strings(value))
    elif isinstance(data, str):
        yield data


@pytest.mark.parametrize("name", [*WITH_PAPERS, *BY_FORM])
def test_no_text_of_a_paper_is_missed(
    show: tuple[Callable[..., bytes], set[str]], inputs: list[Any], name: str
) -> None:
    shown, data = show
    if name in BY_FORM:
        links = {BY_FORM[name]}
    else:
        links = {link.replace("&amp;", "&") for link in LINK.findall(shown(name).decode()) if WITH_PAPERS[name] in link}
    for link in sorted(links)[:20]:
        assert shown(name, address=link).startswith(b"%PDF"), link
    assert inputs, "no paper"
    for _source, values in inputs:
        assert (values["language"], values["region"]) == ("en", "xa")
        texts = [values["title"], *json.loads(values["texts"]).values(), *strings(json.loads(values["data"]))]
        missed = {
            word: text
            for text in texts
            for word in re.findall(r"\b[^\W\d_]+\b", re.sub(r"\{\w+\}|https?://\S+", "", CITED.sub("", text)))
            if is_untouched(word) and word not in data
        }
        assert missed == {}
