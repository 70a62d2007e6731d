"""Open data loaded into an empty federation: killed at every write, and by two people at the same moment.

python loading_program.py     prints one JSON line a kill or a race, as the programs it builds on do
"""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from datetime import date
from functools import partial
from pathlib import Path

from django.db import transaction

from centre import carryovers_program as carryovers
from centre import fault_program as program
from centre import races_program as races
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.journal.models import Entry
from masterpoint.centre.ledger.models import BroughtYear, Posting, WonBalance
from masterpoint.centre.open_data.reloading import reload
from masterpoint.centre.open_data.writing import write_open_data
from masterpoint.centre.people import statuses
from masterpoint.centre.records.models import PromotionRun
from masterpoint.centre.registry import setup
from masterpoint.centre.registry.models import Federation, Organisation, Person

DAY = date(2026, 11, 16)
FOLDER = Path(os.environ["MASTERPOINT_HOME"])
KEPT = (Organisation, Person, Filing, Posting, PromotionRun, Entry)
"""What a load writes, by federation."""


def history() -> Path:
    """Balances, an evening, its correction, a member who lapsed and a promotion, as open data."""
    carryovers.bring(1)
    program.file_one(1)
    program.correct(1)
    statuses.set_status(Person.objects.get(number="100"), "lapsed", on=DAY, by=program.officer(), reason="not paid")
    program.prepared("promote", 1)
    program.promote(1)
    return write_open_data(program.club().federation, FOLDER, DAY)


def under_other_receipts(archive: Path, number: int) -> Path:
    """The same with receipts of its own: one receipt is one filing's in the whole Centre."""
    (receipt,) = Filing.objects.filter(federation="ebu").values_list("receipt", flat=True)
    target = FOLDER / f"{number}.zip"
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(target, "w") as new:
        manifest = json.loads(old.read("manifest.json"))
        for file in manifest["files"]:
            data = old.read(file["name"]).replace(receipt.encode(), f"L{number:03}{receipt[4:]}".encode())
            file["sha256"] = hashlib.sha256(data).hexdigest()
            new.writestr(file["name"], data)
        new.writestr("manifest.json", json.dumps(manifest))
    return target


def prepare(archive: Path, number: int) -> None:
    """A federation that has nothing yet, and its file."""
    with transaction.atomic():
        setup.new_federation(code_of(number), "Loaded", "ebu", next_number=1)
    under_other_receipts(archive, number)


def code_of(number: int) -> str:
    return f"load{number}"


def load(number: int) -> str:
    federation = Federation.objects.get(code=code_of(number))
    loaded = reload(federation, FOLDER / f"{number}.zip", by=program.officer(), today=DAY)
    return f"{loaded.people} people, {loaded.results} results, {loaded.lines} lines, {loaded.ranks} ranks"


def rows(code: str) -> list[int]:
    caches = (model.objects.filter(posting__federation=code).count() for model in (BroughtYear, WonBalance))
    return [*caches, *(model.objects.filter(federation=code).count() for model in KEPT)]


def is_loaded(number: int) -> bool:
    """Everything or nothing."""
    carryovers.require_caches()
    empty, now, whole = [0, 0, 1, 0, 0, 0, 0], rows(code_of(number))[:-1], rows("ebu")[:-1]
    assert now in (empty, whole), now
    entries = rows(code_of(number))[-1]
    assert (entries > 1) == (now == whole), "the journal tells of what is not there"
    return now == whole


if __name__ == "__main__":
    program.world()
    archive = history()
    program.ACTS["load"] = load
    program.DONE["load"] = is_loaded
    program.PREPARE["load"] = partial(prepare, archive)
    program.killed_everywhere("load")
    for turn in range(races.TURNS):
        prepare(archive, 900 + turn)
        races.at_once("one file twice", *[partial(load, 900 + turn)] * 2)
        assert is_loaded(900 + turn)
    print(json.dumps({"race": "all of them", "problems": program.differences()}), flush=True)
