"""Which message of a catalogue a finished text was made from, and with which values.

`place 3 of 24` is `place {place} of {places}` with 3 and 24. Texts are kept for good as readers of English saw them:
the steps of an award of last year, the reason in a letter. So they are recognised when they are shown, not when they
are made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

VALUE = re.compile(r"\{(\w*)[^{}]*\}")
VALUES = re.compile(r"(?:\{\w*[^{}]*\})+")
WORD = re.compile(r"[^\W\d_]+")
PARTS = re.compile(r"(\. |: |; |, | \(|\)| [–—|/=] |\.$)")
"""Where a text that is no message itself may be put together from several."""
JOINING = frozenset(
    "a an and are as at be by for from has have if in is it its no not of on or so than that the their this to was with".split()
)
"""Words that join others: a message of these alone would be found in every text."""
FREE_VALUE = re.compile(r"[:“(] ?$")
NAME = re.compile(r"[^a-z]*|(?:\S*[A-Z0-9]\S*[\s,&]*)+")
Translate = Callable[[str], str]


class Pattern(NamedTuple):
    """A message with values in it, and how to find them in a text."""

    message: str
    expression: re.Pattern[str]
    names: tuple[str, ...]
    is_clear: bool
    """It has words enough of its own to be meant, whatever its values are."""


class Recogniser:
    """The messages of one catalogue, ready to be found in texts."""

    def __init__(self, messages: Iterable[str]) -> None:
        self.plain: set[str] = set()
        self.patterns: dict[str, list[Pattern]] = {}
        """By the longest word of the message, which few others have."""
        for message in messages:
            self._add(message)
        for patterns in self.patterns.values():
            patterns.sort(key=lambda pattern: -len(VALUE.sub("", pattern.message)))

    def _add(self, message: str) -> None:
        words = WORD.findall(VALUE.sub(" ", message))
        if not VALUE.search(message):
            self.plain.add(message)
        elif words:
            literals = VALUES.split(message)
            expression = re.compile("(.+?)".join(map(re.escape, literals)), re.DOTALL)
            names = tuple(VALUE.findall(group)[0] for group in VALUES.findall(message))
            own = [word for word in words if word.lower() not in JOINING]
            is_clear = len(own) > 1 or bool(own and FREE_VALUE.search(literals[0]))
            pattern = Pattern(message, expression, names, is_clear)
            self.patterns.setdefault(max(words, key=len).lower(), []).append(pattern)

    def translated(self, text: str, translate: Translate) -> str:
        """The text in another language as far as its parts are known: whole, or sentence by sentence."""
        whole = self._whole(text, translate)
        if whole is not None:
            return whole
        parts = PARTS.split(text)
        return text if len(parts) == 1 else self._by_parts(parts, translate)

    def _by_parts(self, parts: list[str], translate: Translate) -> str:
        """The longest parts that are messages, from the left; what is none stays."""
        done, at = [], 0
        while at < len(parts):
            ends = range(len(parts), at, -2) if parts[at].strip() else range(0)
            for end in ends:
                whole = self._whole("".join(parts[at:end]), translate)
                if whole is not None:
                    done.append(whole)
                    break
            else:
                done.append(parts[at])
                end = at + 1
            done += parts[end : end + 1]
            at = end + 1
        return "".join(done)

    def _whole(self, text: str, translate: Translate) -> str | None:
        """The text as one message, with its values; the first letter may be of either case."""
        core = text.strip()
        if not WORD.search(core):
            return None
        for candidate in dict.fromkeys((core, core[:1].upper() + core[1:], core[:1].lower() + core[1:])):
            answer = self._exactly(candidate, translate)
            if answer is not None:
                return text.replace(core, answer if candidate == core else _with_case_of(core, answer), 1)
        return None

    def _exactly(self, text: str, translate: Translate) -> str | None:
        if text in self.plain:
            return translate(text)
        for word in dict.fromkeys(WORD.findall(text.lower())):
            for pattern in self.patterns.get(word, ()):
                match = pattern.expression.fullmatch(text)
                if match and (pattern.is_clear or all(self._is_value(value, translate) for value in match.groups())):
                    values = [self.translated(value, translate) for value in match.groups()]
                    return _filled(translate(pattern.message), dict(zip(pattern.names, values, strict=True)))
        return None

    def _is_value(self, text: str, translate: Translate) -> bool:
        """A number, a name, or a message itself: what may stand beside words that are in every text."""
        return bool(NAME.fullmatch(text)) or self._whole(text, translate) is not None


def _with_case_of(text: str, answer: str) -> str:
    return (answer[:1].upper() if text[:1].isupper() else answer[:1].lower()) + answer[1:]


def _filled(message: str, values: dict[str, str]) -> str:
    """The message with its values in their places; what stood side by side in English stands in the first place."""
    return VALUE.sub(lambda place: values.get(place[1], ""), message)
