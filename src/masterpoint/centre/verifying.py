"""`masterpoint verify`: every posted award recomputed from its stored facts, every total summed, the chain walked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from masterpoint.centre.filing import judging, services
from masterpoint.centre.filing.models import Version
from masterpoint.centre.ledger import verify as ledger
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.errors import MasterpointError
from masterpoint.core.telling import exact_text

Progress = Callable[[int], None]
PAGE = 500


def work(federations: list[Federation]) -> int:
    """How much `differences` will have to do, for a progress bar."""
    return sum(Posting.objects.filter(federation=one).count() for one in federations) + Version.objects.count()


def differences(federations: list[Federation], progress: Progress = lambda _: None) -> Iterator[str]:
    """Each thing that is not what the facts say; nothing, if all is well."""
    for federation in federations:
        yield from ledger.chain_differences(federation, progress)
    yield from ledger.total_differences()
    for federation in federations:
        yield from award_differences(federation, progress)


def award_differences(federation: Federation, progress: Progress = lambda _: None) -> Iterator[str]:
    """Every version judged again: its kept result and its ledger lines must be what comes out."""
    after = 0
    versions = Version.objects.filter(filing__federation=federation).select_related("filing").order_by("pk")
    while page := list(versions.filter(pk__gt=after)[:PAGE]):
        posted = _posted([version.pk for version in page])
        for version in page:
            yield from _version(version, posted.get(version.pk, Counter()))
        after = page[-1].pk
        progress(len(page))


def _posted(versions: list[int]) -> dict[int, Counter[tuple[int, str, int | None]]]:
    found: dict[int, Counter[tuple[int, str, int | None]]] = {}
    rows = Line.objects.filter(posting__version__in=versions, posting__kind=Posting.Kind.AWARDS)
    for version, person, colour, amount, award in rows.values_list(
        "posting__version", "person", "colour", "hundredths", "award"
    ):
        found.setdefault(version, Counter())[person, colour, award] += amount
    return found


def _version(version: Version, posted: Counter[tuple[int, str, int | None]]) -> Iterator[str]:
    name = f"{version.filing.receipt} version {version.number}"
    try:
        result = judging.judge(services.stored_event(version))
    except MasterpointError as error:
        yield f"{name}: cannot be judged again: {error}"
        return
    kept = [award["points"] for award in judging.unpacked(version.result)["awards"]]
    again = [exact_text(award.points) for award in result.awards]
    if kept != again:
        yield f"{name}: the awards kept are not those the facts give"
    known = {key: Person(pk=pk) for key, pk in version.people.items()}
    expected: Counter[tuple[int, str, int | None]] = Counter()
    for line in judging.lines_of(result, known):
        expected[line.person, line.colour, line.award] += line.hundredths
    if expected != posted:
        yield f"{name}: the ledger lines are not those the facts give"
