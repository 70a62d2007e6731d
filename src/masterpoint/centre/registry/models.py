"""The tree of organisations each book names, and the people in it. Only services write."""

from __future__ import annotations

from django.db import models


class Federation(models.Model):
    """A national body and the scheme its events are judged by."""

    code = models.CharField(max_length=20, primary_key=True)
    name = models.CharField(max_length=120)
    scheme = models.CharField(max_length=20)
    next_number = models.PositiveIntegerField(default=1)
    """The next member number this Centre will issue."""
    two_people = models.BooleanField(default=False)
    """A filing becomes official by somebody other than whoever filed it."""
    second_factor = models.BooleanField(default=False)
    """Whoever holds an office signs in with a second factor."""
    public_reasons = models.BooleanField(default=False)
    """Everybody may read why officers adjusted, reversed or moved points; otherwise only the player and officers."""

    colour = models.CharField(max_length=7, blank=True)
    """Of links, buttons and headings, such as `#0b4f6c`; without one, the usual one."""
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
    """A player. The number is for life; a person merged into another keeps a pointer to it."""

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
    """Whose record it is: an account may have one in each of several federations."""
    joined_on = models.DateField(null=True, blank=True)
    born_in = models.PositiveSmallIntegerField(null=True, blank=True)
    visitor = models.BooleanField(default=False)
    """From overseas and registered through a club for visitors (ABF 1.3.3): wins no yearly award of a rank group."""
    rank_abroad = models.CharField(max_length=60, blank=True)
    """Of those who moved here: the rank of this book equal to the one they had reached before (ABF 1.7.3)."""
    rank = models.CharField(max_length=60, blank=True)
    """The rank last announced by a promotion run."""
    erased_on = models.DateField(null=True, blank=True)
    """The day their name was erased; the number stays, so that points and results of others stay provable."""
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
    """A word of a person's folded name, so that a search by the beginning of any word need not read everybody."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="name_words", db_index=False)
    word = models.CharField(max_length=160, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "word"], name="name_word_once")]


class ContactDetails(models.Model):
    """How to reach somebody: kept apart from what is public, and never in a chain, so that it can be deleted."""

    email = models.EmailField(blank=True, db_index=True)
    phone = models.CharField(max_length=40, blank=True)
    post = models.TextField(max_length=300, blank=True)
    """The postal address, line by line."""

    class Meta:
        abstract = True


class PersonContact(ContactDetails):
    """Of a person: seen by themselves, by the secretary of their club and by the federation's staff."""

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="contact")
    consented_on = models.DateField(null=True, blank=True)
    """Since when they agree to letters that need not be sent; without it they get those they must have."""


class OrganisationContact(ContactDetails):
    """Of a club or another organisation: seen by its officers and those above it, and by everybody where it says so."""

    organisation = models.OneToOneField(Organisation, on_delete=models.CASCADE, related_name="contact")
    public = models.BooleanField(default=False)


class StatusPeriod(models.Model):
    """What a person was, from a day on; the day of play decides what they earn."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="status_periods")
    status = models.CharField(max_length=12, choices=Person.Status.choices)
    first_day = models.DateField()
    last_day = models.DateField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)


class Membership(models.Model):
    """A person's belonging to an organisation: one home club, any number of others, one primary county."""

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
    """What an account may do, for which organisation and everything below it."""

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
    """What was done to the register, by whom and why: kept for ever."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT)
    person = models.ForeignKey(Person, null=True, blank=True, on_delete=models.PROTECT, related_name="changes")
    what = models.CharField(max_length=40)
    detail = models.JSONField(default=dict)
    reason = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey("accounts.User", null=True, on_delete=models.PROTECT)
    at = models.DateTimeField(auto_now_add=True)
