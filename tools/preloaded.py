"""A process that has loaded the whole program, and forks a child for every run of tests and every command.

A process that forks commands reads each request as a line of JSON, and prints a line as the answer: the status, output
and errors of a command that ended, or the process number of a server that was started.
"""

from __future__ import annotations

import gc
import importlib.util
import json
import logging.config
import os
import pkgutil
import runpy
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

CENTRE = "masterpoint.centre.settings"
FOR_TESTS = "settings_for_tests"
EVENING = {
    "form": "session",
    "scheme": "ebu",
    "day": "2026-11-10",
    "contest": "pairs",
    "boards": 24,
    "organiser": {"level": "club"},
    "lists": [{"places": "1 2= 2= 4 5 6 7 8 9 10 11 12"}],
}
GARBAGE_THRESHOLD = 100_000
"""The number of new objects before a child collects garbage: most children end before."""
ROOT = Path(__file__).parent.parent
SEARCH_PATH = tuple(str(ROOT / folder) for folder in ("tests", "tests/centre", "."))
"""The path of modules that the tests share with the programs they start."""
IGNORED_WARNING = "ignore:Module already imported:pytest.PytestAssertRewriteWarning"
"""A warning about loaded plugins: nobody needs explanations of their assertions."""
NOT_LOADED = ("masterpoint.__main__", "masterpoint.web.wsgi", "masterpoint.web.asgi", CENTRE)


def load() -> None:
    """Load every module and every book, with settings that no child keeps."""
    gc.disable()  # loaded modules stay
    with tempfile.TemporaryDirectory() as home:
        environment = dict(os.environ)
        os.environ |= {"MASTERPOINT_HOME": home, "MASTERPOINT_DATABASE": "", "DJANGO_SETTINGS_MODULE": CENTRE}
        import django

        django.setup()
        import masterpoint

        for module in pkgutil.walk_packages(masterpoint.__path__, "masterpoint."):
            if module.name not in NOT_LOADED:
                importlib.import_module(module.name)
        warm_up()
        os.environ.clear()
        os.environ.update(environment)
    gc.freeze()
    gc.enable()
    gc.set_threshold(GARBAGE_THRESHOLD)


def warm_up() -> None:
    """Compute what a process caches, so that no child has to: books, addresses, the digest of the engine."""
    set_up()
    if importlib.util.find_spec("psycopg"):
        importlib.import_module("masterpoint.centre.postgres.base")
    from django.db import connections
    from django.urls import get_resolver

    from masterpoint.centre import upgrading
    from masterpoint.centre.engine import engine
    from masterpoint.core.parsing import event_from
    from masterpoint.schemes import FACTS, FEDERATIONS, award

    for federation in FEDERATIONS.values():
        assert federation.editions
    assert award(event_from(EVENING, FACTS)).awards
    assert get_resolver().reverse_dict
    assert engine()
    assert upgrading.schema().is_empty
    connections.close_all()


def set_up(set_prefix: bool = True) -> None:
    """Set Django up as in a new process: with the settings of this environment, and nothing left of others."""
    from django.conf import settings
    from django.core.cache import caches
    from django.core.signals import setting_changed
    from django.db import connections
    from django.test import signals  # noqa: F401  it clears what Django keeps of a setting

    name = os.environ["DJANGO_SETTINGS_MODULE"]
    for module in {CENTRE, name}:
        sys.modules.pop(module, None)
    module_of_settings = importlib.import_module(name)
    values = {word: value for word, value in vars(module_of_settings).items() if word.isupper()}
    changed = {word: value for word, value in values.items() if getattr(settings, word, None) != value}
    for handler in (connections, caches):
        handler.close_all()
        vars(handler).pop("settings", None)
        vars(handler)["_settings"] = None
        with suppress(AttributeError):  # nobody has used it yet
            del handler["default"]
    for word, value in changed.items():
        setattr(settings, word, value)
    for word in changed.keys() - {"DATABASES", "CACHES"}:
        setting_changed.send(sender=settings, setting=word, value=changed[word], enter=True)
    if "LOGGING" in changed:
        logging.config.dictConfig(settings.LOGGING)


def note_mistakes_of_templates() -> None:
    """In this process and its children, servers too. The tests that start them fail."""
    importlib.import_module("strict_templates").install()


