"""Questions about a record, with their messages. Only services write, and no message is edited."""

from __future__ import annotations

import secrets

from django.db import models


def new_key() -> str:
    return secrets.token_urlsafe(16)


class Enquiry(models.Model):
    """A question of a player to an organisation about a day of play."""

    class State(models.TextChoices):
        OPEN = "open", "Waiting for an answer"
        ANSWERED = "answered", "Answered"

    key = models.CharField(max_length=43, unique=True, default=new_key)
    person = models.ForeignKey("registry.Person", on_delete=models.PROTECT, related_name="enquiries")
    """The person whose points it is about."""
    organisation = models.ForeignKey("registry.Organisation", on_delete=models.PROTECT, related_name="enquiries")
    day = models.DateField()
    filing = models.ForeignKey("filing.Filing", null=True, on_delete=models.PROTECT, related_name="enquiries")
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    asked_by = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="enquiries")
    asked_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["organisation", "state"], name="enquiry_waiting")]


class Note(models.Model):
    """One message: who wrote it and when."""

    enquiry = models.ForeignKey(Enquiry, on_delete=models.PROTECT, related_name="notes")
    by = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    text = models.CharField(max_length=1000)
