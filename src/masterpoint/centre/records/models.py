"""Promotions and ratings, announced by runs at the end of a month or a year. Never edited; a later run adds."""

from __future__ import annotations

import secrets
from typing import ClassVar, Self, TypeVar

from django.db import models


def new_key() -> str:
    """An unguessable key: the only address of a promotion's proof, printed on its certificate."""
    return secrets.token_urlsafe(16)


Row = TypeVar("Row", bound=models.Model, covariant=True)


class InForceManager(models.Manager[Row]):
    """Rows that are still in force: the office has not taken them back."""

    def get_queryset(self) -> models.QuerySet[Row]:
        return super().get_queryset().filter(revoked_at=None)


class Revocable(models.Model):
    """An announcement of the office, which may take it back with a reason; the row stays and says so."""

    revoked_at = models.DateTimeField(null=True)
    revoked_by = models.ForeignKey("accounts.User", null=True, on_delete=models.PROTECT, related_name="+")
    revoked_reason = models.CharField(max_length=300, blank=True)

    objects = models.Manager()
    in_force: ClassVar[InForceManager[Self]] = InForceManager()

    class Meta:
        abstract = True


class PromotionRun(Revocable):
    """One monthly run over a federation."""

    federation = models.ForeignKey("registry.Federation", on_delete=models.PROTECT, related_name="promotion_runs")
    as_at = models.DateField()
    by = models.ForeignKey("accounts.User", null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)
    """When the last promotion was announced; a run without it was interrupted, and continues when started again."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["federation", "as_at"], condition=models.Q(revoked_at=None), name="promotion_run_once"
            )
        ]


class Promotion(Revocable):
    """A rank reached, the day the holding first reached it, and whether a correction has since undone it."""

    run = models.ForeignKey(PromotionRun, on_delete=models.PROTECT, related_name="promotions")
    person = models.ForeignKey("registry.Person", on_delete=models.PROTECT, related_name="promotions")
    rank = models.CharField(max_length=60)
    before = models.CharField(max_length=60, blank=True)
    reached_on = models.DateField()
    flagged = models.CharField(max_length=200, blank=True)
    key = models.CharField(max_length=22, unique=True, default=new_key, editable=False)
    settled_note = models.CharField(max_length=300, blank=True)
    """The office's decision about a flagged promotion."""
    settled_by = models.ForeignKey("accounts.User", null=True, on_delete=models.PROTECT, related_name="+")
    settled_at = models.DateTimeField(null=True)


class Rating(models.Model):
    """A rating at the turn of a year (New Zealand: rating points and the resulting grade)."""

    person = models.ForeignKey("registry.Person", on_delete=models.PROTECT, related_name="ratings")
    year = models.PositiveSmallIntegerField()
    hundredths = models.BigIntegerField()
    grade = models.CharField(max_length=40)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "year"], name="rating_once")]
