"""A federation's own name, mark and colour: on pages and papers, checked, seen before, kept in the change log."""

from __future__ import annotations

import struct
import zlib
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from answers import existing
from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing.documents import invoice_pdf
from masterpoint.centre.billing.models import Invoice
from masterpoint.centre.journal.verify import journal_differences
from masterpoint.centre.registry import appearance, colours, png
from masterpoint.centre.registry.appearance import Appearance
from masterpoint.centre.registry.models import Change, Federation, Mark, Organisation
from masterpoint.centre.reporting.printing import report_pdf
from masterpoint.centre.reporting.tables import Column, Report, Table
from masterpoint.cli import main
from masterpoint.core.errors import MasterpointError

pytestmark = pytest.mark.django_db
HEADER = struct.Struct(">IIBBBBB")


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def picture(
    width: int = 48,
    height: int = 48,
    *,
    shade: int = 90,
    extra: bytes = b"",
    rows: int | None = None,
    interlaced: int = 0,
) -> bytes:
    """A PNG of one colour, made here."""
    pixels = b"".join(b"\0" + bytes((shade, 20, 60)) * width for _ in range(height if rows is None else rows))
    header = HEADER.pack(width, height, 8, 2, 0, 0, interlaced)
    parts = [chunk(b"IHDR", header), extra, chunk(b"IDAT", zlib.compress(pixels)), chunk(b"IEND", b"")]
    return png.SIGNATURE + b"".join(parts)


@pytest.fixture
def ebu() -> Federation:
    return Federation.objects.get(code="ebu")


@pytest.fixture
def staff(client: Client) -> User:
    user = User.objects.get(email="staff@ebu.example")
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return user


class TestColours:
    def test_contrast_is_that_of_the_standard(self) -> None:
        assert colours.contrast("#000000", "#ffffff") == pytest.approx(21)
        assert colours.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
        assert colours.contrast("#0b4f6c", "#0b4f6c") == 1

    @pytest.mark.parametrize("colour", ["#ffd700", "#ff0000", "#00ff00", "#87ceeb", "#ffffff", "#777777"])
    def test_what_cannot_be_read_is_refused_with_the_nearest_that_can(self, colour: str) -> None:
        with pytest.raises(MasterpointError, match="cannot be read") as refused:
            appearance.clean_appearance(Appearance("Union", colour, b""))
        nearest = refused.value.problems[0].fix.rpartition(" ")[2]
        assert appearance.clean_appearance(Appearance("Union", nearest, b"")).colour == nearest
        lighter = [min(255, int(nearest[at : at + 2], 16) + 4) for at in (1, 3, 5)]
        assert (
            colours.weakest_contrast("#" + "".join(f"{part:02x}" for part in lighter), colours.LIGHT_GROUNDS)
            < 4.5 + 0.4
        )

    @pytest.mark.parametrize("colour", ["#0b4f6c", "#000000", "#8b0000", "#004400", "#000080", "#4b0082"])
    def test_each_is_read_on_light_and_on_dark_screens(self, colour: str) -> None:
        shades = colours.shades(colour)
        assert shades.light == colour
        assert (
            min(colours.weakest_contrast(shade, colours.LIGHT_GROUNDS) for shade in shades[:2]) >= colours.MIN_CONTRAST
        )
        assert (
            min(colours.weakest_contrast(shade, colours.DARK_GROUNDS) for shade in shades[2:]) >= colours.MIN_CONTRAST
        )

    @pytest.mark.parametrize("text", ["red", "#fff", "#12345g", "#0b4f6c;}", "0b4f6c0", "rgb(0,0,0)"])
    def test_what_is_no_colour_is_refused(self, text: str, client: Client) -> None:
        with pytest.raises(MasterpointError, match="not a colour in six digits"):
            appearance.clean_appearance(Appearance("Union", text, b""))
        assert client.get(f"/colours/{text}.css").status_code == 404


