"""Texts in the reader's language: what becomes a message, and which message a finished text was made from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from django.template import Context, Engine
from django.test import Client
from pytest_django import Settings
from tools.translation.pseudo import pseudo

from answers import existing
from masterpoint.centre.accounts.models import User
from masterpoint.centre.mail import services as mail
from masterpoint.centre.translation.catalogues import recogniser
from masterpoint.centre.translation.languages import preferred_language, with_catalogues
from masterpoint.centre.translation.markup import translatable
from masterpoint.centre.translation.recognition import Recogniser
from masterpoint.centre.translation.tags import Message

WELSH = {
    "Club": "Clwb",
    "place {place} of {places}": "lle {place} o {places}",
    "{name} was added to {club}": "Ychwanegwyd {name} at {club}",
    "Taken back: {reason}": "Tynnwyd yn ôl: {reason}",
    "{count} and {more}": "{count} a {more}",
    "the top {share} earn": "mae’r {share} uchaf yn ennill",
    "a third": "traean",
    "{place} of {count} pairs": "{place} o {count} pâr",
    "in {place} place": "yn y {place} safle",
    "2nd": "2il",
    "{number}th": "{number}fed",
}


def message_nodes(source: str) -> list[Message]:
    nodes = Engine.get_default().from_string(translatable(source)).nodelist.get_nodes_by_type(Message)
    return [node for node in nodes if isinstance(node, Message)]


def messages(source: str) -> list[str]:
    return [node.singular for node in message_nodes(source)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<p>Filed by <b>{{ person.name }}</b>.</p>", ["Filed by <b>{name}</b>."]),
        ("<p>See <a href=\"{% url 'home' %}\">the books</a> first</p>", ["See <a>the books</a> first"]),
        ("<td>{{ amount }}</td><p> \n ← </p>", []),
        ('<a href="/">Help</a> | <a href="/about/">About</a>', ["Help", "About"]),
        ('<img alt="A chart of {{ year }}">', ["A chart of {year}"]),
        ('<input value="Typed by somebody">', []),
        ('<input type="submit" value="Send it">', ["Send it"]),
        ("<p>Due{% if late %} and late{% endif %}.</p>", ["Due{late}.", "and late"]),
        ("{% if a %}<p>One</p>{% else %}Two{% endif %}", ["One", "Two"]),
        ('<b translate="no">{{ person }}</b> won', ["<b>{person}</b> won"]),
        ("<script>let word = 'File';</script><pre>masterpoint demo</pre>", []),
        ("{# a note #}{% comment %}another{% endcomment %}", []),
        ("<p>From {{ first.day }} to {{ last.day }}</p>", ["From {day} to {day2}"]),
        (
            "As <a href=\"{% url 'report-file' 'pdf' %}\">PDF</a> or <a href=\"{% url 'report-file' 'csv' %}\">CSV</a>",
            ["As <a>PDF</a> or <a2>CSV</a>"],
        ),
    ],
)
def test_messages_of_a_template(source: str, expected: list[str]) -> None:
    assert messages(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('{{ by|default:"the Centre" }}', '{{ by|default:_("the Centre")|translated }}'),
        ('{% field "q" "Name or number" value %}', '{% field "q" _("Name or number") value %}'),
        ('{% include "masterpoint/a.html" with title="The file" %}', None),
        ('<td translate="no">{{ person }}</td>', '<td translate="no">{{ person }}</td>'),
        ('<a href="{{ address }}" class="file">', '<a href="{{ address }}" class="file">'),
    ],
)
def test_words_that_tags_and_filters_hand_on(source: str, expected: str | None) -> None:
    assert translatable(source) == (expected or source.replace('"The file"', '_("The file")'))


def test_plurals_follow_the_count() -> None:
    source = '<p>{{ n }} player{{ n|pluralize }} ha{{ n|pluralize:"s,ve" }} won</p>'
    (node,) = message_nodes(source)
    assert (node.singular, node.plural) == ("{n} player has won", "{n} players have won")
    template = Engine.get_default().from_string(translatable(source))
    assert template.render(Context({"n": 1})) == "<p>1 player has won</p>"
    assert template.render(Context({"n": 2})) == "<p>2 players have won</p>"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Club", "Clwb"),
        ("club", "clwb"),
        ("place 3 of 24", "lle 3 o 24"),
        ("Ann Bell was added to Club", "Ychwanegwyd Ann Bell at Clwb"),
        ("the top a third earn", "mae’r traean uchaf yn ennill"),
        ("Taken back: a slip of the pen", "Tynnwyd yn ôl: a slip of the pen"),
        ("place 1 of 7; the top a third earn", "lle 1 o 7; mae’r traean uchaf yn ennill"),
        ("Ann Bell and Ben Cole", "Ann Bell a Ben Cole"),
        ("fish and chips", "fish and chips"),
        ("nothing that is known", "nothing that is known"),
        ("1035", "1035"),
        ("2nd of 7 pairs", "2il o 7 pâr"),
        ("12th of 24 pairs", "12fed o 24 pâr"),
        ("in 7th place", "yn y 7fed safle"),
        ("Ann Smith", "Ann Smith"),
    ],
)
def test_which_message_a_text_was_made_from(text: str, expected: str) -> None:
    assert Recogniser(WELSH).translate(text, WELSH.__getitem__) == expected


def test_a_name_is_never_taken_for_a_sentence() -> None:
    recogniser = Recogniser(WELSH)
    assert recogniser.exact("place 3 of 24", WELSH.__getitem__) == "place 3 of 24"
    assert recogniser.exact("Club", WELSH.__getitem__) == "Clwb"


def test_the_pseudo_language_keeps_values_and_elements() -> None:
    assert pseudo("File <a>{name}</a>") == "[Fílé <a>{name}</a> ~~~~]"
    assert pseudo("{amount} = 3") == "{amount} = 3"
    assert len(pseudo("Every figure explains itself")) >= 28 * 4 / 3


def test_only_languages_with_a_catalogue_are_offered(tmp_path: Path) -> None:
    assert with_catalogues([tmp_path, tmp_path / "none"]) == [("en-gb", "English")]
    for locale in ("cy", "fr_CA"):
        folder = tmp_path / locale / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "django.mo").write_bytes(b"")
    (tmp_path / "de").mkdir()
    assert with_catalogues([tmp_path]) == [("en-gb", "English"), ("cy", "Cymraeg"), ("fr-ca", "français (Canada)")]


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("cy", "cy"),
        ("cy-GB,en;q=0.5", "cy"),
        ("fr-CA,cy;q=0.9", "cy"),
        ("en-US,en;q=0.9,cy;q=0.8", "en-gb"),
        ("fr", "en-gb"),
        ("", "en-gb"),
        ("not a header!", "en-gb"),
    ],
)
def test_the_best_language_for_a_browser(settings: Settings, header: str, language: str) -> None:
    settings.LANGUAGES = [("en-gb", "English"), ("cy", "Cymraeg")]
    assert preferred_language(header) == language


@pytest.fixture
def welsh(settings: Settings, tmp_path: Path) -> Iterator[None]:
    """A catalogue of a few Welsh messages, compiled and offered."""
    catalogue = Catalog(locale="cy")
    for message, text in {**WELSH, "Help": "Cymorth", "Find a player": "Chwilio am chwaraewr"}.items():
        catalogue.add(message, text)
    path = tmp_path / "cy" / "LC_MESSAGES" / "django.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, catalogue)
    settings.LOCALE_PATHS = [tmp_path]
    settings.LANGUAGES = with_catalogues([tmp_path])
    recogniser.cache_clear()
    yield
    recogniser.cache_clear()


@pytest.mark.django_db
def test_a_page_in_the_language_a_reader_chose(welsh: None, client: Client) -> None:
    english = client.get("/help/", headers={"accept-language": "en"})
    assert english.headers["content-language"] == "en-gb"
    assert {"Accept-Language", "Cookie"} <= set(english.headers["vary"].replace(" ", "").split(","))
    page = client.get("/help/", headers={"accept-language": "cy-GB,en;q=0.5"}).content.decode()
    assert '<html lang="cy">' in page
    assert ">Cymorth</a>" in page
    assert "Still stuck?" in page, "what has no translation is shown in English"
    answer = client.post("/language/", {"language": "cy", "next": "/help/"})
    assert answer.headers["location"] == "/help/"
    assert ">Cymorth</a>" in client.get("/help/", headers={"accept-language": "en"}).content.decode()
    assert (
        client.post("/language/", {"language": "cy", "next": "https://elsewhere.example/"}).headers["location"] == "/"
    )


@pytest.mark.django_db
def test_the_choice_is_kept_in_the_account_and_letters_follow_it(welsh: None, client: Client) -> None:
    user = User.objects.create_user("ann@example.org", "a long password", name="Ann")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    client.post("/language/", {"language": "cy", "next": "/"})
    client.post("/language/", {"language": "none", "next": "/"})
    user.refresh_from_db()
    assert user.language == "cy"
    letter = existing(mail.write_to(user, "Club", "place 3 of 24"))
    assert letter.subject == "Clwb"
    assert letter.text.startswith("lle 3 o 24\n")
    assert mail.written_today(user, "Club")
    user.language = ""
    assert existing(mail.write_to(user, "Club", "place 3 of 24")).text.startswith("place 3 of 24\n")
