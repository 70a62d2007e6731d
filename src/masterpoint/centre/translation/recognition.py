"""Which message of a catalogue a finished text was made from, and with which values.

`place 3 of 24` is `place {place} of {places}` with 3 and 24. Texts are kept for good as readers of English saw them:
the steps of an award of last year, the reason in a letter. So they are recognised when they are shown, not when they
are made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

VALUE = re.compile(r"\{(\w*)[^{}]*\}")
VALUES = re.compile(r"(?:\{\w*[^{}]*\})+")
WORD = re.compile(r"[^\W\d_]+")
PARTS = re.compile(r"(\. |: |; |, | \(|\)| [–—|/=&] |[.?!]$|(?<=\d) | (?=\d))")
"""Where a text that is no message itself may be put together from several."""
JOINING = {
    *("a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "has", "have", "if", "in", "is", "it", "its"),
    *("no", "not", "of", "on", "or", "so", "than", "that", "the", "their", "this", "to", "was", "with"),
}
"""Words that join others: a message of these alone would be found in every text."""
SENTENCES = re.compile(r"\. |; ")
FREE_VALUE = re.compile(r"[:?“(]")
NAME = re.compile(r"[^a-z]*|(?:\S*[A-Z0-9]\S*[\s,&]*)+")
Translate = Callable[[str], str]


class Pattern(NamedTuple):
    """A message with values in it, and how to find them in a text."""

    message: str
    expression: re.Pattern[str]
    names: tuple[str, ...]
    size: int
    """How many characters are its own."""
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

    def _add(self, message: str) -> None:
        words = WORD.findall(VALUE.sub(" ", message))
        if not VALUE.search(message):
            self.plain.add(message)
        elif words:
            literals = VALUES.split(message)
            expression = re.compile("(.*?)".join(map(re.escape, literals)), re.DOTALL)
            names = tuple(VALUE.findall(group)[0] for group in VALUES.findall(message))
            own = [word for word in words if word.lower() not in JOINING]
            is_clear = _is_clear(literals, words, own)
            pattern = Pattern(message, expression, names, len("".join(literals)), is_clear)
            self.patterns.setdefault(max(words, key=len).lower(), []).append(pattern)

    def translated(self, text: str, translate: Translate) -> str:
        """The text in another language as far as its parts are known: as one message, or part by part."""
        answer = self._whole(text, translate, apart=True)
        if answer is None:
            answer = self._by_parts(PARTS.split(text), translate)
        if answer == text:
            answer = self._whole(text, translate)
        return text if answer is None else answer

    def exact(self, text: str, translate: Translate) -> str:
        """The text where it is a message as it stands: a name is never taken for a sentence."""
        return self._as_plain(text, translate) or text

    def _by_parts(self, parts: list[str], translate: Translate) -> str:
        """The messages that together cover most of the text; what belongs to none stays."""
        best = [(0, "")] * (len(parts) + 2)
        for at in range(len(parts) - 1, -1, -1):
            covered, rest = best[at + 1]
            best[at] = covered, parts[at] + rest
            if at % 2 == 0:
                best[at] = max([best[at], *self._readings(parts, at, best, translate)], key=lambda reading: reading[0])
        return best[0][1]

    def _readings(
        self, parts: list[str], at: int, best: list[tuple[int, str]], translate: Translate
    ) -> Iterator[tuple[int, str]]:
        """Each message that the text has from here on, with the best of what follows it."""
        for end in range(len(parts), at, -2):
            piece = "".join(parts[at:end])
            whole = self._whole(piece, translate, apart=True)
            if whole is not None:
                covered, rest = best[end]
                yield covered + len(piece), whole + rest

    def _whole(self, text: str, translate: Translate, *, apart: bool = False) -> str | None:
        """The text as one message, with its values; the first letter may be of either case.

        `apart`: no value of it holds several sentences, which may be messages themselves.
        """
        core = text.strip()
        if not WORD.search(core):
            return None
        answer = self._as_plain(core, translate)
        if answer is None:
            answers = (
                _with_case_of(core, answer)
                for candidate in _with_either_case(core)
                if (answer := self._as_pattern(candidate, translate, apart)) is not None
            )
            answer = next(answers, None)
        return None if answer is None else text.replace(core, answer, 1)

    def _as_plain(self, text: str, translate: Translate) -> str | None:
        """The text as a message without values."""
        known = next((candidate for candidate in _with_either_case(text) if candidate in self.plain), None)
        return None if known is None else _with_case_of(text, translate(known))

    def _as_pattern(self, text: str, translate: Translate, apart: bool) -> str | None:
        """The text as a message with values: of several that fit, the one with most words of its own."""
        words = dict.fromkeys(WORD.findall(text.lower()))
        candidates = [pattern for word in words for pattern in self.patterns.get(word, ())]
        for pattern in sorted(candidates, key=lambda pattern: -pattern.size):
            match = pattern.expression.fullmatch(text)
            if match and self._is_meant(pattern, match.groups(), translate, apart):
                values = [self.translated(value, translate) for value in match.groups()]
                return _filled(translate(pattern.message), dict(zip(pattern.names, values, strict=True)))
        return None

    def _is_meant(self, pattern: Pattern, values: tuple[str, ...], translate: Translate, apart: bool) -> bool:
        if apart and any(SENTENCES.search(value) for value in values):
            return False
        if pattern.is_clear:
            return True
        return all(not (apart and ", " in value) and self._is_value(value, translate) for value in values)

    def _is_value(self, text: str, translate: Translate) -> bool:
        """A number, a name, or a message itself: what may stand beside words that are in every text."""
        return bool(NAME.fullmatch(text)) or self._whole(text, translate) is not None


def _is_clear(literals: list[str], words: list[str], own: list[str]) -> bool:
    """Whether a message has words enough of its own: two, or one among several, or one that opens a sentence."""
    opens = bool(own) and literals[0].startswith(own[0]) and bool(FREE_VALUE.search("".join(literals)))
    return len(own) > 1 or opens or (bool(own) and len(words) > 3)


def _with_either_case(text: str) -> dict[str, None]:
    return dict.fromkeys((text, text[:1].upper() + text[1:], text[:1].lower() + text[1:]))


def _with_case_of(text: str, answer: str) -> str:
    """The answer with a capital letter first where the text has one, and none where it has none."""
    letter = WORD.search(answer)
    if letter is None or (letter.start() and answer[: letter.start()].strip("[«“‘(")):
        return answer
    at = letter.start()
    first = answer[at].upper() if text[:1].isupper() else answer[at].lower() if text[:1].islower() else answer[at]
    return f"{answer[:at]}{first}{answer[at + 1 :]}"


def _filled(message: str, values: dict[str, str]) -> str:
    """The message with its values in their places; what stood side by side in English stands in the first place."""
    return VALUE.sub(lambda place: values.get(place[1], ""), message)
