"""Automatic jobs: when each was last done, and the result."""

from __future__ import annotations

from django.db import models


class Job(models.Model):
    """A kind of job and its last run. Earlier runs are in the log."""

    name = models.CharField(max_length=40, primary_key=True)
    begun_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    succeeded_at = models.DateTimeField(null=True)
    failed = models.BooleanField(default=False)
    message = models.CharField(max_length=500, blank=True)
    """The result in a sentence."""
