"""Certificates, and the pages anybody may check a rank or an award on: true, unguessable, and silent about names."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from answers import existing
from demo_centre import UNTIL
from masterpoint.centre import proofs
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing import announcing
from masterpoint.centre.ledger import queries as ledger_queries
from masterpoint.centre.ledger import reasons
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.people import merging
from masterpoint.centre.records import services
from masterpoint.centre.records.models import Promotion, PromotionRun
from masterpoint.centre.registry import own_records, person_flags, registering
from masterpoint.centre.registry.models import Federation

pytestmark = pytest.mark.django_db


def signed_in(email: str) -> Client:
    client = Client()
    client.force_login(User.objects.get(email=email), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def run() -> PromotionRun:
    """Three players whose last evening, filed through the real path, brought them to 100 points: Local Masters."""
    staff = User.objects.get(email="staff@ebu.example")
    lines = Line.objects.filter(posting__version__filing__federation="ebu", award__isnull=False)
    last = lines.filter(person__anonymous=False, person__rank="").order_by("-day", "pk")
    for line in list({line.person_id: line for line in reversed(last)}.values())[:3]:
        before = sum(ledger_queries.credited_points(line.person).values())
        ledger.adjust(line.person, "local", 10_000 - before, date(2020, 1, 1), by=staff, reason="from the paper record")
    return announcing.promote(Federation.objects.get(code="ebu"), UNTIL, by=staff)


@pytest.fixture
def promotion(run: PromotionRun) -> Promotion:
    return run.promotions.select_related("person__federation").order_by("pk")[0]


@pytest.fixture
def line() -> Line:
    lines = Line.objects.filter(posting__version__filing__federation="ebu", award__isnull=False)
    return existing(lines.filter(person__anonymous=False).first())


def rank_page(client: Client, promotion: Promotion) -> str:
    return client.get(reverse("rank-proof", args=[promotion.key])).content.decode()


def award_page(client: Client, line: Line) -> str:
    return client.get(reverse("award-proof", args=[proofs.award_token(line)])).content.decode()


def rewrite(statement: str, *values: int) -> None:
    """What somebody with the database in their hands might do: the triggers are taken away first."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DROP TRIGGER ledger_line_no_UPDATE")
        else:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("ALTER TABLE ledger_line DISABLE TRIGGER USER")
        cursor.execute(statement, values)


class TestRank:
    def test_it_says_rank_day_rule_holding_and_entry_without_an_account(
        self, client: Client, promotion: Promotion
    ) -> None:
        page = rank_page(client, promotion)
        assert promotion.rank in page and promotion.person.name in page
        assert f"{promotion.reached_on:%-d %B %Y}" in page
        assert f"{promotion.rank} needs" in page and "(EBU 2.6.2)" in page
        holding = existing(proofs.rank_proof(promotion.key)).holding
        assert holding and all(colour.capitalize() in page for colour in holding)
        entry = existing(existing(proofs.rank_proof(promotion.key)).entry)
        assert entry.problems == [] and entry.posting.hash in page and "Checked just now" in page
        assert "The ledger confirms it" in page

    def test_a_changed_ledger_shows(self, client: Client, promotion: Promotion) -> None:
        posting = existing(existing(proofs.rank_proof(promotion.key)).entry).posting
        rewrite("UPDATE ledger_line SET hundredths = hundredths + 100 WHERE posting_id = %s", posting.pk)
        page = rank_page(client, promotion)
        assert "does not check out" in page and "was changed after it was written" in page
        assert "Checked just now" not in page

    def test_a_correction_since_is_said(self, client: Client, promotion: Promotion) -> None:
        ledger.adjust(
            promotion.person,
            "local",
            -10_000_000,
            promotion.reached_on,
            by=User.objects.get(email="staff@ebu.example"),
            reason="typing error",
        )
        assert "do not give this rank" in rank_page(client, promotion)
        services.flag_undone(promotion.person, reason="typing error")
        assert "A correction has undone this promotion since: typing error" in rank_page(client, promotion)

    def test_who_chose_to_be_anonymous_is_not_named(self, client: Client, promotion: Promotion) -> None:
        person_flags.set_anonymous(promotion.person, True, by=None)
        page = rank_page(client, promotion)
        assert promotion.person.name not in page and "Anonymous member" in page
        assert promotion.person.number not in re.sub(r"[0-9a-f]{64}", "", page)

    def test_two_records_of_one_person_do_not_undo_it(self, client: Client, promotion: Promotion) -> None:
        staff = User.objects.get(email="staff@ebu.example")
        new = registering.register(promotion.person.federation, "Una", "Other", on=date(2020, 1, 1), by=None)
        merging.merge(promotion.person, new, by=staff, reason="the same")
        assert "The ledger confirms it" in rank_page(client, promotion)


