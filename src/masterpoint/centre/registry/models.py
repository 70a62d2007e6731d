"""The tree of organisations of each book, and the people in it. Only services write."""

from __future__ import annotations

from django.db import models


class Federation(models.Model):
    """A national body, and the scheme that its events are judged by."""

    code = models.CharField(max_length=20, primary_key=True)
    name = models.CharField(max_length=120)
    scheme = models.CharField(max_length=20)
    next_number = models.PositiveIntegerField(default=1)
    """The next member number this Centre will issue."""
    two_people = models.BooleanField(default=False)
    """Somebody other than the filer must make a filing official."""
    second_factor = models.BooleanField(default=False)
    """Officers must sign in with a second factor."""
    public_reasons = models.BooleanField(default=False)
    """Everybody may read why officers adjusted, reversed or moved points; otherwise only the player and officers."""

    colour = models.CharField(max_length=7, blank=True)
    """The colour of links, buttons and headings, such as `#0b4f6c`; empty for the default."""
    mark = models.CharField(max_length=64, blank=True)
    """The digest of its mark, if it has one."""

    def __str__(self) -> str:
        return self.name


class Mark(models.Model):
    """A picture that is or was the mark of a federation."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="marks")
    digest = models.CharField(max_length=64)
    data = models.BinaryField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["federation", "digest"], name="mark_once")]


class Organisation(models.Model):
    """A club, county, area, district, region, state or the national body itself."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="organisations")
    parent = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="children")
    level = models.CharField(max_length=40)
    number = models.CharField(max_length=40)
    name = models.CharField(max_length=120)
    active = models.BooleanField(default=True)
    affiliated_on = models.DateField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["federation", "number"], name="organisation_number")]

    def __str__(self) -> str:
        return self.name


class Person(models.Model):
    """A player, with a number for life. A merged record refers to the record it was merged into."""

    class Status(models.TextChoices):
        ACTIVE = "active", "Active member"
        LAPSED = "lapsed", "Lapsed member"
        POTENTIAL = "potential", "Not yet a member: points are held"
        SUSPENDED = "suspended", "Suspended"
        INACTIVE = "inactive", "Inactive"
        DECEASED = "deceased", "Deceased"

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="people")
    number = models.CharField(max_length=40)
    given_name = models.CharField(max_length=80)
    family_name = models.CharField(max_length=80)
    sort_key = models.CharField(max_length=200, db_index=True)
    """Folded name (no accents, lower case), for search and ranked matches."""
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.ACTIVE)
    anonymous = models.BooleanField(default=False)
    """Shown as anonymous in public; the choice is the player's and can be undone."""
    home_club = models.ForeignKey(
        Organisation, null=True, blank=True, on_delete=models.PROTECT, related_name="home_members"
    )
    account = models.ForeignKey(
        "accounts.User", null=True, blank=True, on_delete=models.SET_NULL, related_name="people"
    )
    """The owner's account, which may have a record in each of several federations."""
    joined_on = models.DateField(null=True, blank=True)
    born_in = models.PositiveSmallIntegerField(null=True, blank=True)
    visitor = models.BooleanField(default=False)
    """From overseas, registered through a club for visitors (ABF 1.3.3); wins no yearly award of a rank group."""
    rank_abroad = models.CharField(max_length=60, blank=True)
    """The rank of this book that equals the rank they had before they moved here (ABF 1.7.3)."""
    rank = models.CharField(max_length=60, blank=True)
    """The rank last announced by a promotion run."""
    erased_on = models.DateField(null=True, blank=True)
    """The day their name was erased. The number stays, so that others can still prove points and results."""
    merged_into = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="merged_from")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["federation", "number"], name="person_number"),
            models.UniqueConstraint(fields=["account", "federation"], name="one_record_a_federation"),
        ]
        indexes = [
            models.Index(fields=["federation", "sort_key"]),
            models.Index(fields=["federation", "rank"], name="person_by_rank"),
        ]

    @property
    def name(self) -> str:
        return f"{self.given_name} {self.family_name}".strip()

    def __str__(self) -> str:
        return f"{self.name} ({self.number})"


class NameWord(models.Model):
    """A word of a person's folded name, to search by the beginning of any word."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="name_words", db_index=False)
    word = models.CharField(max_length=160, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "word"], name="name_word_once")]


class ContactDetails(models.Model):
    """Contact details, kept apart from public data and never in a hash chain, so that they can be deleted."""

    email = models.EmailField(blank=True, db_index=True)
    phone = models.CharField(max_length=40, blank=True)
    post = models.TextField(max_length=300, blank=True)
    """The postal address, line by line."""

    class Meta:
        abstract = True


class PersonContact(ContactDetails):
    """A person's contact details, visible to them, their club's secretary and the federation's staff."""

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="contact")
    consented_on = models.DateField(null=True, blank=True)
    """The day they agreed to optional letters; without it they get only the necessary ones."""


class OrganisationContact(ContactDetails):
    """An organisation's contact details, visible to its officers and those above; to everybody if it so decided."""

    organisation = models.OneToOneField(Organisation, on_delete=models.CASCADE, related_name="contact")
    public = models.BooleanField(default=False)


class StatusPeriod(models.Model):
    """A person's status from a day on. The status on the day of play counts."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="status_periods")
    status = models.CharField(max_length=12, choices=Person.Status.choices)
    first_day = models.DateField()
    last_day = models.DateField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)


class Membership(models.Model):
    """A person's membership of an organisation: one home club, any number of others, one primary county."""

    class Kind(models.TextChoices):
        HOME = "home", "Home club"
        ALTERNATE = "alternate", "Other club"
        PRIMARY = "primary", "Primary county"

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="memberships")
    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="memberships")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    first_day = models.DateField()
    last_day = models.DateField(null=True, blank=True)


class Appointment(models.Model):
    """An office: what an account may do for an organisation and everything below it."""

    class Role(models.TextChoices):
        SCORER = "scorer", "Scorer: files results"
        SECRETARY = "secretary", "Secretary: members and filings of the organisation"
        ORGANISER = "organiser", "Organiser: plans and files events"
        TREASURER = "treasurer", "Treasurer: sees charges and invoices"
        FINANCE = "finance", "Finance: tariffs, invoices and payments"
        STAFF = "staff", "Federation staff: approves, corrects, closes the month"

    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="appointments")
    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="appointments")
    role = models.CharField(max_length=12, choices=Role.choices)
    first_day = models.DateField()
    last_day = models.DateField(null=True, blank=True)


class Change(models.Model):
    """The change log of the register: what was done, by whom and why. Nothing is deleted."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT)
    person = models.ForeignKey(Person, null=True, blank=True, on_delete=models.PROTECT, related_name="changes")
    what = models.CharField(max_length=40)
    detail = models.JSONField(default=dict)
    reason = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey("accounts.User", null=True, on_delete=models.PROTECT)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["federation", "at"],
                condition=models.Q(what="organisation changed"),
                name="organisation_changes",
            ),
        ]
