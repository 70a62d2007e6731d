"""Letters about a player's own account. No link in them signs in, because programs that scan mail would use it up."""

from __future__ import annotations

from masterpoint.centre.accounts.models import User
from masterpoint.centre.mail import services
from masterpoint.centre.registry.models import Person

INVITATION = """Dear {person.name},

you can now look after your own bridge record at {person.federation.name}: see your points and ranks, ask about them,
choose which letters you get, and decide who may see your name.

Open this page:
{address}

and enter:

  Federation: {person.federation.name}
  Number:     {person.number}
  Code:       {code}

The code works for 60 days and can be used once. If you do not want an account, you need not do anything.
"""
CODE = "code"
"""The kind of letters with a code to confirm an address."""
DIGITS = """Your code, to show that this address is yours:

  {digits}

Enter it on the page you have open. It works for 15 minutes. If you did not ask for it, ignore this letter.
"""
MOVE_TEXT = """The record of {person.name} ({person.number}) at {person.federation.name} now belongs to another account,
by a new invitation from the club. Nothing else about your account has changed.

If that is not right, tell your club's secretary or the federation's office at once.
"""


def invite(person: Person, email: str, code: str) -> None:
    text = INVITATION.format(person=person, address=services.address_of("join"), code=code)
    services.write(email, f"Your record at {person.federation.name}", text)


def send_code(email: str, digits: str) -> None:
    services.write(email, f"{digits} is your code for Masterpoint", DIGITS.format(digits=digits), kind=CODE)


def write_to_old_account(user: User, person: Person) -> None:
    services.write(
        user.email,
        f"Your account no longer has your record at {person.federation.name}",
        MOVE_TEXT.format(person=person),
    )
