"""The words of the page as its files have them: a table for each part and language."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

PAGE = Path(__file__).parents[2] / "page"
WORDS = PAGE / "js" / "words"
ENTRY = re.compile(r'\s*"?([\w.?!-]+)"?: ("(?:[^"\\]|\\.)*"),?')
LANGUAGES = sorted(path.stem for path in WORDS.glob("*.js"))


@cache
def tables(language: str) -> dict[str, dict[str, str]]:
    """The tables of a language by part. Fails for a line that is no key and text."""
    return {
        path.stem: _table(path)
        for path in sorted((WORDS / language).glob("*.js"))
        if path.stem != "messages"
    }


def _table(path: Path) -> dict[str, str]:
    found = {}
    lines = [line for line in path.read_text("utf-8").splitlines() if line.strip()]
    for line in lines:
        if line.startswith("//") or line in ("export default {", "};"):
            continue
        assert not ENTRY.sub("", line), f"{path.relative_to(PAGE)}: {line}"
        for key, text in ENTRY.findall(line):
            assert key not in found, f"{path.relative_to(PAGE)}: {key} twice"
            found[key] = json.loads(text)
    return found


def words(language: str) -> dict[str, str]:
    """All words of a language, by key."""
    return {
        key: text for table in tables(language).values() for key, text in table.items()
    }


def messages(language: str) -> list[tuple[str, str]]:
    """The patterns of messages of mystpy, each with its text in another language."""
    text = (WORDS / language / "messages.js").read_text("utf-8")
    rows = json.loads(text.partition("export default ")[2].rstrip().rstrip(";"))
    return [(english, other) for english, other in rows]


def pattern(english: str) -> re.Pattern[str]:
    """A pattern of messages as page/js/messages.js reads it."""
    parts = re.split(r"\{(\w+)\}", english)
    texts = [
        f"(?P<{part}>.+?)" if k % 2 else re.escape(part) for k, part in enumerate(parts)
    ]
    return re.compile("".join(texts), re.S)