def command(words: list[str]) -> None:
    from masterpoint.cli import main

    sys.argv = ["masterpoint", *words]
    main()


def file(words: list[str]) -> None:
    sys.argv = words
    runpy.run_path(words[0], run_name="__main__")


def text(words: list[str]) -> None:
    sys.argv = ["-c", *words[1:]]
    exec(compile(words[0], "<program>", "exec"), {"__name__": "__main__"})


def module(words: list[str]) -> None:
    sys.argv = words
    runpy.run_module(words[0], run_name="__main__", alter_sys=True)


def tests(words: list[str]) -> None:
    """Run pytest, with a process beside it that forks its commands. Neither loads anything again."""
    sys.path[:0] = SEARCH_PATH
    note_mistakes_of_templates()
    FORKERS.append(start_forker())
    os.environ["DJANGO_SETTINGS_MODULE"] = FOR_TESTS
    set_up()
    module(["pytest", f"-W{IGNORED_WARNING}", *words])


KINDS: dict[str, Callable[[list[str]], None]] = {act.__name__: act for act in (command, file, text, module, tests)}


class Forker(NamedTuple):
    """A process that forks commands, with its two pipes."""

    number: int
    requests: IO[str]
    answers: IO[str]


FORKERS: list[Forker] = []
"""The process beside this run of tests, if the run was forked itself."""


def start_forker() -> Forker:
    """A fork of this process in its current state, which then forks commands."""
    (request_end, request_writer), (answer_reader, answer_writer) = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        os.close(request_writer)
        os.close(answer_reader)
        os._exit(status_of(lambda: answer(os.fdopen(request_end), os.fdopen(answer_writer, "w"))))
    os.close(request_end)
    os.close(answer_writer)
    return Forker(child, os.fdopen(request_writer, "w"), os.fdopen(answer_reader))


def forked(kind: str, words: list[str], environment: dict[str, str], folder: str) -> tuple[int, str, str]:
    """The status and the output of a child that has ended."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        child = child_of(kind, words, environment, folder, (output.fileno(), errors.fileno()))
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        return status, read_back(output), read_back(errors)


def start(words: list[str], environment: dict[str, str], folder: str) -> int:
    """The process number of a child that keeps running, without output."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    child = child_of("module", words, environment, folder, (nowhere, nowhere))
    os.close(nowhere)
    return child


def ended(child: int) -> int:
    """Stop a child that was started, and return its status."""
    os.kill(child, signal.SIGTERM)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def child_of(kind: str, words: list[str], environment: dict[str, str], folder: str, outputs: tuple[int, int]) -> int:
    """The number of a new process that runs only this."""

    def act() -> None:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for number, target in enumerate(outputs, 1):
            os.dup2(target, number)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        sys.path[:0] = [part for part in environment.get("PYTHONPATH", "").split(os.pathsep) if part]
        KINDS[kind](words)

    child = os.fork()
    if child == 0:
        os._exit(status_of(act))
    return child


ACTS: dict[str, Callable[..., Any]] = {"run": forked, "begin": start, "end": ended}


def status_of(act: Callable[[], None]) -> int:
    """The exit status of a process that runs only this."""
    code: object = 0
    try:
        act()
    except SystemExit as end:
        code = end.code
    except BaseException:
        traceback.print_exc()
        code = 1
    finally:
        logging.shutdown()
        sys.stdout.flush()
        sys.stderr.flush()
    if isinstance(code, str):
        print(code, file=sys.stderr, flush=True)
    return code if isinstance(code, int) else int(code is not None)


def read_back(file: IO[bytes]) -> str:
    file.seek(0)
    text: str = file.read().decode()
    return text


def answer(requests: Iterable[str], answers: IO[str]) -> None:
    """Answer requests, line by line. For its children, this process is as good as a new one."""
    import django

    django.setup = set_up
    for line in requests:
        act, words = json.loads(line)
        print(json.dumps(ACTS[act](**words)), file=answers, flush=True)


if __name__ == "__main__":
    sys.path[:0] = SEARCH_PATH
    answer_output = os.fdopen(os.dup(1), "w")
    load()
    note_mistakes_of_templates()
    answer(sys.stdin, answer_output)
