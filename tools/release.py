"""A release: the wheel and the container, both from what is committed.

    python -m tools.release         builds them
    python -m tools.release --tag   and tags the commit they were built from, `v1.2.3`

The wheel is built from the files of the last commit, installed into an empty environment, and tested: it must print its
version and compute an award. The container is built from that wheel, if docker or podman can build on its base image.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from masterpoint import __version__

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
RELEASED = "tests/centre/released"
ENGINES = ("docker", "podman")
PROBE = (
    "import masterpoint; print(masterpoint.__version__, masterpoint.what_pays(scheme='ebu', pairs=12, boards=24)[0])"
)


def main(with_tag: bool) -> int:
    if _output(["git", "status", "--porcelain"]):
        print("There are changes that are not committed: commit them, then make the release.")
        return 1
    reason = why_not_tagged(ROOT, __version__) if with_tag else ""
    if reason:
        print(reason)
        return 1
    status = _build()
    return tag(ROOT, __version__) if with_tag and not status else status


def why_not_tagged(repository: Path, version: str) -> str:
    """The reason why the last commit cannot be tagged as this version; empty if it can."""
    changes = (repository / "CHANGELOG.md").read_text(encoding="utf-8")
    heading = next((line.removeprefix("## ") for line in changes.splitlines() if line.startswith("## ")), "")
    if heading != version:
        return f"The change log begins with “{heading}”, not with {version}: give what is new its heading."
    if not (repository / RELEASED / f"{version}.jsonl.gz").exists():
        return (
            f"There is no {RELEASED}/{version}.jsonl.gz: keep a backup made by this version, for the tests of upgrades."
        )
    tags = subprocess.run(["git", "tag", "--list", f"v{version}"], cwd=repository, check=True, capture_output=True)
    return f"v{version} is tagged already: a version is released once." if tags.stdout else ""


def tag(repository: Path, version: str) -> int:
    """Tag the last commit as this version."""
    words = ["git", "tag", "--annotate", f"v{version}", "--message", f"Masterpoint {version}"]
    status = subprocess.run(words, cwd=repository, check=False).returncode
    print(f"Tagged v{version}; `git push origin v{version}` publishes it." if not status else "It was not tagged.")
    return status


def _build() -> int:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "source"
        write_committed_files(ROOT, source)
        wheel = _built_wheel(source)
        print(f"{wheel.relative_to(ROOT)}: {_answer_of(wheel, Path(folder) / 'venv')}")
        return _build_container(source, wheel)


def write_committed_files(repository: Path, folder: Path) -> None:
    """The files of the last commit, in a separate folder. `main` has checked that nothing else is staged."""
    subprocess.run(["git", "checkout-index", "--all", f"--prefix={folder}/"], cwd=repository, check=True)


def _built_wheel(source: Path) -> Path:
    DIST.mkdir(exist_ok=True)
    for old in DIST.glob("*.whl"):
        old.unlink()
    uv = [sys.executable, "-m", "uv", "--quiet"]
    subprocess.run([*uv, "build", "--wheel", "--out-dir", str(DIST), str(source)], check=True)
    (wheel,) = DIST.glob(f"masterpoint-{__version__}-*.whl")
    return wheel


def _answer_of(wheel: Path, venv: Path) -> str:
    """The output of the wheel's program in an environment with nothing else of ours."""
    uv = [sys.executable, "-m", "uv", "--quiet"]
    subprocess.run([*uv, "venv", str(venv)], check=True)
    python = str(venv / "bin" / "python")
    limits = ["--constraint", str(ROOT / "constraints.txt")]
    subprocess.run([*uv, "pip", "install", "--python", python, *limits, f"{wheel}[centre,postgres]"], check=True)
    subprocess.run([str(venv / "bin" / "masterpoint"), "--version"], check=True, stdout=subprocess.DEVNULL)
    return _output([python, "-c", PROBE])


def _build_container(source: Path, wheel: Path) -> int:
    base = base_image(source / "deploy" / "Containerfile")
    reasons = {engine: why_not_built(engine, base) for engine in ENGINES}
    engine = next((engine for engine, reason in reasons.items() if not reason), None)
    if engine is None:
        print("No container was built:", "; ".join(reasons.values()) + ".")
        return 0
    (source / "dist").mkdir(exist_ok=True)
    shutil.copy(wheel, source / "dist")
    return subprocess.run(_build_words(engine), cwd=source, check=False).returncode


def base_image(containerfile: Path) -> str:
    """The base image of the container."""
    lines = containerfile.read_text(encoding="utf-8").splitlines()
    return next(line.removeprefix("FROM ") for line in lines if line.startswith("FROM "))


def why_not_built(engine: str, base: str) -> str:
    """The reason why this program cannot build here: it is missing, fails, or cannot run a step on the base image."""
    if not shutil.which(engine):
        return f"there is no {engine}"
    with tempfile.TemporaryDirectory() as empty:
        build = ["build", "--no-cache", "--file", "-", empty]
        tries = {f"`{engine} info`": ["info"], f"`{engine} build` from {base}": build}
        for name, words in tries.items():
            step = f"FROM {base}\nRUN true\n"
            result = subprocess.run([engine, *words], input=step, capture_output=True, text=True, check=False)
            if result.returncode:
                last = (result.stderr.strip().splitlines() or [f"it ended with {result.returncode}"])[-1]
                return f"{name} fails ({last})"
    return ""


def _build_words(engine: str) -> list[str]:
    """Build under its version and as the latest; podman stores a health check only in docker's format."""
    tags = [word for tag in (__version__, "latest") for word in ("--tag", f"masterpoint:{tag}")]
    options = ["--format", "docker"] if engine == "podman" else []
    return [engine, "build", *options, "--file", "deploy/Containerfile", *tags, "."]


def _output(words: list[str]) -> str:
    return subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tag", action="store_true", help="tag the commit as this version")
    sys.exit(main(parser.parse_args().tag))
