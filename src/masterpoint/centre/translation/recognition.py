"""Recognise the message of a catalogue that a finished text was made from, and its values.

`place 3 of 24` is `place {place} of {places}` with 3 and 24. Texts are stored permanently in English: the steps of last
year's award, the reason in a letter. So they are recognised when they are shown, not when they are made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

VALUE = re.compile(r"\{(\w*)[^{}]*\}")
VALUES = re.compile(r"(?:\{\w*[^{}]*\})+")
WORD = re.compile(r"[^\W\d_]+")
PARTS = re.compile(r"(\. |: |; |, | \(|\)| [–—|/=&] |[.?!]$|(?<=\d) | (?=\d))")
"""The boundaries between the messages in a text."""
JOINING = {
    *("a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "has", "have", "if", "in", "is", "it", "its"),
    *("no", "not", "of", "on", "or", "so", "than", "that", "the", "their", "this", "to", "was", "with"),
}
"""Words that join others. A message with only such words would be found in every text."""
SENTENCES = re.compile(r"\. |; ")
FREE_VALUE = re.compile(r"[:?“(]")
NAME = re.compile(r"[^a-z]*|(?:\S*[A-Z0-9]\S*[\s,&]*)+")
Translate = Callable[[str], str]


class Pattern(NamedTuple):
    """A message with values, and the regular expression that finds them in a text."""

    message: str
    expression: re.Pattern[str]
    names: tuple[str, ...]
    size: int
    """The number of its own characters, without values."""
    is_clear: bool
    """Whether it has enough words of its own, whatever its values are."""


class Recogniser:
    """Finds the messages of one catalogue in texts."""

    def __init__(self, messages: Iterable[str]) -> None:
        self.plain: set[str] = set()
        self.patterns: dict[str, list[Pattern]] = {}
        """The patterns by the longest word of the message, which few others have."""
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
            significant = [word for word in words if word.lower() not in JOINING]
            is_clear = _is_clear(literals, words, significant)
            pattern = Pattern(message, expression, names, len("".join(literals)), is_clear)
            self.patterns.setdefault(max(words, key=len).lower(), []).append(pattern)

    def translate(self, text: str, translate: Translate) -> str:
        """The text in another language as far as possible: as one message, or part by part."""
        answer = self._whole(text, translate, is_part=True)
        if answer is None:
            answer = self._by_parts(PARTS.split(text), translate)
        if answer == text:
            answer = self._whole(text, translate)
        return text if answer is None else answer

    def exact(self, text: str, translate: Translate) -> str:
        """The text if it is exactly a message, so that a name is never translated as a sentence."""
        return self._as_plain(text, translate) or text

    def _by_parts(self, parts: list[str], translate: Translate) -> str:
        """The text by the messages that cover most of it. The rest stays in English."""
        solutions = [(0, "")] * (len(parts) + 2)
        for at in range(len(parts) - 1, -1, -1):
            length, text = solutions[at + 1]
            solutions[at] = length, parts[at] + text
            if at % 2 == 0:
                solutions[at] = max(
                    [solutions[at], *self._readings(parts, at, solutions, translate)], key=lambda reading: reading[0]
                )
        return solutions[0][1]

    def _readings(
        self, parts: list[str], at: int, solutions: list[tuple[int, str]], translate: Translate
    ) -> Iterator[tuple[int, str]]:
        """Each message at the start of the remaining text, with the best reading of what follows."""
        for end in range(len(parts), at, -2):
            piece = "".join(parts[at:end])
            translation = self._whole(piece, translate, is_part=True)
            if translation is not None:
                length, text = solutions[end]
                yield length + len(piece), translation + text

    def _whole(self, text: str, translate: Translate, *, is_part: bool = False) -> str | None:
        """The text as one message with values; the first letter may have either case.

        `is_part`: no value may contain several sentences, which may be messages themselves.
        """
        core = text.strip()
        if not WORD.search(core):
            return None
        answer = self._as_plain(core, translate)
        if answer is None:
            answers = (
                _with_case_of(core, answer)
                for candidate in _with_either_case(core)
                if (answer := self._as_pattern(candidate, translate, is_part)) is not None
            )
            answer = next(answers, None)
        return None if answer is None else text.replace(core, answer, 1)

    def _as_plain(self, text: str, translate: Translate) -> str | None:
        """The text as a message without values."""
        match = next((candidate for candidate in _with_either_case(text) if candidate in self.plain), None)
        return None if match is None else _with_case_of(text, translate(match))

    def _as_pattern(self, text: str, translate: Translate, is_part: bool) -> str | None:
        """The text as a message with values. If several fit, the one with the most words of its own."""
        words = dict.fromkeys(WORD.findall(text.lower()))
        candidates = [pattern for word in words for pattern in self.patterns.get(word, ())]
        for pattern in sorted(candidates, key=lambda pattern: -pattern.size):
            match = pattern.expression.fullmatch(text)
            if match and self._is_meant(pattern, match.groups(), translate, is_part):
                values = [self.translate(value, translate) for value in match.groups()]
                return _fill_in(translate(pattern.message), dict(zip(pattern.names, values, strict=True)))
        return None

    def _is_meant(self, pattern: Pattern, values: tuple[str, ...], translate: Translate, is_part: bool) -> bool:
        if is_part and any(SENTENCES.search(value) for value in values):
            return False
        if pattern.is_clear:
            return True
        return all(not (is_part and ", " in value) and self._is_value(value, translate) for value in values)

    def _is_value(self, text: str, translate: Translate) -> bool:
        """Whether a value is a number, a name or a message itself, as required beside common words."""
        return bool(NAME.fullmatch(text)) or self._whole(text, translate) is not None


def _is_clear(literals: list[str], words: list[str], significant: list[str]) -> bool:
    """Whether a message has enough words of its own: two, or one among several, or one that begins a sentence."""
    opens = bool(significant) and literals[0].startswith(significant[0]) and bool(FREE_VALUE.search("".join(literals)))
    return len(significant) > 1 or opens or (bool(significant) and len(words) > 3)


def _with_either_case(text: str) -> dict[str, None]:
    return dict.fromkeys((text, text[:1].upper() + text[1:], text[:1].lower() + text[1:]))


def _with_case_of(text: str, answer: str) -> str:
    """The answer with a capital letter if the text begins with one, otherwise without."""
    letter = WORD.search(answer)
    if letter is None or (letter.start() and answer[: letter.start()].strip("[«“‘(")):
        return answer
    at = letter.start()
    initial = answer[at].upper() if text[:1].isupper() else answer[at].lower() if text[:1].islower() else answer[at]
    return f"{answer[:at]}{initial}{answer[at + 1 :]}"


def _fill_in(message: str, values: dict[str, str]) -> str:
    """The message with its values; adjacent ones in English go to the first place."""
    return VALUE.sub(lambda place: values.get(place[1], ""), message)
