"""`api_token issue|list|revoke EMAIL`: tokens of an account from the command line."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from masterpoint.centre.accounts import tokens
from masterpoint.core.errors import MasterpointError


class Command(BaseCommand):
    help = "Issue, list and revoke the API tokens of an account."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("act", choices=["issue", "list", "revoke"])
        parser.add_argument("email")
        parser.add_argument("--name", default="", help="which program will use the token")
        parser.add_argument("--scope", action="append", default=[], choices=list(tokens.SCOPES))
        parser.add_argument("--id", type=int, default=0, help="the token to revoke, by its number in `list`")

    def handle(self, *, act: str, email: str, name: str, scope: list[str], id: int, **_: Any) -> None:
        try:
            match act:
                case "issue":
                    self.stdout.write(tokens.issue_for(email, name, scope))
                case "list":
                    for token in tokens.tokens_of(email):
                        self.stdout.write(f"{token.pk}\t{token.name}\t{token.scopes}\t{tokens.state_of(token)}")
                case _:
                    self.stdout.write(f"{tokens.revoke_for(email, id).name} is revoked")
        except MasterpointError as error:
            raise CommandError(str(error)) from None
