"""Filings and their versions. Facts and original files are stored permanently, with the edition that judged them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.exceptions import ObjectDoesNotExist
from django.db import models

from masterpoint.centre.compact import CompactJSON, CompressedBytes
from masterpoint.centre.creation_time import CreationTime
from masterpoint.centre.hash_chain import new_salt

LOADED = "open data"
"""The format of a version loaded as open data whose awards this program derived again."""
REPORTED = "open data, reported"
"""The same if the facts do not give the awards, which are reported, not derived."""

if TYPE_CHECKING:
    from masterpoint.centre.registry.models import Organisation


class Draft(models.Model):
    """A file that was uploaded and checked but not filed yet, so that nothing is lost when a tab is closed."""

    key = models.CharField(max_length=43, unique=True)
    """Unguessable: without an account it is the only access to a draft."""
    federation = models.ForeignKey("registry.Federation", on_delete=models.CASCADE)
    organisation = models.ForeignKey("registry.Organisation", null=True, blank=True, on_delete=models.CASCADE)
    user = models.ForeignKey("accounts.User", null=True, blank=True, on_delete=models.CASCADE, related_name="drafts")
    original = models.BinaryField()
    original_name = models.CharField(max_length=200)
    event = models.JSONField(null=True)
    """The event in the vocabulary, once it is complete."""
    choices = models.JSONField(default=dict)
    """The scorer's decisions: options for the event, people for players, filings that are other events."""
    corrects = models.ForeignKey("Filing", null=True, blank=True, on_delete=models.CASCADE, related_name="drafts")
    created_at = models.DateTimeField(auto_now_add=True)

    @property
    def filed_for(self) -> Organisation:
        """The organisation it will be filed for, as chosen with the file."""
        if self.organisation is None:
            raise ObjectDoesNotExist("this draft names no organisation")
        return self.organisation


