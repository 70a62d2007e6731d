"""What somebody is keying and has not posted yet. What was posted stands in the ledger, with its files."""

from __future__ import annotations

from django.db import models


class CreditDraft(models.Model):
    """The register of a club as one keys it: a closed tab loses nothing."""

    organisation = models.ForeignKey("registry.Organisation", on_delete=models.CASCADE, related_name="credit_drafts")
    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="credit_drafts")
    fields = models.JSONField(default=dict)
    """Everything as it was typed, by the name of its field."""
    saved_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["organisation", "user"], name="credit_draft_once")]
