"""A scoring program that is wrong on purpose: it rounds every half point down to nothing, and does no knock-outs.

`--last N` ends it after N answers, like a program that takes one event at a time.
"""

from __future__ import annotations

import json
import sys
from itertools import islice
from typing import Any

from masterpoint import schemes
from masterpoint.core.errors import MasterpointError
from masterpoint.core.exact import rational
from masterpoint.core.parsing import event_from


def answer(event: dict[str, Any]) -> dict[str, Any]:
    if event["form"] == "knockout":
        return {"skipped": "no knock-outs yet"}
    try:
        result = schemes.award(event_from(event, schemes.FACTS))
    except MasterpointError as refusal:
        return {"problems": [{"message": str(refusal)}]}
    return {
        "awards": [
            {"points": int(rational(award.points)), "kind": award.kind, "colour": award.colour}
            for award in result.awards
        ]
    }


last = int(sys.argv[2]) if len(sys.argv) > 2 else None
for line in islice(sys.stdin, last):
    print(json.dumps(answer(json.loads(line))), flush=True)
