"""Drafts of typed points, and certificates. Posted points are in the ledger, with their files."""

from __future__ import annotations

from django.db import models


class CreditDraft(models.Model):
    """A club's register while it is typed, so that nothing is lost when a tab is closed."""

    organisation = models.ForeignKey("registry.Organisation", on_delete=models.CASCADE, related_name="credit_drafts")
    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="credit_drafts")
    fields = models.JSONField(default=dict)
    """Everything as it was typed, by field name."""
    saved_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["organisation", "user"], name="credit_draft_once")]


class PointCertificate(models.Model):
    """A certificate of points that an organisation issued to a player. Its history is in the journal."""

    class State(models.TextChoices):
        ISSUED = "issued", "Issued"
        LOST = "lost", "Reported lost"
        REPLACED = "replaced", "Replaced by another"
        WRONG = "wrong", "Reported as wrong"
        CLAIMED = "claimed", "Registered"

    federation = models.ForeignKey("registry.Federation", on_delete=models.PROTECT, related_name="point_certificates")
    organisation = models.ForeignKey(
        "registry.Organisation", on_delete=models.PROTECT, related_name="point_certificates"
    )
    code = models.CharField(max_length=24, unique=True)
    """The printed code, with a check letter."""
    name = models.CharField(max_length=200)
    """The receiver, who need not be a member."""
    person = models.ForeignKey(
        "registry.Person", null=True, on_delete=models.PROTECT, related_name="point_certificates"
    )
    """The record for which it was registered."""
    event = models.CharField(max_length=200)
    facts = models.JSONField()
    """All its facts in the form that the rules need."""
    issued_by = models.ForeignKey("accounts.User", null=True, on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=10, choices=State.choices, default=State.ISSUED)
    state_reason = models.CharField(max_length=300, blank=True)
    """The reason for its state: the evidence for a lost one, the mistake in a wrong one."""
    posting = models.ForeignKey("ledger.Posting", null=True, on_delete=models.PROTECT, related_name="+")
    replaces = models.OneToOneField("self", null=True, on_delete=models.PROTECT, related_name="replaced_by")

    class Meta:
        indexes = [models.Index(fields=["organisation", "state"], name="certificate_by_state")]
