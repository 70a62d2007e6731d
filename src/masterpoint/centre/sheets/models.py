"""Sheets of the office: drafts, returned sheets with their error list, and filed sheets."""

from __future__ import annotations

from django.db import models


class Sheet(models.Model):
    """A form of the office, filled in by hand or from a file. Once filed, it does not change."""

    class State(models.TextChoices):
        DRAFT = "draft", "being filled in"
        RETURNED = "returned", "returned with its error list"
        WAITING = "waiting", "received, waits for the other stages"
        FILED = "filed", "filed"

    organisation = models.ForeignKey("registry.Organisation", on_delete=models.CASCADE, related_name="sheets")
    form = models.CharField(max_length=40)
    fields = models.JSONField(default=dict)
    """Everything as it was typed, by the name of its field."""
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    begun_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="sheets")
    problems = models.JSONField(default=list)
    """The error list: place, value, message, fix and clause of each line."""
    done = models.JSONField(default=list)
    """What filing it did, line by line."""
    receipt = models.CharField(max_length=24, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    """The digest of its contents once it is filed, so that the same sheet is filed only once."""
    saved_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["organisation", "digest"], condition=~models.Q(digest=""), name="sheet_filed_once"
            )
        ]
