"""The words of the page: each language has all of them, with the same places."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.page.words import LANGUAGES, PAGE, messages, pattern, tables, words

PLACES = re.compile(r"\{(\w+)\}")
USED = re.compile(r"""\bt\(\s*(?:"([^"]+)"|`([^`$]+)`)""")
OTHERS = [language for language in LANGUAGES if language != "en"]


def places(text: str) -> set[str]:
    return set(PLACES.findall(text))


def test_there_are_two_languages() -> None:
    assert LANGUAGES == ["de", "en"]


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_all_words_and_no_others(language: str) -> None:
    english, other = tables("en"), tables(language)
    missing = [
        f"{part}: {key}: {text}"
        for part, table in english.items()
        for key, text in table.items()
        if key not in other.get(part, {})
    ]
    assert not missing, f"to translate into {language}:\n" + "\n".join(missing)
    more = [
        f"{part}: {key}"
        for part, table in other.items()
        for key in table
        if key not in english.get(part, {})
    ]
    assert not more, "not in English any more:\n" + "\n".join(more)


@pytest.mark.parametrize("language", OTHERS)
def test_words_have_the_same_places_in_all_languages(language: str) -> None:
    english, other = words("en"), words(language)
    assert {key: places(english[key]) for key in other if key in english} == {
        key: places(text) for key, text in other.items() if key in english
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_tables_of_a_language_are_joined(language: str) -> None:
    text = (PAGE / "js" / "words" / f"{language}.js").read_text("utf-8")
    for part in tables(language):
        assert f"...{part}" in text, f"words/{language}.js does not take in {part}"


def test_words_that_are_used_are_there() -> None:
    english = words("en")
    missing = {
        f"{path.relative_to(PAGE)}: {key}"
        for path in sorted((PAGE / "js").rglob("*.js"))
        if "words" not in path.parts
        for found in USED.findall(path.read_text("utf-8"))
        for key in found
        if key and key not in english
    }
    assert not missing


@pytest.mark.parametrize("language", OTHERS)
def test_messages_have_the_places_of_their_patterns(language: str) -> None:
    for english, other in messages(language):
        assert places(other) <= places(english), other
        assert len(PLACES.findall(english)) == len(places(english)), english
        assert pattern(english)


CELL = re.compile(r"^```\{code-cell\}\n.*?^```$", re.M | re.S)
FENCE = re.compile(r"^```.*?^```$", re.M | re.S)
CODE = re.compile(r"`([^`]+)`")
LINK = re.compile(r"\]\((?:\.\./)*([^)\s]+)\)")
TASK = re.compile(r"^([0-9]+)\. \((\w+)\)", re.M)
LEVELS = {
    "de": {
        "easy": "leicht",
        "medium": "mittel",
        "harder": "schwerer",
        "open": "offen",
    }
}
COURSE = PAGE.parent / "docs" / "course"
CHAPTERS = sorted(COURSE.glob("[0-9]*.md"))


def translation(chapter: Path, language: str) -> str:
    """The text of a chapter in a language."""
    number = chapter.name.partition("-")[0]
    found = sorted((COURSE / language).glob(f"{number}-*.md"))
    assert len(found) == 1, f"{chapter.name} is {len(found)} times in {language}"
    return found[0].read_text("utf-8")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_each_chapter_is_translated_with_its_cells(
    chapter: Path, language: str
) -> None:
    english, other = chapter.read_text("utf-8"), translation(chapter, language)
    assert CELL.findall(other) == CELL.findall(english)
    assert FENCE.findall(other) == FENCE.findall(english)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_a_translated_chapter_has_the_parts_of_the_english_one(
    chapter: Path, language: str
) -> None:
    """It has the same sections, exercises, formulas and links, in the same number."""
    english, other = (
        FENCE.sub("", text)
        for text in (chapter.read_text("utf-8"), translation(chapter, language))
    )
    assert other.count("\n## ") == english.count("\n## ")
    level = LEVELS[language]
    wanted = [(number, level[word]) for number, word in TASK.findall(english)]
    assert TASK.findall(other) == wanted
    assert sorted(LINK.findall(other)) == sorted(LINK.findall(english))
    codes = [
        Counter(" ".join(code.split()) for code in CODE.findall(text))
        for text in (english, other)
    ]
    assert codes[0] <= codes[1], codes[0] - codes[1]


def test_there_are_no_translated_chapters_without_an_english_one() -> None:
    numbers = {path.name.partition("-")[0] for path in CHAPTERS}
    others = sorted(COURSE.glob("??/[0-9]*.md"))
    assert {path.name.partition("-")[0] for path in others} == numbers
    assert {path.parent.name for path in others} == set(OTHERS)