class Month(models.Model):
    """A month of a federation: open, closed (its filings are official), or announced (its promotions are published)."""

    class State(models.TextChoices):
        OPEN = "open", "Open"
        CLOSED = "closed", "Closed"
        ANNOUNCED = "announced", "Announced"

    federation = models.ForeignKey("registry.Federation", on_delete=models.PROTECT, related_name="months")
    first_day = models.DateField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey("accounts.User", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    decision = models.CharField(max_length=300, blank=True)
    """The reason for closing it with open matters."""
    left_open = models.JSONField(default=list, blank=True)
    """The open matters when it was closed: unanswered questions, clubs without filings."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["federation", "first_day"], name="month_once")]

    @property
    def is_being_closed(self) -> bool:
        """Whether it is closed to new filings, but not all its filings are official: closing is running or was
        interrupted.
        """
        return self.state == self.State.CLOSED and self.closed_at is None


class Filing(models.Model):
    """An event of an organisation, as filed. Its receipt number never changes; corrections are new versions."""

    class State(models.TextChoices):
        PROVISIONAL = "provisional", "Provisional"
        OFFICIAL = "official", "Official"
        REJECTED = "rejected", "Rejected"
        WITHDRAWN = "withdrawn", "Withdrawn"

    receipt = models.CharField(max_length=24, unique=True)
    federation = models.ForeignKey("registry.Federation", on_delete=models.PROTECT, related_name="filings")
    organisation = models.ForeignKey("registry.Organisation", on_delete=models.PROTECT, related_name="filings")
    name = models.CharField(max_length=200)
    day = models.DateField()
    form = models.CharField(max_length=20)
    state = models.CharField(max_length=12, choices=State.choices, default=State.PROVISIONAL)
    state_reason = models.CharField(max_length=300, blank=True)
    identity = models.CharField(max_length=64)
    """The digest of the current version's play, unique among filings in force. See `Play` for earlier versions."""
    filed_by = models.ForeignKey("accounts.User", null=True, on_delete=models.PROTECT, related_name="filings")
    filed_at = CreationTime(auto_now_add=True)
    late_reason = models.CharField(max_length=300, blank=True)
    """Why an officer filed it although its month was closed."""
    findings = models.PositiveSmallIntegerField(default=0)
    """The number of findings in the current version's checks; 0 means that it is clean."""
    approved_by = models.ForeignKey("accounts.User", null=True, on_delete=models.PROTECT, related_name="+")
    """Who made it official; None if the close of its month did."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["federation", "identity"], name="filed_once")]
        indexes = [
            models.Index(fields=["federation", "day", "state"], name="filing_by_month"),
            models.Index(fields=["organisation", "day"]),
            models.Index(fields=["organisation", "-filed_at"], name="filing_newest_of"),
            models.Index(fields=["filed_by", "-filed_at"], name="filing_newest_by"),
            models.Index(fields=["federation", "-filed_at"], name="filing_newest"),
            models.Index(
                fields=["federation", "day", "id"], condition=models.Q(state="provisional"), name="filing_waiting"
            ),
        ]


ENDED_STATES = (Filing.State.WITHDRAWN, Filing.State.REJECTED)
"""A filing in one of these credits nobody, and never changes again."""


class Version(models.Model):
    """The facts of a filing, the edition and engine that judged them, and the result.

    A correction adds another version.
    """

    filing = models.ForeignKey(Filing, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveSmallIntegerField()
    event = CompactJSON()
    edition = models.CharField(max_length=160)
    engine = models.CharField(max_length=20)
    result = models.BinaryField()
    """The awards with every step, as compressed JSON (`masterpoint.core.serialisation`)."""
    original = CompressedBytes()
    original_name = models.CharField(max_length=200)
    format = models.CharField(max_length=40)
    people = CompactJSON(default=dict)
    """The person of the register for each player of the event."""
    checks = CompactJSON(null=True)
    """The findings of the automatic checks (`checking`); None if there was no file to check."""
    reason = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey("accounts.User", null=True, on_delete=models.PROTECT, related_name="+")
    at = CreationTime(auto_now_add=True)
    salt = models.CharField(max_length=32, default=new_salt, blank=True, editable=False)
    """Part of the digests of its contents; destroyed when an erasure removes a name. The first versions have none."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["filing", "number"], name="version_once")]
        indexes = [models.Index(fields=["at"], condition=models.Q(number__gt=1), name="version_corrections")]


class Play(models.Model):
    """The play of a version, for finding the same evening again: a cache of the versions' facts.

    Every version has a row. `verify` recomputes it.
    """

    version = models.OneToOneField(Version, on_delete=models.PROTECT, related_name="play")
    filing = models.ForeignKey(Filing, on_delete=models.PROTECT, related_name="plays")
    federation = models.ForeignKey("registry.Federation", on_delete=models.PROTECT, related_name="+", db_index=False)
    day = models.DateField()
    digest = models.CharField(max_length=64)
    """The digest of the facts of play (`play_digest`)."""

    class Meta:
        indexes = [
            models.Index(fields=["federation", "digest"], name="play_by_digest"),
            models.Index(fields=["federation", "day"], name="play_by_day"),
        ]


class ZeroEvening(models.Model):
    """A registered player who played and won nothing: a cache of the current versions, for the player's record."""

    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="zero_evenings")
    person = models.ForeignKey("registry.Person", on_delete=models.PROTECT, related_name="+", db_index=False)
    day = models.DateField()

    class Meta:
        indexes = [models.Index(fields=["person", "-day"], name="zero_by_person")]


class IdempotencyKey(models.Model):
    """The key of a program's request. The same request with this key gets the same answer; another one is refused."""

    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE)
    key = models.CharField(max_length=80)
    request = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=201)
    answer = models.JSONField(default=dict)
    """The exact answer."""
    filing = models.ForeignKey(Filing, on_delete=models.PROTECT)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="idempotency_once")]
