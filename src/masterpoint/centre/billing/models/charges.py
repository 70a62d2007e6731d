"""What organisations owe, and the amounts and facts it is worked out from."""

from __future__ import annotations

from typing import Self

from django.db import models
from django.db.models import F
from django.db.models.lookups import IsNull

from masterpoint.centre.billing.models.postings import Posting


class TariffEntry(models.Model):
    """An amount that a board has set from a day on. The next entry of the same name ends it."""

    posting = models.ForeignKey(Posting, on_delete=models.PROTECT, related_name="tariff_entries")
    federation = models.ForeignKey("registry.Federation", on_delete=models.PROTECT, related_name="tariff_entries")
    organisation = models.ForeignKey(
        "registry.Organisation", null=True, on_delete=models.PROTECT, related_name="tariff_entries"
    )
    """The county that set it for its own clubs; None if the federation set it."""
    name = models.CharField(max_length=80)
    value = models.CharField(max_length=40)
    """Exact: `0.405`, `1/3`."""
    first_day = models.DateField()
    invented = models.BooleanField(default=False)
    """An amount for a demo; no board has set it."""

    class Meta:
        indexes = [models.Index(fields=["federation", "name", "first_day"], name="tariff_entry_by_name")]


class ChargeCode(models.Model):
    """A corrected charge code of a filing. The last one counts."""

    posting = models.OneToOneField(Posting, on_delete=models.PROTECT, related_name="charge_code")
    filing = models.ForeignKey("filing.Filing", on_delete=models.PROTECT, related_name="charge_codes")
    before = models.CharField(max_length=20, blank=True)
    code = models.CharField(max_length=20)


class ChargeFact(models.Model):
    """A fact for charges that no results file has, entered after filing. The last one counts."""

    posting = models.OneToOneField(Posting, on_delete=models.PROTECT, related_name="charge_fact")
    filing = models.ForeignKey("filing.Filing", on_delete=models.PROTECT, related_name="charge_facts")
    name = models.CharField(max_length=40)
    value = models.JSONField()


class Charges(models.QuerySet["Charge"]):
    def in_force(self) -> Self:
        """Charges that are neither reversed nor reversals.

        Nearly all charges are in force. The plus keeps SQLite from reading all of them through the index of reversals.
        """
        takes_back = models.Func(F("reverses_id"), template="+%(expressions)s", output_field=models.BigIntegerField())
        return self.filter(IsNull(takes_back, True), reversed_by=None)

    def nonzero(self) -> Self:
        """Charges except zeros, which explain why nothing is due and are on no invoice."""
        return self.exclude(amount="0")


class Charge(models.Model):
    """What an organisation owes for something, and why; or the reversal of such a charge."""

    posting = models.ForeignKey(Posting, on_delete=models.PROTECT, related_name="charges")
    organisation = models.ForeignKey("registry.Organisation", on_delete=models.PROTECT, related_name="charges")
    subject = models.CharField(max_length=80)
    """Its subject: the receipt of a filing, or a periodic run and its day."""
    version = models.ForeignKey("filing.Version", null=True, on_delete=models.PROTECT, related_name="charges")
    kind = models.CharField(max_length=40)
    title = models.CharField(max_length=200)
    """Its title on an invoice. Charges with the same title are combined in one line."""
    day = models.DateField()
    amount = models.CharField(max_length=80)
    """The exact value of its last step."""
    due_on = models.DateField(null=True)
    """The due day, if a clause gives one; otherwise the invoice's due day applies."""
    player_sessions = models.PositiveIntegerField(default=0)
    """The number of heads, each counted for every session played."""
    detail = models.JSONField()
    """The steps, the heads by name, the facts and the tariff."""
    reverses = models.OneToOneField("self", null=True, on_delete=models.PROTECT, related_name="reversed_by")

    objects = Charges.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["subject"], name="charge_by_subject"),
            models.Index(fields=["organisation", "day"], name="charge_by_organisation"),
        ]
