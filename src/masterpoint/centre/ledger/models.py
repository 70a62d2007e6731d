"""Postings and their lines are the truth and are never changed: triggers in both databases refuse it.

`Total`, `Overall`, `BroughtYear` and `WonBalance` are caches: the same write path updates them in the same transaction,
and `verify` recomputes them.
"""

from __future__ import annotations

from typing import Any

from django.db import models


class Posting(models.Model):
    """One act on the ledger: awards of a filing version, a reversal, an adjustment, an opening balance …"""

    class Kind(models.TextChoices):
        AWARDS = "awards", "Awards"
        REVERSAL = "reversal", "Reversal"
        REPORTED = "reported", "Reported, not derived"
        ADJUSTMENT = "adjustment", "Adjustment"
        OPENING = "opening", "Opening balance"
        TRANSFER = "transfer", "Transfer between federations"
        EXPIRY = "expiry", "Expiry"
        CONVERSION = "conversion", "Conversion between colours"
        LAPSE = "lapse", "Not credited on renewal"
        RATING = "rating", "Ratings of a year"
        MERGE = "merge", "Two records joined"
        SPLIT = "split", "A joined record taken apart"

    federation = models.ForeignKey("registry.Federation", on_delete=models.PROTECT, related_name="postings")
    number = models.PositiveBigIntegerField()
    """The position in the hash chain: from 1 within the federation, without gaps."""
    kind = models.CharField(max_length=12, choices=Kind.choices)
    version = models.ForeignKey("filing.Version", null=True, on_delete=models.PROTECT, related_name="postings")
    reverses = models.OneToOneField("self", null=True, on_delete=models.PROTECT, related_name="reversed_by")
    reason = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey("accounts.User", null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    detail = models.JSONField(null=True)
    """The facts an act rests on (the worksheet of a transfer, the day of a yearly run); part of the hash."""
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["federation", "number"], name="posting_number")]

    @property
    def facts(self) -> dict[str, Any]:
        """The facts of the act; empty if it needs none."""
        return self.detail or {}


class Line(models.Model):
    """Hundredths of a colour for one person and a day of play."""

    posting = models.ForeignKey(Posting, on_delete=models.PROTECT, related_name="lines")
    person = models.ForeignKey("registry.Person", on_delete=models.PROTECT, related_name="lines", db_index=False)
    """No index of its own: `line_by_person` begins with it, and every index slows down writing."""
    colour = models.CharField(max_length=12)
    hundredths = models.BigIntegerField()
    day = models.DateField()
    award = models.PositiveIntegerField(null=True)
    """The index of the award in the version's result, which has the explanation."""

    class Meta:
        indexes = [
            models.Index(fields=["person", "day", "colour", "hundredths"], name="line_by_person"),
        ]


class Total(models.Model):
    """A person's points by colour and season: a cache of the lines."""

    person = models.ForeignKey("registry.Person", on_delete=models.CASCADE, related_name="totals", db_index=False)
    colour = models.CharField(max_length=12)
    year = models.PositiveSmallIntegerField()
    hundredths = models.BigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "colour", "year"], name="total_once")]
        indexes = [models.Index(fields=["year", "colour", "-hundredths"], name="total_leaders")]


class Overall(models.Model):
    """A person's points of a season, all colours combined as in the book; year 0 is the lifetime."""

    LIFETIME = 0

    person = models.ForeignKey("registry.Person", on_delete=models.CASCADE, related_name="overalls", db_index=False)
    year = models.PositiveSmallIntegerField()
    hundredths = models.BigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "year"], name="overall_once")]
        indexes = [models.Index(fields=["year", "-hundredths", "person"], name="overall_leaders")]


class BroughtYear(models.Model):
    """A season with lines of a posting that carried points over or reversed such a posting: a cache of the lines.

    Leaderboards leave these lines out, and most years have none. Without the cache, they would read every balance.
    """

    posting = models.ForeignKey(Posting, on_delete=models.PROTECT, related_name="brought_years", db_index=False)
    year = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["year", "posting"], name="brought_year_once")]


class WonBalance(models.Model):
    """A line of opening balances that was won in the year of its day: a cache of the posting's detail.

    A posting may have a balance for every member. Without the cache, each record would read the detail of them all.
    """

    posting = models.ForeignKey(
        Posting, on_delete=models.PROTECT, related_name="won_balances", db_index=False, db_constraint=False
    )
    person = models.ForeignKey(
        "registry.Person", on_delete=models.PROTECT, related_name="+", db_index=False, db_constraint=False
    )
    """No constraint on the two keys: the line has the same keys, and the database checks those."""
    colour = models.CharField(max_length=12)
    day = models.DateField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "posting", "colour", "day"], name="won_balance_once"),
        ]