class TestAward:
    def test_result_rule_arithmetic_and_proof(self, client: Client, line: Line) -> None:
        page = award_page(client, line)
        filing = existing(line.posting.version).filing
        assert filing.name in page and str(filing.organisation) in page
        assert "EBU 4." in page and "Checked just now" in page and line.posting.hash in page
        assert (
            f'href="{reverse("award-proof", args=[proofs.award_token(line)])}"'
            in client.get(reverse("why", args=["ebu", line.person.number, line.pk])).content.decode()
        )

    def test_a_changed_award_shows(self, client: Client, line: Line) -> None:
        rewrite("UPDATE ledger_line SET hundredths = hundredths + 100 WHERE id = %s", line.pk)
        page = award_page(client, line)
        assert "was changed after it was written" in page
        assert "the ledger lines are not those of the awards kept" in page

    def test_an_award_taken_back_says_so(self, client: Client, line: Line) -> None:
        ledger.reverse(line.posting, by=None, reason="wrong scores")
        assert "taken back" in award_page(client, line) and "wrong scores" not in award_page(client, line)
        reasons.set_public(line.person.federation, True, by=None)
        assert "wrong scores" in award_page(client, line)

    def test_partners_who_are_anonymous_are_not_named(self, client: Client, line: Line) -> None:
        others = Line.objects.filter(posting=line.posting, award=line.award).exclude(person=line.person)
        partner = others.get().person
        person_flags.set_anonymous(partner, True, by=None)
        assert partner.name not in award_page(client, line)
        person_flags.set_anonymous(line.person, True, by=None)
        page = award_page(client, line)
        assert line.person.name not in page and page.count("Anonymous member") == 3


class TestGuessing:
    def test_no_number_leads_anywhere(self, client: Client, line: Line, promotion: Promotion) -> None:
        token = proofs.award_token(line)
        number, _, signature = token.partition(":")
        assert len(signature) > 40
        other = existing(Line.objects.exclude(pk=line.pk).filter(award__isnull=False).first())
        for bad in (number, f"{other.pk}:{signature}", f"{number}:", token[:-1], "x"):
            assert client.get(reverse("award-proof", args=[bad])).status_code == 404
        for bad in (str(promotion.pk), promotion.key[:-1], promotion.key.swapcase()):
            assert client.get(reverse("rank-proof", args=[bad])).status_code == 404

    def test_a_new_secret_ends_no_link_while_the_old_one_is_known(
        self, client: Client, line: Line, settings: Settings
    ) -> None:
        address = reverse("award-proof", args=[proofs.award_token(line)])
        settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another secret " * 5
        assert client.get(address).status_code == 200
        settings.SECRET_KEY_FALLBACKS = []
        assert client.get(address).status_code == 404

    def test_keys_are_long_and_no_two_alike(self, run: PromotionRun) -> None:
        keys = list(Promotion.objects.values_list("key", flat=True))
        assert len(keys) == len(set(keys)) and all(len(key) == 22 for key in keys)

    def test_acts_of_an_office_have_no_public_page(self, client: Client, promotion: Promotion) -> None:
        posting = ledger.adjust(
            promotion.person,
            "local",
            100,
            promotion.reached_on,
            by=User.objects.get(email="staff@ebu.example"),
            reason="a letter from a neighbour",
        )
        assert client.get(reverse("award-proof", args=[proofs.award_token(posting.lines.get())])).status_code == 404


def pages_of(pdf: bytes) -> int:
    return int(max(re.findall(rb"/Count (\d+)", pdf), key=int))


class TestCertificates:
    def test_a_player_has_the_certificate_of_their_own_rank(self, promotion: Promotion) -> None:
        user = User.objects.get(email="player@ebu.example")
        user.people.update(account=None)
        own_records.give_record(promotion.person, user, by=None)
        client = signed_in("player@ebu.example")
        record = client.get(reverse("player", args=["ebu", promotion.person.number])).content.decode()
        address = reverse("certificate", args=[promotion.key])
        assert f'href="{address}"' in record
        answer = client.get(address)
        assert answer["Content-Type"] == "application/pdf" and answer["Content-Disposition"].startswith("attachment")
        assert answer.content.startswith(b"%PDF-") and pages_of(answer.content) == 1
        assert f"/proof/rank/{promotion.key}/".encode() in answer.content

    def test_a_stranger_has_not(self, client: Client, promotion: Promotion) -> None:
        address = reverse("certificate", args=[promotion.key])
        assert client.get(address).status_code == 404
        record = client.get(reverse("player", args=["ebu", promotion.person.number])).content.decode()
        assert address not in record

    def test_the_office_prints_a_whole_run_but_for_what_was_undone(self, run: PromotionRun) -> None:
        assert run.promotions.count() == 3
        client = signed_in("staff@ebu.example")
        address = reverse("certificates", args=["ebu", run.as_at.isoformat()])
        assert pages_of(client.get(address).content) == run.promotions.count()
        undone = existing(run.promotions.first())
        undone.flagged = "typing error"
        undone.save()
        assert pages_of(client.get(address).content) == run.promotions.count() - 1
        assert client.get(reverse("certificate", args=[undone.key])).status_code == 404

    def test_any_name_is_a_name(self, promotion: Promotion) -> None:
        """Signs that mean something to the program that sets the page are only signs."""
        promotion.person.given_name, promotion.person.family_name = "#panic() $x$ *Zoë*", '\\ "]; _Łukasz_'
        promotion.person.save()
        answer = signed_in("staff@ebu.example").get(reverse("certificate", args=[promotion.key]))
        assert answer.status_code == 200 and pages_of(answer.content) == 1


def test_the_entry_of_a_rank_is_the_posting_that_brought_it(promotion: Promotion) -> None:
    posting = existing(existing(proofs.rank_proof(promotion.key)).entry).posting
    lines = Line.objects.filter(person=promotion.person, day=promotion.reached_on)
    assert posting == Posting.objects.filter(lines__in=lines).order_by("number").last()
