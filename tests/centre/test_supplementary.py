"""EBU 2.8.2: a supplementary file under code 02 brings points and no charge, and never the same points twice."""

from __future__ import annotations

from typing import Any

import pytest

from centre.billing_kit import owed_exactly, require_sound, set_charge
from intake.evenings import mitchell, plain_totals, usebio
from masterpoint import intake
from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing.models import Charge
from masterpoint.centre.filing import deciding, services
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.refusals import NotFiled
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.intake import Options

pytestmark = pytest.mark.django_db
LINES = mitchell()


def file(club: Organisation, officer: User, code: str, **extra: Any) -> Filing:
    head = (
        f"<EVENT_DESCRIPTION>{extra.pop('name', 'Pairs')}</EVENT_DESCRIPTION><P2P_CHARGE_RATE>{code}</P2P_CHARGE_RATE>"
    )
    data = usebio(LINES, plain_totals(LINES), head=head).replace(b"05/02/2026", extra.pop("day", b"05/05/2026"))
    imported = intake.read_event(data, "file.xml", Options(scheme="ebu", level="club"))
    decided = deciding.read_choices(club, imported.event, {"*": "new"})
    original = services.Original(data, "file.xml", imported.format)
    return services.file_event(club, imported.event, original, by=officer, choices=decided, **extra).filing


@pytest.fixture(autouse=True)
def standard_charge(federation: Federation, officer: User) -> None:
    set_charge(federation, officer)


def test_a_supplementary_file_brings_points_and_no_charge(club: Organisation, officer: User) -> None:
    filing = file(club, officer, "02", organiser_confirmed=True)
    assert Line.objects.filter(posting__version__filing=filing).exists()
    charge = Charge.objects.get(subject=filing.receipt)
    assert (charge.amount, charge.detail["code"]) == ("0", "02")
    assert "2.8.2" in charge.detail["clause"]
    require_sound(club.federation)


def test_the_evening_it_supplements_is_charged_once_and_credited_once(club: Organisation, officer: User) -> None:
    """Of an evening that was filed and credited, the supplementary file has nothing to add: somebody decides."""
    first = file(club, officer, "10", organiser_confirmed=True)
    before = owed_exactly(club)
    with pytest.raises(NotFiled) as refusal:
        file(club, officer, "02", name="Pairs, points", organiser_confirmed=True)
    assert any(first.receipt in (problem.value, problem.message) for problem in refusal.value.problems)
    assert owed_exactly(club) == before > 0