class TestPictures:
    def test_nothing_but_the_picture_is_kept(self) -> None:
        secret = chunk(b"tEXt", b"Author\0somebody at home") + chunk(b"eXIf", b"where it was taken")
        assert png.strip(picture(extra=secret), smallest=32, largest=512) == picture()

    @pytest.mark.parametrize(
        ("data", "why"),
        [
            (b"<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", "can hold programs"),
            (b"GIF89a" + bytes(40), "not a PNG picture"),
            (picture()[:-9], "not whole"),
            (picture()[:60] + b"x" + picture()[61:], "damaged"),
            (picture(width=31), "31 by 48 pixels"),
            (picture(height=513), "48 by 513 pixels"),
            (picture(rows=47), "damaged"),
            (picture(rows=4_000), "damaged"),
            (picture(interlaced=1), "interlaced"),
            (png.SIGNATURE, "not whole"),
        ],
        ids=["svg", "gif", "cut", "changed", "small", "large", "rows missing", "a bomb", "interlaced", "empty"],
    )
    def test_what_cannot_be_shown_is_refused_with_why(self, data: bytes, why: str) -> None:
        with pytest.raises(MasterpointError, match=why) as refused:
            appearance.clean_appearance(Appearance("Union", "", data))
        assert "at most 20 kB" in refused.value.problems[0].fix

    def test_a_picture_of_too_many_bytes_is_refused(self) -> None:
        noise = bytes(range(256)) * 1200
        rows = b"".join(b"\0" + noise[at * 977 % 900 :][: 300 * 3] for at in range(300))
        data = chunk(b"IHDR", HEADER.pack(300, 300, 8, 2, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows, 0))
        with pytest.raises(MasterpointError, match="too large"):
            appearance.clean_appearance(Appearance("Union", "", png.SIGNATURE + data + chunk(b"IEND", b"")))


def test_every_problem_at_once_and_nothing_is_written(ebu: Federation) -> None:
    with pytest.raises(MasterpointError) as refused:
        appearance.set_appearance(ebu, Appearance("", "#ffff00", b"GIF"), by=None)
    assert [problem.place for problem in refused.value.problems] == ["name", "colour", "mark"]
    assert not Change.objects.filter(what=appearance.CHANGE).exists() and not Mark.objects.exists()


def test_seen_first_then_saved_and_shown_on_every_page_of_the_federation(
    client: Client, staff: User, ebu: Federation
) -> None:
    address = reverse("appearance", args=["ebu"])
    assert address in client.get(reverse("office", args=["ebu"])).content.decode()
    sent = {"name": "Union of the North", "colour": "#8B0000", "mark": SimpleUploadedFile("m.png", picture())}
    answer = client.post(address, sent)
    page = answer.content.decode()
    assert "This is how it will look" in page and "/colours/8b0000.css" in page and "data:image/png;base64," in page
    ebu.refresh_from_db()
    assert ebu.colour == "" and not Mark.objects.exists()
    saved = {"name": "Union of the North", "colour": "#8b0000", "picture": answer.context["picture"], "save": "yes"}
    for _ in range(2):
        assert "Saved." in client.post(address, saved, follow=True).content.decode()
    ebu.refresh_from_db()
    assert (ebu.name, ebu.colour, Mark.objects.count()) == ("Union of the North", "#8b0000", 1)
    assert Change.objects.filter(what=appearance.CHANGE).count() == 1
    client.logout()
    for name in ("federation", "leaders", "search"):
        page = client.get(reverse(name, args=["ebu"])).content.decode()
        assert "/colours/8b0000.css" in page and f"/f/ebu/mark/{ebu.mark}.png" in page and ebu.name in page
    assert "/colours/" not in client.get(reverse("federation", args=["nz"])).content.decode()
    styles = client.get("/colours/8b0000.css")
    assert "--main: #8b0000;" in styles.content.decode() and "immutable" in styles["Cache-Control"]
    mark = client.get(f"/f/ebu/mark/{ebu.mark}.png")
    assert (mark.content, mark["Content-Type"]) == (picture(), "image/png")
    assert client.get(f"/f/nz/mark/{ebu.mark}.png").status_code == 404
    assert list(journal_differences(ebu)) == []


def test_what_is_wrong_is_said_on_the_page_and_what_was_typed_stays(client: Client, staff: User) -> None:
    page = client.post(reverse("appearance", args=["ebu"]), {"name": "A Union", "colour": "#ffd700"}).content.decode()
    assert (
        "the nearest colour that can be read is #" in page and 'value="A Union"' in page and 'value="#ffd700"' in page
    )


