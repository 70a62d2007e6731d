"""The outbox. It has a letter if, and only if, what the letter reports has happened."""

from __future__ import annotations

from django.db import models


class Letter(models.Model):
    """A letter to one address, and the state of its delivery."""

    to = models.EmailField()
    subject = models.CharField(max_length=200)
    text = models.TextField()
    attachment = models.BinaryField(null=True)
    """An attached PDF, which is deleted once it was sent."""
    attachment_name = models.CharField(max_length=100, blank=True)
    kind = models.CharField(max_length=20, blank=True)
    """The kind of letter, for kinds that are counted."""
    stop_address = models.CharField(max_length=300, blank=True)
    """The address that stops letters of this kind, for mail programs with a button for it."""
    written_at = models.DateTimeField(auto_now_add=True)
    next_try_at = models.DateTimeField(null=True, auto_now_add=True)
    """When it is due; None once it was sent or given up."""
    tries = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True, blank=True)
    went_wrong = models.CharField(max_length=300, blank=True)
    """The last error from the mail server."""

    class Meta:
        indexes = [models.Index(fields=["next_try_at"], name="letter_due")]


class MonthlyLetter(models.Model):
    """A month for which a record's letter was written or had nothing to report. It is written only once."""

    person = models.ForeignKey("registry.Person", on_delete=models.CASCADE, related_name="monthly_letters")
    month = models.DateField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "month"], name="monthly_letter_once")]


class ScheduledReport(models.Model):
    """A report that the officers of every club of a federation get automatically when its period is over."""

    federation = models.ForeignKey("registry.Federation", on_delete=models.CASCADE, related_name="scheduled_reports")
    name = models.CharField(max_length=40)
    since = models.DateField()
    """Periods that ended before this day are not sent."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["federation", "name"], name="report_scheduled_once")]


class SentReport(models.Model):
    """A period for which an organisation's report was sent or was empty. It is sent only once."""

    organisation = models.ForeignKey("registry.Organisation", on_delete=models.CASCADE, related_name="sent_reports")
    name = models.CharField(max_length=40)
    period = models.CharField(max_length=7)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organisation", "name", "period"], name="report_sent_once"),
        ]
