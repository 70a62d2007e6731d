"""Invitations to an account. Only digests of codes are stored."""

from __future__ import annotations

from django.db import models


class Invitation(models.Model):
    """An invitation to claim a person's record, once, with its code."""

    person = models.ForeignKey("registry.Person", on_delete=models.CASCADE, related_name="invitations")
    email = models.EmailField(blank=True)
    """Where the code was sent; empty if it was given on paper."""
    digest = models.CharField(max_length=64)
    last_day = models.DateField()
    tries = models.PositiveSmallIntegerField(default=0)
    """Wrong codes tried for this person since the invitation."""
    by = models.ForeignKey("accounts.User", null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["person", "used_at"], name="open_invitations")]
