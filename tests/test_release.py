"""A version is tagged once, on a commit whose change log and data are those of the version."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from tools import release


def git(folder: Path, *words: str) -> str:
    identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    return subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GIT_COMMITTER_NAME", "A")
    monkeypatch.setenv("GIT_COMMITTER_EMAIL", "a@example.org")
    (tmp_path / release.RELEASED).mkdir(parents=True)
    (tmp_path / release.RELEASED / "1.2.0.jsonl.gz").touch()
    (tmp_path / "CHANGELOG.md").write_text("# Change log\n\n## 1.2.0\n\n- new\n\n## 1.1.0\n")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "A version")
    return tmp_path


def test_a_version_is_tagged_once(repository: Path) -> None:
    assert release.why_not_tagged(repository, "1.2.0") == ""
    assert release.tag(repository, "1.2.0") == 0
    assert git(repository, "rev-parse", "v1.2.0^{commit}") == git(repository, "rev-parse", "HEAD")
    assert "tagged already" in release.why_not_tagged(repository, "1.2.0")


def test_what_is_unreleased_or_has_no_data_is_not_tagged(repository: Path) -> None:
    assert "begins with “1.2.0”" in release.why_not_tagged(repository, "1.1.0")
    (repository / release.RELEASED / "1.2.0.jsonl.gz").unlink()
    assert "keep a backup made by this version" in release.why_not_tagged(repository, "1.2.0")
    (repository / "CHANGELOG.md").write_text("# Change log\n\n## Unreleased\n\n- new\n\n## 1.2.0\n")
    assert "begins with “Unreleased”" in release.why_not_tagged(repository, "1.2.0")


def test_a_release_is_built_from_what_is_committed(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    (repository / "notes.txt").write_text("not of the release")
    folder = tmp_path_factory.mktemp("release") / "source"
    release.write_committed_files(repository, folder)
    assert sorted(path.name for path in folder.rglob("*") if path.is_file()) == ["1.2.0.jsonl.gz", "CHANGELOG.md"]


ENGINE = """#!/bin/sh
[ "$1" = build ] && grep -q "^RUN true" && [ {fails} = release ] && exit 0
[ "$1" = {fails} ] && echo "a line before
no such host" >&2 && exit 125
exit 0
"""


@pytest.mark.parametrize(
    ("fails", "reason"),
    [
        ("info", "`engine info` fails (no such host)"),
        ("build", "`engine build` from example.org/base:1 fails (no such host)"),
        ("release", ""),
    ],
)
def test_a_container_is_left_out_where_none_can_be_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str, reason: str
) -> None:
    """A build that begins and fails is a fault of the release; one that cannot begin is a fact of the machine."""
    engine = tmp_path / "engine"
    engine.write_text(ENGINE.format(fails=fails))
    engine.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert release.why_not_built("engine", "example.org/base:1") == reason
    assert release.why_not_built("no-such-engine", "example.org/base:1") == "there is no no-such-engine"


def test_the_base_of_the_container_is_known() -> None:
    assert release.base_image(release.ROOT / "deploy" / "Containerfile") == "docker.io/library/python:3.11-slim"
