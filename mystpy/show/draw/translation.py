"""Titles and legends of pictures in another language, with a page's translator."""

from __future__ import annotations

from collections.abc import Callable

from mystpy.compilation import pattern

_SENTENCES = pattern(r"(?<=\.) ")
_translators: list[Callable[[str], str | None]] = []
"""The translator: at most one."""


def translate_with(translator: Callable[[str], str | None] | None) -> None:
    """Set the translator for pictures; it returns None for a text that stays English.

    With None as the translator all stay English again.
    """
    _translators[:] = [] if translator is None else [translator]


def translated(text: str) -> str:
    """Return a text of a picture in the language in which pictures are drawn."""
    for translator in _translators:
        return translator(text) or text
    return text


def translated_sentences(text: str) -> str:
    """Return a description, sentence by sentence, in that language."""
    return " ".join(map(translated, _SENTENCES.split(text)))
