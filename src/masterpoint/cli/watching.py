"""`masterpoint watch`: files what a scoring program writes to a folder on the club's laptop."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

import click

from masterpoint.cli.inputs import read_text
from masterpoint.cli.sending import Destination, http
from masterpoint.cli.watched_folder import WatchedFolder
from masterpoint.core.errors import NotUnderstood, Problem

LONGEST_WAIT = 600


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option(
    "--centre", envvar="MASTERPOINT_CENTRE", show_envvar=True, required=True, help="Address of the Centre: https://…."
)
@click.option(
    "--federation",
    envvar="MASTERPOINT_FEDERATION",
    show_envvar=True,
    required=True,
    help="Code of the federation: ebu.",
)
@click.option("--club", envvar="MASTERPOINT_CLUB", show_envvar=True, required=True, help="Number of the club.")
@click.option(
    "--token-file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="File with a token of your account, scope `file`; or the variable MASTERPOINT_TOKEN.",
)
@click.option("--every", type=click.IntRange(1, 3600), default=10, show_default=True, help="Seconds between checks.")
@click.option("--once", is_flag=True, help="Check once, send what is there, and end.")
def watch(
    folder: Path, centre: str, federation: str, club: str, token_file: Path | None, every: int, once: bool
) -> None:
    """File every results file that appears in FOLDER. Nothing is lost while offline: files wait and are sent later."""
    watched_folder = WatchedFolder(folder, Destination(centre, federation, club, _token(token_file)), http)
    wait = every
    while True:
        for line in watched_folder.scan(all_finished=once):
            click.echo(line)
        if once:
            return
        wait = min(wait * 2, LONGEST_WAIT) if watched_folder.is_offline else every
        time.sleep(wait)


def _token(file: Path | None) -> str:
    token = (read_text(file) if file else os.environ.get("MASTERPOINT_TOKEN", "")).strip()
    if not token:
        fix = "make one on the account page, save it in a file and give --token-file"
        raise NotUnderstood(Problem("token", "", "a token is needed to file", fix))
    if not re.fullmatch(r"[!-~]{1,500}", token):
        fix = "save only the token in the file, as the account page shows it"
        raise NotUnderstood(Problem("token", "", "this is not a token: it is one word of letters and digits", fix))
    return token
