"""Work that goes on by itself: when it was done last, and how it went."""

from __future__ import annotations

from django.db import models


class Job(models.Model):
    """One kind of work. A row a kind; what happened before is in the log."""

    name = models.CharField(max_length=40, primary_key=True)
    begun_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    succeeded_at = models.DateTimeField(null=True)
    failed = models.BooleanField(default=False)
    message = models.CharField(max_length=500, blank=True)
    """What came of it, in a sentence."""
