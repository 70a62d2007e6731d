"""Every page in a language that nobody speaks: a word without accents was missed, unless it is data; nothing breaks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.db import models
from django.test import Client, override_settings
from lxml import html
from lxml.html import HtmlElement
from playwright.sync_api import Browser, Page
from pytest_django import DjangoDbBlocker
from tools.translation import pseudo

import databases
import masterpoint.web
from browser.site_pages import PAGES, addresses
from browser.test_every_page import NARROW
from browser.windows import written
from masterpoint.centre.accounts.models import User
from masterpoint.schemes import FEDERATIONS

STYLE = (Path(masterpoint.web.__file__).parent / "static" / "masterpoint" / "site.css").read_text(encoding="utf-8")
WIDTHS = (360, 1280)
ATTRIBUTES = ("alt", "title", "aria-label", "aria-description", "placeholder", "data-label", "label")


WITHOUT_ACCENTS = {accented: plain for plain, accented in pseudo.ACCENTS.items()}
NAMED = re.compile(r'name = "([^"]*)"')
ADDRESS = re.compile(r"\S+@\S+|\w+(\.\w+)+|SQLite|\w+…")


def is_untouched(word: str) -> bool:
    """Accents change every vowel and some other letters, so that a word as it was has none."""
    return word.isascii() and len(word) > 1 and word.translate(pseudo.ACCENTS) != word


def texts(element: HtmlElement) -> Iterator[str]:
    """What people read and hear of an element, without what is marked as nobody's words."""
    if not isinstance(element.tag, str) or element.get("translate") == "no":
        return
    if "#clause-" in element.get("href", ""):
        return  # a citation of the book
    if element.tag in ("script", "style", "code", "pre", "textarea"):
        return
    yield from (element.get(name) for name in ATTRIBUTES if element.get(name))
    if element.tag == "meta" and element.get("name") == "description":
        yield element.get("content")
    yield element.text or ""
    for child in element:
        yield from texts(child)
        yield child.tail or ""


CITED = re.compile(
    "|".join(
        re.escape(text)
        for text in sorted(
            {
                str(clause)
                for federation in FEDERATIONS.values()
                for edition in federation.editions
                for clause in edition.clauses.values()
                if not re.search(r"\d$", clause.number)
            }
        )
    )
)
"""Citations that are not links."""


def typed_texts() -> Iterator[str]:
    """Whatever stands in a text field of the database: names, numbers, reasons."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, models.CharField | models.TextField) and not field.choices:
                yield from model._default_manager.values_list(field.name, flat=True)
    for federation in FEDERATIONS.values():
        for edition in federation.editions:
            yield edition.title
            yield from (name for example in edition.book.examples.values() for name in NAMED.findall(example))


@pytest.fixture(scope="module")
def show(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[Callable[..., bytes], set[str]]]:
    """Each page of the list as its reader gets it, and the words that are data."""
    languages = [("en-gb", "English"), (pseudo.CODE, "[Pšéúdó]")]
    with databases.rolled_back(django_db_blocker), override_settings(LANGUAGES=languages):
        pseudo.install()
        pages = addresses()
        data = {word for text in typed_texts() for word in re.findall(r"[^\W\d_]+", str(text))}
        clients = {role: signed_in(role) for role in {role for role, _ in pages.values()}}

        def shown(name: str, language: str = pseudo.CODE, *, address: str | None = None) -> bytes:
            """A page, or what it links to."""
            role, own_address = pages[name]
            answer = clients[role].get(address or own_address, follow=True, headers={"accept-language": language})
            assert answer.headers["content-language"] == (pseudo.CODE if language == pseudo.CODE else "en-gb")
            return answer.getvalue().replace(answer.headers["X-Request-ID"].encode(), b"17")

        yield shown, data


@pytest.fixture(scope="module")
def tabs(browser: Browser) -> Iterator[dict[int, Page]]:
    """A window of each width for all pages: each page is put into it as it was sent, with the site's stylesheet."""
    context = browser.new_context()
    windows = {width: context.new_page() for width in WIDTHS}
    for width, window in windows.items():
        window.set_viewport_size({"width": width, "height": 900})
        window.set_content("<!doctype html>")
    yield windows
    context.close()


def signed_in(role: str) -> Client:
    client = Client()
    if role != "nobody":
        email = role if "@" in role else f"{role}@ebu.example"
        client.force_login(User.objects.get(email=email), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.mark.parametrize("name", PAGES)
def test_no_text_is_missed_and_no_page_grows_too_wide(
    show: tuple[Callable[..., bytes], set[str]], tabs: dict[int, Page], name: str
) -> None:
    shown, data = show
    sent = shown(name)
    page = html.fromstring(sent)
    assert page.get("lang") == "en-XA"
    missed = {
        word: " ".join(text.split())
        for text in (ADDRESS.sub("", CITED.sub("", text)) for text in texts(page))
        for word in re.findall(r"\b[^\W\d_]+\b", text)
        if is_untouched(word) and word not in data
    }
    assert missed == {}
    assert read_aloud(page) == read_aloud(html.fromstring(shown(name, "en")))
    line = written(sent.decode(), STYLE, tabs[WIDTHS[0]])
    for width, tab in tabs.items():
        line.put_into(tab)
        assert tab.evaluate(NARROW) == [], width


def read_aloud(page: HtmlElement) -> list[str]:
    """What a page says, in any order: without what the pseudo-language puts on its words and around them."""
    shown = re.sub(r"~+", " ", " ".join(texts(page)).translate(WITHOUT_ACCENTS))
    return sorted(re.findall(r"\w+", shown.casefold()))
