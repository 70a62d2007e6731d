"""Debian's Chromium for the browser tests: found, or installed if allowed; otherwise a message says how to get it.

python -m tools.chromium             prints its path; installs the cheapest to run if allowed
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

SHELL = "chromium-headless-shell"
"""Chromium without a window, which needs a quarter of the processor time for a page."""
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-site-isolation-trials",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
ADVICE = f"install Chromium: `apt-get install {SHELL}` as root, or set MASTERPOINT_CHROMIUM to a browser's path"


class NoChromium(RuntimeError):
    """There is no browser, and none could be installed. The message says how to get one."""


def find() -> str:
    """The path of the browser; empty if there is none."""
    setting = os.environ.get("MASTERPOINT_CHROMIUM", "")
    if setting:
        return shutil.which(setting) or ""
    return next((path for name in NAMES if (path := shutil.which(name))), "")


def install() -> str:
    """Install the browser with apt-get, if this machine has it and we are allowed to."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise NoChromium(ADVICE)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", SHELL, "fonts-dejavu-core"]):
        completed = subprocess.run(
            ["apt-get", "-qq", *arguments], env=environment, check=False, capture_output=True, text=True, timeout=900
        )
        if completed.returncode:
            raise NoChromium(f"apt-get {arguments[0]} failed: {completed.stderr.strip()[-400:]}\n{ADVICE}")
    result = find()
    if not result:
        raise NoChromium(ADVICE)
    return result


def best() -> str:
    """The path of the cheapest browser to run, installed if allowed; otherwise of any browser."""
    path = find()
    if path and (os.environ.get("MASTERPOINT_CHROMIUM") or shutil.which(SHELL)):
        return path
    try:
        return install()
    except NoChromium:
        if path:
            return path
        raise


if __name__ == "__main__":
    try:
        print(best())
    except NoChromium as error:
        sys.exit(str(error))
