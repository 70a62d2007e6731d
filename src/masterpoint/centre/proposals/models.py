"""Proposals and decisions about them. Only services write, and nothing is deleted."""

from __future__ import annotations

from django.db import models

NEW_PEOPLE = "newcomers"
"""The key of the new people that a correction registers when it is accepted."""


class Proposal(models.Model):
    """An act that waits for a second person: a change of official points, or an act that needs two people."""

    class Act(models.TextChoices):
        CORRECTION = "correction", "Correction of an official filing"
        WITHDRAWAL = "withdrawal", "Withdrawal of an official filing"
        POSTING = "posting", "Posting by hand"
        REVERSAL = "reversal", "Taking back a posting by hand"
        MOVE = "move", "Record moved from another federation"
        APPOINTMENT = "appointment", "Appointment to the staff"
        TWO_PEOPLE = "two people", "Whether approving takes two people"
        MERGE = "merge", "Two records joined"
        SPLIT = "split", "A joined record split again"

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting"
        ACCEPTED = "accepted", "Accepted"
        REFUSED = "refused", "Refused"

    federation = models.ForeignKey("registry.Federation", on_delete=models.PROTECT, related_name="proposals")
    act = models.CharField(max_length=12, choices=Act.choices)
    arguments = models.JSONField(default=dict)
    """Everything needed to do the act."""
    summary = models.CharField(max_length=300)
    reason = models.CharField(max_length=300, blank=True)
    filing = models.ForeignKey("filing.Filing", null=True, on_delete=models.PROTECT, related_name="proposals")
    version = models.OneToOneField("filing.Version", null=True, on_delete=models.PROTECT, related_name="proposal")
    """The version that a correction would put in force; it has no posting yet."""
    by = models.ForeignKey("accounts.User", null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    decided_by = models.ForeignKey("accounts.User", null=True, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(null=True)
    note = models.CharField(max_length=300, blank=True)
    """The note of the person who decided."""

    class Meta:
        indexes = [models.Index(fields=["federation", "state"], name="proposal_waiting")]
