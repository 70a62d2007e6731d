"""Shared by all tests: the repository's own root, prepared databases, and hypothesis without deadlines.

Every database test runs on SQLite and, started by `make test`, on a real PostgreSQL where it can differ there.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from _pytest import main
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

import commands
import databases
import template_mistakes
from masterpoint.core.federations import Federation
from masterpoint.schemes import FEDERATIONS
from roomy import with_room

if TYPE_CHECKING:
    from pytest_django import DjangoDbBlocker

ROOT = Path(__file__).parent.parent

settings.register_profile(
    "house", deadline=None, derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")
vars(providers)["is_local_module_file"] = lambda _: False
"""Of our modules no constants are drawn: a test alone and the same test beside others would draw different examples,
and to read them all takes each process seconds."""

SLOW = """
    centre/test_a_sixth_federation centre/test_acts centre/test_any_account centre/test_any_history centre/test_disk
    centre/test_due_days centre/test_each_evening_once centre/test_erasing centre/test_free_sessions
    centre/test_grades centre/test_lists_of_filings centre/test_month_end centre/test_open_data_of_demos
    centre/test_operations centre/test_payments
    centre/test_registry_life centre/test_releases centre/test_reports centre/test_same_evening centre/test_statuses
    centre/test_tampering centre/test_two_people centre/test_verify_memory centre/test_who_played
    conformance/test_running core/test_event_fields
    formats/test_hostile_files formats/test_round_trips schemes/ebu/test_properties schemes/ebu/test_scales_basic
    schemes/ebu/test_scales_quali schemes/nz/test_any_event schemes/nz/test_printed schemes/nz/test_properties
    schemes/test_any_figure schemes/test_anything_the_schema_accepts schemes/test_british_scales schemes/test_compare
    schemes/test_contradictions schemes/test_editions schemes/test_every_fact schemes/wbu/test_properties
    schemes/wbu/test_scales_basic schemes/wbu/test_scales_quali schemes/wbu/test_tables web/test_a_sixth_federation
    web/test_accounts_in_time web/test_anonymous_work web/test_any_visit web/test_api web/test_api_document
    web/test_api_protocol web/test_api_race web/test_commands_of_the_docs web/test_every_door
    web/test_hostile_walk web/test_kept_running
    web/test_letters web/test_letters_in_other_languages web/test_limits web/test_pages
    web/test_problems_at_every_door web/test_proofs web/test_recorded web/test_reports web/test_sheets
    web/test_slow_clients
"""
"""Left out of the inner loop, `make quick`; docs/developers/testing.md says how they are chosen."""
GARBAGE = 100_000
"""How many new objects are kept before the first look at them."""
SLOW_FILES = {ROOT / "tests" / f"{name}.py" for name in SLOW.split()}


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    """What is said to Django's plugin in our settings is known where the tests run without it, too."""
    if not pluginmanager.hasplugin("django"):
        parser.addini("DJANGO_SETTINGS_MODULE", "the settings of the tests that know of Django")


def pytest_configure() -> None:
    template_mistakes.begin()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """A test fails if a template that it rendered, or that was rendered to prepare it, read what does not exist."""
    try:
        yield
    except BaseException as error:
        for mistake in template_mistakes.mistakes():
            error.add_note(mistake)
        raise
    mistakes = template_mistakes.mistakes()
    assert not mistakes, "\n".join(mistakes)


def pytest_collection() -> None:
    gc.disable()


def pytest_collection_finish() -> None:
    """What was loaded stays: to look through it for garbage again and again took a twentieth of the time."""
    gc.enable()
    gc.freeze()
    gc.set_threshold(GARBAGE)


def pytest_runtestloop(session: pytest.Session) -> bool:
    return with_room(lambda: main.pytest_runtestloop(session))


def pytest_unconfigure() -> None:
    commands.end()
    template_mistakes.end()
    gc.freeze()  # pytest looks for garbage twice more; the process ends


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """In the inner loop what is left out is not read either: thousands of cases take seconds to list."""
    return True if config.option.markexpr == "not slow" and collection_path in SLOW_FILES else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path in SLOW_FILES:
            item.add_marker(pytest.mark.slow)
        if "django_db_setup" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.django_db)  # without it no database is made where nothing else asks for one


@pytest.fixture
def sixth_federation(monkeypatch: pytest.MonkeyPatch) -> Federation:
    return add_sixth_federation(monkeypatch)


def add_sixth_federation(monkeypatch: pytest.MonkeyPatch) -> Federation:
    """The invented sixth federation, added by its one line; nothing of it is left afterwards."""
    monkeypatch.setattr(FEDERATIONS, "loaded", dict(FEDERATIONS.loaded))
    monkeypatch.setitem(FEDERATIONS.modules, "abl", "schemes.abl")
    return FEDERATIONS["abl"]


@pytest.fixture(scope="session")
def prepared_folder(request: pytest.FixtureRequest) -> Path:
    return Path(request.config.cache.mkdir("prepared"))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None, django_db_blocker: DjangoDbBlocker, prepared_folder: Path
) -> Iterator[None]:
    """The tables are there before Django looks for what is to be migrated."""
    with django_db_blocker.unblock():
        databases.make_tables(prepared_folder)
    with databases.begun_with_tables():
        yield


@pytest.fixture(scope="module")
def new_database(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Any]]:
    """Makes databases of the kind the tests run on, outside any transaction, empty but for their tables.

    It gives their addresses; `empty=True` asks for one without tables.
    """
    with databases.maker(tmp_path_factory.mktemp("databases")) as make:
        yield make
