"""The journal's entries. They are never changed: triggers in both databases refuse it."""

from __future__ import annotations

from django.db import models

from masterpoint.centre.hash_chain import new_salt


class Entry(models.Model):
    """One act outside the ledger: who did what and why, and the facts of each row it changed."""

    federation = models.ForeignKey("registry.Federation", on_delete=models.PROTECT, related_name="journal")
    number = models.PositiveBigIntegerField()
    """The position in the hash chain: from 1 within the federation, without gaps."""
    what = models.CharField(max_length=40)
    facts = models.JSONField()
    """The facts after the act by subject, such as `person 12`; None if the subject was deleted."""
    by = models.ForeignKey("accounts.User", null=True, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()
    salt = models.CharField(max_length=32, default=new_salt, blank=True, editable=False)
    """Part of the digest. An erasure destroys it when it removes a name. Entries of the first releases have none."""
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["federation", "number"], name="journal_number")]
        indexes = [
            models.Index(
                fields=["federation", "what", "number"],
                condition=models.Q(what__in=["erased", "verified"]),
                name="journal_landmarks",
            )
        ]