def test_the_mark_goes_and_what_was_before_stays_in_the_change_log(
    client: Client, staff: User, ebu: Federation
) -> None:
    appearance.set_appearance(ebu, Appearance(ebu.name, "", picture()), by=staff)
    ebu.refresh_from_db()
    first = ebu.mark
    client.post(reverse("appearance", args=["ebu"]), {"name": ebu.name, "no_mark": "yes", "save": "yes"})
    ebu.refresh_from_db()
    assert ebu.mark == "" and Mark.objects.get().digest == first
    page = client.get(reverse("appearance", args=["ebu"])).content.decode()
    assert page.count("mark: <span") == 2 and first[:12] in page
    assert list(journal_differences(ebu)) == []


@pytest.mark.parametrize("role", ["scorer@ebu", "secretary@ebu", "finance@ebu", "staff@nz"])
def test_the_office_alone_may(client: Client, ebu: Federation, role: str) -> None:
    client.force_login(User.objects.get(email=f"{role}.example"), "django.contrib.auth.backends.ModelBackend")
    answer = client.post(reverse("appearance", args=["ebu"]), {"name": "Mine", "colour": "", "save": "yes"})
    ebu.refresh_from_db()
    assert answer.status_code == 404 and ebu.name != "Mine"


def test_undone_with_what_it_was_part_of(ebu: Federation, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Federation | str | dict[str, list[str]], **__: Any) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(appearance, "note_act", fails)
    with pytest.raises(RuntimeError):
        appearance.set_appearance(ebu, Appearance("Other", "#8b0000", picture()), by=None)
    ebu.refresh_from_db()
    assert ebu.name != "Other" and not Mark.objects.exists() and list(journal_differences(ebu)) == []


def test_changed_by_hand_it_is_named_and_another_picture_is_not_shown(ebu: Federation) -> None:
    appearance.set_appearance(ebu, Appearance(ebu.name, "#8b0000", picture()), by=None)
    Federation.objects.filter(code="ebu").update(colour="#004400")
    assert any("colour was changed by hand" in line for line in journal_differences(ebu))
    Mark.objects.update(data=picture(shade=10))
    ebu.refresh_from_db()
    assert appearance.mark_of(ebu) == b""


def test_papers_carry_the_mark_and_the_colour(ebu: Federation) -> None:
    invoice = existing(Invoice.objects.filter(federation=ebu).first())
    club = Organisation.objects.get(federation=ebu, number="1001")
    table = Table("Members", (Column("Name"),), [["Ann Bell"]])
    report = Report("Members", club.name, "2026", [table])

    def papers() -> tuple[bytes, bytes]:
        return invoice_pdf(existing(invoice)), report_pdf(report, by=ebu, on=date(2026, 11, 1))

    plain = papers()
    assert not any(b"/Subtype /Image" in paper or b"/Subtype/Image" in paper for paper in plain)
    appearance.set_appearance(ebu, Appearance(ebu.name, "#8b0000", picture()), by=None)
    invoice = Invoice.objects.get(pk=invoice.pk)
    ebu.refresh_from_db()
    assert all(b"/Subtype /Image" in paper or b"/Subtype/Image" in paper for paper in papers())


def test_from_the_command_line(ebu: Federation, tmp_path: Path) -> None:
    path = tmp_path / "mark.png"
    path.write_bytes(picture())
    words = ["appearance", "ebu", "--colour", "8B0000", "--mark", str(path), "--by", "staff@ebu.example"]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0 and "Colour: #8b0000" in result.output
    ebu.refresh_from_db()
    assert ebu.mark and existing(Change.objects.get(what=appearance.CHANGE).by).email == "staff@ebu.example"
    refused = CliRunner().invoke(main, ["appearance", "ebu", "--colour", "#ffff00"])
    assert refused.exit_code and "nearest" in refused.output
    path.write_bytes(b"")
    empty = CliRunner().invoke(main, ["appearance", "ebu", "--mark", str(path)])
    assert (empty.exit_code, "this file is empty" in empty.output) == (2, True)
    assert "Mark:   none" in CliRunner().invoke(main, ["appearance", "ebu", "--no-mark"]).output
