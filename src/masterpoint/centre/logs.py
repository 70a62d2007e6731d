"""Logs as JSON: one line per event, each with the id of its request."""

from __future__ import annotations

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the current request. Error pages show it, so that reports can be matched with the log."""
KEYS = re.compile(r"/(forgotten|letters/stop)/(?!sent/)[^\s\"']+")
"""Secret addresses from letters. With one of them, somebody could choose a new password or stop the letters."""
EXTRAS = ("method", "path", "status", "milliseconds", "account", "job", "seconds")


def without_keys(text: str) -> str:
    return KEYS.sub(r"/\1/…/", text)


class TextLines(logging.Formatter):
    """Plain text."""

    def format(self, record: logging.LogRecord) -> str:
        return without_keys(super().format(record))


class JsonLines(logging.Formatter):
    """Formats a record as one object per line: time, level, logger, message and further fields."""

    def format(self, record: logging.LogRecord) -> str:
        data: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request_id.get():
            data["request"] = request_id.get()
        data |= {name: getattr(record, name) for name in EXTRAS if hasattr(record, name)}
        if record.exc_info:
            data["error"] = self.formatException(record.exc_info)
        return without_keys(json.dumps(data, ensure_ascii=False, default=str))
